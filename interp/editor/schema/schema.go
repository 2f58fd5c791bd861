// Package schema writes JSON Schemas (draft 2020-12) for every kind of YAML
// file of a pack, from the registry in package keyword, so that an editor
// completes keys, explains them, and marks what the loader would refuse.
//
//	schema.go   the kinds of files, and the schema of each
//	types.go    types and records of the registry as schemas
//	game.go     what a game adds: its names and the attributes of its cards
//	json.go     objects with their keys in order
package schema

import (
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Kind is a kind of file.
type Kind struct {
	// Name is "cards"; its schema is the file cards.schema.json.
	Name string
	// Files says which files are of the kind, as people write it.
	Files string
	// record is the record of the file in the registry, title what the file is.
	record, title string
	make          func(*emitter) object
}

// Kinds are the kinds of files.
var Kinds = []Kind{
	{"pack", "pack.yaml", "pack", "the manifest of a pack", func(e *emitter) object { return e.file("pack") }},
	{"game", "game.yaml", "game file", "the game file of a pack", (*emitter).gameFile},
	{"overlay", "game.yaml of an overlay", "game file", "the game file of an overlay", (*emitter).overlayFile},
	{"cards", "cards/**/*.yaml", "card file", "a file of cards", (*emitter).cardFile},
	{"rulings", "rulings.yaml", "ruling", "the rulings of a pack", (*emitter).rulingsFile},
	{"locale", "locale/*.yaml", "message", "the sentences of a language", (*emitter).localeFile},
	{"scenario", "scenarios/**/*.yaml", "scenario", "a scenario, or several", (*emitter).scenarioFile},
}

// File returns the name of the file that holds the schema.
func (k *Kind) File() string { return k.Name + ".schema.json" }

// Modeline is the comment by which yaml-language-server finds a schema: the
// first line of a file of the kind. folder is the way from the file to the
// schemas.
func (k *Kind) Modeline(folder string) string {
	return "# yaml-language-server: $schema=" + path.Join(folder, k.File())
}

// ModelinePrefix is how such a line begins, whatever schema it names.
const ModelinePrefix = "# yaml-language-server:"

// KindOf returns the kind of a file by its place in a pack; nil for files that
// are of none. overlay reports whether the pack extends another.
func KindOf(at string, overlay bool) *Kind {
	name := ""
	switch first, _, _ := strings.Cut(at, "/"); {
	case path.Ext(at) != ".yaml":
	case at == "pack.yaml":
		name = "pack"
	case at == "game.yaml" && overlay:
		name = "overlay"
	case at == "game.yaml":
		name = "game"
	case at == "rulings.yaml":
		name = "rulings"
	case first == "cards":
		name = "cards"
	case first == "locale":
		name = "locale"
	case first == "scenarios":
		name = "scenario"
	}
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &Kinds[i]
}

// Write returns the schema of a kind of file. With a game, names that it has
// are offered where they may stand, and the attributes of its cards are known.
func Write(k *Kind, game *compile.Compiled) ([]byte, error) {
	e := &emitter{filters: game.Conditions(), defs: map[string]object{}}
	if game != nil {
		e.game = &lexicon.Lexicon{Compiled: game}
	}
	body := k.make(e)
	out := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$comment", "Made by ruledeck schema; the first line of a file is: " + k.Modeline("<folder>")},
		{"title", k.title + " (" + k.Files + ")"},
	}
	out = append(out, body...)
	if len(e.defs) > 0 {
		out = append(out, member{"$defs", e.definitions()})
	}
	return out.indented()
}

// file is the schema of a file that is one record.
func (e *emitter) file(name string) object { return e.record(keyword.Lookup(name)) }

// gameFile declares most of the names that there are.
func (e *emitter) gameFile() object {
	e.declares = true
	return e.file("game file")
}

// overlayFile is a game file in which nothing is required, lists may be changed
// in part, and parts of the base may be taken out.
func (e *emitter) overlayFile() object {
	e.patch, e.declares = true, true
	out := e.record(keyword.Lookup("game file")).in("flow", func(flow object) any {
		return anyOf(flow.get("description"), flow.without("description"), e.ref(keyword.Lookup("flow patch")))
	})
	return out.with("properties", out.get("properties").(object).with(keyword.RemoveKey, object{
		{"description",
			"What of the base's game.yaml is not in the game: {options: [name], types: {unit: {attributes: [name]}}}."},
		{"type", "object"},
	}))
}

// cardFile is a file of cards: what its defaults give, cards may leave out.
func (e *emitter) cardFile() object {
	card := keyword.Lookup("card")
	var required []any
	for _, f := range card.Fields {
		if f.Required && f.Name != "id" {
			required = append(required, f.Name)
		}
	}
	out := e.record(keyword.Lookup("card file")).in("defaults", func(defaults object) any {
		return e.record(card).without("required").with("description", defaults.get("description"))
	})
	e.defs["card"] = e.record(card).with("required", []any{"id"})
	whole := object{{"items", object{{"required", required}}}}
	return append(out,
		member{"if",
			object{{"not", object{{"required", []any{"defaults"}},
				{"properties", object{{"defaults", object{{"required", required}}}}}}}}},
		member{"then", object{{"properties", object{{"cards", whole}, {"replace", whole}}}}},
	)
}

func (e *emitter) rulingsFile() object {
	return object{{"type", "array"}, {"items", e.ref(keyword.Lookup("ruling"))}}
}

// localeFile maps keys to sentences; the keys that the program itself reads are
// offered.
func (e *emitter) localeFile() object {
	text := anyOf(nil, e.typ(keyword.Type{Kind: keyword.Text}), e.ref(keyword.Lookup("message")))
	known := object{}
	for _, m := range keyword.Messages {
		if !strings.Contains(m.Key, "<") {
			known = append(known, member{m.Key, append(object{{"description", m.Doc}}, text...)})
		}
	}
	return object{{"type", "object"}, {"properties", known}, {"additionalProperties", text}}
}

// scenarioFile is one scenario, or a list of scenarios below what they share.
func (e *emitter) scenarioFile() object {
	record := keyword.Lookup("scenario")
	one := e.record(record).in("scenarios", func(list object) any {
		e.defs["scenario_in_a_list"] = e.record(record).without("required")
		return object{{"description", list.get("description")}, {"type", "array"},
			{"items", reference("scenario_in_a_list")}}
	})
	required := one.get("required")
	// What scenarios of a list share may leave out what each gives itself.
	each := object{{"properties", object{{"scenarios", object{{"items", object{{"required", required}}}}}}}}
	return append(one.without("required"),
		member{"if", object{{"required", []any{"scenarios"}}}},
		member{"then", object{{"if", object{{"not", object{{"required", required}}}}}, {"then", each}}},
		member{"else", object{{"required", required}}},
	)
}
