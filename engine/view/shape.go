package view

import "github.com/ruledeck/ruledeck/engine"

// Shape is all of a question that is needed for a legal reply: counts and
// bounds. It is made without a look at the options.
type Shape struct {
	engine.Shape
	// Number is the decision's; it picks the place in a bot's stream.
	Number int
	// Seat is asked; Secret says that other seats are asked at the same time, and that none
	// sees the others' answers. Prompt numbers the text of the question.
	Seat   engine.Seat
	Secret bool
	Prompt engine.Symbol
	// Classes has, by option, the first one that the seat cannot tell from it; nil
	// where all differ.
	Classes []int
}

// The forms of replies; see engine.Form.
const (
	Pick     = engine.Pick
	Picks    = engine.Picks
	Amounts  = engine.Amounts
	Quantity = engine.Quantity
)

// ShapeOf is the shape of a decision as it is put to a seat, without classes.
func ShapeOf(d *engine.Decision, seat engine.Seat) Shape {
	return Shape{Shape: d.ShapeOf(seat), Number: d.Number, Seat: seat, Secret: d.Secret, Prompt: d.Prompt}
}

// ClassesOf has, by option, the first one that a seat cannot tell from it; nil
// where all differ.
func ClassesOf(p *engine.Position, d *engine.Decision, seat engine.Seat) []int {
	if !MayRepeat(p, d.OptionsOf(seat)) {
		return nil
	}
	l := lookingAt(p, d, seat)
	options := d.OptionsOf(seat)
	classes := make([]int, len(options))
	at := make(map[string]int, len(options))
	for i := range options {
		key := l.key(&options[i])
		first, known := at[key]
		if !known {
			first = i
			at[key] = i
		}
		classes[i] = first
	}
	return classes
}

// MayRepeat reports whether two options could look the same to a seat: a cheap test that
// usually saves further work.
func MayRepeat(p *engine.Position, options []engine.Choice) bool {
	card := func(v engine.Value) engine.CardID {
		switch v.Kind {
		case engine.Card:
			return v.Card()
		case engine.Handle:
			if in, ok := p.InstanceOf(v); ok {
				return in.Card
			}
		}
		return 0
	}
	for i := range options {
		for _, v := range options[i].V[:options[i].N] {
			c := card(v)
			if c == 0 {
				continue
			}
			for k := range options[:i] {
				for _, w := range options[k].V[:options[k].N] {
					if other := card(w); other != 0 && other != c &&
						(p.Nth[other] == p.Nth[c] || p.ZoneAt(other) == p.ZoneAt(c) && p.Known(c) != p.AllSeats()) {
						return true
					}
				}
			}
		}
	}
	return false
}
