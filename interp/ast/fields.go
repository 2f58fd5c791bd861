package ast

import (
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/source"
)

// itemsOf returns the items of a list; one value stands for itself.
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

// TextsOf reads a name by language; a plain text is the English one.
func TextsOf(n *source.Node) Texts {
	switch {
	case n == nil:
		return nil
	case n.IsScalar():
		return Texts{{"en", sanitize.Name(n.Text), n.Pos}}
	}
	var texts Texts
	for _, p := range n.Pairs {
		if p.Value.IsScalar() {
			texts = append(texts, Text{p.Key, sanitize.Name(p.Value.Text), p.Value.Pos})
		}
	}
	return texts
}
