package engine

import (
	"errors"
	"fmt"
	"math"
	"path"
	"runtime"
	"strings"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Unwinding errors end a run of a step from anywhere; no script catches them.
var (
	// ErrWaiting abandons the run because a decision is open.
	ErrWaiting = errors.New("a decision is open")
	// ErrOver ends the step because the game is over; what was done stays done.
	ErrOver = errors.New("the game is over")
	// ErrStopped ends the game because an ability failed and the host asked to stop.
	ErrStopped = errors.New("the game stopped at a failed ability")
)

// Unwinds reports whether err is one that ends the whole run of a step.
func Unwinds(err error) bool {
	if err == nil {
		// Said apart because what follows allocates.
		return false
	}
	var diverged *DivergenceError
	var nesting *NestingError
	var work *WorkError
	return err == ErrWaiting || err == ErrOver || err == ErrStopped || err == errInterrupted ||
		errors.As(err, &diverged) || errors.As(err, &nesting) || errors.As(err, &work)
}

// DivergenceError reports that a step, run again with the same answers, did something else:
// a script keeps state of its own, or the pack changed.
type DivergenceError struct {
	Step     string
	Decision int
	What     string
}

// Error names the step, the decision and the difference.
func (e *DivergenceError) Error() string {
	return fmt.Sprintf("step %s did not repeat: at decision %d %s", e.Step, e.Decision, e.What)
}

// Failure is the report of a script that failed.
type Failure struct {
	// Card, Ability, Trigger and Step name where it happened; empty if it did not.
	Card, Ability, Trigger, Step string
	Seed                         rng.Seed
	Decision                     int
	Err                          error
}

// Error tells what failed and how to get there again, and on further lines by
// which calls a script came there, as far as the error knows.
func (f *Failure) Error() string {
	where := "step " + f.Step
	if f.Ability != "" {
		where = fmt.Sprintf("ability %s of %s", f.Ability, f.Card)
		if f.Trigger != "" {
			where += " at " + f.Trigger
		}
	}
	text := fmt.Sprintf("%v (in %s; seed %v, after decision %d)", f.Err, where, f.Seed, f.Decision)
	var calls interface{ Traceback() string }
	if errors.As(f.Err, &calls) {
		if trace := calls.Traceback(); trace != "" {
			text += "\n" + trace
		}
	}
	return text
}

// Unwrap returns the script's own error.
func (f *Failure) Unwrap() error { return f.Err }

// NestingError reports triggers that are raised within each other deeper than they may.
type NestingError struct{ Cycle Cycle }

// Error names the bound, the way round and the cycle.
func (e *NestingError) Error() string {
	return fmt.Sprintf("triggers answer each other %d deep, and no deeper; a step that is scheduled "+
		"is outside of them%s", MaxNesting, e.Cycle)
}

// NumberError says that a script gave a number which the game cannot hold: it has a fraction,
// or is too large. Where a number only leaves the game, as in Returns, it is taken as it is.
type NumberError struct {
	// What says which number is what, and begins with its place.
	What   string
	Number float64
}

// Error says what games hold.
func (e *NumberError) Error() string {
	if e.Number != math.Trunc(e.Number) && math.Abs(e.Number) < math.MaxInt32 {
		return e.What + ", and games hold whole numbers; math.floor(n) or math.ceil(n) makes it one"
	}
	return e.What + ", which is not a number that games can hold"
}

// WorkError says that a step made the engine look at more than it may. It ends the
// run of the step.
type WorkError struct{ Most int }

// Error names the bound.
func (e *WorkError) Error() string {
	return fmt.Sprintf("more than %d cards, listeners and effects looked at in one step", e.Most)
}

// BugError is a panic of the engine, of a player or of a host while a game was played.
type BugError struct {
	What any
	// At is where it began, a file with its line.
	At string
}

// Error says that this is not the pack's fault.
func (e *BugError) Error() string {
	return fmt.Sprintf("a bug in ruledeck itself: %v (%s)", e.What, e.At)
}

// Guard, deferred, makes a panic a *BugError: what is done beside a game must not end the
// program that hosts it.
func Guard(err *error) {
	what := recover()
	if what == nil {
		return
	}
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	frame, more := frames.Next()
	for more && strings.HasPrefix(frame.Function, "runtime.") {
		frame, more = frames.Next()
	}
	*err = &BugError{what, fmt.Sprintf("%s:%d", path.Base(frame.File), frame.Line)}
}

// errInterrupted ends a run because the context of the call has ended.
var errInterrupted = errors.New("the game was interrupted")

// Cycle lists what repeats, in order; empty if nothing does.
type Cycle []string

// MaxNesting is how deep triggers may nest before the engine reports a cycle.
const MaxNesting = 200
