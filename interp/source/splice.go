package source

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Splice returns a file with a text in place of the scalar that stands at a place. All other
// bytes stay, and so do the quotes around the scalar where they can. A file is never encoded
// anew: that would change the layout of all of it. The result is read again, and refused
// if it differs in more than that scalar.
func Splice(data []byte, at diag.Pos, text string) ([]byte, error) {
	top, err := whole(at.File, data)
	if err != nil {
		return nil, err
	}
	n := top.find(at)
	if n == nil || !n.IsScalar() {
		return nil, fmt.Errorf("%s: no word, number or flag stands here that could be changed", at)
	}
	from := offset(data, at)
	end, err := n.end(data, from)
	if err != nil {
		return nil, err
	}
	forms := []string{Scalar(text, n.Kind == Word), doubly(text)}
	switch {
	case data[from] == '"':
		forms = forms[1:]
	case data[from] == '\'':
		forms[0] = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	for _, form := range forms {
		out := slices.Concat(data[:from], []byte(form), data[end:])
		if now, err := whole(at.File, out); err == nil && same(top, now, n, func(n *Node) bool {
			return n.IsScalar() && n.Text == text
		}) {
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: more than this value would change; change it in the file", at)
}

// Put returns a file with one entry more in the map that stands at a place: behind its first,
// which has to be a scalar, in the same form. value is as YAML in one line has it.
func Put(data []byte, at diag.Pos, key, value string) ([]byte, error) {
	top, err := whole(at.File, data)
	if err != nil {
		return nil, err
	}
	n := top.find(at)
	if n == nil || n.Kind != Map || len(n.Pairs) == 0 || !n.Pairs[0].Value.IsScalar() {
		return nil, fmt.Errorf("%s: no map stands here that begins with a word or a number", at)
	}
	first := n.Pairs[0]
	end, err := first.Value.end(data, offset(data, first.Value.Pos))
	if err != nil {
		return nil, err
	}
	entry := Quoted(key) + ": " + value
	if data[offset(data, at)] == '{' {
		entry = ", " + entry
	} else {
		line := "\n"
		rest := data[end:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		if bytes.HasSuffix(rest, []byte("\r")) {
			line = "\r\n"
			rest = rest[:len(rest)-1]
		}
		end += len(rest)
		entry = line + strings.Repeat(" ", first.Pos.Column-1) + entry
	}
	out := slices.Concat(data[:end], []byte(entry), data[end:])
	now, err := whole(at.File, out)
	if err == nil && same(top, now, n, func(now *Node) bool {
		less := Node{Kind: now.Kind, Pairs: slices.Clone(now.Pairs)}
		less.Pairs = slices.DeleteFunc(less.Pairs, func(p Pair) bool { return p.Key == key && n.Get(key) == nil })
		return len(less.Pairs) < len(now.Pairs) && same(n, &less, nil, nil)
	}) {
		return out, nil
	}
	return nil, fmt.Errorf("%s: more than this entry would change; write it into the file", at)
}

// Enter returns a file with an entry more in the map at a way of keys, in front of its first;
// maps that are missing are made. value is as YAML in one line has it.
func Enter(name string, data []byte, key, value string, way ...string) ([]byte, error) {
	top, err := whole(name, data)
	if err != nil {
		return nil, err
	}
	in := top
	for len(way) > 0 && in.Get(way[0]) != nil {
		in = in.Get(way[0])
		way = way[1:]
	}
	entry := Quoted(key) + ": " + value
	for _, above := range slices.Backward(way) {
		entry = Quoted(above) + ": {" + entry + "}"
	}
	if in == nil {
		return append(data, entry+"\n"...), nil
	}
	from := offset(data, in.Pos)
	switch {
	case bytes.HasPrefix(data[from:], []byte("{")):
		from++
		if len(in.Pairs) > 0 {
			from = offset(data, in.Pairs[0].Pos)
			entry += ", "
		}
	case len(in.Pairs) == 0: // a key without a value
		entry = " {" + entry + "}"
	default:
		entry += "\n" + strings.Repeat(" ", in.Pos.Column-1)
	}
	out := slices.Concat(data[:from], []byte(entry), data[from:])
	_, err = whole(name, out)
	return out, err
}

// Before returns a file with one more item at the beginning of the list at a place: these
// lines, the first of which begins with "-".
func Before(data []byte, at diag.Pos, lines []string) ([]byte, error) {
	top, err := whole(at.File, data)
	if err != nil {
		return nil, err
	}
	if n := top.find(at); n != nil {
		from := offset(data, at)
		indent := "\n" + strings.Repeat(" ", at.Column-1)
		out := slices.Concat(data[:from], []byte(strings.Join(append(lines, ""), indent)), data[from:])
		now, err := whole(at.File, out)
		if err == nil && same(top, now, n, func(now *Node) bool {
			return len(now.Items) > 0 && same(n, &Node{Kind: now.Kind, Items: now.Items[1:]}, nil, nil)
		}) {
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: no list stands here to which an item could be added; write it into the file", at)
}

// Under is where the value stands of the key at a place.
func Under(data []byte, at diag.Pos) (diag.Pos, error) {
	top, err := whole(at.File, data)
	if err != nil {
		return at, err
	}
	i := -1
	if top != nil {
		i = slices.IndexFunc(top.Pairs, func(p Pair) bool { return p.Pos == at })
	}
	if i < 0 {
		return at, fmt.Errorf("%s: no key stands here any more", at)
	}
	return top.Pairs[i].Value.Pos, nil
}

// Scalar is a text as a file would have it in one line: as a word, or where it need be none as
// the number or the flag that it looks like.
func Scalar(text string, word bool) string {
	if !word && (isWhole(text) || text == "true" || text == "false") {
		return text
	}
	return Quoted(text)
}

// whole reads a file in which nothing is wrong.
func whole(name string, data []byte) (*Node, error) {
	report := &diag.List{Account: diag.NewAccount()}
	top := Read(name, data, report)
	if report.HasErrors() {
		first := report.Sorted()[0]
		return nil, fmt.Errorf("%s: %s", first.Pos, first.Text())
	}
	return top, nil
}

// find is the node that stands at a place, the innermost; a map stands where its first key does.
func (n *Node) find(at diag.Pos) *Node {
	if n == nil {
		return nil
	}
	for _, item := range n.Items {
		if found := item.find(at); found != nil {
			return found
		}
	}
	for _, p := range n.Pairs {
		if found := p.Value.find(at); found != nil {
			return found
		}
	}
	if n.Pos == at {
		return n
	}
	return nil
}

// offset is where a place begins in a file. Columns are characters.
func offset(data []byte, at diag.Pos) int {
	i := len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
	for range at.Line - 1 {
		i += bytes.IndexByte(data[i:], '\n') + 1
	}
	for j := range string(data[i:]) {
		at.Column--
		if at.Column == 0 {
			return i + j
		}
	}
	return len(data)
}

// end is where the scalar ends that begins at an offset. One of several lines is refused: how
// it is folded would be lost.
func (n *Node) end(data []byte, from int) (int, error) {
	rest := data[from:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
		for i := 1; i < len(rest); i++ {
			switch {
			case rest[0] == '"' && rest[i] == '\\', rest[0] == '\'' && bytes.HasPrefix(rest[i:], []byte("''")):
				i++
			case rest[i] == rest[0]:
				return from + i + 1, nil
			}
		}
	} else if n.Text != "" && bytes.HasPrefix(rest, []byte(n.Text)) {
		return from + len(n.Text), nil
	}
	return 0, fmt.Errorf("%s: the value has several lines; change it in the file", n.Pos)
}

// same reports whether two nodes say the same, wherever they stand; of what stands where one
// of the first does, other decides.
func same(a, b, but *Node, other func(*Node) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a == but {
		return other(b)
	}
	return a.Kind == b.Kind && a.Text == b.Text &&
		slices.EqualFunc(a.Items, b.Items, func(x, y *Node) bool { return same(x, y, but, other) }) &&
		slices.EqualFunc(a.Pairs, b.Pairs, func(x, y Pair) bool {
			return x.Key == y.Key && same(x.Value, y.Value, but, other)
		})
}

// doubly puts a text in double quotes; what can be read stays as it is, as spaces that do not
// break do before French signs.
func doubly(text string) string {
	var out strings.Builder
	for _, c := range text {
		quoted := strconv.Quote(string(c))
		switch {
		case c == '\u00a0' || c == '\u202f' || c == '\u3000':
			out.WriteRune(c)
		default:
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return `"` + out.String() + `"`
}
