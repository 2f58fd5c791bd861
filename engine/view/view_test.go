package view_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// play plays a game of two seats to a decision.
func play(t testing.TB, seed uint64, number int) *engine.Game {
	t.Helper()
	return playOn(t, tinytest.New(2, seed), seed, number)
}

func playOn(t testing.TB, g *engine.Game, seed uint64, number int) *engine.Game {
	t.Helper()
	for {
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatal(status, err)
		}
		if g.Open().Number >= number {
			return g
		}
		answer(t, g, seed)
	}
}

// grip keeps the run of a step, so that a test can go on where the step was
// abandoned.
type grip struct {
	tinytest.Scripts
	run *engine.Run
}

func (k *grip) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	k.run = r
	return k.Scripts.Step(r, step, args)
}

// gripped is play with the means to change the game at the decision.
func gripped(t *testing.T, seed uint64, number int) (*engine.Game, *engine.Run) {
	t.Helper()
	layout, err := engine.NewLayout(tinytest.Pack(), 2)
	if err != nil {
		t.Fatal(err)
	}
	k := &grip{}
	g := playOn(t, engine.New(engine.Setup{Layout: layout, Scripts: k, Seed: seed}), seed, number)
	return g, k.run
}

func zone(t *testing.T, zones []view.Zone, key string) view.Zone {
	t.Helper()
	for _, z := range zones {
		if z.Key == key {
			return z
		}
	}
	t.Fatalf("no zone %s", key)
	return view.Zone{}
}

func attribute(list []view.Attribute, name string) *view.Attribute {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

func TestZones(t *testing.T) {
	g := play(t, 1, 1)
	mine, theirs, all := view.Of(g.Position(), 1), view.Of(g.Position(), 2), view.Of(g.Position(), view.Referee)
	hand := zone(t, mine.Players[0].Zones, "1.hand")
	if hand.Count != 4 || hand.Hidden != 0 || len(hand.Cards) != 4 || hand.Cards[0].Key == "" ||
		hand.Cards[0].Is.Kind != view.CardValue {
		t.Errorf("my hand: %+v", hand)
	}
	if hand := zone(t, theirs.Players[0].Zones, "1.hand"); hand.Count != 4 || hand.Hidden != 4 || len(hand.Cards) != 0 {
		t.Errorf("another's hand: %+v", hand)
	}
	deck := zone(t, mine.Table, "deck")
	if len(deck.Cards) != deck.Count || deck.Cards[2].Handle != "deck 3" || deck.Cards[2].Key != "" ||
		deck.Cards[2].Is.Kind != view.HiddenCard {
		t.Errorf("the deck: %+v", deck.Cards[2])
	}
	if deck := zone(t, all.Table, "deck"); deck.Cards[2].Key == "" {
		t.Errorf("the referee's deck: %+v", deck.Cards[2])
	}
	if bag := zone(t, mine.Table, "bag"); bag.Count != 8 || bag.Hidden != 8 || len(bag.Cards) != 0 {
		t.Errorf("the bag: %+v", bag)
	}
	if !slices.Equal(mine.Phases, []string{"play"}) || mine.Turn != 1 || mine.Waiting.Seats[0] != 1 {
		t.Errorf("where the game stands: %v %v %v", mine.Phases, mine.Turn, mine.Waiting)
	}
}

func TestAttributes(t *testing.T) {
	g := play(t, 1, 5)
	mine, theirs, nobody, all := view.Of(g.Position(), 1), view.Of(g.Position(), 2), view.Of(g.Position(), 0),
		view.Of(g.Position(), view.Referee)
	if attribute(mine.Players[0].Attributes, "purse") == nil ||
		attribute(theirs.Players[0].Attributes, "purse") != nil {
		t.Error("a purse is for its owner alone")
	}
	if attribute(nobody.Players[0].Attributes, "purse") != nil ||
		attribute(nobody.Players[0].Attributes, "points") == nil {
		t.Error("a spectator sees what all see")
	}
	if attribute(mine.Game, "depth") != nil || attribute(all.Game, "depth") == nil {
		t.Error("the depth is for the referee alone")
	}
	card := zone(t, mine.Players[0].Zones, "1.hand").Cards[0]
	if attribute(card.Attributes, "weight") == nil || attribute(card.Attributes, "note") == nil {
		t.Errorf("a card of mine: %+v", card)
	}
}

// TestModifiers: a modifier counts for those alone who know its card.
func TestModifiers(t *testing.T) {
	for seed := range uint64(40) {
		g := tinytest.New(2, seed)
		for status := engine.Waiting; ; answer(t, g, seed) {
			if status, _ = g.Advance(t.Context()); status != engine.Waiting {
				break
			}
			for _, z := range view.Of(g.Position(), 1).Table {
				for _, c := range z.Cards {
					if a := attribute(c.Attributes, "weight"); a != nil && a.Printed != nil {
						if a.Value.Number <= a.Printed.Number {
							t.Fatalf("%s weighs %d, printed %d", c.Key, a.Value.Number, a.Printed.Number)
						}
						return
					}
				}
			}
		}
	}
	t.Error("no card was ever heavier than printed")
}

// TestRevealedHand: of known cards in another's hand neither the order in which
// they came nor their notes are shown.
func TestRevealedHand(t *testing.T) {
	for seed := range uint64(5) {
		g, run := gripped(t, seed, 1)
		for _, c := range g.Position().CardsIn(nil, g.Layout().ZoneOf(tinytest.Hand, 1, 0)) {
			if err := run.Reveal(c, engine.Only(2)); err != nil {
				t.Fatal(err)
			}
		}
		cards := zone(t, view.Of(g.Position(), 2).Players[0].Zones, "1.hand").Cards
		if !slices.IsSortedFunc(cards, func(a, b view.Card) int { return int(a.Is.Def) - int(b.Is.Def) }) ||
			len(cards) != 4 {
			t.Errorf("cards in the order of arrival: %+v", cards)
		}
		if attribute(cards[0].Attributes, "note") != nil || attribute(cards[0].Attributes, "weight") == nil {
			t.Errorf("a note of another: %+v", cards[0])
		}
	}
}

// TestBlindMove: a known card that goes from a hidden hand to a hidden place is
// any card of that hand; one that goes from a known place is that card.
func TestBlindMove(t *testing.T) {
	g, run := gripped(t, 1, 1)
	hand, deck := g.Position().CardsIn(nil, g.Layout().ZoneOf(tinytest.Hand, 1, 0)),
		g.Layout().ZoneOf(tinytest.Deck, 0, 0)
	last := func() view.Event {
		events := view.Events(g.Position(), 2, 0)
		return events[len(events)-1]
	}
	move := func(c engine.CardID, to engine.ZoneID) view.Event {
		if err := run.Reveal(c, engine.Only(2)); err != nil {
			t.Fatal(err)
		}
		if e := last(); e.Kind != "reveal" && !g.Position().Knows(2, c) || e.Card.Text != g.Layout().Definition(c).ID {
			t.Errorf("revealed: %+v", e)
		}
		if err := run.Move(c, to, engine.Top); err != nil {
			t.Fatal(err)
		}
		return last()
	}
	if e := move(hand[0], deck); e.Card.Kind != view.HiddenCard || e.Card.Text != "1.hand" ||
		e.Place != 1 || e.To.Text != "deck" {
		t.Errorf("from hand to deck: %+v %+v", e, e.Card)
	}
	if e := move(g.Position().TopOf(deck), g.Layout().ZoneOf(tinytest.Hand, 1, 0)); e.Card.Kind != "card" {
		t.Errorf("from deck to hand: %+v %+v", e, e.Card)
	}
	chip := g.Position().TopOf(g.Layout().ZoneOf(tinytest.Bag, 0, 0))
	if e := move(chip, g.Layout().ZoneOf(tinytest.Table, 0, 0)); e.Card.Text != g.Layout().Definition(chip).ID {
		t.Errorf("from bag to table: %+v %+v", e, e.Card)
	}
	if e := move(chip, g.Layout().ZoneOf(tinytest.Bag, 0, 0)); e.Card.Text != g.Layout().Definition(chip).ID ||
		e.Place != 0 {
		t.Errorf("from table to bag: %+v %+v", e, e.Card)
	}
}

// TestSecretBounds: the bounds of a secret decision do not tell how many
// options others have.
func TestSecretBounds(t *testing.T) {
	g := play(t, 1, 1)
	word := engine.One(engine.WordValue(tinytest.WordTake))
	d := &engine.Decision{
		Kind: engine.PickSome, Secret: true, Seats: g.Layout().AllSeats(), Min: 2, Max: 3,
		SecretOptions: [][]engine.Choice{nil, {word}, {word, word, word}},
	}
	if mine := view.Asked(g.Position(), d, 1); mine.Min != 1 || mine.Max != 1 {
		t.Errorf("%d to %d", mine.Min, mine.Max)
	}
}

// TestSecretDecision: what a seat answers secretly is its own until all have answered, and after.
func TestSecretDecision(t *testing.T) {
	g := tinytest.New(2, 3)
	for {
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatal(status, err)
		}
		if g.Open().Secret && len(g.Open().SecretOptions[1]) > 1 {
			break
		}
		answer(t, g, 3)
	}
	d := g.Open()
	if err := g.Answer(d.Number, 1, engine.Reply{1}); err != nil {
		t.Fatal(err)
	}
	mine, theirs := view.Asked(g.Position(), d, 1), view.Asked(g.Position(), d, 2)
	// That it has answered would tell, at once, that it has no choice.
	if !slices.Equal(mine.Given, []int{1}) || theirs.Given != nil || theirs.Answered != nil ||
		!slices.Equal(mine.Answered, []engine.Seat{1}) {
		t.Errorf("given %v %v, answered %v", mine.Given, theirs.Given, theirs.Answered)
	}
	if mine.Options[0].Parts[0].Kind != "card" || view.Asked(g.Position(), d, 0) != nil {
		t.Errorf("options %+v", mine.Options[0])
	}
	before := len(view.Events(g.Position(), 2, 0))
	if err := g.Answer(d.Number, 2, engine.Reply{}); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, e := range view.Events(g.Position(), 2, before) {
		if e.Kind == "answer" && e.Seat == 1 && (!e.Secret || e.Choices != nil) {
			t.Errorf("seat 2 sees the answer of seat 1: %+v", e)
		}
		if e.Kind == "move" && e.To.Text == "1.tray#2.row" && e.Card.Kind != view.HiddenCard {
			t.Errorf("seat 2 sees the card that seat 1 put down: %+v", e.Card)
		}
		if e.Kind == "say" && e.Seat == 1 {
			t.Errorf("seat 2 hears what is said to seat 1")
		}
	}
}

// TestEventsOfBoth compares what two seats see of a whole game.
func TestEventsOfBoth(t *testing.T) {
	g := play(t, 5, 21)
	mine, theirs := view.Events(g.Position(), 1, 0), view.Events(g.Position(), 2, 0)
	count := func(events []view.Event, like func(e view.Event) bool) int {
		n := 0
		for _, e := range events {
			if like(e) {
				n++
			}
		}
		return n
	}
	tests := []struct {
		name         string
		like         func(e view.Event) bool
		mine, theirs bool
	}{
		{"a drawn card of seat 1 by its key (seat 2 had looked)", func(e view.Event) bool {
			return e.Kind == "move" && e.From.Text == "deck" && e.To.Text == "1.hand" && e.Card.Kind == "card"
		}, true, true},
		{"a drawn card of seat 1 by its handle", func(e view.Event) bool {
			return e.Kind == "move" && e.From.Text == "deck" && e.To.Text == "1.hand" && e.Card.Text == "deck 1"
		}, false, true},
		{"a card that is dropped", func(e view.Event) bool {
			return e.Kind == "move" && e.To.Text == "heap" && e.Card.Kind == "card"
		}, true, true},
		{"a shuffle", func(e view.Event) bool { return e.Kind == "shuffle" && e.Zone.Text == "deck" }, true, true},
		{"purse of seat 2", func(e view.Event) bool { return e.Kind == "set" && e.Name == "purse" && e.Seat == 2 },
			false, true},
		{"depth", func(e view.Event) bool { return e.Kind == "set" && e.Name == "depth" }, false, false},
		{"a secret roll of seat 2", func(e view.Event) bool {
			return e.Kind == "roll" && slices.Equal(e.Seats, []engine.Seat{2}) && len(e.Faces) == 1
		}, false, true},
		{"that a die is rolled secretly", func(e view.Event) bool { return e.Kind == "roll" && len(e.Seats) == 1 },
			true, true},
		{"a roll for nobody", func(e view.Event) bool {
			return e.Kind == "roll" && len(e.Seats) == 0 && len(e.Faces) > 0
		}, false, false},
		{"a card drawn unseen", func(e view.Event) bool { return e.Kind == "draw" && e.Card.Text == "bag" }, true,
			true},
		{"steps", func(e view.Event) bool { return e.Kind == "step" || e.Kind == "schedule" || e.Kind == "take" },
			false, false},
		{"turns", func(e view.Event) bool { return e.Kind == "turn" }, true, true},
		{"a trigger", func(e view.Event) bool { return e.Kind == "raise" && e.Name == "dropped" && len(e.Values) == 2 },
			true, true},
		{"secret answers of seat 1", func(e view.Event) bool { return e.Kind == "answer" && e.Secret && e.Seat == 1 },
			false, true},
		{"the phase", func(e view.Event) bool { return e.Kind == "phase" && e.Begins && e.Name == "play" }, true, true},
	}
	for _, test := range tests {
		if n := count(mine, test.like); (n > 0) != test.mine {
			t.Errorf("seat 1 sees %s %d times", test.name, n)
		}
		if n := count(theirs, test.like); (n > 0) != test.theirs {
			t.Errorf("seat 2 sees %s %d times", test.name, n)
		}
	}
}

// TestEventTree: causes come before what they cause, one deeper.
func TestEventTree(t *testing.T) {
	g := play(t, 5, 21)
	for _, seat := range []engine.Seat{0, 1, 2, view.Referee} {
		events := view.Events(g.Position(), seat, 0)
		deep := 0
		for i, e := range events {
			depth := 0
			if e.Cause >= 0 {
				depth = events[e.Cause].Depth + 1
			}
			if e.Number != i || e.Cause >= i || e.Depth != depth {
				t.Fatalf("event %d: %+v", i, e)
			}
			deep = max(deep, e.Depth)
		}
		if deep < 1 {
			t.Errorf("seat %d sees a tree of depth %d", seat, deep)
		}
		if rest := view.Events(g.Position(), seat, len(events)-3); len(rest) != 3 || rest[0].Number != len(events)-3 {
			t.Errorf("the last three events: %+v", rest)
		}
	}
}

// TestReader reads as it goes what Events reads at the end.
func TestReader(t *testing.T) {
	g := tinytest.New(3, 8)
	readers := []*view.Reader{view.NewReader(g.Position(), 0), view.NewReader(g.Position(), 1),
		view.NewReader(g.Position(), view.Referee)}
	read := make([][]view.Event, len(readers))
	for {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range readers {
			read[i] = append(read[i], r.Next()...)
		}
		if status == engine.Ended {
			break
		}
		answer(t, g, 8)
	}
	for i, seat := range []engine.Seat{0, 1, view.Referee} {
		if encode(t, read[i]) != encode(t, view.Events(g.Position(), seat, 0)) {
			t.Errorf("seat %d read something else on the way", seat)
		}
	}
}

// TestSpectator: a spectator's view is within that of every seat.
func TestSpectator(t *testing.T) {
	g := play(t, 2, 15)
	known := func(seat engine.Seat) []string {
		var keys []string
		var walk func(zones []view.Zone)
		walk = func(zones []view.Zone) {
			for _, z := range zones {
				for _, c := range z.Cards {
					if c.Key != "" {
						name, _, _ := strings.Cut(c.Key, "#")
						keys = append(keys, name)
					}
					walk(c.Zones)
				}
			}
		}
		v := view.Of(g.Position(), seat)
		walk(v.Table)
		for _, p := range v.Players {
			walk(p.Zones)
		}
		return keys
	}
	all := known(view.Referee)
	if len(all) != g.Layout().Cards() {
		t.Errorf("the referee knows %d of %d cards", len(all), g.Layout().Cards())
	}
	for s := engine.Seat(1); s <= 2; s++ {
		mine := known(s)
		for _, key := range known(0) {
			if !slices.Contains(mine, key) {
				t.Errorf("seat %d does not know %s", s, key)
			}
		}
		if len(mine) == len(all) {
			t.Errorf("seat %d knows everything", s)
		}
	}
}

// TestHiddenOwner: a zone of an unknown card is named by that card's handle.
func TestHiddenOwner(t *testing.T) {
	g := play(t, 1, 1)
	deck := g.Layout().ZoneOf(tinytest.Deck, 0, 0)
	zone := g.Layout().ZoneOf(tinytest.Under, 0, g.Position().NextIn(g.Position().TopOf(deck)))
	v := view.Project(g.Position(), engine.ZoneValue(zone), 1)
	if v.Text != "(deck 2).under" || v.Raw != (engine.Value{}) {
		t.Errorf("%+v", v)
	}
	if v := view.Project(g.Position(), engine.ZoneValue(zone), view.Referee); !strings.HasSuffix(v.Text, ".under") ||
		v.Raw.Zone() != zone {
		t.Errorf("the referee sees %+v", v)
	}
}

func ExampleAsked() {
	g := tinytest.New(2, 1)
	if _, err := g.Advance(context.Background()); err != nil {
		fmt.Println(err)
	}
	d := view.Asked(g.Position(), g.Open(), 1)
	fmt.Println(d.Kind, d.Prompt, d.Optional, d.About[0].Value.Text, len(d.Options),
		view.Asked(g.Position(), g.Open(), 2) == nil)
	// Output: one prompt true deck 1 4 true
}
