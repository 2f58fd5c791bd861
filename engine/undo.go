package engine

import (
	"context"
	"fmt"
	"slices"
)

// Undo goes back to an earlier decision, which is then open again; all
// answers from it on are forgotten. Decision 1 is the first. Where that one left
// no choice, it is the next one that did. Seats with a decider are not asked:
// the decision stays open, except that in a secret decision in which the host
// answers for a seat the others answer at once. Where ctx ends on the way, with its
// cause as the error, the game has gone back, and Advance opens the decision.
func (g *Game) Undo(ctx context.Context, number int) error {
	at, err := g.checkpointOf(number)
	if err != nil {
		return err
	}
	keep := slices.IndexFunc(at.answers, func(r recorded) bool { return r.number >= number })
	g.open = nil
	g.run.rollBack(at.begin)
	g.failures = g.failures[:at.failures]
	g.shuffled = at.shuffled
	g.pace = at.pace
	g.step = stepRun{origin: at.origin, active: true, answers: slices.Clone(at.answers[:keep])}
	g.holding = true
	g.windowed = number - 1
	_, err = g.Advance(ctx)
	return err
}

// checkpointOf finds the step in which a decision, or else the next one that
// left a choice, was answered, and takes it off the history.
func (g *Game) checkpointOf(number int) (checkpoint, error) {
	if g.setup.DropLog {
		return checkpoint{}, fmt.Errorf("a game without a log cannot go back")
	}
	var found *checkpoint
	for c := g.history; c != nil && last(c.answers) >= number; c = c.before {
		found = c
	}
	running := g.runningAnswers()
	gone := found == nil && (len(running) == 0 || last(running) < number)
	switch {
	case number < 1 || gone && number > g.run.Decisions():
		return checkpoint{}, fmt.Errorf("there is no answered decision %d to go back to; answered so far: %d",
			number, g.run.Decisions())
	case number <= g.log.first:
		return checkpoint{}, fmt.Errorf("decision %d was answered before the log begins", number)
	case gone:
		return checkpoint{}, fmt.Errorf(
			"decision %d left no choice, nor did any after it: there is no answer to take back from there on", number)
	case found == nil:
		return checkpoint{origin: g.step.origin, answers: running}, nil
	}
	g.history = found.before
	return *found, nil
}

// runningAnswers are the answers of the step that has begun; nil between steps.
func (g *Game) runningAnswers() []recorded {
	if g.step.active {
		return g.step.answers
	}
	return nil
}

// Whole reports whether the log goes back to the start of a game as the pack lays
// it out, so that the seed and the answers alone lead here.
func (g *Game) Whole() bool {
	if g.log.Base > 0 {
		return false
	}
	var s, first State
	g.stateAt(0, &s)
	g.run.Layout.startWith(&first, g.setup.GameOptions)
	return s.Equal(&first)
}

// last is the number of the last of some answers.
func last(answers []recorded) int { return answers[len(answers)-1].number }
