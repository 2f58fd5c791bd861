package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names prints the cards of a zone, first to last.
func (tb *table) names(p *Position, z ZoneID) string {
	var keys []string
	for _, c := range p.CardsIn(nil, z) {
		keys = append(keys, p.CardKey(c))
	}
	return strings.Join(keys, " ")
}

func TestMovePlaces(t *testing.T) {
	for _, test := range []struct {
		name  string
		place int
		want  string
	}{
		{"top", Top, "gamma alpha#1 alpha#2 alpha#3"},
		{"first", 1, "gamma alpha#1 alpha#2 alpha#3"},
		{"second", 2, "alpha#1 gamma alpha#2 alpha#3"},
		{"last place", 4, "alpha#1 alpha#2 alpha#3 gamma"},
		{"behind the end", 9, "alpha#1 alpha#2 alpha#3 gamma"},
		{"bottom", Bottom, "alpha#1 alpha#2 alpha#3 gamma"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			g := tb.run(t, 1, func(r *Run) error {
				pile := tb.z(&r.Position, tb.discard, 1)
				for n := 1; n <= 3; n++ {
					if err := r.Move(tb.c(&r.Position, tb.alpha, n), pile, Bottom); err != nil {
						return err
					}
				}
				return r.Move(tb.c(&r.Position, tb.gamma, 1), pile, test.place)
			})
			if got := tb.names(&g.run.Position, tb.z(&g.run.Position, tb.discard, 1)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestMoveWithinAZoneDoesNotCountTheCardItself(t *testing.T) {
	tb := newTable()
	g := tb.run(t, 1, func(r *Run) error {
		pile := tb.z(&r.Position, tb.discard, 1)
		for n := 3; n >= 1; n-- {
			if err := r.Move(tb.c(&r.Position, tb.alpha, n), pile, Top); err != nil {
				return err
			}
		}
		return must(r.Move(tb.c(&r.Position, tb.alpha, 1), pile, 3),
			r.Move(tb.c(&r.Position, tb.alpha, 1), pile, Bottom), r.Move(tb.c(&r.Position, tb.alpha, 2), pile, 2))
	})
	if got := tb.names(&g.run.Position, tb.z(&g.run.Position, tb.discard, 1)); got != "alpha#3 alpha#2 alpha#1" {
		t.Error(got)
	}
}

func TestUnorderedZonesKeepTheOrderOfArrival(t *testing.T) {
	tb := newTable()
	g := tb.run(t, 1, func(r *Run) error {
		hand := tb.z(&r.Position, tb.hand, 1)
		return must(r.Move(tb.c(&r.Position, tb.gamma, 1), hand, Top), r.Move(tb.c(&r.Position, tb.alpha, 1), hand, 1),
			r.Move(tb.c(&r.Position, tb.beta, 1), hand, Bottom))
	})
	if got := tb.names(&g.run.Position, tb.z(&g.run.Position, tb.hand, 1)); got != "gamma alpha#1 beta#1" {
		t.Error(got)
	}
}

func TestMoveRefusals(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(tb *table, r *Run) error
		want string
	}{
		{"no zone", func(tb *table, r *Run) error { return r.Move(1, 0, Top) }, "move: there is no such zone"},
		{"accepts", func(tb *table, r *Run) error {
			return r.Move(tb.c(&r.Position, tb.coin, 1),
				tb.at(&r.Position, tb.right, tb.c(&r.Position, tb.hill, 1)), Top)
		}, "move: right does not accept cards of type thing"},
		{"full", func(tb *table, r *Run) error {
			z := tb.at(&r.Position, tb.left, tb.c(&r.Position, tb.hill, 1))
			return must(r.Move(1, z, Top), r.Move(2, z, Top), r.Move(3, z, Top), r.Move(4, z, Top))
		}, "move: hill.left is full"},
		{"full for a seat", func(tb *table, r *Run) error {
			z := tb.at(&r.Position, tb.left, tb.c(&r.Position, tb.hill, 1))
			return must(r.SetController(1, 1), r.SetController(2, 1), r.SetController(3, 1), r.Move(1, z, Top),
				r.Move(2, z, Top), r.Move(3, z, Top))
		}, "move: hill.left is full"},
		{"on itself", func(tb *table, r *Run) error {
			return r.Move(1, tb.at(&r.Position, tb.upon, 1), Top)
		}, "move: alpha#1 cannot lie on itself"},
		{"on what lies on it", func(tb *table, r *Run) error {
			return must(r.Move(2, tb.at(&r.Position, tb.upon, 1), Top), r.Move(1, tb.at(&r.Position, tb.upon, 2), Top))
		}, "move: alpha#1 cannot lie on itself"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			err := tb.fails(t, 1, func(r *Run) error { return test.do(tb, r) })
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q, want %q", err, test.want)
			}
		})
	}
}

func TestRoom(t *testing.T) {
	tb := newTable()
	tb.run(t, 2, func(r *Run) error {
		z := tb.at(&r.Position, tb.left, tb.c(&r.Position, tb.hill, 1))
		rooms := func() []int { return []int{r.FreeSlots(z, 0), r.FreeSlots(z, 1), r.FreeSlots(z, 2)} }
		got := [][]int{rooms()}
		for c := CardID(1); c <= 3; c++ {
			if err := must(r.SetController(c, Seat(1+c/3)), r.Move(c, z, Top)); err != nil {
				return err
			}
			got = append(got, rooms())
		}
		if diff := cmp.Diff([][]int{{3, 2, 2}, {2, 1, 2}, {1, 0, 1}, {0, 0, 0}}, got); diff != "" {
			t.Error(diff)
		}
		// A card may change its place in a full zone.
		return r.Move(1, z, Bottom)
	})
}

func TestKeptAttributesFallBackWhenTheGroupIsLeft(t *testing.T) {
	tb := newTable()
	tb.run(t, 1, func(r *Run) error {
		c, hill, vale := tb.c(&r.Position, tb.gamma, 1), tb.c(&r.Position, tb.hill, 1), tb.c(&r.Position, tb.vale, 1)
		err := must(r.Move(c, tb.at(&r.Position, tb.left, hill), Top),
			r.SetAttribute(c, tb.posture, WordValue(tb.down)), r.SetAttribute(c, tb.mark, Num(4)))
		for _, to := range []ZoneID{tb.at(&r.Position, tb.left, vale), tb.at(&r.Position, tb.right, vale)} {
			err = must(err, r.Move(c, to, Top))
			if got := r.Printed(c, tb.posture); got != WordValue(tb.down) {
				t.Errorf("moving inside the group changed posture to %v", got)
			}
		}
		err = must(err, r.Move(c, tb.z(&r.Position, tb.box, 0), Top))
		if got := r.Printed(c, tb.posture); got != WordValue(tb.up) {
			t.Errorf("leaving the group kept posture %v", got)
		}
		if got := r.Printed(c, tb.mark); got != Num(4) {
			t.Errorf("an attribute without keeps_in changed to %v", got)
		}
		return err
	})
}

func TestHostAndPlace(t *testing.T) {
	tb := newTable()
	tb.run(t, 1, func(r *Run) error {
		a, coin, hill := tb.c(&r.Position, tb.alpha, 1), tb.c(&r.Position, tb.coin, 1), tb.c(&r.Position, tb.hill, 1)
		err := must(r.Move(a, tb.at(&r.Position, tb.left, hill), Top),
			r.Move(coin, tb.at(&r.Position, tb.upon, a), Top))
		if r.Host(coin) != a || r.Place(coin) != hill || r.Place(a) != hill ||
			r.Place(hill) != hill || r.Host(hill) != 0 {
			t.Error("hosts and places are wrong")
		}
		return err
	})
}

// knows prints which seats know a card.
func knows(p *Position, c CardID) []Seat {
	var seats []Seat
	for s := Seat(1); int(s) <= p.Seats; s++ {
		if p.Knows(s, c) {
			seats = append(seats, s)
		}
	}
	return seats
}

func TestKnowledge(t *testing.T) {
	type world struct {
		*table
		g *Run
	}
	move := func(w world, c CardID, k ZoneKindID, seat Seat) error {
		return w.g.Move(c, w.z(&w.g.Position, k, seat), Top)
	}
	for _, test := range []struct {
		name string
		do   func(w world) error
		want map[CardID][]Seat // of alpha 1, 2, 3
	}{
		{"the open box", func(w world) error { return nil }, map[CardID][]Seat{1: {1, 2, 3}}},
		{"an open card that goes into a hand stays known", func(w world) error {
			return move(w, 1, w.hand, 1)
		}, map[CardID][]Seat{1: {1, 2, 3}}},
		{"a bag takes all knowledge", func(w world) error { return move(w, 1, w.pool, 0) }, map[CardID][]Seat{1: nil}},
		{"drawn from a bag, only the owner of the hand knows", func(w world) error {
			return must(move(w, 1, w.pool, 0), move(w, 2, w.pool, 0), move(w, 1, w.hand, 2))
		}, map[CardID][]Seat{1: {2}}},
		{"the top of a deck stays known to those who saw it put there", func(w world) error {
			return must(move(w, 1, w.deck, 1), move(w, 2, w.deck, 1))
		}, map[CardID][]Seat{1: {1, 2, 3}, 2: {1, 2, 3}}},
		{"a place changed inside a deck keeps knowledge", func(w world) error {
			return must(move(w, 1, w.deck, 1), move(w, 2, w.deck, 1),
				w.g.Move(2, w.z(&w.g.Position, w.deck, 1), Bottom))
		}, map[CardID][]Seat{1: {1, 2, 3}, 2: {1, 2, 3}}},
		{"a shuffled deck is known to nobody", func(w world) error {
			return must(move(w, 1, w.deck, 1), move(w, 2, w.deck, 1), w.g.Shuffle(w.z(&w.g.Position, w.deck, 1)))
		}, map[CardID][]Seat{1: nil, 2: nil}},
		{"a shuffled hand is as known as it was: it has no order", func(w world) error {
			return must(move(w, 1, w.hand, 3), move(w, 2, w.hand, 3), w.g.Shuffle(w.z(&w.g.Position, w.hand, 3)))
		}, map[CardID][]Seat{1: {1, 2, 3}, 2: {1, 2, 3}}},
		{"drawn from a shuffled deck", func(w world) error {
			return must(move(w, 1, w.deck, 2), move(w, 2, w.deck, 2), w.g.Shuffle(w.z(&w.g.Position, w.deck, 2)),
				move(w, 1, w.hand, 2))
		}, map[CardID][]Seat{1: {2}}},
		{"from hand to deck unseen: the others are no longer sure of any of its cards", func(w world) error {
			return must(move(w, 1, w.hand, 1), move(w, 2, w.hand, 1), move(w, 1, w.deck, 1))
		}, map[CardID][]Seat{1: {1}, 2: {1}}},
		{"from hand to bag unseen likewise", func(w world) error {
			return must(move(w, 1, w.hand, 1), move(w, 2, w.hand, 1), move(w, 1, w.pool, 0))
		}, map[CardID][]Seat{1: nil, 2: {1}}},
		{"from hand to another's hand: both know, and the third is unsure", func(w world) error {
			return must(move(w, 1, w.hand, 1), move(w, 2, w.hand, 1), move(w, 1, w.hand, 2))
		}, map[CardID][]Seat{1: {1, 2}, 2: {1, 2}}},
		{"played openly from a hand: the rest of it stays as known as it was", func(w world) error {
			return must(move(w, 1, w.hand, 1), move(w, 2, w.hand, 1), move(w, 1, w.discard, 1))
		}, map[CardID][]Seat{1: {1, 2, 3}, 2: {1, 2, 3}}},
		{"a revealed card", func(w world) error {
			return must(move(w, 1, w.pool, 0), w.g.Reveal(1, Only(2)), w.g.Reveal(1, Only(3)))
		}, map[CardID][]Seat{1: {2, 3}}},
		{"a concealed card in a hand", func(w world) error {
			return must(move(w, 1, w.hand, 2), w.g.Conceal(1))
		}, map[CardID][]Seat{1: {2}}},
		{"a concealed card in the open stays known", func(w world) error { return w.g.Conceal(1) },
			map[CardID][]Seat{1: {1, 2, 3}}},
		{"hidden on a card: its controller sees it", func(w world) error {
			w.g.SetController(2, 3)
			return must(move(w, 1, w.pool, 0), move(w, 3, w.pool, 0), w.g.Move(1, w.at(&w.g.Position, w.upon, 2), Top))
		}, map[CardID][]Seat{1: {3}}},
		{"a new controller sees what lies on the card", func(w world) error {
			w.g.SetController(2, 3)
			return must(move(w, 1, w.pool, 0), move(w, 3, w.pool, 0), w.g.Move(1, w.at(&w.g.Position, w.upon, 2), Top),
				w.g.SetController(2, 1))
		}, map[CardID][]Seat{1: {1, 3}}},
		{"a seat's side of a place is its own to see", func(w world) error {
			return must(move(w, 1, w.pool, 0), move(w, 3, w.pool, 0),
				w.g.Move(1, w.g.ZoneOf(w.side, 2, w.c(&w.g.Position, w.hill, 1)), Top))
		}, map[CardID][]Seat{1: {2}}},
		{"a hidden chest takes the certainty away too", func(w world) error {
			return must(move(w, 1, w.chest, 1), move(w, 2, w.chest, 1), move(w, 1, w.deck, 1))
		}, map[CardID][]Seat{1: nil, 2: nil}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			g := tb.run(t, 3, func(r *Run) error { return test.do(world{tb, r}) })
			for c, want := range test.want {
				if got := knows(&g.run.Position, c); !slices.Equal(got, want) {
					t.Errorf("%s is known to seats %v, want %v", g.run.CardKey(c), got, want)
				}
			}
			if problem := folds(g); problem != "" {
				t.Error(problem)
			}
		})
	}
}
