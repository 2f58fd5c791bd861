package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// layTree copies testdata/tree to a folder with a repository whose only commit has it, and
// returns the folder.
func layTree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	t.Setenv("RULEDECK_BASE", "")
	err := filepath.WalkDir("testdata/tree", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rest, err := filepath.Rel("testdata/tree", strings.TrimSuffix(name, ".txt"))
		if err != nil {
			return err
		}
		to := filepath.Join(root, rest)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, root, "init", "-q")
	commit(t, root, "add", ".")
	commit(t, root, "commit", "-q", "-m", "A tree")
	return root
}

func commit(t *testing.T, root string, args ...string) {
	t.Helper()
	who := []string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}
	if _, err := git(root, append(who, args...)...); err != nil {
		t.Fatal(err)
	}
}

// edit replaces a text in a file of the tree, which has to be there.
func edit(t *testing.T, root, name, from, to string) {
	t.Helper()
	file := filepath.Join(root, name)
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), from) {
		t.Fatalf("%s has no %q: %v", name, from, err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), from, to, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// wide is what is wrong with the tree as it is.
const wide = "internal/kept/kept.go:26: 125 columns, at most 120"

// wideBelow is the same where a line above it is new.
const wideBelow = "internal/kept/kept.go:27: 125 columns, at most 120"

// findings runs the command over a tree and returns what is wrong, one a line, without the
// line that is too wide.
func findings(t *testing.T, root string) (report, wrong string) {
	t.Helper()
	report, err := run(root)
	if err == nil {
		t.Fatal("the tree has a line that is too wide, and nobody says so")
	}
	text := strings.TrimPrefix(err.Error(), "over the budget\n")
	if !strings.Contains(text, wide) && !strings.Contains(text, wideBelow) {
		t.Fatalf("it is said\n%s\nwithout\n%s", text, wide)
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line != wide && line != wideBelow {
			lines = append(lines, line)
		}
	}
	return report, strings.Join(lines, "\n")
}

// TestTricks: no trick changes a count. A generated file counts, a long line counts like the
// same tokens on many, a package that only tests import is left out by its name, with what
// it alone imports.
func TestTricks(t *testing.T) {
	report, wrong := findings(t, layTree(t))
	if wrong != "" {
		t.Errorf("the tree as it is: %s", wrong)
	}
	const want = `go         all             271 of     271 tokens
js         all               2 of       2 lines
go-tests   internal         11 of     100 lines
hidden     if-head           2 of       2
hidden     switch-head       1 of       1
hidden     parallel          1 of       1
hidden     same-line         1 of       1
left out   internal/deep: 6 tokens, a package that only tests import
left out   internal/tested: 10 tokens, a package that only tests import
`
	if report != want {
		t.Errorf("the report is\n%s\nexpected\n%s", report, want)
	}
}

// TestTouchedFunctions: a function that a change touches may hide no statement any more; the
// functions beside it may until they are touched.
func TestTouchedFunctions(t *testing.T) {
	root := layTree(t)
	edit(t, root, "internal/kept/kept.go", "\tx := 1\n", "\tx := 9\n")
	const all = `internal/kept/kept.go:6:5: a statement in the head of an if; give it a line of its own
internal/kept/kept.go:9:5: a statement in the head of an if; give it a line of its own
internal/kept/kept.go:12:9: a statement in the head of a switch without a tag; give it a line of its own
internal/kept/kept.go:15:2: unlike values in one assignment; assign them one by one
internal/kept/kept.go:19:16: a second statement on a line; give it a line of its own`
	if _, wrong := findings(t, root); wrong != all {
		t.Errorf("before it is committed:\n%s\nexpected\n%s", wrong, all)
	}
	commit(t, root, "commit", "-q", "-a", "-m", "A change")
	if _, wrong := findings(t, root); wrong != all {
		t.Errorf("in the last commit:\n%s\nexpected\n%s", wrong, all)
	}
	edit(t, root, "internal/kept/kept.go", "\t\t21,", "\t\t26,")
	commit(t, root, "commit", "-q", "-a", "-m", "A change elsewhere")
	if _, wrong := findings(t, root); wrong != "" {
		t.Errorf("in a commit that touches another function: %s", wrong)
	}
	t.Setenv("RULEDECK_BASE", "HEAD^^")
	if _, wrong := findings(t, root); wrong != all {
		t.Errorf("from a base that is named:\n%s\nexpected\n%s", wrong, all)
	}
}

// TestCeilings: what is wrong with a tree, or with a budget that was changed to fit it.
func TestCeilings(t *testing.T) {
	const budget = ".ci/budget"
	for _, c := range []struct{ name, file, from, to, want string }{
		{"more tokens", "run/main.go", "kept.Do()", "kept.Do(); kept.Do()",
			"go: 277 tokens, at most 271: its base, and 20 that allowances added\n" +
				"run/main.go:10:26: a second statement on a line; give it a line of its own\n" +
				"hidden same-line: 2 in the tree, at most 1"},
		{"more scripts", "web/a.js", "let a = 1\n", "let a = 1\nlet b = 1\n",
			"js: 3 lines, at most 2: its base, and 0 that allowances added"},
		{"a raised base", budget, "go        251", "go        256",
			"base of go: raised from 251 to 256; it may only fall"},
		{"more than is allowed", budget, "30  20", "30  31",
			"go: its ceiling is 282, and with all allowances it is at most 281\n" +
				"more in go: added 31, and issue 7 allows 30"},
		{"an allowance that its issue does not give", budget, "30  20", "40  20",
			"more in go: issue 7 allows 30; only another issue allows more"},
		{"what another issue allows", budget, "30  20  issue 7", "40  20  issue 8", ""},
		{"more hidden statements allowed", budget, "if-head       2", "if-head       3",
			"hidden if-head: 2 in the tree, and .ci/budget still lets it have 3\n" +
				"hidden if-head: its ceiling may only fall"},
		{"one that is gone", "internal/kept/kept.go", "\tif x++; x > 1 {", "\tx++\n\tif x > 1 {",
			"internal/kept/kept.go:6:5: a statement in the head of an if; give it a line of its own\n" +
				"internal/kept/kept.go:13:9: a statement in the head of a switch without a tag; " +
				"give it a line of its own\n" +
				"internal/kept/kept.go:16:2: unlike values in one assignment; assign them one by one\n" +
				"internal/kept/kept.go:20:16: a second statement on a line; give it a line of its own\n" +
				"hidden if-head: 1 in the tree, and .ci/budget still lets it have 2"},
		{"more lines of tests", budget, "internal  100", "internal  101",
			"go-tests in internal: raised from 100 to 101; the line in .ci/budget has to say why"},
	} {
		root := layTree(t)
		edit(t, root, c.file, c.from, c.to)
		_, wrong := findings(t, root)
		if wrong != c.want {
			t.Errorf("%s:\n%s\nexpected\n%s", c.name, wrong, c.want)
		}
	}
}
