package cardexport

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scene"
)

// dots is how many of them a millimetre of paper has, at 600 an inch.
const dots = 600 / 25.4

// strip are the greys of a printed page, as another program draws them, in a line across it or down it, so many
// millimetres from its edge.
func strip(t *testing.T, drawer, file string, page int, at float64, across bool) (greys []byte) {
	t.Helper()
	const whole = "30000" // ends at the edge
	place := fmt.Sprint(int(at * dots))
	cut := []string{"-x", "0", "-W", whole, "-y", place, "-H", "1"}
	if !across {
		cut = []string{"-y", "0", "-H", whole, "-x", place, "-W", "1"}
	}
	data, err := exec.Command(drawer, slices.Concat([]string{"-r", "600", "-gray", "-f", fmt.Sprint(page), "-l",
		fmt.Sprint(page)}, cut, []string{file})...).Output()
	var width, height, most int
	n, _ := fmt.Sscanf(string(data[:min(len(data), 40)]), "P5\n%d %d\n%d", &width, &height, &most)
	if err != nil || n != 3 || min(width, height) != 1 {
		t.Fatalf("%v: %.40q", err, data)
	}
	return data[len(data)-width*height:]
}

// dark is where a line is dark, from and to, in millimetres.
func dark(greys []byte) (from, to float64) {
	is := func(g byte) bool { return g < 128 }
	last := len(greys) - 1
	for last >= 0 && !is(greys[last]) {
		last--
	}
	return float64(slices.IndexFunc(greys, is)) / dots, float64(last+1) / dots
}

// printed is a file with the sheets of a deck.
func printed(t *testing.T, d *Deck, o Options) string {
	t.Helper()
	data, err := d.PDF(t.Context(), o)
	at := filepath.Join(t.TempDir(), "cards.pdf")
	if err := errors.Join(err, os.WriteFile(at, data, 0o644)); err != nil {
		t.Fatal(err)
	}
	return at
}

// TestBothSides: another program that draws the printed sheets finds each card and its back where the sheet has them,
// within 0.15 mm, so that both sides match within 0.3 mm.
func TestBothSides(t *testing.T) {
	drawer, err := exec.LookPath("pdftoppm")
	if Browser() == "" || err != nil {
		t.Skip("there is no browser, or no pdftoppm")
	}
	d := deck()
	for i := range d.faces {
		d.faces[i].Colour, d.faces[i].Back.Colour, d.faces[i].Art.Drawn = "#102040", "#102040", "crest"
	}
	for _, o := range []Options{
		{Paper: "A4", Bleed: 1.5}, {Paper: "Letter", Bleed: 1.5}, {Paper: "330x483mm", Offset: [2]float64{1.5, -2}},
		{Paper: "A4", Cards: []string{"token1"}},
	} {
		o.Backs, o.Cut = true, "none"
		file := printed(t, d, o)
		for i, sheet := range d.Sheets(o)[:2] {
			c := slices.MinFunc(sheet.Cells, func(a, b Cell) int { return cmp.Compare(a.Y*1000+a.X, b.Y*1000+b.X) })
			last := slices.MaxFunc(sheet.Cells, func(a, b Cell) int { return cmp.Compare(a.X, b.X) })
			left, right := dark(strip(t, drawer, file, i+1, c.Y+c.H/2, true))
			top, _ := dark(strip(t, drawer, file, i+1, c.X+c.W/2, false))
			if off := max(math.Abs(left-c.X), math.Abs(top-c.Y), math.Abs(right-last.X-last.W)); off > .15 {
				t.Errorf("%s, page %d: cards from %.2f to %.2f and from %.2f down, not %.2f, %.2f and %.2f", o.Paper,
					i+1, left, right, top, c.X, last.X+last.W, c.Y)
			}
		}
	}
}

// TestLinesAreSeen: lines to cut along are seen on a dark ground and on a light one.
func TestLinesAreSeen(t *testing.T) {
	drawer, err := exec.LookPath("pdftoppm")
	if Browser() == "" || err != nil {
		t.Skip("there is no browser, or no pdftoppm")
	}
	d := deck()
	d.faces = []scene.Face{d.faces[0], d.faces[0]}
	for i, colour := range []string{"#000000", "#ffffff"} {
		d.faces[i].Def, d.faces[i].Colour, d.faces[i].Art.Drawn = colour, colour, "crest"
	}
	o := Options{Paper: "A4", Bleed: 3, Cut: "lines"}
	file := printed(t, d, o)
	for _, c := range d.Sheets(o)[0].Cells {
		greys := strip(t, drawer, file, 1, c.Y+c.H/2, true)
		line := greys[int((c.X+o.Bleed-.4)*dots):int((c.X+o.Bleed+.4)*dots)]
		if darkest, lightest := slices.Min(line), slices.Max(line); darkest > 60 || lightest < 200 {
			t.Errorf("%s: on a ground of %d the line has greys from %d to %d", c.Def, line[0], darkest, lightest)
		}
	}
}
