package check

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/interp/markup"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// taken is how many lines a card of poker's size needs for sentences in markup.
func taken(sentences ...string) float64 {
	f := &scene.Face{Width: 63.5, Height: 88.9}
	for _, text := range sentences {
		var pieces []scene.Mark
		for _, p := range markup.Parse(text) {
			pieces = append(pieces, scene.Mark{Text: p.Text, Break: p.Break})
		}
		f.Text = append(f.Text, pieces)
	}
	n, _ := takes(f)
	return n
}

// TestTakes: texts break where the page breaks them.
func TestTakes(t *testing.T) {
	for text, want := range map[string]float64{
		"": 0, "Draw.": 1, "Draw.\nThen stop.": 2, "Draw.\n\nThen stop.": 2 + ofParagraph,
		"- Draw.\n- Stop.": 2 + ofItem, strings.Repeat("i", 100): 1, strings.Repeat("i", 101): 2,
		strings.Repeat("m", 30): 1, strings.Repeat("m", 31): 2, strings.Repeat("m", 61): 3,
		"Go to the " + strings.Repeat("m", 30): 2, "Go to the-" + strings.Repeat("m", 30): 2,
		strings.Repeat("山", 25): 1, strings.Repeat("山", 26): 2, strings.Repeat("\u0301", 900): 1,
		// a phrase goes to the next line whole, while Chinese breaks anywhere
		strings.Repeat("山札が", 8) + "灯籠": 2, strings.Repeat("山", 24) + "灯籠": 2,
	} {
		if got := taken(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q takes %.2f lines, not %.2f", text, got, want)
		}
	}
}

// TestMoreTakesMore: a longer text takes no fewer lines, and two sentences as many as both.
func TestMoreTakesMore(t *testing.T) {
	words := rapid.SliceOf(rapid.StringOfN(rapid.SampledFrom([]rune("imW-éש山が。{}")), 1, 40, -1))
	rapid.Check(t, func(t *rapid.T) {
		one, other := strings.Join(words.Draw(t, "one"), " "), strings.Join(words.Draw(t, "other"), " ")
		if taken(one+" "+other) < taken(one) {
			t.Errorf("%q takes %.2f lines, %.2f with more", one, taken(one), taken(one+" "+other))
		}
		both := taken(one, other)
		if one != "" && other != "" && math.Abs(both-taken(one)-ofParagraph-taken(other)) > 1e-9 {
			t.Errorf("%q and %q take %.2f lines", one, other, both)
		}
	})
}
