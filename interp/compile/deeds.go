package compile

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// entryFields are what an entry of a card says itself beside its deeds.
var entryFields = []string{"target", "where", "may", "limit", "pays"}

// useForm puts deeds on a card, under the header of a form and with what the card says of
// them itself: {reap: {hurt: 2, target: {zone: line}}}. The first of them is the ability
// that acts; those behind it act with it, on its target.
func (c *Compiler) useForm(card *ast.Card, def *engine.CardDef, use ast.AbilityUse) {
	form := use.Name.Text
	if use.Params == nil || use.Params.Kind != ast.TreeMap {
		c.errorf("wrong-type", use.Name,
			"%s is a form: a card says what it does then, as {%s: {deed: value}}", form, form)
		return
	}
	if c.brokenForms[form] {
		return
	}
	var own, deeds []ast.TreeField
	for _, f := range use.Params.Fields {
		switch {
		case slices.Contains(entryFields, f.Name):
			own = append(own, f)
		case c.isDeed(f):
			deeds = append(deeds, f)
		default:
			return
		}
	}
	if len(deeds) == 0 {
		c.errorf("missing-key", use.Name, "%s says nothing that is done: {%s: {deed: value}}", form, form)
		return
	}
	before := len(def.Abilities)
	for i, deed := range deeds {
		id := c.deed(deed.Name)
		if i == 0 {
			id = c.entry(form, own, deeds)
			c.unaimed(card, id, deeds)
		}
		params := deed.Value
		if params.Kind == ast.TreeFlag && params.Flag && len(c.params[id]) == 0 {
			params = nil
		}
		c.carry(card, def, ast.AbilityUse{Name: ast.Word{Text: deed.Name, Pos: deed.Pos}, Params: params},
			[]engine.AbilityID{id})
	}
	if len(def.Abilities) < before+len(deeds) { // of which something was said
		def.Abilities = def.Abilities[:before]
	}
}

// unaimed notes a card of whose entry no sentence says on what it acts: the target is the card's own
// and the sentences of the deeds are silent about it, or they say {target} and it has no name.
func (c *Compiler) unaimed(card *ast.Card, id engine.AbilityID, deeds []ast.TreeField) {
	says := slices.ContainsFunc(deeds, func(f ast.TreeField) bool {
		m := c.out.Texts["en"]["ability."+f.Name]
		return m != nil && strings.Contains(m.Text, "{target}")
	})
	kind := c.out.Filters.Kinds[c.pack.Abilities[id].Aim()]
	called := kind != nil && kind.Label != nil
	if c.out.Texts["en"][card.TextKey()] == nil && (says && !called || !says && c.out.Headers[id].Retargeted) &&
		!c.report.HasErrors() {
		c.report.Notef("text-without-target", card.ID, "no sentence says on what %s acts: write a kind of "+
			"game.yaml as its target and {target} in the sentence ability.%s, or the English sentence %s", card.ID,
			deeds[0].Name, card.TextKey())
	}
}

// isDeed reports whether a field of an entry names a deed, and says why it does not.
func (c *Compiler) isDeed(f ast.TreeField) bool {
	parts, known := c.out.Abilities[f.Name]
	switch {
	case !known && c.unread["ability "+f.Name]:
	case !known:
		names := append(sortedKeys(c.out.Abilities), entryFields...)
		c.unknown("unknown-ability", ast.Word{Text: f.Name, Pos: f.Pos}, "there is no ability", names)
	case c.pack.Abilities[parts[0]].Form != engine.Deed:
		c.errorf("bad-ability", f, "the ability %q says itself when it acts; under a form stand those that "+
			"have run and neither on nor action", f.Name)
	default:
		return true
	}
	return false
}

func (c *Compiler) deed(name string) engine.AbilityID { return c.out.Abilities[name][0] }

// entry is the ability of an entry: its first deed under the header of the form. Cards that
// say the same share it.
func (c *Compiler) entry(form string, own, deeds []ast.TreeField) engine.AbilityID {
	said := ast.Tree{Kind: ast.TreeMap, Fields: own}
	key := form
	for _, deed := range deeds {
		key += " " + deed.Name
	}
	key += " " + said.Inline()
	if id, made := c.entries[key]; made {
		return id
	}
	head := c.out.Headers[c.deed(deeds[0].Name)]
	fields := *head.Fields
	fields.Kind = ast.TreeMap
	fields.Fields = slices.DeleteFunc(slices.Clone(fields.Fields),
		func(f ast.TreeField) bool { return said.Has(f.Name) })
	target := said.Get("target")
	aimed := false
	for _, deed := range deeds {
		usual := c.out.Headers[c.deed(deed.Name)].Fields.Get("target")
		aimed = aimed || usual != nil
		if target == nil && usual != nil {
			target = usual
			fields.Fields = slices.DeleteFunc(fields.Fields, func(f ast.TreeField) bool { return f.Name == "target" })
			fields.Fields = append(fields.Fields, ast.TreeField{Name: "target", Pos: usual.Pos, Value: usual})
		}
	}
	if said.Has("target") && !aimed {
		c.errorf("meaningless-key", said.Get("target"),
			"target says nothing here: no deed of this entry has a target in its header")
	}
	fields.Fields = append(fields.Fields, own...)
	head.Form = form
	head.Deed = true
	head.Retargeted = said.Has("target") && aimed
	head.Fields = &fields
	id := c.addAbility(head)
	ability := &c.pack.Abilities[id]
	ability.Under = form
	ability.Then = len(deeds) - 1
	ability.Aimed = c.pack.Abilities[c.deed(deeds[0].Name)].Target != nil
	parts := c.out.Abilities[ability.Name]
	c.out.Abilities[ability.Name] = parts[:len(parts)-1] // no card names it
	c.entries[key] = id
	for _, deed := range deeds {
		c.sharing(deed, &head, ability.Target)
	}
	return id
}

// sharing tells of a deed that does not go with the target of its entry: a function that takes one
// card is given a list, or the other way round; or it would choose among other cards itself.
func (c *Compiler) sharing(deed ast.TreeField, entry *Header, target *engine.Target) {
	usual := c.pack.Abilities[c.deed(deed.Name)].Target
	switch {
	case usual == nil || target == nil:
	case usual.One != target.One:
		is := map[bool]string{true: "one card", false: "a list"}
		c.errorf("other-target", deed,
			"%s takes %s, and the target of this entry is %s: all, min or max make a list", deed.Name, is[usual.One],
			is[target.One])
	case !entry.Retargeted && !reflect.DeepEqual(usual.Filter, target.Filter):
		c.report.Warnf("other-target", deed,
			"%s does not choose here: it acts on the target of the deed before it; as an entry of its own it chooses",
			deed.Name)
	}
}
