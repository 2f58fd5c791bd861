package tinypack

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// Rounds is the number of turns of a game.
const Rounds = 24

// Scripts are the pack's functions. They have no memory.
type Scripts struct{}

// New starts a game of the tiny pack in which nobody decides in process.
func New(seats int, seed uint64) *engine.Game {
	layout, err := engine.NewLayout(Pack(), seats)
	if err != nil {
		panic(err)
	}
	return engine.New(engine.Setup{Layout: layout, Scripts: Scripts{}, Seed: seed})
}

// Step runs a step.
func (Scripts) Step(g *engine.Game, step engine.StepID, args []engine.Value) error {
	switch step {
	case Setup:
		return setup(g)
	case Turn:
		return (&turn{g: g, seat: args[0].Seat()}).run()
	case After:
		return after(g, args[0].Seat(), args[1].Card())
	}
	return fmt.Errorf("no such step")
}

// Pure is the standing: points, and what lies in the hand.
func (Scripts) Pure(g *engine.Game, _ engine.StepID, args []engine.Value) (engine.Value, string, error) {
	seat := args[0].Seat()
	points, err := g.SeatAttribute(seat, Points)
	return engine.Num(10*int(points.N) + g.CountIn(g.ZoneOf(Hand, seat, 0))), "", err
}

// Run is the ability keen, by which its seat gets a point, or stir, by which
// its seat has more in its purse.
func (Scripts) Run(g *engine.Game, in *engine.Instance, _ *engine.Ev) error {
	if in.Ability.ID == 2 {
		s := g.SeatOf(in)
		v, err := g.SeatAttribute(s, Purse)
		if err != nil {
			return err
		}
		return g.SetSeatAttribute(s, Purse, engine.Num(int(v.N)+10))
	}
	return addPoints(g, g.SeatOf(in), 1)
}

// When, Act, Offers and Amount are not used by the pack.
func (Scripts) When(*engine.Game, *engine.Instance, *engine.Ev) (bool, error) { return true, nil }

// Act is not used.
func (Scripts) Act(*engine.Game, *engine.Instance, engine.Seat) error { return nil }

// Offers is not used.
func (Scripts) Offers(*engine.Game, *engine.Instance, engine.Seat) (bool, error) { return false, nil }

// Amount is not used.
func (Scripts) Amount(*engine.Game, *engine.Instance, engine.Value) (int32, error) { return 0, nil }

func setup(g *engine.Game) error {
	deck := g.ZoneOf(Deck, 0, 0)
	if err := g.Shuffle(deck); err != nil {
		return err
	}
	for range 3 {
		for s := engine.Seat(1); int(s) <= g.Seats; s++ {
			if err := draw(g, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// draw gives the top card of the deck to a seat; an empty deck is made of the heap.
func draw(g *engine.Game, s engine.Seat) error {
	deck, heap := g.ZoneOf(Deck, 0, 0), g.ZoneOf(Heap, 0, 0)
	if g.CountIn(deck) == 0 {
		for g.CountIn(heap) > 0 {
			if err := g.Move(g.TopOf(heap), deck, engine.Top); err != nil {
				return err
			}
		}
		if err := g.Shuffle(deck); err != nil {
			return err
		}
	}
	if g.CountIn(deck) == 0 {
		return nil
	}
	c := g.TopOf(deck)
	if err := g.SetController(c, s); err != nil {
		return err
	}
	return g.Move(c, g.ZoneOf(Hand, s, 0), engine.Top)
}

func addPoints(g *engine.Game, s engine.Seat, n int) error {
	v, err := g.SeatAttribute(s, Points)
	if err != nil {
		return err
	}
	return g.SetSeatAttribute(s, Points, engine.Num(int(v.N)+n))
}

// after is scheduled by a dropped card: the seat scores its weight.
func after(g *engine.Game, s engine.Seat, c engine.CardID) error {
	weight, err := g.Attribute(c, Weight)
	if err != nil {
		return err
	}
	return addPoints(g, s, int(weight.N))
}

// choices offers cards one by one.
func choices(cards []engine.CardID) []engine.Choice {
	out := make([]engine.Choice, len(cards))
	for i, c := range cards {
		out[i] = engine.One(engine.CardValue(c))
	}
	return out
}
