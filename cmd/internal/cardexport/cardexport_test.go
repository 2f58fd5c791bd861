package cardexport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// deck has eleven cards of poker's size, of two backs, and two round tokens.
func deck() *Deck {
	d := &Deck{id: "game", title: "Game", lang: "en", icons: map[string]string{"fan": "M0 0h1v1z"},
		pictures: map[string]ast.Picture{"art/a.png": {Data: []byte("dots")}}}
	for i := range 11 {
		d.faces = append(d.faces, scene.Face{Def: fmt.Sprintf("card%d", i), Name: "Card", Width: 63.5, Height: 88.9,
			Copies: 1 + i%2*2, Number: i + 1, Back: scene.Back{Title: fmt.Sprint(i / 10)}})
	}
	d.faces[3].Badge, d.faces[4].Art.Picture = &scene.Mark{Icon: "fan"}, "art/a.png"
	d.faces = slices.Insert(d.faces, 1, scene.Face{Def: "token1", Width: 25, Height: 25, Round: true, Copies: 1},
		scene.Face{Def: "token2", Width: 25, Height: 25, Round: true, Copies: 1})
	return d
}

func defs(s Sheet) string {
	var out []string
	for _, c := range s.Cells {
		out = append(out, c.Def)
	}
	return strings.Join(out, " ")
}

// TestSheets lays cards of two sizes on sheets of their own, with their backs behind them.
func TestSheets(t *testing.T) {
	sheets := deck().Sheets(Options{Paper: "A4", Bleed: 1.5, Backs: true})
	var got []string
	for _, s := range sheets {
		got = append(got, fmt.Sprintf("%t %s", s.Back, defs(s)))
	}
	nine := "card0 card1 card2 card3 card4 card5 card6 card7 card8"
	want := []string{"false " + nine, "true " + nine, "false card9 card10", "true card9 card10",
		"false token1 token2", "true token1 token2"}
	if !slices.Equal(got, want) {
		t.Fatalf("the sheets are\n%s", strings.Join(got, "\n"))
	}
	for i, front := range sheets {
		if front.Back {
			continue
		}
		for n, c := range front.Cells {
			b := sheets[i+1].Cells[n]
			if math.Abs(c.X+c.W+b.X-front.Width) > 1e-9 || c.Y != b.Y {
				t.Errorf("%s at %g, %g has its back at %g, %g", c.Def, c.X, c.Y, b.X, b.Y)
			}
			if c.X < margin || c.Y < margin || c.X+c.W > front.Width-margin || c.Y+c.H > front.Height-margin {
				t.Errorf("%s lies at the edge: %+v", c.Def, c)
			}
		}
	}
	marks := sheets[0].Marks
	if len(marks) != 4*(3+3) {
		t.Errorf("%d marks", len(marks))
	}
	left := sheets[0].Cells[0].X + 1.5
	if !slices.ContainsFunc(marks, func(m [4]float64) bool { return m[0] == left && m[2] == left }) ||
		!slices.ContainsFunc(marks, func(m [4]float64) bool { return math.Abs(m[0]-left-63.5) < 1e-9 }) {
		t.Errorf("no mark is where the first card begins and ends: %v", marks)
	}
}

// TestSheetsLie: on Letter with bleed more cards lie than stand, and their backs lie with
// their tops to the other side, so that both tops meet.
func TestSheetsLie(t *testing.T) {
	sheets := deck().Sheets(Options{Paper: "Letter", Bleed: 1.5, Backs: true})
	if n := len(sheets[0].Cells); n != 8 || sheets[0].Cells[0].Turn != 90 || sheets[1].Cells[0].Turn != -90 {
		t.Errorf("%d cards, turned by %d and %d", n, sheets[0].Cells[0].Turn, sheets[1].Cells[0].Turn)
	}
}

// TestPrinters: paper has a name or a size, backs are moved alone, and cuts are shown as asked.
func TestPrinters(t *testing.T) {
	o := Options{Paper: "13x19in", Backs: true, Offset: [2]float64{1, -0.5}, Cut: "lines"}
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	plain := deck().Sheets(Options{Paper: "13x19in", Backs: true})
	moved := deck().Sheets(o)
	front, back := moved[0], moved[1]
	if front.Paper != "custom" || math.Abs(front.Width-330.2) > 1e-9 || len(front.Cells) != 11 {
		t.Errorf("%s of %g, %d cards", front.Paper, front.Width, len(front.Cells))
	}
	for i := range back.Cells {
		if front.Cells[i] != plain[0].Cells[i] || math.Abs(back.Cells[i].X-plain[1].Cells[i].X-1) > 1e-9 ||
			math.Abs(back.Cells[i].Y-plain[1].Cells[i].Y+0.5) > 1e-9 {
			t.Errorf("%+v, %+v", front.Cells[i], back.Cells[i])
		}
	}
	if len(front.Marks) != len(plain[0].Marks)*3/2 {
		t.Errorf("%d marks, %d without lines", len(front.Marks), len(plain[0].Marks))
	}
	if s := deck().Sheets(Options{Paper: "A4", Alone: true, Cut: "none"}); !s[0].Back || len(s[0].Marks) != 0 {
		t.Errorf("backs alone: %+v", s[0])
	}
	pages := Measuring(o)
	if cross := pages[1].Marks[0]; len(pages) != 2 || (cross[0]+cross[2])/2 != front.Width/2+1 {
		t.Errorf("the scale stands at %v", cross)
	}
	small := Options{Paper: "60x80mm"}
	if err := deck().Fits(small); err == nil ||
		!strings.Contains(err.Error(), "60x80mm does not hold a card of 63.5 by 88.9") {
		t.Error(err)
	}
	if err := deck().Fits(o); err != nil {
		t.Error(err)
	}
	far := [2]float64{0, math.NaN()}
	for want, o := range map[string]Options{
		"paper is from 50 to 1500 millimetres wide and high, not 10x99mm":                 {Paper: "10x99mm"},
		"backs are moved by at most 20 millimetres":                                       {Paper: "A4", Offset: far},
		`cuts are not shown by "line"; there are marks, lines, none; did you mean lines?`: {Paper: "A4", Cut: "line"},
	} {
		if err := o.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	if gone := deck().Gone(Prints{"card1": "", "zebra": "", "ant": ""}); strings.Join(gone, " ") != "ant zebra" {
		t.Errorf("gone are %v", gone)
	}
}

// TestMarksEndAboveLegend: the marks below the cards end above the words at the foot.
func TestMarksEndAboveLegend(t *testing.T) {
	for _, paper := range Papers {
		sheet := deck().Sheets(Options{Paper: paper})[0]
		for _, m := range sheet.Marks {
			if m[3] > sheet.Height-legend+1e-9 {
				t.Errorf("%s: a mark ends %.1f mm above the edge", paper, sheet.Height-m[3])
			}
		}
	}
}

// TestCopies prints each card as often as a game has it, and only those that are chosen.
func TestCopies(t *testing.T) {
	o := Options{Paper: "A4", Copies: true, Cards: []string{"card1", "card2"}}
	if got := defs(deck().Sheets(o)[0]); got != "card1 card1 card1 card2" {
		t.Error(got)
	}
}

// TestCheck refuses what no printer takes.
func TestCheck(t *testing.T) {
	for want, o := range map[string]Options{
		`there is no paper "A5"; there are A4, Letter; did you mean A4?`: {Paper: "A5"},
		"the bleed is from 0 to 10 millimetres, not -1":                  {Paper: "letter", Bleed: -1},
		"the bleed is from 0 to 10 millimetres, not NaN":                 {Paper: "letter", Bleed: math.NaN()},
		"the bleed is from 0 to 10 millimetres, not 1e+300":              {Paper: "letter", Bleed: 1e300},
		`there is no paper ""; there are A4, Letter`:                     {},
	} {
		if err := o.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// TestSince prints what looks otherwise: by its values, an icon on it or its picture. That
// a card comes before it, or that there are more copies, changes no face.
func TestSince(t *testing.T) {
	before := deck().Printed(Options{}).Cards
	now := deck()
	now.faces[0].Corner = &scene.Mark{Text: "5"}
	now.icons["fan"] = "M0 0h2v2z"
	now.pictures["art/a.png"] = ast.Picture{Data: []byte("other dots")}
	now.faces[8].Copies, now.faces[9].Number = 9, 99
	now.faces = append(now.faces, scene.Face{Def: "new", Width: 63.5, Height: 88.9})
	if got := defs(now.Sheets(Options{Paper: "A4", Since: before})[0]); got != "card0 card3 card4 new" {
		t.Error(got)
	}
	if got := deck().Sheets(Options{Paper: "A4", Since: before}); len(got) > 0 {
		t.Errorf("%d sheets of what has not changed", len(got))
	}
	record := now.Printed(Options{Since: before, Cards: []string{"new"}}).Cards
	if record["new"] == "" || record["card0"] != before["card0"] || len(record) != 14 {
		t.Errorf("what was printed before is forgotten: %v", record)
	}
}

// TestList: print services are told each face with its back, and how many there are; a table
// gets the sentences with the cards.
func TestList(t *testing.T) {
	d := deck()
	got := string(d.list(d.faces[9:], true))
	want := "front,back,copies\ncard7.png,back-card7.png,3\ncard8.png,back-card7.png,1\ncard9.png,back-card7.png,3\n" +
		"card10.png,back-card10.png,1\n"
	if got != want {
		t.Errorf("the list is\n%s", got)
	}
	f := scene.Face{Text: [][]scene.Mark{{{Text: "Draw", Bold: true}, {Text: " one."}, {Break: "item", Text: "or"}},
		{{Text: "End."}}}}
	if got := said(f); got != "Draw one.\n- or\nEnd." {
		t.Errorf("a table is told %q", got)
	}
}

// TestTwoFaces: a card with a second face has a back of its own, whose files are in the document and
// decide whether it looks as it did.
func TestTwoFaces(t *testing.T) {
	d := deck()
	before := d.Printed(Options{}).Cards
	for i, id := range []string{"card0", "card1"} {
		at := slices.IndexFunc(d.faces, func(f scene.Face) bool { return f.Def == id })
		second := &scene.Face{Def: id, Title: "like", Font: fmt.Sprintf("art/%d.woff2", i)}
		d.faces[at].Back = scene.Back{Reverse: second}
	}
	d.pictures["art/1.woff2"] = ast.Picture{Data: []byte("font")}
	if got := defs(d.Sheets(Options{Paper: "A4", Since: before})[0]); got != "card0 card1" {
		t.Error(got)
	}
	if got := string(d.list(d.faces[:4], true)); !strings.Contains(got, "card0.png,back-card0.png,1\n"+
		"card1.png,back-card1.png,3\n") {
		t.Errorf("the list is\n%s", got)
	}
	if doc := d.Document(d.Sheets(Options{Paper: "A4"})); !bytes.Contains(doc, []byte(web.Inline("text/plain; "+
		"charset=utf-8", []byte("font")))) {
		t.Error("the font of the second face is not in the document")
	}
	printed := d.Printed(Options{}).Cards
	d.pictures["art/1.woff2"] = ast.Picture{Data: []byte("another font")}
	if got := defs(d.Sheets(Options{Paper: "A4", Since: printed})[0]); got != "card1" {
		t.Error(got)
	}
}

// TestPictureSizes: the cells of a picture are whole pixels, and a full sheet of a table is
// no larger than it takes.
func TestPictureSizes(t *testing.T) {
	for _, size := range [][2]float64{{63.5, 88.9}, {69.85, 120.65}, {25, 25}, {120, 10}} {
		f := scene.Face{Width: size[0], Height: size[1]}
		g := picture(f, mostColumns, mostRows, tableScale(f), 0)
		if g.Width > mostWidth || g.Height > mostWidth || g.w != math.Trunc(g.w) || g.h != math.Trunc(g.h) {
			t.Errorf("a sheet of %v has %g by %g dots", size, g.Width, g.Height)
		}
	}
	if g := picture(scene.Face{Width: 63.5, Height: 88.9}, 1, 1, print, 3); g.w != 821 || g.h != 1121 {
		t.Errorf("a card of poker with 3 mm of bleed has %g by %g dots", g.w, g.h)
	}
}

// TestDecks: the saved object has a deck for each back, its cards as often as they are, and
// each finds its picture on the sheet by its number.
func TestDecks(t *testing.T) {
	d := deck()
	for i := range 140 {
		d.faces = append(d.faces, scene.Face{Def: fmt.Sprintf("more%d", i),
			Name: fmt.Sprintf("More %d", i), Width: 63.5,
			Height: 88.9, Back: scene.Back{Title: "more"}})
	}
	objects, sheets := d.decks(Options{Copies: true}, "https://example.org/cards/")
	var names []string
	for _, o := range objects {
		names = append(names, fmt.Sprintf("%s %s %d", o.Name, o.Nickname, len(o.DeckIDs)))
	}
	// The one card of its back stands alone.
	want := []string{"DeckCustom 0 20", "Card Card 0", "DeckCustom more 140", "DeckCustom  2"}
	if !slices.Equal(names, want) {
		t.Errorf("the decks are %q", names)
	}
	if ids := objects[0].DeckIDs[:6]; !slices.Equal(ids, []int{100, 101, 101, 101, 102, 103}) {
		t.Errorf("the cards of the first deck are %v", ids)
	}
	more := objects[2]
	if len(more.CustomDeck) != 3 || more.DeckIDs[68] != 368 || more.DeckIDs[69] != 400 || more.DeckIDs[139] != 501 {
		t.Errorf("140 cards are on the sheets %v, as %v", more.CustomDeck, more.DeckIDs)
	}
	for _, o := range objects {
		for _, card := range append(o.ContainedObjects, o) {
			if card.CardID == 0 {
				continue
			}
			on := card.CustomDeck[fmt.Sprint(card.CardID/100)]
			face, back := strings.TrimPrefix(on.FaceURL, "https://example.org/cards/"),
				strings.TrimPrefix(on.BackURL, "https://example.org/cards/")
			place := card.CardID % 100
			s := sheets[face]
			if place >= on.NumWidth*on.NumHeight-1 || place >= len(s.Cells) || !sheets[back].Back {
				t.Fatalf("%s is at %d of %+v", card.Nickname, place, on)
			}
			c := s.Cells[place]
			if c.X != float64(place%on.NumWidth)*c.W || c.Y != float64(place/on.NumWidth)*c.H ||
				s.Width != float64(on.NumWidth)*c.W || s.Height != float64(on.NumHeight)*c.H {
				t.Errorf("%s is at %+v of %+v", card.Nickname, c, on)
			}
			if i := slices.IndexFunc(d.faces, func(f scene.Face) bool { return f.Def == c.Def }); d.faces[i].Name !=
				card.Nickname || (on.Type == circle) != d.faces[i].Round {
				t.Errorf("%s has the picture of %s", card.Nickname, c.Def)
			}
		}
	}
}

// TestDocument: the page of the cards needs nothing beside it, and runs nothing of the pack.
func TestDocument(t *testing.T) {
	d := deck()
	d.title, d.faces[0].Name = "</title><script>", "</script><script>alert(1)</script>"
	doc := d.Document(d.Sheets(Options{Paper: "A4"}))
	if n := bytes.Count(doc, []byte("<script")); n != 3 {
		t.Errorf("%d scripts", n)
	}
	for _, m := range regexp.MustCompile(`(?:src|href|url)[=(]"?([^"')]{1,40})`).FindAllSubmatch(doc, -1) {
		if !bytes.HasPrefix(m[1], []byte("data:")) {
			t.Errorf("it loads %s", m[1])
		}
	}
	var modules struct{ Imports map[string]string }
	text := regexp.MustCompile(`(?s)type="importmap">(.*?)</script>`).FindSubmatch(doc)[1]
	if err := json.Unmarshal(text, &modules); err != nil || modules.Imports["document.js"] == "" ||
		modules.Imports["vendor/preact.mjs"] == "" {
		t.Errorf("its scripts are %v (%v)", slices.Sorted(maps.Keys(modules.Imports)), err)
	}
	if !bytes.Contains(doc, []byte(web.Inline("text/plain; charset=utf-8", []byte("dots")))) {
		t.Error("a picture of the pack is not in it")
	}
}
