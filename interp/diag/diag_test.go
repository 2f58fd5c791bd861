package diag

import (
	"strings"
	"testing"
)

func sample() *List {
	var l List
	l.Unknown("unknown-key", Pos{"b.yaml", 2, 9}, "nmae", []string{"id", "name"}, `unknown key "nmae" in a card`)
	l.Errorf("wrong-type", Pos{"a.yaml", 3, 0}, "a number is needed, not %q", "x")
	l.Warnf("unread-file", Pos{File: "c, d.yaml"}, "this file is not read")
	l.Notef("untested", Pos{"b.yaml", 2, 1}, "no scenario: 100%%\nsure")
	l.Errorf("wrong-type", Pos{"a.yaml", 3, 0}, "a number is needed, not %q", "x")
	return &l
}

func text(file string, line int) string {
	return map[string]string{"b.yaml2": "カード: {nmae: \x1b[2J}", "a.yaml3": "\tx: y"}[file+string(rune('0'+line))]
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	if err := WriteText(&b, sample().Sorted(), text, nil); err != nil {
		t.Fatal(err)
	}
	want := "a.yaml:3: error: a number is needed, not \"x\"\n" +
		"    \tx: y\n" +
		"b.yaml:2:1: note: no scenario: 100%\nsure\n" +
		"    カード: {nmae: �[2J}\n" +
		"    ^\n" +
		"b.yaml:2:9: error: unknown key \"nmae\" in a card\n" +
		"    カード: {nmae: �[2J}\n" +
		"               ^\n" +
		"  hint: did you mean name? allowed here: id, name\n" +
		"c, d.yaml: warning: this file is not read\n"
	if got := b.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestAlike(t *testing.T) {
	var l List
	for line := range 4 {
		l.Errorf("x", Pos{"a", line + 1, 2}, "not here")
	}
	l.Errorf("x", Pos{"b", 1, 1}, "not here")
	l.Errorf("x", Pos{"b", 2, 1}, "not here")
	var b strings.Builder
	if err := WriteText(&b, l.Sorted(), nil, nil); err != nil {
		t.Fatal(err)
	}
	want := "a:1:2: error: not here\n  the same at 2:2, 3:2, 4:2\nb:1:1: error: not here\nb:2:1: error: not here\n"
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestLongLine(t *testing.T) {
	var l List
	l.Errorf("x", Pos{"a", 1, 301}, "here")
	var b strings.Builder
	line := strings.Repeat("a", 300) + "!" + strings.Repeat("b", 300)
	if err := WriteText(&b, l.Sorted(), func(string, int) string { return line }, nil); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(b.String(), "\n")
	if len([]rune(rows[1])) != 4+excerptWidth || strings.IndexByte(rows[1], '!') != strings.IndexByte(rows[2], '^') {
		t.Errorf("%s", b.String())
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, sample().Sorted()[2:]); err != nil {
		t.Fatal(err)
	}
	want := `{"file":"b.yaml","line":2,"column":9,"code":"unknown-key","severity":"error","message":"unknown key ` +
		`\"nmae\" in a card (allowed here: id, name)","suggestion":"name"}
{"file":"c, d.yaml","line":0,"column":0,"code":"unread-file","severity":"warning","message":"this file is not ` +
		`read","suggestion":""}
`
	if got := b.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWriteGitHub(t *testing.T) {
	var b strings.Builder
	if err := WriteGitHub(&b, sample().Sorted()); err != nil {
		t.Fatal(err)
	}
	want := `::error file=a.yaml,line=3,title=wrong-type::a number is needed, not "x"
::notice file=b.yaml,line=2,col=1,title=untested::no scenario: 100%25%0Asure
::error file=b.yaml,line=2,col=9,title=unknown-key::unknown key "nmae" in a card (allowed here: id, name); did you ` +
		`mean name?
::warning file=c%2C d.yaml,title=unread-file::this file is not read
`
	if got := b.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestCounts(t *testing.T) {
	l := sample()
	if l.Count(Error) != 2 || l.Count(Warning) != 1 || l.Count(Note) != 1 || !l.HasErrors() {
		t.Error("counts")
	}
}

// TestLongLists: a list that nobody reads through is cut to what could have been
// meant, so that a new name far from a mistake changes nothing that is said of it.
func TestLongLists(t *testing.T) {
	names := []string{"name", "names", "capacity", "capacity_each", "seen", "ordered", "per_seat", "bag"}
	tests := map[string]string{
		"nmae":  "",
		"nam":   " (near it: names)",
		"seeen": "",
		"each":  " (near it: capacity_each, bag, name, names, seen)",
	}
	for name, want := range tests {
		if got := Unknown("x", Pos{}, name, names, "").Text(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		far := append([]string{"quite_another_thing"}, names...)
		if got := Unknown("x", Pos{}, name, far, "").Text(); got != want {
			t.Errorf("%s: a name far from it changed %q to %q", name, want, got)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"name", "capacity", "capacity_each", "seen", "tackle.landed", "sure_hands", "x", "may", "pays"}
	tests := map[string]string{
		"nmae": "name", "Name": "name", "capcity": "capacity", "capacity-each": "capacity_each",
		"SureHands": "sure_hands",
		"sen":       "seen", "tackle.lnaded": "tackle.landed", "y": "", "": "", "entirely": "", "name": "",
		"nam": "name", "namen": "name", "pay": "pays", "ma": "may",
	}
	for name, want := range tests {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestThere: a message names all that there is where it is little, and of more what
// comes near.
func TestThere(t *testing.T) {
	var many []string
	for _, a := range []string{"red", "blue", "green", "grey", "pink"} {
		for _, b := range []string{"ant", "bee", "fly", "moth", "wasp"} {
			many = append(many, a+"_"+b)
		}
	}
	for _, c := range []struct {
		name  string
		known []string
		want  string
	}{
		{"x", nil, "there are none"},
		{"ant", []string{"aunt"}, "there is only aunt; did you mean aunt?"},
		{"x", []string{"ant", "bee"}, "there are ant, bee"},
		{"bee", []string{"ant", "been"}, "there are ant, been; did you mean been?"},
		{"red_mot", many, "of the 25 that there are red_moth, red_ant come nearest; did you mean red_moth?"},
		{"wasp", many, "of the 25 that there are blue_wasp, green_wasp, grey_wasp, pink_wasp, red_wasp come nearest"},
		{"locomotive", many, "none of the 25 that there are comes near"},
	} {
		if got := There(c.name, c.known); got != c.want {
			t.Errorf("%s: %s\nnot %s", c.name, got, c.want)
		}
	}
}
