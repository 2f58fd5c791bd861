package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// MaxStepAnswers bounds the questions of one step, but for those that a decider answers for chance:
// the work for them grows with the square of their number.
const MaxStepAnswers = 1000

// MaxTower bounds how many cards lie on each other: a card's place and name follow from all
// cards below it.
const MaxTower = 32

// EndlessError says that a game reached one of its limits. It stands at the end of
// a step, and can be saved and looked at.
type EndlessError struct {
	// Most is the limit, What names the quantity it bounds.
	Most  int
	What  string
	Cycle Cycle // a step each
	Seed  rng.Seed
}

// Error names the limit and the cycle. That a game has no end is known only where steps repeat
// and nobody is asked: a long game comes to other limits as well.
func (e *EndlessError) Error() string {
	if e.What == quietSteps && len(e.Cycle) > 0 {
		return fmt.Sprintf("the game goes on without end: it has come to %d %s (seed %v)%s", e.Most, e.What, e.Seed,
			e.Cycle)
	}
	return fmt.Sprintf("the game is stopped: it has come to %d %s, and no game may have more (seed %v)%s", e.Most,
		e.What, e.Seed, e.Cycle)
}

// quietSteps is the quantity of which a game has no bound only where it has no end.
const quietSteps = "steps without a decision"

// String is the end of a sentence that names the cycle, "" of an empty one.
func (c Cycle) String() string {
	if len(c) == 0 {
		return ""
	}
	return "; again and again: " + strings.Join(c, "; then ")
}

// again returns what the last of these, the latest first, repeat: three times at least.
func (c Cycle) again() Cycle {
	for length := 1; 3*length <= len(c); length++ {
		if slices.Equal(c[:length], c[length:2*length]) && slices.Equal(c[:length], c[2*length:3*length]) {
			cycle := slices.Clone(c[:length])
			slices.Reverse(cycle)
			return cycle
		}
	}
	return nil
}

// withinLimits is asked before each step.
func (g *Game) withinLimits() error {
	l := &g.limits
	decisions := int(g.run.state.cells[cellDecisions])
	logged := g.log.Bytes()
	if w := g.world; w != nil && w.Most > 0 && w.Spent >= w.Most {
		return &EndlessError{Most: w.Most, What: "instructions in all worlds", Seed: g.Seed()}
	}
	if g.counts.Steps < l.Steps && decisions < l.Decisions && g.pace.quiet < l.Quiet &&
		g.log.Len() < l.Events && logged < l.LogBytes && g.counts.Work < l.Work {
		return nil
	}
	for _, of := range []struct {
		is, most int
		what     string
	}{
		{g.counts.Steps, l.Steps, "steps"},
		{decisions, l.Decisions, "decisions"},
		{g.pace.quiet, l.Quiet, quietSteps},
		{g.log.Len(), l.Events, "events"},
		{logged, l.LogBytes, "bytes of its log"},
		{g.counts.Work, l.Work, "instructions in all, most at once in " + g.nameOf(g.dearest.what)},
	} {
		if of.is >= of.most {
			return &EndlessError{Most: of.most, What: of.what, Cycle: g.Cycle(), Seed: g.Seed()}
		}
	}
	return nil
}

// looksAnInstruction is how much the engine looks at in the place of an instruction.
const looksAnInstruction = 5

// Spent is what the step or the value that ran last has spent, counted as Counts.Work is.
func (g *Game) Spent() int {
	work := g.run.looked / looksAnInstruction
	if paid := g.run.paidScripts; paid != nil {
		work += paid.Spent()
	}
	return work
}

// Dearest names the step that has spent most at once since the game was made, and says how
// much. It is "" where none has spent anything, as in a game without steps.
func (g *Game) Dearest() (step string, work int) {
	if g.dearest.work == 0 {
		return "", 0
	}
	return g.nameOf(g.dearest.what), g.dearest.work
}

// pay counts what the step that ran has spent, also where it waits: run again, it is
// counted anew.
func (g *Game) pay() {
	work := g.Spent()
	g.counts.Work += work
	if g.world != nil {
		g.world.Spent += work
	}
	if work > g.dearest.work {
		g.dearest = dear{g.step.what, work}
	}
}

// Cycle returns the steps that the game repeats, each with the triggers raised in
// it and the cards whose abilities acted, as far as the log has them; none if the
// last steps repeat nothing.
func (g *Game) Cycle() Cycle {
	n := min(g.counts.Steps, len(g.recent))
	last := make(Cycle, n) // the latest first
	for i := range n {
		last[i] = g.nameOf(StepID(g.recent[(g.counts.Steps-i)%len(g.recent)]))
	}
	return g.withDetails(last.again())
}

// withDetails adds to the steps of a cycle what the log tells of their last run.
func (g *Game) withDetails(cycle Cycle) Cycle {
	at := g.log.Len() - 1
	for i := len(cycle) - 1; i >= 0; i-- {
		var names []string
		for begun := false; at >= g.log.Base && !begun; at-- {
			e := g.log.At(at)
			begun = e.Kind == EvStep || e.Kind == EvPhase
			name := ""
			switch e.Kind {
			case EvApply:
				name = g.run.Pack.Triggers[e.A].Name
			case EvAbility:
				name = g.run.acted(e)
			}
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		slices.Reverse(names)
		if len(names) > 0 {
			cycle[i] += " (" + strings.Join(names[:min(len(names), mostDetails)], ", ") + ")"
		}
	}
	return cycle
}

// mostDetails bounds the details reported of one step.
const mostDetails = 6

// acted names an ability that acted and its card.
func (r *Run) acted(e *Event) string {
	return fmt.Sprintf("%s of %s", r.Pack.Abilities[e.A].Name, r.CardKey(CardID(e.B)))
}
