package cards_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// TestKeys: at any two decisions of games of the three packs a seat has one key
// if and only if all that it has seen, and its question, are the same JSON byte
// for byte but for the order of what happened at once; also where two cards that it cannot
// tell apart are exchanged. The games share their seeds, so that many begin alike.
func TestKeys(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			p := load(t, game, nil)
			tbl, err := p.Table(interp.Settings{Seats: 2})
			if err != nil {
				t.Fatal(err)
			}
			m, err := tbl.Machine()
			if err != nil {
				t.Fatal(err)
			}
			states := keyed{texts: map[view.Key]string{}, keys: map[string]view.Key{}}
			exchanges := 0
			rapid.Check(t, func(t *rapid.T) {
				seed := rapid.Uint64Range(1, 2).Draw(t, "seed")
				g := engine.New(tbl.Setup(m, seed))
				var kept []*remembered
				for s := engine.Seat(1); s <= 2; s++ {
					kept = append(kept, remember(t, g.Position(), s, 0))
				}
				for n := rapid.IntRange(1, 12).Draw(t, "decisions"); n > 0; n-- {
					if status, err := g.Advance(t.Context()); err != nil || status == engine.Ended {
						t.Fatal(status, err)
					}
					for _, r := range kept {
						states.add(t, r, g.Position())
					}
					replies := rapid.Uint64Range(1, 2).Draw(t, "replies")
					for s := engine.Seat(1); s <= 2; s++ {
						if d := g.Open(); d != nil && d.Waits(s) {
							if err := g.Answer(d.Number, s,
								bot.NewRandom(s, replies).Decide(t.Context(), g.Position(), d, s)); err != nil {
								t.Fatal(err)
							}
						}
					}
				}
				if status, err := g.Advance(t.Context()); err != nil || status == engine.Ended {
					t.Fatal(status, err)
				}
				cards := rapid.IntRange(1, g.Position().Cards())
				a, b := engine.CardID(cards.Draw(t, "card")), engine.CardID(cards.Draw(t, "other card"))
				if world, ok := g.Position().Exchanged(a, b, 1); ok {
					exchanges++
					both := keyed{texts: map[view.Key]string{}, keys: map[string]view.Key{}}
					for _, p := range []*engine.Position{g.Position(), world} {
						both.add(t, remember(t, p, 1, world.Log().Base), p)
					}
					if len(both.keys) != 1 {
						t.Fatalf("seat 1 tells %s from %s", g.Position().CardKey(a), g.Position().CardKey(b))
					}
				}
			})
			t.Logf("%d states, %d exchanges", len(states.keys), exchanges)
		})
	}
}

// remembered keeps up a seat's key, and a digest of what the key stands for.
type remembered struct {
	seat   engine.Seat
	recall *view.Recall
	reader *view.Reader
	digest [sha256.Size]byte
}

func remember(t *rapid.T, p *engine.Position, seat engine.Seat, from int) *remembered {
	r := &remembered{seat: seat, recall: view.RecallAt(p, seat, from), reader: view.ReaderAt(p, seat, from)}
	r.take(t, r.reader.Start())
	return r
}

// take adds what the seat saw.
func (r *remembered) take(t *rapid.T, saw any) {
	data, err := json.Marshal(saw)
	if err != nil {
		t.Fatal(err)
	}
	r.digest = sha256.Sum256(append(r.digest[:], data...))
}

// keyed checks that keys and what they stand for go together one to one.
type keyed struct {
	texts map[view.Key]string
	keys  map[string]view.Key
}

func (k *keyed) add(t *rapid.T, r *remembered, p *engine.Position) {
	for events := r.reader.Next(); len(events) > 0; {
		n := 1
		for n < len(events) && events[n].Joined {
			n++
		}
		var texts []string // of one change, in no order
		for _, e := range events[:n] {
			e.Number = 0
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		slices.Sort(texts)
		r.take(t, texts)
		events = events[n:]
	}
	q := view.Asked(p, p.Open(), r.seat)
	asked, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	key, text := r.recall.Key(q), fmt.Sprintf("seat %d, events %x, asked %s", r.seat, r.digest, asked)
	if was, known := k.texts[key]; known && was != text {
		t.Fatalf("two states have one key:\n%s\n%s", was, text)
	}
	if was, known := k.keys[text]; known && was != key {
		t.Fatalf("one state has two keys: %s", text)
	}
	k.texts[key], k.keys[text] = text, key
}
