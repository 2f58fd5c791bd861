package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Read reads the scenarios of a file. An error of the whole file goes to report; mistakes
// of one case are stored with it.
func Read(path string, data []byte, report *diag.List) *File {
	top := source.Read(path, data, report)
	if top == nil || report.HasErrors() {
		return &File{Path: path}
	}
	f := FromNode(path, top, report)
	for _, c := range f.Cases {
		c.digest = digest(data)
	}
	return f
}

// FromNode reads the scenarios of a file whose nodes have been read.
func FromNode(path string, top *source.Node, report *diag.List) *File {
	f := &File{Path: path}
	r := &reader{report: report}
	if !r.isMap(top, "a scenario file") {
		return f
	}
	items := top.Get("scenarios")
	if items == nil {
		f.Cases = append(f.Cases, readCase(top, nil, 1))
		return f
	}
	if items.Kind != source.List {
		report.Errorf("wrong-kind", items, "scenarios must be a list, not %s", items.Describe())
		return f
	}
	for i, item := range items.Items {
		if r.isMap(item, "a scenario") {
			f.Cases = append(f.Cases, readCase(top, item, i+1))
		}
	}
	return f
}

type reader struct{ report *diag.List }

func (r *reader) isMap(n *source.Node, what string) bool {
	if n.Kind == source.Map {
		return true
	}
	r.report.Errorf("wrong-kind", n, "%s must be a map of keys, not %s", what, n.Describe())
	return false
}

// CaseOf makes a case of a file that holds it alone.
func CaseOf(node *source.Node) *Case { return readCase(node, nil, 1) }

// readCase makes a case from the top of the file and, in a list, its own item.
func readCase(top, item *source.Node, number int) *Case {
	r := &reader{report: &diag.List{}}
	own := top
	if item != nil {
		own = item
		r.keys(item)
	}
	r.keys(top)
	get := func(key string) *source.Node {
		if n := item.Get(key); n != nil {
			return n
		}
		return top.Get(key)
	}
	merged := func(key string) *source.Node {
		n := merge(top.Get(key), item.Get(key))
		if n == nil || n.Kind == source.Null {
			return nil
		}
		return n
	}
	c := &Case{Name: fmt.Sprintf("scenario %d", number), Pos: own.Pos, GameOptions: map[string]string{}, Strict: true}
	if n := own.Get("name"); n != nil {
		c.Name = n.Text
	}
	c.Game = r.word(get("game"))
	if c.Game == "" {
		r.report.Errorf("missing-key", own, "a scenario needs a game")
	}
	c.Packs = append(c.Packs, lists.Map(get("pack").Entries(), r.word)...)
	r.options(c, merged("options"))
	if n := get("seats"); n != nil {
		c.Seats = n.Number
		c.places = append(c.places, mention{" seats, not " + n.Text, n.Pos})
	}
	for _, key := range []string{"pack", "game"} {
		if n := get(key); n != nil {
			for _, one := range n.Entries() {
				c.places = append(c.places, mention{strconv.Quote(one.Text), one.Pos},
					mention{strconv.Quote(Beside(c.Pos.File, one.Text)), one.Pos})
			}
		}
	}
	c.Rule = get("rule")
	c.Given, c.Dice, c.Draws, c.Shuffle = merged("given"), merged("dice"), merged("draws"), merged("shuffles")
	r.random(c, get("random"))
	if do := get("do"); do != nil && do.Kind != source.Null {
		c.Do = append([]*source.Node{}, do.Items...)
	}
	if n := get("then"); n != nil && n.Kind == source.Map {
		c.Then = n
	}
	c.Findings = r.report.Sorted()
	return c
}

// merge lays the keys of a case over those of the top of the file.
func merge(top, own *source.Node) *source.Node {
	switch {
	case top == nil:
		return own
	case own == nil:
		return top
	case top.Kind != source.Map || own.Kind != source.Map:
		return own
	}
	out := &source.Node{Kind: source.Map, Pos: own.Pos}
	for _, p := range top.Pairs {
		if mine := own.Get(p.Key); mine != nil {
			p.Value = merge(p.Value, mine)
		}
		out.Pairs = append(out.Pairs, p)
	}
	for _, p := range own.Pairs {
		if top.Get(p.Key) == nil {
			out.Pairs = append(out.Pairs, p)
		}
	}
	return out
}

// keys compares the keys of a scenario, and the kinds of their values, with the
// registry. A key without a value is one that is not there.
func (r *reader) keys(n *source.Node) {
	record := keyword.Lookup("scenario")
	for _, p := range n.Pairs {
		f, known := record.Field(p.Key)
		_, told := keyword.Lookup("then").Field(p.Key)
		switch {
		case !known && (told || p.Key == "expect"):
			r.report.Errorf("unknown-key", p, "%q is no key of a scenario: what must be true at the end stands "+
				"below then, and between answers in a line of do, - expect: {...}", p.Key)
		case !known:
			r.report.Unknown("unknown-key", p, p.Key, record.Names(), "a scenario has no key %q", p.Key)
		case p.Key != "scenarios" && p.Value.Kind != source.Null:
			ast.Check(p.Value, f.Type, strconv.Quote(p.Key), r.report)
		}
	}
}

func (r *reader) word(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// options reads option values: scalars, or lists for options per seat.
func (r *reader) options(c *Case, n *source.Node) {
	if n == nil || n.Kind != source.Map {
		return
	}
	for _, p := range n.Pairs {
		c.places = append(c.places, mention{strconv.Quote(p.Key), p.Pos}, mention{"option " + p.Key + " ", p.Value.Pos},
			mention{"option " + p.Key + ":", p.Value.Pos})
		if p.Value.Kind == source.List {
			words := lists.Map(p.Value.Items, r.word)
			c.GameOptions[p.Key] = strings.Join(words, ",")
			continue
		}
		c.GameOptions[p.Key] = r.word(p.Value)
	}
}

// random reads "seed 7".
func (r *reader) random(c *Case, n *source.Node) {
	if n == nil || n.Kind == source.Null {
		return
	}
	number, ok := strings.CutPrefix(n.Text, "seed ")
	seed, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	if !ok || err != nil {
		r.report.Errorf("wrong-value", n, "random is written as: random: seed 7; not %s", n.Describe())
		return
	}
	c.Random = seed
	c.Strict = false
}
