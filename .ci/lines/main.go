// Command lines holds the tree to .ci/budget. It counts what a reader reads: the tokens of
// production Go, against one ceiling for all of it, and the lines with code of everything
// else. It measures functions, and finds statements that are hidden in other statements.
//
//	go run ./.ci/lines      from the root of the repository
//
// The ceiling of a language is its base, and above it what the allowances say was added;
// only an issue makes an allowance. The budget and the functions that a change touches are
// compared with the merge base: that of HEAD with origin/main, or where the two are one
// commit, the commit before it. RULEDECK_BASE names another.
//
// It prints each count beside its ceiling, and what it leaves out.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	report, err := run(".")
	fmt.Print(report)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

// run measures the tree of a folder and returns what it counted, and an error that lists
// everything that the budget does not allow.
func run(root string) (report string, err error) {
	text, err := os.ReadFile(root + "/.ci/budget")
	if err != nil {
		return "", err
	}
	now, err := readBudget(string(text))
	if err != nil {
		return "", err
	}
	base, err := mergeBase(root)
	if err != nil {
		return "", err
	}
	before := base.budget()
	tree, err := measure(root)
	if err != nil {
		return "", err
	}
	touched, err := base.touched()
	if err != nil {
		return "", err
	}
	wrong := judgeLanguages(tree.counts, now)
	wrong = append(wrong, judgeRows(tree.counts, now, before)...)
	wrong = append(wrong, judgeAllowances(now, before)...)
	wrong = append(wrong, judgeFunctions(tree.functions, now, before)...)
	wrong = append(wrong, judgeStyle(tree.hidden, touched, now, before)...)
	wrong = append(wrong, tree.wide...)
	report = tree.report(now)
	if len(wrong) > 0 {
		return report, errors.New("over the budget\n  " + strings.Join(wrong, "\n  "))
	}
	return report, nil
}

// report lists the counts beside their ceilings, and what was left out.
func (t *tree) report(b *budget) string {
	var out strings.Builder
	for _, language := range languages {
		n := t.counts[cell{language, "all"}]
		fmt.Fprintf(&out, "%-10s %-11s %7d of %7d %s\n", language, "all", n, b.ceiling(language), unitOf(language))
	}
	for _, c := range order(t.counts) {
		if c.place != "all" {
			fmt.Fprintf(&out, "%-10s %-11s %7d of %7d lines\n", c.measure, c.place, t.counts[c], b.rows[c].ceiling)
		}
	}
	for _, kind := range hiddenKinds {
		n := t.style()[cell{styleMeasure, kind}]
		fmt.Fprintf(&out, "%-10s %-11s %7d of %7d\n", styleMeasure, kind, n, b.rows[cell{styleMeasure, kind}].ceiling)
	}
	for _, place := range slices.Sorted(t.leftOut.places()) {
		fmt.Fprintf(&out, "left out   %s: %d tokens, %s\n", place, t.leftOut[place].tokens, t.leftOut[place].why)
	}
	return out.String()
}
