package locale

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

// TestWords: the program says the same in each of its languages, with the same
// placeholders.
func TestWords(t *testing.T) {
	hole := regexp.MustCompile(`\{[a-z]+\}`)
	holes := func(text Text) []string {
		found := hole.FindAllString(text.One+text.Other, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for _, section := range []Section{InGames, InTerminal, InReports, OnPage, AtTables} {
		english := catalogue("en")[section]
		if len(english) == 0 {
			t.Errorf("%s has no words", section)
		}
		for _, lang := range Languages {
			words := catalogue(lang)[section]
			if a, b := slices.Sorted(maps.Keys(words)), slices.Sorted(maps.Keys(english)); !slices.Equal(a, b) {
				t.Errorf("%s in %s has %v, English %v", section, lang, a, b)
			}
			for key, text := range words {
				if text.Other == "" || !slices.Equal(holes(text), holes(english[key])) {
					t.Errorf("%s of %s in %s: %q", key, section, lang, text)
				}
			}
		}
	}
	for lang, want := range map[string]string{
		"fr": "il n’y a pas d’option 7 ; il y en a 1", "de": "there is no option 7; there is 1",
	} {
		if got := NewWords(lang, InTerminal).Say("bad.option", "number", 7, "count", 1); got != want {
			t.Errorf("%s: %s", lang, got)
		}
	}
}
