package engine

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// modelled is a log beside what should stand in it.
type modelled struct {
	log    Log
	events []Event
	data   [][]int32
}

func (m *modelled) add(kind EventKind, data []int32) {
	e := Event{Kind: kind, A: int32(len(m.events)), D: int32(len(data))}
	m.log.addData(e, -1, data)
	m.events, m.data = append(m.events, e), append(m.data, slices.Clone(data))
}

func (m *modelled) fork(at int) *modelled {
	return &modelled{log: m.log.fork(at), events: slices.Clone(m.events[:at]), data: slices.Clone(m.data[:at])}
}

func (m *modelled) truncate(at int) {
	m.log.truncate(at)
	m.events, m.data = m.events[:at], m.data[:at]
}

// wrong says in what the log is not what it should be, nor where a log would have it that
// was written straight on.
func (m *modelled) wrong() string {
	straight := &modelled{}
	if m.log.Len() != len(m.events) {
		return fmt.Sprintf("%d events, want %d", m.log.Len(), len(m.events))
	}
	for i, want := range m.events {
		straight.add(want.Kind, m.data[i])
		got := *m.log.At(i)
		if data := m.log.Data(&got); !slices.Equal(data, m.data[i]) {
			return fmt.Sprintf("event %d has the data %v, want %v", i, data, m.data[i])
		}
		if got != *straight.log.At(i) || got.Kind != want.Kind || got.A != want.A || got.D != want.D {
			return fmt.Sprintf("event %d is %+v, want %+v", i, got, *straight.log.At(i))
		}
	}
	if m.log.Bytes() != straight.log.Bytes() {
		return fmt.Sprintf("%d bytes, want %d", m.log.Bytes(), straight.log.Bytes())
	}
	return ""
}

// rising are data that tell where they were written.
func rising(from, n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(from + i)
	}
	return out
}

// TestLogsOfForks: logs that are forked, cut and written on in any order, with data that
// fit a page, end at its edge or take several, each hold what was written to them.
func TestLogsOfForks(t *testing.T) {
	sizes := []int{0, 0, 1, 2, 6, 30, dataPage - 1, dataPage, dataPage + 1, 3 * dataPage, 3*dataPage + 5}
	rapid.Check(t, func(t *rapid.T) {
		logs := []*modelled{{}}
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			m := rapid.SampledFrom(logs).Draw(t, "log")
			end := m.log.Len()
			// Ends and edges of pages are where things go wrong.
			at := min(end, rapid.OneOf(rapid.IntRange(0, end), rapid.Just(end),
				rapid.Just(end/eventPage*eventPage)).Draw(t, "at"))
			switch rapid.IntRange(0, 3).Draw(t, "operation") {
			case 0:
				if len(logs) < 6 {
					logs = append(logs, m.fork(at))
				}
			case 1:
				m.truncate(at)
			default:
				for i := range rapid.IntRange(1, eventPage+3).Draw(t, "events") {
					size := 0
					if i < 8 {
						size = rapid.SampledFrom(sizes).Draw(t, "size")
					}
					m.add(EventKind(i%int(EvStep)), rising(len(logs)*1000+i, size))
				}
			}
			for i, m := range logs {
				if what := m.wrong(); what != "" {
					t.Fatalf("log %d: %s", i, what)
				}
			}
		}
	})
}

// TestForksAtEachPlace forks a log after each of its first events, over two edges of its
// pages, and cuts both it and the fork at each place before; who writes on then changes
// nothing of the other's.
func TestForksAtEachPlace(t *testing.T) {
	const most = 2*eventPage + 2
	for length := range most {
		for _, cut := range []int{0, 1, length / 2, length - 1, length, eventPage - 1, eventPage, eventPage + 1} {
			if cut < 0 || cut > length {
				continue
			}
			m := &modelled{}
			for i := range length {
				m.add(EvSay, rising(i, i%9))
			}
			fork := m.fork(length)
			other := fork.fork(cut)
			m.truncate(cut)
			for i := range 3 {
				m.add(EvRaise, rising(1000+i, 5))
				fork.add(EvApply, rising(2000+i, 7))
				other.add(EvStep, rising(3000+i, 9))
			}
			fork.truncate(cut)
			fork.add(EvAbility, rising(4000, dataPage+1))
			for name, of := range map[string]*modelled{"log": m, "fork": fork, "fork of the fork": other} {
				if what := of.wrong(); what != "" {
					t.Fatalf("%d events, cut at %d: the %s: %s", length, cut, name, what)
				}
			}
		}
	}
}

// TestAResetKeepsPages: a log that is emptied writes into its own pages again, unless a
// fork sees them.
func TestAResetKeepsPages(t *testing.T) {
	m := &modelled{}
	write := func() {
		for i := range 3 * eventPage {
			m.log.addData(Event{Kind: EvSay, A: int32(i)}, -1, rising(i, 4))
		}
	}
	write()
	if allocs := testing.AllocsPerRun(10, func() { m.log.reset(0, 0); write() }); allocs > 0 {
		t.Errorf("%v allocations to write a log anew", allocs)
	}
	fork := m.log.fork(m.log.Len())
	hash := fork.Hash()
	m.log.reset(0, 0)
	for range 3 * eventPage {
		m.log.addData(Event{Kind: EvRaise}, -1, rising(7, 4))
	}
	if fork.Hash() != hash {
		t.Error("a log that was emptied writes into what its fork sees")
	}
}

// longGame asks a number a step, which a seat of a long game then has many times over.
func longGame(t testing.TB, steps int) *Game {
	tb := newTable()
	tb.flow(tb.times(steps, tb.do("step", func(r *Run) error {
		d := &Decision{Kind: PickNumber, Seat: 1, Prompt: tb.word("n"), Min: 0, Max: 9}
		reply, err := r.Choose(d)
		if err != nil {
			return err
		}
		for i := range 12 {
			if err := r.SetAttribute(CardID(i%3+1), tb.mark, Num((reply[0]+i)%10)); err != nil {
				return err
			}
		}
		return nil
	})))
	return New(tb.setup(t, 1))
}

// TestPastOfALongGame: the state at each place of a long log, asked for in any order, is that which
// the game was in, also after the game went back, and in its forks.
func TestPastOfALongGame(t *testing.T) {
	g := longGame(t, 200)
	states := map[int]uint64{0: g.run.Hash()}
	for n := 0; !g.run.Over(); n++ {
		switch status, err := g.AdvanceStep(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case status != Waiting:
			states[g.log.Len()] = g.run.Hash()
		default:
			if err := g.Answer(g.open.Number, 1, Reply{n * n % 10}); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := func(g *Game, who string) {
		t.Helper()
		for _, every := range []int{97, 5} {
			for at := g.log.Len(); at >= 0; at -= every {
				past := g.Past(at)
				for past.At() < g.log.Len() && states[past.At()] == 0 {
					past.Follow()
				}
				if got, want := past.game.run.Hash(), states[past.At()]; want != 0 && got != want {
					t.Fatalf("%s: another state at %d of %d, by way of %d", who, past.At(), g.log.Len(), at)
				}
			}
		}
	}
	check(g, "the game")
	fork := g.Fork(g.setup.Scripts)
	if err := fork.Undo(t.Context(), 120); err != nil {
		t.Fatal(err)
	}
	check(fork, "a fork that went back")
	for !fork.run.Over() {
		if err := fork.Answer(fork.open.Number, 1, Reply{3}); err != nil {
			t.Fatal(err)
		}
		if _, err := fork.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	check(g, "the game beside its fork")
	if marks := len(g.log.marks); marks < 4 {
		t.Errorf("%d states are kept of %d events", marks, g.log.Len())
	}
}
