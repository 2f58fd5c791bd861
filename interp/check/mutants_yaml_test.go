package check_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

type yamlFile struct {
	index int
	path  string
	root  *source.Node
}

// place is one key or value of a YAML file with the keys that lead to it.
type place struct {
	file yamlFile
	path []string
	node *source.Node // nil for a key
	key  string
	at   int
}

// last is the key that a value stands under.
func (p *place) last() string { return p.path[len(p.path)-1] }

// yamlPlaces visits the keys and values of all YAML files that stand in their
// files as they read.
func (o *original) yamlPlaces(visit func(p *place)) {
	for _, f := range o.yaml {
		o.walk(f, f.root, []string{f.path}, visit)
	}
}

func (o *original) walk(f yamlFile, n *source.Node, path []string, visit func(*place)) {
	if n == nil {
		return
	}
	if at := o.offset(f.index, n.Pos); at >= 0 {
		visit(&place{f, path, n, "", at})
	}
	for _, item := range n.Items {
		o.walk(f, item, path, visit)
	}
	for _, pair := range n.Pairs {
		inner := append(slices.Clone(path), pair.Key)
		if at := o.offset(f.index, pair.Pos); at >= 0 && o.text(f.index, at, len(pair.Key)) == pair.Key {
			visit(&place{f, path, nil, pair.Key, at})
		}
		o.walk(f, pair.Value, inner, visit)
	}
}

var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$`)

// prose reports whether a value is a text, for people or for the scripts: there any
// word, number or flag is right.
func (p *place) prose(o *original) bool {
	if o.texts[p.last()] && strings.HasPrefix(p.file.path, "cards/") {
		return true
	}
	if strings.HasPrefix(p.file.path, "locale/") || p.file.path == "rulings.yaml" {
		return true
	}
	for _, key := range []string{"name", "doc", "unimplemented", "confidence", "en", "fr", "ja"} {
		if slices.Contains(p.path[1:], key) {
			return true
		}
	}
	return false
}

// reference reports whether a value names something: a word that is no text and
// does not itself bring a name into being.
func (p *place) reference(o *original) bool {
	return p.node != nil && p.node.Kind == source.Word && identifier.MatchString(p.node.Text) && !p.prose(o) &&
		!slices.Contains([]string{"id", "phase", "version"}, p.last()) && !p.declares() &&
		o.text(p.file.index, p.at, len(p.node.Text)) == p.node.Text
}

// declares reports whether a word in a list of words, of values of an option or
// of faces of a die stands there for the first time.
func (p *place) declares() bool {
	return len(p.path) == 3 && (p.path[1] == "words" || p.path[1] == "dice") ||
		len(p.path) == 4 && p.path[1] == "options" && p.path[3] == "values"
}

// names are the keys and words of the pack that are no texts.
func (o *original) names() []string {
	all := map[string]bool{}
	o.yamlPlaces(func(p *place) {
		if p.node == nil && identifier.MatchString(p.key) && !strings.HasPrefix(p.file.path, "locale/") {
			all[p.key] = true
		} else if p.reference(o) {
			all[p.node.Text] = true
		}
	})
	return slices.Sorted(maps.Keys(all))
}

func misspeltKeys(o *original) []site {
	var out []site
	o.yamlPlaces(func(p *place) {
		if p.node == nil {
			out = append(out, site{p.file.index, p.at, p.key, "", func(r *rand.Rand) string { return typo(r, p.key) }})
		}
	})
	return out
}

func wrongCases(o *original) []site {
	var out []site
	o.yamlPlaces(func(p *place) {
		name := p.key
		if p.node != nil {
			if !p.reference(o) {
				return
			}
			name = p.node.Text
		}
		out = append(out, site{p.file.index, p.at, name, "", func(r *rand.Rand) string { return otherCase(r, name) }})
	})
	lua := slices.Concat(o.luaFunctions(), o.luaFields(), o.luaNames())
	for _, s := range lua {
		out = append(out, site{s.file, s.offset, s.was, "", func(r *rand.Rand) string { return otherCase(r, s.was) }})
	}
	return balanced(out, len(out)-len(lua))
}

func danglingReferences(o *original) []site {
	var out []site
	o.yamlPlaces(func(p *place) {
		if p.reference(o) {
			out = append(out,
				site{p.file.index, p.at, p.node.Text, "", func(r *rand.Rand) string { return typo(r, p.node.Text) }})
		}
	})
	n := len(out)
	for _, s := range o.luaNames() {
		out = append(out, site{s.file, s.offset, s.was, "", func(r *rand.Rand) string { return typo(r, s.was) }})
	}
	return balanced(out, n)
}

// balanced gives the sites in YAML (the first n) and those in Lua the same
// weight: of the larger part, as many as the smaller has, but at least 200.
func balanced(sites []site, n int) []site {
	yaml, lua := sites[:n], sites[n:]
	most := max(min(len(yaml), len(lua)), 200)
	r := rand.New(rand.NewPCG(uint64(n), 7))
	for _, part := range [][]site{yaml, lua} {
		r.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
	}
	return slices.Concat(yaml[:min(len(yaml), most)], lua[:min(len(lua), most)])
}

func wrongTypes(o *original) []site {
	var out []site
	o.yamlPlaces(func(p *place) {
		if was, ok := o.whole(p); ok {
			out = append(out, site{p.file.index, p.at, was, "", func(r *rand.Rand) string {
				if p.prose(o) && p.node.Kind != source.List {
					return []string{"[one]", "{some: {more: 1}}"}[r.IntN(2)] // a number is a text as well
				}
				return otherType(r, p.node.Kind)
			}})
		}
	})
	n := len(out)
	for _, l := range o.luaLiterals() {
		out = append(out,
			site{l.file, l.offset, l.was, l.about, func(r *rand.Rand) string { return otherLuaType(r, l.was) }})
	}
	return balanced(out, n)
}

// otherType draws a value of another kind.
func otherType(r *rand.Rand, k source.Kind) string {
	by := map[source.Kind][]string{
		source.Number: {"many", "[many]", "{much: 1}", "true"},
		source.Flag:   {"3", "maybe", "[true]", "{yes: 1}"},
		source.Word:   {"7", "true", "{some: 1}", "[[one]]"},
		source.List:   {"7", "true", "{some: 1}"},
		source.Map:    {"7", "true", "[7]"},
	}
	return by[k][r.IntN(len(by[k]))]
}

// whole returns the text of a value that stands in one line.
func (o *original) whole(p *place) (string, bool) {
	if p.node == nil {
		return "", false
	}
	text := o.text(p.file.index, p.at, 4000)
	text, _, _ = strings.Cut(text, "\n")
	if text == "" {
		return "", false
	}
	switch p.node.Kind {
	case source.Number, source.Flag, source.Word:
		if strings.HasPrefix(text, p.node.Text) && len(p.node.Text) > 0 {
			return p.node.Text, true
		}
		if text[0] == '"' || text[0] == '\'' {
			if end := strings.IndexByte(text[1:], text[0]); end > 0 {
				return text[:end+2], true
			}
		}
	case source.List, source.Map:
		if text[0] != '[' && text[0] != '{' {
			return "", false
		}
		depth, quote := 0, byte(0)
		for i := range len(text) {
			switch c := text[i]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"':
				quote = c
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				if depth--; depth == 0 {
					return text[:i+1], true
				}
			}
		}
	}
	return "", false
}

// impossibleValues are numbers that no place for a number takes, or this one
// does not, and names of another kind than the one that stands there.
func impossibleValues(o *original) []site {
	var out []site
	o.yamlPlaces(func(p *place) {
		switch {
		case p.node == nil:
		case p.node.Kind == source.Number && !p.prose(o):
			if was, ok := o.whole(p); ok {
				out = append(out, site{p.file.index, p.at, was, "",
					func(r *rand.Rand) string { return wrongNumber(r, o.notBelow(p)) }})
			}
		case p.reference(o):
			out = append(out, site{p.file.index, p.at, p.node.Text, "",
				func(r *rand.Rand) string { return o.otherKind(r, p.node.Text) }})
		}
	})
	n := len(out)
	for _, s := range o.luaNames() {
		out = append(out, site{s.file, s.offset, s.was, "", func(r *rand.Rand) string { return o.otherKind(r, s.was) }})
	}
	for _, l := range o.luaLiterals() {
		if l.was[0] >= '0' && l.was[0] <= '9' {
			out = append(out, site{l.file, l.offset, l.was, l.about,
				func(r *rand.Rand) string { return wrongNumber(r, o.bounded[l.about]) }})
		}
	}
	return balanced(out, n)
}

// wrongNumber draws a number that is not whole or too large, or one below zero
// where that is wrong too.
func wrongNumber(r *rand.Rand, notBelow bool) string {
	if notBelow && r.IntN(2) == 0 {
		return "-7"
	}
	return []string{"2.5", "4000000000"}[r.IntN(2)]
}

// notBelow reports whether a number of a YAML file cannot be below zero: it
// counts things, or its attribute is declared so.
func (o *original) notBelow(p *place) bool {
	if strings.HasPrefix(p.file.path, "cards/") {
		return p.last() == "copies" || slices.ContainsFunc(p.path, func(key string) bool { return o.bounded[key] })
	}
	return slices.Contains([]string{"copies", "capacity", "capacity_each", "rows", "columns", "times"}, p.last()) ||
		slices.Contains(p.path, "sizes")
}

// declared notes what the pack says of its attributes: which are texts, and
// which cannot be below zero.
func (o *original) declared() {
	o.texts, o.bounded = map[string]bool{}, map[string]bool{"min": true, "max": true, "total": true, "times": true}
	for _, t := range o.reading.Loaded.Tree.Types {
		for _, a := range t.Attributes {
			o.texts[a.Name.Text] = a.Type.Text == "text"
		}
	}
	p := o.reading.Compiled.Pack
	for _, list := range [][]engine.Attribute{p.Game, p.Seats, p.Cards} {
		for _, a := range list {
			o.bounded[a.Name] = a.HasMin && a.Min >= 0
		}
	}
}

// otherKind draws a name that is of no kind that the given one is of.
func (o *original) otherKind(r *rand.Rand, name string) string {
	for range 50 {
		other := o.words[r.IntN(len(o.words))]
		if !slices.ContainsFunc(o.kinds(), func(kind map[string]bool) bool { return kind[name] && kind[other] }) {
			return other
		}
	}
	return ""
}

// kinds are the names of the pack by kind.
func (o *original) kinds() []map[string]bool {
	if o.families != nil {
		return o.families
	}
	c := o.reading.Compiled
	zones := namesOf(c.Zones)
	maps.Copy(zones, namesOf(c.Groups))
	o.families = []map[string]bool{
		namesOf(c.Defs), namesOf(c.Types), namesOf(c.Triggers), namesOf(c.Abilities),
		namesOf(c.Dice), namesOf(c.StepPlaces),
		namesOf(c.GameOptions), namesOf(c.Phases), zones, namesOf(c.CardAttributes, c.SeatAttributes, c.GameAttributes),
	}
	texts := map[string]map[string]bool{}
	for key := range c.Texts["en"] {
		prefix, rest, _ := strings.Cut(key, ".")
		if texts[prefix] == nil {
			texts[prefix] = map[string]bool{}
		}
		texts[prefix][rest] = true
	}
	for _, prefix := range slices.Sorted(maps.Keys(texts)) {
		o.families = append(o.families, texts[prefix])
	}
	for _, name := range slices.Sorted(maps.Keys(c.Enumerations)) {
		words := map[string]bool{}
		for _, w := range c.Enumerations[name] {
			words[c.Pack.Symbols[w]] = true
		}
		o.families = append(o.families, words)
	}
	for _, option := range c.Pack.GameOptions {
		words := map[string]bool{}
		for _, w := range option.Values {
			words[w] = true
		}
		o.families = append(o.families, words)
	}
	return o.families
}

func namesOf[V any](lists ...map[string]V) map[string]bool {
	all := map[string]bool{}
	for _, list := range lists {
		for name := range list {
			all[name] = true
		}
	}
	return all
}
