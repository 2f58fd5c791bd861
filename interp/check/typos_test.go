package check_test

import (
	"math/rand/v2"
	"strings"
)

// typo draws a slip of the fingers: two letters changed places, one left out,
// doubled, or hit beside.
func typo(r *rand.Rand, name string) string {
	for range 20 {
		letters := []byte(name)
		i := r.IntN(len(letters))
		if !isLetter(letters[i]) {
			continue
		}
		out := name
		switch r.IntN(4) {
		case 0:
			if i+1 < len(letters) && isLetter(letters[i+1]) {
				letters[i], letters[i+1] = letters[i+1], letters[i]
				out = string(letters)
			}
		case 1:
			if len(letters) > 2 {
				out = name[:i] + name[i+1:]
			}
		case 2:
			out = name[:i] + name[i:i+1] + name[i:]
		case 3:
			beside := []byte("abcdefghijklmnopqrstuvwxyz")
			letters[i] = beside[r.IntN(len(beside))]
			out = string(letters)
		}
		if out != name && out != "" && isLetter(out[0]) && !strings.Contains(out, "..") {
			return out
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// otherCase draws the name with a capital at its front, all in capitals, or
// with humps in place of its dashes.
func otherCase(r *rand.Rand, name string) string {
	switch r.IntN(3) {
	case 0:
		return strings.ToUpper(name[:1]) + name[1:]
	case 1:
		return strings.ToUpper(name)
	}
	var out strings.Builder
	up := false
	for _, c := range name {
		if c == '_' {
			up = true
			continue
		}
		if up {
			out.WriteString(strings.ToUpper(string(c)))
		} else {
			out.WriteRune(c)
		}
		up = false
	}
	if out.String() == name {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return out.String()
}
