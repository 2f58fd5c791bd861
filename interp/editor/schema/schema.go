// Package schema writes JSON Schemas (draft 2020-12) for every kind of YAML
// file of a pack, from the registry in package keyword, so that an editor
// completes keys, explains them, and marks what the loader would refuse.
//
// It may import compile, filter, keyword, lexicon, lists and walk.
package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// File returns the name of the file that holds the schema of a kind of files.
func File(k *walk.FileKind) string { return k.Name + ".schema.json" }

// Modeline is the comment by which yaml-language-server finds the schema of a kind: the
// first line of a file of the kind. folder is the way from the file to the schemas.
func Modeline(k *walk.FileKind, folder string) string {
	return ModelinePrefix + " $schema=" + path.Join(folder, File(k))
}

// ModelinePrefix is how such a line begins, whatever schema it names.
const ModelinePrefix = "# yaml-language-server:"

type object = map[string]any

// scalar is what the loader takes for any text.
func scalar() object { return object{"type": []string{"string", "number", "boolean"}} }

// emitter makes the schema of one kind of file.
type emitter struct {
	lexicon.Lexicon
	// known is set where there is a game, whose names are offered; declares for files that
	// declare names themselves.
	known, declares bool
	// defs are the records that were referred to.
	defs object
}

// Write returns the schema of a kind of file. With a game, names that it has
// are offered where they may stand, and the attributes of its cards are known.
func Write(k *walk.FileKind, game *compile.Compiled) ([]byte, error) {
	e := &emitter{known: game != nil, defs: object{}}
	e.Compiled = game
	e.Overlay = k.Name == "overlay"
	e.declares = e.Overlay || k.Name == "game"
	shape := e.typ
	if k.Types[0].Kind == keyword.RecordOf {
		shape = e.record
	}
	out := shape(k.Types[0])
	switch k.Name {
	case "cards":
		e.cards(out)
	case "scenario":
		e.scenarios(out, shape(k.Types[0]))
	}
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out["$comment"] = "Made by ruledeck schema; the first line of a file is: " + Modeline(k, "<folder>")
	out["title"] = k.Title + " (" + k.Files + ")"
	out["$defs"] = e.defs
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(out)
	return text.Bytes(), err
}

// cards completes the schema of a file of cards: what its defaults give, cards may leave out.
func (e *emitter) cards(out object) {
	defaults := e.record(keyword.RecordType("card"))
	required := slices.DeleteFunc(defaults["required"].([]string), func(key string) bool { return key == "id" })
	delete(defaults, "required")
	e.defs["card"].(object)["required"] = []string{"id"}
	set(out, "defaults", defaults)
	whole := object{"items": object{"required": required}}
	out["if"] = object{"not": object{"required": []string{"defaults"},
		"properties": object{"defaults": object{"required": required}}}}
	out["then"] = object{"properties": object{"cards": whole, "replace": whole}}
}

// scenarios completes the schema of one scenario, or of a list of scenarios below what they
// share, which each may leave out.
func (e *emitter) scenarios(out, one object) {
	need := object{"required": out["required"]}
	delete(out, "required")
	delete(one, "required")
	e.defs["scenario_in_a_list"] = one
	set(out, "scenarios", object{"type": "array", "items": object{"$ref": "#/$defs/scenario_in_a_list"}})
	out["if"] = object{"required": []string{"scenarios"}}
	each := object{"properties": object{"scenarios": object{"items": need}}}
	out["then"] = object{"if": object{"not": need}, "then": each}
	out["else"] = need
}

// set changes what stands under a key, but for its explanation.
func set(record object, key string, value object) {
	properties := record["properties"].(object)
	value["description"] = properties[key].(object)["description"]
	properties[key] = value
}

func anyOf(of ...object) object { return object{"anyOf": of} }

// record is the schema of a map with known keys, those of the game among them.
func (e *emitter) record(t keyword.Type) object {
	r := e.Record(t, nil)
	// An overlay may give a part of what the base has.
	part := e.Overlay && slices.ContainsFunc(keyword.Files(), func(f *keyword.Record) bool { return f.Name == r.Name })
	properties, further := object{}, object{}
	out := object{"type": "object", "description": r.Doc, "properties": properties, "patternProperties": further,
		"additionalProperties": r.Open != "" && r.OpenKeys == ""}
	var required []string
	for _, f := range r.Fields {
		if f.Required && !part {
			required = append(required, f.Name)
			out["required"] = required
		}
		if f.Names != keyword.RefCardName { // their names have many forms
			properties[f.Name] = e.field(r, f)
		}
	}
	if e.known && len(r.Adds) > 0 {
		out["additionalProperties"] = false
	} else if r.OpenKeys != "" {
		open := keyword.Field{Doc: "Further keys: " + r.Open + "."}
		if r.OpenTexts {
			open.Type.Kind = keyword.Text
		}
		further[r.OpenKeys] = e.field(r, open)
	}
	for _, a := range r.Adds {
		switch {
		case e.known && a.Names == keyword.RefParameter: // of a trigger that is not known here
			out["additionalProperties"] = true
		case e.known && a.Names == keyword.RefCardName:
			out["additionalProperties"] = anyOf(e.typ(a.Item), object{"type": "null"})
		case e.known && a.Names == keyword.RefZone && a.Holder == "table": // on a board, or of a card there
			const behind = `(\.(has|lacks|count|top|bottom))?$`
			zones := alternatives(e.Names(keyword.RefZone))
			further["^("+zones+`)\(.*\)`+behind] = true
			further[`\.(`+zones+")"+behind] = true
		}
	}
	return out
}

// field is the schema of a key with what explains it. What scenarios say of attributes
// and zones has many forms, but that of a word.
func (e *emitter) field(r *keyword.Record, f keyword.Field) object {
	out := object{}
	sure := f.Names == "" || f.Type.Kind == keyword.RecordOf || len(f.Type.Words) > 0 ||
		len(r.Adds) > 0 && r.Adds[0].As == keyword.AsPrinted
	if sure && r.Name != filter.CardFilter { // the compiler knows what each may be compared with
		out = e.typ(f.Type)
	}
	if r.Nulls && len(out) > 0 {
		out = anyOf(out, object{"type": "null"})
	}
	if e.Overlay {
		out = anyOf(out, e.typ(keyword.RecordType("change")))
		if takesList(f.Type) {
			out["anyOf"] = append(out["anyOf"].([]object), e.typ(keyword.RecordType("list change")))
		}
	}
	out["description"] = cmp.Or(f.Doc, "The "+string(f.Names)+" "+f.Name+".")
	return out
}

// takesList reports whether a list may stand for a value of the type.
func takesList(t keyword.Type) bool {
	return t.Kind == keyword.ListOf || t.Kind == keyword.Either && slices.ContainsFunc(t.Of, takesList)
}

// typ is the schema of a type.
func (e *emitter) typ(t keyword.Type) object {
	if like := t.Like; like != nil && e.known {
		switch {
		case like.Ref == keyword.RefStop:
			stops := lists.Map(e.Words(*like), func(w lexicon.Word) string { return w.Text })
			return object{"type": "string", "pattern": "^(" + alternatives(stops) + ")( *#[0-9]+)?$"}
		case t.Kind == keyword.MapOf && like.Kind == keyword.RecordOf && len(keyword.Lookup(string(like.Ref)).Adds) > 0:
			return e.typ(*like)
		}
	}
	switch t.Kind {
	case keyword.Text, keyword.Scalar:
		return scalar()
	case keyword.Word:
		return object{"type": "string", "pattern": `^[\p{L}\p{N}_][\p{L}\p{N}_.\-]*$`}
	case keyword.Number:
		least, most := math.MinInt32, math.MaxInt32
		return object{"type": "integer", "minimum": *cmp.Or(t.Least, &least), "maximum": *cmp.Or(t.Most, &most)}
	case keyword.Flag:
		return object{"type": "boolean"}
	case keyword.Texts:
		return anyOf(scalar(), object{"type": "object", "propertyNames": object{
			"pattern": `^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`}, "additionalProperties": scalar()})
	case keyword.Choice:
		return object{"enum": t.Words}
	case keyword.Name:
		return e.name(t)
	case keyword.ListOf:
		item := e.typ(*t.Item)
		out := object{"type": "array", "items": item}
		if t.Single {
			return anyOf(item, out)
		}
		return out
	case keyword.MapOf:
		return e.mapOf(t)
	case keyword.Filter:
		return e.typ(keyword.RecordType(filter.CardFilter))
	case keyword.RecordOf:
		name := strings.ReplaceAll(string(t.Ref), " ", "_")
		if _, known := e.defs[name]; !known {
			e.defs[name] = nil // it may refer to itself
			e.defs[name] = e.record(t)
		}
		return object{"$ref": "#/$defs/" + name}
	case keyword.Either:
		of := slices.DeleteFunc(lists.Map(t.Of, e.typ), func(o object) bool { return len(o) == 0 })
		return anyOf(of...)
	}
	return object{}
}

// mapOf is a map of names: those that the game has are offered, and are all where the list
// of them is closed.
func (e *emitter) mapOf(t keyword.Type) object {
	out := object{"type": "object", "additionalProperties": e.typ(*t.Item)}
	if t.One {
		out["minProperties"], out["maxProperties"] = 1, 1
	}
	words := len(t.Words) > 0 && t.Item.Kind != keyword.Any
	sure := words || e.known && closed[t.Keys] && !t.New && !e.declares
	if sure || t.Keys == keyword.RefText {
		properties := object{}
		for _, f := range e.Record(t, nil).Fields {
			value := e.typ(*t.Item)
			if t.Keys == keyword.RefAbility {
				value = e.typ(f.Type) // its parameters
			}
			value["description"] = cmp.Or(f.Doc, "The "+string(t.Keys)+" "+f.Name+".")
			properties[f.Name] = value
		}
		out["properties"] = properties
	}
	if sure {
		out["additionalProperties"] = false
	} else if t.Keys == keyword.RefType && t.New {
		all := e.typ(t.ItemAt(keyword.Together))
		all["description"] = keyword.Lookup("types together").Doc
		out["properties"] = object{keyword.Together: all}
	}
	return out
}

// name is the name of something declared elsewhere. Where the game has a closed list of
// them, nothing else may stand there; a file that declares a name and uses it needs the
// schema written anew, as the loader would say so too.
func (e *emitter) name(t keyword.Type) object {
	names := t.Words
	text := object{"type": "string", "minLength": 1}
	switch {
	case !e.known:
		return text
	case t.Ref != keyword.RefWord:
		names = e.Names(t.Ref)
	case len(names) == 0:
		return scalar()
	}
	switch {
	case len(names) == 0:
		return text
	case t.Ref == keyword.RefZones: // in scenarios with its holder in front, or a place of a board behind
		text = object{"type": "string", "pattern": "(^|[ .])(" + alternatives(names) + ")([ (.]|$)"}
	case t.Ref == keyword.RefWord, closed[t.Ref] && !e.declares:
		return object{"enum": names}
	}
	return anyOf(object{"enum": names}, text)
}

// closed are the kinds of names that game.yaml alone declares: in any other file the
// list of them is closed.
var closed = map[keyword.Ref]bool{
	keyword.RefZone: true, keyword.RefType: true, keyword.RefAttribute: true, keyword.RefGameSeat: true,
	keyword.RefEnumeration: true, keyword.RefTrigger: true, keyword.RefDie: true, keyword.RefOption: true,
	keyword.RefPhase: true, keyword.RefAbility: true,
}

// alternatives matches one of several names.
func alternatives(names []string) string {
	return strings.Join(lists.Map(names, regexp.QuoteMeta), "|")
}
