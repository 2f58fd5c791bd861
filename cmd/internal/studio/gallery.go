package studio

import (
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
	"github.com/ruledeck/ruledeck/testdata"
)

// Printed is a card as it is printed.
type Printed struct {
	scene.Card
	InGame    int      `json:"in_game"`
	Abilities []string `json:"abilities,omitempty"`
	// Uncovered are its abilities that act in no scenario.
	Uncovered []string `json:"uncovered,omitempty"`
	// Was is the card as the base has it, where an overlay changed it; New is set
	// for one that the base does not have.
	Was *scene.Face `json:"was,omitempty"`
	New bool        `json:"new,omitempty"`
}

// Gallery are the cards of a game.
type Gallery struct {
	Cards []Printed `json:"cards"`
	// Base is set where there is something to compare with, Covered where it is
	// known what scenarios reach.
	Base    bool `json:"base"`
	Covered bool `json:"covered"`
}

// cards are all cards of the game as they are printed, for the gallery.
func (s *server) cards(v house.Viewer, _ table.None) (*Gallery, error) {
	t := v.Game.Shown().Table
	pack := t.Compiled.Pack
	composer := scene.NewComposer(t.Compiled, t.Speaker(v.Lang))
	changed, base, err := base(t, v.Lang)
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	reached := s.reached
	s.lock.Unlock()
	out := &Gallery{Cards: []Printed{}, Base: base != nil, Covered: reached != nil}
	for _, d := range t.Compiled.InOrder() {
		def := &pack.Defs[d]
		c := Printed{Card: composer.Definition(d), InGame: len(t.Layout.CardsOf(d))}
		for _, a := range def.Abilities {
			if name := pack.Abilities[a.Ability].Name; !slices.Contains(c.Abilities, name) {
				c.Abilities = append(c.Abilities, name)
				if reached != nil && slices.Contains(reached.Missing, coverage.Item{Kind: "ability", Name: name}) {
					c.Uncovered = append(c.Uncovered, name)
				}
			}
		}
		if was, old := base[def.ID]; !old {
			c.New = base != nil
		} else if changed[def.ID] && was.Def != "" {
			c.Was = &was
		}
		out.Cards = append(out.Cards, c)
	}
	return out, nil
}

// book are the recipes, read once.
var book = sync.OnceValues(func() (*cookbook.Book, error) { return cookbook.New(testdata.Lessons) })

// Found are recipes, or a line that says that none fits.
type Found struct {
	Recipes []*cookbook.Recipe `json:"recipes"`
	None    string             `json:"none,omitempty"`
}

// cookbook are the recipes that a search finds, or a line that says that none fits.
func (s *server) cookbook(v house.Viewer, in house.NameCall) (Found, error) {
	book, err := book()
	if err != nil {
		return Found{}, err
	}
	found, unknown := book.Find(in.Name)
	if len(found) == 0 {
		return Found{[]*cookbook.Recipe{}, cookbook.None(v.Lang, in.Name, unknown)}, nil
	}
	return Found{Recipes: found}, nil
}

// base are the faces of the game's cards without its overlays, and how they differ from the
// present ones; nil for a game without overlays.
func base(t *interp.Table, lang string) (map[string]bool, map[string]scene.Face, error) {
	below := t.Reading().Below()
	if below == nil {
		return nil, nil, nil
	}
	pack, err := below.Pack()
	if err != nil {
		return nil, nil, err
	}
	if !pack.Speaks(lang) {
		lang = "en"
	}
	changed := map[string]bool{}
	for _, d := range compare.Packs(below, t.Reading()) {
		if d.Kind == "card" {
			changed[d.Name] = true
		}
	}
	composer := scene.NewComposer(pack.Compiled, pack.Messages.Speaker(lang))
	cards := map[string]scene.Face{}
	for d := range pack.Compiled.Pack.Defs {
		cards[pack.Compiled.Pack.Defs[d].ID] = scene.Face{}
	}
	for _, f := range composer.Faces() {
		cards[f.Def] = f
	}
	return changed, cards, nil
}

// Explained is a field of a card with where it comes from.
type Explained struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	sourcePlace
	Was []Explained `json:"was,omitempty"`
}

func (s *server) explained(name, value string, at diag.Pos) Explained {
	return Explained{Name: name, Value: value, sourcePlace: s.spot(at)}
}

// hooks are the abilities of a thing, with what they do.
func (s *server) hooks(t *explain.Thing) []Explained {
	return append([]Explained{}, lists.Map(t.Hooks,
		func(h explain.Hook) Explained { return s.explained(h.Ability, h.Says(), h.At) })...)
}

// CardCall names a card.
type CardCall struct {
	Card string `json:"card"`
}

// CardExplained is a card with where everything of it stands.
type CardExplained struct {
	Name   string      `json:"name"`
	Place  Explained   `json:"place"`
	Fields []Explained `json:"fields"`
	Hooks  []Explained `json:"hooks"`
	Tests  []Explained `json:"tests"`
	Leaves []leaf      `json:"leaves"`
}

// card explains a card: each field with its place, its abilities with theirs.
func (s *server) card(v house.Viewer, in CardCall) (*CardExplained, error) {
	id := in.Card
	things, err := atlas(v.Game).Explainer().Explain("card:" + id)
	if err != nil || len(things) == 0 {
		return nil, table.Refuse(404, "there is no card %q", id)
	}
	thing := things[0]
	out := &CardExplained{Name: thing.Label, Place: s.explained("", "", thing.At), Fields: []Explained{},
		Hooks: s.hooks(thing), Tests: []Explained{},
		Leaves: s.leaves(v.Game.Shown().Table, thing.Name, v.Lang)}
	for _, f := range thing.Facts {
		field := s.explained(f.Name, f.Value, f.At)
		for _, was := range f.Was {
			field.Was = append(field.Was, s.explained("", was.Value, was.At))
		}
		out.Fields = append(out.Fields, field)
	}
	for _, m := range thing.Scenarios {
		out.Tests = append(out.Tests, s.explained("", m.Text, m.At))
	}
	return out, nil
}
