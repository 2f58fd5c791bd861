package scenario

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Attempt is a case that is tried out, by who looks for the smallest one that
// fails in some way.
type Attempt struct {
	// Game is nil where the case cannot begin; Failed is how it failed.
	Game   *engine.Game
	Failed error
	// Err is what is wrong with the case otherwise.
	Err error
}

// Try plays a case of the text of a scenario in a game, held to what games are
// held to.
func Try(b *position.Fixture, c *Case, setup engine.Setup, held Validator) Attempt {
	r := newRunner(b, c, mode{})
	r.held = held
	r.checked = true // nobody reads the story
	err := r.run(setup)
	return Attempt{Game: r.g, Failed: r.failed, Err: err}
}
