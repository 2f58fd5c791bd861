package play_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestUndoPolicy: what may be taken back, by the policy of the pack.
func TestUndoPolicy(t *testing.T) {
	const (
		allowed = ""
		chance  = "chance has decided something since"
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
		{"the other has answered as well, and he last", "until_known", humans, false,
			[]string{`1 "vote"`, "2 3", "1 2"}, other},
		{"against bots", "", alone, false, []string{`1 "roll"`, `1 "draw"`}, allowed},
		{"alone", "ask", []string{play.Human}, false, []string{`1 "roll"`}, allowed},
		{"free", "free", humans, false, []string{`1 "draw"`}, allowed},
		{"free, for the host", "", humans, true, []string{`1 "draw"`}, allowed},
		{"ask, and nothing is known", "ask", humans, false, []string{`1 "wait"`}, allowed},
		{"ask", "ask", humans, false, []string{`1 "roll"`}, agree},
		{"none", "none", humans, false, []string{`1 "wait"`}, "in this game no answer can be taken back"},
		{"none, against bots", "none", alone, false, []string{`1 "wait"`}, "in this game no answer can be taken back"},
		{"none, but for the host", "none", humans, true, []string{`1 "roll"`}, allowed},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := stall(t)
			if test.policy != "" {
				edit(t, dir, "game.yaml", "standing:", "undo: "+test.policy+"\nstanding:")
			}
			s := session(t, starting(dir, len(test.kinds), 4),
				play.Settings{Players: players(t, test.kinds...), FreeUndo: test.free})
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
				if err := s.Seat(1).Undo(t.Context()); err != nil || s.Position().Open().Number != undo.Decision ||
					s.Seat(1).Question() == nil {
					t.Errorf("%+v, %v", s.Position().Open(), err)
				}
			}
		})
	}
}

// TestUndoBehindForcedAnswers: an answer that left no choice is not taken back by
// itself; that of another bars the way as any other does.
func TestUndoBehindForcedAnswers(t *testing.T) {
	s := session(t, starting(stall(t, "scripts/rules/day.lua", "HAND = 3", "HAND = 1"), 2, 4),
		play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s, `1 "sell"`) // the one card
	const want = "decision 2 left no choice, nor did any after it: there is no answer to take back from there on"
	if err := s.Back(t.Context(), 2); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if undo, err := s.MayUndo(1); err != nil || undo.Decision != 1 {
		t.Errorf("%+v, %v", undo, err)
	}
	if err := s.Seat(1).Undo(t.Context()); err != nil || s.Position().Open().Number != 1 {
		t.Error(err)
	}
	dir := stall(t, "scripts/rules/day.lua", `from = function() return {1, 2, 3} end`,
		`from = function(seat) return seat.number == 2 and {1} or {1, 2, 3} end`)
	s = session(t, starting(dir, 2, 4), play.Settings{Players: players(t, play.Human, play.Human)})
	says(t, s, `1 "vote"`, "1 2")
	var refused *play.UndoError
	if _, err := s.MayUndo(1); !errors.As(err, &refused) || refused.News != view.NewAnswer {
		t.Error(err)
	}
}

// guessing is the stall with one more act, which does what a line of Lua says: seat is
// who acts, other the next one.
func guessing(t *testing.T, lua string) string {
	return stall(t, "game.yaml", "[sell, steal,", "[guess, sell, steal,",
		"game.yaml", "start: 0, name: {en: coins}}",
		"start: 0, name: {en: coins}}\n  debt: {type: number, seen: owner}",
		"scripts/rules/day.lua", `from = {"sell",`, `from = {"guess", "sell",`,
		"scripts/rules/day.lua", `if act == "sell"`, `if act == "guess" then guess(seat, seats_from(seat)[2]) end
  if act == "sell"`,
		"scripts/rules/day.lua", "function day.act",
		"local function guess(seat, other)\n  "+lua+"\nend\n\nfunction day.act")
}

// TestUndoBehindHiddenReads: an answer stays where a script read since what its seat does
// not know, and then told or asked it anything.
func TestUndoBehindHiddenReads(t *testing.T) {
	for _, test := range []struct {
		lua  string
		open bool
	}{
		{`return other.hand.top.id`, false},
		{`return other.hand.top.price`, false},
		{`return other.hand.top:printed("price")`, false},
		{`return other.hand.top:has("crowd")`, false},
		{`return game.box.top.id`, false},
		{`return any{zone = other.hand, price = 1}`, false},
		{`return sum("price", {zone = other.hand})`, false},
		{`return count{id = "drum"}`, false},
		{`return #cards{["not"] = {price = 1}}`, false},
		{`return other.debt`, false},
		{`for _, card in ipairs(other.hand:cards()) do local id = card.id end`, false},

		{`return seat.hand.top.id`, true},
		{`return any{zone = seat.hand, price = 1}`, true},
		{`return sum("price", {zone = seat.hand})`, true},
		{`return other.hand.count`, true},
		{`return count{zone = other.hand}`, true},
		{`return count{zone = "stall", price = 1}`, true},
		{`return any{zone = "box", owner = other, price = 1}`, true},
		{`return other.coins + seat.debt`, true},
		{`return other.hand.top.seat`, true},
	} {
		people := play.Settings{Players: players(t, play.Human, play.Human)}
		s := session(t, starting(guessing(t, test.lua), 2, 4), people)
		says(t, s, `1 "guess"`)
		var refused *play.UndoError
		_, err := s.MayUndo(1)
		switch {
		case test.open && err != nil:
			t.Errorf("%s: %v", test.lua, err)
		case !test.open && (!errors.As(err, &refused) || refused.News != view.NewPeek ||
			err.Error() != "the game has used something hidden since"):
			t.Errorf("%s: got %v", test.lua, err)
		}
		own := strings.Contains(test.lua, "seat.hand") || strings.Contains(test.lua, "seat.debt")
		if shown := s.Position().Open().ShownTo(2); test.open && shown == own {
			t.Errorf("%s: the other is shown how the game stands: %v", test.lua, shown)
		}
	}
}

// TestUndoIsNoOracle: a guess of what another holds is not taken back, whether it was
// right, which is published, or wrong, which nothing tells but that the game goes on. Of
// 250 answers just the 100 guesses stay.
func TestUndoIsNoOracle(t *testing.T) {
	dir := guessing(t, `local price = choose.one{seat = seat, prompt = "vote", from = {1, 2, 3, 4}}
  if any{zone = other.hand, price = price} then seat.coins = seat.coins + 1 end`)
	open, closed := 0, 0
	for seed := range uint64(50) {
		s := session(t, starting(dir, 2, seed), play.Settings{Players: players(t, play.Human, play.Human)})
		for _, answer := range []string{`1 "guess"`, "1 3", `1 "wait"`, `2 "guess"`, "2 4"} {
			says(t, s, answer)
			if _, err := s.MayUndo(engine.Seat(answer[0] - '0')); err == nil {
				open++
			} else if closed++; answer[2] == '"' || err.Error() != "the game has used something hidden since" {
				t.Error(answer, err)
			}
		}
	}
	if open != 150 || closed != 100 {
		t.Errorf("%d answers can be taken back, %d cannot", open, closed)
	}
}

// asked is a person who says whether he agrees.
type asked struct {
	agrees bool
	heard  []engine.Seat
}

func (a *asked) Kind() string { return play.Human }

func (a *asked) Play(_ context.Context, at *play.Seat) error { return nil }

func (a *asked) Consent(_ context.Context, _ *play.Seat, other engine.Seat, _ int) (bool, error) {
	a.heard = append(a.heard, other)
	return a.agrees, nil
}

func TestUndoWithConsent(t *testing.T) {
	for _, agrees := range []bool{true, false} {
		two := &asked{agrees: agrees}
		s := session(t, starting(stall(t, "game.yaml", "standing:", "undo: ask\nstanding:"), 2, 4),
			play.Settings{Players: []play.Player{nil, two}})
		says(t, s, `1 "roll"`)
		err := s.Seat(1).Undo(t.Context())
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
	s := session(t, stalls(2), play.Settings{Players: players(t, play.Human, play.Human), FreeUndo: true})
	one := s.Seat(1)
	says(t, s)
	one.Lines()
	one.Events()
	says(t, s, `1 "sell"`, "1 *")
	from, lines := one.Lines()
	before, told := from, one.LineCount()
	if len(lines) != 2 || !strings.HasPrefix(lines[0].String(), "Seat 1 sells ") {
		t.Fatal(from, lines)
	}
	fromEvent, _ := one.Events()
	if err := one.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if from, lines := one.Lines(); from != before || len(lines) > 0 || one.LineCount() >= told {
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

// TestInterruptedUndo: an undo that is interrupted has gone back, in the journal too, and
// the decision is open once the game is played on.
func TestInterruptedUndo(t *testing.T) {
	var kept []replay.Entry
	s := session(t, stalls(2),
		play.Settings{Players: players(t, play.Human, play.Human), FreeUndo: true, Keep: keeping(&kept)})
	says(t, s, `1 "draw"`, `1 "roll"`)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Back(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if last := kept[len(kept)-1]; last.Undo != 1 {
		t.Errorf("kept last: %+v", last)
	}
	if status, err := s.Advance(t.Context()); err != nil || status != engine.Waiting ||
		s.Position().Open().Number != 1 {
		t.Fatal(status, err, s.Position().Open())
	}
	if err := s.Back(ctx, 9); err == nil || errors.Is(err, context.Canceled) || len(kept) != 3 {
		t.Errorf("%v, %d entries", err, len(kept))
	}
}
