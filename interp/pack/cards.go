package pack

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func byName(scripts []Script) []Script {
	slices.SortFunc(scripts, func(a, b Script) int { return strings.Compare(a.Name, b.Name) })
	return scripts
}

// cards lays the layers' cards over each other and returns them sorted by id.
func (m *merger) cards() []*source.Node {
	c := &cardMerger{merger: m, cards: map[string]*source.Node{}, from: map[string]*layer{}}
	for _, at := range m.layers {
		c.layer(at)
	}
	out := c.nameless
	for _, id := range sortedKeys(c.cards) {
		out = append(out, c.cards[id])
	}
	return out
}

type cardMerger struct {
	*merger
	cards map[string]*source.Node
	// from is the layer that brought each card.
	from map[string]*layer
	// nameless cards have no id; they are kept to be reported.
	nameless []*source.Node
}

// layer lays one layer's card files over the cards: first what goes, then what
// changes, then what is new.
func (c *cardMerger) layer(at *layer) {
	var files []*source.Node
	record := keyword.Lookup("card file")
	for i := range at.source.Files {
		f := &at.source.Files[i]
		if !strings.HasPrefix(f.Path, "cards/") || path.Ext(f.Path) != ".yaml" {
			continue
		}
		n := c.yaml(f)
		if n == nil {
			continue
		}
		ast.CheckKeys(n, record, c.report)
		if d := n.Get("defaults"); d != nil && d.Kind != source.Map {
			c.report.Errorf("wrong-type", d.Pos, "defaults must be a map of fields, not %s", d.Describe())
		}
		files = append(files, n)
	}
	for _, n := range files {
		c.remove(at, n)
	}
	for _, n := range files {
		c.replace(at, n)
	}
	for _, n := range files {
		c.patch(at, n)
	}
	for _, n := range files {
		c.add(at, n)
	}
}

// list returns the items of a key of a card file; anything but a list is
// reported.
func (c *cardMerger) list(n *source.Node, key string) []*source.Node {
	value := n.Get(key)
	if value == nil {
		return nil
	}
	if value.Kind != source.List {
		c.report.Errorf("wrong-type", value.Pos, "%s must be a list, not %s", key, value.Describe())
		return nil
	}
	return value.Items
}

// named returns the id of a card in a card file and reports one without.
func (c *cardMerger) named(n *source.Node, key string) string {
	if id := n.Get("id"); id != nil && id.IsScalar() {
		return id.Text
	}
	c.report.Errorf("missing-key", n.Pos, "an item of %s needs the id of a card", key)
	return ""
}

func (c *cardMerger) absent(what, id string, pos diag.Pos) {
	c.report.Unknown("unknown-card", pos, fmt.Sprintf("there is no card %q to %s", id, what), id, sortedKeys(c.cards))
}

func (c *cardMerger) remove(at *layer, file *source.Node) {
	for _, n := range c.list(file, "remove") {
		if c.cards[n.Text] == nil {
			c.absent("remove", n.Text, n.Pos)
			continue
		}
		if c.claims.set(c.loader, at, n.Pos, "card", n.Text) {
			delete(c.cards, n.Text)
		}
	}
}

func (c *cardMerger) replace(at *layer, file *source.Node) {
	for _, n := range c.list(file, "replace") {
		switch id := c.named(n, "replace"); {
		case id == "":
		case c.cards[id] == nil:
			c.absent("replace", id, n.Get("id").Pos)
		default:
			if c.claims.set(c.loader, at, n.Pos, "card", id) {
				c.cards[id] = withDefaults(n, file)
			}
		}
	}
}

func (c *cardMerger) patch(at *layer, file *source.Node) {
	for _, n := range c.list(file, "patch") {
		switch id := c.named(n, "patch"); {
		case id == "":
		case c.cards[id] == nil:
			c.absent("patch", id, n.Get("id").Pos)
		default:
			for _, p := range n.Pairs {
				if p.Key != "id" && c.claims.set(c.loader, at, p.Pos, "card", id, p.Key) {
					setPair(c.cards[id], p)
				}
			}
		}
	}
}

func (c *cardMerger) add(at *layer, file *source.Node) {
	for _, n := range c.list(file, "cards") {
		n = withDefaults(n, file)
		id := n.Get("id")
		if id == nil || !id.IsScalar() {
			c.nameless = append(c.nameless, n)
			continue
		}
		if first := c.cards[id.Text]; first != nil {
			hint := ""
			if c.from[id.Text] != at {
				hint = "; an overlay changes a card with patch or replace"
			}
			c.report.Errorf("duplicate-card", id.Pos, "there are two cards %q; the other is at %s%s", id.Text, first.Pos, hint)
			continue
		}
		c.cards[id.Text], c.from[id.Text] = n, at
	}
}

// withDefaults fills what a card leaves out from the defaults of its file.
func withDefaults(n, file *source.Node) *source.Node {
	defaults := file.Get("defaults")
	if defaults == nil || n.Kind != source.Map {
		return n
	}
	for _, p := range defaults.Pairs {
		if n.Get(p.Key) == nil {
			n.Pairs = append(n.Pairs, p)
		}
	}
	return n
}
