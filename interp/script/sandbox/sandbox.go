package sandbox

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// maxList is the number of items that a list can have. gopher-lua keeps them in
// one piece, filled up to the highest index that was ever written.
const maxList = 4095

// maxText is the number of bytes that a string literal, and by default every
// string, can have. Comparing two strings is one instruction, however long they
// are: at 64 KB a script could spend a minute within its budget.
const maxText = 4096

// Two variables of the library are shared by the whole process. They are set
// once, before any state exists, and only here.
func init() {
	// It stands at 67 million: t[20000000] = 1 would fill 320 MB. Keys from here on
	// are kept in a map, where they cost what they are worth.
	lua.MaxArrayIndex = maxList + 1
	// Lua 5.0's "arg": a table made by every call of a function with "...".
	lua.CompatVarArg = false
}

// Options are the limits of a state. Zero means the default.
type Options struct {
	Budget        int64 // instructions of a step; 2,000,000
	AbilityBudget int64 // instructions of one Call, nested ones not counted; 200,000
	MaxDepth      int   // nested protected calls; 40
	MaxString     int   // bytes of a string; 4,096
}

func (o Options) withDefaults() Options {
	if o.Budget <= 0 {
		o.Budget = 2_000_000
	}
	if o.AbilityBudget <= 0 {
		o.AbilityBudget = 200_000
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 40
	}
	if o.MaxString <= 0 {
		o.MaxString = maxText
	}
	return o
}

// Registers are values of the host that belong to the running script, such as a
// cause or a flag that forbids changes. A script error may leave them wrong, so
// they are saved at every protected call and restored when it fails. An
// unwinding restores nothing: the run is over, and the host may want to look.
type Registers interface {
	Save() uint64
	Restore(token uint64)
}

// State is a Lua state for rules scripts. It belongs to one goroutine at a time.
type State struct {
	// Print receives what scripts print; nil drops it.
	Print func(text string)
	// Registers, if not nil, are saved and restored at protected calls.
	Registers Registers
	// Getter, if not nil, makes the function that reads a field of Host.Fields. It
	// must answer as reading the field does.
	Getter func(field string) lua.LGFunction
	// Method, if not nil, makes the function that finds what a method of
	// Host.Methods is for the first argument of a call, and returns nil where that
	// is none of the host's things.
	Method func(method string) func(L *lua.LState) lua.LGFunction
	// Setter, if not nil, assigns a field of the host's userdata; false leaves it
	// to the metatable.
	Setter func(L *lua.LState, object *lua.LUserData, field string, value lua.LValue) bool

	opts Options
	base *lua.LState // never runs anything: it makes tables, functions, threads
	env  *lua.LTable // the globals

	threads []*thread // the thread at index i runs what is nested i deep
	depth   int       // how many of them are running

	left, start         int64 // see budget.go
	stepLeft, sliceLeft int64

	cause      error               // of the unwinding under way
	sliceSpent bool                // the unwinding ends at the nearest Call
	token      *lua.LUserData      // what an unwinding raises
	sentinel   *lua.ApiError       // what it panics with
	raise      func(L *lua.LState) // panics with it

	files    map[string][]*lua.FunctionProto // the chunks that were run here, by name
	loading  bool                            // a chunk is being run
	frozen   map[*lua.LTable]string          // the frozen tables and what they are called
	mark     *lua.LTable                     // metatable of frozen tables that have none of their own
	stateful map[*lua.LFunction]Frame        // iterators made while loading, and where: they remember
	buffer   []byte                          // for building strings

	// Keys taken out of tables: they make walking one slower, see following.
	deleted, deletedAtLoad int

	nextFunction, itemFunction lua.LValue // the iterators of pairs and ipairs
}

// New returns a state with the library of the sandbox and nothing else.
func New(o Options) *State {
	s := &State{
		opts:     o.withDefaults(),
		base:     lua.NewState(threadOptions()),
		files:    map[string][]*lua.FunctionProto{},
		frozen:   map[*lua.LTable]string{},
		stateful: map[*lua.LFunction]Frame{},
	}
	s.base.G.MainThread = s.base // or the first thread to run would be taken for it
	s.base.G.CurrentThread = s.base
	s.env = s.base.CreateTable(0, 64)
	s.base.Env = s.env
	s.base.G.Global = s.env

	s.token = s.base.NewUserData()
	s.sentinel = &lua.ApiError{
		Type:   lua.ApiErrorRun,
		Object: s.token,
		// Not empty, or the library would build a trace for every unwinding.
		StackTrace: "unwinding",
	}
	s.raise = func(*lua.LState) { panic(s.sentinel) }

	s.mark = s.base.CreateTable(0, 1)
	s.openGlobals()
	s.Begin()
	return s
}

// L returns the base thread: for making tables, functions and userdata. Scripts
// never run on it.
func (s *State) L() *lua.LState { return s.base }

// SetGlobal gives the scripts a global. Call it before Freeze.
func (s *State) SetGlobal(name string, v lua.LValue) { s.env.RawSetString(name, v) }

// Global returns a global, or nil (lua.LNil) where there is none.
func (s *State) Global(name string) lua.LValue { return s.env.RawGetString(name) }

// Begin starts the run of a step: the budget is full again, nothing is nested. It
// must not be called while a script runs.
func (s *State) Begin() {
	s.depth = 0
	s.deleted = s.deletedAtLoad // a run counts the same whatever ran before
	s.cause, s.sliceSpent = nil, false
	s.stepLeft, s.sliceLeft = s.opts.Budget, s.opts.Budget
	s.limit()
}

// Function makes a function of a chunk in this state, without running it.
func (s *State) Function(c *Chunk) *lua.LFunction {
	if !slices.Contains(s.files[c.name], c.proto) {
		s.files[c.name] = append(s.files[c.name], c.proto)
	}
	return s.base.NewFunctionFromProto(c.proto)
}

// Run executes a chunk at load time and returns its results. It has the budget
// of a whole step, and begins one.
func (s *State) Run(c *Chunk) ([]lua.LValue, error) {
	if s.depth > 0 {
		return nil, &Error{File: c.name, Message: "a script cannot be loaded while another one runs"}
	}
	s.Begin()
	s.makeKept(c)
	t := s.enter(nil)
	t.clear()
	t.L.Push(s.Function(c))
	s.loading = true
	err := s.protect(t, 0, lua.MultRet)
	s.loading = false
	s.deletedAtLoad = s.deleted
	s.depth--
	if err != nil {
		if fault := s.fault(t, err); fault != nil {
			return nil, fault
		}
		return nil, s.ended()
	}
	results := make([]lua.LValue, t.L.GetTop())
	for i := range results {
		results[i] = t.L.Get(i + 1)
	}
	t.L.SetTop(0)
	return results, nil
}
