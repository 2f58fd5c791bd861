package table

import (
	"context"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Greedy is a greedy player at its seat. In its worlds everything else is
// answered at random to the end of the step, for its own seat too: measured on
// the shipped games, that plays far better than to stop at its own next
// decision, where what a reply began has not happened yet.
type Greedy struct {
	// Bot has the player's settings and its count of replies made at random.
	Bot *bot.Greedy
	// Err is the first failure of a script while the player thought, of the
	// pack's standing for one; the replies that failed are left out. Refused is
	// why it could not think at all the last time.
	Err     error
	Refused string

	seat    engine.Seat
	sampler *view.Sampler
	others  bot.Random
}

// NewGreedy returns a greedy player; scripts must not be the game's own.
func NewGreedy(seat engine.Seat, seed uint64, scripts engine.Scripts) *Greedy {
	p := &Greedy{seat: seat, Bot: bot.NewGreedy(seed, int(seat))}
	p.sampler = view.NewSampler(scripts, func(m *view.Moment) []int {
		p.others.Reset(m.Future, int(m.Seat))
		return p.others.Reply(&m.Shape)
	})
	p.Reset(seed)
	return p
}

// Reset prepares the player for a game with another seed.
func (p *Greedy) Reset(seed uint64) {
	p.Err, p.Refused = nil, ""
	p.Bot.Reset(seed, int(p.seat))
}

// Decide is an engine.Decider.
func (p *Greedy) Decide(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	p.sampler.At(ctx, at, d, seat)
	defer p.sampler.Leave()
	q := view.ShapeOf(d, seat)
	return p.Bot.Reply(&q, p)
}

// Counts are those of the worlds that the player has drawn.
func (p *Greedy) Counts() view.Counts { return p.sampler.Counts() }

// Ready reports whether worlds can be drawn and valued; see bot.Worlds.
func (p *Greedy) Ready() bool {
	p.Refused = p.sampler.Refusal()
	return p.Refused == "" && p.sampler.HasEvaluation()
}

// Classes is for the bot; see bot.Worlds.
func (p *Greedy) Classes() []int { return p.sampler.Classes() }

// World is for the bot; see bot.Worlds.
func (p *Greedy) World(seed uint64) { p.sampler.World(seed) }

// worthOfWin is what a won game counts beside any standing.
const worthOfWin = 1 << 24

// Worth is for the bot; see bot.Worlds.
func (p *Greedy) Worth(reply []int) (int, bool) {
	ok, err := p.sampler.Play(reply, view.Until{})
	worth := 0
	if ok {
		worth, err = p.worth()
	}
	if err != nil && p.Err == nil && !p.sampler.Interrupted() {
		p.Err = err
	}
	return worth, ok && err == nil
}

// worth is what the seat has after a reply was tried.
func (p *Greedy) worth() (int, error) {
	worth, err := p.sampler.Evaluation(p.seat)
	switch over, winners, draw := p.sampler.Over(); {
	case !over || slices.Contains(draw, p.seat):
		return worth, err
	case slices.Contains(winners, p.seat):
		return worth + worthOfWin, err
	}
	return worth - worthOfWin, err
}
