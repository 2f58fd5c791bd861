package ast

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// card reads one card, once as long as its node is the same and nothing is wrong in it; nil if
// it has no id to speak of it by.
func (r *reader) card(n *source.Node) *Card {
	return source.Made(r.memo, n, nil, func() (*Card, bool) {
		if r.memo != nil {
			n = n.Clone()
		}
		before := r.report.Len()
		card := r.newCard(n)
		return card, card != nil && r.report.Len() == before
	})
}

func (r *reader) newCard(n *source.Node) *Card {
	what := "a card"
	if id := wordOf(n.Get("id")); n.Kind == source.Map && id.Given() {
		what = "the card " + quoted(id.Text)
	}
	r.is(n, "card", what)
	if n.Kind != source.Map {
		return nil
	}
	card := &Card{}
	r.decode(n, "card", card)
	if !card.ID.Given() {
		return nil
	}
	return card
}

// TextKey is the key of the sentence of a card: of its own, or the one that it names.
func (c *Card) TextKey() string {
	if c.Text.Given() {
		return c.Text.Text
	}
	return "card." + c.ID.Text
}

func (c *Card) read(r *reader, n *source.Node) {
	if !c.ID.Given() {
		return
	}
	for _, item := range itemsOf(r.get(n, "card", "abilities")) {
		c.Abilities = append(c.Abilities, r.abilityUse(item)...)
	}
	for _, p := range n.Pairs {
		c.Origins = append(c.Origins, Word{p.Key, Origin(p.Pos, p.Value.Pos)})
		if _, known := keyword.Lookup("card").Field(p.Key); !known {
			c.Values = append(c.Values, CardValue{keyOf(p), FromNode(p.Value)})
		}
	}
}

// Origin returns where a card is given a field: at its key, in a table at its cell, since the
// heading above the rows is the key of them all.
func Origin(key, value diag.Pos) diag.Pos {
	if source.IsTable(key.File) {
		return value
	}
	return key
}

// abilityUse reads an ability alone, or with parameters {gain: 1}; a map with several keys is
// taken as several abilities, and reported.
func (r *reader) abilityUse(n *source.Node) []AbilityUse {
	if n.Kind != source.Map {
		if w := wordOf(n); w.Given() {
			return []AbilityUse{{Name: w}}
		}
		return nil
	}
	if len(n.Pairs) != 1 {
		r.report.Errorf("wrong-type", n,
			"an ability with parameters is a map with one key, {ability: value}; this one has %d", len(n.Pairs))
	}
	return lists.Map(n.Pairs, func(p source.Pair) AbilityUse { return AbilityUse{keyOf(p), FromNode(p.Value)} })
}

func (r *reader) messages(files []LocaleFile, p *Pack) {
	for _, file := range files {
		p.Messages = slices.Grow(p.Messages, len(file.Node.Pairs))
		for _, pair := range file.Node.Pairs {
			if m := r.message(file.Lang, keyOf(pair), pair.Value); m != nil {
				p.Messages = append(p.Messages, m)
			}
		}
	}
}

func (r *reader) message(lang string, key Word, n *source.Node) *Message {
	m := &Message{Lang: lang, Key: key}
	switch {
	case n.IsScalar():
		m.Text = n.Text
		return m
	case n.Kind != source.Map:
		r.wrong(n, fmt.Sprintf("the sentence %s", quoted(key.Text)), "a text, or a map of plural forms")
		return nil
	}
	if r.unquoted(n) {
		return nil
	}
	if r.memo != nil {
		n = n.Clone()
	}
	if !r.is(n, "message", "the sentence "+quoted(key.Text)) {
		return nil
	}
	for _, category := range keyword.Lookup("message").Names() {
		if form := r.get(n, "message", category); form != nil {
			m.Forms = append(m.Forms, Form{category, form.Text})
		}
	}
	return m
}

func (r *reader) rulings(n *source.Node, p *Pack) {
	if n == nil {
		return
	}
	if n.Kind != source.List {
		r.wrong(n, "rulings.yaml", "a list of rulings")
		return
	}
	for _, item := range n.Items {
		ruling := source.Made(r.memo, item, nil, func() (*Ruling, bool) {
			before := r.report.Len()
			made := &Ruling{}
			n := item
			if r.memo != nil {
				n = n.Clone()
			}
			if !r.is(n, "ruling", "a ruling") {
				return nil, false
			}
			r.decode(n, "ruling", made)
			return made, r.report.Len() == before
		})
		if ruling == nil {
			continue
		}
		same := func(o *Ruling) bool { return o.ID.Text == ruling.ID.Text }
		if i := slices.IndexFunc(p.Rulings, same); i >= 0 {
			r.report.Errorf("duplicate-name", ruling.ID, "the ruling %s stands twice; the other is at %s",
				quoted(ruling.ID.Text), p.Rulings[i].ID.Pos)
			continue
		}
		p.Rulings = append(p.Rulings, ruling)
	}
}
