package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// library is a table of host functions.
type library struct {
	id   int
	name string
}

func (l *library) number() int { return l.id }

// global evaluates a name that is no variable, and reports one that nobody
// knows.
func (e *evaluator) global(x *ast.IdentExpr) typ {
	t := e.globalValue(x.Value)
	if why := offered.Instead(x.Value); t.any() && e.final && why != "" {
		e.errorf("not-in-the-language", e.pos(x), "%q is not available to scripts: %s", x.Value, why)
	} else if t.any() && e.final {
		e.unknownName("unknown-global", e.pos(x),
			fmt.Sprintf("there is no variable and no function %q", x.Value), x.Value, e.visible())
	}
	return t
}

// globalValue is what a global name stands for.
func (p *program) globalValue(name string) typ {
	switch {
	case name == "game":
		return of(kGame)
	case name == "rules":
		return of(kRules)
	case name == "does":
		return refTo(kTable, p.wordFunctions())
	case p.isHost(name):
		return p.host(name)
	case len(p.members(name)) > 0:
		if p.libraries == nil {
			p.libraries = map[string]*library{}
		}
		if p.libraries[name] == nil {
			p.libraries[name] = &library{p.nextID(), name}
		}
		return refTo(kLibrary, p.libraries[name])
	}
	return top
}

// isHost reports whether the host has a function of the name.
func (p *program) isHost(name string) bool {
	_, ok := hostNamed(name)
	return ok
}

// members returns the names in a table of host functions.
func (p *program) members(name string) []string {
	var names []string
	prefix := name + "."
	for _, f := range append(keyword.FuncNames(), offered.Names()...) {
		if member, ok := strings.CutPrefix(f, prefix); ok {
			names = append(names, member)
		}
	}
	return names
}

// globalNames are the names that every script has, sorted.
func (p *program) globalNames() []string {
	names := map[string]bool{"game": true, "rules": true, "does": true}
	for _, name := range append(keyword.FuncNames(), offered.Names()...) {
		global, _, _ := strings.Cut(name, ".")
		names[global] = true
	}
	return sorted(names)
}

// visible returns the names that could be meant by an unknown one: variables
// of the script and globals.
func (e *evaluator) visible() []string {
	names := map[string]bool{}
	for _, name := range e.globalNames() {
		names[name] = true
	}
	for _, v := range e.variables {
		if v.owner.chunk == e.fn.chunk {
			names[v.name] = true
		}
	}
	return sorted(names)
}

// callHost calls a function of the API or of the language.
func (e *evaluator) callHost(name string, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	f, ok := hostNamed(name)
	if !ok {
		return []typ{top}
	}
	if f.Changes {
		e.changes(e.pos(x), name)
	}
	if f.Table != "" {
		e.tableArgument(f, x, args, exprs)
	} else {
		e.arguments(name, f, x, args, exprs)
	}
	e.libraryEffects(name, x, args)
	if special, ok := apiResults[name]; ok {
		return special(e, x, args, exprs)
	}
	var results []typ
	for _, r := range f.Results {
		results = append(results, e.result(r, args))
	}
	return results
}

// arguments checks the values given to a function of the registry.
func (e *evaluator) arguments(name string, f *keyword.Func, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) {
	least, most := f.Counts()
	if e.final && (most >= 0 && len(exprs) > most || len(args) < least && !e.openArgs(exprs)) {
		pos := e.pos(x)
		if x.Receiver != nil {
			pos = e.tree.Method(x)
		}
		if most >= 0 && len(exprs) > most {
			pos = e.pos(exprs[most])
		}
		e.errorf("wrong-count", pos, "%s takes %s, not %d", name, counts(f, least, most), len(exprs))
		return
	}
	params := f.Given(len(args))
	for i, t := range args {
		if i >= len(params) && most >= 0 {
			break
		}
		p := params[min(i, len(params)-1)]
		var expr ast.Expr
		if i < len(exprs) && (i < len(exprs)-1 || len(args) == len(exprs)) {
			expr = exprs[i]
		}
		e.expect(p.Type, p.Optional, fmt.Sprintf("%s: argument %d (%s)", name, i+1, p.Name), expr, t, e.pos(x))
	}
}

func counts(f *keyword.Func, least, most int) string {
	text := ""
	for i, p := range f.Params {
		part := p.Name
		if p.Optional {
			part = "[" + part + "]"
		}
		if p.Rest {
			part = "..."
		}
		if i > 0 {
			text += ", "
		}
		text += part
	}
	switch {
	case most == 0:
		return "no arguments"
	case least == most:
		return fmt.Sprintf("%s (%s)", plural(most), text)
	case most < 0:
		return fmt.Sprintf("at least %s (%s)", plural(least), text)
	}
	return fmt.Sprintf("%d to %s (%s)", least, plural(most), text)
}

// expect checks a value against a type of the registry. x is the expression
// that gives it, nil where a call gives several.
func (e *evaluator) expect(want keyword.Type, optional bool, what string, x ast.Expr, t typ, around diag.Pos) {
	k := kindsOf(want)
	if k&kAny != 0 {
		return
	}
	if x != nil {
		e.takes(want, x)
		around = e.pos(x)
		allowed := k
		if optional || k&kNil != 0 {
			allowed |= kNil
		}
		e.require(x, allowed, e.refWords(want))
	}
	if table, ok := x.(*ast.TableExpr); ok {
		if item := listItem(want); item != nil {
			for _, f := range table.Fields {
				if f.Key == nil {
					e.expect(*item, true, what, f.Value, e.expr(f.Value), e.pos(f.Value))
				}
			}
		}
	}
	if !e.final {
		return
	}
	if x != nil &&
		e.eachLiteral(x, func(leaf ast.Expr, t typ) bool { return e.literal(want, k, optional, what, leaf, t) }) {
		return
	}
	if !t.known() {
		return
	}
	if x != nil && !optional && k&kNil == 0 {
		e.argument(x, t)
	}
	got := t.kinds &^ kNil
	switch {
	case got == 0 && !optional && k&kNil == 0:
		e.errorf("wrong-type", around, "%s must be %s, not nothing (nil)", what, describeType(want))
	case got == 0:
	case got&k == 0 && !(got&flag != 0 && k&flag != 0):
		e.errorf("wrong-type", around, "%s must be %s, not %s", what, describeType(want), t.without(kNil))
	case got == kWord && t.words != nil:
		e.words(want, what, t, around)
	case got&(kList|kTable) == got && k&things == 0:
		e.items(want, what, t, around)
	}
}

// takes keeps for who asks what is taken in the place of an expression.
func (e *evaluator) takes(want keyword.Type, x ast.Expr) {
	if e.kept != nil && e.final {
		e.kept.wants[x] = want
	}
}

// literal checks a value that is written out and reports whether it said
// something about it.
func (e *evaluator) literal(want keyword.Type, k kinds, optional bool, what string, leaf ast.Expr, t typ) bool {
	e.takes(want, leaf)
	switch {
	case t.kinds == kNil:
		return false
	case t.kinds&k == 0 && !(t.kinds&flag != 0 && k&flag != 0):
		e.errorf("wrong-type", e.pos(leaf), "%s must be %s, not %s", what, describeType(want), t)
		return true
	case t.kinds == kNumber && !takesReal(want) && e.whole(leaf, what):
		return true
	case t.kinds == kWord:
		return e.words(want, what, t, e.pos(leaf))
	}
	return false
}

// takesReal reports whether a type takes numbers that are not whole.
func takesReal(t keyword.Type) bool {
	return t.Kind == keyword.Real || slices.ContainsFunc(t.Of, takesReal)
}

// words checks words whose list is closed and reports whether it said something
// about them.
func (e *evaluator) words(want keyword.Type, what string, t typ, pos diag.Pos) bool {
	allowed, code := e.refNames(want)
	if allowed == nil {
		return false
	}
	for _, w := range t.wordList() {
		if slices.Contains(allowed, w) {
			if t.declared {
				return false
			}
			continue
		}
		if t.declared && len(t.words) > 1 {
			continue
		}
		e.unknownName(code, pos, fmt.Sprintf("%s: there is no %s %q", what, refTitle(want), w), w, allowed)
		return true
	}
	return false
}

// items checks the items of a list.
func (e *evaluator) items(want keyword.Type, what string, t typ, pos diag.Pos) {
	item := listItem(want)
	if item == nil {
		return
	}
	has, k := e.itemOf(t), kindsOf(*item)
	if k&kAny == 0 && has.known() && has.kinds&^kNil != 0 && has.kinds&(k|kNil) == 0 {
		e.errorf("wrong-type", pos, "%s: the items must be %s, not %s", what, describeType(*item), has.without(kNil))
	}
}

func listItem(t keyword.Type) *keyword.Type {
	switch t.Kind {
	case keyword.ListOf:
		return t.Item
	case keyword.Either:
		for i := range t.Of {
			if item := listItem(t.Of[i]); item != nil {
				return item
			}
		}
	}
	return nil
}

func describeType(t keyword.Type) string {
	switch t.Kind {
	case keyword.Name:
		return "the name of " + keyword.Article(string(t.Ref))
	case keyword.Filter:
		return "a table of conditions on a card"
	case keyword.ListOf:
		return "a list"
	case keyword.MapOf, keyword.RecordOf:
		return "a table"
	case keyword.Thing:
		return "a card, seat, zone, word, number or action"
	case keyword.Either:
		text := ""
		for i, o := range t.Of {
			if i > 0 {
				text += " or "
			}
			text += describeType(o)
		}
		return text
	}
	return kindsOf(t).String()
}

func refTitle(t keyword.Type) string {
	switch t.Kind {
	case keyword.Choice:
		return "such word as"
	case keyword.ListOf:
		return refTitle(*t.Item)
	case keyword.Either:
		for _, o := range t.Of {
			if o.Kind == keyword.Name || o.Kind == keyword.Choice {
				return refTitle(o)
			}
		}
	}
	return string(t.Ref)
}
