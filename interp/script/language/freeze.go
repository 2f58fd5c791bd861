package language

import (
	"fmt"
	"strings"
)

// Freeze ends the loading. Every table that can be reached from the names of the
// host, the roots and the captured variables of functions among them becomes
// read-only: a write raises "X is frozen after load".
//
// It returns an error for every function that could still assign a variable
// which outlives its call: such a variable is memory that neither undo nor a
// saved game knows of. Variables of the function itself are its own business.
//
// What the classes have for a name is asked anew from then on: they may refuse more
// while scripts are loaded.
//
// Freeze may be called again after more scripts were run.
func (s *State) Freeze(roots ...Root) error {
	for _, a := range s.accesses {
		a.readers = nil
	}
	s.memory = memory{}
	s.frozen = true // what there is so far stays
	f := &freezer{state: s, reported: map[string]bool{}}
	for _, name := range s.Names() {
		f.value(s.globals[name], name)
	}
	for _, root := range roots {
		f.value(root.Value, root.Name)
	}
	for i := 0; i < len(f.open); i++ { // a queue and not recursion: scripts decide the depth
		f.open[i]()
	}
	return join(f.errs)
}

// Root is a value that outlives the loading, with what faults call it.
type Root struct {
	Name  string
	Value Value
}

// freezer walks what a script has made while loading.
type freezer struct {
	state    *State
	open     []func()
	reported map[string]bool
	errs     []*Error
}

func (f *freezer) value(v Value, name string) {
	switch v := v.(type) {
	case *cell:
		f.value(v.v, name)
	case *Table:
		if v.frozen == "" {
			v.frozen = name
			f.open = append(f.open, func() { f.table(v, name) })
		}
	case *Func:
		if v.code != nil && !f.state.frozenAt[v] {
			f.state.frozenAt[v] = true
			f.open = append(f.open, func() { f.function(v) })
		}
	}
}

func (f *freezer) table(t *Table, name string) {
	for key, value := range t.All() {
		if outlives(key) {
			f.value(key, "a key of "+name)
		}
		if outlives(value) {
			f.value(value, member(name, key))
		}
	}
}

// outlives reports whether a value is frozen, or holds frozen values: few tables do, and
// names take memory.
func outlives(v Value) bool {
	switch v.(type) {
	case *cell, *Table, *Func:
		return true
	}
	return false
}

// member names a field, for as long as the name helps anybody.
func member(name string, key Value) string {
	const long = 60
	if len(name) > long {
		return strings.TrimSuffix(name, "...") + "..."
	}
	if text, ok := key.(String); ok {
		return name + "." + string(text)
	}
	return name + "[" + Text(key) + "]"
}

func (f *freezer) function(fn *Func) {
	p := fn.code.proto
	kept := make([]bool, len(fn.upvalues))
	for i, v := range fn.upvalues {
		kept[i] = true
		f.value(v, p.captures[i].variable.name)
	}
	f.assignments(p, kept)
}

// assignments reports every assignment of a captured variable that was there
// before the call: kept[i] says so of the variable i. Functions made during the
// call are followed, as they hand variables on.
func (f *freezer) assignments(p *proto, kept []bool) {
	for _, a := range p.assigned {
		if kept[a.upvalue] {
			f.report(p, a)
		}
	}
	for _, inner := range p.inner {
		handed := make([]bool, len(inner.captures))
		for i, c := range inner.captures {
			handed[i] = c.outer >= 0 && kept[c.outer]
		}
		f.assignments(inner, handed)
	}
}

func (f *freezer) report(p *proto, a assigned) {
	name := p.captures[a.upvalue].variable.name
	e := &Error{File: p.chunk.name, Line: a.place.Line, Column: a.place.Column,
		Message: fmt.Sprintf("%q is assigned in a function but made outside it: scripts keep nothing between calls",
			name)}
	if !f.reported[e.Error()] { // the same function may have been made twice
		f.reported[e.Error()] = true
		f.errs = append(f.errs, e)
	}
}
