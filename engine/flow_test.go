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
	return tb.do(name, func(*Game) error { j.add("%s", name); return nil })
}

// play plays the flow to its end.
func (tb *table) play(t *testing.T, seats int, nodes ...node) *Game {
	t.Helper()
	tb.flow(nodes...)
	g := New(tb.setup(t, seats))
	if status, err := g.Advance(); status != Ended || err != nil {
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
		return tb.do(name, func(g *Game) error { j.add("%s/%s", tb.Phases[g.Phase()].Name, name); return nil })
	}
	after := tb.do("after", func(g *Game) error { j.add("%d", g.Phase()); return nil })
	tb.play(t, 1, tb.phase("outer", phases("a"), tb.phase("inner", phases("b")), phases("c")), after)
	j.expect(t, "outer/a inner/b outer/c -1")
}

func TestPhaseTriggersComeInsideTheirPhase(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.declarePhase("week", Param{Name: "seat", Kind: SeatKind})
	for name, tr := range map[string]TriggerID{"begins": tb.begins["week"], "ends": tb.ends["week"]} {
		for _, w := range []Window{Before, After} {
			tb.on(tr, w, name+w.String(), tb.hill, func(g *Game, in *Instance, ev *Ev) error {
				j.add("%s:%s%d", tb.phaseName(g), in.Ability.Name, ev.Params[0].Seat())
				return nil
			})
		}
	}
	turn := tb.turn("turn", func(g *Game, s Seat) error { j.add("turn%d", s); return nil })
	tb.play(t, 2, tb.turns(-1, true, tb.phase("week", turn)))
	one := "week:beginsbefore%[1]d week:beginsafter%[1]d turn%[1]d week:endsbefore%[1]d week:endsafter%[1]d"
	j.expect(t, fmt.Sprintf(one, 1)+" "+fmt.Sprintf(one, 2))
}

func (tb *table) phaseName(g *Game) string {
	if g.Phase() < 0 {
		return "none"
	}
	return tb.Phases[g.Phase()].Name
}

func TestRepeat(t *testing.T) {
	tb, j := newTable(), &journal{}
	count := tb.do("count", func(g *Game) error {
		n, _ := g.GameAttribute(tb.round)
		j.add("%d", n.N)
		return g.SetGameAttribute(tb.round, Num(int(n.N)+1))
	})
	done := func(g *Game, _ []Value) (Value, string, error) {
		n, err := g.GameAttribute(tb.round)
		return Bool(n.N >= 3), "", err
	}
	tb.play(t, 1, tb.until(done, count), tb.note(j, "then"), tb.times(2, tb.times(2, tb.note(j, "x")), tb.note(j, "y")), tb.until(done, tb.note(j, "once")))
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
			begin := tb.do("begin", func(g *Game) error { return g.SetGameAttribute(tb.first, SeatValue(test.first)) })
			turn := tb.turn("turn", func(g *Game, s Seat) error {
				j.add("%d", s)
				if test.pass != 0 {
					return g.Pass(test.pass)
				}
				return nil
			})
			g := tb.play(t, 3, begin, tb.turns(tb.first, true, turn))
			j.expect(t, test.want)
			if g.Turn() != 0 {
				t.Errorf("after the turns it is the turn of seat %d", g.Turn())
			}
		})
	}
}

func TestTurnsUntilAllPassed(t *testing.T) {
	tb, j := newTable(), &journal{}
	rounds := map[Seat]int{1: 2, 2: 1, 3: 3}
	turn := tb.turn("turn", func(g *Game, s Seat) error {
		j.add("%d", s)
		taken, err := g.SeatAttribute(s, tb.points)
		if err != nil {
			return err
		}
		if int(taken.N)+1 == rounds[s] {
			if g.Passed(s) {
				t.Error("passed before passing")
			}
			err = g.Pass(s)
		}
		return must(err, g.SetSeatAttribute(s, tb.points, Num(int(taken.N)+1)))
	})
	tb.play(t, 3, tb.turns(-1, false, turn), tb.turns(-1, true, turn))
	j.expect(t, "1 2 3 1 3 3 1 2 3")
}

func TestTurnLoopsInsideTurnLoops(t *testing.T) {
	tb, j := newTable(), &journal{}
	inner := tb.turn("inner", func(g *Game, s Seat) error {
		j.add("%d", s)
		if g.Turn() != s {
			t.Errorf("turn of %d, step of %d", g.Turn(), s)
		}
		return g.Pass(s) // of the inner loop alone
	})
	outer := tb.turn("outer", func(g *Game, s Seat) error {
		j.add("%d:", s)
		if g.Turn() != s || g.Passed(s) {
			t.Errorf("turn of %d (passed %v), step of %d", g.Turn(), g.Passed(s), s)
		}
		return nil
	})
	tb.play(t, 2, tb.turns(-1, true, outer, tb.turns(-1, false, inner), outer))
	j.expect(t, "1: 1 2 1: 2: 1 2 2:")
}

func TestPassNeedsTurns(t *testing.T) {
	tb := newTable()
	err := tb.fails(t, 2, func(g *Game) error { return g.Pass(1) })
	if !strings.Contains(err.Error(), "pass: no turns are running") {
		t.Error(err)
	}
}

func TestAgendaRunsInOrderOfScheduling(t *testing.T) {
	tb, j := newTable(), &journal{}
	var leaf, branch StepID
	leaf = tb.step("leaf", func(g *Game, args []Value) error { j.add("%d", args[0].N); return nil })
	branch = tb.step("branch", func(g *Game, args []Value) error {
		j.add("(%d", args[0].N)
		n := int(args[0].N) * 10
		return must(g.Schedule(leaf, []Value{Num(n + 1)}), g.Schedule(leaf, []Value{Num(n + 2)}))
	})
	root := tb.do("root", func(g *Game) error {
		return must(g.Schedule(leaf, []Value{Num(1)}), g.Schedule(branch, []Value{Num(2)}), g.Schedule(leaf, []Value{Num(3)}))
	})
	tb.play(t, 1, root, tb.note(j, "end"))
	j.expect(t, "1 (2 21 22 3 end")
}

func TestAgendaOfPhaseTriggersKeepsItsOrder(t *testing.T) {
	tb, j := newTable(), &journal{}
	leaf := tb.step("leaf", func(g *Game, args []Value) error { j.add("%d", args[0].N); return nil })
	tb.declarePhase("week")
	tb.on(tb.begins["week"], After, "plan", tb.hill, func(g *Game, in *Instance, ev *Ev) error {
		return must(g.Schedule(leaf, []Value{Num(1)}), g.Schedule(leaf, []Value{Num(2)}))
	})
	tb.play(t, 1, tb.phase("week", tb.note(j, "step")))
	j.expect(t, "1 2 step")
}

func TestScheduledStepsKnowTheTurn(t *testing.T) {
	tb, j := newTable(), &journal{}
	later := tb.step("later", func(g *Game, _ []Value) error {
		j.add("later%d", g.Turn())
		return g.Pass(g.Turn())
	})
	turn := tb.turn("turn", func(g *Game, s Seat) error { j.add("turn%d", s); return g.Schedule(later, nil) })
	tb.play(t, 2, tb.turns(-1, false, turn))
	j.expect(t, "turn1 later1 turn2 later2")
}

func TestScheduleTakesSixArguments(t *testing.T) {
	tb := newTable()
	id := tb.step("other", nil)
	err := tb.fails(t, 1, func(g *Game) error { return g.Schedule(id, make([]Value, MaxArgs+1)) })
	if want := "schedule: a step takes at most 6 arguments, not 7"; !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

func TestFinishEndsTheStepAtOnce(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, After, "herald", tb.alpha, func(g *Game, _ *Instance, _ *Ev) error {
		err := g.Finish(Only(2), tb.word("goals"))
		if err != ErrOver {
			t.Errorf("finish returned %v", err)
		}
		return err
	})
	tb.on(tb.hit, After, "late", tb.beta, func(*Game, *Instance, *Ev) error {
		j.add("late")
		return nil
	})
	won := tb.do("won", func(g *Game) error {
		if err := g.Raise(tb.ev(g, tb.hit), nil); err != nil {
			return err
		}
		j.add("still")
		return nil
	})
	g := tb.play(t, 2, won, tb.note(j, "never"))
	j.expect(t, "")
	if g.Winners() != Only(2) || g.Pack.Symbols[g.Reason()] != "goals" || !g.Over() {
		t.Errorf("winners %b, reason %s", g.Winners(), g.Pack.Symbols[g.Reason()])
	}
}

func TestTheFlowEndsWithoutAWinner(t *testing.T) {
	g := newTable().run(t, 2, func(*Game) error { return nil })
	if !g.Over() || g.Winners() != 0 || g.Reason() != 0 {
		t.Error("the end of the flow is no end without a winner")
	}
}

func TestAdvanceStepByStep(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.flow(tb.note(j, "a"), tb.note(j, "b"))
	g := New(tb.setup(t, 1))
	for i, want := range []Status{Going, Going, Ended, Ended} {
		if got, err := g.AdvanceStep(); got != want || err != nil {
			t.Errorf("step %d: status %d, %v", i, got, err)
		}
	}
	j.expect(t, "a b")
}

func TestFailureOfAStep(t *testing.T) {
	tb := newTable()
	err := tb.fails(t, 1, func(g *Game) error { return errScript })
	var f *Failure
	if !errors.As(err, &f) || !errors.Is(err, errScript) || f.Step != "test" || f.Seed != 1 {
		t.Errorf("%#v", err)
	}
	if want := "the script failed (in step test; seed 1, after decision 0)"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestInvariants(t *testing.T) {
	tb := newTable()
	tb.Invariants = []StepID{tb.pureStep("checks.points", func(g *Game, _ []Value) (Value, string, error) {
		v, err := g.SeatAttribute(1, tb.points)
		return Bool(v.N < 2), "too many points", err
	})}
	set := func(n int) node {
		return tb.do("set", func(g *Game) error { return g.SetSeatAttribute(1, tb.points, Num(n)) })
	}
	tb.flow(set(1), set(2))
	setup := tb.setup(t, 1)
	setup.CheckInvariants = true
	_, err := New(setup).Advance()
	if err == nil || !strings.Contains(err.Error(), "invariant checks.points does not hold: too many points") {
		t.Error(err)
	}
}

func TestPureStepsMayNotChangeAnything(t *testing.T) {
	change := map[string]func(tb *table, g *Game) error{
		"move":           func(tb *table, g *Game) error { return g.Move(1, 1, Top) },
		"shuffle":        func(tb *table, g *Game) error { return g.Shuffle(1) },
		"draw_from":      func(tb *table, g *Game) error { _, err := g.DrawFrom(1, 1); return err },
		"roll":           func(tb *table, g *Game) error { _, err := g.Roll(0, 1, 0); return err },
		"reveal":         func(tb *table, g *Game) error { return g.Reveal(1, 1) },
		"conceal":        func(tb *table, g *Game) error { return g.Conceal(1) },
		"setting mark":   func(tb *table, g *Game) error { return g.SetAttribute(1, tb.mark, Num(1)) },
		"setting points": func(tb *table, g *Game) error { return g.SetSeatAttribute(1, tb.points, Num(1)) },
		"setting first":  func(tb *table, g *Game) error { return g.SetGameAttribute(tb.first, SeatValue(1)) },
		"setting owner":  func(tb *table, g *Game) error { return g.SetOwner(1, 1) },
		"setting seat":   func(tb *table, g *Game) error { return g.SetController(1, 1) },
		"schedule":       func(tb *table, g *Game) error { return g.Schedule(0, nil) },
		"raise":          func(tb *table, g *Game) error { return g.Raise(tb.ev(g, tb.hit), nil) },
		"say":            func(tb *table, g *Game) error { return g.Say(1, nil, g.all) },
		"lasting":        func(tb *table, g *Game) error { _, err := g.Last(Effect{}); return err },
		"expire":         func(tb *table, g *Game) error { return g.Expire(1, 0) },
		"pass":           func(tb *table, g *Game) error { return g.Pass(1) },
		"finish":         func(tb *table, g *Game) error { return g.Finish(1, 0) },
		"choose":         func(tb *table, g *Game) error { _, err := g.Choose(&Decision{Kind: YesNo, Seat: 1}); return err },
		"perform":        func(tb *table, g *Game) error { return g.Perform(Value{Handle, 0}, 1) },
	}
	for what, do := range change {
		t.Run(what, func(t *testing.T) {
			tb := newTable()
			tb.on(tb.hit, After, "deaf", tb.alpha, nil)
			ran := false
			tb.flow(tb.until(func(g *Game, _ []Value) (Value, string, error) {
				ran = true
				before := g.Log().Len()
				err := do(tb, g)
				if g.Log().Len() != before {
					t.Error("an event was written")
				}
				return Bool(true), "", err
			}))
			g := New(tb.setup(t, 1))
			_, err := g.Advance()
			if want := what + " changes the game, but a condition (when, until, standing, amount) may only look at it"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
			if !ran {
				t.Error("the condition was not asked")
			}
		})
	}
}
