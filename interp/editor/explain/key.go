package explain

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// records are the records of files, of headers and tables of scripts, and of filters.
func records() []*keyword.Record {
	return append(keyword.Records(), filter.Standard.Lookup(filter.CardFilter),
		filter.Standard.Lookup(filter.SeatFilter))
}

// keyNames are the keys that files and headers have.
func (e *Explainer) keyNames() []string {
	var names []string
	for _, r := range records() {
		names = append(names, r.Names()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// key explains a key: what it says in each place that has it.
func (e *Explainer) key(name string) *Thing {
	t := &Thing{Kind: "key", Name: name}
	for _, r := range records() {
		if f, ok := r.Field(name); ok {
			fact := Fact{Name: "of " + keyword.Article(r.Name), Value: f.Doc}
			if !slices.ContainsFunc(t.Facts, func(was Fact) bool { return was.Name == fact.Name }) {
				t.Facts = append(t.Facts, fact)
			}
		}
	}
	if t.Facts == nil {
		return nil
	}
	for _, game := range inventory.Of(e.entries, inventory.Game, "") {
		if f := game.Get(name); f.Text != "" {
			t.fact("in this game", f.Text, f.At)
		}
	}
	return t
}
