package fuzz

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// Peaks are how near games came to what bounds them: the instructions of the largest step, with
// its name, the deepest chain of triggers, and of the largest game the instructions and the
// bytes of the log.
type Peaks struct {
	StepName               string
	Step, Chain, Game, Log int
}

func (p *Peaks) add(other Peaks) {
	if other.Step > p.Step {
		p.Step = other.Step
		p.StepName = other.StepName
	}
	p.Chain = max(p.Chain, other.Chain)
	p.Game = max(p.Game, other.Game)
	p.Log = max(p.Log, other.Log)
}

// String tells each beside what may be.
func (p Peaks) String() string {
	budget := limits.New(limits.Limits{})
	game := engine.Limits{}.OrDefault()
	step := ""
	if p.Step > 0 {
		step = fmt.Sprintf("largest step %d of %d instructions, in %s (one function has %d of them); ", p.Step,
			budget.Limit(limits.Instructions), p.StepName, budget.Function(limits.Instructions))
	}
	return fmt.Sprintf("%sdeepest chain of triggers %d of %d; largest game %d of %d instructions, "+
		"%d of %d bytes of log", step, p.Chain, engine.MaxNesting, p.Game, game.Work, p.Log, game.LogBytes)
}
