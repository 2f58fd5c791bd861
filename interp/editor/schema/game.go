package schema

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// namesOf returns the names of a kind that the game has, sorted.
func (e *emitter) namesOf(ref keyword.Ref) []string {
	if e.game == nil {
		return nil
	}
	return e.game.Names(ref)
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// isCard reports whether a record is a card, which has the attributes of its type.
func isCard(r *keyword.Record) bool { return r.Name == "card" || r.Name == "card patch" }

// attributes are the printed attributes of the game's cards as keys.
func (e *emitter) attributes() object {
	if e.game == nil {
		return nil
	}
	pack := e.game.Pack
	var out object
	for _, name := range keys(e.game.CardAttributes) {
		a := &pack.Cards[e.game.CardAttributes[name]]
		if a.State {
			continue
		}
		declared := e.game.Tree.CardAttribute(name)
		property := object{{"description", cmp.Or(declared.Doc, describedBy(declared))}}
		out = append(out, member{name, append(property, e.printed(a)...)})
	}
	return out
}

// describedBy says what an attribute is that has no line of its own: its name for
// people, or its type.
func describedBy(a *ast.Attribute) string {
	if label, ok := a.Label.In("en"); ok {
		return label + "."
	}
	return "A printed " + a.Type.Text + "."
}

// printed is the schema of a printed value: by itself, or by the word that
// chooses among several. In an overlay a list may be changed in part.
func (e *emitter) printed(a *engine.Attribute) object {
	value := e.value(a, a.Kind)
	if a.By >= 0 {
		by, words := &e.game.Pack.Cards[a.By], object{}
		for _, w := range by.Words {
			word := e.game.Pack.Symbols[w]
			words = append(words, member{word,
				append(object{{"description", fmt.Sprintf("What it is where %s is %s.", by.Name, word)}}, value...)})
		}
		return anyOf(nil, value, object{{"type", "object"}, {"properties", words}, {"additionalProperties", false}})
	}
	if a.Kind == engine.List {
		return anyOf(nil, value, object{{"type", "object"}})
	}
	return value
}

func (e *emitter) value(a *engine.Attribute, kind engine.Kind) object {
	switch kind {
	case engine.Number:
		out := object{{"type", "integer"}}
		if a.HasMin {
			out = append(out, member{"minimum", a.Min})
		}
		if a.HasMax {
			out = append(out, member{"maximum", a.Max})
		}
		return out
	case engine.Flag:
		return object{{"type", "boolean"}}
	case engine.Word:
		if len(a.Words) == 0 {
			return object{{"type", scalars}}
		}
		return object{{"enum", e.game.Pack.Spell(a.Words)}}
	case engine.List:
		if len(a.Words) == 0 {
			return object{{"type", "array"}}
		}
		return object{{"type", "array"}, {"items", object{{"enum", e.game.Pack.Spell(a.Words)}}}}
	}
	return object{}
}

// abilities are the named abilities that a card may have: each by its name, or with the
// parameters that it has.
func (e *emitter) abilities() object {
	with := object{}
	for _, name := range e.namesOf(keyword.RefAbility) {
		params, whole := object{}, false
		for _, id := range e.game.Abilities[name] {
			for _, p := range e.game.Pack.Abilities[id].Params {
				params = params.with(p.Name, object{{"description", "A parameter of " + name + "."}})
				whole = whole || p.Kind == engine.List // it may be a map itself
			}
		}
		one := anyOf("The ability "+name+", with its parameters.", object{{"not", object{{"type", "object"}}}},
			object{{"type", "object"}, {"properties", params}, {"additionalProperties", false}})
		if whole {
			one = one[:1]
		}
		with = append(with, member{name, one})
	}
	const def = "named_ability"
	e.defs[def] = anyOf(nil, e.name(keyword.RefAbility), object{
		{"type", "object"}, {"properties", with}, {"additionalProperties", false},
		{"minProperties", 1}, {"maxProperties", 1},
	})
	return object{{"type", "array"}, {"items", reference(def)}}
}

// Positions of scenarios have the attributes and the zones of the game as their keys.

// zoneParts are what may follow the name of a zone where a scenario says what is true.
var zoneParts = []string{"", ".has", ".lacks", ".count", ".top", ".bottom"}

// position adds what the game knows of a position or of what must be true then.
func (e *emitter) position(r *keyword.Record, out object) object {
	parts := zoneParts
	if r.Name == "given" {
		parts = zoneParts[:2]
	}
	pack, properties := e.game.Pack, out.get("properties").(object)
	of := func(holder engine.Holder, attributes []engine.Attribute) object {
		return object{{"type", []any{"object", "null"}},
			{"properties", append(e.state(attributes), e.zones(holder, parts)...)}, {"additionalProperties", false}}
	}
	for i := range properties {
		described := object{properties[i].value.(object)[0]}
		switch properties[i].key {
		case "game":
			properties[i].value = append(described, object{{"type", []any{"object", "null"}},
				{"properties", e.state(pack.Game)}, {"additionalProperties", false}}...)
		case "table":
			// A board by its places, and the zones of a card that lies there.
			behind := `(\.(has|lacks|count|top|bottom))?$`
			more := object{{"^(" + e.named(engine.OfTable) + `)\(.*\)` + behind, true},
				{`\.(` + e.named(engine.OfCard) + ")" + behind, true}}
			properties[i].value = append(append(described, of(engine.OfTable, nil)...),
				member{"patternProperties", more})
		case "at", "after":
			properties[i].value = append(described,
				object{{"type", []any{"string", "null"}}, {"pattern", e.places()}}...)
		}
	}
	var numbers []string
	for n := range pack.MaxSeats {
		numbers = append(numbers, fmt.Sprint(n+1))
	}
	seats := "^(" + alternatives(numbers) + ")$"
	out = out.with("properties", properties)
	if r.Name == "line of do" {
		return out.with("patternProperties", object{{seats, true}})
	}
	out = out.with("patternProperties", object{{seats, of(engine.OfSeat, pack.Seats)}})
	if r.Name == "then" { // the name of a card
		known := e.record(keyword.Lookup("card in then")).get("properties").(object)
		// Whose zone it is stands before the name, which place of a board behind it.
		zone := object{known.get("zone").(object)[0], {"type", "string"},
			{"pattern", "(^|[ .])(" + alternatives(e.namesOf(keyword.RefZones)) + ")([ (.]|$)"}}
		keys := slices.Concat(known.with("zone", zone), e.state(pack.Cards), e.zones(engine.OfCard, parts))
		out = out.with("additionalProperties",
			object{{"type", []any{"object", "null"}}, {"properties", keys}, {"additionalProperties", false}})
	}
	return out
}

// state are attributes with the words that they may be.
func (e *emitter) state(attributes []engine.Attribute) object {
	var out object
	for i := range attributes {
		a := &attributes[i]
		property := object{{"description", "The attribute " + a.Name + "."}}
		if a.Kind == engine.Word && len(a.Words) > 0 {
			property = append(property, e.value(a, a.Kind)...)
		}
		out = append(out, member{a.Name, property})
	}
	return out
}

// zones are the zones of a holder, with what may follow their names.
func (e *emitter) zones(of engine.Holder, parts []string) object {
	var out object
	for i := range e.game.Pack.Zones {
		z := &e.game.Pack.Zones[i]
		if z.Of != of {
			continue
		}
		for _, part := range parts {
			out = append(out, member{z.Name + part, object{{"description", "The zone " + z.Name + "."}}})
		}
	}
	return out
}

// named matches the names of the zones of a holder.
func (e *emitter) named(of engine.Holder) string {
	var names []string
	for i := range e.game.Pack.Zones {
		if z := &e.game.Pack.Zones[i]; z.Of == of {
			names = append(names, z.Name)
		}
	}
	return alternatives(names)
}

// alternatives matches one of several names.
func alternatives(names []string) string {
	var out []string
	for _, name := range names {
		out = append(out, regexp.QuoteMeta(name))
	}
	return strings.Join(out, "|")
}

// places matches the steps of the flow, and the beginnings and ends of its phases.
func (e *emitter) places() string {
	steps := slices.DeleteFunc(e.namesOf(keyword.RefPlace), func(name string) bool {
		_, phase := e.game.Phases[name]
		return phase
	})
	return "^(" + alternatives(steps) + "|(" + alternatives(e.namesOf(keyword.RefPhase)) +
		`)\.(begins|ends))( *#[0-9]+)?$`
}
