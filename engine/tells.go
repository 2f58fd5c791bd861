package engine

import (
	"context"
	"errors"
)

// Rules must not tell a seat what it does not know. So a step is played again in sampled
// worlds: with the answers and the random results that it had, hidden cards elsewhere, other
// orders of shuffled cards, and other copies in other seats' answers. Whatever the seat would
// see otherwise, the rules have told it, unless a card was shown to it.

// AtStep takes up, for a seat, the step that runs or has just ended, as far as it has come. A
// Determinizer that has looked at steps looks at no decisions.
func (t *Determinizer) AtStep(ctx context.Context, p *Position, seat Seat) {
	g := p.run.game
	d := g.open
	t.telling = true
	t.over = d == nil
	if t.over {
		d = &Decision{Number: p.Decisions() + 1}
	}
	active := g.step.active
	g.step.active = true
	t.At(ctx, p, d, seat)
	g.step.active = active
	if !t.whole() {
		t.secret = "" // hidden values stay as they are
	}
}

// Tells plays the step again in the world of a salt, and returns by what the seat could tell
// that world from the real one, "" for nothing: by the rules, that is, and not by a card that
// it is shown there, the end of the game, or an answer that another seat does not have there.
func (t *Determinizer) Tells(salt uint64) string {
	t.unlike = false
	var diverged *DivergenceError
	if !t.Sample(salt) || !errors.As(t.Reopen(), &diverged) || t.unlike || t.game.run.Over() || t.real.run.Over() {
		return ""
	}
	for at := t.begin; at < t.game.log.Len(); at++ {
		e := t.game.log.At(at)
		if (e.Kind == EvMove || e.Kind == EvReveal) && (e.New &^ e.Old).Has(t.seat) &&
			t.until[t.now.back[e.A]] == never {
			return ""
		}
	}
	return diverged.What
}
