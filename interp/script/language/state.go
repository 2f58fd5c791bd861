package language

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

const (
	// MaxText is the number of bytes that a text can have. Comparing two is one
	// instruction, however long they are.
	MaxText = 4096
	// MaxCalls bounds the nesting of calls within one protected call, and MaxAllCalls that
	// of a run: the Go stack below them must suffice.
	MaxCalls    = 200
	MaxAllCalls = 4000
	// MaxNested is how many protected calls may be nested: abilities and functions that the
	// game calls while others run.
	MaxNested = 220
	// StackSize is the number of values that all running functions have together,
	// and margin what a single call may need beyond its own variables.
	StackSize = 1 << 13
	margin    = 300
)

// Config are the limits of a state. Zero means the default.
type Config struct {
	limits.Limits
	MaxDepth int // nested protected calls; MaxNested
	// Before, if not nil, is called before whatever a script makes the host do with
	// its things, and may fail or abandon the script: for tests of what that leaves.
	Before func(c *Call)
	// Count, if not nil, gives a counter to each thing in a script of which is counted
	// how often it was so: Counter[1], and how often not: Counter[0]. It is asked while
	// the script is compiled, by each state for itself, so that no two share one.
	Count func(what Counted) *Counter
}

// Counted is something in a script that reports count.
type Counted struct {
	Kind CountedKind
	// At is the place of a condition, Name that of what a host counts.
	At   diag.Pos
	Name string
}

// CountedKind is a kind of counted thing.
type CountedKind uint8

// A Branch is the condition of an if; Literal asks whether something is a word, or more or
// less than a number, that is written out; an Option is one of the game's that a script
// reads. Of a Function, known by its line, it is told that it was called, and no more.
const (
	Branch CountedKind = iota
	Literal
	Option
	Function
)

// Counter is how often something was not so, and how often it was.
type Counter [2]int

// State runs scripts. It belongs to one goroutine at a time.
type State struct {
	// Print receives what scripts print, with the place; nil drops it.
	Print func(file string, line int, text string)
	// Running, if not nil, names what runs, for the fault of a spent budget.
	Running func() string
	// Interrupted, if not nil, is asked again and again while scripts run; with an error
	// the running one is abandoned.
	Interrupted func() error
	// Aside is set while the host calls for itself in the middle of a run: what such a
	// call spends, or nests too deeply, is a fault of that call alone.
	Aside bool
	// Budget is what the scripts and the host's work for them may use.
	Budget *limits.Budget

	maxDepth int
	before   func(c *Call)
	count    func(what Counted) *Counter
	globals  map[string]Value
	absent   func(name string) string
	texts    *Table // what texts have for methods
	accesses map[string]*access
	words    map[string]Value // constants, each boxed once
	classes  int
	gives    map[string]bool // names of methods that give, of whatever class

	stack []Value
	top   int // the first value of the stack that is free
	first Call
	call  *Call // the running one
	calls int   // how many run
	floor int   // how many ran when the innermost protected call began
	depth int   // protected ones
	// results are the results of the last function that returned several; nres is the
	// number of results of the last function.
	results []Value
	nres    int

	frozen    bool // what steps make is gone when they are over
	unwinding unwinding
	frozenAt  map[*Func]bool // functions that Freeze has seen
	buffer    []byte         // for joining texts
	memory    memory
}

// unwinding is what Abandon and its like panic with.
type unwinding struct {
	cause error
	// slice is set when the nearest protected call ends it, with a fault.
	slice bool
}

// New returns a state without any name.
func New(o Config) *State {
	s := &State{
		Budget: limits.New(o.Limits), maxDepth: o.MaxDepth, before: o.Before, count: o.Count,
		globals: map[string]Value{},
		gives:   map[string]bool{}, accesses: map[string]*access{},
		words: map[string]Value{}, stack: make([]Value, StackSize), frozenAt: map[*Func]bool{},
	}
	if s.maxDepth <= 0 {
		s.maxDepth = MaxNested
	}
	s.first.state = s
	s.call = &s.first
	return s
}

// Counter returns the counter for something a host does for scripts; nil if counting is
// off.
func (s *State) Counter(what Counted) *Counter {
	if s.count == nil {
		return nil
	}
	return s.count(what)
}

// SetGlobal gives the scripts a name. Names that a script uses are looked up when
// its functions are first called: set them before.
func (s *State) SetGlobal(name string, v Value) { s.globals[name] = v }

// Global returns the value of a name; nil where there is none.
func (s *State) Global(name string) Value { return s.globals[name] }

// Names returns the names that scripts can use, sorted.
func (s *State) Names() []string { return slices.Sorted(maps.Keys(s.globals)) }

// SetAbsent says why a name that Lua has is not here: absent returns the reason,
// "" for any other name.
func (s *State) SetAbsent(absent func(name string) string) { s.absent = absent }

// SetTextMethods gives texts the functions of a table as methods.
func (s *State) SetTextMethods(t *Table) { s.texts = t }

// NewModule makes an empty table of the library.
func NewModule(m *Module) *Table { return &Table{module: m, frozen: m.Name} }

// AddClass makes a class known. It must be called once for each, before a script
// meets an object of it.
func (s *State) AddClass(c *Class) *Class {
	s.classes++
	c.id = s.classes
	for _, name := range c.Gives {
		s.gives[name] = true
	}
	if s.before != nil {
		s.watch(c)
	}
	return c
}

// watch makes the fields of a class call Config.Before first.
func (s *State) watch(c *Class) {
	if read := c.Read; read != nil {
		c.Read = func(name string) Reader {
			r := read(name)
			if r == nil {
				return nil
			}
			return func(call *Call, o *Object) Value {
				s.before(call)
				return r(call, o)
			}
		}
	}
	if write := c.Write; write != nil {
		c.Write = func(name string) Writer {
			w := write(name)
			if w == nil {
				return nil
			}
			return func(call *Call, o *Object, v Value) {
				s.before(call)
				w(call, o, v)
			}
		}
	}
}

// access returns what the classes say of a name.
func (s *State) access(name string) *access {
	a := s.accesses[name]
	if a == nil {
		a = &access{name: name}
		s.accesses[name] = a
	}
	return a
}

// word returns a text as a value, each boxed once.
func (s *State) word(text string) Value {
	v := s.words[text]
	if v == nil {
		v = String(text)
		s.words[text] = v
	}
	return v
}

// NewTable makes a table with room for items and fields.
func (s *State) NewTable(items, fields int) *Table {
	s.grow(s.call, tableBytes+items*itemBytes+fields*fieldBytes)
	t := s.memory.newTable()
	if items > 0 {
		t.items = s.memory.newValues(items)[:0]
	}
	if fields > 0 {
		t.fields = s.memory.newFields(fields)[:0]
	}
	return t
}

// grow counts bytes that were taken.
func (s *State) grow(c *Call, bytes int) {
	if bytes > 0 && !s.Budget.Spend(limits.Memory, bytes) {
		c.exhausted(limits.Memory)
	}
}

// Begin starts the run of a step: the budget is full again, nothing is nested, and what
// earlier ones made is gone. It must not be called while a script runs.
func (s *State) Begin() {
	if s.frozen {
		s.memory.reset()
	}
	s.Continue()
	s.Budget.Begin()
}

// Forget lets go of what steps that are over left behind. It must not be called
// while a script runs.
func (s *State) Forget() {
	clear(s.stack)
	s.memory = memory{}
	s.results = nil
	s.buffer = nil
}

// Continue is Begin for a further part of the same step: the budget goes on.
func (s *State) Continue() {
	s.depth, s.calls, s.floor, s.top = 0, 0, 0, 0
	s.call = &s.first
}

// Run executes a script at load time and returns its results. It has the budget
// of a whole step, and begins one.
func (s *State) Run(ch *Chunk) (results []Value, err error) {
	if s.depth > 0 {
		return nil, &Error{File: ch.name, Message: "a script cannot be loaded while another one runs"}
	}
	s.Begin()
	s.memory = memory{}
	defer func() { s.memory = memory{} }()
	fn := &Func{code: s.code(ch, ch.main)}
	var buffer [1]Value
	first, err := s.protect(fn, buffer[:0], &mark{call: s.call, outermost: true})
	if err != nil {
		return nil, err
	}
	switch s.nres {
	case 0:
		return nil, nil
	case 1:
		return []Value{first}, nil
	}
	return slices.Clone(s.results[:s.nres]), nil
}

// mark is what a protected call puts back when it fails.
type mark struct {
	call       *Call
	top, calls int
	floor      int
	depth      int
	outermost  bool
	slice      limits.Slice
}

// Call runs a function protected, with its own slice of the budget, and returns
// its first result. A second one is found by Second. The error is an *Error, the
// fault of the script. The cause of an unwinding, such as the error given to
// Abandon, is returned unchanged by the outermost Call only: an inner one does not
// return, it unwinds its caller too.
func (s *State) Call(fn *Func, args ...Value) (Value, error) {
	m := mark{call: s.call, top: s.top, calls: s.calls, floor: s.floor, depth: s.depth, outermost: s.calls == 0}
	if s.depth >= s.maxDepth {
		return nil, s.tooDeep()
	}
	m.slice = s.Budget.Enter()
	s.depth++
	s.floor = s.calls
	v, err := s.protect(fn, args, &m)
	s.floor = m.floor
	s.depth--
	s.Budget.Leave(m.slice)
	return v, err
}

// Second returns the second result of the last Call; nil where there is none.
func (s *State) Second() Value {
	if s.nres > 1 {
		return s.results[1]
	}
	return nil
}

// protect calls a function and turns a panic into an error.
func (s *State) protect(fn *Func, args []Value, m *mark) (v Value, err error) {
	returned := false
	defer func() {
		if !returned { // nearly all do, and need not ask the runtime
			err = s.recovered(recover(), m)
		}
	}()
	base := s.top
	s.room(s.call, base+len(args))
	copy(s.stack[base:], args)
	s.top = base + len(args)
	v = s.invoke(s.call, fn, base, len(args))
	returned = true
	return v, nil
}

// recovered ends a protected call that did not return: with a fault, or by
// unwinding on.
func (s *State) recovered(r any, m *mark) error {
	s.call = m.call
	s.top = m.top
	s.calls = m.calls
	if fault, ok := r.(*Error); ok {
		return fault
	}
	u, ok := r.(*unwinding)
	if !ok {
		s.unwinding = unwinding{cause: &HostPanic{Value: fmt.Sprint(r), Stack: string(debug.Stack())}}
		u = &s.unwinding
	}
	if u.slice {
		e := u.cause.(*BudgetError)
		return &Error{File: e.File, Line: e.Line, Column: e.Column, Stack: e.Stack, Err: e, Message: e.Reason()}
	}
	if m.outermost {
		return u.cause
	}
	s.depth, s.floor = m.depth, m.floor
	s.Budget.Leave(m.slice)
	panic(u)
}

// Abandon unwinds all script and host frames up to the outermost Call, which
// returns the cause unchanged. It is called from inside a host function and does
// not return.
func (c *Call) Abandon(cause error) {
	s := c.state
	s.unwinding = unwinding{cause: cause}
	panic(&s.unwinding)
}

// Spend takes n of a resource from the budget, for work of the host; the script is
// stopped where it is spent.
func (c *Call) Spend(r limits.Resource, n int) {
	if !c.state.Budget.Spend(r, n) {
		c.exhausted(r)
	}
}

// exhausted unwinds: the run, where the budget of the step is spent or it is
// interrupted; the innermost Call, where its slice is. Between two stretches of
// instructions it returns.
func (c *Call) exhausted(r limits.Resource) {
	s := c.state
	if r == limits.Instructions && s.Budget.Resume() {
		if s.Interrupted == nil {
			return
		}
		if err := s.Interrupted(); err != nil {
			c.Abandon(err)
		}
		return
	}
	limit, step := s.Budget.Exceeded(r)
	e := &BudgetError{Resource: r, Limit: limit, Of: "a step with all that it sets off", Stack: s.frames(0)}
	if !step {
		e.Of = "one function of a step or an ability"
	}
	if s.Running != nil {
		e.Running = s.Running()
	}
	if len(e.Stack) > 0 {
		e.Frame = e.Stack[0]
	}
	s.unwinding = unwinding{cause: e, slice: (!step || s.Aside) && s.depth > 0}
	panic(&s.unwinding)
}

// tooDeep unwinds the run; a call aside of it is a fault.
func (s *State) tooDeep() *Error {
	e := &DepthError{Limit: s.maxDepth, Stack: s.frames(0)}
	if len(e.Stack) > 0 {
		e.Frame = e.Stack[0]
	}
	if s.Aside {
		return &Error{File: e.File, Line: e.Line, Column: e.Column, Stack: e.Stack, Err: e,
			Message: fmt.Sprintf(deep, e.Limit)}
	}
	s.unwinding = unwinding{cause: e}
	panic(&s.unwinding)
}

// frames returns the functions of scripts that are running, innermost first; the
// lowest ones are left out.
func (s *State) frames(lowest int) []Frame {
	var frames []Frame
	n := s.calls
	for c := s.call; c != nil && c != &s.first && n > lowest; c, n = c.before, n-1 {
		if c.fn.code == nil {
			continue
		}
		p := c.fn.code.proto
		frames = append(frames,
			Frame{File: p.chunk.name, Line: c.place.line(), Column: c.place.column(), Function: p.title()})
	}
	return frames
}

// nearest returns the nearest of some names as a question, or nothing where none
// is near.
func nearest(name string, names []string) string {
	if best := diag.Nearest(name, names); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return ""
}
