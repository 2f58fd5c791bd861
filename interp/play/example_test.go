package play_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// thrifty is a bot of one's own: it takes the last option where that is legal, and else
// the first legal reply.
type thrifty struct{}

func (thrifty) Kind() string { return "thrifty" }

func (thrifty) Play(_ context.Context, at *play.Seat) error {
	q := at.Question()
	reply := []int{len(q.Options) - 1}
	if q.Check(reply) != nil {
		reply = q.First()
	}
	return at.Reply(q.Number, reply)
}

// A program loads a pack, seats a bot of its own, keeps the game in a file as it goes,
// takes an answer back, and goes on with the game from the file.
func Example() {
	ctx := context.Background()
	pack := must(interp.Load("testdata/stall", interp.With{}))
	table := must(pack.Table(interp.Settings{Seats: 2, Seed: 4}))

	var file bytes.Buffer
	var journal *replay.Writer
	s, err := play.New(play.From(table), play.Settings{
		Players: []play.Player{nil, thrifty{}}, // the program itself speaks for seat 1
		Keep:    func(e replay.Entry) error { return journal.Keep(e) },
	})
	fail(err)
	begun := replay.Journal{Header: s.Header("testdata/stall", nil)}
	file.Write(begun.Encode())
	journal = begun.Continue(&file)

	must(s.Advance(ctx))
	at := s.Seat(1)
	q := at.Question()
	fmt.Println(q.Text, q.Labels)
	fail(at.Answer(q.Number, `"draw"`))
	must(s.Advance(ctx))
	fail(at.Undo(ctx))
	fail(at.Answer(q.Number, `"sell"`))

	kept := must(replay.Decode(file.Bytes()))
	// The error is a *replay.Difference where the pack has changed too much meanwhile.
	again := must(play.Resume(ctx, play.Recorded(table, &kept.Header), kept.Answers(),
		play.Settings{Players: []play.Player{thrifty{}, thrifty{}}}))
	fmt.Println("resumed behind", len(again.Answers()), "answer")
	status := must(again.Advance(ctx))
	fmt.Println("over:", status == engine.Ended, "winner:", again.Seat(1).View().Winners)
	// Output:
	// What do you do? [sell steal roll draw vote wait]
	// resumed behind 1 answer
	// over: true winner: [1]
}

func must[T any](v T, err error) T {
	fail(err)
	return v
}

func fail(err error) {
	if err != nil {
		panic(err)
	}
}

// market is a table for two of the pack in testdata.
func market() *interp.Table {
	p, err := interp.Load("testdata/stall", interp.With{})
	if err != nil {
		panic(err)
	}
	t, err := p.Table(interp.Settings{Seats: 2, Seed: 4})
	if err != nil {
		panic(err)
	}
	return t
}

// script is a person whose answers were written down before.
type script struct{ answers []string }

// Kind says that it is a person, and no bot.
func (s *script) Kind() string { return play.Human }

// Play reads what has happened, and answers by the key of an option.
func (s *script) Play(_ context.Context, at *play.Seat) error {
	_, lines := at.Lines()
	for _, line := range lines {
		if line.Heading == 0 && line.Indent == 0 {
			fmt.Printf("    %s\n", line)
		}
	}
	q := at.Question()
	if len(s.answers) == 0 {
		return nil // the question stays open
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	fmt.Println(q.Text, answer)
	return at.Answer(q.Number, answer)
}

// A person is a Player: here one whose answers come from a list. He plays against
// a bot, and takes his last answer back.
func Example_person() {
	bot, err := play.NewBot("random")
	if err != nil {
		fmt.Println(err)
		return
	}
	person := &script{answers: []string{`"draw"`, `"roll"`}}
	s, err := play.New(play.From(market()), play.Settings{Players: []play.Player{person, bot}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if status, err := s.Advance(context.Background()); err != nil || status != engine.Waiting {
		fmt.Println(status, err)
		return
	}
	fmt.Println("answers:", len(s.Answers()))
	if err := s.Seat(1).Undo(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println("decision", s.Seat(1).Question().Number, "is open again")
	// Output:
	// Seat 1 draws Apple
	//     Seat 1 draws Cloth
	//     Seat 1 draws Apple
	//     Seat 2 draws a card
	//     Seat 2 draws a card
	//     Seat 2 draws a card
	// What do you do? "draw"
	//     Seat 1 draws Cloth
	// What do you do? "roll"
	//     The coin shows tails
	//     Seat 2 takes Cloth
	//     Seat 2 sells Cloth
	//     Seat 2 has 3
	// answers: 6
	// decision 2 is open again
}

// What a seat may know: its transcript, its view, now and at any event of the
// past, and that of others from where they sit.
func Example_views() {
	s, err := play.New(play.From(market()), play.Settings{Players: make([]play.Player, 2)})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := s.Advance(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	for _, number := range []engine.Seat{1, 2} {
		at := s.Seat(number)
		_, lines := at.Lines()
		fmt.Println("seat", number, "reads:", lines[0], "/", lines[3])
		for _, z := range at.View().Players[0].Zones {
			fmt.Println("  ", z.Key, z.Count, "cards,", z.Hidden, "of them hidden")
		}
	}
	_, lines := s.Watch(1, "en").Lines()
	then, err := s.Seat(1).At(lines[1].Event)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("behind its second line seat 1 had", then.Players[0].Zones[0].Count, "cards")
	// Output:
	// seat 1 reads: Seat 1 draws Apple / Seat 2 draws a card
	//    1.hand 3 cards, 0 of them hidden
	//    1.stall 0 cards, 0 of them hidden
	// seat 2 reads: Seat 1 draws a card / Seat 2 draws Cloth
	//    1.hand 3 cards, 3 of them hidden
	//    1.stall 0 cards, 0 of them hidden
	// behind its second line seat 1 had 2 cards
}
