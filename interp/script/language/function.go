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
	// upvalues are the captured variables: values of those that never change, cells of
	// the others.
	upvalues []Value
	host     Builtin
	name     string
	// place is what one of the host is asked at each place that calls it, most how many
	// arguments it takes, -1 for any number; gives says that it has something else for the
	// host than for scripts: see [NewPlaced].
	place func(at *Site) Placed
	most  int
	gives bool
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
	// Value is the host's value. It is nil for values that Kind and N identify.
	Value any
	N     int32
	Kind  uint8
}

// String returns the name of the class.
func (o *Object) String() string { return o.Class.Name }

// Type returns the type of host objects.
func (o *Object) Type() lua.LValueType { return lua.LTUserData }

type (
	// Reader reads a field of an object.
	Reader func(c *Call, o *Object) Value
	// Writer assigns one.
	Writer func(c *Call, o *Object, v Value)
)

// Class describes objects of a kind. Its functions are called once for each name that
// scripts use and return nil for unknown names.
type Class struct {
	Name   string
	Read   func(name string) Reader
	Write  func(name string) Writer
	Method func(name string) *Func
	// Fixed returns the value of a field that stays the same as long as there is the
	// state, nil for any other: scripts have it without reading. It may be nil.
	Fixed func(o *Object, name string) Value
	// Gives are the methods that have something else for the host; see [NewPlaced].
	Gives []string
	// Shown returns what print shows of an object, which is its Name where this is nil.
	Shown func(o *Object) string
	// Unset says of a field why it may be nil, for the fault of who uses that.
	Unset map[string]string
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

// known returns the entry found for a class before, nil for none: small enough to be
// inlined.
func known[T any](list []T, c *Class) T { return nth(list, c.id) }

// nth returns the entry at an index of a list, the zero value if there is none.
func nth[T any](list []T, i int) (found T) {
	if i < len(list) {
		found = list[i]
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
	w := known(a.writers, c)
	if w == nil && c.Write != nil {
		w = c.Write(a.name)
		put(&a.writers, c.id, w)
	}
	return w
}

func (a *access) method(c *Class) *Func {
	m := known(a.methods, c)
	if m == nil && c.Method != nil {
		m = c.Method(a.name)
		put(&a.methods, c.id, m)
	}
	return m
}

func put[T any](list *[]T, i int, v T) {
	for len(*list) <= i {
		var none T
		*list = append(*list, none)
	}
	(*list)[i] = v
}
