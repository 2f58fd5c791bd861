package lists

import "slices"

// mostEdits bounds the search for the shortest diff: beyond it the lines between
// the first and the last difference are shown as taken out and put in.
const mostEdits = 1500

// Line is an item of a list of texts: one that went ('-'), came ('+') or stayed (' ').
type Line struct {
	Mark byte
	Text string
}

// Diff returns how one list becomes another: what both begin and end with stays, and
// between them the shortest way is looked for (Myers).
func Diff(a, b []string) []Line {
	head, tail := 0, 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return slices.Concat(marked(' ', a[:head]), shortest(a[head:len(a)-tail], b[head:len(b)-tail]),
		marked(' ', a[len(a)-tail:]))
}

func shortest(a, b []string) []Line {
	// reached[d] says, by diagonal, how far d edits come in a.
	var reached []map[int]int
	far := map[int]int{1: 0}
	for d := 0; d <= min(len(a)+len(b), mostEdits); d++ {
		now := make(map[int]int, len(far)+1)
		for k := -d; k <= d; k += 2 {
			x := far[k-1] + 1
			if k == -d || k != d && far[k-1] < far[k+1] {
				x = far[k+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			now[k] = x
			if x >= len(a) && x-k >= len(b) {
				return walk(a, b, append(reached, now))
			}
		}
		reached = append(reached, now)
		far = now
	}
	return append(marked('-', a), marked('+', b)...)
}

// walk goes back the way that was found.
func walk(a, b []string, reached []map[int]int) []Line {
	var out []Line
	x, y := len(a), len(b)
	for d := len(reached) - 1; d >= 0; d-- {
		k := x - y
		fromX, fromY := 0, 0
		if d > 0 {
			far := reached[d-1]
			before := k - 1
			if k == -d || k != d && far[k-1] < far[k+1] {
				before = k + 1
			}
			fromX = far[before]
			fromY = fromX - before
		}
		for x > fromX && y > fromY {
			x, y = x-1, y-1
			out = append(out, Line{' ', a[x]})
		}
		switch {
		case d == 0:
		case x > fromX:
			x--
			out = append(out, Line{'-', a[x]})
		default:
			y--
			out = append(out, Line{'+', b[y]})
		}
	}
	slices.Reverse(out)
	return out
}

func marked(mark byte, lines []string) []Line {
	return Map(lines, func(text string) Line { return Line{mark, text} })
}
