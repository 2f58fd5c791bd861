package pack

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// MaxEach bounds the cards that one entry with each stands for.
const MaxEach = 1000

var placeholder = regexp.MustCompile(`\{([a-z][a-z0-9_]*)\}`)

// each returns the cards that an entry of a card file stands for: itself, or with the key
// each one card for every combination of the values that stand there, the last key
// changing fastest. {key} in its texts stands for the value, in its names for the word as
// people read it in that language.
func (c *cardMerger) each(n *source.Node) []*source.Node {
	each := n.Get("each")
	if each == nil {
		return []*source.Node{n}
	}
	if each.Kind != source.Map || len(each.Pairs) == 0 {
		c.report.Errorf("wrong-type", each,
			"each must be a map of lists, {suit: [hearts, spades], rank: [1, 2, 3]}, not %s", each.Describe())
		return nil
	}
	of := *n
	of.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return p.Key == "each" })
	if !c.placeholders(&of, keysOf(each)) {
		return nil
	}
	made := []*source.Node{&of}
	size := of.Size()
	for _, p := range each.Pairs {
		values := p.Value.Entries()
		scalars := len(values) > 0 && !slices.ContainsFunc(values, func(v *source.Node) bool { return !v.IsScalar() })
		if !scalars || len(made)*len(values) > MaxEach {
			c.report.Errorf("wrong-type", p, "%q of each must be a list of words, numbers or flags; all lists "+
				"together make at most %d cards", p.Key, MaxEach)
			return nil
		}
		if !c.report.Spend(p.Pos.File, len(made)*len(values), len(made)*len(values)*size) {
			return nil
		}
		words := c.words(p.Key)
		made = slices.Concat(lists.Map(made, func(card *source.Node) []*source.Node {
			return lists.Map(values, func(v *source.Node) *source.Node { return filled(card, p.Key, v, words) })
		})...)
	}
	return made
}

// placeholders reports whether all placeholders below a node are keys, with a finding for
// each that is not.
func (c *cardMerger) placeholders(n *source.Node, keys []string) bool {
	good := true
	for _, found := range placeholder.FindAllStringSubmatch(n.Text, -1) {
		if !slices.Contains(keys, found[1]) {
			good = false
			c.report.Unknown("unknown-placeholder", n, found[1], keys,
				"each of this card has no key for %s", found[0])
		}
	}
	for _, item := range n.Items {
		good = c.placeholders(item, keys) && good
	}
	for _, p := range n.Pairs {
		good = c.placeholders(p.Value, keys) && good
	}
	return good
}

// words returns the names of the words that an attribute of cards can be, by word; nil
// where it is no word or its words have no names.
func (c *cardMerger) words(attribute string) *source.Node {
	types := c.game.Get("types")
	if types == nil {
		return nil
	}
	for _, kind := range types.Pairs {
		a := kind.Value.Get("attributes").Get(attribute)
		for _, key := range []string{"of", "type"} {
			if list := a.Get(key); list != nil {
				if names := c.game.Get("words").Get(list.Text); names != nil {
					return names
				}
			}
		}
	}
	return nil
}

// filled copies a card with a value in place of a placeholder, in its name with the word as
// people read it.
func filled(card *source.Node, key string, value, words *source.Node) *source.Node {
	spoken := func(lang string) *source.Node {
		word := words.Get(value.Text)
		if name := word.Get(lang); name != nil {
			return name
		}
		if word != nil && word.IsScalar() && lang == "en" {
			return word
		}
		return value
	}
	out := source.NewMap()
	holder := "{" + key + "}"
	out.Pos = card.Pos
	for _, p := range card.Pairs {
		switch {
		case p.Key == "name" && p.Value.Kind == source.Map:
			name := *p.Value
			name.Pairs = lists.Map(name.Pairs, func(in source.Pair) source.Pair {
				in.Value = with(in.Value, holder, spoken(in.Key))
				return in
			})
			p.Value = &name
		case p.Key == "name":
			p.Value = with(p.Value, holder, spoken("en"))
		default:
			p.Value = with(p.Value, holder, value)
		}
		out.Pairs = append(out.Pairs, p)
	}
	if out.Get(key) == nil {
		out.Pairs = append(out.Pairs, source.Pair{Key: key, Pos: value.Pos, Value: value})
	}
	return out
}

// with copies a node with a value in place of a placeholder: the value itself where that is
// all of a text.
func with(n *source.Node, holder string, value *source.Node) *source.Node {
	out := *n
	if n.Text == holder {
		out = *value
		out.Pos = n.Pos
		return &out
	}
	out.Text = strings.ReplaceAll(n.Text, holder, value.Text)
	out.Items = lists.Map(n.Items, func(item *source.Node) *source.Node { return with(item, holder, value) })
	out.Pairs = lists.Map(n.Pairs, func(p source.Pair) source.Pair {
		p.Value = with(p.Value, holder, value)
		return p
	})
	return &out
}
