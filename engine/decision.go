package engine

import "slices"

// MaxParts is the largest number of values that make up one option.
const MaxParts = 3

// Choice is one option of a decision: one value, or several that belong
// together (a card and the zone it goes to).
type Choice struct {
	N uint8
	V [MaxParts]Value
}

// One returns an option of one value.
func One(v Value) Choice { return Choice{N: 1, V: [MaxParts]Value{v}} }

// AppendOne appends an option of one value. It is written where it stays: an option
// that is built elsewhere and copied takes several times as long.
func AppendOne(to []Choice, v Value) []Choice {
	n := len(to)
	to = slices.Grow(to, 1)[:n+1]
	c := &to[n]
	c.V = [MaxParts]Value{}
	c.N = 1
	c.V[0] = v
	return to
}

// Named is a value with a name, for the placeholders of messages.
type Named struct {
	Name  Symbol
	Value Value
}

// Decision is one question, as data, to one seat or (Secret) to several seats
// that answer without seeing each other's answers.
type Decision struct {
	Number int
	Kind   DecisionKind
	Seat   Seat
	// Optional lets PickOne pick nothing.
	Optional bool
	// Offer is set where a seat's optional abilities are its options, or would be: the question
	// is the engine's, not that of a script.
	Offer bool
	// Hidden is set where it follows from a card that not all know that the seat is
	// asked: the others are told neither of the question nor of the answer.
	Hidden bool
	// KeptFrom are the seats to which a host does not show that the decision is open:
	// whether it leaves a choice, and so whether the game waits for it at all, follows
	// from what they do not know: from the cards among its options, or from what the step
	// has read since the last answer. It is there once the decision is open; see ShownTo.
	KeptFrom SeatSet
	// Secret decisions go to Seats at once; each has its own options.
	Secret bool
	Seats  SeatSet
	// Vacant is set while a decision is open that asks nobody, since it leaves no choice: so
	// long the host only waits; see Setup.Rests.
	Vacant bool
	// Again counts the earlier answers to hidden decisions with this number, which the
	// others have not seen: it and the number name a decision.
	Again int
	// SecretOptions are the options of a secret decision, by seat.
	SecretOptions [][]Choice

	Prompt          Symbol
	About           []Named
	Options         []Choice
	Min, Max, Total int

	// Chance is set for a decision of no seat: what chance decides; see Chance.
	Chance *Chance

	// Open are the triggers that are being raised while the decision is open,
	// outermost first, with their parameters as they are now.
	Open []OpenTrigger
	// Given are the replies that a secret decision has so far, by seat; nil
	// for a seat that has not answered.
	Given []Reply
}

// Reply is a seat's answer: positions in its options, the number, or an amount for
// each option; see Form.
type Reply []int

// Asks reports whether the decision is put to a seat.
func (d *Decision) Asks(seat Seat) bool {
	if d.Vacant {
		return false
	}
	if d.Secret {
		return d.Seats.Has(seat)
	}
	return d.Seat == seat
}

// Waits reports whether the decision still waits for a seat.
func (d *Decision) Waits(seat Seat) bool {
	return d.Asks(seat) && (!d.Secret || d.Given == nil || d.Given[seat] == nil)
}

// ShownTo reports whether a host may show a viewer that the decision is open, and the game as
// it stands. The viewer is a seat, or 0 for an observer who knows what all seats know. The
// seats that are asked may see it. Others whom it is kept from see what happened before the
// rules looked at anything hidden; see Position.Unpeeked.
func (d *Decision) ShownTo(viewer Seat) bool {
	switch {
	case d.Vacant:
		return false
	case viewer == 0:
		return d.KeptFrom == 0
	}
	return d.Asks(viewer) || !d.KeptFrom.Has(viewer)
}

func (d *Decision) seats() SeatSet {
	if d.Secret {
		return d.Seats
	}
	return Only(d.Seat)
}

// DecisionKind is the kind of a decision. The set is closed.
type DecisionKind uint8

// OpenTrigger is a trigger that is being raised while a decision is open.
type OpenTrigger struct {
	Trigger TriggerID
	Params  []Value
}

// Chance is one random pick as data. With Setup.AskChance it becomes a decision of no seat
// (Decision.Chance) whose options are the distinct candidates. A single candidate is taken
// without asking. Each copy of a card is a candidate; Position.Outcomes adds up the weights of
// copies that nothing can tell apart.
//
// Such decisions are numbered, recorded, saved and undone like decisions of seats. So a host
// can enumerate all outcomes of a game: undo to the number of a pick, and answer
// differently.
type Chance struct {
	Kind ChanceKind
	// Die is the die rolled, Zone the zone drawn from or shuffled.
	Die  DieID
	Zone ZoneID
	// Weights say how likely each option is, by its place, relative to the others.
	Weights []int
	// Held are the cards that scripts have got hold of in the step that asks.
	Held []CardID
}

// SeatReply is what one seat answered, as values that stay valid when the
// options move: the chosen options, or numbers.
type SeatReply struct {
	Seat    Seat
	Choices []Choice
}

// ChanceKind says what chance is asked for.
type ChanceKind uint8

var chanceNames = [...]string{"roll", "draw", "shuffle"}

// String returns the name of the kind.
func (k ChanceKind) String() string { return chanceNames[k] }

// The kinds of chance. A roll picks a face, a draw one card, and a shuffle the
// cards of a zone from the top down, one pick for each but the last.
const (
	Rolled ChanceKind = iota
	Drawn
	Shuffled
)
