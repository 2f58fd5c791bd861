package main

import (
	"slices"
	"strings"
	"testing"
)

// TestCount: a line counts where it holds code, however a comment or what looks like one
// stands on it.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           int
	}{
		{"go", "// a\n\npackage p // b\n/* c\nd */\nvar s = \"/*\"\nvar r = '\"' // \"\nvar l = `\n\n// in a text\n`\n",
			6},
		{"lua", "-- a\n--[[ b\n\nc ]]\nlocal s = \"--[[\"\n--[=[ ]]\n]=]\nlocal l = [[\n-- in a text\n\n]] -- d\n", 4},
		{"js", "// a\n/* b\n*/\nconst p = /[/*\"]/, q = 4 / 2; // c\nconst s = `//\n\n`;\nreturn /\\/*\"/.test(s)\n",
			4},
		{"html", "<p>\n// text\n</p>\n<script>\n// a\nrun()\n</script>\n<script src=x></script>", 1},
	} {
		if got := count(c.language, c.text); got != c.want {
			t.Errorf("%s: %d lines hold code, expected %d:\n%s", c.language, got, c.want, c.text)
		}
	}
}

// TestReadBudget: what is wrong with the budget is told with its line.
func TestReadBudget(t *testing.T) {
	budget, err := readBudget("# c\n\ngo engine 13268 for a second kind of deck # d\n")
	want := row{13268, "for a second kind of deck"}
	if err != nil || len(budget) != 1 || budget[cell{"go", "engine"}] != want {
		t.Errorf("read %v, %v", budget, err)
	}
	for text, want := range map[string]string{
		"go engine":                  ".ci/budget:1: expected a measure, a place and a ceiling",
		"\ngo engine many":           `.ci/budget:2: "many" is not a whole number`,
		"go engine 1\n\ngo engine 2": ".ci/budget:3: go of engine a second time",
	} {
		if _, err := readBudget(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestJudge: what is over, what nothing is said of, and what was raised without a reason.
func TestJudge(t *testing.T) {
	counts := map[cell]int{{"go", "engine"}: 11, {"go", "interp"}: 5, {"lua", "new"}: 3}
	budget := map[cell]row{{"go", "engine"}: {10, ""}, {"go", "interp"}: {5, "why"}}
	before := map[cell]row{{"go", "engine"}: {9, ""}, {"go", "interp"}: {4, "why"}}
	want := []string{
		"go in engine: 11 lines, at most 10",
		"lua in new: 3 lines, and .ci/budget has no ceiling",
		"go in engine: raised from 9 to 10; the line in .ci/budget has to say why",
		"go in interp: raised from 4 to 5; the line in .ci/budget has to say why",
	}
	if got := judge(counts, budget, before); !slices.Equal(got, want) {
		t.Errorf("judged\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	before = map[cell]row{{"go", "interp"}: {4, "another reason"}}
	counts[cell{"go", "engine"}] = 10
	delete(counts, cell{"lua", "new"})
	if got := judge(counts, budget, before); got != nil {
		t.Errorf("judged %q", got)
	}
}

// TestTooWide: a tab is four columns, and a character one.
func TestTooWide(t *testing.T) {
	text := strings.Repeat("é", 120) + "\n" + strings.Repeat("x", 121) + "\n\t" + strings.Repeat("x", 117) + "\n"
	want := []string{"a.go:2: 121 columns, at most 120", "a.go:3: 121 columns, at most 120"}
	if got := tooWide("a.go", "go", text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := tooWide("a.html", "html", text); got != nil {
		t.Errorf("%q", got)
	}
}

// TestForTests: a package below an internal folder that only tests import is no production
// code; what a program or another package needs is.
func TestForTests(t *testing.T) {
	const list = "m/cmd/run m/cmd/internal/cli fmt\nm/cmd/internal/cli \nm/engine \nm/engine/internal/tiny m/engine\n"
	got := forTests(list, "m")
	for folder, want := range map[string]bool{"cmd/run": false, "cmd/internal/cli": false, "engine": false,
		"engine/internal/tiny": true} {
		if got[folder] != want {
			t.Errorf("%s is for tests alone: %t, expected %t", folder, got[folder], want)
		}
	}
}
