// Package sheet reads tables of cards as other programs keep them: texts with separators,
// workbooks, JSON, databases of Cockatrice, saved objects of Tabletop Simulator. It guesses once
// how a file is written and what its columns mean; a map beside the sheet keeps both. By the
// map it makes cards and sentences of the rows.
//
// It knows neither packs nor rules. It imports diag, keyword, lists, source and golang.org/x/text.
package sheet

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Reading says how a file is written. What is empty is guessed.
type Reading struct {
	// Format is csv, xlsx, json, tts or cockatrice.
	Format   string
	Encoding string
	// Separator is one of , ; | and tab. Quotes is "no" where they are letters.
	Separator, Quotes string
	// Sheet is one of a workbook, Cards the way to the list in a JSON file.
	Sheet, Cards string
	// Heading is the line of the heading, -1 for none.
	Heading int
	// Leave are the kinds of rows that are no cards: notes, total.
	Leave []string
}

// Cell is a text with its place. Items are those of a list.
type Cell struct {
	Text string
	diag.Pos
	Items []string
}

// Note says what was guessed or left out: a key of the words of the page with its values.
type Note struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args"`
}

// Table is a heading with rows, all of the same length.
type Table struct {
	Reading
	Head  []Cell
	Rows  [][]Cell
	Notes []Note
	// Findings are cells that cannot be read as they stand.
	Findings []diag.Finding
	name     string
	// guess is set where nothing is known of the file.
	guess bool
	cells int
	// alike is the share of lines with as many cells, 0 where none has two.
	alike float64
}

// MaxCells bounds the cells of a table with the gaps between them, MaxColumns its columns, mostUnpacked
// the bytes of a workbook when it is unpacked.
const (
	MaxCells     = 1_000_000
	MaxColumns   = 2_000
	mostUnpacked = 32 << 20
)

// Error says why a file is no table, and where.
type Error struct{ diag.Finding }

// Error has the place in front.
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message }

// Errorf says why a file is no table.
func Errorf(at diag.Placed, format string, args ...any) *Error {
	return &Error{diag.Found("bad-table", diag.Error, at, format, args...)}
}

func (t *Table) errorf(line int, format string, args ...any) error {
	return Errorf(diag.At(t.name, line, 1), format, args...)
}

// warn finds that a cell cannot be read as it stands.
func (t *Table) warn(at diag.Placed, format string, args ...any) {
	t.Findings = append(t.Findings, diag.Found("bad-cell", diag.Warning, at, format, args...))
}

// start is where the file begins.
func (t *Table) start() diag.Pos { return diag.At(t.name, 1, 1) }

// remark notes what was guessed or left out; pairs are names with values.
func (t *Table) remark(key string, pairs ...any) { t.Notes = append(t.Notes, Remark(key, pairs...)) }

// Remark is a note; pairs are names with values.
func Remark(key string, pairs ...any) Note {
	n := Note{"import." + key, map[string]string{}}
	for i := 0; i < len(pairs); i += 2 {
		n.Args[pairs[i].(string)] = fmt.Sprint(pairs[i+1])
	}
	return n
}

// Read reads a file of any known format, by what it holds.
func Read(name string, data []byte, r Reading) (*Table, error) {
	t := &Table{Reading: r, name: name, guess: r.Format == ""}
	if len(data) > source.MaxSheet {
		return t, t.errorf(1, "the file is larger than the %d bytes that are read; several sheets may have the "+
			"cards", source.MaxSheet)
	}
	if t.guess {
		t.Format = formatOf(name, data)
	}
	var rows [][]Cell
	var err error
	switch t.Format {
	case "xlsx":
		rows, err = t.readBook(data)
	case "json", "tts":
		err = t.readJSON(data)
	case "cockatrice":
		err = t.readCockatrice(data)
	default:
		rows, err = t.readText(data)
	}
	rows = slices.DeleteFunc(rows, blank)
	if err == nil && t.guess && t.Format == "csv" && r.Separator == "" && r.Heading == 0 {
		err = t.tabular(rows)
	}
	if err == nil && rows != nil {
		err = t.body(rows)
	}
	if err == nil {
		err = t.square()
	}
	if err == nil && len(t.Rows) == 0 && t.guess {
		err = t.errorf(1, "there is no card in this file")
	}
	return t, err
}

// formatOf goes by what a file holds; its name decides only where both JSON and a text would do.
func formatOf(name string, data []byte) string {
	start := bytes.TrimLeft(data, "\ufeff \t\r\n")
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")):
		return "xlsx"
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")) && path.Ext(name) == ".json":
		return "json"
	case bytes.HasPrefix(start, []byte("<")):
		return "cockatrice"
	}
	return "csv"
}

// spend counts the cells of rows before they are made.
func (t *Table) spend(line, rows, columns int) error {
	t.cells += rows * columns
	if columns > MaxColumns {
		return t.errorf(line, "the table has more than the %d columns that are read", MaxColumns)
	}
	if t.cells > MaxCells {
		return t.errorf(line, "the table has more than the %d cells that are read", MaxCells)
	}
	return nil
}

// square gives all rows the length of the heading, without the columns that have neither a
// heading nor a cell.
func (t *Table) square() error {
	if err := t.spend(1, len(t.Rows), len(t.Head)); err != nil {
		return err
	}
	empty := func(c Cell) bool { return c.Text == "" }
	for i, row := range t.Rows {
		var out []Cell
		for j, h := range t.Head {
			c := Cell{Pos: h.Pos}
			if len(row) > 0 {
				c.Pos = row[0].Pos
			}
			if j < len(row) {
				c = row[j]
			}
			if !empty(h) {
				out = append(out, c)
			}
		}
		t.Rows[i] = out
	}
	t.Head = slices.DeleteFunc(t.Head, empty)
	return nil
}

func filled(row []Cell) int {
	n := 0
	for _, c := range row {
		if plain(c) != "" {
			n++
		}
	}
	return n
}

func blank(row []Cell) bool { return filled(row) == 0 }

func plain(c Cell) string { return trim(c.Text) }

// trim cuts blanks off, and the marks without width that programs leave at the edges of cells.
func trim(text string) string { return strings.Trim(text, blanks) }

const blanks = " \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
	"\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"

// above is how many lines are looked at for the heading.
const above = 12

// heading finds the row of the heading among the first ones, -1 for none: one with the name of a
// known column, or the first with more than a title has. Headings are short texts and no numbers.
// Of two in turn, the fuller one names the columns, and the other groups of them.
func (t *Table) heading(rows [][]Cell) int {
	if t.Heading != 0 {
		return slices.IndexFunc(rows, func(row []Cell) bool { return len(row) > 0 && row[0].Pos.Line == t.Heading })
	}
	best, most, widest := -1, 0, 0
	found := false
	for _, row := range rows {
		widest = max(widest, filled(row))
	}
	for i, row := range rows[:min(len(rows), above)] {
		n := filled(row)
		value := slices.ContainsFunc(row, func(c Cell) bool {
			text := plain(c)
			return number().MatchString(text) || len([]rune(text)) > 60
		})
		named := !value && n >= min(2, widest) && names(row)
		if found && (!named || n <= most) {
			break
		}
		if named || !value && widest > 1 && n > max(2*most, 1) {
			best = i
			most = n
		}
		found = named
	}
	return best
}

// names reports whether a row has a heading of names, or alone one of texts.
func names(row []Cell) bool {
	return slices.ContainsFunc(row, func(c Cell) bool {
		base, _ := split(c.Text, "")
		return nameHeads().MatchString(base) || len(row) == 1 && textHeads().MatchString(base)
	})
}

// body finds the heading, names the columns, and leaves out what is no card.
func (t *Table) body(rows [][]Cell) error {
	at := t.heading(rows)
	var head []Cell
	switch {
	case at >= 0:
		head = rows[at]
		for _, row := range rows[:at] {
			t.remark("above", "line", row[0].Pos.Line, "cell", cmp.Or(lists.Map(row, plain)...))
		}
		t.Heading = head[0].Pos.Line
	case t.Heading > 0:
		return t.errorf(t.Heading, "the heading should stand in this line, which is empty or missing")
	default:
		t.Heading = -1
		t.remark("headless")
	}
	rows = rows[at+1:]
	widest := len(head)
	used := map[int]bool{}
	for _, row := range rows {
		widest = max(widest, len(row))
		for i, c := range row {
			used[i] = used[i] || plain(c) != ""
		}
	}
	for i := range widest {
		h := Cell{Pos: diag.At(t.name, max(t.Heading, 1), 1)}
		if i < len(head) {
			h = head[i]
		}
		h.Text = strings.Join(strings.Fields(h.Text), " ")
		if h.Text != "" || used[i] {
			t.named(&h, i)
		}
		t.Head = append(t.Head, h)
	}
	for i, row := range rows {
		if !t.left(rows, i) {
			t.Rows = append(t.Rows, row)
		}
	}
	return nil
}

// named gives a column without a heading the letter of spreadsheets, and the second of two with
// one heading a number.
func (t *Table) named(h *Cell, i int) {
	if h.Text == "" {
		h.Text = letter(i)
		if t.Heading > 0 {
			t.remark("letter", "column", h.Text)
		}
	}
	own := h.Text
	for n := 2; slices.ContainsFunc(t.Head, func(o Cell) bool { return o.Text == h.Text }); n++ {
		h.Text = fmt.Sprintf("%s (%d)", own, n)
	}
	if h.Text != own {
		t.remark("twice", "column", own, "second", h.Text)
	}
}

func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// noteRow is the only cell of a row that is no card: a remark, or the title of those below, in
// capitals or with a rule in front.
var noteRow = lazy(`^(#|//|--|==|\*\*|~~)|^[^\p{Ll}\p{Lo}]*(\p{Lu}[^\p{Ll}\p{Lo}]*){2}$`)

var totalWord = lazy(`(?i)^(grand )?(totals?|sum|summe|gesamt|somme|totale|suma|合計|合计|итого|average|avg|mean|` +
	`durchschnitt|moyenne|media|平均)( of)?( cards?| karten| cartes| costs?)?[: ]*$`)

// left reports whether a row is no card: a note, a title, a rule, or the sum of the others.
func (t *Table) left(rows [][]Cell, i int) bool {
	row := rows[i]
	all := lists.Map(row, plain)
	first := cmp.Or(all...)
	kind := ""
	switch {
	case filled(row) == 1 && len(t.Head) > 2 && noteRow().MatchString(first),
		strings.Trim(strings.Join(all, ""), "-:= ") == "":
		kind = "notes"
	case i >= len(rows)-3 && totalWord().MatchString(first) && filled(row) > 1:
		kind = "total"
	}
	if kind == "" || !t.guess && !slices.Contains(t.Leave, kind) {
		return false
	}
	if !slices.Contains(t.Leave, kind) {
		t.Leave = append(t.Leave, kind)
	}
	t.remark(kind, "line", row[0].Pos.Line, "cell", first)
	return true
}
