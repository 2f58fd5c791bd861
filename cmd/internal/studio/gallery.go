package studio

import (
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
	"github.com/ruledeck/ruledeck/testdata"
)

// printed is a card as it is printed.
type printed struct {
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

// cards are all cards of the game as they are printed, for the gallery.
func (s *server) cards(q *query) (any, error) {
	t := q.branch.shown.Load().table
	pack := t.Compiled.Pack
	composer := scene.NewComposer(t.Compiled, t.Speaker(q.viewer.Lang))
	changed, base, err := base(t, q.viewer.Lang)
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	reached := s.reached
	s.lock.Unlock()
	out := struct {
		Cards []printed `json:"cards"`
		// Base is set where there is something to compare with, Covered where it is
		// known what scenarios reach.
		Base    bool `json:"base"`
		Covered bool `json:"covered"`
	}{Cards: []printed{}, Base: base != nil, Covered: reached != nil}
	for d := range pack.Defs {
		def := &pack.Defs[d]
		c := printed{Card: composer.Definition(engine.DefID(d)), InGame: def.Copies}
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

// cookbook are the recipes that a search finds, or a line that says that none fits.
func (s *server) cookbook(q *query) (any, error) {
	book, err := book()
	if err != nil {
		return nil, err
	}
	found, unknown := book.Find(q.body.Name)
	if len(found) == 0 {
		return map[string]any{"recipes": []any{}, "none": cookbook.None(q.viewer.Lang, q.body.Name, unknown)}, nil
	}
	return map[string]any{"recipes": found}, nil
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
	composer := scene.NewComposer(pack.Compiled, pack.Messages.Speaker(lang, nil))
	cards := map[string]scene.Face{}
	for d := range pack.Compiled.Pack.Defs {
		cards[pack.Compiled.Pack.Defs[d].ID] = scene.Face{}
	}
	for _, f := range composer.Faces() {
		cards[f.Def] = f
	}
	return changed, cards, nil
}

// explained is a field of a card with where it comes from.
type explained struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	sourcePlace
	Was []explained `json:"was,omitempty"`
}

func (s *server) explained(name, value string, at diag.Pos) explained {
	return explained{Name: name, Value: value, sourcePlace: s.spot(at)}
}

// card explains a card: each field with its place, its abilities with theirs.
func (s *server) card(q *query) (any, error) {
	id := q.URL.Query().Get("card")
	things, err := q.branch.atlas().Explainer().Explain("card:" + id)
	if err != nil || len(things) == 0 {
		return nil, table.Refuse(404, "there is no card %q", id)
	}
	thing := things[0]
	out := struct {
		Name   string      `json:"name"`
		Place  explained   `json:"place"`
		Fields []explained `json:"fields"`
		Hooks  []explained `json:"hooks"`
		Tests  []explained `json:"tests"`
		Leaves []leaf      `json:"leaves"`
	}{Name: thing.Label, Place: s.explained("", "", thing.At), Fields: []explained{},
		Hooks: []explained{}, Tests: []explained{},
		Leaves: s.leaves(q.branch.shown.Load().table, thing.Name, q.viewer.Lang)}
	for _, f := range thing.Facts {
		field := s.explained(f.Name, f.Value, f.At)
		for _, was := range f.Was {
			field.Was = append(field.Was, s.explained("", was.Value, was.At))
		}
		out.Fields = append(out.Fields, field)
	}
	for i := range thing.Hooks {
		h := &thing.Hooks[i]
		out.Hooks = append(out.Hooks, s.explained(h.Ability, h.Says(), h.At))
	}
	for _, m := range thing.Scenarios {
		out.Tests = append(out.Tests, s.explained("", m.Text, m.At))
	}
	return out, nil
}
