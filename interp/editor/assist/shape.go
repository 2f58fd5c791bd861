package assist

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Symbol is something that a game has, by its kind and its name: the kinds are
// those of package explain, and text for the key of a sentence.
type Symbol struct{ Kind, Name string }

// kindOf says what kind of thing a name of the registry names.
var kindOf = map[keyword.Ref]string{
	keyword.RefZone: "zone", keyword.RefGroup: "group", keyword.RefType: "type", keyword.RefCard: "card",
	keyword.RefAttribute: "attribute",
	keyword.RefGameSeat:  "attribute", keyword.RefEnumeration: "words", keyword.RefTrigger: "trigger",
	keyword.RefAbility: "ability",
	keyword.RefStep:    "step", keyword.RefPlace: "step", keyword.RefDie: "die", keyword.RefText: "text",
	keyword.RefOption: "option", keyword.RefPhase: "phase",
	keyword.RefWord: "word", keyword.RefOverlay: "overlay", keyword.RefPack: "pack",
}

// word is one value that may stand at a place.
type word struct {
	text, label, doc string
	symbol           Symbol
}

// key is one key that a map may have.
type key struct {
	name, doc string
	required  bool
	symbol    Symbol
	// value is what may stand under it.
	value func() shapes
	// opens is set where a list or a map is what stands there.
	opens bool
}

// shape is one way in which a place of a YAML file may be filled: by words, by a
// map with keys, by a list. A closed one takes nothing else.
type shape struct {
	words func() []word
	// refs are what a name here names.
	refs []keyword.Ref
	keys func(in *source.Node) []key
	// any is what stands under keys that are no fixed ones, names what those name.
	any   func(name string) shapes
	names keyword.Ref
	item  func() shapes
}

// shapes are the ways in which a place may be filled.
type shapes []shape

// key returns what a map has under a name.
func (s shapes) key(in *source.Node, name string) (key, bool) {
	if k, ok := s.all(in)[name]; ok {
		return k, true
	}
	return s.other(name)
}

// all are the keys of a map, by name.
func (s shapes) all(in *source.Node) map[string]key {
	out := map[string]key{}
	for _, one := range s {
		if one.keys == nil {
			continue
		}
		for _, k := range one.keys(in) {
			if _, twice := out[k.name]; !twice {
				out[k.name] = k
			}
		}
	}
	return out
}

// other is what stands under a key that is no fixed one.
func (s shapes) other(name string) (key, bool) {
	for _, one := range s {
		if one.any != nil {
			return key{name: name, symbol: Symbol{kindOf[one.names], name},
				value: func() shapes { return one.any(name) }}, true
		}
	}
	return key{}, false
}

// items is what may stand in a list.
func (s shapes) items() shapes {
	var out shapes
	for _, one := range s {
		if one.item != nil {
			out = append(out, one.item()...)
		}
	}
	return out
}

// guide knows what may stand in the files of one game.
type guide struct {
	c *compile.Compiled
	// overlay is set for the files of a pack that changes another.
	overlay bool
	// defaults are those of the card file.
	defaults *source.Node
	// headers are those of the scripts, with what cards may set.
	headers []compile.Header
	// parameters are those of the trigger that an ability answers.
	parameters []string
	// cards are the names of the cards, byName their ids by what scenarios call them,
	// once they have been asked for.
	cards  []word
	byName map[string]string
}

// file is what a YAML file may hold, by its kind (see schema.KindOf).
func (g *guide) file(kind string) shapes {
	switch kind {
	case "pack":
		return g.record("pack")
	case "game":
		return g.record("game file")
	case "overlay":
		g.overlay = true
		return g.record("game file")
	case "cards":
		return g.record("card file")
	case "rulings":
		return shapes{{item: func() shapes { return g.record("ruling") }}}
	case "locale":
		return shapes{{keys: func(*source.Node) []key { return g.messages() },
			any: func(string) shapes { return g.message() }, names: keyword.RefText}}
	case "scenario":
		return g.record("scenario")
	}
	return nil
}

// record is a map with the keys of a record of the registry.
func (g *guide) record(name string) shapes {
	r := g.c.Conditions().Lookup(name)
	s := shape{keys: func(in *source.Node) []key { return append(g.fields(r), g.open(r, in)...) }}
	return shapes{s}
}

// fields are the keys that the registry has of a record.
func (g *guide) fields(r *keyword.Record) []key {
	var out []key
	for i := range r.Fields {
		f := &r.Fields[i]
		k := key{name: f.Name, doc: f.Doc, required: f.Required, opens: opens(f.Type)}
		k.value = func() shapes { return g.field(r.Name, f) }
		out = append(out, k)
	}
	if r.Name == "game file" && g.overlay {
		out = append(out, key{name: keyword.RemoveKey, doc: "What of the base's game.yaml is not in the game.",
			opens: true, value: nothing})
	}
	return out
}

func opens(t keyword.Type) bool {
	switch t.Kind {
	case keyword.ListOf:
		return !t.Single
	case keyword.MapOf, keyword.RecordOf, keyword.Filter:
		return true
	}
	return false
}

// field is what stands under a key of a record: what its type says, or more where
// the registry leaves it open.
func (g *guide) field(record string, f *keyword.Field) shapes {
	switch record + "." + f.Name {
	case "card file.defaults":
		return g.record("card")
	case "card.id", "ruling.id":
		return nil
	case "card.abilities", "card patch.abilities":
		return g.abilities(f.Type)
	case "game file.flow":
		if g.overlay {
			return g.record("flow patch")
		}
	case "card.copies", "card patch.copies":
		return nil
	case "refusal.when", "scenario.options":
		return g.optionValues()
	case "scenario.scenarios":
		return shapes{{item: func() shapes { return g.record("scenario") }}}
	case "scenario.dice":
		return g.faces()
	case "scenario.draws", "scenario.shuffles":
		return mapOf(func() []key { return g.named(keyword.RefZone, g.cardLists) })
	case "scenario.do":
		return shapes{{item: g.line}}
	case "scenario.given":
		return mapOf(g.given)
	case "scenario.then", "line of do.expect":
		return mapOf(g.then)
	case "pack.extends", "scenario.game", "scenario.pack":
		return nil
	}
	s := g.of(f.Type)
	if g.overlay && f.Type.Kind == keyword.ListOf {
		s = append(s, g.record("list change")...)
	}
	return s
}

// of is what the type of the registry says.
func (g *guide) of(t keyword.Type) shapes {
	switch t.Kind {
	case keyword.Flag:
		return shapes{{words: plain("true", "false")}}
	case keyword.Choice:
		return shapes{{words: plain(t.Words...)}}
	case keyword.Name:
		return g.name(t.Ref)
	case keyword.Texts:
		return mapOf(g.languages)
	case keyword.ListOf:
		out := shapes{{item: func() shapes { return g.of(*t.Item) }}}
		if t.Single {
			out = append(out, g.of(*t.Item)...)
		}
		return out
	case keyword.MapOf:
		value := func(string) shapes { return g.of(*t.Item) }
		s := shape{any: value, names: t.Keys}
		if t.Keys != "" && t.Item.Kind != keyword.Any {
			s.keys = func(*source.Node) []key { return g.named(t.Keys, func() shapes { return g.of(*t.Item) }) }
		}
		return shapes{s}
	case keyword.RecordOf:
		return g.record(string(t.Ref))
	case keyword.Filter:
		return g.filter()
	case keyword.Either:
		var out shapes
		for _, o := range t.Of {
			out = append(out, g.of(o)...)
		}
		return out
	}
	return nil
}

func plain(texts ...string) func() []word {
	return func() []word {
		var out []word
		for _, t := range texts {
			out = append(out, word{text: t})
		}
		return out
	}
}

// name is the name of something that the game has.
func (g *guide) name(ref keyword.Ref) shapes {
	return shapes{{refs: []keyword.Ref{ref}, words: func() []word { return g.words(ref) }}}
}

// words are the names of a kind, each with what people call it.
func (g *guide) words(ref keyword.Ref) []word {
	var out []word
	if ref == keyword.RefParameter {
		for _, name := range g.parameters {
			out = append(out, word{text: name})
		}
	}
	for _, name := range g.c.Names(ref) {
		symbol := g.symbol(ref, name)
		out = append(out, word{text: name, symbol: symbol, label: g.label(symbol), doc: g.doc(symbol)})
	}
	return out
}

// symbol is what a name of a kind names; the zero Symbol if there is no such thing.
func (g *guide) symbol(ref keyword.Ref, name string) Symbol {
	if ref == keyword.RefPlace {
		if _, phase := g.c.Phases[name]; phase {
			return Symbol{"phase", name}
		}
	}
	if ref == keyword.RefZones {
		if _, zone := g.c.Zones[name]; zone {
			return Symbol{"zone", name}
		}
		return Symbol{"group", name}
	}
	return Symbol{kindOf[ref], name}
}

// label is what people call a thing, "" where that says no more than its name.
func (g *guide) label(s Symbol) string {
	switch s.Kind {
	case "card":
		if d, ok := g.c.Defs[s.Name]; ok {
			text, _ := g.c.Labels.Cards[d].In("en")
			return text
		}
	case "ability":
		text, _ := g.c.Labels.Abilities[s.Name].In("en")
		return text
	}
	return ""
}

// doc is the line of explanation of a thing.
func (g *guide) doc(s Symbol) string {
	switch s.Kind {
	case "trigger":
		for _, t := range g.c.Tree.Triggers {
			if t.Name.Text == s.Name {
				return t.Doc
			}
		}
	case "ability":
		if m := g.c.Texts["en"]["ability."+s.Name]; m != nil {
			return m.Text
		}
	case "zone":
		for _, z := range g.c.Tree.Zones {
			if z.Name.Text == s.Name {
				return z.Doc
			}
		}
	case "type":
		for _, t := range g.c.Tree.Types {
			if t.Name.Text == s.Name {
				return t.Doc
			}
		}
	case "option":
		for _, o := range g.c.Tree.GameOptions {
			if o.Name.Text == s.Name {
				return o.Doc
			}
		}
	}
	return ""
}

// named are keys that name things of a kind.
func (g *guide) named(ref keyword.Ref, value func() shapes) []key {
	return keysOf(g.words(ref), func(string) shapes { return value() })
}

// keysOf are words as keys, each with what may stand under it.
func keysOf(words []word, value func(word string) shapes) []key {
	var out []key
	for _, w := range words {
		doc := strings.TrimSpace(w.label + " " + w.doc)
		out = append(out, key{name: w.text, doc: doc, symbol: w.symbol, value: func() shapes { return value(w.text) }})
	}
	return out
}

// mapOf is a map whose keys depend on none of the others.
func mapOf(keys func() []key) shapes {
	return shapes{{keys: func(*source.Node) []key { return keys() }}}
}

func nothing() shapes { return nil }

// languages are those that the game has texts in.
func (g *guide) languages() []key {
	langs := []string{"en", "fr", "ja"}
	for lang := range g.c.Texts {
		if !slices.Contains(langs, lang) {
			langs = append(langs, lang)
		}
	}
	slices.Sort(langs[3:])
	return keysOf(plain(langs...)(), func(string) shapes { return nil })
}
