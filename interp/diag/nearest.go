package diag

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Nearest returns the candidate that name was probably meant to be, or "". A
// candidate that differs in case, dashes and underscores alone comes first,
// then the one with the fewest typing mistakes (letters added, left out, taken
// for another, or two changed places), if these are few for the length of the
// name. Among equals one that begins with the name comes first, then the first by the alphabet,
// so that the order of the candidates means nothing.
func Nearest(name string, candidates []string) string {
	folded := fold(name)
	if folded == "" {
		return ""
	}
	same := ""
	for _, c := range candidates {
		if c != name && fold(c) == folded && (same == "" || c < same) {
			same = c
		}
	}
	if same != "" {
		return same
	}
	runes := []rune(strings.ToLower(name))
	limit := min(3, max(1, len(runes)/3))
	best := ""
	bestDistance := min(limit, len(runes)-1) + 1
	for _, c := range candidates {
		if c == name {
			continue
		}
		other := []rune(strings.ToLower(c))
		if atLeast(runes, other) > bestDistance {
			continue
		}
		d := Distance(runes, other)
		if d < bestDistance || d == bestDistance && best != "" && less(c, best, name) {
			best = c
			bestDistance = d
		}
	}
	return best
}

// less reports whether a name comes before another that is as near to the written one.
func less(a, b, written string) bool {
	begins := strings.HasPrefix(a, written)
	return begins && !strings.HasPrefix(b, written) || begins == strings.HasPrefix(b, written) && a < b
}

// mostNear is how many names of a long list are shown.
const mostNear = 5

// near returns the names that come nearest to what was written, the nearest
// first and the suggestion left out. Where there is a suggestion only those that
// could be meant as well as it are worth a reader's time; where there is none, and the
// list is long, only those that share half of what was written.
func near(name, suggestion string, candidates []string) []string {
	type ranked struct {
		name string
		far  int
	}
	from := []rune(fold(name))
	others := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return c == suggestion || c == name })
	most := Distance(from, []rune(fold(suggestion)))
	if suggestion == "" {
		most = (len(from) - 1) / 2
		if len(others) <= wholeList {
			most = math.MaxInt
		}
	}
	var list []ranked
	for _, c := range others {
		if n := far(from, []rune(fold(c)), most); n <= most {
			list = append(list, ranked{c, n})
		}
	}
	slices.SortFunc(list,
		func(a, b ranked) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name)) })
	var names []string
	for _, r := range list[:min(mostNear, len(list))] {
		names = append(names, r.name)
	}
	return names
}

// far is the distance of two names, little where one begins with or contains the
// other: who writes "deck" for "deck_top" left something out. One beyond most may be told
// as too small, but stays beyond it.
func far(a, b []rune, most int) int {
	if len(a) >= 3 && len(b) >= 3 && (strings.Contains(string(a), string(b)) ||
		strings.Contains(string(b), string(a))) {
		return 1
	}
	if least := atLeast(a, b); least > most {
		return least
	}
	return Distance(a, b)
}

// atLeast is a number of edits that two words are at least apart: by their lengths, and
// by the letters that one of them has and the other has not.
func atLeast(a, b []rune) int {
	var in [2]uint64
	for i, word := range [][]rune{a, b} {
		for _, r := range word {
			in[i] |= 1 << (r % 64)
		}
	}
	return max(len(a)-len(b), len(b)-len(a), bits.OnesCount64(in[0]&^in[1]), bits.OnesCount64(in[1]&^in[0]))
}

var unjoined = strings.NewReplacer("_", "", "-", "", " ", "")

func fold(s string) string { return unjoined.Replace(strings.ToLower(s)) }

// Distance counts the edits between two words: insert, delete, replace, and swap
// of two neighbours (the optimal string alignment distance).
func Distance(a, b []rune) int {
	// What both begin or end with is no edit.
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	before := make([]int, len(b)+1)
	previous := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, previous, row = previous, row, before
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(previous[j+1]+1, row[j]+1, previous[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// wholeList is how many names a sentence lists whole.
const wholeList = 20

// There says for a message which names there are, and which was probably meant.
func There(name string, known []string) string {
	text := Some(name, known)
	if meant := Nearest(name, known); meant != "" {
		text += "; did you mean " + meant + "?"
	}
	return text
}

// Some says for a message which names there are: all where they are few, else those
// that come nearest to the one given, if any do.
func Some(name string, known []string) string {
	switch {
	case len(known) == 0:
		return "there are none"
	case len(known) == 1:
		return "there is only " + known[0]
	case len(known) <= wholeList:
		return "there are " + strings.Join(known, ", ")
	}
	names := near(name, "", known)
	switch len(names) {
	case 0:
		return fmt.Sprintf("none of the %d that there are comes near", len(known))
	case 1:
		return fmt.Sprintf("of the %d that there are %s comes nearest", len(known), names[0])
	}
	return fmt.Sprintf("of the %d that there are %s come nearest", len(known), strings.Join(names, ", "))
}
