package inventory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/source"
)

// record adds what a map has of a record, in the order of the registry, behind it what an
// open record has besides. What stands under before is named behind it; inner is told of keys
// that hold declarations.
func (e *Entry) record(before string, r *keyword.Record, n *source.Node, inner func(f keyword.Field, n *source.Node)) {
	for _, f := range r.Fields {
		v := n.Get(f.Name)
		if v == nil && f.Default != nil {
			e.filledIn(f)
		}
		t := f.Type
		switch {
		case t.Kind != keyword.MapOf || !t.New || t.Item.Kind != keyword.RecordOf:
			e.value(under(before, f.Name), t, v)
		case inner != nil: // declarations, each of a record
			inner(f, v)
		}
	}
	for _, p := range n.Pairs {
		if _, known := r.Field(p.Key); known || r.Open == "" {
			continue
		}
		if r.OpenKeys != "" && r.OpenTexts { // a language
			e.name(under("name", before), p.Key, p.Value)
			continue
		}
		e.add(under(before, p.Key), inline(p.Value), p.Pos)
	}
}

// filledIn adds what holds where a key is left out.
func (e *Entry) filledIn(f keyword.Field) {
	fact := Fact{Name: f.Name, Text: strings.Join(f.Default, ", "), Default: true}
	if f.Type.Kind == keyword.ListOf {
		fact.List = true
		fact.Lines = f.Default
	}
	e.Facts = append(e.Facts, fact)
}

// under is a key below another.
func under(before, key string) string { return strings.TrimSpace(before + " " + key) }

// name adds a text by language: what people call the entry, under the key name.
func (e *Entry) name(key, lang string, n *source.Node) {
	if n == nil || !n.IsScalar() {
		return
	}
	text := sanitize.Line(n.Text)
	e.add(under(key, lang), text, n.Pos)
	if key == "name" {
		e.Label = append(e.Label, ast.Text{Lang: lang, Text: text, Pos: n.Pos})
	}
}

// value adds a value under a key, as several facts where it has keys of its own.
func (e *Entry) value(key string, t keyword.Type, n *source.Node) {
	switch {
	case n == nil, n.Kind == source.Null, n.Kind == source.Flag && !n.Flag && t.Kind != keyword.Scalar:
	case t.Kind == keyword.Texts:
		e.names(key, n)
	case n.Kind == source.Map && t.Record() != nil:
		e.record(key, t.Record(), n, nil)
	case n.Kind == source.Map && byWord(t):
		e.list(key, t, lists.Map(n.Pairs, func(p source.Pair) string { return p.Key }), n)
		for _, p := range n.Pairs {
			e.word(p)
		}
	case n.Kind == source.Map && mapOf(t) != nil:
		for _, p := range n.Pairs {
			e.value(under(key, p.Key), *mapOf(t).Item, p.Value)
		}
	case n.Kind == source.List, t.Kind == keyword.ListOf && t.Item.Kind != keyword.Scalar:
		e.list(key, t, lists.Map(n.Entries(), inline), n)
	case n.Kind == source.Map:
		e.add(key, inline(n), n.Pos)
	default:
		if key == "doc" {
			e.Doc = n.Text
		}
		e.add(key, n.Text, n.Pos)
	}
}

// names adds names by language; a plain text is the English one.
func (e *Entry) names(key string, n *source.Node) {
	if n.IsScalar() {
		e.name(key, "en", n)
	}
	for _, p := range n.Pairs {
		e.name(key, p.Key, p.Value)
	}
}

// word adds what is said of a word of a list: its names, what it does, and the ability that
// it stands for.
func (e *Entry) word(p source.Pair) {
	if p.Value == nil || p.Value.Kind != source.Map {
		e.names("name of "+p.Key, p.Value)
		return
	}
	for _, said := range p.Value.Pairs {
		if _, key := keyword.Lookup("word").Field(said.Key); key {
			e.add(said.Key+" of "+p.Key, inline(said.Value), said.Pos)
		} else {
			e.name("name of "+p.Key, said.Key, said.Value)
		}
	}
}

// list adds the items of a list, in the order of the registry or of the alphabet where
// theirs means nothing.
func (e *Entry) list(key string, t keyword.Type, items []string, n *source.Node) {
	if t.Set {
		slices.SortFunc(items, func(a, b string) int {
			return cmp.Or(slices.Index(t.Item.Words, a)-slices.Index(t.Item.Words, b), strings.Compare(a, b))
		})
	}
	e.AddList(key, items)
	if len(items) > 0 {
		e.Facts[len(e.Facts)-1].At = n.Pos
	}
}

// mapOf is the map that a type is, or that one of its alternatives is; nil for none.
func mapOf(t keyword.Type) *keyword.Type {
	for _, o := range append([]keyword.Type{t}, t.Of...) {
		if o.Kind == keyword.MapOf {
			return &o
		}
	}
	return nil
}

// byWord reports whether a type is a list of words that may have names.
func byWord(t keyword.Type) bool {
	m := mapOf(t)
	return m != nil && m.New && m.Keys == keyword.RefWord
}
