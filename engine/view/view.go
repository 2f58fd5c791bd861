// Package view says what one seat may know of a game: its state, its log and
// the open decision, all through one projection.
//
// A card that the seat knows is named by its key. Any other is named by a
// handle: its place in an ordered zone ("1.deck 3"), or where single cards lie apart
// for everyone to see (on a card, on a board) its place in the order of
// arrival; elsewhere it is just one card of a zone. Nothing in a view depends
// on what is hidden from its seat: permuting that leaves every byte as it is.
// So events are counted among those that the seat sees, zones of cards are
// found at their card, and attributes are shown of known cards alone, but for those that lie
// beside a card (engine.Position.Beside).
//
// Seat 0 is a spectator, who knows what all seats know. Referee knows
// everything.
//
// Views are plain data, made for people, hosts and bots. The fields that JSON
// leaves out name things of the engine for those who print; they are empty
// where the seat may not know the thing.
//
// It may import the engine and the standard library.
package view

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// Referee is a viewer from whom nothing is hidden.
const Referee engine.Seat = 255

// View is what a seat may know of the state of a game.
type View struct {
	Seat  engine.Seat `json:"seat"`
	Seats int         `json:"seats"`
	// Phases are the phases that the game is in, outermost first.
	Phases []string `json:"phases"`
	// Rounds are, for each of Phases, in which of how many rounds it is.
	Rounds []Round     `json:"-"`
	Turn   engine.Seat `json:"turn,omitempty"`
	// Decisions counts the decisions answered so far.
	Decisions int  `json:"decisions"`
	Over      bool `json:"over,omitempty"`
	// Winners are the seats that won, Draw those that share a drawn game.
	Winners Seats       `json:"winners,omitempty"`
	Draw    Seats       `json:"draw,omitempty"`
	Reason  string      `json:"reason,omitempty"`
	Game    []Attribute `json:"game"`
	// Table are the zones of the table.
	Table   []Zone   `json:"table"`
	Players []Player `json:"players"`
	Effects []Effect `json:"effects,omitempty"`
	// Groups are cards that the seat knew and lost sight of: it knows among which zones
	// each lies.
	Groups []Group `json:"groups,omitempty"`
	// Waiting says who decides now; nil if there is no decision.
	Waiting *Waiting `json:"waiting,omitempty"`
	// Failure says which value could not be computed, where there is one; to the
	// referee also why.
	Failure string `json:"failure,omitempty"`
}

// Round is in which of how many rounds a phase is; Of is 0 where their number is not fixed.
type Round struct{ Now, Of int }

// Player is a seat with its attributes and zones.
type Player struct {
	Seat engine.Seat `json:"seat"`
	// Passed is set for a seat that has passed in the turns that go on.
	Passed     bool        `json:"passed,omitempty"`
	Attributes []Attribute `json:"attributes"`
	Zones      []Zone      `json:"zones"`
}

// Zone is a zone with the cards in it. Cards that do not lie apart and that the seat
// does not know are only counted, in Hidden; of the others the known ones come
// in the order of the pack.
type Zone struct {
	Key     string      `json:"key"`
	Kind    string      `json:"kind"`
	Seat    engine.Seat `json:"seat,omitempty"`
	Ordered bool        `json:"ordered,omitempty"`
	// Row and Column are the place on a board, from 0, as the seat sees it.
	Row    int    `json:"row,omitempty"`
	Column int    `json:"column,omitempty"`
	Count  int    `json:"count"`
	Hidden int    `json:"hidden,omitempty"`
	Cards  []Card `json:"cards,omitempty"`
	// At says where in the pack and on the board the zone is.
	At Value `json:"-"`
}

// Card is a card as the seat knows it, or its handle. Zones are the zones on the card that
// hold something.
type Card struct {
	Key        string      `json:"card,omitempty"`
	Handle     string      `json:"handle,omitempty"`
	Type       string      `json:"type,omitempty"`
	Owner      engine.Seat `json:"owner,omitempty"`
	Seat       engine.Seat `json:"seat,omitempty"`
	Attributes []Attribute `json:"attributes,omitempty"`
	Zones      []Zone      `json:"zones,omitempty"`
	// Is names the card as events and questions do.
	Is Value `json:"-"`
}

// Group are cards, by their definitions, of which a seat knows no more than among which
// zones each lies, and how likely in which.
type Group struct {
	Cards []string `json:"cards"`
	Zones []Share  `json:"zones"`
}

// Share says how likely a card lies in a zone, by its key, in whole percent.
type Share struct {
	Zone    string `json:"zone"`
	Percent int    `json:"percent"`
}

// Attribute is a named value, with its unmodified value if that differs and, if there are
// at most 32, the modifiers. Attributes without a value are left out.
type Attribute struct {
	Name    string             `json:"name"`
	Value   Value              `json:"value"`
	Printed *Value             `json:"printed,omitempty"`
	By      []Modifier         `json:"by,omitempty"`
	ID      engine.AttributeID `json:"-"`
}

// Modifier is one of what an attribute is modified by: an ability, with its card
// where the seat knows it.
type Modifier struct {
	Ability string `json:"ability"`
	Card    *Value `json:"card,omitempty"`
	// Op is how: "set", "add", "remove", "at_least" or "at_most", by Amount.
	Op     string `json:"op"`
	Amount Value  `json:"amount"`
}

// Effect is a lasting effect of a card that the seat knows.
type Effect struct {
	Ability string      `json:"ability"`
	Card    Value       `json:"card"`
	Seat    engine.Seat `json:"seat,omitempty"`
	// Until names the trigger that ends it; empty for the whole game.
	Until string `json:"until,omitempty"`
}

// Waiting says who decides. Answered are the seats that have answered a secret decision
// already.
type Waiting struct {
	Number   int   `json:"number"`
	Seats    Seats `json:"seats"`
	Answered Seats `json:"answered,omitempty"`
}

// Seats is a list of seats.
type Seats []engine.Seat

// MarshalJSON writes numbers: a list of small integers would be taken for bytes.
func (s Seats) MarshalJSON() ([]byte, error) {
	out := make([]int, len(s))
	for i, seat := range s {
		out[i] = int(seat)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seats) UnmarshalJSON(data []byte) error {
	var numbers []int
	if err := json.Unmarshal(data, &numbers); err != nil {
		return err
	}
	*s = nil
	for _, n := range numbers {
		if n < 0 || n > int(Referee) {
			return fmt.Errorf("there is no seat %d", n)
		}
		*s = append(*s, engine.Seat(n))
	}
	return nil
}

// looker is a seat looking at a game; asked is the decision that it may be
// looking at, for what its question names.
type looker struct {
	g     *engine.Position
	seat  engine.Seat
	asked *engine.Decision
	// printed leaves modifiers out: past positions have no scripts to compute them.
	printed bool
	// brief leaves out of names what would take a look at many other cards.
	brief bool
	// once caches facts about the position.
	once once
	// attributes is memory for the attributes of the card being made.
	attributes []Attribute
	// failure tells of the first value that could not be computed.
	failure string
}

// looking returns a seat that looks at a game as it stands.
func looking(g *engine.Position, seat engine.Seat) *looker {
	return &looker{g: g, seat: seat, asked: g.Open()}
}

// lookingAt returns a seat that looks at a decision. It is completed by the game
// if a decider is being asked.
func lookingAt(g *engine.Position, d *engine.Decision, seat engine.Seat) *looker {
	l := looking(g, seat)
	l.asked = d
	return l
}

// among reports whether the viewer is one of the seats that may know something;
// a spectator is when all seats are.
func (l *looker) among(seats engine.SeatSet) bool {
	switch l.seat {
	case Referee:
		return true
	case 0:
		all := l.g.AllSeats()
		return seats&all == all
	}
	return seats.Has(l.seat)
}

// knows reports whether the viewer knows which card this is.
func (l *looker) knows(c engine.CardID) bool { return l.among(l.g.Known(c)) }

// may reports whether the viewer may see a value of that visibility; owner is
// the seat whose value it is.
func (l *looker) may(seen engine.Visibility, owner engine.Seat) bool {
	switch {
	case l.seat == Referee, seen == engine.SeenByAll:
		return true
	case seen == engine.SeenByOwner:
		return owner != 0 && owner == l.seat
	}
	return false
}

// eyes are the seats whose common knowledge the viewer has; none for the referee, who sees
// everything.
func (l *looker) eyes() engine.SeatSet {
	switch l.seat {
	case Referee:
		return 0
	case 0:
		return l.g.AllSeats()
	}
	return engine.Only(l.seat)
}

// SeatsIn lists the seats of a set.
func SeatsIn(set engine.SeatSet) Seats { return slices.Collect(set.Each()) }

// Knows reports whether a seat knows which card this is.
func Knows(p *engine.Position, seat engine.Seat, c engine.CardID) bool { return p.Knows(seat, c) }

// KnownToMore reports whether a seat knows a card in one position that does not
// know it in another.
func KnownToMore(p, than *engine.Position, c engine.CardID) bool {
	return p.Known(c)&^than.Known(c) != 0
}
