package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
)

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
		{"scripts/rules/day.lua", `{"sell", "steal",`, `{"steal",`,
			`decision 1 of seat 1: the recorded answer is no longer offered; ` +
				`recorded: "sell"; offered: "steal", "roll"`, "", ""},
		{"scripts/rules/day.lua", `prompt = "act"`, `prompt = "vote"`,
			`it is another one: "Seat 1: vote", not "Seat 1: act"`, "", ""},
		{"game.yaml", "{times: 3}", "{times: 1}", "the game ends before it", "", ""},
		{"cards/wares.yaml", "id: " + card, "id: x" + card,
			"decision 2 of seat 1: there is no card " + card, "Seat 1 draws ", "Seat 1 draws "},
		{"pack.yaml", "min: 1, max: 3", "min: 3, max: 3", "is played by 3 seats", "", ""},
	} {
		if test.old == "standing" {
			test.old, test.instead = "defaults", "# nothing\ndefaults"
		}
		edit(t, dir, test.file, test.old, test.instead)
		if strings.HasSuffix(test.difference, "ends before it") {
			says(t, s, `1 "wait"`, `1 "wait"`)
		}
		r, err := s.Replay(t.Context())
		edit(t, dir, test.file, test.instead, test.old)
		if err != nil {
			if test.difference == "" || !strings.Contains(err.Error(), test.difference) {
				t.Errorf("%s: %v", test.instead, err)
			}
			continue
		}
		if r.Holds() != (test.difference == "") ||
			r.Difference != nil && !strings.Contains(r.Difference.Error(), test.difference) {
			t.Errorf("%s: %v %v", test.instead, r.Difference, r.Failure)
		}
		sides := r.Compare(1, "en")
		switch {
		case test.was != "" && (!strings.HasPrefix(strings.TrimSpace(sides.Was[0]), test.was) ||
			!strings.HasPrefix(strings.TrimSpace(sides.Is[0]), test.is) || sides.Was[0] == sides.Is[0]):
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
	s := session(t, starting(dir, 2, 4), play.Settings{Players: players(t, play.Human, "greedy"), Keep: keeping(&kept)})
	says(t, s, `1 "wait"`, `1 "sell"`, "1 *")
	s.Seat(1).Lines()
	edit(t, dir, "scripts/rules/day.lua", `{"sell", "steal",`, `{"steal",`)
	r, err := s.Replay(t.Context())
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
	if status, err := s.Advance(t.Context()); err != nil || status != engine.Waiting || len(s.Answers()) < 4 {
		t.Error(status, err, len(s.Answers()))
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
			status, err := s.Advance(t.Context())
			if err != nil {
				rt.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			if rapid.IntRange(0, 9).Draw(rt, "undo") == 0 {
				if err := s.Seat(1).Undo(t.Context()); err == nil {
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
		again, err := play.Resume(t.Context(), start, s.Answers(), play.Settings{Players: players(t, kinds...)})
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range []*play.Session{s, again} {
			if _, err := s.Advance(t.Context()); err != nil {
				rt.Fatal(err)
			}
		}
		if s.Position().Hash() != again.Position().Hash() ||
			s.Position().Log().Hash() != again.Position().Log().Hash() {
			rt.Fatal("the game that was resumed is another")
		}
		for _, at := range s.Seats() {
			if want, have := text(s, at.Number()), text(again, at.Number()); want != have {
				rt.Fatal(cmp.Diff(want, have))
			}
		}
	})
}

// TestJournal: what a session keeps is a journal of its game, however people and bots
// answer, go back and begin anew.
func TestJournal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{play.Human, play.Human, "random", "greedy"}), 2, 3).
			Draw(rt, "kinds")
		start := starting("testdata/stall", len(kinds), rapid.Uint64().Draw(rt, "seed"))
		var kept []replay.Entry
		s := session(t, start, play.Settings{Players: players(t, kinds...), FreeUndo: true, Keep: keeping(&kept)})
		journal := replay.Journal{Header: s.Header("stall", nil)}
		for range rapid.IntRange(0, 20).Draw(rt, "doings") {
			if _, err := s.Advance(t.Context()); err != nil {
				rt.Fatal(err)
			}
			switch rapid.IntRange(0, 8).Draw(rt, "doing") {
			case 0, 1:
				to := rapid.IntRange(1, max(1, s.Position().Decisions())).Draw(rt, "to")
				if err := s.Back(t.Context(), to); err != nil && !strings.Contains(err.Error(), "no answer") &&
					!strings.Contains(err.Error(), "no answered") {
					rt.Fatal(err)
				}
			case 2:
				r, err := s.Replay(t.Context())
				if err != nil || !r.Holds() {
					rt.Fatal(err, r)
				}
				s.Take(r)
			default:
				for _, at := range s.Seats() {
					if q := at.Question(); q != nil && at.Kind() == play.Human {
						if err := at.Answer(q.Number, rapid.SampledFrom(q.Keys()).Draw(rt, "key")); err != nil {
							rt.Fatal(err)
						}
						break
					}
				}
			}
			journal.Entries = kept
			read, err := replay.Decode(journal.Encode())
			if err != nil {
				rt.Fatalf("%v\n%s", err, journal.Encode())
			}
			ignored := cmpopts.IgnoreFields(replay.Answer{}, "Question")
			if diff := cmp.Diff(s.Answers(), read.Answers(), ignored, cmpopts.EquateEmpty()); diff != "" {
				rt.Fatalf("answers of the game and of its journal: %s", diff)
			}
		}
	})
}

// TestPast: the view of the past is what the view was then, byte for byte, for
// every viewer.
func TestPast(t *testing.T) {
	s := session(t, stalls(3), play.Settings{Players: players(t, "random", "random", "greedy")})
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
		status, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range watchers {
			_, events := w.Events()
			seen[i] += len(events)
			if s.Position().Open() == nil {
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
		for _, part := range []struct{ want, have any }{
			{m.view.Game, got.Game}, {m.view.Table, got.Table}, {m.view.Players, got.Players},
		} {
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
	if _, err := watchers[0].At(100_000); err == nil ||
		!strings.HasPrefix(err.Error(), "there is no event 100000; there are ") {
		t.Error(err)
	}
}

// TestFork: another way from any decision leaves the session as it is, goes back
// as far, and comes to the same end with the same answers.
func TestFork(t *testing.T) {
	s := session(t, stalls(2), play.Settings{Players: players(t, play.Human, "random")})
	texts := []string{`1 "roll"`, `1 "sell"`, "1 *", `1 "draw"`}
	says(t, s, texts...)
	before, hash := text(s, view.Referee), s.Position().Hash()
	for _, a := range s.Answers() {
		fork, err := s.Fork(t.Context(), a.Number,
			play.Settings{FreeUndo: true, Players: players(t, play.Human, "random")})
		if err != nil {
			t.Fatal(a.Number, err)
		}
		if open := fork.Position().Open(); open == nil || open.Number != a.Number || len(fork.Answers()) != a.Number-1 {
			t.Fatalf("decision %d: %+v", a.Number, open)
		}
		if told := text(fork, view.Referee); !strings.HasPrefix(before, told) {
			t.Errorf("decision %d: it tells\n%s\nbehind\n%s", a.Number, told, before)
		}
		given := 0
		for _, earlier := range fork.Answers() {
			if earlier.Seat == 1 {
				given++
			}
		}
		says(t, fork, texts[given:]...)
		if _, err := fork.Advance(t.Context()); err != nil || fork.Position().Hash() != hash {
			t.Errorf("decision %d: %v", a.Number, err)
		}
		if err := fork.Back(t.Context(), 1); err != nil || fork.Position().Open().Number != 1 {
			t.Error(err)
		}
	}
	open, err := s.Fork(t.Context(), s.Position().Open().Number, play.Settings{Players: players(t, "greedy", "greedy")})
	if err != nil {
		t.Fatal(err)
	}
	if status, err := open.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Error(status, err)
	}
	if s.Position().Over() || s.Position().Hash() != hash || text(s, view.Referee) != before {
		t.Error("the session itself has gone on")
	}
	if _, err := s.Fork(t.Context(), 99, play.Settings{}); err == nil ||
		!strings.Contains(err.Error(), "there is no answered decision 99") {
		t.Error(err)
	}
}

// TestEndIsKept: the journal hears of the end, once.
func TestEndIsKept(t *testing.T) {
	var ends []replay.End
	s := session(t, stalls(1), play.Settings{Players: players(t, "random"), Keep: func(e replay.Entry) error {
		if e.End != nil {
			ends = append(ends, *e.End)
		}
		return nil
	}})
	for range 3 {
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want := (replay.End{Decisions: s.Position().Decisions(), Hash: s.Position().Hash()}); len(ends) != 1 ||
		ends[0] != want {
		t.Error(ends, want)
	}
}
