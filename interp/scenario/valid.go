package scenario

import (
	"errors"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// EndlessError says that a game does not end: quiet, if no seat is asked any more.
type EndlessError struct {
	Steps int
	Quiet bool
	Cycle engine.Cycle
}

// Endless is the error of a game that goes on after so many steps.
func Endless(g *engine.Game, steps int, quiet bool) error {
	return &EndlessError{steps, quiet, g.Cycle()}
}

// Error says how long the game was played, and what came again and again.
func (e *EndlessError) Error() string { return e.Long() + e.Cycle.String() }

// Long says how long the game was played.
func (e *EndlessError) Long() string {
	switch {
	case !e.Quiet:
		return fmt.Sprintf("the game is not over after %d steps", e.Steps)
	case len(e.Cycle) == 0:
		return fmt.Sprintf("the game is stopped after %d steps in which nobody was asked", e.Steps)
	}
	return fmt.Sprintf("the game goes on without end: %d steps, and nobody was asked", e.Steps)
}

// InvalidError says that the state or the log is broken: a card is lost or
// doubled, or the log does not give the state.
type InvalidError struct{ Err error }

// Error names the fault of the state.
func (e *InvalidError) Error() string { return "the state is not valid: " + e.Err.Error() }

// Validator is what every game is held to, whatever its pack says.
type Validator struct {
	// State returns the error of a state, Folds of a log, or nil; a nil Folds looks at no log.
	State, Folds func(g *engine.Game) error
}

// Valid is what games are held to.
var Valid = Validator{func(g *engine.Game) error { return g.Position().Validate() }, folds}

// Check returns the error of a game.
func (s *Validator) Check(g *engine.Game) error {
	err := s.State(g)
	if err == nil && s.Folds != nil {
		err = s.Folds(g)
	}
	if err != nil {
		return &InvalidError{err}
	}
	return nil
}

// folds returns an error if the log, folded from its start, does not give the state.
func folds(g *engine.Game) error {
	log := g.Log()
	past := g.Past(log.Base)
	start := past.Position().State().Hash()
	for past.At() < log.Len() {
		past.Follow()
	}
	if !past.Position().State().Equal(g.Position().State()) {
		return errors.New("the fold of the log is not the state")
	}
	if again := g.Past(log.Base).Position().State().Hash(); again != start {
		return errors.New("the events cannot be undone twice alike")
	}
	return nil
}
