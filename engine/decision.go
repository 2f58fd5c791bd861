package engine

import (
	"cmp"
	"fmt"
	"slices"
)

// DecisionKind is the kind of a decision. The set is closed.
type DecisionKind uint8

// The kinds of decisions.
const (
	// PickOne: one option; none if Optional.
	PickOne DecisionKind = iota
	// PickSome: Min to Max different options.
	PickSome
	// PickOrder: all options, in an order.
	PickOrder
	// YesNo: two options, yes and no.
	YesNo
	// PickNumber: a number from Min to Max.
	PickNumber
	// Split: Total distributed over the options, at most Max each (0: any amount).
	Split
)

var decisionNames = [...]string{"one", "some", "order", "yes", "number", "split"}

// String returns the name of the kind, as choose has it.
func (k DecisionKind) String() string { return decisionNames[k] }

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
	// Secret decisions go to Seats at once; each has its own options in
	// SecretOptions, by seat.
	Secret        bool
	Seats         SeatSet
	SecretOptions [][]Choice

	Prompt  Symbol
	About   []Named
	Options []Choice
	// Optional lets PickOne pick nothing.
	Optional        bool
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

// Reply is a seat's answer: positions in its options (for yes or no, 0 is
// yes), the number, or for Split an amount for each option.
type Reply []int

// OptionsOf returns the options of a seat.
func (d *Decision) OptionsOf(seat Seat) []Choice {
	switch {
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

// forced appends the only legal reply to a list, if there is just one.
func (d *Decision) forced(to Reply, seat Seat) (Reply, bool) {
	n := len(d.OptionsOf(seat))
	if !d.isForced(n) {
		return to, false
	}
	picked, amount := n, 0
	switch {
	case d.Kind == PickNumber:
		return append(to, d.Min), true
	case d.Kind == PickSome:
		picked = min(n, d.Max)
	case d.Kind == Split && n == 1:
		amount = d.Total
	case d.Kind == Split && d.Total > 0 && d.Total == d.Max*n:
		amount = d.Max
	}
	for i := range picked {
		if d.Kind != Split {
			amount = i
		}
		to = append(to, amount)
	}
	return to, true
}

// isForced reports whether n options leave one legal reply alone.
func (d *Decision) isForced(n int) bool {
	switch d.Kind {
	case PickOne:
		return n == 0 || n == 1 && !d.Optional
	case PickSome:
		return d.Max == 0 || d.least(n) == n
	case PickOrder:
		return n < 2
	case PickNumber:
		return d.Min == d.Max
	case Split:
		return n < 2 || d.Total == 0 || d.Total == d.Max*n
	}
	return false
}

// least is the smallest number of options to pick among n: a seat that has
// fewer secret options than the others picks them all.
func (d *Decision) least(n int) int { return min(d.Min, n) }

func every(n int) Reply {
	all := make(Reply, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Check tells why a reply is not legal, or nil.
func (d *Decision) Check(seat Seat, r Reply) error {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickNumber:
		if len(r) != 1 || r[0] < d.Min || r[0] > d.Max {
			return fmt.Errorf("the answer must be a number from %d to %d", d.Min, d.Max)
		}
		return nil
	case Split:
		return d.checkSplit(n, r)
	case YesNo:
		n = 2
	}
	low, high := 1, 1
	switch {
	case d.Kind == PickOne && d.Optional:
		low = 0
	case d.Kind == PickSome:
		low, high = d.least(n), min(d.Max, n)
	case d.Kind == PickOrder:
		low, high = n, n
	}
	if len(r) < low || len(r) > high {
		return fmt.Errorf("the answer must name %s, not %d", numberOfOptions(low, high), len(r))
	}
	for i, pick := range r {
		if pick < 0 || pick >= n {
			return fmt.Errorf("there is no option %d; there are %d", pick+1, n)
		}
		if slices.Contains(r[:i], pick) {
			return fmt.Errorf("option %d is named twice", pick+1)
		}
	}
	return nil
}

func numberOfOptions(low, high int) string {
	switch {
	case low == high && low == 1:
		return "1 option"
	case low == high:
		return fmt.Sprintf("%d options", low)
	}
	return fmt.Sprintf("%d to %d options", low, high)
}

func (d *Decision) checkSplit(n int, r Reply) error {
	if len(r) != n {
		return fmt.Errorf("the answer must give an amount for each of the %d options", n)
	}
	sum := 0
	for _, amount := range r {
		if most := cmp.Or(d.Max, d.Total); amount < 0 || amount > most {
			return fmt.Errorf("an amount must be from 0 to %d, not %d", most, amount)
		}
		sum += amount
	}
	if sum != d.Total {
		return fmt.Errorf("the amounts must add up to %d, not %d", d.Total, sum)
	}
	return nil
}

func (d *Decision) seats() SeatSet {
	if d.Secret {
		return d.Seats
	}
	return Only(d.Seat)
}

// fit bounds the decision's limits by its options, or tells why nothing is legal.
func (d *Decision) fit(seats int) error {
	most := len(d.Options)
	for _, options := range d.SecretOptions {
		most = max(most, len(options))
	}
	switch {
	case !d.Secret && d.Chance == nil && (d.Seat == 0 || int(d.Seat) > seats):
		return fmt.Errorf("choose: a decision needs a seat")
	case d.Kind == PickSome:
		d.Max = min(d.Max, most)
		if d.Min > d.Max {
			return fmt.Errorf("choose: at least %d must be picked, but there are %d options", d.Min, most)
		}
	case d.Kind == PickNumber && d.Min > d.Max:
		return fmt.Errorf("choose: there is no number from %d to %d", d.Min, d.Max)
	case d.Kind == Split && d.Total < 0:
		return fmt.Errorf("choose: %d cannot be split", d.Total)
	case d.Kind == Split && slices.ContainsFunc(d.Options, func(c Choice) bool { return c.N == MaxParts }):
		return fmt.Errorf("choose: what a number is split over has at most %d parts", MaxParts-1)
	case d.Kind == Split && most > 0 && d.Max > 0 && d.Max*most < d.Total:
		return fmt.Errorf("choose: %d cannot be split over %d options of at most %d", d.Total, most, d.Max)
	}
	return nil
}

// First returns the first legal reply of a seat: the first option, as few as
// allowed, the order as it is.
func (d *Decision) First(seat Seat) Reply {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickSome:
		return every(min(d.Min, n))
	case PickOrder:
		return every(n)
	case PickNumber:
		return Reply{d.Min}
	case Split:
		return d.firstSplit(n)
	}
	return Reply{0}
}

func (d *Decision) firstSplit(n int) Reply {
	out := make(Reply, n)
	left := d.Total
	for i := range out {
		out[i] = left
		if d.Max > 0 {
			out[i] = min(left, d.Max)
		}
		left -= out[i]
	}
	return out
}
