package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
)

// base is the commit that the tree is compared with.
type base struct {
	root   string
	commit string // "" where there is none
}

// mergeBase finds the commit that the work in a folder began from: the last one that
// origin/main has too, or where that is HEAD itself, the one before it. RULEDECK_BASE names
// another. In a clone without its past it is HEAD.
func mergeBase(root string) (base, error) {
	if named := os.Getenv("RULEDECK_BASE"); named != "" {
		commit, err := git(root, "rev-parse", "--verify", named+"^{commit}")
		return base{root, strings.TrimSpace(commit)}, err
	}
	head, err := git(root, "rev-parse", "--verify", "HEAD")
	if err != nil {
		return base{root: root}, nil // nothing is committed yet
	}
	common, err := git(root, "merge-base", "HEAD", "origin/main")
	if err != nil || common == head {
		common, err = git(root, "rev-parse", "--verify", "HEAD^")
	}
	if err != nil {
		common = head // the only commit that is here
	}
	return base{root, strings.TrimSpace(common)}, nil
}

// budget returns the budget of the base, which is empty where there is none or where it has
// another form.
func (b base) budget() *budget {
	empty := &budget{rows: map[cell]row{}}
	if b.commit == "" {
		return empty
	}
	text, err := git(b.root, "show", b.commit+":.ci/budget")
	if err != nil {
		return empty
	}
	read, err := readBudget(text)
	if err != nil {
		return empty
	}
	return read
}

// span is lines of a file, the first and the last.
type span struct{ first, last int }

// hunk matches the head of a change of a file: where it stands now, and how many lines.
var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// touched returns a function that tells whether the work since the base changed any of some
// lines of a file. Lines that were taken out change what stands on either side of them.
func (b base) touched() (func(file string, first, last int) bool, error) {
	if b.commit == "" {
		return func(string, int, int) bool { return false }, nil
	}
	diff, err := git(b.root, "diff", "--no-color", "--no-ext-diff", "-M", "-U0", b.commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	fresh, err := git(b.root, "ls-files", "-z", "--others", "--exclude-standard", "--", "*.go")
	if err != nil {
		return nil, err
	}
	changed := changes(diff)
	for name := range strings.SplitSeq(strings.Trim(fresh, "\x00"), "\x00") {
		changed[name] = append(changed[name], span{1, 1 << 30})
	}
	return func(file string, first, last int) bool {
		for _, s := range changed[file] {
			if s.first <= last && s.last >= first {
				return true
			}
		}
		return false
	}, nil
}

// changes reads a diff without context: the changed lines of each file as it is now.
func changes(diff string) map[string][]span {
	changed := map[string][]span{}
	file := ""
	for line := range strings.Lines(diff) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = strings.TrimSpace(name)
			continue
		}
		m := hunk.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(m[1])
		n := 1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		if n == 0 {
			changed[file] = append(changed[file], span{first, first + 1})
			continue
		}
		changed[file] = append(changed[file], span{first, first + n - 1})
	}
	return changed
}
