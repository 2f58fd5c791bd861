// Package screen draws a scene (interp/scene) as lines of text for a terminal: the
// table and under it the question, on a page, and the rest for a pager. It decides
// nothing about the game and does no input or output: the same scene, width and
// height give the same lines.
//
//	table.go      sides and places as lines, as many as there is room for
//	board.go      boards, rows over columns
//	card.go       a card in a few words, and all of it
//	question.go   the question, its causes and its options
//	menu.go       options of several parts, asked for part by part
//	text.go       widths, wrapping
//
// Nothing depends on colour: a Line may be strong or faint, and reads the same
// without. It imports cmd/internal/columns, and interp's locale, sanitize and scene.
package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
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
	// Width is that of a line. Height is the number of lines of a page, the last of
	// them for the answer; 0 for one page of any length.
	Width, Height int
}

// The size of a terminal that does not say.
const (
	Width  = 80
	Height = 24
)

// New returns a screen of the usual size.
func New(lang string) *Screen {
	return &Screen{locale.NewWords(lang, locale.InTerminal), Width, Height}
}

// density says how much is drawn of a table and its question.
type density int

const (
	// full draws each place with all its values, and each sentence on separate lines.
	full density = iota
	// short counts the places of the other seats, and puts sentences, in few words
	// where the pack has them, behind what they belong to.
	short
	// tight draws what the question touches, other places as there is room, else as
	// counts; an answer takes one line.
	tight
)

// Draw draws a page: the least dense that holds the question, its answers and what they
// touch. The rest, if anything is left out, is all of the table and the question.
func (s *Screen) Draw(of *scene.Scene, m *Menu) (page, rest []Line) {
	all := s.All(of, m)
	if s.fits(all) {
		return all, nil
	}
	of = m.Numbered(of)
	page = s.drawing(of, m, short).all()
	if s.fits(page) {
		return page, all
	}
	return s.drawing(of, m, tight).page(), all
}

// All draws all of the table and under it the question.
func (s *Screen) All(of *scene.Scene, m *Menu) []Line {
	return s.drawing(m.Numbered(of), m, full).all()
}

// fits reports whether lines leave a line of a page for the answer.
func (s *Screen) fits(lines []Line) bool { return s.Height == 0 || len(lines) < s.Height }

// Page cuts the first page off lines.
func (s *Screen) Page(lines []Line) (page, rest []Line) {
	if s.fits(lines) {
		return lines, nil
	}
	return lines[:s.Height-1], lines[s.Height-1:]
}

// Pages is how many pages lines take.
func (s *Screen) Pages(lines []Line) int { return (len(lines) + s.Height - 2) / (s.Height - 1) }

// drawing is a table in the making.
type drawing struct {
	*Screen
	density
	scene *scene.Scene
	// menu is the open question, nil for none.
	menu  *Menu
	marks map[int]string
	// narrow leaves names of values out, as on a board; bare draws as answers the names of
	// cards whose values stand on the table, mute draws answers without sentences.
	narrow, bare, mute bool
}

func (s *Screen) drawing(of *scene.Scene, m *Menu, at density) *drawing {
	return &drawing{Screen: s, density: at, scene: of, menu: m, marks: marks(of)}
}

// all is the whole table and the question.
func (d *drawing) all() []Line {
	sides := d.sides()
	for i := range sides {
		whole(&sides[i])
	}
	return d.over(d.table(sides), d.question())
}

// page is as much of the table as fits above the question: above the short or the bare
// question, if everything it touches fits then, else above a tight one. If the answers
// alone say what is touched, they keep their sentences, and no side is drawn.
func (d *drawing) page() []Line {
	var sides []side
	var question []Line
	room := d.Height - 2
	forms := []drawing{{density: short}, {density: tight, bare: true}, {density: tight}, {density: tight, mute: true}}
	for i, form := range forms {
		asked := *d
		on := *d
		asked.density = form.density
		asked.bare = form.bare
		asked.mute = form.mute
		on.bare = form.bare
		question = asked.question()
		sides = on.sides()
		if d.fill(sides, room-len(question)) || i > 1 && len(d.table(sides))+len(question) <= room {
			break
		}
		if head := sides[:1]; i == 2 && !slices.ContainsFunc(sides, drawn) && len(d.table(head))+len(question) <= room {
			sides = head
			break
		}
	}
	table := d.table(sides)
	page, _ := d.Page(d.over(table[:max(0, min(len(table), room-len(question)))], question))
	return page
}

// over puts a table over the question.
func (d *drawing) over(table, question []Line) []Line {
	if len(table) == 0 {
		return question
	}
	return slices.Concat(table, []Line{{Text: strings.Repeat("-", d.Width), Faint: true}}, question)
}

func marks(of *scene.Scene) map[int]string {
	out := map[int]string{}
	for i := range of.Seats {
		out[int(of.Seats[i].Seat)] = of.Seats[i].Mark
	}
	return out
}

// Last are the last of several lines, no more than a screen of them as a terminal breaks
// them, under a line that says how many come before.
func (s *Screen) Last(lines []string) []string {
	from := len(lines)
	for rows := 0; from > 0 && s.Height > 0; from-- {
		rows += max(1, (columns.Width(lines[from-1])+s.Width-1)/s.Width)
		if rows > s.Height-4 {
			break
		}
	}
	if from == 0 || s.Height == 0 {
		return lines
	}
	return slices.Concat([]string{s.Say("earlier", "count", fmt.Sprint(from))}, lines[from:])
}
