package engine

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
)

var update = flag.Bool("update", false, "write what games give")

// Updating reports whether this run writes what games give.
func Updating() bool { return *update }

// golden compares a text with that of a file, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("%s:%d: got %s\nwant %s", path, i+1, line, append(wanted, "", "")[min(i, len(wanted))])
		}
	}
	if len(lines) != len(wanted) {
		t.Fatalf("%s has %d lines, expected %d", path, len(wanted), len(lines))
	}
}

// fair is the machine with something of everything that a pack can declare: modifiers of each
// kind, abilities in each window, in hands and on boards, that are given, limited, that last
// and end; lives, secret attributes, and each policy of order. What happens follows from a seed.
type fair struct {
	*machine
	filters             []*Filter
	note, target, depth AttributeID
	boost, seize, brief *Ability
	more                []func(m *machine, r *Run, o op, depth int) error
	out                 strings.Builder
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
	f.ghost = f.on(f.hit, After, "ghost", f.alpha, point(3))
	f.Defs[f.alpha].Abilities = f.Defs[f.alpha].Abilities[:len(f.Defs[f.alpha].Abilities)-1] // it only lasts
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
		_, err := r.Roll(f.d6, 2, Only(seat))
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

// declareMore lists operations beside those of machines.
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

func (f *fair) declareFlow(seed uint64) {
	worth := func(r *Run, args []Value) (Value, string, error) {
		v, err := r.SeatAttribute(args[0].Seat(), f.points)
		return v, "", err
	}
	f.Evaluation, f.Returns = f.pureStep("worth", worth), f.pureStep("returns", worth)
	f.Invariants = []StepID{f.pureStep("counted", func(r *Run, _ []Value) (Value, string, error) {
		return Bool(r.Validate() == nil), "", nil
	})}
	f.declareDerived(worth)
	deal := f.do("deal", func(r *Run) error {
		for c := CardID(1); int(c) <= r.Cards(); c++ {
			zones := []ZoneKindID{f.hand, f.deck, f.left, f.hand, f.right, f.pool, f.chest, f.field}
			seat := Seat(int(c)%r.Seats + 1)
			err := r.SetController(c, seat)
			r.Move(c, r.ZoneOf(zones[(int(c)+int(seed))%len(zones)], seat, CardID(7+int(c)%2)), Top)
			if err = must(err, r.SetOwner(c, seat)); err != nil {
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

// tell writes a line of the transcript.
func (f *fair) tell(format string, args ...any) { fmt.Fprintf(&f.out, format+"\n", args...) }

// digest is a short number for much that is read.
func digest(args ...any) string { return fmt.Sprintf("%06x", rng.Name(fmt.Sprint(args...))>>40) }

func (f *fair) start(t testing.TB, seed uint64) *Game {
	setup := f.setup(t, 2+int(seed%3))
	setup.Seed, setup.ContinueOnError, setup.CheckInvariants = seed, true, seed%3 == 0
	setup.AskChance = seed%7 == 3
	setup.Limits = Limits{Steps: 40, Decisions: 24, Quiet: 12}
	if seed%5 == 1 {
		setup.Rests, setup.Stops = Only(2), func(d *Decision) bool { return d.Number%3 == 0 }
		setup.Windowed = func(_ context.Context, d *Decision) { f.tell("  a window of seat %d", d.Seat) }
	}
	if seed%4 == 2 {
		setup.Deciders[1] = replies(seed)
	}
	setup.Noticed = func(a *Ability, of CardID) {}
	if seed%3 == 1 {
		setup.Refused = func(p *Position, why Refusal) {
			name := p.Key(why.Of)
			if why.In != nil {
				name = why.In.Ability.Name + " of " + fmt.Sprint(why.In.Card)
			}
			f.tell("  not %s: reason %d word %d trigger %d %v window %s at %d where %d term %d", name,
				why.Reason, why.Word,
				why.Trigger, why.Params, why.Window, why.At, why.Where, why.Term)
		}
		setup.Selected = func(_ *Position, s *Selection) { f.tell("  selects by %d terms", len(s.Filter.Terms)) }
	}
	return New(setup)
}

// asked tells a decision in a number.
func asked(d *Decision) string {
	if d == nil {
		return "nothing"
	}
	return digest(d.Number, d.Options, d.SecretOptions, d.About, d.Open)
}

// reads tells in a few numbers what can be read of a position.
func (f *fair) reads(p *Position) string {
	var cards, values, filters, known []any
	for c := CardID(1); int(c) <= p.Cards(); c++ {
		cards = append(cards, p.Place(c), p.Host(c), p.Controller(c), p.Owner(c), p.Life(c), len(p.Given(c)),
			p.HasAbility(c, f.word("banner")), p.Known(c), p.NextIn(c), p.PreviousIn(c))
		for _, u := range p.UsesOn(c) {
			cards = append(cards, u.Ability.Name, u.Instance, u.Times, u.Seats, u.Life)
		}
		for a := range p.Pack.Cards {
			if !p.Has(c, AttributeID(a)) {
				continue
			}
			v, err := p.Attribute(c, AttributeID(a))
			seen, _ := p.AttributeSeen(Only(1), c, AttributeID(a))
			values = append(values, v, err, seen, p.Printed(c, AttributeID(a)))
			for _, m := range p.Modifications(p.all, OfCard, CardValue(c), AttributeID(a)) {
				values = append(values, m.Ability.Name, m.Card, m.Op, m.Amount)
			}
		}
	}
	for s := Seat(1); int(s) <= p.Seats; s++ {
		for a := range p.Pack.Seats {
			v, err := p.SeatAttribute(s, AttributeID(a))
			seen, _ := p.SeatAttributeSeen(Only(2), s, AttributeID(a))
			values = append(values, v, err, seen, p.SeatPrinted(s, AttributeID(a)), p.Passed(s), p.NextSeat(s))
		}
		known = append(known, p.Groups(s), p.Unpeeked(s, 1<<20))
	}
	v, err := p.GameAttribute(f.round)
	values = append(values, v, err, p.GamePrinted(f.round), p.Turn(), p.Phase(), p.Effects(), p.Agenda(), p.Ages())
	for _, filter := range f.filters {
		for _, in := range []*Instance{nil, &p.Instances[0], &p.Instances[len(p.Instances)-1]} {
			filters = append(filters, p.Select(nil, &Selection{Filter: *filter, In: in}),
				p.Select(nil, &Selection{Filter: *filter, In: in, Most: 2}))
			for c := CardID(0); int(c) <= p.Cards(); c++ {
				filters = append(filters, p.Match(filter, CardValue(c), in, nil))
			}
			filters = append(filters, p.Match(filter, SeatValue(1), in, nil), p.Match(filter, ZoneValue(4),
				in, nil))
		}
	}
	p.fault = nil
	return fmt.Sprintf("cards %s values %s filters %s known %s looked %d", digest(cards...), digest(values...),
		digest(filters...), digest(known...), p.Looked())
}

// question tells what is asked.
func (f *fair) question(p *Position, d *Decision) {
	f.tell("%d.%d %s seat %d of %d %s about %v, %d to %d of %d, optional %v offer %v hidden %v vacant %v kept from %d",
		d.Number, d.Again, d.Kind, d.Seat, d.Seats, p.Pack.Symbols[d.Prompt], d.About, d.Min, d.Max, d.Total,
		d.Optional,
		d.Offer, d.Hidden, d.Vacant, d.KeptFrom)
	for s := Seat(0); int(s) <= p.Seats; s++ {
		if !d.Asks(s) && s > 0 {
			continue
		}
		var keys []string
		for _, c := range d.OptionsOf(s) {
			key := p.ChoiceKey(c)
			if back, err := p.ChoiceOf(key); err != nil || back != c {
				key += fmt.Sprintf(" (read as %v, %v)", back, err)
			}
			keys = append(keys, key)
		}
		f.tell("  %d: %s, first %v", s, strings.Join(keys, " | "), d.First(s))
	}
	for _, o := range d.Open {
		f.tell("  open: %v", o)
	}
	if d.Chance != nil {
		f.tell("  chance %v", *d.Chance)
	}
}

// worlds tells what sampled worlds come to, and whether a seat could be in them.
func (f *fair) worlds(ctx context.Context, g *Game, d *Decision) {
	for s := Seat(1); s <= 2; s++ {
		t := NewDeterminizer(f.fake, replies(3))
		t.At(ctx, g.Position(), d, s)
		if why := t.Refusal(); why != "" {
			f.tell("  no world for %d: %s", s, why)
			continue
		}
		for salt := range uint64(3) {
			if !t.Sample(salt) {
				f.tell("  world %d of %d: none", salt, s)
				continue
			}
			err := t.Reopen()
			text := fmt.Sprintf("  world %d of %d: %x, %v", salt, s, t.Game().Position().Hash()>>40, err)
			if err == nil && !d.Secret && d.Asks(s) && t.Sample(salt) {
				t.Future(salt + 5)
				status, err := t.Try(d.First(s), Until{Decisions: 2})
				text += fmt.Sprintf("; tried %d %x %v, reached %v", status, t.Game().Position().Hash()>>40,
					err, t.Reached())
			}
			f.tell("%s", text)
		}
		f.apartWorlds(t, s)
	}
}

// apartWorlds tells what worlds that stand for themselves come to, and their forks.
func (f *fair) apartWorlds(t *Determinizer, s Seat) {
	end := func(w *World, until Until) string {
		status, err := w.Play(replies(9), until)
		return fmt.Sprintf("%d %x %v", status, w.Game().Position().Hash()>>40, err)
	}
	if t.Sample(2) && t.Reopen() == nil {
		w, err := t.Open()
		if err != nil {
			f.tell("  no own world for %d: %v", s, err)
			return
		}
		fork := w.Fork()
		fork.Future(7)
		far := end(fork, Until{Decisions: 3})
		f.tell("  own world of %d: %s, near %s, whole %s", s, far, end(w.Fork(), Until{}), end(w, Until{End: true}))
	}
	if w := t.Begin(5); w != nil && s == 1 {
		enough := 0
		f.tell("  from the beginning: %s", end(w, Until{Enough: func() bool { enough++; return enough > 3 }}))
	}
}

// apart tells of changes to games that stand where one does: cards that change roles, positions
// set up by hand, and games that go on from here.
func (f *fair) apart(ctx context.Context, g *Game, n int) {
	p := g.Position()
	var ways []any
	swapped, shown := 0, 0
	for a := CardID(1); int(a) <= p.Cards(); a++ {
		for b := a + 1; int(b) <= p.Cards(); b++ {
			for s := Seat(1); int(s) <= p.Seats; s++ {
				other, ok := p.Exchanged(a, b, s)
				if !ok {
					continue
				}
				swapped++
				log := &other.run.game.log
				ways = append(ways, a, b, s, other.Hash(), log.Base, log.Hash(), asked(other.run.game.open),
					other.Groups(s))
				if log.Base < log.Len() && shown < 3 {
					shown++
					f.tell("  %d for %d: %x, log from %d %x", a, b, other.Hash()>>40, log.Base, log.Hash()>>40)
				}
			}
		}
	}
	f.tell("  %d exchanges %s", swapped, digest(ways...))
	c := p.Canonical()
	f.tell("  canonical %x, valid %v", c.Hash()>>40, p.Validate())
	if g.open != nil || g.step.active {
		return
	}
	other := Continue(g.setup, p)
	status, err := other.Advance(ctx)
	f.tell("  continued %d %v %x log %x", status, err, other.Position().Hash()>>40, other.Log().Hash()>>40)
	edited := g.Fork(f.fake)
	err = edited.Edit(func(e *Editor) error {
		for i := range e.Instances {
			if e.Instances[i].use >= 0 && i%2 == n%2 {
				e.SetUses(int32(i), 1, 1)
			}
		}
		e.Renew(Aged{Card: CardID(n%e.Cards() + 1)})
		f.tell("  watches %v", e.Watch())
		if n%2 == 0 {
			e.EndEffects()
		}
		e.Jump(n % len(e.Pack.Flow))
		return must(e.Put(CardID(n%e.Cards()+1), ZoneID(n%8+1), Top), e.Seek())
	})
	f.tell("  edited %v %x at %d, turn %d, loop %v", err, edited.Position().Hash()>>40,
		edited.Position().FlowPosition(),
		edited.Position().Turn(), edited.Position().Loop(0))
	status, err = edited.Advance(ctx)
	f.tell("  plays on %d %v %x", status, err, edited.Position().Hash()>>40)
	turned := g.Fork(f.fake)
	err = turned.Exchange(CardID(n%3+1), CardID(n%2+4))
	f.tell("  exchanged %v %x %v", err, turned.Position().Hash()>>40, turned.Position().Validate())
}

// laidOut tells in numbers what a layout calls its parts, and where they lie.
func (f *fair) laidOut(l *Layout, s *State) string {
	var names, places []any
	for cell := range s.cells {
		names = append(names, l.CellName(cell), l.CellWord(cell), l.Cell(cell).Card, l.Cell(cell).Seat)
	}
	for c := CardID(1); int(c) <= l.Cards(); c++ {
		names = append(names, l.CardKey(c), l.CardOf(l.CardKey(c)), l.ZonesOf(c), l.TypeOf(c))
		for _, a := range l.AbilitiesOf(c) {
			names = append(names, a.Name)
		}
	}
	for z := ZoneID(1); int(z) <= l.ZoneTotal(); z++ {
		row, column := l.BoardPlace(z, 2)
		v, err := l.ValueOf(l.Key(ZoneValue(z)))
		places = append(places, l.ZoneKey(z), row, column, v, err, l.KindOfZone(z), l.ZoneSeat(z), l.ZoneCard(z))
		for d := range directionSteps {
			places = append(places, l.BoardStep(z, d, 1), l.BoardStep(z, d, 2))
		}
		places = append(places, l.BoardZone(f.field, row, column, 1), l.ZoneOf(f.field, 0, 0))
	}
	for i := range l.Instances {
		in := &l.Instances[i]
		v, err := l.ValueOf(l.Key(Value{Handle, in.ID}))
		names = append(names, v, err, in.Zones(), in.Active() != nil, l.PhaseAround(0))
	}
	return fmt.Sprintf("names %s places %s state %s", digest(names...), digest(places...), digest(l.Dump(s)))
}

// play plays a game and tells all of it.
func (f *fair) play(t *testing.T, seed uint64) string {
	g := f.start(t, seed)
	f.tell("layout %s", f.laidOut(g.Layout(), g.Position().State()))
	answers := replies(seed)
	told, n := 0, 0
	for {
		status, err := g.AdvanceStep(t.Context())
		for ; told < g.log.Len(); told++ {
			e := g.log.At(told)
			f.tell("%d <%d %s %d %d %d %d old %b new %b %v", told, g.log.Cause(told), e.Kind, e.A, e.B, e.C,
				e.D, e.Old,
				e.New, g.log.Data(e))
		}
		if n++; status == Ended || err != nil {
			f.tell("status %d %v", status, err)
			break
		}
		p := g.Position()
		f.tell("state %x %s", p.Hash()>>40, f.reads(p))
		d := g.Open()
		if n%2 == 0 {
			f.derived(g)
		}
		if d == nil {
			if n%3 == 0 {
				f.apart(t.Context(), g, n)
			}
			continue
		}
		f.question(p, d)
		if d.Number%2 == 0 && g.setup.Refused == nil && d.Chance == nil {
			f.worlds(t.Context(), g, d)
			f.apart(t.Context(), g, n)
		}
		if d.Vacant {
			g.Pass()
			continue
		}
		fork := g.Fork(f.fake)
		for s := Seat(0); int(s) <= p.Seats; s++ {
			if d.Asks(s) && g.Open() == d && (s > 0 || d.Chance != nil) {
				reply := answers(t.Context(), p, d, s)
				if err := must(g.Answer(d.Number, s, reply), fork.Answer(d.Number, s, reply)); err != nil {
					f.tell("%v", err)
				}
			}
		}
		if !fork.Position().State().Equal(p.State()) || fork.Log().Hash() != g.Log().Hash() {
			t.Errorf("seed %d: a fork stands elsewhere at decision %d", seed, d.Number)
		}
		told = min(told, g.log.Len())
	}
	f.end(t, g)
	return f.out.String()
}

// end tells what is known of a game behind it, and goes back in it.
func (f *fair) end(t *testing.T, g *Game) {
	returns, err := g.Returns()
	worth, _ := g.Evaluation(1)
	f.tell("winners %b drawn %b reason %d returns %v %v worth %d whole %v counts %+v", g.Winners(), g.Drawn(),
		g.Position().Reason(), returns, err, worth, g.Whole(), g.Counts())
	for _, failure := range g.Failures() {
		f.tell("failed: %v", failure)
	}
	chance := g.Log().ResultsSince(g.Log().Base)
	f.tell("chance %s, cycle %v", digest(chance.Dice, chance.Draws, chance.Shuffles), g.Cycle())
	for at := 0; at < g.Log().Len(); at += 1 + g.Log().Len()/9 {
		past := g.Past(at)
		f.tell("at %d %x %s", at, past.Position().Hash()>>40, f.reads(past.Position()))
	}
	step, work := g.Dearest()
	f.tell("dearest %s %d, spent %d", step, work, g.Spent())
	setup := g.setup
	setup.DropLog, setup.Follow, setup.Windowed, setup.Refused, setup.Selected = true, true, nil, nil, nil
	for s := range setup.Deciders {
		setup.Deciders[s] = replies(1)
	}
	quiet := New(setup)
	status, err := quiet.Advance(t.Context())
	f.tell("without a log %d %v %x %+v known %s", status, err, quiet.Position().Hash()>>40, quiet.Counts(),
		digest(quiet.Position().Groups(1), quiet.Position().Groups(2)))
	setup.DropLog, setup.Script = false, chance
	again := New(setup)
	status, err = again.Advance(t.Context())
	f.tell("with its chance %d %v %x log %x", status, err, again.Position().Hash()>>40, again.Log().Hash()>>40)
	answered := g.Position().Answers()
	for i := len(answered) - 1; i >= 0; i -= 1 + len(answered)/4 {
		err := g.Undo(t.Context(), answered[i].Number)
		f.tell("back to %d: %v %x log %x failures %d", answered[i].Number, err, g.Position().Hash()>>40,
			g.Log().Hash()>>40,
			len(g.Failures()))
	}
}

// TestTranscripts: games of the fair that are played by seeds give, event by event, question
// by question, what they have always given: what seats are asked and may read, which worlds
// they may be in, and where forks, changed positions and games gone back in stand.
//
// Two games stand there in full, of the others a digest of each state and of what led to it;
// RULEDECK_GAME=N prints the game N.
func TestTranscripts(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(24) {
		text := newFair(seed).play(t, seed)
		if os.Getenv("RULEDECK_GAME") == fmt.Sprint(seed) {
			t.Log(text)
		}
		fmt.Fprintf(&b, "==== game %d\n", seed)
		if seed < 2 {
			b.WriteString(text)
			continue
		}
		for i, part := range strings.Split(text, "\nstate ") {
			head, _, _ := strings.Cut(part, "\n")
			fmt.Fprintf(&b, "%d: %d lines %s, %.40s\n", i, strings.Count(part, "\n"), digest(part), head)
		}
	}
	golden(t, "transcripts.txt", b.String())
}
