package play_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// stall is the test pack in a folder of its own, with texts exchanged: file,
// old, new and so on.
func stall(t testing.TB, changes ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/stall")); err != nil {
		t.Fatal(err)
	}
	for c := range slices.Chunk(changes, 3) {
		edit(t, dir, c[0], c[1], c[2])
	}
	return dir
}

func edit(t testing.TB, dir, file, old, instead string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), old) {
		t.Fatalf("%s: no %q (%v)", file, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, instead, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// starting starts games of a folder, as its files are then.
func starting(dir string, seats int, seed uint64) play.Start {
	return func() (*interp.Table, *engine.Game, error) {
		p, err := interp.Load(dir, interp.With{})
		if err != nil {
			return nil, nil, err
		}
		table, err := p.Table(interp.Settings{Seats: seats, Seed: seed, CheckInvariants: true})
		if err != nil {
			return nil, nil, err
		}
		return play.From(table)()
	}
}

// stalls starts games of the test pack for a number of seats.
func stalls(seats int) play.Start { return starting("testdata/stall", seats, 4) }

// keeping is a Keep that gathers what it is given.
func keeping(to *[]replay.Entry) func(replay.Entry) error {
	return func(e replay.Entry) error {
		*to = append(*to, e)
		return nil
	}
}

// players are those of the kinds; the host speaks for people.
func players(t testing.TB, kinds ...string) []play.Player {
	t.Helper()
	var out []play.Player
	for _, kind := range kinds {
		if kind == play.Human {
			out = append(out, nil)
			continue
		}
		b, err := play.NewBot(kind)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

func session(t testing.TB, start play.Start, settings play.Settings) *play.Session {
	t.Helper()
	s, err := play.New(start, settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// says answers the questions that the host is asked, "2 sell": seat and key.
func says(t testing.TB, s *play.Session, answers ...string) {
	t.Helper()
	for _, answer := range answers {
		if status, err := s.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatalf("%s: status %d, %v", answer, status, err)
		}
		seat, key, _ := strings.Cut(answer, " ")
		at := s.Seat(engine.Seat(seat[0] - '0'))
		q := at.Question()
		if q == nil {
			t.Fatalf("%s: the seat is not asked", answer)
		}
		if key == "*" {
			key = q.Keys()[0]
		}
		if err := at.Answer(q.Number, key); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func text(s *play.Session, viewer engine.Seat) string {
	return strings.Join(play.Transcript(s, viewer, "en"), "\n")
}

func TestBotsPlayToTheEnd(t *testing.T) {
	s := session(t, stalls(3), play.Settings{Players: players(t, "random", "greedy", "random")})
	status, err := s.Advance(t.Context())
	if err != nil || status != engine.Ended || !s.Position().Over() {
		t.Fatal(status, err)
	}
	if got := s.Kinds(); !slices.Equal(got, []string{"random", "greedy", "random"}) || len(s.People()) > 0 {
		t.Error(got, s.People())
	}
	again := session(t, stalls(3), play.Settings{Players: players(t, "random", "greedy", "random")})
	if _, err := again.Advance(t.Context()); err != nil || text(s, view.Referee) != text(again, view.Referee) {
		t.Error("the same bots play another game", err)
	}
}

func TestQuestionsAndAnswers(t *testing.T) {
	s := session(t, stalls(2), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s)
	one, two := s.Seat(1), s.Seat(2)
	q := one.Question()
	if q == nil || q.Text != "What do you do?" ||
		!slices.Equal(q.Labels, []string{"sell", "steal", "roll", "draw", "vote", "wait"}) ||
		q.Keys()[0] != `"sell"` {
		t.Fatalf("%+v", q)
	}
	if two.Question() != nil {
		t.Error("seat 2 is asked too")
	}
	for _, test := range []struct {
		at     *play.Seat
		number int
		keys   []string
		says   string
	}{
		{one, 2, []string{`"sell"`}, "decision 1 is open, not 2"},
		{two, 1, []string{`"sell"`}, "decision 1 is not put to seat 2"},
		{one, 1, []string{`"sel"`},
			`"\"sel\"" is not offered, or not so often; offered are "sell", "steal", "roll", "draw", "vote", "wait"; ` +
				`did you mean "\"sell\""?`},
		{one, 1, nil, "the answer must name 1 option, not 0"},
		{one, 1, []string{`"sell"`, `"sell"`}, `"\"sell\"" is not offered, or not so often`},
		{one, 1, []string{`"sell"`, `"roll"`}, "the answer must name 1 option, not 2"},
	} {
		if err := test.at.Answer(test.number, test.keys...); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%v: %v", test.keys, err)
		}
	}
	// What a seat does not know it names by the place where it lies.
	says(t, s, `1 "steal"`)
	q = one.Question()
	if !slices.Equal(q.Keys(), []string{"hidden 2.hand", "hidden 2.hand", "hidden 2.hand"}) ||
		strings.Contains(strings.Join(q.Labels, ""), "Apple") {
		t.Errorf("%q %q", q.Keys(), q.Labels)
	}
	says(t, s, "1 hidden 2.hand")
	p := s.Position()
	if hand := p.CardsIn(nil, p.ZoneOf(s.Table().Compiled.Zones["hand"], 1, 0)); len(hand) != 4 {
		t.Errorf("the hand has %d cards", len(hand))
	}
}

// TestSecretAnswers: they are kept apart, and can be changed until the last is
// there.
func TestSecretAnswers(t *testing.T) {
	var kept []replay.Entry
	s := session(t, stalls(3), play.Settings{
		Players: players(t, play.Human, play.Human, "random"), Keep: keeping(&kept),
	})
	says(t, s, `1 "vote"`)
	one, two := s.Seat(1), s.Seat(2)
	q := one.Question()
	says(t, s, "1 3")
	if one.Question() != nil || two.Question() == nil {
		t.Fatalf("%+v %+v", one.Question(), two.Question())
	}
	if err := one.Answer(q.Number, "1"); err != nil {
		t.Fatal(err)
	}
	// What a journal has so far brings the game back to where it stands.
	var answers []replay.Answer
	for _, e := range kept {
		answers = slices.DeleteFunc(
			answers,
			func(a replay.Answer) bool { return a.Number == e.Answer.Number && a.Seat == e.Answer.Seat },
		)
		answers = append(answers, *e.Answer)
		answers[len(answers)-1].Question = "" // what was asked a game does not remember
	}
	slices.SortFunc(answers, func(a, b replay.Answer) int { return 10*(a.Number-b.Number) + int(a.Seat) - int(b.Seat) })
	have := s.Answers()
	have[len(have)-1].Question, have[len(have)-2].Question = "", ""
	if diff := cmp.Diff(answers, have); diff != "" {
		t.Error(diff)
	}
	again, err := play.Resume(t.Context(), stalls(3), answers,
		play.Settings{Players: players(t, play.Human, play.Human, "random")})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*play.Session{s, again} {
		says(t, s, "2 2")
		if got := text(s, view.Referee); !strings.Contains(got, "Seat 1 has 1\n") ||
			!strings.Contains(got, "Seat 2 has 2\n") {
			t.Error(got)
		}
	}
}

// TestSeatsReadWhatTheyMayKnow: a draw is told by name to its seat alone.
func TestSeatsReadWhatTheyMayKnow(t *testing.T) {
	s := session(t, stalls(2), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s)
	own, others := text(s, 1), text(s, 2)
	if strings.Contains(own, "Seat 1 draws a card") || strings.Count(others, "Seat 1 draws a card") != 3 ||
		strings.Count(text(s, view.Referee), "a card") > 0 {
		t.Errorf("own\n%s\nothers\n%s", own, others)
	}
}

func TestWrongPlayers(t *testing.T) {
	if _, err := play.New(stalls(2), play.Settings{Players: players(t, play.Human)}); err == nil ||
		!strings.Contains(err.Error(), "is started with 2 seats, but has 1 players") {
		t.Error(err)
	}
	if _, err := play.NewBot("ramdon"); err == nil ||
		err.Error() != `there is no bot of kind "ramdon"; there are random, greedy, search; did you mean random?` {
		t.Error(err)
	}
}

// TestKeepFails: where what has happened cannot be kept the game stops before anybody is
// asked again, and goes on once it can, with nothing left out.
func TestKeepFails(t *testing.T) {
	full, kept := errors.New("the disk is full"), 0
	broken := false
	s := session(t, stalls(2), play.Settings{Players: players(t, play.Human, "random"), Keep: func(replay.Entry) error {
		if broken {
			return full
		}
		kept++
		return nil
	}})
	if _, err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	broken = true
	q := s.Seat(1).Question()
	if err := s.Seat(1).Answer(q.Number, `"wait"`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.Advance(t.Context()); !errors.Is(err, full) || s.Position().Open() != nil || kept != 0 {
			t.Fatalf("%v, open %+v, %d kept", err, s.Position().Open(), kept)
		}
	}
	broken = false
	if _, err := s.Advance(t.Context()); err != nil || kept != len(s.Answers()) {
		t.Errorf("%v: %d of %d answers are kept", err, kept, len(s.Answers()))
	}
}

// TestPauses: a host waits once where the time would tell what a seat holds, whether it is
// asked or not, and as long at most as the pack says, or the table.
func TestPauses(t *testing.T) {
	dir := stall(t, "game.yaml", "standing: day.standing", "pause: 4\nstanding: day.standing")
	for _, own := range []time.Duration{0, time.Second, -1} {
		var waited []time.Duration
		s := session(t, starting(dir, 2, 4), play.Settings{Players: players(t, play.Human, play.Human), Pause: own,
			Wait: func(_ context.Context, most time.Duration) { waited = append(waited, most) }})
		want := []time.Duration{}
		says(t, s, `1 "wait"`, `1 "sell"`)
		if own == 0 {
			own = 4 * time.Second
		}
		if own > 0 {
			want = append(want, own)
		}
		if says(t, s, "1 *", `2 "roll"`, `2 "wait"`); !slices.Equal(waited, want) {
			t.Errorf("with %v it waited %v", own, waited)
		}
	}
}

// TestShown: while somebody picks among cards that others do not know, a host shows
// these nothing by itself: were all but one card gone, nothing would have been asked.
func TestShown(t *testing.T) {
	s := session(t, stalls(3), play.Settings{Players: players(t, play.Human, play.Human, play.Human)})
	shown := func() (out []bool) {
		for _, viewer := range []engine.Seat{1, 2, 3, 0, view.Referee} {
			out = append(out, s.Position().Open().ShownTo(viewer))
		}
		return out
	}
	if says(t, s); !slices.Equal(shown(), []bool{true, true, true, true, true}) {
		t.Error("open words are kept from somebody:", shown())
	}
	if says(t, s, `1 "sell"`); !slices.Equal(shown(), []bool{true, false, false, false, true}) {
		t.Error("a card of the hand is asked for:", shown())
	}
}
