package source

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// nearest is the text of a file, among the latest, that a text differs least from, and how
// many bytes both begin and end with; nil for none.
func (m *Memo) nearest(name, text string) (found *reading[sound], head, tail int) {
	_, _ = Recall(m, "yaml "+name, func(was reading[sound]) bool {
		first, last, most := 0, 0, min(len(was.text), len(text))
		for first < most && was.text[first] == text[first] {
			first++
		}
		for last < most-first && was.text[len(was.text)-1-last] == text[len(text)-1-last] {
			last++
		}
		if found == nil || first+last > head+tail {
			found = &was
			head = first
			tail = last
		}
		return false
	})
	return found, head, tail
}

// patched reads a text that differs from one of the latest in a few lines: the keys of the top
// map whose lines these are, from the one before them, and it takes the nodes of all others.
// It returns nil where it cannot tell that reading all of it comes to the same.
func (m *Memo) patched(name, text string, report *diag.List) (top *Node, nodes int) {
	was, head, tail := m.nearest(name, text)
	if was == nil || len(text) > MaxSize || oddLines(text) || oddLines(was.text) {
		return nil, 0
	}
	old, before := was.made.top, was.text
	if old.Kind != Map || len(old.Pairs) == 0 || old.Pairs[0].Pos != old.Pos {
		return nil, 0 // in braces, or something else than a map
	}
	first, lines := 1+strings.Count(text[:head], "\n"), strings.Count(before[head:len(before)-tail], "\n")
	more := strings.Count(text[head:len(text)-tail], "\n") - lines
	from := max(0, behind(old.Pairs, first-1)-1)
	to := behind(old.Pairs, first+lines)
	begin, below := old.Pairs[from].Pos, to < len(old.Pairs)
	if begin.Line > first || begin.Column != 1 || below && old.Pairs[to].Pos.Column != 1 {
		return nil, 0
	}
	own := text[lineStart(text, begin.Line):]
	if below {
		own = own[:len(own)-len(text)+lineStart(text, old.Pairs[to].Pos.Line+more)]
	}
	for line := range strings.Lines(own) {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || line[0] == '%' {
			return nil, 0 // of documents
		}
	}
	const next = "…" // stands for the key below, by which the parser places a value that is left out
	if below {
		own += next + ": 1\n"
	}
	r := &reader{name: name, report: &diag.List{}, above: begin.Line - 1}
	if !r.checkText(text) {
		return nil, 0
	}
	document, err := r.parse(own)
	if err != nil || document == nil || len(document.Content) == 0 {
		return nil, 0
	}
	part := r.node(document.Content[0], 0)
	last := len(part.Pairs) - 1
	if part.Kind != Map || last < 0 || part.Pairs[0].Pos != begin || len(r.report.Sorted()) > 0 {
		return nil, 0
	}
	nodes = was.made.nodes + count(document) - 2 // the document and its map were counted
	if below {
		if part.Pairs[last].Key != next || last == 0 {
			return nil, 0
		}
		part.Pairs, nodes = part.Pairs[:last], nodes-2
	}
	top = &Node{Kind: Map, Pos: old.Pos}
	top.Pairs = once(slices.Concat(old.Pairs[:from], part.Pairs, moved(old.Pairs[to:], more)), part.Pairs, report)
	for _, p := range old.Pairs[from:to] {
		nodes -= 1 + p.Value.size()
	}
	return top, nodes
}

// once takes the pairs away whose keys stand in a line before, and reports them; only those
// of the new pairs may stand twice.
func once(pairs, new []Pair, report *diag.List) []Pair {
	lines := make(map[string]int, len(new))
	for _, p := range new {
		lines[p.Key] = 0
	}
	return slices.DeleteFunc(pairs, func(p Pair) bool {
		before, may := lines[p.Key]
		switch {
		case !may:
		case before == 0:
			lines[p.Key] = p.Pos.Line
		default:
			standsTwice(report, p, before)
		}
		return before > 0
	})
}

// oddLines reports whether a text has a mark of byte order, or ends of lines that the parser
// alone takes for ends.
func oddLines(text string) bool {
	return slices.ContainsFunc([]string{"\ufeff", "\u0085", "\u2028", "\u2029"},
		func(odd string) bool { return strings.Contains(text, odd) })
}

// moved are pairs some lines further down.
func moved(pairs []Pair, lines int) []Pair {
	if lines == 0 {
		return pairs
	}
	top := (&Node{Kind: Map, Pairs: pairs}).Clone()
	top.move(lines)
	return top.Pairs
}

func (n *Node) move(lines int) {
	n.Pos.Line += lines
	for _, item := range n.Items {
		item.move(lines)
	}
	for i := range n.Pairs {
		n.Pairs[i].Pos.Line += lines
		n.Pairs[i].Value.move(lines)
	}
}

// behind is how many pairs begin in a line or above it.
func behind(pairs []Pair, line int) int {
	n, _ := slices.BinarySearchFunc(pairs, line+1, func(p Pair, line int) int { return p.Pos.Line - line })
	return n
}

// lineStart is where a line begins.
func lineStart(text string, line int) (at int) {
	for ; line > 1; line-- {
		at += 1 + strings.IndexByte(text[at:], '\n')
	}
	return at
}

// size is how many nodes there are from one down, with the keys of maps.
func (n *Node) size() int {
	nodes := 1
	for _, item := range n.Items {
		nodes += item.size()
	}
	for _, p := range n.Pairs {
		nodes += 1 + p.Value.size()
	}
	return nodes
}
