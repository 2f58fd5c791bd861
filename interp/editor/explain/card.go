package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// cardNames are the ids and the names of the cards.
func (e *Explainer) cardNames() []string {
	names := lists.Sorted(e.compiled.Defs)
	for d := range e.compiled.Pack.Defs {
		if label := e.cardLabel(engine.DefID(d)); !slices.Contains(names, label) {
			names = append(names, label)
		}
	}
	return names
}

func (e *Explainer) cardLabel(d engine.DefID) string {
	return e.compiled.Labels.Cards[d].Or(e.lang, e.compiled.Pack.Defs[d].ID)
}

// defs finds the card of an id, or those that have a name in any language.
func (e *Explainer) defs(name string) []engine.DefID {
	if d, ok := e.compiled.Defs[name]; ok {
		return []engine.DefID{d}
	}
	name, _, _ = strings.Cut(name, "#")
	var out []engine.DefID
	for d := range e.compiled.Pack.Defs {
		names := append([]string{e.compiled.Pack.Defs[d].ID},
			lists.Map(e.compiled.Labels.Cards[d], func(t ast.Text) string { return t.Text })...)
		if slices.ContainsFunc(names, func(n string) bool { return fold(n) == fold(name) }) {
			out = append(out, engine.DefID(d))
		}
	}
	return out
}

// cards are those of a name, or one that an overlay has taken out.
func (e *Explainer) cards(name string) []*Thing {
	if defs := e.defs(name); len(defs) > 0 {
		return lists.Map(defs, e.card)
	}
	return only(e.removed(name))
}

func (e *Explainer) card(d engine.DefID) *Thing {
	card := e.compiled.Cards[d]
	t := &Thing{Kind: "card", Name: card.ID.Text, Label: e.cardLabel(d), At: card.Pos}
	t.Facts = lists.Map(card.Origins, func(origin ast.Word) Fact { return e.cardFact(d, origin) })
	t.Text, t.TextAt = e.text(card.TextKey())
	for _, use := range card.Abilities {
		for _, hook := range e.hooksOf(use.Name.Text, carried(e.compiled, d, use.Name.Text)) {
			hook.Params = ""
			if use.Params != nil {
				hook.Params = use.Params.Inline()
			}
			t.Hooks = append(t.Hooks, hook)
		}
	}
	var entry engine.AbilityID
	for _, use := range e.compiled.Pack.Defs[d].Abilities {
		a := &e.compiled.Pack.Abilities[use.Ability]
		if a.Under == "" && a.Form != engine.Deed {
			continue
		}
		hook := e.hook(a, 1)
		if a.Form == engine.Deed { // it acts with the deed before it, on its target
			before := &t.Hooks[len(t.Hooks)-1]
			hook.Form, hook.Trigger, hook.Window, hook.What = before.Form, before.Trigger, before.Window, before.What
			hook.Conditions = slices.DeleteFunc(hook.Conditions, func(c Condition) bool { return c.Name == "target" })
		}
		if a.Under != "" {
			entry = use.Ability
		}
		hook.Text, _ = e.speaker.DeedText(use, entry)
		t.Hooks = append(t.Hooks, hook)
	}
	names := append([]string{card.ID.Text}, lists.Map(card.Label, func(label ast.Text) string { return label.Text })...)
	t.Scripts = e.inScripts(quoting(card.ID.Text))
	t.Scenarios = e.inScenarios(names)
	return t
}

// carried are the abilities that a card has from the first part of the named one on.
func carried(c *compile.Compiled, d engine.DefID, name string) []engine.CardAbility {
	all := c.Pack.Defs[d].Abilities
	i := slices.IndexFunc(all, func(a engine.CardAbility) bool { return c.Pack.Abilities[a.Ability].Name == name })
	return all[max(i, 0):]
}

// cardFact is a field as the files give it, with what the card shows of it.
func (e *Explainer) cardFact(d engine.DefID, origin ast.Word) Fact {
	card := e.compiled.Cards[d]
	out := Fact{Name: origin.Text, Value: card.Value(origin.Text), At: origin.Pos}
	out.Was = e.was(origin.Text, "card / "+card.ID.Text+" / "+origin.Text)
	shown := e.composer.Definition(d)
	if i := slices.IndexFunc(shown.Facts, func(f scene.Fact) bool { return f.Key == origin.Text }); i >= 0 {
		out.Shown = shown.Facts[i].Name + " " + shown.Facts[i].Text
	}
	return out
}

// was returns the values that overlays took the place of.
func (e *Explainer) was(name, path string) []Fact {
	var out []Fact
	for _, earlier := range e.pack.Loaded.Earlier {
		if earlier.Path == path {
			out = append(out, Fact{Name: name, Value: earlier.Text, At: earlier.Pos})
		} else if entry, inside := strings.CutPrefix(earlier.Path, path+" / "); inside {
			out = append(out, Fact{Name: name, Value: entry + ": " + earlier.Text, At: earlier.Pos})
		}
	}
	return out
}

// fieldOf explains a field of the cards of a name, card.field or card.field.part; nil when
// the name does not begin with a card.
func (e *Explainer) fieldOf(name string) ([]*Thing, error) {
	for at := strings.LastIndexByte(name, '.'); at > 0; at = strings.LastIndexByte(name[:at], '.') {
		var out []*Thing
		var missing error
		for _, d := range e.defs(name[:at]) {
			if t, err := e.field(d, name[at+1:]); err == nil {
				out = append(out, t)
			} else if missing == nil {
				missing = err
			}
		}
		if out != nil {
			return out, nil
		}
		if missing != nil {
			return nil, missing
		}
	}
	return nil, nil
}

// field explains a field of a card, or a part of it by its path.
func (e *Explainer) field(d engine.DefID, name string) (*Thing, error) {
	path := strings.Split(name, ".")
	card := e.compiled.Cards[d]
	t := &Thing{Kind: "field", Name: card.ID.Text + "." + name, Label: e.cardLabel(d), At: card.Pos}
	if i := slices.IndexFunc(card.Origins, func(w ast.Word) bool { return w.Text == path[0] }); i >= 0 {
		return t, e.givenField(t, d, card.Origins[i], path[1:])
	}
	return t, e.otherField(t, d, path[0])
}

// givenField explains a field that the files give, or a part of it.
func (e *Explainer) givenField(t *Thing, d engine.DefID, origin ast.Word, parts []string) error {
	card := e.compiled.Cards[d]
	fact := e.cardFact(d, origin)
	t.At = fact.At
	t.Facts = []Fact{fact}
	if id, ok := e.compiled.CardAttributes[origin.Text]; ok {
		t.Doc = e.compiled.Tree.AttributeDoc(origin.Text)
		t.Hooks = e.modifiers(engine.OfCard, id)
	}
	if origin.Text == "text" {
		t.Text, t.TextAt = e.text(card.TextKey())
	}
	if len(parts) == 0 {
		return nil
	}
	var tree *ast.Tree
	if origin.Text == "name" {
		tree = &ast.Tree{Kind: ast.TreeMap}
		for _, t := range card.Label {
			tree.Fields = append(tree.Fields, ast.TreeField{Name: t.Lang, Pos: t.Pos,
				Value: &ast.Tree{Kind: ast.TreeWord, Text: t.Text, Pos: t.Pos}})
		}
	}
	for _, v := range card.Values {
		if v.Name.Text == origin.Text {
			tree = v.Value
		}
	}
	for i, part := range parts {
		var names []string
		if tree != nil {
			names = append(names, lists.Map(tree.Fields, func(f ast.TreeField) string { return f.Name })...)
		}
		if !tree.Has(part) {
			return &UnknownError{"part of " + origin.Text, part, names}
		}
		for _, f := range tree.Fields {
			if f.Name == part {
				tree = f.Value
				t.At = ast.Origin(f.Pos, f.Value.Pos)
				break
			}
		}
		fact = Fact{origin.Text + "." + strings.Join(parts[:i+1], "."), tree.Inline(), "", t.At, nil}
	}
	t.Facts = []Fact{fact}
	return nil
}

// otherField explains an attribute that the card does not give: one of its
// state, or the value of one left out.
func (e *Explainer) otherField(t *Thing, d engine.DefID, field string) error {
	pack := e.compiled.Pack
	kind := &pack.Types[pack.Defs[d].Type]
	var names []string
	for _, id := range kind.Attributes {
		a := &pack.Cards[id]
		names = append(names, a.Name)
		if a.Name != field {
			continue
		}
		var declared inventory.Entry
		for _, entry := range inventory.Of(e.entries, "attribute", field) {
			if entry.Owner == kind.Name {
				declared = *entry
			}
		}
		t.At = declared.At
		t.Doc = declared.Doc
		value := "not given: " + absent(a.Kind)
		if a.State {
			value = "state; at first " + cmp.Or(declared.Get("start").Text, absent(a.Kind))
		}
		t.Facts = []Fact{{Name: field, Value: value, At: declared.At}}
		t.Hooks = e.modifiers(engine.OfCard, id)
		return nil
	}
	for _, origin := range e.compiled.Cards[d].Origins {
		names = append(names, origin.Text)
	}
	if field == "text" {
		text, at := e.text(e.compiled.Cards[d].TextKey())
		if text != "" {
			t.At = at
			t.Facts = []Fact{{Name: "text", Value: text, At: at}}
			return nil
		}
	}
	slices.Sort(names)
	return &UnknownError{fmt.Sprintf("field of %s", pack.Defs[d].ID), field, slices.Compact(names)}
}

// absent says what an attribute is when a card does not give it.
func absent(k engine.Kind) string {
	switch k {
	case engine.Number:
		return "0"
	case engine.Flag:
		return "false"
	case engine.List:
		return "an empty list"
	}
	return "nothing"
}

// removed explains a card that an overlay has taken out, by its id.
func (e *Explainer) removed(id string) *Thing {
	at, ok := e.pack.Loaded.Removed[id]
	if !ok {
		return nil
	}
	t := &Thing{Kind: "card", Name: id, At: at, Doc: "An overlay has removed this card: the game has it no longer."}
	for _, was := range e.pack.Loaded.Earlier {
		if was.Path == "card / "+id {
			t.fact("was", was.Text, was.Pos)
		}
	}
	return t
}
