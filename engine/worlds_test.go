package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// sampled plays a tiny game and tells, at each third decision, the worlds that each seat may be
// in: where the cards lie there, why one is none, and what comes of an answer.
func sampled(t *testing.T, b *strings.Builder, seats int, seed uint64, open, peeks bool) {
	pack := tinytest.Pack()
	if open { // what all may read is dealt, not played again
		pack.Cards[tinytest.Note].Seen, pack.Seats[tinytest.Purse].Seen = engine.SeenByAll, engine.SeenByAll
		pack.Game[tinytest.Depth].Seen = engine.SeenByAll
	}
	layout, err := engine.NewLayout(pack, seats)
	if err != nil {
		t.Fatal(err)
	}
	g := engine.New(engine.Setup{Layout: layout, Scripts: tinytest.Scripts{}, Seed: seed})
	look := engine.NewDeterminizer(tinytest.Scripts{}, func(_ context.Context, _ *engine.Position, d *engine.Decision,
		s engine.Seat) engine.Reply {
		return randomReply(d, s, 5)
	})
	look.Peeks = peeks
	for {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			return
		}
		d := g.Open()
		for s := engine.Seat(1); int(s) <= seats && d.Number%3 == 1; s++ {
			look.At(t.Context(), g.Position(), d, s)
			fmt.Fprintf(b, "decision %d, seat %d:", d.Number, s)
			for salt := uint64(1); salt <= 6; salt++ {
				b.WriteString(world(look, d, s, salt))
			}
			fmt.Fprintf(b, " knows %s\n", short(g.Position().Groups(s)))
		}
		answerAll(t, g, seed)
	}
}

// short is a small number for much.
func short(args ...any) string { return fmt.Sprintf("%06x", rng.Name(fmt.Sprint(args...))>>40) }

// world tells of one world.
func world(look *engine.Determinizer, d *engine.Decision, s engine.Seat, salt uint64) string {
	if !look.Sample(salt) {
		return " none"
	}
	err := look.Reopen()
	g := look.Game()
	text := " " + short(g.Layout().Dump(g.Position().State()), g.Log().Hash())
	if err != nil {
		return text + " " + err.Error()
	}
	at, peeked := g.Log().PeekSince(0, s)
	text += fmt.Sprintf("/%d,%v", at, peeked)
	if !d.Secret && d.Asks(s) && look.Sample(salt) {
		look.Future(salt + 10)
		status, err := look.Try(randomReply(d, s, salt), engine.Until{Decisions: 3})
		text += fmt.Sprintf(" tried %d %s %v", status, short(g.Layout().Dump(g.Position().State())), err)
	}
	return text
}

// TestWorlds: the worlds that seats may be in are those that they always were: for a game in
// which attributes are secret, which is played again, and for one whose hidden cards are dealt.
func TestWorlds(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(12) {
		open, peeks := seed%2 == 1, seed%3 == 0
		fmt.Fprintf(&b, "==== game %d of %d seats, open %v, peeks %v\n", seed, 2+seed%3, open, peeks)
		sampled(t, &b, 2+int(seed%3), seed, open, peeks)
	}
	path := filepath.Join("testdata", "worlds.txt")
	if engine.Updating() {
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(lines) || lines[i] != line {
			t.Fatalf("%s:%d: got %s\nwant %s", path, i+1, append(lines, "", "")[min(i, len(lines))], line)
		}
	}
	if b.Len() != len(want) {
		t.Errorf("%s is %d bytes, expected %d", path, len(want), b.Len())
	}
}
