package inference

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// apiResults are the functions of the API that need more than the registry
// says: of their arguments, or of what they return.
var apiResults map[string]func(e *Evaluator, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type

func init() {
	type call = func(e *Evaluator, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type
	apiResults = map[string]call{
		"ability": (*Evaluator).apiAbility,
		"cards": func(e *Evaluator, _ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
			return []lattice.Type{lattice.ListOf(e.selected(args, exprs))}
		},
		"first": func(e *Evaluator, _ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
			if found := e.selected(args, exprs); e.certain(args, exprs) {
				return []lattice.Type{found}
			} else {
				return []lattice.Type{found.Or(lattice.Nil)}
			}
		},
		"sum": (*Evaluator).apiSum,
		"board": func(e *Evaluator, _ *ast.FuncCallExpr, args []lattice.Type, _ []ast.Expr) []lattice.Type {
			return []lattice.Type{e.zonesNamed(args)}
		},
		"draw_from": (*Evaluator).apiDrawFrom,
		"roll":      (*Evaluator).apiRoll,
		"schedule":  (*Evaluator).apiSchedule, "raise": (*Evaluator).apiRaise, "raise_all": (*Evaluator).apiRaiseAll,
		"finish":     (*Evaluator).apiFinish,
		"options":    (*Evaluator).apiOptions,
		"choose.one": (*Evaluator).apiOne, "choose.some": (*Evaluator).apiSome, "choose.order": (*Evaluator).apiSome,
		"choose.secret": (*Evaluator).apiSecret, "choose.split": (*Evaluator).apiSplit,
	}
}

func (e *Evaluator) apiAbility(x *ast.FuncCallExpr, args []lattice.Type, _ []ast.Expr) []lattice.Type {
	key := fmt.Sprintf("%s:%d", e.Fn.Chunk.File, x.Line())
	for _, t := range args {
		for s := range lattice.Refs[*Site](t) {
			n := s.number
			e.do(nil, func(p *Program) {
				if s := p.numbered(n).(*Site); !slices.Contains(p.HeaderSites[key], s) {
					p.HeaderSites[key] = append(p.HeaderSites[key], s)
					p.changed, p.engine.outdated = true, true
				}
			})
		}
	}
	return []lattice.Type{lattice.Top}
}

// selected is a card that a filter selects: of the types that its conditions
// leave.
func (e *Evaluator) selected(args []lattice.Type, exprs []ast.Expr) lattice.Type {
	out := lattice.CardOf(e.AllTypes)
	if len(args) == 0 || len(exprs) == 0 {
		return out
	}
	tables := e.Constructors(exprs[0], args[0])
	if len(tables) != 1 {
		return out
	}
	for key, value := range syntax.Named(tables[0]) {
		if mask, ok := e.typesOf(key.Value, value); ok {
			out.Cards &= mask
		}
	}
	if out.Cards == 0 {
		out.Cards = e.AllTypes
	}
	return out
}

// typesOf returns the types of the cards that pass a condition on type, id or
// zone.
func (e *Evaluator) typesOf(name string, value ast.Expr) (uint64, bool) {
	t := e.Expr(value)
	if name == "zone" && t.Only(lattice.Zone) {
		return e.accepted(t.Zones), true
	}
	if t.Only(lattice.List | lattice.Table) {
		t = e.ItemOf(t)
	}
	if t.Kinds != lattice.Word || t.Words == nil {
		return 0, false
	}
	var mask uint64
	for w := range t.Words {
		switch name {
		case "type":
			if id, ok := e.Compiled.Types[w]; ok {
				mask |= 1 << uint(id)
			}
		case "id":
			if id, ok := e.Compiled.Defs[w]; ok {
				mask |= 1 << uint(e.Pack.Defs[id].Type)
			}
		case "zone":
			zones, _ := e.zoneMask(w)
			mask |= e.accepted(zones)
		default:
			return 0, false
		}
	}
	return mask, mask != 0
}

func (e *Evaluator) apiSum(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	if len(exprs) == 2 && len(args) == 2 {
		for _, table := range e.Constructors(exprs[1], args[1]) {
			e.filter(table)
		}
	}
	return []lattice.Type{lattice.Of(lattice.Number)}
}

// zonesNamed is a zone of those that a word may name; any where it names none.
func (e *Evaluator) zonesNamed(args []lattice.Type) lattice.Type {
	out := lattice.ZoneOf(0)
	if len(args) > 0 {
		for w := range args[0].Words {
			if id, ok := e.Compiled.Zones[w]; ok {
				out.Zones |= 1 << uint(id)
			}
		}
	}
	if out.Zones == 0 {
		out.Zones = e.allZones()
	}
	return out
}

func (e *Evaluator) apiDrawFrom(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	out := lattice.CardOf(e.AllTypes)
	if len(args) > 0 && args[0].Only(lattice.Zone|lattice.Nil) {
		out.Cards = e.accepted(args[0].Zones)
	}
	if len(args) > 1 {
		return []lattice.Type{lattice.ListOf(out)}
	}
	if !e.settled || len(exprs) > 0 && (e.Fn.isAnswered() || e.facts.has(e.Path(exprs[0])+".top")) {
		return []lattice.Type{out}
	}
	return []lattice.Type{out.Or(lattice.Nil)}
}

func (e *Evaluator) apiRoll(_ *ast.FuncCallExpr, args []lattice.Type, _ []ast.Expr) []lattice.Type {
	face := lattice.Of(lattice.Word | lattice.Number)
	if len(args) > 0 && args[0].Words != nil {
		var faces lattice.Type
		for _, w := range args[0].WordList() {
			if id, ok := e.Compiled.Dice[w]; ok {
				faces = lattice.Join(faces, e.Faces(&e.Pack.Dice[id]), nil)
			}
		}
		if !faces.Bottom() {
			face = faces
		}
	}
	if len(args) > 1 {
		return []lattice.Type{lattice.ListOf(face)}
	}
	return []lattice.Type{face}
}

func (e *Evaluator) Faces(d *engine.Die) lattice.Type {
	var out lattice.Type
	var words []string
	for _, v := range d.Faces {
		switch v.Kind {
		case engine.Number:
			out = lattice.Join(out, lattice.Range(int(v.N), int(v.N)), nil)
		case engine.Word:
			words = append(words, e.Pack.Symbols[v.N])
		default:
			return lattice.Top
		}
	}
	if len(words) > 0 {
		out = lattice.Join(out, lattice.Choice(words), nil)
	}
	return out
}

func (e *Evaluator) apiSchedule(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	for _, f := range e.StepsNamed(args) {
		e.Program.call(f, args[1:])
		if !e.Final {
			e.passNeeds(f, exprs[1:])
		}
	}
	return nil
}

// StepsNamed are the functions of the steps that a word may name.
func (e *Evaluator) StepsNamed(args []lattice.Type) (out []*Func) {
	if len(args) > 0 {
		for _, name := range args[0].WordList() {
			out = append(out, e.Step(name)...)
		}
	}
	return out
}

// printed is what card:printed gives.
func (e *Evaluator) printed(args []lattice.Type) lattice.Type {
	if a := e.PrintedAttribute(args); a != nil {
		return e.attributeType(a)
	}
	return lattice.Top
}

// PrintedAttribute is the attribute that a word names; nil for none and for several.
func (e *Evaluator) PrintedAttribute(args []lattice.Type) *engine.Attribute {
	if len(args) == 0 || len(args[0].Words) != 1 {
		return nil
	}
	id, ok := e.Compiled.CardAttributes[args[0].WordList()[0]]
	if !ok {
		return nil
	}
	return &e.Pack.Cards[id]
}
