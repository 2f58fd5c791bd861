package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// savedMachine is a game of a program that uses everything, saved after a
// number of answers.
func savedMachine(t testing.TB, until int) (*machine, Setup, []byte) {
	t.Helper()
	ops := make(program, 4)
	for i := range ops {
		for kind := range opKinds {
			ops[i] = append(ops[i], op{kind, 7*kind + 13*i, 5*kind + i, kind + 3*i})
		}
	}
	m := newMachine(ops)
	setup := m.machineSetup(t)
	g := New(setup)
	if err := answerAll(g, replies(5), until); err != nil {
		t.Fatal(err)
	}
	if until > 0 && g.Open() == nil {
		t.Fatalf("decision %d is not reached", until)
	}
	return m, setup, g.Encode()
}

func TestDecodeRefusesCutOffData(t *testing.T) {
	_, setup, data := savedMachine(t, 9)
	for n := range data {
		if err := New(setup).Decode(data[:n]); !errors.Is(err, ErrCutOff) {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
	if err := New(setup).Decode(append(data, 0)); err == nil || err.Error() != "the saved game is damaged: 1 bytes are left over" {
		t.Errorf("%v", err)
	}
}

func TestDecodeRefusesAnotherPack(t *testing.T) {
	_, setup, data := savedMachine(t, 2)
	other := newTable()
	other.Defs[other.coin].Copies = 5
	other.flow()
	err := New(other.setup(t, 2)).Decode(data)
	if err == nil || !strings.Contains(err.Error(), "the game was saved with another pack: the size of the state was") {
		t.Errorf("%v", err)
	}
	_ = setup
}

func TestDecodeRefusesAScriptThatAsksSomethingElse(t *testing.T) {
	tb := newTable()
	most := 5
	tb.flow(tb.do("test", func(r *Run) error { _, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: most}); return err }))
	setup := tb.setup(t, 1)
	g := New(setup)
	g.Advance()
	data := g.Encode()
	most = 6
	var diverged *DivergenceError
	if err := New(setup).Decode(data); !errors.As(err, &diverged) || diverged.Decision != 1 {
		t.Errorf("%v", err)
	}
	setup.Deciders[1] = firstOption
	if err := New(setup).Decode(data); err != nil {
		t.Errorf("a seat that has a bot now: %v", err)
	}
}

// TestDamagedBytes changes every byte of a saved game: it must be refused, or
// give a game that can be played on.
func TestDamagedBytes(t *testing.T) {
	_, setup, data := savedMachine(t, 9)
	refused := 0
	for i := range data {
		for _, by := range []byte{1, 2, 0x40, 0x80} {
			damaged := append([]byte(nil), data...)
			damaged[i] += by
			if !playOn(setup, damaged) {
				refused++
			}
		}
	}
	if refused < 2*len(data) {
		t.Errorf("only %d of %d changes were noticed", refused, 4*len(data))
	}
}

// playOn decodes data and plays some decisions; it reports whether the data was
// taken.
func playOn(setup Setup, data []byte) bool {
	g := New(setup)
	if err := g.Decode(data); err != nil {
		return false
	}
	for range 3 {
		if d := g.Open(); d != nil && answerAll(g, replies(1), d.Number+1) != nil {
			break
		}
	}
	if n := g.Counts().Decisions; n > 0 {
		g.Undo(n)
		g.Undo(1)
	}
	return true
}

func FuzzDecode(f *testing.F) {
	var setup Setup
	for _, until := range []int{1, 4, 9, 0} {
		_, s, data := savedMachine(f, until)
		setup = s
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { playOn(setup, data) })
}

func TestAnswersOfAGame(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("a", asks(tb, 2)), tb.do("b", asks(tb, 2)))
	g := New(tb.setup(t, 1))
	g.Advance()
	for n := 1; n <= 3; n++ {
		give(t, g, n)
	}
	var got []string
	for _, a := range g.Answers() {
		got = append(got, fmt.Sprintf("%d %s %d %s", a.Number, a.Kind, a.Replies[0].Seat, g.run.ChoiceKey(a.Replies[0].Choices[0])))
	}
	if got := strings.Join(got, ", "); got != "1 number 1 1, 2 number 1 2, 3 number 1 3" {
		t.Error(got)
	}
}

func BenchmarkEncode(b *testing.B) {
	_, setup, data := savedMachine(b, 9)
	g := New(setup)
	if err := g.Decode(data); err != nil {
		b.Fatal(err)
	}
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g.Encode()
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := g.Decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
