package engine

import (
	"context"
	"errors"
	"testing"
)

// A small card table for the tests of this package: a pack built in Go, with
// Go functions in place of scripts. Tests change it before they start a game.
//
//	tb := newTable()
//	tb.on(tb.hit, After, "shout", tb.alpha, func(g *Game, in *Instance, ev *Raised) error { ... })
//	g := tb.run(t, 2, func(g *Game) error { return g.Raise(tb.ev(g, tb.hit, ...), nil) })
type table struct {
	*Pack
	*fake
	symbols map[string]Symbol

	// Zones: box (start of all cards), deck, hand, discard and chest of each
	// seat, pool (a bag), left and right of each place, side of each place for each
	// seat, upon (things that lie on a unit), field (a board of 3 x 3).
	box, deck, hand, discard, chest, pool, left, right, side, upon, field ZoneKindID
	// Types and definitions: alpha (3 copies), beta (2), gamma are units; hill
	// and vale places; coin things (4 copies).
	unit, place, thing             TypeID
	alpha, beta, gamma, hill, vale DefID
	coin                           DefID
	power, posture, mark, star     AttributeID // of cards
	first, round                   AttributeID // of the table
	points, team, friend           AttributeID // of seats
	d6, flip                       DieID
	hit, fall                      TriggerID // hit(who card, by card, where card, n number write, seat)
	up, down                       Symbol
	begins, ends                   map[string]TriggerID
}

type (
	stepFunc   func(r *Run, args []Value) error
	pureFunc   func(r *Run, args []Value) (Value, string, error)
	runFunc    func(r *Run, in *Instance, ev *Raised) error
	whenFunc   func(r *Run, in *Instance, ev *Raised) (bool, error)
	actFunc    func(r *Run, in *Instance, seat Seat) error
	amountFunc func(r *Run, in *Instance, of Value) (int32, error)
)

// fake is Scripts made of Go functions.
type fake struct {
	steps   []stepFunc
	pures   []pureFunc
	runs    map[AbilityID]runFunc
	whens   map[AbilityID]whenFunc
	acts    map[AbilityID]actFunc
	amounts map[AbilityID]amountFunc
}

func (f *fake) Step(r *Run, step StepID, args []Value) error { return f.steps[step](r, args) }

func (f *fake) Pure(r *Run, step StepID, args []Value) (Value, string, error) {
	return f.pures[step](r, args)
}

func (f *fake) Run(r *Run, in *Instance, ev *Raised) error {
	if run := f.runs[in.Ability.ID]; run != nil {
		return run(r, in, ev)
	}
	return nil
}

func (f *fake) When(r *Run, in *Instance, ev *Raised) (bool, error) {
	return f.whens[in.Ability.ID](r, in, ev)
}

func (f *fake) Act(r *Run, in *Instance, seat Seat) error { return f.acts[in.Ability.ID](r, in, seat) }

func (f *fake) Offers(r *Run, in *Instance, seat Seat) (bool, error) {
	return f.whens[in.Ability.ID](r, in, &Raised{})
}

func (f *fake) Amount(r *Run, in *Instance, of Value) (int32, error) {
	return f.amounts[in.Ability.ID](r, in, of)
}

// Positions of the parameters of the trigger hit.
const (
	hitWho = iota
	hitBy
	hitWhere
	hitN
	hitSeat
)

func newTable() *table {
	tb := &table{
		Pack: &Pack{ID: "table", Version: "1", MinSeats: 1, MaxSeats: 8, Symbols: []string{""},
			Lists: make([]ListValue, 1), Evaluation: -1, Returns: -1},
		fake: &fake{
			runs: map[AbilityID]runFunc{}, whens: map[AbilityID]whenFunc{}, acts: map[AbilityID]actFunc{},
			amounts: map[AbilityID]amountFunc{},
		},
		symbols: map[string]Symbol{"": 0},
		begins:  map[string]TriggerID{}, ends: map[string]TriggerID{},
	}
	tb.Order.From = -1
	tb.UsePrompt = tb.word("use")
	tb.up, tb.down = tb.word("up"), tb.word("down")
	tb.unit, tb.place, tb.thing = 0, 1, 2
	tb.addZones()
	tb.addAttributes()
	tb.addCards()
	tb.d6 = tb.die("d6", Num(1), Num(2), Num(3), Num(4), Num(5), Num(6))
	tb.flip = tb.die("flip", tb.w("heads"), tb.w("tails"))
	tb.hit = tb.trigger("hit", Param{Name: "who", Kind: Card, Write: true}, Param{Name: "by", Kind: Card},
		Param{Name: "where", Kind: Card}, Param{Name: "n", Kind: Number, Write: true},
		Param{Name: "seat", Kind: SeatKind})
	tb.Triggers[tb.hit].Cancel = true
	tb.fall = tb.trigger("fall", Param{Name: "who", Kind: Card})
	return tb
}

func (tb *table) addZones() {
	tb.box = tb.zone(ZoneKind{Name: "box"})
	tb.deck = tb.zone(ZoneKind{Name: "deck", Of: OfSeat, Ordered: true, Seen: SeenByNobody})
	tb.hand = tb.zone(ZoneKind{Name: "hand", Of: OfSeat, Seen: SeenByOwner})
	tb.discard = tb.zone(ZoneKind{Name: "discard", Of: OfSeat, Ordered: true})
	tb.chest = tb.zone(ZoneKind{Name: "chest", Of: OfSeat, Seen: SeenByNobody})
	tb.pool = tb.zone(ZoneKind{Name: "pool", Bag: true, Seen: SeenByNobody})
	onPlace := []TypeID{tb.place}
	tb.left = tb.zone(ZoneKind{Name: "left", Of: OfCard, Types: onPlace, Accepts: []TypeID{tb.unit},
		Capacity: 3, CapacitySeat: 2})
	tb.right = tb.zone(ZoneKind{Name: "right", Of: OfCard, Types: onPlace, Accepts: []TypeID{tb.unit}})
	tb.side = tb.zone(ZoneKind{Name: "side", Of: OfCard, Types: onPlace, PerSeat: true, Seen: SeenByOwner})
	tb.upon = tb.zone(ZoneKind{Name: "upon", Of: OfCard, Types: []TypeID{tb.unit}, Seen: SeenByOwner})
	tb.field = tb.zone(ZoneKind{Name: "field", Rows: 3, Columns: 3})
}

func (tb *table) addAttributes() {
	tb.posture = tb.cardAttribute(Attribute{
		Name: "posture", Kind: Word, State: true, Start: WordValue(tb.up), By: -1,
		Words: []Symbol{tb.up, tb.down}, Keeps: tb.mask(tb.left, tb.right),
	})
	tb.power = tb.cardAttribute(Attribute{Name: "power", Kind: Number, By: tb.posture})
	tb.mark = tb.cardAttribute(Attribute{Name: "mark", Kind: Number, State: true, By: -1,
		HasMin: true, HasMax: true, Max: 9})
	tb.star = tb.cardAttribute(Attribute{Name: "star", Kind: Flag, By: -1})
	tb.Game = []Attribute{{Name: "first", Kind: SeatKind, State: true, By: -1},
		{Name: "round", Kind: Number, State: true, By: -1}}
	tb.first, tb.round = 0, 1
	tb.Seats = []Attribute{
		{Name: "points", Kind: Number, State: true, By: -1, HasMin: true},
		{Name: "team", Kind: Word, State: true, By: -1},
		{Name: "friend", Kind: Card, State: true, By: -1},
	}
	tb.points, tb.team, tb.friend = 0, 1, 2
	all := []AttributeID{tb.posture, tb.power, tb.mark, tb.star}
	tb.Types = []CardType{
		{Name: "unit", Attributes: all, Start: tb.box},
		{Name: "place", Attributes: []AttributeID{tb.mark}, Start: tb.box},
		{Name: "thing", Start: tb.box},
	}
}

func (tb *table) addCards() {
	printed := func(up, down int, star bool) Printed {
		return Printed{{tb.power, []Value{Num(up), Num(down)}}, {tb.star, []Value{Bool(star)}}}
	}
	tb.alpha = tb.card(CardDef{ID: "alpha", Type: tb.unit, Copies: 3, Printed: printed(3, 1, false)})
	tb.beta = tb.card(CardDef{ID: "beta", Type: tb.unit, Copies: 2, Printed: printed(2, 0, false)})
	tb.gamma = tb.card(CardDef{ID: "gamma", Type: tb.unit, Copies: 1, Printed: printed(5, 2, true)})
	tb.hill = tb.card(CardDef{ID: "hill", Type: tb.place, Copies: 1})
	tb.vale = tb.card(CardDef{ID: "vale", Type: tb.place, Copies: 1})
	tb.coin = tb.card(CardDef{ID: "coin", Type: tb.thing, Copies: 4})
}

func (tb *table) word(s string) Symbol {
	if id, ok := tb.symbols[s]; ok {
		return id
	}
	id := Symbol(len(tb.Symbols))
	tb.symbols[s] = id
	tb.Symbols = append(tb.Symbols, s)
	return id
}

// w is a word as a value.
func (tb *table) w(s string) Value { return WordValue(tb.word(s)) }

func (tb *table) zone(k ZoneKind) ZoneKindID {
	tb.word(k.Name)
	tb.Zones = append(tb.Zones, k)
	return ZoneKindID(len(tb.Zones) - 1)
}

func (tb *table) mask(kinds ...ZoneKindID) ZoneMask {
	var m ZoneMask
	for _, k := range kinds {
		m |= 1 << uint(k)
	}
	return m
}

func (tb *table) cardAttribute(a Attribute) AttributeID {
	tb.Cards = append(tb.Cards, a)
	return AttributeID(len(tb.Cards) - 1)
}

func (tb *table) card(d CardDef) DefID {
	tb.Defs = append(tb.Defs, d)
	return DefID(len(tb.Defs) - 1)
}

func (tb *table) die(name string, faces ...Value) DieID {
	tb.Dice = append(tb.Dice, Die{name, faces})
	return DieID(len(tb.Dice) - 1)
}

func (tb *table) trigger(name string, params ...Param) TriggerID {
	tb.Triggers = append(tb.Triggers,
		Trigger{Name: name, Params: params, Windows: [WindowCount]bool{true, true, true, true}, Scope: -1, From: -1})
	return TriggerID(len(tb.Triggers) - 1)
}

// ability declares an ability and gives it to the cards of the definitions.
func (tb *table) ability(a Ability, defs ...DefID) *Ability {
	a.ID = AbilityID(len(tb.Abilities))
	a.NameSymbol = tb.word(a.Name)
	if a.AmountParam == 0 && len(a.Params) == 0 {
		a.AmountParam = -1
	}
	tb.Abilities = append(tb.Abilities, a)
	for _, d := range defs {
		tb.Defs[d].Abilities = append(tb.Defs[d].Abilities, CardAbility{Ability: a.ID})
	}
	return &tb.Abilities[a.ID]
}

// on declares a mandatory hook of a card.
func (tb *table) on(tr TriggerID, w Window, name string, d DefID, run runFunc) *Ability {
	a := tb.ability(Ability{Name: name, Form: Hook, Trigger: tr, Window: w, HasRun: true, File: name + ".lua", Line: 1},
		d)
	tb.runs[a.ID] = run
	return a
}

// may declares an optional hook of a card.
func (tb *table) may(tr TriggerID, w Window, name string, d DefID, run runFunc) *Ability {
	a := tb.on(tr, w, name, d, run)
	a.May = true
	return a
}

// when gives an ability a condition of its own.
func (tb *table) when(a *Ability, when whenFunc) {
	a.HasWhen = true
	tb.whens[a.ID] = when
}

func (tb *table) step(name string, f stepFunc) StepID {
	tb.Pack.Steps = append(tb.Pack.Steps, name)
	tb.fake.steps = append(tb.fake.steps, f)
	tb.fake.pures = append(tb.fake.pures, nil)
	return StepID(len(tb.Pack.Steps) - 1)
}

func (tb *table) pureStep(name string, f pureFunc) StepID {
	id := tb.step(name, nil)
	tb.fake.pures[id] = f
	return id
}

// do makes a step of a function and returns it as a part of the flow.
func (tb *table) do(name string, f func(r *Run) error) node {
	return tb.stepNode(tb.step(name, func(r *Run, _ []Value) error { return f(r) }))
}

// turn makes a step that gets the seat whose turn it is.
func (tb *table) turn(name string, f func(r *Run, seat Seat) error) node {
	return tb.stepNode(tb.step(name, func(r *Run, args []Value) error { return f(r, args[0].Seat()) }))
}

// node is a part of the flow; turn is the turn loop around it.
type node func(turn int8)

func (tb *table) emit(in Instruction) int32 {
	tb.Flow = append(tb.Flow, in)
	return int32(len(tb.Flow) - 1)
}

func (tb *table) stepNode(id StepID) node {
	return func(turn int8) { tb.emit(Instruction{Op: OpStep, Arg: int32(id), Loop: turn}) }
}

func (tb *table) enter(name string, turn int8, body func()) {
	seat := Param{Name: "seat", Kind: SeatKind}
	id := -1
	for i := range tb.Phases {
		if tb.Phases[i].Name == name {
			id = i
		}
	}
	if id < 0 {
		tb.declarePhase(name, seat)
		id = len(tb.Phases) - 1
	}
	tb.emit(Instruction{Op: OpEnter, Arg: int32(id), Loop: turn})
	body()
	tb.emit(Instruction{Op: OpLeave, Arg: int32(id), Loop: turn})
}

// declarePhase makes a phase known before the flow has it, so that abilities
// can hook its triggers.
func (tb *table) declarePhase(name string, params ...Param) {
	p := Phase{Name: name, Begins: tb.trigger(name+".begins", params...), Ends: tb.trigger(name+".ends", params...)}
	tb.begins[name], tb.ends[name] = p.Begins, p.Ends
	tb.Phases = append(tb.Phases, p)
}

func (tb *table) all(nodes []node, turn int8) {
	for _, n := range nodes {
		n(turn)
	}
}

func (tb *table) phase(name string, nodes ...node) node {
	return func(turn int8) { tb.enter(name, turn, func() { tb.all(nodes, turn) }) }
}

func (tb *table) newLoop() int8 {
	tb.Loops++
	return int8(tb.Loops - 1)
}

// times repeats parts; until repeats them until a pure step holds.
func (tb *table) times(n int, nodes ...node) node {
	return func(turn int8) {
		loop := tb.newLoop()
		tb.emit(Instruction{Op: OpCountStart, Loop: loop})
		start := int32(len(tb.Flow))
		tb.all(nodes, turn)
		tb.emit(Instruction{Op: OpCountNext, Arg: int32(n), Target: start, Loop: loop})
	}
}

func (tb *table) until(done pureFunc, nodes ...node) node {
	id := tb.pureStep("until", done)
	return func(turn int8) {
		start := int32(len(tb.Flow))
		tb.all(nodes, turn)
		tb.emit(Instruction{Op: OpUnless, Arg: int32(id), Target: start, Loop: turn})
	}
}

// turns is a turn loop that starts at the seat of the game attribute from.
func (tb *table) turns(from AttributeID, once bool, nodes ...node) node {
	return func(int8) {
		loop := tb.newLoop()
		tb.emit(Instruction{Op: OpTurnsStart, Arg: int32(from), Loop: loop, Once: once})
		jump := tb.emit(Instruction{Op: OpJump, Loop: -1})
		body := int32(len(tb.Flow))
		tb.all(nodes, loop)
		tb.Flow[jump].Arg = tb.emit(Instruction{Op: OpTurnsNext, Target: body, Loop: loop, Once: once})
	}
}

// flow lowers the whole flow.
func (tb *table) flow(nodes ...node) {
	tb.all(nodes, -1)
	tb.emit(Instruction{Op: OpEnd, Loop: -1})
}

// setup is a new game's setup for a number of seats.
func (tb *table) setup(t testing.TB, seats int) Setup {
	t.Helper()
	l, err := NewLayout(tb.Pack, seats)
	if err != nil {
		t.Fatal(err)
	}
	return Setup{Layout: l, Scripts: tb.fake, Seed: 1}
}

// game starts a game whose flow is one step, which runs f.
func (tb *table) game(t testing.TB, seats int, f func(r *Run) error) *Game {
	t.Helper()
	tb.flow(tb.do("test", f))
	return New(tb.setup(t, seats))
}

// run plays a game whose only step is f to its end.
func (tb *table) run(t testing.TB, seats int, f func(r *Run) error) *Game {
	t.Helper()
	g := tb.game(t, seats, f)
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatalf("the game stands at status %d: %v", status, err)
	}
	return g
}

// fails plays a game whose only step is f and returns the error that it ends with.
func (tb *table) fails(t testing.TB, seats int, f func(r *Run) error) error {
	t.Helper()
	g := tb.game(t, seats, f)
	status, err := g.Advance(t.Context())
	if status != Stopped || err == nil {
		t.Fatalf("the game did not stop with an error: status %d", status)
	}
	return err
}

// c returns copy n of a card, z a zone of the table or a seat, at a zone of a card.
func (tb *table) c(p *Position, d DefID, n int) CardID { return p.CardsOf(d)[n-1] }

func (tb *table) z(p *Position, k ZoneKindID, seat Seat) ZoneID { return p.ZoneOf(k, seat, 0) }

func (tb *table) at(p *Position, k ZoneKindID, c CardID) ZoneID { return p.ZoneOf(k, 0, c) }

// ev prepares a trigger.
func (tb *table) ev(r *Run, tr TriggerID, params ...Value) *Raised {
	full := make([]Value, len(r.Pack.Triggers[tr].Params))
	copy(full, params)
	return r.NewRaised(tr, full)
}

// must returns the first error unchanged, as scripts have to.
func must(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// errScript is the error of a script that fails.
var errScript = errors.New("the script failed")

// firstOption is a decider that takes the first legal reply.
func firstOption(_ context.Context, _ *Position, d *Decision, seat Seat) Reply { return d.First(seat) }
