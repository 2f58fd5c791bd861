package transcript_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// TestLines: a transcript is a function of view events alone. Each case is a few
// events that no game has to bring about, and what a seat reads of them.
func TestLines(t *testing.T) {
	with := maps.Clone(files)
	with["locale/en.yaml"] += `
move.from.heap: "{card} leaves the heap for {to}"
shuffle.deck: "{zone} is shuffled"
set.worn.less: "{card} is mended by {count}"
finish.many: "{winners} share it"
finish.nobody: "nobody wins"
say.note: "noted: {n}"
`
	with["scripts/rules/turn.lua"] = strings.Replace(with["scripts/rules/turn.lua"], "function turn.ends()",
		"function turn.ends() say(\"note\", {n = 1})", 1)
	p, err := interp.Load(write(t, with), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	c := p.Compiled
	start := view.NewReader(g.Position(), 1).Start()
	bee := view.Value{Kind: view.CardValue, Text: "bee", Names: view.Names{Def: c.Defs["bee"]}}
	ant := view.Value{Kind: view.CardValue, Text: "ant", Names: view.Names{Def: c.Defs["ant"]}}
	hidden := view.Value{Kind: view.HiddenCard, Text: "2.hand"}
	deck, heap := zone(c, "deck", 0), zone(c, "heap", 0)
	hands := [3]view.Value{{}, zone(c, "hand", 1), zone(c, "hand", 2)}
	move := func(card, from, to view.Value) view.Event {
		return view.Event{Kind: view.MoveEvent, Card: &card, From: &from, To: &to}
	}
	set := func(name string, index int, of view.Holder, from, to view.Value) view.Event {
		return view.Event{Kind: view.SetEvent, Name: name, Index: index, Holder: of, Seat: 2, Old: &from, New: &to}
	}
	number := func(n int) view.Value { return view.Value{Kind: view.NumberValue, Number: n} }
	word := func(s string) view.Value {
		return view.Value{Kind: view.WordValue, Text: s, Names: view.Names{Word: c.Symbols[s]}}
	}
	roll := func(n int) view.Event {
		return view.Event{Kind: view.RollEvent, Name: "d6", Faces: []view.Value{number(n)}}
	}
	worn := func(from, to int) view.Event {
		e := set("worn", 0, view.OfCard, number(from), number(to))
		e.Card = &bee
		return e
	}
	under := func(e view.Event, cause int) view.Event {
		e.Cause = cause + 1
		return e
	}
	for _, test := range []struct {
		what   string
		events []view.Event
		want   string
	}{
		{"a move has the closest of its messages",
			[]view.Event{move(bee, deck, hands[2]), move(ant, deck, heap), move(ant, heap, deck)},
			"left (2) gets Bee|Ant lies on the heap|Ant leaves the heap for deck"},
		{"a card that is not known is any card", []view.Event{move(hidden, deck, hands[2])}, "left (2) gets a card"},
		{"within a zone nothing is told, nor where no message is",
			[]view.Event{move(bee, heap, heap), move(bee, hands[1], hands[2])}, ""},
		{"more and less", []view.Event{worn(0, 3), worn(3, 1)}, "Bee is worn: 3|Bee is mended by 2"},
		{"rolls in a row are one line, unless another cause lies between",
			[]view.Event{roll(1), roll(6), under(roll(2), 0), {Kind: view.ShuffleEvent, Zone: &deck}, roll(3)},
			"dice: 1, 6|  dice: 2|deck is shuffled|dice: 3"},
		{"dice that are not seen are not told", []view.Event{{Kind: view.RollEvent, Name: "d6"}}, ""},
		{"what is caused stands below",
			[]view.Event{{Kind: view.SayEvent, Name: "note", Values: []view.Named{{Name: "n", Value: number(7)}}},
				under(move(ant, deck, heap), 0), under(worn(0, 1), 1)},
			"noted: 7|  Ant lies on the heap|    Bee is worn: 1"},
		{"a seat is called as it is called now, and again as before when that is undone", []view.Event{
			set("house", 0, view.OfSeat, word("left"), word("right")), move(bee, deck, hands[2]),
			{Kind: view.FailedEvent, Name: "sting", Since: 0}, move(bee, deck, hands[2]),
		}, "left (2) moves from left to right|right gets Bee|sting failed and is taken back|left (2) gets Bee"},
		{"why an ability failed is told to who knows it",
			[]view.Event{{Kind: view.FailedEvent, Name: "sting", Reason: "bee.lua:3: no"}},
			"sting failed and is taken back: bee.lua:3: no"},
		{"a heading has the values of then", []view.Event{set("rounds", 0, view.OfGame, number(0), number(4)),
			{Kind: view.PhaseEvent, Name: "play", Begins: true}, {Kind: view.PhaseEvent, Name: "play"}},
			"\n=== Round 4 ==="},
		{"nobody, one and several win", []view.Event{{Kind: view.FinishEvent},
			{Kind: view.FinishEvent, Seats: view.Seats{1}}, {Kind: view.FinishEvent, Seats: view.Seats{1, 2}}},
			"nobody wins|left (1) wins|left (1), left (2) share it"},
		{"answers, steps and reveals are not told", []view.Event{{Kind: view.AnswerEvent, Seat: 2, Forced: true},
			{Kind: view.StepEvent, Name: "turn.deal"}, {Kind: view.RevealEvent, Card: &bee}}, ""},
	} {
		events := test.events
		for i := range events {
			events[i].Number = i
			events[i].Cause-- // so that those without one say nothing
		}
		var have []string
		for _, line := range transcript.New(table.Speaker("en"), start).Lines(events) {
			have = append(have, line.String())
		}
		if got := strings.Join(have, "|"); got != test.want {
			t.Errorf("%s:\n%q, not\n%q", test.what, got, test.want)
		}
	}
}

func zone(c *compile.Compiled, name string, owner engine.Seat) view.Value {
	return view.Value{Kind: view.ZoneValue, Text: name, Names: view.Names{ZoneKind: c.Zones[name], Owner: owner}}
}
