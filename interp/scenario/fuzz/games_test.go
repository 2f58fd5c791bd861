package fuzz

import (
	"cmp"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// The bytes of a fuzzed game: the first three are the game, the number of seats and
// the seed; of the others each is an answer, but for those that go back or save.
const (
	goBack   = 0xfe // the next byte is how far
	saveGame = 0xff // the game is saved, and goes on from that
	// mostBytes bounds a game, so that many are played.
	mostBytes = 200
)

// FuzzGame plays the shipped games by bytes: whatever is answered, undone and
// saved, no step fails and the state is sound.
func FuzzGame(f *testing.F) {
	for game := range byte(3) {
		for seats := range byte(2) {
			data := []byte{game, seats, 7}
			for i := range 120 {
				data = append(data, byte(i*37+int(seats)*11)%250)
			}
			f.Add(data)
			f.Add(append(data[:60:60], goBack, 9, 1, saveGame, 3, goBack, 1, 200, saveGame, 5, goBack, 0, 8))
		}
	}
	var tables [][]*interp.Table
	for _, name := range pack.Shipped() {
		p, err := interp.Load(name, interp.With{})
		if err != nil {
			f.Fatal(err)
		}
		var of []*interp.Table
		for seats, most := p.Seats(); seats <= most; seats++ {
			tbl, err := p.Table(interp.Settings{Seats: seats, CheckInvariants: true})
			if err != nil {
				f.Fatal(err)
			}
			of = append(of, tbl)
		}
		tables = append(tables, of)
	}
	machines := position.Machines{}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 {
			return
		}
		of := tables[int(data[0])%len(tables)]
		tbl := of[int(data[1])%len(of)]
		begun := func() *engine.Game {
			m, err := machines.Take(tbl)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { machines.Give(tbl, m) })
			return engine.New(tbl.Setup(m, uint64(data[2])))
		}
		g := begun()
		rest := data[3:min(len(data), mostBytes)]
		next := func() int {
			if len(rest) == 0 {
				return 0
			}
			b := rest[0]
			rest = rest[1:]
			return int(b)
		}
		for len(rest) > 0 {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			switch d := g.Open(); rest[0] {
			case goBack:
				next()
				before := g.Position().Hash()
				// What was forced alone cannot be gone back to.
				if err := g.Undo(t.Context(), d.Number-next()%16); err != nil &&
					(g.Open() != d || g.Position().Hash() != before) {
					t.Fatalf("%v, and the game stands elsewhere", err)
				}
			case saveGame:
				next()
				loaded := begun()
				if err := replay.Follow(t.Context(), loaded, replay.AnswersOf(g)); err != nil {
					t.Fatal(err)
				}
				if loaded.Open() == nil {
					if _, err := loaded.Advance(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if loaded.Position().Hash() != g.Position().Hash() || loaded.Log().Hash() != g.Log().Hash() {
					t.Fatalf("saved at decision %d it does not stand where it stood", d.Number)
				}
				g = loaded
			default:
				for s := engine.Seat(1); int(s) <= tbl.Settings.Seats; s++ {
					if !d.Waits(s) {
						continue
					}
					reply := replyOf(d, s, next)
					if err := d.Check(s, reply); err != nil {
						t.Fatalf("%v is no legal reply: %v", reply, err)
					}
					if err := g.Answer(d.Number, s, reply); err != nil {
						t.Fatal(err)
					}
					break
				}
			}
		}
		if err := scenario.Valid.Check(g); err != nil {
			t.Fatal(err)
		}
	})
}

// replyOf makes a legal reply of bytes.
func replyOf(d *engine.Decision, s engine.Seat, next func() int) engine.Reply {
	n := len(d.OptionsOf(s))
	switch d.Kind {
	case engine.PickOne:
		if pick := next(); d.Optional && pick%(n+1) == n || n == 0 {
			return engine.Reply{}
		} else {
			return engine.Reply{pick % n}
		}
	case engine.YesNo:
		return engine.Reply{next() % 2}
	case engine.PickNumber:
		return engine.Reply{d.Min + next()%(d.Max-d.Min+1)}
	case engine.Split:
		out, left, most := make(engine.Reply, n), d.Total, cmp.Or(d.Max, d.Total)
		for i := range out {
			// What the others cannot take falls to this one.
			low := max(0, left-(n-1-i)*most)
			out[i] = low + next()%(min(most, left)-low+1)
			left -= out[i]
		}
		return out
	}
	picks := n
	if d.Kind == engine.PickSome {
		low := min(d.Min, n)
		picks = low + next()%(min(d.Max, n)-low+1)
	}
	order := make(engine.Reply, n)
	for i := range order {
		order[i] = i
	}
	for i := range picks {
		k := i + next()%(n-i)
		order[i], order[k] = order[k], order[i]
	}
	return order[:picks]
}
