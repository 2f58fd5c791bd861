package inventory

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Game is the kind and the name of what a game file says of the game itself.
const Game = "flow"

// kindOf is the kind of what a key of game.yaml declares: that of its names, or of its
// records; one of what it says of names that are declared elsewhere, as sizes of types.
func kindOf(f *keyword.Field) string {
	switch {
	case f.Type.Kind == keyword.ListOf:
		return string(f.Type.Item.Ref)
	case f.Type.New:
		return f.Type.Keys.Thing()
	}
	return strings.TrimSuffix(f.Name, "s")
}

// whole is what the value of an entry is that has no keys of its own.
var whole = map[string]string{"die": "faces", "size": "cards", "group": "zones", "words": "words"}

// Declared lists what pack.yaml, game.yaml and rulings.yaml declare, overlays laid over them.
func Declared(tree *ast.Pack) []*Entry {
	r := &reader{}
	r.manifest(tree)
	game := &Entry{Kind: Game, Name: Game, At: tree.GamePos}
	game.AddCode("phases", ast.FlowText(tree.Flow, func(*ast.PhaseNode) string { return "" }))
	for _, f := range keyword.Lookup("game file").Fields {
		n := tree.Nodes.Game.Get(f.Name)
		switch {
		case n == nil || n.Kind == source.Null:
		case f.Name == "flow":
			game.At = n.Pos
			r.phases(n)
		case f.Type.Kind == keyword.MapOf:
			r.entries(f, n)
		case f.Type.Kind == keyword.ListOf && f.Type.Item.Kind == keyword.RecordOf:
			for _, item := range n.Items {
				r.entry(kindOf(&f), []string{f.Name}, pairOf(item, "because"), *f.Type.Item)
			}
		case f.Type.Kind == keyword.RecordOf:
			r.entry(f.Name, nil, source.Pair{Key: f.Name, Pos: n.Pos, Value: n}, f.Type)
		case inline(n) != strings.Join(f.Default, ", "):
			game.value(f.Name, f.Type, n)
		}
	}
	r.out = append(r.out, game)
	for _, n := range tree.Nodes.Rulings.Entries() {
		r.entry("ruling", nil, pairOf(n, "id"), keyword.RecordType("ruling"))
	}
	return r.out
}

// pairOf is a record under the name that stands in it.
func pairOf(n *source.Node, key string) source.Pair {
	if name := n.Get(key); name != nil {
		return source.Pair{Key: name.Text, Pos: name.Pos, Value: n}
	}
	return source.Pair{Pos: n.Pos, Value: n}
}

type reader struct {
	out []*Entry
}

// named are the keys of a manifest that name the pack and its state. They are no part of the
// game.
var named = []string{"id", "name", "version", "api", "extends", "priority"}

// manifest makes the entries of pack.yaml.
func (r *reader) manifest(tree *ast.Pack) {
	seats := &Entry{Kind: "pack", Name: "seats", At: tree.Pos}
	n := tree.Nodes.Manifest.Get("seats")
	seats.value("least", keyword.Type{}, n.Get("min"))
	seats.value("most", keyword.Type{}, n.Get("max"))
	pack := &Entry{Kind: "pack", Name: "pack", At: tree.Pos}
	for _, f := range keyword.Lookup("pack").Fields {
		if f.Name != "seats" && !slices.Contains(named, f.Name) {
			pack.value(f.Name, f.Type, tree.Nodes.Manifest.Get(f.Name))
		}
	}
	r.out = append(r.out, seats, pack)
}

// entries makes an entry of each name under a key of game.yaml.
func (r *reader) entries(f keyword.Field, n *source.Node) {
	for _, p := range n.Pairs {
		e := r.entry(kindOf(&f), []string{f.Name}, p, *f.Type.Item)
		switch {
		case e.Kind == "attribute":
			e.Owner = f.Name
			e.attribute(true)
		case e.Kind == "words":
			r.words(e, p.Value)
		}
	}
}

// entry makes an entry of a name and its value, below the keys that lead to it.
func (r *reader) entry(kind string, key []string, p source.Pair, t keyword.Type) *Entry {
	key = append(key[:len(key):len(key)], p.Key)
	e := &Entry{Kind: kind, Name: p.Key, Key: strings.Join(key, " / "), At: p.Pos}
	r.out = append(r.out, e)
	if record := t.Record(); record != nil && p.Value.Kind == source.Map {
		e.record("", record, p.Value, func(f keyword.Field, n *source.Node) { r.inner(e, f, n) })
		return e
	}
	e.value(whole[kind], t, p.Value)
	return e
}

// inner makes the declarations that stand within another: the attributes of a type, and
// the parameters of a trigger, which are facts of it too.
func (r *reader) inner(e *Entry, f keyword.Field, n *source.Node) {
	pairs := n.Keys()
	if f.Type.Keys == keyword.RefAttribute {
		names := lists.Map(pairs, func(p source.Pair) string { return p.Key })
		slices.Sort(names)
		e.AddList(f.Name, names)
	}
	for _, p := range pairs {
		one := r.entry(string(f.Type.Keys), []string{e.Key, f.Name}, p, *f.Type.Item)
		one.Owner = e.Name
		one.attribute(false)
		if f.Type.Keys == keyword.RefParameter {
			e.add("parameter "+p.Key, one.Explained(), p.Pos)
		}
	}
}

// attribute completes what an attribute or a parameter says: the name of a list of words
// stands for a word of it, and a number that changes begins at 0.
func (e *Entry) attribute(changes bool) {
	i := slices.IndexFunc(e.Facts, func(f Fact) bool { return f.Name == "type" })
	if i < 0 {
		return
	}
	if write := slices.IndexFunc(e.Facts, func(f Fact) bool { return f.Name == "write" }); write >= 0 {
		e.Facts[write].Name = "may be changed"
	}
	of := e.Facts[i]
	if !slices.Contains(keyword.AttributeTypes, of.Text) {
		e.Facts[i].Text = "word"
		of.Name = "of"
		e.Facts = slices.Insert(e.Facts, i+1, of)
	}
	if of.Text == "number" && e.Get("start").Text == "" && (changes || e.Get("state").Text != "") {
		e.Facts = append(e.Facts, Fact{Name: "start", Text: "0", Default: true})
	}
}

// words makes an entry of each word of a list.
func (r *reader) words(list *Entry, n *source.Node) {
	for _, p := range n.Keys() {
		e := &Entry{Kind: "word", Owner: list.Name, Name: p.Key, At: p.Pos}
		if p.Value != nil && p.Value.IsScalar() {
			e.Label = ast.Texts{{Lang: "en", Text: sanitize.Line(p.Value.Text), Pos: p.Pos}}
		} else if p.Value != nil {
			e.record("", keyword.Lookup("word"), p.Value, nil)
		}
		r.out = append(r.out, e)
	}
}

// phases makes the entries of a flow, the phases within others behind them.
func (r *reader) phases(flow *source.Node) {
	for _, n := range flow.Entries() {
		if n.Kind != source.Map {
			continue
		}
		r.entry("phase", nil, pairOf(n, "phase"), keyword.RecordType("phase"))
		if do := n.Get("do"); do != nil {
			r.phases(do)
		}
	}
}
