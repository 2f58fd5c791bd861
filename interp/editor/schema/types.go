package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// The patterns of words and of codes of languages, as the loader has them.
const (
	wordPattern = `^[\p{L}\p{N}_][\p{L}\p{N}_.\-]*$`
	langPattern = `^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`
)

// emitter makes the schemas of one kind of file.
type emitter struct {
	// game gives names to offer; nil for none.
	game    *lexicon.Lexicon
	filters filter.Table
	// declares is set for files that declare names themselves.
	declares bool
	// patch makes nothing required and lets lists be changed in part.
	patch bool
	// defs are the records that were referred to.
	defs map[string]object
}

func reference(name string) object { return object{{"$ref", "#/$defs/" + name}} }

// anyOf joins schemas; a description of nil is none.
func anyOf(description any, of ...any) object {
	out := object{}
	if description != nil {
		out = append(out, member{"description", description})
	}
	return append(out, member{"anyOf", of})
}

// ref refers to a record, which is defined when it is referred to first.
func (e *emitter) ref(r *keyword.Record) object {
	name := strings.ReplaceAll(r.Name, " ", "_")
	if e.patch && isPart(r) {
		name += "_change"
	}
	if _, known := e.defs[name]; !known {
		e.defs[name] = nil // it may refer to itself
		e.defs[name] = e.record(r)
	}
	return reference(name)
}

// isPart reports whether a record is a part of a game file, of which an overlay
// may give a part.
func isPart(r *keyword.Record) bool {
	return slices.Contains(keyword.Files, r)
}

// record is the schema of a map with known keys.
func (e *emitter) record(r *keyword.Record) object {
	properties := object{}
	var required []any
	for _, f := range r.Fields {
		if f.Required && !(e.patch && isPart(r)) {
			required = append(required, f.Name)
		}
		properties = append(properties, member{f.Name, e.field(&f, r.Nulls)})
	}
	for _, f := range e.added(r) {
		if f.Names == keyword.RefAttribute || f.Names == keyword.RefZone {
			properties = append(properties, member{f.Name, e.key(r, &f)})
		}
	}
	for i := range properties { // what the registry leaves to the game
		described := object{properties[i].value.(object)[0]}
		switch key := r.Name + "." + properties[i].key; {
		case e.game != nil && key == "card.abilities":
			properties[i].value = append(described, e.abilities()...)
		case e.game != nil && key == "card in then.zone":
			// Whose zone it is stands before the name, which place of a board behind it.
			properties[i].value = append(described, object{{"type", "string"},
				{"pattern", "(^|[ .])(" + alternatives(e.namesOf(keyword.RefZones)) + ")([ (.]|$)"}}...)
		}
	}
	out := object{{"description", r.Doc}, {"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		out = append(out, member{"required", required})
	}
	switch {
	case r.Open == "", e.game != nil && len(r.Adds) > 0 && r.OpenKeys == "": // all names are known
		out = append(out, member{"additionalProperties", false})
	case r.OpenKeys != "":
		var value any = true
		if r.OpenTexts {
			value = e.field(&keyword.Field{Doc: "The name in this language.", Type: keyword.Type{Kind: keyword.Text}},
				r.Nulls)
		}
		out = append(out, member{"patternProperties", object{{r.OpenKeys, value}}},
			member{"additionalProperties", false})
	}
	if e.game == nil {
		return out
	}
	return e.open(r, out)
}

// field is the schema of a key with what explains it.
func (e *emitter) field(f *keyword.Field, nulls bool) object {
	out := object{{"description", f.Doc}}
	t := e.typ(f.Type)
	if nulls {
		t = anyOf(nil, t, object{{"type", "null"}})
	}
	if e.patch {
		t = anyOf(nil, t, e.ref(keyword.Lookup("change")))
	}
	if e.patch && takesList(f.Type) {
		t = anyOf(nil, t, e.ref(keyword.Lookup("list change")))
	}
	return append(out, t...)
}

// takesList reports whether a list may stand for a value of the type.
func takesList(t keyword.Type) bool {
	return t.Kind == keyword.ListOf || t.Kind == keyword.Either && slices.ContainsFunc(t.Of, takesList)
}

// scalars are the JSON types that the loader takes for any text.
var scalars = []any{"string", "number", "boolean"}

// typ is the schema of a type.
func (e *emitter) typ(t keyword.Type) object {
	if like := t.Like; like != nil && e.game != nil {
		switch {
		case like.Ref == keyword.RefStop:
			return object{{"type", "string"}, {"pattern", e.places()}}
		case t.Kind == keyword.MapOf && like.Kind == keyword.RecordOf &&
			len(keyword.Lookup(string(like.Ref)).Adds) > 0:
			return e.typ(*like)
		}
	}
	switch t.Kind {
	case keyword.Text, keyword.Scalar:
		return object{{"type", scalars}}
	case keyword.Word:
		return object{{"type", "string"}, {"pattern", wordPattern}}
	case keyword.Number:
		least, most := math.MinInt32, math.MaxInt32
		if t.Least != nil {
			least = *t.Least
		}
		if t.Most != nil {
			most = *t.Most
		}
		return object{{"type", "integer"}, {"minimum", least}, {"maximum", most}}
	case keyword.Flag:
		return object{{"type", "boolean"}}
	case keyword.Texts:
		return anyOf(nil, object{{"type", scalars}}, object{
			{"type", "object"}, {"propertyNames", object{{"pattern", langPattern}}},
			{"additionalProperties", object{{"type", scalars}}},
		})
	case keyword.Choice:
		return object{{"enum", t.Words}}
	case keyword.Name:
		return e.name(t)
	case keyword.ListOf:
		return e.list(t)
	case keyword.MapOf:
		if len(t.Words) > 0 && t.Item.Kind != keyword.Any {
			return e.byWord(t)
		}
		out := object{{"type", "object"}, {"additionalProperties", e.typ(*t.Item)}}
		if names := e.namesOf(t.Keys); len(names) > 0 && closed[t.Keys] && !t.New && !e.declares {
			out = append(out, member{"propertyNames", object{{"enum", names}}})
		}
		if t.One {
			out = append(out, member{"minProperties", 1}, member{"maxProperties", 1})
		}
		return out
	case keyword.RecordOf:
		return e.ref(keyword.Lookup(string(t.Ref)))
	case keyword.Either:
		return e.either(t)
	case keyword.Filter:
		return e.filter()
	}
	return object{}
}

func (e *emitter) list(t keyword.Type) object {
	item := e.typ(*t.Item)
	out := object{{"type", "array"}, {"items", item}}
	if !t.Single {
		return out
	}
	return anyOf(nil, item, out)
}

func (e *emitter) either(t keyword.Type) object {
	var of []any
	for _, o := range t.Of {
		if s := e.typ(o); o.Kind < keyword.Nothing && len(s) > 0 {
			of = append(of, s)
		}
	}
	return anyOf(nil, of...)
}

// filter offers the conditions on cards; the compiler knows the attributes and
// what each may be compared with.
func (e *emitter) filter() object {
	const name = "card_filter"
	if _, known := e.defs[name]; !known {
		e.defs[name] = nil
		properties := object{}
		record := e.filters.Lookup(filter.CardFilter)
		for _, f := range record.Fields {
			properties = append(properties, member{f.Name, object{{"description", f.Doc}}})
		}
		e.defs[name] = object{{"description", record.Doc}, {"type", "object"}, {"properties", properties}}
	}
	return reference(name)
}

// name is the name of something declared elsewhere. Where the game has a closed list of
// them, nothing else may stand there; a file that declares a name and uses it needs the
// schema written anew, as the loader would say so too.
func (e *emitter) name(t keyword.Type) object {
	ref := t.Ref
	if ref == keyword.RefWord && e.game != nil {
		if len(t.Words) == 0 {
			return object{{"type", scalars}}
		}
		return object{{"enum", t.Words}}
	}
	if names := e.namesOf(ref); len(names) > 0 && closed[ref] && !e.declares {
		return object{{"enum", names}}
	} else if len(names) > 0 {
		return anyOf(nil, object{{"enum", names}}, object{{"type", "string"}, {"minLength", 1}})
	}
	return object{{"type", "string"}, {"minLength", 1}}
}

// closed are the kinds of names that game.yaml alone declares: in any other file the
// list of them is closed.
var closed = map[keyword.Ref]bool{
	keyword.RefZone: true, keyword.RefZones: true, keyword.RefType: true, keyword.RefAttribute: true,
	keyword.RefGameSeat:    true,
	keyword.RefEnumeration: true, keyword.RefTrigger: true, keyword.RefDie: true, keyword.RefOption: true,
	keyword.RefPhase: true, keyword.RefAbility: true,
}

// byWord is a value for each of several words.
func (e *emitter) byWord(t keyword.Type) object {
	words := object{}
	for _, word := range t.Words {
		words = append(words, member{word,
			append(object{{"description", fmt.Sprintf("What it is where it is %s.", word)}}, e.typ(*t.Item)...)})
	}
	return object{{"type", "object"}, {"properties", words}, {"additionalProperties", false}}
}
