package position

import (
	"errors"
	"fmt"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Failure is a failure at a place of the scenario.
type Failure struct {
	Pos     diag.Pos
	Code    string
	Message string
	Hint    string
}

// Error returns the message without the place.
func (f *Failure) Error() string { return f.Message }

// The codes of failures: the file says what cannot be, the game does not do what the
// file says, or it never comes to where the file begins.
const (
	CodeScenario = "scenario"
	CodeUnknown  = "unknown-name"
	CodeFailed   = "failed"
	CodeSetup    = "cannot-start"
)

// FailAt returns a failure of the file.
func FailAt(at diag.Placed, format string, args ...any) error {
	return &Failure{Pos: at.Place(), Code: CodeScenario, Message: fmt.Sprintf(format, args...)}
}

// UnknownAt is the failure of a name that does not exist, with the nearest that
// does.
func UnknownAt(at diag.Placed, what, name string, known []string) *Failure {
	return &Failure{Pos: at.Place(), Code: CodeUnknown, Message: fmt.Sprintf("there is no %s %q", what, name),
		Hint: diag.Nearest(name, known)}
}

// Failures gathers failures, so that a case tells all that is wrong at once.
type Failures []error

// Add keeps an error; nil is none.
func (f *Failures) Add(err error) {
	if err != nil {
		*f = append(*f, err)
	}
}

// Err is all that was added, as one error; nil for nothing.
func (f Failures) Err() error { return errors.Join(f...) }

// Flatten lists the single errors of an error.
func Flatten(err error) []error {
	if err == nil {
		return nil
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range several.Unwrap() {
			all = append(all, Flatten(one)...)
		}
		return all
	}
	return []error{err}
}
