package inventory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// untold are the keys of which a difference is none, each with the reason.
var untold = map[string]string{
	"pack.id":       "it names the pack",
	"pack.name":     "it names the pack; an overlay has its own",
	"pack.version":  "it names the state of the pack",
	"pack.api":      "it says what the pack is written for, and is no part of a game",
	"pack.extends":  "what is extended is laid under the pack before",
	"pack.priority": "it says how overlays are laid, which they are before",
}

// sample makes the ways in which a value of a type can be given: several of each, so that
// all alternatives and all keys of records are tried.
func sample(t keyword.Type, deep int) []*source.Node {
	word := func(text string) *source.Node { return &source.Node{Kind: source.Word, Text: text} }
	within := func(n *source.Node) *source.Node { return &source.Node{Kind: source.List, Items: []*source.Node{n}} }
	under := func(key string, n *source.Node) *source.Node {
		return &source.Node{Kind: source.Map, Pairs: []source.Pair{{Key: key, Value: n}}}
	}
	var out []*source.Node
	switch t.Kind {
	case keyword.Number:
		return []*source.Node{{Kind: source.Number, Text: "3", Number: 3}, {Kind: source.Number, Text: "4", Number: 4}}
	case keyword.Flag:
		return []*source.Node{{Kind: source.Flag, Text: "true", Flag: true}}
	case keyword.Choice:
		for _, w := range t.Words {
			out = append(out, word(w))
		}
	case keyword.Either:
		for _, o := range t.Of {
			out = append(out, sample(o, deep)...)
		}
	case keyword.ListOf:
		for _, n := range sample(*t.Item, deep) {
			out = append(out, within(n))
		}
	case keyword.MapOf:
		for _, n := range sample(*t.Item, deep) {
			out = append(out, under("thing", n))
		}
	case keyword.RecordOf:
		if deep == 0 {
			return nil
		}
		for _, k := range keyword.Lookup(string(t.Ref)).Fields {
			for _, n := range sample(k.Type, deep-1) {
				out = append(out, record(keyword.Lookup(string(t.Ref)), k.Name, n))
			}
		}
	case keyword.Texts:
		return []*source.Node{word("One"), under("en", word("Two")), under("en", word("Three"))}
	default:
		return []*source.Node{word("one"), word("two")}
	}
	return out
}

// record is a record with one key, beside those that name it.
func record(r *keyword.Record, key string, value *source.Node) *source.Node {
	n := &source.Node{Kind: source.Map}
	for _, name := range []string{"phase", "id", "because", "type"} {
		if f, ok := r.Field(name); ok && name != key && (f.Required || name == "type") {
			n.Put(name, &source.Node{Kind: source.Word, Text: "number"})
		}
	}
	if value != nil {
		n.Put(key, value)
	}
	return n
}

// tree is a pack whose files say one thing.
func tree(file string, n *source.Node) *ast.Pack {
	p := &ast.Pack{Nodes: ast.FileNodes{Manifest: &source.Node{}, Game: &source.Node{}}}
	switch file {
	case "pack":
		p.Nodes.Manifest = n
	case "game file":
		p.Nodes.Game = n
		p.Flow = phases(n.Get("flow"))
	case "ruling":
		p.Nodes.Rulings = n
	}
	return p
}

// phases are the phases as the tree has them: what ast reads of a flow.
func phases(n *source.Node) []*ast.PhaseNode {
	if n == nil {
		return nil
	}
	game := record(keyword.Lookup("game file"), "flow", n)
	return ast.Read(ast.Files{Manifest: &source.Node{Kind: source.Map}, Game: game}, &diag.List{}).Flow
}

// TestEveryKey: each key of each record of pack.yaml, game.yaml and rulings.yaml, given, and
// given otherwise, alone is a difference, changes a line of the reference, and belongs to
// something that can be explained. All this is by the registry: a key that is new there is no
// exception.
func TestEveryKey(t *testing.T) {
	tried := map[string]bool{}
	for _, file := range []string{"pack", "game file", "ruling"} {
		walked(keyword.Lookup(file), nil, func(path []string, r *keyword.Record, f keyword.Field, wrap wrapper) {
			if name := r.Name + "." + f.Name; untold[name] == "" {
				tried[name] = true
				change(t, strings.Join(path, " / "), file, f, func(n *source.Node) *source.Node {
					return wrap(record(r, f.Name, n))
				})
			}
		})
	}
	if len(tried) < 150 {
		t.Errorf("only %d keys were tried", len(tried))
	}
}

// change gives a key one value after another, first none.
func change(t *testing.T, path, file string, f keyword.Field, wrap wrapper) {
	var was *source.Node
	for i, n := range append([]*source.Node{nil}, sample(f.Type, 2)...) {
		if n != nil && n.Inline() == strings.Join(f.Default, ", ") {
			continue // it says no more than none
		}
		before := inventory.Declared(tree(file, wrap(was)))
		after := inventory.Declared(tree(file, wrap(n)))
		was = n
		if i == 0 {
			continue
		}
		differences := compare.Inventories(before, after)
		if len(differences) == 0 {
			t.Errorf("%s: %s is no difference to what was before it", path, n.Inline())
		}
		for _, d := range differences {
			if !slices.Contains(explain.Kinds(), d.Kind) {
				t.Errorf("%s: nothing of the kind %q can be explained", path, d.Kind)
			}
		}
		old := fmt.Sprint(reference.Tables(before, "en"), phasesOf(before))
		if fmt.Sprint(reference.Tables(after, "en"), phasesOf(after)) == old {
			t.Errorf("%s: %s changes no line of the reference", path, n.Inline())
		}
	}
}

// phasesOf is the listing that stands above the tables of the reference.
func phasesOf(entries []*inventory.Entry) string {
	return inventory.Of(entries, inventory.Game, inventory.Game)[0].Get("phases").Text
}

// wrapper puts a record where it stands in a file.
type wrapper func(*source.Node) *source.Node

// walked visits the keys of a record, and of those that are within.
func walked(r *keyword.Record, path []string, visit func([]string, *keyword.Record, keyword.Field, wrapper)) {
	var into func(r *keyword.Record, path []string, wrap wrapper)
	within := map[string]bool{}
	var values func(t keyword.Type, path []string, wrap wrapper)
	values = func(t keyword.Type, path []string, wrap wrapper) {
		switch t.Kind {
		case keyword.RecordOf:
			into(keyword.Lookup(string(t.Ref)), path, wrap)
		case keyword.ListOf:
			values(*t.Item, path, func(n *source.Node) *source.Node {
				return wrap(&source.Node{Kind: source.List, Items: []*source.Node{n}})
			})
		case keyword.MapOf:
			values(*t.Item, path, func(n *source.Node) *source.Node {
				return wrap(&source.Node{Kind: source.Map, Pairs: []source.Pair{{Key: "thing", Value: n}}})
			})
		case keyword.Either:
			for _, o := range t.Of {
				values(o, path, wrap)
			}
		}
	}
	into = func(r *keyword.Record, path []string, wrap wrapper) {
		if within[r.Name] {
			return
		}
		within[r.Name] = true
		for _, f := range r.Fields {
			at := append(path[:len(path):len(path)], f.Name)
			visit(at, r, f, wrap)
			values(f.Type, at, func(n *source.Node) *source.Node { return wrap(record(r, f.Name, n)) })
		}
		delete(within, r.Name)
	}
	into(r, path, func(n *source.Node) *source.Node { return n })
}
