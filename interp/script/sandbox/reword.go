package sandbox

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// What a script hears that has filled the stack of calls, the registers, or both
// in a way that the machine could not even report.
const (
	callOverflow    = "too many calls inside each other"
	valueOverflow   = "too many values at once"
	machineOverflow = "the script went beyond a limit of the virtual machine"
)

// reword says what the virtual machine says, in the words of somebody who writes
// rules.
func (s *State) reword(e *Error) string {
	switch e.Message {
	case "attempt to call a non-function object":
		return "called " + s.calledOn(e.File, e.Line) + ", which is not a function"
	case "stack overflow":
		return callOverflow
	case "registry overflow":
		return valueOverflow
	case "__len undefined":
		return "took the length of what is neither a text nor a table"
	case "__unm undefined":
		return "put a minus before what is not a number"
	}
	if rest, ok := strings.CutPrefix(e.Message, "attempt to index a non-table object("); ok {
		if kind, key, ok := strings.Cut(rest, ") with key '"); ok {
			return fmt.Sprintf("cannot read %q of a %s value", strings.TrimSuffix(key, "'"), kind)
		}
	}
	return e.Message
}

// calledOn names what is called on a line of a script. The machine does not say
// which call it was, but the code knows the names of all.
func (s *State) calledOn(file string, line int) string {
	var names []string
	for _, p := range s.files[file] {
		names = append(names, callsOn(p, line)...)
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return isInternal(name) || s.env.RawGetString(name) != lua.LNil
	})
	switch {
	case len(names) == 0 || slices.Contains(names, "?"):
		return "a value"
	case len(names) == 1:
		return fmt.Sprintf("%q", names[0])
	}
	return fmt.Sprintf("one of %q", strings.Join(names, ", "))
}

func callsOn(p *lua.FunctionProto, line int) []string {
	var names []string
	for _, call := range p.DbgCalls {
		if call.Pc < len(p.DbgSourcePositions) && p.DbgSourcePositions[call.Pc] == line {
			names = append(names, strings.TrimPrefix(call.Name, methodPrefix))
		}
	}
	for _, inner := range p.FunctionPrototypes {
		names = append(names, callsOn(inner, line)...)
	}
	return names
}
