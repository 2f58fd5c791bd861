package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// defNames gives the cards their numbers, by id: only chance depends on these. Everything else
// that needs an order takes the one in which the pack writes its cards.
func (c *Compiler) defNames() {
	cards := slices.Clone(c.tree.Cards)
	written := make(map[*ast.Card]int, len(cards))
	for i, card := range cards {
		written[card] = i
	}
	slices.SortStableFunc(cards, func(a, b *ast.Card) int { return strings.Compare(a.ID.Text, b.ID.Text) })
	total := 0
	c.pack.Defs = make([]engine.CardDef, 0, len(cards))
	c.out.Cards = make([]*ast.Card, 0, len(cards))
	c.out.Labels.Cards = make([]ast.Texts, 0, len(cards))
	for _, card := range cards {
		if first, twice := c.out.Defs[card.ID.Text]; twice {
			c.twice("card", card.ID, c.out.Cards[first].ID.Pos)
			continue
		}
		copies := 1
		if card.Copies != nil {
			copies = card.Copies.Number
			if copies < 0 {
				c.errorf("bad-range", card.Copies, "copies is at least 0")
				copies = 0
			}
		}
		total += max(copies, 1)
		if total > MaxCards {
			c.errorf("too-many", card.ID, "a pack has at most %d cards, copies counted", MaxCards)
			return
		}
		c.freeName(card.ID, keyword.RefCard)
		c.Symbol(card.ID.Text)
		c.out.Defs[card.ID.Text] = engine.DefID(len(c.pack.Defs))
		c.pack.Defs = append(c.pack.Defs,
			engine.CardDef{ID: card.ID.Text, Copies: copies, Unimplemented: len(card.Unimplemented),
				Written: written[card]})
		c.out.Cards = append(c.out.Cards, card)
		c.out.Labels.Cards = append(c.out.Labels.Cards, card.Label)
	}
}

// InOrder are the cards as people see them in a row: first the cards of YAML files by their ids,
// then the cards of a sheet in its order.
func (c *Compiled) InOrder() []engine.DefID {
	out := make([]engine.DefID, len(c.Cards))
	places := make([]diag.Pos, len(c.Cards))
	for d, card := range c.Cards {
		out[d] = engine.DefID(d)
		if source.IsTable(card.ID.Pos.File) {
			places[d] = card.ID.Pos
		}
	}
	slices.SortStableFunc(out, func(a, b engine.DefID) int {
		return cmp.Or(cmp.Compare(places[a].File, places[b].File), cmp.Compare(places[a].Line, places[b].Line),
			cmp.Compare(places[a].Column, places[b].Column))
	})
	return out
}

// kinds reads the filters that have a name, and lets them stand where filters do. A mistake in one
// is at its place, however many ask for it.
func (c *Compiler) kinds() {
	for _, k := range c.tree.Kinds {
		if c.declare("kind", k.Name) && k.Filter != nil {
			c.filters(nil).Cards(k.Filter)
			c.out.Filters.Kinds[k.Name.Text] = k
		}
	}
}

// activeFilters lowers when the abilities of a type's cards work.
func (c *Compiler) activeFilters() {
	for _, t := range c.tree.Types {
		if id, ok := c.out.Types[t.Name.Text]; ok && t.Active != nil {
			c.pack.Types[id].Active = c.filters(nil).Cards(t.Active)
		}
		if id, ok := c.out.Types[t.Name.Text]; ok {
			c.pack.Types[id].Lives, c.pack.Types[id].Fresh = c.lives(t, c.pack.Types[id].Active)
		}
	}
}

// lives reads the zones that are one place to the cards of a type, and whether the end of a
// life there sets their attributes back: it does where the type says so.
func (c *Compiler) lives(t *ast.Type, active *engine.Filter) (in engine.ZoneMask, fresh bool) {
	if len(t.LivesIn) > 0 || active == nil {
		return c.zoneMask(t.LivesIn), len(t.LivesIn) > 0
	}
	for i := range active.Terms {
		if term := &active.Terms[i]; term.Op == engine.TermZone && !term.Not {
			in = term.Zones
		}
	}
	return in, false
}

// sizes compares the numbers of cards that the pack declares with those that
// there are.
func (c *Compiler) sizes() {
	for _, size := range c.tree.Sizes {
		id, ok := c.typeNamed(size.Type)
		if !ok {
			continue
		}
		n := 0
		for i := range c.pack.Defs {
			if c.out.Cards[i].Type.Text == size.Type.Text {
				n += c.pack.Defs[i].Copies
			}
		}
		if n != size.Count.Number {
			c.report.Add(diag.Finding{
				Code: "wrong-size", Pos: size.Count.Pos, Suggestion: strconv.Itoa(n),
				Message: fmt.Sprintf("there are %d cards of the type %q, copies counted, not %d", n,
					c.pack.Types[id].Name, size.Count.Number),
			})
		}
	}
}

// cards compiles the printed values and the abilities of the cards.
func (c *Compiler) cards() {
	for i, card := range c.out.Cards {
		def := &c.pack.Defs[i]
		if !card.Type.Given() {
			continue
		}
		id, ok := c.typeNamed(card.Type)
		if !ok {
			continue
		}
		def.Type = id
		def.Printed = c.printed(card, id)
		for _, use := range card.Abilities {
			c.useAbility(card, def, use)
		}
		c.wordAbilities(i, def)
	}
}

// wordAbilities gives a card the abilities of the words that are printed on it, but
// for those that it names itself.
func (c *Compiler) wordAbilities(i int, def *engine.CardDef) {
	card := c.out.Cards[i]
	for _, e := range c.tree.Words {
		for k, ability := range e.Abilities {
			named := func(use ast.AbilityUse) bool { return use.Name.Text == ability.Text }
			if ability.Given() && c.prints(def, e.Words[k].Text, e.Name.Text) &&
				!slices.ContainsFunc(card.Abilities, named) {
				use := ast.AbilityUse{Name: ability}
				own := *card // as the pack's tree keeps the card as it is written
				own.Abilities = append(slices.Clip(card.Abilities), use)
				card, c.out.Cards[i] = &own, &own
				c.useAbility(card, def, use)
			}
		}
	}
}

// prints reports whether a word of a list is printed on a card.
func (c *Compiler) prints(def *engine.CardDef, word, list string) bool {
	is := engine.Value{Kind: engine.Word, N: int32(c.out.Symbols[word])}
	for _, p := range def.Printed {
		if !slices.Equal(c.pack.Cards[p.Attribute].Words, c.out.Enumerations[list]) {
			continue
		}
		for _, v := range p.Values {
			if v == is || v.Kind == engine.List && slices.Contains(c.pack.List(v).Items, is) {
				return true
			}
		}
	}
	return false
}

func (c *Compiler) printed(card *ast.Card, typ engine.TypeID) engine.Printed {
	out := make(engine.Printed, 0, len(card.Values))
	own := c.pack.Types[typ].Attributes
	for _, v := range card.Values {
		id, ok := c.out.CardAttributes[v.Name.Text]
		switch {
		case c.out.Broken[v.Name.Text]:
		case !ok || !slices.Contains(own, id):
			allowed := keyword.Lookup("card").Names()
			for _, a := range own {
				if !c.pack.Cards[a].State {
					allowed = append(allowed, c.pack.Cards[a].Name)
				}
			}
			c.unknown("unknown-key", v.Name, fmt.Sprintf("a card of the type %q has no key", card.Type), allowed)
		case v.Value.Kind == ast.TreeNothing: // left out on purpose
		case c.pack.Cards[id].State:
			c.errorf("wrong-type", v.Name,
				"%q is state and not printed; its start stands with the type", v.Name)
		default:
			if values, ok := c.printedValues(id, v); ok {
				out = append(out, engine.PrintedValue{Attribute: id, Values: values})
			}
		}
	}
	slices.SortFunc(out, func(a, b engine.PrintedValue) int { return cmp.Compare(a.Attribute, b.Attribute) })
	return out
}

// printedValues lowers a printed attribute: one value, or one for each word of
// the attribute that chooses among them.
func (c *Compiler) printedValues(id engine.AttributeID, v ast.CardValue) ([]engine.Value, bool) {
	a := &c.pack.Cards[id]
	vt := c.cardTypes[id]
	one := func(t *ast.Tree, what string) (engine.Value, bool) {
		value, ok := c.value(t, vt, what)
		if ok {
			c.inRange(t, a, value)
		}
		return value, ok
	}
	if a.By < 0 {
		value, ok := one(v.Value, v.Name.Text)
		return []engine.Value{value}, ok
	}
	words := c.pack.Cards[a.By].Words
	values := make([]engine.Value, len(words))
	if v.Value.Kind != ast.TreeMap {
		value, ok := one(v.Value, v.Name.Text)
		for i := range values {
			values[i] = value
		}
		return values, ok
	}
	ok := true
	for _, field := range v.Value.Fields {
		i := slices.Index(words, c.out.Symbols[field.Name])
		if i < 0 {
			c.unknown("unknown-word", ast.Word{Text: field.Name, Pos: field.Pos},
				fmt.Sprintf("%s is given by %s, which has no word", a.Name, c.pack.Cards[a.By].Name),
				c.pack.Spell(words))
			ok = false
			continue
		}
		value, fine := one(field.Value, a.Name+" "+field.Name)
		values[i] = value
		ok = ok && fine
	}
	for _, w := range c.pack.Spell(words) {
		if !v.Value.Has(w) {
			c.errorf("missing-key", v.Name, "%s has no value for %q", a.Name, w)
			ok = false
		}
	}
	return values, ok
}
