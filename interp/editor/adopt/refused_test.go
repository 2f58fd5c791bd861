package adopt

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/sheet"
)

const (
	prose = "# The forest\n\nA game of foxes, owls and hens for two players. It takes an hour, or less.\n\n" +
		"## How to play\n\nShuffle the deck, deal five cards, and put the rest aside.\n" +
		"Each turn you draw a card, play one, and discard the rest of your hand; then the next player goes.\n\n" +
		"- No cards may be shown.\n- Who has no cards, loses.\n"
	yaml = "id: fox\nname: {en: Fox, fr: Renard}\ncost: 1\nrules:\n  - draw\n  - discard\ntags: [red, fast]\n"
	lua  = "local M = {}\n\n-- draw takes cards, as many as there are.\nfunction M.draw(game, seat, n)\n" +
		"\tfor i = 1, n do\n\t\tgame.move(seat.deck, seat.hand)\n\tend\nend\n\nreturn M\n"
	journal = "2024-01-01 12:00:00,123 INFO started\n2024-01-01 12:00:01,456 INFO loaded 3 cards\n" +
		"2024-01-01 12:00:02,789 WARN slow\n"
)

// TestNoTable: a text that is no table is refused with the first line that is not as expected, whatever its name is.
func TestNoTable(t *testing.T) {
	flow := "- {id: fox, suit: red}\n- {id: owl, suit: blue}\n"
	for _, c := range []struct{ name, text, want string }{
		{"README.md", prose, "1:1"}, {"README", prose, "1:1"}, {"prose.txt", prose, "1:1"},
		{"prose.csv", prose, "1:1"},
		{"fox.yaml", yaml, "1:1"}, {"yaml.txt", yaml, "1:1"}, {"yaml.csv", yaml, "1:1"}, {"flow.yaml", flow, "1:1"},
		{"draw.lua", lua, "1:1"}, {"lua.txt", lua, "1:1"}, {"lua.csv", lua, "1:1"},
		{"game.log", journal, "1:1"}, {"log.txt", strings.ReplaceAll(journal, ",", "."), "1:1"},
		{"poem.txt", "The fox\nThe fox that ran over the hill, and away into the night.\nThe owl that saw it, and " +
			"said nothing to anybody.\nIt was a long night in the end.\n", "2:1"},
	} {
		plan, err := Read(Request{Name: c.name, Data: []byte(c.text), ID: "try", Language: "en"})
		if wrong := (*sheet.Error)(nil); !errors.As(err, &wrong) {
			t.Errorf("%s is taken for a table of %d cards: %v", c.name, plan.Cards, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), c.name+":"+c.want+": this is no table") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestTables: a file with few columns, ragged rows, blanks behind separators or another ending is a table.
func TestTables(t *testing.T) {
	for _, c := range []struct{ name, text, cards string }{
		{"marks.csv", "\u200bName,Power\u200b\nFox\u200b,2\u200b\nOwl,\ufeff3\n",
			"fox (Fox) power=2; owl (Owl) power=3"},
		{"names.csv", "Fox\nOwl\nElk\n", "fox (Fox); owl (Owl); elk (Elk)"},
		{"names.txt", "Fox\nOwl of the night\nElk\n", "fox (Fox); owl_of_the_night (Owl of the night); elk (Elk)"},
		{"named.csv", "Name\nFox\nOwl\n", "fox (Fox); owl (Owl)"},
		{"prompts.csv", "Text\nWhat is in the box?\nWhy is the owl awake?\n", ""},
		{"quoted.csv", "Prompt\n\"What is in the box, then?\"\nWhy is the owl awake?\n", ""},
		{"spaced.csv", "Name, Cost, Text\nFox, 1, \"a, b\"\nOwl, 2, \"say \"\"hi\"\"\"\nElk, 3, \"Yip\" he said\n",
			`fox (Fox) cost=1 "a, b"; owl (Owl) cost=2 "say \"hi\""; elk (Elk) cost=3 "\"Yip\" he said"`},
		{"pipes.md", "| Name | Text |\n|---|---|\n| Fox | Draw a card \\| or two now. |\n| Owl | Look at the hand. |\n",
			`fox (Fox) "Draw a card | or two now."; owl (Owl) "Look at the hand."`},
		{"cards.dek", "Name\tCost\nFox\t1\nOwl\t2\n", "fox (Fox) cost=1; owl (Owl) cost=2"},
		{"ragged.csv", "Name,Cost,Text,Tag,Notes\nFox,1\nOwl,2,Look at it.\nElk,3,Stay,red\nHen,3,Lay,red,new\nBee\n",
			`fox (Fox) cost=1; owl (Owl) cost=2 "Look at it."; elk (Elk) cost=3 tag=red "Stay"; ` +
				`hen (Hen) cost=3 tag=red notes=new "Lay"; bee (Bee)`},
		{"sets.json", `{"sets": [{"name": "A", "cards": [{"name": "Fox", "cost": 1}, {"name": "Owl", "cost": 2}]},
			{"name": "B", "cards": [{"name": "Elk", "cost": 3, "rulings": [{"text": "a"}, {"text": "b"}]}]}]}`,
			"fox (Fox) cost=1; owl (Owl) cost=2; elk (Elk) cost=3"},
		{"keyed.json", `{"data": {"A": {"name": "A", "cards": {"x": {"name": "Fox"}, "y": {"name": "Owl"}}},
			"B": {"name": "B", "cards": {"z": {"name": "Elk"}, "w": {"name": "Hen"}}}}}`,
			"x (Fox); y (Owl); z (Elk); w (Hen)"},
	} {
		plan, err := Read(Request{Name: c.name, Data: []byte(c.text), ID: "try", Language: "en"})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		dir := t.TempDir()
		write(t, dir, plan)
		r := read(t, dir)
		if got := cards(t, r); c.cards != "" && got != c.cards || plan.Cards < 2 {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.cards)
		}
		if again, err := Read(Request{Name: c.name, Data: []byte(c.text), Into: r}); err != nil ||
			len(again.Changes) > 0 {
			t.Errorf("%s: a second import changes something: %v", c.name, err)
		}
	}
}

// TestLeftOut: check names the rows that are left out, until the map says that their first cells are to be.
func TestLeftOut(t *testing.T) {
	const text = "My forest\nName,Cost,Qty\n# birds,,\nOwl,1,2\n-- old,,\nHen,2,1\n,,\nTotal,3,3\n"
	plan, err := Read(Request{Name: "birds.csv", Data: []byte(text), ID: "birds", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	if len(plan.Findings) != 0 {
		t.Error("the report tells them as its notes alone", plan.Findings)
	}
	found := func() string {
		var out []string
		for _, d := range read(t, dir).Report.Sorted() {
			out = append(out, fmt.Sprintf("%d %s %s: %s", d.Line, d.Severity, d.Code, d.Message))
		}
		return strings.Join(out, "\n")
	}
	const left = " warning no-card: this line is left out as a title, a note or a sum; if it is one, write "
	const end = " under ignore in the map"
	if got := found(); got != `1`+left+`"My forest"`+end+"\n3"+left+`"# birds"`+end+"\n5"+left+`"-- old"`+end+
		"\n8"+left+`"Total"`+end {
		t.Error(got)
	}
	for i := range plan.Changes {
		if c := &plan.Changes[i]; strings.HasSuffix(c.Path, sheet.MapEnd) {
			c.Text = append(c.Text, "ignore: [My forest, \"# birds\", \"-- old\"]\n"...)
		}
	}
	write(t, dir, plan)
	if got := found(); got != `8`+left+`"Total" under ignore in the map` {
		t.Error(got)
	}
}

// TestObjects: a column of lists of objects, which no card can have, is told by check.
func TestObjects(t *testing.T) {
	const text = `[{"name": "Fox", "rulings": [{"text": "a"}]}, {"name": "Owl", "rulings": []}]`
	plan, err := Read(Request{Name: "birds.json", Data: []byte(text), ID: "birds", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	if got := said(read(t, dir)); got != "1:29 unknown-column" {
		t.Error(got)
	}
}

// TestHidden: rows, columns and sheets that a workbook hides are there; per cent and dates are as they are shown.
func TestHidden(t *testing.T) {
	f := excelize.NewFile()
	style := func(format int) int {
		n, err := f.NewStyle(&excelize.Style{NumFmt: format})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	_, err := f.NewSheet("Secret")
	err = errors.Join(err, f.SetSheetVisible("Secret", false),
		f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Chance", "Since", "Power"}),
		f.SetSheetRow("Sheet1", "A2", &[]any{"Fox", 0.5, 45351, 1}),
		f.SetSheetRow("Sheet1", "A3", &[]any{"Owl", 0.25, 45352, 2}),
		f.SetSheetRow("Sheet1", "A4", &[]any{"Elk", 1, 45353, 3}),
		f.SetSheetRow("Secret", "A1", &[]any{"Name"}), f.SetSheetRow("Secret", "A2", &[]any{"Yak"}),
		f.SetCellStyle("Sheet1", "B2", "B4", style(9)), f.SetCellStyle("Sheet1", "C2", "C4", style(14)),
		f.SetRowVisible("Sheet1", 3, false), f.SetColVisible("Sheet1", "D", false))
	b, wrong := f.WriteToBuffer()
	if err := errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": "fox (Fox) chance=50% since=2024-02-29 power=1; owl (Owl) chance=25% since=2024-03-01 power=2; " +
			"elk (Elk) chance=100% since=2024-03-02 power=3",
		"Secret": "yak (Yak)",
	} {
		plan, err := Read(Request{Name: "book.xlsx", Data: b.Bytes(), ID: "book", Language: "en",
			Reading: sheet.Reading{Sheet: name}})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write(t, dir, plan)
		r := read(t, dir)
		if got := cards(t, r) + said(r); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}

// TestOwnTable: a table that the program exported has the types of its cards in a column.
func TestOwnTable(t *testing.T) {
	const text = "id,type,copies,name.en,text.en,cost\nfox,beast,2,Fox,Draw a card.,1\nowl,beast,,Owl,,2\n" +
		"night,event,,Night,Look at a hand.,\n"
	plan, err := Read(Request{Name: "own.csv", Data: []byte(text), ID: "own", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	r := read(t, dir)
	want := `fox (Fox) x2 cost=1 "Draw a card."; owl (Owl) cost=2; night (Night) "Look at a hand."`
	if got := cards(t, r) + said(r); got != want {
		t.Error(got)
	}
	p, err := r.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if got := typesOf(p); got != "beast beast event" {
		t.Error(got)
	}
	plan, err = Read(Request{Name: "own.csv", Data: []byte(text), Into: r})
	if err != nil || len(plan.Changes) > 0 {
		t.Error(len(plan.Changes), err)
	}
	const more = "id,type,name.en,cost\nelk,beast,Elk,1\nhill,land,Hill,\n"
	into, err := Read(Request{Name: "more.csv", Data: []byte(more), Into: r, Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, into)
	r = read(t, dir)
	p, err = r.Pack()
	if err != nil || said(r) != "" || typesOf(p) != "beast land beast beast event" {
		t.Error(err, said(r))
	}
}

// typesOf are the types of the cards of a pack, in their order.
func typesOf(p *interp.Pack) string {
	var out []string
	for _, d := range p.Compiled.InOrder() {
		out = append(out, p.Compiled.Pack.Types[p.Compiled.Pack.Defs[d].Type].Name)
	}
	return strings.Join(out, " ")
}

// TestSaidWrong: a flag for a column names a heading of the sheet and a meaning of columns, or nothing is written.
func TestSaidWrong(t *testing.T) {
	for _, c := range []struct{ heading, meaning, want string }{
		{"Pwer", "number", `try.csv:1:1: no column has the heading "Pwer"; there is, for example, "Power"`},
		{"Power", "nubmer", `try.csv:1:6: "nubmer" is no meaning of a column; there are name, text, id, copies, ` +
			`ignore, number, flag, word, list, attribute, type`},
		{"Power", "", `try.csv:1:6: "" is no meaning of a column; there are name, text, id, copies, ignore, number, ` +
			`flag, word, list, attribute, type`},
		{"Power", "name.fr", ""},
		{"Power", "ignore", ""},
	} {
		_, err := Read(Request{Name: "try.csv", Data: []byte("Name,Power\nFox,2\nOwl,3\n"), ID: "try", Language: "en",
			Columns: map[string]string{c.heading: c.meaning}})
		if fmt.Sprint(err) != c.want && (c.want != "" || err != nil) {
			t.Errorf("%s=%s: %v, want %s", c.heading, c.meaning, err, c.want)
		}
	}
}
