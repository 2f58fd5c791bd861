package schema

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// namesOf returns the names of a kind that the game has, sorted.
func (e *emitter) namesOf(ref keyword.Ref) []string {
	if e.game == nil {
		return nil
	}
	return e.game.Names(ref)
}

// isCard reports whether a record is a card, which has the attributes of its type.
func isCard(r *keyword.Record) bool { return r.Name == "card" || r.Name == "card patch" }

// added are the keys that the game adds to a record.
func (e *emitter) added(r *keyword.Record) []keyword.Field {
	if e.game == nil || len(r.Adds) == 0 {
		return nil
	}
	all := e.game.Record(keyword.Type{Kind: keyword.RecordOf, Ref: keyword.Ref(r.Name)}, nil)
	return all.Fields[len(r.Fields):]
}

// key is a key from the game with what explains it. What scenarios say of attributes has
// many forms, but that of a word.
func (e *emitter) key(r *keyword.Record, f *keyword.Field) object {
	switch {
	case isCard(r):
		return append(object{{"description", cmp.Or(f.Doc, describedBy(e.game.Tree.CardAttribute(f.Name)))}},
			e.typ(f.Type)...)
	case f.Names == keyword.RefAttribute && len(f.Type.Words) > 0:
		return append(object{{"description", "The attribute " + f.Name + "."}}, e.typ(f.Type)...)
	case f.Names == keyword.RefAttribute:
		return object{{"description", "The attribute " + f.Name + "."}}
	}
	name, _, _ := strings.Cut(f.Name, ".")
	return object{{"description", "The zone " + name + "."}}
}

// describedBy says what an attribute is that has no line of its own: its name for
// people, or its type.
func describedBy(a *ast.Attribute) string {
	if label, ok := a.Label.In("en"); ok {
		return label + "."
	}
	return "A printed " + a.Type.Text + "."
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
	e.defs[def] = anyOf(nil, e.name(keyword.Type{Ref: keyword.RefAbility}), object{
		{"type", "object"}, {"properties", with}, {"additionalProperties", false},
		{"minProperties", 1}, {"maxProperties", 1},
	})
	return object{{"type", "array"}, {"items", reference(def)}}
}

// open adds what else a record of a position takes: the numbers of seats, the names of
// cards, and on the table the places of a board and the zones of a card that lies there.
func (e *emitter) open(r *keyword.Record, out object) object {
	for _, a := range r.Adds {
		item := any(true)
		if a.Item.Kind == keyword.RecordOf {
			item = anyOf(nil, e.typ(a.Item), object{{"type", "null"}})
		}
		switch {
		case a.Names == keyword.RefSeat:
			var numbers []string
			for n := range e.game.Pack.MaxSeats {
				numbers = append(numbers, fmt.Sprint(n+1))
			}
			out = out.with("patternProperties", object{{"^(" + alternatives(numbers) + ")$", item}})
		case a.Names == keyword.RefCardName:
			out = out.with("additionalProperties", item)
		case a.Names == keyword.RefZone && a.Holder == "table":
			const behind = `(\.(has|lacks|count|top|bottom))?$`
			out = out.with("patternProperties", object{{"^(" + e.named(engine.OfTable) + `)\(.*\)` + behind, true},
				{`\.(` + e.named(engine.OfCard) + ")" + behind, true}})
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
	return strings.Join(lists.Map(names, regexp.QuoteMeta), "|")
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
