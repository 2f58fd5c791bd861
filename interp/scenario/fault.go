package scenario

import (
	"errors"
	"fmt"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// fault is a failure at a place of the scenario.
type fault struct {
	pos     diag.Pos
	code    string
	message string
	hint    string
}

// Error returns the message without the place.
func (f *fault) Error() string { return f.message }

// The codes of faults: the file says what cannot be, or the game does not do
// what the file says.
const (
	codeScenario = "scenario"
	codeUnknown  = "unknown-name"
	codeFailed   = "failed"
)

func failAt(pos diag.Pos, format string, args ...any) error {
	return &fault{pos: pos, code: codeScenario, message: fmt.Sprintf(format, args...)}
}

// unknownAt is the fault of a name that does not exist, with the nearest that
// does.
func unknownAt(pos diag.Pos, what, name string, known []string) error {
	return &fault{pos: pos, code: codeUnknown, message: fmt.Sprintf("there is no %s %q", what, name), hint: diag.Nearest(name, known)}
}

// faults gathers failures, so that a case tells all that is wrong at once.
type faults []error

func (f *faults) add(err error) {
	if err != nil {
		*f = append(*f, err)
	}
}

// err is all that was added, as one error; nil for nothing.
func (f faults) err() error { return errors.Join(f...) }

// flatten lists the single errors of an error.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range several.Unwrap() {
			all = append(all, flatten(one)...)
		}
		return all
	}
	return []error{err}
}
