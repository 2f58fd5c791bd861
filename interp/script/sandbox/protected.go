package sandbox

import lua "github.com/yuin/gopher-lua"

// What a caught fault is charged: making one takes as much time as some hundred
// instructions, and much more where the thread was full.
const (
	faultCost    = 200
	overflowCost = 5000
)

// The scripts' own pcall and xpcall. The function runs on the next kept thread:
// the library's would close the captured locals of every frame that lives on
// this one, and they would silently stop being shared.

func (s *State) pcall(L *lua.LState) int {
	if L.GetTop() == 0 {
		s.wrong(L, "pcall", 1, "a function")
	}
	t, fault := s.try(L, 1, L.GetTop())
	if fault != nil {
		L.Push(lua.LFalse)
		L.Push(fault)
		return 2
	}
	return s.succeed(L, t)
}

func (s *State) xpcall(L *lua.LState) int {
	if L.GetTop() < 2 {
		s.wrong(L, "xpcall", 2, "a function")
	}
	handler := L.Get(2)
	L.Remove(2)
	t, fault := s.try(L, 1, L.GetTop())
	if fault == nil {
		return s.succeed(L, t)
	}
	L.SetTop(0)
	L.Push(handler)
	L.Push(fault)
	t, second := s.try(L, 1, 2)
	if second != nil { // the handler failed in its turn
		L.Push(lua.LFalse)
		L.Push(second)
		return 2
	}
	n := s.succeed(L, t)
	L.Replace(-n, lua.LFalse)
	return n
}

// try calls the function at index from with the values up to index to. It
// returns the thread with the results, or what the script raised.
func (s *State) try(L *lua.LState, from, to int) (*thread, lua.LValue) {
	t := s.enter(L)
	t.clear()
	for i := from; i <= to; i++ {
		t.L.Push(L.Get(i))
	}
	var token uint64
	if s.Registers != nil {
		token = s.Registers.Save()
	}
	err := s.protect(t, to-from, lua.MultRet)
	s.depth--
	if err == nil {
		return t, nil
	}
	fault := s.fault(t, err)
	if fault == nil {
		s.unwind(L, s.cause)
	}
	if s.Registers != nil {
		s.Registers.Restore(token)
	}
	value := s.raised(err, fault)
	switch fault.Message {
	case callOverflow, valueOverflow, machineOverflow:
		s.Charge(L, overflowCost)
	default:
		s.Charge(L, faultCost)
	}
	if text, ok := value.(lua.LString); ok {
		s.chargeBytes(L, len(text))
	}
	return nil, value
}

// raised returns what the script gets to see of a fault: the value itself where
// it raised one, the text otherwise.
func (s *State) raised(err error, fault *Error) lua.LValue {
	text := fault.Error()
	if ae, ok := err.(*lua.ApiError); ok && ae.Type != lua.ApiErrorPanic {
		if !isText(ae.Object) {
			return ae.Object
		}
		if _, _, _, ok := s.position(raisedText(ae.Object)); !ok {
			text = fault.Message // error(message, 0) names no place
		}
	}
	return lua.LString(text[:min(len(text), s.opts.MaxString)])
}

// succeed pushes true and the results.
func (s *State) succeed(L *lua.LState, t *thread) int {
	n := t.L.GetTop()
	L.Push(lua.LTrue)
	for i := 1; i <= n; i++ {
		L.Push(t.L.Get(i))
	}
	t.L.SetTop(0)
	return n + 1
}
