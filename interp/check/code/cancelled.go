package code

import (
	"fmt"
	"reflect"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What of a window alone is certain: a part of an ability never acts in a window that
// an earlier part of the same ability closes. Where that one must act whenever this one
// could, and cancels the event whatever happens, the later windows do not open.
//
// Anything more asks what is true of a card before an event: that comes from whoever
// raises it, through questions and lists of cards, and is not known.

// cancelledBefore says which part of the same ability cancels the event before the window
// of this one opens; "" where none does for certain.
func (p *program) cancelledBefore(a *engine.Ability) string {
	if a.Form != engine.Hook || a.Trigger < 0 || !p.p.Triggers[a.Trigger].Cancel {
		return ""
	}
	for _, id := range p.c.Abilities[a.Name] {
		by := &p.p.Abilities[id]
		if by.Form != engine.Hook || by.Trigger != a.Trigger || by.Window >= a.Window || by.May ||
			by.HasWhen || by.Limit.Times != 0 {
			continue
		}
		if a.Anywhere && !by.Anywhere || !reflect.DeepEqual(a.Active, by.Active) || !within(by.Where, a.Where) {
			continue
		}
		if h := p.headerOf(by); h != nil && p.cancels(fmt.Sprintf("%s:%d", h.File, h.Line)) {
			return fmt.Sprintf("its part at %s cancels %s in the window %s, so that the window %s does not open",
				headerPos(h), p.p.Triggers[a.Trigger].Name, by.Window, a.Window)
		}
	}
	return ""
}

// within reports whether all of some conditions stand among others.
func within(some, all []engine.Condition) bool {
	for _, c := range some {
		found := false
		for _, other := range all {
			found = found || reflect.DeepEqual(c, other)
		}
		if !found {
			return false
		}
	}
	return true
}

// cancels reports whether the ability of a header cancels its event on every way through
// run, which it always begins.
func (p *program) cancels(header string) bool {
	for _, s := range p.headerSites[header] {
		if len(functionsOf(s.fields["among"])) > 0 {
			return false
		}
		for _, f := range functionsOf(s.fields["run"]) {
			if len(f.params) > 1 && p.assignsCancelled(f) {
				return true
			}
		}
	}
	return false
}

func (p *program) assignsCancelled(f *function) bool {
	for _, s := range f.stmts {
		if s, ok := s.(*ast.AssignStmt); ok && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			get, isField := s.Lhs[0].(*ast.AttrGetExpr)
			_, isTrue := s.Rhs[0].(*ast.TrueExpr)
			if isField && isTrue && p.path(get) == f.params[1].path()+".cancelled" {
				return true
			}
		}
		leaves := false
		syntax.WalkStmts([]ast.Stmt{s}, func(s ast.Stmt) {
			if _, ok := s.(*ast.ReturnStmt); ok {
				leaves = true
			}
		})
		if leaves {
			return false
		}
	}
	return false
}
