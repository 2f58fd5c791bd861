package code

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// What may be nothing (nil): what first{} does not find, an answer that was
// declined, what a function returns on one of its ways only, what a raise leaves
// out, an attribute that is emptied. Used without asking it stops the game, often
// long after the script was written.

// absentParam is a parameter of a trigger.
type absentParam struct {
	trigger engine.TriggerID
	name    string
}

// leftOut notes the parameters that a raise does not give. What a place gives, as the
// top of a pile, counts as given: see argument.
func (e *evaluator) leftOut(ids []engine.TriggerID, table *ast.TableExpr, pos diag.Pos) {
	s := e.sites[table]
	if !e.settled || s == nil || s.widened || !s.other.bottom() {
		return
	}
	if e.final {
		e.raises(ids, s, pos)
	}
	for _, id := range ids {
		if misnamed(s, &e.p.Triggers[id]) {
			continue
		}
		for _, param := range e.p.Triggers[id].Params {
			given, ok := s.fields[param.Name]
			if ok && (given.any() || given.kinds&kNil == 0 || e.byPlace(fieldOf(table, param.Name))) {
				continue
			}
			key := absentParam{id, param.Name}
			if _, known := e.absent[key]; !known {
				e.absent[key], e.changed = pos, true
			}
		}
	}
}

// fieldOf is the expression at a name in a table; nil if none is written there.
func fieldOf(table *ast.TableExpr, name string) ast.Expr {
	for _, f := range table.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok && key.Value == name {
			return f.Value
		}
	}
	return nil
}

// misnamed reports whether one of the parameters given has a name that the trigger
// does not know: it was misspelt, most likely, and is not missing.
func misnamed(s *site, t *engine.Trigger) bool {
	return slices.ContainsFunc(s.order, func(name string) bool { return !slices.Contains(paramNames(t), name) })
}

// raises notes which parameters one raise does not give at all, for the sentences
// that show them.
func (e *evaluator) raises(ids []engine.TriggerID, s *site, pos diag.Pos) {
	for _, id := range ids {
		trigger := &e.p.Triggers[id]
		if misnamed(s, trigger) {
			continue
		}
		for _, param := range trigger.Params {
			if _, ok := s.fields[param.Name]; ok {
				continue
			}
			if e.used.lacks[trigger.Name] == nil {
				e.used.lacks[trigger.Name] = map[string]diag.Pos{}
			}
			if _, known := e.used.lacks[trigger.Name][param.Name]; !known {
				e.used.lacks[trigger.Name][param.Name] = pos
			}
		}
	}
}

// empties notes an attribute that is set to nil.
func (e *evaluator) empties(f field, pos diag.Pos, x ast.Expr) {
	if _, ok := x.(*ast.NilExpr); !ok || f.attribute == nil {
		return
	}
	if _, known := e.emptied[f.attribute]; !known {
		e.emptied[f.attribute], e.changed = pos, true
	}
}

// asks notes which parameters of the trigger an ability's conditions ask for:
// where it acts, these are something.
func (p *program) asks(f *function, h *compile.Header, a *engine.Ability) {
	f.given = f.given[:0]
	if len(f.params) > 0 && p.livesOnCards(h.ID, a) {
		f.given = append(f.given, f.params[0].path()+".host")
	}
	if len(f.params) < 2 {
		return
	}
	if where := h.Fields.Get("where"); where != nil {
		for _, c := range where.Fields {
			f.given = append(f.given, f.params[1].path()+"."+c.Name)
		}
	}
}

// livesOnCards reports whether an ability works in zones of cards alone: then its
// card has a host.
func (p *program) livesOnCards(name string, a *engine.Ability) bool {
	zones, types := uint64(0), p.onCards[name]
	for i := range p.p.Types {
		active := a.Active
		if active == nil {
			active = p.p.Types[i].Active
		}
		if types&(1<<uint(i)) != 0 {
			zones |= zonesOf(active)
		}
	}
	for i := range p.p.Zones {
		if zones&(1<<uint(i)) != 0 && p.p.Zones[i].Of != engine.OfCard {
			return false
		}
	}
	return zones != 0
}

// zonesOf are the kinds of zones that a filter asks for; all if for none.
func zonesOf(f *engine.Filter) uint64 {
	zones := ^uint64(0)
	if f == nil {
		return zones
	}
	for i := range f.Terms {
		if t := &f.Terms[i]; t.Op == engine.TermZone && !t.Not {
			zones &= uint64(t.Zones)
		}
	}
	return zones
}

// answered hands what the function when of an ability asks for to those that come
// after it: they find it so. Where when has several statements, its last one is a
// return, and what it asks there counts.
func (p *program) answered(s *site) {
	for _, when := range functionsOf(s.fields["when"]) {
		if len(when.stmts) == 0 {
			continue
		}
		last, ok := when.stmts[len(when.stmts)-1].(*ast.ReturnStmt)
		if !ok || len(last.Exprs) != 1 {
			continue
		}
		e := &evaluator{program: p, fn: when, tree: when.chunk.tree}
		e.assume(last.Exprs[0], true)
		for _, name := range []string{"among", "run"} {
			for _, f := range functionsOf(s.fields[name]) {
				f.answered = true
				f.given = append(f.given, renamed(e.facts, when.params, f.params)...)
			}
		}
	}
}

// variableNames are the names of variables in paths.
var variableNames = regexp.MustCompile(`#[0-9]+`)

// renamed are the paths of facts, with the parameters of one function in place of
// those of another; those with other variables are left out.
func renamed(f *facts, from, to []*variable) []string {
	var out []string
	for ; f != nil; f = f.next {
		own := true
		path := variableNames.ReplaceAllStringFunc(f.path, func(name string) string {
			for i, v := range from {
				if v.path() == name && i < len(to) {
					return to[i].path()
				}
			}
			own = false
			return name
		})
		if own && f.what == something {
			out = append(out, path)
		}
	}
	return out
}

// nothing reports the use of an expression that may be nothing.
func (e *evaluator) nothing(x ast.Expr, t typ) {
	if !t.known() || t.kinds&kNil == 0 || t.kinds == kNil || e.home[x] != e.fn {
		return
	}
	if name, ok := x.(*ast.IdentExpr); ok {
		if v := e.uses[name]; v != nil && v.role == parameter && !v.guarded {
			return // its callers have to give it
		}
	}
	ask, mend := "keep it in a variable and ask first", diag.Mend{}
	if e.path(x) != "" && !strings.HasSuffix(describe(x), ")") {
		ask, mend = "ask first: if "+describe(x)+" then", diag.Mend{What: "ask", Name: describe(x)}
	}
	e.say(diag.Finding{
		Code: "may-be-nothing", Severity: diag.Warning, Pos: e.pos(x), Mend: mend,
		Message: fmt.Sprintf("%s may be nothing (nil) here: %s; %s", describe(x), e.whyNothing(x), ask),
	})
}

// whyNothing says how an expression comes to be nothing.
func (e *evaluator) whyNothing(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.uses[x]
		switch {
		case v == nil:
		case v.role == parameter:
			return fmt.Sprintf("%s is called without it", v.owner.title())
		case v.is != nil && v.writes == 0:
			return e.whyNothing(v.is)
		}
	case *ast.FuncCallExpr:
		return e.whyCallNothing(x)
	case *ast.AttrGetExpr:
		return e.whyFieldNothing(x)
	case *ast.LogicalOpExpr:
		if x.Operator == "or" {
			return e.whyNothing(x.Rhs)
		}
		return e.whyNothing(x.Lhs)
	}
	return "it is not set on every way to this place"
}

func (e *evaluator) whyCallNothing(x *ast.FuncCallExpr) string {
	path := pathOf(x.Func)
	switch path {
	case "first":
		return "first{} finds no card where none passes"
	case "choose.one":
		return "the seat may decline"
	case "draw_from":
		return "an empty zone gives no card"
	case "":
		if x.Receiver != nil {
			return fmt.Sprintf(":%s does not always give something", x.Method)
		}
		path = "the function"
	}
	return fmt.Sprintf("%s does not always return something", path)
}

func (e *evaluator) whyFieldNothing(x *ast.AttrGetExpr) string {
	key, ok := x.Key.(*ast.StringExpr)
	if !ok {
		return "there may be nothing under this key"
	}
	object := e.peek(x.Object)
	for _, r := range object.refs {
		if ev, ok := r.(*event); ok {
			if pos, ok := e.absent[absentParam{ev.trigger, key.Value}]; ok {
				return fmt.Sprintf("%s is raised without it, at %s", e.p.Triggers[ev.trigger].Name, placeOf(pos))
			}
		}
	}
	for _, k := range entityKinds {
		if object.kinds&k == 0 {
			continue
		}
		f, ok := e.entityOf(object, k, key.Value)
		if !ok {
			continue
		}
		if pos, ok := e.emptied[f.attribute]; ok {
			return fmt.Sprintf("%q is set to nil, at %s", key.Value, placeOf(pos))
		}
	}
	switch {
	case key.Value == "top", key.Value == "bottom":
		return "the zone may be empty"
	case key.Value == "host":
		return "the card may lie in a zone of no card"
	case key.Value == "seat" && object.kinds&kCard != 0:
		return fmt.Sprintf("%s belongs to no seat", e.objectName(object))
	}
	return fmt.Sprintf("%q is not always set", key.Value)
}

// isAnswered reports whether a function is what an ability does once its when has
// agreed, or a part of that: when may have asked in ways that cannot be followed.
func (f *function) isAnswered() bool {
	for ; f != nil; f = f.outer {
		if f.answered {
			return true
		}
	}
	return false
}

// argument reports a value given to a function that needs one, where it may be
// nothing. The top of a pile, what is drawn from it and what a card lies on are left
// out: how many cards there are, and where, is mostly known by counting or by the
// question that was asked, in ways that cannot be followed.
func (e *evaluator) argument(x ast.Expr, t typ) {
	if !e.byPlace(x) {
		e.nothing(x, t)
	}
}

func (e *evaluator) byPlace(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.uses[x]
		return v != nil && v.is != nil && e.byPlace(v.is)
	case *ast.AttrGetExpr:
		return isField(x, "top") || isField(x, "bottom") || isField(x, "host")
	case *ast.FuncCallExpr:
		return pathOf(x.Func) == "draw_from"
	}
	return false
}

// certain reports whether a card passes a filter wherever the cards are: it asks
// for nothing but what is printed, and some card of the pack is of the type or has
// the id. A card is never gone from a game, it only lies elsewhere.
func (e *evaluator) certain(args []typ, exprs []ast.Expr) bool {
	if len(args) == 0 || len(exprs) == 0 {
		return false
	}
	tables := e.constructors(exprs[0], args[0])
	if len(tables) != 1 || len(tables[0].Fields) == 0 {
		return false
	}
	for _, f := range tables[0].Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			return false
		}
		if id, ok := e.c.CardAttributes[key.Value]; key.Value != "type" && key.Value != "id" &&
			(!ok || e.p.Cards[id].State) {
			return false
		}
	}
	return true
}

// gave notes what a raise gives as a parameter.
func (e *evaluator) gave(key absentParam, table *ast.TableExpr, name string, value typ) {
	if s := e.sites[table]; s != nil && s.fn != e.fn {
		value = s.fields[name]
	}
	if e.final {
		return
	}
	was := e.gives[key]
	e.join(&was, value.without(kNil))
	e.gives[key] = was
}

// raised notes what one raise does with the cards that it gives.
func (e *evaluator) raised(ids []engine.TriggerID, args []typ, exprs []ast.Expr) {
	if !e.final {
		return
	}
	var apply typ
	if len(args) > 2 {
		apply = args[2]
	}
	table := &ast.TableExpr{}
	if len(args) > 1 {
		if tables := e.constructors(exprs[1], args[1]); len(tables) == 1 {
			table = tables[0]
		}
	}
	e.noteOutcome(ids, table, apply)
}
