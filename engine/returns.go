package engine

import (
	"errors"
	"fmt"
	"math"
)

// Returns is what each seat, in order, gets out of a finished game, for those
// who study play: what the pack's returns say, or else one point that the
// winners, or the seats of a draw, share.
func (g *Game) Returns() ([]float64, error) {
	if !g.Over() {
		return nil, fmt.Errorf("a game that is not over has no returns")
	}
	out := make([]float64, g.run.Seats)
	id := g.run.Pack.Returns
	for i := range out {
		seat := Seat(i + 1)
		if id < 0 {
			if sharing := g.Winners() | g.Drawn(); sharing.Has(seat) {
				out[i] = 1 / float64(sharing.Count())
			}
			continue
		}
		v, err := g.valueOf(id, seat)
		var held *NumberError
		switch {
		case err == nil:
			out[i] = float64(v)
		case errors.As(err, &held) && !math.IsInf(held.Number, 0) && !math.IsNaN(held.Number):
			out[i] = held.Number
		default:
			return nil, err
		}
	}
	return out, nil
}

// Evaluation is the pack's measure of how well a seat stands now, its evaluation,
// for players that look ahead.
func (g *Game) Evaluation(seat Seat) (int, error) {
	if g.run.Pack.Evaluation < 0 {
		return 0, fmt.Errorf("%s has no standing", g.run.Pack.ID)
	}
	return g.valueOf(g.run.Pack.Evaluation, seat)
}

// valueOf asks a pure step function of the pack for a seat's number.
func (g *Game) valueOf(id StepID, seat Seat) (int, error) {
	g.run.resetRegisters()
	running := g.step.what
	defer func() { g.step.what = running }()
	g.step.what = id
	v, _, err := g.run.Pure(id, SeatValue(seat))
	switch {
	case err != nil:
		return 0, g.failure(err)
	case v.Kind != Number:
		return 0, g.failure(fmt.Errorf("%s must return a number, not a %s", g.run.Pack.Steps[id], v.Kind))
	}
	return int(v.N), nil
}
