package scene_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// factOf is the fact of a card with a key.
func factOf(c *scene.Card, key string) *scene.Fact {
	if i := slices.IndexFunc(c.Facts, func(f scene.Fact) bool { return f.Key == key }); i >= 0 {
		return &c.Facts[i]
	}
	return nil
}

// TestPrintedCards: a printed card shows each value of its own that has a name, but for
// those that go without saying, and each state's where it has several. It says what the
// signs on it mean, and no others.
func TestPrintedCards(t *testing.T) {
	for _, id := range pack.Shipped() {
		p, err := interp.Load(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := p.Table(interp.Settings{Seats: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		speaker := table.Speaker("en")
		composer := scene.NewComposer(table.Compiled, speaker)
		for d := range table.Compiled.Pack.Defs {
			card := composer.Definition(engine.DefID(d))
			face := table.Compiled.Layout.Faces[card.Type]
			for name, icons := range table.Compiled.Layout.Icons {
				icon, _ := icons.In("en")
				sign := []rune(icon)[0]
				stands := func(f scene.Fact) bool { return strings.Contains(f.Brief, icon) }
				told := func(s scene.Sign) bool { return s.Sign == icon }
				shows := slices.ContainsFunc(card.Facts, stands)
				if !unicode.IsLetter(sign) && shows != slices.ContainsFunc(card.Signs, told) {
					t.Errorf("%s: %s shows %s for %s: %t; its signs are %v",
						id, card.Name, icon, name, shows, card.Signs)
				}
			}
			for _, p := range table.Compiled.Pack.Defs[d].Printed {
				a, values := p.Attribute, p.Values
				declared := &table.Compiled.Pack.Cards[a]
				_, named := speaker.CardAttribute(a)
				f := factOf(&card, declared.Name)
				quiet := face != nil && f != nil && slices.Contains(face.Quiet[declared.Name], f.Text)
				if !named || declared.State || quiet || speaker.Plain(values[0]) == "" ||
					declared.Kind == engine.Flag && values[0].N == 0 ||
					face == nil && declared.Kind == engine.Number && values[0].N == 0 {
					continue
				}
				if f == nil || f.Quiet {
					t.Errorf("%s: %s does not show its %s", id, card.Name, declared.Name)
					continue
				}
				for _, v := range values {
					if len(values) > 1 && !strings.Contains(f.Text, speaker.Plain(v)) {
						t.Errorf("%s: %s shows %s %s, and has %s too", id, card.Name, declared.Name,
							f.Text, speaker.Plain(v))
					}
				}
			}
		}
	}
}

// TestOtherStates: in a game a card says what it is worth in its other states.
func TestOtherStates(t *testing.T) {
	g := newGame(t, "bbtm", 2, 7)
	for g.next(t) {
		s := scene.NewComposer(g.table.Compiled,
			g.table.Speaker("en")).Scene(scene.Input{View: view.Of(g.Position(), 1)})
		own := s.Seats[len(s.Seats)-1].Areas
		hand := slices.IndexFunc(own, func(a scene.Area) bool { return a.Held && a.Count > 0 })
		if hand < 0 {
			continue
		}
		if f := factOf(&own[hand].Cards[0], "power"); f == nil || !strings.HasPrefix(f.Other, "downed ") {
			t.Errorf("%s in hand: %+v", own[hand].Cards[0].Name, f)
		}
		return
	}
	t.Error("no card is in hand")
}
