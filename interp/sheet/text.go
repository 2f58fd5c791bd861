package sheet

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// decode returns the text of a file, and notes a guess of its encoding that may be wrong.
func (t *Table) decode(data []byte) (string, error) {
	if t.Encoding == "" {
		t.Encoding = encodingOf(data)
		if t.Encoding == western {
			t.remark("unsure.encoding", "encoding", western)
		}
	}
	e, err := htmlindex.Get(t.Encoding)
	if err != nil {
		return "", t.errorf(1, "there is no encoding %q; some are utf-8, %s, windows-1251, shift_jis and gb18030",
			t.Encoding, western)
	}
	out, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return "", t.errorf(1, "this is no text in %s: %s", t.Encoding, err)
	}
	text := strings.TrimPrefix(string(out), "\ufeff")
	wrong := "\x00"
	if !bytes.Contains(data, []byte("\ufffd")) {
		wrong += "\ufffd"
	}
	if i := strings.IndexAny(text, wrong); i >= 0 {
		at := behind(t.start(), text[:i])
		return "", Errorf(at, "a sign stands here that no text in %s has", t.Encoding)
	}
	return text, nil
}

const western = "windows-1252"

// pairs are the encodings of two bytes a sign with the first bytes of their common signs, from
// and to, and the least second byte of them.
var pairs = []struct {
	name            string
	from, to, least byte
}{
	{"euc-kr", 0xb0, 0xc8, 0xa1}, {"gb18030", 0xb0, 0xd7, 0xa1}, {"big5", 0xa4, 0xc6, 0x40},
	{"shift_jis", 0x82, 0x97, 0x40}, {"euc-jp", 0xa4, 0xcf, 0xa1},
}

// encodingOf guesses: by marks, then UTF-8, then an encoding of two bytes a sign where nearly all
// signs are common ones and there are some, else the Western one of Windows.
func encodingOf(data []byte) string {
	first := data[:min(len(data), 400)]
	zeros := bytes.Count(first, []byte{0})*3 > len(first) && len(first) >= 8
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), zeros && first[0] != 0:
		return "utf-16le"
	case bytes.HasPrefix(data, []byte("\xfe\xff")), zeros:
		return "utf-16be"
	case utf8.Valid(data):
		return "utf-8"
	}
	best := western
	most := 0.85
	for _, p := range pairs {
		all, common := 0, 0
		for i := 0; i < len(data); i++ {
			if data[i] < 0x80 {
				continue
			}
			all++
			if i+1 < len(data) && data[i+1] >= p.least && (p.name != "shift_jis" || data[i] < 0xa0) {
				if data[i] >= p.from && data[i] <= p.to {
					common++
				}
				i++
			}
		}
		if share := float64(common) / float64(all); common >= 4 && share > most {
			best = p.name
			most = share
		}
	}
	return best
}

// spaced is a cell in quotes behind a blank.
var spaced = lazy(`^( +)"([^"]|"")*" *([,;|\t\n]|$)`)

// scan cuts a text into rows of cells. It is no encoding/csv, which refuses quotes inside of
// cells and lone carriage returns, both of which spreadsheets write, and does not say where a
// quote opened that nothing closes. wrong is the first cell whose quotes are no quotes.
func (t *Table) scan(text string, separator rune, quotes bool) (rows [][]Cell, wrong, err error) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if separator == '|' { // Markdown writes \| for a letter; no text has zeros
		text = strings.ReplaceAll(text, `\|`, "\x00\x00")
	}
	at := t.start()
	var row []Cell
	for {
		if m := spaced().FindStringSubmatchIndex(text); quotes && m != nil {
			at.Column += m[3]
			text = text[m[3]:]
		}
		cell := Cell{Pos: at}
		rest, quoted := strings.CutPrefix(text, "\"")
		if quotes && quoted {
			cell.Pos.Column++
			var closed bool
			cell.Text, text, closed = unquote(rest)
			if !closed && wrong == nil {
				wrong = Errorf(at,
					"a quote opens here and nothing closes it; say --quotes no if quotes are letters in this file")
			}
			at.Column += 2
			at = behind(at, cell.Text)
		}
		end := strings.IndexFunc(text, func(r rune) bool { return r == separator || r == '\n' })
		if end < 0 {
			end = len(text)
		}
		plain := text[:end]
		if quotes && quoted {
			plain = strings.TrimSpace(plain)
			if plain != "" && wrong == nil {
				wrong = Errorf(at, "letters stand behind the quote that closes this cell; a quote "+
					"inside of it is written twice, or say --quotes no if quotes are letters in this file")
			}
		}
		cell.Text = strings.ReplaceAll(cell.Text+plain, "\x00\x00", "|")
		row = append(row, cell)
		at = behind(at, text[:min(len(text), end+1)])
		last := end >= len(text)
		if last || text[end] == '\n' {
			rows = append(rows, row)
			if err := t.spend(at.Line, 1, len(row)); err != nil || last {
				return rows, wrong, err
			}
			row = nil
		}
		text = text[end+1:]
	}
}

// unquote returns what stands before the quote that closes a cell, and what behind it.
func unquote(text string) (cell, rest string, closed bool) {
	for {
		part, after, found := strings.Cut(text, "\"")
		cell += part
		if !found || !strings.HasPrefix(after, "\"") {
			return cell, after, found
		}
		cell += "\""
		text = after[1:]
	}
}

// behind is the place behind a text.
func behind(at diag.Pos, text string) diag.Pos {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		at.Line += strings.Count(text, "\n")
		at.Column = 1
		text = text[i+1:]
	}
	at.Column += utf8.RuneCountInString(text)
	return at
}

var separators = map[string]rune{",": ',', ";": ';', "tab": '\t', "|": '|'}

// readText reads a text of cells with separators between them.
func (t *Table) readText(data []byte) ([][]Cell, error) {
	text, err := t.decode(data)
	if err != nil {
		return nil, err
	}
	if first, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(first, "sep=") { // Excel writes it
		t.Separator = strings.ReplaceAll(strings.TrimRight(first[len("sep="):], "\r"), "\t", "tab")
		text = "\n" + rest
		t.remark("sep")
	}
	if t.Separator == "" {
		t.Separator, t.alike = separatorOf(text)
	}
	separator, known := separators[t.Separator]
	if !known {
		return nil, t.errorf(1, "there is no separator %q; it is one of , ; | and tab", t.Separator)
	}
	rows, wrong, err := t.scan(text, separator, t.Quotes != "no")
	if wrong != nil && t.Quotes == "" && separator == '\t' {
		t.Quotes = "no"
		t.remark("quotes", "line", wrong.(*Error).Pos.Line)
		t.cells = 0
		rows, wrong, err = t.scan(text, separator, false)
	}
	return rows, errors.Join(err, wrong)
}

// alone is a short text in a line of its own, such as a name.
var alone = lazy(`^[^#{}\[\]<>\n"/,;|\s，。；:=(]+( [^{}\[\]<>\n"/,;|\s，。；:=(]+){0,3}\s*$`)

// tabular refuses a text that is no table. Most lines of a table have the same number of cells, or no blank behind the
// separators, or a name alone; a .csv of one column may have sentences below a heading. A file with another ending must
// name a column besides, since programs and logs have separators too.
func (t *Table) tabular(rows [][]Cell) error {
	named := source.IsTable(t.name) || slices.ContainsFunc(rows[:min(len(rows), above)], names)
	good := 0
	odd := 0
	for i, row := range rows {
		switch {
		case len(row) == 1 && alone().MatchString(row[0].Text),
			len(row) > 1 && row[0].Text != "" && !strings.HasPrefix(row[1].Text, " "):
			good++
		case good == i:
			odd = i
		}
	}
	prompts := odd > 0 && t.alike == 0 && path.Ext(t.name) == ".csv"
	if len(rows) == 0 || named && (2*good > len(rows) || t.alike > .55 || prompts) {
		return nil
	}
	return t.errorf(rows[odd][0].Pos.Line, "this is no table: most lines should have as many cells as the heading, "+
		"with , ; | or a tab between them, or one name each; a file that is not called .csv, .tsv or .txt needs a "+
		"heading such as Name besides; --separator or --heading settle it")
}

// separatorOf is the one by which most rows have the same number of cells, of more than one; most is their share, a
// little more for many cells.
func separatorOf(text string) (best string, most float64) {
	best = ","
	for i, name := range []string{",", ";", "tab", "|", "tab"} { // behind tabs, quotes may be letters
		probe := &Table{}
		rows, _, _ := probe.scan(text[:min(len(text), 1<<16)], separators[name], i < 4)
		rows = slices.DeleteFunc(rows, blank)
		count := map[int]float64{}
		for _, row := range rows {
			count[len(row)]++
		}
		for width, times := range count {
			share := times / float64(len(rows)) * (1 + float64(min(width, 20))/40)
			if width > 1 && share > most+.01 {
				best = name
				most = share
			}
		}
	}
	return best, most
}
