package sanitize

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Ork-Blitzer オーク é 🧙‍♂️", "Ork-Blitzer オーク é 🧙‍♂️"},
		{"two\nlines\tand a tab", "two\nlines\tand a tab"},
		{"\x1b[2J\x1b]0;title\a", `\u001b[2J\u001b]0;title\u0007`},
		{"a\rb\bc\x7fd", `a\u000db\u0008c\u007fd`},
		{"\u009b31m", `\u009b31m`},
		{"user\u202enimda\u202c", `user\u202enimda\u202c`},
		{"a\u2066b\u2069\u200f\u061c", `a\u2066b\u2069\u200f\u061c`},
		{"a\u2028b", `a\u2028b`},
		{"takes \u2068b\u200f\u2069, \u2069", `takes b\u200f, \u2069`},
		{"\x9b31m\xff", "\ufffd31m\ufffd"},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%q is shown as %q, not %q", c.in, got, c.want)
		}
	}
	if got := Line("ant\n200 passed, 0 failed"); got != `ant\u000a200 passed, 0 failed` {
		t.Errorf("a line break in a name is shown as %q", got)
	}
}

// A name keeps what its author wrote of its direction, and stays in one line.
func TestName(t *testing.T) {
	if got := Name("\u200fשלום\u202e\x1b\n"); got != "\u200fשלום\u202e"+`\u001b\u000a` {
		t.Errorf("a name is %q", got)
	}
	if got := Escaped("{\"a\u2068b\u2069\"}\n"); got != "{\"a"+`\u2068b\u2069`+"\"}\n" {
		t.Errorf("a line of JSON is %q", got)
	}
}

// A JSON line means the same after it was made visible.
func TestJSON(t *testing.T) {
	name := "\x1b[2J \u202e \u009b \x7f \u2028 ok"
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(name); err != nil {
		t.Fatal(err)
	}
	shown := Text(line.String())
	if strings.ContainsFunc(shown, Steers) {
		t.Errorf("%q steers", shown)
	}
	var back string
	if err := json.Unmarshal([]byte(shown), &back); err != nil || back != name {
		t.Errorf("%q is read back as %q: %v", shown, back, err)
	}
}

// Whatever the bytes and wherever they are cut, nothing comes through that
// steers, and it is the same as for the whole text at once.
func TestWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.OneOf(rapid.SliceOf(rapid.Byte()),
			rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) })).Draw(t, "data")
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := data; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			if wrote, err := w.Write(rest[:n]); wrote != n || err != nil {
				t.Fatal(wrote, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if strings.ContainsFunc(got, Steers) || !utf8.ValidString(got) {
			t.Fatalf("%q came through", got)
		}
		if want := Text(string(data)); got != want {
			t.Fatalf("%q, not %q", got, want)
		}
	})
}

type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(data []byte) (int, error) {
	if f.room -= len(data); f.room < 0 {
		return 0, errFull
	}
	return len(data), nil
}

func TestWriterKeepsItsFirstError(t *testing.T) {
	w := NewWriter(&full{room: 4})
	if _, err := w.Write([]byte("four")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("more")); !errors.Is(err, errFull) {
		t.Errorf("a full disk is %v", err)
	}
	if _, err := w.Write(nil); !errors.Is(err, errFull) || !errors.Is(w.Flush(), errFull) {
		t.Errorf("the error is forgotten")
	}
}
