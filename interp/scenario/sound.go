package scenario

import (
	"errors"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// endlessError says that a game does not end: quiet, if nobody is asked any more.
type endlessError struct {
	steps int
	quiet bool
}

// Error says how long the game was played.
func (e *endlessError) Error() string {
	if e.quiet {
		return fmt.Sprintf("the game goes on without end: %d steps, and nobody was asked", e.steps)
	}
	return fmt.Sprintf("the game goes on without end: %d steps", e.steps)
}

// unsoundError says that the state or the log is broken: a card is lost or
// doubled, or the log does not give the state.
type unsoundError struct{ err error }

// Error tells what is wrong.
func (e *unsoundError) Error() string { return "the state is not sound: " + e.err.Error() }

// soundness is what every game is held to, whatever its pack says.
type soundness struct {
	// state tells what is wrong with a state, folds with a log, or nil.
	state, folds func(g *engine.Game) error
}

var sound = soundness{(*engine.Game).Sound, folds}

// check tells what is wrong with a game.
func (s *soundness) check(g *engine.Game) error {
	err := s.state(g)
	if err == nil {
		err = s.folds(g)
	}
	if err != nil {
		return &unsoundError{err}
	}
	return nil
}

// folds tells what is wrong when the log, folded from its start, does not give
// the state.
func folds(g *engine.Game) error {
	log := g.Log()
	past := g.Past(log.Base)
	start := past.Game.State().Hash()
	for past.At() < log.Len() {
		past.Follow()
	}
	if !past.Game.State().Equal(g.State()) {
		return errors.New("the fold of the log is not the state")
	}
	if again := g.Past(log.Base).Game.State().Hash(); again != start {
		return errors.New("the events cannot be undone twice alike")
	}
	return nil
}

// watch plays a game with bots and looks at it after every step.
type watch struct {
	book *Book
	// most bounds the steps, 0 for DefaultMaxSteps; folding looks at the log after
	// every step too.
	most    int
	folding bool
}

// steps plays a game to its end; on a failure it returns the log position at
// which the failing step began: of a game that goes on without a decision, the
// step with the last one.
func (w *watch) steps(g *engine.Game) (from int, err error) {
	most := w.most
	if most == 0 {
		most = DefaultMaxSteps
	}
	quiet, asked := 0, 0 // steps since a decision, and the log before its step
	for range most {
		from = g.Log().Len()
		decisions := g.Counts().Decisions
		status, err := g.AdvanceStep()
		if quiet++; g.Counts().Decisions > decisions {
			quiet, asked = 0, from
		}
		if err == nil {
			err = w.sound(g)
		}
		switch {
		case err != nil || status == engine.Ended:
			return from, err
		case status == engine.Waiting:
			return from, fmt.Errorf("decision %d has no legal answer for a bot", g.Open().Number)
		case quiet == mostSteps:
			return asked, &endlessError{quiet, true}
		}
	}
	return from, &endlessError{most, false}
}

func (w *watch) sound(g *engine.Game) error {
	err := w.book.sound.state(g)
	if err == nil && w.folding {
		err = w.book.sound.folds(g)
	}
	if err != nil {
		return &unsoundError{err}
	}
	return nil
}
