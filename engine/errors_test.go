package engine

import (
	"errors"
	"fmt"
	"testing"
)

// TestUnwinds: of the errors of a run those end it that no ability may catch.
func TestUnwinds(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {errScript, false}, {&NumberError{}, false}, {&Failure{Err: errScript}, false},
		{ErrWaiting, true}, {ErrOver, true}, {ErrStopped, true}, {errInterrupted, true},
		{&DivergenceError{}, true}, {&NestingError{}, true}, {&WorkError{}, true},
		{fmt.Errorf("in a script: %w", &WorkError{}), true}, {fmt.Errorf("in a script: %w", &NestingError{}), true},
		{fmt.Errorf("in a script: %w", &DivergenceError{}), true},
	} {
		if got := Unwinds(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}

// traced is an error that knows by which calls it came.
type traced struct{ error }

func (traced) Traceback() string { return "  called from turn.lua:3" }

// TestErrorTexts: what the errors of the engine say.
func TestErrorTexts(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&DivergenceError{Step: "turn.take", Decision: 4, What: "it asked seat 2"},
			"step turn.take did not repeat: at decision 4 it asked seat 2"},
		{&NumberError{"a.lua:1: n is 2.5", 2.5},
			"a.lua:1: n is 2.5, and games hold whole numbers; math.floor(n) or math.ceil(n) makes it one"},
		{&NumberError{"a.lua:1: n is 1e12", 1e12}, "a.lua:1: n is 1e12, which is not a number that games can hold"},
		{&NumberError{"a.lua:1: n is 1e12", 1e12 + 0.5},
			"a.lua:1: n is 1e12, which is not a number that games can hold"},
		{&WorkError{7}, "more than 7 cards, listeners and effects looked at in one step"},
		{&BugError{"nil map", "flow.go:7"}, "a bug in ruledeck itself: nil map (flow.go:7)"},
		{&Failure{Step: "turn.take", Decision: 2, Err: errScript},
			"the script failed (in step turn.take; seed 0, after decision 2)"},
		{&Failure{Card: "ant", Ability: "bite", Step: "turn.take", Err: errScript},
			"the script failed (in ability bite of ant; seed 0, after decision 0)"},
		{&Failure{Card: "ant", Ability: "bite", Trigger: "hit", Err: errScript},
			"the script failed (in ability bite of ant at hit; seed 0, after decision 0)"},
		{&Failure{Step: "turn.take", Err: traced{errScript}},
			"the script failed (in step turn.take; seed 0, after decision 0)\n  called from turn.lua:3"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	guarded := func() (err error) {
		defer Guard(&err)
		panic("nil map")
	}
	var bug *BugError
	if err := guarded(); !errors.As(err, &bug) || bug.What != "nil map" || bug.At == "" {
		t.Errorf("%v", err)
	}
}

// TestRounds: which round it is of a phase that is repeated, and whose loop it is.
func TestRounds(t *testing.T) {
	tb := newTable()
	var seen []string
	look := tb.do("look", func(r *Run) error {
		now, of := r.RoundOf(1)
		outer, times := r.RoundOf(0)
		seen = append(seen, fmt.Sprint(now, " of ", of, ", ", outer, " of ", times))
		return nil
	})
	tb.flow(tb.phase("early", look), tb.times(2, tb.phase("late", look)))
	g := New(tb.setup(t, 2))
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatal(status, err)
	}
	if got := fmt.Sprint(seen); got != "[1 of 2, 0 of 0 1 of 2, 0 of 0 2 of 2, 0 of 0]" {
		t.Error(got)
	}
}

// TestHashes: states that differ in one thing alone have other digests, and are not equal.
func TestHashes(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 2, func(*Run) error { return nil })
	first := g.Position().State()
	for name, change := range map[string]func(s *State){
		"a cell":        func(s *State) { s.cells[len(s.cells)-1]++ },
		"known":         func(s *State) { s.links[1].known ^= 1 },
		"an effect":     func(s *State) { s.effects = append(s.effects, Effect{}) },
		"a call":        func(s *State) { s.agenda = append(s.agenda, Call{}) },
		"another call":  func(s *State) { s.agenda = append(s.agenda, Call{Step: 1}) },
		"which is last": func(s *State) { s.effects = append(s.effects, Effect{Seat: 1}) },
	} {
		other := *first
		other.cells = append([]int32(nil), first.cells...)
		other.links = append(first.links[:0:0], first.links...)
		other.effects = append([]Effect(nil), first.effects...)
		other.agenda = append([]Call(nil), first.agenda...)
		if other.Hash() != first.Hash() || !other.Equal(first) {
			t.Fatalf("%s: a copy is another state", name)
		}
		change(&other)
		if other.Hash() == first.Hash() || other.Equal(first) {
			t.Errorf("%s makes no difference", name)
		}
	}
}
