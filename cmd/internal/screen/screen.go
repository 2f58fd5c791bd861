// Package screen draws a scene (interp/scene) as lines of text for a terminal: one column,
// the table and under it the question. It decides nothing about the game and does no input
// or output: the same scene and width give the same lines.
//
//	table.go      sides and places as lines
//	card.go       a card in a few words, and all of it
//	question.go   the question, its causes and its options
//	menu.go       options of several parts, asked for part by part
//
// Nothing depends on colour: a Line may be strong or faint, and reads the same
// without. It imports cmd/internal/columns, and interp's locale, sanitize and scene.
package screen

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/locale"
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
	*locale.Words
	// Width is that of a line.
	Width int
}

// New returns a screen as wide as a terminal that does not say.
func New(lang string) *Screen { return &Screen{locale.NewWords(lang, locale.InTerminal), 80} }

// Draw draws the table and under it the question, in one column.
func (s *Screen) Draw(of *scene.Scene, m *Menu) []Line {
	d := s.drawing(m.Numbered(of), m)
	table := d.table()
	question := d.question()
	if len(table) == 0 {
		return question
	}
	return slices.Concat(table, []Line{{Text: strings.Repeat("-", d.Width), Faint: true}}, question)
}

// drawing is a table in the making.
type drawing struct {
	*Screen
	scene *scene.Scene
	// menu is the open question, nil for none.
	menu  *Menu
	marks map[int]string
}

func (s *Screen) drawing(of *scene.Scene, m *Menu) *drawing {
	return &drawing{Screen: s, scene: of, menu: m, marks: marks(of)}
}

func marks(of *scene.Scene) map[int]string {
	out := map[int]string{}
	for i := range of.Seats {
		out[int(of.Seats[i].Seat)] = of.Seats[i].Mark
	}
	return out
}
