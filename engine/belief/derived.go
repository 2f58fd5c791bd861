package belief

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Derived is a value that the rules compute, in a world.
type Derived struct {
	// Index is its place in the pack's list, Name its name there.
	Index int    `json:"-"`
	Name  string `json:"name"`
	// Seat and Card are the seat or card it belongs to; 0 or nil if there is none.
	Seat engine.Seat `json:"seat,omitempty"`
	Card *view.Value `json:"card,omitempty"`
	// Value is its value; of kind nothing if the rules cannot tell, for example because a
	// seat would have to be asked.
	Value view.Value `json:"-"`
	// Sure reports that the viewer knows all from which it follows, so that it is the same in
	// all worlds.
	Sure bool `json:"-"`

	card engine.CardID
}

// CardKey is the key of the card that it is of, "" for none.
func (d *Derived) CardKey() string {
	if d.Card == nil {
		return ""
	}
	return d.Card.Key()
}

// Holder names the seat and the card that it is of.
func (d *Derived) Holder() string {
	if d.Seat == 0 {
		return d.CardKey()
	}
	return strings.TrimRight(fmt.Sprintf("seat %d %s", d.Seat, d.CardKey()), " ")
}

// Estimate is a derived value as a viewer may know it.
type Estimate struct {
	Derived
	// Values are its possible values, least first, each with the percentage of worlds that
	// had it; one value if all agree.
	Values []Odds `json:"values"`
}

// Odds are a number and in how many of a hundred worlds it came.
type Odds struct {
	Value  int `json:"value"`
	Chance int `json:"chance"`
}

// Low and High are the bounds of an estimate, Mean is its average.
func (e *Estimate) Low() int  { return e.Values[0].Value }
func (e *Estimate) High() int { return e.Values[len(e.Values)-1].Value }

// Mean is what an estimate was in its worlds on average, to the next whole number.
func (e *Estimate) Mean() int {
	sum := 50
	for _, s := range e.Values {
		sum += s.Value * s.Chance
	}
	return sum / 100
}

// Stand makes the world stand where the question is put, for Derived. It reports whether
// that can be had.
func (s *Sampler) Stand() (bool, error) { return s.find(s.d.Reopen) }

// Witness hears what scripts refuse and select on the way to a question; see engine.Setup.
// Begin discards what it heard.
type Witness interface {
	Begin()
	Refused(*engine.Position, engine.Refusal)
	Selected(*engine.Position, *engine.Selection)
}

// Hear makes games in worlds tell of abilities that find nothing to act on, until the
// next At; see engine.Setup.
func (s *Sampler) Hear(vain func(*engine.Position, *engine.Instance)) { s.d.Vain(vain) }

// Witness is Stand with a Witness to how the question comes about.
func (s *Sampler) Witness(w Witness) (bool, error) {
	s.d.Hear(w.Refused, w.Selected)
	defer s.d.Hear(nil, nil)
	return s.find(func() error {
		w.Begin()
		return s.d.Reopen()
	})
}

// Stood is the world as it stands after the last Stand or Witness, with the question open.
func (s *Sampler) Stood() (*engine.Position, *engine.Decision) {
	return s.d.Game().Position(), s.d.Game().Open()
}

// Derived computes the derived values of the world as it stands after the last Play or
// Stand, of the cards alone that the seat knows.
func (s *Sampler) Derived() []Derived {
	g := s.d.Game()
	p := g.Position()
	var out []Derived
	for i := range p.Pack.Derived {
		d := &p.Pack.Derived[i]
		cards := []engine.CardID{0}
		if d.OfCard {
			cards = p.Select(nil, &engine.Selection{Filter: d.Where})
		}
		first, last := engine.Seat(0), engine.Seat(0)
		if d.OfSeat {
			first, last = 1, engine.Seat(p.Seats)
		}
		for _, c := range cards {
			if c != 0 && !s.sees(p.Known(c)) {
				continue
			}
			for seat := first; seat <= last; seat++ {
				out = append(out, s.derive(g, i, seat, c))
			}
		}
	}
	return out
}

func (s *Sampler) derive(g *engine.Game, i int, seat engine.Seat, c engine.CardID) Derived {
	out := Derived{Index: i, Name: g.Layout().Pack.Derived[i].Name, Seat: seat, card: c}
	v, known, err := g.Derive(s.ctx, i, seat, c)
	out.Sure = err == nil && s.sees(known)
	if err != nil || v.Kind != engine.Number {
		v = engine.Value{}
	}
	out.Value = view.Project(g.Position(), v, s.seat)
	if c != 0 {
		card := view.Project(g.Position(), engine.CardValue(c), s.seat)
		out.Card = &card
	}
	return out
}

// Estimates are the derived values at the decision as far as the seat may know them: from
// one world if the seat knows all they depend on, else from so many worlds. A spectator and
// the referee get those that follow from common knowledge.
func (s *Sampler) Estimates(worlds int) []Estimate {
	var derived []Derived
	var drawn [][]int
	if s.position.Seats < int(s.seat) || s.seat == 0 {
		worlds = 1
	}
	seed := rng.Derive(rng.Derive(rng.Name("derived"), s.decision.Number), int(s.seat))
	open := true
	for n := 0; n < worlds && open; n++ {
		s.d.Peeks = n == 0
		s.World(rng.Derive(seed, n))
		if ok, err := s.Stand(); !ok || err != nil {
			return nil
		}
		if n == 0 {
			derived = s.Derived()
			drawn = make([][]int, len(derived))
		}
		open = false
		for i := range derived {
			now := &derived[i]
			switch {
			case now.Sure && n > 0:
				continue
			case n > 0:
				now = new(s.derive(s.d.Game(), now.Index, now.Seat, now.card))
			}
			open = open || !now.Sure
			if now.Value.Kind == view.NumberValue {
				drawn[i] = append(drawn[i], now.Value.Number)
			}
		}
	}
	var out []Estimate
	for i, values := range drawn {
		if len(values) > 0 && (derived[i].Sure || worlds > 1 && len(values) == worlds) {
			out = append(out, Estimate{derived[i], odds(values)})
		}
	}
	return out
}

// sees reports whether the viewer knows something that these seats know: a viewer without a
// seat knows it if all seats do.
func (s *Sampler) sees(known engine.SeatSet) bool {
	if s.seat == 0 || s.seat == view.Referee {
		return known == s.position.AllSeats()
	}
	return known.Has(s.seat)
}

// odds counts numbers.
func odds(values []int) []Odds {
	slices.Sort(values)
	var out []Odds
	for i := 0; i < len(values); {
		n := i
		for n < len(values) && values[n] == values[i] {
			n++
		}
		out = append(out, Odds{values[i], (n*100/len(values) - i*100/len(values))})
		i = n
	}
	return out
}
