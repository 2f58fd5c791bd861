package play_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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
		if status, err := s.Advance(); err != nil || status != engine.Waiting {
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
	if _, err := s.Advance(); err != nil {
		t.Fatal(err)
	}
}

func text(s *play.Session, viewer engine.Seat) string {
	return strings.Join(play.Told(s, viewer, "en"), "\n")
}

func TestBotsPlayToTheEnd(t *testing.T) {
	s := session(t, starting("testdata/stall", 3, 4), play.Settings{Players: players(t, "random", "greedy", "random")})
	status, err := s.Advance()
	if err != nil || status != engine.Ended || !s.Game().Over() {
		t.Fatal(status, err)
	}
	if got := s.Kinds(); !slices.Equal(got, []string{"random", "greedy", "random"}) || len(s.People()) > 0 {
		t.Error(got, s.People())
	}
	again := session(t, starting("testdata/stall", 3, 4), play.Settings{Players: players(t, "random", "greedy", "random")})
	if _, err := again.Advance(); err != nil || text(s, view.Referee) != text(again, view.Referee) {
		t.Error("the same bots play another game", err)
	}
}

func TestQuestionsAndAnswers(t *testing.T) {
	s := session(t, starting("testdata/stall", 2, 4), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s)
	one, two := s.Seat(1), s.Seat(2)
	q := one.Question()
	if q == nil || q.Text != "What do you do?" || !slices.Equal(q.Labels, []string{"sell", "steal", "roll", "draw", "vote", "wait"}) || q.Keys()[0] != `"sell"` {
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
		{one, 1, []string{`"sel"`}, `"\"sel\"" is not offered, or not so often; offered are "sell", "steal", "roll", "draw", "vote", "wait"; did you mean "\"sell\""?`},
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
	if !slices.Equal(q.Keys(), []string{"hidden 2.hand", "hidden 2.hand", "hidden 2.hand"}) || strings.Contains(strings.Join(q.Labels, ""), "Apple") {
		t.Errorf("%q %q", q.Keys(), q.Labels)
	}
	says(t, s, "1 hidden 2.hand")
	if hand := s.Game().Position().CardsIn(nil, s.Game().Layout().ZoneOf(s.Table().Compiled.Zones["hand"], 1, 0)); len(hand) != 4 {
		t.Errorf("the hand has %d cards", len(hand))
	}
}

// TestSecretAnswers: they are kept apart, and can be changed until the last is
// there.
func TestSecretAnswers(t *testing.T) {
	var kept []replay.Entry
	s := session(t, starting("testdata/stall", 3, 4), play.Settings{
		Players: players(t, play.Human, play.Human, "random"), Keep: func(e replay.Entry) { kept = append(kept, e) },
	})
	says(t, s, `1 "vote"`, "1 3")
	one, two := s.Seat(1), s.Seat(2)
	if one.Question() != nil || two.Question() == nil || one.Changeable() == nil || two.Changeable() != nil {
		t.Fatalf("%+v %+v", one.Question(), two.Question())
	}
	q := one.Changeable()
	if err := one.Answer(q.Number, "1"); err != nil {
		t.Fatal(err)
	}
	// What a journal has so far brings the game back to where it stands.
	var answers []replay.Answer
	for _, e := range kept {
		answers = slices.DeleteFunc(answers, func(a replay.Answer) bool { return a.Number == e.Answer.Number && a.Seat == e.Answer.Seat })
		answers = append(answers, *e.Answer)
		answers[len(answers)-1].Question = "" // what was asked a game does not remember
	}
	slices.SortFunc(answers, func(a, b replay.Answer) int { return 10*(a.Number-b.Number) + int(a.Seat) - int(b.Seat) })
	have := s.Answers()
	have[len(have)-1].Question, have[len(have)-2].Question = "", ""
	if diff := cmp.Diff(answers, have); diff != "" {
		t.Error(diff)
	}
	again, err := play.Resume(starting("testdata/stall", 3, 4), answers, play.Settings{Players: players(t, play.Human, play.Human, "random")})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*play.Session{s, again} {
		says(t, s, "2 2")
		if got := text(s, view.Referee); !strings.Contains(got, "Seat 1 has 1\n") || !strings.Contains(got, "Seat 2 has 2\n") {
			t.Error(got)
		}
	}
}

// TestUndoPolicy: what may be taken back, by the policy of the pack.
func TestUndoPolicy(t *testing.T) {
	const (
		allowed = ""
		chance  = "chance has spoken since"
		card    = "a hidden card has been seen since"
		other   = "another player has answered since"
		agree   = "ask"
	)
	humans, alone := []string{play.Human, play.Human}, []string{play.Human, "random"}
	for _, test := range []struct {
		name, policy string
		kinds        []string
		free         bool
		answers      []string
		want         string
	}{
		{"nothing has happened", "", humans, false, nil, "there is no answer to take back"},
		{"nothing is known", "", humans, false, []string{`1 "wait"`}, allowed},
		{"a card that he showed himself", "", humans, false, []string{`1 "sell"`, "1 *"}, allowed},
		{"a die", "", humans, false, []string{`1 "roll"`}, chance},
		{"a card that he drew", "", humans, false, []string{`1 "draw"`}, card},
		{"a card of another", "", humans, false, []string{`1 "steal"`, "1 *"}, card},
		{"the other has acted", "", humans, false, []string{`1 "wait"`, `1 "wait"`, `2 "wait"`}, other},
		{"the other has answered as well", "", humans, false, []string{`1 "vote"`, "1 2", "2 3"}, other},
		{"the other has answered as well, and he last", "until_known", humans, false, []string{`1 "vote"`, "2 3", "1 2"}, other},
		{"against bots", "", alone, false, []string{`1 "roll"`, `1 "draw"`}, allowed},
		{"alone", "ask", []string{play.Human}, false, []string{`1 "roll"`}, allowed},
		{"free", "free", humans, false, []string{`1 "draw"`}, allowed},
		{"free, for the host", "", humans, true, []string{`1 "draw"`}, allowed},
		{"ask, and nothing is known", "ask", humans, false, []string{`1 "wait"`}, allowed},
		{"ask", "ask", humans, false, []string{`1 "roll"`}, agree},
		{"none", "none", humans, false, []string{`1 "wait"`}, "this game lets no answer be taken back"},
		{"none, against bots", "none", alone, false, []string{`1 "wait"`}, "this game lets no answer be taken back"},
		{"none, but for the host", "none", humans, true, []string{`1 "roll"`}, allowed},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := stall(t)
			if test.policy != "" {
				edit(t, dir, "game.yaml", "standing:", "undo: "+test.policy+"\nstanding:")
			}
			s := session(t, starting(dir, len(test.kinds), 4), play.Settings{Players: players(t, test.kinds...), FreeUndo: test.free})
			says(t, s, test.answers...)
			undo, err := s.MayUndo(1)
			var refused *play.UndoError
			switch {
			case test.want == agree:
				if err != nil || !slices.Equal(undo.Ask, []engine.Seat{2}) {
					t.Errorf("%+v, %v", undo, err)
				}
			case test.want != allowed:
				if !errors.As(err, &refused) || refused.What != test.want {
					t.Errorf("got %v, want %s", err, test.want)
				}
			case err != nil:
				t.Error(err)
			default:
				if err := s.Seat(1).Undo(); err != nil || s.Game().Open().Number != undo.Decision || s.Seat(1).Question() == nil {
					t.Errorf("%+v, %v", s.Game().Open(), err)
				}
			}
		})
	}
}

// TestUndoBehindForcedAnswers: an answer that left no choice is not taken back by
// itself; that of another bars the way as any other does.
func TestUndoBehindForcedAnswers(t *testing.T) {
	s := session(t, starting(stall(t, "scripts/rules/day.lua", "HAND = 3", "HAND = 1"), 2, 4), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s, `1 "sell"`) // the one card
	if undo, err := s.MayUndo(1); err != nil || undo.Decision != 1 {
		t.Errorf("%+v, %v", undo, err)
	}
	if err := s.Seat(1).Undo(); err != nil || s.Game().Open().Number != 1 {
		t.Error(err)
	}
	s = session(t, starting(stall(t, "scripts/rules/day.lua", `from = function() return {1, 2, 3} end`, `from = function(seat) return seat.number == 2 and {1} or {1, 2, 3} end`), 2, 4),
		play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s, `1 "vote"`, "1 2")
	var refused *play.UndoError
	if _, err := s.MayUndo(1); !errors.As(err, &refused) || refused.News != view.NewAnswer {
		t.Error(err)
	}
}

// asked is a person who says whether he agrees.
type asked struct {
	agrees bool
	heard  []engine.Seat
}

func (a *asked) Kind() string             { return play.Human }
func (a *asked) Play(at *play.Seat) error { return nil }
func (a *asked) Consent(_ *play.Seat, other engine.Seat, _ int) (bool, error) {
	a.heard = append(a.heard, other)
	return a.agrees, nil
}

func TestUndoWithConsent(t *testing.T) {
	for _, agrees := range []bool{true, false} {
		two := &asked{agrees: agrees}
		s := session(t, starting(stall(t, "game.yaml", "standing:", "undo: ask\nstanding:"), 2, 4), play.Settings{Players: []play.Player{nil, two}})
		says(t, s, `1 "roll"`)
		err := s.Seat(1).Undo()
		if agrees != (err == nil) || !slices.Equal(two.heard, []engine.Seat{1}) {
			t.Errorf("agrees %v: %v, asked for %v", agrees, err, two.heard)
		}
		if !agrees && err.Error() != "seat 2 does not agree" {
			t.Error(err)
		}
	}
}

// TestLinesAfterUndo: what was told and holds no more is counted off.
func TestLinesAfterUndo(t *testing.T) {
	s := session(t, starting("testdata/stall", 2, 4), play.Settings{Players: players(t, play.Human, play.Human), FreeUndo: true})
	one := s.Seat(1)
	says(t, s)
	one.Lines()
	one.Events()
	says(t, s, `1 "sell"`, "1 *")
	from, lines := one.Lines()
	before, told := from, one.Told()
	if len(lines) != 2 || !strings.HasPrefix(lines[0].String(), "Seat 1 sells ") {
		t.Fatal(from, lines)
	}
	fromEvent, _ := one.Events()
	if err := one.Undo(); err != nil {
		t.Fatal(err)
	}
	if from, lines := one.Lines(); from != before || len(lines) > 0 || one.Told() >= told {
		t.Error(from, lines)
	}
	// The sale is gone, that he said he would sell is not.
	if from, events := one.Events(); from <= fromEvent || len(events) > 0 {
		t.Error(from, fromEvent, events)
	}
	q := one.Question()
	says(t, s, "1 "+q.Keys()[len(q.Keys())-1])
	if from, lines := one.Lines(); from != before || len(lines) != 2 {
		t.Error(from, lines)
	}
}

// TestSeatsReadWhatTheyMayKnow: a draw is told by name to its seat alone.
func TestSeatsReadWhatTheyMayKnow(t *testing.T) {
	s := session(t, starting("testdata/stall", 2, 4), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s)
	own, others := text(s, 1), text(s, 2)
	if strings.Contains(own, "Seat 1 draws a card") || strings.Count(others, "Seat 1 draws a card") != 3 || strings.Count(text(s, view.Referee), "a card") > 0 {
		t.Errorf("own\n%s\nothers\n%s", own, others)
	}
}

// TestReplay: the same answers over changed files: as far as they fit, and what
// is told otherwise.
func TestReplay(t *testing.T) {
	dir := stall(t)
	s := session(t, starting(dir, 2, 4), play.Settings{Players: players(t, play.Human, "greedy")})
	says(t, s, `1 "sell"`, "1 *", `1 "roll"`)
	card := s.Answers()[1].Keys[0]
	card, _, _ = strings.Cut(card, "#")
	for _, test := range []struct {
		file, old, instead string
		difference         string // "" where all answers fit
		was, is            string // the first lines that differ
	}{
		{"cards/wares.yaml", "standing", "standing", "", "", ""},
		{"scripts/rules/day.lua", "+ card.price", "+ 10 * card.price", "", "Seat 1 has ", "Seat 1 has "},
		{"scripts/rules/day.lua", `{"sell", "steal",`, `{"steal",`, `decision 1 of seat 1: the recorded answer is no longer offered; recorded: "sell"; offered: "steal", "roll"`, "", ""},
		{"scripts/rules/day.lua", `prompt = "act"`, `prompt = "vote"`, `it is another one: "Seat 1: vote", not "Seat 1: act"`, "", ""},
		{"game.yaml", "{times: 3}", "{times: 1}", "the game ends before it", "", ""},
		{"cards/wares.yaml", "id: " + card, "id: x" + card, "decision 2 of seat 1: there is no card " + card, "Seat 1 draws ", "Seat 1 draws "},
		{"pack.yaml", "min: 1, max: 3", "min: 3, max: 3", "is played by 3 seats", "", ""},
	} {
		if test.old == "standing" {
			test.old, test.instead = "defaults", "# nothing\ndefaults"
		}
		edit(t, dir, test.file, test.old, test.instead)
		if strings.HasSuffix(test.difference, "ends before it") {
			says(t, s, `1 "wait"`, `1 "wait"`)
		}
		r, err := s.Replay()
		edit(t, dir, test.file, test.instead, test.old)
		if err != nil {
			if test.difference == "" || !strings.Contains(err.Error(), test.difference) {
				t.Errorf("%s: %v", test.instead, err)
			}
			continue
		}
		if r.Holds() != (test.difference == "") || r.Difference != nil && !strings.Contains(r.Difference.Error(), test.difference) {
			t.Errorf("%s: %v %v", test.instead, r.Difference, r.Failure)
		}
		sides := r.Compare(1, "en")
		switch {
		case test.was != "" && (!strings.HasPrefix(strings.TrimSpace(sides.Was[0]), test.was) || !strings.HasPrefix(strings.TrimSpace(sides.Is[0]), test.is) || sides.Was[0] == sides.Is[0]):
			t.Errorf("%s: %+v", test.instead, sides)
		case r.Holds() && test.was == "" && len(sides.Was)+len(sides.Is) > 0:
			t.Errorf("%s: %+v", test.instead, sides)
		}
	}
}

// TestTake goes on in what came of changed files: also where an answer did not
// fit, and greedy bots think with the new scripts.
func TestTake(t *testing.T) {
	dir := stall(t)
	var kept []replay.Entry
	s := session(t, starting(dir, 2, 4), play.Settings{Players: players(t, play.Human, "greedy"), Keep: func(e replay.Entry) { kept = append(kept, e) }})
	says(t, s, `1 "wait"`, `1 "sell"`, "1 *")
	s.Seat(1).Lines()
	edit(t, dir, "scripts/rules/day.lua", `{"sell", "steal",`, `{"steal",`)
	r, err := s.Replay()
	if err != nil || r.Holds() || r.Difference.Decision != 2 {
		t.Fatal(r, err)
	}
	kept = nil
	s.Take(r)
	if diff := cmp.Diff([]replay.Entry{{Undo: 2}}, kept); diff != "" {
		t.Error(diff)
	}
	if q := s.Seat(1).Question(); q == nil || q.Number != 2 || slices.Contains(q.Labels, "sell") {
		t.Errorf("%+v", q)
	}
	says(t, s, `1 "wait"`)
	if status, err := s.Advance(); err != nil || status != engine.Waiting || len(s.Answers()) < 4 {
		t.Error(status, err, len(s.Answers()))
	}
	if err := s.Restart(); err != nil || s.Game().Counts().Decisions != 0 {
		t.Error(err)
	}
}

// TestResume: at any decision of any game the answers by keys, over a new start,
// lead to the same game, and to the same lines for every seat.
func TestResume(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		n := rapid.IntRange(1, 3).Draw(rt, "seats")
		kinds := slices.Repeat([]string{play.Human}, n)
		start := starting("testdata/stall", n, seed)
		s := session(t, start, play.Settings{Players: players(t, kinds...), FreeUndo: true})
		for range rapid.IntRange(0, 40).Draw(rt, "answers") {
			status, err := s.Advance()
			if err != nil {
				rt.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			if rapid.IntRange(0, 9).Draw(rt, "undo") == 0 {
				if err := s.Seat(1).Undo(); err == nil {
					continue
				}
			}
			for _, at := range s.Seats() {
				if q := at.Question(); q != nil {
					if err := at.Answer(q.Number, rapid.SampledFrom(q.Keys()).Draw(rt, "key")); err != nil {
						rt.Fatal(err)
					}
					break
				}
			}
		}
		again, err := play.Resume(start, s.Answers(), play.Settings{Players: players(t, kinds...)})
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range []*play.Session{s, again} {
			if _, err := s.Advance(); err != nil {
				rt.Fatal(err)
			}
		}
		if s.Game().Position().Hash() != again.Game().Position().Hash() || s.Game().Log().Hash() != again.Game().Log().Hash() {
			rt.Fatal("the game that was resumed is another")
		}
		for _, at := range s.Seats() {
			if want, have := text(s, at.Number()), text(again, at.Number()); want != have {
				rt.Fatal(cmp.Diff(want, have))
			}
		}
	})
}

// TestPast: the view of the past is what the view was then, byte for byte, for
// every viewer.
func TestPast(t *testing.T) {
	s := session(t, starting("testdata/stall", 3, 4), play.Settings{Players: players(t, "random", "random", "greedy")})
	var watchers []*play.Watcher
	for _, viewer := range []engine.Seat{0, 1, 2, 3, view.Referee} {
		watchers = append(watchers, s.Watch(viewer, "en"))
	}
	type moment struct {
		watcher *play.Watcher
		event   int
		view    *view.View
	}
	var moments []moment
	seen := make([]int, len(watchers))
	for i, w := range watchers {
		moments = append(moments, moment{w, -1, w.View()})
		seen[i] = -1
	}
	for {
		status, err := s.Step()
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range watchers {
			_, events := w.Events()
			seen[i] += len(events)
			if s.Game().Open() == nil {
				moments = append(moments, moment{w, seen[i], w.View()})
			}
		}
		if status == engine.Ended {
			break
		}
	}
	computed := 0
	for _, m := range moments {
		got, err := m.watcher.At(m.event)
		if err != nil {
			t.Fatal(err)
		}
		// How far the game is may have changed without an event that the viewer saw.
		for _, part := range []struct{ want, have any }{{m.view.Game, got.Game}, {m.view.Table, got.Table}, {m.view.Players, got.Players}} {
			if diff := cmp.Diff(part.want, part.have); diff != "" {
				t.Fatalf("viewer %d at event %d: %s", m.watcher.Viewer(), m.event, diff)
			}
		}
		for _, p := range got.Players {
			for _, z := range p.Zones {
				for _, c := range z.Cards {
					for _, a := range c.Attributes {
						if a.Printed != nil {
							computed++
						}
					}
				}
			}
		}
	}
	if len(moments) < 100 || computed < 20 {
		t.Errorf("only %d moments, with %d computed values", len(moments), computed)
	}
	if _, err := watchers[0].At(100_000); err == nil || !strings.HasPrefix(err.Error(), "there is no event 100000; there are ") {
		t.Error(err)
	}
}

// TestFork: another way from any decision leaves the session as it is, goes back
// as far, and comes to the same end with the same answers.
func TestFork(t *testing.T) {
	s := session(t, starting("testdata/stall", 2, 4), play.Settings{Players: players(t, play.Human, "random")})
	says(t, s, `1 "roll"`, `1 "sell"`, "1 *", `1 "draw"`)
	before, hash := text(s, view.Referee), s.Game().Position().Hash()
	answers := s.Answers()
	for _, a := range answers {
		fork, err := s.Fork(a.Number, play.Settings{FreeUndo: true})
		if err != nil {
			t.Fatal(a.Number, err)
		}
		if open := fork.Game().Open(); open == nil || open.Number != a.Number || len(fork.Answers()) != a.Number-1 {
			t.Fatalf("decision %d: %+v", a.Number, open)
		}
		if told := text(fork, view.Referee); !strings.HasPrefix(before, told) {
			t.Errorf("decision %d: it tells\n%s\nbehind\n%s", a.Number, told, before)
		}
		if err := replay.Follow(fork.Game(), answers); err != nil {
			t.Fatal(err)
		}
		if _, err := fork.Advance(); err != nil || fork.Game().Position().Hash() != hash {
			t.Errorf("decision %d: %v", a.Number, err)
		}
		if err := fork.Back(1); err != nil || fork.Game().Open().Number != 1 {
			t.Error(err)
		}
	}
	open, err := s.Fork(s.Game().Open().Number, play.Settings{Players: players(t, "greedy", "greedy")})
	if err != nil {
		t.Fatal(err)
	}
	if status, err := open.Advance(); err != nil || status != engine.Ended {
		t.Error(status, err)
	}
	if s.Game().Over() || s.Game().Position().Hash() != hash || text(s, view.Referee) != before {
		t.Error("the session itself has gone on")
	}
	if _, err := s.Fork(99, play.Settings{}); err == nil || !strings.Contains(err.Error(), "there is no answered decision 99") {
		t.Error(err)
	}
}

// TestEndIsKept: the journal hears of the end, once.
func TestEndIsKept(t *testing.T) {
	var ends []replay.End
	s := session(t, starting("testdata/stall", 1, 4), play.Settings{Players: players(t, "random"), Keep: func(e replay.Entry) {
		if e.End != nil {
			ends = append(ends, *e.End)
		}
	}})
	for range 3 {
		if _, err := s.Advance(); err != nil {
			t.Fatal(err)
		}
	}
	if want := (replay.End{Decisions: s.Game().Counts().Decisions, Hash: s.Game().Position().Hash()}); len(ends) != 1 || ends[0] != want {
		t.Error(ends, want)
	}
}

func TestWrongPlayers(t *testing.T) {
	if _, err := play.New(starting("testdata/stall", 2, 1), play.Settings{Players: players(t, play.Human)}); err == nil || !strings.Contains(err.Error(), "is started with 2 seats, but has 1 players") {
		t.Error(err)
	}
	if _, err := play.NewBot("ramdon"); err == nil || err.Error() != `there is no bot of kind "ramdon"; there are random, greedy, search; did you mean random?` {
		t.Error(err)
	}
}
