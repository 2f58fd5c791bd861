// Package screen draws a scene (interp/scene) as lines of text for a terminal: the
// table, as much of it as there is room for, and under it the question. It
// decides nothing about the game and does no input or output: the same scene, width
// and height give the same lines.
//
//	table.go      areas, seats and boards as lines
//	card.go       a card in a few words, and all of it
//	question.go   the question, its causes and its options
//	menu.go       options of several parts, asked for part by part
//	text.go       widths, wrapping, columns
//	words.go      the program's own words, in its languages
//
// Nothing depends on colour: a Line may be strong or faint, and reads the same
// without. It imports interp/scene, and go-i18n and uniseg.
package screen

import (
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

// squeeze says what of a table gives way where there is too little room, more
// with each step. What the question touches never does.
type squeeze struct {
	// unsigned leaves out what the signs mean.
	unsigned bool
	// folded draws the other seats' places as counts, inline the own places with a
	// single card beside the name; joined puts other seats on one line.
	folded, inline, joined bool
	// tight leaves out the rules of boards.
	tight bool
	// clipped cuts the sentences of long menus at the end of the line, wordless
	// leaves them out, curt cuts those of short ones.
	clipped, wordless, curt bool
	// few leaves piles out, terse leaves out of options what stands on the table, too.
	few, terse bool
	// sums draws of cards with places the sums alone. corner draws of other cards
	// on the table the name and the corner of the face, names the name alone, of
	// the own cards too, and where the question touches some of them the number of the
	// others; counts only how many there are.
	sums, corner, names, counts bool
}

// steps are the squeezes, each with all those before it.
var steps = []func(*squeeze){
	func(*squeeze) {},
	func(z *squeeze) { z.unsigned = true },
	func(z *squeeze) { z.folded, z.inline = true, true },
	func(z *squeeze) { z.tight = true },
	func(z *squeeze) { z.joined = true },
	func(z *squeeze) { z.clipped = true },
	func(z *squeeze) { z.few = true },
	func(z *squeeze) { z.wordless = true },
	func(z *squeeze) { z.terse = true },
	func(z *squeeze) { z.sums = true },
	func(z *squeeze) { z.corner = true },
	func(z *squeeze) { z.names = true },
	func(z *squeeze) { z.curt = true },
	func(z *squeeze) { z.counts = true },
}

// roomy is the squeeze of what fits in none: it has to be scrolled either way.
const roomy = 9

// Draw draws a table and under it the question, within the height if it goes.
// Rows that a menu asks for part by part carry their own numbers.
func (s *Screen) Draw(of *scene.Scene, m *Menu) []Line {
	shown := of
	if m != nil {
		shown = m.renumber(of)
	}
	var z squeeze
	var fallback []Line
	for i, step := range steps {
		step(&z)
		d := drawing{Screen: s, scene: shown, squeeze: z, marks: marks(of)}
		out := d.table()
		if question := d.question(m); len(question) > 0 {
			out = append(append(out, Line{Text: strings.Repeat("-", s.Width), Faint: true}), question...)
		}
		if len(out) < s.Height { // the last line is for the answer
			return out
		}
		if i == roomy {
			fallback = out
		}
	}
	return fallback
}

// Look draws all of the table, with the numbers of a menu.
func (s *Screen) Look(of *scene.Scene, m *Menu) []Line {
	of = m.renumber(of)
	d := drawing{Screen: s, scene: of, marks: marks(of)}
	return d.table()
}

func marks(of *scene.Scene) map[int]string {
	out := map[int]string{}
	for i := range of.Seats {
		out[int(of.Seats[i].Seat)] = of.Seats[i].Mark
	}
	return out
}
