package schema

import (
	"github.com/ruledeck/ruledeck/interp/ast"
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
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
	docs := map[string]string{}
	for _, t := range e.game.Tree.Types {
		for _, a := range t.Attributes {
			if a.Doc != "" {
				docs[a.Name.Text] = a.Doc
			}
		}
	}
	for _, t := range e.game.Tree.Types {
		for _, a := range t.Attributes {
			if docs[a.Name.Text] == "" {
				docs[a.Name.Text] = describedBy(a)
			}
		}
	}
	var out object
	for _, name := range keys(e.game.CardAttributes) {
		a := &pack.Cards[e.game.CardAttributes[name]]
		if a.State {
			continue
		}
		property := object{}
		if docs[name] != "" {
			property = append(property, member{"description", docs[name]})
		}
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
		words := object{}
		for _, w := range e.game.Pack.Cards[a.By].Words {
			words = append(words, member{e.game.Pack.Symbols[w], value})
		}
		return anyOf(nil, value, object{{"type", "object"}, {"properties", words}})
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
		var words []string
		for _, w := range a.Words {
			words = append(words, e.game.Pack.Symbols[w])
		}
		return object{{"enum", words}}
	case engine.List:
		if len(a.Words) == 0 {
			return object{{"type", "array"}}
		}
		var words []string
		for _, w := range a.Words {
			words = append(words, e.game.Pack.Symbols[w])
		}
		return object{{"type", "array"}, {"items", object{{"enum", words}}}}
	}
	return object{}
}
