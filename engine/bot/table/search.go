package table

import (
	"context"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Search is a player that thinks, at its seat.
type Search struct {
	// Bot has the player's settings and counters.
	Bot *bot.Search
	// Refused is why it could not think at all the last time.
	Refused string

	seat    engine.Seat
	sampler *view.Sampler
	ahead   func(engine.LookAhead) engine.LookAhead
}

// NewSearch returns a player that thinks; scripts must not be the game's own.
func NewSearch(seat engine.Seat, seed uint64, scripts engine.Scripts) *Search {
	p := &Search{seat: seat, Bot: bot.NewSearch(seed, int(seat))}
	p.Bot.Playouts = usualPlayouts
	p.ahead = func(l engine.LookAhead) engine.LookAhead { return l }
	p.sampler = view.NewSampler(scripts, p.Bot.Policy)
	return p
}

// Reset prepares the player for a game with another seed.
func (p *Search) Reset(seed uint64) {
	p.Refused = ""
	p.Bot.Reset(seed, int(p.seat))
}

// Decide is an engine.Decider.
func (p *Search) Decide(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	p.sampler.At(ctx, at, d, seat)
	defer p.sampler.Leave()
	p.Refused = p.sampler.Refusal()
	ahead := p.ahead(at.Pack.LookAhead)
	p.Bot.Depth, p.Bot.Rollout, p.Bot.Bluff = ahead.Depth, ahead.Rollout, ahead.Bluff
	q := view.ShapeOf(d, seat)
	return p.Bot.Reply(&q, p.sampler)
}

// Counts are those of the worlds that the player has drawn.
func (p *Search) Counts() view.Counts { return p.sampler.Counts() }
