package ast

import (
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/visible"
)

// fields takes the values of a map by the names that its record declares.
// Values of the wrong kind are zero: the checker has spoken of them.
type fields struct {
	record *keyword.Record
	node   *source.Node
	// asked, when a test sets it, notes every field that the readers take.
	asked map[string]bool
}

// get returns the value of a field, or nil. Asking for a field that the
// registry does not declare is a mistake in the program.
func (f fields) get(name string) *source.Node {
	if _, ok := f.record.Field(name); !ok {
		panic("ast: the registry has no field " + name + " in " + f.record.Name)
	}
	if f.asked != nil {
		f.asked[f.record.Name+"."+name] = true
	}
	n := f.node.Get(name)
	if n != nil && n.Kind == source.Null {
		return nil
	}
	return n
}

func (f fields) word(name string) Word {
	return wordOf(f.get(name))
}

func (f fields) words(name string) []Word {
	return wordsOf(f.get(name))
}

func (f fields) text(name string) string {
	if n := f.get(name); n != nil && n.IsScalar() {
		return n.Text
	}
	return ""
}

func (f fields) flag(name string) bool {
	n := f.get(name)
	return n != nil && n.Kind == source.Flag && n.Flag
}

func (f fields) number(name string) int {
	if n := f.get(name); n != nil && n.Kind == source.Number {
		return n.Number
	}
	return 0
}

func (f fields) tree(name string) *Tree {
	return FromNode(f.get(name))
}

// numberTree returns the number with its place, or nil.
func (f fields) numberTree(name string) *Tree {
	if n := f.get(name); n != nil && n.Kind == source.Number {
		return FromNode(n)
	}
	return nil
}

func (f fields) texts(name string) Texts {
	return textsOf(f.get(name))
}

// pairs returns the pairs of a map, and none for anything else.
func (f fields) pairs(name string) []source.Pair {
	if n := f.get(name); n != nil && n.Kind == source.Map {
		return n.Pairs
	}
	return nil
}

// items returns the items of a list; one value stands for itself.
func (f fields) items(name string) []*source.Node {
	return itemsOf(f.get(name))
}

func itemsOf(n *source.Node) []*source.Node {
	switch {
	case n == nil || n.Kind == source.Null:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

func wordOf(n *source.Node) Word {
	if n == nil || !n.IsScalar() {
		return Word{}
	}
	return Word{n.Text, n.Pos}
}

func wordsOf(n *source.Node) []Word {
	var words []Word
	for _, item := range itemsOf(n) {
		if w := wordOf(item); w.Given() {
			words = append(words, w)
		}
	}
	return words
}

func keyOf(p source.Pair) Word { return Word{p.Key, p.Pos} }

// textsOf reads a name by language; a plain text is the English one.
func textsOf(n *source.Node) Texts {
	switch {
	case n == nil:
		return nil
	case n.IsScalar():
		return Texts{{"en", visible.Line(n.Text), n.Pos}}
	}
	var texts Texts
	for _, p := range n.Pairs {
		if p.Value.IsScalar() {
			texts = append(texts, Text{p.Key, visible.Line(p.Value.Text), p.Value.Pos})
		}
	}
	return texts
}
