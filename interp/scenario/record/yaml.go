package record

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// width is the longest line that is written, where values allow it.
const width = 110

// Text writes a node as the text of a file: what fits in a line stands in one.
func Text(n *source.Node) string {
	var b strings.Builder
	writeBlock(&b, n, 0)
	return b.String()
}

// writeBlock writes the items of a map or a list, a line or more each.
func writeBlock(b *strings.Builder, n *source.Node, indent int) {
	pad := strings.Repeat(" ", indent)
	for _, p := range n.Pairs {
		key := keyText(p.Key)
		b.WriteString(pad + key + ":")
		writeValue(b, p.Value, indent, len(key)+1)
	}
	for _, item := range n.Items {
		b.WriteString(pad + "-")
		if fits(item, indent+2) {
			b.WriteString(" " + inline(item) + "\n")
			continue
		}
		if isPlain(item) {
			b.WriteString(" " + wrapped(item, indent+2) + "\n")
			continue
		}
		var inner strings.Builder
		writeBlock(&inner, item, indent+2)
		b.WriteString(" " + inner.String()[indent+2:])
	}
}

// writeValue writes the value of a key behind it, or below it.
func writeValue(b *strings.Builder, n *source.Node, indent, taken int) {
	if fits(n, indent+taken+1) {
		b.WriteString(" " + inline(n) + "\n")
		return
	}
	b.WriteString("\n")
	if isPlain(n) {
		b.WriteString(strings.Repeat(" ", indent+2) + wrapped(n, indent+2) + "\n")
		return
	}
	writeBlock(b, n, indent+2)
}

// isPlain reports whether a node is a list of nothing but words and numbers.
func isPlain(n *source.Node) bool {
	return len(n.Items) > 1 && !slices.ContainsFunc(n.Items, func(item *source.Node) bool { return !item.IsScalar() })
}

// wrapped writes a plain list between brackets, over several lines.
func wrapped(n *source.Node, indent int) string {
	var b strings.Builder
	at := indent
	for i, item := range n.Items {
		text := inline(item)
		switch {
		case i == 0:
			b.WriteString("[")
		case at+len([]rune(text))+2 > width:
			b.WriteString(",\n" + strings.Repeat(" ", indent+1))
			at = indent
		default:
			b.WriteString(", ")
		}
		b.WriteString(text)
		at += len([]rune(text)) + 2
	}
	return b.String() + "]"
}

// fits reports whether a value fits into the rest of a line; an empty value, or one that is
// no map or list, always does.
func fits(n *source.Node, from int) bool {
	return len(n.Items)+len(n.Pairs) == 0 || from+len([]rune(inline(n))) <= width
}

// keyText writes a key, the number of a seat as it is usually written.
func keyText(key string) string {
	if position.IsSeat(key) {
		return key
	}
	return source.NewWord(key).Inline()
}

// inline is Inline, with the numbers of seats as they are usually written.
func inline(n *source.Node) string {
	switch {
	case n.Kind == source.Map && len(n.Pairs) > 0:
		parts := lists.Map(n.Pairs, func(p source.Pair) string { return keyText(p.Key) + ": " + inline(p.Value) })
		return "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == source.List:
		return "[" + strings.Join(lists.Map(n.Items, inline), ", ") + "]"
	}
	return n.Inline()
}
