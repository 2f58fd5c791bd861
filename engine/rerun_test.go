package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// asks is a step that asks seat 1 for numbers and adds them up.
func asks(tb *table, times int) func(r *Run) error {
	return func(r *Run) error {
		for range times {
			reply, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: 9})
			if err != nil {
				return err
			}
			v, _ := r.SeatAttribute(1, tb.points)
			if err := r.SetSeatAttribute(1, tb.points, Num(10*int(v.N)+reply[0])); err != nil {
				return err
			}
		}
		return nil
	}
}

// give answers the open decision of seat 1 and plays on.
func give(t *testing.T, g *Game, n int) (Status, error) {
	t.Helper()
	if g.Open() == nil {
		t.Fatal("no decision is open")
	}
	if err := g.Answer(g.Open().Number, 1, Reply{n}); err != nil {
		t.Fatal(err)
	}
	return g.Advance(t.Context())
}

// TestCutShortIsNotAsked: a question whose options come from a search that was cut short,
// by an interruption or by a fault, is not put to anybody.
func TestCutShortIsNotAsked(t *testing.T) {
	tb := newTable()
	ctx, stop := context.WithCancel(t.Context())
	interrupt := stop
	g := tb.game(t, 1, func(r *Run) error {
		interrupt()
		options := numbers(1, 2)
		for c := CardID(1); int(c) < 3; c++ {
			if r.Match(&Filter{}, CardValue(c), nil, nil) {
				options = append(options, One(CardValue(c)))
			}
		}
		_, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Options: options})
		return err
	})
	if status, err := g.Advance(ctx); status != Going || !errors.Is(err, context.Canceled) || g.Open() != nil {
		t.Errorf("interrupted, it stands at status %d: %v, asking %v", status, err, g.Open())
	}
	interrupt = func() {}
	if status, err := g.Advance(t.Context()); status != Waiting || len(g.Open().Options) != 4 {
		t.Errorf("played on, it stands at status %d: %v", status, err)
	}

	g = newTable().game(t, 1, func(r *Run) error {
		r.fault = errors.New("no such value")
		_, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Options: numbers(1, 2)})
		return err
	})
	if status, err := g.Advance(t.Context()); status != Stopped || !strings.Contains(err.Error(), "no such value") {
		t.Errorf("at fault, it stands at status %d: %v", status, err)
	}
}

func TestStateStandsAtTheDecision(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 1, asks(tb, 3))
	g.Advance(t.Context())
	for i, want := range []int32{1, 12, 123} {
		give(t, g, i+1)
		if v, _ := g.run.SeatAttribute(1, tb.points); v.N != want {
			t.Errorf("after %d answers: %d points", i+1, v.N)
		}
	}
	if got := loggedAnswers(g); !slices.Equal(got, []string{"1.1: 1", "2.1: 2", "3.1: 3"}) {
		t.Error(got)
	}
}

// TestScriptsWithMemoryAreFound runs steps that do not repeat, and checks that
// the report names the step, the decision and the difference.
func TestScriptsWithMemoryAreFound(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(tb *table, r *Run, run int) error
		want string
	}{
		{"other events before the answer", func(tb *table, r *Run, run int) error {
			return must(r.SetAttribute(1, tb.mark, Num(run)), asks(tb, 2)(r))
		}, "step test did not repeat: at decision 1 other events had happened before it"},
		{"another question", func(tb *table, r *Run, run int) error {
			_, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: 8 + run})
			return must(err, asks(tb, 1)(r))
		}, "step test did not repeat: at decision 1 another question or other options were offered"},
		{"another prompt", func(tb *table, r *Run, run int) error {
			_, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: 9, Prompt: Symbol(run)})
			return must(err, asks(tb, 1)(r))
		}, "another question"},
		{"another value in the prompt", func(tb *table, r *Run, run int) error {
			_, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: 9, About: []Named{{1, Num(run)}}})
			return must(err, asks(tb, 1)(r))
		}, "another question"},
		{"optional or not", func(tb *table, r *Run, run int) error {
			_, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Options: numbers(1, 2, 3, 4, 5, 6), Optional: run > 1})
			return must(err, asks(tb, 1)(r))
		}, "another question"},
		{"options joined otherwise", func(tb *table, r *Run, run int) error {
			options := []Choice{{N: 2, V: [MaxParts]Value{Num(1), Num(2)}}, One(Num(3)), One(Num(4)), One(Num(5)),
				One(Num(6)), One(Num(7))}
			if run > 1 {
				options[0], options[1] = One(Num(1)), Choice{N: 2, V: [MaxParts]Value{Num(2), Num(3)}}
			}
			_, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Options: options})
			return must(err, asks(tb, 1)(r))
		}, "another question"},
		{"another seat", func(tb *table, r *Run, run int) error {
			_, err := r.Choose(&Decision{Kind: PickNumber, Seat: Seat(run), Max: 9})
			return must(err, asks(tb, 1)(r))
		}, "another question"},
		{"asked no more", func(tb *table, r *Run, run int) error {
			if run > 1 {
				return nil
			}
			return asks(tb, 1)(r)
		}, "step test did not repeat: at decision 1 the step ended without asking it again"},
		{"hidden memory that shows later", func(tb *table, r *Run, run int) error {
			if err := asks(tb, 1)(r); err != nil {
				return err
			}
			return must(r.SetAttribute(1, tb.mark, Num(run/3)), asks(tb, 1)(r))
		}, "step test did not repeat: at decision 2 other events had happened before it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			run := 0
			g := tb.game(t, 2, func(r *Run) error { run++; return test.do(tb, r, run) })
			_, err := g.Advance(t.Context())
			for range 3 {
				if err != nil || g.Open() == nil {
					break
				}
				_, err = give(t, g, 5)
			}
			var diverged *DivergenceError
			if !errors.As(err, &diverged) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestTheSameThingOfferedTwice(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 1, func(r *Run) error {
		reply, err := r.Choose(&Decision{Kind: PickSome, Seat: 1, Options: numbers(7, 7, 7, 8), Min: 2, Max: 2})
		if err != nil || len(reply) != 2 {
			return must(err, errScript)
		}
		return nil
	})
	g.Advance(t.Context())
	if err := g.Answer(1, 1, Reply{2, 0}); err != nil {
		t.Fatal(err)
	}
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Error(err)
	}
}

func TestUndo(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("a", asks(tb, 2)), tb.do("nothing", func(r *Run) error { return r.SetAttribute(1, tb.mark, Num(1)) }),
		tb.do("b", asks(tb, 2)))
	g := New(tb.setup(t, 1))
	expectUndo := func(number int, want string) {
		t.Helper()
		err := g.Undo(t.Context(), number)
		if want != "" {
			if err == nil || err.Error() != want {
				t.Errorf("undo to %d: %v, want %q", number, err, want)
			}
			return
		}
		if err != nil || g.Open() == nil || g.Open().Number != number {
			t.Fatalf("undo to %d: %v, open %+v", number, err, g.Open())
		}
	}
	points := func(want int32) {
		t.Helper()
		if v, _ := g.run.SeatAttribute(1, tb.points); v.N != want {
			t.Errorf("%d points, want %d", v.N, want)
		}
	}
	expectUndo(1, "there is no answered decision 1 to go back to; answered so far: 0")
	g.Advance(t.Context())
	expectUndo(1, "there is no answered decision 1 to go back to; answered so far: 0")
	for n := 1; n <= 3; n++ {
		give(t, g, n)
	}
	points(123)
	expectUndo(0, "there is no answered decision 0 to go back to; answered so far: 3")
	expectUndo(4, "there is no answered decision 4 to go back to; answered so far: 3")
	expectUndo(3, "")
	points(12)
	if g.run.Printed(1, tb.mark).N != 1 {
		t.Error("went back too far")
	}
	expectUndo(2, "")
	points(1)
	if g.run.Printed(1, tb.mark).N != 0 {
		t.Error("went back too little")
	}
	give(t, g, 7)
	give(t, g, 8)
	if status, _ := give(t, g, 9); status != Ended {
		t.Error("not at the end")
	}
	points(1789)
	expectUndo(1, "")
	points(0)
	if g.run.Over() {
		t.Error("still over")
	}
	// Right after an answer, before the game has advanced.
	if err := g.Answer(1, 1, Reply{5}); err != nil {
		t.Fatal(err)
	}
	expectUndo(1, "")
	points(0)
	if problem := sound(g); problem != "" {
		t.Error(problem)
	}
}

func TestUndoOfABotsDecisionLeavesItOpen(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("a", asks(tb, 3)))
	setup := tb.setup(t, 1)
	setup.Deciders[1] = firstOption
	g := New(setup)
	g.Advance(t.Context())
	if err := g.Undo(t.Context(), 2); err != nil || g.Open() == nil || g.Open().Number != 2 {
		t.Fatal(err, g.Open())
	}
	give(t, g, 4)
	if v, _ := g.run.SeatAttribute(1, tb.points); v.N != 40 {
		t.Errorf("%d points", v.N)
	}
}

func TestUndoTakesReportsBack(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "bad", tb.gamma, func(*Run, *Instance, *Raised) error { return errScript })
	hit := func(r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) }
	tb.flow(
		tb.do("a", func(r *Run) error { return must(hit(r), asks(tb, 1)(r)) }),
		tb.do("b", func(r *Run) error {
			if err := must(hit(r), asks(tb, 1)(r)); err != nil {
				return err
			}
			return hit(r)
		}),
	)
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	g := New(setup)
	g.Advance(t.Context())
	for i, want := range []int{1, 2, 3} {
		if len(g.Failures()) != want {
			t.Errorf("after %d answers: %d reports, want %d", i, len(g.Failures()), want)
		}
		if g.Open() != nil {
			give(t, g, 1)
		}
	}
	for _, test := range []struct{ to, want int }{{2, 2}, {1, 1}} {
		if err := g.Undo(t.Context(), test.to); err != nil || len(g.Failures()) != test.want {
			t.Errorf("undo to %d: %d reports, want %d (%v)", test.to, len(g.Failures()), test.want, err)
		}
	}
}

func TestRunningAgainCountsNothingTwice(t *testing.T) {
	counts := func(decider Decider) Counts {
		tb := newTable()
		tb.on(tb.hit, After, "x", tb.gamma, nil)
		tb.flow(tb.do("a", func(r *Run) error { return must(r.Raise(tb.ev(r, tb.hit), nil), asks(tb, 3)(r)) }))
		setup := tb.setup(t, 1)
		setup.Deciders[1] = decider
		g := New(setup)
		if err := answerAll(g, firstOption, 0); err != nil {
			t.Fatal(err)
		}
		return g.Counts()
	}
	if sync, again := counts(firstOption), counts(nil); sync != again || sync.Triggers != 1 || sync.Abilities != 1 ||
		sync.MostAnswers != 3 {
		t.Errorf("%+v and %+v", sync, again)
	}
}

func TestAForkKeepsItsAnswersWhenTheGameGoesOn(t *testing.T) {
	for _, dropLog := range []bool{false, true} {
		tb := newTable()
		first := tb.do("first",
			func(r *Run) error { return must(asks(tb, 4)(r), r.SetSeatAttribute(1, tb.points, Num(0))) })
		tb.flow(first, tb.do("a", asks(tb, 2)), tb.do("b", asks(tb, 2)))
		setup := tb.setup(t, 1)
		setup.DropLog = dropLog
		var fork *Game
		setup.Deciders[1] = func(_ context.Context, p *Position, d *Decision, _ Seat) Reply {
			if d.Number == 6 {
				fork = p.run.game.Fork(tb.fake)
			}
			return Reply{d.Number}
		}
		if _, err := New(setup).Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if status, err := fork.Advance(t.Context()); status != Waiting || fork.Open().Number != 6 {
			t.Fatal(status, err)
		}
		if v, _ := fork.run.SeatAttribute(1, tb.points); v.N != 5 {
			t.Errorf("without log %v: the fork has the answer %d", dropLog, v.N)
		}
	}
}

func TestAnswersOfAGame(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("a", asks(tb, 2)), tb.do("b", asks(tb, 2)))
	g := New(tb.setup(t, 1))
	g.Advance(t.Context())
	for n := 1; n <= 3; n++ {
		give(t, g, n)
	}
	var got []string
	for _, a := range g.Position().Answers() {
		got = append(got, fmt.Sprintf("%d %s %d %s", a.Number, a.Kind, a.Replies[0].Seat,
			g.run.ChoiceKey(a.Replies[0].Choices[0])))
	}
	if got := strings.Join(got, ", "); got != "1 number 1 1, 2 number 1 2, 3 number 1 3" {
		t.Error(got)
	}
}
