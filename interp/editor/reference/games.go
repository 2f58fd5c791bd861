package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// game is what a page says of a game: rows of its tables, texts of its sections.
type game struct {
	// Title is its name, Seats how many may play.
	Title, Seats string
	Pack         *engine.Pack
	compiled     *compile.Compiled
	lang         string
	speaker      *locale.Speaker
	composer     *scene.Composer
}

func newGame(p *interp.Pack, lang string) *game {
	speaker := p.Messages.Speaker(lang, nil)
	least, most := p.Seats()
	seats := fmt.Sprintf("%d to %d", least, most)
	if least == most {
		seats = fmt.Sprint(most)
	}
	return &game{p.Title(lang), seats, p.Compiled.Pack, p.Compiled, lang, speaker,
		scene.NewComposer(p.Compiled, speaker)}
}

// Options are the rows of the options.
func (g *game) Options() [][]string {
	var rows [][]string
	for i := range g.Pack.GameOptions {
		o := &g.Pack.GameOptions[i]
		values := quotes(o.Values)
		switch {
		case o.Number:
			values = fmt.Sprintf("%d to %d", o.Min, o.Max)
		case o.Seat:
			values = "the number of a seat, or `random`"
		}
		if o.PerSeat {
			values += "; one for each seat"
		}
		rows = append(rows, []string{quote(o.Name), values, quote(o.Default), g.compiled.Tree.GameOptions[i].Doc})
	}
	return rows
}

// Flow is the phases and steps as an indented list.
func (g *game) Flow() string {
	return ast.FlowText(g.compiled.Tree.Flow, func(n *ast.PhaseNode) string { return n.Label.Or(g.lang, "") })
}

// Zones are the rows of the zones.
func (g *game) Zones() [][]string {
	var rows [][]string
	for _, z := range g.compiled.Tree.Zones {
		var what []string
		for _, f := range []struct {
			yes  bool
			text string
		}{{z.Ordered, "ordered"}, {z.Bag, "a bag"}, {z.PerSeat, "one a seat"}, {z.Board != nil, "a board"}} {
			if f.yes {
				what = append(what, f.text)
			}
		}
		seen := z.Seen.Text
		if seen == "" {
			seen = "all"
		}
		rows = append(rows, []string{quote(z.Name.Text), strings.TrimSpace(z.Of.Text + " " + wordsText(z.Types)),
			strings.Join(what, ", "), seen, z.Label.Or(g.lang, z.Doc)})
	}
	return rows
}

func wordsText(words []ast.Word) string {
	return strings.Join(lists.Map(words, func(w ast.Word) string { return quote(w.Text) }), ", ")
}

// Attributes are the rows of the attributes of the table, the seats and the cards.
func (g *game) Attributes() [][]string {
	var rows [][]string
	add := func(of string, list []*ast.Attribute) {
		for _, a := range list {
			what := a.Type.Text
			if a.Of.Given() {
				what += " of " + a.Of.Text
			}
			if a.State {
				what += ", state"
			}
			meaning := a.Doc
			if meaning == "" {
				meaning = a.Label.Or(g.lang, "")
			}
			rows = append(rows, []string{quote(a.Name.Text), of, what, meaning})
		}
	}
	add("the table", g.compiled.Tree.Game)
	add("each seat", g.compiled.Tree.Seat)
	for _, t := range g.compiled.Tree.Types {
		add("cards of type "+quote(t.Name.Text), t.Attributes)
	}
	return rows
}

// heard is a trigger as a page shows it.
type heard struct {
	Name, Doc string
	// Params are rows; Windows names those in which abilities may act.
	Params  [][]string
	Windows string
	Cancel  bool
	// Scope is the parameter at whose place cards hear of it, "" for everywhere.
	Scope string
}

// Triggers are the moments that abilities can answer.
func (g *game) Triggers() []heard {
	var out []heard
	for _, t := range g.compiled.Tree.Triggers {
		id, ok := g.compiled.Triggers[t.Name.Text]
		if !ok {
			continue
		}
		c := &g.Pack.Triggers[id]
		h := heard{Name: c.Name, Doc: t.Doc, Cancel: c.Cancel}
		for i, p := range c.Params {
			what := p.Kind.String()
			if len(p.Words) > 0 {
				what = "one of " + quotes(g.Pack.Spell(p.Words))
			}
			if p.Write {
				what += ", may be changed"
			}
			doc := ""
			if i < len(t.Params) {
				doc = t.Params[i].Doc
			}
			h.Params = append(h.Params, []string{quote(p.Name), what, doc})
		}
		h.Windows = strings.Join(c.Open(), ", ")
		if c.Scope >= 0 {
			h.Scope = c.Params[c.Scope].Name
		}
		out = append(out, h)
	}
	return out
}

// Abilities are the rows of the abilities.
func (g *game) Abilities() [][]string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(g.compiled.Abilities)) {
		when := lists.Map(g.compiled.Abilities[name],
			func(id engine.AbilityID) string { return g.hook(&g.Pack.Abilities[id]) })
		slices.Sort(when)
		text, _ := g.speaker.AbilityText(name, nil)
		rows = append(rows, []string{quote(name), g.compiled.Labels.Abilities[name].Or(g.lang, ""),
			strings.Join(slices.Compact(when), "; "), text})
	}
	return rows
}

// hook says when a part of an ability acts.
func (g *game) hook(a *engine.Ability) string {
	switch a.Form {
	case engine.Hook:
		text := a.Window.String() + " " + quote(g.Pack.Triggers[a.Trigger].Name)
		if a.May {
			text += ", by choice"
		}
		return text
	case engine.Action:
		return "as an action, " + quote(g.Pack.Symbols[a.ActionKind])
	case engine.Modifier:
		names := map[engine.Holder][]engine.Attribute{engine.OfTable: g.Pack.Game, engine.OfSeat: g.Pack.Seats,
			engine.OfCard: g.Pack.Cards}
		return "modifies " + quote(names[a.OfHolder][a.Of].Name)
	}
	return "when others ask for it"
}

// cards are the rows of the cards of a type.
type cards struct {
	Type string
	Rows [][]string
}

// Cards are the cards by type.
func (g *game) Cards() []cards {
	var out []cards
	for _, t := range g.compiled.Tree.Types {
		id, ok := g.compiled.Types[t.Name.Text]
		if !ok {
			continue
		}
		var rows [][]string
		for d := range g.Pack.Defs {
			if g.Pack.Defs[d].Type == id {
				rows = append(rows, g.card(engine.DefID(d)))
			}
		}
		if len(rows) > 0 {
			out = append(out, cards{t.Label.Or(g.lang, t.Name.Text), rows})
		}
	}
	return out
}

func (g *game) card(d engine.DefID) []string {
	def, card := &g.Pack.Defs[d], g.compiled.Cards[d]
	name := quote(def.ID)
	if label := card.Label.Or(g.lang, ""); label != "" {
		name = label + " " + name
	}
	shown := g.composer.Definition(d)
	printed := lists.Map(shown.Facts, func(f scene.Fact) string { return f.Name + " " + f.Text })
	var lines []string
	for _, use := range card.Abilities {
		line := quote(use.Name.Text)
		if use.Params != nil {
			line += " " + use.Params.Inline()
		}
		lines = append(lines, line)
	}
	lines = append(shown.Text, lines...)
	for _, note := range card.Unimplemented {
		lines = append(lines, "Not scripted: "+note.Text)
	}
	if def.Copies > 1 {
		name += fmt.Sprintf(" x%d", def.Copies)
	}
	return []string{name, strings.Join(printed, "\n"), strings.Join(lines, "\n")}
}

// Rulings are how the pack reads what the rules leave open.
func (g *game) Rulings() []*ast.Ruling { return g.compiled.Tree.Rulings }
