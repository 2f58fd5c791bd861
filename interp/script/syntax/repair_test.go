package syntax

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMendHalfTyped: scripts of the games in which a line is cut off somewhere, with what
// closes it or without, or in which a call, a table, a text or a block begins, are mended to
// what can be read, with the name in the line.
func TestMendHalfTyped(t *testing.T) {
	files, err := filepath.Glob("../../../scripts/*/*/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	begun := []string{"", "game.", "local x = ", "if ", "foo(1, ", "for ", "while game.", "local t = {a = ", "x = {1, ",
		"say(\"", "return ", "local f = function() ", "if a == 'b", "x:", "foo{zone = \"", "if x then y = "}
	r := rand.New(rand.NewPCG(35, 7))
	states, mended := 0, 0
	for n := range 1000 {
		begin := begun[n%len(begun)]
		data, err := os.ReadFile(files[r.IntN(len(files))])
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(data), "\n")
		at := r.IntN(len(lines))
		line := strings.TrimRight(lines[at], "\n")
		before, after := strings.Join(lines[:at], ""), "\n"+strings.Join(lines[at+1:], "")
		head, tail := line, ""
		if begin != "" { // a new line
			head = line[:len(line)-len(strings.TrimLeft(line, " "))] + begin
			after = "\n" + line + after
		} else if cut := r.IntN(len(line) + 1); n%32 == 0 { // the line ends here, or goes on
			head = line[:cut]
		} else {
			head, tail = line[:cut], line[cut:]
		}
		inside := ""
		if around := nesting(before, whole).open; len(around) > 0 {
			inside = around[len(around)-1].closer
		}
		if strings.Contains(line, "--") || inside == "then" || inside == "do" ||
			begin != "" && (strings.HasPrefix(strings.TrimSpace(lastLine(before)), "return") ||
				strings.ContainsAny(inside, ")}]")) {
			continue // where none of this would be typed
		}
		for head != "" && (isLetter(head[len(head)-1]) || isDigit(head[len(head)-1])) {
			head = head[:len(head)-1]
		}
		if begin == "" && head != "" && strings.ContainsAny(head[len(head)-1:], ")}]\"'") {
			continue // nothing is named here
		}
		states++
		name := "zzcursorzz"
		tokens(before+head, func(t token) bool {
			if c := t.text[:1]; strings.ContainsAny(c, "\"'") && (len(t.text) == 1 || !strings.HasSuffix(t.text, c)) {
				name, tail = name+c, strings.TrimPrefix(tail, c)
			}
			return true
		})
		text := Repair(before, head, name, tail, after)
		switch {
		case text == "":
			t.Logf("not mended: %q, behind %q and before %q", head, lastLine(before), firstLine(after))
		case !strings.Contains(text, head+name) && !strings.Contains(text, "do return"):
			t.Errorf("%q became %q", head, text)
		default:
			mended++
		}
	}
	t.Logf("%d of %d half-typed states are mended in their line", mended, states)
	if mended < states*96/100 {
		t.Errorf("%d of %d half-typed states are mended in their line", mended, states)
	}
}

func lastLine(text string) string {
	text = strings.TrimRight(text, "\n ")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimLeft(text, "\n "), "\n")
	return text
}
