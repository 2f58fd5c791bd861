package source

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// ReadTable reads a table of comma-separated values, as spreadsheets write it (RFC 4180;
// semicolons or tabs where the first line has no comma), as the list of its rows. The
// first row names keys; name.fr is the key fr of the map under name. A cell is read as a
// file would have the value, lists and maps in brackets, and an empty one is left out.
// Places are line and column of the cell. It returns nil for a table that cannot be read.
func ReadTable(name string, data []byte, report *diag.List) *Node {
	r := &reader{name: name, report: report}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if len(data) > MaxSize {
		report.Errorf("file-too-large", diag.Pos{File: name},
			"the file is larger than the %d bytes that are read", MaxSize)
		return nil
	}
	if !r.checkText(text) {
		return nil
	}
	t := &table{name: name, lines: strings.SplitAfter(text, "\n"), report: report}
	t.csv = csv.NewReader(strings.NewReader(text))
	first := t.lines[0]
	for _, separator := range ";\t" {
		if !strings.Contains(first, ",") && strings.ContainsRune(first, separator) {
			t.csv.Comma = separator
		}
	}
	return t.read()
}

type table struct {
	name   string
	lines  []string
	csv    *csv.Reader
	report *diag.List
	// keys are the keys that each column stands under, outermost first, heads their places.
	keys  [][]string
	heads []diag.Pos
}

func (t *table) read() *Node {
	out := &Node{Kind: List, Pos: diag.Pos{File: t.name, Line: 1, Column: 1}}
	for {
		cells, err := t.csv.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.As(err, &broken) && errors.Is(err, csv.ErrFieldCount) && t.keys != nil:
			t.report.Errorf("wrong-count", t.pos(0), "this row has %d cells, the first one has %d", len(cells),
				len(t.keys))
		case errors.As(err, &broken):
			t.report.Errorf("csv-syntax", diag.Pos{File: t.name, Line: broken.Line, Column: broken.Column}, "%s",
				"this row cannot be read: "+broken.Err.Error())
			return nil
		case t.keys == nil:
			t.header(cells)
		default:
			nodes := len(cells) + 1
			if row := t.row(cells); row != nil && t.report.Spend(t.name, nodes*nodeWork, nodes*nodeBytes) {
				out.Items = append(out.Items, row)
			}
		}
	}
}

// header reads the first row.
func (t *table) header(cells []string) {
	t.keys = make([][]string, len(cells))
	for i, cell := range cells {
		t.keys[i] = strings.Split(strings.TrimSpace(cell), ".")
		t.heads = append(t.heads, t.pos(i))
		same := func(keys []string) bool { return slices.Equal(keys, t.keys[i]) }
		switch {
		case slices.Contains(t.keys[i], ""):
			t.report.Errorf("missing-key", t.pos(i), "this column has no key in the first row")
		case slices.ContainsFunc(t.keys[:i], same):
			t.report.Errorf("duplicate-key", t.pos(i), "there are two columns %q", cell)
		}
	}
}

// row reads a row of cards; nil for one of empty cells alone.
func (t *table) row(cells []string) *Node {
	row := NewMap()
	row.Pos = t.pos(0)
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		in := row
		last := len(t.keys[i]) - 1
		for _, key := range t.keys[i][:last] {
			below := in.Get(key)
			if below == nil || below.Kind != Map {
				below = &Node{Kind: Map, Pos: t.pos(i)}
				in.Pairs = append(in.Pairs, Pair{key, t.heads[i], below})
			}
			in = below
		}
		if value := t.value(cell, t.pos(i)); value != nil {
			in.Pairs = append(in.Pairs, Pair{t.keys[i][last], t.heads[i], value})
		}
	}
	if len(row.Pairs) == 0 {
		return nil
	}
	return row
}

// value reads a cell: brackets hold YAML. It returns nil where they cannot be read.
func (t *table) value(cell string, at diag.Pos) *Node {
	if cell[0] != '[' && cell[0] != '{' {
		return NewScalar(cell, at)
	}
	found := &diag.List{Account: t.report.Account}
	n := Read(t.name, []byte(cell), found)
	for _, d := range found.Sorted() {
		d.Pos = within(at, d.Pos)
		t.report.Add(d)
	}
	if n != nil {
		n.place(at)
	}
	return n
}

// place moves a node that was read from the text of a cell to where the cell stands.
func (n *Node) place(at diag.Pos) {
	n.Pos = within(at, n.Pos)
	for _, item := range n.Items {
		item.place(at)
	}
	for i := range n.Pairs {
		n.Pairs[i].Pos = within(at, n.Pairs[i].Pos)
		n.Pairs[i].Value.place(at)
	}
}

// within returns where a place of a cell's text is in the table.
func within(cell, in diag.Pos) diag.Pos {
	if in.Line == 1 {
		in.Column += cell.Column - 1
	}
	in.Line += cell.Line - 1
	return in
}

// pos is the place of the text of a cell of the row that was read last, its column in letters.
func (t *table) pos(i int) diag.Pos {
	line, column := t.csv.FieldPos(i)
	if before := t.lines[line-1]; column <= len(before) {
		if before[column-1] == '"' {
			column++
		}
		column = utf8.RuneCountInString(before[:column-1]) + 1
	}
	return diag.Pos{File: t.name, Line: line, Column: column}
}
