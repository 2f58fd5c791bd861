package ast

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// TreeKind is the kind of a Tree.
type TreeKind uint8

// The kinds of trees. TreeNothing is also what a script writes and data cannot
// hold, such as a function; Text then says what it is.
const (
	TreeNothing TreeKind = iota
	TreeWord
	TreeNumber
	TreeFlag
	TreeList
	TreeMap
	// TreeThing is a seat, a card or a zone that a running script gives.
	TreeThing
)

var treeKindNames = [...]string{"nothing", "a word", "a number", "a flag", "a list", "a map", "a thing"}

// String returns the kind with its article, for messages.
func (k TreeKind) String() string { return treeKindNames[k] }

// Tree is a plain value with its place, from YAML or from a Lua table: what
// filters, parameters and free data are made of.
type Tree struct {
	Kind TreeKind
	// Text is the word, or the text of a number or flag as written.
	Text   string
	Number int
	Flag   bool
	Thing  engine.Value
	Items  []*Tree
	Fields []TreeField
	diag.Pos
}

// TreeField is one field of a map, in the order of the file. The fields of a
// Lua table are ordered by name.
type TreeField struct {
	Name string
	diag.Pos
	Value *Tree
}

// Get returns the value of a field, or nil.
func (t *Tree) Get(name string) *Tree {
	if t == nil {
		return nil
	}
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return t.Fields[i].Value
		}
	}
	return nil
}

// Has reports whether a map has the field.
func (t *Tree) Has(name string) bool { return t.Get(name) != nil }

// IsScalar reports whether the tree is a word, a number or a flag.
func (t *Tree) IsScalar() bool {
	return t.Kind == TreeWord || t.Kind == TreeNumber || t.Kind == TreeFlag
}

// Describe says what the tree is, for messages.
func (t *Tree) Describe() string {
	switch t.Kind {
	case TreeNumber, TreeFlag:
		return t.Kind.String() + " (" + cmp.Or(t.Text, strconv.Itoa(t.Number)) + ")"
	case TreeWord:
		if source.IsFraction(t.Text) {
			return t.Text
		}
		return "the word " + quoted(t.Text)
	case TreeThing:
		return keyword.Article(t.Thing.Kind.String())
	case TreeNothing:
		if t.Text != "" && t.Text != "~" && t.Text != "null" {
			return keyword.Article(t.Text)
		}
	}
	return t.Kind.String()
}

// List returns the items of a list, and a list of itself for anything else:
// many places take one value or a list of them.
func (t *Tree) List() []*Tree {
	if t == nil {
		return nil
	}
	if t.Kind == TreeList {
		return t.Items
	}
	return []*Tree{t}
}

// Len is the number of values that the tree is as a list: one that is none is a list of
// one. At returns one of them.
func (t *Tree) Len() int {
	if t.Kind == TreeList {
		return len(t.Items)
	}
	return 1
}

// At returns a value of the tree as a list, from 0.
func (t *Tree) At(i int) *Tree {
	if t.Kind == TreeList {
		return t.Items[i]
	}
	return t
}

// FromNode turns a node of a file into a tree.
func FromNode(n *source.Node) *Tree {
	if n == nil {
		return nil
	}
	t := &Tree{Text: n.Text, Number: n.Number, Flag: n.Flag, Pos: n.Pos}
	switch n.Kind {
	case source.Word:
		t.Kind = TreeWord
	case source.Number:
		t.Kind = TreeNumber
	case source.Flag:
		t.Kind = TreeFlag
	case source.List:
		t.Kind = TreeList
		t.Items = lists.Map(n.Items, FromNode)
	case source.Map:
		t.Kind = TreeMap
		for _, p := range n.Pairs {
			t.Fields = append(t.Fields, TreeField{p.Key, p.Pos, FromNode(p.Value)})
		}
	}
	return t
}

// Inline returns the tree as a YAML file would have it in one line.
func (t *Tree) Inline() string {
	if t == nil {
		return ""
	}
	switch t.Kind {
	case TreeNothing:
		return t.Text
	case TreeWord:
		return source.Quoted(t.Text)
	case TreeNumber, TreeFlag:
		return t.Text
	}
	parts := make([]string, 0, len(t.Items)+len(t.Fields))
	parts = append(parts, lists.Map(t.Items, func(item *Tree) string { return item.Inline() })...)
	for _, f := range t.Fields {
		parts = append(parts, source.Quoted(f.Name)+": "+f.Value.Inline())
	}
	if t.Kind == TreeList {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Sorted returns the tree with the keys of its maps in the order of the alphabet.
func (t *Tree) Sorted() *Tree {
	out := *t
	out.Items = lists.Map(t.Items, (*Tree).Sorted)
	out.Fields = lists.Map(t.Fields, func(f TreeField) TreeField { return TreeField{f.Name, f.Pos, f.Value.Sorted()} })
	slices.SortStableFunc(out.Fields, func(a, b TreeField) int { return strings.Compare(a.Name, b.Name) })
	return &out
}

// Stepless reports whether the flow has no step yet: then a game ends as it begins.
func (p *Pack) Stepless() bool {
	for n := range Nodes(p.Flow) {
		if n.Step.Given() {
			return false
		}
	}
	return true
}

// Nodes visits the phases and the steps of a flow in their order, each with the phases that
// it is in, the outermost first.
func Nodes(flow []*PhaseNode) iter.Seq2[*PhaseNode, []*PhaseNode] {
	var visit func(nodes, around []*PhaseNode, yield func(*PhaseNode, []*PhaseNode) bool) bool
	visit = func(nodes, around []*PhaseNode, yield func(*PhaseNode, []*PhaseNode) bool) bool {
		for _, n := range nodes {
			if !yield(n, around) || !visit(n.Do, append(around[:len(around):len(around)], n), yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(*PhaseNode, []*PhaseNode) bool) { visit(flow, nil, yield) }
}

// FlowText writes the phases and the steps of a flow, one a line, indented by what they are
// in; called is what people call a phase, "" for nothing.
func FlowText(flow []*PhaseNode, called func(*PhaseNode) string) string {
	var out strings.Builder
	for n, around := range Nodes(flow) {
		out.WriteString(strings.Repeat("  ", len(around)))
		if n.Step.Given() {
			out.WriteString(n.Step.Text + "\n")
			continue
		}
		out.WriteString("phase " + n.Name.Text)
		if label := called(n); label != "" {
			out.WriteString(" (" + label + ")")
		}
		switch {
		case n.Times != nil:
			out.WriteString(", " + n.Times.Inline() + " times")
		case n.Repeat:
			out.WriteString(", until " + n.Until.Text)
		}
		if n.Turns != nil {
			out.WriteString(", turns")
			if n.Turns.From.Given() {
				out.WriteString(" from " + n.Turns.From.Text)
			}
			if n.Turns.Until.Text == "passed" {
				out.WriteString(" until all have passed")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}
