package replay_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// Records: what is written of a game, and played back.

func TestRecordsPlayBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		want := engine.New(setup(t, seed))
		answering(t, want, seed, rapid.IntRange(0, 30).Draw(rt, "record at"))
		record, err := replay.NewRecord(want, kinds)
		if err != nil {
			rt.Fatal(err)
		}
		record.Header.Game = "tiny"
		journal, err := replay.Decode(record.Journal().Encode())
		if err != nil {
			rt.Fatal(err)
		}
		read := journal.Record()
		if diff := cmp.Diff(record, read); diff != "" {
			rt.Fatal(diff)
		}
		got, err := back(read, setup(t, 0))
		if err == nil {
			_, err = got.Advance(t.Context())
		}
		if err != nil {
			rt.Fatal(err)
		}
		if problem := same(got, want); problem != "" {
			rt.Fatal(problem)
		}
		answers := record.Answers
		if open := want.Open(); open != nil {
			// A secret decision that some seats have answered is open still, and no place to go back to.
			answers = replay.Before(answers, open.Number)
		}
		if len(answers) > 0 {
			n := answers[rapid.IntRange(0, len(answers)-1).Draw(rt, "play back to")].Number
			read.Answers = replay.Before(read.Answers, n)
			part, err := back(read, setup(t, 0))
			if err == nil {
				_, err = part.Advance(t.Context())
			}
			if err != nil || part.Open() == nil || part.Open().Number != n {
				rt.Fatal(n, err)
			}
			if err := want.Undo(t.Context(), n); err != nil {
				rt.Fatal(err)
			}
			if problem := same(part, want); problem != "" {
				rt.Fatal(problem)
			}
		}
	})
}

func TestARecordAsText(t *testing.T) {
	g := engine.New(setup(t, 5))
	answering(t, g, 5, 4)
	record, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	record.Header.Game = "tiny"
	want := `{"v":2,"game":"tiny","pack":"tiny","version":"1.2.0",` +
		`"api":0,"rng":"pcg-splitmix-1","seed":"5","seats":["human","random","some bot, with a ` +
		`comma"],"options":{"first":["2"],"limit":["-7"],"season":["long"],"teams":["long","a, ` +
		`b","long"]},"sum":"2417bdeb"}
{"n":1,"seat":1,"keys":["piecee#2"],"sum":"4f034740"}
{"n":2,"seat":2,"keys":["pieceg#2","piecef#1","piecea#1"],"sum":"1d07f264"}
{"n":3,"seat":3,"keys":[],"sum":"ca7e73dd"}
{"end":{"decisions":3,"state":"dcfc8b9cee007a46"},"sum":"ebced3ae"}
`
	if diff := cmp.Diff(want, string(record.Journal().Encode())); diff != "" {
		t.Error(diff)
	}
}

// back plays a record back.
func back(r *replay.Record, s engine.Setup) (*engine.Game, error) {
	g, err := r.Header.Start(s)
	if err != nil {
		return nil, err
	}
	return g, replay.Follow(context.Background(), g, r.Answers)
}

func recorded(t testing.TB) *replay.Record {
	t.Helper()
	g := engine.New(setup(t, 5))
	answering(t, g, 5, 0)
	r, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFollowFindsTheFirstDifference(t *testing.T) {
	for _, test := range []struct {
		name     string
		change   func(r *replay.Record)
		decision int
		want     string
	}{
		{"a card that is not offered", func(r *replay.Record) { r.Answers[0].Keys = []string{"chipa#1"} }, 1,
			"the recorded answer is no longer offered; recorded: chipa#1; offered: "},
		{"a card that is not there", func(r *replay.Record) { r.Answers[0].Keys = []string{"chipz"} }, 1,
			"there is no card chipz; recorded: chipz; offered: "},
		{"too many", func(r *replay.Record) {
			r.Answers[1].Keys = append(r.Answers[1].Keys, r.Answers[1].Keys...)
		}, 2, "decision 2 of seat"},
		{"another seat", func(r *replay.Record) { r.Answers[0].Seat = 3 }, 1,
			"decision 1 of seat 1: this seat was not asked, but seat 3, who answered "},
		{"more answers than decisions", func(r *replay.Record) {
			r.Answers = append(r.Answers, replay.Answer{Number: r.End.Decisions + 1, Seat: 2})
		}, -1, "it is not asked any more: the game ends before it; recorded: -"},
		{"another seed", func(r *replay.Record) { r.Header.Seed.Low++ }, 2, "the recorded answer is no longer offered"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := recorded(t)
			test.change(r)
			if test.decision < 0 {
				test.decision = r.End.Decisions + 1
			}
			g, err := back(r, setup(t, 0))
			var d *replay.Difference
			if !errors.As(err, &d) || d.Decision != test.decision || !strings.Contains(d.Error(), test.want) {
				t.Fatalf("got %v, want %q at decision %d", err, test.want, test.decision)
			}
			if open := g.Open(); !g.Over() && (open == nil || open.Number != test.decision) {
				t.Errorf("the game does not stand there: %+v", open)
			}
		})
	}
}

func TestOfferedNamesWhatThereIs(t *testing.T) {
	r := recorded(t)
	seen := map[string]bool{}
	for i := range r.Answers {
		change := *r
		change.Answers = append([]replay.Answer(nil), r.Answers...)
		change.Answers[i].Keys = []string{`"nonsense"`}
		_, err := back(&change, setup(t, 0))
		var d *replay.Difference
		if !errors.As(err, &d) || d.Decision != r.Answers[i].Number ||
			d.Seat != r.Answers[i].Seat || len(d.Offered) == 0 {
			t.Fatalf("answer %d: %v", i, err)
		}
		seen[d.Offered[0]] = true
	}
	for _, want := range []string{"yes", "-2 to 5", `"take"`} {
		if !seen[want] {
			t.Errorf("%s was never offered: %v", want, seen)
		}
	}
}

// TestASecretDecisionComesBackWithTheAnswersItHad: those who have answered it
// are not asked again, the others are.
func TestASecretDecisionComesBackWithTheAnswersItHad(t *testing.T) {
	g := engine.New(setup(t, 4))
	d := atSecret(t, g, 4)
	if err := g.Answer(d.Number, 2, engine.Reply{1, 0}); err != nil {
		t.Fatal(err)
	}
	r, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Game = "tiny"
	j, err := replay.Decode(r.Journal().Encode())
	if err != nil {
		t.Fatal(err)
	}
	r = j.Record()
	got, err := back(r, setup(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	if problem := same(got, g); problem != "" {
		t.Error(problem)
	}
	if d := got.Open(); !d.Waits(1) || d.Waits(2) || !d.Waits(3) {
		t.Errorf("%+v", d.Given)
	}
}

// TestFollow: another game of the same setup follows the answers of the first
// from wherever it stands, and tells the first answer that does not fit.
func TestFollow(t *testing.T) {
	for _, ahead := range []int{0, 1, 5} {
		first := engine.New(setup(t, 4))
		answering(t, first, 9, 12)
		other := engine.New(setup(t, 4))
		if ahead > 0 {
			answering(t, other, 9, ahead)
		}
		if err := replay.Follow(t.Context(), other, replay.AnswersOf(first)); err != nil {
			t.Fatal(err)
		}
		if _, err := other.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if text := same(first, other); text != "" || other.Open() == nil || other.Open().Number != 12 {
			t.Errorf("from decision %d: %s", ahead, text)
		}
		answers := replay.AnswersOf(first)
		answers[8].Keys = []string{"nonsense"}
		lost := engine.New(setup(t, 4))
		err := replay.Follow(t.Context(), lost, answers)
		var d *replay.Difference
		if !errors.As(err, &d) || d.Decision != answers[8].Number || lost.Open() == nil ||
			lost.Open().Number != d.Decision {
			t.Errorf("a wrong answer: %v", err)
		}
	}
}

// TestFollowStopsBehindTheLastAnswer: what comes after its step is not begun.
func TestFollowStopsBehindTheLastAnswer(t *testing.T) {
	whole := engine.New(setup(t, 4))
	answering(t, whole, 9, 0)
	answers := replay.AnswersOf(whole)
	g := engine.New(setup(t, 4))
	if err := replay.Follow(t.Context(), g, answers[:0]); err != nil || g.Log().Len() > 0 {
		t.Errorf("without answers it plays %d events (%v)", g.Log().Len(), err)
	}
	if err := replay.Follow(t.Context(), g, replay.Before(answers, 3)); err != nil || g.Counts().Decisions != 2 {
		t.Errorf("%d decisions (%v)", g.Counts().Decisions, err)
	}
}

func TestGamesWithoutALogAreNotRecorded(t *testing.T) {
	s := setup(t, 5)
	s.DropLog = true
	g := engine.New(s)
	answering(t, g, 5, 0)
	if _, err := replay.NewRecord(g, kinds); err == nil {
		t.Error("recorded")
	}
}

func FuzzPlayBack(f *testing.F) {
	f.Add(recorded(f).Journal().Encode())
	s := setup(f, 0)
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := replay.Decode(data)
		if err != nil {
			return
		}
		back(j.Record(), s)
	})
}
