package compile

import (
	"cmp"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// listed are the names of what the pack lists and no number stands for.
func (c *Compiled) listed(ref keyword.Ref) []string {
	switch ref {
	case keyword.RefForm:
		return c.Tree.FormNames()
	case keyword.RefKind:
		return lists.Map(c.Tree.Kinds, func(k *ast.Kind) string { return k.Name.Text })
	case keyword.RefRuling:
		return lists.Map(c.Tree.Rulings, func(r *ast.Ruling) string { return r.ID.Text })
	}
	names := lists.Map(c.Pack.Derived, func(d engine.Derived) string { return d.Name })
	slices.Sort(names)
	return names
}

// Names returns the names of a kind that the game has, sorted; nil for kinds that
// are no closed list.
func (c *Compiled) Names(ref keyword.Ref) []string {
	switch ref {
	case keyword.RefZone:
		return sortedKeys(c.Zones)
	case keyword.RefZones:
		return append(sortedKeys(c.Zones), sortedKeys(c.Groups)...)
	case keyword.RefDerived, keyword.RefRuling, keyword.RefForm, keyword.RefKind:
		return c.listed(ref)
	case keyword.RefGroup:
		return sortedKeys(c.Groups)
	case keyword.RefType:
		return sortedKeys(c.Types)
	case keyword.RefFace:
		return append(sortedKeys(c.Types), keyword.Together)
	case keyword.RefCard:
		return sortedKeys(c.Defs)
	case keyword.RefAttribute:
		return sortedKeys(c.CardAttributes)
	case keyword.RefFoot:
		return append(sortedKeys(c.CardAttributes), footWords...)
	case keyword.RefGameSeat:
		var names []string
		for i := range c.Pack.Game {
			if c.Pack.Game[i].Kind == engine.SeatKind {
				names = append(names, c.Pack.Game[i].Name)
			}
		}
		return names
	case keyword.RefEnumeration:
		return sortedKeys(c.Enumerations)
	case keyword.RefTrigger:
		return sortedKeys(c.Triggers)
	case keyword.RefAbility:
		return sortedKeys(c.Abilities)
	case keyword.RefStep:
		return sortedKeys(c.StepPlaces)
	case keyword.RefPlace:
		names := map[string]bool{}
		for n := range ast.Nodes(c.Tree.Flow) {
			names[cmp.Or(n.Step.Text, n.Name.Text)] = true
		}
		return sortedKeys(names)
	case keyword.RefDie:
		return sortedKeys(c.Dice)
	case keyword.RefPhase:
		return sortedKeys(c.Phases)
	case keyword.RefOption:
		return sortedKeys(c.GameOptions)
	case keyword.RefOverlay:
		return overlaysNamed(c.Tree)
	case keyword.RefText:
		return sortedKeys(c.Texts["en"])
	}
	return nil
}

// WordSets are the sets of interchangeable words: each list of words, and the values of
// each option.
func (c *Compiled) WordSets() []map[string]bool {
	var out []map[string]bool
	add := func(words []string) {
		set := map[string]bool{}
		for _, w := range words {
			set[w] = true
		}
		out = append(out, set)
	}
	for _, name := range sortedKeys(c.Enumerations) {
		add(c.Pack.Spell(c.Enumerations[name]))
	}
	for i := range c.Pack.GameOptions {
		add(c.Pack.GameOptions[i].Values)
	}
	return out
}

// PrintedWords are those on cards, given to their abilities, and on dice.
func (c *Compiled) PrintedWords() map[string]bool {
	out := map[string]bool{}
	var add func(values []engine.Value)
	add = func(values []engine.Value) {
		for _, v := range values {
			switch v.Kind {
			case engine.Word:
				out[c.Pack.Symbols[v.N]] = true
			case engine.List:
				list := c.Pack.List(v)
				for _, key := range list.Keys {
					out[c.Pack.Symbols[key]] = true
				}
				add(list.Items)
			}
		}
	}
	for i := range c.Pack.Defs {
		for _, p := range c.Pack.Defs[i].Printed {
			add(p.Values)
		}
		for _, a := range c.Pack.Defs[i].Abilities {
			add(a.Params)
		}
	}
	for i := range c.Pack.Dice {
		add(c.Pack.Dice[i].Faces)
	}
	return out
}

// overlaysNamed are the overlays that values of options lay.
func overlaysNamed(tree *ast.Pack) []string {
	names := map[string]bool{}
	for _, o := range tree.GameOptions {
		for _, laid := range o.Overlays {
			names[laid.Overlay.Text] = true
		}
	}
	return sortedKeys(names)
}
