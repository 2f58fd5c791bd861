package cookbook

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/testdata"
)

//go:embed testdata/searches.txt
var searches string

// TestSearches: of the searches to which the words were tuned, and of those that were only
// counted, so many find what is meant among the first three; those that no recipe fits find
// none.
func TestSearches(t *testing.T) {
	book, err := New(testdata.Lessons)
	if err != nil {
		t.Fatal(err)
	}
	least, half := map[string]int{"tuned": 20, "held": 15}, ""
	right, none := map[string]int{}, 0
	for line := range strings.Lines(searches) {
		line = strings.TrimSpace(line)
		search, wanted, ok := strings.Cut(line, " = ")
		if !ok {
			switch _, ok := least[line]; {
			case ok || line == "none":
				half = line
			case half == "none":
				if found, _ := book.Find(line); len(found) == 0 {
					none++
				} else {
					t.Logf("%q finds %s", line, found[0].ID)
				}
			}
			continue
		}
		for _, id := range strings.Fields(wanted) {
			if _, err := book.Named(id); err != nil {
				t.Errorf("%q: %v", search, err)
			}
		}
		var first []string
		found, _ := book.Find(search)
		for _, r := range found {
			first = append(first, r.ID)
		}
		first = first[:min(3, len(first))]
		if slices.ContainsFunc(first, func(id string) bool { return slices.Contains(strings.Fields(wanted), id) }) {
			right[half]++
		} else {
			t.Logf("%s: %q finds %v", half, search, first)
		}
	}
	if none < 30 {
		t.Errorf("only %d of the searches that no recipe fits find none", none)
	}
	for half, n := range least {
		t.Logf("%s: %d", half, right[half])
		if right[half] < n {
			t.Errorf("%s: %d searches find what is meant among the first three, not %d", half, right[half], n)
		}
	}
}

// TestTopics: each recipe that a topic names is there.
func TestTopics(t *testing.T) {
	book, err := New(testdata.Lessons)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(topics) {
		ids, _, ok := strings.Cut(line, ": ")
		if !ok || line[0] == '#' {
			continue
		}
		for _, id := range strings.Fields(ids) {
			if r, err := book.Named(id); err != nil || r.ID != id {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
}

// TestModel: an ability that is begun like another has its own name, its own sentence and, if
// it is asked for, another trigger.
func TestModel(t *testing.T) {
	book, err := New(testdata.Lessons)
	if err != nil {
		t.Fatal(err)
	}
	r, err := book.Named("wave_away")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Model("shrug", "shot.declared", nil)
	if err != nil || m.On != "card.played" {
		t.Fatal(m, err)
	}
	for _, want := range []string{"-- Shrug: the opponent's", `on     = "shot.declared"`} {
		if !strings.Contains(m.Script, want) {
			t.Errorf("no %q in\n%s", want, m.Script)
		}
	}
}
