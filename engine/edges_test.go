package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestRefusalsOfCalls: what a step asks of the game and does not get, in these words. Each is
// called from a step of a game of two seats.
func TestRefusalsOfCalls(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tb *table, r *Run) error
		want string
	}{
		{"as many dice as there may be", func(tb *table, r *Run) error {
			faces, err := r.Roll(tb.d6, nil, MaxDice, r.all)
			return must(err, r.SetSeatAttribute(1, tb.points, Num(len(faces))))
		}, "points 4096"},
		{"one die more", func(tb *table, r *Run) error { _, err := r.Roll(tb.d6, nil, MaxDice+1, r.all); return err },
			"roll: between 0 and 4096 dice are rolled at once, not 4097"},
		{"fewer dice than none", func(tb *table, r *Run) error { _, err := r.Roll(tb.d6, nil, -1, r.all); return err },
			"roll: between 0 and 4096 dice are rolled at once, not -1"},
		{"no dice", func(tb *table, r *Run) error {
			faces, err := r.Roll(tb.d6, nil, 0, r.all)
			return must(err, r.SetSeatAttribute(1, tb.points, Num(len(faces)+3)))
		}, "points 3"},
		{"the first faces of a die", func(tb *table, r *Run) error {
			faces, err := r.Roll(tb.d6, []Value{Num(1), Num(2)}, 100, r.all)
			most := slices.MaxFunc(faces, func(a, b Value) int { return int(a.N - b.N) })
			return must(err, r.SetSeatAttribute(1, tb.points, most))
		}, "points 2"},
		{"nothing that could come up", func(tb *table, r *Run) error {
			_, err := r.Roll(tb.d6, []Value{}, 1, r.all)
			return err
		}, "roll: there is nothing that could come up of the die d6"},
		{"a game that nobody shares", func(tb *table, r *Run) error { return r.Draw(0, tb.up) },
			"a game that no seat shares is not drawn"},
		{"nobody passes", func(tb *table, r *Run) error { return r.Pass(1) }, "pass: no turns are running"},
		{"a draw from what is no bag", func(tb *table, r *Run) error {
			picked, err := r.DrawFrom(tb.z(&r.Position, tb.hand, 1), 2)
			return must(err, r.SetSeatAttribute(1, tb.points, Num(len(picked)+1)))
		}, "points 1"},
		{"questions without end", func(tb *table, r *Run) error {
			for i := 0; ; i++ {
				d := &Decision{Kind: PickOne, Seat: 1, Prompt: tb.up, Options: numbers(1, 2)}
				if _, err := r.Choose(d); err != nil {
					return err
				}
			}
		}, "a step asks at most 1000 questions, because it is run again at each; let it schedule another"},
		{"what the engine looks at", func(tb *table, r *Run) error {
			r.Allow(20)
			for {
				r.Select(nil, &Selection{Filter: *terms(Term{Op: TermType, Set: 1 << tb.unit})})
				if r.fault != nil {
					return r.fault
				}
			}
		}, "more than 20 cards, listeners and effects looked at in one step"},
	} {
		tb := newTable()
		g := tb.game(t, 2, func(r *Run) error { return c.do(tb, r) })
		for s := range g.setup.Deciders {
			g.setup.Deciders[s] = firstOption
		}
		_, err := g.Advance(t.Context())
		got := fmt.Sprintf("points %d", g.Position().SeatPrinted(1, tb.points).N)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestReturnsAndStandings: what a pack's functions give for seats that is no number of the game.
func TestReturnsAndStandings(t *testing.T) {
	for _, c := range []struct {
		v       Value
		err     error
		returns string
		worth   string
	}{
		{Num(3), nil, "[3 3] <nil>", "3 <nil>"},
		{Bool(true), nil, "[] worth must return a number, not a flag", "0 worth must return a number, not a flag"},
		{Value{}, &NumberError{What: "it is 2.5", Number: 2.5}, "[2.5 2.5] <nil>", "0 it is 2.5, and games hold whole"},
		{Value{}, &NumberError{What: "it is inf", Number: math.Inf(1)}, "[] it is inf, which is",
			"0 it is inf, which is"},
		{Value{}, &NumberError{What: "it is nan", Number: math.NaN()}, "[] it is nan, which is",
			"0 it is nan, which is"},
		{Value{}, errScript, "[] the script failed", "0 the script failed (in step worth;"},
	} {
		tb := newTable()
		worth := tb.pureStep("worth", func(*Run, []Value) (Value, string, error) { return c.v, "", c.err })
		tb.Returns, tb.Evaluation = worth, worth
		g := tb.game(t, 2, func(r *Run) error { return nil })
		if _, err := g.Returns(); err == nil || err.Error() != "a game that is not over has no returns" {
			t.Error(err)
		}
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := g.step.what
		returns, err := g.Returns()
		if got := fmt.Sprint(returns, err); !strings.Contains(got, c.returns) {
			t.Errorf("%v: %s, want %s", c.v, got, c.returns)
		}
		n, err := g.Evaluation(2)
		if got := fmt.Sprint(n, err); !strings.Contains(got, c.worth) {
			t.Errorf("%v: %s, want %s", c.v, got, c.worth)
		}
		if g.step.what != before {
			t.Errorf("after a look %d runs", g.step.what)
		}
	}
	tb := newTable()
	g := tb.run(t, 2, func(r *Run) error { return r.Finish(Only(1)|Only(2), tb.up) })
	if returns, err := g.Returns(); fmt.Sprint(returns, err) != "[0.5 0.5] <nil>" {
		t.Error(returns, err)
	}
	if _, err := g.Evaluation(1); err == nil || err.Error() != "table has no standing" {
		t.Error(err)
	}
}

// TestUndoRefusals: how far a game can go back, and why no farther.
func TestUndoRefusals(t *testing.T) {
	tb := newTable()
	ask := func(options ...int) func(r *Run) error {
		return func(r *Run) error {
			_, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Prompt: tb.up, Options: numbers(options...)})
			return err
		}
	}
	tb.flow(tb.do("first", ask(1, 2)), tb.do("second", ask(1, 2)), tb.do("forced", ask(1)), tb.do("end", ask(1)))
	setup := tb.setup(t, 2)
	setup.Deciders[1] = firstOption
	g := New(setup)
	for range 4 {
		if _, err := g.AdvanceStep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for number, want := range map[int]string{
		0: "there is no answered decision 0 to go back to; answered so far: 4",
		3: "decision 3 left no choice, nor did any after it: there is no answer to take back from there on",
		4: "decision 4 left no choice, nor did any after it: there is no answer to take back from there on",
		5: "there is no answered decision 5 to go back to; answered so far: 4",
	} {
		if err := g.Undo(t.Context(), number); err == nil || err.Error() != want {
			t.Errorf("%d: %v, want %s", number, err, want)
		}
	}
	if !g.Whole() {
		t.Error("the log begins with the game")
	}
	if err := g.Undo(t.Context(), 2); err != nil || g.open == nil || g.open.Number != 2 {
		t.Error(err, g.open)
	}
	setup.DropLog = true
	dropped := New(setup)
	if _, err := dropped.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := dropped.Undo(t.Context(), 1); err == nil || err.Error() != "a game without a log cannot go back" {
		t.Error(err)
	}
	if dropped.history != nil || dropped.Whole() {
		t.Error("a game without a log keeps answers")
	}
	setup.DropLog = false
	later := New(setup)
	if _, err := later.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	turned := later.Fork(tb.fake)
	if err := turned.Exchange(1, 2); err != nil {
		t.Fatal(err)
	}
	if err := turned.Undo(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "decision 1") {
		t.Error(err)
	}
	if turned.log.first != 1 || turned.log.Base == 0 || turned.Whole() {
		t.Errorf("the log of cards that changed places begins at %d, decision %d", turned.log.Base, turned.log.first)
	}
	later = Continue(setup, later.Position())
	if _, err := later.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, number := range []int{1, 2, 1} {
		if err := later.Undo(t.Context(), number); (number == 1) != strings.HasSuffix(fmt.Sprint(err), "log begins") {
			t.Error(number, err)
		}
	}
}

// TestEditorRefusals: a position is set up between steps, and what cannot be set up says so.
func TestEditorRefusals(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("first", func(r *Run) error { return nil }), tb.do("second", func(r *Run) error {
		_, err := r.Choose(&Decision{Kind: YesNo, Seat: 1, Prompt: tb.up})
		return err
	}))
	g := New(tb.setup(t, 2))
	if _, err := g.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	hash := g.Position().Hash()
	if err := g.Edit(func(e *Editor) error { return errScript }); err != errScript {
		t.Error(err)
	}
	if err := g.Edit(func(e *Editor) error { return e.Put(1, tb.z(&e.Position, tb.pool, 0), 99) }); err != nil {
		t.Error(err)
	}
	if err := g.Edit(func(e *Editor) error { return e.Put(1, 0, Top) }); err == nil ||
		err.Error() != "move: there is no such zone" {
		t.Error(err)
	}
	if err := g.Exchange(1, 7); err == nil ||
		err.Error() != "cards change places between steps only, with others of their type" {
		t.Error(err)
	}
	if g.Position().Hash() == hash {
		t.Error("nothing was set up")
	}
	if status, err := g.AdvanceStep(t.Context()); status != Waiting || err != nil {
		t.Fatal(status, err)
	}
	if err := g.Edit(func(*Editor) error { return nil }); err == nil ||
		err.Error() != "a position can be set up between steps only" {
		t.Error(err)
	}
	if err := g.Exchange(1, 2); err == nil {
		t.Error("cards change places in a step")
	}
}

// TestRenewedCardsAreTheYoungest: a card that is renewed becomes the youngest, and takes that from the one before.
func TestRenewedCardsAreTheYoungest(t *testing.T) {
	tb := newTable()
	g := tb.run(t, 2, func(r *Run) error { return nil })
	g = Continue(g.setup, g.Position())
	var before, after int32
	err := g.Edit(func(e *Editor) error {
		before = e.Life(5)
		e.Renew(Aged{Card: 5})
		after = e.Life(5)
		e.Renew(Aged{Card: 2})
		return nil
	})
	if p := g.Position(); err != nil || after <= before || p.Life(2) <= p.Life(5) || p.Life(1) >= p.Life(5) {
		t.Error(err, before, after, p.Life(2))
	}
}

// TestWorldsHaveAFutureOfTheirOwn: what chance decides after a decision follows from the future
// of a world, and what it had decided in the step before stays.
func TestWorldsHaveAFutureOfTheirOwn(t *testing.T) {
	tb := newTable()
	rolls := func(r *Run) (n int, err error) {
		for range 5 {
			faces, err := r.Roll(tb.d6, nil, 1, r.all)
			if err != nil {
				return 0, err
			}
			n = 6*n + int(faces[0].N)
		}
		return n, r.SetGameAttribute(tb.round, Num(n))
	}
	tb.flow(tb.do("step", func(r *Run) error {
		n, err := rolls(r)
		if err != nil {
			return err
		}
		if err := r.SetSeatAttribute(1, tb.points, Num(n)); err != nil {
			return err
		}
		if _, err := r.Choose(&Decision{Kind: YesNo, Seat: 1, Prompt: tb.up}); err != nil {
			return err
		}
		_, err = rolls(r)
		return err
	}))
	setup := tb.setup(t, 2)
	setup.Script = &Scripted{Dice: map[DieID][]Value{tb.d6: {Num(1), Num(2), Num(3), Num(4), Num(5), Num(6)}}}
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	look := NewDeterminizer(tb.fake, firstOption)
	look.At(t.Context(), g.Position(), g.open, 1)
	first := g.Position().SeatPrinted(1, tb.points)
	ends := map[Value]bool{}
	for seed := uint64(1); seed < 9; seed++ {
		if !look.Sample(seed) {
			t.Fatal("there is no world")
		}
		look.Future(seed + 20)
		_, err := look.Try(Reply{0}, Until{End: true})
		tried := look.Game().Position().GamePrinted(tb.round)
		w, openErr := look.Open()
		if err := must(err, openErr); err != nil {
			t.Fatal(err)
		}
		other := w.Fork()
		if err := w.Game().Answer(w.Game().Open().Number, 1, Reply{0}); err != nil {
			t.Fatal(err)
		}
		_, err = w.Play(firstOption, Until{End: true})
		p := w.Game().Position()
		if got := p.GamePrinted(tb.round); err != nil || p.SeatPrinted(1, tb.points) != first || got != tried {
			t.Errorf("%v, %v then %v, tried %v", err, p.SeatPrinted(1, tb.points), got, tried)
		}
		other.Future(seed + 40)
		if err := other.Game().Answer(other.Game().Open().Number, 1, Reply{0}); err != nil {
			t.Fatal(err)
		}
		_, err = other.Play(firstOption, Until{End: true})
		p = other.Game().Position()
		if err != nil || p.SeatPrinted(1, tb.points) != first || p.GamePrinted(tb.round) == tried {
			t.Errorf("%v, %v then %v", err, p.SeatPrinted(1, tb.points), p.GamePrinted(tb.round))
		}
		ends[p.GamePrinted(tb.round)], ends[tried] = true, true
	}
	if len(ends) < 12 {
		t.Errorf("only %d ends", len(ends))
	}
	if w := look.Begin(3); w == nil || w.Game().setup.Script != nil {
		t.Error("a world from the beginning has the results of the game")
	}
}

// TestWorldsAreQuiet: who looks ahead tells the host nothing.
func TestWorldsAreQuiet(t *testing.T) {
	told := 0
	for seed := range uint64(3) {
		f := newFair(seed)
		g := f.start(t, seed)
		within := false
		hear := func() {
			told++
			if within {
				t.Error("a world tells what happens in it")
			}
		}
		g.setup.Noticed = func(*Ability, CardID) { hear() }
		g.setup.Refused = func(*Position, Refusal) { hear() }
		g.setup.Selected = func(*Position, *Selection) { hear() }
		g.setup.Windowed = func(context.Context, *Decision) { hear() }
		look := NewDeterminizer(f.fake, replies(3))
		for range 12 {
			_, err := g.Advance(t.Context())
			if err != nil || g.open == nil {
				break
			}
			d := g.open
			if d.Vacant {
				g.Pass()
				continue
			}
			within = true
			look.At(t.Context(), g.Position(), d, 1)
			if look.Sample(2) && look.Reopen() == nil {
				if w, err := look.Open(); err == nil {
					w.Play(replies(4), Until{Decisions: 3})
				}
			}
			if w := look.Begin(3); w != nil {
				w.Play(replies(5), Until{Decisions: 3})
			}
			fork := g.Fork(f.fake)
			fork.Answer(d.Number, d.Seat, d.First(d.Seat))
			fork.AdvanceStep(t.Context())
			within = false
			for s := Seat(0); int(s) <= f.MaxSeats; s++ {
				if d.Asks(s) && g.open == d && (s > 0 || d.Chance != nil) {
					if err := g.Answer(d.Number, s, replies(seed)(t.Context(), g.Position(), d, s)); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	if told == 0 {
		t.Error("the hosts are told nothing")
	}
}

// TestLookAheadEnds: a step that schedules itself without end is cut off on the way to a quiet
// point, after as many steps as between two decisions.
func TestLookAheadEnds(t *testing.T) {
	tb := newTable()
	var later StepID
	count := func(r *Run) error {
		n := r.GamePrinted(tb.round)
		return must(r.SetGameAttribute(tb.round, Num(int(n.N)+1)), r.Schedule(later, nil))
	}
	later = tb.step("later", func(r *Run, _ []Value) error { return count(r) })
	tb.flow(tb.do("ask", func(r *Run) error {
		if _, err := r.Choose(&Decision{Kind: YesNo, Seat: 1, Prompt: tb.up}); err != nil {
			return err
		}
		return count(r)
	}))
	setup := tb.setup(t, 2)
	g := New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	look := NewDeterminizer(tb.fake, firstOption)
	look.At(t.Context(), g.Position(), g.open, 1)
	look.Sample(1)
	status, err := look.Try(Reply{0}, Until{})
	if n := look.Game().Position().GamePrinted(tb.round).N; status != Going || err != nil || n != lookAheadSteps {
		t.Error(status, err, n)
	}
	look.Most = 1
	look.Spent = 1
	var endless *EndlessError
	if _, err := look.Try(Reply{0}, Until{}); !errors.As(err, &endless) || endless.Most != 1 ||
		!strings.Contains(err.Error(), "1 instructions in all worlds") {
		t.Error(err)
	}
}

// TestWhoIsAsked: while a decider answers, the position tells what it is asked.
func TestWhoIsAsked(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "asks", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		_, err := r.Choose(&Decision{Kind: YesNo, Seat: 2, Prompt: tb.up})
		return err
	})
	g := tb.game(t, 2, func(r *Run) error {
		if _, err := r.Choose(&Decision{Kind: PickOne, Seat: 1, Prompt: tb.up, Options: numbers(1)}); err != nil {
			return err
		}
		return r.Raise(tb.ev(r, tb.hit, CardValue(6), CardValue(1), Value{}, Num(2), SeatValue(1)), nil)
	})
	told := ""
	g.SetDecider(2, func(_ context.Context, p *Position, d *Decision, _ Seat) Reply {
		told = fmt.Sprint(p.Open() == d, d.Open, p.Unasked(), p.Decisions(), len(p.Failures()), p.Past(3).At())
		return d.First(2)
	})
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "true [{0 [{card 6} {card 1} {nothing 0} {number 2} {seat 1}]}] 0 1 0 3"; told != want {
		t.Errorf("got %s, want %s", told, want)
	}
	if g.Position().Open() != nil {
		t.Error("a game that is over asks")
	}
}

// TestKeysOfWhatIsGiven: abilities that cards are given have keys, and are found by them.
func TestKeysOfWhatIsGiven(t *testing.T) {
	f := newFair(0)
	l := f.setup(t, 2).Layout
	found := 0
	for k := range l.grants {
		for c := CardID(1); int(c) <= l.Cards(); c++ {
			in := l.granted(k, c)
			key := l.Key(Value{Handle, in.ID})
			v, err := l.ValueOf(key)
			if err != nil || v.Kind != Handle || l.Key(v) != key || l.grantOf(v.N).Card != c {
				t.Errorf("%s is read as %v, %v", key, v, err)
			}
			found++
		}
	}
	if found == 0 {
		t.Error("nothing is given")
	}
	if got := l.Key(Value{List, 3}); got != "list 3" {
		t.Error(got)
	}
	if v, err := l.ValueOf("nobody"); err == nil {
		t.Error("there are cards of definitions that there are not", v)
	}
	var first *Instance
	if n := int32(len(l.Instances)); n > 0 {
		first, _ = New(f.setup(t, 2)).Position().instance(n)
	}
	if first == nil || first.by == nil {
		t.Error("the first ability that is given is not found")
	}
}

// TestOptionsOfAGame: an option has one value, or one for each seat.
func TestOptionsOfAGame(t *testing.T) {
	tb := newTable()
	tb.flow()
	setup := tb.setup(t, 2)
	setup.GameOptions = [][]Value{{Num(7)}, {Num(1), Num(2)}}
	g := New(setup)
	p := g.Position()
	got := fmt.Sprint(p.GameOption(0, 0), p.GameOption(0, 2), p.GameOption(1, 0), p.GameOption(1, 1),
		p.GameOption(1, 2), p.GameOption(1, 3))
	if want := "{number 7} {number 7} {nothing 0} {number 1} {number 2} {nothing 0}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	g.Reset(9, [][]Value{{Num(8)}, {Num(3)}})
	if got := fmt.Sprint(g.Position().GameOption(0, 1), g.Position().GameOption(1, 2), g.Seed()); got !=
		"{number 8} {number 3} 9" {
		t.Error(got)
	}
	g.Reset(10, nil)
	if g.Position().GameOption(0, 1) != Num(8) {
		t.Error("the options are forgotten")
	}
}

// TestSeatsOfASet: the seats of a set come in order, as many as are asked for.
func TestSeatsOfASet(t *testing.T) {
	set := Only(2) | Only(5) | Only(8)
	if all := slices.Collect(set.Each()); !slices.Equal(all, []Seat{2, 5, 8}) {
		t.Error(all)
	}
	for s := range set.Each() {
		if s > 2 {
			t.Error("asked for one, there come more")
		}
		break
	}
}
