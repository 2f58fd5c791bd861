package engine

import (
	"cmp"
	"sync"
)

const (
	cardOwner = iota
	cardSeat
	cardCells
)

// Instance is one ability of one card of the game.
type Instance struct {
	// ID is its index in Layout.Instances, or -1-serial for a lasting effect; that of an ability
	// that another card gives lies behind the index.
	ID      int32
	Card    CardID
	Ability *Ability
	Params  []Value
	// use is the cell that counts its uses, or -1 when it has no limit.
	use int32
	// zones and active are the condition under which it works.
	zones  ZoneMask
	active *Filter
	// seat is the seat of a lasting effect; cards have their controller's.
	seat    Seat
	since   int32
	lasting bool
	// by gives the ability to the card; nil for one of the card's own.
	by *Instance
}

// Layout is what follows from a pack and a number of seats: where each value
// lives in a state, which zones exist and which abilities listen to what. It is
// immutable and shared by all games of that size.
type Layout struct {
	Pack  *Pack
	Seats int
	all   SeatSet

	cells     int
	loops     int
	dieStream []int32
	zoneCount []int32 // stream cell by zone
	gameBase  int
	seatBase  int
	cardBase  []int32
	slots     [][]int16 // by type and attribute: offset from the card's base, -1 if printed or absent
	// keeps are the attributes, by type, that a card keeps in some zones only.
	keeps [][]AttributeID
	// places are the kinds of zones, by type and kind, that are one place with a kind.
	places [][]ZoneMask

	// Def is the definition of each card, Copy its number among equal ones
	// from 1, both by CardID; index 0 is unused.
	Def  []DefID
	Copy []int
	// Lists are the lists of decks that the cards are of, sorted.
	Lists []Symbol
	// ofType are the cards of each type, typeOf the type of each card; first is the first card of
	// each definition in cards, which are all of them.
	ofType       [][]CardID
	typeOf       []TypeID
	first, cards []CardID
	// written are the cards in the order in which the pack writes them, rank the place of each
	// there: what decides between cards that came to their places at one time. The numbers
	// of cards follow their ids and mean something to chance alone.
	written []CardID
	rank    []int32
	// Nth is the number of each card's definition among the Sorts that have cards.
	Nth   []int32
	Sorts int
	// printed[nth][attribute] has the printed values of cards.
	printed [][][]Value

	zoneKind []ZoneKindID
	moves    []zoneMoves
	// common is what all states have; they count the known cards of knownCounts zones.
	common      common
	knownCounts int16
	zoneSeat    []Seat
	zoneCard    []CardID
	zonePlace   []int32 // index among the zones of a board
	steps       [][len(directionSteps)]ZoneID
	zoneBase    []int32 // by kind: first zone id
	cardRank    [][]int32
	cardZones   [][]ZoneID // by card: the zones it owns
	streamKey   []uint64   // by zone
	dieKey      []uint64

	Instances []Instance
	listeners [][WindowCount][]listener
	hidden    [][WindowCount][]hiddenAbility
	lastKnown []bool // by trigger: some after-ability is judged by last-known information
	silent    []bool // by trigger: no card's ability ever listens to it
	early     []bool // by trigger: some card's ability listens before its change
	// grants are the abilities that instances give, as a card has each that it is given to.
	grants   []Instance
	resets   [][]int32
	actions  map[Symbol][]int32
	modGame  [][]int32
	modSeat  [][]int32
	modCard  [][]int32
	modified []bool         // by card attribute: some ability can change its value
	beside   []bool         // by card attribute: see Position.Beside
	shared   [][]*Condition // by ability: its conditions that are the same for all cards
	carried  [][]int32      // by CardID: its instances
	counted  [][]int32      // by CardID: those with a limit that a trigger sets back

	cellStart  []int32       // initial values of all cells
	start      State         // the state of every new game
	unshuffled shuffleGroups // and its shuffle groups
	phaseUp    []int         // by phase: the phase around it, or -1

	keys keyIndex
}

// listener is an instance in the index of a trigger.
type listener struct {
	zones ZoneMask
	id    int32
	// ability is set when some of the ability's conditions are the same for every
	// card that has it, -1 if none are.
	ability AbilityID
	// cell is the state that must be want for the card's ability to work, 0 if
	// none need be.
	cell, want int32
	card       CardID
	// self is the parameter that must be the card itself, -1 if none need be.
	self int8
	// always is set for an ability that is judged before the change: what its
	// card is now says nothing.
	always bool
}

// hiddenAbility is an optional ability as it listens in zones that not all see.
type hiddenAbility struct {
	*Ability
	// instances have it, and may work in zones of the kinds.
	instances []int32
	kinds     []ZoneKindID
	// where are the conditions that depend on seats alone, which everybody can see.
	where []*Condition
	// own is the parameter that must be the card itself, -1 if none need be.
	own int
}

// keyIndex finds ids by their keys; it is made when first needed.
type keyIndex struct {
	once  sync.Once
	cards map[string]CardID
	zones map[string]ZoneID
	words map[string]Symbol
}

// zoneMoves is what a move asks of the zones that it goes from and to, beside each
// other: every move asks it of two.
type zoneMoves struct {
	// sees are the seats to which the zone is open, or with controller the one that
	// controls the card that owns it. open is set where all see it.
	sees             SeatSet
	controller, open bool
	ordered, bag     bool
	// hides is set where nothing but seeing them tells cards apart: there is no order.
	hides bool
	// free is set where any card may enter at any time.
	free bool
}

// shuffleGroups says which kinds of cards have been shuffled together, so that a
// hidden card of one kind may be one of another kind: a disjoint-set forest over
// owners and types of cards, in which the smaller root wins. It follows from the log, and
// is kept beside it for games that drop theirs. A forest never changes, since forks and
// checkpoints share it: what joins two kinds makes a new one.
type shuffleGroups struct{ up []int32 }

var directionSteps = [...][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// age orders what works by when it began to. An effect is younger than the life that had
// begun last and older than the next one. Cards that have not moved since the game began
// come as the pack writes them.
type age struct{ since, place int32 }

func (a age) compare(b age) int {
	return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.place, b.place))
}

func (a age) older(b age) bool { return a.compare(b) < 0 }

// rank is the place of a modifier in the order of all of them, which decides where their
// conditions go round in a circle: layer by layer; in a layer, those that read the value
// which they modify come last; and else the older before the younger.
type rank struct {
	op    ModifierOp
	reads bool
	age   age
}

// behindAll is behind the rank of every modifier.
var behindAll = rank{op: Remove + 1}

func (a rank) less(b rank) bool {
	if a.op != b.op || a.reads != b.reads {
		return a.op < b.op || a.op == b.op && !a.reads
	}
	return a.age.older(b.age)
}
