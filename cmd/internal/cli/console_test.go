package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// twoPeople is a pack in which drawing is told.
func twoPeople(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	exchange(t, filepath.Join(dir, "variety", "locale", "en.yaml"), "prompt.perform:",
		"move.deck.hand: \"{seat} draws {card}\"\nprompt.perform:")
	t.Chdir(dir)
}

// TestCurtain: of several people at one terminal each reads what his seat may
// know, and no more.
func TestCurtain(t *testing.T) {
	twoPeople(t)
	out, _ := typed(t, "play variety --seats human,human --seed 5", strings.Repeat("1\n", 8))
	parts := strings.Split(out, "\n>> ")
	if len(parts) < 8 {
		t.Fatalf("there are %d parts\n%s", len(parts), out)
	}
	for _, part := range parts[1:] {
		reader, text, _ := strings.Cut(part, "\n")
		own, other := "Seat 1", "Seat 2"
		if reader == other {
			own, other = other, own
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, other+" draws ") && line != other+" draws a card\n" ||
				strings.HasPrefix(line, other+": Who") || line == own+" draws a card\n" {
				t.Errorf("%s reads %s", reader, line)
			}
		}
	}
	// At the end both read what happened last, and nobody twice.
	last := parts[len(parts)-2:]
	for _, part := range last {
		if strings.Count(part, " wins\n") != 1 {
			t.Errorf("this one does not read how it ended:\n%s", part)
		}
	}
	if strings.HasPrefix(last[0], last[1][:6]) {
		t.Errorf("one of them reads the end twice:\n%s\n%s", last[0], last[1])
	}
}

// TestOpenTable: with --view 0 all is open, also to people.
func TestOpenTable(t *testing.T) {
	twoPeople(t)
	out, _ := typed(t, "play variety --seats human,human --seed 5 --view 0", "1\n1\nquit\n")
	if strings.Contains(out, ">> ") || strings.Contains(out, "draws a card") || strings.Count(out, "draws ") != 8 {
		t.Error(out)
	}
}

// TestJSONOfAPerson: the events alone go to standard output.
func TestJSONOfAPerson(t *testing.T) {
	twoPeople(t)
	for _, seats := range []string{"human,random", "human,human"} {
		code, out, errs := runTyped("1\nlook\nundo\n1\nquit\n", "play", "variety", "--seats", seats, "--seed",
			"5", "--format", "json")
		if code != ExitFine || !strings.Contains(errs, "Seat 1: Who comes on stage?\n") || len(out) == 0 {
			t.Fatalf("exit %d\n%s\n%s", code, out, errs)
		}
		for line := range strings.Lines(out) {
			var event map[string]any
			if err := json.Unmarshal([]byte(line), &event); err != nil || event["kind"] == nil {
				t.Errorf("%s: no event: %s", seats, line)
			}
		}
	}
}

// TestStandingsWithoutNames: where no attribute has a name there is nothing to
// say of the seats at the end.
func TestStandingsWithoutNames(t *testing.T) {
	twoPeople(t)
	exchange(t, filepath.Join("variety", "game.yaml"), ", name: {en: points}", "")
	code, out, _ := runTyped("", "play", "variety", "--seats", "random,random", "--seed", "5")
	if code != ExitFine || strings.Contains(out, "Seat 1Seat 2") || !strings.HasSuffix(out, "wins\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// TestWouldTyped: what an option would do is told before it is taken, for one, for all, and
// for what is no option it is said so.
func TestWouldTyped(t *testing.T) {
	for _, test := range []struct{ typed, says string }{
		{"would 1", "in any case: then: Skavenblight Scramblers is asked\nyes\n" +
			"  Dwarf Runner goes for the ball; Dwarf Runner has the ball\n" +
			"  Grudgebearers, Sideline Screamer: Star Power 2–8 → 4–10\n"},
		{"would", "no\n  nothing more\n"},
		{"would 3", "there is no option 3; there are 2\n"},
		{"would sprint", "\"sprint\" is not a number"},
	} {
		out, code := typed(t, "play bbtm --seats human,random --seed 7", "2\n1\n2\n1\n"+test.typed+"\nquit\n")
		if code != ExitFine || !strings.Contains(out, test.says) {
			t.Errorf("%s: exit %d, no %q in\n%s", test.typed, code, test.says, out)
		}
	}
}

// TestPreview: what options would do stands beside them where that is wanted.
func TestPreview(t *testing.T) {
	const told = "1 yes\n      Dwarf Runner goes for the ball; Dwarf Runner has the ball; Grudgebearers,\n" +
		"      Sideline Screamer: Star Power 2–8 → 4–10\n  2 no\n      nothing more\n" +
		"  in any case: then: Skavenblight Scramblers is asked\n"
	out, code := typed(t, "play bbtm --preview --seats human,random --seed 7", "2\n1\n2\n1\nquit\n")
	if code != ExitFine || !strings.Contains(out, told) {
		t.Errorf("exit %d, no %q in\n%s", code, told, out)
	}
	if out, _ := typed(t, "play bbtm --seats human,random --seed 7", "1\nquit\n"); strings.Contains(out, "then:") {
		t.Errorf("it is told without having been asked for:\n%s", out)
	}
}

// TestWhyNotTyped: why a card, or an action, is not among the options is told by its name.
func TestWhyNotTyped(t *testing.T) {
	for _, test := range []struct{ game, typed, says string }{
		{"bbtm", "why not chaos", "Chaos Warrior: it lies in the right of Sideline Screamer, " +
			"not in hand of Gouged Eye\n"},
		{"bbtm", "why not black orc", "Black Orc Blocker: it is among the answers\n"},
		{"bbtm", "why not 2", ": it is among the answers\n"},
		{"bbtm", "why not pass", "pass: it is among the answers\n"},
		{"bbtm", "why not nobody", "there is no card \"nobody\" in sight\n"},
		{"bbtm", "why not", "nothing is known to be left out here; name a card: why not CARD\n"},
		{"seven-missions", "why not", "Fight: no monster is on your lands, or nobody is upright to fight it\n"},
		{"seven-missions", "why not fight", "no monster is on your lands, or nobody is upright to fight it\n"},
	} {
		before := map[string]string{"bbtm": "", "seven-missions": "1\n"}[test.game]
		out, code := typed(t, "play "+test.game+" --seats human,greedy --seed 5", before+test.typed+"\nquit\n")
		if code != ExitFine || !strings.Contains(out, test.says) {
			t.Errorf("%s: exit %d, no %q in\n%s", test.typed, code, test.says, out)
		}
	}
}

// TestUndoTyped: against bots an answer is taken back, against people by the
// policy; it is said why not, and what lifts that.
func TestUndoTyped(t *testing.T) {
	twoPeople(t)
	for _, test := range []struct{ line, input, says string }{
		{"--seats human,random", "1\nundo\nquit\n", "back at decision 1\n"},
		{"--seats human,human", "undo\nquit\n", "there is no answer to take back\n"},
		{"--seats human,human", "1\n1\nundo\nquit\n", "another player has answered since; --free-undo lifts that\n"},
		{"--seats human,human --free-undo", "1\n1\nundo\nquit\n", "back at decision 1\n"},
	} {
		if out, code := typed(t, "play variety --seed 5 "+test.line, test.input); code != ExitFine ||
			!strings.Contains(out, test.says) {
			t.Errorf("%s: exit %d, no %q in\n%s", test.line, code, test.says, out)
		}
	}
	// With the policy ask the other is asked.
	exchange(t, filepath.Join("variety", "game.yaml"), "standing:", "undo: ask\nstanding:")
	for answer, says := range map[string]string{"1": "back at decision 1\n",
		"2": "Seat 2 does not agree; --free-undo lifts that\n"} {
		out, _ := typed(t, "play variety --seed 5 --seats human,human", "1\n1\nundo\n"+answer+"\nquit\n")
		if want := "\n>> Seat 2\n"; !strings.Contains(out,
			"Seat 2: Seat 1 wants to take back the answer to decision 1. Do you agree?\n  1 yes\n  2 no\n> ") ||
			!strings.Contains(out, says) || !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", answer, says, out)
		}
	}
}
