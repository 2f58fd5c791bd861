package engine

import (
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// randomTerms are terms of every kind that the index of listeners may judge
// beforehand, and of those that it must leave alone.
func (tb *table) randomTerms(draw *rng.Source, param int) []Term {
	number := func() Value { return Num(draw.Below(6)) }
	ofCards := []Term{
		{Op: TermType, Set: uint64(1 + draw.Below(7))},
		{Op: TermDef, Values: []Value{Num(draw.Below(3))}},
		{Op: TermZone, Zones: ZoneMask(1 + draw.Below(255))},
		{Op: TermAttribute, Attr: tb.posture, Values: []Value{WordValue(tb.up)}},
		{Op: TermAttribute, Attr: tb.power, Values: []Value{number(), number()}},
		{Op: TermAttribute, Attr: tb.mark, Compare: Within, Min: 0, Max: int32(draw.Below(2))},
		{Op: TermAttribute, Attr: tb.star, Values: []Value{Bool(true)}},
		{Op: TermFriendly}, {Op: TermEnemy}, {Op: TermSelf}, {Op: TermOther}, {Op: TermBeside},
		{Op: TermNot, Sub: &Filter{Terms: []Term{{Op: TermType, Set: 1}}}},
		{Op: TermAny, Subs: []*Filter{{Terms: []Term{{Op: TermFriendly}}}, {Terms: []Term{{Op: TermType, Set: 1}}}}},
		{Op: TermHolds, Sub: &Filter{Terms: []Term{{Op: TermType, Set: 4}}}},
	}
	list := ofCards
	switch param {
	case hitN:
		list = []Term{{Op: TermValue, Compare: Within, Min: 0, Max: int32(draw.Below(6))},
			{Op: TermValue, Values: []Value{number()}}}
	case hitSeat:
		list = []Term{{Op: TermFriendly}, {Op: TermEnemy}, {Op: TermSeat, Values: []Value{SeatValue(1)}}}
	}
	var terms []Term
	for range 1 + draw.Below(2) {
		t := list[draw.Below(len(list))]
		t.Not = draw.Below(4) == 0
		terms = append(terms, t)
	}
	return terms
}

// TestIndexJudgesAsHeaders: the walk along the index picks just the listeners
// whose whole header passes, in every order of abilities and at any state.
func TestIndexJudgesAsHeaders(t *testing.T) {
	var draw rng.Source
	draw.Seed(5, 0, 0)
	passed, silent := 0, 0
	for range 300 {
		tb := newTable()
		var ids []AbilityID
		for i := range 4 {
			a := tb.on(tb.hit, Before, string(rune('a'+i)),
				[]DefID{tb.alpha, tb.beta, tb.gamma, tb.hill}[draw.Below(4)], nil)
			for range draw.Below(3) {
				param := []int{-1, hitWho, hitBy, hitN, hitSeat}[draw.Below(5)]
				a.Where = append(a.Where, Condition{param, &Filter{Terms: tb.randomTerms(&draw, param)}})
			}
			if draw.Below(2) == 0 {
				a.Active = &Filter{Terms: tb.randomTerms(&draw, -1)}
			}
			if draw.Below(2) == 0 {
				tb.modifier(tb.vale, Add, Num(1))
			}
			ids = append(ids, a.ID)
		}
		tb.flow(tb.do("look", func(r *Run) error {
			for c := CardID(1); int(c) <= 6; c++ {
				if draw.Below(2) == 0 {
					if err := r.SetAttribute(c, tb.posture, WordValue(tb.down)); err != nil {
						return err
					}
				}
				if err := r.SetController(c, Seat(draw.Below(3))); err != nil {
					return err
				}
			}
			for range 5 {
				ev := r.NewRaised(tb.hit, []Value{CardValue(CardID(draw.Below(8))),
					CardValue(CardID(1 + draw.Below(7))), {}, Num(draw.Below(6)), SeatValue(Seat(1 + draw.Below(2)))})
				var want []int32
				for i := range r.Instances {
					if in := &r.Instances[i]; slices.Contains(ids, in.Ability.ID) && r.passes(in, ev, false) {
						want = append(want, in.ID)
					}
				}
				if err := r.gather(ev, Before, 0); err != nil {
					return err
				}
				if !slices.Equal(r.picked, want) {
					t.Errorf("the index picks %v, the headers say %v", r.picked, want)
				}
				passed, silent = passed+len(want), silent+6-len(want)
				r.picked = r.picked[:0]
			}
			return nil
		}))
		setup := tb.setup(t, 2)
		if _, err := New(setup).Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if passed < 500 || silent < 500 {
		t.Errorf("%d passed and %d did not: the test says little", passed, silent)
	}
}
