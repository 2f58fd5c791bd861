package inference

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// results are what a call gives, one after the other.
func (e *Evaluator) results(c *HostCall) []lattice.Type {
	switch {
	case c.Does&keyword.Declares != 0:
		e.declares(c)
	case c.Table != "":
		c.offered = e.from(c)
	}
	var out []lattice.Type
	for _, r := range c.Results {
		for c.part = range max(1, len(c.offered)) {
			if c.part == 0 || c.Open {
				out = append(out, e.result(c, r))
			}
		}
	}
	return out
}

// result is what a call gives, of a type of its row.
func (e *Evaluator) result(c *HostCall, t keyword.Type) lattice.Type {
	switch t.By {
	case keyword.ByName:
		return e.meant(c, t)
	case keyword.ByFirst:
		return e.within(c.First(), t)
	case keyword.ByFilter:
		return e.selected(c)
	case keyword.ByOptions:
		return c.offered[min(c.part, len(c.offered)-1)]
	}
	switch t.Kind {
	case keyword.Same:
		return c.First().Without(lattice.Nil | lattice.False)
	case keyword.Element:
		return e.ItemOf(c.First())
	case keyword.OptionsValue:
		s := e.site(c.X)
		n := s.number
		e.do(nil, func(p *Program) { p.numbered(n).(*Site).options = true })
		return lattice.RefTo(lattice.Options, s)
	case keyword.ListOf:
		out := lattice.ListOf(e.result(c, *t.Item))
		if t.Item.Kind == keyword.CardValue && t.Item.By == keyword.ByFirst {
			out.Zones = c.First().Zones // whose cards these are, all of them or drawn
		}
		return out
	case keyword.Either:
		return e.oneOf(c, t)
	}
	return e.value(t)
}

// oneOf is what a call gives of several: of one and a list of such the list where it says
// how many, and nothing unless that is known not to be.
func (e *Evaluator) oneOf(c *HostCall, t keyword.Type) (out lattice.Type) {
	least, _ := c.Counts()
	list, several := alternative(t, keyword.ListOf)
	if several && len(c.Args) > least && c.Args[least].Kinds != lattice.Nil {
		return e.result(c, list)
	}
	for _, o := range t.Of {
		switch {
		case o.Kind == keyword.ListOf:
			continue
		case o.Kind == keyword.Nothing && (c.offered != nil && out.Bottom() || e.sure(c)):
			continue
		}
		one := e.result(c, o)
		if o.By == keyword.ByOptions && one.Bottom() {
			return one // what is offered is not known, as where nothing calls the function
		}
		out = lattice.Join(out, one, e.widen)
	}
	return out
}

// sure reports whether a call certainly gives something, though other calls of the function
// may not: the filter matches something that is always there, the seat may not decline, or
// the zone has a card.
func (e *Evaluator) sure(c *HostCall) bool {
	switch {
	case c.Nothing == "":
		return false
	case c.Table == filter.CardFilter:
		return e.certain(c)
	case c.Table != "":
		return !e.mayDecline(c)
	}
	return !e.settled || e.Fn.isAnswered() || len(c.Exprs) > 0 && e.facts.has(e.Path(c.Exprs[0])+".top")
}

// meant is what the name in a call stands for.
func (e *Evaluator) meant(c *HostCall, t keyword.Type) lattice.Type {
	i, ref := c.Names()
	if i < 0 {
		return e.value(t)
	}
	switch named := c.Args[i]; ref {
	case keyword.RefZone:
		return e.zonesNamed(named)
	case keyword.RefTrigger:
		var ev lattice.Type
		for _, id := range e.RaisedTriggers(c) {
			ev = lattice.Join(ev, e.event(eventKey{id, engine.Replace, Applying}), e.widen)
		}
		if !ev.Bottom() {
			return ev
		}
		return lattice.Top
	case keyword.RefDie:
		if len(c.Args) > 3 && c.Args[3].Kinds&^lattice.Nil != lattice.Number {
			return e.ItemOf(c.Args[3])
		}
		var faces lattice.Type
		for _, w := range named.WordList() {
			if id, ok := numberOf(e.Program, keyword.RefDie, e.compiled.Dice, w); ok {
				faces = lattice.Join(faces, e.Faces(&e.pack.Dice[id]), nil)
			}
		}
		if !faces.Bottom() {
			return faces
		}
	case keyword.RefAttribute:
		if a := e.PrintedAttribute(named); a != nil {
			return e.attributeType(a)
		}
	}
	return e.value(t)
}

// within is the content of a zone, a neighbour of one, or a list of options itself.
func (e *Evaluator) within(first lattice.Type, t keyword.Type) lattice.Type {
	switch {
	case t.Kind == keyword.OptionsValue:
		out := lattice.Type{Kinds: lattice.Options}
		for s := range lattice.Refs[*Site](first) {
			out.Refs = append(out.Refs, s)
		}
		return out
	case first.Kinds&lattice.Zone == 0:
	case t.Kind == keyword.ZoneValue:
		return lattice.ZoneOf(first.Zones)
	case t.Kind == keyword.CardValue:
		return lattice.CardOf(e.accepted(first.Zones))
	}
	return e.value(t)
}

// declares notes the tables that a call gives to the game.
func (e *Evaluator) declares(c *HostCall) {
	key := fmt.Sprintf("%s:%d", e.Fn.Chunk.File, c.X.Line())
	for _, t := range c.Args {
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
}

// selected is a card that a filter selects: of the types that its conditions
// leave.
func (e *Evaluator) selected(c *HostCall) lattice.Type {
	out := lattice.CardOf(e.AllTypes)
	tables := e.Constructors(c.Expr(0), c.First())
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
			if id, ok := numberOf(e.Program, keyword.RefType, e.compiled.Types, w); ok {
				mask |= 1 << uint(id)
			}
		case "id":
			e.ReadsPart(Ids)
			if id, ok := e.compiled.Defs[w]; ok {
				mask |= 1 << uint(e.pack.Defs[id].Type)
			}
		case "zone":
			mask |= e.accepted(e.zoneMask(w))
		default:
			return 0, false
		}
	}
	return mask, mask != 0
}

// zonesNamed is a zone of those that a word may name; any where it names none.
func (e *Evaluator) zonesNamed(named lattice.Type) lattice.Type {
	out := lattice.ZoneOf(0)
	for w := range named.Words {
		if id, ok := numberOf(e.Program, keyword.RefZones, e.compiled.Zones, w); ok {
			out.Zones |= 1 << uint(id)
		}
	}
	if out.Zones == 0 {
		out.Zones = e.allZones()
	}
	return out
}

// Faces is what may come up of a die.
func (e *Evaluator) Faces(d *engine.Die) lattice.Type {
	var out lattice.Type
	var words []string
	for _, v := range d.Faces {
		switch v.Kind {
		case engine.Number:
			out = lattice.Join(out, lattice.Range(int(v.N), int(v.N)), nil)
		case engine.Word:
			words = append(words, e.pack.Symbols[v.N])
		default:
			return lattice.Top
		}
	}
	if len(words) > 0 {
		out = lattice.Join(out, lattice.Choice(words), nil)
	}
	return out
}

// StepsNamed are the functions of the steps that a call names.
func (e *Evaluator) StepsNamed(c *HostCall) (out []*Func) {
	if i, ref := c.Names(); ref == keyword.RefStep {
		for _, name := range c.Args[i].WordList() {
			out = append(out, e.Step(name)...)
		}
	}
	for _, f := range out {
		e.read(&f.cell)
	}
	return out
}

// PrintedAttribute is the attribute that a word names; nil for none and for several.
func (e *Evaluator) PrintedAttribute(named lattice.Type) *engine.Attribute {
	if len(named.Words) == 1 {
		a, _ := e.AttributeNamed(named.WordList()[0])
		return a
	}
	return nil
}

// certain reports whether some card always passes a filter, wherever the cards are: the
// filter asks only for printed values, and some card of the pack has the type or id. Cards
// never leave a game, they only move.
func (e *Evaluator) certain(c *HostCall) bool {
	tables := e.Constructors(c.Expr(0), c.First())
	if len(tables) != 1 || len(tables[0].Fields) == 0 {
		return false
	}
	for _, f := range tables[0].Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			return false
		}
		if a, _ := e.AttributeNamed(key.Value); key.Value != "type" && key.Value != "id" && (a == nil || a.State) {
			return false
		}
	}
	return true
}
