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
	// folded draws the other seats' places as counts, joined puts those seats on
	// one line.
	folded, joined bool
	// unsigned leaves out what the signs mean, unsaid the sentences of options.
	unsigned, unsaid bool
	// few leaves piles out, tight the rules of boards.
	few, tight bool
	// terse leaves out of options what stands on the table, too.
	terse bool
	// sums draws of cards with places the sums alone, names of other cards the
	// names, counts only how many there are.
	sums, names, counts bool
}

// steps are the squeezes, each with all those before it.
var steps = []func(*squeeze){
	func(*squeeze) {},
	func(z *squeeze) { z.unsigned = true },
	func(z *squeeze) { z.folded = true },
	func(z *squeeze) { z.tight = true },
	func(z *squeeze) { z.joined = true },
	func(z *squeeze) { z.unsaid = true },
	func(z *squeeze) { z.few = true },
	func(z *squeeze) { z.terse = true },
	func(z *squeeze) { z.sums = true },
	func(z *squeeze) { z.names = true },
	func(z *squeeze) { z.counts = true },
}

// Draw draws a table and under it the question, within the height if it goes.
// Rows that a menu asks for part by part carry their own numbers.
func (s *Screen) Draw(of *scene.Scene, m *Menu) []Line {
	shown := of
	if m != nil {
		shown = m.renumber(of)
	}
	var out []Line
	var z squeeze
	for _, step := range steps {
		step(&z)
		d := drawing{Screen: s, scene: shown, squeeze: z, marks: marks(of)}
		out = d.table()
		if question := d.question(m); len(question) > 0 {
			out = append(append(out, Line{Text: strings.Repeat("-", s.Width), Faint: true}), question...)
		}
		if len(out) < s.Height { // the last line is for the answer
			break
		}
	}
	return out
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
