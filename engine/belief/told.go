package belief

import (
	"context"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Worlds plays steps of a game again in worlds that a seat cannot tell from it.
type Worlds struct{ inside *engine.Determinizer }

// NewWorlds prepares such worlds; scripts must not be in use by another game.
func NewWorlds(scripts engine.Scripts) *Worlds { return &Worlds{engine.NewDeterminizer(scripts, nil)} }

// Spent is what all the worlds have spent, as so many instructions of scripts.
func (w *Worlds) Spent() int { return w.inside.Spent }

// Told plays the step that runs or has just ended in n worlds of a seat, and returns by what it
// could tell one from the game, "" for nothing; see engine.Determinizer.Tells.
func (w *Worlds) Told(ctx context.Context, p *engine.Position, seat engine.Seat, n int) (what string) {
	w.inside.AtStep(ctx, p, seat)
	for i := 0; i < n && what == ""; i++ {
		what = w.inside.Tells(rng.Derive(uint64(p.Log().Len()), i) | 1)
	}
	return what
}
