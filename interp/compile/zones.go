package compile

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// typeNames gives the types their numbers; zones and attributes name them.
func (c *Compiler) typeNames() {
	for _, t := range c.tree.Types {
		if !c.declare("type", t.Name) {
			continue
		}
		if len(c.pack.Types) == MaxTypes {
			c.errorf("too-many", t.Name, "a pack has at most %d types of cards", MaxTypes)
			return
		}
		c.Symbol(t.Name.Text)
		c.out.Types[t.Name.Text] = engine.TypeID(len(c.pack.Types))
		c.pack.Types = append(c.pack.Types, engine.CardType{Name: t.Name.Text, Start: -1})
		c.out.Labels.Types = append(c.out.Labels.Types, t.Label)
	}
}

func (c *Compiler) zones() {
	fields := map[string][]string{
		"table": keyword.Entity("game").AllNames(),
		"seat":  keyword.Entity("seat").AllNames(),
		"card":  append(keyword.Entity("card").AllNames(), keyword.Lookup("card in then").Names()...),
	}
	for _, z := range c.tree.Zones {
		if !c.declare("zone", z.Name) || !c.fieldName(z.Name, "zone", fields[z.Of.Text]) {
			continue
		}
		if len(c.pack.Zones) == MaxZones {
			c.errorf("too-many", z.Name, "a pack has at most %d zones", MaxZones)
			break
		}
		c.Symbol(z.Name.Text)
		c.out.Zones[z.Name.Text] = engine.ZoneKindID(len(c.pack.Zones))
		c.pack.Zones = append(c.pack.Zones, c.zone(z))
		if fields[z.Of.Text] == nil {
			c.out.Broken[z.Name.Text] = true
		}
		c.out.Labels.Zones = append(c.out.Labels.Zones, z.Label)
	}
	for _, z := range c.tree.Zones {
		if id, ok := c.out.Zones[z.Name.Text]; ok && z.FallsTo.Given() {
			if to, ok := c.zoneNamed(z.FallsTo); ok {
				c.pack.Zones[id].Falls = to + 1
			}
		}
	}
	for _, t := range c.tree.Types {
		if id, ok := c.out.Types[t.Name.Text]; ok && t.Start.Given() {
			c.pack.Types[id].Start = c.startZone(t.Start)
		}
		if id, ok := c.out.Types[t.Name.Text]; ok && t.Check.Given() {
			c.out.Checks = append(c.out.Checks, Check{id, c.useStep(t.Check)})
		}
	}
}

func (c *Compiler) zone(z *ast.Zone) engine.ZoneKind {
	out := engine.ZoneKind{
		Name: z.Name.Text, Of: engine.Holder(max(0, slices.Index([]string{"table", "seat", "card"}, z.Of.Text))),
		Types: c.types(z.Types), PerSeat: z.PerSeat, Ordered: z.Ordered, Bag: z.Bag,
		Seen: visibility(z.Seen), Accepts: c.types(z.Accepts),
		Capacity: c.positive(z.Capacity), CapacitySeat: c.positive(z.CapacityEach),
	}
	switch {
	case out.Of == engine.OfCard && len(z.Types) == 0:
		c.errorf("missing-key", z.Name, "the zone %q of cards needs types: which cards have it", z.Name)
	case out.Of != engine.OfCard && len(z.Types) > 0:
		c.errorf("meaningless-key", z.Types[0], "types is for zones of cards; accepts says what may enter")
	}
	if z.Bag && z.Ordered {
		c.errorf("meaningless-key", z.Name, "the zone %q cannot be both ordered and a bag", z.Name)
	}
	if out.Of == engine.OfSeat && z.PerSeat {
		c.errorf("meaningless-key", z.Name,
			"a zone of seats is one for each seat already; per_seat is for zones of cards and of the table")
	}
	if z.Board != nil {
		out.Rows, out.Columns = z.Board.Rows, z.Board.Columns
		if out.Of != engine.OfTable || z.PerSeat {
			c.errorf("meaningless-key", z.Board.Pos, "a board is a zone of the table")
		}
		if out.Rows < 1 || out.Columns < 1 || out.Rows*out.Columns > 4096 {
			c.errorf("bad-range", z.Board.Pos, "a board has from 1 to 4096 zones")
			out.Rows, out.Columns = 1, 1
		}
	}
	return out
}

func (c *Compiler) positive(t *ast.Tree) int {
	if t == nil {
		return 0
	}
	if t.Number < 1 {
		c.errorf("bad-range", t, "a capacity is at least 1; leave it out for no bound")
		return 0
	}
	return t.Number
}

func (c *Compiler) types(words []ast.Word) []engine.TypeID {
	var ids []engine.TypeID
	for _, w := range words {
		if id, ok := c.typeNamed(w); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// startZone resolves the zone of the table where cards of a type begin.
func (c *Compiler) startZone(w ast.Word) engine.ZoneKindID {
	var possible []string
	for _, z := range c.pack.Zones {
		if z.Of == engine.OfTable && z.Rows == 0 && !z.PerSeat {
			possible = append(possible, z.Name)
		}
	}
	if !slices.Contains(possible, w.Text) {
		c.unknown("unknown-zone", w, "cards begin in a zone of the table, and there is none named", possible)
		return -1
	}
	return c.out.Zones[w.Text]
}

// groups resolves the groups; a group may hold others.
func (c *Compiler) groups() {
	byName := map[string]*ast.Group{}
	for _, g := range c.tree.Groups {
		if _, zone := c.out.Zones[g.Name.Text]; zone {
			c.errorf("duplicate-name", g.Name,
				"%q is a zone already; a group needs a name of its own", g.Name)
			continue
		}
		if c.declare("group", g.Name) {
			byName[g.Name.Text] = g
		}
	}
	r := &groupResolver{Compiler: c, byName: byName, open: map[string]bool{}}
	for _, g := range c.tree.Groups {
		if byName[g.Name.Text] == g {
			r.mask(g)
		}
	}
}

// groupResolver turns groups into sets of zones, each once.
type groupResolver struct {
	*Compiler
	byName map[string]*ast.Group
	// open are the groups being resolved.
	open map[string]bool
}

func (r *groupResolver) mask(g *ast.Group) engine.ZoneMask {
	if m, done := r.out.Groups[g.Name.Text]; done {
		return m
	}
	r.open[g.Name.Text] = true
	var m engine.ZoneMask
	for _, w := range g.Zones {
		if id, ok := r.out.Zones[w.Text]; ok {
			m |= 1 << uint(id)
			continue
		}
		inner, ok := r.byName[w.Text]
		switch {
		case !ok:
			r.unknown("unknown-zone", w, "there is no zone or group",
				append(sortedKeys(r.out.Zones), sortedKeys(r.byName)...))
		case r.open[w.Text]:
			r.errorf("group-in-itself", w, "the group %q is a part of itself", w)
		default:
			m |= r.mask(inner)
		}
	}
	delete(r.open, g.Name.Text)
	r.out.Groups[g.Name.Text] = m
	return m
}

// zoneMask resolves names of zones and groups.
func (c *Compiler) zoneMask(words []ast.Word) engine.ZoneMask {
	var m engine.ZoneMask
	for _, w := range words {
		one, ok := c.out.Filters.Zone(w.Text)
		if !ok {
			c.unknown("unknown-zone", w, "there is no zone or group", c.out.Filters.ZoneNames())
		}
		m |= one
	}
	return m
}
