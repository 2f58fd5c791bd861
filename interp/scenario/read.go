package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Read reads the scenarios of a file. What is wrong with its shape goes to
// report; cases with such faults are left out.
func Read(path string, data []byte, report *diag.List) *File {
	f := &File{Path: path}
	top := source.Read(path, data, report)
	if top == nil {
		return f
	}
	r := &reader{report: report}
	if !r.isMap(top, "a scenario file") {
		return f
	}
	list := top.Get("scenarios")
	if list == nil {
		if c := r.read(top, nil, 0); c != nil {
			f.Cases = append(f.Cases, c)
		}
		return f
	}
	if list.Kind != source.List {
		report.Errorf("wrong-kind", list.Pos, "scenarios must be a list, not %s", list.Describe())
		return f
	}
	for i, item := range list.Items {
		if r.isMap(item, "a scenario") {
			if c := r.read(top, item, i+1); c != nil {
				f.Cases = append(f.Cases, c)
			}
		}
	}
	return f
}

type reader struct{ report *diag.List }

func (r *reader) isMap(n *source.Node, what string) bool {
	if n.Kind == source.Map {
		return true
	}
	r.report.Errorf("wrong-kind", n.Pos, "%s must be a map of keys, not %s", what, n.Describe())
	return false
}

// read makes a case from the top of the file and, in a list, its own item.
func (r *reader) read(top, item *source.Node, number int) *Case {
	own := top
	if item != nil {
		own = item
	}
	bad := !r.keys(top) || item != nil && !r.keys(item)
	get := func(key string) *source.Node {
		if item != nil {
			if n := item.Get(key); n != nil {
				return n
			}
		}
		return top.Get(key)
	}
	c := &Case{Pos: own.Pos, Options: map[string]string{}, Strict: true}
	c.Name = fmt.Sprintf("scenario %d", max(number, 1))
	if n := own.Get("name"); n != nil {
		c.Name = n.Text
	}
	c.Game = r.word(get("game"), "game", &bad)
	if c.Game == "" && !bad {
		r.report.Errorf("missing-key", own.Pos, "a scenario needs a game")
		bad = true
	}
	if n := get("seats"); n != nil {
		if n.Kind != source.Number {
			r.report.Errorf("wrong-kind", n.Pos, "seats must be a number, not %s", n.Describe())
			bad = true
		}
		c.Seats = n.Number
	}
	r.options(c, merge(top.Get("options"), itemGet(item, "options")), &bad)
	c.Given = merge(top.Get("given"), itemGet(item, "given"))
	c.Dice = merge(top.Get("dice"), itemGet(item, "dice"))
	c.Draws = merge(top.Get("draws"), itemGet(item, "draws"))
	c.Shuffle = merge(top.Get("shuffles"), itemGet(item, "shuffles"))
	r.random(c, get("random"), &bad)
	if do := get("do"); do != nil {
		if do.Kind != source.List {
			r.report.Errorf("wrong-kind", do.Pos, "do must be a list of answers, such as - 1: pass; not %s", do.Describe())
			bad = true
		}
		c.Do = do.Items
	}
	c.Then = get("then")
	for _, n := range []*source.Node{c.Given, c.Dice, c.Draws, c.Shuffle, c.Then} {
		if n != nil && n.Kind != source.Map {
			r.report.Errorf("wrong-kind", n.Pos, "a map of keys is expected here, not %s", n.Describe())
			bad = true
		}
	}
	if bad {
		return nil
	}
	return c
}

func itemGet(item *source.Node, key string) *source.Node {
	if item == nil {
		return nil
	}
	return item.Get(key)
}

// merge lays the keys of a case over those of the top of the file.
func merge(top, own *source.Node) *source.Node {
	switch {
	case top == nil:
		return own
	case own == nil || top.Kind != source.Map || own.Kind != source.Map:
		if own != nil {
			return own
		}
		return top
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

func (r *reader) keys(n *source.Node) bool {
	known := keyword.Lookup("scenario").Names()
	fine := true
	for _, p := range n.Pairs {
		if !slices.Contains(known, p.Key) {
			r.report.Unknown("unknown-key", p.Pos, fmt.Sprintf("a scenario has no key %q", p.Key), p.Key, known)
			fine = false
		}
	}
	return fine
}

func (r *reader) word(n *source.Node, key string, bad *bool) string {
	if n == nil {
		return ""
	}
	if !n.IsScalar() {
		r.report.Errorf("wrong-kind", n.Pos, "%s must be a word, not %s", key, n.Describe())
		*bad = true
	}
	return n.Text
}

// options reads option values: scalars, or lists for options per seat.
func (r *reader) options(c *Case, n *source.Node, bad *bool) {
	if n == nil {
		return
	}
	if !r.isMap(n, "options") {
		*bad = true
		return
	}
	for _, p := range n.Pairs {
		if p.Value.Kind == source.List {
			var words []string
			for _, item := range p.Value.Items {
				words = append(words, item.Text)
			}
			c.Options[p.Key] = strings.Join(words, ",")
			continue
		}
		c.Options[p.Key] = r.word(p.Value, p.Key, bad)
	}
}

// random reads "seed 7".
func (r *reader) random(c *Case, n *source.Node, bad *bool) {
	if n == nil {
		return
	}
	number, ok := strings.CutPrefix(n.Text, "seed ")
	seed, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	if !ok || err != nil {
		r.report.Errorf("wrong-value", n.Pos, "random is written as: random: seed 7; not %s", n.Describe())
		*bad = true
		return
	}
	c.Random, c.Strict = seed, false
}
