package engine

import (
	"errors"
	"strings"
	"testing"
)

func TestLimitsAndTheirResets(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit func(tb *table) Limit
		want  string
	}{
		{"none", func(tb *table) Limit { return Limit{} }, "x x fall x x"},
		{"game", func(tb *table) Limit { return Limit{Times: 3, Per: -1} }, "x x fall x"},
		{"per trigger", func(tb *table) Limit { return Limit{Times: 1, Per: tb.fall} }, "x fall x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb, j := newTable(), &journal{}
			a := tb.on(tb.hit, After, "x", tb.gamma, func(*Run, *Instance, *Raised) error { j.add("x"); return nil })
			a.Limit = test.limit(tb)
			hit := func(r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) }
			tb.run(t, 1, func(r *Run) error {
				err := must(hit(r), hit(r),
					r.Raise(tb.ev(r, tb.fall), func(*Raised) error { j.add("fall"); return nil }))
				return must(err, hit(r), hit(r))
			})
			j.expect(t, test.want)
		})
	}
}

func TestLimitHoldsOnLastKnownInformation(t *testing.T) {
	tb, j := newTable(), &journal{}
	a := tb.on(tb.hit, After, "x", tb.gamma, noting(j))
	a.LastKnown, a.Limit = true, Limit{Times: 1, Per: -1}
	tb.run(t, 1, func(r *Run) error { return r.RaiseAll([]*Raised{tb.ev(r, tb.hit), tb.ev(r, tb.hit)}, nil) })
	j.expect(t, "gamma:x")
}

// haunted is a table on which ghost is an ability that no card has.
func haunted(j *journal) (*table, *Ability) {
	tb := newTable()
	ghost := tb.on(tb.hit, After, "ghost", tb.hill, func(r *Run, in *Instance, ev *Raised) error {
		j.add("%s%d", r.CardKey(in.Card), r.SeatOf(in))
		for _, p := range in.Params {
			j.add("=%d", p.N)
		}
		return nil
	})
	tb.Defs[tb.hill].Abilities = nil
	return tb, ghost
}

func TestLastingEffects(t *testing.T) {
	j := &journal{}
	tb, ghost := haunted(j)
	hit := func(r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) }
	tb.run(t, 2, func(r *Run) error {
		e := Effect{Ability: ghost.ID, Card: 1, Seat: 2, Until: tb.fall, N: 1}
		e.Params[0] = Num(7)
		first, err1 := r.Last(e)
		second, err2 := r.Last(Effect{Ability: ghost.ID, Card: 2, Until: -1})
		if first == second {
			t.Error("two effects have one number")
		}
		if !r.HasAbility(1, ghost.NameSymbol) || r.HasAbility(3, ghost.NameSymbol) {
			t.Error("with does not see lasting effects")
		}
		err := must(err1, err2, hit(r))
		j.add("fall")
		err = must(err, r.Raise(tb.ev(r, tb.fall), nil), hit(r))
		j.add("expire")
		return must(err, r.Expire(ghost.NameSymbol, 1), hit(r), r.Expire(ghost.NameSymbol, 0), hit(r))
	})
	j.expect(t, "alpha#20 alpha#12 =7 fall alpha#20 expire alpha#20")
}

func TestEffectsMadeDuringTheirOwnEnd(t *testing.T) {
	for _, test := range []struct {
		w    Window
		want string
	}{{Before, "over"}, {After, "over alpha#10"}} {
		t.Run(test.w.String(), func(t *testing.T) {
			j := &journal{}
			tb, ghost := haunted(j)
			made := false
			tb.on(tb.fall, test.w, "curse", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
				if made {
					return nil
				}
				made = true
				_, err := r.Last(Effect{Ability: ghost.ID, Card: 1, Until: tb.fall})
				return err
			})
			fall := func(r *Run) error { return r.Raise(tb.ev(r, tb.fall), nil) }
			tb.run(t, 1, func(r *Run) error {
				err := fall(r)
				j.add("over")
				return must(err, r.Raise(tb.ev(r, tb.hit), nil), fall(r), r.Raise(tb.ev(r, tb.hit), nil))
			})
			j.expect(t, test.want)
		})
	}
}

func TestACancelledTriggerEndsNoEffects(t *testing.T) {
	j := &journal{}
	tb, ghost := haunted(j)
	tb.on(tb.hit, Replace, "stop", tb.gamma,
		func(r *Run, in *Instance, ev *Raised) error { ev.Cancelled = ev.Params[hitN].N == 1; return nil })
	tb.run(t, 1, func(r *Run) error {
		_, err := r.Last(Effect{Ability: ghost.ID, Card: 1, Until: tb.hit})
		for _, n := range []int{1, 0, 0} {
			err = must(err, r.Raise(tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Num(n)), nil))
		}
		return err
	})
	j.expect(t, "alpha#10")
}

// failing is a table on which gamma's ability changes much and then fails.
func failing(t *testing.T) *table {
	tb := newTable()
	tb.on(tb.hit, After, "blunder", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitN], ev.Cancelled = Num(99), true
		reply, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Max: 5})
		if err != nil {
			return err
		}
		faces, err := r.Roll(tb.d6, nil, 1, r.all)
		err = must(err, r.SetSeatAttribute(1, tb.points, Num(10*reply[0]+int(faces[0].N))),
			r.Move(1, tb.z(&r.Position, tb.deck, 1), Top), r.Shuffle(tb.z(&r.Position, tb.box, 0)))
		fall := tb.ev(r, tb.fall)
		err = must(err, r.Raise(fall, nil))
		if err != nil {
			t.Errorf("before the failure: %v", err)
		}
		return errScript
	})
	return tb
}

func TestAFailedAbilityIsUndone(t *testing.T) {
	tb := failing(t)
	var before, after State
	rolled := map[string]int32{}
	tb.flow(tb.do("test", func(r *Run) error {
		r.state.clone(&before)
		ev := tb.ev(r, tb.hit)
		if err := r.Raise(ev, nil); err != nil {
			return err
		}
		r.state.clone(&after)
		if ev.Params[hitN].N != 0 || ev.Cancelled {
			t.Error("what the ability wrote to the event stayed")
		}
		faces, rollErr := r.Roll(tb.d6, nil, 1, r.all)
		rolled["after"] = faces[0].N
		return rollErr
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	g := New(setup)
	if err := answerAll(g, replies(3), 0); err != nil {
		t.Fatal(err)
	}
	before.cells[cellDecisions]++ // the answer stays answered
	if !after.Equal(&before) {
		t.Errorf("the ability left traces:\n%s", g.run.Dump(&after))
	}
	for at := range g.log.Len() {
		if e := g.log.At(at); e.Kind == EvRoll {
			if rolled["ability"] == 0 {
				rolled["ability"] = g.log.Values(e)[0].N
			}
		}
	}
	if rolled["ability"] != rolled["after"] {
		t.Errorf("the random result did not return: %v", rolled)
	}
	if len(g.Failures()) != 1 {
		t.Fatalf("%d reports", len(g.Failures()))
	}
	want := "the script failed (in ability blunder of gamma at hit; seed 1, after decision 1)"
	if got := g.Failures()[0].Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if f := g.Failures()[0]; f.Step != "test" || !errors.Is(f, errScript) {
		t.Errorf("%#v", f)
	}
	if problem := folds(g); problem != "" {
		t.Error(problem)
	}
}

func TestAFailedAbilityStopsTheGame(t *testing.T) {
	tb := failing(t)
	tb.flow(tb.do("test", func(r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) }))
	setup := tb.setup(t, 1)
	setup.Deciders[1] = firstOption
	g := New(setup)
	status, err := g.Advance(t.Context())
	var f *Failure
	if status != Stopped || !errors.As(err, &f) || f.Ability != "blunder" {
		t.Errorf("status %d: %v", status, err)
	}
	if err := g.Undo(t.Context(), 1); err != nil || g.Open() == nil {
		t.Errorf("a stopped game does not go back: %v", err)
	}
}

func TestAFailedAbilityInsideAnother(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.fall, After, "inner", tb.beta, func(r *Run, in *Instance, ev *Raised) error {
		return must(r.SetAttribute(in.Card, tb.mark, Num(5)), errScript)
	})
	tb.on(tb.hit, After, "outer", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		err := r.Raise(tb.ev(r, tb.fall), nil)
		j.add("outer goes on")
		return must(err, r.SetAttribute(in.Card, tb.mark, Num(6)), errScript)
	})
	tb.flow(tb.do("test", func(r *Run) error {
		err := r.Raise(tb.ev(r, tb.hit), nil)
		return must(err, r.SetAttribute(1, tb.mark, Num(1)))
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.expect(t, "outer goes on")
	for _, c := range []CardID{tb.c(&g.run.Position, tb.beta, 1), tb.c(&g.run.Position, tb.beta, 2),
		tb.c(&g.run.Position, tb.gamma, 1)} {
		if v := g.run.Printed(c, tb.mark); v.N != 0 {
			t.Errorf("%s kept %d", g.run.CardKey(c), v.N)
		}
	}
	if g.run.Printed(1, tb.mark).N != 1 || len(g.Failures()) != 3 {
		t.Errorf("mark %d, %d reports", g.run.Printed(1, tb.mark).N, len(g.Failures()))
	}
	if problem := folds(g); problem != "" {
		t.Error(problem)
	}
}

func TestAFailedAbilityUsesItsLimitUp(t *testing.T) {
	tb := newTable()
	ran := 0
	a := tb.on(tb.hit, After, "x", tb.gamma, func(*Run, *Instance, *Raised) error { ran++; return errScript })
	a.Limit = Limit{Times: 1, Per: -1}
	tb.flow(tb.do("test", func(r *Run) error {
		return must(r.Raise(tb.ev(r, tb.hit), nil), r.Raise(tb.ev(r, tb.hit), nil))
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	New(setup).Advance(t.Context())
	if ran != 1 {
		t.Errorf("ran %d times", ran)
	}
}

func TestAProtectedCallPutsRegistersBack(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, After, "x", tb.gamma, noting(j))
	g := tb.run(t, 1, func(r *Run) error {
		saved := r.Registers()
		err := r.Raise(tb.ev(r, tb.hit), func(*Raised) error { return errScript })
		if err != errScript {
			t.Error(err)
		}
		r.Restore(saved)
		return must(r.SetAttribute(1, tb.mark, Num(1)), tb.hitting(j)(r))
	})
	j.expect(t, "hit gamma:x")
	if problem := tree(g); problem != "" {
		t.Error(problem)
	}
}

func TestConditionsMayNotChangeAnything(t *testing.T) {
	tb := newTable()
	a := tb.on(tb.hit, After, "x", tb.gamma, func(*Run, *Instance, *Raised) error { t.Error("acted"); return nil })
	tb.when(a, func(r *Run, in *Instance, ev *Raised) (bool, error) {
		return true, r.SetAttribute(in.Card, tb.mark, Num(1))
	})
	b := tb.on(tb.hit, After, "y", tb.gamma, nil)
	tb.flow(tb.do("test", func(r *Run) error {
		return must(r.Raise(tb.ev(r, tb.hit), nil), r.SetAttribute(1, tb.mark, Num(2)))
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(g.Failures()) != 1 || !strings.Contains(g.Failures()[0].Error(), "setting mark changes the game") {
		t.Errorf("%v", g.Failures())
	}
	if g.run.Printed(1, tb.mark).N != 2 || g.run.Printed(tb.c(&g.run.Position, tb.gamma, 1), tb.mark).N != 0 {
		t.Error("the game did not go on as it should")
	}
	_ = b
}

func TestActions(t *testing.T) {
	tb, j := newTable(), &journal{}
	kind := tb.word("turn")
	act := func(name string, d DefID) *Ability {
		a := tb.ability(Ability{Name: name, Form: Action, ActionKind: kind, HasRun: true}, d)
		tb.acts[a.ID] = func(r *Run, in *Instance, s Seat) error {
			j.add("%s:%s%d", r.CardKey(in.Card), name, s)
			return nil
		}
		return a
	}
	once := act("once", tb.gamma)
	once.Limit = Limit{Times: 1, Per: -1}
	never := act("never", tb.gamma)
	tb.when(never, func(*Run, *Instance, *Raised) (bool, error) { return false, nil })
	tired := act("tired", tb.gamma)
	tired.Where = []Condition{{-1, &Filter{Terms: []Term{{Op: TermAttribute, Attr: tb.mark, Values: []Value{Num(1)}}}}}}
	act("shared", tb.hill)
	act("other", tb.alpha)
	bad := act("bad", tb.vale)
	tb.acts[bad.ID] = func(r *Run, in *Instance, s Seat) error {
		return must(r.SetAttribute(in.Card, tb.mark, Num(3)), errScript)
	}
	tb.flow(tb.do("test", func(r *Run) error {
		for c := CardID(1); int(c) <= r.Cards(); c++ {
			if d := r.Def[c]; d == tb.gamma || d == tb.alpha {
				r.SetController(c, Seat(1+int(d-tb.alpha)/2))
			}
		}
		list := func() {
			for s := Seat(1); s <= 2; s++ {
				offered, err := r.Offered(nil, kind, s)
				if err != nil {
					return
				}
				for _, v := range offered {
					in, _ := r.InstanceOf(v)
					j.add("%d/%s", s, in.Ability.Name)
				}
			}
		}
		list()
		gamma, _ := r.Offered(nil, kind, 2)
		if err := must(r.Perform(gamma[0], 2), r.Perform(gamma[2], 2)); err != nil {
			return err
		}
		list()
		if err := r.Perform(Num(1), 2); err == nil || err.Error() != "perform: not an action" {
			t.Error(err)
		}
		return nil
	}))
	setup := tb.setup(t, 2)
	setup.ContinueOnError = true
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.expect(t, "1/other 1/other 1/other 1/shared 1/bad 2/once 2/shared 2/bad gamma:once2 1/other 1/other 1/other "+
		"1/shared 1/bad 2/shared 2/bad")
	if len(g.Failures()) != 1 ||
		g.Failures()[0].Error() != "the script failed (in ability bad of vale; seed 1, after decision 0)" {
		t.Errorf("%v", g.Failures())
	}
	if g.run.Printed(tb.c(&g.run.Position, tb.vale, 1), tb.mark).N != 0 {
		t.Error("a failed action was not undone")
	}
}

func TestFailuresInPhaseTriggersNameThePhase(t *testing.T) {
	for name, trigger := range map[string]func(tb *table) TriggerID{
		"beginning of week": func(tb *table) TriggerID { return tb.begins["week"] },
		"end of week":       func(tb *table) TriggerID { return tb.ends["week"] },
	} {
		tb := newTable()
		tb.declarePhase("week")
		tb.on(trigger(tb), Before, "bad", tb.gamma, func(*Run, *Instance, *Raised) error { return errScript })
		tb.flow(tb.phase("week", tb.do("step", func(*Run) error { return nil })))
		_, err := New(tb.setup(t, 1)).Advance(t.Context())
		var f *Failure
		if !errors.As(err, &f) || f.Step != name {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

func TestEffectsThatEndWithTheirTriggerInABatch(t *testing.T) {
	j := &journal{}
	tb, ghost := haunted(j)
	tb.run(t, 1, func(r *Run) error {
		_, err := r.Last(Effect{Ability: ghost.ID, Card: 1, Until: tb.hit})
		return must(err, r.RaiseAll([]*Raised{tb.ev(r, tb.hit), tb.ev(r, tb.hit)}, nil), r.Raise(tb.ev(r, tb.hit), nil))
	})
	j.expect(t, "alpha#10 alpha#10")
}
