package stubs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// aliases declares the kinds of names and values; a game fills them with its own.
func (w *writer) aliases(game *interp.Pack) {
	w.line("---@alias ruledeck.Thing ruledeck.Card|ruledeck.Seat|ruledeck.Zone|ruledeck.Action|string|integer")
	for _, of := range []keyword.Ref{keyword.RefZones, keyword.RefType, keyword.RefCard, keyword.RefAttribute,
		keyword.RefTrigger, keyword.RefAbility, keyword.RefStep, keyword.RefDie} {
		words := "string"
		if game != nil {
			known := game.Compiled.Names(of)
			if of == keyword.RefAttribute {
				known = slices.Concat(known, keys(game.Compiled.SeatAttributes), keys(game.Compiled.GameAttributes))
				slices.Sort(known)
				known = slices.Compact(known)
			}
			words = cmp.Or(quoted(known), words)
		}
		w.line("---@alias ", names[of], " ", words)
	}
	w.line()
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// identifier makes a name that can stand in the name of a class.
func identifier(name string) string { return strings.NewReplacer(".", "_", "-", "_").Replace(name) }

// overloads are the forms of a function that a game knows more about: what an
// ability at each trigger gets, and what each trigger is raised with.
func overloads(game *interp.Pack, function string) []string {
	if game == nil {
		return nil
	}
	var out []string
	for _, name := range keys(game.Compiled.Triggers) {
		id := identifier(name)
		switch function {
		case "ability":
			out = append(out, "fun(t: ruledeck.on."+id+"): any")
		case "raise":
			out = append(out,
				fmt.Sprintf("fun(trigger: %q, params?: ruledeck.event.%s, apply?: fun(ev: ruledeck.event.%s)): "+
					"ruledeck.event.%s", name, id, id, id))
		}
	}
	return out
}

// gameStubs writes the classes that a game adds to.
func gameStubs(p *interp.Pack) string {
	w := &writer{}
	w.out.WriteString(header)
	w.line("-- The game ", p.Compiled.Pack.ID, ".")
	w.line()
	g := &gameWriter{w, p.Compiled, p.Compiled.Pack}
	g.entities()
	g.options()
	g.events()
	g.rules(p)
	return w.out.String()
}

type gameWriter struct {
	*writer
	compiled *compile.Compiled
	pack     *engine.Pack
}

// entities adds attributes and zones to the table, the seats and the cards.
func (g *gameWriter) entities() {
	tree := g.compiled.Tree
	g.line("---@class ruledeck.Game")
	g.line("---@field options ruledeck.GameOptions The settings of this game.")
	for _, a := range tree.Game {
		g.attribute(a, &g.pack.Game[g.compiled.GameAttributes[a.Name.Text]], "")
	}
	g.zones("table", "")
	g.line()
	g.line("---@class ruledeck.Seat")
	for _, a := range tree.Seat {
		g.attribute(a, &g.pack.Seats[g.compiled.SeatAttributes[a.Name.Text]], "")
	}
	g.zones("seat", "")
	g.line()
	g.line("---@class ruledeck.Card")
	g.cards()
	g.line()
}

func (g *gameWriter) attribute(a *ast.Attribute, c *engine.Attribute, of string) {
	g.field(a.Name.Text, g.valueType(c.Kind, c.Words, c), strings.TrimSpace(a.Doc+of),
		c.Kind == engine.Card || c.Kind == engine.Zone)
}

// valueType is the type of a value of the game.
func (g *gameWriter) valueType(kind engine.Kind, words []engine.Symbol, a *engine.Attribute) string {
	switch kind {
	case engine.Number:
		return "integer"
	case engine.Flag:
		return "boolean"
	case engine.Card:
		return "ruledeck.Card"
	case engine.SeatKind:
		return "ruledeck.Seat"
	case engine.Zone:
		return "ruledeck.Zone"
	case engine.Word:
		if len(words) == 0 {
			return "string"
		}
		return quoted(g.pack.Spell(words))
	case engine.List:
		if a == nil || a.Item == engine.List {
			return "table"
		}
		item := g.valueType(a.Item, words, nil)
		if strings.Contains(item, "|") {
			item = "(" + item + ")"
		}
		return item + "[]"
	}
	return "any"
}

func (g *gameWriter) zones(of, note string) {
	for _, z := range g.compiled.Tree.Zones {
		if z.Of.Text == of && z.Board == nil {
			g.field(z.Name.Text, "ruledeck.Zone", strings.TrimSpace(z.Doc+note), false)
		}
	}
}

// cards adds the attributes of all types of cards, and the zones of cards,
// each with the types that have it.
func (g *gameWriter) cards() {
	var order []string
	types := map[string][]string{}
	declared := map[string]*ast.Attribute{}
	for _, t := range g.compiled.Tree.Types {
		for _, a := range t.Attributes {
			if declared[a.Name.Text] == nil {
				declared[a.Name.Text] = a
				order = append(order, a.Name.Text)
			}
			types[a.Name.Text] = append(types[a.Name.Text], t.Name.Text)
		}
	}
	for _, name := range order {
		g.attribute(declared[name], &g.pack.Cards[g.compiled.CardAttributes[name]],
			" ("+strings.Join(types[name], ", ")+")")
	}
	for _, z := range g.compiled.Tree.Zones {
		if z.Of.Text != "card" || z.PerSeat {
			continue
		}
		of := lists.Map(z.Types, func(t ast.Word) string { return t.Text })
		g.field(z.Name.Text, "ruledeck.Zone", strings.TrimSpace(z.Doc+" ("+strings.Join(of, ", ")+")"), false)
	}
}

// options declares the settings as game.options has them.
func (g *gameWriter) options() {
	g.line("---@class ruledeck.GameOptions")
	for i := range g.pack.GameOptions {
		o := &g.pack.GameOptions[i]
		t := "string"
		switch {
		case o.Number:
			t = "integer"
		case o.Seat:
			t = "ruledeck.Seat"
		case len(o.Values) > 0:
			t = quoted(o.Values)
		}
		if o.PerSeat {
			t = "table<integer, " + t + ">"
		}
		g.field(o.Name, t, g.compiled.Tree.GameOptions[i].Doc, false)
	}
	g.line()
}

// events declares what each trigger gives to its abilities.
func (g *gameWriter) events() {
	docs := map[string]*ast.Trigger{}
	for _, t := range g.compiled.Tree.Triggers {
		docs[t.Name.Text] = t
	}
	for _, name := range keys(g.compiled.Triggers) {
		trigger := &g.pack.Triggers[g.compiled.Triggers[name]]
		doc := "The phase begins or ends."
		if docs[name] != nil {
			doc = docs[name].Doc
		}
		g.doc(name + ": " + doc)
		g.line("---@class ruledeck.event.", identifier(name), ": ruledeck.Event")
		for i, p := range trigger.Params {
			note := ""
			if docs[name] != nil && i < len(docs[name].Params) {
				note = docs[name].Params[i].Doc
			}
			if p.Write {
				note = strings.TrimSpace(note + " May be changed.")
			}
			g.field(p.Name, g.valueType(p.Kind, p.Words, nil), note, true) // raise may leave it out
		}
		g.line()
		g.line("---@class ruledeck.on.", identifier(name), ": ruledeck.Ability")
		g.field("on", fmt.Sprintf("%q", name), doc, false)
		g.field("window", quoted(trigger.Open()), "", true)
		args := "self: ruledeck.Card, ev: ruledeck.event." + identifier(name)
		g.field("when", "fun("+args+", params: table): boolean", "", true)
		g.field("among", "fun("+args+", params: table): any", "", true)
		g.field("run", "fun("+args+", params: table)|fun("+args+", among: any, params: table)", "", true)
		g.line()
	}
}

// rules declares the functions of the rules, as scripts reach them.
func (g *gameWriter) rules(p *interp.Pack) {
	var modules []string
	for _, s := range p.Loaded.Scripts {
		if !s.Rules {
			continue
		}
		tree, err := syntax.Parse(s.File, s.Text)
		if err != nil {
			continue // a game that is loaded has none
		}
		if !s.Extends {
			modules = append(modules, s.Name)
		}
		g.line("---@class ruledeck.rules.", s.Name)
		g.line("local ", s.Name, " = {}")
		g.line()
		for _, f := range tree.Functions() {
			g.doc(syntax.CommentAbove(s.Text, f.Line))
			g.line("---@return any ...")
			g.line("function ", s.Name, ".", f.Name, "(", strings.Join(f.Params, ", "), ") end")
			g.line()
		}
		for _, name := range tree.Values() {
			g.line("---@type any")
			g.line(s.Name, ".", name, " = nil")
			g.line()
		}
	}
	g.line("---@class ruledeck.Rules")
	for _, m := range modules {
		g.field(m, "ruledeck.rules."+m, "", false)
	}
}
