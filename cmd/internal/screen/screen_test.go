package screen

import (
	"fmt"
	"runtime/debug"
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

// TestColumn: over whole games the question and each of its answers stand under the table, each
// value of an answer stands somewhere, and no line is ever wider than the screen.
func TestColumn(t *testing.T) {
	for _, game := range shipped {
		for _, lang := range locale.Languages {
			t.Run(game.id+" "+lang, func(t *testing.T) {
				s, n := New(lang), 0
				questions(t, game.id, game.seats, 9, lang, 2000, func(scene func() *scene.Scene) {
					if n++; n%10 == 0 {
						of := scene()
						inColumn(t, s, of, NewMenu(of.Ask))
					}
				})
			})
		}
	}
}

// inColumn checks the column of a list of answers, and of the lists that its rows lead to.
func inColumn(t *testing.T, s *Screen, of *scene.Scene, m *Menu) {
	t.Helper()
	var b strings.Builder
	for _, l := range s.Draw(of, m) {
		b.WriteString(l.Text + "\n")
		if columns.Width(l.Text) > s.Width {
			t.Errorf("a line of %d columns: %s", columns.Width(l.Text), l.Text)
		}
	}
	text := b.String()
	_, question, both := strings.Cut(text, strings.Repeat("-", s.Width)+"\n")
	if !both {
		t.Errorf("question %d stands under no table:\n%s", of.Ask.Number, text)
	}
	if !strings.Contains(dense(question), dense(of.Ask.Text)) {
		t.Errorf("question %d: no %s in\n%s", of.Ask.Number, of.Ask.Text, text)
	}
	for i, r := range m.Rows {
		if !numbered(dense(question), m, i) {
			t.Errorf("question %d: no row %d %s in\n%s", of.Ask.Number, i+1, r.Text, text)
		}
		for _, p := range r.parts {
			if !strings.Contains(dense(text), dense(strings.Join(briefs(p.Facts), ""))) {
				t.Errorf("question %d: %s of row %d is without its values in\n%s", of.Ask.Number, p.Text, i+1, text)
			}
		}
	}
	for i := range m.Rows {
		if len(m.Rows[i].options) > 1 {
			m.Pick(i + 1)
			inColumn(t, s, of, m)
			m.Pick(0)
		}
	}
}

// numbered reports whether a row stands in a question with its number.
func numbered(question string, m *Menu, row int) bool {
	number := fmt.Sprint(row + 1)
	if m.values {
		number = ""
	}
	return strings.Contains(question, dense(number+m.Rows[row].Text))
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
				for _, l := range s.Draw(of, m) {
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
