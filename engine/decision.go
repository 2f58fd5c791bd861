package engine

import (
	"fmt"
	"slices"
)

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
	c.N, c.V[0] = 1, v
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
	// Hidden is set where it follows from a card that not all know that the seat is
	// asked: the others are told neither of the question nor of the answer.
	Hidden bool
	// KeptFrom are the seats to which a host shows nothing while the decision is open:
	// whether it leaves a choice, and so whether the game waits for it at all, follows
	// from what they do not know: from the cards among its options, or from what scripts
	// have read since the last answer. It is there once the decision is open; see ShownTo.
	KeptFrom SeatSet
	// Secret decisions go to Seats at once; each has its own options.
	Secret bool
	Seats  SeatSet
	// Again counts the answers to hidden decisions with this number that came before,
	// of which the others have seen nothing: it and the number name a decision.
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

// OptionsOf returns the options of a seat, which it must not change; for yes or no
// they are the two flags, yes first.
func (d *Decision) OptionsOf(seat Seat) []Choice {
	switch {
	case kinds[d.Kind].offers != nil:
		return kinds[d.Kind].offers
	case !d.Secret:
		return d.Options
	case int(seat) < len(d.SecretOptions):
		return d.SecretOptions[seat]
	}
	return nil
}

// Asks reports whether the decision is put to a seat.
func (d *Decision) Asks(seat Seat) bool {
	if d.Secret {
		return d.Seats.Has(seat)
	}
	return d.Seat == seat
}

// Waits reports whether the decision still waits for a seat.
func (d *Decision) Waits(seat Seat) bool {
	return d.Asks(seat) && (!d.Secret || d.Given == nil || d.Given[seat] == nil)
}

// ShownTo reports whether a host may show a viewer, by itself, how the game stands
// while the decision is open: a seat, or as seat 0 somebody who knows what all seats
// know. The seats that are asked always may see it, and who sees everything. Others see
// it at the next question at which they may, or at the end.
func (d *Decision) ShownTo(viewer Seat) bool {
	if viewer == 0 {
		return d.KeptFrom == 0
	}
	return d.Asks(viewer) || !d.KeptFrom.Has(viewer)
}

// keptFrom are the seats that do not know a card among the options, or all others.
func (p *Position) keptFrom(d *Decision) SeatSet {
	if d.Hidden {
		return p.all &^ Only(d.Seat)
	}
	know := p.all
	for s, last := d.seatsFrom(p.Seats); s <= last; s++ {
		for _, c := range d.OptionsOf(s) {
			for _, v := range c.V[:c.N] {
				if v.Kind == Handle {
					if in, ok := p.instance(v.N); ok {
						v = CardValue(in.Card)
					}
				}
				if v.Kind == Card && v.N != 0 {
					know &= p.Known(v.Card())
				}
			}
		}
	}
	return p.all &^ know
}

// Check tells why a reply is not legal, or nil.
func (d *Decision) Check(seat Seat, r Reply) error {
	if len(r) == 1 && kinds[d.Kind].form == Pick && uint(r[0]) < uint(len(d.OptionsOf(seat))) {
		return nil // without a look at the bounds: nearly all answers are such
	}
	return d.ShapeOf(seat).Check(r)
}

// isForced reports whether a seat has one legal reply alone.
func (d *Decision) isForced(seat Seat) bool {
	if kinds[d.Kind].form == Pick && len(d.OptionsOf(seat)) > 1 {
		return false // likewise nearly all questions
	}
	return d.ShapeOf(seat).IsForced()
}

// First returns the first legal reply of a seat; see Shape.First.
func (d *Decision) First(seat Seat) Reply { return d.ShapeOf(seat).First() }

func (d *Decision) seats() SeatSet {
	if d.Secret {
		return d.Seats
	}
	return Only(d.Seat)
}

// fit bounds the decision's limits by its options, or tells why nothing is legal.
func (d *Decision) fit(seats int) error {
	if !d.Secret && d.Chance == nil && (d.Seat == 0 || int(d.Seat) > seats) {
		return fmt.Errorf("choose: a decision needs a seat")
	}
	most := len(d.Options)
	for _, options := range d.SecretOptions {
		most = max(most, len(options))
	}
	if fit := kinds[d.Kind].fit; fit != nil {
		return fit(d, most)
	}
	return nil
}
