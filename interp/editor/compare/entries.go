package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// builder makes the entries of one pack.
type builder struct {
	*interp.Reading
	pack *engine.Pack
	tree *ast.Pack
	out  entries
	// spoken are the keys of sentences that belong to a card or an ability.
	spoken map[string]bool
}

func flag(yes bool) string {
	if yes {
		return "true"
	}
	return ""
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func (b *builder) zones(mask engine.ZoneMask) []string {
	var names []string
	for k := range b.pack.Zones {
		if mask.Has(engine.ZoneKindID(k)) {
			names = append(names, b.pack.Zones[k].Name)
		}
	}
	return names
}

func (b *builder) types(list []engine.TypeID) []string {
	return lists.Map(list, func(t engine.TypeID) string { return b.pack.Types[t].Name })
}

func (e *entry) addTexts(name string, texts ast.Texts) {
	for _, t := range texts {
		e.add(name+" "+t.Lang, t.Text)
	}
}

// declared makes the entries of pack.yaml and game.yaml.
func (b *builder) declared() {
	pack := b.out.add(&entry{kind: "pack", name: "seats", at: b.tree.Pos})
	pack.add("least", number(b.pack.MinSeats))
	pack.add("most", number(b.pack.MaxSeats))
	for i, o := range b.tree.GameOptions {
		b.option(o, &b.pack.GameOptions[i])
	}
	for _, r := range b.Compiled.Refusals {
		e := b.out.add(&entry{kind: "refusal", name: r.Because})
		for _, term := range r.When {
			e.add(term.Option, strings.Join(term.Values, ", "))
		}
	}
	for _, w := range b.tree.Words {
		e := b.out.add(&entry{kind: "words", name: w.Name.Text, at: w.Name.Pos})
		e.addList("words", b.pack.Spell(b.Compiled.Enumerations[w.Name.Text]))
		for i, word := range w.Words {
			e.addTexts("name of "+word.Text, w.Labels[i])
		}
	}
	for i, d := range b.tree.Dice {
		e := b.out.add(&entry{kind: "die", name: d.Name.Text, at: d.Name.Pos})
		faces := lists.Map(b.pack.Dice[i].Faces, b.pack.Written)
		e.add("faces", strings.Join(faces, ", "))
	}
	b.attributes("game", b.tree.Game, b.pack.Game)
	b.attributes("seat", b.tree.Seat, b.pack.Seats)
	b.cardTypes()
	b.places()
	b.triggers()
	if b.tree.Order != nil {
		e := b.out.add(&entry{kind: "order", name: "order", at: b.tree.Order.From.Pos})
		e.add("from", b.tree.Order.From.Text)
		e.add("rounds", flag(b.tree.Order.Rounds))
	}
	for _, r := range b.tree.Rulings {
		e := b.out.add(&entry{kind: "ruling", name: r.ID.Text, at: r.ID.Pos})
		e.add("ruling", r.Ruling)
		e.add("option", r.Option)
	}
}

func (b *builder) option(o *ast.GameOption, compiled *engine.GameOption) {
	e := b.out.add(&entry{kind: "option", name: o.Name.Text, label: o.Label.Or("en", ""), at: o.Name.Pos})
	e.addList("values", compiled.Values)
	if compiled.Number {
		e.add("range", fmt.Sprintf("%d to %d", compiled.Min, compiled.Max))
	}
	e.add("seat", flag(compiled.Seat))
	e.add("per_seat", flag(compiled.PerSeat))
	e.add("distinct", flag(compiled.Distinct))
	e.add("default", compiled.Default)
	for _, overlay := range o.Overlays {
		e.add("overlay of "+overlay.Value.Text, overlay.Overlay.Text)
	}
	e.addTexts("name", o.Label)
}

func (b *builder) attributes(of string, declared []*ast.Attribute, compiled []engine.Attribute) {
	for _, a := range declared {
		i := slices.IndexFunc(compiled, func(c engine.Attribute) bool { return c.Name == a.Name.Text })
		if i >= 0 {
			b.attribute(of+"."+a.Name.Text, a, &compiled[i])
		}
	}
}

func (b *builder) attribute(name string, a *ast.Attribute, c *engine.Attribute) {
	e := b.out.add(&entry{kind: "attribute", name: name, label: a.Label.Or("en", ""), at: a.Name.Pos})
	e.add("type", c.Kind.String())
	if c.Kind == engine.List {
		e.add("items", c.Item.String())
	}
	e.add("of", enumeration(a))
	e.add("state", flag(c.State))
	e.add("start", b.pack.Written(c.Start))
	if c.By >= 0 {
		e.add("by", b.pack.Cards[c.By].Name)
	}
	e.addList("keeps_in", b.zones(c.Keeps))
	if c.HasMin {
		e.add("min", fmt.Sprint(c.Min))
	}
	if c.HasMax {
		e.add("max", fmt.Sprint(c.Max))
	}
	e.add("seen", [...]string{"", "owner", "nobody"}[c.Seen])
	e.addTexts("name", a.Label)
}

// enumeration is the list of words that the values of an attribute are from.
func enumeration(a *ast.Attribute) string {
	switch {
	case a.Of.Given():
		return a.Of.Text
	case !slices.Contains(keyword.AttributeTypes, a.Type.Text):
		return a.Type.Text
	}
	return ""
}

func (b *builder) cardTypes() {
	for _, t := range b.tree.Types {
		id, ok := b.Compiled.Types[t.Name.Text]
		if !ok {
			continue
		}
		e := b.out.add(&entry{kind: "type", name: t.Name.Text, label: t.Label.Or("en", ""), at: t.Name.Pos})
		if start := b.pack.Types[id].Start; start >= 0 {
			e.add("start", b.pack.Zones[start].Name)
		}
		if t.Active != nil {
			e.add("active", inOrder(t.Active))
		}
		names := lists.Map(b.pack.Types[id].Attributes,
			func(a engine.AttributeID) string { return b.pack.Cards[a].Name })
		slices.Sort(names)
		e.addList("attributes", names)
		e.addTexts("name", t.Label)
		b.attributes(t.Name.Text, t.Attributes, b.pack.Cards)
	}
}

func (b *builder) places() {
	for _, z := range b.tree.Zones {
		id, ok := b.Compiled.Zones[z.Name.Text]
		if !ok {
			continue
		}
		c := &b.pack.Zones[id]
		e := b.out.add(&entry{kind: "zone", name: c.Name, label: z.Label.Or("en", ""), at: z.Name.Pos})
		e.add("of", [...]string{"table", "seat", "card"}[c.Of])
		e.addList("types", b.types(c.Types))
		e.add("per_seat", flag(c.PerSeat))
		e.add("ordered", flag(c.Ordered))
		e.add("bag", flag(c.Bag))
		e.add("seen", [...]string{"all", "owner", "nobody"}[c.Seen])
		e.addList("accepts", b.types(c.Accepts))
		e.add("capacity", number(c.Capacity))
		e.add("capacity_each", number(c.CapacitySeat))
		if c.Rows > 0 {
			e.add("board", fmt.Sprintf("%d rows of %d", c.Rows, c.Columns))
		}
		e.addTexts("name", z.Label)
	}
	for _, g := range b.tree.Groups {
		e := b.out.add(&entry{kind: "group", name: g.Name.Text, at: g.Name.Pos})
		e.addList("zones", b.zones(b.Compiled.Groups[g.Name.Text]))
	}
}

func (b *builder) triggers() {
	for _, t := range b.tree.Triggers {
		id, ok := b.Compiled.Triggers[t.Name.Text]
		if !ok {
			continue
		}
		c := &b.pack.Triggers[id]
		e := b.out.add(&entry{kind: "trigger", name: c.Name, at: t.Name.Pos})
		for i, p := range c.Params {
			text := p.Kind.String()
			if len(p.Words) > 0 {
				text += " (" + strings.Join(b.pack.Spell(p.Words), ", ") + ")"
			}
			if p.Write {
				text += ", may be changed"
			}
			if i == c.Scope {
				text += ", the scope"
			}
			if i == c.From {
				text += ", the order starts there"
			}
			e.add("parameter "+p.Name, text)
		}
		e.addList("windows", c.Open())
		e.add("cancel", flag(c.Cancel))
	}
}

// cards makes the entries of the cards, sentences included.
func (b *builder) cards() {
	for d := range b.pack.Defs {
		def, card := &b.pack.Defs[d], b.Compiled.Cards[d]
		e := b.out.add(&entry{kind: "card", name: def.ID, label: card.Label.Or("en", ""), at: card.Pos})
		e.addTexts("name", card.Label)
		e.add("type", b.pack.Types[def.Type].Name)
		e.add("copies", fmt.Sprint(def.Copies))
		for _, p := range def.Printed {
			b.printed(e, &b.pack.Cards[p.Attribute], p.Values)
		}
		var abilities []string
		for _, carried := range def.Abilities {
			if b.pack.Abilities[carried.Ability].Part == 0 {
				abilities = append(abilities, b.carried(carried))
			}
		}
		e.addList("abilities", abilities)
		for _, note := range card.Unimplemented {
			e.add("unimplemented", note.Text)
		}
		key := "card." + def.ID
		if card.Text.Given() {
			key = card.Text.Text
		}
		b.sentences(e, "text", key)
	}
}

func (b *builder) printed(e *entry, a *engine.Attribute, values []engine.Value) {
	if a.By < 0 {
		e.add(a.Name, b.pack.Written(values[0]))
		return
	}
	for i, w := range b.pack.Cards[a.By].Words {
		if i < len(values) {
			e.add(a.Name+"."+b.pack.Symbols[w], b.pack.Written(values[i]))
		}
	}
}

func (b *builder) carried(c engine.CardAbility) string {
	ability := &b.pack.Abilities[c.Ability]
	var parts []string
	for i, v := range c.Params {
		parts = append(parts, ability.Params[i].Name+": "+b.pack.Written(v))
	}
	if len(parts) == 0 {
		return ability.Name
	}
	return ability.Name + " {" + strings.Join(parts, ", ") + "}"
}

// sentences adds the sentences of a key in all languages.
func (b *builder) sentences(e *entry, name, key string) {
	for _, lang := range slices.Sorted(maps.Keys(b.Compiled.Texts)) {
		if m := b.Compiled.Texts[lang][key]; m != nil {
			b.spoken[lang+" "+key] = true
			e.add(name+" "+lang, messageText(m))
		}
	}
}

func messageText(m *ast.Message) string {
	if m.Text != "" {
		return m.Text
	}
	return strings.Join(lists.Map(m.Forms, func(f ast.Form) string { return f.Category + ": " + f.Text }), " / ")
}

// texts makes entries of the sentences that belong to nothing else; those of
// cards and abilities that are not in the game are never read.
func (b *builder) texts() {
	for _, lang := range slices.Sorted(maps.Keys(b.Compiled.Texts)) {
		for key, m := range b.Compiled.Texts[lang] {
			if b.spoken[lang+" "+key] || strings.HasPrefix(key, "card.") || strings.HasPrefix(key, "ability.") {
				continue
			}
			e := b.out["text"][key]
			if e == nil {
				e = b.out.add(&entry{kind: "text", name: key, at: m.Key.Pos})
			}
			e.add(lang, messageText(m))
		}
	}
}
