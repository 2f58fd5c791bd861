package adopt

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/sheet"
)

func TestMain(m *testing.M) {
	interp.Keep()
	os.Exit(m.Run())
}

// write writes what a plan says into a folder.
func write(t *testing.T, dir string, plan *Plan) {
	t.Helper()
	for _, c := range plan.Changes {
		at := filepath.Join(dir, filepath.FromSlash(c.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, c.Text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, dir string) *interp.Reading {
	t.Helper()
	r, err := interp.Read(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cards says what cards a pack has: id, name, copies, values, text.
func cards(t *testing.T, r *interp.Reading) string {
	t.Helper()
	p, err := r.Pack()
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, d := range p.Compiled.InOrder() {
		def := &p.Compiled.Pack.Defs[d]
		line := fmt.Sprintf("%s (%s)", def.ID, p.Messages.Speaker("en").Def(d))
		if def.Copies != 1 {
			line += fmt.Sprintf(" x%d", def.Copies)
		}
		for _, v := range p.Compiled.Cards[d].Values {
			line += " " + v.Name.Text + "=" + v.Value.Inline()
		}
		for _, text := range p.Messages.Speaker("en").CardText(engine.DefID(d)) {
			line += fmt.Sprintf(" %q", text)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// said are the findings of a reading, without those of notes.
func said(r *interp.Reading) string {
	var out []string
	for _, d := range r.Report.Sorted() {
		if d.Severity != diag.Note {
			out = append(out, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Column, d.Code))
		}
	}
	return strings.Join(out, ", ")
}

// TestOddSheets takes files with a habit of spreadsheets each, and has all cards of them, or a reason
// with its place.
func TestOddSheets(t *testing.T) {
	const two = `fox (Fox) cost=1 "Draw a card"; owl (Owl) cost=2 "Look at a hand"`
	for _, c := range []struct{ file, cards, notes, found string }{
		{"01-bom.csv", two, "", ""},
		{"02-crlf.csv", two, "", ""},
		{"03-cr.csv", two, "", ""},
		{"04-mixed.csv", "fox (Fox) cost=1; owl (Owl) cost=2", "", ""},
		{"05-utf16le.csv", two, "", ""},
		{"06-utf16be-nobom.csv", two, "", ""},
		{"07-latin1.csv", "élan (Élan) cost=1; grüße (Grüße) cost=2", "unsure.encoding", ""},
		{"08-cp1252.csv", "fox (“Fox”) cost=1; owl (Owl…) cost=2", "unsure.encoding", ""},
		{"09-sjis.csv", "狐の王さま (狐の王さま) column_b=1; ふくろうの森 (ふくろうの森) column_b=2", "", ""},
		{"10-gb18030.csv", "狐狸国王 (狐狸国王) column_b=1; 森林猫头鹰 (森林猫头鹰) column_b=2", "", ""},
		{"11-cp1251.csv", "ëèñà (Ëèñà) cost=1; ñîâà (Ñîâà) cost=2", "unsure.encoding", ""},
		{"12-semi.csv", two, "", ""},
		{"13-semi-comma-head.csv", `fox (Fox) cost=1 rules_long="a, b"; owl (Owl) cost=2 rules_long=c`, "", ""},
		{"14-sep.csv", "fox (Fox) cost=1", "sep", ""},
		{"15-pipe.csv", two, "", ""},
		{"16-tab-quote.tsv", `fox (Fox) "\"Yip\" he said"; owl (Owl) "\"open"`, "quotes", ""},
		{"17-tab-quoted.tsv", `fox (Fox) "a\nb"; owl (Owl) "c"`, "", ""},
		{"18-open-quote.csv", "2:5: a quote opens here", "", ""},
		{"19-letters-after.csv", "2:8: letters stand behind the quote", "", ""},
		{"20-break.csv", `fox (Fox) "one\ntwo"`, "", ""},
		{"21-doubled.csv", `fox (Fox) "say \"hi\""`, "", ""},
		{"22-title.csv", `fox (Fox) cost=1 "a"; owl (Owl) cost=2 "b"`, "above", "1:1 no-card"},
		{"23-nohead.csv", "fox (Fox) b=1 c=a; owl (Owl) b=2 c=b", "headless", ""},
		{"24-trailing.csv", "fox (Fox) cost=1; owl (Owl) cost=2", "", ""},
		{"25-total.csv", "fox (Fox) x3; owl (Owl) x2", "total", "4:1 no-card"},
		{"26-note.csv", `fox (Fox) cost=1 "a"`, "notes", "2:1 no-card"},
		{"27-short.csv", "fox (Fox) cost=1; owl (Owl)", "", ""},
		{"28-longrow.csv", "fox (Fox) cost=1 c=extra; owl (Owl) cost=2", "letter", ""},
		{"29-twohead.csv", "fox (Fox) cost=1 cost_2=2", "twice", ""},
		{"30-two-name.csv", `two columns for "name.en": "Name" and "name.en"`, "", "1:6 duplicate-key"},
		{"31-flags.csv", "fox (Fox) unique=true; owl (Owl) unique=false; elk (Elk)", "", ""},
		{"32-yes.csv", "fox (Fox) unique=true; owl (Owl) unique=true; elk (Elk) unique=false", "", ""},
		{"33-thousand.csv", "fox (Fox) power=1000; owl (Owl) power=2; elk (Elk) power=5", "", ""},
		{"34-decimal.csv", `fox (Fox) speed=1.5; owl (Owl) speed="2"`, "", ""},
		{"35-copies.csv", "fox (Fox) x3; owl (Owl) x2; elk (Elk) x0", "", ""},
		{"36-negcopies.csv", "fox (Fox); owl (Owl) x2", "", "2:5 bad-cell"},
		{"37-brackets.csv", `owl ([Owl]) "{T}: Draw."; fox (Fox) "[Tap] Go."`, "", ""},
		{"38-lang.csv", `fox (Fox) "Draw a card now."`, "", ""},
		{"39-same.csv", "orc (Orc) cost=1; orc_3 (Orc) cost=1; orc_4 (orc) cost=2; orc_2 (Orc 2) cost=3", "numbered",
			""},
		{"40-signs.csv", `fox (Fox) "+1/+1"; owl (Owl) "💰💰"`, "", ""},
		{"41-nul.csv", "2:4: a sign stands here that no text in utf-8 has", "", ""},
		{"42-empty.csv", "1:1: there is no card in this file", "", ""},
		{"43-onlyhead.csv", "1:1: there is no card in this file", "", ""},
		{"44-bad.json", "2:11: this is no JSON", "", ""},
		{"45-wrap.json", `fox (Fox) tags=[a, b]; owl (Owl) cost=2`, "", ""},
		{"46-ref.csv", "fox (Fox); owl (Owl) cost=2", "", "2:5 bad-cell"},
		{"47-ill.xml", `fox (Fox) "[a] b\nc"; owl (Owl) "x & y"; elk (Elk)`, "ill",
			"4:1 bad-cell"},
		{"48-number-ids.csv", "c7 (c7) id_2=7 cost=1; c8 (c8) id_2=8 cost=2", "", ""},
	} {
		data, err := os.ReadFile("../../sheet/testdata/odd/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Read(Request{Name: c.file, Data: data, ID: "try", Language: "en"})
		if wrong := (*sheet.Error)(nil); errors.As(err, &wrong) {
			if !strings.HasPrefix(err.Error(), c.file+":"+c.cards) {
				t.Errorf("%s: %s", c.file, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write(t, dir, plan)
		r := read(t, dir)
		if got := cards(t, r); got != c.cards && (c.found == "" || !strings.Contains(got, c.cards)) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.file, got, c.cards)
		}
		if got := said(r); got != c.found {
			t.Errorf("%s: found %s, want %s", c.file, got, c.found)
		}
		var notes []string
		for _, n := range plan.Notes {
			notes = append(notes, strings.TrimPrefix(n.Key, "import."))
		}
		if got := strings.Join(notes, " "); got != c.notes {
			t.Errorf("%s: noted %q, want %q", c.file, got, c.notes)
		}
		again, err := Read(Request{Name: c.file, Data: data, Into: r})
		if err != nil || len(again.Changes) > 0 {
			t.Errorf("%s: a second import changes %v, %v", c.file, again, err)
		}
	}
}

// TestHabits takes habits of real files, in own words.
func TestHabits(t *testing.T) {
	many := "Name;Cost;Gain\n"
	for i := range 8 {
		many += fmt.Sprintf("C%d;1,2;%s\n", i, []string{"0,1", "0,1,2"}[i/7])
	}
	// A saved game: two copies in a bag and a deck, a card without a name, the other side of a state.
	const fox = `{"Name": "Card", "Nickname": " Fox ", "Description": "Runs.", "GMNotes": "{\"cost\": 3}",
		"Tags": ["red", "fast"], "CardID": 100}`
	const saved = `{"SaveName": "Wood", "Hands": {"HandTransforms": [{"Color": "Red", "Transform": {}}]},
		"CustomUIAssets": [{"Name": "Card back", "URL": "b.png"}], "ObjectStates": [
		{"Name": "Custom_Tile", "Transform": {}},
		{"Name": "Bag", "Transform": {}, "ContainedObjects": [{"Name": "DeckCustom", "Transform": {}, "CustomDeck":
			{"1": {"FaceURL": "f.png", "BackURL": "", "NumWidth": 2, "NumHeight": 2}},
			"ContainedObjects": [` + fox + `, {"Name": "Card", "CardID": 102, "Nickname": ""}, ` + fox + `]}]},
		{"Name": "CardCustom", "CardID": 103, "Nickname": "Owl", "States": {"2": {"Name": "CardCustom", "CardID": 500,
			"Nickname": "Dog", "CustomDeck": {"5": {"FaceURL": "g.png", "NumWidth": 1, "NumHeight": 1}}}}}]}`
	for _, c := range []struct{ name, text, has, found string }{
		{"twice.csv", "nom,Name,Cost\nFox,Fox,1\nOwl,Owl,2\n", "fox (Fox) cost=1; owl (Owl) cost=2", ""},
		{"front.csv", "Name,de_name,text_de,Cost\nFox,Fuchs,Zieh eine Karte,1\nOwl,Eule,Sieh eine Hand an,2\n",
			`owl (Owl) cost=2 "Sieh eine Hand an"; name.en name.de text.de cost`, ""},
		{"zh.csv", "name,when,what\n狐,晝,造成兩點傷害，然後抽一張牌，距離一。\n梟,夜,造成兩點傷害，然後抽一張牌，距離一。\n" +
			"鹿,夜,造成三點傷害，然後抽一張牌，距離一。\n熊,晝,造成三點傷害，然後抽一張牌，距離一。\n",
			`狐 (狐) when=晝 "造成兩點傷害，然後抽一張牌，距離一。";`, ""},
		{"ragged.tsv", "FOX\t1\tDraw a card, then put one back on top.\nOWL\t2\tLook at the hand of one player now." +
			"\tThen draw a card for each owl on the table.\nELK\t2\tNobody may leave the forest this turn.\n",
			`elk (ELK) b=2 "Nobody may leave the forest this turn."`, ""},
		{"choice.csv", "CardID,Description,Yes,No\n1,A fox asks for more hens.,Give the hens (+5 Fox)," +
			"Keep the hens (+1 Owl)\n2,An owl wants the night.,Give the night (+5 Owl),Keep the night (+2 Fox)\n",
			"c1 (c1) card_id=1", ""},
		{"commas.csv", many, `c0 (C0) cost="1,2" gain=["0", "1"]`, ""},
		{"odd.csv", "Name,Force\nFox,1\nOwl,2\nElk,x\nBee,4\nHen,5\n", "fox (Fox) force=1;", "4:5 bad-cell"},
		{"tts.json", saved, `fox (Fox) x2 picture=f.png place_2=1 of 2x2 notes="{\"cost\": 3}" tags="red, fast" ` +
			`"Runs."; c102 (#102) picture=f.png place_2=3 of 2x2; owl (Owl); dog (Dog) picture=g.png place_2=1 of 1x1`,
			""},
		{"one.json", `{"Name": "CardCustom", "Transform": {}, "Nickname": "Fox", "CardID": 7}`, "fox (Fox)", ""},
		{"deck.csv", "Karte,# of copies,Cost,Zitat\nDraw,2,1,Fast\nEvents,1,2,Slow\n",
			`draw_card (Draw) x2 cost=1 "Fast"; events_card (Events) cost=2 "Slow"`, ""},
		{"titles.csv", "Name,Cost,Rare?\nANIMALS,,\nFox,💰💰,TRUE\nOWL,💰,FALSE\n,,\n-- Places,,\nMill,,\n狐,,\n",
			"fox (Fox) cost=💰💰 rare=true; owl (OWL) cost=💰 rare=false; mill (Mill); 狐 (狐); " +
				"name.en", "2:1 no-card, 6:1 no-card"},
		{"groups.csv", "Card,,Stats,,Text\nName,Type,Attack,Defense,Rules\nFox,Beast,1,2,Draw a card.\n" +
			"Owl,Beast,2,1,Look.\n",
			`fox (Fox) type_2=beast attack=1 defense=2 "Draw a card."; owl (Owl) type_2=beast`, "1:1 no-card"},
		{"sums.csv", "Name,Cost,Qty\nFox,1,3\nOwl,2,2\nTOTAL:,3,5\nAverage cost,1.5,\n",
			"owl (Owl) x2 cost=2; name", "4:1 no-card, 5:1 no-card"},
		{"table.md", "| Name | Cost |\n|------|-----:|\n| Fox  | 1    |\n", "fox (Fox) cost=1; name", ""},
		{"none.json", `[{"name": "Fox", "cost": null}, {"name": "Owl", "cost": 1}, {"name": "Owl", "cost": 3}]`,
			"fox (Fox); owl.1 (Owl) cost=1; owl.3", ""},
		{"effects.csv", "Name,Effect,Effect\nFox,Draw a card.,Then shuffle.\nOwl,Look at it.,\n",
			`fox (Fox) "Draw a card.\nThen shuffle."`, ""},
		{"brackets.json", `[{"name": "Fox", "marks": ["[Tap]", "fast"]}, {"name": "Owl", "marks": ["[Night]"]}]`,
			"fox (Fox) marks=[tap, fast]; owl (Owl) marks=[night]", ""},
	} {
		plan, err := Read(Request{Name: c.name, Data: []byte(c.text), ID: "try", Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write(t, dir, plan)
		r := read(t, dir)
		got := cards(t, r) + ";"
		for _, k := range plan.Columns {
			got += " " + k.To
		}
		if !strings.Contains(got, c.has) {
			t.Errorf("%s: %s lacks %s", c.name, got, c.has)
		}
		if got := said(r); got != c.found {
			t.Errorf("%s: found %s", c.name, got)
		}
	}
	_, err := Read(Request{Name: "big.json", Data: []byte("[" + strings.Repeat(" ", 8<<20) + "]"), ID: "try"})
	if err == nil || err.Error() != "big.json:1:1: the file is larger than the 8388608 bytes that are read; several "+
		"sheets may have the cards" {
		t.Error(err)
	}
}

// TestWide: what has more columns than a table, and a sheet of another kind with a name that is taken, are refused.
func TestWide(t *testing.T) {
	for name, text := range map[string]string{
		"wide.csv":  strings.Repeat("a,", 30000) + "a\n" + strings.Repeat("1,", 30000) + "1\n",
		"wide.json": `[{"a": 1` + "," + wideKeys(30000) + `}]`,
	} {
		_, err := Read(Request{Name: name, Data: []byte(text), ID: "try"})
		if err == nil || !strings.HasSuffix(err.Error(), "the table has more than the 2000 columns that are read") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := t.TempDir()
	plan, err := Read(Request{Name: "cards.csv", Data: []byte("name,cost\nFox,1\n"), ID: "try", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, plan)
	into := read(t, dir)
	_, err = Read(Request{Name: "cards.json", Data: []byte(`[{"name": "Owl"}]`), Into: into})
	if err == nil || !strings.HasSuffix(err.Error(), "cards/cards.csv: a sheet of another kind has this name here, "+
		"and the map beside it; give the new one another name, or remove both first") {
		t.Error(err)
	}
}

// wideKeys are so many keys of an object, with values.
func wideKeys(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `,"k%d": 1`, i)
	}
	return out.String()[1:]
}

// TestOneLanguage: a pack whose texts are in one language says them to everybody.
func TestOneLanguage(t *testing.T) {
	text := "Karte;Typ;Wirkung\nMüller;Zunft;Nimm 2 Brot.\nTor;Bau;\nWall;Bau;Ziehe.\n"
	plan, err := Read(Request{Name: "zunft.csv", Data: []byte(text), ID: "zunft", Language: "de"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	r := read(t, dir)
	got := cards(t, r)
	if got != `müller (Müller) typ=zunft "Nimm 2 Brot."; tor (Tor) typ=bau; wall (Wall) typ=bau "Ziehe."` {
		t.Error(got, said(r))
	}
}

// TestBook: a workbook has dates, rich texts, breaks and errors; its bytes are not shown as lines.
func TestBook(t *testing.T) {
	f := excelize.NewFile()
	date, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	for at, v := range map[string]any{"A1": "Name", "B1": "Since", "C1": "Text", "D1": "Force", "A2": "Fox",
		"B2": time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), "D2": 1, "A3": "Owl", "C3": "One\nTwo", "D3": "#REF!"} {
		if err := f.SetCellValue("Sheet1", at, v); err != nil {
			t.Fatal(err)
		}
	}
	rich := []excelize.RichTextRun{{Text: "Draw", Font: &excelize.Font{Bold: true}}, {Text: " a card"}}
	err = errors.Join(f.SetCellStyle("Sheet1", "B2", "B2", date), f.SetCellRichText("Sheet1", "C2", rich))
	b, wrong := f.WriteToBuffer()
	err = errors.Join(err, wrong)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Read(Request{Name: "book.xlsx", Data: b.Bytes(), ID: "book", Language: "en",
		Columns: map[string]string{"Force": "number"}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	r := read(t, dir)
	got := cards(t, r) + "; " + said(r)
	if got != `fox (Fox) since=2024-02-29 force=1 "Draw a card"; owl (Owl) "One\nTwo"; 3:4 bad-cell` {
		t.Error(got)
	}
	for _, d := range r.Report.Sorted() {
		if text := r.Loaded.Line(d.File, d.Line); text != "" {
			t.Errorf("%s shows %q", d.Pos, text)
		}
	}
}

// TestNamed: a file may be called as it likes.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	plan, err := Read(Request{Name: "foo, bar: #1.csv", Data: []byte("Name,Cost\nFox,1\n"), ID: "12", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, plan)
	if r := read(t, dir); cards(t, r)+said(r) != "fox (Fox) cost=1" {
		t.Error(cards(t, r), said(r))
	}
}

// TestHostile: files that want more than there is to have are refused, with the reason.
func TestHostile(t *testing.T) {
	bomb := func() []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range []string{"xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			for range 64 {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	entities := "<!DOCTYPE a [<!ENTITY b \"xxxxxxxx\"><!ENTITY c \"&b;&b;&b;&b;\">]><cockatrice_carddatabase><cards>" +
		"<card><name>&c;</name></card></cards></cockatrice_carddatabase>"
	for _, c := range []struct{ name, text, want string }{
		{"bomb.xlsx", string(bomb()), "no workbook that can be read"},
		{"old.xlsx", "\xd0\xcf\x11\xe0 old", "no workbook that can be read"},
		{"cut.xlsx", "PK\x03\x04 cut", "no workbook that can be read"},
		{"deep.json", strings.Repeat("[", 100000) + strings.Repeat("]", 100000), "this is no JSON"},
		{"wide.csv", strings.Repeat(strings.Repeat(",", 1000)+"x\n", 1000), "more than the 1000000 cells"},
		{"deep.xml", "<cockatrice_carddatabase><card>" + strings.Repeat("<a>", 1000), "nested more than"},
		{"page.xml", "<html></html>", "no database of Cockatrice"},
		{"entities.xml", entities, ""},
	} {
		plan, err := Read(Request{Name: c.name, Data: []byte(c.text), ID: "try", Language: "en"})
		if c.want == "" && (err != nil || plan.Cards != 1) {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestSaid: what is said of a column holds, and the words stand in three languages.
func TestSaid(t *testing.T) {
	text := "Name;Wert;Zusatz;Farben\nFuchs;X;lang;rot/blau\nEule;2;kurz;rot\n"
	plan, err := Read(Request{Name: "tiere.csv", Data: []byte(text), ID: "tiere", Language: "de",
		Columns: map[string]string{"Wert": "attribute", "Zusatz": "ignore", "Farben": "text"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range plan.Columns {
		got = append(got, k.Kind+":"+k.To)
	}
	if want := []string{"name:name.de", "attribute:wert", "ignored:", "text:text.de"}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

// TestNotes: whatever an import notes, and what it takes columns for, is said in three languages.
func TestNotes(t *testing.T) {
	keys := map[string]bool{}
	for _, key := range []string{"read", "id", "same", "notes", "total", "unsure.column", "kind.ignored", "kind.name",
		"kind.text", "kind.copies", "kind.id"} {
		keys["import."+key] = true
	}
	for _, kind := range sheet.Kinds {
		keys["import.kind."+kind] = true
	}
	why := regexp.MustCompile(`\.is\([^\n]*?, (?:"\w*"|[\w.()]+), "(\w+)"`)
	note := regexp.MustCompile(`[rR]emark\("([\w.]*\w)"`)
	for _, dir := range []string{".", "../../sheet"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil || strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, m := range why.FindAllStringSubmatch(string(text), -1) {
				keys["import.why."+m[1]] = true
			}
			for _, m := range note.FindAllStringSubmatch(string(text), -1) {
				keys["import."+m[1]] = true
			}
		}
	}
	if len(keys) < 40 {
		t.Errorf("only %d keys are found", len(keys))
	}
	english := locale.OwnWords("en", locale.InTerminal)
	for _, lang := range []string{"fr", "ja"} {
		own := locale.OwnWords(lang, locale.InTerminal)
		for key := range keys {
			if own[key].Other == "" || own[key] == english[key] && len(own[key].Other) > len("attribute") {
				t.Errorf("%s is not said in %s: %q", key, lang, own[key].Other)
			}
		}
	}
	for key := range english {
		if strings.HasPrefix(key, "import.") && !keys[key] {
			t.Errorf("%s is never said", key)
		}
	}
}

// TestShortNumbers: a card of a save whose number names no picture is a card without one.
func TestShortNumbers(t *testing.T) {
	for _, id := range []string{`5`, `""`, `[]`, `12`} {
		text := fmt.Sprintf(`{"ObjectStates": [{"Name": "Card", "Transform": {}, "CardID": %s, "Nickname": "Fox",
			"CustomDeck": {"": {"FaceURL": "x"}}}]}`, id)
		plan, err := Read(Request{Name: "save.json", Data: []byte(text), ID: "try", Language: "en"})
		if err != nil || plan.Cards != 1 {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestMarks: a formula without a value is told once a column, cells that are one each; a title over the columns is no
// card.
func TestMarks(t *testing.T) {
	f := excelize.NewFile()
	// A second sheet, read by its name, in a file that is not in the order of the sheets.
	_, err := f.NewSheet("Cards")
	for _, row := range [][]any{{"A1", "Name", "Clan", "Power", "Gain", "Text"}, {"A2", "Fox", "Red", 1, nil, "Runs."},
		{"A3", "Owl", nil, 2, nil, "Flies."}, {"A4", "At night"}, {"A5", "Elk", "Blue", 3, 9, "Stays."},
		{"A6", nil, nil, 4}} {
		values := row[1:]
		err = errors.Join(err, f.SetSheetRow("Cards", row[0].(string), &values))
	}
	err = errors.Join(err, f.MergeCell("Cards", "B2", "B3"), f.MergeCell("Cards", "A4", "E4"),
		f.MergeCell("Cards", "C5", "D5"), f.MergeCell("Cards", "A5", "A6"), f.SetCellFormula("Cards", "D2", "C2*2"),
		f.SetCellFormula("Cards", "D3", "C3*2"))
	b, wrong := f.WriteToBuffer()
	err = errors.Join(err, wrong)
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Name: "book.xlsx", Data: b.Bytes(), ID: "book", Language: "en"}
	r.Sheet = "Cards"
	plan, err := Read(r)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, plan)
	pack := read(t, dir)
	got := cards(t, pack) + "; " + said(pack)
	if want := `fox (Fox) clan=Red power=1 "Runs."; owl (Owl) power=2 "Flies."; ` +
		`elk (Elk) clan=Blue power=3 "Stays."; 2:2 bad-cell, 2:4 bad-cell, 4:1 no-card, 5:1 bad-cell, 5:3 bad-cell, ` +
		"6:1 missing-id"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var keys []string
	for _, n := range plan.Notes {
		keys = append(keys, n.Key+" "+n.Args["cells"]+n.Args["line"])
	}
	got = strings.Join(keys, "; ")
	if got != "import.notes 4" || len(plan.Findings) != 5 {
		t.Error(got, plan.Findings)
	}
}

// TestLettered: BBCode in the texts of a save becomes markup of sentences, or goes.
func TestLettered(t *testing.T) {
	const save = `{"Name": "CardCustom", "Transform": {}, "Nickname": "[b]Red[/b] [ff0000]Fox[-]", "CardID": 7,
		"Description": "[B]Draw[/B] [i]one[/i] [u]card[/u] [sup]2[/sup] [Tap]"}`
	plan, err := Read(Request{Name: "one.json", Data: []byte(save), ID: "try", Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	if row := plan.table.Rows[0]; row[0].Text != "Red Fox" || row[1].Text != "**Draw** _one_ card 2 [Tap]" {
		t.Error(row)
	}
}
