package sandbox

import (
	"context"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// The budget. State.left counts down to the nearest of two limits: what remains
// of the step, and what remains of the slice of the innermost Call. Both are
// settled when a Call begins or ends, so that counting is one subtraction.

// meter is the context of one thread. The virtual machine asks Done before every
// instruction; that is where instructions are counted.
type meter struct {
	state  *State
	thread *lua.LState
}

var _ context.Context = (*meter)(nil)

// Done counts one instruction. It never reports an end: when the budget is spent
// it unwinds at once, so that no pcall gets a chance to swallow it.
func (m *meter) Done() <-chan struct{} {
	m.state.left--
	if m.state.left < 0 {
		m.state.exhausted(m.thread)
	}
	return nil
}

// Deadline reports that there is none: clocks do not decide what a script does.
func (m *meter) Deadline() (time.Time, bool) { return time.Time{}, false }

// Err returns nil: the end of the budget unwinds instead.
func (m *meter) Err() error { return nil }

// Value returns nil.
func (m *meter) Value(any) any { return nil }

// Charge takes n instructions from the budget, for work that a host function
// does in what the virtual machine counts as one instruction.
func (s *State) Charge(L *lua.LState, n int) {
	s.left -= int64(n)
	if s.left < 0 {
		s.exhausted(L)
	}
}

// chargeBytes charges for a string that was made or read.
func (s *State) chargeBytes(L *lua.LState, n int) { s.Charge(L, n>>5) }

// Instructions returns how many instructions were counted since Begin.
func (s *State) Instructions() int64 { return s.opts.Budget - s.stepLeft + s.start - s.left }

// settle books what was used since the last time.
func (s *State) settle() {
	used := s.start - s.left
	s.stepLeft -= used
	s.sliceLeft -= used
}

// limit starts counting down to the nearest limit.
func (s *State) limit() {
	s.left = min(s.stepLeft, s.sliceLeft)
	s.start = s.left
}

// exhausted unwinds: the run, where the budget of the step is spent; the
// innermost Call, where its slice is.
func (s *State) exhausted(L *lua.LState) {
	s.settle()
	s.limit()
	e := &BudgetError{Limit: s.opts.Budget, Stack: s.stackUnder(L)}
	e.File, e.Line = innermost(e.Stack)
	if s.stepLeft < 0 {
		s.unwind(L, e)
	}
	e.Limit = s.opts.AbilityBudget
	s.sliceSpent = true
	s.unwind(L, e)
}
