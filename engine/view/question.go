package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Kind is the kind of a question; in JSON it is its name.
type Kind = engine.DecisionKind

// Question is a decision as it is put to one seat.
type Question struct {
	// Number and Again name the decision: a seat may be asked several times with a
	// number, after uses of which others saw nothing.
	Number int         `json:"number"`
	Again  int         `json:"again,omitempty"`
	Kind   Kind        `json:"kind"`
	Seat   engine.Seat `json:"seat"`
	// Seats are all that are asked; Answered those who have answered a secret
	// decision already; Given is the seat's own answer to it, still changeable.
	Seats    Seats `json:"seats"`
	Secret   bool  `json:"secret,omitempty"`
	Answered Seats `json:"answered,omitempty"`
	Given    []int `json:"given,omitempty"`

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
	// Key stands for the option; options that the seat cannot tell apart have
	// the same.
	Key string `json:"key"`
}

// Trigger is a trigger that is being raised, with its parameters.
type Trigger struct {
	Name   string  `json:"name"`
	Values []Named `json:"values,omitempty"`
}

// Class are options that the seat cannot tell apart, by their positions.
type Class struct {
	Key     string
	Options []int
}

// Classes returns the options without repetitions, in the order of the first of each class.
// If the order of the options matters, each is a class.
func (q *Question) Classes() []Class {
	var out []Class
	at := make(map[string]int, len(q.Options))
	for i := range q.Options {
		key := q.Options[i].Key
		n, known := at[key]
		if !known {
			n = len(out)
			at[key] = n
			out = append(out, Class{Key: key})
		}
		out[n].Options = append(out[n].Options, i)
	}
	return out
}

// Keys are what Reply names the options by, in their order; those that the seat
// cannot tell apart have one key.
func (q *Question) Keys() []string {
	keys := make([]string, len(q.Options))
	for i := range q.Options {
		keys[i] = q.Options[i].Key
	}
	return keys
}

// Shape has the counts and bounds of the question.
func (q *Question) Shape() engine.Shape {
	return engine.Shape{
		Kind: q.Kind, Options: len(q.Options), Optional: q.Optional, Min: q.Min, Max: q.Max, Total: q.Total,
	}
}

// First is the first legal reply, by positions in the options.
func (q *Question) First() []int { return q.Shape().First() }

// Check returns why a reply, by positions in the options, is illegal; nil if it is legal.
func (q *Question) Check(reply []int) error { return q.Shape().Check(reply) }

// NotOfferedError says that the key of an answer names no option, or one more
// often than it is offered.
type NotOfferedError struct {
	Key     string
	Offered []string
}

// mostOffered is how many options an error lists.
const mostOffered = 12

// Error lists the options.
func (e *NotOfferedError) Error() string {
	list := slices.Compact(slices.Clone(e.Offered))
	if more := len(list) - mostOffered; more > 0 {
		list = append(list[:mostOffered], fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%q is not offered, or not so often; offered are %s", e.Key, strings.Join(list, ", "))
}

// Reply returns the positions of the options that keys name: "yes" or "no", or a number if
// the question asks for one; for a split, each option that gets something as "key /
// amount". No keys pick nothing. An error says why a key is wrong; a *NotOfferedError also
// lists the options. The caller checks whether the whole reply is legal.
func (q *Question) Reply(keys ...string) ([]int, error) {
	split := q.Kind.Form() == engine.Amounts
	if q.Kind.Form() == engine.Quantity {
		if len(keys) != 1 {
			return nil, fmt.Errorf("one number is asked for, not %d answers", len(keys))
		}
		n, err := strconv.Atoi(keys[0])
		if err != nil {
			return nil, fmt.Errorf("a number from %d to %d is asked for, not %q", q.Min, q.Max, keys[0])
		}
		return []int{n}, nil
	}
	reply := []int{}
	if split {
		reply = make([]int, len(q.Options))
	}
	picked := make([]bool, len(q.Options))
	for _, key := range keys {
		amount := 0
		if split {
			option, number := cutLast(key)
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("an option with its amount is asked for, as in %q, not %q",
					q.Options[0].Key+" / 1", key)
			}
			key = option
			amount = n
		}
		i := 0
		for i < len(q.Options) && (picked[i] || q.Options[i].Key != key) {
			i++
		}
		if i == len(q.Options) {
			return nil, &NotOfferedError{key, q.Keys()}
		}
		picked[i] = true
		if split {
			reply[i] = amount
		} else {
			reply = append(reply, i)
		}
	}
	return reply, nil
}

// cutLast cuts off the last part of a key.
func cutLast(key string) (before, last string) {
	i := strings.LastIndex(key, " / ")
	if i < 0 {
		return key, ""
	}
	return key[:i], key[i+len(" / "):]
}

// Asked returns a decision (the open one, or the one a Decider is given) as it is put to a
// seat; nil if it is not put to that seat. The referee sees an open decision as its seat
// does, and of a secret one the part that all seats see.
func Asked(g *engine.Position, d *engine.Decision, seat engine.Seat) *Question {
	if d == nil || seat != Referee && (d.Chance != nil || !d.Asks(seat)) {
		return nil
	}
	of := seat
	if seat == Referee {
		of = d.Seat
	}
	return AskedOf(g, d, seat, of)
}

// AskedOf returns a decision as it is put to one seat, seen by another viewer: by the
// referee, who sees which cards it is offered. Seat 0 has no options.
func AskedOf(g *engine.Position, d *engine.Decision, viewer, seat engine.Seat) *Question {
	defer g.Read()()
	l := lookingAt(g, d, viewer)
	out := l.put(d, seat)
	same := map[string][]engine.Value{}
	options := d.OptionsOf(seat)
	for i := range options {
		out.Options = append(out.Options, l.option(&options[i], same))
	}
	for i := range d.Open {
		out.Open = append(out.Open, l.trigger(d.Open[i].Trigger, d.Open[i].Params, l.value))
	}
	return out
}

// Outline returns a decision as it is put to one seat, seen by another viewer, without its
// options and what goes on.
func Outline(g *engine.Position, d *engine.Decision, viewer, seat engine.Seat) *Question {
	defer g.Read()()
	return lookingAt(g, d, viewer).put(d, seat)
}

// Awaited returns what a viewer may know of a decision that is open and put to others: what it asks
// and about what, without its options; nil where that may follow from anything that the viewer does
// not know: where the decision is not shown, or the step that asks has read something hidden, before
// earlier answers too.
func Awaited(g *engine.Position, d *engine.Decision, viewer engine.Seat) *Question {
	if d == nil || d.Chance != nil || viewer == Referee || d.Asks(viewer) || !d.ShownTo(viewer) {
		return nil
	}
	if _, peeked := g.Log().PeekSince(g.Checkpoint(), viewer); peeked {
		return nil
	}
	return Outline(g, d, viewer, 0)
}

// put is a decision as it is put to a seat, without its options and what goes on.
func (l *looker) put(d *engine.Decision, seat engine.Seat) *Question {
	out := &Question{
		Number: d.Number, Again: d.Again, Kind: d.Kind, Seat: seat, Secret: d.Secret,
		Prompt: l.word(d.Prompt), Optional: d.Optional, Min: d.Min, Max: d.Max, Total: d.Total,
	}
	if waiting := l.waiting(d); waiting != nil {
		out.Seats, out.Answered = waiting.Seats, waiting.Answered
	}
	if d.Secret && seat != 0 && d.Given != nil {
		out.Given = d.Given[seat]
	}
	for _, n := range d.About {
		out.About = append(out.About, Named{l.word(n.Name), l.value(n.Value)})
	}
	if d.Secret && d.Kind.Form() == engine.Picks && seat != 0 {
		// The decision's bounds follow from the seat that has the most options.
		out.Min, out.Max = d.ShapeOf(seat).Bounds()
	}
	return out
}

// option projects an option; same has the things by their keys that came before.
func (l *looker) option(c *engine.Choice, same map[string][]engine.Value) Option {
	out := Option{Parts: make([]Value, c.N)}
	keys := make([]string, c.N)
	for i, v := range c.V[:c.N] {
		part := l.value(v)
		if part.Kind == CardValue {
			shown := l.card(v.Card())
			part.Card = &shown
		}
		if v.Kind == engine.Card && v.N != 0 {
			at := l.zone(l.g.ZoneAt(v.Card()))
			part.At = &at
		}
		keys[i] = part.Key()
		part.Same = slices.Index(same[keys[i]], v)
		if part.Same < 0 {
			part.Same = len(same[keys[i]])
			same[keys[i]] = append(same[keys[i]], v)
		}
		out.Parts[i] = part
	}
	out.Key = strings.Join(keys, " / ")
	return out
}

// key is the key of an option; see Option.
func (l *looker) key(c *engine.Choice) string {
	keys := make([]string, c.N)
	for i, v := range c.V[:c.N] {
		part := l.value(v)
		keys[i] = part.Key()
	}
	return strings.Join(keys, " / ")
}

// waiting says who decides, if the viewer may know that there is a decision. A seat without
// a choice has answered at once; if that reveals something the viewer does not know, it is
// not said who has answered.
func (l *looker) waiting(d *engine.Decision) *Waiting {
	if d == nil || d.Hidden && l.seat != Referee && !d.Asks(l.seat) {
		return nil
	}
	out := &Waiting{Number: d.Number, Seats: Seats{}}
	for s := range l.g.AllSeats().Each() {
		if d.Asks(s) {
			out.Seats = append(out.Seats, s)
			if d.Secret && !d.Waits(s) && (s == l.seat || l.seat == Referee || d.KeptFrom&l.eyes() == 0) {
				out.Answered = append(out.Answered, s)
			}
		}
	}
	return out
}
