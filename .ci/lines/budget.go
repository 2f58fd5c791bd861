package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// cell is a measure in a place: a folder at the top of the repository, a function, or "all".
type cell struct{ measure, place string }

// row is what .ci/budget says of one measure in one place: the most that it may be, and
// why it was raised last.
type row struct {
	ceiling int
	reason  string
}

// allowance is what a capability may add to a language, and what it has added; the issue
// that lets it is named behind.
type allowance struct {
	name, language string
	most, added    int
	issue          string
}

// budget is .ci/budget as read.
type budget struct {
	rows       map[cell]row
	allowances []allowance
}

// baseOf and mostOf name the rows of a language: what it may hold without allowances, and
// with all that will ever be allowed.
func baseOf(language string) cell { return cell{"base", language} }
func mostOf(language string) cell { return cell{"most", language} }

// ceiling returns how much there may be of a language: its base, and what allowances added.
func (b *budget) ceiling(language string) int {
	sum := b.rows[baseOf(language)].ceiling
	for _, a := range b.allowances {
		if a.language == language {
			sum += a.added
		}
	}
	return sum
}

// readBudget reads lines of the forms
//
//	MEASURE PLACE CEILING [reason]
//	allowance NAME LANGUAGE MOST ADDED issue N
//
// "#" begins a comment.
func readBudget(text string) (*budget, error) {
	b := &budget{rows: map[cell]row{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		read := b.readRow
		if fields[0] == "allowance" {
			read = b.readAllowance
		}
		if err := read(fields); err != nil {
			return nil, fmt.Errorf(".ci/budget:%d: %w", i+1, err)
		}
	}
	return b, nil
}

func (b *budget) readRow(fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("expected a measure, a place and a ceiling")
	}
	ceiling, err := strconv.Atoi(fields[2])
	if err != nil {
		return fmt.Errorf("%q is not a whole number", fields[2])
	}
	c := cell{fields[0], fields[1]}
	if _, twice := b.rows[c]; twice {
		return fmt.Errorf("%s of %s a second time", c.measure, c.place)
	}
	b.rows[c] = row{ceiling, strings.Join(fields[3:], " ")}
	return nil
}

func (b *budget) readAllowance(fields []string) error {
	if len(fields) != 7 || fields[5] != "issue" {
		return fmt.Errorf("expected: allowance NAME LANGUAGE MOST ADDED issue N")
	}
	a := allowance{name: fields[1], language: fields[2], issue: fields[6]}
	var err error
	a.most, err = strconv.Atoi(fields[3])
	if err != nil {
		return fmt.Errorf("%q is not a whole number", fields[3])
	}
	a.added, err = strconv.Atoi(fields[4])
	if err != nil {
		return fmt.Errorf("%q is not a whole number", fields[4])
	}
	if _, twice := b.allowed(a.name, a.language); twice {
		return fmt.Errorf("the allowance %s for %s a second time", a.name, a.language)
	}
	b.allowances = append(b.allowances, a)
	return nil
}

func (b *budget) allowed(name, language string) (allowance, bool) {
	for _, a := range b.allowances {
		if a.name == name && a.language == language {
			return a, true
		}
	}
	return allowance{}, false
}

// judgeLanguages returns the languages that are over their ceilings, and the ceilings that
// are over what all allowances together may come to.
func judgeLanguages(counts map[cell]int, now *budget) (wrong []string) {
	for _, language := range languages {
		n := counts[cell{language, "all"}]
		ceiling := now.ceiling(language)
		above := ceiling - now.rows[baseOf(language)].ceiling
		if n > ceiling {
			wrong = append(wrong, fmt.Sprintf("%s: %d %s, at most %d: its base, and %d that allowances added",
				language, n, unitOf(language), ceiling, above))
		}
		if most := now.rows[mostOf(language)].ceiling; ceiling > most {
			wrong = append(wrong, fmt.Sprintf("%s: its ceiling is %d, and with all allowances it is at most %d",
				language, ceiling, most))
		}
	}
	return wrong
}

// judgeAllowances returns the allowances that added more than they may or that no issue
// gave, and the bases that were raised.
func judgeAllowances(now, before *budget) (wrong []string) {
	for _, a := range now.allowances {
		if a.added > a.most {
			wrong = append(wrong, fmt.Sprintf("%s in %s: added %d, and issue %s allows %d",
				a.name, a.language, a.added, a.issue, a.most))
		}
		was, stated := before.allowed(a.name, a.language)
		if len(before.allowances) > 0 && (!stated || a.most > was.most) && a.issue == was.issue {
			wrong = append(wrong, fmt.Sprintf("%s in %s: issue %s allows %d; only another issue allows more",
				a.name, a.language, a.issue, was.most))
		}
	}
	for _, language := range languages {
		for _, c := range []cell{baseOf(language), mostOf(language)} {
			was, stated := before.rows[c]
			if stated && now.rows[c].ceiling > was.ceiling {
				wrong = append(wrong, fmt.Sprintf("%s of %s: raised from %d to %d; it may only fall",
					c.measure, c.place, was.ceiling, now.rows[c].ceiling))
			}
		}
	}
	return wrong
}

// judgeRows returns what is over the ceiling of its row, what has none, and what was raised
// since the budget before without a new reason.
func judgeRows(counts map[cell]int, now, before *budget) (wrong []string) {
	for _, c := range order(counts) {
		if c.place == "all" {
			continue
		}
		row, known := now.rows[c]
		if !known {
			wrong = append(wrong, fmt.Sprintf("%s in %s: %d lines, and .ci/budget has no ceiling",
				c.measure, c.place, counts[c]))
		} else if counts[c] > row.ceiling {
			wrong = append(wrong, fmt.Sprintf("%s in %s: %d lines, at most %d",
				c.measure, c.place, counts[c], row.ceiling))
		}
	}
	for _, c := range order(now.rows) {
		is := now.rows[c]
		was := before.rows[c]
		raised := was.ceiling > 0 && is.ceiling > was.ceiling && !onlyFalls(c.measure)
		if raised && (is.reason == "" || is.reason == was.reason) {
			wrong = append(wrong, fmt.Sprintf("%s in %s: raised from %d to %d; the line in .ci/budget has to say why",
				c.measure, c.place, was.ceiling, is.ceiling))
		}
	}
	return wrong
}

// onlyFalls tells whether rows of a measure may not be raised at all; who judges the measure
// says so.
func onlyFalls(measure string) bool {
	return measure == "base" || measure == "most" || measure == styleMeasure
}

func order[V any](cells map[cell]V) []cell {
	return slices.SortedFunc(maps.Keys(cells), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.measure, b.measure), cmp.Compare(a.place, b.place))
	})
}
