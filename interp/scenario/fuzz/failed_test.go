package fuzz

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
)

// TestFailedGames: of games that fail alike only the first is kept, whose log may be long;
// silent ones end with the first that comes to a limit of games.
func TestFailedGames(t *testing.T) {
	for _, c := range []struct {
		name, old, instead string
		silent             bool
		games              int
	}{
		{"faults", "  finish(winners)", "  finish(winners.none.none)", false, 6},
		{"silent faults", "  finish(winners)", "  finish(winners.none.none)", true, 6},
		{"endless", "  - phase: result",
			"  - phase: more\n    do: [" +
				strings.Repeat("trick.take, ", 990) + "trick.take]\n  - phase: result", true, 1},
	} {
		s, err := pack.Open("../../../testdata/tutorial/harvest")
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Files {
			text := strings.Replace(string(s.Files[i].Data), c.old, c.instead, 1)
			if c.games == 1 {
				text = strings.Replace(text, "trick.take()\n", "trick.take() for _ = 1, 99000 do end\n", 1)
			}
			s.Files[i].Data = []byte(text)
		}
		p, err := interp.ReadSource(s).Pack()
		if err != nil {
			t.Fatal(err)
		}
		f := Fuzzer{Pack: p, Seats: 3, Games: c.games + c.games%2, Seed: 1, Silent: c.silent, Workers: 1,
			Tally: coverage.NewTally(p)}
		games, err := f.games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		failed, kept := 0, 0
		for i, game := range games {
			if game != nil && game.failed != nil {
				if failed++; game.failed.game != nil {
					kept += i + 1
				}
			}
		}
		if failed != c.games || kept != 1 {
			t.Errorf("%s: %d games failed, and %d is kept", c.name, failed, kept)
		}
	}
}
