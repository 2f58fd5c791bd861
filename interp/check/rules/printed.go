package rules

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// nobody reports a filter that no card passes wherever it lies, and a filter with
// contradictory conditions.
func (e *judge) nobody(table *ast.TableExpr) {
	all, print := &engine.Filter{}, &engine.Filter{}
	var names []string
	for key, value := range syntax.Named(table) {
		if term, ok := e.lowered(key.Value, value); ok {
			all.Terms = append(all.Terms, term)
			if term.Op == engine.TermType || term.Op == engine.TermAttribute && !e.Pack().Cards[term.Attr].State {
				print.Terms = append(print.Terms, term)
				names = append(names, key.Value)
			}
		}
	}
	if why := e.none(print, e.AllTypes); why != "" {
		what := strings.Join(names, " and ")
		if len(names) > 1 {
			what += " together"
		}
		e.warn("no-such-card", e.Pos(table),
			"no card of the pack has this %s: the filter finds nothing wherever the cards lie", what)
	} else if why := e.none(all, e.AllTypes); why != "" {
		e.warn("no-such-card", e.Pos(table), "the filter finds nothing: %s", why)
	}
}

// none says why no card of some types can pass a filter; "" where one may.
func (e *judge) none(f *engine.Filter, types uint64) (why string) {
	if len(f.Terms) == 0 {
		return ""
	}
	e.ReadsPart(inference.Printed)
	e.readsPrinted(f)
	e.ReadsPart(inference.Abilities) // which may modify what is printed
	facts := *e.Filters()
	facts.Lasting = true
	most := -1
	for i := range e.Pack().Defs {
		if types&(1<<uint(e.Pack().Defs[i].Type)) == 0 {
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
			most = passed
			why = one
		}
	}
	return why
}

// readsPrinted notes the attributes that a filter asks for.
func (e *judge) readsPrinted(f *engine.Filter) {
	for i := 0; f != nil && i < len(f.Terms); i++ {
		t := &f.Terms[i]
		if t.Op == engine.TermAttribute {
			e.ReadsPart(inference.PrintedAs(e.Pack().Cards[t.Attr].Name))
		}
		for _, sub := range append([]*engine.Filter{t.Sub}, t.Subs...) {
			e.readsPrinted(sub)
		}
	}
}

// lowered is the term of a condition whose value is written out.
func (e *judge) lowered(name string, x ast.Expr) (engine.Term, bool) {
	value, ok := written(x)
	if !ok {
		return engine.Term{}, false
	}
	var wrong diag.List // it is said where the condition is checked
	r := filter.Reader{Keys: e.Compiled().Filters, Report: &wrong}
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
		return out, (len(out.Fields) == 0) != (len(out.Items) == 0) // an empty one is told of where it stands
	}
	return nil, false
}

// printedWord reports a comparison of a printed attribute with a word that is on no
// card it may be.
func (e *judge) printedWord(other ast.Expr, word *ast.StringExpr) {
	of, key, ok := syntax.Field(other)
	if !ok {
		return
	}
	object := e.Peek(of)
	term, ok := e.lowered(key.Value, word)
	if !ok || term.Op != engine.TermAttribute || !object.Only(lattice.Card|lattice.Nil) {
		return
	}
	if e.none(&engine.Filter{Terms: []engine.Term{term}}, object.Cards) == "" {
		return
	}
	e.warn("no-such-card", e.Pos(word), "no card has the %s %q: this is never so", key.Value, word.Value)
}
