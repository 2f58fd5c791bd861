package source

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// report reads the text and returns what is said about it, a line each.
func report(text string) string {
	var list diag.List
	Read("a.yaml", []byte(text), &list)
	var lines []string
	for _, d := range list.Sorted() {
		lines = append(lines, d.Pos.String()+": "+d.Code+": "+d.Text())
	}
	return strings.Join(lines, "\n")
}

func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"fine", "a: 1\nb: [x, yes, on]\n", ""},
		{"empty", "", ""},
		{"comment only", "# nothing\n", ""},
		{"anchor", "a: &x 1\n",
			`a.yaml:1:4: anchor: anchors (&x) are not used here; write the value where it is needed`},
		{"alias", "a: &x 1\nb: *x\n",
			"a.yaml:1:4: anchor: anchors (&x) are not used here; write the value where it is needed\n" +
				"a.yaml:2:4: alias: aliases (*x) are not used here; write the value again"},
		{"unknown alias", "b: *x\n",
			`a.yaml:1:4: yaml-syntax: aliases (*) are not used here; quote the text if it begins with *`},
		{"merge", "a:\n  <<: {b: 1}\n", `a.yaml:2:3: merge-key: merge keys (<<) are not used here; write the keys out`},
		{"tag", "a: !!str 1\n", `a.yaml:1:4: tag: tags (!!str) are not used here; quotes make a text of anything`},
		{"custom tag", "a: !lua x\n", `a.yaml:1:4: tag: tags (!lua) are not used here; quotes make a text of anything`},
		{"documents", "a: 1\n---\nb: 2\n",
			`a.yaml:2:1: several-documents: a second document begins here (---); a file holds one`},
		{"duplicate", "a: 1\nb: 2\na: 3\n",
			`a.yaml:3:1: duplicate-key: the key "a" stands twice; the first is at line 1`},
		{"comma in a text", "a: {doc: He falls, and stays down, b: 1}\n",
			`a.yaml:1:20: comma-in-text: "and stays down" is a key without a value: a comma between { and } ends the ` +
				`text before it; put quotes around that text`},
		{"key", "? [a, b]\n: 1\n", `a.yaml:1:3: bad-key: a key must be a word`},
		{"indentation", "cards:\n  - id: a\n   name: b\n",
			`a.yaml:3:4: yaml-syntax: this line begins at another column than the list that it belongs to`},
		{"indentation of a key", "a: 1\nb:\n    c: 1\n  d: 2\n",
			`a.yaml:4:3: yaml-syntax: this line begins at another column than the lines that it belongs to; or a ` +
				`quote or a bracket above is not closed`},
		{"text that begins with a placeholder", "a: 1\nb: {seat} brings {card}\nc: 2\n",
			`a.yaml:2:4: yaml-syntax: a text that begins with { needs quotes around it`},
		{"text in a map that begins with a placeholder", "a: 1\nb: {en: {card} comes, fr: x}\nc: 2\n",
			`a.yaml:2:9: yaml-syntax: a text that begins with { needs quotes around it`},
		{"tab", "a:\n\tb: 1\n", `a.yaml:2:1: yaml-syntax: a tab stands in the indentation; use spaces`},
		{"colon", "a: 1\nname: Blood Bowl: Team\n",
			`a.yaml:2:17: yaml-syntax: a second "key:" stands in this line; quote the text if it contains a colon`},
		{"open quote", "a: 1\nb: \"never\nc: 2\n",
			`a.yaml:2:4: yaml-syntax: a quote or a bracket that opens here is never closed`},
		{"open bracket", "a: 1\nb: [x, y\nc: 2\n", `a.yaml:2:4: yaml-syntax: a comma or the closing ] is missing`},
		{"large number", "a: 3000000000\n",
			`a.yaml:1:4: number-too-large: the number 3000000000 is out of range; numbers go from -2147483648 to ` +
				`2147483647`},
		{"bytes", "a: \xff\n", `a.yaml:1:4: not-text: this byte is not UTF-8 text`},
		{"control", "あ: \x01\n", `a.yaml:1:4: not-text: a control character stands in the text`},
		{"column in characters", "あい: &x 1\n",
			`a.yaml:1:5: anchor: anchors (&x) are not used here; write the value where it is needed`},
		{"deep", strings.Repeat("[", 70) + strings.Repeat("]", 70),
			`a.yaml:1:66: too-deep: maps and lists are nested more than 64 deep`},
		{"size", strings.Repeat("#", MaxSize+1),
			`a.yaml: file-too-large: the file is larger than the 1048576 bytes that are read`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := report(test.text); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestScalars(t *testing.T) {
	tests := []struct {
		text   string
		kind   Kind
		number int
	}{
		{"7", Number, 7}, {"-7", Number, -7}, {"0", Number, 0},
		{"010", Word, 0}, {"1_000", Word, 0}, {"0x1f", Word, 0}, {"1.5", Word, 0}, {"1.0.0", Word, 0}, {"+3", Word, 0},
		{"yes", Word, 0}, {"on", Word, 0}, {"True", Word, 0}, {"2026-01-01", Word, 0},
		{"true", Flag, 0}, {"false", Flag, 0}, {"~", Null, 0}, {"null", Null, 0}, {"", Null, 0},
		{`"7"`, Word, 0}, {`'true'`, Word, 0}, {`""`, Word, 0},
	}
	for _, test := range tests {
		var list diag.List
		root := Read("a.yaml", []byte("a: "+test.text+"\n"), &list)
		if list.HasErrors() {
			t.Fatal(list.Sorted())
		}
		value := root.Get("a")
		if value.Kind != test.kind || value.Number != test.number {
			t.Errorf("%s: %v %d, want %v %d", test.text, value.Kind, value.Number, test.kind, test.number)
		}
	}
}

// TestPlaceInALongFile: where a file breaks is found by its indentation, however
// much stands before and after.
func TestPlaceInALongFile(t *testing.T) {
	const items = 300
	text := "cards:\n"
	for n := range items {
		text += fmt.Sprintf("  - id: card%d\n    costs: {a: 1,\n      b: 2}\n    names:\n    - one\n    - two\n", n)
	}
	lines := strings.SplitAfter(text, "\n")
	for n := 1; n < len(lines)-1; n += 181 {
		broken := slices.Clone(lines)
		content := strings.TrimLeft(lines[n], " ")
		broken[n] = strings.Repeat(" ", len(lines[n])-len(content)) + "\"\n"
		where := n + 1
		if strings.HasPrefix(content, "b:") {
			where-- // where the bracket opens that is not closed
		}
		if got := report(strings.Join(broken, "")); !strings.HasPrefix(got, fmt.Sprintf("a.yaml:%d:", where)) {
			t.Errorf("line %d broken: %s", n+1, got)
		}
	}
}

// TestEffortToPlace: a small file that breaks costs little to place, though its
// lines are long and slow to read. What the parser takes in memory stands for its
// work: a gigabyte where each character was tried.
func TestEffortToPlace(t *testing.T) {
	for _, text := range []string{
		"a: \"" + strings.Repeat("x ", 1300),
		"a: \"" + strings.Repeat("x\n  ", 900),
		"a: " + strings.Repeat("[", 8) + "\"" + strings.Repeat("\\x20", 600),
		"{" + strings.Repeat("a,", 900) + "\"",
		"[" + strings.Repeat("a: b,", 900) + "\"",
		"[" + strings.Repeat("a: b,\n", 900) + "\"",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		said := report(text)
		runtime.ReadMemStats(&after)
		if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 160 || said == "" {
			t.Errorf("%.20q...: %d MB: %q", text, taken, said)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"a: 1", "a: [1, {b: c}]", "a: &x 1\nb: *x", "---\na\n---\nb", "? a\n: b", "\t",
		"a: |\n  x\n", "%YAML 1.2\n---\n", "!!a b", "a: 'x\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var list diag.List
		Read("a.yaml", data, &list)
		for _, d := range list.Sorted() {
			if d.Message == "" || d.Line < 0 || d.Column < 0 {
				t.Errorf("a report without a text or a place: %+v", d)
			}
		}
	})
}

// TestQuoted: what Quoted writes is read back as the same word, in a block and
// between brackets.
func TestQuoted(t *testing.T) {
	words := []string{"", " ", "a b ", "7", "true", "~", "Gutter Run!", "Orc Lineman#2", "a #b", "#b", "it's", "'",
		"\"", "a \"b\"", "a: b", "a:", ":", "a?b", "?", "-", "- a", "a, b",
		"[a]", "{a}", "50%", "%", "a & b", "*a", "a\\b", "a\nb", "é", "一, 二", "`a", "@a", "a|b",
		"> a", "=", "<<", "---"}
	for _, word := range words {
		for _, frame := range []string{"a: %\n", "a: [%]\n", "a: {%: 1}\n", "- %\n"} {
			var list diag.List
			text := strings.Replace(frame, "%", Quoted(word), 1)
			root := Read("a.yaml", []byte(text), &list)
			if list.HasErrors() || !strings.Contains(root.Inline(), Quoted(word)) {
				t.Errorf("%q is written as %q, and read as %v %v", word, text, root, list.Sorted())
			}
		}
	}
}
