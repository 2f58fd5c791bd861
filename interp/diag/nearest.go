package diag

import "strings"

// Nearest returns the candidate that name was probably meant to be, or "". A
// candidate that differs in case, dashes and underscores alone comes first,
// then the one with the fewest typing mistakes (letters added, left out, taken
// for another, or two changed places), if these are few for the length of the
// name. Among equals the first by the alphabet wins, so that the order of the
// candidates means nothing.
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
	best, bestDistance := "", min(limit, len(runes)-1)+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		other := []rune(strings.ToLower(c))
		if d := len(other) - len(runes); d > bestDistance || -d > bestDistance {
			continue
		}
		if d := distance(runes, other); d < bestDistance || d == bestDistance && best != "" && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

func fold(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// distance counts the edits between a and b: insert, delete, replace, and swap
// of two neighbours (the optimal string alignment distance).
func distance(a, b []rune) int {
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
