package deciding

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() { pack.Carry(cards.Files, scripts.Files) }

// TestEveryQuestion: the facts of every question that a game can ask are listed,
// and those of no other.
func TestEveryQuestion(t *testing.T) {
	for _, game := range pack.Shipped() {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := p.Table(interp.Settings{Seats: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		speaker := table.Speaker("en")
		questions, err := Read("../../..", game)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{}
		for _, q := range questions {
			if listed[q.Prompt] {
				t.Errorf("%s: %s is listed twice", q.Pos, q.Prompt)
			}
			listed[q.Prompt] = true
			if !speaker.Has("prompt." + q.Prompt) {
				t.Errorf("%s: %s asks no question %s", q.Pos, game, q.Prompt)
			}
		}
		for key := range p.Compiled.Texts["en"] {
			if prompt, ok := strings.CutPrefix(key, "prompt."); ok && !listed[prompt] {
				t.Errorf("testdata/facts/%s.yaml lists no facts of the question %s", game, prompt)
			}
		}
	}
}
