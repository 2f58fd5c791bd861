package engine

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// groupsText prints the groups of a seat: the cards, and by zone how likely each is there.
func groupsText(p *Position, s Seat) string {
	var lines []string
	for _, g := range p.groupsOf(s) {
		var text strings.Builder
		for _, c := range g.cards.list() {
			text.WriteString(p.CardKey(c) + " ")
		}
		for _, of := range g.shares {
			fmt.Fprintf(&text, "| %s %d ", p.ZoneKey(of.zone), (of.weight*100+certain/2)/certain)
		}
		lines = append(lines, strings.TrimSpace(text.String()))
	}
	return strings.Join(lines, "; ")
}

// TestGroups: what a seat still knows of cards that it lost sight of.
func TestGroups(t *testing.T) {
	type world struct {
		*table
		g *Run
	}
	zone := func(w world, k ZoneKindID, seat Seat) ZoneID { return w.z(&w.g.Position, k, seat) }
	move := func(w world, k ZoneKindID, seat Seat, cards ...CardID) (err error) {
		for _, c := range cards {
			err = must(err, w.g.Move(c, zone(w, k, seat), Top))
		}
		return err
	}
	for _, test := range []struct {
		name string
		do   func(w world) error
		want string // of seat 3
	}{
		{"nothing is lost", func(w world) error { return move(w, w.hand, 1, 1, 2) }, ""},
		{"one of a hand goes where nobody sees", func(w world) error {
			return must(move(w, w.hand, 1, 1, 2, 3), move(w, w.deck, 1, 2))
		}, "alpha#1 alpha#2 alpha#3 | 1.deck 33 | 1.hand 67"},
		{"two of a hand", func(w world) error {
			return must(move(w, w.hand, 1, 1, 2, 3), move(w, w.deck, 1, 2, 3))
		}, "alpha#1 alpha#2 alpha#3 | 1.deck 67 | 1.hand 33"},
		{"all of a hand, one after the other", func(w world) error {
			return must(move(w, w.hand, 1, 1, 2, 3), move(w, w.deck, 1, 2, 3, 1))
		}, "alpha#1 alpha#2 alpha#3 | 1.deck 100"},
		{"a shuffled deck", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)))
		}, "alpha#1 alpha#2 | 1.deck 100"},
		{"drawn from a shuffled deck", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2))
		}, "alpha#1 alpha#2 | 1.deck 50 | 1.hand 50"},
		{"drawn by the seat itself", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 3, 2))
		}, "alpha#1 | 1.deck 100"},
		{"played from the hand", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2),
				move(w, w.discard, 1, 2))
		}, "alpha#1 | 1.deck 100"},
		{"shown in the hand", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2, 3), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2, 3),
				w.g.Reveal(2, Only(3)))
		}, "alpha#1 alpha#3 | 1.deck 33 | 1.hand 67"},
		{"a hand looked through", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2, 3), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2),
				w.g.Reveal(2, Only(3)))
		}, "alpha#1 alpha#3 | 1.deck 100"},
		{"in a bag", func(w world) error { return move(w, w.pool, 0, 1, 2) }, "alpha#1 alpha#2 | pool 100"},
		{"what the rules take is not known", func(w world) error {
			return must(move(w, w.hand, 1, 1, 2), w.g.Conceal(1))
		}, ""},
		{"two shuffles", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2),
				move(w, w.deck, 1, 3), w.g.Shuffle(zone(w, w.deck, 1)))
		}, "alpha#1 alpha#2 | 1.deck 50 | 1.hand 50; alpha#3 | 1.deck 100"},
		{"a hand that passes with what is unsure of it", func(w world) error {
			return must(move(w, w.deck, 1, 1, 2), w.g.Shuffle(zone(w, w.deck, 1)), move(w, w.hand, 1, 2),
				move(w, w.hand, 2, 3),
				w.g.MoveAtOnce([]Departure{{2, zone(w, w.hand, 2)}, {3, zone(w, w.hand, 1)}}, Top))
		}, "alpha#1 alpha#2 | 1.deck 50 | 2.hand 50"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			g := tb.run(t, 3, func(r *Run) error { return test.do(world{tb, r}) })
			if got := groupsText(g.Position(), 3); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if err := g.Position().validGroups(); err != nil {
				t.Error(err)
			}
		})
	}
}

// validGroups tells what is wrong with the groups, or nil: each card lies in one of the
// zones, whose weights make one, and the seat knows it no better.
func (p *Position) validGroups() (err error) {
	for s := Seat(1); int(s) <= p.Seats; s++ {
		for _, g := range p.groupsOf(s) {
			sum := int32(0)
			for _, of := range g.shares {
				sum += of.weight
			}
			if sum != certain {
				err = fmt.Errorf("the weights of a group of seat %d are %d, not %d", s, sum, certain)
			}
			for _, c := range g.cards.list() {
				if at := p.state.links[c]; g.in(at.zone) <= 0 || at.known.Has(s) {
					err = fmt.Errorf("seat %d, known: %v, looks for %s elsewhere than in %s", s, at.known.Has(s),
						p.CardKey(c), p.ZoneKey(at.zone))
				}
			}
		}
	}
	return err
}

// TestPassedHands: hands that pass at once are as known as they were; one after the
// other, each can be any of those that lie together.
func TestPassedHands(t *testing.T) {
	for _, test := range []struct {
		name string
		pass func(tb *table, r *Run, hands [4]ZoneID) error
		want []Seat // who knows alpha 1 then
		also string
	}{
		{"at once", func(tb *table, r *Run, hands [4]ZoneID) error {
			return r.MoveAtOnce([]Departure{{1, hands[2]}, {2, hands[2]}, {3, hands[1]}, {4, hands[1]}}, Top)
		}, []Seat{1, 2, 3}, ""},
		{"at once, and not all", func(tb *table, r *Run, hands [4]ZoneID) error {
			return r.MoveAtOnce([]Departure{{1, hands[2]}, {3, hands[1]}, {4, hands[1]}}, Top)
		}, []Seat{1, 2}, "alpha#1 alpha#2 | 1.hand 50 | 2.hand 50"},
		{"at once, one twice", func(tb *table, r *Run, hands [4]ZoneID) error {
			return r.MoveAtOnce([]Departure{{1, hands[2]}, {1, hands[2]}, {3, hands[1]}, {4, hands[1]}}, Top)
		}, []Seat{1, 2}, "alpha#1 alpha#2 | 1.hand 50 | 2.hand 50"},
		{"one after the other", func(tb *table, r *Run, hands [4]ZoneID) error {
			return must(r.MoveAtOnce([]Departure{{1, hands[2]}, {2, hands[2]}}, Top),
				r.MoveAtOnce([]Departure{{3, hands[1]}, {4, hands[1]}}, Top))
		}, []Seat{1, 2}, "alpha#1 alpha#2 alpha#3 beta#1 | 1.hand 50 | 2.hand 50"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable()
			g := tb.run(t, 3, func(r *Run) error {
				hands := [4]ZoneID{0, tb.z(&r.Position, tb.hand, 1), tb.z(&r.Position, tb.hand, 2)}
				cards := []CardID{tb.c(&r.Position, tb.alpha, 1), tb.c(&r.Position, tb.alpha, 2)}
				cards = append(cards, tb.c(&r.Position, tb.alpha, 3), 4)
				return must(r.Move(cards[0], hands[1], Top), r.Move(cards[1], hands[1], Top),
					r.Move(cards[2], hands[2], Top), r.Move(cards[3], hands[2], Top), test.pass(tb, r, hands))
			})
			if got := knows(g.Position(), 1); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("known to %v, want %v", got, test.want)
			}
			if got := groupsText(g.Position(), 3); got != test.also {
				t.Errorf("got  %s\nwant %s", got, test.also)
			}
			if err := g.Position().validGroups(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestKnownKinds: what a seat knows of cards of one kind leaves others their places, so
// that there is a world of each salt.
func TestKnownKinds(t *testing.T) {
	tb := newTable()
	g := tb.run(t, 3, func(r *Run) error {
		hand, deck := tb.z(&r.Position, tb.hand, 1), tb.z(&r.Position, tb.deck, 1)
		var err error
		for n := 1; n <= 3; n++ {
			err = must(err, r.Move(tb.c(&r.Position, tb.coin, n), hand, Top),
				r.Move(tb.c(&r.Position, tb.alpha, n), deck, Top))
		}
		return must(err, r.Move(tb.c(&r.Position, tb.beta, 1), hand, Top), r.Shuffle(deck),
			r.Move(tb.c(&r.Position, tb.beta, 1), deck, Top))
	})
	worlds := NewDeterminizer(tb.fake, nil)
	worlds.At(t.Context(), g.Position(), &Decision{Kind: PickOne, Seat: 3}, 3)
	for salt := range uint64(200) {
		if !worlds.Sample(salt + 1) {
			t.Fatalf("salt %d: there is no world in which seat 3 knows %s", salt+1, groupsText(g.Position(), 3))
		}
		for place, c := range worlds.at.image {
			of, z := worlds.groups[0][c], worlds.start.links[place].zone
			if c != 0 && of != nil && of.in(z) == 0 {
				t.Fatalf("salt %d: %s lies in %s", salt+1, g.Position().CardKey(c), g.Position().ZoneKey(z))
			}
		}
	}
}

// knowledgeText prints all that seats know of cards.
func knowledgeText(p *Position) string {
	var b strings.Builder
	for s := Seat(1); int(s) <= p.Seats; s++ {
		fmt.Fprintf(&b, "%d: %s;", s, groupsText(p, s))
		for c := CardID(1); int(c) <= p.Cards(); c++ {
			if p.Knows(s, c) {
				fmt.Fprintf(&b, " %s", p.CardKey(c))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// lostOp moves, mixes or shows cards, as numbers say.
func lostOp(tb *table, r *Run, op [3]int) error {
	p := &r.Position
	zones := []ZoneID{tb.z(p, tb.discard, 1), tb.z(p, tb.pool, 0)}
	for s := Seat(1); int(s) <= r.Seats; s++ {
		zones = append(zones, tb.z(p, tb.hand, s), tb.z(p, tb.deck, s), tb.z(p, tb.chest, s))
	}
	c, to := CardID(1+op[1]%6), zones[op[2]%len(zones)]
	var list []Departure
	leave := func(from, to ZoneID) {
		for _, c := range r.CardsIn(nil, from) {
			list = append(list, Departure{c, to})
		}
	}
	switch op[0] % 8 {
	case 0:
		return r.Shuffle(to)
	case 1:
		leave(r.ZoneAt(c), to)
	case 2:
		leave(zones[2], zones[5])
		leave(zones[5], zones[8])
		leave(zones[8], zones[2])
	case 3:
		return r.Reveal(c, Only(Seat(1+op[2]%r.Seats)))
	case 4:
		return r.Conceal(c)
	default:
		return r.Move(c, to, Top)
	}
	return r.MoveAtOnce(list, Top)
}

// TestKnowledgeOfRandomPlay moves, shuffles and shows cards at random, with a question
// behind each. At every one each card of a group lies in one of its zones, the weights
// make one, and what the log says from its beginning is what was followed. In worlds of a
// seat, cards lie where it knows that they may, and it knows the same. An undo leads back
// to what was known.
func TestKnowledgeOfRandomPlay(t *testing.T) {
	sampled := 0
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.IntRange(0, 1000)
		ops := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) [3]int {
			return [3]int{number.Draw(rt, "kind"), number.Draw(rt, "a"), number.Draw(rt, "b")}
		}), 1, 40).Draw(rt, "ops")
		tb := newTable()
		words := []Choice{One(tb.w("heads")), One(tb.w("tails"))}
		tb.flow(tb.times(len(ops), tb.do("op", func(r *Run) error {
			if err := lostOp(tb, r, ops[r.Decisions()]); err != nil {
				return err
			}
			_, err := r.Choose(&Decision{Kind: PickOne, Seat: Seat(1 + r.Decisions()%r.Seats), Options: words})
			return err
		})))
		setup := tb.setup(t, 3)
		g := New(setup)
		setup.DropLog, setup.Follow = true, true
		dropped := New(setup)
		worlds := NewDeterminizer(tb.fake, nil)
		known := []string{""}
		open := func(g *Game) *Decision {
			if _, err := g.Advance(t.Context()); err != nil {
				rt.Fatal(err)
			}
			return g.Open()
		}
		for d := open(g); d != nil; d = open(g) {
			p := g.Position()
			if err := p.validGroups(); err != nil {
				rt.Fatal(err)
			}
			known = append(known, knowledgeText(p))
			g.following = nil
			if again := knowledgeText(p); again != known[d.Number] {
				rt.Fatalf("followed\n%sread anew\n%s", known[d.Number], again)
			}
			open(dropped)
			if got := knowledgeText(dropped.Position()); got != known[d.Number] {
				rt.Fatalf("with the log\n%swithout\n%s", known[d.Number], got)
			}
			worlds.At(t.Context(), p, d, d.Seat)
			for salt := range uint64(3) {
				if !worlds.Sample(salt+1) || worlds.Reopen() != nil {
					continue // the step names cards, which lie elsewhere there
				}
				sampled++
				w := worlds.Game().Position()
				if want, got := groupsText(p, d.Seat), groupsText(w, d.Seat); got != want {
					rt.Fatalf("seat %d knows %s, and in a world %s", d.Seat, want, got)
				}
				for _, of := range w.groupsOf(d.Seat) {
					for _, c := range of.cards.list() {
						if of.in(w.ZoneAt(c)) == 0 {
							rt.Fatalf("%s lies in %s, of %s", w.CardKey(c), w.ZoneKey(w.ZoneAt(c)),
								groupsText(w, d.Seat))
						}
					}
				}
				for c := CardID(1); int(c) <= p.Cards(); c++ {
					if p.Knows(d.Seat, c) && w.ZoneAt(c) != p.ZoneAt(c) {
						rt.Fatalf("%s is known, and lies elsewhere", p.CardKey(c))
					}
				}
			}
			for _, game := range []*Game{g, dropped} {
				if err := game.Answer(d.Number, d.Seat, Reply{0}); err != nil {
					rt.Fatal(err)
				}
			}
		}
		for number := len(known) - 1; number > 0; number -= 3 {
			if err := g.Undo(t.Context(), number); err != nil {
				rt.Fatal(err)
			}
			if got := knowledgeText(g.Position()); got != known[number] {
				rt.Fatalf("before\n%safter undo\n%s", known[number], got)
			}
		}
	})
	if sampled < 100 {
		t.Errorf("only %d worlds were looked at", sampled)
	}
}
