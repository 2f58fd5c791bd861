package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Pack is a game as plain data: everything that exists before a game starts.
// The interpreter compiles it from YAML and Lua headers; it is immutable and
// shared by all games and workers.
type Pack struct {
	ID      string
	Version string
	// Hash is the digest of the pack's files, for records and saves.
	Hash [32]byte

	MinSeats, MaxSeats int

	// Symbols holds every word of the pack; Symbols[0] is "".
	Symbols []string
	// Lists holds the printed lists that attributes of kind List refer to;
	// Lists[0] is empty.
	Lists []ListValue
	// Sets are the words that sets may hold, of all lists of words that there are sets of.
	Sets []Value

	GameOptions []GameOption
	// Game and Seats declare the attributes of the table and of each seat.
	Game, Seats []Attribute
	// Cards declares the attributes of cards, of all types together.
	Cards []Attribute
	Types []CardType
	Defs  []CardDef
	Decks []Deck
	// DeckLists are the cards of each list that a deck may be, by its name.
	DeckLists map[Symbol][]DeckCard

	Zones []ZoneKind
	Dice  []Die

	Triggers  []Trigger
	Abilities []Ability

	// Steps names the step functions, "file.function" each; StepID indexes it.
	Steps []string
	// Flow is the phase tree, lowered to instructions; it starts at 0.
	Flow   []Instruction
	Phases []Phase
	// Loops is the number of turn loops in Flow; each has its own registers.
	Loops int

	Order OrderPolicy
	// UsePrompt is the prompt under which optional abilities are offered.
	UsePrompt Symbol
	// Evaluation is the step function that values a view for a seat (standing in
	// game.yaml); -1 if the pack has none.
	Evaluation StepID
	// LookAhead says how far players that think look ahead.
	LookAhead LookAhead
	// Returns is the step function that says what a seat gets out of a finished
	// game; -1 if the pack has none.
	Returns StepID
	// Derived are the values that the rules can compute.
	Derived []Derived
	// Controls is set if some lasting effect gives its seat the control of a card.
	Controls bool
	// Alike is set if no script names which of equal cards one is, nor the number of its life,
	// and all note the cards that they get hold of; see Position.Outcomes and Run.Hand.
	Alike bool
	// Invariants are pure step functions that must hold between steps.
	Invariants []StepID
}

// LookAhead is how far thinking players look ahead in a game, counted in decisions of each
// seat: the length of a playout, and how many of its decisions are answered at random once
// it has left the known part. Without it a playout ends when everything the reply began is
// done.
type LookAhead struct {
	Depth, Rollout int
	// Playouts is the number of playouts per decision if the caller gives none; 0 is the
	// default.
	Playouts int
	// Bluff says that the game is small, and that replies tell of hidden cards: players
	// think about it from the deal on.
	Bluff bool
}

// UsualLookAhead is that of a pack that says nothing.
var UsualLookAhead = LookAhead{Depth: 6}

// MostAhead bounds depth and rollout, MostPlayouts the playouts.
const MostAhead, MostPlayouts = 1000, 100_000

// Deck is cards that games begin with beside the copies of definitions: as many as the lists say
// that are the values of an option. They begin in zones of the kind, of each seat, which then owns
// them, or of the table.
type Deck struct {
	Option int
	Zone   ZoneKindID
}

// DeckCard is how many cards of a definition a list of a deck has.
type DeckCard struct {
	Def    DefID
	Copies int
}

// PublicAttributes are the names of the table's attributes that everybody sees.
func (p *Pack) PublicAttributes() (names []string) {
	for i := range p.Game {
		if p.Game[i].Seen == SeenByAll {
			names = append(names, p.Game[i].Name)
		}
	}
	return names
}

// DeckListsOf returns the lists of decks that the values of the options name, sorted.
func (p *Pack) DeckListsOf(options [][]Value) []Symbol {
	var lists []Symbol
	for _, d := range p.Decks {
		for _, v := range options[d.Option] {
			lists = append(lists, Symbol(v.N))
		}
	}
	slices.Sort(lists)
	return lists
}

// TypeID indexes Pack.Types.
type TypeID int16

// DefID indexes Pack.Defs.
type DefID int16

// TriggerID indexes Pack.Triggers.
type TriggerID int16

// AbilityID indexes Pack.Abilities.
type AbilityID int16

// StepID indexes Pack.Steps.
type StepID int16

// DieID indexes Pack.Dice.
type DieID int16

// ListValue is a printed list or map: Items in order; for a map Keys has the
// key of each item, else it is nil.
type ListValue struct {
	Keys  []Symbol
	Items []Value
}

// MostInSets is how many words the sets of a pack may hold, all together.
const MostInSets = 31

// EmptySet is the set that holds no word.
var EmptySet = Value{List, math.MinInt32}

// List returns the items of a printed list or map, or the words of a set in their order.
func (p *Pack) List(v Value) ListValue {
	if v.N >= 0 {
		return p.Lists[v.N]
	}
	var out ListValue
	for i, word := range p.Sets {
		if v.N>>i&1 != 0 {
			out.Items = append(out.Items, word)
		}
	}
	return out
}

// With returns a set that holds a word too; the same one for what sets cannot hold.
func (p *Pack) With(set, word Value) Value {
	if i := slices.Index(p.Sets, word); i >= 0 {
		set.N |= 1 << i
	}
	return set
}

// isOf reports whether a word, or each word of a set, is one of some words.
func (p *Pack) isOf(words []Symbol, v Value) bool {
	if v.Kind == Word {
		return slices.Contains(words, Symbol(v.N))
	}
	return !slices.ContainsFunc(p.List(v).Items, func(item Value) bool { return !p.isOf(words, item) })
}

// GameOption is one setting of a game, fixed before it starts.
type GameOption struct {
	Name string
	// Values are the words that may be chosen; for a number the range is
	// Min to Max and Values is empty.
	Values   []string
	Number   bool
	Min, Max int
	// Seat options take the number of a seat, or "random".
	Seat bool
	// PerSeat options hold one value a seat; Distinct ones must differ
	// from each other (the value "random" aside).
	PerSeat, Distinct bool
	Default           string
}

// Attribute declares one named value of a card, a seat or the table.
type Attribute struct {
	Name string
	Kind Kind
	// Words lists the allowed words of a Word attribute (or of the items of a
	// List of words); empty means any word.
	Words []Symbol
	// Item is the kind of the items of a List.
	Item Kind
	// State attributes change during a game and live in the state; the
	// others are printed on the card and never change.
	State bool
	// Start is the value that a State attribute has at first, and a set that is not printed.
	Start Value
	// By names the State attribute (a Word) whose value selects among several
	// printed values; -1 if there is just one.
	By AttributeID
	// Keeps is the set of zones in which a State attribute keeps its value:
	// leaving them sets it back to Start. Zero means it is always kept.
	Keeps ZoneMask
	// Min and Max bound a number attribute when HasMin, HasMax.
	Min, Max       int32
	HasMin, HasMax bool
	// Seen says who may know the value: everyone, the owner, or no seat.
	Seen Visibility
}

// IsSet reports whether the value is a set of words.
func (a *Attribute) IsSet() bool { return a.Kind == List && a.Start.N < 0 }

// Range says which numbers a bounded attribute takes.
func (a *Attribute) Range() string {
	switch {
	case a.HasMin && a.HasMax:
		return fmt.Sprintf("it goes from %d to %d", a.Min, a.Max)
	case a.HasMin:
		return fmt.Sprintf("it is at least %d", a.Min)
	}
	return fmt.Sprintf("it is at most %d", a.Max)
}

// takes reports whether cards of a type may lie in a zone.
func (k *ZoneKind) takes(t TypeID) bool { return len(k.Accepts) == 0 || slices.Contains(k.Accepts, t) }

// Apart reports whether the cards of a zone lie apart from each other for everyone to see, so
// that each has a place.
func (k *ZoneKind) Apart() bool { return k.Ordered || !k.Bag && (k.Of == OfCard || k.Rows > 0) }

// Visibility says who may see the cards of a zone or the value of an attribute.
type Visibility uint8

// The visibilities.
const (
	SeenByAll Visibility = iota
	SeenByOwner
	SeenByNobody
)

// CardType is a type of cards: which attributes its cards have and when their
// abilities work.
type CardType struct {
	Name       string
	Attributes []AttributeID
	// Active is when abilities of such cards work, unless an ability says
	// otherwise: a filter on the card itself.
	Active *Filter
	// Start is the kind of zone, owned by the table, where such cards begin.
	Start ZoneKindID
	// Lives is the set of zones that are one place to such cards: a life in play. Zero means
	// that nothing ends when a card changes its place.
	Lives ZoneMask
	// Fresh sets state attributes back that say of no zones where they are kept.
	Fresh bool
}

// CardDef defines one card: Copies equal cards exist in every game, beside the cards of decks. One
// without any costs a game nothing.
type CardDef struct {
	ID      string
	Type    TypeID
	Copies  int
	Printed Printed
	// Abilities are the hooks that the card carries, with their parameters.
	Abilities []CardAbility
	// Unimplemented counts texts of the card that no script covers.
	Unimplemented int
	// Written is the place of the definition in the files of the pack.
	Written int
}

// Printed are the printed values of a card by attribute, in the order of the attributes.
type Printed []PrintedValue

// PrintedValue has the values of an attribute: one, or for an attribute with By one for
// each of its words in their order.
type PrintedValue struct {
	Attribute AttributeID
	Values    []Value
}

// Of returns the values of an attribute; nil for one that is not printed.
func (p Printed) Of(a AttributeID) []Value {
	if i := slices.IndexFunc(p, func(v PrintedValue) bool { return v.Attribute == a }); i >= 0 {
		return p[i].Values
	}
	return nil
}

// CardAbility is an ability on a card. Params are the ability's parameters
// as the card gives them, in the order of the ability's declaration.
type CardAbility struct {
	Ability AbilityID
	Params  []Value
}

// Holder says what owns the zones of a kind.
type Holder uint8

// The holders of zones.
const (
	OfTable Holder = iota
	OfSeat
	OfCard
)

// ZoneKind declares a zone: one for the table, one a seat, or one for each
// card of some types.
type ZoneKind struct {
	Name string
	Of   Holder
	// Types are the card types whose cards have such a zone, when Of is OfCard.
	Types []TypeID
	// PerSeat gives each holder one such zone for every seat.
	PerSeat bool
	// Ordered zones keep an order (a deck, a row); in others positions mean nothing. A Bag
	// is unordered and drawn from blindly: no seat knows the cards in it.
	Ordered, Bag bool
	// Capacity bounds the cards in the zone; CapacitySeat the cards of one
	// controller; 0 means no bound.
	Capacity, CapacitySeat int
	Seen                   Visibility
	// Rows and Columns, when set, make the kind a board: Rows x Columns zones
	// of the table, row 0 nearest to seat 1.
	Rows, Columns int
	// Row, Column are unused in a kind; a zone's place is computed from its id.
	Accepts []TypeID
	// Falls is where the cards in a zone of a card go when that card's life ends, the kind's
	// id and 1; 0 if they go along.
	Falls ZoneKindID
}

// Die is a die with faces, each a word or a number.
type Die struct {
	Name  string
	Faces []Value
}

// MaxParams is the largest number of parameters of a trigger.
const MaxParams = 10

// Param is a parameter of a trigger.
type Param struct {
	Name string
	Kind Kind
	// Write lets abilities change it, in the replace and before windows.
	Write bool
	// Result is set by what carries the change out, and read after it.
	Result bool
	// Words are the allowed words of a Word parameter; empty means any.
	Words []Symbol
}

// Spell returns words as they are written.
func (p *Pack) Spell(words []Symbol) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = p.Symbols[w]
	}
	return out
}

// OptionText returns the value of an option as a player writes it.
func (p *Pack) OptionText(v Value) string { return strings.TrimPrefix(p.Written(v), "seat ") }

// Written returns a value of the pack as a file has it, [a, b] for a list; "" for nothing.
func (p *Pack) Written(v Value) string {
	switch v.Kind {
	case Number:
		return strconv.Itoa(int(v.N))
	case Flag:
		return strconv.FormatBool(v.N != 0)
	case Word:
		return p.Symbols[v.N]
	case SeatKind:
		return "seat " + strconv.Itoa(int(v.N))
	case List:
		list := p.List(v)
		parts := make([]string, len(list.Items))
		for i, item := range list.Items {
			parts[i] = p.Written(item)
			if list.Keys != nil {
				parts[i] = p.Symbols[list.Keys[i]] + ": " + parts[i]
			}
		}
		if list.Keys != nil {
			return "{" + strings.Join(parts, ", ") + "}"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return ""
}

// OrderPolicy says who goes first when several seats may act.
type OrderPolicy struct {
	// From is the game attribute (a seat) at which the order starts; -1
	// means seat 1.
	From AttributeID
	// Rounds lets the seats go round until all decline in a row.
	Rounds bool
	// Ask lets a seat order its own mandatory abilities, where they differ; else the oldest
	// goes first.
	Ask bool
	// AskPrompt is the prompt for that.
	AskPrompt Symbol
}

// Phase is a named part of the turn structure. Its beginning and end are
// triggers named "<phase>.begins" and "<phase>.ends".
type Phase struct {
	Name string
	// Depth is the depth in the tree, 0 for the outermost.
	Depth        int
	Begins, Ends TriggerID
}

// Op is an operation of the lowered phase tree.
type Op uint8

// The operations of the flow.
const (
	// OpStep runs step Arg, with the seat of the innermost turn loop if Loop >= 0.
	OpStep Op = iota
	// OpEnter and OpLeave begin and end phase Arg.
	OpEnter
	OpLeave
	// OpJump continues at Arg.
	OpJump
	// OpUnless continues at Target unless the pure step function Arg returns true.
	OpUnless
	// OpCountStart sets the counter of Loop to 0; OpCountNext adds one and
	// continues at Target while it is below Arg.
	OpCountStart
	OpCountNext
	// OpTurnsStart begins a turn loop at the seat that Arg names (a game
	// attribute, or -1 for seat 1). OpTurnsNext goes to the next seat that has
	// not passed and continues at Target; when there is none it falls through.
	// With Once each seat takes one turn.
	OpTurnsStart
	OpTurnsNext
	// OpEnd ends the game without a winner.
	OpEnd
)

// Instruction is one operation of the flow.
type Instruction struct {
	Op     Op
	Arg    int32
	Target int32
	Loop   int8
	Once   bool
}

// Derived is a value that no attribute holds and the rules can compute: of the game, a
// seat, a card, or a seat and a card.
type Derived struct {
	Name string
	// Step computes it, from the seat and the card that it is of.
	Step StepID
	// OfSeat and OfCard say whether it has a seat and a card; the card must pass Where.
	OfSeat, OfCard bool
	Where          Filter
	// WhatIf lets the function change the game, as the rules do when they come to count
	// the value; all of it is taken back.
	WhatIf bool
}
