package inference

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Program is all scripts of a pack together.
type Program struct {
	*world
	account *diag.Account
	hear    Listener
	// Chunks are the scripts, byNumber those with a number.
	Chunks, byNumber []*Chunk
	// Modules are the rules files by name; extensions those that extend them.
	Modules    map[string]*Chunk
	extensions []*Chunk
	Headers    []compile.Header

	Functions []*Func
	byExpr    map[*ast.FunctionExpr]*Func
	Variables []*Var
	Uses      map[*ast.IdentExpr]*Var
	declared  map[ast.Stmt][]*Var
	// paths are the names of what expressions read (facts.go); assigned is what
	// each loop assigns; home the function in whose text an expression stands.
	paths    map[ast.Expr]string
	assigned map[ast.Stmt]*facts
	Home     map[ast.Expr]*Func
	// absent are the parameters of triggers that some raise leaves out, emptied the
	// attributes that are set to nil, each with a place.
	absent map[AbsentParam]diag.Pos
	// Gives are what raises give as parameters of triggers.
	Gives   map[AbsentParam]lattice.Type
	emptied map[*engine.Attribute]diag.Pos
	// Sites are the tables and option lists that the scripts make.
	Sites   map[ast.Expr]*Site
	builtin map[string]*host
	events  map[eventKey]*Event
	params  map[string]*ParamSet
	// changed is set when a round has made a value larger; reader is the function that
	// is evaluated.
	changed bool
	reader  *Func
	// engine stands for the engine, which calls the functions that the pack names.
	engine *Func
	// last is what an earlier run kept, next what this one keeps, trace that of the
	// evaluation: nil where nothing is kept. evaluation counts them, doing is above 0 while
	// a step is done.
	last, next        *Memo
	trace             *trace
	evaluation, doing int
	// facts are the cells of what has a name alone, by number; parts are digests of parts of the
	// pack.
	facts map[int]*cell
	parts map[string]uint64
	// makers are the numbers of the tables that expressions make.
	makers map[ast.Expr]int
	// settled is set once the rounds know what functions return and tables hold:
	// only then is it known what they lack.
	settled bool
	// Final is set while the last round reports.
	Final bool
	// Kept holds traces for the next run; nil until all are evaluated.
	Kept *kept
	// does is the table of the functions that words stand for.
	does *Site
	// Lasting are the abilities that may last.
	Lasting map[string]bool
	Fields  fieldNames
	// HeaderSites are the tables given to ability{}, by file and line.
	HeaderSites map[string][]*Site
	// Pure are the functions that may change nothing.
	Pure      []pureRoot
	libraries map[string]*library
	// Open are names that events, abilities, options and modules have.
	Open map[string]bool
}

// Site is a table or an options list that a script makes at one place.
type Site struct {
	cell
	expr ast.Expr
	Fn   *Func
	// Items are the values at numbers, other those at keys that are not
	// written out, keys what these keys may be.
	Items, Other, keys lattice.Type
	Fields             map[string]lattice.Type
	// Order has the names of the fields in the order of their appearance.
	Order []string
	// options is set for an options list, parts are the parts of its options.
	options bool
	parts   []lattice.Type
	// Widened is set when something unknown may have filled it.
	Widened bool
}

func (s *Site) Number() int { return s.number }

// host is a function of the API or of the language.
type host struct {
	id   int
	name string
	row  *keyword.Func
}

func (h *host) Number() int { return h.id }

// library is a table of host functions.
type library struct {
	id   int
	name string
}

func (l *library) Number() int { return l.id }

// Event is an event as a function sees it.
type Event struct {
	id int
	eventKey
}

func (ev *Event) Number() int { return ev.id }

type eventKey struct {
	Trigger engine.TriggerID
	Window  engine.Window
	Mode    mode
}

// mode says which function looks at an event.
type mode uint8

const (
	running  mode = iota // run of an ability
	Asking               // when of an ability
	Applying             // the script that raised it
)

// ParamSet is the parameters of an ability.
type ParamSet struct {
	id      int
	ability string
	Fields  map[string]lattice.Type
}

// FunctionsOf returns the functions of the scripts that a value may be.
func FunctionsOf(t lattice.Type) []*Func { return slices.Collect(lattice.Refs[*Func](t)) }

func (s *ParamSet) Number() int { return s.id }

// pureRoot is a function that may change nothing, and its name in findings.
type pureRoot struct {
	Fn   *Func
	What string
}

// AbsentParam is a parameter of a trigger.
type AbsentParam struct {
	Trigger engine.TriggerID
	Name    string
}

// kept is what the last round keeps for an Inference.
type kept struct {
	values map[ast.Expr]lattice.Type
	// wants is what a place of the API takes, fits what else a value must be one of.
	wants map[ast.Expr]keyword.Type
	Fits  map[ast.Expr]lattice.Type
}

// fieldNames are the names of fields in all scripts: what a value may have of
// which nothing is known.
type fieldNames struct {
	// Made are the names in tables that scripts keep; tables that go straight
	// to the API do not count.
	Made map[string]bool
	// Assigned and read say how often a name is assigned and read.
	Assigned, Taken map[string]int
	// all is a digest of all that is known of the names, once it was asked for.
	all uint64
}

// Chunk is one script.
type Chunk struct {
	pack.Script
	Tree *syntax.Tree
	Main *Func
	// number is its own among the scripts; functions, variables and makers, the
	// expressions that make tables, are numbered in the order of the text.
	number    int
	functions []*Func
	variables []*Var
	makers    []ast.Expr
	tables    []*Site
	// result is what the script returns: the module's table.
	Results []lattice.Type
}

// role says how a variable came to be.
type role uint8

const (
	Local role = iota
	Parameter
	LoopVariable
	LocalFunction
)

// Var is a local variable or a parameter.
type Var struct {
	cell
	Name string
	diag.Pos
	Role  role
	Owner *Func
	// After is the next parameter, or the next variable of a loop.
	After *Var

	Reads, Writes int
	// Holds is the type of its values.
	Holds lattice.Type
	// is is the expression that a variable is declared with; for those behind the
	// first of several from one call, with is that first one.
	is   ast.Expr
	with *Var
	// Compared are the words that it is compared with somewhere.
	Compared map[string]bool
	// body is the function that a local function is.
	body *Func
	// Tested is set for a parameter that the function looks at before it uses
	// it; needs is what the uses need (demands.go).
	Tested bool
	Needs  lattice.Need
	// Guarded is set for a parameter whose being there the function asks for;
	// Must is set where a use of it fails without a value.
	Guarded, Must bool
}

// Func is a function of a script; the main function is the script itself.
type Func struct {
	cell
	// outdated is set when something has changed that it reads.
	outdated bool
	Chunk    *Chunk
	Outer    *Func
	Expr     *ast.FunctionExpr
	name     string
	// pos is where its name stands, or it itself where it has none.
	pos    diag.Pos
	Params []*Var
	// Replaced is the first parameter of a function that replaces another, which is
	// that one; step what both are called.
	Replaced *Var
	Step     string
	Stmts    []ast.Stmt
	Vararg   bool
	// Results are its results, by position; open is set if their number is not known.
	Results []lattice.Type
	open    bool
	// Called is set when something calls it; used when it is reached in any way.
	Called, Used bool
	// AtLoad is set when the script itself calls it.
	AtLoad bool
	// Widened is set when it was handed to something unknown: then its parameters
	// may be anything.
	Widened bool
	// known are the facts at the place where it was made; given are the
	// parameters of the trigger that the conditions of its abilities ask for.
	known *facts
	given []string
	// answered is set for what an ability does once its function when has agreed.
	answered bool
	// asked and had are answered and given as the function was evaluated with them.
	asked bool
	had   []string
}

func (f *Func) Number() int { return f.number }

// Title names the function for people.
func (f *Func) Title() string {
	if f.name == "" {
		return "this function"
	}
	return f.name
}

// isAnswered reports whether a function is what an ability does once its when has
// agreed, or a part of that: when may have asked in ways that cannot be followed.
func (f *Func) isAnswered() bool {
	for ; f != nil; f = f.Outer {
		if f.answered {
			return true
		}
	}
	return false
}

// Evaluator goes over one function.
type Evaluator struct {
	*Program
	Fn   *Func
	Tree *syntax.Tree
	// facts are the facts known at the place.
	facts *facts
	// maybe counts the conditions around that look at a parameter: what a
	// function does there, it does not need always.
	maybe int
}

// Memo is what a run keeps for the next one. It is not changed once the run is over.
type Memo struct {
	// files are the scripts by number, trees those that the run had.
	files  []pack.Script
	trees  []*syntax.Tree
	traces map[int][]*trace
	made   map[made]any
	// names are the names of facts by number.
	names map[int]string
	// expressions is how many of them the scripts had.
	expressions int
}

// made is something that is made of the text of a script alone.
type made struct {
	tree *syntax.Tree
	what reflect.Type
}

// trace is one evaluation of a function.
type trace struct {
	begin
	deps  []dep
	steps []step
	heard []func(Listener)
}

// begin is what an evaluation began with.
type begin struct {
	settled, final, answered, atLoad bool
	names                            uint64
	given                            []string
	known                            *facts
}

// dep is a cell as it was when it was first read.
type dep struct {
	number int
	state  uint64
}

// step is something that an evaluation did to a cell, or a cell that it read. Where it
// left the cell as it was, state is the one in which that is so.
type step struct {
	number int
	state  uint64
	idle   bool
	do     func(*Program)
}

// cell is something that functions read, and that evaluating others changes.
type cell struct {
	number  int
	readers []*Func
	// state is a digest of its changes, was the state before the evaluation that changed
	// it last; the others say in which evaluations that was, and when it was first and
	// last read.
	state, was                 uint64
	changedIn, firstIn, lastIn int
}

// Path is the name of a variable among the paths: no other variable has it.
func (v *Var) Path() string { return "#" + strconv.Itoa(v.number) }
