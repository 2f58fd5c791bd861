package pack

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

func byName(scripts []Script) []Script {
	slices.SortStableFunc(scripts, func(a, b Script) int { return strings.Compare(a.Name, b.Name) })
	return scripts
}

// cards lays the layers' cards over each other and returns them sorted by id; game is the
// merged game file.
func (m *merger) cards(game *source.Node) []*source.Node {
	c := &cardMerger{merger: m, game: game, from: map[string]*layer{},
		removed: map[string]diag.Pos{}}
	m.out.CardTypes = cardTypes(game)
	for _, at := range m.layers {
		c.layer(at)
	}
	out := c.nameless
	out = append(out, lists.Map(lists.Sorted(c.cards), func(id string) *source.Node { return c.cards[id] })...)
	return out
}

type cardMerger struct {
	*merger
	game  *source.Node
	cards map[string]*source.Node
	// from is the layer that brought a card, except for cards of the lowest.
	from map[string]*layer
	// removed are the cards that a layer took out.
	removed map[string]diag.Pos
	// own are the changes of the layer that is being laid.
	own ownPlaces
	// nameless cards have no id; they are kept to be reported.
	nameless []*source.Node
}

// layer lays one layer's card files over the cards: first removals, then changes, then new
// cards.
func (c *cardMerger) layer(at *layer) {
	c.laid = at
	c.own = ownPlaces{}
	var files []*source.Node
	record := keyword.Lookup("card file")
	for i := range at.source.Files {
		f := &at.source.Files[i]
		if !strings.HasPrefix(f.Path, "cards/") || at.source.besideSheet(f.Path) {
			continue
		}
		var n *source.Node
		switch {
		case path.Ext(f.Path) == ".yaml":
			n = c.shared(f)
			if n != nil { // of which the check of its keys may change some
				file := *n
				file.Pairs = slices.Clone(n.Pairs)
				n = &file
			}
		case at.source.isSheet(f.Path):
			n = c.table(at.source, f)
		}
		if n == nil {
			continue
		}
		ast.CheckKeys(n, record, c.report)
		if d := n.Get("defaults"); d != nil && d.Kind != source.Map {
			c.report.Errorf("wrong-type", d, "defaults must be a map of fields, not %s", d.Describe())
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
		c.patch(n)
	}
	if len(c.cards) == 0 {
		size := 0
		for _, n := range files {
			size += len(n.Get("cards").Entries())
		}
		c.cards = make(map[string]*source.Node, size)
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
		form := map[string]string{"patch": "[{id: %s}]", "replace": "[{id: %s}]", "remove": "[%s]"}[key]
		c.formed("wrong-type", value, fmt.Sprintf("%s must be a list, not %s", key, value.Describe()), form)
		return nil
	}
	return value.Items
}

// formed reports what names a card in another form than that of its place, and shows the
// card that was probably meant in that form, unless there is none.
func (c *cardMerger) formed(code string, n *source.Node, message, form string) {
	d := diag.Finding{Code: code, Pos: n.Pos, Message: message}
	names := append(keysOf(n), n.Text)
	if id := n.Get("id"); id != nil {
		names = []string{id.Text}
	}
	for _, name := range names {
		id := diag.Nearest(name, lists.Sorted(c.cards))
		if c.cards[name] != nil {
			id = name
		}
		switch {
		case id == "" || form == "":
		case n.IsScalar():
			d.Suggestion = fmt.Sprintf(form, id)
		default: // a suggestion takes the place of a word, and this is a map
			d.Message = message + ", as in " + fmt.Sprintf(form, id)
		}
	}
	c.report.Add(d)
}

// named returns the id of a card in a card file and reports one without.
func (c *cardMerger) named(n *source.Node, key string) string {
	if id := n.Get("id"); id != nil && id.IsScalar() {
		return id.Text
	}
	c.formed("missing-key", n, fmt.Sprintf("an item of %s needs the id of a card", key), "{id: %s}")
	return ""
}

func (c *cardMerger) absent(what, id string, at diag.Placed) {
	message := fmt.Sprintf("there is no card %q to %s", id, what)
	if removed, gone := c.removed[id]; gone {
		c.report.Errorf("unknown-card", at, "%s; it is removed at %s", message, removed)
		return
	}
	c.report.Unknown("unknown-card", at, id, lists.Sorted(c.cards), "%s", message)
}

func (c *cardMerger) remove(at *layer, file *source.Node) {
	for _, n := range c.list(file, "remove") {
		if !n.IsScalar() {
			c.formed("wrong-type", n, "an item of remove is the id of a card, not "+n.Describe(), "%s")
			continue
		}
		switch {
		case !c.claims.set(c.loader, at, n.Pos, "removed", "card", n.Text):
		case c.cards[n.Text] == nil:
			c.absent("remove", n.Text, n)
		default:
			c.removed[n.Text], c.out.Removed[n.Text] = n.Pos, n.Pos
			c.out.Earlier = append(c.out.Earlier,
				Earlier{"card / " + n.Text, c.cards[n.Text].Inline(), c.cards[n.Text].Pos})
			delete(c.cards, n.Text)
		}
	}
}

func (c *cardMerger) replace(at *layer, file *source.Node) {
	for _, n := range c.list(file, "replace") {
		id := c.named(n, "replace")
		switch {
		case id == "":
		case c.cards[id] == nil:
			c.absent("replace", id, n.Get("id"))
		case n.Get("each") != nil:
			c.report.Errorf("wrong-type", n.Get("each"),
				"each stands under cards alone: what replaces a card is one card")
		case !c.own.first(c.report, "the card "+strconv.Quote(id), n):
		default:
			now := c.withDefaults(n, file)
			if c.claims.set(c.loader, at, n.Pos, now.Inline(), "card", id) {
				c.out.Earlier = append(c.out.Earlier, Earlier{"card / " + id, c.cards[id].Inline(), c.cards[id].Pos})
				c.cards[id] = now
			}
		}
	}
}

func (c *cardMerger) patch(file *source.Node) {
	for _, n := range c.list(file, "patch") {
		id := c.named(n, "patch")
		switch {
		case id == "":
		case c.cards[id] == nil:
			c.absent("patch", id, n.Get("id"))
		default:
			card := *c.cards[id]
			card.Pairs = slices.Clone(card.Pairs)
			c.cards[id] = &card
			for _, p := range n.Pairs {
				switch p.Key {
				case "id":
				case "add":
					c.addFields(id, p.Value)
				default:
					c.patchField(id, p)
				}
			}
		}
	}
}

// patchField changes one field that a card has. A card without a list has an
// empty one: there is always a list to add to.
func (c *cardMerger) patchField(id string, p source.Pair) {
	card := c.cards[id]
	was := card.Get(p.Key)
	if was == nil && !source.IsTable(p.Pos.File) &&
		(!isListChange(p.Value, keyword.Type{}) || p.Value.Get("remove") != nil || p.Value.Get("change") != nil) {
		c.report.Unknown("patch-of-nothing", p, p.Key, keysOf(card),
			"the card %q of the base has no %q to change; a new field stands under add", id, p.Key)
		return
	}
	c.patchPair(card, p, []string{"card", id, p.Key})
}

// patchPair lays a pair over a map of a card: a map entry by entry, a list as a
// change of it says, other values whole.
func (c *cardMerger) patchPair(into *source.Node, p source.Pair, where []string) {
	was := into.Get(p.Key)
	isMap := was != nil && was.Kind == source.Map
	if isMap && p.Value.Kind == source.Map && !isChange(p.Value) {
		// The defaults of a file belong to other cards too.
		entries := *was
		entries.Pairs = slices.Clone(was.Pairs)
		setPair(into, source.Pair{Key: p.Key, Pos: p.Pos, Value: &entries})
		for _, entry := range p.Value.Pairs {
			c.patchPair(&entries, entry, append(slices.Clone(where), entry.Key))
		}
		return
	}
	if !c.own.first(c.report, changed(where), p) {
		return
	}
	if isListChange(p.Value, keyword.Type{}) && !isMap {
		if list := c.changeList(was, p.Value, where); list != nil {
			c.put(into, source.Pair{Key: p.Key, Pos: p.Pos, Value: list}, where)
		}
		return
	}
	c.set(into, was, p, where)
}

// changed names what a patch changes.
func changed(where []string) string {
	text := fmt.Sprintf("%q of the card %q", where[2], where[1])
	if len(where) > 3 {
		text = fmt.Sprintf("%q in %s", strings.Join(where[3:], " / "), text)
	}
	return text
}

// addFields gives a card fields that it does not have.
func (c *cardMerger) addFields(id string, fields *source.Node) {
	if fields.Kind != source.Map {
		c.report.Errorf("wrong-type", fields, "add must be a map of fields, not %s", fields.Describe())
		return
	}
	for _, p := range fields.Pairs {
		card := c.cards[id]
		was := slices.IndexFunc(card.Pairs, func(had source.Pair) bool { return had.Key == p.Key })
		switch {
		case !c.own.first(c.report, fmt.Sprintf("%q of the card %q", p.Key, id), p):
		case !c.claims.set(c.loader, c.laid, p.Pos, p.Value.Inline(), "card", id, p.Key):
		case was >= 0:
			c.report.Errorf("duplicate-key", p,
				"the card %q already has %q, at %s; to change it write it beside id", id, p.Key, card.Pairs[was].Pos)
		default:
			setPair(card, p)
		}
	}
}

func (c *cardMerger) add(at *layer, file *source.Node) {
	for _, n := range c.list(file, "cards") {
		for _, one := range c.each(n) {
			one = c.withDefaults(one, file)
			if at.source.Seats > 1 { // the copies are for each of the seats
				times := source.Node{Kind: source.Number, Number: 1, Pos: one.Pos}
				if copies := one.Get("copies"); copies != nil {
					times = *copies
				}
				times.Number *= at.source.Seats
				own := *one
				own.Pairs = slices.Clone(one.Pairs)
				setPair(&own, source.Pair{Key: "copies", Pos: times.Pos, Value: &times})
				one = &own
			}
			c.addOne(at, one)
		}
	}
}

func (c *cardMerger) addOne(at *layer, n *source.Node) {
	id := n.Get("id")
	if id == nil || !id.IsScalar() {
		c.nameless = append(c.nameless, n)
		return
	}
	if first := c.cards[id.Text]; first != nil {
		hint := ""
		by := cmp.Or(c.from[id.Text], c.layers[0])
		switch {
		case by != at && by.overlay && n.Inline() == first.Inline():
			return // strangers may bring the same card
		case by != at && by.overlay:
			hint = "; of two overlays one gives its card another id"
		case by != at:
			hint = "; an overlay changes a card with patch or replace"
		}
		c.report.Errorf("duplicate-card", id, "there are two cards %q; the other is at %s%s",
			id.Text, first.Pos, hint)
		return
	}
	c.cards[id.Text] = n
	if at != c.layers[0] {
		c.from[id.Text] = at
	}
}

// withDefaults returns a card with its missing keys taken from the defaults of its file.
func (c *cardMerger) withDefaults(n, file *source.Node) *source.Node {
	defaults := file.Get("defaults")
	if defaults == nil || n.Kind != source.Map {
		return n
	}
	return source.Made(c.memo, n, defaults, func() (*source.Node, bool) {
		full := *n
		full.Pairs = slices.Clip(n.Pairs)
		for _, p := range defaults.Pairs {
			if n.Get(p.Key) == nil {
				full.Pairs = append(full.Pairs, p)
			}
		}
		return &full, true
	})
}
