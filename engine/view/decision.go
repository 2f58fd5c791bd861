package view

import "github.com/ruledeck/ruledeck/engine"

// Decision is a decision as it is put to one seat.
type Decision struct {
	Number int         `json:"number"`
	Kind   string      `json:"kind"`
	Seat   engine.Seat `json:"seat"`
	// Seats are all that are asked; Answered those who have answered a secret
	// decision already; Given is the seat's own answer to it, still changeable.
	Seats    []engine.Seat `json:"seats"`
	Secret   bool          `json:"secret,omitempty"`
	Answered []engine.Seat `json:"answered,omitempty"`
	Given    []int         `json:"given,omitempty"`

	Prompt string  `json:"prompt"`
	About  []Named `json:"about,omitempty"`
	// Options are what the positions of a reply mean; for yes or no the two
	// flags, yes first.
	Options  []Option `json:"options,omitempty"`
	Optional bool     `json:"optional,omitempty"`
	Min      int      `json:"min,omitempty"`
	Max      int      `json:"max,omitempty"`
	Total    int      `json:"total,omitempty"`

	// Open are the triggers that are being raised, outermost first.
	Open []Trigger `json:"open,omitempty"`
}

// Option is one option: one value, or several that belong together.
type Option struct {
	Parts []Value `json:"parts"`
}

// Trigger is a trigger that is being raised, with its parameters.
type Trigger struct {
	Name   string  `json:"name"`
	Values []Named `json:"values,omitempty"`
}

// Asked returns a decision (the open one, or that which a Decider is given) as
// it is put to a seat; nil when it is not put to that seat. The referee sees an
// open decision as its seat does, and of a secret one what all seats see.
func Asked(g *engine.Position, d *engine.Decision, seat engine.Seat) *Decision {
	if d == nil || seat != Referee && !d.Asks(seat) {
		return nil
	}
	l := looker{g, seat}
	waiting := l.waiting(d)
	out := &Decision{
		Number: d.Number, Kind: d.Kind.String(), Seat: seat, Seats: waiting.Seats, Secret: d.Secret, Answered: waiting.Answered,
		Prompt: l.word(d.Prompt), Optional: d.Optional, Min: d.Min, Max: d.Max, Total: d.Total,
	}
	if seat == Referee {
		out.Seat = d.Seat
	}
	if d.Secret && seat != Referee && d.Given != nil {
		out.Given = d.Given[seat]
	}
	for _, n := range d.About {
		out.About = append(out.About, Named{l.word(n.Name), l.value(n.Value)})
	}
	options := d.Options
	switch {
	case d.Kind == engine.YesNo:
		options = []engine.Choice{engine.One(engine.Bool(true)), engine.One(engine.Bool(false))}
	case d.Secret && seat != Referee:
		options = d.SecretOptions[seat]
	}
	if d.Secret && d.Kind == engine.PickSome && seat != Referee {
		// The bounds follow from the seat that has the most options.
		out.Min, out.Max = min(d.Min, len(options)), min(d.Max, len(options))
	}
	for i := range options {
		out.Options = append(out.Options, Option{l.parts(&options[i])})
	}
	for i := range d.Open {
		out.Open = append(out.Open, l.trigger(d.Open[i].Trigger, d.Open[i].Params))
	}
	return out
}

func (l looker) parts(c *engine.Choice) []Value {
	parts := make([]Value, c.N)
	for i, v := range c.V[:c.N] {
		parts[i] = l.value(v)
	}
	return parts
}

func (l looker) trigger(id engine.TriggerID, params []engine.Value) Trigger {
	declared := &l.g.Pack.Triggers[id]
	out := Trigger{Name: declared.Name}
	for i, v := range params {
		out.Values = append(out.Values, Named{declared.Params[i].Name, l.value(v)})
	}
	return out
}

// waiting says who decides; nothing of it is secret.
func (l looker) waiting(d *engine.Decision) *Waiting {
	if d == nil {
		return nil
	}
	out := &Waiting{Number: d.Number, Seats: []engine.Seat{}}
	for s := engine.Seat(1); int(s) <= l.g.Seats; s++ {
		if d.Asks(s) {
			out.Seats = append(out.Seats, s)
			if d.Secret && !d.Waits(s) {
				out.Answered = append(out.Answered, s)
			}
		}
	}
	return out
}
