package cardexport

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() { pack.Register(cards.Files, scripts.Files) }

// word is a word of a PDF and where it stands, in points, as pdftotext tells it.
type word struct {
	Left   float64 `xml:"xMin,attr"`
	Top    float64 `xml:"yMin,attr"`
	Right  float64 `xml:"xMax,attr"`
	Bottom float64 `xml:"yMax,attr"`
	Text   string  `xml:",chardata"`
}

// within are the words whose middle lies on a card, without its bleed: those whose letters end above its last line with
// the room around it, and all.
func within(words []word, c Cell, bleed float64) (above, all string) {
	const mm, room = 25.4 / 72, .8
	inside := func(w word) (top, bottom float64, in bool) {
		x, y := (w.Left+w.Right)/2*mm, (w.Top+w.Bottom)/2*mm
		top, bottom = w.Top*mm, w.Bottom*mm
		if c.Turn != 0 { // the top of the card is at the right
			top, bottom = -w.Right*mm, -w.Left*mm
		}
		return top, bottom, x > c.X+bleed && x < c.X+c.W-bleed && y > c.Y+bleed && y < c.Y+c.H-bleed
	}
	foot := math.Inf(1)
	for _, w := range words {
		number, total, ok := strings.Cut(w.Text, "/")
		if top, _, in := inside(w); in && ok && strings.Trim(number+total, "0123456789") == "" {
			foot = min(foot, top-room)
		}
	}
	for _, w := range words {
		if top, bottom, in := inside(w); in {
			all += w.Text
			if bottom-(bottom-top)/5 < foot+.2 { // letters are lower than their line
				above += w.Text
			}
		}
	}
	return above, all
}

// lacks reports whether a text has fewer of some letter or figure than another.
func lacks(text, want string) bool {
	count := map[rune]int{}
	for _, r := range strings.ToLower(text) {
		count[r]++
	}
	for _, r := range strings.ToLower(want) {
		count[r]--
		if count[r] < 0 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return true
		}
	}
	return false
}

// TestPaper: where another program does not find the letters of a title or of the sentences in the printed PDF, or
// finds them below the card's last line, the proof has said so; and it says so of no other card. RULEDECK_FULL
// prints the shipped games in three languages and the starters in English, else there is one of each.
func TestPaper(t *testing.T) {
	reader, err := exec.LookPath("pdftotext")
	if Browser() == "" || err != nil {
		t.Skip("there is no browser, or no pdftotext")
	}
	games, genres, langs := []string{"football-champions"}, scaffold.Genres()[:1], []string{"en"}
	if os.Getenv("RULEDECK_FULL") != "" {
		games, genres, langs = pack.Shipped(), scaffold.Genres(), []string{"en", "fr", "ja"}
	}
	for _, like := range genres {
		dir := filepath.Join(t.TempDir(), like)
		plan, err := scaffold.Pack(like, like)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range plan.Files {
			path := filepath.Join(dir, f.Path)
			err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(f.Text), 0o644))
			if err != nil {
				t.Fatal(err)
			}
		}
		games = append(games, dir)
	}
	fields, cut := 0, 0
	for _, game := range games {
		loaded, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range langs {
			if slices.Contains(loaded.Languages(), lang) {
				n, lost := onPaper(t, reader, game+", "+lang, New(loaded, lang), "A4")
				fields += n
				cut += lost
			}
		}
	}
	t.Logf("%d fields, %d of them cut", fields, cut)
	// Texts that grow from card to card show at which length the first one is cut.
	d := deck()
	base := d.faces[0]
	d.faces = nil
	for n := range 36 {
		f := base
		f.Def, f.Title, f.Colour, f.Art.Drawn = fmt.Sprint("grown", n), "Grown", "#1d4f91", "crest"
		f.Number = n + 1
		f.Text = [][]scene.Mark{{{Text: strings.Repeat("Choose a rival who draws 3 cards, and name one. ", 2*n+12)}}}
		d.faces = append(d.faces, f)
	}
	for _, paper := range Papers {
		d.flaws = nil
		_, lost := onPaper(t, reader, "grown", d, paper)
		if lost < 5 || lost > 31 {
			t.Errorf("%s: %d of 36 growing texts are cut", paper, lost)
		}
	}
}

// onPaper holds what the proof of a deck says against the words of its PDF. It returns how many titles and texts
// there are, and how many of them the PDF lacks.
func onPaper(t *testing.T, reader, name string, d *Deck, paper string) (fields, cut int) {
	t.Helper()
	o := Options{Paper: paper, Bleed: 1.5}
	data, err := d.PDF(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	read := exec.Command(reader, "-bbox", "-", "-")
	read.Stdin = bytes.NewReader(data)
	text, err := read.Output()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Pages []struct {
			Words []word `xml:"word"`
		} `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for i, s := range d.Sheets(o) {
		for _, c := range s.Cells {
			f := d.faces[slices.IndexFunc(d.faces, func(f scene.Face) bool { return f.Def == c.Def })]
			above, all := within(doc.Pages[i].Words, c, o.Bleed)
			missing := map[string]bool{"name": lacks(all, f.Title)}
			if f.Frame != "token" {
				missing["text"] = lacks(above, f.Title+strings.Join(strings.Fields(shown(f)), ""))
			}
			for field, lost := range missing {
				fields++
				if lost {
					cut++
				}
				said := slices.ContainsFunc(d.flaws, func(x Flaw) bool {
					return x.Def == f.Def && x.Field == field && (x.Code == "print-cut" ||
						x.Code == "print-glyph" && lacks("", x.What)) // of other signs the words tell nothing
				})
				if lost != said {
					t.Errorf("%s: %s of %s is missing: %t, the proof says so: %t; there is %q", name, field, f.Def,
						lost, said, above)
				}
			}
		}
	}
	return fields, cut
}

// shown are the sentences of a face without its icons.
func shown(f scene.Face) string {
	var out strings.Builder
	for _, sentence := range f.Text {
		for _, m := range sentence {
			if m.Icon == "" {
				out.WriteString(m.Text + " ")
			}
		}
	}
	return out.String()
}
