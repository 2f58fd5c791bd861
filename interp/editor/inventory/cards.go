package inventory

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// All lists what a pack declares, cards, rules, abilities and sentences included.
func All(r *interp.Reading) []*Entry {
	b := &builder{Reading: r, pack: r.Compiled.Pack, out: Declared(r.Compiled.Tree), spoken: map[string]bool{}}
	b.scripts()
	b.cards()
	b.texts()
	return b.out
}

// builder makes the entries of one pack.
type builder struct {
	*interp.Reading
	pack *engine.Pack
	out  []*Entry
	// spoken are the keys of sentences that belong to a card or an ability.
	spoken map[string]bool
}

func (b *builder) add(e *Entry) *Entry {
	b.out = append(b.out, e)
	return e
}

// cards makes the entries of the cards, sentences included.
func (b *builder) cards() {
	for d := range b.pack.Defs {
		def := &b.pack.Defs[d]
		card := b.Compiled.Cards[d]
		e := b.add(&Entry{Kind: "card", Name: def.ID, Label: card.Label, At: card.Pos})
		for _, t := range card.Label {
			e.Add("name "+t.Lang, t.Text)
		}
		e.Add("type", b.pack.Types[def.Type].Name)
		e.Add("copies", fmt.Sprint(def.Copies))
		for _, p := range def.Printed {
			b.printed(e, &b.pack.Cards[p.Attribute], p.Values)
		}
		var abilities []string
		for _, carried := range def.Abilities {
			if b.pack.Abilities[carried.Ability].Part == 0 {
				abilities = append(abilities, b.carried(carried))
			}
		}
		e.AddList("abilities", abilities)
		if card.Confidence != nil {
			e.Add("confidence", card.Confidence.Sorted().Inline())
		}
		for _, note := range card.Unimplemented {
			e.Add("unimplemented", note.Text)
		}
		b.sentences(e, "text", card.TextKey())
	}
}

func (b *builder) printed(e *Entry, a *engine.Attribute, values []engine.Value) {
	if a.By < 0 {
		e.Add(a.Name, b.pack.Written(values[0]))
		return
	}
	for i, w := range b.pack.Cards[a.By].Words {
		if i < len(values) {
			e.Add(a.Name+"."+b.pack.Symbols[w], b.pack.Written(values[i]))
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
func (b *builder) sentences(e *Entry, name, key string) {
	for _, lang := range lists.Sorted(b.Compiled.Texts) {
		if m := b.Compiled.Texts[lang][key]; m != nil {
			b.spoken[lang+" "+key] = true
			e.Add(name+" "+lang, messageText(m))
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
	texts := map[string]*Entry{}
	for _, lang := range lists.Sorted(b.Compiled.Texts) {
		for key, m := range b.Compiled.Texts[lang] {
			if b.spoken[lang+" "+key] || strings.HasPrefix(key, "card.") || strings.HasPrefix(key, "ability.") {
				continue
			}
			e := texts[key]
			if e == nil {
				e = b.add(&Entry{Kind: "text", Name: key, At: m.Key.Pos})
				texts[key] = e
			}
			e.Add(lang, messageText(m))
		}
	}
}
