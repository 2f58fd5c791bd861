package screen

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() { pack.Carry(cards.Files, scripts.Files) }

// questions plays a game with random players and hands a way to each scene
// with a question to a function, until it has seen enough.
func questions(t *testing.T, id string, seats int, seed uint64, lang string, most int, look func(func() *scene.Scene)) {
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
	composer := scene.NewComposer(p.Compiled, table.Speaker(lang))
	for n := 0; n < most; {
		status, err := g.Advance()
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
				return composer.Scene(scene.Input{View: view.Of(g.Position(), seat), Question: view.Asked(g.Position(), d, seat)})
			})
			q := view.ShapeOf(d, seat)
			if err := g.Answer(d.Number, seat, bot.NewRandom(seed, int(seat)).Reply(&q)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

var shipped = []struct {
	id    string
	seats int
}{{"bbtm", 4}, {"seven-missions", 2}, {"football-champions", 2}}

// TestFits: for three of four questions table and question fit on a screen of
// 80x24, with the line for the answer; and no line is ever wider.
func TestFits(t *testing.T) {
	for _, game := range shipped {
		for _, lang := range Languages {
			s := New(lang)
			fit, all := 0, 0
			questions(t, game.id, game.seats, 5, lang, 30, func(scene func() *scene.Scene) {
				of := scene()
				lines := s.Draw(of, NewMenu(of.Ask))
				all++
				if len(lines) < s.Height {
					fit++
				}
				for _, l := range lines {
					if width(l.Text) > s.Width {
						t.Errorf("%s in %s: a line of %d columns: %s", game.id, lang, width(l.Text), l.Text)
					}
				}
			})
			t.Logf("%s in %s: %d of %d fit", game.id, lang, fit, all)
			if 4*fit < 3*all {
				t.Errorf("%s in %s: %d of %d questions fit on a screen", game.id, lang, fit, all)
			}
		}
	}
}

// TestEveryNumber: each row of a menu is on the screen with its number.
func TestEveryNumber(t *testing.T) {
	s := New("en")
	for _, game := range shipped {
		questions(t, game.id, game.seats, 9, "en", 20, func(scene func() *scene.Scene) {
			of := scene()
			m := NewMenu(of.Ask)
			var text strings.Builder
			for _, l := range s.Draw(of, m) {
				text.WriteString(l.Text + "\n")
			}
			for i, r := range m.Rows {
				first, _, _ := strings.Cut(r.Text, " ")
				if !regexp.MustCompile(`(?m)(^|  )\s*` + regexp.QuoteMeta(itoa(i+1)+" "+first)).MatchString(text.String()) {
					t.Errorf("%s: no row %d %s in\n%s", game.id, i+1, r.Text, text.String())
				}
			}
		})
	}
}

func itoa(n int) string { data, _ := json.Marshal(n); return string(data) }

// TestWords: the program's own words are there in each language, with the same
// placeholders.
func TestWords(t *testing.T) {
	hole := regexp.MustCompile(`\{[a-z]+\}`)
	holes := func(raw json.RawMessage) []string {
		found := hole.FindAllString(string(raw), -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	read := func(lang string) map[string]json.RawMessage {
		data, err := locales.ReadFile("locale/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var out map[string]json.RawMessage
		if err := json.Unmarshal(data, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	english := read("en")
	for _, lang := range Languages {
		words := read(lang)
		for key, text := range english {
			if words[key] == nil || !slices.Equal(holes(text), holes(words[key])) {
				t.Errorf("%s in %s: %s", key, lang, words[key])
			}
		}
		if len(words) != len(english) {
			t.Errorf("%s has %d words, English %d", lang, len(words), len(english))
		}
	}
	if got := NewWords("fr").Say("bad.option", "number", "7", "count", "1"); got != "il n’y a pas d’option 7 ; il y en a 1" {
		t.Error(got)
	}
}

// TestWidths: Japanese takes two columns a character, and is broken between
// characters.
func TestWidths(t *testing.T) {
	if width("選手 3") != 6 || cut("スターパワー", 7) != "スター…" || pad("選手", 6) != "選手  " {
		t.Error(width("選手 3"), cut("スターパワー", 7), pad("選手", 6))
	}
	got := wrap([]string{"手札を見る", "山札", "捨て札"}, ", ", "- ", "  ", 12)
	if !slices.Equal(got, []string{"- 手札を見", "  る, 山札,", "  捨て札"}) {
		t.Errorf("%q", got)
	}
	if got := paragraph("one two three four", "", "  ", 9); !slices.Equal(got, []string{"one two", "  three", "  four"}) {
		t.Errorf("%q", got)
	}
}

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
