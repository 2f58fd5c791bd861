package sandbox

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Freeze ends the loading. Every table that can be reached from the globals, the
// roots and the captured variables of functions among them becomes read-only: a
// write raises "X is frozen after load". Tables are frozen where they stand, so
// that host code reads them as before.
//
// It returns an error for every function that could still assign a variable
// which outlives its call: such a variable is memory that neither undo nor a
// saved game knows of. Locals of the function itself are its own business.
//
// Freeze may be called again after more scripts were run.
func (s *State) Freeze(roots ...lua.LValue) error {
	f := &freezer{state: s, functions: map[*lua.LFunction]bool{}, reported: map[string]bool{}}
	for key, value := s.env.Next(lua.LNil); key != lua.LNil; key, value = s.env.Next(key) {
		f.value(value, Text(key))
	}
	for i, root := range roots {
		f.value(root, fmt.Sprintf("root %d", i+1))
	}
	for i := 0; i < len(f.open); i++ { // a queue and not recursion: scripts decide the depth
		f.open[i]()
	}
	clear(s.stateful) // those that were not found are gone, or will be
	return join(f.errs)
}

// IsFrozen tells whether a table can no longer change.
func (s *State) IsFrozen(t *lua.LTable) bool {
	if t.Metatable == lua.LNil {
		return false
	}
	_, ok := s.frozen[t]
	return ok
}

// writable refuses a table that is frozen.
func (s *State) writable(L *lua.LState, t *lua.LTable) {
	if t.Metatable == lua.LNil {
		return
	}
	if name, ok := s.frozen[t]; ok {
		s.Fault(L, "%s is frozen after load", name)
	}
}

// freezer walks what a script has made while loading.
type freezer struct {
	state     *State
	open      []func()
	functions map[*lua.LFunction]bool
	reported  map[string]bool
	errs      []*Error
}

func (f *freezer) value(v lua.LValue, name string) {
	switch v := v.(type) {
	case *lua.LTable:
		if _, done := f.state.frozen[v]; !done {
			f.state.frozen[v] = name
			f.open = append(f.open, func() { f.table(v, name) })
		}
	case *lua.LFunction:
		switch {
		case f.functions[v]:
		case f.state.stateful[v] != Frame{}:
			f.functions[v] = true
			made := f.state.stateful[v]
			f.errs = append(f.errs, &Error{File: made.File, Line: made.Line,
				Message: fmt.Sprintf("%s is an iterator of string.gmatch, which remembers how far it is: scripts keep nothing between calls", name)})
		case !v.IsG:
			f.functions[v] = true
			f.open = append(f.open, func() { f.function(v) })
		}
	}
}

func (f *freezer) table(t *lua.LTable, name string) {
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		f.value(key, "a key of "+name)
		f.value(value, member(name, key))
	}
	if t.Metatable == lua.LNil {
		// Any metatable sends a write the slow way, where it is refused.
		t.Metatable = f.state.mark
		return
	}
	f.value(t.Metatable, "the metatable of "+name)
}

// member names a field, for as long as the name helps anybody.
func member(name string, key lua.LValue) string {
	const long = 60
	if len(name) > long {
		return strings.TrimSuffix(name, "...") + "..."
	}
	if text, ok := key.(lua.LString); ok {
		return name + "." + string(text)
	}
	return name + "[" + Text(key) + "]"
}

func (f *freezer) function(fn *lua.LFunction) {
	kept := make([]bool, len(fn.Upvalues))
	for i, up := range fn.Upvalues {
		kept[i] = true
		f.value(up.Value(), fn.Proto.DbgUpvalues[i])
	}
	f.assignments(fn.Proto, kept)
}

// assignments reports every instruction that assigns a captured variable which
// was there before the call: kept[i] says so of the variable i. Functions made
// during the call are followed, as they hand variables on.
func (f *freezer) assignments(p *lua.FunctionProto, kept []bool) {
	for pc := 0; pc < len(p.Code); pc++ {
		inst := p.Code[pc]
		switch opOf(inst) {
		case lua.OP_SETUPVAL:
			if kept[argB(inst)] {
				f.report(p, p.DbgSourcePositions[pc], p.DbgUpvalues[argB(inst)])
			}
		case lua.OP_CLOSURE:
			inner := p.FunctionPrototypes[argBx(inst)]
			handed := make([]bool, inner.NumUpvalues)
			for i := range handed { // one pseudo instruction for each
				pc++
				handed[i] = opOf(p.Code[pc]) == lua.OP_GETUPVAL && kept[argB(p.Code[pc])]
			}
			f.assignments(inner, handed)
		}
	}
}

func (f *freezer) report(p *lua.FunctionProto, line int, name string) {
	e := &Error{File: p.SourceName, Line: line,
		Message: fmt.Sprintf("%q is assigned in a function but made outside it: scripts keep nothing between calls", name)}
	if !f.reported[e.Error()] { // the same function may have been made twice
		f.reported[e.Error()] = true
		f.errs = append(f.errs, e)
	}
}
