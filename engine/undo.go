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
	g.step = stepRun{
		begin: at.begin, active: true, answers: slices.Clone(at.answers[:keep]), failures: at.failures, counts: at.counts,
	}
	g.holding = true
	g.remix()
	_, err = g.Advance(ctx)
	return err
}

// checkpointOf finds the step in which a decision, or else the next one that
// left a choice, was answered, and takes it off the history.
func (g *Game) checkpointOf(number int) (checkpoint, error) {
	if g.setup.DropLog {
		return checkpoint{}, fmt.Errorf("a game without a log cannot go back")
	}
	i := slices.IndexFunc(g.history, func(c checkpoint) bool { return last(c.answers) >= number })
	running := g.runningAnswers()
	gone := i < 0 && (len(running) == 0 || last(running) < number)
	switch {
	case gone && number >= 1 && number <= g.run.Decisions():
		return checkpoint{}, fmt.Errorf("decision %d left no choice, nor did any after it: there is no answer to take back from there on", number)
	case number < 1 || gone:
		return checkpoint{}, fmt.Errorf("there is no answered decision %d to go back to; answered so far: %d", number, g.run.Decisions())
	case number <= g.run.Decisions()-g.log.decisions():
		return checkpoint{}, fmt.Errorf("decision %d was answered before the log begins", number)
	case i < 0:
		return checkpoint{begin: g.step.begin, answers: running, failures: g.step.failures, counts: g.step.counts}, nil
	}
	at := g.history[i]
	g.history = g.history[:i]
	return at, nil
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
	var s State
	g.run.state.clone(&s)
	for i := g.log.Len() - 1; i >= 0; i-- {
		s.undo(g.log.At(i), &g.log)
	}
	return s.Equal(&g.run.start)
}

// last is the number of the last of some answers.
func last(answers []recorded) int { return answers[len(answers)-1].number }

// decisions counts the decisions that were answered since the log began.
func (l *Log) decisions() int {
	n := 0
	for i := range l.events {
		if e := &l.events[i]; e.Kind == EvAnswer && e.Counted() {
			n++
		}
	}
	return n
}
