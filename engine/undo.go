package engine

import (
	"fmt"
	"slices"
)

// Undo goes back to an earlier decision, which is then open again; all
// answers from it on are forgotten. Decision 1 is the first. Seats with a
// decider are not asked: the decision stays open, except that in a secret
// decision in which the host answers for a seat the others answer at once.
func (g *Game) Undo(number int) error {
	if last := g.answered(); number < 1 || number > last {
		return fmt.Errorf("there is no answered decision %d to go back to; answered so far: %d", number, last)
	}
	if g.setup.DropLog {
		return fmt.Errorf("a game without a log cannot go back")
	}
	at := checkpoint{begin: g.step.begin, answers: g.step.answers, failures: g.step.failures, counts: g.step.counts}
	if !g.step.active || len(at.answers) == 0 || at.answers[0].number > number {
		i := len(g.history) - 1
		for i >= 0 && g.history[i].first > number {
			i--
		}
		if i < 0 {
			return fmt.Errorf("decision %d was answered before the log begins", number)
		}
		at = g.history[i]
		g.history = g.history[:i]
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
	_, err := g.Advance()
	g.holding = false
	return err
}

// answered is the number of the last decision that has its answers.
func (g *Game) answered() int {
	if n := len(g.step.answers); g.step.active && n > 0 {
		return g.step.answers[n-1].number
	}
	return int(g.run.state.cells[cellDecisions])
}
