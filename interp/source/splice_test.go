package source

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// scalars are those of a node with their places.
func scalars(n *Node) []*Node {
	if n == nil {
		return nil
	}
	var out []*Node
	if n.IsScalar() {
		out = append(out, n)
	}
	for _, item := range n.Items {
		out = append(out, scalars(item)...)
	}
	for _, p := range n.Pairs {
		out = append(out, scalars(p.Value)...)
	}
	return out
}

// oddText draws texts that steer YAML, or look like something else.
func oddText(t *rapid.T) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "true", "null", "~", "12", "-3", "007", "<<", "---", "a: b", "a #b", "#a",
			"- a", "{a, b}", "[a]", "it's", `say "x"`, `a\b`, "a\nb", " a ", "Orc, Captain", "préparé !", "試合「終」", "?",
			"a:",
			"&x", "*x", "!x", "|", ">", "%", "@", "`", "\t", "'", `"`, "\u2028", "\u0085", "\ufeff", "😀",
			"a\u00a0!", "\\n"}),
		rapid.StringOf(rapid.Rune().Filter(func(c rune) bool { return c != '\ufffd' && c != 0 })),
		rapid.StringMatching(`[a-z :,#'"{}\[\]-]{0,12}`)).Draw(t, "text")
}

// TestSplice changes any scalar of a file of all forms to any text: it says that then, and all bytes before and behind
// it are those that were there.
func TestSplice(t *testing.T) {
	const file = "# Kopf: ünï\ncards:   # all\n  - id: ork\n    name: {en: Orc, fr: \"L’orque : n° 1\", ja: 緑の'怪物'}" +
		"   # {x: y}\n    'power' : {healthy: 4 ,downed: 1}\r\n    tags: [a, 'b''c', \"d\\\"e\", 日本, -1,true]\n" +
		"    text: Plain words, and more # note\n    \"key: x\": 'single ''s'\n  -   id:   elf\n\n" +
		"      deep:\n      - - x\n        - {}\nend: \"last\""
	for _, text := range []string{file, "\ufeff" + file, regexp.MustCompile(`\r?\n`).ReplaceAllString(file, "\r\n")} {
		top, err := whole("f.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		places := scalars(top)
		if len(places) != 17 {
			t.Fatalf("%d scalars", len(places))
		}
		rapid.Check(t, func(t *rapid.T) {
			n, to := rapid.SampledFrom(places).Draw(t, "scalar"), oddText(t)
			out, err := Splice([]byte(text), n.Pos, to)
			if err != nil {
				t.Fatalf("%s to %q: %v", n.Pos, to, err)
			}
			now, err := whole("f.yaml", out)
			if err != nil {
				t.Fatal(err)
			}
			if got := now.find(n.Pos); got == nil || got.Text != to {
				t.Fatalf("%s to %q: %q", n.Pos, to, out)
			}
			from := offset([]byte(text), n.Pos)
			end, _ := n.end([]byte(text), from)
			if !bytes.HasPrefix(out, []byte(text[:from])) || !bytes.HasSuffix(out, []byte(text[end:])) {
				t.Fatalf("%s to %q changes what stands around: %q", n.Pos, to, out)
			}
			if !same(top, now, n, func(*Node) bool { return true }) {
				t.Fatalf("%s to %q changes another value", n.Pos, to)
			}
		})
	}
}

func TestSpliceForms(t *testing.T) {
	for _, c := range []struct{ file, to, want string }{
		{"a: 4 # c", "5", "a: 5 # c"},
		{"a: 4", "many", "a: many"},
		{`a: "4"`, "5", `a: "5"`},
		{"a: word", "5", `a: "5"`},
		{"a: word", "two: words", `a: "two: words"`},
		{"{a: Orc, b: 2}", "Orc, Captain", `{a: "Orc, Captain", b: 2}`},
		{"a: 'it'", "it's", "a: 'it''s'"},
		{"a: 'it'", "two\nlines", `a: "two\nlines"`},
		{`a: "x"`, "Prêt\u00a0!", "a: \"Prêt\u00a0!\""},
		{"a: true", "false", "a: false"},
		{"a: true", "yes", "a: yes"},
		{"a: 1", "", `a: ""`},
		{"a: 緑\nb: 1", "青", "a: 青\nb: 1"},
	} {
		top, err := whole("f.yaml", []byte(c.file))
		if err != nil {
			t.Fatal(err)
		}
		out, err := Splice([]byte(c.file), top.Pairs[0].Value.Pos, c.to)
		if err != nil || string(out) != c.want {
			t.Errorf("%q to %q: %q, %v", c.file, c.to, out, err)
		}
	}
}

func TestSpliceRefused(t *testing.T) {
	at := func(line, column int) diag.Pos { return diag.Pos{File: "f.yaml", Line: line, Column: column} }
	for _, c := range []struct {
		file string
		at   diag.Pos
		want string
	}{
		{"a: &x 4\nb: *x", at(1, 4), "anchors (&x) are not used here"},
		{"a: >\n  one\n  two\n", at(1, 4), "f.yaml:1:4: the value has several lines; change it in the file"},
		{"a: |\n  one\n", at(1, 4), "f.yaml:1:4: the value has several lines"},
		{"a: one\n  two\n", at(1, 4), "f.yaml:1:4: the value has several lines"},
		{"a: \"one\n  two\"\n", at(1, 4), "f.yaml:1:4: the value has several lines"},
		{"a: 1", at(1, 1), "f.yaml:1:1: no word, number or flag stands here that could be changed"},
		{"a: 1", at(7, 9), "no word, number or flag"},
		{"a:\n", at(1, 3), "no word, number or flag"},
		{"a: [", at(1, 4), "f.yaml:1:4: a value is missing"},
	} {
		if out, err := Splice([]byte(c.file), c.at, "x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q at %s: %q, %v", c.file, c.at, out, err)
		}
	}
}

func TestPut(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"m:\n  - id: a # note\n    x: 1\n  - id: b\n", "m:\n  - id: a # note\n    new: {k: 2}\n    x: 1\n  - id: b\n"},
		{"m:\n- {id: a, x: 1}\n", "m:\n- {id: a, new: {k: 2}, x: 1}\n"},
		{"m:\r\n  - id: 'é'\r\n", "m:\r\n  - id: 'é'\r\n    new: {k: 2}\r\n"},
		{"m:\n  -   id: a", "m:\n  -   id: a\n      new: {k: 2}"},
	} {
		top, err := whole("f.yaml", []byte(c.file))
		if err != nil {
			t.Fatal(err)
		}
		out, err := Put([]byte(c.file), top.Pairs[0].Value.Items[0].Pos, "new", "{k: 2}")
		if err != nil || string(out) != c.want {
			t.Errorf("%q: %q, %v", c.file, out, err)
		}
	}
	for file, want := range map[string]string{
		"- {new: 1}":   "more than this entry would change",
		"- [a]":        "no map stands here",
		"- a: [b]":     "no map stands here that begins with a word or a number",
		"- a: >\n   x": "several lines",
	} {
		if out, err := Put([]byte(file), diag.Pos{File: "f.yaml", Line: 1, Column: 3}, "new", "{k: 2}"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", file, out, err)
		}
	}
}

// TestEnter: an entry goes into the map that there is, however that is written, and empty ones too.
func TestEnter(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "types: {card: {cost: 1}}\n"},
		{"# only a comment\n", "# only a comment\ntypes: {card: {cost: 1}}\n"},
		{"zones: {}\n", "types: {card: {cost: 1}}\nzones: {}\n"},
		{"types: {}   # kinds\nzones: {}\n", "types: {card: {cost: 1}}   # kinds\nzones: {}\n"},
		{"types:\nzones: {}\n", "types: {card: {cost: 1}}\nzones: {}\n"},
		{"types:   # kinds\nzones: {}\n", "types: {card: {cost: 1}}   # kinds\nzones: {}\n"},
		{"a: 1\ntypes:", "a: 1\ntypes: {card: {cost: 1}}"},
		{"types: { }\n", "types: {card: {cost: 1} }\n"},
		{"types: {card: {}}\n", "types: {card: {cost: 1}}\n"},
		{"types: {card: {size: 2}}\n", "types: {card: {cost: 1, size: 2}}\n"},
		{"types: {card: { size: 2 } }\n", "types: {card: { cost: 1, size: 2 } }\n"},
		{"types:\r\n  card:\r\n    size: 2\r\n", "types:\r\n  card:\r\n    cost: 1\n    size: 2\r\n"},
		{"types:\n  card:\n    size: 2\n", "types:\n  card:\n    cost: 1\n    size: 2\n"},
		{"types:\n  card:\n", "types:\n  card: {cost: 1}\n"},
		{"types: 3\n", ""},
	} {
		got, err := Enter("game.yaml", []byte(c.text), "cost", "1", "types", "card")
		if string(got) != c.want && c.want != "" || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, not %q (%v)", c.text, got, c.want, err)
		}
	}
}
