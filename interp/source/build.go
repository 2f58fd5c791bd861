package source

import (
	"strconv"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// What writes files makes their nodes with these: they have no place.

// NewMap returns a map without keys.
func NewMap() *Node { return &Node{Kind: Map} }

// NewPair returns a map with one key.
func NewPair(key string, value *Node) *Node {
	return &Node{Kind: Map, Pairs: []Pair{{Key: key, Value: value}}}
}

// NewList returns a list of items.
func NewList(items ...*Node) *Node { return &Node{Kind: List, Items: items} }

// NewWord returns a word.
func NewWord(text string) *Node { return &Node{Kind: Word, Text: text} }

// NewNumber returns a whole number.
func NewNumber(n int) *Node { return NewScalar(strconv.Itoa(n), diag.Pos{}) }

// NewScalar returns what a file means by a text that stands alone: a whole
// number, a flag or a word.
func NewScalar(text string, pos diag.Pos) *Node {
	n := &Node{Kind: Word, Text: text, Pos: pos}
	if number, err := strconv.Atoi(text); err == nil && strconv.Itoa(number) == text {
		n.Kind = Number
		n.Number = number
	} else if text == "true" || text == "false" {
		n.Kind = Flag
		n.Flag = text == "true"
	}
	return n
}

// Put adds a key with its value to a map.
func (n *Node) Put(key string, value *Node) { n.Pairs = append(n.Pairs, Pair{Key: key, Value: value}) }

// Add adds an item to a list.
func (n *Node) Add(item *Node) { n.Items = append(n.Items, item) }

// PutSome is Put, but for an empty list or map.
func (n *Node) PutSome(key string, value *Node) {
	if len(value.Items)+len(value.Pairs) > 0 {
		n.Put(key, value)
	}
}

// Entries returns the items of a list; one value stands for a list of one, and
// nothing for an empty one.
func (n *Node) Entries() []*Node {
	switch {
	case n == nil, n.Kind == Null:
		return nil
	case n.Kind == List:
		return n.Items
	}
	return []*Node{n}
}

// Texts are the texts of the items of a list.
func (n *Node) Texts() (out []string) {
	for _, item := range n.Entries() {
		out = append(out, item.Text)
	}
	return out
}
