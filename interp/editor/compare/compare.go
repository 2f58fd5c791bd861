// Package compare tells how two packs, or two states of one, differ in what
// they compile to: cards, rules, options, abilities and sentences. What does
// not reach a game is no difference: comments, the order of files and of
// cards, a default written out, a local function that nobody uses.
//
//	compare.go   Entries side by side
//	entries.go   cards, options, and what game.yaml declares
//	scripts.go   steps, abilities and the flow
package compare

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Change says how an entry of one pack differs in the other.
type Change uint8

// The changes.
const (
	Added Change = iota
	Removed
	Changed
)

// String returns the word for the change.
func (c Change) String() string { return [...]string{"added", "removed", "changed"}[c] }

// MarshalText writes the word for the change.
func (c Change) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Difference is one entry that differs. Its form in JSON is a promise.
type Difference struct {
	// Kind is "card", "step" and so on; Name what the packs call it, Label
	// what people do.
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Label  string `json:"label,omitempty"`
	Change Change `json:"change"`
	// Before and After are where it is declared.
	Before diag.Pos `json:"before,omitzero"`
	After  diag.Pos `json:"after,omitzero"`
	// Fields are what differs in a changed entry.
	Fields []Field `json:"fields"`
}

// Field is a part of an entry that differs.
type Field struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
	// Lines is set for texts of several lines and for lists: what went, came
	// and stayed in them.
	Lines []lists.Line `json:"-"`
	// List tells that these lines are the items of a list.
	List bool `json:"-"`
}

// entry is a named part of a pack with its parts as text.
type entry struct {
	kind, name, label string
	at                diag.Pos
	fields            []part
}

type part struct {
	name, text string
	// lines are the lines of a text, or with list the items of one; nil if the
	// part is one value.
	lines []string
	list  bool
}

// add adds a part unless it is empty.
func (e *entry) add(name, text string) {
	if text != "" {
		e.fields = append(e.fields, part{name: name, text: text})
	}
}

// addCode adds a text of several lines.
func (e *entry) addCode(name, text string) {
	if text != "" {
		e.fields = append(e.fields,
			part{name: name, text: text, lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")})
	}
}

// addList adds a list of names.
func (e *entry) addList(name string, items []string) {
	if len(items) > 0 {
		e.fields = append(e.fields, part{name, strings.Join(items, ", "), items, true})
	}
}

func (e *entry) get(name string) part {
	for _, f := range e.fields {
		if f.name == name {
			return f
		}
	}
	return part{}
}

// Kinds are the kinds of entries, in the order in which they are listed.
var Kinds = []string{
	"pack", "option", "refusal", "words", "die", "attribute", "type", "zone", "group", "trigger", "order", "flow",
	"step", "ability", "card", "text", "ruling",
}

// Packs lists what differs from one pack to another, by kind and name.
func Packs(before, after *interp.Reading) []Difference {
	old, new := entriesOf(before), entriesOf(after)
	var out []Difference
	for _, kind := range Kinds {
		var names []string
		for name := range old[kind] {
			names = append(names, name)
		}
		for name := range new[kind] {
			if old[kind][name] == nil {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			if d, ok := difference(old[kind][name], new[kind][name]); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

func difference(old, new *entry) (Difference, bool) {
	switch {
	case old == nil:
		return new.with(Added, diag.Pos{}, new.at), true
	case new == nil:
		return old.with(Removed, old.at, diag.Pos{}), true
	}
	d := new.with(Changed, old.at, new.at)
	for _, f := range old.fields {
		if other := new.get(f.name); other.text != f.text {
			d.Fields = append(d.Fields, field(f, other))
		}
	}
	for _, f := range new.fields {
		if old.get(f.name).text == "" {
			d.Fields = append(d.Fields, field(part{name: f.name}, f))
		}
	}
	return d, len(d.Fields) > 0
}

// with is a difference of an entry, without a field yet.
func (e *entry) with(c Change, before, after diag.Pos) Difference {
	return Difference{Kind: e.kind, Name: e.name, Label: e.label, Change: c, Before: before,
		After: after, Fields: []Field{}}
}

func field(old, new part) Field {
	f := Field{Name: old.name, Before: old.text, After: new.text}
	if old.lines != nil || new.lines != nil {
		f.List = old.list || new.list
		f.Lines = lists.Diff(old.lines, new.lines)
	}
	return f
}

// entries are the entries of a pack by kind and name.
type entries map[string]map[string]*entry

func (e entries) add(x *entry) *entry {
	if e[x.kind] == nil {
		e[x.kind] = map[string]*entry{}
	}
	e[x.kind][x.name] = x
	return x
}

func entriesOf(r *interp.Reading) entries {
	b := &builder{Reading: r, pack: r.Compiled.Pack, tree: r.Compiled.Tree, out: entries{}, spoken: map[string]bool{}}
	b.declared()
	b.scripts()
	b.cards()
	b.texts()
	return b.out
}
