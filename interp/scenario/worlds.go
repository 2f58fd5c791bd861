package scenario

import (
	"context"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
)

// worldsTried is how many worlds are drawn for a seat at a step.
const worldsTried = 8

// ToldError says by what a seat can tell a step from the same one with other hidden cards.
type ToldError struct {
	Seat engine.Seat
	// Step is the name of the step.
	Step, What string
}

// Error names the seat and the difference.
func (e *ToldError) Error() string {
	return fmt.Sprintf("seat %d can tell by the step %s that hidden cards lie otherwise: there %s", e.Seat, e.Step,
		e.What)
}

// Told plays the step that runs or has just ended again in worlds that a seat could not tell
// from the game when it began: the seat must not be able to tell them now.
func Told(ctx context.Context, w *belief.Worlds, p *engine.Position) *ToldError {
	if d := p.Open(); d != nil && d.Vacant {
		return nil
	}
	for seat := range p.AllSeats().Each() {
		if what := w.Told(ctx, p, seat, worldsTried); what != "" {
			return &ToldError{seat, p.LastStep(), what}
		}
	}
	return nil
}

// checkRules looks whether the step has told a seat what it does not know.
func checkRules(r *runner) (err error) {
	if r.worlds == nil {
		r.spare, err = r.Take()
		if err != nil {
			return err
		}
		r.worlds = belief.NewWorlds(r.spare)
	}
	if err := Told(r.ctx, r.worlds, r.g.Position()); err != nil {
		return r.report(r.doing, "%s", err)
	}
	return nil
}
