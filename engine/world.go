package engine

import (
	"context"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Until says where play in a sampled world stops, unless the game is over or a decision
// stays unanswered: at the first quiet point, where everything begun is done, once so many
// further decisions are answered, forced ones included, and Enough, if set, returns true;
// or, with End, at the end of the game.
type Until struct {
	Decisions int
	Enough    func() bool
	End       bool
}

// met reports whether play stops at a quiet point.
func (u *Until) met(answered int) bool {
	return !u.End && answered >= u.Decisions && (u.Enough == nil || u.Enough())
}

// lookAheadSteps bounds the steps that are played between two decisions on the
// way to a quiet point; a step that schedules itself without end is cut off there.
const lookAheadSteps = 100

// playUntil plays on; begun is the number of the decision from which others are
// counted, rest is how many steps may be left on the agenda at a quiet point,
// check is asked after each step.
func (g *Game) playUntil(ctx context.Context, until Until, begun, rest int, check func() error) (Status, error) {
	asked, steps := begun, 0
	for {
		status, err := g.AdvanceStep(ctx)
		if err == nil {
			err = check()
		}
		if status != Going || err != nil {
			return status, err
		}
		if now := g.run.Decisions(); now != asked {
			asked, steps = now, 0
		}
		steps++
		quiet := len(g.run.state.agenda) <= rest || steps >= lookAheadSteps
		if quiet && until.met(asked-begun) {
			return Going, nil
		}
	}
}

// World is a sampled world that stands for itself: a game that goes on from the
// decision that was looked at, or from the beginning, and can be forked. Worlds
// of one Determinizer share its scripts, so one of them runs at a time.
type World struct {
	ctx  context.Context // of the look that it was made for
	game *Game
}

// Begin returns another game of the same pack, seats and options at its beginning,
// in which everything that chance decides follows from a seed; nil if the log does
// not go back so far.
func (t *Determinizer) Begin(seed uint64) *World {
	if !t.whole() {
		return nil
	}
	g := &Game{}
	g.alone(t.real, t.game.run.scripts)
	g.setup.Script = nil
	g.Reset(seed, nil)
	t.real.stateAt(0, &g.run.state)
	if g.setup.AskChance {
		g.setup.Deciders[0] = chanceOf(seed)
	}
	return &World{t.ctx, g}
}

// Game is the world's game.
func (w *World) Game() *Game { return w.game }

// Fork returns an independent world that stands where this one does.
func (w *World) Fork() *World {
	to := &World{w.ctx, w.game.Fork(w.game.run.scripts)}
	to.game.setup.Deciders[0] = w.game.setup.Deciders[0]
	return to
}

// Future makes everything random from here on come out as a seed says, which is
// not 0; see Determinizer.Future.
func (w *World) Future(seed uint64) {
	g := w.game
	g.salt = seed
	g.saltFrom = int32(g.run.Decisions())
	if g.open != nil {
		g.saltFrom++
	}
	if g.setup.AskChance {
		g.setup.Deciders[0] = chanceOf(seed)
		return
	}
	// The running step is run again for each answer, with the results it had.
	g.setup.Script = g.log.ResultsSince(g.log.Base)
}

// chanceOf answers for chance in games that ask it.
func chanceOf(seed uint64) Decider {
	return func(_ context.Context, _ *Position, d *Decision, _ Seat) Reply { return Reply{d.Outcome(seed)} }
}

// Outcome is the reply of chance to its own decision, from a seed: an index into its
// weights.
func (d *Decision) Outcome(seed uint64) int {
	var s rng.Source
	s.Seed(seed, rng.Name("chance"), uint32(d.Number))
	return weighted(&s, d.Chance.Weights)
}

// weighted picks one of some weights at random.
func weighted(s *rng.Source, weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	pick := s.Below(total)
	for i, w := range weights {
		pick -= w
		if pick < 0 {
			return i
		}
	}
	return 0
}

// Play plays on with a policy that answers for all seats; where it gives nil, or
// is nil itself, play ends with the question open.
func (w *World) Play(policy Decider, until Until) (Status, error) {
	g := w.game
	for s := Seat(1); int(s) <= g.run.Seats; s++ {
		g.setup.Deciders[s] = policy
	}
	defer func() {
		for s := Seat(1); int(s) <= g.run.Seats; s++ {
			g.setup.Deciders[s] = nil
		}
	}()
	begun := g.run.Decisions()
	if answers := g.runningAnswers(); len(answers) > 0 {
		begun = last(answers) // answered, but not played on from
	}
	return g.playUntil(w.ctx, until, begun, 0, func() error { return nil })
}
