package scene_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// TestNames: whatever a screen may show of the shipped games has its name in each
// language: attributes and their words, zones, phases, types, seats, questions.
func TestNames(t *testing.T) {
	for _, id := range pack.Shipped() {
		p, err := interp.Load(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		c := p.Compiled
		has := func(what, name string, texts ast.Texts, key string) {
			for _, lang := range []string{"en", "fr", "ja"} {
				if _, ok := texts.In(lang); !ok && c.Texts[lang][key] == nil {
					t.Errorf("%s: the %s %s has no name in %s", id, what, name, lang)
				}
			}
		}
		attributes := func(of string, list []engine.Attribute, labels []ast.Texts) {
			for i := range list {
				// Those without any name are internal: check says so.
				if a := &list[i]; len(labels[i]) > 0 {
					has(of+" attribute", a.Name, labels[i], "")
					for _, w := range a.Words {
						word := c.Pack.Symbols[w]
						has("word", word, c.Labels.Words[w], "word."+word)
					}
				}
			}
		}
		attributes("table", c.Pack.Game, c.Labels.GameAttributes)
		attributes("seat", c.Pack.Seats, c.Labels.SeatAttributes)
		attributes("card", c.Pack.Cards, c.Labels.CardAttributes)
		for i := range c.Pack.Zones {
			has("zone", c.Pack.Zones[i].Name, c.Labels.Zones[i], "")
		}
		for i := range c.Pack.Types {
			has("type", c.Pack.Types[i].Name, c.Labels.Types[i], "")
		}
		for i := range c.Pack.Phases {
			name := c.Pack.Phases[i].Name
			has("phase", name, c.Labels.Phases[i], "phase."+name)
		}
		for i := range c.Pack.Triggers {
			for _, param := range c.Pack.Triggers[i].Params {
				if param.Kind == engine.Card {
					has("role", param.Name, nil, "role."+param.Name)
				}
			}
		}
		has("seat", "names", nil, "seat")
		for key := range c.Texts["en"] {
			has("sentence", key, nil, key)
		}
	}
}

// TestSeats: during a game no seat of a shipped game goes by its number, and the
// short forms of two never read alike.
func TestSeats(t *testing.T) {
	for _, id := range pack.Shipped() {
		g := newGame(t, id, 2, 4)
		for range 12 {
			if !g.next(t) {
				break
			}
		}
		for _, lang := range []string{"en", "fr", "ja"} {
			s := scene.NewComposer(g.table.Compiled, g.table.Speaker(lang)).Scene(g.input(g.asked()))
			for i, seat := range s.Seats {
				if strings.ContainsAny(seat.Name, "0123456789") || seat.Name == "" ||
					i > 0 && seat.Mark == s.Seats[i-1].Mark {
					t.Errorf("%s in %s: a seat is called %q, %q", id, lang, seat.Name, seat.Mark)
				}
			}
		}
	}
}

// TestRoles: the words for what values are in a question are those of the language,
// and a number that the question says already is not said again.
func TestRoles(t *testing.T) {
	for _, id := range pack.Shipped() {
		g := newGame(t, id, 2, 3)
		composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("ja"))
		roles := map[string]bool{}
		for n := 0; g.next(t) && n < 200; n++ {
			ask := composer.Scene(g.input(g.asked())).Ask
			for _, a := range ask.About {
				if roles[a.Role] = true; strings.ContainsAny(a.Role, "abcdefghijklmnopqrstuvwxyz") ||
					a.Key == "" && strings.Contains(ask.Text, a.Name) {
					t.Errorf("%s: %q is about %s %q", id, ask.Text, a.Role, a.Name)
				}
			}
		}
		if len(roles) == 0 {
			t.Errorf("%s: no question is about anything", id)
		}
	}
}

// TestPlaces: a question calls a place what the transcript calls it.
func TestPlaces(t *testing.T) {
	for _, lang := range []string{"en", "fr", "ja"} {
		g := newGame(t, "football-champions", 2, 4)
		composer := scene.NewComposer(g.table.Compiled, g.table.Speaker(lang))
		tried := 0
		for ok := g.next(t); ok && tried < 8; {
			seat := g.asked()
			ask := composer.Scene(g.input(seat)).Ask
			ok = g.next(t)
			if ask.Prompt != "place" {
				continue
			}
			tried++
			told := ""
			for _, l := range transcript.Of(g.table.Speaker(lang), view.NewReader(g.Position(), seat)) {
				told += l.Text + "\n"
			}
			found := false
			for _, o := range ask.Options {
				found = found || strings.Contains(told, o.Text)
			}
			if !found {
				t.Errorf("%s: none of the places %q is in\n%s", lang, ask.Options[0].Text, told)
			}
		}
		if tried < 8 {
			t.Errorf("%s: a player was lined up %d times", lang, tried)
		}
	}
}
