package language

import (
	lua "github.com/yuin/gopher-lua"
)

// Builtin is a function of the host. It returns its result; where there are
// several, or none, it says so with [Call.Return].
type Builtin func(c *Call) Value

// Func is a function: of a script, or of the host.
type Func struct {
	code *code
	// kept are the captured variables: values of those that never change, cells of
	// the others.
	kept []Value
	host Builtin
	name string
	// shaped is the place of the argument, from 1, that reaches the host as a Shape
	// where it is a table written in place; 0 for none.
	shaped int
	// lists is set where lists in that table reach it as shapes too.
	lists bool
	// given is the same function for where its result goes to a function of the host
	// and nowhere else, takes says that this one may be given what those make; see
	// [Func.Gives].
	given *Func
	takes bool
	// loop is set for the functions that a for loop knows.
	loop loopKind
}

type loopKind uint8

const (
	anyLoop loopKind = iota
	pairsLoop
	itemsLoop
	nextKey  // what pairs goes through its table with
	nextItem // likewise ipairs
)

// NewFunc makes a function of the host. The name is for faults.
func NewFunc(name string, host Builtin) *Func { return &Func{name: name, host: host} }

// Bind makes the function that calls another with a value before its arguments,
// and returns its results.
func Bind(fn *Func, first Value) *Func {
	return NewFunc(fn.title(), func(c *Call) Value {
		args := append([]Value{first}, c.slots...)
		v := c.Invoke(fn, args...)
		c.nres = c.state.nres
		return v
	})
}

// title names the function.
func (f *Func) title() string {
	if f.code != nil {
		return f.code.proto.title()
	}
	return f.name
}

// Shaped makes the function take its argument i, from 1, as a Shape where it is a
// table written in place.
func (f *Func) Shaped(i int) *Func {
	f.shaped = i
	return f
}

// Lists makes lists in a table written in place reach the host as shapes too.
func (f *Func) Lists() *Func {
	f.lists = true
	return f
}

// Gives makes the function do something else where a call of it stands as an argument
// of a function of the host that takes such results: what it makes then need not be a
// table, as no script ever sees it.
func (f *Func) Gives(host Builtin) *Func {
	f.given = NewFunc(f.name, host)
	return f
}

// Takes lets the arguments of the function, and the fields of its Shape, be what other
// functions make for the host alone; see [Func.Gives].
func (f *Func) Takes() *Func {
	f.takes = true
	return f
}

// handed is the function for a call whose result goes where use says.
func (f *Func) handed(use use) *Func {
	if use == handed && f.given != nil {
		return f.given
	}
	return f
}

// String returns "function"; an address would differ in every run.
func (f *Func) String() string { return "function" }

// Type returns the type of functions.
func (f *Func) Type() lua.LValueType { return lua.LTFunction }

// Params returns how many parameters a function of a script has; -1 for one of
// the host.
func (f *Func) Params() int {
	if f.code == nil {
		return -1
	}
	return len(f.code.proto.params)
}

// File returns the file of a function of a script; "" for one of the host.
func (f *Func) File() string {
	if f.code == nil {
		return ""
	}
	return f.code.proto.chunk.name
}

// Line returns where a function of a script begins; 0 for one of the host.
func (f *Func) Line() int {
	if f.code == nil {
		return 0
	}
	return f.code.proto.line
}

// cell is a captured variable that is assigned somewhere: its function and those
// made in it share it. It is never seen as a value.
type cell struct{ v Value }

func (*cell) String() string       { return "variable" }
func (*cell) Type() lua.LValueType { return lua.LTUserData }

// Object is a thing of the host.
type Object struct {
	Class *Class
	// Value is what it stands for, to the host. Of what the host has by kind and
	// number it is nothing: Kind and N say it all.
	Value any
	N     int32
	Kind  uint8
}

// String returns the name of the class.
func (o *Object) String() string { return o.Class.Name }

// Type returns the type of what is the host's.
func (o *Object) Type() lua.LValueType { return lua.LTUserData }

type (
	// Reader reads a field of an object.
	Reader func(c *Call, o *Object) Value
	// Writer assigns one.
	Writer func(c *Call, o *Object, v Value)
)

// Class is what objects of a kind have. Its functions are asked once for each
// name that scripts use and return nil for what there is not.
type Class struct {
	Name   string
	Read   func(name string) Reader
	Write  func(name string) Writer
	Method func(name string) Builtin
	// Fixed returns the value of a field that stays the same as long as there is the
	// state, nil for any other: scripts have it without reading. It may be nil.
	Fixed func(o *Object, name string) Value
	// Gives and Takes are methods for which the same holds as for functions; see
	// [Func.Gives] and [Func.Takes].
	Gives map[string]Builtin
	Takes map[string]bool
	// Missing ends the fault of a name that is not there: a hint, or "".
	Missing func(name string) string

	id int
}

// access is what the classes of a state say about one name.
type access struct {
	name    string
	readers []Reader
	writers []Writer
	methods []*Func
}

// known returns what was found for a class already, nil for nothing: small enough to
// stand where it is asked.
func known[T any](list []T, c *Class) (found T) {
	if c.id < len(list) {
		found = list[c.id]
	}
	return found
}

func (a *access) reader(c *Class) Reader {
	if r := known(a.readers, c); r != nil {
		return r
	}
	var r Reader
	if c.Read != nil {
		r = c.Read(a.name)
	}
	if r == nil {
		method := a.method(c)
		if method == nil {
			return nil
		}
		r = func(*Call, *Object) Value { return method }
	}
	put(&a.readers, c.id, r)
	return r
}

func (a *access) writer(c *Class) Writer {
	if w := known(a.writers, c); w != nil {
		return w
	}
	if c.Write == nil {
		return nil
	}
	w := c.Write(a.name)
	if w != nil {
		put(&a.writers, c.id, w)
	}
	return w
}

func (a *access) method(c *Class) *Func {
	if m := known(a.methods, c); m != nil {
		return m
	}
	if c.Method == nil {
		return nil
	}
	do := c.Method(a.name)
	if do == nil {
		return nil
	}
	m := NewFunc(c.Name+":"+a.name, do)
	m.takes = c.Takes[a.name]
	if give := c.Gives[a.name]; give != nil {
		m.Gives(give)
	}
	put(&a.methods, c.id, m)
	return m
}

func put[T any](list *[]T, i int, v T) {
	for len(*list) <= i {
		var none T
		*list = append(*list, none)
	}
	(*list)[i] = v
}
