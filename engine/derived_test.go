package engine

import (
	"errors"
	"testing"
)

// TestDerive: a derived value is what its function gives for the seat and the card that it is
// of. Who knows it are the seats that know all that it follows from, and the game is as before.
func TestDerive(t *testing.T) {
	tb := newTable()
	counted := func(r *Run, args []Value) (Value, string, error) {
		n := 0
		for _, a := range args {
			n = 100*n + int(a.N)
		}
		return Num(n), "", nil
	}
	broken := func(*Run, []Value) (Value, string, error) { return Num(7), "", errScript }
	peeked := func(r *Run, _ []Value) (Value, string, error) {
		r.Peek(SeatSet(2))
		v, err := r.SeatAttribute(1, tb.points)
		return v, "", err
	}
	changed := func(r *Run, _ []Value) (Value, string, error) {
		err := r.SetSeatAttribute(1, tb.points, Num(9))
		v, _ := r.SeatAttribute(1, tb.points)
		return v, "", err
	}
	rolled := func(r *Run, _ []Value) (Value, string, error) {
		faces, err := r.Roll(tb.d6, nil, 1, 0)
		if err != nil {
			return Value{}, "", err
		}
		return faces[0], "", nil
	}
	one, both := SeatSet(2), SeatSet(3)
	cases := []struct {
		name  string
		of    Derived
		run   pureFunc
		want  Value
		known SeatSet
		err   error
	}{
		{"of nothing", Derived{}, counted, Num(0), both, nil},
		{"of a seat", Derived{OfSeat: true}, counted, Num(2), both, nil},
		{"of a card", Derived{OfCard: true}, counted, Num(3), both, nil},
		{"of both", Derived{OfSeat: true, OfCard: true}, counted, Num(203), both, nil},
		{"what one seat knows", Derived{}, peeked, Num(0), one, nil},
		{"a function that fails", Derived{}, broken, Num(7), both, errScript},
		{"what if", Derived{WhatIf: true}, changed, Num(9), both, nil},
		{"a change without what if", Derived{}, changed, Num(0), both, nil},
		{"chance", Derived{WhatIf: true}, rolled, Num(1), 0, nil},
	}
	for i, c := range cases {
		c.of.Step = tb.pureStep(c.name, c.run)
		tb.Derived = append(tb.Derived, c.of)
		cases[i] = c
	}
	g := tb.game(t, 2, func(*Run) error { return nil })
	g.run.peeking = true
	for i, c := range cases {
		before, steps := g.Position().Hash(), g.Log().Len()
		v, known, err := g.Derive(t.Context(), i, 2, 3)
		switch {
		case c.name == "a change without what if":
			if err == nil {
				t.Errorf("%s: no error", c.name)
			}
		case c.name == "chance":
			if v.N < 1 || v.N > 6 || known != c.known || err != nil {
				t.Errorf("%s: %v, known to %b, %v", c.name, v, known, err)
			}
		case v != c.want || known != c.known || !errors.Is(err, c.err):
			t.Errorf("%s: %v, known to %b, %v; not %v, %b, %v", c.name, v, known, err, c.want, c.known, c.err)
		}
		if g.Position().Hash() != before || g.Log().Len() != steps {
			t.Errorf("%s: the game is another", c.name)
		}
	}
}
