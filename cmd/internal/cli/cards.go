package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
)

type cardsParams struct {
	Game   command.Game
	Kind   string `flag:"type"`
	Format string `flag:"format"`
	Export exportParams
}

type listedCard struct {
	ID            string            `json:"id"`
	Names         map[string]string `json:"names"`
	Type          string            `json:"type"`
	Copies        int               `json:"copies"`
	Attributes    map[string]any    `json:"attributes"`
	Abilities     []listedAbility   `json:"abilities"`
	Text          []string          `json:"text"`
	Unimplemented []string          `json:"unimplemented"`
}

type listedAbility struct {
	Name   string         `json:"name"`
	Params map[string]any `json:"params,omitempty"`
}

func (p *cardsParams) run(h Host, c *cobra.Command, game string) error {
	if err := p.Export.checked(c); err != nil {
		return err
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	pack := loaded.Compiled.Pack
	if _, ok := loaded.Compiled.Types[p.Kind]; p.Kind != "" && !ok {
		names := lists.Map(pack.Types, func(t engine.CardType) string { return t.Name })
		return usage("%s has no card type %q; %s", pack.ID, p.Kind, diag.There(p.Kind, names))
	}
	cards, err := p.asked(loaded, options)
	if err != nil {
		return err
	}
	if p.Export.Format != "" {
		if len(cards) < len(pack.Defs) {
			id := func(d engine.DefID) string { return pack.Defs[d].ID }
			p.Export.Cards = append([]string{}, lists.Map(cards, id)...)
		}
		leaving(h, loaded)
		if p.Export.Format == "csv" {
			return p.Export.table(h, loaded)
		}
		return p.Export.run(h, game, &p.Game, loaded)
	}
	speaker := loaded.Messages.Speaker(p.Game.Lang)
	speaker.Marked = p.Format == "json" // which has a text as it is written
	composer := scene.NewComposer(loaded.Compiled, speaker)
	for _, i := range cards {
		card := describeCard(loaded, i)
		shown := composer.Definition(i)
		card.Text = append(card.Text, shown.Text...)
		err := show(h, p.Format, card, "card.txt", struct {
			listedCard
			Shown *scene.Card
		}{card, &shown})
		if err != nil {
			return err
		}
	}
	return nil
}

// asked are the cards that are asked for: of a type, and of the lists that options name for decks. The
// pack, which this command alone has, then has the copies of these.
func (p *cardsParams) asked(loaded *interp.Pack, options map[string]string) ([]engine.DefID, error) {
	pack := loaded.Compiled.Pack
	listed, err := loaded.Listed(options)
	for d := range listed {
		pack.Defs[d].Copies = listed[d]
	}
	return slices.DeleteFunc(loaded.Compiled.InOrder(), func(d engine.DefID) bool {
		return p.Kind != "" && pack.Types[pack.Defs[d].Type].Name != p.Kind || listed != nil && listed[d] == 0
	}), err
}

func describeCard(p *interp.Pack, d engine.DefID) listedCard {
	pack := p.Compiled.Pack
	def := &pack.Defs[d]
	card := listedCard{
		ID: def.ID, Names: map[string]string{}, Type: pack.Types[def.Type].Name, Copies: def.Copies,
		Attributes: map[string]any{}, Abilities: []listedAbility{}, Unimplemented: []string{}, Text: []string{},
	}
	for _, t := range p.Compiled.Labels.Cards[d] {
		card.Names[t.Lang] = t.Text
	}
	for _, a := range pack.Types[def.Type].Attributes {
		values := def.Printed.Of(a)
		named := &pack.Cards[a]
		switch {
		case len(values) == 0 || named.State:
		case named.By < 0:
			card.Attributes[named.Name] = plainValue(pack, values[0])
		default:
			byWord := map[string]any{}
			words := pack.Cards[named.By].Words
			for i, v := range values[:min(len(values), len(words))] {
				byWord[pack.Symbols[words[i]]] = plainValue(pack, v)
			}
			card.Attributes[named.Name] = byWord
		}
	}
	for _, carried := range def.Abilities {
		ability := &pack.Abilities[carried.Ability]
		if ability.Part > 0 {
			continue
		}
		listed := listedAbility{ability.Name, map[string]any{}}
		for i, v := range carried.Params {
			listed.Params[ability.Params[i].Name] = plainValue(pack, v)
		}
		card.Abilities = append(card.Abilities, listed)
	}
	for _, note := range p.Compiled.Cards[d].Unimplemented {
		card.Unimplemented = append(card.Unimplemented, note.Text)
	}
	return card
}

// plainValue turns a printed value into JSON's kinds.
func plainValue(pack *engine.Pack, v engine.Value) any {
	switch v.Kind {
	case engine.Number:
		return v.N
	case engine.Flag:
		return v.N != 0
	case engine.Word:
		return pack.Symbols[v.N]
	case engine.List:
		list := pack.List(v)
		items := lists.Map(list.Items, func(item engine.Value) any { return plainValue(pack, item) })
		if list.Keys == nil {
			return append([]any{}, items...)
		}
		m := map[string]any{}
		for i, key := range list.Keys {
			m[pack.Symbols[key]] = items[i]
		}
		return m
	}
	return nil
}
