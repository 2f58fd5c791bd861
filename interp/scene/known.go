package scene

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Known is what a seat knows of cards that do not lie open to it.
type Known struct {
	Seat  engine.Seat   `json:"seat"`
	Name  string        `json:"name"`
	Cards []Whereabouts `json:"cards"`
}

// Whereabouts are cards by their names, and the places among which each of them lies.
type Whereabouts struct {
	Cards  []Copies `json:"cards"`
	Places []Chance `json:"places"`
}

// Copies are cards with one name; At is the place from the top where it is known, else 0.
type Copies struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	At    int    `json:"at,omitempty"`
}

// Chance is how likely a card lies at a place, in whole percent.
type Chance struct {
	Name    string `json:"name"`
	Percent int    `json:"percent"`
}

// Known tells what the seat of a view knows of hidden cards.
func (c *Composer) Known(v *view.View) Known {
	s := c.compose(v)
	s.find()
	out := Known{Seat: v.Seat, Name: s.voice.Seat(v.Seat), Cards: []Whereabouts{}}
	zones := slices.Clone(v.Table)
	for i := range v.Players {
		zones = append(zones, v.Players[i].Zones...)
	}
	for i := range zones {
		z, known := &zones[i], Whereabouts{}
		kind := &c.compiled.Pack.Zones[z.At.ZoneKind]
		if kind.Seen == engine.SeenByAll || kind.Seen == engine.SeenByOwner && z.Seat == v.Seat {
			continue
		}
		for n := range z.Cards {
			if card := &z.Cards[n]; card.Key != "" && kind.Ordered {
				known.Cards = append(known.Cards, Copies{s.voice.Value(&card.Is), 1, n + 1})
			} else if card.Key != "" {
				known.add(s.voice.Value(&card.Is))
			}
		}
		if known.Cards != nil {
			known.Places = []Chance{{s.voice.Zone(&z.At), 100}}
			out.Cards = append(out.Cards, known)
		}
	}
	for _, g := range v.Groups {
		lost := Whereabouts{}
		for _, id := range g.Cards {
			lost.add(c.Def(c.compiled.Defs[id]))
		}
		for _, of := range g.Zones {
			lost.Places = append(lost.Places, Chance{s.voice.Zone(&s.zones[of.Zone].At), of.Percent})
		}
		out.Cards = append(out.Cards, lost)
	}
	return out
}

// add adds a card to those of its name.
func (w *Whereabouts) add(name string) {
	if last := len(w.Cards) - 1; last >= 0 && w.Cards[last].Name == name {
		w.Cards[last].Count++
		return
	}
	w.Cards = append(w.Cards, Copies{Name: name, Count: 1})
}
