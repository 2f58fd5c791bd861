package inference

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script"
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
	// options is set for an options list, parts are those of its options.
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

// New reads the scripts and resolves their names. With a memo it does not do again what the
// run before did that kept it, and keeps what it does for the next one: see Kept.
func New(c *compile.Compiled, scripts []script.Script, headers []compile.Header, account *diag.Account,
	memo *Memo, parts map[string]uint64) *Program {
	p := &Program{
		world: newWorld(c), account: account, facts: map[int]*cell{}, parts: parts, engine: &Func{},
		Modules: map[string]*Chunk{}, Headers: headers,
		byExpr: map[*ast.FunctionExpr]*Func{}, Uses: map[*ast.IdentExpr]*Var{},
		declared: map[ast.Stmt][]*Var{},
		Sites:    map[ast.Expr]*Site{}, builtin: map[string]*host{}, events: map[eventKey]*Event{},
		params: map[string]*ParamSet{},
		paths:  map[ast.Expr]string{}, assigned: map[ast.Stmt]*facts{}, Home: map[ast.Expr]*Func{},
		Gives: map[AbsentParam]lattice.Type{}, Lasting: map[string]bool{}, HeaderSites: map[string][]*Site{},
		absent: map[AbsentParam]diag.Pos{}, emptied: map[*engine.Attribute]diag.Pos{},
		Fields: newFieldNames(), makers: map[ast.Expr]int{},
	}
	if p.last = memo; memo != nil {
		p.Home = make(map[ast.Expr]*Func, memo.expressions)
	}
	files, numbers := p.number(scripts)
	p.byNumber = make([]*Chunk, len(files))
	if memo != nil {
		p.next = &Memo{files: files, trees: make([]*syntax.Tree, len(files)), traces: map[int][]*trace{},
			made: map[made]any{}, names: map[int]string{}}
	}
	for i, s := range scripts {
		ch := &Chunk{Script: s.Script, Tree: s.Tree, number: numbers[i]}
		p.Chunks, p.byNumber[ch.number] = append(p.Chunks, ch), ch
		if p.next != nil {
			p.next.trees[ch.number] = s.Tree
		}
		switch {
		case s.Extends:
			p.extensions = append(p.extensions, ch)
		case s.Rules:
			p.Modules[s.Name] = ch
		}
		p.resolve(ch)
		p.Fields.take(Once(p, ch, func() fieldNames { return namesIn(ch) }))
	}
	if p.next != nil {
		p.next.expressions = len(p.Home)
	}
	p.tests()
	p.wordTables()
	return p
}

// Look goes over the functions once more, and lets somebody hear of what it comes
// across. Of what is asked for later by place another hears, who is to say nothing of it.
// The memo is for the next run; nil where this one had none.
func (p *Program) Look(hear, quiet Listener) (*Inference, *Memo) {
	p.Final, p.hear = true, hear
	p.round()
	memo := p.next
	p.last, p.next, p.hear = nil, nil, quiet
	p.Kept = &kept{map[ast.Expr]lattice.Type{}, map[ast.Expr]keyword.Type{}, map[ast.Expr]lattice.Type{}}
	return &Inference{p: p, labels: map[*Chunk][]label{}}, memo
}

// Infer is a chaotic iteration to a fixpoint: every round evaluates every function
// with what is held so far and joins what it finds into the variables, parameters,
// results and fields of tables, until a round changes nothing. Values only ever
// grow in the lattice of typ, from bottom (nothing comes here) to top (anything):
// join is monotone, and of what could grow without end (words, bounds of numbers,
// references, depth) there is a limit beyond which it is widened to top. So the
// rounds end, and what they end with holds for every run of the scripts as far as
// the calls are seen: it is the least such value that this order of joins reaches,
// and a larger one only makes the checks more silent. What is lacking, a second
// result or a parameter that a raise leaves out, is nil, which is a value as well:
// it joins once nothing else does, or what comes a round later would seem lacking.
//
// A function is evaluated again only if something that it read has changed since.
func (p *Program) Infer() {
	const most = 60
	p.wroteAll()
	for range most {
		p.changed = false
		p.round()
		switch {
		case p.changed:
		case p.settled:
			return
		default:
			p.settled = true
			p.wroteAll()
		}
	}
	// It did not settle: nothing that has an identity of its own is believed.
	for _, f := range p.Functions {
		p.widen(f)
	}
}

// round evaluates every function once for which there is a reason.
func (p *Program) round() {
	p.evaluation++
	if p.engine.outdated || p.Final {
		p.engine.outdated, p.reader = false, p.engine
		p.roots()
	}
	for _, f := range p.Functions {
		if f.asked != f.answered || !slices.Equal(f.had, f.given) {
			f.outdated, p.changed = true, true
		}
		f.asked, f.had = f.answered, slices.Clone(f.given)
		if p.account.Over() {
			return
		}
		if !f.outdated && !p.Final {
			continue
		}
		f.outdated = false
		p.reader = f
		if !p.again(f) {
			p.starts(f)
			p.evaluate(f, p.hear)
			p.trace = nil
		}
		if f.Outer == nil {
			f.Chunk.Results = f.Results
		}
	}
	p.reader = nil
	p.extend()
}

// evaluate goes over a function; in the last round a listener hears of it.
func (p *Program) evaluate(f *Func, hear Listener) {
	e := &Evaluator{Program: p, Fn: f, Tree: f.Chunk.Tree, facts: f.known}
	if p.Final {
		hear.Enter(e)
	}
	for _, path := range f.given {
		e.learnPath(path)
	}
	e.block(f.Stmts)
	if !leaves(f.Stmts) {
		e.shorter(0)
	}
}

// sees notes that the function reads what a value leads to.
func (p *Program) sees(t lattice.Type) {
	for _, r := range t.Refs {
		switch r := r.(type) {
		case *Site:
			p.read(&r.cell)
		case *Func:
			p.read(&r.cell)
		}
	}
	if t.Item != nil {
		p.sees(*t.Item)
	}
}

// join takes what is new into what was known, of a cell or of what nobody reads.
func (p *Program) join(c *cell, into *lattice.Type, t lattice.Type) {
	if p.Final {
		return
	}
	if p.trace != nil && p.doing == 0 {
		n, i, t := c.number, p.slotOf(c.number, into), portable(t)
		p.do(c, func(p *Program) {
			c, into := p.slot(n, i)
			p.join(c, into, p.local(t))
		})
		return
	}
	joined := lattice.Join(*into, t, p.widen)
	if !lattice.Same(*into, joined) {
		*into = joined
		if p.changed = true; c != nil {
			p.wrote(c, mix(uint64(p.slotOf(c.number, into)), digestOf(joined)))
		}
	}
}

// widen gives up on something that went where it cannot be followed: what it holds
// may be anything.
func (p *Program) widen(r lattice.Ref) {
	if p.trace != nil && p.doing == 0 {
		n := r.Number()
		p.do(nil, func(p *Program) { p.widen(p.numbered(n)) })
		return
	}
	switch r := r.(type) {
	case *Func:
		r.Used, r.Called = true, true
		if !r.Widened {
			r.Widened = true
			p.wrote(&r.cell, aWiden)
			for _, v := range r.Params {
				p.join(&v.cell, &v.Holds, lattice.Top)
			}
		}
	case *Site:
		if !r.Widened {
			r.Widened = true
			p.wrote(&r.cell, aWiden)
			p.join(&r.cell, &r.Items, lattice.Top)
			p.join(&r.cell, &r.Other, lattice.Top)
			for _, name := range r.Order {
				t := r.Fields[name]
				lattice.Widen(t, p.widen)
				p.join(&r.cell, &t, lattice.Top)
				r.Fields[name] = t
			}
		}
	}
}

// site returns the table or options list made by an expression.
func (p *Program) site(e ast.Expr) *Site {
	s := p.Sites[e]
	if s == nil {
		s = &Site{cell: cell{number: p.makers[e]}, expr: e, Fn: p.Home[e], Fields: map[string]lattice.Type{}}
		s.state = uint64(s.Fn.number)
		p.Sites[e] = s
		s.Fn.Chunk.tables[s.number&(1<<20-1)] = s
	}
	return s
}

// set puts a value into a field of a table.
func (p *Program) set(s *Site, name string, t lattice.Type) {
	if p.trace != nil && p.doing == 0 {
		n, t := s.number, portable(t)
		p.do(&s.cell, func(p *Program) { p.set(p.numbered(n).(*Site), name, p.local(t)) })
		return
	}
	was, ok := s.Fields[name]
	if !ok {
		s.Order = append(s.Order, name)
		s.Fields[name] = was
	}
	before := s.state
	if !ok {
		p.wrote(&s.cell, digest(name))
	}
	if p.join(&s.cell, &was, t); s.state != before {
		s.state = mix(s.state, digest(name)) // or it could be that of another field
	}
	s.Fields[name] = was
}

func (p *Program) host(name string) lattice.Type {
	h := p.builtin[name]
	if h == nil {
		row, _ := hostNamed(name)
		h = &host{id: named(aHost, name), name: name, row: row}
		p.builtin[name] = h
	}
	return lattice.RefTo(lattice.Function, h)
}

// Module returns the table that a rules file returns.
func (p *Program) Module(name string) lattice.Type {
	ch := p.Modules[name]
	if ch == nil {
		p.ReadsPart(Steps)
		return lattice.Type{}
	}
	if p.read(&ch.Main.cell); len(ch.Results) > 0 {
		return ch.Results[0]
	}
	return lattice.Type{}
}

// Step returns the functions behind "file.function".
func (p *Program) Step(name string) []*Func {
	file, fn, _ := strings.Cut(name, ".")
	var out []*Func
	for s := range lattice.Refs[*Site](p.Module(file)) {
		p.read(&s.cell)
		out = append(out, FunctionsOf(s.Fields[fn])...)
	}
	return out
}

// roots gives the functions that the engine calls their arguments.
func (p *Program) roots() {
	call := func(w packast.Word, args ...lattice.Type) {
		for _, f := range p.Step(w.Text) {
			p.call(f, args)
		}
	}
	tree := p.compiled.Tree
	p.flow(tree.Flow, nil, call)
	call(tree.Standing, lattice.Of(lattice.Seat))
	p.pureStep(tree.Standing, "standing")
	call(tree.Returns, lattice.Of(lattice.Seat))
	p.pureStep(tree.Returns, "returns")
	for i, d := range tree.Derived {
		var args []lattice.Type
		if of := &p.pack.Derived[i]; of.OfSeat {
			args = append(args, lattice.Of(lattice.Seat))
		}
		if p.pack.Derived[i].OfCard {
			args = append(args, lattice.Of(lattice.Card))
		}
		call(d.Of, args...)
		if !d.WhatIf {
			p.pureStep(d.Of, "a derived value")
		}
	}
	for _, w := range tree.Invariants {
		call(w)
		p.pureStep(w, "an invariant")
	}
	for _, t := range tree.Types {
		if id, ok := p.compiled.Types[t.Name.Text]; ok {
			call(t.Check, lattice.CardOf(1<<uint(id)))
			p.pureStep(t.Check, "a check of cards")
		}
	}
	if tree.Position != nil { // which the flow calls with its seat
		for _, f := range p.Step(tree.Position.Start.Text) {
			f.Used = true
		}
	}
	for i := range p.Headers {
		p.header(&p.Headers[i])
	}
}

// flow calls the steps; those inside turns get the seat.
func (p *Program) flow(nodes []*packast.PhaseNode, args []lattice.Type, call func(packast.Word, ...lattice.Type)) {
	for _, n := range nodes {
		if n.Step.Given() {
			call(n.Step, args...)
			continue
		}
		inner := args
		if n.Turns != nil {
			inner = []lattice.Type{lattice.Of(lattice.Seat)}
		}
		if n.Until.Given() {
			call(n.Until, args...)
			p.pureStep(n.Until, "until")
		}
		p.flow(n.Do, inner, call)
	}
}

// call notes a call of a function of the scripts.
func (p *Program) call(f *Func, args []lattice.Type) {
	p.do(nil, func(n int) func(*Program) {
		return func(p *Program) {
			f := p.Function(n)
			f.Called, f.Used = true, true
		}
	}(f.number))
	for i, v := range f.Params {
		if i < len(args) {
			p.join(&v.cell, &v.Holds, args[i])
		} else {
			p.join(&v.cell, &v.Holds, lattice.Of(lattice.Nil))
		}
	}
}
