package rules

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// escapes reports escapes that gopher-lua reads as something else.
func (p *judge) escapes(c *inference.Chunk) {
	for _, at := range syntax.BadEscapes(c.Text) {
		at.File = c.File
		p.errorf("bad-escape", at,
			"this escape loses its backslash here; Lua 5.1 knows \\n, \\t, \\\\, \\\" and decimal ones such as \\065")
	}
}

var wordLike = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$`)

// allWords returns the words of the scripts and the words of the rest of the pack.
func (p *judge) allWords() (found map[string]lone, known map[string]bool) {
	if p.found == nil {
		p.found = map[string]lone{}
		for _, c := range p.Chunks {
			for w, l := range inference.Once(p.Program, c, func() map[string]lone { return wordsIn(c) }) {
				was := p.found[w]
				l.count += was.count
				l.text, l.key = l.text || was.text, l.key || was.key
				if was.value.Line > 0 {
					l.value = was.value
				}
				p.found[w] = l
			}
		}
		p.known = p.knownWords()
	}
	return p.found, p.known
}

// loneWords reports words that nothing else in the pack knows, where a known
// word is near: they are most likely misspelt.
func (p *judge) loneWords() {
	found, known := p.allWords()
	var words []string
	for w, l := range found {
		if l.count == 1 && !l.text && !l.key && !known[w] && !inference.LibraryMembers()[w] && wordLike.MatchString(w) {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	if len(words) == 0 {
		return
	}
	all := sorted(known)
	for w, l := range found {
		if (l.count > 1 || l.key) && !known[w] {
			all = append(all, w)
		}
	}
	slices.Sort(all)
	for _, w := range words {
		near := diag.Nearest(w, all)
		if near == "" {
			continue
		}
		l := found[w]
		p.say(diag.Finding{
			Code: "lone-word", Severity: diag.Warning, Pos: l.at, Suggestion: near,
			Message: fmt.Sprintf("the word %q stands nowhere else in the pack", w),
		})
	}
}

// wordsIn counts the strings of a script.
func wordsIn(c *inference.Chunk) map[string]lone {
	found := map[string]lone{}
	texts, keys := map[ast.Expr]bool{}, map[ast.Expr]bool{}
	syntax.WalkStmts(c.Tree.Stmts, func(s ast.Stmt) {
		if r, ok := s.(*ast.ReturnStmt); ok && len(r.Exprs) == 2 {
			if _, ok := r.Exprs[0].(*ast.FalseExpr); ok {
				markStrings(r.Exprs[1], texts, true) // what an invariant says
			}
		}
	})
	syntax.Walk(c.Tree.Stmts, func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.AttrGetExpr:
			keys[x.Key] = true
		case *ast.TableExpr:
			for _, f := range x.Fields {
				keys[f.Key] = true
			}
		case *ast.StringConcatOpExpr:
			markStrings(x.Lhs, texts, true)
			markStrings(x.Rhs, texts, true)
		case *ast.FuncCallExpr:
			textArguments(x, texts)
		case *ast.StringExpr:
			l := found[x.Value]
			l.count++
			l.at = c.Tree.Pos(x)
			l.text, l.key = l.text || texts[x], l.key || keys[x]
			if l.value.Line == 0 && !keys[x] {
				l.value = l.at
			}
			found[x.Value] = l
		}
	})
	return found
}

// textArguments marks the strings in calls that are messages: for people, or texts that the
// script works with.
func textArguments(x *ast.FuncCallExpr, texts map[ast.Expr]bool) {
	if x.Receiver != nil {
		for _, arg := range x.Args {
			markStrings(arg, texts, !slices.ContainsFunc(keyword.Entities(), func(r *keyword.Record) bool {
				_, of := r.Method(x.Method)
				return of
			}))
		}
		return
	}
	if f, ok := keyword.Library().Method(inference.PathOf(x.Func)); ok {
		given := f.Given(len(x.Args))
		for i, arg := range x.Args {
			if p := given[min(i, len(given)-1)]; p.Rest || takesText(p.Type) {
				markStrings(arg, texts, true)
			}
		}
	}
	f, ok := keyword.Functions().Method(inference.PathOf(x.Func))
	if !ok || f.Does&keyword.Declares == 0 || len(x.Args) != 1 {
		return
	}
	table, _ := x.Args[0].(*ast.TableExpr)
	for key, value := range syntax.Named(table) {
		if field, ok := keyword.Lookup(f.Table).Field(key.Value); ok && takesText(field.Type) {
			markStrings(value, texts, true)
		}
	}
}

// takesText reports whether a type takes texts for people.
func takesText(t keyword.Type) bool {
	return t.Kind == keyword.Text || t.Kind == keyword.Texts || slices.ContainsFunc(t.Of, takesText)
}

// markStrings notes of the strings in an expression whether they are texts.
func markStrings(x ast.Expr, in map[ast.Expr]bool, text bool) {
	switch x := x.(type) {
	case *ast.StringExpr:
		in[x] = text
	case *ast.TableExpr:
		for _, f := range x.Fields {
			markStrings(f.Value, in, text)
		}
	}
}

// knownWords are all words that the pack's files bring.
func (p *judge) knownWords() map[string]bool {
	known := p.Compiled().PrintedWords()
	p.OpenName("")
	for _, words := range append(p.Compiled().WordSets(), p.Open) {
		maps.Copy(known, words)
	}
	add := func(names ...string) {
		for _, n := range names {
			known[n] = true
		}
	}
	for _, of := range []keyword.Ref{keyword.RefZones, keyword.RefType, keyword.RefCard, keyword.RefTrigger,
		keyword.RefAbility, keyword.RefDie, keyword.RefAttribute, keyword.RefPhase, keyword.RefStep,
		keyword.RefEnumeration, keyword.RefKind} {
		add(p.Names(of)...)
	}
	add(p.ActionWords...)
	add(p.FieldsOf(lattice.Of(lattice.Game | lattice.Seat | lattice.Settings))...)
	for key := range p.Compiled().Texts["en"] {
		_, rest, _ := strings.Cut(key, ".")
		add(rest)
	}
	add(sorted(p.usage.texts["not"].Uses)...)
	add(keyword.WindowNames...)
	add("top", "bottom", "self", "host", "game", "friendly", "enemy", "random", "declared", "N", "NE", "E",
		"SE", "S", "SW", "W", "NW")
	add("number", "flag", "word", "card", "seat", "zone", "text", "list", "map")
	return known
}
