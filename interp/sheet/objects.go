package sheet

import (
	"cmp"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// surrogates are two escapes of JSON that are one sign.
var surrogates = regexp.MustCompile(`\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

// readJSON reads JSON as the YAML that it is too, which keeps the places.
func (t *Table) readJSON(data []byte) error {
	text, err := t.decode(data)
	if err != nil {
		return err
	}
	var raw json.RawMessage
	if wrong := (*json.SyntaxError)(nil); errors.As(json.Unmarshal([]byte(text), &raw), &wrong) {
		return Errorf(behind(t.start(), text[:wrong.Offset-1]), "this is no JSON: %s", wrong)
	}
	text = surrogates.ReplaceAllStringFunc(text, func(s string) string {
		var sign string
		_ = json.Unmarshal([]byte(`"`+s+`"`), &sign)
		return sign
	})
	report := &diag.List{}
	root := source.Read(t.name, []byte(text), report)
	if report.HasErrors() {
		first := report.Sorted()[0]
		return Errorf(first, "this is no JSON: %s", first.Message)
	}
	if root.Get("ObjectStates") != nil || root.Get("Transform") != nil {
		t.Format = "tts"
		t.tabletop(root)
		return nil
	}
	found := map[string][]*source.Node{}
	find(root, "", found)
	best := t.Cards
	for _, at := range slices.Backward(lists.Sorted(found)) {
		if t.Cards == "" && len(found[at]) >= len(found[best]) {
			best = at
		}
	}
	ways := strings.Join(lists.Sorted(found), ", ")
	if len(found[best]) == 0 {
		return t.errorf(1, "%q is no list of objects here, as [{\"name\": \"Fox\"}] is; there are %s", t.Cards, ways)
	}
	if t.Cards == "" && len(found) > 1 {
		t.remark("unsure.cards", "cards", best, "all", ways)
	}
	t.Cards = best
	for _, item := range found[best] {
		var row []Cell
		t.object(&row, "", item)
		t.Rows = append(t.Rows, row)
		if err := t.spend(item.Pos.Line, 1, len(row)); err != nil {
			return err
		}
	}
	return nil
}

// find finds the lists of objects by the way to them: a map whose values are alike is one too,
// of which the keys are values. The cards of several sets are one list.
func find(n *source.Node, at string, found map[string][]*source.Node) {
	if n == nil {
		return
	}
	items := n.Items
	for _, p := range n.Pairs {
		item := *p.Value
		item.Pairs = append([]source.Pair{{Key: "key", Pos: p.Pos, Value: word(p.Key, p.Pos)}}, item.Pairs...)
		items = append(items, &item)
	}
	objects := len(items) > 0 && !slices.ContainsFunc(items, func(n *source.Node) bool { return n.Kind != source.Map })
	alike := len(n.Pairs) > 1 && slices.ContainsFunc(n.Pairs[0].Value.Pairs, func(key source.Pair) bool {
		return !slices.ContainsFunc(n.Pairs, func(p source.Pair) bool { return p.Value.Get(key.Key) == nil })
	})
	if objects && (n.Kind == source.List || alike) {
		found[at] = append(found[at], items...)
		for _, item := range items {
			find(item.Get("cards"), strings.TrimPrefix(at+".cards", "."), found)
		}
		return
	}
	for _, p := range n.Pairs {
		find(p.Value, strings.TrimPrefix(at+"."+p.Key, "."), found)
	}
}

// object puts the values of an object into a row, those of objects in it with both keys.
func (t *Table) object(row *[]Cell, under string, n *source.Node) {
	for _, p := range n.Pairs {
		t.object(row, strings.TrimPrefix(under+"."+p.Key, "."), p.Value)
	}
	if n.Kind == source.Map {
		return
	}
	c := t.cell(row, under, n.Pos)
	c.Pos = n.Pos
	if n.Kind != source.Null {
		c.Text = n.Text
	}
	if n.Kind == source.List {
		c.Items = n.Texts()
		c.Text = strings.Join(c.Items, ", ")
	}
}

// cell is the cell of a row under a heading, which are made where they are new.
func (t *Table) cell(row *[]Cell, heading string, at diag.Pos) *Cell {
	i := slices.IndexFunc(t.Head, func(h Cell) bool { return h.Text == heading })
	if i < 0 {
		i = len(t.Head)
		if i <= MaxColumns { // more are refused where the cells are counted
			t.Head = append(t.Head, Cell{Text: heading, Pos: at})
		}
	}
	for len(*row) <= i {
		*row = append(*row, Cell{Pos: at})
	}
	return &(*row)[i]
}

// tabletop reads the cards of a save of Tabletop Simulator, or of one object: equal ones are copies.
func (t *Table) tabletop(save *source.Node) {
	copies := map[string]int{}
	others := map[string]int{}
	var walk func(n, deck *source.Node)
	walk = func(n, deck *source.Node) {
		kind := text(n.Get("Name"))
		if own := n.Get("CustomDeck"); own != nil && len(own.Pairs) > 0 {
			deck = own
		}
		holds := strings.HasPrefix(kind, "Deck") || strings.Contains(kind, "Bag")
		switch {
		case n.Get("CardID") != nil:
			t.tableCard(n, deck, copies)
		case kind != "" && n.Get("Transform") != nil && !holds:
			others[kind]++
		}
		for _, item := range n.Items {
			walk(item, deck)
		}
		for _, p := range n.Pairs {
			walk(p.Value, deck)
		}
	}
	walk(save, nil)
	for _, row := range t.Rows {
		count := &row[len(row)-1]
		count.Text = strconv.Itoa(copies[count.Text])
	}
	for _, kind := range lists.Sorted(others) {
		t.remark("objects", "kind", kind, "count", others[kind])
	}
}

// lettered are the marks in the texts of a save: bold, italic, lines, heights, colours.
var lettered = lazy(`(?i)\[(/?(?:b|i|u|s|sup|sub)|-|[0-9a-f]{6})\]`)

// tableCard takes a card, which has no name but its number in the save if it has none. Its last
// cell is by what equal ones are counted.
func (t *Table) tableCard(n, deck *source.Node, copies map[string]int) {
	var face, back, place string
	id := text(n.Get("CardID"))
	if pictures := deck.Get(id[:max(len(id)-2, 0)]); pictures != nil && len(id) > 2 {
		slot, _ := strconv.Atoi(id[len(id)-2:])
		face = text(pictures.Get("FaceURL"))
		back = text(pictures.Get("BackURL"))
		place = strconv.Itoa(slot+1) + " of " + text(pictures.Get("NumWidth")) + "x" + text(pictures.Get("NumHeight"))
	}
	name := strings.TrimSpace(lettered().ReplaceAllString(text(n.Get("Nickname")), ""))
	said := lettered().ReplaceAllStringFunc(text(n.Get("Description")), func(s string) string {
		return marked[strings.ToLower(strings.Trim(s, "[]"))]
	})
	cells := []string{cmp.Or(name, "#"+id), said, face, place, back, text(n.Get("GMNotes")),
		strings.Join(n.Get("Tags").Texts(), ", ")}
	key := strings.Join(cells, "\x00")
	copies[key]++
	if copies[key] > 1 {
		return
	}
	var row []Cell
	for i, heading := range []string{"name", "text", "picture", "place", "back", "notes", "tags", "count"} {
		t.cell(&row, heading, n.Pos).Text = append(cells, key)[i]
	}
	t.Rows = append(t.Rows, row)
}
