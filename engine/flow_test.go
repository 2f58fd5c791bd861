package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// journal collects what steps report, in order.
type journal struct{ lines []string }

func (j *journal) add(format string, args ...any) {
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) expect(t *testing.T, want string) {
	t.Helper()
	if got := strings.Join(j.lines, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// note is a step that reports its name.
func (tb *table) note(j *journal, name string) node {
	return tb.do(name, func(*Run) error { j.add("%s", name); return nil })
}

// play plays the flow to its end.
func (tb *table) play(t *testing.T, seats int, nodes ...node) *Game {
	t.Helper()
	tb.flow(nodes...)
	g := New(tb.setup(t, seats))
	if status, err := g.Advance(t.Context()); status != Ended || err != nil {
		t.Fatalf("status %d: %v", status, err)
	}
	if problem := folds(g); problem != "" {
		t.Error(problem)
	}
	return g
}

func TestNestedPhases(t *testing.T) {
	tb, j := newTable(), &journal{}
	phases := func(name string) node {
		return tb.do(name, func(r *Run) error { j.add("%s/%s", tb.Phases[r.Phase()].Name, name); return nil })
	}
	after := tb.do("after", func(r *Run) error { j.add("%d", r.Phase()); return nil })
	tb.play(t, 1, tb.phase("outer", phases("a"), tb.phase("inner", phases("b")), phases("c")), after)
	j.expect(t, "outer/a inner/b outer/c -1")
}

func TestPhaseTriggersComeInsideTheirPhase(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.declarePhase("week", Param{Name: "seat", Kind: SeatKind})
	for name, tr := range map[string]TriggerID{"begins": tb.begins["week"], "ends": tb.ends["week"]} {
		for _, w := range []Window{Before, After} {
			tb.on(tr, w, name+w.String(), tb.hill, func(r *Run, in *Instance, ev *Raised) error {
				j.add("%s:%s%d", tb.phaseName(&r.Position), in.Ability.Name, ev.Params[0].Seat())
				return nil
			})
		}
	}
	turn := tb.turn("turn", func(r *Run, s Seat) error { j.add("turn%d", s); return nil })
	tb.play(t, 2, tb.turns(-1, true, tb.phase("week", turn)))
	one := "week:beginsbefore%[1]d week:beginsafter%[1]d turn%[1]d week:endsbefore%[1]d week:endsafter%[1]d"
	j.expect(t, fmt.Sprintf(one, 1)+" "+fmt.Sprintf(one, 2))
}

func (tb *table) phaseName(p *Position) string {
	if p.Phase() < 0 {
		return "none"
	}
	return tb.Phases[p.Phase()].Name
}

func TestRepeat(t *testing.T) {
	tb, j := newTable(), &journal{}
	count := tb.do("count", func(r *Run) error {
		n, _ := r.GameAttribute(tb.round)
		j.add("%d", n.N)
		return r.SetGameAttribute(tb.round, Num(int(n.N)+1))
	})
	done := func(r *Run, _ []Value) (Value, string, error) {
		n, err := r.GameAttribute(tb.round)
		return Bool(n.N >= 3), "", err
	}
	tb.play(t, 1, tb.until(done, count), tb.note(j, "then"), tb.times(2, tb.times(2, tb.note(j, "x")), tb.note(j, "y")),
		tb.until(done, tb.note(j, "once")))
	j.expect(t, "0 1 2 then x x y x x y once")
}

func TestTurnsOnceFromASeat(t *testing.T) {
	for _, test := range []struct {
		first, pass Seat
		want        string
	}{
		{0, 0, "1 2 3"},
		{2, 0, "2 3 1"},
		{3, 0, "3 1 2"},
		{1, 2, "1 3"},
		{2, 1, "2 3"},
	} {
		t.Run(fmt.Sprint(test.first, test.pass), func(t *testing.T) {
			tb, j := newTable(), &journal{}
			begin := tb.do("begin", func(r *Run) error { return r.SetGameAttribute(tb.first, SeatValue(test.first)) })
			turn := tb.turn("turn", func(r *Run, s Seat) error {
				j.add("%d", s)
				if test.pass != 0 {
					return r.Pass(test.pass)
				}
				return nil
			})
			g := tb.play(t, 3, begin, tb.turns(tb.first, true, turn))
			j.expect(t, test.want)
			if g.run.Turn() != 0 {
				t.Errorf("after the turns it is the turn of seat %d", g.run.Turn())
			}
		})
	}
}

func TestTurnsUntilAllPassed(t *testing.T) {
	tb, j := newTable(), &journal{}
	rounds := map[Seat]int{1: 2, 2: 1, 3: 3}
	turn := tb.turn("turn", func(r *Run, s Seat) error {
		j.add("%d", s)
		taken, err := r.SeatAttribute(s, tb.points)
		if err != nil {
			return err
		}
		if int(taken.N)+1 == rounds[s] {
			if r.Passed(s) {
				t.Error("passed before passing")
			}
			err = r.Pass(s)
		}
		return must(err, r.SetSeatAttribute(s, tb.points, Num(int(taken.N)+1)))
	})
	tb.play(t, 3, tb.turns(-1, false, turn), tb.turns(-1, true, turn))
	j.expect(t, "1 2 3 1 3 3 1 2 3")
}

func TestTurnLoopsInsideTurnLoops(t *testing.T) {
	tb, j := newTable(), &journal{}
	inner := tb.turn("inner", func(r *Run, s Seat) error {
		j.add("%d", s)
		if r.Turn() != s {
			t.Errorf("turn of %d, step of %d", r.Turn(), s)
		}
		return r.Pass(s) // of the inner loop alone
	})
	outer := tb.turn("outer", func(r *Run, s Seat) error {
		j.add("%d:", s)
		if r.Turn() != s || r.Passed(s) {
			t.Errorf("turn of %d (passed %v), step of %d", r.Turn(), r.Passed(s), s)
		}
		return nil
	})
	tb.play(t, 2, tb.turns(-1, true, outer, tb.turns(-1, false, inner), outer))
	j.expect(t, "1: 1 2 1: 2: 1 2 2:")
}

func TestPassNeedsTurns(t *testing.T) {
	tb := newTable()
	err := tb.fails(t, 2, func(r *Run) error { return r.Pass(1) })
	if !strings.Contains(err.Error(), "pass: no turns are running") {
		t.Error(err)
	}
}

func TestAgendaRunsInOrderOfScheduling(t *testing.T) {
	tb, j := newTable(), &journal{}
	var leaf, branch StepID
	leaf = tb.step("leaf", func(r *Run, args []Value) error { j.add("%d", args[0].N); return nil })
	branch = tb.step("branch", func(r *Run, args []Value) error {
		j.add("(%d", args[0].N)
		n := int(args[0].N) * 10
		return must(r.Schedule(leaf, []Value{Num(n + 1)}), r.Schedule(leaf, []Value{Num(n + 2)}))
	})
	root := tb.do("root", func(r *Run) error {
		return must(r.Schedule(leaf, []Value{Num(1)}), r.Schedule(branch, []Value{Num(2)}),
			r.Schedule(leaf, []Value{Num(3)}))
	})
	tb.play(t, 1, root, tb.note(j, "end"))
	j.expect(t, "1 (2 21 22 3 end")
}

func TestAgendaOfPhaseTriggersKeepsItsOrder(t *testing.T) {
	tb, j := newTable(), &journal{}
	leaf := tb.step("leaf", func(r *Run, args []Value) error { j.add("%d", args[0].N); return nil })
	tb.declarePhase("week")
	tb.on(tb.begins["week"], After, "plan", tb.hill, func(r *Run, in *Instance, ev *Raised) error {
		return must(r.Schedule(leaf, []Value{Num(1)}), r.Schedule(leaf, []Value{Num(2)}))
	})
	tb.play(t, 1, tb.phase("week", tb.note(j, "step")))
	j.expect(t, "1 2 step")
}

func TestScheduledStepsKnowTheTurn(t *testing.T) {
	tb, j := newTable(), &journal{}
	later := tb.step("later", func(r *Run, _ []Value) error {
		j.add("later%d", r.Turn())
		return r.Pass(r.Turn())
	})
	turn := tb.turn("turn", func(r *Run, s Seat) error { j.add("turn%d", s); return r.Schedule(later, nil) })
	tb.play(t, 2, tb.turns(-1, false, turn))
	j.expect(t, "turn1 later1 turn2 later2")
}

func TestScheduleTakesSixArguments(t *testing.T) {
	tb := newTable()
	id := tb.step("other", nil)
	err := tb.fails(t, 1, func(r *Run) error { return r.Schedule(id, make([]Value, MaxArgs+1)) })
	if want := "schedule: a step takes at most 6 arguments, not 7"; !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

func TestFinishEndsTheStepAtOnce(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, After, "herald", tb.alpha, func(r *Run, _ *Instance, _ *Raised) error {
		err := r.Finish(Only(2), tb.word("goals"))
		if err != ErrOver {
			t.Errorf("finish returned %v", err)
		}
		return err
	})
	tb.on(tb.hit, After, "late", tb.beta, func(*Run, *Instance, *Raised) error {
		j.add("late")
		return nil
	})
	won := tb.do("won", func(r *Run) error {
		if err := r.Raise(tb.ev(r, tb.hit), nil); err != nil {
			return err
		}
		j.add("still")
		return nil
	})
	g := tb.play(t, 2, won, tb.note(j, "never"))
	j.expect(t, "")
	if g.Winners() != Only(2) || g.run.Pack.Symbols[g.run.Reason()] != "goals" || !g.Over() {
		t.Errorf("winners %b, reason %s", g.Winners(), g.run.Pack.Symbols[g.run.Reason()])
	}
}

func TestTheFlowEndsWithoutAWinner(t *testing.T) {
	g := newTable().run(t, 2, func(*Run) error { return nil })
	if !g.run.Over() || g.run.Winners() != 0 || g.run.Reason() != 0 {
		t.Error("the end of the flow is no end without a winner")
	}
}

func TestAdvanceStepByStep(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.flow(tb.note(j, "a"), tb.note(j, "b"))
	g := New(tb.setup(t, 1))
	for i, want := range []Status{Going, Going, Ended, Ended} {
		if got, err := g.AdvanceStep(t.Context()); got != want || err != nil {
			t.Errorf("step %d: status %d, %v", i, got, err)
		}
	}
	j.expect(t, "a b")
}

func TestFailureOfAStep(t *testing.T) {
	tb := newTable()
	err := tb.fails(t, 1, func(r *Run) error { return errScript })
	var f *Failure
	if !errors.As(err, &f) || !errors.Is(err, errScript) || f.Step != "test" || f.Seed.Low != 1 {
		t.Errorf("%#v", err)
	}
	if want := "the script failed (in step test; seed 1, after decision 0)"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestInvariants(t *testing.T) {
	tb := newTable()
	tb.Invariants = []StepID{tb.pureStep("checks.points", func(r *Run, _ []Value) (Value, string, error) {
		v, err := r.SeatAttribute(1, tb.points)
		return Bool(v.N < 2), "too many points", err
	})}
	set := func(n int) node {
		return tb.do("set", func(r *Run) error { return r.SetSeatAttribute(1, tb.points, Num(n)) })
	}
	tb.flow(set(1), set(2))
	setup := tb.setup(t, 1)
	setup.CheckInvariants = true
	_, err := New(setup).Advance(t.Context())
	if err == nil || !strings.Contains(err.Error(), "invariant checks.points does not hold: too many points") {
		t.Error(err)
	}
}

func TestPureStepsMayNotChangeAnything(t *testing.T) {
	change := map[string]func(tb *table, r *Run) error{
		"move":           func(tb *table, r *Run) error { return r.Move(1, 1, Top) },
		"shuffle":        func(tb *table, r *Run) error { return r.Shuffle(1) },
		"draw_from":      func(tb *table, r *Run) error { _, err := r.DrawFrom(1, 1); return err },
		"roll":           func(tb *table, r *Run) error { _, err := r.Roll(0, nil, 1, 0); return err },
		"reveal":         func(tb *table, r *Run) error { return r.Reveal(1, 1) },
		"conceal":        func(tb *table, r *Run) error { return r.Conceal(1) },
		"setting mark":   func(tb *table, r *Run) error { return r.SetAttribute(1, tb.mark, Num(1)) },
		"setting points": func(tb *table, r *Run) error { return r.SetSeatAttribute(1, tb.points, Num(1)) },
		"setting first":  func(tb *table, r *Run) error { return r.SetGameAttribute(tb.first, SeatValue(1)) },
		"setting owner":  func(tb *table, r *Run) error { return r.SetOwner(1, 1) },
		"setting seat":   func(tb *table, r *Run) error { return r.SetController(1, 1) },
		"schedule":       func(tb *table, r *Run) error { return r.Schedule(0, nil) },
		"raise":          func(tb *table, r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) },
		"say":            func(tb *table, r *Run) error { return r.Say(1, nil, r.all) },
		"lasting":        func(tb *table, r *Run) error { _, err := r.Last(Effect{}); return err },
		"expire":         func(tb *table, r *Run) error { return r.Expire(1, 0) },
		"pass":           func(tb *table, r *Run) error { return r.Pass(1) },
		"finish":         func(tb *table, r *Run) error { return r.Finish(1, 0) },
		"choose": func(tb *table, r *Run) error {
			_, err := r.Choose(&Decision{Kind: YesNo, Seat: 1})
			return err
		},
		"perform": func(tb *table, r *Run) error { return r.Perform(Value{Handle, 0}, 1) },
	}
	for what, do := range change {
		t.Run(what, func(t *testing.T) {
			tb := newTable()
			tb.on(tb.hit, After, "deaf", tb.alpha, nil)
			ran := false
			tb.flow(tb.until(func(r *Run, _ []Value) (Value, string, error) {
				ran = true
				before := r.game.Log().Len()
				err := do(tb, r)
				if r.game.Log().Len() != before {
					t.Error("an event was written")
				}
				return Bool(true), "", err
			}))
			g := New(tb.setup(t, 1))
			_, err := g.Advance(t.Context())
			if want := what + " changes the game, but a condition (when, from, until, standing, amount) may only " +
				"look at it"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
			if !ran {
				t.Error("the condition was not asked")
			}
		})
	}
}
