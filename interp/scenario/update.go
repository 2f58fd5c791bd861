package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Change is an expectation that does not hold, and the value that was found.
type Change struct {
	Pos diag.Pos
	Now string
	// node is the value as it was read.
	node *source.Node
}

// differs is compare of an expectation that could be written anew: now is what would
// hold.
func (r *runner) differs(n *source.Node, what, expected, found string, now *source.Node) error {
	r.changes = append(r.changes, Change{Pos: n.Pos, Now: now.Inline(), node: n})
	return r.compare(n, what, expected, found)
}

// valueNode writes a value as an expectation has it.
func (r *runner) valueNode(v engine.Value, like string) *source.Node {
	if v.Kind == engine.Card {
		return r.cardNode(v.Card(), like)
	}
	if v.Kind == engine.List {
		return r.ListNode(v)
	}
	return source.NewScalar(r.Text(v), diag.Pos{})
}

// cardNode names a card, with its number if the name that stood there has one.
func (r *runner) cardNode(c engine.CardID, like string) *source.Node {
	text := r.CardText(c)
	if name, _, numbered := strings.Cut(text, "#"); numbered && !strings.Contains(like, "#") {
		text = name
	}
	return source.NewWord(text)
}

// seatsNode writes seats: a single one, a list, or nobody.
func seatsNode(set engine.SeatSet) *source.Node {
	out := record.SeatsNode(set)
	switch len(out.Items) {
	case 0:
		return source.NewWord("nobody")
	case 1:
		return out.Items[0]
	}
	return out
}

// Rewrite puts the changes of a file's cases into its text: each value in the place of
// the one that stood there, everything else as it was. It fails where a value cannot be
// told from its surroundings, or where two cases that share a value want different ones.
func Rewrite(text string, changes []Change) (string, error) {
	changes = slices.Clone(changes)
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Pos.Line, a.Pos.Line), cmp.Compare(b.Pos.Column, a.Pos.Column))
	})
	lines := strings.SplitAfter(text, "\n")
	for i, c := range changes {
		if i > 0 && c.Pos == changes[i-1].Pos {
			if c.Now != changes[i-1].Now {
				return "", fmt.Errorf("%s: several scenarios share this value, and they found %s and %s", c.Pos,
					c.Now, changes[i-1].Now)
			}
			continue
		}
		if c.Pos.Line < 1 || c.Pos.Line > len(lines) {
			return "", fmt.Errorf("%s: there is no such line any more", c.Pos)
		}
		line := []rune(lines[c.Pos.Line-1])
		from := c.Pos.Column - 1
		length := extent(line[min(max(from, 0), len(line)):], c.node)
		if length < 0 {
			return "", fmt.Errorf("%s: this value is not written on one line; it has to be changed by hand, to %s",
				c.Pos, c.Now)
		}
		lines[c.Pos.Line-1] = string(line[:from]) + c.Now + string(line[from+length:])
	}
	return strings.Join(lines, ""), nil
}

// extent is how many letters of a line a value takes that begins it, -1 if it does not
// end there: a list or map in brackets, a word in quotes or plain.
func extent(line []rune, n *source.Node) int {
	if len(line) == 0 {
		return -1
	}
	switch line[0] {
	case '[', '{':
		return brackets(line)
	case '"', '\'':
		return quoted(line)
	}
	if n.IsScalar() && strings.HasPrefix(string(line), n.Text) && n.Text != "" {
		return len([]rune(n.Text))
	}
	return -1
}

// quoted is the length of a text in quotes.
func quoted(line []rune) int {
	for i := 1; i < len(line); i++ {
		switch {
		case line[0] == '"' && line[i] == '\\':
			i++
		case line[i] == line[0] && line[0] == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		case line[i] == line[0]:
			return i + 1
		}
	}
	return -1
}

// brackets is the length of a list or map in brackets.
func brackets(line []rune) int {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"', '\'':
			// Quotes open only where a value begins: Morg 'N Thorg has none.
			if before := strings.TrimRight(string(line[:i]), " "); strings.HasSuffix(before, "[") ||
				strings.HasSuffix(before, "{") || strings.HasSuffix(before, ",") || strings.HasSuffix(before, ":") {
				n := quoted(line[i:])
				if n < 0 {
					return -1
				}
				i += n - 1
			}
		}
	}
	return -1
}

// changed are the changes that would mend what a case found wrong; none unless every
// finding has one, since a case that fails otherwise is not about its expectations.
func (r *runner) changed(err error) []Change {
	if n := len(position.Flatten(err)); n == 0 || n != len(r.changes) {
		return nil
	}
	return r.changes
}
