package table

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Greedy is a greedy player at its seat. Its worlds are trials of the engine:
// what the seat does not know is exchanged at random, and to the end of the
// step everything else is answered at random, for its own seat too: measured on
// the shipped games, that plays far better than to stop at its own next
// decision, where what a reply began has not happened yet.
type Greedy struct {
	// Bot has the player's settings and its count of replies made at random.
	Bot *bot.Greedy
	// Err is the first failure of a script while the player thought, of the
	// pack's standing for one; the replies that failed are left out.
	Err error

	seat   engine.Seat
	seed   uint64
	trial  *engine.Trial
	others bot.Random

	game     *engine.Position
	decision *engine.Decision
	// sample is the world that the trial stands in, salt what it is drawn from.
	sample int
	salt   uint64
	// proved says that the decision comes up in this world, lost that no such
	// world was found.
	proved, lost bool
}

// redraws bounds the worlds that are drawn for one sample.
const redraws = 16

// NewGreedy returns a greedy player; scripts must not be the game's own.
func NewGreedy(seat engine.Seat, seed uint64, scripts engine.Scripts) *Greedy {
	p := &Greedy{seat: seat, Bot: bot.NewGreedy(seed, int(seat))}
	p.trial = engine.NewTrial(scripts, func(_ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		p.others.Reset(p.salt, int(seat))
		q := question(d, seat)
		return p.others.Reply(&q)
	})
	p.Reset(seed)
	return p
}

// Reset prepares the player for a game with another seed.
func (p *Greedy) Reset(seed uint64) {
	p.seed, p.Err = seed, nil
	p.Bot.Reset(seed, int(p.seat))
}

// Decide is an engine.Decider.
func (p *Greedy) Decide(g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	p.game, p.decision, p.sample = g, d, -1
	q := question(d, seat)
	reply := p.Bot.Reply(&q, p)
	p.game, p.decision = nil, nil
	return reply
}

// Ready is for the bot; see bot.Oracle.
func (p *Greedy) Ready() bool {
	if p.game.Pack.Standing < 0 {
		return false
	}
	p.trial.At(p.game, p.decision, p.seat)
	return true
}

// Value is for the bot; see bot.Oracle.
func (p *Greedy) Value(sample int, reply []int) (int, bool) {
	if sample != p.sample {
		p.sample, p.proved, p.lost = sample, false, false
		p.draw(0)
	}
	if p.lost {
		return 0, false
	}
	for again := 1; ; again++ {
		_, err := p.trial.Try(reply)
		if p.trial.Reached() {
			p.proved = true
			worth := 0
			if err == nil {
				worth, err = p.trial.Worth()
			}
			if err != nil && p.Err == nil {
				p.Err = err
			}
			return worth, err == nil
		}
		if p.proved || again == redraws {
			p.lost = true
			return 0, false
		}
		p.draw(again)
	}
}

func (p *Greedy) draw(again int) {
	p.salt = rng.Derive(rng.Derive(p.seed^rng.Mix(uint64(p.seat)), p.decision.Number), p.sample*redraws+again) | 1
	p.trial.Sample(p.salt)
}
