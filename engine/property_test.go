package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sameGames compares two games completely: state, log with causes and data,
// reports and counters.
func sameGames(got, want *Game) string {
	if diff := cmp.Diff(want.run.Dump(&want.run.state), got.run.Dump(&got.run.state)); diff != "" {
		return "states differ (-want +got):\n" + diff
	}
	if !got.run.state.Equal(&want.run.state) || got.run.Hash() != want.run.Hash() {
		return "states differ, though they print alike"
	}
	if diff := cmp.Diff(want.describe(), got.describe()); diff != "" {
		return "logs differ (-want +got):\n" + diff
	}
	if got.log.Hash() != want.log.Hash() || got.log.Bytes() != want.log.Bytes() {
		return "logs differ, though they print alike"
	}
	if len(got.failures) != len(want.failures) {
		return fmt.Sprintf("%d reports, want %d", len(got.failures), len(want.failures))
	}
	if diff := cmp.Diff(want.Counts(), got.Counts()); diff != "" {
		return "counters differ (-want +got):\n" + diff
	}
	return ""
}

// describe prints the log, one line an event.
func (g *Game) describe() []string {
	var out []string
	for at := g.log.Base; at < g.log.Len(); at++ {
		e := g.log.At(at)
		out = append(out, fmt.Sprintf("%d <%d %s %d %d %d %d old %b new %b %v", at, g.log.Cause(at), e.Kind, e.A, e.B,
			e.C, e.D, e.Old, e.New, g.log.Data(e)))
	}
	return out
}

// folds checks that undoing all events gives the first state, and that making
// them again gives the live one.
func folds(g *Game) string {
	var s State
	g.run.state.clone(&s)
	for at := g.log.Len() - 1; at >= g.log.Base; at-- {
		s.undo(g.log.At(at), &g.log)
	}
	if first := newState(g.run.Layout); !s.Equal(&first) {
		return "undoing all events does not give the first state:\n" + cmp.Diff(g.run.Dump(&first), g.run.Dump(&s))
	}
	for at := g.log.Base; at < g.log.Len(); at++ {
		before := s.Hash()
		s.apply(g.log.At(at), &g.log)
		after := s.Hash()
		s.undo(g.log.At(at), &g.log)
		if s.Hash() != before {
			return fmt.Sprintf("event %d (%s) is not undone", at, g.log.At(at).Kind)
		}
		if s.apply(g.log.At(at), &g.log); s.Hash() != after {
			return fmt.Sprintf("event %d (%s) is not repeated", at, g.log.At(at).Kind)
		}
	}
	if !s.Equal(&g.run.state) {
		return "the fold of the log is not the live state:\n" + cmp.Diff(g.run.Dump(&g.run.state), g.run.Dump(&s))
	}
	return ""
}

// sound checks that every card lies in one place and lists are whole.
func sound(g *Game) string {
	seen := make([]bool, len(g.run.Def))
	for z := 1; z < len(g.run.state.zones); z++ {
		n, prev := 0, CardID(0)
		for c := g.run.state.zones[z].head; c != 0; c = g.run.state.links[c].next {
			if l := g.run.state.links[c]; seen[c] || l.zone != ZoneID(z) || g.run.PreviousIn(c) != prev {
				return fmt.Sprintf("%s is doubled or badly linked", g.run.CardKey(c))
			}
			seen[c], prev = true, c
			n++
		}
		if n != g.run.CountIn(ZoneID(z)) || g.run.BottomOf(ZoneID(z)) != prev {
			return g.run.ZoneKey(ZoneID(z)) + " miscounts its cards"
		}
	}
	if slices.Contains(seen[1:], false) {
		return "a card is lost"
	}
	return ""
}

// tree checks that causes come before what they cause and lead to a step.
func tree(g *Game) string {
	step := -1
	for at := g.log.Base; at < g.log.Len(); at++ {
		e, cause := g.log.At(at), g.log.Cause(at)
		switch {
		case e.Kind == EvStep || e.Kind == EvPhase:
			if cause >= 0 {
				return fmt.Sprintf("%s at %d has a cause", e.Kind, at)
			}
			step = at
		case cause >= at || cause >= 0 && cause < step:
			return fmt.Sprintf("event %d is caused by %d, outside its step at %d", at, cause, step)
		case cause >= 0:
			switch kind := g.log.At(cause).Kind; kind {
			case EvStep, EvPhase, EvRaise, EvApply, EvAbility:
			default:
				return fmt.Sprintf("event %d is caused by a %s", at, kind)
			}
		}
	}
	return ""
}

func check(t *rapid.T, problems ...string) {
	t.Helper()
	for _, p := range problems {
		if p != "" {
			t.Fatal(p)
		}
	}
}

func TestFoldOfRandomPlay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(drawProgram(rt))
		g, err := playSync(m.machineSetup(t), replies(rapid.Uint64().Draw(rt, "answers")))
		if err != nil {
			rt.Fatal(err)
		}
		check(rt, folds(g), sound(g), tree(g))
	})
}

// TestEveryKindOfEventIsUndone plays one step that gives all of them.
func TestEveryKindOfEventIsUndone(t *testing.T) {
	tb := newTable()
	tb.declarePhase("week", Param{Name: "seat", Kind: SeatKind})
	bad := tb.on(tb.hit, After, "bad", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		return must(r.SetAttribute(in.Card, tb.mark, Num(5)), errScript)
	})
	later := tb.step("later", func(r *Run, _ []Value) error { return nil })
	tb.flow(tb.phase("week", tb.turns(-1, true, tb.do("test", func(r *Run) error {
		deck := tb.z(&r.Position, tb.deck, 1)
		_, rollErr := r.Roll(tb.d6, nil, 2, r.all)
		_, drawErr := r.DrawFrom(tb.z(&r.Position, tb.box, 0), 2)
		err := must(rollErr, drawErr, tb.fill(r, deck), r.Shuffle(deck), r.Reveal(1, Only(1)), r.Conceal(1))
		for _, c := range []CardID{1, 2, 3} {
			_, lastErr := r.Last(Effect{Ability: bad.ID, Card: c, Until: -1})
			err = must(err, lastErr)
		}
		_, yesErr := r.Choose(&Decision{Kind: YesNo, Seat: 1})
		return must(err, yesErr, r.Schedule(later, []Value{Num(1)}), r.Schedule(later, []Value{Num(2)}),
			r.Raise(tb.ev(r, tb.hit), nil),
			r.Expire(bad.NameSymbol, 2), r.Say(1, []Named{{1, Num(1)}}, r.all), r.Finish(1, 1))
	}))))
	setup := tb.setup(t, 2)
	setup.ContinueOnError, setup.Deciders[1] = true, firstOption
	g := New(setup)
	for range 3 { // the game is over before it takes what it scheduled
		g.AdvanceStep(t.Context())
	}
	g.run.set(cellOver, 0)
	if err := g.run.runUnit(); err != nil {
		t.Fatal(err)
	}
	g.run.emit(Event{Kind: EvAsk, A: 1, New: 1})
	seen := map[EventKind]bool{}
	for at := range g.log.Len() {
		seen[g.log.At(at).Kind] = true
	}
	for k := EvSet; k <= EvSay; k++ {
		if !seen[k] {
			t.Errorf("no event %s", k)
		}
	}
	if problem := folds(g); problem != "" {
		t.Error(problem)
	}
}

func TestReexecutionGivesTheSameLog(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(drawProgram(rt))
		setup := m.machineSetup(t)
		answers := replies(rapid.Uint64().Draw(rt, "answers"))
		want, err := playSync(setup, answers)
		if err != nil {
			rt.Fatal(err)
		}
		got := New(setup)
		if err := answerAll(got, answers, 0); err != nil {
			rt.Fatal(err)
		}
		check(rt, sameGames(got, want), folds(got))

		setup.Deciders[2] = answers
		mixed := New(setup)
		if err := answerAll(mixed, answers, 0); err != nil {
			rt.Fatal(err)
		}
		check(rt, sameGames(mixed, want))
	})
}

func TestUndoThenOtherAnswers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(drawProgram(rt))
		setup := m.machineSetup(t)
		first, second := replies(rapid.Uint64().Draw(rt, "answers")), replies(rapid.Uint64().Draw(rt, "other answers"))
		if rapid.Bool().Draw(rt, "sync") {
			setup.Deciders[1], setup.Deciders[2] = first, first
		}
		g := New(setup)
		if err := answerAll(g, first, rapid.IntRange(0, 12).Draw(rt, "stop at")); err != nil {
			rt.Fatal(err)
		}
		answers := g.Position().Answers()
		if len(answers) == 0 {
			return
		}
		n := rapid.IntRange(0, len(answers)-1).Draw(rt, "undo to")
		// The decisions between this one and the one before it left no choice.
		from, back := 1, answers[n].Number
		if n > 0 {
			from = answers[n-1].Number + 1
		}
		if err := g.Undo(t.Context(), rapid.IntRange(from, back).Draw(rt, "by number")); err != nil {
			rt.Fatal(err)
		}
		if g.Open() == nil || g.Open().Number != back {
			rt.Fatalf("after undo to decision %d the open one is %v", back, g.Open())
		}
		g.SetDecider(1, nil)
		g.SetDecider(2, nil)
		if err := answerAll(g, second, 0); err != nil {
			rt.Fatal(err)
		}
		want, err := playSync(m.machineSetup(t), func(ctx context.Context, p *Position, d *Decision, s Seat) Reply {
			if d.Number < back {
				return first(ctx, p, d, s)
			}
			return second(ctx, p, d, s)
		})
		if err != nil {
			rt.Fatal(err)
		}
		check(rt, sameGames(g, want), folds(g))
	})
}

func TestDroppedLogPlaysTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(drawProgram(rt))
		setup := m.machineSetup(t)
		answers := replies(rapid.Uint64().Draw(rt, "answers"))
		want, err := playSync(setup, answers)
		if err != nil {
			rt.Fatal(err)
		}
		setup.DropLog = true
		for name, deciders := range map[string]Decider{"bots": answers, "host": nil} {
			setup.Deciders[1], setup.Deciders[2] = deciders, deciders
			g := New(setup)
			if err := answerAll(g, answers, 0); err != nil {
				rt.Fatal(err)
			}
			if !g.run.state.Equal(&want.run.state) || g.Counts() != want.Counts() ||
				len(g.failures) != len(want.failures) {
				rt.Fatalf("%s: another game without a log: %v, want %v", name, g.Counts(), want.Counts())
			}
			if err := g.Undo(t.Context(), 1); err == nil {
				rt.Fatal("a game without a log went back")
			}
			g.Reset(1, nil)
			if first := newState(g.run.Layout); !g.run.state.Equal(&first) {
				rt.Fatal("Reset does not give the first state")
			}
			if err := answerAll(g, answers, 0); err != nil || !g.run.state.Equal(&want.run.state) ||
				g.Counts() != want.Counts() {
				rt.Fatalf("%s: another game after Reset: %v", name, err)
			}
		}
	})
}
