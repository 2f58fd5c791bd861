package inference

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// New reads the scripts and resolves their names. With a memo it reuses the results of the
// run that made the memo, and records its own for the next: see Kept.
func New(c *compile.Compiled, scripts []script.Script, account *diag.Account, memo *Memo,
	parts map[string]uint64) *Program {
	p := &Program{
		world: newWorld(c), account: account, facts: map[int]*cell{}, parts: parts, engine: &Func{},
		Modules: map[string]*Chunk{}, Headers: c.Headers,
		byExpr: map[*ast.FunctionExpr]*Func{}, Uses: map[*ast.IdentExpr]*Var{},
		declared: map[ast.Stmt][]*Var{},
		Sites:    map[ast.Expr]*Site{}, builtin: map[string]*host{}, events: map[eventKey]*Event{},
		params: map[string]*ParamSet{},
		paths:  map[ast.Expr]string{}, assigned: map[ast.Stmt]*facts{}, Home: map[ast.Expr]*Func{},
		Gives: map[AbsentParam]lattice.Type{}, Lasting: map[string]bool{}, HeaderSites: map[string][]*Site{},
		absent: map[AbsentParam]diag.Pos{}, emptied: map[*engine.Attribute]diag.Pos{},
		Fields: newFieldNames(), makers: map[ast.Expr]int{},
	}
	p.last = memo
	if memo != nil {
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
		p.Chunks = append(p.Chunks, ch)
		p.byNumber[ch.number] = ch
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
	// It did not settle: trust no value with an identity.
	for _, f := range p.Functions {
		p.widen(f)
	}
}

// round evaluates every function once for which there is a reason.
func (p *Program) round() {
	p.evaluation++
	if p.engine.outdated || p.Final {
		p.engine.outdated = false
		p.reader = p.engine
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
		p.header(&p.Headers[i], &p.pack.Abilities[i])
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
