package sandbox

import (
	lua "github.com/yuin/gopher-lua"
)

// thread is a kept Lua thread: it runs the protected call at one depth.
type thread struct {
	L     *lua.LState
	dirty bool // results of the last call may still lie on it
}

// threadOptions are the sizes of a thread. The call stack is fixed: a growing
// one reports its overflow as a Go panic without a line.
func threadOptions() lua.Options {
	return lua.Options{
		SkipOpenLibs:     true,
		CallStackSize:    200,
		RegistrySize:     256,
		RegistryMaxSize:  4096,
		RegistryGrowStep: 256,
		// Only asked where a Go panic is found; it tells whose panic it was.
		IncludeGoStackTrace: true,
	}
}

// thread returns the thread for a depth and makes it where there is none.
func (s *State) thread(depth int) *thread {
	for len(s.threads) <= depth {
		s.threads = append(s.threads, s.newThread())
	}
	return s.threads[depth]
}

func (s *State) newThread() *thread {
	// The base has no context: the library would derive another from it, whose
	// instructions are not counted.
	L, _ := s.base.NewThread()
	L.SetContext(&meter{state: s, thread: L})
	return &thread{L: L}
}

// replace gives up a thread that a Go panic has left in an unknown state.
func (s *State) replace(t *thread) {
	for i := range s.threads {
		if s.threads[i] == t {
			s.threads[i] = s.newThread()
		}
	}
}

// clear takes away what the last call has left.
func (t *thread) clear() {
	if t.dirty {
		t.L.SetTop(0)
		t.dirty = false
	}
}

// enter takes the next thread. L is the one that asks; nil means the host does,
// with nothing running.
func (s *State) enter(L *lua.LState) *thread {
	if s.depth >= s.opts.MaxDepth {
		s.tooDeep(L)
	}
	t := s.thread(s.depth)
	s.depth++
	return t
}

func (s *State) tooDeep(L *lua.LState) {
	e := &DepthError{Limit: s.opts.MaxDepth, Stack: s.stackUnder(L)}
	e.File, e.Line = innermost(e.Stack)
	s.unwind(L, e)
}

// running returns the thread that the innermost call runs on, nil where none is.
func (s *State) running() *lua.LState {
	if s.depth == 0 {
		return nil
	}
	return s.threads[s.depth-1].L
}

// Call runs a function protected, on the kept thread of the next depth, with its
// own slice of the budget. nret results are left for Result; lua.MultRet keeps
// all. It returns nil or an *Error, the fault of the script. The cause of an
// unwinding, such as the error given to Abandon, is returned unchanged by the
// outermost Call only: an inner one does not return, it unwinds its caller too.
func (s *State) Call(fn *lua.LFunction, nret int, args ...lua.LValue) error {
	t := s.enter(s.running())
	s.settle()
	outer := s.sliceLeft
	s.sliceLeft = s.opts.AbilityBudget
	s.limit()
	var token uint64
	if s.Registers != nil {
		token = s.Registers.Save()
	}
	t.clear()
	t.L.Push(fn)
	for _, arg := range args {
		t.L.Push(arg)
	}
	err := s.protect(t, len(args), nret)
	t.dirty = nret != 0
	s.depth--
	s.settle()
	s.sliceLeft = outer
	s.limit()
	if err == nil {
		return nil
	}
	return s.failed(t, err, token)
}

// failed ends a Call that did not return: with a fault, or by unwinding on.
func (s *State) failed(t *thread, err error, token uint64) error {
	fault := s.fault(t, err)
	if fault == nil && s.sliceSpent {
		fault = s.spentSlice()
	}
	if fault == nil {
		return s.ended()
	}
	if s.Registers != nil {
		s.Registers.Restore(token)
	}
	return fault
}

// Result returns the result i of the last Call at this depth, counted from 0;
// nil (lua.LNil) where there is none.
func (s *State) Result(i int) lua.LValue {
	if s.depth >= len(s.threads) {
		return lua.LNil
	}
	return s.threads[s.depth].L.Get(i + 1)
}

// Results returns how many results the last Call at this depth has left.
func (s *State) Results() int {
	if s.depth >= len(s.threads) {
		return 0
	}
	return s.threads[s.depth].L.GetTop()
}

// protect calls what lies on the thread. The library's own PCall panics in its
// turn where a frame has no line yet (a tail call that overflows the registry).
func (s *State) protect(t *thread, nargs, nret int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.broken(t, r)
		}
	}()
	return t.L.PCall(nargs, nret, nil)
}
