package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Type is the declared type of an attribute: number, flag, text, list, word, or "" where it is
// none of these. Words are its values where they are a list, and Declared is its declaration in the game.
type Type struct {
	Kind     string
	Words    []string
	Declared *source.Node
}

// Types are the attributes of all types of cards.
type Types map[string]Type

// rows makes cards of the rows of a table.
type rows struct {
	*Columns
	t      *Table
	types  Types
	report *diag.List
	ids    []string
	// places are the columns of the table in the order of the map, -1 for one that is not there.
	places []int
	texts  map[string][]source.Pair
}

// Apply makes the card file that a sheet stands for, and the sentences of its texts by language.
// Cells are read by the declared type of what they are. The table itself stays as it is.
func (c *Columns) Apply(t *Table, edits *source.Node, types Types, report *diag.List) (*source.Node,
	map[string][]source.Pair) {
	own := *t
	r := &rows{c, &own, types, report, nil, nil, map[string][]source.Pair{}}
	report.Add(t.Findings...)
	if !r.bind() {
		return nil, nil
	}
	r.edited(edits)
	for _, n := range t.Notes {
		cell := n.Args["cell"]
		if !t.guess && strings.Trim(cell, "-:= ") != "" && !slices.Contains(c.Ignore, cell) {
			line, _ := strconv.Atoi(n.Args["line"])
			report.Warnf("no-card", diag.At(t.name, line, 1),
				"this line is left out as a title, a note or a sum; if it is one, write %q under ignore in the map",
				cell)
		}
	}
	cards := &source.Node{Kind: source.List, Pos: t.start()}
	for i, row := range own.Rows {
		if r.ids[i] == "" {
			report.Warnf("missing-id", row[0], "this row is no card: the cell that makes its id is empty")
			continue
		}
		const work, memory = 20, 600
		if !report.Spend(t.name, len(row)*work, len(row)*memory) {
			break
		}
		cards.Add(r.card(row, r.ids[i]))
	}
	key := "cards"
	if c.Patch {
		key = "patch"
	}
	out := &source.Node{Kind: source.Map, Pos: cards.Pos}
	put(out, key, cards.Pos, cards)
	return out, r.texts
}

// bind finds the columns of the map in the table, and tells of those in only one of them.
func (r *rows) bind() bool {
	heads := lists.Map(r.t.Head, func(h Cell) string { return h.Text })
	for _, h := range r.t.Head {
		listed := slices.ContainsFunc(r.Columns.Columns, func(k Column) bool { return k.Heading.Key == h.Text })
		if !listed && !slices.Contains(r.Ignore, h.Text) {
			r.report.Warnf("unknown-column", h,
				"the column %q is not read: it stands neither under columns nor under ignore", h.Text)
		}
	}
	for i, k := range r.Columns.Columns {
		at := slices.Index(heads, k.Heading.Key)
		r.places = append(r.places, at)
		if at < 0 {
			r.report.Unknown("missing-column", k.Heading, k.Heading.Key, heads,
				"the table has no column %q", k.Heading.Key)
			continue
		}
		pos := r.t.Head[at].Pos
		first := slices.IndexFunc(r.Columns.Columns[:i], func(o Column) bool { return full(o.To) == full(k.To) })
		switch {
		case k.To == "" && slices.Contains(r.Ignore, k.Heading.Key):
			r.places[i] = -1
		case k.To == "":
			r.report.Errorf("missing-key", pos, "it is not said what the column %q means", k.Heading.Key)
		case first >= 0 && !strings.HasPrefix(full(k.To), "text."):
			r.report.Errorf("duplicate-key", pos, "there are two columns for %q: %q and %q", full(k.To),
				r.Columns.Columns[first].Heading.Key, k.Heading.Key)
			r.places[i] = -1
		}
	}
	for _, h := range r.ID {
		if !slices.Contains(heads, h) {
			r.report.Unknown("missing-column", r.t.start(), h, heads,
				"the table has no column %q, which makes the ids", h)
			return false
		}
	}
	r.ids, _ = r.IDs(r.t)
	return true
}

// full is what a column means, with its language.
func full(to string) string {
	if to == "name" || to == "text" {
		return to + ".en"
	}
	return to
}

// IDs are the ids of the rows of a table: short names of the cells that make them, or the cells
// as they are. Equal ones get numbers, never the id that another card has by its own name; told
// are those whose numbers depend on their rows.
func (c *Columns) IDs(t *Table) (ids, told []string) {
	short := !c.plain
	wanted := map[string]int{}
	for _, row := range t.Rows {
		var parts []string
		for i, h := range t.Head {
			part := plain(row[i])
			if short {
				part = Slug(part)
			}
			if part != "" && slices.Contains(c.ID, h.Text) {
				parts = append(parts, part)
			}
		}
		id := strings.Join(parts, ".")
		if short && id != "" && !strings.ContainsFunc(id, unicode.IsLetter) {
			id = string([]rune(c.Type + "c")[0]) + id
		}
		if short && keyword.Reserved()[keyword.RefCard][id] != "" {
			id += "_card"
		}
		ids = append(ids, id)
		wanted[id]++
	}
	given := map[string]bool{"": true}
	next := map[string]int{}
	for i, id := range ids {
		for n := max(2, next[id]); short && id != "" && given[ids[i]]; n++ {
			next[id] = n
			if numbered := fmt.Sprintf("%s_%d", id, n); wanted[numbered] == 0 {
				ids[i] = numbered
			}
		}
		given[ids[i]] = true
		if ids[i] != id {
			told = append(told, ids[i])
		}
	}
	return ids, told
}

// edited lays what was changed since the sheet was taken over the cells.
func (r *rows) edited(edits *source.Node) {
	if edits == nil {
		return
	}
	r.t.Rows = slices.Clone(r.t.Rows)
	for _, e := range edits.Entries() {
		id, field, was := text(e.Get("id")), text(e.Get("field")), text(e.Get("was"))
		now := e.Get("now")
		i := slices.Index(r.ids, id)
		k := slices.IndexFunc(r.Columns.Columns, func(k Column) bool { return full(k.To) == full(field) })
		switch {
		case id == "" || i < 0:
			r.report.Unknown("unknown-card", e, id, r.ids, "the sheet has no card %q", id)
			continue
		case now == nil || k < 0 || r.places[k] < 0:
			r.report.Errorf("unknown-column", e, "a change needs id, field, was and now, and no column is %q",
				field)
			continue
		}
		row := slices.Clone(r.t.Rows[i])
		cell := &row[r.places[k]]
		switch found := trim(cell.Text); found {
		case now.Text:
			r.report.Notef("edit-done", e, "the sheet says this itself now, at %s; the entry can go", cell.Pos)
		case was:
			*cell = Cell{Text: now.Text, Pos: now.Pos}
			r.t.Rows[i] = row
		default:
			r.report.Errorf("edit-and-sheet", now,
				"%s of %s was %q here and is changed to %q; the sheet says %q now, at %s; remove this entry, or write "+
					"that into was", field, id, was, now.Text, found, cell.Pos)
		}
	}
}

// card makes the card of a row.
func (r *rows) card(row []Cell, id string) *source.Node {
	card := &source.Node{Kind: source.Map, Pos: row[0].Pos}
	put(card, "id", row[0].Pos, word(id, row[0].Pos))
	if r.Type != "" && !r.Patch {
		put(card, "type", row[0].Pos, word(r.Type, row[0].Pos))
	}
	for i, k := range r.Columns.Columns {
		if r.places[i] < 0 || k.To == "id" {
			continue
		}
		cell := row[r.places[i]]
		cell.Text = trim(cell.Text)
		if cell.Text == "" || slices.Contains(r.None, cell.Text) && !strings.HasPrefix(k.To, "name") {
			continue
		}
		if lang, is := strings.CutPrefix(full(k.To), "text."); is {
			list := r.texts[lang]
			key := "card." + id
			said := r.Sentence(cell.Text)
			if n := len(list); n > 0 && list[n-1].Key == key { // a second column of a text is another paragraph
				list[n-1].Value.Text += "\n" + said
			} else {
				r.texts[lang] = append(list, source.Pair{Key: key, Pos: cell.Pos, Value: word(said, cell.Pos)})
			}
			continue
		}
		if v := r.value(&k, cell); v != nil {
			put(card, k.To, r.t.Head[r.places[i]].Pos, v)
		}
	}
	return card
}

func word(text string, at diag.Pos) *source.Node {
	return &source.Node{Kind: source.Word, Text: text, Pos: at}
}

// put puts a value into a map, below each key of a way with dots.
func put(in *source.Node, key string, at diag.Pos, v *source.Node) {
	head, rest, below := strings.Cut(key, ".")
	if !below {
		in.Pairs = append(in.Pairs, source.Pair{Key: key, Pos: at, Value: v})
		return
	}
	under := in.Get(head)
	if under == nil || under.Kind != source.Map {
		under = &source.Node{Kind: source.Map, Pos: v.Pos}
		put(in, head, at, under)
	}
	put(under, rest, at, v)
}

// value reads a cell by the type of what it is; nil for one that does not fit, which is told.
func (r *rows) value(k *Column, cell Cell) *source.Node {
	field, _, _ := strings.Cut(k.To, ".")
	t := r.types[field]
	if field == "copies" {
		t.Kind = field
	}
	wanted := ""
	switch t.Kind {
	case "number", "copies":
		n, ok := Number(cell.Text)
		wanted = "%q is no whole number, as %s has to be; the card is read without it"
		if t.Kind == "copies" {
			n, ok = Copies(cell.Text)
			wanted = "%q is no number of copies, as %s has to be; the card is read without it"
		}
		if ok {
			return source.NewScalar(fmt.Sprint(n), cell.Pos)
		}
	case "flag":
		if v, ok := Flag(cell.Text); ok {
			return source.NewScalar(fmt.Sprint(v), cell.Pos)
		}
		wanted = "%q is no flag (TRUE or FALSE, yes or no, x or nothing), as %s has to be; the card is read without it"
	case "text", "attribute":
		return word(cell.Text, cell.Pos)
	case "word":
		if v := oneOf(t.Words, cell.Text); v != "" {
			return word(v, cell.Pos)
		}
		wanted = noWord
	case "list":
		if cell.Items != nil || !strings.HasPrefix(cell.Text, "[") {
			return r.list(k, t, cell)
		}
		fallthrough
	default:
		return r.plain(field, cell)
	}
	r.bad(wanted, cell.Text, k.To, t, cell.Pos)
	return nil
}

const noWord = "%q is no word of its list, as %s has to be; the card is read without it"

func (r *rows) bad(format, text, field string, t Type, at diag.Pos) {
	f := diag.Found("bad-cell", diag.Warning, at, format, text, field)
	f.Suggestion = diag.Nearest(text, t.Words)
	r.report.Add(f)
}

// oneOf is the word of a list that a text stands for: the text or its short name, "" for none. No
// list has all words.
func oneOf(words []string, text string) string {
	short := Slug(text)
	switch {
	case len(words) == 0 || slices.Contains(words, text):
		return text
	case slices.Contains(words, short):
		return short
	}
	return ""
}

func (r *rows) list(k *Column, t Type, cell Cell) *source.Node {
	items := cell.Items
	if items == nil {
		by := k.Split
		if by == "" {
			by = ","
		}
		items = Split(cell.Text, by)
	}
	list := &source.Node{Kind: source.List, Pos: cell.Pos}
	item := word
	if len(t.Words) == 0 {
		item = source.NewScalar
	}
	for _, text := range items {
		v := oneOf(t.Words, text)
		if v != "" {
			list.Add(item(v, cell.Pos))
		} else if text != "" {
			r.bad(noWord, text, k.To, t, cell.Pos)
		}
	}
	return list
}

// Split cuts a cell into the items of a list.
func Split(text, by string) []string {
	return slices.DeleteFunc(lists.Map(strings.Split(text, by), trim), func(s string) bool { return s == "" })
}

// plain reads a cell as a card file has a value: brackets hold YAML.
func (r *rows) plain(field string, cell Cell) *source.Node {
	switch {
	case field == "type" && !r.Columns.plain:
		return word(Slug(cell.Text), cell.Pos)
	case field == "name":
		return word(strings.Join(strings.Fields(cell.Text), " "), cell.Pos)
	case cell.Text[0] != '[' && cell.Text[0] != '{':
		return source.NewScalar(cell.Text, cell.Pos)
	}
	return source.ReadCell(cell.Text, cell.Pos, r.report)
}
