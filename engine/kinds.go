package engine

import (
	"cmp"
	"fmt"
	"slices"
)

// A kind of decision is described once, in the table below. Whatever reads,
// writes, counts or draws replies asks the descriptor by way of a Shape, and tells
// apart no more than the four forms of replies.

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

// Form is what the numbers of a reply are.
type Form uint8

// The forms of replies.
const (
	// Pick is the position of one option, or nothing where none may be picked.
	Pick Form = iota
	// Picks are positions of different options.
	Picks
	// Amounts are a number for each option.
	Amounts
	// Quantity is one number.
	Quantity
)

// descriptor describes a kind of decision.
type descriptor struct {
	name string
	form Form
	// ordered makes the same picks in another order another reply.
	ordered bool
	// offers are options that the kind has whatever the question says.
	offers []Choice
	// bounds are the numbers of options to pick, the bounds of the number, or the bounds of
	// each amount.
	bounds func(s Shape) (low, high int)
	// fit bounds the decision by the number of its options, or says why nothing is
	// legal; nil where something always is.
	fit func(d *Decision, options int) error
}

var kinds = [...]descriptor{
	PickOne: {name: "one", form: Pick, bounds: func(s Shape) (int, int) {
		if s.Optional {
			return 0, min(1, s.Options)
		}
		return min(1, s.Options), min(1, s.Options)
	}},
	// A seat that has fewer secret options than the others picks them all.
	PickSome: {name: "some", form: Picks, fit: fitSome, bounds: func(s Shape) (int, int) {
		return max(0, min(s.Min, s.Options)), min(s.Max, s.Options)
	}},
	PickOrder: {name: "order", form: Picks, ordered: true,
		bounds: func(s Shape) (int, int) { return s.Options, s.Options }},
	YesNo: {name: "yes", form: Pick, offers: []Choice{One(Bool(true)), One(Bool(false))},
		bounds: func(Shape) (int, int) { return 1, 1 }},
	PickNumber: {name: "number", form: Quantity, fit: fitNumber,
		bounds: func(s Shape) (int, int) { return s.Min, s.Max }},
	Split: {name: "split", form: Amounts, fit: fitSplit,
		bounds: func(s Shape) (int, int) { return 0, cmp.Or(s.Max, s.Total) }},
}

// String returns the name of the kind, as choose has it.
func (k DecisionKind) String() string { return kinds[k].name }

// MarshalText writes the kind by its name.
func (k DecisionKind) MarshalText() ([]byte, error) { return []byte(kinds[k].name), nil }

// Form returns what the numbers of a reply are.
func (k DecisionKind) Form() Form { return kinds[k].form }

// Ordered reports whether the same picks in another order are another reply.
func (k DecisionKind) Ordered() bool { return kinds[k].ordered }

// Shape is all of a question that says which replies are legal.
type Shape struct {
	Kind            DecisionKind
	Options         int
	Optional        bool
	Min, Max, Total int
}

// ShapeOf returns the shape of the question that is put to a seat.
func (d *Decision) ShapeOf(seat Seat) Shape {
	return Shape{d.Kind, len(d.OptionsOf(seat)), d.Optional, d.Min, d.Max, d.Total}
}

// Form returns what the numbers of a reply are.
func (s Shape) Form() Form { return kinds[s.Kind].form }

// Ordered reports whether the same picks in another order are another reply.
func (s Shape) Ordered() bool { return kinds[s.Kind].ordered }

// Bounds returns how many options a reply picks, or from what to what its number
// is, or each of its amounts.
func (s Shape) Bounds() (low, high int) { return kinds[s.Kind].bounds(s) }

// IsForced reports whether there is one legal reply alone.
func (s Shape) IsForced() bool {
	low, high := s.Bounds()
	switch s.Form() {
	case Quantity:
		return low == high
	case Amounts:
		return s.Options < 2 || s.Total == 0 || s.Total == s.Max*s.Options
	}
	return low == high && (high == 0 || high == s.Options && (high == 1 || !s.Ordered()))
}

// First returns the first legal reply: the first option, of several as few as
// allowed, the order as it is, amounts for the first options.
func (s Shape) First() Reply { return s.first(Reply{}) }

func (s Shape) first(to Reply) Reply {
	low, high := s.Bounds()
	switch s.Form() {
	case Quantity:
		return append(to, low)
	case Amounts:
		left := s.Total
		for range s.Options {
			to = append(to, min(left, high))
			left -= min(left, high)
		}
		return to
	case Pick:
		low = high
	}
	for i := range low {
		to = append(to, i)
	}
	return to
}

// Wrong says why a reply is not legal.
type Wrong uint8

// What can be wrong with a reply, and what the numbers of its ReplyError are then.
const (
	// WrongNumber: not a number from Low to High.
	WrongNumber Wrong = iota
	// WrongCount: Given options are named, not Low to High.
	WrongCount
	// WrongOption: there is no option Given; there are High.
	WrongOption
	// WrongTwice: option Given is named twice.
	WrongTwice
	// WrongParts: there are not High amounts.
	WrongParts
	// WrongAmount: an amount is Given, not 0 to High.
	WrongAmount
	// WrongSum: the amounts add up to Given, not to High.
	WrongSum
)

// ReplyError says why a reply is not legal.
type ReplyError struct {
	Wrong            Wrong
	Low, High, Given int
}

func (e *ReplyError) Error() string {
	switch e.Wrong {
	case WrongNumber:
		return fmt.Sprintf("the answer must be a number from %d to %d", e.Low, e.High)
	case WrongCount:
		return fmt.Sprintf("the answer must name %s, not %d", numberOfOptions(e.Low, e.High), e.Given)
	case WrongOption:
		return fmt.Sprintf("there is no option %d; there are %d", e.Given, e.High)
	case WrongTwice:
		return fmt.Sprintf("option %d is named twice", e.Given)
	case WrongParts:
		return fmt.Sprintf("the answer must give an amount for each of the %d options", e.High)
	case WrongAmount:
		return fmt.Sprintf("an amount must be from 0 to %d, not %d", e.High, e.Given)
	}
	return fmt.Sprintf("the amounts must add up to %d, not %d", e.High, e.Given)
}

// Check tells why a reply is not legal, as a *ReplyError, or nil.
func (s Shape) Check(r Reply) error {
	low, high := s.Bounds()
	switch s.Form() {
	case Quantity:
		if len(r) != 1 || r[0] < low || r[0] > high {
			return &ReplyError{Wrong: WrongNumber, Low: low, High: high}
		}
		return nil
	case Amounts:
		return s.checkAmounts(high, r)
	}
	if len(r) < low || len(r) > high {
		return &ReplyError{WrongCount, low, high, len(r)}
	}
	for i, pick := range r {
		if pick < 0 || pick >= s.Options {
			return &ReplyError{Wrong: WrongOption, High: s.Options, Given: pick + 1}
		}
		if slices.Contains(r[:i], pick) {
			return &ReplyError{Wrong: WrongTwice, Given: pick + 1}
		}
	}
	return nil
}

func (s Shape) checkAmounts(most int, r Reply) error {
	if len(r) != s.Options {
		return &ReplyError{Wrong: WrongParts, High: s.Options}
	}
	sum := 0
	for _, amount := range r {
		if amount < 0 || amount > most {
			return &ReplyError{Wrong: WrongAmount, High: most, Given: amount}
		}
		sum += amount
	}
	if sum != s.Total {
		return &ReplyError{Wrong: WrongSum, High: s.Total, Given: sum}
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

func every(n int) Reply {
	all := make(Reply, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// fitSome lets as many be picked as there are.
func fitSome(d *Decision, options int) error {
	d.Max = min(d.Max, options)
	d.Min = min(d.Min, d.Max)
	return nil
}

// fitNumber lets a seat that has no number to choose have 0.
func fitNumber(d *Decision, _ int) error {
	if d.Min > d.Max {
		d.Min = 0
		d.Max = 0
	}
	return nil
}

func fitSplit(d *Decision, options int) error {
	switch {
	case d.Total < 0:
		return fmt.Errorf("choose: %d cannot be split", d.Total)
	case slices.ContainsFunc(d.Options, func(c Choice) bool { return c.N == MaxParts }):
		return fmt.Errorf("choose: what a number is split over has at most %d parts", MaxParts-1)
	case options > 0 && d.Max > 0 && d.Max*options < d.Total:
		return fmt.Errorf("choose: %d cannot be split over %d options of at most %d", d.Total, options, d.Max)
	}
	return nil
}

// Check tells why a reply is not legal, or nil.
func (d *Decision) Check(seat Seat, r Reply) error {
	if len(r) == 1 && kinds[d.Kind].form == Pick && uint(r[0]) < uint(len(d.OptionsOf(seat))) {
		return nil // without a look at the bounds: nearly all answers are such
	}
	return d.ShapeOf(seat).Check(r)
}

// First returns the first legal reply of a seat; see Shape.First.
func (d *Decision) First(seat Seat) Reply { return d.ShapeOf(seat).First() }

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

// isForced reports whether a seat has one legal reply alone.
func (d *Decision) isForced(seat Seat) bool {
	if kinds[d.Kind].form == Pick && len(d.OptionsOf(seat)) > 1 {
		return false // likewise nearly all questions
	}
	return d.ShapeOf(seat).IsForced()
}
