package engine

import (
	"slices"
	"strings"
	"testing"
)

func TestFilters(t *testing.T) {
	tb := newTable()
	guard := tb.ability(Ability{Name: "guard", Form: Marker}, tb.beta)
	guard.Active = &Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.left, tb.right)}}}
	lists := ListValue{Items: []Value{tb.w("cheat"), tb.w("pass")}}
	tb.Lists = append(tb.Lists, lists)
	skills := tb.cardAttribute(Attribute{Name: "skills", Kind: List, Item: Word, By: -1})
	tb.Types[tb.unit].Attributes = append(tb.Types[tb.unit].Attributes, skills)
	gamma := &tb.Defs[tb.gamma]
	gamma.Printed = append(gamma.Printed, PrintedValue{skills, []Value{{List, 1}}})
	self := &Instance{Card: 1, Ability: guard}

	g := tb.run(t, 2, func(r *Run) error {
		hill := tb.c(&r.Position, tb.hill, 1)
		err := must(r.SetController(1, 1), r.SetController(2, 1),
			r.SetController(tb.c(&r.Position, tb.gamma, 1), 2), r.SetOwner(2, 2))
		return must(err, r.Move(1, tb.at(&r.Position, tb.left, hill), Top),
			r.Move(tb.c(&r.Position, tb.beta, 1), tb.at(&r.Position, tb.right, hill), Top),
			r.Move(tb.c(&r.Position, tb.coin, 1), tb.at(&r.Position, tb.upon, 1), Top),
			r.Move(tb.c(&r.Position, tb.gamma, 1), tb.z(&r.Position, tb.hand, 1), Top))
	})
	hill := CardValue(tb.c(&g.run.Position, tb.hill, 1))
	ev := &Raised{N: 2, Params: [MaxParams]Value{hill, CardValue(2)}}
	term := func(op TermOp) Term { return Term{Op: op} }
	sub := func(terms ...Term) *Filter { return &Filter{Terms: terms} }
	unit := Term{Op: TermType, Set: 1 << uint(tb.unit)}
	coins := Term{Op: TermType, Set: 1 << uint(tb.thing)}
	values := func(v ...Value) []Value { return v }

	for _, test := range []struct {
		name string
		t    Term
		want string // the cards that pass
	}{
		{"type", unit, "alpha#2 alpha#3 beta#2 gamma alpha#1 beta#1"},
		{"definition", Term{Op: TermDef, Values: values(Value{Number, int32(tb.beta)})}, "beta#2 beta#1"},
		{"zone", Term{Op: TermZone, Zones: tb.mask(tb.left, tb.hand)}, "gamma alpha#1"},
		{"not zone", Term{Op: TermZone, Zones: tb.mask(tb.box, tb.upon), Not: true}, "gamma alpha#1 beta#1"},
		{"one zone", Term{Op: TermInZone, Values: values(ZoneValue(tb.z(&g.run.Position, tb.hand, 1)))}, "gamma"},
		{"friendly", term(TermFriendly), "alpha#2 alpha#1"},
		{"enemy", term(TermEnemy), "gamma"},
		{"seat", Term{Op: TermSeat, Values: values(SeatValue(2))}, "gamma"},
		{"owner", Term{Op: TermOwner, Values: values(SeatValue(2))}, "alpha#2"},
		{"self", term(TermSelf), "alpha#1"},
		{"with, active", Term{Op: TermHasAbility, Word: guard.NameSymbol}, "beta#1"},
		{"holds", Term{Op: TermHolds, Sub: sub(coins)}, "alpha#1"},
		{"at a parameter", Term{Op: TermAt, Attr: 0}, "hill alpha#1 beta#1 coin#1"},
		{"at a card", Term{Op: TermAt, Values: values(hill)}, "hill alpha#1 beta#1 coin#1"},
		{"beside", term(TermBeside), "hill alpha#1 beta#1 coin#1"},
		{"host", Term{Op: TermHost, Sub: sub(unit)}, "coin#1"},
		{"attribute", Term{Op: TermAttribute, Attr: tb.star, Values: values(Bool(true))}, "gamma"},
		{"attribute within", Term{Op: TermAttribute, Attr: tb.power, Compare: Within, Min: 3, Max: 4},
			"alpha#2 alpha#3 alpha#1"},
		{"list attribute", Term{Op: TermAttribute, Attr: skills, Values: values(tb.w("pass"), tb.w("sprint"))},
			"gamma"},
		{"is a parameter", Term{Op: TermIs, Attr: 1}, "alpha#2"},
		{"cards", Term{Op: TermCard, Values: values(CardValue(3), CardValue(4))}, "alpha#3 beta#1"},
		{"not", Term{Op: TermNot, Sub: sub(Term{Op: TermZone, Zones: tb.mask(tb.box)})}, "gamma alpha#1 beta#1 coin#1"},
		{"any", Term{Op: TermAny, Subs: []*Filter{sub(term(TermSelf)), sub(term(TermEnemy))}}, "gamma alpha#1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range g.run.Select(nil,
				&Selection{Filter: Filter{Terms: []Term{test.t}}, In: self, Raised: ev}) {
				got = append(got, g.run.CardKey(c))
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestFiltersOnWhatIsNoCard(t *testing.T) {
	tb := newTable()
	self := &Instance{Card: 1, Ability: &Ability{}}
	g := tb.run(t, 2, func(r *Run) error { return r.SetController(1, 2) })
	z := ZoneValue(tb.z(&g.run.Position, tb.hand, 1))
	for _, test := range []struct {
		name string
		t    Term
		v    Value
		want bool
	}{
		{"nothing is not another card", Term{Op: TermOther}, Value{}, false},
		{"a seat is not another card", Term{Op: TermOther}, SeatValue(1), false},
		{"nothing is not the card itself", Term{Op: TermSelf}, Value{}, false},
		{"nothing has no type", Term{Op: TermType, Set: ^uint64(0)}, Value{}, false},
		{"nothing is nobody's friend", Term{Op: TermFriendly}, Value{}, false},
		{"nothing is nobody's enemy", Term{Op: TermEnemy}, Value{}, false},
		{"a friendly seat", Term{Op: TermFriendly}, SeatValue(2), true},
		{"an enemy seat", Term{Op: TermEnemy}, SeatValue(1), true},
		{"a number", Term{Op: TermValue, Values: []Value{Num(3)}}, Num(3), true},
		{"a number within", Term{Op: TermValue, Compare: Within, Min: 1, Max: 3}, Num(4), false},
		{"a word is not within", Term{Op: TermValue, Compare: Within, Min: 0, Max: 99}, WordValue(1), false},
		{"the kind of a zone", Term{Op: TermZone, Zones: tb.mask(tb.hand)}, z, true},
		{"another kind of zone", Term{Op: TermZone, Zones: tb.mask(tb.deck)}, z, false},
	} {
		if got := g.run.Match(&Filter{Terms: []Term{test.t}}, test.v, self, nil); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestSelectionInsideASelection(t *testing.T) {
	tb := newTable()
	a := tb.modifier(tb.alpha, Add, Value{}, Term{Op: TermSelf})
	a.HasAmount = true
	tb.amounts[a.ID] = func(r *Run, in *Instance, of Value) (int32, error) {
		return int32(
				len(r.Select(nil,
					&Selection{Filter: Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.discard)}}}}))),
			nil
	}
	tb.run(t, 3, func(r *Run) error {
		for c := CardID(1); c <= 3; c++ {
			if err := must(r.Move(c, tb.z(&r.Position, tb.hand, Seat(c)), Top),
				r.Move(c+3, tb.z(&r.Position, tb.discard, Seat(c)), Top)); err != nil {
				return err
			}
		}
		strong := Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.hand)},
			{Op: TermAttribute, Attr: tb.power, Compare: Within, Min: 6, Max: 6}}}
		if got := r.Select(nil, &Selection{Filter: strong}); len(got) != 3 {
			t.Errorf("selected %v", got)
		}
		return nil
	})
}

// TestPlans compares what a selection finds by its plan, from the index, the zones or
// the place, with what is found card by card.
func TestPlans(t *testing.T) {
	tb := newTable()
	tb.card(CardDef{ID: "crowd", Type: tb.unit, Copies: 40})
	g := tb.run(t, 2, func(r *Run) error {
		hill := tb.c(&r.Position, tb.hill, 1)
		return must(r.SetController(1, 1), r.SetController(2, 1), r.Move(3, tb.at(&r.Position, tb.left, hill), Top),
			r.Move(1, tb.at(&r.Position, tb.left, hill), Top),
			r.Move(2, tb.at(&r.Position, tb.left, hill), Bottom),
			r.Move(tb.c(&r.Position, tb.coin, 1), tb.at(&r.Position, tb.upon, 1), Top),
			r.Move(tb.c(&r.Position, tb.gamma, 1), tb.z(&r.Position, tb.hand, 1), Top))
	})
	p := &g.run.Position
	def := func(d DefID) Value { return Value{Number, int32(d)} }
	terms := []Term{
		{Op: TermType, Set: 1 << uint(tb.unit)}, {Op: TermType, Set: 1 << uint(tb.thing)},
		{Op: TermDef, Values: []Value{def(tb.alpha), def(tb.beta), def(tb.alpha)}},
		{Op: TermDef, Values: []Value{def(tb.gamma)}},
		{Op: TermZone, Zones: tb.mask(tb.left, tb.hand)}, {Op: TermZone, Zones: tb.mask(tb.box)},
		{Op: TermInZone, Values: []Value{ZoneValue(tb.z(p, tb.hand, 1))}},
		{Op: TermInZone, Values: []Value{ZoneValue(tb.z(p, tb.hand, 1)), ZoneValue(tb.z(p, tb.box, 0))}},
		{Op: TermAt, Values: []Value{CardValue(tb.c(p, tb.hill, 1))}}, {Op: TermFriendly}, {Op: TermSelf},
		{Op: TermAttribute, Attr: tb.power, Compare: Within, Min: 3, Max: 4},
		{Op: TermHolds, Sub: &Filter{}}, {Op: TermAny, Subs: []*Filter{{}}},
	}
	in := &Instance{Card: 1}
	for i := range terms {
		for k := range terms {
			for turned := range 4 {
				one, other := terms[i], terms[k]
				one.Not, other.Not = turned&1 != 0, turned&2 != 0
				f := Filter{Terms: []Term{one, other}}
				var want []CardID
				for z := range p.state.zones {
					for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
						if p.Match(&f, CardValue(c), in, nil) {
							want = append(want, c)
						}
					}
				}
				if got := p.Select(nil, &Selection{Filter: f, In: in}); !slices.Equal(got, want) {
					t.Errorf("%+v: %v, not %v", f.Terms, got, want)
				}
				if got := p.Select(nil, &Selection{Filter: f, In: in, Most: 2}); !slices.Equal(got,
					want[:min(2, len(want))]) {
					t.Errorf("%+v: the first two are %v, not of %v", f.Terms, got, want)
				}
				got := p.Select(nil, &Selection{Filter: f, In: in, AnyOrder: true})
				slices.Sort(got)
				if slices.Sort(want); !slices.Equal(got, want) {
					t.Errorf("%+v in any order: %v, not %v", f.Terms, got, want)
				}
			}
		}
	}
}

// TestOtherSeats: a condition on the other seats looks at each of them once, up to one that passes.
func TestOtherSeats(t *testing.T) {
	tb := newTable()
	self := &Instance{Card: 1, Ability: &Ability{}}
	g := tb.run(t, 3, func(r *Run) error { return r.SetController(1, 2) })
	seat := func(n int) *Filter {
		return &Filter{Terms: []Term{{Op: TermSeat, Values: []Value{SeatValue(Seat(n))}}}}
	}
	for _, test := range []struct {
		seat, of, looks int
		met             bool
	}{{1, 1, 2, true}, {3, 3, 4, true}, {2, 3, 4, false}} {
		c := Condition{Param: OtherSeat, Filter: seat(test.seat)}
		before := g.run.looked
		_, met := g.run.meets([]Condition{c}, self, nil, false)
		if looks := g.run.looked - before; met != test.met || int(looks) != test.looks {
			t.Errorf("seat %d: %v after %d looks, not %v after %d", test.seat, met, looks, test.met, test.looks)
		}
		if of := g.run.Subject(&c, self, nil); of != SeatValue(Seat(test.of)) {
			t.Errorf("seat %d: it is about %v", test.seat, of)
		}
	}
}
