package compile

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// abilityParam is what a card may give for a parameter of an ability.
type abilityParam struct {
	name string
	typ  valueType
	what string // in messages
}

// readParams reads the parameters that a card may set.
func (h *headerReader) readParams(out *engine.Ability) {
	t := h.fields["params"]
	if t == nil {
		return
	}
	if t.Kind != ast.TreeMap {
		if t.Kind != ast.TreeList || len(t.Items) > 0 {
			h.notA(t, "params", "a table {name = {type = ..., default = ...}}")
		}
		return
	}
	record := keyword.Lookup("ability parameter")
	for _, field := range t.Fields {
		if field.Value.Kind != ast.TreeMap {
			h.errorf("wrong-type", field,
				"the parameter %q must be a table {type = ..., default = ...}, not %s", field.Name,
				field.Value.Describe())
			continue
		}
		for _, f := range field.Value.Fields {
			if _, ok := record.Field(f.Name); !ok {
				h.report.Unknown("unknown-key", f, f.Name, record.Names(),
					"unknown field %q in the parameter %q", f.Name, field.Name)
			}
		}
		h.readParam(out, field)
	}
}

func (h *headerReader) readParam(out *engine.Ability, field ast.TreeField) {
	named := func(key string) ast.Word {
		t := field.Value.Get(key)
		switch {
		case t == nil:
			return ast.Word{}
		case t.Kind != ast.TreeWord:
			h.notA(t, fmt.Sprintf("%s of the parameter %q", key, field.Name), "a word")
			return ast.Word{}
		}
		return wordOf(t)
	}
	typ := named("type")
	named("doc") // for people alone, but a text
	if !typ.Given() {
		if !field.Value.Has("type") {
			h.errorf("missing-key", field, "the parameter %q needs a type", field.Name)
		}
		return
	}
	if !h.fieldName(ast.Word{Text: field.Name, Pos: field.Pos}, "parameter") {
		return
	}
	vt, ok := h.valueType(typ, named("of"), keyword.ItemTypes)
	if !ok {
		h.out.Broken[field.Name], h.out.Broken["a parameter of "+h.header.ID] = true, true
		return
	}
	p := engine.AbilityParam{Name: field.Name, Kind: vt.kind, Required: true}
	if t := field.Value.Get("default"); t != nil {
		p.Required = false
		p.Default, _ = h.value(t, vt, "the default of "+field.Name)
	}
	out.Params = append(out.Params, p)
	h.params[h.id] = append(h.params[h.id], abilityParam{field.Name, vt, fmt.Sprintf("%s of %s", field.Name, out.Name)})
}

// carries reports an ability that no card can carry.
func (c *Compiler) carries(a *engine.Ability, name ast.Word) {
	if a.Form == engine.Modifier && a.Of == engine.Control {
		c.errorf("carried-control", name, "%q gives its seat the control of its card: no card "+
			"carries it; begin it with lasting{ability = %q, on = card, seat = seat}", name, name)
	}
	if a.Ends != nil {
		c.errorf("meaningless-key", name, "%q says with until_ when it ends, and what a card carries does "+
			"not end", name)
	}
}

// useAbility puts a named ability on a card: each of its parts with the
// parameters that the card gives.
func (c *Compiler) useAbility(card *ast.Card, def *engine.CardDef, use ast.AbilityUse) {
	if c.formNamed(use.Name.Text) != nil {
		c.useForm(card, def, use)
		return
	}
	parts, ok := c.out.Abilities[use.Name.Text]
	if !ok && c.unread["ability "+use.Name.Text] {
		return
	}
	if !ok {
		c.unknown("unknown-ability", use.Name, "there is no ability",
			append(sortedKeys(c.out.Abilities), c.tree.FormNames()...))
		return
	}
	if c.pack.Abilities[parts[0]].Form == engine.Deed {
		c.errorf("bad-ability", use.Name, "the ability %q does not say when it acts: a card does it under "+
			"a form, as {%s: {%s: value}}", use.Name, c.tree.Forms[0].Name, use.Name)
		return
	}
	c.carry(card, def, use, parts)
}

// carry puts parts of an ability on a card, with the parameters that the card gives.
func (c *Compiler) carry(card *ast.Card, def *engine.CardDef, use ast.AbilityUse, parts []engine.AbilityID) {
	var names []string
	for _, id := range parts {
		for _, p := range c.params[id] {
			if !slices.Contains(names, p.name) {
				names = append(names, p.name)
			}
		}
	}
	given, ok := c.given(use, names)
	if !ok {
		return
	}
	uses := make([]engine.CardAbility, len(parts))
	var missing []string
	for i, id := range parts {
		uses[i].Ability = id
		c.carries(&c.pack.Abilities[id], use.Name)
		for j, p := range c.pack.Abilities[id].Params {
			value := p.Default
			t := (&ast.Tree{Fields: given}).Get(p.Name)
			switch {
			case t != nil:
				value, _ = c.value(t, c.params[id][j].typ, c.params[id][j].what)
			case p.Required && !slices.Contains(missing, p.Name):
				missing = append(missing, p.Name)
				c.errorf("missing-parameter", use.Name,
					"the ability %q needs its parameter %q", use.Name, p.Name)
			}
			uses[i].Params = append(uses[i].Params, value)
		}
	}
	for _, u := range uses {
		twice := func(o engine.CardAbility) bool { return o.Ability == u.Ability && slices.Equal(o.Params, u.Params) }
		if c.pack.Abilities[u.Ability].Form != engine.Deed && slices.ContainsFunc(def.Abilities, twice) {
			c.errorf("duplicate-name", use.Name, "the card %q has the ability %q twice",
				card.ID, use.Name)
			return
		}
	}
	def.Abilities = append(def.Abilities, uses...)
}

// given sorts what a card gives by parameter: one value for an ability with
// one parameter, else a map.
func (c *Compiler) given(use ast.AbilityUse, names []string) ([]ast.TreeField, bool) {
	t := use.Params
	if t == nil || t.Kind == ast.TreeNothing || len(names) == 0 && c.out.Broken["a parameter of "+use.Name.Text] {
		return nil, true
	}
	if len(names) == 0 {
		c.errorf("unknown-parameter", t, "the ability %q has no parameters", use.Name)
		return nil, false
	}
	if t.Kind != ast.TreeMap || len(names) == 1 && len(t.Fields) > 0 && !t.Has(names[0]) && c.takesMap(use.Name.Text) {
		if len(names) > 1 {
			c.errorf("wrong-type", t, "the ability %q has %d parameters; give them as a map, not as %s",
				use.Name, len(names), t.Describe())
			return nil, false
		}
		return []ast.TreeField{{Name: names[0], Value: t}}, true
	}
	for _, f := range t.Fields {
		if !slices.Contains(names, f.Name) {
			c.unknown("unknown-parameter", ast.Word{Text: f.Name, Pos: f.Pos},
				fmt.Sprintf("the ability %q has no parameter", use.Name), names)
		}
	}
	return t.Fields, true
}

// takesMap reports whether a parameter of the ability is a map itself.
func (c *Compiler) takesMap(ability string) bool {
	return slices.ContainsFunc(c.out.Abilities[ability], func(id engine.AbilityID) bool {
		return slices.ContainsFunc(c.params[id], func(p abilityParam) bool { return p.typ.isMap })
	})
}
