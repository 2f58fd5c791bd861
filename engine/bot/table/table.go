// Package table seats bots at games: it turns a decision of the engine into
// the question that a bot understands, and its reply into the engine's. It is
// the one place that knows both; it may import engine, engine/view
// and engine/bot.
//
// A host gives a player's Decide to the engine as the Decider of its seat.
package table

import (
	"context"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Player is a bot at its seat.
type Player interface {
	// Decide is an engine.Decider.
	Decide(ctx context.Context, g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply
	// Reset prepares the player for a game with another seed.
	Reset(seed uint64)
}

// NeedsLog reports whether players of some kinds need a game that keeps its log:
// those that look ahead, where the pack hides values, and those that think from the
// deal on.
func NeedsLog(kinds []string, p *engine.Pack) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool {
		k, err := ParseKind(kind)
		return err == nil && (k.Name != "random" && view.NeedsLog(p) || k.Name == "search" && k.Ahead(p.LookAhead).Bluff)
	})
}

// Random is a random player at its seat.
type Random struct {
	seat engine.Seat
	bot  bot.Random
}

// NewRandom returns a random player.
func NewRandom(seat engine.Seat, seed uint64) *Random {
	p := &Random{seat: seat}
	p.Reset(seed)
	return p
}

// Reset prepares the player for a game with another seed.
func (p *Random) Reset(seed uint64) { p.bot.Reset(seed, int(p.seat)) }

// Decide is an engine.Decider.
func (p *Random) Decide(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	q := view.ShapeOf(d, seat)
	return p.bot.Reply(&q)
}
