package cli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestListFits keeps the list of games readable: lines of a terminal's width,
// and words that mean something to somebody who has not read the rulings.
func TestListFits(t *testing.T) {
	code, out, errs := runCLI("list")
	if code != ExitFine || errs != "" {
		t.Fatal(code, errs)
	}
	codes := regexp.MustCompile(`\b(FC-[A-Z]+-\d+|[AQ]\d+|q\d+)\b`)
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("%d columns: %s", n, line)
		}
		if code := codes.FindString(line); code != "" {
			t.Errorf("%s says nothing to a reader: %s", code, line)
		}
	}
	for _, want := range []string{
		"    season=standard, or abbreviated, extended\n        Five weeks",
		"    turn_limit=0, or any number from 0 to 99\n",
		"  1 to 3 seats; 148 cards of 58 titles, 24 abilities, 0 texts without a script\n",
		"; one for\n          each seat, with commas\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCardText: a text that only names an ability does not stand beside the
// ability's own sentence.
func TestCardText(t *testing.T) {
	out, _ := typed(t, commits, "card Human Thrower\nquit\n")
	_, out, _ = strings.Cut(out, "> card Human Thrower\n")
	out, _, _ = strings.Cut(out, "\n\n") // the question comes again behind it
	if n := strings.Count(out, "Dump-Off"); n != 1 {
		t.Errorf("Dump-Off stands %d times in\n%s", n, out)
	}
	if out, _ := typed(t, "play seven-missions --seats random --seed 3", ""); !strings.Contains(out,
		"Seven Missions, 1 seat, seed 3") {
		t.Error(out)
	}
}
