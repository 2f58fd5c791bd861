package main

import (
	"fmt"
	"strconv"
	"strings"
)

// row is what .ci/budget says of one measure in one place: the most that it may be, and
// why it was raised last.
type row struct {
	ceiling int
	reason  string
}

// readBudget reads lines of the form
//
//	MEASURE PLACE CEILING [reason]
//
// "#" begins a comment.
func readBudget(text string) (map[cell]row, error) {
	budget := map[cell]row{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf(".ci/budget:%d: expected a measure, a place and a ceiling", i+1)
		}
		ceiling, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf(".ci/budget:%d: %q is not a whole number", i+1, fields[2])
		}
		c := cell{fields[0], fields[1]}
		if _, twice := budget[c]; twice {
			return nil, fmt.Errorf(".ci/budget:%d: %s of %s a second time", i+1, c.measure, c.folder)
		}
		budget[c] = row{ceiling, strings.Join(fields[3:], " ")}
	}
	return budget, nil
}
