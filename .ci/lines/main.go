// Command lines counts the lines that hold code, and fails where a folder or a function
// holds more than .ci/budget lets it, a function has more branches, or a line is over 120
// columns. Blank lines and comments do not count; a tab is four columns.
//
//	go run ./.ci/lines      from the root of the repository
//
// It prints what each folder holds beside its ceiling. A ceiling that was raised needs
// its reason on the line: the budget is compared with the one that was committed before.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// cell is a measure in a folder at the top of the repository. The measure is a language,
// with "-tests" behind it for what only tests use.
type cell struct{ measure, folder string }

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

func run() error {
	counts, functions, wide, err := countAll()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(".ci/budget")
	if err != nil {
		return err
	}
	budget, err := readBudget(string(text))
	if err != nil {
		return err
	}
	sums := map[string]int{}
	for _, c := range order(counts) {
		sums[c.measure] += counts[c]
		fmt.Printf("%-10s %-10s %6d of %6d\n", c.measure, c.folder, counts[c], budget[c].ceiling)
	}
	for _, measure := range slices.Sorted(maps.Keys(sums)) {
		fmt.Printf("%-10s %-10s %6d\n", measure, "", sums[measure])
	}
	before := committed(string(text))
	wrong := append(judge(counts, budget, before), judgeFunctions(functions, budget, before)...)
	if wrong = append(wrong, wide...); len(wrong) > 0 {
		return fmt.Errorf("over the budget\n  %s", strings.Join(wrong, "\n  "))
	}
	return nil
}

// countAll counts the files that belong to the repository or are about to, and their
// functions, and returns their lines that are too wide.
func countAll() (counts, functions map[cell]int, wide []string, err error) {
	list, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("git ls-files: %w", err)
	}
	packages, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("go list: %w", err)
	}
	tests := forTests(string(packages), "github.com/ruledeck/ruledeck")
	counts, functions = map[cell]int{}, map[cell]int{}
	for name := range strings.SplitSeq(strings.Trim(string(list), "\x00"), "\x00") {
		language := languageOf(name)
		if language == "" {
			continue
		}
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) { // taken away, and not yet committed
			continue
		}
		if err != nil {
			return nil, nil, nil, err
		}
		wide = append(wide, tooWide(name, language, string(text))...)
		folder, _, _ := strings.Cut(name, "/")
		measure := measureOf(language, name, tests[path.Dir(name)])
		if n := count(language, string(text)); n > 0 {
			counts[cell{measure, folder}] += n
		}
		if measure == "go" {
			if err := measureFunctions(functions, name, string(text)); err != nil {
				return nil, nil, nil, err
			}
		}
	}
	return counts, functions, wide, nil
}

// languageOf returns the language of a file by its name, a template's by the name of
// what is made of it, or "" where it is none that counts: others' code is in vendor.
func languageOf(name string) string {
	if strings.Contains(name, "/vendor/") {
		return ""
	}
	switch ext := path.Ext(strings.TrimSuffix(name, ".tmpl")); ext {
	case ".go", ".lua", ".js", ".html":
		return ext[1:]
	case ".mjs", ".cjs", ".ts":
		return "js"
	}
	return ""
}

// forTests returns the folders of the packages that are there for tests alone: those
// below an internal folder that no package imports but in its tests. A line of the list is
// the path of a package, and behind it the paths of what it imports.
func forTests(list, module string) map[string]bool {
	imported, tests := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(list) {
		for _, used := range strings.Fields(line)[1:] {
			imported[used] = true
		}
	}
	for line := range strings.Lines(list) {
		name := strings.Fields(line)[0]
		tests[strings.TrimPrefix(name, module+"/")] = !imported[name] && strings.Contains(name, "/internal/")
	}
	return tests
}

// measureOf returns the measure of a file; tests is set where its package is there for
// tests alone.
func measureOf(language, name string, tests bool) string {
	if language == "html" {
		language = "js"
	}
	if tests || strings.Contains("/"+name, "/testdata/") || strings.Contains(path.Base(name), "_test.") {
		return language + "-tests"
	}
	return language
}

// judge returns what is over its ceiling, what has none, and what was raised since the
// budget before without a new reason.
func judge(counts map[cell]int, budget, before map[cell]row) []string {
	var wrong []string
	for _, c := range order(counts) {
		switch row, known := budget[c]; {
		case !known:
			wrong = append(wrong, fmt.Sprintf("%s in %s: %d lines, and .ci/budget has no ceiling",
				c.measure, c.folder, counts[c]))
		case counts[c] > row.ceiling:
			wrong = append(wrong, fmt.Sprintf("%s in %s: %d lines, at most %d",
				c.measure, c.folder, counts[c], row.ceiling))
		}
	}
	for _, c := range order(budget) {
		now, was := budget[c], before[c]
		if was.ceiling > 0 && now.ceiling > was.ceiling && (now.reason == "" || now.reason == was.reason) {
			wrong = append(wrong, fmt.Sprintf("%s in %s: raised from %d to %d; the line in .ci/budget has to say why",
				c.measure, c.folder, was.ceiling, now.ceiling))
		}
	}
	return wrong
}

func order[V any](cells map[cell]V) []cell {
	return slices.SortedFunc(maps.Keys(cells), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.measure, b.measure), cmp.Compare(a.folder, b.folder))
	})
}

// committed returns the budget before: the committed one, or the one before that where
// the text is the committed one. It is empty where there is none, and in a clone without
// its past.
func committed(text string) map[cell]row {
	before, _ := exec.Command("git", "show", "HEAD:.ci/budget").Output()
	if string(before) == text {
		last, _ := exec.Command("git", "log", "-1", "--format=%H", "--", ".ci/budget").Output()
		before, _ = exec.Command("git", "show", strings.TrimSpace(string(last))+"^:.ci/budget").Output()
	}
	budget, _ := readBudget(string(before))
	return budget
}
