package code

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script"
)

// program is all scripts of a pack together.
type program struct {
	*world
	report *diag.List
	chunks []*chunk
	// modules are the rules files by name; extensions those that extend them.
	modules    map[string]*chunk
	extensions []*chunk
	headers    []compile.Header

	functions []*function
	byExpr    map[*ast.FunctionExpr]*function
	variables []*variable
	shadowed  [][2]*variable
	uses      map[*ast.IdentExpr]*variable
	declared  map[ast.Stmt][]*variable
	// paths are the names of what expressions read (facts.go); assigned is what
	// each loop assigns; home the function in whose text an expression stands.
	paths    map[ast.Expr]string
	assigned map[ast.Stmt]*facts
	home     map[ast.Expr]*function
	// absent are the parameters of triggers that some raise leaves out, emptied the
	// attributes that are set to nil, each with a place.
	absent map[absentParam]diag.Pos
	// gives are what raises give as parameters of triggers, outcomes what is true of
	// them afterwards.
	gives    map[absentParam]typ
	outcomes map[absentParam]*outcome
	emptied  map[*engine.Attribute]diag.Pos

	// sites are the tables and option lists that the scripts make.
	sites   map[ast.Expr]*site
	builtin map[string]*host
	events  map[eventKey]*event
	params  map[string]*paramSet
	ids     int

	// changed is set when a round has made a value larger.
	changed bool
	// settled is set once the rounds know what functions return and tables hold:
	// only then is it known what they lack.
	settled bool
	// final is set while the last round reports.
	final bool
	// kept is what the last round keeps for who asks; nil where nobody does.
	kept *kept
	// said are the places that have a finding: one is enough for a place.
	said map[diag.Pos]bool

	// does is the table of the functions that words stand for.
	does *site

	used  usage
	names fieldNames
	// headerSites are the tables given to ability{}, by file and line.
	headerSites map[string][]*site
	// pure are the functions that may change nothing.
	pure      []pureRoot
	libraries map[string]*library
	// refSets are the names that a type of the registry allows, as sets.
	refSets map[keyword.Ref]map[string]bool
	// open are names that events, abilities, options and libraries have.
	open map[string]bool
}

// site is a table or an options list that a script makes at one place.
type site struct {
	id   int
	expr ast.Expr
	fn   *function
	// items are the values at numbers, other those at keys that are not
	// written out, keys what these keys may be.
	items, other, keys typ
	fields             map[string]typ
	// order has the names of the fields in the order of their appearance.
	order []string
	// options is set for an options list, parts are those of its options.
	options bool
	parts   []typ
	// widened is set when something unknown may have filled it.
	widened bool
}

func (s *site) number() int { return s.id }

// host is a function of the API or of the language.
type host struct {
	id   int
	name string
}

func (h *host) number() int { return h.id }

func (p *program) nextID() int { p.ids++; return p.ids }

// Run checks the scripts of a pack and reports; what it learned about the use
// of names is returned. With ask, what it found out by place is returned too; nil
// without.
func Run(c *compile.Compiled, scripts []script.Script, headers []compile.Header, report *diag.List,
	ask bool) (*Names, *Inference) {
	p := newProgram(c, scripts, headers, report)
	p.tests()
	p.infer()
	p.final = true
	var found *Inference
	if ask {
		p.kept = &kept{map[ast.Expr]typ{}, map[ast.Expr]keyword.Type{}, map[ast.Expr]typ{}}
		found = &Inference{p: p}
	}
	p.round()
	p.purity()
	p.neverActing()
	p.unpaid()
	p.offered()
	p.checkTexts()
	p.unused()
	p.missed()
	p.loneWords()
	return p.summary(), found
}

// newProgram reads the scripts and resolves their names.
func newProgram(c *compile.Compiled, scripts []script.Script, headers []compile.Header, report *diag.List) *program {
	p := &program{
		world: newWorld(c), report: report, modules: map[string]*chunk{}, headers: headers,
		byExpr: map[*ast.FunctionExpr]*function{}, uses: map[*ast.IdentExpr]*variable{},
		declared: map[ast.Stmt][]*variable{},
		sites:    map[ast.Expr]*site{}, builtin: map[string]*host{}, events: map[eventKey]*event{},
		params: map[string]*paramSet{},
		paths:  map[ast.Expr]string{}, assigned: map[ast.Stmt]*facts{}, home: map[ast.Expr]*function{},
		gives: map[absentParam]typ{}, outcomes: map[absentParam]*outcome{},
		absent: map[absentParam]diag.Pos{}, emptied: map[*engine.Attribute]diag.Pos{},
		said: map[diag.Pos]bool{}, names: newFieldNames(), refSets: map[keyword.Ref]map[string]bool{},
	}
	p.used, p.headerSites = newUsage(), map[string][]*site{}
	for _, s := range scripts {
		ch := &chunk{Script: s.Script, tree: s.Tree}
		p.chunks = append(p.chunks, ch)
		switch {
		case s.Extends:
			p.extensions = append(p.extensions, ch)
		case s.Rules:
			p.modules[s.Name] = ch
		}
		p.resolve(ch)
		p.escapes(ch)
		p.names.read(ch)
	}
	return p
}

// infer is a chaotic iteration to a fixpoint: every round evaluates every function
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
func (p *program) infer() {
	const most = 60
	for range most {
		p.changed = false
		p.round()
		if !p.changed && p.settled {
			return
		}
		p.settled = p.settled || !p.changed
	}
	// It did not settle: nothing that has an identity of its own is believed.
	for _, f := range p.functions {
		p.widen(f)
	}
}

// round evaluates every function once.
func (p *program) round() {
	p.roots()
	for _, f := range p.functions {
		if p.report.Account.Over() {
			return
		}
		e := &evaluator{program: p, fn: f, tree: f.chunk.tree, facts: f.known}
		for _, path := range f.given {
			e.learnPath(path)
		}
		e.block(f.stmts)
		if !leaves(f.stmts) {
			e.shorter(0)
		}
		if f.outer == nil {
			f.chunk.results = f.results
		}
	}
	p.extend()
}

// join takes what is new into what was known.
func (p *program) join(into *typ, t typ) {
	if p.final {
		return
	}
	joined := join(*into, t, p.widen)
	if !same(*into, joined) {
		*into = joined
		p.changed = true
	}
}

// widen gives up on something that went where it cannot be followed: what it holds
// may be anything.
func (p *program) widen(r ref) {
	switch r := r.(type) {
	case *function:
		r.used, r.called = true, true
		if !r.widened {
			r.widened, p.changed = true, true
			for _, v := range r.params {
				p.join(&v.holds, top)
			}
		}
	case *site:
		if !r.widened {
			r.widened, p.changed = true, true
			p.join(&r.items, top)
			p.join(&r.other, top)
			for _, name := range r.order {
				t := r.fields[name]
				widen(t, p.widen)
				p.join(&t, top)
				r.fields[name] = t
			}
		}
	}
}

// site returns the table or options list made by an expression.
func (p *program) site(e ast.Expr, fn *function) *site {
	s := p.sites[e]
	if s == nil {
		s = &site{id: p.nextID(), expr: e, fn: fn, fields: map[string]typ{}}
		p.sites[e] = s
	}
	return s
}

// set puts a value into a field of a table.
func (p *program) set(s *site, name string, t typ) {
	was, ok := s.fields[name]
	if !ok {
		s.order = append(s.order, name)
		s.fields[name] = was
		p.changed = true
	}
	p.join(&was, t)
	s.fields[name] = was
}

func (p *program) host(name string) typ {
	h := p.builtin[name]
	if h == nil {
		h = &host{id: p.nextID(), name: name}
		p.builtin[name] = h
	}
	return refTo(kFunction, h)
}

// module returns the table that a rules file returns.
func (p *program) module(name string) typ {
	if ch := p.modules[name]; ch != nil && len(ch.results) > 0 {
		return ch.results[0]
	}
	return typ{}
}

// step returns the functions behind "file.function".
func (p *program) step(name string) []*function {
	file, fn, _ := strings.Cut(name, ".")
	var out []*function
	for _, r := range p.module(file).refs {
		if s, ok := r.(*site); ok {
			for _, r := range s.fields[fn].refs {
				if f, ok := r.(*function); ok {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// roots gives the functions that the engine calls their arguments.
func (p *program) roots() {
	call := func(w packast.Word, args ...typ) {
		for _, f := range p.step(w.Text) {
			p.call(f, args)
		}
	}
	tree := p.c.Tree
	p.flow(tree.Flow, nil, call)
	call(tree.Standing, of(kSeat))
	p.pureStep(tree.Standing, "standing")
	call(tree.Returns, of(kSeat))
	p.pureStep(tree.Returns, "returns")
	for _, w := range tree.Invariants {
		call(w)
		p.pureStep(w, "an invariant")
	}
	for _, t := range tree.Types {
		if id, ok := p.c.Types[t.Name.Text]; ok {
			call(t.Check, cardOf(1<<uint(id)))
			p.pureStep(t.Check, "a check of cards")
		}
	}
	if tree.Position != nil {
		call(tree.Position.Start)
	}
	for i := range p.headers {
		p.header(&p.headers[i])
	}
}

// flow calls the steps; those inside turns get the seat.
func (p *program) flow(nodes []*packast.PhaseNode, args []typ, call func(packast.Word, ...typ)) {
	for _, n := range nodes {
		if n.Step.Given() {
			call(n.Step, args...)
			continue
		}
		inner := args
		if n.Turns != nil {
			inner = []typ{of(kSeat)}
		}
		if n.Until.Given() {
			call(n.Until, args...)
			p.pureStep(n.Until, "until")
		}
		p.flow(n.Do, inner, call)
	}
}

// call notes a call of a function of the scripts.
func (p *program) call(f *function, args []typ) {
	f.called, f.used = true, true
	for i, v := range f.params {
		if i < len(args) {
			p.join(&v.holds, args[i])
		} else {
			p.join(&v.holds, of(kNil))
		}
	}
}

// errorf adds an error to the findings; warn and note add what is less.
func (p *program) errorf(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Error, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (p *program) warn(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Warning, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (p *program) note(code string, pos diag.Pos, format string, args ...any) {
	p.say(diag.Finding{Code: code, Severity: diag.Note, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// unknownName reports a name that is none of those allowed.
func (p *program) unknownName(code string, pos diag.Pos, message, name string, allowed []string) {
	p.say(diag.Unknown(code, pos, message, name, allowed))
}

// say reports, once a place.
func (p *program) say(d diag.Finding) {
	if p.said[d.Pos] && d.Column > 0 {
		return
	}
	p.said[d.Pos] = true
	p.report.Add(d)
}
