package rules

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// says records the sentences that a call may name. values is the table of its values; open
// is set if the call gives none, as others do.
func (e *judge) says(by, under string, x ast.Expr, t lattice.Type, values ast.Expr, open bool) {
	names := map[string]bool{}
	if values != nil {
		given := e.Expr(values)
		names, open = e.namesGiven(values, given)
		e.sayValues(by, values, given)
	}
	place := Use{e.Pos(x), names, open}
	any := openWord(t)
	words := slices.DeleteFunc(t.WordList(), func(w string) bool { return e.comparedWith(x, w) })
	e.keeps(func(j *judge) { j.usage.say(under, words, any, place) })
}

func (u *usage) say(under string, words []string, any bool, place Use) {
	texts := u.texts[under]
	texts.Any = texts.Any || any
	if texts.Uses == nil {
		texts.Uses = map[string][]Use{}
	}
	for _, w := range words {
		if !slices.ContainsFunc(texts.Uses[w], func(u Use) bool { return u.Pos == place.Pos }) {
			texts.Uses[w] = append(texts.Uses[w], place)
		}
	}
	u.texts[under] = texts
}

// openWord reports whether a type may be a word that is not known.
func openWord(t lattice.Type) bool { return !t.Known() || t.Kinds&lattice.Word != 0 && t.Words == nil }

// refusals notes the sentences that the conditions of abilities name behind false, and those
// with which their targets are asked for.
func (e *judge) refusals() {
	for i := range e.Headers {
		t := e.Pack().Abilities[i].Target
		asked := e.Headers[i].Fields.Get("target")
		if t == nil || t.All || asked == nil { // none where another field stands for it
			continue
		}
		e.usage.say("prompt", []string{e.Pack().Symbols[t.Prompt]}, false,
			Use{Pos: asked.Pos, Names: map[string]bool{"card": true}})
	}
	for _, at := range sorted(e.HeaderSites) {
		for _, s := range e.HeaderSites[at] {
			for _, f := range inference.FunctionsOf(s.Fields["when"]) {
				if len(f.Results) > 1 && f.Expr != nil {
					why := f.Results[1]
					e.usage.say("not", why.WordList(), openWord(why), Use{Pos: f.Chunk.Tree.Pos(f.Expr), Open: true})
				}
			}
		}
	}
}

// sentence notes the sentence that an argument names.
func (e *judge) sentence(c *inference.HostCall, i int, want keyword.Type) {
	takes := func(t keyword.Type) bool { return t.Kind == keyword.MapOf }
	var values ast.Expr
	if k := c.Value(takes); k >= 0 {
		values = c.Expr(k)
	}
	e.says(c.Title, want.Under, c.Expr(i), c.Args[i], values,
		!slices.ContainsFunc(c.Params, func(p keyword.Param) bool { return takes(p.Type) }))
}

// comparedWith reports whether a variable is compared with a word somewhere: then
// it may not be that word here.
func (e *judge) comparedWith(x ast.Expr, w string) bool {
	v := e.VarOf(x)
	return v != nil && v.Compared[w]
}

// namesGiven returns the names that a table of values gives.
func (e *judge) namesGiven(x ast.Expr, t lattice.Type) (names map[string]bool, open bool) {
	names = map[string]bool{}
	if t.Kinds == lattice.Nil {
		return names, false
	}
	tables := e.Constructors(x, t)
	if len(tables) != 1 {
		return names, true
	}
	open = slices.ContainsFunc(tables[0].Fields, unnamed)
	for key := range syntax.Named(tables[0]) {
		names[key.Value] = true
	}
	if s := e.TableOf(tables[0]); s != nil {
		for _, name := range s.Order {
			names[name] = true
		}
		open = open || s.Widened || !s.Other.Bottom()
	}
	return names, open
}

// sayValues checks the values of a message: things and lists of things.
func (e *judge) sayValues(name string, x ast.Expr, t lattice.Type) {
	for _, table := range e.Constructors(x, t) {
		for _, f := range table.Fields {
			value := e.Expr(f.Value)
			if value.Known() && value.Kinds&^lattice.Nil != 0 &&
				value.Kinds&(lattice.Things|lattice.List|lattice.Table|lattice.Nil) == 0 {
				e.wrong("wrong-type", f.Value,
					"%s: a value of a text must be a card, seat, zone, word, number or flag, or a list of such, not %s",
					name, value)
			}
		}
	}
}

// Offered notes the words that a question offers.
func (e *judge) Offered(parts []lattice.Type) {
	for _, t := range parts {
		if t.Known() && !t.Declared {
			e.keeps(func(j *judge) { maps.Copy(j.usage.offers, t.Words) })
		}
	}
}

// unnamed reports whether the name of a field is not written out.
func unnamed(f *ast.Field) bool {
	_, named := f.Key.(*ast.StringExpr)
	return !named
}
