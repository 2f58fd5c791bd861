package scenario

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
)

// worldsTried is how many worlds are drawn in the mode rules for a seat at a step.
const worldsTried = 8

// checkRules plays the step again in worlds that a seat could not tell from the game when it
// began: the seat must not be able to tell them now.
func checkRules(r *runner) (err error) {
	p := r.g.Position()
	if r.worlds == nil {
		r.spare, err = r.Take()
		if err != nil {
			return err
		}
		r.worlds = belief.NewWorlds(r.spare)
	}
	for seat := engine.Seat(1); int(seat) <= r.Layout.Seats && (p.Open() == nil || !p.Open().Vacant); seat++ {
		if what := r.worlds.Told(r.ctx, p, seat, worldsTried); what != "" {
			return r.report(r.doing, "seat %d can tell by this step that hidden cards lie otherwise: there\n  %s",
				seat, what)
		}
	}
	return nil
}
