package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What no card of the pack is, by what is printed on it: a filter that asks for it
// finds nothing in every game, and a comparison with it is never true.

// nobody reports a filter that no card passes wherever it lies, and one that asks for
// what no card can be at once.
func (e *evaluator) nobody(table *ast.TableExpr) {
	all, print := &engine.Filter{}, &engine.Filter{}
	var names []string
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue
		}
		if term, ok := e.lowered(key.Value, f.Value); ok {
			all.Terms = append(all.Terms, term)
			if term.Op == engine.TermType || term.Op == engine.TermAttribute && !e.p.Cards[term.Attr].State {
				print.Terms, names = append(print.Terms, term), append(names, key.Value)
			}
		}
	}
	if why := e.none(print, e.allTypes); why != "" {
		what := strings.Join(names, " and ")
		if len(names) > 1 {
			what += " together"
		}
		e.warn("no-such-card", e.pos(table),
			"no card of the pack has this %s: the filter finds nothing wherever the cards lie", what)
	} else if why := e.none(all, e.allTypes); why != "" {
		e.warn("no-such-card", e.pos(table), "the filter finds nothing: %s", why)
	}
}

// none says why no card of some types can pass a filter; "" where one may.
func (e *evaluator) none(f *engine.Filter, types uint64) (why string) {
	facts := *e.filters
	facts.Lasting = true
	most := -1
	for i := range e.p.Defs {
		if types&(1<<uint(e.p.Defs[i].Type)) == 0 {
			continue
		}
		c := facts.Candidate(engine.DefID(i))
		passed := 0
		one := ""
		for ; passed < len(f.Terms) && one == ""; passed++ {
			one = c.Take(&engine.Filter{Terms: f.Terms[passed : passed+1]}, "it")
		}
		if one == "" {
			return ""
		}
		if passed > most { // the one that comes nearest says most
			most, why = passed, one
		}
	}
	return why
}

// lowered is the term of a condition whose value is written out.
func (e *evaluator) lowered(name string, x ast.Expr) (engine.Term, bool) {
	value, ok := written(x)
	if !ok {
		return engine.Term{}, false
	}
	var wrong diag.List // it is said where the condition is checked
	r := filter.Reader{Keys: e.c.Filters, Report: &wrong}
	term, ok := r.Condition(packast.TreeField{Name: name, Value: value})
	return term, ok && !wrong.HasErrors()
}

// written is the value that an expression writes out.
func written(x ast.Expr) (*packast.Tree, bool) {
	switch x := x.(type) {
	case *ast.StringExpr:
		return &packast.Tree{Kind: packast.TreeWord, Text: x.Value}, true
	case *ast.TrueExpr:
		return &packast.Tree{Kind: packast.TreeFlag, Flag: true}, true
	case *ast.FalseExpr:
		return &packast.Tree{Kind: packast.TreeFlag}, true
	case *ast.NumberExpr:
		n, err := strconv.Atoi(x.Value)
		return &packast.Tree{Kind: packast.TreeNumber, Number: n, Text: x.Value}, err == nil
	case *ast.TableExpr:
		out := &packast.Tree{Kind: packast.TreeList}
		for _, f := range x.Fields {
			value, ok := written(f.Value)
			key, named := f.Key.(*ast.StringExpr)
			switch {
			case !ok || !named && f.Key != nil:
				return nil, false
			case named:
				out.Kind = packast.TreeMap
				out.Fields = append(out.Fields, packast.TreeField{Name: key.Value, Value: value})
			default:
				out.Items = append(out.Items, value)
			}
		}
		return out, len(out.Fields) == 0 || len(out.Items) == 0
	}
	return nil, false
}

// printedWord reports a comparison of a printed attribute with a word that is on no
// card it may be.
func (e *evaluator) printedWord(other ast.Expr, word *ast.StringExpr) {
	get, ok := other.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	key, ok := get.Key.(*ast.StringExpr)
	if !ok {
		return
	}
	object := e.peek(get.Object)
	term, ok := e.lowered(key.Value, word)
	if !ok || term.Op != engine.TermAttribute || !object.only(kCard|kNil) {
		return
	}
	if e.none(&engine.Filter{Terms: []engine.Term{term}}, object.cards) == "" {
		return
	}
	e.warn("no-such-card", e.pos(word), "no card has the %s %q: this is never so", key.Value, word.Value)
}

// unpaid reports actions that ask for something of their own card which others pay
// with, and that they do not change: they can be done again and again.
func (p *program) unpaid() {
	type action struct {
		ability *engine.Ability
		asks    map[engine.AttributeID][]engine.Value
		sets    map[string]bool
	}
	var actions []action
	inner := map[*function][]*function{}
	for _, f := range p.functions {
		if f.outer != nil {
			inner[f.outer] = append(inner[f.outer], f)
		}
	}
	for i := range p.p.Abilities {
		a := &p.p.Abilities[i]
		if a.Form != engine.Action || a.Limit.Times > 0 {
			continue
		}
		h := p.headerOf(a)
		if h == nil {
			continue
		}
		one := action{a, p.asksOfSelf(a), map[string]bool{}}
		for _, s := range p.headerSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
			for _, f := range functionsOf(s.fields["run"]) {
				assignsIn(f, inner, one.sets, map[*function]bool{})
			}
		}
		actions = append(actions, one)
	}
	for _, one := range actions {
		for id, values := range one.asks {
			if p.setsOne(one.asks, one.sets) {
				break
			}
			i := slices.IndexFunc(actions,
				func(other action) bool { return other.asks[id] != nil && other.sets[p.p.Cards[id].Name] })
			if i < 0 {
				continue
			}
			name := p.p.Cards[id].Name
			p.warn("unpaid-cost", headerPos(p.headerOf(one.ability)),
				"the action %q asks for %s %s of its card and never changes it, as %q does: it can be done again and "+
					"again",
				one.ability.Name, name, p.filters.ValueList(values), actions[i].ability.Name)
			break
		}
	}
}

// setsOne reports whether one of the attributes asked for is assigned.
func (p *program) setsOne(asks map[engine.AttributeID][]engine.Value, sets map[string]bool) bool {
	for id := range asks {
		if sets[p.p.Cards[id].Name] {
			return true
		}
	}
	return false
}

// asksOfSelf are the state attributes, with their values, that an action asks for
// of its own card.
func (p *program) asksOfSelf(a *engine.Ability) map[engine.AttributeID][]engine.Value {
	out := map[engine.AttributeID][]engine.Value{}
	take := func(f *engine.Filter) {
		if f == nil {
			return
		}
		for i := range f.Terms {
			if t := &f.Terms[i]; t.Op == engine.TermAttribute && !t.Not && t.Compare == engine.OneOf &&
				p.p.Cards[t.Attr].State {
				out[t.Attr] = t.Values
			}
		}
	}
	take(a.Active)
	for _, c := range a.Where {
		if c.Param < 0 {
			take(c.Filter)
		}
	}
	if a.Active == nil {
		for i := range p.p.Types {
			if p.onCards[a.Name]&(1<<uint(i)) != 0 {
				take(p.p.Types[i].Active)
			}
		}
	}
	return out
}

// assignsIn collects the names of the fields that a function assigns, with all that
// it calls and makes.
func assignsIn(f *function, inner map[*function][]*function, into map[string]bool, seen map[*function]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	syntax.WalkStmts(f.stmts, func(s ast.Stmt) {
		if s, ok := s.(*ast.AssignStmt); ok {
			for _, target := range s.Lhs {
				if get, ok := target.(*ast.AttrGetExpr); ok {
					if key, ok := get.Key.(*ast.StringExpr); ok {
						into[key.Value] = true
					}
				}
			}
		}
	})
	for _, g := range inner[f] {
		assignsIn(g, inner, into, seen)
	}
	for _, c := range f.calls {
		assignsIn(c.to, inner, into, seen)
	}
}
