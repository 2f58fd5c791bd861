// Package compare tells how two packs, or two states of one, differ in what
// they compile to: cards, rules, options, abilities and sentences. What does
// not reach a game is no difference: comments, the order of files and of
// cards, a default written out, a local function that nobody uses.
//
// It may import interp, diag, lists and the inventory, of which it lays two side by side.
package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
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

// Kinds are the kinds of entries, in the order in which they are listed.
var Kinds = []string{
	"pack", "option", "refusal", "words", "die", "attribute", "type", "size", "zone", "group", "trigger",
	"form", "kind", "order", inventory.Game, "phase", "position", "derived value", "search", "layout", "face", "step",
	"ability", "card", "text", "ruling",
}

// Packs lists what differs from one pack to another, by kind and name. How many cards a pack
// has is stated of its own: where overlays bring cards nothing is, and that is no difference.
func Packs(before, after *interp.Reading) []Difference {
	old := inventory.All(before)
	new := inventory.All(after)
	layered := func(r *interp.Reading) bool { return r.Loaded != nil && len(r.Loaded.Layers) > 1 }
	stated := func(e *inventory.Entry) bool { return e.Kind == "size" }
	if layered(before) && !slices.ContainsFunc(old, stated) || layered(after) && !slices.ContainsFunc(new, stated) {
		old = slices.DeleteFunc(old, stated)
		new = slices.DeleteFunc(new, stated)
	}
	return Inventories(old, new)
}

// Inventories lists what differs from one inventory to another.
func Inventories(before, after []*inventory.Entry) []Difference {
	old := byPath(before)
	new := byPath(after)
	var out []Difference
	for _, path := range lists.Sorted(old) {
		if d, ok := difference(old[path], new[path]); ok {
			out = append(out, d)
		}
	}
	for _, path := range lists.Sorted(new) {
		if old[path] == nil {
			out = append(out, with(new[path], Added, diag.Pos{}, new[path].At))
		}
	}
	slices.SortStableFunc(out, func(a, b Difference) int {
		return cmp.Or(slices.Index(Kinds, a.Kind)-slices.Index(Kinds, b.Kind), strings.Compare(a.Name, b.Name))
	})
	return out
}

// byPath are the entries that are compared, by kind and path. What the flow tells of its
// phases is no part of them, nor are words, which their lists tell of, and parameters.
func byPath(entries []*inventory.Entry) map[string]*inventory.Entry {
	out := map[string]*inventory.Entry{}
	for _, e := range entries {
		if e.Kind == "phase" {
			e.Facts = slices.DeleteFunc(e.Facts, func(f inventory.Fact) bool {
				return f.Name != "doc" && !strings.HasPrefix(f.Name, "name ")
			})
		}
		if slices.Contains(Kinds, e.Kind) && (e.Kind != "phase" || len(e.Facts) > 0) {
			out[e.Kind+" "+e.Path()] = e
		}
	}
	return out
}

func difference(old, new *inventory.Entry) (Difference, bool) {
	if new == nil {
		return with(old, Removed, old.At, diag.Pos{}), true
	}
	d := with(new, Changed, old.At, new.At)
	for _, f := range old.Facts {
		if other := new.Get(f.Name); other.Text != f.Text {
			d.Fields = append(d.Fields, field(f, other))
		}
	}
	for _, f := range new.Facts {
		if old.Get(f.Name).Text == "" {
			d.Fields = append(d.Fields, field(inventory.Fact{Name: f.Name}, f))
		}
	}
	return d, len(d.Fields) > 0
}

// with is a difference of an entry, without a field yet.
func with(e *inventory.Entry, c Change, before, after diag.Pos) Difference {
	return Difference{Kind: e.Kind, Name: e.Path(), Label: e.Label.Or("en", ""), Change: c, Before: before,
		After: after, Fields: []Field{}}
}

func field(old, new inventory.Fact) Field {
	f := Field{Name: old.Name, Before: old.Text, After: new.Text}
	if old.Lines != nil || new.Lines != nil {
		f.List = old.List || new.List
		f.Lines = lists.Diff(old.Lines, new.Lines)
	}
	return f
}
