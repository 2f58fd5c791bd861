// Package walk goes over a YAML file with what may stand at each place of it: the records
// and types of the registry, and where a game is known its names. The check of the shape
// of a pack, the completion and all that goes by the places of a file see them so.
//
// It imports keyword and source.
package walk

import (
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Registry says which keys maps have.
type Registry interface {
	// Record returns the keys of a map of a type; in is the map, nil for any. It returns
	// nil where no key is known.
	Record(t keyword.Type, in *source.Node) *keyword.Record
	// Under returns the type of what stands under a key of a map of names.
	Under(t keyword.Type, key string) keyword.Type
}

// Language is the registry of the language, without the names of a game.
type Language struct{}

// Record returns the record that a type names.
func (Language) Record(t keyword.Type, _ *source.Node) *keyword.Record {
	if t.Kind != keyword.RecordOf {
		return nil
	}
	return keyword.Lookup(string(t.Ref))
}

// Under returns the type of the values of a map.
func (Language) Under(t keyword.Type, key string) keyword.Type { return t.ItemAt(key) }

// Place is a place in a file: a value at the top, under a key, or in a list.
type Place struct {
	Node *source.Node
	// Types are what may stand there, once it was visited those with which its parts are
	// visited.
	Types []keyword.Type
	// Parent holds it, nil at the top; Index is its number in a list, from 1.
	Parent *Place
	Index  int
	// Pair is the key that it stands under, Field the field of that key, if Known.
	Pair  *source.Pair
	Field keyword.Field
	Known bool
	// Nulls is set where a key may stand without a value.
	Nulls bool
}

// Path returns the keys that lead to the place.
func (p *Place) Path() []string {
	if p == nil {
		return nil
	}
	path := p.Parent.Path()
	if p.Pair != nil {
		path = append(path, p.Pair.Key)
	}
	return path
}

// Walk visits a node and all that is in it. see returns the types of a place among which
// its parts are looked for, and whether they are visited.
func Walk(r Registry, top *source.Node, types []keyword.Type, see func(*Place) ([]keyword.Type, bool)) {
	visit(r, &Place{Node: top, Types: types}, see)
}

func visit(r Registry, p *Place, see func(*Place) ([]keyword.Type, bool)) {
	types, on := see(p)
	if !on {
		return
	}
	p.Types = types
	if p.Node.Kind == source.Map {
		keys := KeysOf(r, types, p.Node)
		for i := range p.Node.Pairs {
			pair := &p.Node.Pairs[i]
			part := &Place{Node: pair.Value, Parent: p, Pair: pair}
			part.Field, part.Known = keys.Field(pair.Key)
			if part.Known {
				part.Types = []keyword.Type{part.Field.Type}
				part.Nulls = len(keys.records) > 0 && keys.records[0].Nulls
			}
			visit(r, part, see)
		}
	}
	for i, item := range p.Node.Items {
		visit(r, &Place{Node: item, Parent: p, Index: i + 1, Types: Items(types)}, see)
	}
}

// Items are the types of what may stand in a list of one of the types.
func Items(types []keyword.Type) []keyword.Type {
	var out []keyword.Type
	for _, t := range types {
		if t.Kind == keyword.ListOf {
			out = append(out, *t.Item)
		}
	}
	return out
}

// Keys are what a map of one of several types may have.
type Keys struct {
	registry Registry
	types    []keyword.Type
	records  []*keyword.Record
}

// KeysOf returns the keys of a map of one of the types; in is the map, nil for any.
func KeysOf(r Registry, types []keyword.Type, in *source.Node) Keys {
	k := Keys{registry: r, types: types}
	for _, t := range types {
		if record := r.Record(t, in); record != nil {
			k.records = append(k.records, record)
		}
	}
	return k
}

// Field returns what stands under a key: of a record, else of a map of names, else a text
// of an open record.
func (k *Keys) Field(key string) (keyword.Field, bool) {
	for _, r := range k.records {
		if f, ok := r.Field(key); ok {
			return *f, true
		}
	}
	for _, t := range k.types {
		if t.Kind == keyword.MapOf {
			return keyword.Field{Name: key, Type: k.registry.Under(t, key), Names: t.Keys}, true
		}
	}
	for _, r := range k.records {
		if r.OpenTexts && r.Takes(key) {
			return keyword.Field{Name: key, Type: keyword.Type{Kind: keyword.Text}}, true
		}
	}
	return keyword.Field{}, false
}
