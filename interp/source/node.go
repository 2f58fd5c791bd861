// Package source reads YAML files into plain nodes with places. It is the only
// importer of the YAML library, and takes a small safe part of the language:
// one document of maps, lists and scalars. Anchors, aliases, merge keys, tags
// and duplicate keys are refused with their places. What a scalar is follows
// from its text and quotes by rules of our own: whole decimal numbers are
// numbers, true and false are flags, and everything else is a word, so that
// yes, on, 1.0.0 and dates stay what they look like.
//
// It imports diag, sanitize and the YAML library.
package source

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes. Null is a key without a value.
const (
	Null Kind = iota
	Flag
	Number
	Word
	List
	Map
)

var kindNames = [...]string{"nothing", "a flag", "a number", "a word", "a list", "a map"}

// String returns the kind with its article, for messages.
func (k Kind) String() string { return kindNames[k] }

// Node is one value of a file.
type Node struct {
	Kind Kind
	// Text is the text of a scalar as written, without quotes.
	Text string
	// Number and Flag are the values of scalars of these kinds.
	Number int
	Flag   bool
	diag.Pos
	// Items are the values of a list, Pairs those of a map, as written.
	Items []*Node
	Pairs []Pair
}

// Pair is one key of a map with its value.
type Pair struct {
	Key string
	diag.Pos
	Value *Node
}

// Get returns the value of the key in a map, or nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Pairs {
		if n.Pairs[i].Key == key {
			return n.Pairs[i].Value
		}
	}
	return nil
}

// Keys returns the keys of a map with their values; a node of another kind, or nil, has none.
func (n *Node) Keys() []Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

// IsScalar reports whether the node is a flag, a number or a word.
func (n *Node) IsScalar() bool { return n.Kind == Flag || n.Kind == Number || n.Kind == Word }

// Describe says what the node is, for messages: a number and a word with their
// text.
func (n *Node) Describe() string {
	switch n.Kind {
	case Flag, Number:
		return n.Kind.String() + " (" + n.Text + ")"
	case Word:
		if IsFraction(n.Text) {
			return n.Text
		}
		const most = 40
		text := []rune(n.Text)
		if len(text) > most {
			text = append(text[:most], '…')
		}
		return "the word " + strconv.Quote(string(text))
	}
	return n.Kind.String()
}

var fraction = regexp.MustCompile(`^-?[0-9]+\.[0-9]+$`)

// IsFraction reports whether a word is what people take for a number, such as 5.5.
func IsFraction(text string) bool { return fraction.MatchString(text) }

// Size returns about how many bytes the node takes, with all below it.
func (n *Node) Size() int {
	size := nodeBytes + len(n.Text)
	for _, item := range n.Items {
		size += item.Size()
	}
	for _, p := range n.Pairs {
		size += p.Value.Size()
	}
	return size
}

// Inline returns the node as a file would have it in one line.
func (n *Node) Inline() string {
	switch n.Kind {
	case Null:
		return "null"
	case Flag, Number:
		return n.Text
	case Word:
		return Quoted(n.Text)
	}
	parts := make([]string, 0, len(n.Items)+len(n.Pairs))
	for _, item := range n.Items {
		parts = append(parts, item.Inline())
	}
	for _, p := range n.Pairs {
		parts = append(parts, Quoted(p.Key)+": "+p.Value.Inline())
	}
	if n.Kind == List {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Quoted returns a word as a file would have it: in quotes if it would be read
// as something else without.
func Quoted(text string) string {
	if text == "" || text == "true" || text == "false" || text == "null" || text == "~" ||
		text == "<<" || isWhole(text) ||
		strings.ContainsAny(text, ",[]{}:?\n") || strings.ContainsFunc(text, sanitize.Steers) ||
		strings.Contains(text, " #") ||
		strings.TrimSpace(text) != text || strings.ContainsAny(text[:1], "-#&*!|>'\"%@`") {
		return strconv.Quote(text)
	}
	return text
}
