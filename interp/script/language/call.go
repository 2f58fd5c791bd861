package language

import (
	"fmt"
	"math"

	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// place is a place in a script: its line, and its column where that is known.
type place uint32

const columnBits = 11

func placeOf(line, column int) place {
	if column >= 1<<columnBits {
		column = 0
	}
	return place(line<<columnBits | column)
}

func (p place) line() int   { return int(p >> columnBits) }
func (p place) column() int { return int(p & (1<<columnBits - 1)) }

// Call is one call of a function while it runs. To a function of the host it
// gives the arguments.
type Call struct {
	state *State
	fn    *Func
	// slots are the variables of a script's function, its parameters first; for a host
	// function, its arguments.
	slots []Value
	// place is where the script stands, as far as it can fail there.
	place place
	// ret is what a return returns first; nres is how many results a function of
	// the host has.
	ret           Value
	nres          int
	before, after *Call
}

// room sees to it that a call can take its arguments and variables.
func (s *State) room(c *Call, top int) {
	if top > StackSize-margin {
		c.Fault("too many values at once, over %d; a loop over a list needs fewer", StackSize-margin)
	}
}

// invoke calls a function whose n arguments lie on the stack from base on. It
// returns the first result; s.nres says how many there are, and where they are
// several all of them stand in s.results.
func (s *State) invoke(from *Call, fn *Func, base, n int) Value {
	if s.calls-s.floor >= MaxCalls || s.calls >= MaxAllCalls {
		from.Fault("too many calls inside each other, over %d, or %d in all; a loop over what is left needs none",
			MaxCalls, MaxAllCalls)
	}
	c := from.after
	if c == nil {
		c = &Call{state: s, before: from}
		from.after = c
	}
	c.fn = fn
	s.calls++
	s.call = c
	var v Value
	if fn.host != nil {
		c.slots = s.stack[base : base+n : base+n]
		c.nres = 1
		v = fn.host(c)
		s.nres = c.nres
	} else {
		code := fn.code
		top := base + code.slots
		c.place = code.begin
		if top > StackSize-margin {
			c.slots = s.stack[base : base+n]
			s.room(c, top)
		}
		c.slots = s.stack[base:top:top]
		if n < code.params {
			clear(c.slots[n:code.params])
		}
		s.top = top
		v = code.body(c)
	}
	s.calls--
	s.call = from
	s.top = base
	return v
}

// State returns the state that the call runs in.
func (c *Call) State() *State { return c.state }

// N returns the number of arguments.
func (c *Call) N() int { return len(c.slots) }

// Arg returns an argument, counted from 1; nil where there is none.
func (c *Call) Arg(i int) Value {
	if uint(i-1) < uint(len(c.slots)) {
		return c.slots[i-1]
	}
	return nil
}

// Return makes the values the results of a function of the host, and returns the
// first of them.
func (c *Call) Return(values ...Value) Value {
	c.nres = len(values)
	if len(values) == 0 {
		return nil
	}
	c.state.results = append(c.state.results[:0], values...)
	return values[0]
}

// Invoke calls a function from inside one of the host, unprotected: a fault in it
// is one of the script that called the host.
func (c *Call) Invoke(fn *Func, args ...Value) Value {
	s := c.state
	base := s.top
	call := s.call
	s.room(c, base+len(args))
	copy(s.stack[base:], args)
	s.top = base + len(args)
	v := s.invoke(call, fn, base, len(args))
	s.top = base
	return v
}

// Fault raises a fault of the script, at the place where it stands. It does not
// return.
func (c *Call) Fault(format string, args ...any) { c.fault(0, fmt.Sprintf(format, args...)) }

// FaultAt blames the function that called the one which stands here, level times
// over; below 0 no place is named.
func (c *Call) FaultAt(level int, message string) { c.fault(level, message) }

// FaultOf is Fault for an error of the host, which errors.As finds again behind
// the fault.
func (c *Call) FaultOf(err error) { c.raise(0, &Error{Message: err.Error(), Err: err}) }

func (c *Call) fault(level int, message string) { c.raise(level, &Error{Message: message}) }

func (c *Call) raise(level int, e *Error) {
	e.Stack = c.state.frames(c.state.floor)
	if level >= 0 && level < len(e.Stack) {
		f := e.Stack[level]
		e.File = f.File
		e.Line = f.Line
		e.Column = f.Column
	}
	panic(e)
}

// Place returns the file and the line of the script that called a function of the
// host.
func (c *Call) Place() (file string, line int) {
	if frames := c.state.frames(0); len(frames) > 0 {
		return frames[0].File, frames[0].Line
	}
	return "", 0
}

// Charge charges n instructions, for a host function whose work would otherwise count as
// one.
func (c *Call) Charge(n int) { c.Spend(limits.Instructions, n) }

// The readers of arguments: each raises a fault that names the function and what
// it wants.

func (c *Call) wrong(i int, want string) {
	got := "nothing"
	if i <= c.N() {
		got = TypeName(c.Arg(i))
	}
	c.Fault("%s: argument %d must be %s, not %s", c.fn.name, i, want, got)
}

// Any takes any value but a missing one.
func (c *Call) Any(i int) Value {
	if i > c.N() {
		c.wrong(i, "a value")
	}
	return c.Arg(i)
}

// Table takes a table.
func (c *Call) Table(i int) *Table {
	t, ok := c.Arg(i).(*Table)
	if !ok {
		c.wrong(i, "a table")
	}
	return t
}

// List takes a table that may be changed.
func (c *Call) List(i int) *Table {
	t := c.Table(i)
	if t.frozen != "" {
		c.Fault("%s is frozen after load", t.frozen)
	}
	return t
}

// Function takes a function.
func (c *Call) Function(i int) *Func {
	fn, ok := c.Arg(i).(*Func)
	if !ok {
		c.wrong(i, "a function")
	}
	return fn
}

// Float takes a number.
func (c *Call) Float(i int) float64 {
	n, ok := c.Arg(i).(Number)
	if !ok {
		c.wrong(i, "a number")
	}
	return float64(n)
}

// maxWhole is the largest integer below which every integer is a number.
const maxWhole = 1 << 53

// Integer takes a number without a fraction; without that argument it is
// otherwise. What Go makes of others differs between machines.
func (c *Call) Integer(i int) int {
	f := c.Float(i)
	if f != math.Trunc(f) || math.Abs(f) > maxWhole {
		c.Fault("%s: argument %d must be an integer, not %s", c.fn.name, i, Text(Number(f)))
	}
	return int(f)
}

// OptInteger takes an integer; without that argument it is otherwise.
func (c *Call) OptInteger(i, otherwise int) int {
	if c.Arg(i) == nil {
		return otherwise
	}
	return c.Integer(i)
}

// Text takes a text or a number.
func (c *Call) Text(i int) string {
	switch v := c.Arg(i).(type) {
	case String:
		return string(v)
	case Number:
		return Text(v)
	}
	c.wrong(i, "a text")
	return ""
}

// NewText returns a text made by a host function, and counts its memory.
func (c *Call) NewText(text string) Value {
	c.limitText(len(text))
	c.textMade(len(text))
	return String(text)
}

// LimitText refuses a text of n bytes where it is too long. It is asked before the
// text is made.
func (c *Call) LimitText(n int) { c.limitText(n) }

func (c *Call) limitText(n int) {
	if n > MaxText {
		c.Fault("a text has at most %d bytes", MaxText)
	}
}

// textMade counts a text.
func (c *Call) textMade(n int) {
	c.Spend(limits.Instructions, n>>5)
	c.Spend(limits.Memory, n+16)
}

// Insert puts a value into a list, at a place from 1 to one behind its end.
func (c *Call) Insert(t *Table, place int, value Value) {
	n := len(t.items)
	if n >= MaxList {
		c.listFull()
	}
	if value == nil && place > n {
		return
	}
	c.Charge((n + 1 - place) / 8)
	last := value
	if place <= n {
		last = t.items[n-1]
	}
	if last == nil {
		last = boxedFalse // no list ends with nil: put right below
	}
	c.state.grow(c, t.putAt(&c.state.memory, n+1, last))
	copy(t.items[place:], t.items[place-1:n])
	t.items[place-1] = value
	t.trim()
}

// Remove takes the item at a place out of a list and returns it.
func (c *Call) Remove(t *Table, place int) Value {
	n := len(t.items)
	c.Charge((n - place) / 8)
	v := t.items[place-1]
	copy(t.items[place-1:], t.items[place:])
	t.items[n-1] = nil
	t.items = t.items[:n-1]
	t.trim()
	return v
}

// Set stores a value under a key, within the bounds of tables.
func (c *Call) Set(t *Table, key, value Value) { c.set(t, key, value) }

// Less reports whether one value comes before another, as < does.
func (c *Call) Less(a, b Value) bool { return c.less(a, b) }

// Name returns the name of the function of the host that is called.
func (c *Call) Name() string { return c.fn.name }

// FieldOf reads a field of any value, as the script would.
func (c *Call) FieldOf(v Value, name string) Value {
	if t, ok := v.(*Table); ok {
		return t.Field(name)
	}
	return c.field(c.state.access(name), v, nil)
}

// Refill puts other items into a list of the same length.
func (c *Call) Refill(t *Table, items []Value) {
	copy(t.items, items)
	t.trim()
}
