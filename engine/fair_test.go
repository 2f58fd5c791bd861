package engine

import (
	"context"
	"strings"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// fair is the machine with something of everything that a pack can declare: modifiers of each
// kind, abilities in each window, in hands and on boards, that are given, limited, that last
// and end; lives, secret attributes, and each policy of order. What happens follows from a seed.
type fair struct {
	*machine
	filters             []*Filter
	note, target, depth AttributeID
	boost, seize, brief *Ability
	hushed              *Ability
	more                []func(m *machine, r *Run, o op, depth int) error
	out                 strings.Builder
	paid                *paid
	noticed             uint32
	hush                TriggerID
}

func newFair(seed uint64) *fair {
	var s rng.Source
	s.Seed(seed, 7, 0)
	ops := make(program, 4)
	f := &fair{machine: &machine{table: newTable()}}
	f.act, f.message = f.word("act"), f.word("message")
	f.Order = OrderPolicy{From: f.first, Rounds: seed%2 == 0, Ask: seed%3 == 0, AskPrompt: f.word("order")}
	if seed%4 == 1 {
		f.Order.From = -1
	}
	f.Triggers[f.hit].From = hitSeat
	f.Triggers[f.hit].MustStay = 1 << hitWho
	if seed%5 == 2 {
		f.Triggers[f.hit].Chooses = hitSeat + 1
	}
	f.fall = f.trigger("drop", Param{Name: "who", Kind: Card}, Param{Name: "at", Kind: Card})
	f.Triggers[f.fall].Scope = 1
	f.Cards[f.posture].Words = append(f.Cards[f.posture].Words, f.word("flat"))
	f.Defs[f.beta].Printed = append(f.Defs[f.beta].Printed, PrintedValue{f.mark, []Value{Num(2)}})
	f.hush = f.trigger("hush", Param{Name: "who", Kind: Card})
	f.declareKinds(seed)
	f.declareFilters()
	f.declareModifiers()
	f.declareHooks()
	f.list = f.step("list", func(r *Run, args []Value) error {
		return f.runList(r, int(args[0].N),
			int(args[1].N))
	})
	f.declareMore()
	all := len(opKinds) + len(f.more)
	for i := range ops {
		for range 4 + s.Below(5) {
			ops[i] = append(ops[i], op{s.Below(all), s.Below(1000), s.Below(1000), s.Below(1000)})
		}
	}
	f.ops = ops
	f.declareFlow(seed)
	return f
}

// declareKinds declares lives, what falls, and attributes that not all see.
func (f *fair) declareKinds(seed uint64) {
	f.Types[f.unit].Lives = f.mask(f.left, f.right)
	f.Types[f.unit].Fresh = true
	f.Zones[f.upon].Falls = f.discard + 1
	f.note = f.cardAttribute(Attribute{Name: "note", Kind: Number, State: true, By: -1})
	f.target = f.cardAttribute(Attribute{Name: "target", Kind: Card, State: true, By: -1})
	f.Types[f.unit].Attributes = append(f.Types[f.unit].Attributes, f.note, f.target)
	f.depth = AttributeID(len(f.Game))
	f.Game = append(f.Game, Attribute{Name: "depth", Kind: Number, State: true, By: -1})
	f.Seats = append(f.Seats, Attribute{Name: "place", Kind: Zone, State: true, By: -1})
	if seed%2 == 1 { // worlds are then played again from the start
		f.Cards[f.note].Seen, f.Game[f.depth].Seen = SeenByOwner, SeenByNobody
	}
}

func terms(list ...Term) *Filter { return &Filter{Terms: list} }

// declareFilters lists a filter of each form.
func (f *fair) declareFilters() {
	pitch := Term{Op: TermZone, Zones: f.mask(f.left, f.right)}
	strong := Term{Op: TermAttribute, Attr: f.power, Compare: Within, Min: 3, Max: 5}
	one := func(op TermOp, v ...Value) Term { return Term{Op: op, Values: v} }
	f.filters = []*Filter{
		terms(pitch), terms(strong), terms(pitch, strong), terms(Term{Op: TermType, Set: 1 << f.unit}),
		terms(Term{Op: TermType, Set: 1<<f.place | 1<<f.thing}, Term{Op: TermZone, Zones: f.mask(f.box)}),
		terms(one(TermDef, Num(int(f.alpha)), Num(int(f.gamma)), Num(int(f.alpha)))),
		terms(one(TermDef, Num(int(f.coin))), Term{Op: TermZone, Zones: f.mask(f.hand, f.deck), Not: true}),
		terms(one(TermInZone, ZoneValue(1))), terms(one(TermInZone, ZoneValue(3), ZoneValue(2), ZoneValue(3))),
		terms(Term{Op: TermFriendly}), terms(Term{Op: TermEnemy}), terms(one(TermSeat, SeatValue(2))),
		terms(one(TermOwner, SeatValue(1))), terms(Term{Op: TermOther}), terms(Term{Op: TermSelf}),
		terms(Term{Op: TermIsHost}), terms(Term{Op: TermHasAbility, Word: f.word("ghost")}),
		terms(Term{Op: TermHasAbility, Word: f.word("given")}), terms(Term{Op: TermHolds, Sub: terms(strong)}),
		terms(one(TermAt, CardValue(7))), terms(one(TermAt, CardValue(8)), pitch), terms(Term{Op: TermBeside}),
		terms(Term{Op: TermHost, Sub: terms(one(TermDef, Num(int(f.hill))))}),
		terms(Term{Op: TermNot, Sub: terms(pitch)}), terms(Term{Op: TermAny, Subs: []*Filter{terms(pitch),
			terms(strong)}}),
		terms(one(TermCard, CardValue(1), CardValue(7), CardValue(9))),
		terms(Term{Op: TermAttribute, Attr: f.star, Values: []Value{Bool(true)}}),
		terms(Term{Op: TermAttribute, Attr: f.posture, Values: []Value{WordValue(f.down)}, Not: true}),
		terms(Term{Op: TermAttribute, Attr: f.note, Compare: Within, Min: 1, Max: 99}),
		terms(Term{Op: TermHolds, Sub: terms(Term{Op: TermType, Set: 1 << f.thing})}), terms(),
	}
}

func (f *fair) declareModifiers() {
	in := func(kinds ...ZoneKindID) *Filter { return terms(Term{Op: TermZone, Zones: f.mask(kinds...)}) }
	mod := func(name string, a Ability, of DefID) *Ability {
		a.Name, a.Form = name, Modifier
		return f.ability(a, of)
	}
	mod("banner", Ability{Of: f.power, OfHolder: OfCard, Op: Add, Amount: Num(1), OfFilter: f.filters[9]}, f.gamma)
	mod("floor", Ability{Of: f.power, OfHolder: OfCard, Op: AtLeast, Amount: Num(2), Active: in(f.left)}, f.alpha)
	capped := mod("cap", Ability{Of: f.power, OfHolder: OfCard, Op: AtMost,
		Params: []AbilityParam{{Name: "n"}}}, f.hill)
	f.Defs[f.hill].Abilities[0].Params = []Value{Num(4)}
	capped.AmountParam = 0
	mod("base", Ability{Of: f.power, OfHolder: OfCard, Op: SetTo, Amount: Num(3), Active: in(f.field, f.left),
		OfFilter: f.filters[5]}, f.vale)
	mod("again", Ability{Of: f.power, OfHolder: OfCard, Op: SetTo, Amount: Num(6), Active: in(f.right),
		OfFilter: terms(Term{Op: TermBeside})}, f.beta)
	many := mod("many", Ability{Of: f.points, OfHolder: OfSeat, Op: Add, HasAmount: true,
		OfFilter: terms(Term{Op: TermFriendly})}, f.coin)
	f.amounts[many.ID] = func(r *Run, in *Instance, of Value) (int32, error) {
		if r.CountIn(f.z(&r.Position, f.hand, of.Seat())) > 5 {
			return 0, errScript
		}
		return int32(r.CountIn(f.z(&r.Position, f.hand, of.Seat()))), nil
	}
	mod("late", Ability{Of: f.round, OfHolder: OfTable, Op: Add, Amount: Num(10), Active: in(f.field)}, f.gamma)
	mod("ring", Ability{Of: f.power, OfHolder: OfCard, Op: Add, Amount: Num(-1), ReadsOwn: true,
		OfFilter: f.filters[1], Active: in(f.left, f.right)}, f.beta)
	f.boost = f.ability(Ability{Name: "boost", Form: Modifier, Of: f.power, OfHolder: OfCard, Op: Add,
		Amount:   Num(2),
		OfFilter: terms(Term{Op: TermSelf}), Ends: &Ending{Trigger: f.hit,
			Where: []Condition{{Param: hitWho, Filter: terms(Term{Op: TermSelf})}}}})
	f.seize = f.ability(Ability{Name: "seize", Form: Modifier, Of: Control, OfHolder: OfCard, Op: SetTo})
	f.Controls = true
}

func (f *fair) declareHooks() {
	in := func(kinds ...ZoneKindID) *Filter { return terms(Term{Op: TermZone, Zones: f.mask(kinds...)}) }
	self := func(param int) []Condition { return []Condition{{param, terms(Term{Op: TermSelf})}} }
	point := func(n int) runFunc {
		return func(r *Run, in *Instance, ev *Raised) error {
			return r.SetSeatAttribute(max(1, r.SeatOf(in)), f.points, Num(n+int(ev.Params[hitN].N)))
		}
	}
	echo := f.on(f.hit, After, "echo", f.alpha, func(r *Run, in *Instance, ev *Raised) error {
		mark := int(r.Printed(in.Card, f.mark).N)
		if mark%4 == 3 {
			return must(r.SetAttribute(in.Card, f.mark, Num(mark+1)), errScript)
		}
		at := r.AsItWas(ev).Position()
		return must(r.SetAttribute(in.Card, f.mark, Num(mark+1)), r.SetAttribute(in.Card, f.note,
			Num(at.CountIn(1))))
	})
	echo.Where = []Condition{{hitWho, f.filters[3]}}
	guard := f.may(f.hit, Replace, "guard", f.beta, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitWho] = CardValue(in.Card)
		return nil
	})
	guard.Limit, guard.Active = Limit{Times: 1, Per: f.fall}, in(f.left, f.right)
	ward := f.on(f.hit, Before, "ward", f.gamma, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitN].N++
		ev.Cancelled = ev.Params[hitN].N > 5
		return nil
	})
	ward.Limit = Limit{Times: 3, Per: f.begins["week"], ByCard: true}
	f.may(f.hit, Before, "sneak", f.alpha, point(1)).Active = in(f.hand)
	sleeve := f.may(f.hit, After, "sleeve", f.coin, point(2))
	sleeve.Active, sleeve.Limit = in(f.hand, f.chest), Limit{Times: 2, Per: -1}
	sleeve.Where = []Condition{{hitSeat, terms(Term{Op: TermFriendly})}}
	f.may(f.hit, Respond, "cry", f.vale, func(r *Run, in *Instance, _ *Raised) error {
		return r.Raise(f.ev(r, f.fall, CardValue(in.Card), CardValue(in.Card)), nil)
	}).Limit = Limit{Times: 1, Per: -1}
	spoils := f.may(f.fall, After, "spoils", f.beta, func(r *Run, in *Instance, ev *Raised) error {
		reply, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Prompt: f.message, Min: 0, Max: 3})
		return must(err, r.SetGameAttribute(f.depth, Num(sum(reply))))
	})
	spoils.LastKnown, spoils.Where = true, self(0)
	f.when(spoils, func(r *Run, in *Instance, ev *Raised) (bool, error) {
		if in.Card%5 == 0 {
			return false, errScript
		}
		return r.Printed(in.Card, f.mark).N < 3, nil
	})
	wide := f.on(f.fall, After, "wide", f.gamma, func(r *Run, in *Instance, ev *Raised) error {
		return r.Say(f.message, []Named{{f.word("who"), ev.Params[0]}}, Only(max(1, r.SeatOf(in))))
	})
	wide.Anywhere = true
	state := func(zones ZoneMask, more ...Term) *Filter {
		return terms(append([]Term{{Op: TermZone, Zones: zones}}, more...)...)
	}
	up := Term{Op: TermAttribute, Attr: f.posture, Values: []Value{WordValue(f.up)}}
	alert := f.on(f.hit, Before, "alert", f.beta, point(5))
	alert.Active = state(f.mask(f.left, f.right, f.field), up)
	up.Not = true
	laid := f.on(f.hit, After, "laid", f.gamma, point(6))
	laid.Active = state(f.mask(f.left, f.right, f.field), up, Term{Op: TermAttribute, Attr: f.star,
		Values: []Value{Bool(true)}})
	shove := f.may(f.hit, Before, "shove", f.vale, func(r *Run, in *Instance, ev *Raised) error {
		c := ev.Params[hitWho].Card()
		return r.Move(c, f.z(&r.Position, f.discard, max(1, r.Owner(c))), Top)
	})
	shove.Limit = Limit{Times: 2, Per: f.begins["week"]}
	marked := f.may(f.fall, After, "marked", f.alpha, point(0))
	marked.Active, marked.Limit = state(f.mask(f.left, f.hand), Term{Op: TermAttribute, Attr: f.mark,
		Compare: Within, Min: 1, Max: 4}), Limit{Times: 1, Per: f.hit}
	f.ghost = f.on(f.hit, After, "ghost", f.alpha, point(3))
	f.Defs[f.alpha].Abilities = f.Defs[f.alpha].Abilities[:len(f.Defs[f.alpha].Abilities)-1] // it only lasts
	f.hushed = f.ability(Ability{Name: "hushed", Form: Hook, Trigger: f.hush, Window: After, Anywhere: true,
		HasRun: true})
	f.runs[f.hushed.ID] = func(r *Run, _ *Instance, _ *Raised) error { return r.SetSeatAttribute(1, f.points, Num(9)) }
	f.brief = f.ability(Ability{Name: "brief", Form: Hook, Trigger: f.fall, Window: Before, Anywhere: true,
		HasRun: true})
	given := f.ability(Ability{Name: "given", Form: Hook, Trigger: f.hit, Window: After, HasRun: true,
		Where: self(hitWho)})
	f.runs[given.ID] = point(4)
	asked := f.ability(Ability{Name: "given", Part: 1, Form: Action, ActionKind: f.act, HasRun: true})
	f.acts[asked.ID] = func(r *Run, in *Instance, seat Seat) error { return r.SetController(in.Card, seat) }
	f.ability(Ability{Name: "giver", Form: Grant, OfFilter: terms(Term{Op: TermZone, Zones: f.mask(f.left,
		f.field)}),
		Grants: []AbilityID{given.ID, asked.ID}, Active: in(f.left, f.right, f.field)}, f.gamma, f.hill)
	roll := f.ability(Ability{Name: "dice", Form: Action, ActionKind: f.act, HasRun: true, HasWhen: true,
		Limit: Limit{Times: 2, Per: f.begins["week"]}}, f.gamma, f.alpha)
	f.acts[roll.ID] = func(r *Run, in *Instance, seat Seat) error {
		_, err := r.Roll(f.d6, nil, 2, Only(seat))
		if in.Card == 2 {
			return must(err, errScript)
		}
		return err
	}
	f.whens[roll.ID] = func(r *Run, in *Instance, _ *Raised) (bool, error) {
		return r.Printed(in.Card,
			f.mark).N < 6, nil
	}
	f.ability(Ability{Name: "badge", Form: Marker}, f.beta)
}

// declareMore lists operations that machines do not have.
func (f *fair) declareMore() {
	lasting := func(a *Ability) func(m *machine, r *Run, o op, depth int) error {
		return func(_ *machine, r *Run, o op, _ int) error {
			e := Effect{Ability: a.ID, Card: o.card(&r.Position), Seat: o.seat(&r.Position),
				Until: TriggerID(o.b%4 - 1),
				Uses:  uint8(o.a % 3)}
			if o.b%2 == 0 {
				e.While = CardID(o.b%r.Cards() + 1)
			}
			if o.a%2 == 0 {
				e.N, e.Params[0] = 1, CardValue(e.Card)
			}
			_, err := r.Last(e)
			return err
		}
	}
	place := func(r *Run, o op) ZoneID {
		kinds := []ZoneKindID{f.left, f.right, f.left, f.field, f.upon, f.side, f.hand, f.discard}
		kind := kinds[o.b%len(kinds)]
		on := CardID(7 + o.c%2)
		if kind == f.upon {
			on = CardID(o.c%6 + 1)
		}
		return r.ZoneOf(kind, o.seat(&r.Position), on)
	}
	move := func(_ *machine, r *Run, o op, _ int) error {
		r.Move(CardID(o.a%6+1), place(r, o), o.c%4-1)
		return nil
	}
	look := func(_ *machine, r *Run, o op, _ int) error {
		cards := r.Select(nil, &Selection{Filter: *f.filters[o.a%len(f.filters)], Most: o.b % 4,
			In: &r.Instances[o.c%len(r.Instances)]})
		return r.SetGameAttribute(f.depth, Num(len(cards)))
	}
	f.more = []func(m *machine, r *Run, o op, depth int) error{
		lasting(f.boost), lasting(f.seize), lasting(f.brief), lasting(f.ghost), move, move, move,
		func(_ *machine, r *Run, o op, _ int) error {
			r.Move(CardID(9+o.a%4), place(r, o), Top)
			return nil
		},
		look, look, look,
		func(_ *machine, r *Run, o op, _ int) error {
			var list []Departure
			for i := range 1 + o.a%3 {
				list = append(list, Departure{CardID((o.a+5*i)%r.Cards() + 1), f.z(&r.Position, f.deck,
					o.seat(&r.Position))})
			}
			r.MoveAtOnce(list, o.c%3-1)
			return nil
		},
		func(_ *machine, r *Run, o op, _ int) error {
			c := CardID(o.a%6 + 1)
			return must(r.SetAttribute(c, f.note, Num(o.b%7)), r.SetAttribute(c, f.target,
				CardValue(o.card(&r.Position))),
				r.SetSeatAttribute(o.seat(&r.Position), 3, ZoneValue(o.zone(&r.Position))))
		},
		func(_ *machine, r *Run, o op, _ int) error {
			var evs []*Raised
			for i := range 2 {
				evs = append(evs, f.ev(r, f.hit, CardValue(CardID((o.a+i)%6+1)), Value{}, Value{}, Num(o.b%5),
					SeatValue(o.seat(&r.Position))))
			}
			return r.RaiseAll(evs, func(ev *Raised) error {
				return r.SetAttribute(ev.Params[0].Card(),
					f.mark, ev.Params[hitN])
			})
		},
		func(_ *machine, r *Run, o op, _ int) error {
			host := CardID(7 + o.b%2)
			return r.Raise(f.ev(r, f.fall, CardValue(CardID(o.a%6+1)), CardValue(host)), func(ev *Raised) error {
				return r.SetAttribute(ev.Params[0].Card(), f.posture, WordValue(f.down))
			})
		},
		func(_ *machine, r *Run, o op, _ int) error {
			reply, err := r.Choose(&Decision{Kind: PickOne, Seat: o.seat(&r.Position), Prompt: f.message,
				Optional: true,
				About:    []Named{{f.word("about"), CardValue(o.card(&r.Position))}}, Options: []Choice{
					{N: 2, V: [MaxParts]Value{CardValue(o.card(&r.Position)), Num(o.b)}}, One(f.w("heads")),
					One(ZoneValue(o.zone(&r.Position))), One(SeatValue(2)), One(Bool(true))}})
			if err != nil {
				return err
			}
			r.Refuse(CardValue(o.card(&r.Position)), f.message)
			return r.SetSeatAttribute(1, f.points, Num(sum(reply)))
		},
		func(_ *machine, r *Run, o op, _ int) error {
			return must(r.Shuffle(f.z(&r.Position, f.deck, 1)), r.Shuffle(f.z(&r.Position, f.pool, 0)))
		},
		func(_ *machine, r *Run, o op, _ int) error { // whole hands go
			var list []Departure
			for s := Seat(1); int(s) <= r.Seats; s++ {
				to := f.z(&r.Position, f.hand, r.NextSeat(s))
				if o.a%4 == 0 {
					to = f.z(&r.Position, f.chest, s)
				}
				for i, c := range r.CardsIn(nil, f.z(&r.Position, f.hand, s)) {
					if o.b%5 == 0 && i == 1 {
						to = f.z(&r.Position, f.chest, r.NextSeat(s))
					}
					list = append(list, Departure{c, to})
				}
			}
			return r.MoveAtOnce(append(list, list[:min(1, len(list))]...), Top)
		},
		func(_ *machine, r *Run, o op, _ int) error { // things lie on units that seats control
			c := CardID(o.a%6 + 1)
			err := must(r.Move(CardID(9+o.b%4), r.ZoneOf(f.upon, 0, c), Top), r.SetAttribute(c, f.posture,
				[]Value{{}, f.w("flat"), WordValue(f.up)}[o.c%3]))
			return dropRefusal(err)
		},
		func(_ *machine, r *Run, o op, _ int) error { // an action is picked
			seat := o.seat(&r.Position)
			offered, err := r.Offered(nil, f.act, seat)
			if err != nil || len(offered) == 0 {
				return err
			}
			var options []Choice
			for _, v := range offered {
				options = append(options, One(v))
			}
			reply, err := r.Choose(&Decision{Kind: PickOne, Seat: seat, Prompt: f.message, Options: options,
				Optional: true})
			if err != nil || len(reply) == 0 {
				return err
			}
			return r.Perform(offered[reply[0]], seat)
		},
		func(_ *machine, r *Run, o op, _ int) error { // nobody has a choice
			d := &Decision{Kind: PickSome, Seats: r.all, Secret: true, Prompt: f.message, Min: 2, Max: 2,
				SecretOptions: make([][]Choice, r.Seats+1)}
			for s := 1; s <= r.Seats; s++ {
				d.SecretOptions[s] = numbers(s, o.a)
			}
			replies, err := r.ChooseSecretly(d)
			if err != nil {
				return err
			}
			return r.SetSeatAttribute(1, f.points, Num(10*sum(replies[0])+sum(replies[1])))
		},
		func(_ *machine, r *Run, o op, _ int) error { // nobody hears it
			err := r.Raise(f.ev(r, f.hush, CardValue(o.card(&r.Position))), func(ev *Raised) error {
				if o.a%3 == 0 {
					_, err := r.Last(Effect{Ability: f.hushed.ID, Card: ev.Params[0].Card(), Seat: 1, Until: f.hush})
					return err
				}
				if o.a%3 == 1 {
					return errScript
				}
				return r.SetSeatAttribute(2, f.points, Num(o.b))
			})
			return dropRefusal(err)
		},
		func(_ *machine, r *Run, o op, _ int) error {
			r.Reveal(o.card(&r.Position), r.all)
			for _, c := range r.CardsIn(nil, f.z(&r.Position, f.deck, o.seat(&r.Position))) {
				r.Reveal(c, Only(o.seat(&r.Position)))
			}
			return nil
		},
	}
	opKindsOf := opKinds
	f.kinds = func(k int) func(m *machine, r *Run, o op, depth int) error {
		if k < len(opKindsOf) {
			return opKindsOf[k]
		}
		return f.more[k-len(opKindsOf)]
	}
}

// declareDerived declares values that rules compute, of seats and cards, and by what would happen.
func (f *fair) declareDerived(worth pureFunc) {
	would := func(r *Run, args []Value) (Value, string, error) {
		err := r.Raise(f.ev(r, f.hit, args[1], Value{}, Value{}, Num(2), args[0]), func(ev *Raised) error {
			return must(r.SetAttribute(6, f.mark, Num(7)), r.Reveal(3, r.all))
		})
		if err == nil && args[1].N%3 == 0 {
			_, err = r.Choose(&Decision{Kind: YesNo, Seat: 1})
		}
		if err == nil && args[1].N%3 == 1 {
			_, err = r.Choose(&Decision{Kind: PickSome, Seat: 2, Options: numbers(1, 2), Max: 2})
		}
		if err == nil && args[1].N%5 == 0 {
			err = r.Shuffle(f.z(&r.Position, f.deck, 1))
		}
		v, readErr := r.SeatAttribute(args[0].Seat(), f.points)
		return v, "", must(err, readErr)
	}
	f.Derived = []Derived{{Name: "worth", Step: f.pureStep("a worth", worth), OfSeat: true},
		{Name: "would", Step: f.pureStep("a would", would), OfSeat: true, OfCard: true, WhatIf: true}}
}

// derived tells what computed values are, that nothing is left of them, and where a game that
// is interrupted stands.
func (f *fair) derived(g *Game) {
	fork := g.Fork(f.fake)
	var said []any
	for c := CardID(1); c < 7; c++ {
		for i := range f.Derived {
			v, known, err := fork.Derive(context.Background(), i, Seat(int(c)%2+1), c)
			said = append(said, fork.Layout().Key(v), known, err)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	status, err := fork.AdvanceStep(stopped)
	f.tell("  derived %v, as before %v; interrupted %d %v %x", said,
		fork.Position().State().Equal(g.Position().State()),
		status, err, fork.Position().Hash()>>40)
	status, err = fork.AdvanceStepTo(context.Background(), func(at int, _ StepID) bool { return at%3 == 1 })
	f.tell("  stopped %d %v %x at %d", status, err, fork.Position().Hash()>>40, fork.Position().FlowPosition())
}

// countsFilled reports whether each card counts its own zones that hold cards.
func countsFilled(p *Position) bool {
	for c := CardID(1); int(c) <= p.Cards(); c++ {
		filled := uint8(0)
		for _, z := range p.ZonesOf(c) {
			filled += uint8(min(p.CountIn(z), 1))
		}
		if p.state.links[c].filled != filled {
			return false
		}
	}
	return true
}

func (f *fair) declareFlow(seed uint64) {
	worth := func(r *Run, args []Value) (Value, string, error) {
		v, err := r.SeatAttribute(args[0].Seat(), f.points)
		return v, "", err
	}
	f.Evaluation, f.Returns = f.pureStep("worth", worth), f.pureStep("returns", worth)
	f.Invariants = []StepID{f.pureStep("counted", func(r *Run, _ []Value) (Value, string, error) {
		return Bool(r.Validate() == nil && countsFilled(&r.Position)), "", nil
	})}
	f.declareDerived(worth)
	deal := f.do("deal", func(r *Run) error {
		for c := CardID(1); int(c) <= r.Cards(); c++ {
			zones := []ZoneKindID{f.hand, f.deck, f.left, f.hand, f.right, f.pool, f.chest, f.field}
			seat := Seat(int(c)%r.Seats + 1)
			err := r.SetController(c, seat)
			r.Move(c, r.ZoneOf(zones[(int(c)+int(seed))%len(zones)], seat, CardID(7+int(c)%2)), Top)
			err = must(err, r.SetOwner(c, seat))
			if err != nil {
				return err
			}
		}
		return f.runList(r, 0, 2)
	})
	turn := f.turn("turn", func(r *Run, seat Seat) error { return f.runList(r, int(seat), 2) })
	done := func(r *Run, _ []Value) (Value, string, error) { return Bool(r.Decisions() > 12), "", nil }
	f.flow(deal, f.times(2, f.phase("week", f.turns(f.first, seed%2 == 0, turn))), f.until(done, f.turns(-1,
		true, turn)))
}
