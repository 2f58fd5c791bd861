package compare

// Line is a line of a text: one that went, one that came, or one that stayed.
type Line struct {
	// Mark is '-', '+' or ' '.
	Mark byte
	Text string
}

// maxCells bounds the work of finding the longest common lines; longer texts
// are told as all gone and all come.
const maxCells = 4 << 20

// DiffLines tells how to get from one list of lines to another, with the lines
// that stay.
func DiffLines(old, new []string) []Line {
	if len(old)*len(new) > maxCells {
		return append(marked('-', old), marked('+', new)...)
	}
	// length[i][j] is how many lines old[i:] and new[j:] have in common.
	length := make([][]int, len(old)+1)
	for i := range length {
		length[i] = make([]int, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			if old[i] == new[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var out []Line
	i, j := 0, 0
	for i < len(old) && j < len(new) {
		switch {
		case old[i] == new[j]:
			out = append(out, Line{' ', old[i]})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			out = append(out, Line{'-', old[i]})
			i++
		default:
			out = append(out, Line{'+', new[j]})
			j++
		}
	}
	return append(append(out, marked('-', old[i:])...), marked('+', new[j:])...)
}

func marked(mark byte, lines []string) []Line {
	out := make([]Line, len(lines))
	for i, text := range lines {
		out[i] = Line{mark, text}
	}
	return out
}
