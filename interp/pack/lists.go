package pack

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// An overlay changes part of a list of the base by {add: [...], remove: [...]} in its
// place, and removes keys of maps by the key remove of its game.yaml.

// isListChange reports whether a node changes a list, where a value of the type is
// expected: a map of only add and remove, unless the type has such keys itself.
func isListChange(n *source.Node, t keyword.Type) bool {
	if n.Kind != source.Map || len(n.Pairs) == 0 || t.Kind == keyword.RecordOf || t.Kind == keyword.MapOf {
		return false
	}
	change := keyword.Lookup("list change")
	for _, p := range n.Pairs {
		if _, ok := change.Field(p.Key); !ok || p.Value.Kind == source.Map && !isChange(p.Value) ||
			p.Value.Kind == source.Null {
			return false
		}
	}
	return true
}

// changeList returns the list with the changes; nil where they cannot be made.
// One value alone stands for a list of one, and no list for an empty one.
func (m *merger) changeList(was, change *source.Node, where []string) *source.Node {
	out := &source.Node{Kind: source.List, Pos: change.Pos, Items: slices.Clone(was.Entries())}
	for _, n := range change.Get("remove").Entries() {
		i := slices.IndexFunc(out.Items, func(item *source.Node) bool { return sameItem(item, n) })
		switch {
		case !m.claims.set(m.loader, m.laid, n.Pos, "removed", append(slices.Clone(where), "item "+n.Inline())...):
		case i < 0:
			m.nothing(n, "item", itemTexts(out.Items))
		default:
			out.Items = slices.Delete(out.Items, i, i+1)
		}
	}
	for _, n := range change.Get("change").Entries() {
		m.changeItem(out.Items, n, where)
	}
	for _, n := range change.Get("add").Entries() {
		switch {
		case !m.claims.set(m.loader, m.laid, n.Pos, "added", append(slices.Clone(where), "item "+n.Inline())...):
		case slices.ContainsFunc(was.Entries(),
			func(item *source.Node) bool { return item.IsScalar() && sameItem(item, n) }):
			m.report.Errorf("duplicate-item", n, "the list of the base already has %s", n.Describe())
		default:
			out.Items = append(out.Items, n)
		}
	}
	return out
}

// changeItem puts an item of a list in the place of another.
func (m *merger) changeItem(items []*source.Node, n *source.Node, where []string) {
	if !isChange(n) {
		m.report.Errorf("wrong-type", n,
			"a change of an item says what it was and what it is now, as {was: a, now: b}, not %s", n.Describe())
		return
	}
	was := n.Get("was")
	i := slices.IndexFunc(items, func(item *source.Node) bool { return sameItem(item, was) })
	switch {
	case !m.claims.set(m.loader, m.laid, n.Pos, n.Inline(), append(slices.Clone(where), "item "+was.Inline())...):
	case i < 0:
		m.report.Unknown("base-changed", was, was.Text, itemTexts(items),
			"the list of the base has no %s", was.Inline())
	default:
		items[i] = n.Get("now")
	}
}

// isChange reports whether a node gives a value's old and new form.
func isChange(n *source.Node) bool {
	return n.Kind == source.Map && len(n.Pairs) == 2 && n.Get("was") != nil && n.Get("now") != nil
}

// now returns a pair with the value that it has now; if it says what the value was,
// the base must still have that.
func (m *merger) now(was *source.Node, p source.Pair) (source.Pair, bool) {
	if !isChange(p.Value) || was == nil || was.Get("now") != nil {
		return p, true
	}
	if stated := p.Value.Get("was"); stated.Inline() != was.Inline() {
		m.report.Errorf("base-changed", stated, "%s of the base is %s, at %s, and not %s", strconv.Quote(p.Key),
			was.Inline(), was.Pos, stated.Inline())
		return p, false
	}
	p.Value = p.Value.Get("now")
	return p, true
}

// sameItem reports whether an entry of remove names the item: the whole item, or its only
// key, as for an ability with parameters.
func sameItem(item, named *source.Node) bool {
	if item.Kind == source.Map && len(item.Pairs) == 1 && named.IsScalar() {
		return item.Pairs[0].Key == named.Text
	}
	return item.Inline() == named.Inline()
}

func itemTexts(items []*source.Node) []string {
	return lists.Map(items, (*source.Node).Inline)
}

func (m *merger) nothing(n *source.Node, what string, have []string) {
	m.report.Unknown("patch-of-nothing", n, n.Text, have, "the base has no %s %q to remove", what, n.Inline())
}

// removeParts takes out of a map what an overlay names.
func (m *merger) removeParts(from, named *source.Node, where []string) {
	if named == nil {
		return
	}
	if named.Kind != source.Map {
		m.report.Errorf("wrong-type", named,
			"remove must be a map of what goes, such as {options: [length]}, not %s", named.Describe())
		return
	}
	for _, p := range named.Pairs {
		here := append(where[:len(where):len(where)], p.Key)
		was := from.Get(p.Key)
		switch {
		case was == nil:
			m.report.Unknown("patch-of-nothing", p, p.Key, keysOf(from),
				"the base has no %q to remove something from", p.Key)
		case p.Value.Kind == source.Map && was.Kind == source.Map:
			m.removeParts(was, p.Value, here)
		case was.Kind == source.Map:
			for _, n := range p.Value.Entries() {
				m.removePair(was, n, here)
			}
		default:
			change := &source.Node{Kind: source.Map, Pos: p.Pos,
				Pairs: []source.Pair{{Key: "remove", Pos: p.Pos, Value: p.Value}}}
			if list := m.changeList(was, change, here); list != nil {
				m.put(from, source.Pair{Key: p.Key, Pos: p.Pos, Value: list}, here)
			}
		}
	}
}

func (m *merger) removePair(from, n *source.Node, where []string) {
	here := append(slices.Clone(where), n.Text)
	i := slices.IndexFunc(from.Pairs, func(p source.Pair) bool { return p.Key == n.Text })
	switch {
	case !n.IsScalar():
		m.report.Errorf("wrong-type", n, "the name of what goes must be a word, not %s", n.Describe())
	case !m.claims.set(m.loader, m.laid, n.Pos, "removed", here...):
	case i < 0:
		m.nothing(n, "entry", keysOf(from))
	default:
		m.earlier(from, n.Text, &source.Node{Kind: source.Null}, here)
		m.gone[strings.Join(here, " / ")] = n.Pos
		from.Pairs = slices.Delete(from.Pairs, i, i+1)
	}
}

// ownPlaces finds what one overlay says twice in different files: which of
// them held would depend on the names of the files.
type ownPlaces map[string]diag.Pos

func (o ownPlaces) first(report *diag.List, what string, at diag.Placed) bool {
	if first, twice := o[what]; twice {
		report.Errorf("duplicate-patch", at, "%s is changed twice in this overlay; the other is at %s", what, first)
		return false
	}
	o[what] = at.Place()
	return true
}
