package assist

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// marker replaces the word at the cursor in a text.
const marker = "zzcursorzz"

// typed is the word being typed in a line of YAML: a completion replaces the characters
// from, to (counted from 0).
type typed struct {
	from, to int
	// quoted is set where it stands in quotes; flow where brackets are open in the
	// line.
	quoted, flow bool
	// colon is set where a key ends behind it already.
	colon bool
}

// typedAt finds the word being typed at a column (from 0) of a line; ok is false in a
// comment.
func typedAt(line []rune, column int) (t typed, ok bool) {
	column = min(column, len(line))
	start, depth, quote, ok := typedFrom(line, column)
	if !ok {
		return typed{}, false
	}
	t.from = start
	t.quoted = quote != 0
	t.flow = depth > 0
	if quote != 0 {
		t.to, t.colon = quotedTo(line, column, quote)
		return t, true
	}
	for t.from < column && line[t.from] == ' ' {
		t.from++
	}
	t.to, t.colon = plainTo(line, column)
	return t, true
}

// typedFrom finds where the word before a column begins, how deep it lies in brackets, and
// the quote that is open, 0 for none; ok is false in a comment.
func typedFrom(line []rune, column int) (start, depth int, quote rune, ok bool) {
	value := false
	for i := range column {
		c := line[i]
		blank := endsWord(line, i)
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && strings.TrimSpace(string(line[start:i])) == "":
			quote = c
			start = i
		case c == '[' || c == '{':
			depth++
			start = i + 1
			value = false
		case c == ']' || c == '}':
			depth--
		case c == ',' && (depth > 0 || !value):
			start = i + 1
		case c == ':' && blank:
			start = i + 1
			value = true
		case blank && beginsItem(line[:i+1]):
			start = i + 1
		case beginsComment(line, i):
			return 0, 0, 0, false
		}
	}
	return start, depth, quote, true
}

// endsWord reports whether nothing or a blank follows a place of a line.
func endsWord(line []rune, i int) bool { return i+1 >= len(line) || line[i+1] == ' ' }

// beginsItem reports whether a line ends with the dash of a list's item.
func beginsItem(line []rune) bool {
	return line[len(line)-1] == '-' && strings.Trim(string(line), " -") == ""
}

// beginsComment reports whether a comment begins at a place of a line.
func beginsComment(line []rune, i int) bool { return line[i] == '#' && (i == 0 || line[i-1] == ' ') }

// quotedTo finds the end of a quoted word, and whether a colon follows it.
func quotedTo(line []rune, end int, quote rune) (to int, colon bool) {
	for end < len(line) && line[end] != quote {
		end++
	}
	end = min(end+1, len(line))
	return end, end < len(line) && line[end] == ':'
}

// plainTo finds the end of a word without quotes, and whether a colon follows it.
func plainTo(line []rune, column int) (to int, colon bool) {
	end := column
	for ; end < len(line); end++ {
		c := line[end]
		colon = c == ':' && endsWord(line, end)
		if colon || strings.ContainsRune(",]}", c) || end > 0 && beginsComment(line, end) {
			break
		}
	}
	for end > column && line[end-1] == ' ' {
		end--
	}
	return end, colon
}

// repaired returns the nodes of a file in which something is being typed, with the
// marker in its place; nil if nothing makes it readable. Text that is being typed
// breaks the file most of the time: a key has no colon yet, a bracket is not
// closed. So what is lacking is added, then what follows is left out, and at last
// what stands before, but for the lines that the place is inside of.
func repaired(name string, lines []string, number int, t typed) *source.Node {
	line := []rune(lines[number])
	head, tail := string(line[:t.from]), string(line[t.to:])
	closing := closers(head)
	var forms []string
	forms = append(forms, head+marker+tail)
	if strings.TrimSpace(tail) == "" {
		forms = append(forms, head+marker+":")
	}
	forms = append(forms, head+marker+closing, head+marker+": 0"+closing)
	after := lines[number+1:]
	for _, rest := range [][]string{after, nil} {
		for _, form := range forms {
			if n := readMarked(name, slices.Concat(lines[:number], []string{form}, rest)); n != nil {
				return n
			}
		}
	}
	for _, form := range forms {
		if n := readMarked(name, append(outline(lines[:number], head), form)); n != nil {
			return n
		}
	}
	return nil
}

// readMarked reads a text, if it can be read and the marker is a separate name in it.
func readMarked(name string, lines []string) *source.Node {
	report := &diag.List{}
	n := source.Read(name, []byte(strings.Join(lines, "\n")), report)
	if n == nil || !marked(n) {
		return nil
	}
	return n
}

func marked(n *source.Node) bool {
	if n.Text == marker || slices.ContainsFunc(n.Items, marked) {
		return true
	}
	return slices.ContainsFunc(n.Pairs, func(p source.Pair) bool { return p.Key == marker || marked(p.Value) })
}

// closers are the brackets that a line leaves open, the other way round.
func closers(line string) string {
	var open []rune
	quote := rune(0)
	for _, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"':
			quote = c
		case c == '[':
			open = append(open, ']')
		case c == '{':
			open = append(open, '}')
		case c == '(':
			open = append(open, ')')
		case (c == ']' || c == '}' || c == ')') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	slices.Reverse(open)
	return string(open)
}

// outline are the lines that a place with an indentation is inside of: of those
// before it, each that is less indented than all between, and its siblings of one
// line.
func outline(lines []string, head string) []string {
	indent := len(head) - len(strings.TrimLeft(head, " "))
	var out []string
	for _, line := range slices.Backward(lines) {
		body := strings.TrimLeft(line, " ")
		if body == "" || body[0] == '#' {
			continue
		}
		at := len(line) - len(body)
		if at >= indent {
			continue
		}
		indent = at
		// What stands under the key is what leads on.
		if i := strings.Index(body, ":"); i >= 0 {
			line = line[:at] + body[:i+1]
		}
		out = append(out, line)
	}
	slices.Reverse(out)
	return out
}
