package cardexport

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Options say what is printed, and on what. Lengths are millimetres.
type Options struct {
	// Paper is one of Papers, or a size such as 330x483mm.
	Paper string  `json:"paper" flag:"paper"`
	Bleed float64 `json:"bleed" flag:"bleed"`
	// Offset moves the backs to the right and down, for printers that do.
	Offset [2]float64 `json:"offset,omitzero"`
	// Cut is one of Cuts, what shows where to cut; marks if empty.
	Cut string `json:"cut,omitempty" flag:"cut"`
	// Alone prints the backs without the faces.
	Alone bool `json:"alone,omitempty"`
	// Backs are printed too; Copies prints each card as often as a game has it.
	Backs  bool `json:"backs" flag:"backs"`
	Copies bool `json:"copies" flag:"copies"`
	// Cards are the ids of what is printed; nil for all that have a face.
	Cards []string `json:"cards"`
	// Since has what was printed before, which is left out; see Deck.Prints.
	Since Prints `json:"-"`
}

// Papers are the names of the papers.
var Papers = []string{"A4", "Letter"}

// Cuts are what shows where to cut: marks at the edges, lines along the cards, or nothing.
var Cuts = []string{"marks", "lines", "none"}

// papers are the sizes of the papers, and margin what printers leave of them.
var papers = map[string][2]float64{"A4": {210, 297}, "Letter": {215.9, 279.4}}

// Paper sizes that are given by their measures, along a side, and how far backs are moved, in
// millimetres.
const leastPaper, mostPaper, mostOffset = 50, 1500, 20

// paper is the size of the paper.
func (o *Options) paper() [2]float64 {
	if size, named := papers[o.Paper]; named {
		return size
	}
	w, h, _ := compile.Measure(o.Paper) // Check has read it
	return [2]float64{w, h}
}

const margin = 5

// mostBleed is the widest bleed; a paper holds each card with it.
const mostBleed = 10

// Check says what is wrong with the options, nil for nothing. The name of the paper may be
// written in small letters.
func (o *Options) Check() error {
	i := slices.IndexFunc(Papers, func(name string) bool { return strings.EqualFold(name, o.Paper) })
	w, h, measured := compile.Measure(o.Paper)
	switch {
	case i >= 0:
		o.Paper = Papers[i]
	case !measured:
		return fmt.Errorf("there is no paper %q; %s", o.Paper, diag.There(o.Paper, Papers))
	case min(w, h) < leastPaper || max(w, h) > mostPaper:
		return fmt.Errorf("paper is from %d to %d millimetres wide and high, not %s", leastPaper, mostPaper, o.Paper)
	}
	if x, y := math.Abs(o.Offset[0]), math.Abs(o.Offset[1]); !(max(x, y) <= mostOffset) {
		return fmt.Errorf("backs are moved by at most %d millimetres", mostOffset)
	}
	if o.Cut != "" && !slices.Contains(Cuts, o.Cut) {
		return fmt.Errorf("cuts are not shown by %q; %s", o.Cut, diag.There(o.Cut, Cuts))
	}
	if !(o.Bleed >= 0 && o.Bleed <= mostBleed) {
		return fmt.Errorf("the bleed is from 0 to %d millimetres, not %g", mostBleed, o.Bleed)
	}
	return nil
}

// Sheet is a page of cards of one size, or a picture of them, with lengths in Unit: mm or
// px, of which Scale are a millimetre of a card.
type Sheet struct {
	Paper  string  `json:"paper"`
	Unit   string  `json:"unit"`
	Scale  float64 `json:"scale"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Back is set for the backs of the sheet before.
	Back  bool   `json:"back"`
	Cells []Cell `json:"cells"`
	// Marks are the lines to cut along, each from x, y to x, y.
	Marks [][4]float64 `json:"marks"`
}

// Cell is the place of a card and its bleed, in which it is turned by so many degrees.
type Cell struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	W    float64 `json:"w"`
	H    float64 `json:"h"`
	Turn int     `json:"turn"`
	Def  string  `json:"def"`
}

// Sheets lays the chosen cards on paper, those of one size together. Each sheet of backs
// follows its faces; its columns run from right to left, so that every back lies behind
// its face when the paper is turned over its long edge.
func (d *Deck) Sheets(o Options) []Sheet {
	sheets := []Sheet{}
	for _, faces := range bySize(d.Chosen(o)) {
		g := lay(o, faces[0])
		for some := range slices.Chunk(faces, g.columns*g.rows) {
			if !o.Alone {
				sheets = append(sheets, g.sheet(some, false))
			}
			if o.Backs || o.Alone {
				sheets = append(sheets, g.sheet(some, true))
			}
		}
	}
	return sheets
}

// Fits refuses paper that does not hold one of the chosen cards.
func (d *Deck) Fits(o Options) error {
	for _, faces := range bySize(d.Chosen(o)) {
		if g := lay(o, faces[0]); g.left < margin || g.top < margin {
			return fmt.Errorf("the paper %s does not hold a card of %g by %g millimetres with its bleed: %s", o.Paper,
				faces[0].Width, faces[0].Height, faces[0].Def)
		}
	}
	return nil
}

// Measuring are two pages that show how a printer lays backs: printed on both sides of one
// sheet, the cross of the first shows through on the scale of the second at what Offset must be.
func Measuring(o Options) []Sheet {
	const long, apart = 40, 5
	size := o.paper()
	front := Sheet{Paper: o.kind(), Unit: "mm", Scale: 1, Width: size[0], Height: size[1], Cells: []Cell{}}
	back := front
	back.Back = true
	x, y := size[0]/2, size[1]/2
	front.Marks = [][4]float64{{x - long, y, x + long, y}, {x, y - long, x, y + long}}
	x += o.Offset[0]
	y += o.Offset[1]
	back.Marks = [][4]float64{{x - long, y, x + long, y}, {x, y - long, x, y + long}}
	for n := -mostOffset; n <= mostOffset; n++ {
		at := float64(n)
		half := 1.0
		if n%apart == 0 {
			half = 3
		}
		back.Marks = append(back.Marks, [4]float64{x + at, y - half, x + at, y + half},
			[4]float64{x - half, y + at, x + half, y + at})
	}
	return []Sheet{front, back}
}

// kind is the name of the paper, custom for one that has a size alone.
func (o *Options) kind() string {
	if _, named := papers[o.Paper]; named {
		return o.Paper
	}
	return "custom"
}

// Chosen are the faces that are printed, as often as they are.
func (d *Deck) Chosen(o Options) []scene.Face {
	var out []scene.Face
	prints := Prints{}
	if o.Since != nil {
		prints = d.Prints()
	}
	for _, f := range d.faces {
		if o.Cards != nil && !slices.Contains(o.Cards, f.Def) ||
			o.Since[f.Def] != "" && o.Since[f.Def] == prints[f.Def] {
			continue
		}
		out = append(out, slices.Repeat([]scene.Face{f}, o.times(f))...)
	}
	return out
}

// times is how often a face is printed.
func (o *Options) times(f scene.Face) int {
	if o.Copies {
		return max(1, f.Copies)
	}
	return 1
}

// bySize are the faces of each size, in the order of the first.
func bySize(faces []scene.Face) [][]scene.Face {
	var groups [][]scene.Face
	for _, f := range faces {
		i := slices.IndexFunc(groups, func(g []scene.Face) bool {
			return g[0].Width == f.Width && g[0].Height == f.Height
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// grid is how cells of one size lie on a sheet, which has no cells.
type grid struct {
	Sheet
	columns, rows   int
	w, h, left, top float64
	bleed           float64
	turned          bool
	offset          [2]float64
	cut             string
}

// lay lays cards of the size of a face on paper, upright or lying, as more fit.
func lay(o Options, f scene.Face) grid {
	size := o.paper()
	fit := func(w, h float64, turned bool) grid {
		g := grid{w: w, h: h, bleed: o.Bleed, turned: turned, offset: o.Offset, cut: o.Cut,
			columns: max(1, int((size[0]-2*margin)/w)), rows: max(1, int((size[1]-2*margin)/h)),
			Sheet: Sheet{Paper: o.kind(), Unit: "mm", Scale: 1, Width: size[0], Height: size[1]}}
		g.left, g.top = (size[0]-float64(g.columns)*w)/2, (size[1]-float64(g.rows)*h)/2
		return g
	}
	w, h := f.Width+2*o.Bleed, f.Height+2*o.Bleed
	upright, lying := fit(w, h, false), fit(h, w, true)
	if lying.columns*lying.rows > upright.columns*upright.rows {
		return lying
	}
	return upright
}

// sheet has faces in the cells of the grid, or their backs. What lies with its top to the
// right has the top of its back, seen from behind, to the left.
func (g grid) sheet(faces []scene.Face, back bool) Sheet {
	s := g.Sheet
	s.Back = back
	if back {
		g.left += g.offset[0]
		g.top += g.offset[1]
	}
	s.Cells = []Cell{}
	s.Marks = [][4]float64{}
	turn := 0
	if g.turned {
		turn = 90
	}
	for i, f := range faces {
		column := i % g.columns
		if back && g.Unit == "mm" {
			column = g.columns - 1 - column
		}
		s.Cells = append(s.Cells, Cell{Def: f.Def, W: g.w, H: g.h, Turn: turn,
			X: g.left + float64(column)*g.w, Y: g.top + float64(i/g.columns)*g.h})
		if back {
			s.Cells[i].Turn = -turn
		}
	}
	if g.Unit == "mm" && g.cut != "none" {
		s.Marks = g.marks(s.Marks)
	}
	return s
}

// legend is how high the words at the foot of a sheet stand; marks end above them.
const legend = 4

// marks are the lines at the edges of the grid where the cards end, without their bleed.
func (g grid) marks(out [][4]float64) [][4]float64 {
	const near, far = 1, 5
	high := min(far, max(2*near, g.top-legend))
	right, bottom := g.left+float64(g.columns)*g.w, g.top+float64(g.rows)*g.h
	lines := g.cut == "lines"
	for i := range g.columns {
		for _, x := range []float64{g.left + float64(i)*g.w + g.bleed, g.left + float64(i+1)*g.w - g.bleed} {
			out = append(out, [4]float64{x, g.top - high, x, g.top - near},
				[4]float64{x, bottom + near, x, bottom + high})
			if lines {
				out = append(out, [4]float64{x, g.top, x, bottom})
			}
		}
	}
	for i := range g.rows {
		for _, y := range []float64{g.top + float64(i)*g.h + g.bleed, g.top + float64(i+1)*g.h - g.bleed} {
			out = append(out, [4]float64{g.left - far, y, g.left - near, y},
				[4]float64{right + near, y, right + far, y})
			if lines {
				out = append(out, [4]float64{g.left, y, right, y})
			}
		}
	}
	return out
}

// The widest picture of a table's sheet, and its most cards.
const mostWidth, mostColumns, mostRows = 4096, 10, 7

// picture lays cells of the size of a face side by side, in so many columns and rows, on
// a picture of so many pixels a millimetre. Cells have whole pixels: what is cut from the
// picture does not drift.
func picture(f scene.Face, columns, rows int, scale, bleed float64) grid {
	w, h := math.Round((f.Width+2*bleed)*scale), math.Round((f.Height+2*bleed)*scale)
	return grid{columns: columns, rows: rows, w: w, h: h,
		Sheet: Sheet{Paper: "picture", Unit: "px", Scale: scale,
			Width: w * float64(columns), Height: h * float64(rows)}}
}

// tableScale is the largest scale at which a full sheet of such cards is no wider and no
// higher than a table takes.
func tableScale(f scene.Face) float64 {
	return min(math.Floor(mostWidth/mostColumns)/f.Width, math.Floor(mostWidth/mostRows)/f.Height)
}
