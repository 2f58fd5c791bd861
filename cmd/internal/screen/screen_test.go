package screen

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() {
	pack.Register(cards.Files, scripts.Files)
	debug.SetGCPercent(400) // as sim does
	interp.Keep()
}

// questions plays a game with random players and hands a way to each scene
// with a question to a function, until it has seen enough.
func questions(t *testing.T, id string, seats int, seed uint64, lang string, most int, look func(func() *scene.Scene)) {
	t.Helper()
	foretold(t, id, seats, seed, lang, most, func(of func() *scene.Scene, _ func() preview.Question) { look(of) })
}

// foretold is questions with what the options would do.
func foretold(t *testing.T, id string, seats int, seed uint64, lang string, most int,
	look func(func() *scene.Scene, func() preview.Question)) {
	t.Helper()
	p, err := interp.Load(id, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: seats, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	machine, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	sampler, would := belief.NewSampler(machine, nil), preview.New(machine, table.Speaker(lang))
	composer := scene.NewComposer(p.Compiled, table.Speaker(lang))
	for n := 0; n < most; {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status != engine.Waiting {
			return
		}
		d := g.Open()
		for seat := engine.Seat(1); int(seat) <= seats; seat++ {
			if !d.Waits(seat) {
				continue
			}
			n++
			look(func() *scene.Scene {
				sampler.At(t.Context(), g.Position(), d, seat)
				return composer.Scene(scene.Input{View: view.Of(g.Position(), seat),
					Question: view.Asked(g.Position(), d, seat), Derived: sampler.Estimates(16)})
			}, func() preview.Question {
				would.At(t.Context(), g.Position(), d, seat)
				return would.Options(preview.Default)
			})
			q := view.ShapeOf(d, seat)
			if err := g.Answer(d.Number, seat, bot.NewRandom(seat, seed).Reply(&q)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

var shipped = []struct {
	id    string
	seats int
}{{"bbtm", 4}, {"seven-missions", 2}, {"football-champions", 2}}

// TestFirstPage: over whole games the question, each of its answers and each card that
// an answer names stand on the first page at 80x24, with a line left for the answer, and
// no line is ever wider.
func TestFirstPage(t *testing.T) {
	for _, game := range shipped {
		for _, lang := range locale.Languages {
			t.Run(game.id+" "+lang, func(t *testing.T) {
				s, n := New(lang), 0
				questions(t, game.id, game.seats, 9, lang, 2000, func(scene func() *scene.Scene) {
					if n++; n%10 == 0 {
						of := scene()
						onPage(t, s, of, NewMenu(of.Ask))
					}
				})
			})
		}
	}
}

// onPage checks the page of a list of answers, and of the lists that its rows lead to.
func onPage(t *testing.T, s *Screen, of *scene.Scene, m *Menu) {
	t.Helper()
	page, _ := s.Draw(of, m)
	var b strings.Builder
	for _, l := range page {
		b.WriteString(l.Text + "\n")
		if columns.Width(l.Text) > s.Width {
			t.Errorf("a line of %d columns: %s", columns.Width(l.Text), l.Text)
		}
	}
	text := b.String()
	if len(page) >= s.Height {
		t.Errorf("question %d takes %d lines:\n%s", of.Ask.Number, len(page), text)
	}
	table, question, both := strings.Cut(text, strings.Repeat("-", s.Width)+"\n")
	if !both {
		table, question = "", text
	}
	if !strings.Contains(dense(question), dense(of.Ask.Text)) {
		t.Errorf("question %d: no %s in\n%s", of.Ask.Number, of.Ask.Text, text)
	}
	for i, r := range m.Rows {
		if !numbered(dense(question), m, i) {
			t.Errorf("question %d: no row %d %s in\n%s", of.Ask.Number, i+1, r.Text, text)
		}
		for _, p := range r.parts {
			// The values of a card stand at its name in the table, which a board may cut, or in the row.
			if strings.Contains(dense(text), dense(strings.Join(briefs(p.Facts), ""))) {
				continue
			}
			if at, _ := strings.CutSuffix(columns.Cut(p.Text, shortName),
				"…"); !strings.Contains(dense(table), dense(at)) {
				t.Errorf("question %d: %s of row %d is without its values in\n%s", of.Ask.Number, p.Text, i+1, text)
			}
		}
	}
	for i := range m.Rows {
		if len(m.Rows[i].options) > 1 {
			m.Pick(i + 1)
			onPage(t, s, of, m)
			m.Pick(0)
		}
	}
}

// numbered reports whether a row stands in a question with its number, or with the first and
// the last of rows that read alike.
func numbered(question string, m *Menu, row int) bool {
	text, from, to := m.Rows[row].Text, row, row
	for from > 0 && m.Rows[from-1].Text == text {
		from--
	}
	for to+1 < len(m.Rows) && m.Rows[to+1].Text == text {
		to++
	}
	numbers := []string{fmt.Sprint(row + 1), fmt.Sprintf("%d,%d", from+1, to+1), fmt.Sprintf("%d-%d", from+1, to+1)}
	if m.values {
		numbers = []string{""}
	}
	return slices.ContainsFunc(numbers,
		func(number string) bool { return strings.Contains(question, dense(number+text)) })
}

// TestShowsFacts: each value of what a question is about, and of its answers, stands
// somewhere on the pages.
func TestShowsFacts(t *testing.T) {
	for _, game := range shipped {
		s := New("en")
		questions(t, game.id, game.seats, 5, "en", 40, func(look func() *scene.Scene) {
			of := look()
			m := NewMenu(of.Ask)
			text := ""
			draw := func() {
				for _, l := range s.All(of, m) {
					text += dense(l.Text)
				}
			}
			draw()
			for i := range m.Rows {
				if len(m.Rows[i].options) > 1 {
					m.Pick(i + 1)
					draw()
					m.Pick(0)
				}
			}
			shows := func(name string, facts []scene.Fact) {
				for _, f := range facts {
					if !f.Quiet && !strings.Contains(text, dense(f.Brief)) {
						t.Errorf("%s, question %d: %s without %s", game.id, of.Ask.Number, name, f.Brief)
					}
				}
			}
			for _, about := range of.Ask.About {
				shows(about.Name, about.Facts)
			}
			for _, o := range of.Ask.Options {
				shows(o.Text, o.Facts)
			}
		})
	}
}

// dense is a text without spaces, to look for what may be broken over lines.
func dense(text string) string { return strings.Join(strings.Fields(text), "") }

// TestLast: what has happened takes no more than a screen, long lines as they are broken.
func TestLast(t *testing.T) {
	s := New("en")
	lines := slices.Repeat([]string{strings.Repeat("x", 81)}, 30)
	if got := s.Last(lines); len(got) != 11 || got[0] != "(20 earlier lines; log shows them)" {
		t.Error(len(got), got[0])
	}
	if got := s.Last(lines[:10]); len(got) != 10 {
		t.Error(len(got))
	}
}
