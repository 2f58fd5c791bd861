package check

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// fewest is how many cards of a type must say something until the one that does not
// looks like a slip.
const fewest = 7

// leftOut doubts the one card that does not say what all others of its type say: the
// script would read 0 or nothing, and people an id. Several that leave out the same are
// a kind of their own. Flags and lists are left out on purpose: what is not said is
// false, or empty.
func (c *checker) leftOut() {
	listed := map[string]bool{}
	for _, card := range c.Compiled.Cards {
		for _, v := range card.Values {
			eachWord(v.Value, func(w ast.Word) { listed[w.Text] = true })
		}
	}
	for id := range c.Compiled.Pack.Types {
		t := &c.Compiled.Pack.Types[id]
		for _, a := range t.Attributes {
			if at := &c.Compiled.Pack.Cards[a]; !at.State && (at.Kind == engine.Number || at.Kind == engine.Word) {
				c.without(engine.TypeID(id), at.Name, "the card %[1]q has no %[2]s, as the other %[3]d of "+
					"the type %[4]s have; an empty %[2]s: says that it is meant",
					func(def engine.DefID) bool {
						return slices.ContainsFunc(c.Compiled.Cards[def].Values,
							func(v ast.CardValue) bool { return v.Name.Text == at.Name })
					})
			}
		}
		c.without(engine.TypeID(id), "", "the card %[1]q has no name, as the other %[3]d of the type %[4]s have",
			func(def engine.DefID) bool { return len(c.Compiled.Labels.Cards[def]) > 0 })
		c.without(engine.TypeID(id), "", "the card %[1]q has no place in the list of another card, as the other %[3]d "+
			"of the type %[4]s have",
			func(def engine.DefID) bool { return listed[c.Compiled.Pack.Defs[def].ID] })
	}
}

// without warns of the one card of a type that does not say what the others do. The format gets
// the card, the attribute, how many others there are and their type.
func (c *checker) without(id engine.TypeID, attribute, format string, says func(engine.DefID) bool) {
	var few []*ast.Card
	given := 0
	for i := range c.Compiled.Pack.Defs {
		switch {
		case c.Compiled.Pack.Defs[i].Type != id:
		case says(engine.DefID(i)):
			given++
		default:
			few = append(few, c.Compiled.Cards[i])
		}
	}
	if given < fewest || len(few) != 1 {
		return
	}
	card := few[0]
	c.report.Warnf("left-out", card.ID, format, card.ID, attribute, given, c.Compiled.Pack.Types[id].Name)
}
