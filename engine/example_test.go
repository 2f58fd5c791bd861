package engine_test

import (
	"context"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// sums are the scripts of a game with one kind of step, in which seats in turn name a
// number that is added to what they have. What a pack has none of is left to the embedded
// interface.
type sums struct{ engine.Scripts }

func (sums) Step(r *engine.Run, _ engine.StepID, _ []engine.Value) error {
	seat := engine.Seat(r.Decisions()%r.Seats + 1)
	reply, err := r.Choose(&engine.Decision{Kind: engine.PickNumber, Seat: seat, Min: 1, Max: 9})
	if err != nil {
		return err // also where nobody knows the answer yet: then the step is run again with it
	}
	has, err := r.SeatAttribute(seat, 0)
	if err != nil {
		return err
	}
	return r.SetSeatAttribute(seat, 0, engine.Num(int(has.N)+reply[0]))
}

// A host lays a pack out, seats a bot of its own as a decider, answers for the others,
// goes back, keeps the game as its answers, and plays on from them.
func Example() {
	ctx := context.Background()
	step := engine.Instruction{Op: engine.OpStep, Loop: -1}
	layout, err := engine.NewLayout(&engine.Pack{
		ID: "sums", MinSeats: 2, MaxSeats: 2, Symbols: []string{""}, Steps: []string{"name"},
		Seats: []engine.Attribute{{Name: "points", Kind: engine.Number, State: true, Max: 99}},
		Flow:  []engine.Instruction{step, step, step, step, {Op: engine.OpEnd}},
	}, 2)
	fail(err)
	setup := engine.Setup{Layout: layout, Scripts: sums{}, Seed: 1}
	setup.Deciders[2] = func(_ context.Context, _ *engine.Position, d *engine.Decision, _ engine.Seat) engine.Reply {
		return engine.Reply{d.Max}
	}
	g := engine.New(setup)
	must(g.Advance(ctx))
	fail(g.Answer(g.Open().Number, 1, engine.Reply{3}))
	must(g.Advance(ctx))
	fmt.Println("decision", g.Open().Number, points(g))
	fail(g.Undo(ctx, 1))
	fmt.Println("decision", g.Open().Number, points(g))
	fail(g.Answer(1, 1, engine.Reply{4}))

	record := must(replay.NewRecord(g, []string{"human", "greedy for nines"}))
	record.Header.Game = "sums" // where the host will find its pack
	kept := must(replay.Decode(record.Journal().Encode()))
	again := must(kept.Header.Start(setup))
	fail(replay.Follow(ctx, again, kept.Answers()))
	again.SetDecider(2, setup.Deciders[2])
	must(again.Advance(ctx))
	fmt.Println("decision", again.Open().Number, points(again))
	// Output:
	// decision 3 [3 9]
	// decision 1 [0 0]
	// decision 3 [4 9]
}

func points(g *engine.Game) []int32 {
	return []int32{g.Position().SeatPrinted(1, 0).N, g.Position().SeatPrinted(2, 0).N}
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
