package view_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

func init() { debug.SetGCPercent(400) } // as sim does: a third of the time of these tests went there

func encode(t interface{ Fatal(...any) }, v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// answer gives random replies of all seats to the open decision.
func answer(t interface{ Fatal(...any) }, g *engine.Game, seed uint64) {
	d := g.Open()
	for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
		if !d.Waits(s) {
			continue
		}
		q := view.ShapeOf(d, s)
		if err := g.Answer(d.Number, s, bot.NewRandom(s, seed).Reply(&q)); err != nil {
			t.Fatal(err)
		}
	}
}

// all is everything that a seat may know at a decision: state, the events of
// the step, and the question.
func all(t interface{ Fatal(...any) }, g *engine.Game, seat engine.Seat) string {
	return encode(t, []any{view.Of(g.Position(), seat), view.Asked(g.Position(), g.Open(), seat),
		view.ReaderAt(g.Position(), seat, g.Position().Checkpoint()).Next()})
}

// difference shows the first lines that differ, of two that encode made.
func difference(a, b string) string {
	lines := func(text string) []string {
		var out bytes.Buffer
		if err := json.Indent(&out, []byte(text), "", " "); err != nil {
			return []string{text}
		}
		return strings.Split(out.String(), "\n")
	}
	as, bs := lines(a), lines(b)
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			from := max(0, i-6)
			return strings.Join(as[from:min(i+4, len(as))], "\n") + "\n--- but\n" +
				strings.Join(bs[from:min(i+4, len(bs))], "\n")
		}
	}
	return "one is longer"
}

// TestNonInterference: exchanging what a seat does not know leaves its view,
// its events and its decision as they are, byte by byte.
func TestNonInterference(t *testing.T) {
	tried, same, moved := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		g := tinytest.New(seats, rapid.Uint64().Draw(t, "seed"))
		replies := rapid.Uint64().Draw(t, "replies")
		salt := rapid.Uint64().Draw(t, "salt") | 1
		trial := engine.NewDeterminizer(tinytest.Scripts{}, nil)
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				return
			}
			for s := engine.Seat(1); int(s) <= seats; s++ {
				trial.At(t.Context(), g.Position(), g.Open(), s)
				trial.Sample(salt + uint64(g.Open().Number)<<8)
				tried++
				var diverged *engine.DivergenceError
				if err := trial.Reopen(); errors.As(err, &diverged) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				same++
				if !trial.Game().Position().State().Equal(g.Position().State()) {
					moved++
				}
				if want, have := all(t, g, s), all(t, trial.Game(), s); want != have {
					t.Fatalf("seat %d at decision %d\n%s", s, g.Open().Number, difference(want, have))
				}
			}
			answer(t, g, replies)
		}
	})
	t.Logf("%d of %d worlds repeated the step, %d differed from the real one", same, tried, moved)
	if moved*2 < tried {
		t.Errorf("only %d of %d sampled worlds were other worlds that repeat the step", moved, tried)
	}
}
