package language

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// Error is a fault of a script: it cannot be read, or it failed while running.
type Error struct {
	File    string // the name given to Compile; empty where no script line is known
	Line    int    // 1-based; 0 where it is not known
	Column  int    // 1-based, in characters; 0 where it is not known
	Message string
	Stack   []Frame // innermost first; empty for faults found at load time
	Err     error   // what is behind it, such as a *BudgetError; usually nil
}

// Frame is one active function of a script.
type Frame struct {
	File     string
	Line     int
	Column   int
	Function string // empty for the script itself, which has no name
}

// Error returns "file:line:column: message".
func (e *Error) Error() string { return at(e.File, e.Line, e.Column) + e.Message }

// Unwrap returns the cause of the fault.
func (e *Error) Unwrap() error { return e.Err }

// Traceback returns the chain of calls as text, one a line, innermost first; ""
// where the fault is not in a call of a script's function by another.
func (e *Error) Traceback() string {
	if spent, is := e.Err.(*BudgetError); is {
		return spent.Traceback()
	}
	return chain(e.Stack)
}

// String returns "file:line:column: in function".
func (f Frame) String() string {
	if f.Function == "" {
		return strings.TrimSuffix(at(f.File, f.Line, f.Column), ": ")
	}
	return at(f.File, f.Line, f.Column) + "in " + f.Function
}

// Errors are several faults found at once, in the order of file and line.
type Errors []*Error

// Error returns the texts of all faults, one a line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the faults to errors.As and errors.Is.
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

// join sorts faults by position and returns nil, the only one, or all.
func join(es []*Error) error {
	switch len(es) {
	case 0:
		return nil
	case 1:
		return es[0]
	}
	slices.SortStableFunc(es, func(a, b *Error) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return Errors(es)
}

// BudgetError says that a resource is spent: that of a step, which unwinds the
// whole run, or the slice of one ability, which comes as the Err of its *Error.
type BudgetError struct {
	Frame
	Resource limits.Resource
	Limit    int64
	// Of is what may take no more.
	Of string
	// Running names what ran, such as an ability; "" where the host has no name
	// for it.
	Running string
	Stack   []Frame // innermost first
}

// Error returns "file:line:column: stopped after N instructions", with what ran.
func (e *BudgetError) Error() string { return at(e.File, e.Line, e.Column) + e.Reason() }

// Reason returns "stopped after N instructions", with what ran.
func (e *BudgetError) Reason() string {
	text := fmt.Sprintf("stopped after %d %s", e.Limit, e.Resource)
	if e.Running != "" {
		text += " in " + e.Running
	}
	return text
}

// Hint says what may take no more, and the way round.
func (e *BudgetError) Hint() string {
	return e.Of + " may take no more; a step that it schedules has a share of its own"
}

// Traceback returns the hint and the chain of calls, as that of an Error.
func (e *BudgetError) Traceback() string {
	return strings.TrimRight("  "+e.Hint()+"\n"+chain(e.Stack), "\n")
}

const deep = "more than %d calls nested; a step that is scheduled is outside of them"

// DepthError says that protected calls were nested too deeply, as when two
// abilities answer each other without end. It unwinds the whole run.
type DepthError struct {
	Frame
	Limit int
	Stack []Frame // innermost first, through all nested calls
}

// Error returns "file:line:column: more than N calls nested" and the stack.
func (e *DepthError) Error() string {
	text := at(e.File, e.Line, e.Column) + fmt.Sprintf(deep, e.Limit)
	if len(e.Stack) == 0 {
		return text
	}
	return text + "\n" + traceback(shorten(e.Stack))
}

// shorten leaves out the middle of a long stack.
func shorten(stack []Frame) []Frame {
	const ends = 6
	if len(stack) <= 2*ends {
		return stack
	}
	out := slices.Clone(stack[:ends])
	out = append(out, Frame{Function: fmt.Sprintf("... %d more", len(stack)-2*ends)})
	return append(out, stack[len(stack)-ends:]...)
}

// chain is the traceback of a fault whose innermost place is told already.
func chain(stack []Frame) string {
	if len(stack) < 2 {
		return ""
	}
	return traceback(shorten(stack))
}

func traceback(stack []Frame) string {
	lines := make([]string, len(stack))
	for i, f := range stack {
		lines[i] = "\t" + f.String()
	}
	return strings.Join(lines, "\n")
}

// HostPanic is a Go panic inside a host function: a fault of the engine, never
// of the script that happened to call it. It unwinds the whole run.
type HostPanic struct {
	Value string // the value of the panic, as text
	Stack string // the Go stack
}

// Error returns the value of the panic, without the Go stack.
func (e *HostPanic) Error() string { return "panic in a host function: " + e.Value }

// at returns "file:line:column: " with the parts that are known.
func at(file string, line, column int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return file + ": "
	case column == 0:
		return fmt.Sprintf("%s:%d: ", file, line)
	}
	return fmt.Sprintf("%s:%d:%d: ", file, line, column)
}
