package scene

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Known is what a seat knows of cards that do not lie open to it, in words.
type Known struct {
	Seat  engine.Seat   `json:"seat"`
	Name  string        `json:"name"`
	Cards []Whereabouts `json:"cards"`
}

// Whereabouts are cards, and the place where they lie, or those among which each of them
// does, with how likely that is.
type Whereabouts struct {
	Cards  []string `json:"cards"`
	Places []string `json:"places"`
}

// Known tells what the seat of a view knows of hidden cards.
func (c *Composer) Known(v *view.View) Known {
	s := c.compose(v)
	words := locale.NewWords(c.Lang, locale.InGames)
	s.find()
	out := Known{Seat: v.Seat, Name: s.voice.Seat(v.Seat), Cards: []Whereabouts{}}
	for _, key := range lists.Sorted(s.zones) {
		z := s.zones[key]
		kind := &c.compiled.Pack.Zones[z.At.ZoneKind]
		if kind.Seen == engine.SeenByAll || kind.Seen == engine.SeenByOwner && z.Seat == v.Seat {
			continue
		}
		var cards []string
		for n := range z.Cards {
			card := &z.Cards[n]
			name := s.voice.Value(&card.Is)
			if kind.Ordered {
				name = words.Say("scene.known", "card", name, "number", n+1)
			}
			if card.Key != "" {
				cards = append(cards, name)
			}
		}
		if cards != nil {
			out.Cards = append(out.Cards, Whereabouts{counted(cards), []string{s.voice.Zone(&z.At)}})
		}
	}
	for _, g := range v.Groups {
		cards := lists.Map(g.Cards, func(id string) string { return c.Def(c.compiled.Defs[id]) })
		places := lists.Map(g.Zones, func(of view.Share) string {
			name := s.voice.Zone(&s.zones[of.Zone].At)
			if of.Percent < 100 {
				name += fmt.Sprintf(" %d %%", of.Percent)
			}
			return name
		})
		out.Cards = append(out.Cards, Whereabouts{counted(cards), places})
	}
	return out
}

// counted merges equal texts that stand side by side, with their number.
func counted(texts []string) (out []string) {
	for from, to := 0, 0; from < len(texts); from = to {
		for to < len(texts) && texts[to] == texts[from] {
			to++
		}
		text := texts[from]
		if to-from > 1 {
			text += fmt.Sprintf(" × %d", to-from)
		}
		out = append(out, text)
	}
	return out
}
