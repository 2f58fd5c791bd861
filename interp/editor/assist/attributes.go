package assist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Shapes of what the pack itself declares: attributes, parameters, options, sentences.

// open are the further keys that a map of a record takes.
func (g *guide) open(r *keyword.Record, in *source.Node) []key {
	switch r.Name {
	case "card", "card patch":
		return g.printed(r.Name == "card patch", in)
	}
	return nil
}

// typeOf is the type of the card that a map describes: what it says, what the
// file's defaults say, or what the patched card is; -1 if that is not known.
func (g *guide) typeOf(in *source.Node) engine.TypeID {
	for _, n := range []*source.Node{in.Get("type"), g.defaults.Get("type")} {
		if n != nil {
			if t, ok := g.c.Types[n.Text]; ok {
				return t
			}
		}
	}
	if id := in.Get("id"); id != nil {
		if d, ok := g.c.Defs[id.Text]; ok {
			return g.c.Pack.Defs[d].Type
		}
	}
	return -1
}

// printed are the attributes that a card of a type has printed.
func (g *guide) printed(patch bool, in *source.Node) []key {
	known := g.typeOf(in)
	var out []key
	for id := range g.c.Pack.Cards {
		a := &g.c.Pack.Cards[id]
		if a.State || known >= 0 && !slices.Contains(g.c.Pack.Types[known].Attributes, engine.AttributeID(id)) {
			continue
		}
		out = append(out, key{
			name: a.Name, doc: g.c.Tree.AttributeDoc(a.Name), symbol: Symbol{"attribute", a.Name},
			value: func() shapes {
				s := g.attribute(a)
				if patch && a.Kind == engine.List {
					s = append(s, g.record("list change")...)
				}
				return s
			},
		})
	}
	return out
}

// attribute is the printed value of an attribute: by itself, or by the word that
// chooses among several.
func (g *guide) attribute(a *engine.Attribute) shapes {
	value := g.value(a.Kind, a.Item, a.Words)
	if a.By < 0 {
		return value
	}
	by := &g.c.Pack.Cards[a.By]
	return append(value, mapOf(func() []key {
		return keysOf(g.spelled(by.Words), func(string) shapes { return value })
	})...)
}

// value is a value of a kind of the engine.
func (g *guide) value(k, item engine.Kind, words []engine.Symbol) shapes {
	switch k {
	case engine.Flag:
		return shapes{{words: plain("true", "false")}}
	case engine.Word:
		return shapes{{refs: []keyword.Ref{keyword.RefWord}, words: func() []word { return g.spelled(words) }}}
	case engine.List:
		one := g.value(item, engine.Nil, words)
		s := shape{item: func() shapes { return one }}
		if len(words) > 0 {
			s.keys = func(*source.Node) []key {
				return keysOf(g.spelled(words), func(string) shapes { return nil })
			}
		}
		return shapes{s}
	case engine.Card:
		return g.name(keyword.RefCard)
	}
	return nil
}

// spelled are words of the game with what people call them.
func (g *guide) spelled(symbols []engine.Symbol) []word {
	var out []word
	for _, s := range symbols {
		name := g.c.Pack.Symbols[s]
		label, _ := g.c.Labels.Words[s].In("en")
		out = append(out, word{text: name, label: label, symbol: Symbol{"word", name}})
	}
	return out
}

// abilities are the named abilities of a card, each alone or with its parameters.
func (g *guide) abilities(t keyword.Type) shapes {
	item := func() shapes {
		return append(g.name(keyword.RefAbility), mapOf(func() []key {
			return keysOf(g.words(keyword.RefAbility), g.params)
		})...)
	}
	out := shapes{{item: item}}
	if t.Kind == keyword.Either {
		out = append(out, g.record("list change")...)
	}
	return out
}

// params are the parameters of a named ability: a map of them, or the value of one.
func (g *guide) params(ability string) shapes {
	var out shapes
	var params []engine.AbilityParam
	for _, id := range g.c.Abilities[ability] {
		for _, p := range g.c.Pack.Abilities[id].Params {
			if !slices.ContainsFunc(params, func(q engine.AbilityParam) bool { return q.Name == p.Name }) {
				params = append(params, p)
			}
		}
	}
	if len(params) == 0 {
		return nil
	}
	out = append(out, shape{keys: func(*source.Node) []key {
		var keys []key
		for _, p := range params {
			doc := ""
			if m := g.c.Texts["en"]["ability."+ability+"."+p.Name]; m != nil {
				doc = m.Text
			}
			keys = append(keys, key{name: p.Name, doc: doc, value: func() shapes { return g.param(ability, &p) }})
		}
		return keys
	}})
	return append(out, g.param(ability, &params[0])...)
}

// param is the value of a parameter: its header says from which list a word is.
func (g *guide) param(ability string, p *engine.AbilityParam) shapes {
	for i := range g.headers {
		if g.headers[i].ID != ability {
			continue
		}
		declared := g.headers[i].Fields.Get("params").Get(p.Name)
		for _, name := range []string{"type", "of"} {
			if list := declared.Get(name); list != nil {
				if words, ok := g.c.Enumerations[list.Text]; ok {
					one := g.value(engine.Word, engine.Nil, words)
					return append(one, shape{item: func() shapes { return one }})
				}
			}
		}
	}
	return g.value(p.Kind, engine.Nil, nil)
}

// filter are the conditions on cards.
func (g *guide) filter() shapes {
	return mapOf(func() []key {
		out := g.fields(g.c.Conditions().Lookup(filter.CardFilter))
		for id := range g.c.Pack.Cards {
			a := &g.c.Pack.Cards[id]
			out = append(out, key{name: a.Name, doc: g.c.Tree.AttributeDoc(a.Name),
				symbol: Symbol{"attribute", a.Name}, value: func() shapes {
					value := g.value(a.Kind, a.Item, a.Words)
					return append(append(value, shape{item: func() shapes { return value }}), value.items()...)
				}})
		}
		return out
	})
}

// optionValues are the options of the game with their values.
func (g *guide) optionValues() shapes {
	return mapOf(func() []key {
		var out []key
		for _, o := range g.c.Tree.GameOptions {
			values := shapes{{words: func() []word {
				var words []word
				for i, v := range o.Values {
					w := word{text: v.Text}
					if i < len(o.Labels) {
						w.label, _ = o.Labels[i].In("en")
					}
					words = append(words, w)
				}
				if o.Seat {
					words = append(words, word{text: "random"})
				}
				return words
			}}}
			doc := o.Doc
			if o.Number {
				doc = strings.TrimSpace(fmt.Sprintf("%s A number from %d to %d.", doc, o.Min, o.Max))
			}
			out = append(out,
				key{name: o.Name.Text, doc: doc, symbol: Symbol{"option", o.Name.Text}, value: func() shapes {
					return append(values, shape{item: func() shapes { return values }})
				}})
		}
		return out
	})
}

// messages are the keys of sentences that the game can say, those of its own names
// included.
func (g *guide) messages() []key {
	var out []key
	add := func(name, doc string, s Symbol) {
		out = append(out, key{name: name, doc: doc, symbol: s, value: g.message})
	}
	refs := map[string]keyword.Ref{
		"ability": keyword.RefAbility, "trigger": keyword.RefTrigger, "zone": keyword.RefZone, "card": keyword.RefCard,
		"die": keyword.RefDie, "phase": keyword.RefPhase, "attribute": keyword.RefAttribute,
	}
	for i := range keyword.Messages {
		m := &keyword.Messages[i]
		names := m.Refs()
		switch {
		case len(names) == 0:
			add(m.Key, m.Doc, Symbol{"text", m.Key})
		case len(names) == 1 && refs[names[0]] != "":
			for _, name := range g.c.Names(refs[names[0]]) {
				full := strings.Replace(m.Key, "<"+names[0]+">", name, 1)
				add(full, m.Doc, Symbol{"text", full})
			}
		}
	}
	return out
}

// message is a sentence: a text, or its plural forms.
func (g *guide) message() shapes { return g.record("message") }
