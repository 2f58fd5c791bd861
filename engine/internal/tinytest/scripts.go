package tinytest

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
func (Scripts) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	switch step {
	case Setup:
		return setup(r)
	case Turn:
		return (&turn{g: r, seat: args[0].Seat()}).run()
	case After:
		return after(r, args[0].Seat(), args[1].Card())
	}
	return fmt.Errorf("no such step")
}

// Pure is the standing: points, and what lies in the hand.
func (Scripts) Pure(r *engine.Run, _ engine.StepID, args []engine.Value) (engine.Value, string, error) {
	seat := args[0].Seat()
	points, err := r.SeatAttribute(seat, Points)
	return engine.Num(10*int(points.N) + r.CountIn(r.ZoneOf(Hand, seat, 0))), "", err
}

// Run is the ability keen, by which its seat gets a point, or stir, by which
// its seat has more in its purse.
func (Scripts) Run(r *engine.Run, in *engine.Instance, _ *engine.Raised) error {
	if in.Ability.ID == 2 {
		s := r.SeatOf(in)
		v, err := r.SeatAttribute(s, Purse)
		if err != nil {
			return err
		}
		return r.SetSeatAttribute(s, Purse, engine.Num(int(v.N)+10))
	}
	return addPoints(r, r.SeatOf(in), 1)
}

// When, Act, Offers and Amount are not used by the pack.
func (Scripts) When(*engine.Run, *engine.Instance, *engine.Raised) (bool, error) { return true, nil }

// Act is not used.
func (Scripts) Act(*engine.Run, *engine.Instance, engine.Seat) error { return nil }

// Offers is not used.
func (Scripts) Offers(*engine.Run, *engine.Instance, engine.Seat) (bool, error) { return false, nil }

// Amount is not used.
func (Scripts) Amount(*engine.Run, *engine.Instance, engine.Value) (int32, error) { return 0, nil }

func setup(r *engine.Run) error {
	deck := r.ZoneOf(Deck, 0, 0)
	if err := r.Shuffle(deck); err != nil {
		return err
	}
	for range 3 {
		for s := engine.Seat(1); int(s) <= r.Seats; s++ {
			if err := draw(r, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// draw gives the top card of the deck to a seat; an empty deck is made of the heap.
func draw(r *engine.Run, s engine.Seat) error {
	deck, heap := r.ZoneOf(Deck, 0, 0), r.ZoneOf(Heap, 0, 0)
	if r.CountIn(deck) == 0 {
		for r.CountIn(heap) > 0 {
			if err := r.Move(r.TopOf(heap), deck, engine.Top); err != nil {
				return err
			}
		}
		if err := r.Shuffle(deck); err != nil {
			return err
		}
	}
	if r.CountIn(deck) == 0 {
		return nil
	}
	c := r.TopOf(deck)
	if err := r.SetController(c, s); err != nil {
		return err
	}
	return r.Move(c, r.ZoneOf(Hand, s, 0), engine.Top)
}

func addPoints(r *engine.Run, s engine.Seat, n int) error {
	v, err := r.SeatAttribute(s, Points)
	if err != nil {
		return err
	}
	return r.SetSeatAttribute(s, Points, engine.Num(int(v.N)+n))
}

// after is scheduled by a dropped card: the seat scores its weight.
func after(r *engine.Run, s engine.Seat, c engine.CardID) error {
	weight, err := r.Attribute(c, Weight)
	if err != nil {
		return err
	}
	return addPoints(r, s, int(weight.N))
}

// choices offers cards one by one.
func choices(cards []engine.CardID) []engine.Choice {
	out := make([]engine.Choice, len(cards))
	for i, c := range cards {
		out[i] = engine.One(engine.CardValue(c))
	}
	return out
}
