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
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// gameBuilder writes the part of one game.
type gameBuilder struct {
	*builder
	compiled *compile.Compiled
	pack     *engine.Pack
	lang     string
	speaker  *locale.Speaker
	composer *scene.Composer
}

func (b *builder) game(p *interp.Pack, lang string) {
	speaker := p.Messages.Speaker(lang, nil)
	g := &gameBuilder{b, p.Compiled, p.Compiled.Pack, lang, speaker, scene.NewComposer(p.Compiled, speaker)}
	s := b.section(1, p.Title(lang))
	least, most := p.Seats()
	seats := fmt.Sprintf("%d to %d", least, most)
	if least == most {
		seats = fmt.Sprint(most)
	}
	s.say(fmt.Sprintf("The game %s, version %s, for %s seats.", quote(g.pack.ID), g.pack.Version, seats))
	g.options()
	g.flow()
	g.zones()
	g.attributes()
	g.triggers()
	g.abilities()
	g.cards()
	g.rulings()
}

// label is a name in the language, else in English, else the plain one.
func (g *gameBuilder) label(texts ast.Texts, plain string) string {
	for _, lang := range []string{g.lang, "en"} {
		if text, ok := texts.In(lang); ok {
			return text
		}
	}
	return plain
}

func (g *gameBuilder) heading(text string) *Section {
	return g.section(2, text+" of "+g.pack.ID)
}

func (g *gameBuilder) options() {
	var rows [][]string
	for i := range g.pack.GameOptions {
		o := &g.pack.GameOptions[i]
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
	if len(rows) > 0 {
		g.heading("Options").list([]string{"option", "values", "default", "meaning"}, rows)
	}
}

// flow writes the phases and steps as an indented list.
func (g *gameBuilder) flow() {
	var out strings.Builder
	var write func(nodes []*ast.PhaseNode, indent string)
	write = func(nodes []*ast.PhaseNode, indent string) {
		for _, n := range nodes {
			if n.Step.Given() {
				out.WriteString(indent + n.Step.Text + "\n")
				continue
			}
			out.WriteString(indent + "phase " + n.Name.Text)
			if label := g.label(n.Label, ""); label != "" {
				out.WriteString(" (" + label + ")")
			}
			switch {
			case n.Times != nil:
				out.WriteString(", " + n.Times.Inline() + " times")
			case n.Repeat:
				out.WriteString(", until " + n.Until.Text)
			}
			if n.Turns != nil {
				out.WriteString(", in turns")
			}
			out.WriteString("\n")
			write(n.Do, indent+"  ")
		}
	}
	write(g.compiled.Tree.Flow, "")
	g.heading("Phases and steps").code("text", "", out.String())
}

func (g *gameBuilder) zones() {
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
		rows = append(rows, []string{quote(z.Name.Text), strings.TrimSpace(z.Of.Text + " " + wordsText(z.Types)), strings.Join(what, ", "), seen, g.label(z.Label, z.Doc)})
	}
	if len(rows) > 0 {
		g.heading("Zones").list([]string{"zone", "of", "kind", "seen by", "meaning"}, rows)
	}
}

func wordsText(words []ast.Word) string {
	var names []string
	for _, w := range words {
		names = append(names, quote(w.Text))
	}
	return strings.Join(names, ", ")
}

func (g *gameBuilder) attributes() {
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
				meaning = g.label(a.Label, "")
			}
			rows = append(rows, []string{quote(a.Name.Text), of, what, meaning})
		}
	}
	add("the table", g.compiled.Tree.Game)
	add("each seat", g.compiled.Tree.Seat)
	for _, t := range g.compiled.Tree.Types {
		add("cards of type "+quote(t.Name.Text), t.Attributes)
	}
	if len(rows) > 0 {
		g.heading("Attributes").list([]string{"attribute", "of", "value", "meaning"}, rows)
	}
}

func (g *gameBuilder) triggers() {
	s := g.heading("Triggers")
	s.say("Beside these, every phase has `<phase>.begins` and `<phase>.ends`, with the parameter `seat` and the windows before and after.")
	for _, t := range g.compiled.Tree.Triggers {
		id, ok := g.compiled.Triggers[t.Name.Text]
		if !ok {
			continue
		}
		c := &g.pack.Triggers[id]
		section := g.name(3, c.Name)
		section.say(t.Doc)
		var rows [][]string
		for i, p := range c.Params {
			what := p.Kind.String()
			if len(p.Words) > 0 {
				var words []string
				for _, w := range p.Words {
					words = append(words, g.pack.Symbols[w])
				}
				what = "one of " + quotes(words)
			}
			if p.Write {
				what += ", may be changed"
			}
			doc := ""
			if i < len(t.Params) {
				doc = t.Params[i].Doc
			}
			rows = append(rows, []string{quote(p.Name), what, doc})
		}
		section.list([]string{"parameter", "value", "meaning"}, rows)
		section.say(g.windows(c))
	}
}

func (g *gameBuilder) windows(c *engine.Trigger) string {
	var windows []string
	for w, has := range c.Windows {
		if has {
			windows = append(windows, engine.Window(w).String())
		}
	}
	text := "Windows: " + strings.Join(windows, ", ") + "."
	if c.Cancel {
		text += " It may be cancelled."
	}
	if c.Scope >= 0 {
		text += " Heard by cards at its " + quote(c.Params[c.Scope].Name) + " alone, unless they act anywhere."
	}
	return text
}

func (g *gameBuilder) abilities() {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(g.compiled.Abilities)) {
		var when []string
		for _, id := range g.compiled.Abilities[name] {
			when = append(when, g.hook(&g.pack.Abilities[id]))
		}
		slices.Sort(when)
		text, _ := g.speaker.AbilityText(name, nil)
		rows = append(rows, []string{quote(name), g.label(g.compiled.Labels.Abilities[name], ""), strings.Join(slices.Compact(when), "; "), text})
	}
	if len(rows) > 0 {
		g.heading("Abilities").list([]string{"ability", "name", "acts", "text"}, rows)
	}
}

// hook says when a part of an ability acts.
func (g *gameBuilder) hook(a *engine.Ability) string {
	switch a.Form {
	case engine.Hook:
		text := a.Window.String() + " " + quote(g.pack.Triggers[a.Trigger].Name)
		if a.May {
			text += ", by choice"
		}
		return text
	case engine.Action:
		return "as an action, " + quote(g.pack.Symbols[a.ActionKind])
	case engine.Modifier:
		names := map[engine.Holder][]engine.Attribute{engine.OfTable: g.pack.Game, engine.OfSeat: g.pack.Seats, engine.OfCard: g.pack.Cards}
		return "modifies " + quote(names[a.OfHolder][a.Of].Name)
	}
	return "when others ask for it"
}

// cards writes the cards by type.
func (g *gameBuilder) cards() {
	for _, t := range g.compiled.Tree.Types {
		id, ok := g.compiled.Types[t.Name.Text]
		if !ok {
			continue
		}
		var rows [][]string
		for d := range g.pack.Defs {
			if g.pack.Defs[d].Type == id {
				rows = append(rows, g.card(engine.DefID(d)))
			}
		}
		if len(rows) > 0 {
			g.heading(g.label(t.Label, t.Name.Text)+" cards").list([]string{"card", "printed", "text and abilities"}, rows)
		}
	}
}

func (g *gameBuilder) card(d engine.DefID) []string {
	def, card := &g.pack.Defs[d], g.compiled.Cards[d]
	name := quote(def.ID)
	if label := g.label(card.Label, ""); label != "" {
		name = label + " " + name
	}
	shown := g.composer.Definition(d)
	var printed []string
	for _, f := range shown.Facts {
		printed = append(printed, f.Name+" "+f.Text)
	}
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

func (g *gameBuilder) rulings() {
	if len(g.compiled.Tree.Rulings) == 0 {
		return
	}
	s := g.heading("Rulings")
	var rows [][]string
	for _, r := range g.compiled.Tree.Rulings {
		ruling := r.Ruling + " Because: " + r.Reason
		if r.Option != "" {
			ruling += " The option " + quote(r.Option) + " switches it."
		}
		rows = append(rows, []string{quote(r.ID.Text), r.Question, ruling, r.Source})
	}
	s.list([]string{"ruling", "question", "answer", "source"}, rows)
}
