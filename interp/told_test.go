package interp_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// TestTold: a game that is only played is read with the sentences of its language and the
// English ones alone, and without rulings; for the rest it is the same game.
func TestTold(t *testing.T) {
	whole, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	told, err := interp.Load("bbtm", interp.With{Language: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(told.Compiled.Texts)); !slices.Equal(got, []string{"en", "fr"}) {
		t.Errorf("told in French, the game has sentences in %v", got)
	}
	if !slices.Equal(told.Languages(), whole.Languages()) || len(told.Compiled.Tree.Rulings) > 0 ||
		len(whole.Compiled.Tree.Rulings) == 0 {
		t.Errorf("told in French it has %v and %d rulings, whole %v and %d", told.Languages(),
			len(told.Compiled.Tree.Rulings), whole.Languages(), len(whole.Compiled.Tree.Rulings))
	}
	if told.Compiled.Pack.Hash != whole.Compiled.Pack.Hash ||
		!slices.Equal(told.Compiled.Pack.Symbols, whole.Compiled.Pack.Symbols) {
		t.Error("told in French it is another game")
	}
	if got, want := told.Messages.Speaker("fr").Title(), whole.Messages.Speaker("fr").Title(); got != want {
		t.Errorf("it is called %q, not %q", got, want)
	}
}

// TestToldPastMistakes: what is wrong in a language that nobody asked for does not keep a
// game from being played; a game that has no English sentences is read whole.
func TestToldPastMistakes(t *testing.T) {
	broken := smalltest.Write(t, map[string]string{"locale/ja.yaml": "seat: [\n", "rulings.yaml": "- {id: 1}\n"})
	if _, err := interp.Load(broken, interp.With{Language: "ja"}); err == nil ||
		!strings.Contains(err.Error(), "ja.yaml") {
		t.Errorf("told in Japanese: %v", err)
	}
	if _, err := interp.Load(broken, interp.With{}); err == nil || !strings.Contains(err.Error(), "errors") {
		t.Errorf("read whole: %v", err)
	}
	p, err := interp.Load(broken, interp.With{Language: "fr"})
	if err != nil {
		t.Fatalf("told in French: %v", err)
	}
	if !p.Speaks("ja") {
		t.Error("the game has no Japanese")
	}
	foreign := smalltest.Write(t, map[string]string{"locale/en.yaml": "", "locale/fr.yaml": "word.heads: face\n",
		"locale/ja.yaml": "word.tails: ura\n"})
	p, err = interp.Load(foreign, interp.With{Language: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(p.Compiled.Texts)); !slices.Equal(got, []string{"fr", "ja"}) {
		t.Errorf("without English the game has sentences in %v", got)
	}
}

// TestSilenced: a sentence of a pack that has no text takes the place of the program's own
// in its language.
func TestSilenced(t *testing.T) {
	p := smalltest.Load(t, map[string]string{"locale/en.yaml": "hidden.card: ''\nnothing: nought\n",
		"locale/fr.yaml": "nothing: ''\n"})
	for lang, want := range map[string][2]string{"en": {"", "nought"}, "fr": {"une carte", "nought"}} {
		s := p.Messages.Speaker(lang)
		hidden, _ := s.Message("hidden.card", nil)
		nothing, _ := s.Message("nothing", nil)
		if got := [2]string{hidden, nothing}; got != want {
			t.Errorf("in %s it says %q, not %q", lang, got, want)
		}
	}
}
