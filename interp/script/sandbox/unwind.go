package sandbox

import (
	"fmt"
	"runtime/debug"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Abandon unwinds all Lua and host frames up to the outermost Call, which
// returns the cause unchanged. No pcall of a script can catch it. It is called
// from inside a host function running on L, and does not return.
func (s *State) Abandon(L *lua.LState, cause error) { s.unwind(L, cause) }

// unwind raises through the library, which closes the captured variables of the
// frames it leaves, but panics with a value that is recognised by identity.
func (s *State) unwind(L *lua.LState, cause error) {
	s.cause = cause
	L.Panic = s.raise // the library puts its own back when it has recovered
	L.Error(s.token, 0)
}

// ended is called where a protected call was unwound and its depth is left: it
// unwinds the caller, or returns the cause where there is none.
func (s *State) ended() error {
	if L := s.running(); L != nil {
		s.unwind(L, s.cause)
	}
	cause := s.cause
	s.cause, s.sliceSpent = nil, false
	return cause
}

// spentSlice ends an unwinding at the Call whose slice is spent.
func (s *State) spentSlice() *Error {
	e := s.cause.(*BudgetError)
	s.cause, s.sliceSpent = nil, false
	return &Error{File: e.File, Line: e.Line, Stack: e.Stack, Err: e,
		Message: fmt.Sprintf("stopped after %d instructions", e.Limit)}
}

// Fault raises an ordinary script error, with the position of the calling
// script, from inside a host function. It does not return.
func (s *State) Fault(L *lua.LState, format string, args ...any) {
	L.RaiseError("%s", fmt.Sprintf(format, args...))
}

// fault makes the *Error of a failed protected call, or nil where the call was
// unwound: then s.cause says why.
func (s *State) fault(t *thread, err error) *Error {
	if e, ok := err.(*Error); ok {
		return e
	}
	e := err.(*lua.ApiError) // all that PCall returns
	switch {
	case e == s.sentinel:
		return nil
	case e.Type == lua.ApiErrorPanic:
		s.replace(t)
		return s.panicked(e.Object.String(), e.StackTrace, framesOf(e.StackTrace))
	}
	return s.newError(e.Object, framesOf(e.StackTrace))
}

// broken is called where PCall itself panicked. The Go stack still holds the
// frames of the first panic, and the thread those of the script.
func (s *State) broken(t *thread, value any) error {
	stack := framesOn(t.L)
	s.replace(t)
	if fault := s.panicked(fmt.Sprint(value), string(debug.Stack()), stack); fault != nil {
		return fault
	}
	return s.sentinel
}

// panicked tells whose panic it was: the virtual machine's own means that the
// script went beyond a limit; any other is a fault of the host.
func (s *State) panicked(value, goStack string, stack []Frame) *Error {
	if !ownPanic(goStack) {
		s.cause = &HostPanic{Value: value, Stack: goStack}
		return nil
	}
	e := &Error{Message: machineOverflow, Stack: stack}
	e.File, e.Line = innermost(stack)
	return e
}

const luaPackage = "github.com/yuin/gopher-lua."

// ownPanic reads a Go stack: it reports whether the first panic came from the
// virtual machine running a script, and not from a host function, nor from the
// library misused by one.
func ownPanic(goStack string) bool {
	// Of nested panics the first is the lowest.
	at := strings.LastIndex(goStack, "\npanic(")
	if at < 0 {
		return false
	}
	for line := range strings.Lines(goStack[at+1:]) {
		switch {
		case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "panic("), strings.HasPrefix(line, "runtime."):
		case !strings.HasPrefix(line, luaPackage):
			return false
		case strings.HasPrefix(line, luaPackage+"mainLoop"), strings.HasPrefix(line, luaPackage+"(*LState).raiseError("):
			return true
		}
	}
	return false
}
