package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// noting makes an ability's run that reports its card and name.
func noting(j *journal) runFunc {
	return func(r *Run, in *Instance, ev *Raised) error {
		j.add("%s:%s", r.CardKey(in.Card), in.Ability.Name)
		return nil
	}
}

// hitting raises hit on a card, reporting its change.
func (tb *table) hitting(j *journal, params ...Value) func(r *Run) error {
	return func(r *Run) error {
		ev := tb.ev(r, tb.hit, params...)
		defer r.FreeRaised(ev)
		return r.Raise(ev, func(ev *Raised) error { j.add("hit"); return nil })
	}
}

func TestWindowsComeInOrder(t *testing.T) {
	tb, j := newTable(), &journal{}
	for _, w := range []Window{After, Before, Replace} {
		tb.on(tb.hit, w, w.String(), tb.gamma, noting(j))
	}
	tb.run(t, 1, tb.hitting(j))
	j.expect(t, "gamma:replace gamma:before hit gamma:after")
}

func TestASilentTrigger(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.fall, After, "other", tb.gamma, noting(j))
	tb.run(t, 1, tb.hitting(j))
	j.expect(t, "hit")
}

func TestMandatoryComesBeforeOptionalAtEachSeat(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.may(tb.hit, After, "may", tb.beta, noting(j))
	tb.on(tb.hit, After, "must", tb.beta, noting(j))
	tb.on(tb.hit, After, "table", tb.hill, noting(j)) // nobody controls it
	tb.flow(tb.do("test", func(r *Run) error {
		return must(r.SetController(tb.c(&r.Position, tb.beta, 1), 2),
			r.SetController(tb.c(&r.Position, tb.beta, 2), 1), tb.hitting(j)(r))
	}))
	setup := tb.setup(t, 2)
	setup.Deciders[1], setup.Deciders[2] = firstOption, firstOption
	New(setup).Advance(t.Context())
	j.expect(t, "hit hill:table beta#2:must beta#2:may beta#1:must beta#1:may")
}

func TestSeatsActInPolicyOrder(t *testing.T) {
	for _, test := range []struct {
		name        string
		first, from Seat // the game's first seat; the seat of the event
		want        string
	}{
		{"nothing said", 0, 0, "alpha#1 alpha#2 alpha#3"},
		{"the pack's policy", 2, 0, "alpha#2 alpha#3 alpha#1"},
		{"the trigger's parameter", 2, 3, "alpha#3 alpha#1 alpha#2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb, j := newTable(), &journal{}
			tb.Order.From = tb.first
			tb.Triggers[tb.hit].From = hitSeat
			tb.on(tb.hit, After, "x", tb.alpha, func(r *Run, in *Instance, ev *Raised) error {
				j.add("%s", r.CardKey(in.Card))
				return nil
			})
			tb.run(t, 3, func(r *Run) error {
				return must(r.SetGameAttribute(tb.first, SeatValue(test.first)), r.SetController(1, 1),
					r.SetController(2, 2), r.SetController(3, 3),
					r.Raise(tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Value{}, SeatValue(test.from)), nil))
			})
			j.expect(t, test.want)
		})
	}
}

// asking plays a game in which every decision is reported and answered by the
// next of the given replies ("-" for none).
func asking(t *testing.T, tb *table, seats int, j *journal, f func(r *Run) error, answers ...string) *Game {
	t.Helper()
	tb.flow(tb.do("test", f))
	setup := tb.setup(t, seats)
	for s := 1; s <= seats; s++ {
		setup.Deciders[s] = func(_ context.Context, p *Position, d *Decision, seat Seat) Reply {
			var offered []string
			for _, o := range d.OptionsOf(seat) {
				offered = append(offered, strings.Split(p.ChoiceKey(o), " of ")[0])
			}
			if len(answers) == 0 {
				t.Fatalf("seat %d is asked once more: %v", seat, offered)
			}
			answer := answers[0]
			answers = answers[1:]
			j.add("%d?%s=%s", seat, strings.Join(offered, ","), answer)
			if answer == "-" {
				return Reply{}
			}
			for i, o := range offered {
				if o == answer {
					return Reply{i}
				}
			}
			t.Fatalf("%s is not offered: %v", answer, offered)
			return nil
		}
	}
	g := New(setup)
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatal(status, err)
	}
	if len(answers) > 0 {
		t.Errorf("not asked for %v", answers)
	}
	return g
}

// bidders gives two seats two optional abilities each.
func bidders(j *journal) (*table, func(r *Run) error) {
	tb := newTable()
	tb.may(tb.hit, After, "p", tb.beta, noting(j))
	tb.may(tb.hit, After, "q", tb.beta, noting(j))
	return tb, func(r *Run) error {
		return must(r.SetController(tb.c(&r.Position, tb.beta, 1), 1),
			r.SetController(tb.c(&r.Position, tb.beta, 2), 2), tb.hitting(j)(r))
	}
}

func TestRoundsGoOnUntilAllDeclineInARow(t *testing.T) {
	for _, test := range []struct{ answers, want string }{
		{"- -", "hit 1?p,q=- 2?p,q=-"},
		{"p - -", "hit 1?p,q=p beta#1:p 2?p,q=- 1?q=-"},
		{"- p -", "hit 1?p,q=- 2?p,q=p beta#2:p 1?p,q=- 2?q=-"},
		{"p p q q", "hit 1?p,q=p beta#1:p 2?p,q=p beta#2:p 1?q=q beta#1:q 2?q=q beta#2:q"},
		{"q - p -", "hit 1?p,q=q beta#1:q 2?p,q=- 1?p=p beta#1:p 2?p,q=-"},
	} {
		t.Run(test.answers, func(t *testing.T) {
			j := &journal{}
			tb, f := bidders(j)
			tb.Order.Rounds = true
			answers := strings.Fields(test.answers)
			if test.answers == "- p -" {
				answers = append(answers, "-")
			}
			asking(t, tb, 2, j, f, answers...)
			j.expect(t, test.want)
		})
	}
}

func TestWithoutRoundsEachSeatHasOneTurn(t *testing.T) {
	j := &journal{}
	tb, f := bidders(j)
	asking(t, tb, 2, j, f, "q", "-", "p", "q")
	j.expect(t, "hit 1?p,q=q beta#1:q 1?p=- 2?p,q=p beta#2:p 2?q=q beta#2:q")
}

func TestWithoutRoundsMandatoryAbilitiesStillWake(t *testing.T) {
	tb, j := newTable(), &journal{}
	woken := tb.on(tb.hit, After, "woken", tb.gamma, noting(j))
	woken.Where = []Condition{{-1, &Filter{Terms: []Term{{Op: TermAttribute, Attr: tb.mark, Values: []Value{Num(1)}}}}}}
	tb.on(tb.hit, After, "waker", tb.beta, func(r *Run, in *Instance, ev *Raised) error {
		j.add("waker")
		return r.SetAttribute(tb.c(&r.Position, tb.gamma, 1), tb.mark, Num(1))
	})
	tb.run(t, 2, func(r *Run) error {
		return must(r.SetController(tb.c(&r.Position, tb.gamma, 1), 1),
			r.SetController(tb.c(&r.Position, tb.beta, 1), 2),
			r.SetController(tb.c(&r.Position, tb.beta, 2), 2), tb.hitting(j)(r))
	})
	j.expect(t, "hit waker waker gamma:woken")
}

func TestAnAbilityActsOncePerEvent(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, After, "x", tb.gamma, noting(j))
	tb.run(t, 1, func(r *Run) error { return must(tb.hitting(j)(r), tb.hitting(j)(r)) })
	j.expect(t, "hit gamma:x hit gamma:x")
}

func TestAbilitiesChangeParametersAndTheLastOneHolds(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, Replace, "to", tb.alpha, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitWho] = CardValue(in.Card)
		return nil
	})
	tb.run(t, 1, func(r *Run) error {
		ev := tb.ev(r, tb.hit, CardValue(9))
		err := r.Raise(ev, func(ev *Raised) error { j.add("%s", r.CardKey(ev.Params[hitWho].Card())); return nil })
		applied := 0
		for at := range r.game.Log().Len() {
			if e := r.game.Log().At(at); e.Kind == EvApply {
				applied = int(r.game.Log().Values(e)[hitWho].N)
			}
		}
		j.add("log %d", applied)
		return err
	})
	j.expect(t, "alpha#3 log 3")
}

func TestCancelling(t *testing.T) {
	for _, test := range []struct {
		w    Window
		want string
	}{
		{Replace, "gamma:cancels over"},
		{Before, "gamma:replace gamma:cancels over"},
	} {
		t.Run(test.w.String(), func(t *testing.T) {
			tb, j := newTable(), &journal{}
			if test.w == Before {
				tb.on(tb.hit, Replace, "replace", tb.gamma, noting(j))
			}
			tb.on(tb.hit, test.w, "cancels", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
				ev.Cancelled = true
				return noting(j)(r, in, ev)
			})
			tb.on(tb.hit, test.w, "late", tb.gamma, noting(j))
			tb.may(tb.hit, test.w, "optional", tb.gamma, noting(j))
			tb.on(tb.hit, Before, "before", tb.gamma, noting(j))
			tb.on(tb.hit, After, "after", tb.gamma, noting(j))
			tb.run(t, 1, func(r *Run) error { err := tb.hitting(j)(r); j.add("over"); return err })
			j.expect(t, test.want)
		})
	}
}

// TestConditionsAreJudgedAgainJustBeforeActing: before the change all of them, after it those
// on the event; that the own card was as it had to be when the window opened is enough.
func TestConditionsAreJudgedAgainJustBeforeActing(t *testing.T) {
	for w, want := range map[Window]string{Before: "alpha#1 alpha#3 hit", After: "hit alpha#1 alpha#2 alpha#3"} {
		tb, j := newTable(), &journal{}
		fresh := &Filter{Terms: []Term{{Op: TermAttribute, Attr: tb.mark, Values: []Value{Num(0)}}}}
		x := tb.on(tb.hit, w, "x", tb.alpha, func(r *Run, in *Instance, ev *Raised) error {
			j.add("%s", r.CardKey(in.Card))
			return r.SetAttribute(2, tb.mark, Num(1))
		})
		x.Where = []Condition{{-1, fresh}}
		tb.run(t, 1, tb.hitting(j))
		j.expect(t, want)
	}
}

func TestActiveSaysWhereAbilitiesWork(t *testing.T) {
	tb, j := newTable(), &journal{}
	inPlay := &Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.left, tb.right)},
		{Op: TermAttribute, Attr: tb.posture, Values: []Value{WordValue(tb.up)}}}}
	tb.Types[tb.unit].Active = inPlay
	tb.on(tb.hit, After, "x", tb.alpha, noting(j))
	always := tb.on(tb.hit, After, "always", tb.beta, noting(j))
	always.Active = &Filter{}
	tb.run(t, 1, func(r *Run) error {
		hill := tb.at(&r.Position, tb.left, tb.c(&r.Position, tb.hill, 1))
		return must(r.Move(1, hill, Top), r.Move(2, hill, Top),
			r.SetAttribute(2, tb.posture, WordValue(tb.down)), tb.hitting(j)(r))
	})
	j.expect(t, "hit beta#1:always beta#2:always alpha#1:x")
}

func TestScope(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.Triggers[tb.hit].Scope = hitWhere
	tb.on(tb.hit, After, "x", tb.alpha, noting(j))
	wide := tb.on(tb.hit, After, "wide", tb.beta, noting(j))
	wide.Anywhere = true
	ghost := tb.on(tb.hit, After, "ghost", tb.hill,
		func(r *Run, in *Instance, ev *Raised) error { j.add("effect%d", in.Card); return nil })
	tb.Defs[tb.hill].Abilities = nil
	tb.run(t, 1, func(r *Run) error {
		hill, vale := tb.c(&r.Position, tb.hill, 1), tb.c(&r.Position, tb.vale, 1)
		last := func(c CardID) error { _, err := r.Last(Effect{Ability: ghost.ID, Card: c, Until: -1}); return err }
		return must(
			r.Move(1, tb.at(&r.Position, tb.left, hill), Top), r.Move(2, tb.at(&r.Position, tb.upon, 1), Top),
			r.Move(3, tb.at(&r.Position, tb.left, vale), Top),
			last(0), last(1), last(3),
			tb.hitting(j, Value{}, Value{}, CardValue(hill))(r),
		)
	})
	j.expect(t, "hit beta#1:wide beta#2:wide alpha#1:x alpha#2:x effect0 effect1")
}

func TestLastKnownInformation(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.Types[tb.unit].Active = &Filter{
		Terms: []Term{{Op: TermAttribute, Attr: tb.posture, Values: []Value{WordValue(tb.up)}}}}
	standing := func(r *Run, in *Instance, ev *Raised) (bool, error) {
		return r.Printed(in.Card, tb.posture).N == int32(tb.up), nil
	}
	for _, before := range []bool{true, false} {
		a := tb.on(tb.hit, After, map[bool]string{true: "before", false: "after"}[before], tb.alpha, noting(j))
		a.LastKnown = before
		tb.when(a, standing)
	}
	tb.run(t, 1, func(r *Run) error {
		evs := []*Raised{tb.ev(r, tb.hit, CardValue(1)), tb.ev(r, tb.hit, CardValue(2))}
		return must(r.SetAttribute(3, tb.posture, WordValue(tb.down)), r.RaiseAll(evs, func(ev *Raised) error {
			return r.SetAttribute(ev.Params[hitWho].Card(), tb.posture, WordValue(tb.down))
		}))
	})
	// Both who fall hear both events as they were before; nobody hears after.
	j.expect(t, "alpha#1:before alpha#2:before alpha#1:before alpha#2:before")
}

func TestLastingEffectsHearBeforeToo(t *testing.T) {
	tb, j := newTable(), &journal{}
	ghost := tb.on(tb.hit, After, "ghost", tb.hill, noting(j))
	ghost.LastKnown = true
	ghost.Where = []Condition{{-1, &Filter{Terms: []Term{{Op: TermAttribute, Attr: tb.mark, Values: []Value{Num(0)}}}}}}
	tb.Defs[tb.hill].Abilities = nil
	tb.run(t, 1, func(r *Run) error {
		_, err := r.Last(Effect{Ability: ghost.ID, Card: 1, Until: -1})
		return must(err, r.Raise(tb.ev(r, tb.hit), func(*Raised) error { return r.SetAttribute(1, tb.mark, Num(1)) }),
			r.Raise(tb.ev(r, tb.hit), nil))
	})
	j.expect(t, "alpha#1:ghost")
}

func TestBatchesOpenEachWindowOnce(t *testing.T) {
	tb, j := newTable(), &journal{}
	for _, w := range []Window{Replace, Before, After} {
		tb.on(tb.hit, w, w.String(), tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
			j.add("%s%d", in.Ability.Name, ev.Params[hitN].N)
			ev.Cancelled = w == Before && ev.Params[hitN].N == 2
			return nil
		})
	}
	g := tb.run(t, 1, func(r *Run) error {
		var evs []*Raised
		for n := 1; n <= 3; n++ {
			evs = append(evs, tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Num(n)))
		}
		return must(r.RaiseAll(nil, nil),
			r.RaiseAll(evs, func(ev *Raised) error { j.add("hit%d", ev.Params[hitN].N); return nil }))
	})
	j.expect(t, "replace1 replace2 replace3 before1 before2 before3 hit1 hit3 after1 after3")
	if problem := tree(g); problem != "" {
		t.Error(problem)
	}
}

func TestCausesOfOneEvent(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "x", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		fall := tb.ev(r, tb.fall, CardValue(in.Card))
		return r.Raise(fall, func(*Raised) error { return r.SetAttribute(in.Card, tb.mark, Num(1)) })
	})
	g := tb.run(t, 1, func(r *Run) error {
		return must(r.Raise(tb.ev(r, tb.hit), func(*Raised) error { return r.SetAttribute(1, tb.mark, Num(2)) }),
			r.SetAttribute(2, tb.mark, Num(3)))
	})
	var lines []string
	for at := range g.log.Len() {
		e := g.log.At(at)
		depth := 0
		for c := g.log.Cause(at); c >= 0; c = g.log.Cause(c) {
			depth++
		}
		lines = append(lines, fmt.Sprintf("%d%s", depth, e.Kind))
	}
	want := "0set 0step 1raise 1apply 2set 2ability 3raise 3apply 4set 1set 0finish"
	if got := strings.Join(lines, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNestingLimitNamesTheCycle(t *testing.T) {
	for _, goOn := range []bool{false, true} {
		tb := newTable()
		tb.on(tb.hit, After, "pulls", tb.gamma,
			func(r *Run, in *Instance, ev *Raised) error { return r.Raise(tb.ev(r, tb.fall), nil) })
		tb.on(tb.fall, After, "pushes", tb.gamma,
			func(r *Run, in *Instance, ev *Raised) error { return r.Raise(tb.ev(r, tb.hit), nil) })
		tb.flow(tb.do("test", func(r *Run) error { return r.Raise(tb.ev(r, tb.hit), nil) }))
		setup := tb.setup(t, 1)
		setup.ContinueOnError = goOn
		status, err := New(setup).Advance(t.Context())
		var nesting *NestingError
		if status != Stopped || !errors.As(err, &nesting) {
			t.Fatalf("status %d: %v", status, err)
		}
		for _, want := range []string{"triggers answer each other 200 deep, and no deeper; a step that is scheduled " +
			"is outside of them; again and again: p",
			"pushes of gamma raises hit", "pulls of gamma raises fall", "; then p", "step test", "seed 1"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
	}
}

func TestDeepButFiniteNesting(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "chain", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		n := int(ev.Params[hitN].N)
		if n == 0 {
			return nil
		}
		return r.Raise(tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Num(n-1)), nil)
	})
	g := tb.run(t, 1, func(r *Run) error {
		return r.Raise(tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Num(MaxNesting-1)), nil)
	})
	if n := g.Counts().Abilities; n != MaxNesting {
		t.Errorf("%d abilities acted", n)
	}
}
