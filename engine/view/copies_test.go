package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TestEqualCopies: copies that a seat sees alike have one name without a
// number; those that it sees in several ways have a number for each way, which
// is not the engine's.
func TestEqualCopies(t *testing.T) {
	names := func(g *engine.Position, z engine.ZoneID, seat engine.Seat) []string {
		var out []string
		for _, c := range g.CardsIn(nil, z) {
			out = append(out, view.Project(g, engine.CardValue(c), seat).Text)
		}
		return out
	}
	for _, swap := range []bool{false, true} {
		game, run := gripped(t, 1, 1)
		g := game.Position()
		table, bag := g.ZoneOf(tinytest.Table, 0, 0), g.ZoneOf(tinytest.Bag, 0, 0)
		chips := g.CardsIn(nil, bag)[:2]
		if swap {
			chips[0], chips[1] = chips[1], chips[0]
		}
		for _, c := range chips {
			if err := run.Move(c, table, engine.Top); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(names(g, table, 2), " "); got != "tray tray chipa chipa" {
			t.Errorf("two equal chips: %s", got)
		}
		// One of them now lies elsewhere: each place has a number.
		if err := run.Move(chips[0], g.ZoneOf(tinytest.Heap, 0, 0), engine.Top); err != nil {
			t.Fatal(err)
		}
		heap, left := names(g, g.ZoneOf(tinytest.Heap, 0, 0), 2), names(g, table, 2)
		if heap[0] != "chipa#1" || left[2] != "chipa#2" {
			t.Errorf("exchanged %v: %v, %v", swap, heap, left)
		}
		if got := names(g, table, view.Referee); got[2] != g.CardKey(chips[1]) {
			t.Errorf("the referee sees %v", got)
		}
	}
}

// TestJSON: what programs read has numbers where there are numbers.
func TestJSON(t *testing.T) {
	g := play(t, 5, 20).Position()
	text := encode(t, view.Events(g, 2, 0)) + encode(t, view.Of(g, 2)) +
		encode(t, view.Asked(g, g.Open(), g.Open().Seat))
	if !strings.Contains(strings.Join(strings.Fields(text), ""), `"seats":[1,2]`) {
		t.Error("seats are not a list of numbers")
	}
	zero := view.Value{Kind: view.NumberValue}
	if data, _ := json.Marshal(zero); string(data) != `{"kind":"number","number":0}` {
		t.Errorf("zero is written %s", data)
	}
	var seats view.Seats
	if err := json.Unmarshal([]byte("[1,255]"), &seats); err != nil || len(seats) != 2 || seats[1] != view.Referee {
		t.Error(seats, err)
	}
	if err := json.Unmarshal([]byte("[300]"), &seats); err == nil {
		t.Error("seat 300 was read")
	}
}

// TestClasses: options that a seat cannot tell apart are one class.
func TestClasses(t *testing.T) {
	game, run := gripped(t, 1, 1)
	g := game.Position()
	bag, table := g.ZoneOf(tinytest.Bag, 0, 0), g.ZoneOf(tinytest.Table, 0, 0)
	chips := g.CardsIn(nil, bag)
	for _, c := range chips[:5] {
		if err := run.Move(c, table, engine.Top); err != nil {
			t.Fatal(err)
		}
	}
	d := &engine.Decision{Kind: engine.PickOne, Seat: 1, Prompt: tinytest.WordPrompt}
	for _, c := range append(chips, g.CardsIn(nil, g.ZoneOf(tinytest.Deck, 0, 0))[:2]...) {
		d.Options = append(d.Options, engine.One(engine.CardValue(c)))
	}
	classes := view.Asked(g, d, 1).Classes()
	var keys []string
	total := 0
	for _, c := range classes {
		keys = append(keys, c.Key)
		total += len(c.Options)
	}
	if got := strings.Join(keys, ", "); got != "chipa, chipb, hidden bag, hidden deck 1, hidden deck 2" ||
		total != len(d.Options) {
		t.Errorf("%d options in classes %s", total, got)
	}
	// What the question names is none of several any more.
	d.About = []engine.Named{{Name: tinytest.WordCard, Value: engine.CardValue(chips[0])}}
	if n := len(view.Asked(g, d, 1).Classes()); n != len(classes)+1 {
		t.Errorf("%d classes with a chip that is named, %d without", n, len(classes))
	}
}

// TestWays: the number of a copy is the same whether it alone is asked for, as in an
// event, or many are, as in a view.
func TestWays(t *testing.T) {
	numbered := 0
	for seed := range uint64(3) {
		g := tinytest.New(3, seed)
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			p := g.Position()
			for seat := engine.Seat(0); seat <= 3; seat++ {
				for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
					one, all := view.WaysOf(p, seat, c)
					if one != all {
						t.Fatalf("seed %d, decision %d: %s is copy %d to seat %d, %d among all", seed, p.Decisions(),
							p.CardKey(c), one, seat, all)
					}
					numbered += min(one, 1)
				}
			}
			answer(t, g, seed)
		}
	}
	if numbered < 100 {
		t.Errorf("only %d copies had a number", numbered)
	}
}
