package record

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Outcome is one thing that is true at the end of a scenario, which its "then"
// may ask for.
type Outcome struct {
	// Path are the keys under "then"; Value is the value there. Outcomes of one path make a
	// list.
	Path  []string
	Value *source.Node
	// Thing is the key of the card or the zone that it is about, as views have it.
	Thing string
	// Event is the number of the event that it asks for among those that the
	// referee sees, counted back from the last; -1 where it asks for none.
	Event int
	// Usual is set for outcomes that are expected by default.
	Usual bool
}

// ID identifies an outcome among those of a game.
func (o *Outcome) ID() string {
	if o.Event >= 0 {
		return fmt.Sprintf("event %d", o.Event)
	}
	return strings.Join(o.Path, ".")
}

// Text is an outcome in the words of a scenario.
func (o *Outcome) Text() string { return strings.Join(o.Path, " ") + ": " + o.Value.Inline() }

// Then writes outcomes as the "then" of a scenario.
func Then(outcomes []Outcome) *source.Node {
	then := source.NewMap()
	for _, o := range outcomes {
		at := then
		for _, key := range o.Path[:len(o.Path)-1] {
			next := at.Get(key)
			if next == nil {
				next = source.NewMap()
				at.Put(key, next)
			}
			at = next
		}
		last := o.Path[len(o.Path)-1]
		list := at.Get(last)
		switch {
		case o.Event < 0:
			at.Put(last, o.Value)
		case list == nil:
			at.Put(last, source.NewList(o.Value))
		default:
			list.Add(o.Value)
		}
	}
	return then
}

// Outcomes are all facts at the end of a scenario that a test can expect: the question,
// values, places of cards, and events.
func (r *Recorder) Outcomes(g *engine.Game) []Outcome {
	out := r.outcomes(g)
	p := g.Position()
	for i := range r.Compiled.Pack.Game {
		a := &r.Compiled.Pack.Game[i]
		if v, err := p.GameAttribute(engine.AttributeID(i)); err == nil && v != a.Start &&
			(a.Kind != engine.List || a.IsSet()) {
			out = append(out, Outcome{Path: []string{"game", a.Name}, Value: r.valueNode(v), Event: -1})
		}
	}
	out = append(out, r.lying(p)...)
	return append(out, r.happened(p)...)
}

// outcomes are the default expectations: who is asked, or who has won, and the numbers of
// the seats.
func (r *Recorder) outcomes(g *engine.Game) []Outcome {
	var out []Outcome
	usual := func(value *source.Node, path ...string) {
		out = append(out, Outcome{Path: path, Value: value, Event: -1, Usual: true})
	}
	if d := g.Open(); d != nil {
		for s := range r.Layout.AllSeats().Each() {
			if d.Waits(s) {
				usual(source.NewWord(r.Compiled.Pack.Symbols[d.Prompt]), "asked", fmt.Sprint(s))
			}
		}
	}
	if g.Over() {
		switch {
		case g.Drawn() != 0:
			usual(SeatsNode(g.Drawn()), "draw")
		case g.Winners() != 0:
			usual(SeatsNode(g.Winners()), "winner")
		default:
			usual(source.NewWord("nobody"), "winner")
		}
	}
	for s := range r.Layout.AllSeats().Each() {
		for i := range r.Compiled.Pack.Seats {
			a := &r.Compiled.Pack.Seats[i]
			if v, err := g.Position().SeatAttribute(s, engine.AttributeID(i)); err == nil &&
				a.Kind == engine.Number && v != a.Start {
				usual(r.valueNode(v), fmt.Sprint(s), a.Name)
			}
		}
	}
	return out
}

// mostListed is how many cards of a zone are listed; of more the number is said.
const mostListed = 8

// lying says for each zone which cards lie there, or how many: a test should not name cards
// that no seat knows.
func (r *Recorder) lying(p *engine.Position) []Outcome {
	var out []Outcome
	for z := range r.Layout.AllZones() {
		cards := p.CardsIn(nil, z)
		if len(cards) == 0 {
			continue
		}
		o := Outcome{Value: source.NewNumber(len(cards)), Thing: r.Layout.Key(engine.ZoneValue(z)), Event: -1}
		path := r.ZonePath(z)
		listed := len(cards) <= mostListed
		for _, c := range cards {
			listed = listed && r.known(p, c)
		}
		if listed {
			o.Value = r.cardNodes(cards)
		} else {
			path += ".count"
		}
		if seat, own, ok := strings.Cut(path, "."); ok && len(seat) == 1 && seat[0] >= '1' && seat[0] <= '9' {
			o.Path = []string{seat, own}
		} else {
			o.Path = []string{"table", path}
		}
		out = append(out, o)
	}
	return out
}

func (r *Recorder) known(p *engine.Position, c engine.CardID) bool {
	for s := range r.Layout.AllSeats().Each() {
		if view.Knows(p, s, c) {
			return true
		}
	}
	return false
}

// happened are the events that a scenario can name.
func (r *Recorder) happened(p *engine.Position) []Outcome {
	events := view.NewReader(p, view.Referee).Next()
	var out []Outcome
	for i := range events {
		e := &events[i]
		o := Outcome{Path: []string{"events"}, Event: len(events) - 1 - i}
		switch e.Kind {
		case view.ApplyEvent:
			params := source.NewMap()
			for _, v := range e.Values {
				switch v.Value.Kind {
				case view.NumberValue, view.FlagValue, view.CardValue, view.SeatValue, view.WordValue:
					params.Put(v.Name, r.valueNode(v.Value.Raw))
				}
			}
			o.Value = source.NewWord(e.Name)
			if len(params.Pairs) > 0 {
				o.Value = source.NewPair(e.Name, params)
			}
		case view.AbilityEvent:
			o.Value = source.NewPair("ability", source.NewWord(e.Name))
		default:
			continue
		}
		out = append(out, o)
	}
	return out
}
