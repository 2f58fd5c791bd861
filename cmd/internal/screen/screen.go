// Package screen draws a scene (interp/scene) as lines of text for a terminal: the
// table, as much of it as there is room for, and under it the question. It
// decides nothing about the game and does no input or output: the same scene, width
// and height give the same lines.
//
//	table.go      areas, seats and boards as lines
//	columns.go    places side by side, and boards
//	card.go       a card in a few words, and all of it
//	question.go   the question, its causes and its options
//	menu.go       options of several parts, asked for part by part
//	text.go       widths, wrapping, columns
//	words.go      the program's own words, in its languages
//
// Nothing depends on colour: a Line may be strong or faint, and reads the same
// without. It imports interp/scene, interp/visible, and go-i18n and uniseg.
package screen

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/scene"
)

// Line is one line of a screen.
type Line struct {
	Text string
	// Strong lines are headings, faint ones can be passed over.
	Strong, Faint bool
}

// Screen draws scenes in one language.
type Screen struct {
	*Words
	// Width is that of a line, Height the number of lines that a table and its
	// question should not exceed.
	Width, Height int
}

// The size of a terminal that does not say.
const (
	Width  = 80
	Height = 24
)

// New returns a screen of the usual size.
func New(lang string) *Screen { return &Screen{NewWords(lang), Width, Height} }

// squeeze says what of a table gives way where there is too little room.
type squeeze struct {
	// unsigned leaves out what the signs mean.
	unsigned bool
	// folded draws the other seats' places as counts, inline the own places with a
	// single card beside the name; joined puts other seats on one line.
	folded, inline, joined bool
	// run puts the sentences of an option on its line, and says once what several
	// options say; listed leaves to the options what stands at each of them.
	run, listed bool
	// abreast draws rows of the table as columns side by side; tight leaves out the
	// rules of boards.
	abreast, tight bool
	// short says in a few words what has a short form; clipped cuts the sentences of
	// menus at the end of the line, wordless leaves those of long ones out.
	short, clipped, wordless bool
	// few leaves piles out that do not run out, terse leaves out of options what stands on the table, too,
	// and mute the sentences of what the question is about, where it lies open.
	few, terse, mute bool
	// heads draws of cards with places how many of whose cards are there. bare leaves out what is printed, and
	// the values of what lies on a card. corner draws of other cards
	// on the table the name and the corner of the face, names the name alone, of
	// the own cards too, and where the question touches some of them the number of the
	// others; piled says of own places only how many there are, counts so of the table too, and
	// cuts what the question is about.
	heads, bare, corner, names, piled, counts bool
	// entire are the rows of the menu whose sentences are not cut.
	entire map[int]bool
}

// steps are the squeezes, what loses least first: up to lossless nothing is lost
// that does not stand elsewhere.
var steps = []func(*squeeze){
	func(z *squeeze) { z.unsigned = true },
	func(z *squeeze) { z.folded, z.inline = true, true },
	func(z *squeeze) { z.run = true },
	func(z *squeeze) { z.listed = true },
	func(z *squeeze) { z.abreast = true },
	func(z *squeeze) { z.tight = true },
	func(z *squeeze) { z.joined = true },
	func(z *squeeze) { z.short = true },
	func(z *squeeze) { z.few = true },
	func(z *squeeze) { z.heads = true },
	func(z *squeeze) { z.bare = true },
	func(z *squeeze) { z.terse = true },
	func(z *squeeze) { z.clipped = true },
	func(z *squeeze) { z.corner = true },
	func(z *squeeze) { z.names = true },
	func(z *squeeze) { z.mute = true },
	func(z *squeeze) { z.piled = true },
	func(z *squeeze) { z.wordless = true },
	func(z *squeeze) { z.counts = true },
}

// lossless is how many of the steps lose nothing, roomy how many are taken where no
// number of them helps: what has to be scrolled may be whole; more how many lines
// beyond the height are taken to save values. Up to
// the step wordless sentences come back, one by one, before what gave way earlier.
const (
	lossless = 8
	roomy    = 9
	more     = 4
	wordless = 17
)

// Draw draws a table and under it the question, within the height if it goes: as
// many things give way as must, and of those come back what there is room for in
// the end, what says most first. Where values of cards would be left out it takes a
// few lines more, if that saves them. Rows that a menu asks for part by part carry
// their own numbers.
func (s *Screen) Draw(of *scene.Scene, m *Menu) []Line {
	shown := of
	if m != nil {
		shown = m.renumber(of)
	}
	out, lost := s.fit(of, shown, m, s.Height)
	for height := s.Height + 1; lost > 0 && height <= s.Height+more; height++ {
		if lines, n := s.fit(of, shown, m, height); n < lost {
			out, lost = lines, n
		}
	}
	return out
}

// fit draws within a height, and counts the values of cards that it leaves out.
func (s *Screen) fit(of, shown *scene.Scene, m *Menu, height int) ([]Line, int) {
	skip := make([]bool, len(steps))
	entire := map[int]bool{}
	draw := func(taken int) ([]Line, int) {
		z := squeeze{entire: entire}
		for i, step := range steps[:taken] {
			if !skip[i] {
				step(&z)
			}
		}
		lost := 0
		d := s.drawing(shown, m)
		d.squeeze, d.lost = z, &lost
		out := d.table()
		if question := d.question(m); len(question) > 0 {
			out = append(append(out, Line{Text: strings.Repeat("-", s.Width), Faint: true}), question...)
		}
		return out, lost
	}
	fits := func(lines []Line) bool { return len(lines) < height } // the last line is for the answer
	taken := 0
	out, lost := draw(0)
	for ; !fits(out); out, lost = draw(taken) {
		if taken++; taken > len(steps) {
			return draw(roomy)
		}
	}
	try := func(change func(back bool)) {
		change(true)
		if lines, n := draw(taken); fits(lines) {
			out, lost = lines, n
		} else {
			change(false)
		}
	}
	sentences := func() {
		for row := 0; m != nil && row < len(m.Rows) && len(entire) < len(m.Rows); row++ {
			try(func(back bool) { entire[row] = back })
		}
	}
	for i := taken - 2; i >= lossless; i-- {
		if i < wordless {
			sentences()
		}
		try(func(back bool) { skip[i] = back })
	}
	if taken > lossless && slices.Contains(skip[lossless:taken], false) {
		return out, lost // what stands elsewhere stays there while something is lost
	}
	for i := min(taken, lossless) - 1; i >= 0; i-- {
		try(func(back bool) { skip[i] = back })
	}
	return out, lost
}

// drawing starts to draw a scene, with room for all of it.
func (s *Screen) drawing(of *scene.Scene, m *Menu) *drawing {
	return &drawing{Screen: s, scene: of, menu: m, marks: marks(of), lost: new(int)}
}

// Look draws all of the table, with the numbers of a menu.
func (s *Screen) Look(of *scene.Scene, m *Menu) []Line {
	of = m.renumber(of)
	d := s.drawing(of, m)
	return d.table()
}

func marks(of *scene.Scene) map[int]string {
	out := map[int]string{}
	for i := range of.Seats {
		out[int(of.Seats[i].Seat)] = of.Seats[i].Mark
	}
	return out
}
