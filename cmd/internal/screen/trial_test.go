package screen

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/scene"
)

var (
	update = flag.Bool("update", false, "write the screens of the trial anew")
	// trialSeed chooses the questions of the trial over the whole of each game.
	trialSeed = flag.Uint64("trial", 73,
		"show the screens of a trial by another seed than that of the goldens, and fail")
)

// TestTrial draws ten questions of each game, chosen by a seed, as a player sees
// them, with the preview of each option; they are compared with the screens that were read and judged.
func TestTrial(t *testing.T) {
	for _, game := range shipped {
		t.Run(game.id, func(t *testing.T) {
			s := New("en")
			// Sampling from a stream (Vitter's algorithm R): each question is
			// as likely as any other, however many come. The game is played to know
			// which they are, and once more to draw just these.
			chance, seen := rand.New(rand.NewPCG(*trialSeed, 0)), 0
			chosen := make([]int, 0, 10)
			choose := func(func() *scene.Scene, func() preview.Question) {
				if len(chosen) < cap(chosen) {
					chosen = append(chosen, seen)
				} else if at := chance.IntN(seen + 1); at < len(chosen) {
					chosen[at] = seen
				}
				seen++
			}
			foretold(t, game.id, game.seats, *trialSeed, "en", 1000, choose)
			kept := make([]string, len(chosen))
			seen = 0
			look := func(scene func() *scene.Scene, would func() preview.Question) {
				at := slices.Index(chosen, seen)
				if seen++; at < 0 {
					return
				}
				of := scene()
				var b strings.Builder
				fmt.Fprintf(&b, "#### question %d\n", of.Ask.Number)
				for _, l := range s.Draw(of, NewMenu(of.Ask)) {
					b.WriteString(l.Text + "\n")
				}
				all := would()
				fmt.Fprintf(&b, "> would\n%s\n", all.Say)
				for i := range of.Ask.Options {
					if o := &of.Ask.Options[i]; len(all.Options) > 0 {
						fmt.Fprintf(&b, "%3d %s\n      %s\n", o.Number, o.Text,
							strings.Join(all.Options[o.Positions[0]].Say, "\n      "))
					}
				}
				kept[at] = b.String()
			}
			foretold(t, game.id, game.seats, *trialSeed, "en", 1000, look)
			got, file := strings.Join(kept, "\n"), "testdata/trial/"+game.id+".txt"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("other screens than were judged (go test ./cmd/internal/screen -update writes them anew):\n%s",
					diff)
			}
		})
	}
}
