package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func numbers(n ...int) []Choice {
	out := make([]Choice, len(n))
	for i := range n {
		out[i] = One(Num(n[i]))
	}
	return out
}

func TestCheckSaysWhyAReplyIsNotLegal(t *testing.T) {
	three := numbers(7, 8, 9)
	for _, test := range []struct {
		name  string
		d     Decision
		reply Reply
		want  string // "" if it is legal
	}{
		{"one", Decision{Kind: PickOne, Options: three}, Reply{2}, ""},
		{"none of one", Decision{Kind: PickOne, Options: three}, Reply{}, "the answer must name 1 option, not 0"},
		{"none, optional", Decision{Kind: PickOne, Options: three, Optional: true}, Reply{}, ""},
		{"two of one", Decision{Kind: PickOne, Options: three, Optional: true}, Reply{0, 1},
			"the answer must name 0 to 1 options, not 2"},
		{"beyond", Decision{Kind: PickOne, Options: three}, Reply{3}, "there is no option 4; there are 3"},
		{"below", Decision{Kind: PickOne, Options: three}, Reply{-1}, "there is no option 0; there are 3"},
		{"some", Decision{Kind: PickSome, Options: three, Min: 1, Max: 2}, Reply{2, 0}, ""},
		{"too few", Decision{Kind: PickSome, Options: three, Min: 2, Max: 2}, Reply{2},
			"the answer must name 2 options, not 1"},
		{"too many", Decision{Kind: PickSome, Options: three, Min: 1, Max: 2}, Reply{0, 1, 2},
			"the answer must name 1 to 2 options, not 3"},
		{"twice", Decision{Kind: PickSome, Options: three, Min: 1, Max: 2}, Reply{1, 1}, "option 2 is named twice"},
		{"order", Decision{Kind: PickOrder, Options: three}, Reply{2, 0, 1}, ""},
		{"part of an order", Decision{Kind: PickOrder, Options: three}, Reply{2, 0},
			"the answer must name 3 options, not 2"},
		{"yes", Decision{Kind: YesNo}, Reply{0}, ""},
		{"no", Decision{Kind: YesNo}, Reply{1}, ""},
		{"neither", Decision{Kind: YesNo}, Reply{2}, "there is no option 3; there are 2"},
		{"number", Decision{Kind: PickNumber, Min: -2, Max: 5}, Reply{-2}, ""},
		{"number too large", Decision{Kind: PickNumber, Min: 2, Max: 5}, Reply{6},
			"the answer must be a number from 2 to 5"},
		{"no number", Decision{Kind: PickNumber, Min: 2, Max: 5}, Reply{}, "the answer must be a number from 2 to 5"},
		{"split", Decision{Kind: Split, Options: three, Total: 4, Max: 2}, Reply{2, 0, 2}, ""},
		{"split without a bound", Decision{Kind: Split, Options: three, Total: 4}, Reply{4, 0, 0}, ""},
		{"split over too few", Decision{Kind: Split, Options: three, Total: 4}, Reply{4},
			"the answer must give an amount for each of the 3 options"},
		{"split too much to one", Decision{Kind: Split, Options: three, Total: 4, Max: 2}, Reply{3, 1, 0},
			"an amount must be from 0 to 2, not 3"},
		{"split of too little", Decision{Kind: Split, Options: three, Total: 4, Max: 2}, Reply{2, 0, 1},
			"the amounts must add up to 4, not 3"},
		{"split of less than nothing", Decision{Kind: Split, Options: three, Total: 4}, Reply{5, -1, 0},
			"an amount must be from 0 to 4, not 5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.d.Check(1, test.reply)
			if got := fmt.Sprint(err); test.want == "" && err != nil || test.want != "" && got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// askedOnce plays a game that puts d to seat 1 and returns its reply.
func askedOnce(t *testing.T, d Decision, answer Reply) (Reply, *Game) {
	t.Helper()
	tb := newTable()
	var got Reply
	g := tb.game(t, 2, func(r *Run) error {
		asked := d
		asked.Seat = 1
		reply, err := r.Choose(&asked)
		got = reply
		return err
	})
	status, err := g.Advance(t.Context())
	if answer != nil {
		if status != Waiting {
			t.Fatalf("nothing is asked: status %d, %v", status, err)
		}
		if err := g.Answer(1, 1, answer); err != nil {
			t.Fatal(err)
		}
		status, err = g.Advance(t.Context())
	}
	if status != Ended {
		t.Fatal(status, err)
	}
	return got, g
}

func TestEveryKindOfDecision(t *testing.T) {
	three := []Choice{One(CardValue(1)), {N: 2, V: [MaxParts]Value{CardValue(2), ZoneValue(3)}}, One(Num(9))}
	for _, test := range []struct {
		d      Decision
		answer Reply
		logged string
	}{
		{Decision{Kind: PickOne, Options: three}, Reply{1}, "alpha#2 / zone 2.deck"},
		{Decision{Kind: PickOne, Options: three, Optional: true}, Reply{}, ""},
		{Decision{Kind: PickSome, Options: three, Min: 1, Max: 2}, Reply{2, 1}, "9 / nothing, alpha#2 / zone 2.deck"},
		{Decision{Kind: PickOrder, Options: three[:2]}, Reply{1, 0}, "alpha#2 / zone 2.deck, alpha#1 / nothing"},
		{Decision{Kind: YesNo}, Reply{0}, "yes"},
		{Decision{Kind: YesNo}, Reply{1}, "no"},
		{Decision{Kind: PickNumber, Min: -3, Max: 3}, Reply{-2}, "-2"},
		{Decision{Kind: Split, Options: three, Total: 5, Max: 3}, Reply{2, 3, 0},
			"alpha#1 / 2 / nothing, alpha#2 / zone 2.deck / 3"},
	} {
		t.Run(fmt.Sprint(test.d.Kind, test.answer), func(t *testing.T) {
			got, g := askedOnce(t, test.d, test.answer)
			if !slices.Equal(got, test.answer) {
				t.Errorf("the script got %v, want %v", got, test.answer)
			}
			if got := loggedAnswers(g); !slices.Equal(got, []string{"1.1: " + test.logged}) {
				t.Errorf("logged %q", got)
			}
			if g.Counts().Decisions != 1 || g.Counts().MostAnswers != 1 {
				t.Errorf("%+v", g.Counts())
			}
		})
	}
}

// loggedAnswers prints the answers in the log: decision, seat, choices.
func loggedAnswers(g *Game) []string {
	var out []string
	for at := g.log.Base; at < g.log.Len(); at++ {
		e := g.log.At(at)
		if e.Kind != EvAnswer {
			continue
		}
		var choices []string
		values := g.log.Values(e)
		for len(values) > 0 {
			c := Choice{N: uint8(e.C)}
			copy(c.V[:], values[:e.C])
			values = values[e.C:]
			choices = append(choices, g.run.ChoiceKey(c))
		}
		out = append(out, fmt.Sprintf("%d.%d: %s", e.A, e.B, strings.Join(choices, ", ")))
	}
	return out
}

func TestForcedAnswersAreLoggedAndCounted(t *testing.T) {
	two := numbers(7, 8)
	for _, test := range []struct {
		name   string
		d      Decision
		want   Reply
		logged string
	}{
		{"one of one", Decision{Kind: PickOne, Options: two[:1]}, Reply{0}, "7"},
		{"one of none", Decision{Kind: PickOne}, Reply{}, ""},
		{"one of none, optional", Decision{Kind: PickOne, Optional: true}, Reply{}, ""},
		{"all", Decision{Kind: PickSome, Options: two, Min: 2, Max: 5}, Reply{0, 1}, "7, 8"},
		{"some of none", Decision{Kind: PickSome, Max: 3}, Reply{}, ""},
		{"at most none", Decision{Kind: PickSome, Options: two}, Reply{}, ""},
		{"order of one", Decision{Kind: PickOrder, Options: two[:1]}, Reply{0}, "7"},
		{"order of none", Decision{Kind: PickOrder}, Reply{}, ""},
		{"one number", Decision{Kind: PickNumber, Min: 4, Max: 4}, Reply{4}, "4"},
		{"all to one", Decision{Kind: Split, Options: two[:1], Total: 3}, Reply{3}, "7 / 3"},
		{"nothing to split", Decision{Kind: Split, Options: two}, Reply{0, 0}, ""},
		{"just enough room", Decision{Kind: Split, Options: two, Total: 4, Max: 2}, Reply{2, 2}, "7 / 2, 8 / 2"},
		{"nobody to split to", Decision{Kind: Split, Total: 4}, Reply{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, g := askedOnce(t, test.d, nil)
			if !slices.Equal(got, test.want) {
				t.Errorf("the script got %v, want %v", got, test.want)
			}
			if got := loggedAnswers(g); !slices.Equal(got, []string{"1.1: " + test.logged}) {
				t.Errorf("logged %q", got)
			}
			if g.Counts().Decisions != 1 || len(g.Position().Answers()) != 0 {
				t.Errorf("%d decisions, %d of them to answer again", g.Counts().Decisions, len(g.Position().Answers()))
			}
		})
	}
}

// TestTooFew: of fewer options than must be picked all are, and where there is no number the
// seat gets 0; neither is a question.
func TestTooFew(t *testing.T) {
	for _, test := range []struct {
		d    Decision
		want Reply
	}{
		{Decision{Kind: PickSome, Seat: 1, Options: numbers(7, 8), Min: 3, Max: 4}, Reply{0, 1}},
		{Decision{Kind: PickSome, Seat: 1, Min: 1, Max: 1}, Reply{}},
		{Decision{Kind: PickNumber, Seat: 1, Min: 3, Max: 2}, Reply{0}},
	} {
		var got Reply
		g := newTable().game(t, 2, func(r *Run) (err error) {
			got, err = r.Choose(&test.d)
			return err
		})
		if _, err := g.AdvanceStep(t.Context()); err != nil || g.Open() != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v %v, want %v unasked", test.d.Kind, got, err, test.want)
		}
	}
}

func TestDecisionsThatNobodyCanAnswer(t *testing.T) {
	two := numbers(7, 8)
	for _, test := range []struct {
		name string
		d    Decision
		want string
	}{
		{"no seat", Decision{Kind: YesNo}, "choose: a decision needs a seat"},
		{"a seat that is not there", Decision{Kind: YesNo, Seat: 3}, "choose: a decision needs a seat"},
		{"no room", Decision{Kind: Split, Seat: 1, Options: two, Total: 5, Max: 2},
			"choose: 5 cannot be split over 2 options of at most 2"},
		{"less than nothing", Decision{Kind: Split, Seat: 1, Options: two, Total: -1}, "choose: -1 cannot be split"},
		{"too many parts", Decision{Kind: Split, Seat: 1, Options: []Choice{{N: 3}}, Total: 1},
			"choose: what a number is split over has at most 2 parts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := newTable().fails(t, 2, func(r *Run) error { _, err := r.Choose(&test.d); return err })
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q, want %q", err, test.want)
			}
		})
	}
}

func TestStaleAndForeignAnswers(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 2, func(r *Run) error {
		for range 2 {
			if _, err := r.Choose(&Decision{Kind: YesNo, Seat: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	expect := func(number int, seat Seat, reply Reply, want string) {
		t.Helper()
		if err := g.Answer(number, seat, reply); fmt.Sprint(err) != want {
			t.Errorf("got %q, want %q", fmt.Sprint(err), want)
		}
	}
	expect(1, 1, Reply{0}, "no decision is open")
	g.Advance(t.Context())
	expect(1, 2, Reply{0}, "decision 1 is not put to seat 2")
	expect(2, 1, Reply{0}, "decision 1 is open, not 2")
	expect(1, 1, Reply{5}, "there is no option 6; there are 2")
	expect(1, 1, Reply{0}, "<nil>")
	expect(1, 1, Reply{0}, "no decision is open")
	g.Advance(t.Context())
	expect(1, 1, Reply{0}, "decision 2 is open, not 1")
}

func TestAnIllegalDeciderIsNamed(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("test", func(r *Run) error { _, err := r.Choose(&Decision{Kind: YesNo, Seat: 2}); return err }))
	setup := tb.setup(t, 2)
	setup.Deciders[2] = func(context.Context, *Position, *Decision, Seat) Reply { return Reply{7} }
	_, err := New(setup).Advance(t.Context())
	if want := "decision 1: seat 2 gave an answer that is not legal: there is no option 8"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestADeciderMayLeaveADecisionOpen(t *testing.T) {
	tb := newTable()
	tb.flow(tb.do("test", func(r *Run) error { _, err := r.Choose(&Decision{Kind: YesNo, Seat: 2}); return err }))
	setup := tb.setup(t, 2)
	setup.Deciders[2] = func(context.Context, *Position, *Decision, Seat) Reply { return nil }
	g := New(setup)
	if status, err := g.Advance(t.Context()); status != Waiting || g.Open().Seat != 2 {
		t.Errorf("status %d: %v", status, err)
	}
}

// bids asks seats 1 to 3 for a number of cards each and gives the points.
func bids(tb *table, options [][]Choice, low, high int) func(r *Run) error {
	return func(r *Run) error {
		replies, err := r.ChooseSecretly(&Decision{Kind: PickSome, Seats: r.AllSeats(),
			SecretOptions: options, Min: low, Max: high})
		if err != nil {
			return err
		}
		for i, reply := range replies {
			if err := r.SetSeatAttribute(Seat(i+1), tb.points, Num(100+len(reply))); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestSecretPicks(t *testing.T) {
	tb := newTable()
	same := numbers(7, 8, 9)
	g := tb.game(t, 3, bids(tb, [][]Choice{nil, same, same, same}, 0, 2))
	g.Advance(t.Context())
	d := g.Open()
	if d == nil || !d.Secret || d.Seats != 7 {
		t.Fatalf("%+v", d)
	}
	answer := func(s Seat, r Reply) {
		t.Helper()
		if err := g.Answer(1, s, r); err != nil {
			t.Fatal(err)
		}
	}
	answer(3, Reply{0, 1})
	answer(1, Reply{2})
	if !d.Waits(2) || d.Waits(3) || g.Open() != d {
		t.Error("the decision does not wait for seat 2 alone")
	}
	answer(3, Reply{2}) // changed
	answer(1, Reply{})  // changed to nothing
	if diff := cmp.Diff([]Reply{nil, {}, nil, {2}}, d.Given); diff != "" {
		t.Error(diff)
	}
	if err := g.Answer(1, 2, Reply{0, 1, 2}); err == nil {
		t.Error("three of two were accepted")
	}
	answer(2, Reply{0, 1})
	if g.Open() != nil {
		t.Error("still open")
	}
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatal(err)
	}
	if got, want := loggedAnswers(g), []string{"1.1: ", "1.2: 7, 8", "1.3: 9"}; !slices.Equal(got, want) {
		t.Errorf("logged %q", got)
	}
	if g.Counts().Decisions != 1 {
		t.Errorf("%d decisions", g.Counts().Decisions)
	}
	for s, want := range []int32{100, 102, 101} {
		if v, _ := g.run.SeatAttribute(Seat(s+1), tb.points); v.N != want {
			t.Errorf("seat %d: %d points", s+1, v.N)
		}
	}
}

func TestBotsAnswerASecretPickWhenItOpens(t *testing.T) {
	tb := newTable()
	same := numbers(7, 8, 9)
	tb.flow(tb.do("test", bids(tb, [][]Choice{nil, same, same, same}, 1, 2)))
	setup := tb.setup(t, 3)
	asked := 0
	setup.Deciders[2] = func(_ context.Context, p *Position, d *Decision, s Seat) Reply {
		if asked++; d.Given[1] != nil {
			t.Error("the bot sees another seat's answer")
		}
		return Reply{1}
	}
	setup.Deciders[3] = firstOption
	g := New(setup)
	g.Advance(t.Context())
	if d := g.Open(); d == nil || d.Waits(2) || d.Waits(3) || !d.Waits(1) || asked != 1 {
		t.Fatalf("%+v", d)
	}
	if err := g.Answer(1, 1, Reply{2}); err != nil {
		t.Fatal(err)
	}
	g.Advance(t.Context())
	if got, want := loggedAnswers(g), []string{"1.1: 9", "1.2: 8", "1.3: 7"}; !slices.Equal(got, want) || asked != 1 {
		t.Errorf("logged %q, asked %d times", got, asked)
	}

	// Undo: the host's seat may answer otherwise, the bots answer again.
	if err := g.Undo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if d := g.Open(); d == nil || d.Waits(2) || !d.Waits(1) {
		t.Fatalf("%+v", d)
	}
	g.Answer(1, 1, Reply{0})
	g.Advance(t.Context())
	if got, want := loggedAnswers(g), []string{"1.1: 7", "1.2: 8", "1.3: 7"}; !slices.Equal(got, want) {
		t.Errorf("logged %q", got)
	}
}

func TestSecretPicksWithFewOptions(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 3, bids(tb, [][]Choice{nil, numbers(1, 2, 3), numbers(4), nil}, 2, 2))
	g.Advance(t.Context())
	d := g.Open()
	if d == nil || d.Waits(2) || d.Waits(3) {
		t.Fatalf("seats without a choice are asked: %+v", d)
	}
	g.Answer(1, 1, Reply{0, 2})
	g.Advance(t.Context())
	if got, want := loggedAnswers(g), []string{"1.1: 1, 3", "1.2: 4", "1.3: "}; !slices.Equal(got, want) {
		t.Errorf("logged %q", got)
	}
}

func TestSecretNumbers(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 2, func(r *Run) error {
		_, err := r.ChooseSecretly(&Decision{Kind: PickNumber, Seats: 3, Min: 0, Max: 9})
		return err
	})
	g.Advance(t.Context())
	g.Answer(1, 2, Reply{5})
	g.Answer(1, 1, Reply{6})
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatal(err)
	}
	if got, want := loggedAnswers(g), []string{"1.1: 6", "1.2: 5"}; !slices.Equal(got, want) {
		t.Errorf("logged %q", got)
	}
}

func TestAnOpenDecisionCarriesTheOpenTriggers(t *testing.T) {
	tb := newTable()
	tb.on(tb.fall, Before, "asks", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		_, err := r.Choose(&Decision{Kind: YesNo, Seat: 1, About: []Named{{tb.word("who"), CardValue(in.Card)}}})
		return err
	})
	tb.on(tb.hit, Before, "raises", tb.gamma, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitN] = Num(4)
		return r.Raise(tb.ev(r, tb.fall, CardValue(2)), nil)
	})
	g := tb.game(t, 1, func(r *Run) error { return r.Raise(tb.ev(r, tb.hit, CardValue(1)), nil) })
	g.Advance(t.Context())
	want := []OpenTrigger{{tb.hit, []Value{CardValue(1), {}, {}, Num(4), {}}}, {tb.fall, []Value{CardValue(2)}}}
	if diff := cmp.Diff(want, g.Open().Open); diff != "" {
		t.Error(diff)
	}
	if e := g.Log().At(g.Log().Len() - 1); e.Kind != EvAsk || e.A != 1 || e.New != Only(1) {
		t.Errorf("the last event is %+v", e)
	}
}

// TestAppendOne: an option is as new where it takes the place of another.
func TestAppendOne(t *testing.T) {
	list := []Choice{{N: 3, V: [MaxParts]Value{Num(1), Num(2), Num(3)}}, {N: 2, V: [MaxParts]Value{Num(4), Num(5)}}}
	got := AppendOne(AppendOne(list[:0], CardValue(7)), SeatValue(2))
	if len(got) != 2 || got[0] != One(CardValue(7)) || got[1] != One(SeatValue(2)) {
		t.Errorf("%v", got)
	}
}
