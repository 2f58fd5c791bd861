package source

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// MaxSize is the largest file that is read, in bytes, MaxSheet that of a sheet of cards.
const (
	MaxSize  = 1 << 20
	MaxSheet = 8 << 20
)

// MaxDepth is how deep maps and lists may be nested.
const MaxDepth = 64

// maxBrackets bounds the brackets that are open at once, before the parser sees
// them: its work grows with the square of their number. It leaves room for brackets
// in texts, which need not be closed.
const maxBrackets = 4 * MaxDepth

// Read parses the text of a file into nodes. Errors go to report under the file's
// name; the nodes that could be read are returned all the same, and nil for a file
// that is empty or cannot be read at all.
func Read(name string, data []byte, report *diag.List) *Node {
	top, _ := read(name, data, report)
	return top
}

// read is Read, with the number of nodes that were paid for.
func read(name string, data []byte, report *diag.List) (top *Node, nodes int) {
	r := &reader{name: name, report: report}
	most := MaxSize
	if IsTable(name) {
		most = MaxSheet
	}
	if len(data) > most {
		report.Errorf("file-too-large", diag.Pos{File: name},
			"the file is larger than the %d bytes that are read", most)
		return nil, 0
	}
	if report.Account.Over() {
		return nil, 0
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if !r.checkText(text) {
		return nil, 0
	}
	document, err := r.parse(text)
	if err != nil {
		r.syntaxError(text, err)
		return nil, 0
	}
	if document == nil || len(document.Content) == 0 {
		return nil, 0
	}
	nodes = count(document)
	if !report.Spend(name, nodes*nodeWork, nodes*nodeBytes) {
		return nil, 0
	}
	return r.node(document.Content[0], 0), nodes
}

// nodeWork and nodeBytes are what a node takes of the account of a pack, from the
// parser to the checks.
const (
	nodeWork  = 10
	nodeBytes = 480
)

// count is how many nodes there are from one down.
func count(n *yaml.Node) int {
	nodes := 1
	for _, c := range n.Content {
		nodes += count(c)
	}
	return nodes
}

type reader struct {
	name   string
	report *diag.List
	// above is how many lines of the file stand above the text that is read.
	above int
}

func (r *reader) pos(n *yaml.Node) diag.Pos {
	return diag.At(r.name, r.above+n.Line, n.Column)
}

// checkText reports whether the bytes are text, with a finding if not, before
// the parser sees them.
func (r *reader) checkText(text string) bool {
	line, column, depth := 1, 0, 0
	for i, c := range text {
		column++
		wrong := ""
		switch {
		case c == '[' || c == '{':
			depth++
			if depth > maxBrackets {
				r.report.Errorf("too-deep", diag.At(r.name, line, column),
					"maps and lists are nested more than %d deep", MaxDepth)
				return false
			}
		case c == ']' || c == '}':
			depth = max(0, depth-1)
		case c == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			wrong = "this byte is not UTF-8 text"
		case c == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			wrong = "a carriage return (\\r) stands alone in the text; lines end with \\n"
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == 0x7f:
			wrong = "a control character stands in the text"
		}
		if wrong != "" {
			r.report.Errorf("not-text", diag.At(r.name, line, column), "%s", wrong)
			return false
		}
		if c == '\n' {
			line, column = line+1, 0
		}
	}
	return true
}

var errDocuments = errors.New("several documents")

// parse runs the YAML parser on the text. A panic of the parser is a finding
// of the file, not of the program.
func (r *reader) parse(text string) (document *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the parser gave up: %v", p)
		}
	}()
	lines := &lineReader{rest: text}
	decoder := yaml.NewDecoder(lines)
	document = new(yaml.Node)
	if err := decoder.Decode(document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, &parseError{err, lines.given}
	}
	if err := decoder.Decode(new(yaml.Node)); err == nil {
		return nil, errDocuments
	} else if !errors.Is(err, io.EOF) {
		return nil, &parseError{err, lines.given}
	}
	return document, nil
}

// node turns a node of the parser into ours.
func (r *reader) node(n *yaml.Node, depth int) *Node {
	out := &Node{Pos: r.pos(n)}
	if n.Anchor != "" {
		r.report.Errorf("anchor", out, "anchors (&%s) are not used here; write the value where it is needed",
			n.Anchor)
	}
	if n.Style&yaml.TaggedStyle != 0 {
		r.report.Errorf("tag", out, "tags (%s) are not used here; quotes make a text of anything", n.Tag)
	}
	if depth > MaxDepth {
		r.report.Errorf("too-deep", out, "maps and lists are nested more than %d deep", MaxDepth)
		return out
	}
	switch n.Kind {
	case yaml.AliasNode:
		r.report.Errorf("alias", out, "aliases (*%s) are not used here; write the value again", n.Value)
	case yaml.ScalarNode:
		r.scalar(n, out)
	case yaml.SequenceNode:
		out.Kind = List
		for _, item := range n.Content {
			out.Add(r.node(item, depth+1))
		}
	case yaml.MappingNode:
		out.Kind = Map
		r.pairs(n, out, depth)
	}
	return out
}

func (r *reader) pairs(n *yaml.Node, out *Node, depth int) {
	first := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		pos := r.pos(n.Content[i])
		switch {
		case key.Kind != yaml.ScalarNode:
			r.report.Errorf("bad-key", pos, "a key must be a word")
			continue
		case key.Tag == "!!merge":
			r.report.Errorf("merge-key", pos, "merge keys (<<) are not used here; write the keys out")
			continue
		case key.Anchor != "":
			r.report.Errorf("anchor", pos, "anchors (&%s) are not used here; write the value where it is needed",
				key.Anchor)
		case key.Style&yaml.TaggedStyle != 0:
			r.report.Errorf("tag", pos, "tags (%s) are not used here; quotes make a text of anything", key.Tag)
		}
		value := r.node(n.Content[i+1], depth+1)
		if n.Style&yaml.FlowStyle != 0 && value.Kind == Null && n.Content[i+1].Value == "" &&
			strings.Contains(key.Value, " ") {
			r.report.Errorf("comma-in-text", pos,
				"%s is a key without a value: a comma between { and } ends the text before it; put quotes around "+
					"that text", strconv.Quote(key.Value))
			continue
		}
		p := Pair{key.Value, pos, value}
		if before, twice := first[key.Value]; twice {
			standsTwice(r.report, p, before)
			continue
		}
		first[key.Value] = pos.Line
		out.Pairs = append(out.Pairs, p)
	}
}

// standsTwice reports a key of a map that stands in a line before.
func standsTwice(report *diag.List, p Pair, before int) {
	report.Errorf("duplicate-key", p, "the key %s stands twice; the first is at line %d",
		strconv.Quote(p.Key), before)
}

// scalar resolves a scalar from its text and quotes.
func (r *reader) scalar(n *yaml.Node, out *Node) {
	out.Text = n.Value
	out.Kind = Word
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return // a word whatever it looks like
	}
	switch {
	case n.Value == "" || n.Value == "~" || n.Value == "null":
		out.Kind = Null
	case n.Value == "true" || n.Value == "false":
		out.Kind = Flag
		out.Flag = n.Value == "true"
	case isWhole(n.Value):
		number, err := strconv.ParseInt(n.Value, 10, 32)
		if err != nil {
			r.report.Errorf("number-too-large", out,
				"the number %s is out of range; numbers go from %d to %d", n.Value, math.MinInt32, math.MaxInt32)
		}
		out.Kind = Number
		out.Number = int(number)
	}
}

// isWhole reports whether the text is a whole number as people write it: digits
// without a leading zero, with a minus sign at most.
func isWhole(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > 1 && digits[0] == '0' {
		return false
	}
	return strings.Trim(digits, "0123456789") == ""
}
