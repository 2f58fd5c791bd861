package golden

import "fmt"

// around is how many lines a diff shows before and after what differs.
const around = 3

// mostEdits bounds the search for the shortest diff: beyond it the lines between
// the first and the last difference are shown as taken out and put in.
const mostEdits = 1500

// edit is one line of a diff: kept (' '), taken out ('-') or put in ('+').
type edit struct {
	sign byte
	text string
}

// Diff is the difference of two texts in the unified form, a line each.
func Diff(before, after []string) []string {
	edits := edits(before, after)
	var out []string
	oldLine, newLine := 1, 1
	for i := 0; i < len(edits); {
		if edits[i].sign == ' ' {
			oldLine, newLine, i = oldLine+1, newLine+1, i+1
			continue
		}
		from := max(0, i-around)
		to := hunkEnd(edits, i)
		var lines []string
		olds, news := 0, 0
		for _, e := range edits[from:to] {
			lines = append(lines, string(e.sign)+e.text)
			if e.sign != '+' {
				olds++
			}
			if e.sign != '-' {
				news++
			}
		}
		out = append(out, fmt.Sprintf("@@ -%d,%d +%d,%d @@", oldLine-(i-from), olds, newLine-(i-from), news))
		out = append(out, lines...)
		oldLine, newLine, i = oldLine-(i-from)+olds, newLine-(i-from)+news, to
	}
	return out
}

// hunkEnd is behind the differences that stand close to each other.
func hunkEnd(edits []edit, i int) int {
	last := i
	for ; i < len(edits) && i-last <= 2*around; i++ {
		if edits[i].sign != ' ' {
			last = i
		}
	}
	return min(last+1+around, len(edits))
}

// edits turns one text into another: what both begin and end with is kept, and
// between them the shortest way is looked for (Myers).
func edits(a, b []string) []edit {
	head, tail := 0, 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []edit
	for _, line := range a[:head] {
		out = append(out, edit{' ', line})
	}
	out = append(out, shortest(a[head:len(a)-tail], b[head:len(b)-tail])...)
	for _, line := range a[len(a)-tail:] {
		out = append(out, edit{' ', line})
	}
	return out
}

func shortest(a, b []string) []edit {
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
		reached, far = append(reached, now), now
	}
	var out []edit
	for _, line := range a {
		out = append(out, edit{'-', line})
	}
	for _, line := range b {
		out = append(out, edit{'+', line})
	}
	return out
}

// walk goes back the way that was found.
func walk(a, b []string, reached []map[int]int) []edit {
	var out []edit
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
			out = append(out, edit{' ', a[x]})
		}
		switch {
		case d == 0:
		case x > fromX:
			x--
			out = append(out, edit{'-', a[x]})
		default:
			y--
			out = append(out, edit{'+', b[y]})
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
