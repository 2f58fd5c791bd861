// Package tinytest is a small game for the tests of the engine's parts: a pack
// made by hand, whose scripts are Go functions. It has something of
// everything that seats may or may not know: a shuffled deck, hands, a bag,
// cards face down on other cards, secret dice, numbers for one's own eyes, and
// every kind of decision.
//
// It may import the engine and the standard library; only tests import it.
package tinytest

import "github.com/ruledeck/ruledeck/engine"

// The words of the pack.
const (
	wordNone engine.Symbol = iota
	WordUse
	WordTake
	WordLeave
	WordPrompt
	WordSay
	WordCard
	WordEnd
	wordHeavy
	wordKeen
	wordStir
)

// The attributes of cards, seats and the table.
const (
	Weight engine.AttributeID = iota // printed number
	Worn                             // state number, for all to see
	Note                             // state number, for the controller
	Mark                             // state card, for all to see
)

// Points and Purse are the attributes of seats; Round and Target of the table.
const (
	Points engine.AttributeID = iota
	Purse
)

// Round counts the turns, Target names a card, Depth is known to nobody.
const (
	Round engine.AttributeID = iota
	Target
	Depth
)

// The types of cards.
const (
	Piece engine.TypeID = iota
	Chip
	Tray
)

// The kinds of zones.
const (
	Deck engine.ZoneKindID = iota
	Hand
	Heap
	Bag
	Table
	Under
	Row
)

// The triggers.
const (
	PlayBegins engine.TriggerID = iota
	PlayEnds
	Dropped
)

// The steps.
const (
	Setup engine.StepID = iota
	Turn
	After
	Evaluation
)

// Pack returns the pack, for two to four seats.
func Pack() *engine.Pack {
	number := func(name string, seen engine.Visibility, state bool) engine.Attribute {
		return engine.Attribute{Name: name, Kind: engine.Number, State: state, By: -1, Seen: seen}
	}
	p := &engine.Pack{
		ID: "tiny", MinSeats: 2, MaxSeats: 4,
		Symbols: []string{"", "use", "take", "leave", "prompt", "say", "card", "end", "heavy", "keen", "stir"},
		Lists:   []engine.ListValue{{}},
		Cards: []engine.Attribute{
			number("weight", engine.SeenByAll, false), number("worn", engine.SeenByAll, true),
			number("note", engine.SeenByOwner, true),
			{Name: "mark", Kind: engine.Card, State: true, By: -1},
		},
		Seats: []engine.Attribute{number("points", engine.SeenByAll, true), number("purse", engine.SeenByOwner, true)},
		Game: []engine.Attribute{
			number("round", engine.SeenByAll, true), {Name: "target", Kind: engine.Card, State: true, By: -1},
			number("depth", engine.SeenByNobody, true),
		},
		Types: []engine.CardType{
			{Name: "piece", Attributes: []engine.AttributeID{Weight, Worn, Note, Mark}, Start: Deck},
			{Name: "chip", Attributes: []engine.AttributeID{Weight}, Start: Bag},
			{Name: "tray", Attributes: []engine.AttributeID{Weight}, Start: Table},
		},
		Zones: []engine.ZoneKind{
			{Name: "deck", Ordered: true, Seen: engine.SeenByNobody},
			{Name: "hand", Of: engine.OfSeat, Seen: engine.SeenByOwner},
			{Name: "heap", Ordered: true},
			{Name: "bag", Bag: true, Seen: engine.SeenByNobody, Accepts: []engine.TypeID{Chip}},
			{Name: "table"},
			{Name: "under", Of: engine.OfCard, Types: []engine.TypeID{Piece, Tray}, Seen: engine.SeenByNobody},
			{Name: "row", Of: engine.OfCard, Types: []engine.TypeID{Tray}, PerSeat: true, Ordered: true,
				Seen: engine.SeenByOwner},
		},
		Dice: []engine.Die{{Name: "d6", Faces: faces(6)}},
		Triggers: []engine.Trigger{
			{Name: "play.begins", Windows: [engine.WindowCount]bool{true, true, true, true}, Scope: -1, From: -1},
			{Name: "play.ends", Windows: [engine.WindowCount]bool{true, true, true, true}, Scope: -1, From: -1},
			{
				Name: "dropped", Windows: [engine.WindowCount]bool{true, true, true, true}, Scope: -1, From: 0,
				Params: []engine.Param{{Name: "seat", Kind: engine.SeatKind}, {Name: "card", Kind: engine.Card}},
			},
		},
		Steps: []string{"rules.setup", "rules.turn", "rules.after", "rules.standing"},
		Flow: []engine.Instruction{
			{Op: engine.OpEnter}, {Op: engine.OpStep, Arg: int32(Setup), Loop: -1}, {Op: engine.OpTurnsStart, Arg: -1},
			{Op: engine.OpJump, Arg: 5}, {Op: engine.OpStep, Arg: int32(Turn)}, {Op: engine.OpTurnsNext, Target: 4},
			{Op: engine.OpLeave}, {Op: engine.OpEnd},
		},
		Phases: []engine.Phase{{Name: "play", Begins: PlayBegins, Ends: PlayEnds}},
		Loops:  1, Order: engine.OrderPolicy{From: -1}, UsePrompt: WordUse, Evaluation: Evaluation, Returns: -1,
	}
	p.Abilities = abilities()
	for i, weight := range []int{1, 2, 3, 4, 5, 6, 7, 8} {
		def := engine.CardDef{ID: "piece" + string(rune('a'+i)), Type: Piece, Copies: 2, Printed: weighs(weight)}
		if weight > 6 {
			def.Abilities = []engine.CardAbility{{Ability: 0}, {Ability: 1}, {Ability: 2}}
		}
		p.Defs = append(p.Defs, def)
	}
	p.Defs = append(p.Defs,
		engine.CardDef{ID: "chipa", Type: Chip, Copies: 4, Printed: weighs(1)},
		engine.CardDef{ID: "chipb", Type: Chip, Copies: 4, Printed: weighs(2)},
		engine.CardDef{ID: "tray", Type: Tray, Copies: 2, Printed: weighs(0)})
	return p
}

// abilities are those of a heavy piece: keen may be used when it is dropped,
// heavy makes all pieces heavier while it lies on the table or under something,
// stir answers in a hand to whatever is dropped.
func abilities() []engine.Ability {
	in := func(zones engine.ZoneMask) *engine.Filter {
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermZone, Zones: zones}}}
	}
	self := engine.Condition{Param: 1, Filter: &engine.Filter{Terms: []engine.Term{{Op: engine.TermSelf}}}}
	return []engine.Ability{
		{
			Name: "keen", NameSymbol: wordKeen, Trigger: Dropped, Window: engine.After, May: true, HasRun: true,
			Active: in(1 << Heap), Where: []engine.Condition{self}, AmountParam: -1, Limit: engine.Limit{Per: -1},
		},
		{
			ID: 1, Name: "heavy", NameSymbol: wordHeavy, Form: engine.Modifier,
			Active: in(1<<Heap | 1<<Table | 1<<Under), Of: Weight, OfHolder: engine.OfCard,
			Op: engine.Add, Amount: engine.Num(1), AmountParam: -1, Limit: engine.Limit{Per: -1},
		},
		{
			ID: 2, Name: "stir", NameSymbol: wordStir, Trigger: Dropped, Window: engine.Before, HasRun: true,
			Active: in(1 << Hand), AmountParam: -1, Limit: engine.Limit{Per: -1},
		},
	}
}

func weighs(n int) engine.Printed {
	return engine.Printed{{Attribute: Weight, Values: []engine.Value{engine.Num(n)}}}
}

func faces(n int) []engine.Value {
	out := make([]engine.Value, n)
	for i := range out {
		out[i] = engine.Num(i + 1)
	}
	return out
}
