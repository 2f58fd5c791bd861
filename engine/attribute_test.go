package engine

import (
	"fmt"
	"strings"
	"testing"
)

func TestPrintedValues(t *testing.T) {
	tb := newTable()
	tb.run(t, 1, func(r *Run) error {
		gamma, hill, coin := tb.c(&r.Position, tb.gamma, 1), tb.c(&r.Position, tb.hill, 1),
			tb.c(&r.Position, tb.coin, 1)
		for _, test := range []struct {
			name string
			got  Value
			want Value
		}{
			{"by posture, up", r.Printed(gamma, tb.power), Num(5)},
			{"state", r.Printed(gamma, tb.posture), WordValue(tb.up)},
			{"flag", r.Printed(gamma, tb.star), Bool(true)},
			{"not of the type", r.Printed(hill, tb.power), Value{}},
			{"state not of the type", r.Printed(coin, tb.mark), Value{}},
		} {
			if test.got != test.want {
				t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
			}
		}
		err := r.SetAttribute(gamma, tb.posture, WordValue(tb.down))
		if got := r.Printed(gamma, tb.power); got != Num(2) {
			t.Errorf("down: %v", got)
		}
		return err
	})
}

func TestAssignments(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(tb *table, r *Run) error
		want string
	}{
		{"printed", func(tb *table, r *Run) error { return r.SetAttribute(1, tb.power, Num(1)) },
			"power is printed on the card and cannot be changed"},
		{"missing", func(tb *table, r *Run) error {
			return r.SetAttribute(tb.c(&r.Position, tb.coin, 1), tb.mark, Num(1))
		}, "coin#1 has no mark"},
		{"nothing to a number", func(tb *table, r *Run) error { return r.SetAttribute(1, tb.mark, Value{}) },
			"mark must be a number, not nothing"},
		{"another kind", func(tb *table, r *Run) error { return r.SetSeatAttribute(1, tb.points, SeatValue(1)) },
			"points must be a number, not a seat"},
		{"another word", func(tb *table, r *Run) error { return r.SetAttribute(1, tb.posture, tb.w("flat")) },
			`posture cannot be "flat"; allowed: up, down`},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			if err := tb.fails(t, 1, func(r *Run) error { return test.do(tb, r) }); !strings.Contains(
				err.Error(), test.want) {
				t.Errorf("got %q, want %q", err, test.want)
			}
		})
	}
}

func TestAssignmentsAreBoundedAndNothingIsAllowedWhereItHasAMeaning(t *testing.T) {
	tb := newTable()
	tb.run(t, 2, func(r *Run) error {
		err := must(r.SetAttribute(1, tb.mark, Num(99)), r.SetSeatAttribute(1, tb.points, Num(-5)),
			r.SetSeatAttribute(2, tb.friend, CardValue(3)), r.SetGameAttribute(tb.first, SeatValue(2)))
		points, _ := r.SeatAttribute(1, tb.points)
		friend, _ := r.SeatAttribute(2, tb.friend)
		first, _ := r.GameAttribute(tb.first)
		if r.Printed(1, tb.mark) != Num(9) || points != Num(0) || friend != CardValue(3) ||
			first != SeatValue(2) || r.FirstSeat() != 1 {
			t.Error(r.Printed(1, tb.mark), points, friend, first)
		}
		err = must(err, r.SetSeatAttribute(2, tb.friend, Value{}), r.SetSeatAttribute(1, tb.team, Value{}))
		if friend, _ = r.SeatAttribute(2, tb.friend); friend != (Value{}) {
			t.Error(friend)
		}
		before := r.game.Log().Len()
		err = must(err, r.SetAttribute(1, tb.mark, Num(9)))
		if r.game.Log().Len() != before {
			t.Error("setting the value that is there gave an event")
		}
		return err
	})
}

// modifier is a modifier of a card attribute, on cards that pass of.
func (tb *table) modifier(d DefID, op ModifierOp, amount Value, of ...Term) *Ability {
	return tb.ability(Ability{
		Name: fmt.Sprint("modifier", len(tb.Abilities)), Form: Modifier, Of: tb.power, OfHolder: OfCard, Op: op,
		Amount: amount, OfFilter: &Filter{Terms: of},
	}, d)
}

func TestModifiersApplyInTheirOrder(t *testing.T) {
	self := Term{Op: TermSelf}
	for _, test := range []struct {
		name string
		mods func(tb *table)
		want int32 // gamma's power, printed 5
	}{
		{"none", func(tb *table) {}, 5},
		{"add", func(tb *table) { tb.modifier(tb.gamma, Add, Num(2), self); tb.modifier(tb.gamma, Add, Num(-1), self) },
			6},
		{"bounds come last", func(tb *table) {
			tb.modifier(tb.gamma, AtMost, Num(7), self)
			tb.modifier(tb.gamma, AtLeast, Num(6), self)
			tb.modifier(tb.gamma, Add, Num(-9), self)
		}, 6},
		{"the tightest bounds hold", func(tb *table) {
			tb.modifier(tb.gamma, AtMost, Num(3), self)
			tb.modifier(tb.gamma, AtMost, Num(4), self)
		}, 3},
		{"set comes first", func(tb *table) {
			tb.modifier(tb.gamma, Add, Num(1), self)
			tb.modifier(tb.gamma, SetTo, Num(10), self)
		}, 11},
		{"of others only", func(tb *table) { tb.modifier(tb.gamma, Add, Num(1), Term{Op: TermOther}) }, 5},
		{"from each copy", func(tb *table) {
			tb.modifier(tb.alpha, Add, Num(1), Term{Op: TermDef, Values: []Value{{Number, int32(tb.gamma)}}})
		}, 8},
		{"not active", func(tb *table) {
			tb.modifier(tb.gamma, Add, Num(1), self).Active = &Filter{
				Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.left)}}}
		}, 5},
		{"where", func(tb *table) {
			tb.modifier(tb.gamma, Add, Num(1), self).Where = []Condition{
				{-1, &Filter{Terms: []Term{{Op: TermAttribute, Attr: tb.mark, Values: []Value{Num(1)}}}}}}
		}, 5},
		{"no smaller than declared", func(tb *table) {
			tb.Cards[tb.power].Min, tb.Cards[tb.power].HasMin = 0, true
			tb.modifier(tb.gamma, Add, Num(-9), self)
		}, 0},
		{"no larger than declared", func(tb *table) {
			tb.Cards[tb.power].Max, tb.Cards[tb.power].HasMax = 7, true
			tb.modifier(tb.gamma, AtLeast, Num(9), self)
		}, 7},
		{"computed", func(tb *table) {
			a := tb.modifier(tb.gamma, Add, Value{}, self)
			a.HasAmount = true
			tb.amounts[a.ID] = func(r *Run, in *Instance, of Value) (int32, error) {
				return int32(10 * r.CountIn(tb.z(&r.Position, tb.box, 0))), nil
			}
		}, 125},
		{"by a parameter", func(tb *table) {
			a := tb.modifier(tb.gamma, Add, Num(1), self)
			a.Params, a.AmountParam = []AbilityParam{{Name: "n", Kind: Number}}, 0
			tb.Defs[tb.gamma].Abilities[0].Params = []Value{Num(7)}
		}, 12},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			test.mods(tb)
			tb.run(t, 1, func(r *Run) error {
				v, err := r.Attribute(tb.c(&r.Position, tb.gamma, 1), tb.power)
				if v.N != test.want {
					t.Errorf("power %d, want %d", v.N, test.want)
				}
				if printed := r.Printed(tb.c(&r.Position, tb.gamma, 1), tb.power); printed != Num(5) {
					t.Errorf("printed %v", printed)
				}
				return err
			})
		})
	}
}

func TestModifiersOfSeatsAndTheTable(t *testing.T) {
	tb := newTable()
	seat := tb.ability(Ability{Name: "rich", Form: Modifier, Of: tb.points, OfHolder: OfSeat, Op: Add, Amount: Num(5),
		OfFilter: &Filter{Terms: []Term{{Op: TermFriendly}}}}, tb.gamma)
	tb.ability(Ability{Name: "late", Form: Modifier, Of: tb.round, OfHolder: OfTable, Op: Add, Amount: Num(1)}, tb.hill)
	tb.run(t, 2, func(r *Run) error {
		err := r.SetController(tb.c(&r.Position, tb.gamma, 1), 2)
		one, err1 := r.SeatAttribute(1, tb.points)
		two, err2 := r.SeatAttribute(2, tb.points)
		round, err3 := r.GameAttribute(tb.round)
		if one.N != 0 || two.N != 5 || round.N != 1 {
			t.Error(one, two, round)
		}
		_, err4 := r.Last(Effect{Ability: seat.ID, Seat: 1, Until: -1})
		if one, _ = r.SeatAttribute(1, tb.points); one.N != 5 {
			t.Errorf("a lasting modifier: %v", one)
		}
		return must(err, err1, err2, err3, err4)
	})
}

// circular is a table on which gamma's power depends on alpha's, and that on gamma's.
func circular() *table {
	tb := newTable()
	read := func(d DefID) amountFunc {
		return func(r *Run, in *Instance, of Value) (int32, error) {
			v, err := r.Attribute(r.CardsOf(d)[0], tb.power)
			return v.N, err
		}
	}
	for _, pair := range [][2]DefID{{tb.gamma, tb.alpha}, {tb.alpha, tb.gamma}} {
		a := tb.modifier(pair[0], Add, Value{}, Term{Op: TermSelf})
		a.HasAmount = true
		tb.amounts[a.ID] = read(pair[1])
	}
	return tb
}

// TestACircleOfModifiersHasOneOutcome reads the values of a circle in both orders: that of the
// older modifier sees what was there before, that of the younger one sees it.
func TestACircleOfModifiersHasOneOutcome(t *testing.T) {
	for _, younger := range []bool{false, true} {
		tb := circular()
		tb.run(t, 1, func(r *Run) error {
			alpha, gamma := tb.c(&r.Position, tb.alpha, 1), tb.c(&r.Position, tb.gamma, 1)
			a, g := r.Printed(alpha, tb.power).N, r.Printed(gamma, tb.power).N
			wantAlpha, wantGamma := a+g, a+2*g
			if younger {
				for _, c := range r.CardsOf(tb.alpha) {
					if err := r.Move(c, tb.at(&r.Position, tb.left, tb.c(&r.Position, tb.hill, 1)), Top); err != nil {
						return err
					}
				}
				wantAlpha, wantGamma = 2*a+g, a+g
			}
			for range 2 {
				haveAlpha, err1 := r.Attribute(alpha, tb.power)
				haveGamma, err2 := r.Attribute(gamma, tb.power)
				if haveAlpha.N != wantAlpha || haveGamma.N != wantGamma || err1 != nil || err2 != nil {
					t.Errorf("younger alpha %v: %v and %v, not %d and %d (%v, %v)", younger, haveAlpha, haveGamma,
						wantAlpha, wantGamma, err1, err2)
				}
			}
			return nil
		})
	}
}

func TestAFailingAmountDoesNotLockTheGame(t *testing.T) {
	tb := newTable()
	a := tb.modifier(tb.gamma, Add, Value{}, Term{Op: TermSelf})
	a.HasAmount = true
	tb.amounts[a.ID] = func(*Run, *Instance, Value) (int32, error) { return 0, errScript }
	hook := tb.on(tb.hit, After, "x", tb.gamma, nil)
	tb.when(hook, func(r *Run, in *Instance, ev *Raised) (bool, error) {
		_, err := r.Attribute(in.Card, tb.power)
		return true, err
	})
	tb.flow(tb.do("test", func(r *Run) error {
		return must(r.Raise(tb.ev(r, tb.hit), nil), r.SetAttribute(1, tb.mark, Num(1)))
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(g.Failures()) != 1 || g.run.Printed(1, tb.mark).N != 1 {
		t.Errorf("%v, mark %v", g.Failures(), g.run.Printed(1, tb.mark))
	}
}

func TestAmountsMayNotChangeAnything(t *testing.T) {
	tb := newTable()
	a := tb.modifier(tb.gamma, Add, Value{}, Term{Op: TermSelf})
	a.HasAmount = true
	tb.amounts[a.ID] = func(r *Run, in *Instance, of Value) (int32, error) {
		return 1, r.SetAttribute(in.Card, tb.mark, Num(1))
	}
	err := tb.fails(t, 1,
		func(r *Run) error { _, err := r.Attribute(tb.c(&r.Position, tb.gamma, 1), tb.power); return err })
	if !strings.Contains(err.Error(), "setting mark changes the game") {
		t.Error(err)
	}
}
