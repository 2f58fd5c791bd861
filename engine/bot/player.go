package bot

import (
	"context"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Player is a bot at its seat: a host gives its Decide to the engine as the Decider of
// the seat.
type Player interface {
	// Decide is an engine.Decider.
	Decide(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply
	// Reset makes it the player of another game, by its seed, or of another seat.
	Reset(seed uint64, seat engine.Seat)
	// Hold holds it to an option, or from some, until it is called again; nil lets it go.
	Hold(to *Hold)
}

// NeedsLog reports whether players of some kinds need a game that keeps its log:
// those that look ahead, where the pack hides values, and those that think from the
// deal on.
func NeedsLog(kinds []string, p *engine.Pack) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool {
		k, err := ParseKind(kind)
		return err == nil &&
			(k.Name != "random" && belief.NeedsLog(p) || k.Name == "search" && k.Ahead(p.LookAhead).Bluff)
	})
}

// Follow reports whether players of some kinds go by what their seats know of cards whose
// places they do not know; see engine.Setup.
func Follow(kinds []string) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool { return kind != "random" })
}

// Decide is an engine.Decider.
func (b *Random) Decide(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	q := view.ShapeOf(d, seat)
	return b.Reply(&q)
}

// Decide is an engine.Decider.
func (b *Greedy) Decide(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	b.sampler.At(ctx, at, d, seat)
	defer b.sampler.Leave()
	b.seat = seat
	q := view.ShapeOf(d, seat)
	return b.reply(&q, b)
}

// Decide is an engine.Decider.
func (b *Search) Decide(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	b.sampler.At(ctx, at, d, seat)
	defer b.sampler.Leave()
	b.Refused = b.sampler.Refusal()
	ahead := b.ahead(at.Pack.LookAhead)
	b.depth = ahead.Depth
	b.rollout = ahead.Rollout
	b.bluff = ahead.Bluff
	if ahead.Playouts > 0 {
		b.Playouts = ahead.Playouts
	}
	q := view.ShapeOf(d, seat)
	all := b.thinkers
	defer func() { b.thinkers = all }()
	for i, t := range all[1:] {
		if t.sampler.AtFork(ctx, at, d, seat) != nil { // the others do what it would
			b.thinkers = all[:1+i]
			break
		}
		defer t.sampler.Leave()
	}
	return b.reply(&q)
}
