package main

import (
	"maps"
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
	b, err := readBudget("# c\n\nlua engine 132 for a deck # d\nallowance deck go 90 -7 issue 3\nbase go 100\n")
	want := row{132, "for a deck"}
	if err != nil || len(b.rows) != 2 || b.rows[cell{"lua", "engine"}] != want || b.ceiling("go") != 93 {
		t.Errorf("read %v, %v", b, err)
	}
	for text, want := range map[string]string{
		"go engine":                     ".ci/budget:1: expected a measure, a place and a ceiling",
		"\ngo engine many":              `.ci/budget:2: "many" is not a whole number`,
		"go engine 1\n\ngo engine 2":    ".ci/budget:3: go of engine a second time",
		"allowance deck go 1 1 many":    ".ci/budget:1: expected: allowance NAME LANGUAGE MOST ADDED issue N",
		"allowance deck go x 1 issue 3": `.ci/budget:1: "x" is not a whole number`,
		"allowance deck go 1 y issue 3": `.ci/budget:1: "y" is not a whole number`,
		"allowance d go 1 1 issue 3\nallowance d go 1 1 issue 4": ".ci/budget:2: the allowance d for go " +
			"a second time",
	} {
		if _, err := readBudget(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
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

// TestMeasureFunctions: a function has the lines that hold its code, and a branch for each
// condition, part of one, loop and case.
func TestMeasureFunctions(t *testing.T) {
	sizes := map[cell]int{}
	err := measureFunctions(sizes, "a/b.go", `package a

// f is long.
func (t *T[K]) f(x int) {

	for range x { // a comment
		if x > 1 && x < 3 || x == 7 {
			return
		}
	}
	/* nothing */
	switch x {
	case 1, 2:
	default:
		func() { select { case <-c: default: } }()
	}
}

func g() {}
func h()
`)
	want := map[cell]int{{functionLines, "a:T.f"}: 12, {functionBranches, "a:T.f"}: 6,
		{functionLines, "a:g"}: 1, {functionBranches, "a:g"}: 0}
	if err != nil || !maps.Equal(sizes, want) {
		t.Errorf("measured %v, %v, expected %v", sizes, err, want)
	}
}

// TestJudgeFunctions: a function over the limit that is not listed, or that has grown; and
// lines of the budget that say more than is so. A ceiling of a function only falls.
func TestJudgeFunctions(t *testing.T) {
	at := func(name string) cell { return cell{functionLines, name} }
	sizes := map[cell]int{at("a:small"): 5, at("a:new"): 6, at("a:grown"): 8, at("a:shrunk"): 7, at("a:split"): 4}
	now := &budget{rows: map[cell]row{at("any"): {5, ""}, at("a:grown"): {7, ""}, at("a:shrunk"): {9, ""},
		at("a:split"): {9, ""},
		at("a:gone"):  {9, ""}}}
	want := []string{
		"function-lines of a:grown: 8, at most 7",
		"function-lines of a:new: 6, at most 5",
		"function-lines of a:shrunk: 7, and .ci/budget still lets it have 9",
		"function-lines of a:split: 4, like any other; take its line out of .ci/budget",
		"function-lines of a:gone: there is no such function",
	}
	if got := judgeFunctions(sizes, now, &budget{}); !slices.Equal(got, want) {
		t.Errorf("judged\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	sizes = map[cell]int{at("a:grown"): 7}
	now = &budget{rows: map[cell]row{at("any"): {5, ""}, at("a:grown"): {7, "for a reason"}}}
	before := &budget{rows: map[cell]row{at("any"): {5, ""}, at("a:grown"): {6, ""}}}
	want = []string{"function-lines of a:grown: its ceiling may only fall; split the function"}
	if got := judgeFunctions(sizes, now, before); !slices.Equal(got, want) {
		t.Errorf("judged %q, expected %q", got, want)
	}
}
