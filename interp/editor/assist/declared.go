package assist

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// declaration is something that a game declares, where its name stands.
type declaration struct {
	Symbol
	at    diag.Pos
	label string
}

// declarations are all things that a game declares by name.
func declarations(c *compile.Compiled, headers []compile.Header) []declaration {
	var out []declaration
	add := func(kind string, w ast.Word, texts ast.Texts) {
		label, _ := texts.In("en")
		out = append(out, declaration{Symbol{Kind: kind, Name: w.Text}, w.Pos, label})
	}
	tree := c.Tree
	for _, card := range c.Cards {
		add("card", card.ID, card.Label)
	}
	for i := range headers {
		if h := &headers[i]; h.Part <= 1 {
			label, _ := c.Labels.Abilities[h.ID].In("en")
			at := diag.Pos{File: h.File, Line: h.Line, Column: 1}
			out = append(out, declaration{Symbol{Kind: "ability", Name: h.ID}, at, label})
		}
	}
	for name, at := range c.StepPlaces {
		out = append(out, declaration{Symbol{Kind: "step", Name: name}, at, ""})
	}
	for _, t := range tree.Triggers {
		add("trigger", t.Name, t.Label)
	}
	for _, z := range tree.Zones {
		add("zone", z.Name, z.Label)
	}
	for _, g := range tree.Groups {
		add("group", g.Name, nil)
	}
	for _, o := range tree.GameOptions {
		add("option", o.Name, o.Label)
	}
	for _, list := range tree.Words {
		add("words", list.Name, nil)
		for i, w := range list.Words {
			add("word", w, list.Labels[i])
		}
	}
	for _, d := range tree.Dice {
		add("die", d.Name, nil)
	}
	for _, list := range [][]*ast.Attribute{tree.Game, tree.Seat} {
		for _, a := range list {
			add("attribute", a.Name, a.Label)
		}
	}
	for _, t := range tree.Types {
		add("type", t.Name, t.Label)
		for _, a := range t.Attributes {
			add("attribute", a.Name, a.Label)
		}
	}
	for n := range ast.Nodes(tree.Flow) {
		if n.Name.Given() {
			add("phase", n.Name, n.Label)
		}
	}
	for _, r := range tree.Rulings {
		add("ruling", r.ID, nil)
	}
	for _, m := range tree.Messages {
		if m.Lang == "en" {
			add("text", m.Key, nil)
		}
	}
	return out
}

// Definition returns where what is named at a place is declared.
func (f *File) Definition(line, column int) []diag.Pos {
	g, line, ok := f.readable(line)
	if !ok {
		return nil
	}
	out := slices.Clone(g.definition(line, column))
	for i := range out {
		out[i] = f.study.Now(out[i])
	}
	return out
}

func (f *File) definition(line, column int) []diag.Pos {
	if f.kind == "lua" {
		place, ok := f.study.Scripts.At(f.shown, line, column)
		if !ok {
			return nil
		}
		if s, ok := f.symbolLua(place); ok {
			if at := f.declared(s); len(at) > 0 {
				return at
			}
		}
		if out := f.parameter(place.Object.Triggers(), place.Name); len(out) > 0 {
			return out
		}
		return place.Declared
	}
	s, ok := f.spot(line, column)
	if !ok {
		return nil
	}
	symbol, ok := f.symbol(s)
	if !ok {
		return nil
	}
	return f.declared(symbol)
}

// parameter is where the triggers declare a parameter.
func (f *File) parameter(triggers []string, name string) []diag.Pos {
	var out []diag.Pos
	for _, t := range f.study.Reading.Compiled.Tree.Triggers {
		for _, p := range t.Params {
			if p.Name.Text == name && slices.Contains(triggers, t.Name.Text) {
				out = append(out, p.Name.Pos)
			}
		}
	}
	return out
}

// declared are the places where a thing is declared.
func (f *File) declared(s Symbol) []diag.Pos {
	var out []diag.Pos
	for _, d := range declarations(f.study.Reading.Compiled, f.study.Reading.Scripts.Headers()) {
		if d.Symbol == s && d.at.File != "" {
			out = append(out, d.at)
		}
	}
	return out
}

// Found is a thing of a pack, for a search by name.
type Found struct {
	Kind, Name, Label string
	At                diag.Pos
}

// Things are what the game declares, for a search by name.
func (f *File) Things() []Found {
	var out []Found
	for _, d := range declarations(f.study.Reading.Compiled, f.study.Reading.Scripts.Headers()) {
		if d.Kind != "text" && d.at.File != "" {
			out = append(out, Found{d.Kind, d.Name, d.label, d.at})
		}
	}
	return out
}

// Source is the text of a file that the game was read from, as it was read.
func (f *File) Source(shown string) ([]byte, bool) {
	for _, src := range f.study.Reading.Loaded.Sources() {
		for _, file := range src.Files {
			if file.Shown == shown {
				return file.Data, true
			}
		}
	}
	return nil, false
}
