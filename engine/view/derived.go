package view

import "github.com/ruledeck/ruledeck/engine"

// Derived is a value that the rules compute, in a world.
type Derived struct {
	// Index is its place in the pack's list.
	Index int
	// Seat and Card are what it is of; 0, or nil, where it is of none.
	Seat engine.Seat
	Card *Value
	// Value is what it is; of kind nothing where the rules cannot say it, for one because
	// somebody would have to be asked.
	Value Value
}

// Stand makes the world stand where the question is put, for Derived. It reports whether
// that can be had.
func (s *Sampler) Stand() (bool, error) { return s.find(s.d.Reopen) }

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
			if c != 0 && !Knows(p, s.seat, c) {
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
	out := Derived{Index: i, Seat: seat, Value: Value{Kind: NothingValue}}
	if v, err := g.Derive(s.ctx, i, seat, c); err == nil && v.Kind == engine.Number {
		out.Value = Project(g.Position(), v, s.seat)
	}
	if c != 0 {
		card := Project(g.Position(), engine.CardValue(c), s.seat)
		out.Card = &card
	}
	return out
}
