package scenario

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Played is the record of a case, for measuring what scenarios reach.
type Played struct {
	Case    *Case
	Fixture *position.Fixture
	// Game is nil where the case never began.
	Game *engine.Game
	// Noticed are abilities that changed a value or were asked for, Declined those
	// that were offered and not used.
	Noticed, Declined map[*engine.Ability]bool
	// Negatives are the options that the case denies, Met the options that it was offered, in
	// the same words.
	Negatives []Negative
	Met       map[string]bool
}

// played is the record of the case.
func (r *runner) played() *Played {
	negatives := r.negatives(r.c.Then)
	for _, line := range r.c.Do {
		negatives = slices.Concat(negatives, r.negatives(line), r.negatives(line.Get("expect")))
	}
	return &Played{Case: r.c, Fixture: r.Fixture, Game: r.g, Noticed: r.noticed, Declined: r.declined,
		Negatives: negatives, Met: r.met}
}

// noteDeclined keeps the optional abilities that an answer leaves out.
func (r *runner) noteDeclined(d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	if !d.Offer {
		return
	}
	for i, c := range d.OptionsOf(seat) {
		if in, ok := r.g.Position().InstanceOf(c.V[0]); ok && !slices.Contains(reply, i) {
			r.declined[in.Ability] = true
		}
	}
}
