package rules

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// passing reports hands that are passed to other seats one after the other, in a loop or by
// moves of one block: the seats lose their knowledge of them then.
func (j *judge) passing() {
	for _, f := range j.Functions {
		in := *j
		in.Evaluator = &inference.Evaluator{Program: j.Program, Fn: f, Tree: f.Chunk.Tree}
		in.passingIn(f.Stmts, nil, nil)
	}
}

// passingIn looks at a block: varies are the names that have another value each time in
// the loops around, each the lists whose cards a loop goes over, by the name of the card.
func (j *judge) passingIn(block []ast.Stmt, varies []string, each map[string]ast.Expr) {
	var to []string
	once := len(block) > 0 && inference.Ends(block[len(block)-1])
	for _, s := range block {
		inner := varies
		var of map[string]ast.Expr
		switch s := s.(type) {
		case *ast.LocalAssignStmt:
			if varies != nil {
				varies = append(slices.Clip(varies), s.Names...)
			}
		case *ast.NumberForStmt:
			inner = append(slices.Clip(varies), s.Name)
		case *ast.GenericForStmt:
			call, _ := s.Exprs[0].(*ast.FuncCallExpr)
			if call != nil && inference.PathOf(call.Func) == "ipairs" && len(call.Args) == 1 && len(s.Names) == 2 &&
				j.wholeZones(call.Args[0]) != 0 {
				of = map[string]ast.Expr{s.Names[1]: call.Args[0]}
			} else {
				inner = append(slices.Clip(varies), s.Names...)
			}
		case *ast.FuncCallStmt:
			hand, zone, kind := j.passed(s, each)
			if kind == "" {
				continue
			}
			here := syntax.PrintExpr(zone)
			others := slices.ContainsFunc(to, func(other string) bool { return other != here })
			to = append(to, here)
			if others || !once && mentions(hand, varies) && mentions(zone, varies) {
				j.warn("passed-in-turn", j.Pos(s.Expr), "one %s goes on after the other: each lies among the cards "+
					"of the next when that goes on, and what seats knew of either is lost; collect the lists and the "+
					"zones, and pass all at once: move(lists, zones)", kind)
			}
		}
		for _, b := range syntax.Blocks(s) {
			j.passingIn(b, inner, of)
		}
	}
}

// passed returns what a statement moves of a seat's closed zone, all of it, to such a zone
// of a seat, and the name of the zone; "" where it does nothing like it.
func (j *judge) passed(s *ast.FuncCallStmt, each map[string]ast.Expr) (hand, zone ast.Expr, kind string) {
	call, ok := s.Expr.(*ast.FuncCallExpr)
	if !ok || inference.PathOf(call.Func) != "move" || len(call.Args) < 2 {
		return nil, nil, ""
	}
	hand, zone = call.Args[0], call.Args[1]
	if card, ok := hand.(*ast.IdentExpr); ok && each[card.Value] != nil {
		hand = each[card.Value]
	}
	if to := j.Peek(zone); to.Only(lattice.Zone | lattice.Nil) {
		both := j.wholeZones(hand) & to.Zones
		for i, z := range j.Pack().Zones {
			if both&(1<<uint(i)) != 0 && z.Of == engine.OfSeat && !z.Ordered && z.Seen != engine.SeenByAll {
				return hand, zone, z.Name
			}
		}
	}
	return nil, nil, ""
}

// wholeZones are the kinds of zones of which an expression is a list of all cards.
func (j *judge) wholeZones(x ast.Expr) uint64 {
	if call, ok := x.(*ast.FuncCallExpr); ok && call.Receiver != nil && call.Method == "cards" {
		return j.Peek(call.Receiver).Zones
	}
	if t := j.Peek(x); t.Only(lattice.List | lattice.Table | lattice.Nil) {
		return t.Zones
	}
	return 0
}

// mentions reports whether an expression reads one of the names.
func mentions(x ast.Expr, names []string) bool {
	if name, ok := x.(*ast.IdentExpr); ok {
		return slices.Contains(names, name.Value)
	}
	return slices.ContainsFunc(syntax.Parts(x), func(part ast.Expr) bool { return mentions(part, names) })
}
