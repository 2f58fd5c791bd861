package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// unused reports abilities that no card has and nothing names, and functions
// that nothing calls.
func (c *checker) unused() {
	for _, name := range sorted(c.Compiled.Abilities) {
		a := &c.Compiled.Pack.Abilities[c.Compiled.Abilities[name][0]]
		if len(c.Compiled.Carriers(name)) > 0 || c.used.Words[name] || c.filtered(name) || !c.own(a.File) ||
			c.inOverlays(name) {
			continue
		}
		c.report.Warnf("unused-ability", c.headerPos(a),
			"no card has the ability %q, and nothing names it; a card has it with abilities: [%s]", name, name)
	}
	for _, k := range c.Loaded.Tree.Kinds {
		if name := k.Name.Text; !c.filtered(name) && c.own(k.Name.Pos.File) && !c.inOverlays(name) {
			c.report.Warnf("unused-kind", k.Name, "no filter names the kind %q", name)
		}
	}
	for _, f := range c.used.Unused {
		if c.own(f.File) && !c.inOverlays(f.Name) && !c.inScenarios(f.Name) {
			c.report.Warnf("unused-function", f, "nothing calls %s: no step of the flow, no script", f.Name)
		}
	}
}

// headerPos is the place of the header of an ability.
func (c *checker) headerPos(a *engine.Ability) diag.Pos {
	pos := diag.Pos{File: a.File, Line: a.Line}
	if i := strings.Index(c.Loaded.Line(a.File, a.Line), "ability"); i >= 0 {
		pos.Column = utf8.RuneCountInString(c.Loaded.Line(a.File, a.Line)[:i]) + 1
	}
	return pos
}

// filtered reports whether a filter in game.yaml or in a header asks for an ability or a kind.
func (c *checker) filtered(name string) bool {
	for _, k := range c.Loaded.Tree.Kinds {
		if names(k.Filter, name) {
			return true
		}
	}
	for _, t := range c.Loaded.Tree.Types {
		if names(t.Active, name) {
			return true
		}
	}
	return slices.ContainsFunc(c.Compiled.Headers, func(h header) bool { return names(h.Fields, name) })
}

// names reports whether a tree has the word.
func names(t *ast.Tree, word string) bool {
	if t == nil {
		return false
	}
	if t.Kind == ast.TreeWord && t.Text == word {
		return true
	}
	return slices.ContainsFunc(t.Items, func(t *ast.Tree) bool { return names(t, word) }) ||
		slices.ContainsFunc(t.Fields, func(f ast.TreeField) bool { return names(f.Value, word) })
}

// endless reports a limit whose trigger never sets it back.
func (c *checker) endless(a *engine.Ability, silent bool) {
	name := c.Compiled.Pack.Triggers[a.Limit.Per].Name
	phase, begins := strings.CutSuffix(name, ".begins")
	switch {
	case silent:
		c.report.Warnf("limit-without-end", c.headerPos(a),
			"the limit of %q never comes back: no script raises the trigger %q", a.Name, name)
	case begins && onceOnly(c.Loaded.Tree.Flow, phase):
		c.report.Warnf("limit-without-end", c.headerPos(a),
			"the limit of %q never comes back: the phase %q comes once in a game; say per = \"game\" if that is meant",
			a.Name, phase)
	}
}

// onceOnly reports whether a phase stands in nothing that is repeated or taken in
// turns.
func onceOnly(flow []*ast.PhaseNode, phase string) bool {
	again := func(n *ast.PhaseNode) bool { return n.Turns != nil || n.Repeat }
	for n, around := range ast.Nodes(flow) {
		if n.Name.Text == phase && !again(n) && !slices.ContainsFunc(around, again) {
			return true
		}
	}
	return false
}

// triggers reports triggers that nothing raises: as a note, for a moment that is
// declared for overlays to come is none of anybody's business, and as a warning
// at each ability that waits for one.
func (c *checker) triggers() {
	silent := map[engine.TriggerID]bool{}
	for _, t := range c.Loaded.Tree.Triggers {
		name := t.Name.Text
		if c.used.Raised[name] || c.used.AnyRaise || c.inOverlays(name) {
			continue
		}
		silent[c.Compiled.Triggers[name]] = true
		if c.own(t.Name.Pos.File) {
			c.report.Notef("never-raised", t.Name, "no script raises the trigger %q", name)
		}
	}
	p := c.Compiled.Pack
	for i := range p.Abilities {
		a := &p.Abilities[i]
		if per := a.Limit.Per; a.Limit.Times > 0 && per >= 0 && c.own(a.File) {
			c.endless(a, silent[per])
		}
		if a.Form == engine.Hook && silent[a.Trigger] && c.own(a.File) {
			c.report.Warnf("unreachable-ability", c.headerPos(a),
				"the ability %q never acts: no script raises the trigger %q that it answers", a.Name,
				p.Triggers[a.Trigger].Name)
		}
	}
}

// namesakes reports names of abilities that say no more than that of the only card with them: the
// ability is called so without one.
func (c *checker) namesakes() {
	for i := range c.Compiled.Headers {
		h := &c.Compiled.Headers[i]
		for _, f := range h.Fields.Fields {
			if f.Name == "name" && c.Compiled.Texts["en"]["ability."+h.ID] == nil && c.repeats(h.ID) {
				d := diag.Found("meaningless-key", diag.Warning, f,
					"name says nothing here: the ability is called as the only card with it")
				d.FixHint.What = "delete"
				c.report.Add(d)
			}
		}
	}
}

// repeats reports whether an ability is named as the only card with it.
func (c *checker) repeats(name string) bool {
	on := c.Compiled.Carriers(name)
	return len(on) == 1 && !slices.ContainsFunc(c.Compiled.Labels.Abilities[name], func(t ast.Text) bool {
		return c.Compiled.Labels.Cards[on[0]].Or(t.Lang, "") != t.Text
	})
}
