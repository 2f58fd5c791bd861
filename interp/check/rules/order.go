package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What the function of an ability does with a field.
const (
	reads = 1
	sets  = 2
	adds  = 4
)

// footprint tells how an ability uses fields as it acts, by name. Fields of its event have names of
// their own; fields of its own card and of its parameters are left out, since no other card meets
// them. It is nil where the ability calls functions that may do anything. Where a value from before the change
// is written over the one of now, it reports that on the way.
func (p *judge) footprint(a *engine.Ability, f *inference.Func) map[string]int {
	var params []string
	for _, v := range f.Params {
		params = append(params, v.Name)
	}
	params = append(params, "")
	out := map[string]int{}
	done := map[ast.Expr]bool{}
	note := func(x ast.Expr, does int) {
		object, name, ok := syntax.Field(x)
		if !ok || done[x] {
			return
		}
		done[x] = true
		switch slices.Index(params, inference.PathOf(object)) {
		case -1:
			out[name.Value] |= does
		case 1:
			out["ev."+name.Value] |= does
		}
	}
	syntax.WalkStmts(f.Stmts, func(s ast.Stmt) {
		to, ok := s.(*ast.AssignStmt)
		for i := 0; ok && i < min(len(to.Lhs), len(to.Rhs)); i++ {
			target := inference.PathOf(to.Lhs[i])
			if sum, ok := to.Rhs[i].(*ast.ArithmeticOpExpr); ok && strings.Contains("+-", sum.Operator) &&
				inference.PathOf(sum.Lhs) == target {
				note(to.Lhs[i], adds)
				done[sum.Lhs] = true
			}
			note(to.Lhs[i], sets)
			if field, own := strings.CutPrefix(target, params[0]+"."); own && a.LastKnown &&
				!strings.Contains(field, ".") {
				p.writesWhatWas(f, to.Rhs[i], target, "now("+params[0]+")."+field)
			}
		}
	})
	open := p.ordered(a)
	syntax.Walk(f.Stmts, func(x ast.Expr) {
		note(x, reads)
		if call, ok := x.(*ast.FuncCallExpr); ok {
			module, _, _ := strings.Cut(inference.PathOf(call.Func), ".")
			open = open || module != "say" && module != "ipairs" && module != "math"
		}
	})
	if open {
		return nil
	}
	return out
}

// ordered reports whether the pack or a seat says when an ability acts.
func (p *judge) ordered(a *engine.Ability) bool {
	order := p.Compiled().Tree.Order
	return a.May || order != nil && order.Own.Given() ||
		a.Window != engine.After && p.Trigger(a.Trigger).Chooses > 0
}

// writesWhatWas reports a value that is computed from the one before the change.
func (p *judge) writesWhatWas(f *inference.Func, value ast.Expr, was, now string) {
	syntax.Walk([]ast.Stmt{&ast.ReturnStmt{Exprs: []ast.Expr{value}}}, func(x ast.Expr) {
		if inference.PathOf(x) == was {
			p.say(diag.Finding{Code: "writes-what-was", Severity: diag.Warning, Pos: f.Chunk.Tree.Pos(x),
				Message:    was + " is what it was before the change, and what the change made of it is lost",
				Suggestion: now})
		}
	})
}

// lawful reports pairs of abilities of one seat whose order decides the result.
func (p *judge) lawful() {
	seen := make([]map[string]int, len(p.Pack().Abilities))
	for i := range p.Pack().Abilities {
		b := &p.Pack().Abilities[i]
		h := p.headerOf(b)
		if b.Form != engine.Hook || b.Trigger < 0 || p.OnCards[b.Name] == 0 {
			continue
		}
		for _, s := range p.HeaderSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
			for _, f := range inference.FunctionsOf(s.Fields["run"]) {
				seen[i] = p.footprint(b, f)
			}
		}
		for j, was := range seen[:i] {
			a := &p.Pack().Abilities[j]
			for _, name := range sorted(was) {
				if both := was[name] | seen[i][name]; seen[i][name] != 0 && both != reads && both != adds &&
					a.Name != b.Name && a.Trigger == b.Trigger && a.Window == b.Window {
					p.warn("own-order", h, "of %q and %q at one seat the older acts first, and %s may "+
						"come out otherwise if it does not; write own in order: ask for the seat to say, age if "+
						"that is meant", a.Name, b.Name, strings.TrimPrefix(name, "ev."))
				}
			}
		}
	}
}

// falls notes a move of a card into hiding, by which other cards fall off it to where the pack
// does not say.
func (e *judge) falls(c *inference.HostCall) {
	if c.Name != "move" || len(c.Args) < 2 || c.Args[1].Zones == 0 ||
		strings.HasSuffix(inference.PathOf(c.Expr(0)), ".top") {
		return // nothing lies on the cards of a pile
	}
	for to := range lattice.Bits(c.Args[1].Zones) {
		if e.Pack().Zones[to].Seen == engine.SeenByAll {
			return
		}
	}
	for _, on := range e.Pack().Zones {
		if on.Of == engine.OfCard && on.Falls == 0 && len(on.Types) == 1 &&
			c.Args[0].Cards == 1<<uint(on.Types[0]) {
			e.say(diag.Found("falls-into-hiding", diag.Note, e.Pos(c.X), "what lies in %s of the card falls off it "+
				"here, to where its type starts; falls_to says where else", on.Name))
		}
	}
}

// Differs notes where the scripts of a pack for an earlier version of the language may do
// something else in this one.
func Differs(scripts []script.Script, report *diag.List) {
	for _, s := range scripts {
		note := func(name string, x ast.Expr) {
			for _, change := range keyword.History() {
				if slices.Contains(change.At, name) {
					report.Notef("older-api", s.Tree.Pos(x), "%s: %s", change.What, change.Fix)
				}
			}
		}
		syntax.Walk(s.Tree.Stmts, func(x ast.Expr) {
			call, ok := x.(*ast.FuncCallExpr)
			if !ok {
				return
			}
			name := inference.PathOf(call.Func)
			note(name, x)
			for _, arg := range call.Args {
				table, _ := arg.(*ast.TableExpr)
				for key := range syntax.Named(table) {
					note(name+"."+key.Value, key)
				}
			}
		})
	}
}
