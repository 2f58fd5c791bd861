package amend

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

func TestMain(m *testing.M) {
	interp.Keep()
	os.Exit(m.Run())
}

func read(t *testing.T, dir string, unsaved pack.Unsaved) *interp.Reading {
	t.Helper()
	r, err := interp.Read(dir, interp.With{Unsaved: unsaved})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// packIn writes the files of a pack and returns its folder.
func packIn(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// change changes a value of a pack as a page does, and returns the file, what would stand in it, and the pack then.
func change(t *testing.T, dir, card, lang, field, text string) (string, string, *interp.Pack, error) {
	t.Helper()
	before := read(t, dir, nil)
	p, err := before.Pack()
	if err != nil {
		t.Fatal(err)
	}
	all := Leaves(p, card, lang)
	i := slices.IndexFunc(all, func(l Leaf) bool { return l.Field == field })
	if i < 0 {
		t.Fatalf("%s has no %s: %v", card, field, all)
	}
	file, data, err := all[i].In(before.Base, text)
	if err != nil {
		return "", "", nil, err
	}
	full, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	after, err := all[i].Changed(before, read(t, dir, pack.Unsaved{full: data}), lang, text)
	return file, string(data), after, err
}

// TestEveryLeaf finds each value of each card of the games in its file, and changes it there.
func TestEveryLeaf(t *testing.T) {
	for _, id := range pack.Shipped() {
		before := read(t, filepath.Join("../../../cards", id), nil)
		p, err := before.Pack()
		if err != nil {
			t.Fatal(err)
		}
		leaves, odd := 0, 0
		for card := range p.Compiled.Defs {
			for _, l := range Leaves(p, card, "ja") { // whose columns are not bytes
				leaves++
				_, data, err := l.In(before.Base, l.Text)
				if err != nil && !strings.Contains(err.Error(), "several lines") {
					t.Errorf("%s: %s of %s: %v", id, l.Field, card, err)
				}
				f := fileOf(before.Base, func(f *pack.File) bool { return f.Shown == l.At.File })
				if err != nil || string(data) != string(f.Data) {
					odd++
				}
			}
		}
		t.Logf("%s: %d values, %d of them of several lines or in other quotes", id, leaves, odd)
		if leaves < 200 || odd*20 > leaves {
			t.Errorf("%s: %d values, %d of them odd", id, leaves, odd)
		}
	}
}

// TestChange changes a few values of a real game in its files, and the same in an overlay.
func TestChange(t *testing.T) {
	overlay := packIn(t, map[string]string{
		"pack.yaml":    "id: ours\nversion: 1.0.0\napi: 3\nextends: bbtm\n",
		"cards/a.yaml": "# ours\npatch:\n  - id: orc_lineman # he\n    name: {en: Orcy}\n",
	})
	for _, c := range []struct{ dir, card, lang, field, text, file, want string }{
		{"../../../cards/bbtm", "orc_blitzer", "fr", "name", "Orc: « le » Blitz", "", `fr: "Orc: « le » Blitz"`},
		{overlay, "orc_lineman", "en", "name", "Orc, Old", "cards/a.yaml",
			"# ours\npatch:\n  - id: orc_lineman # he\n    name: {en: \"Orc, Old\"}\n"},
		{overlay, "orc_lineman", "fr", "name", "Ork", "cards/a.yaml",
			"# ours\npatch:\n  - id: orc_lineman # he\n    name: {en: Orcy, fr: Ork}\n"},
		{overlay, "orc_lineman", "en", "power.standing", "4", "cards/a.yaml",
			"# ours\npatch:\n  - id: orc_lineman # he\n    power: {standing: 4}\n    name: {en: Orcy}\n"},
		{overlay, "orc_blitzer", "ja", "name", "緑", "cards/a.yaml",
			"# ours\npatch:\n  - id: orc_blitzer\n    name: {ja: 緑}\n  - id: orc_lineman # he\n    name: {en: Orcy}\n"},
	} {
		file, data, p, err := change(t, c.dir, c.card, c.lang, c.field, c.text)
		if err != nil {
			t.Errorf("%s of %s: %v", c.field, c.card, err)
			continue
		}
		if c.file == "" && !strings.Contains(data, c.want) || c.file != "" && (c.file != file || c.want != data) {
			t.Errorf("%s of %s: %s\n%s", c.field, c.card, file, data)
		}
		all := Leaves(p, c.card, c.lang)
		if i := slices.IndexFunc(all, func(l Leaf) bool { return l.Field == c.field }); all[i].Text != c.text {
			t.Errorf("%s of %s is %q", c.field, c.card, all[i].Text)
		}
	}
}

// suited is a small pack in which values are shared and made in many ways.
var suited = map[string]string{
	"pack.yaml": "id: suited\nversion: 1.0.0\napi: 3\nname: {en: Suited}\nseats: {min: 2, max: 2}\n",
	"game.yaml": `words: {suit: {rose: {en: Rose}, oak: {en: Oak}}}
types:
  leaf: {start: box, attributes: {suit: {type: word, of: suit}, rank: {type: number, max: 9}, signs: {type: list}}}
zones: {box: {of: table}}
flow: [{phase: play, do: [leaves.fall]}]
`,
	"scripts/rules/leaves.lua": "local leaves = {}\nfunction leaves.fall() finish() end\nreturn leaves\n",
	"cards/made.yaml": `defaults: {type: leaf, rank: 2}
cards:
  - each: {suit: [rose, oak]}
    id: "{suit}"
    name: {en: "{suit}"}
  - id: elm
    name: {en: Elm}
  - {id: ash, name: Ash, suit: oak, rank: 1, signs: [a, 'b c', a]}
`,
	"cards/table.csv": "id,name,type,rank\nfir,Fir,leaf,3\n",
	"locale/en.yaml":  "card.ash: \"It: 'falls'.\" # said\ncard.elm: >\n  It\n  stands.\n",
}

func TestRefused(t *testing.T) {
	dir := packIn(t, suited)
	for _, c := range []struct{ card, field, text, want string }{
		{"ash", "rank", "8", ""},
		{"ash", "rank", "12", "rank"},
		{"ash", "rank", "many", "many"},
		{"ash", "suit", "elm", "elm"},
		{"ash", "signs.1", "d, e", ""},
		{"ash", "name", "A: sh", ""},
		{"ash", "text.0", "It says: \"so\".", ""},
		{"elm", "name", "Ulm", ""},
		{"elm", "text.0", "x", "several lines; change it in the file"},
		{"elm", "rank", "3", "made.yaml:1:30: this would change card elm, card oak, card rose; change it in the file"},
		{"rose", "name", "Rosy", "made.yaml:5:16: "},
		{"fir", "rank", "4", ""},
		{"fir", "rank", "many", "would not hold"},
		{"fir", "name", "Fir: \"old\"", ""},
	} {
		_, data, _, err := change(t, dir, c.card, "en", c.field, c.text)
		if said := fmt.Sprint(err); (err != nil) != (c.want != "") || !strings.Contains(said, c.want) {
			t.Errorf("%s of %s to %q: %v\n%s", c.field, c.card, c.text, err, data)
		}
	}
}

// TestOverlay writes what an overlay changes as an entry of it, in the file that has some already.
func TestOverlay(t *testing.T) {
	manifest := "id: ours\nversion: 1.0.0\napi: 3\nname: {en: Ours}\nextends: ../base\n"
	for _, c := range []struct{ cards, card, field, text, file, want string }{
		{"", "ash", "rank", "8", "cards/ash.yaml", "patch:\n  - id: ash\n    rank: 8\n"},
		{"", "ash", "signs.1", "d, e", "cards/ash.yaml", "patch:\n  - id: ash\n    signs: [a, \"d, e\", a]\n"},
		{"", "elm", "rank", "3", "cards/elm.yaml", "patch:\n  - id: elm\n    rank: 3\n"},
		{"", "fir", "rank", "4", "cards/fir.yaml", "patch:\n  - id: fir\n    rank: 4\n"},
		{"", "rose", "name", "Rosy", "cards/rose.yaml", "patch:\n  - id: rose\n    name: {en: Rosy}\n"},
		{"", "ash", "text.0", "It: falls", "locale/en.yaml", "card.ash: \"It: falls\"\n"},
		{"patch:\n- {id: ash, rank: 3}\n", "ash", "name", "A, B", "cards/ash.yaml",
			"patch:\n- {id: ash, name: {en: \"A, B\"}, rank: 3}\n"},
		{"patch:\n- {id: ash, rank: 3}\n", "ash", "rank", "4", "cards/ash.yaml", "patch:\n- {id: ash, rank: 4}\n"},
		{"cards: [{id: yew, type: leaf}] # more", "ash", "rank", "4", "cards/ash.yaml",
			"cards: [{id: yew, type: leaf}] # more\npatch:\n  - id: ash\n    rank: 4\n"},
		{"patch: [{id: elm, rank: 1}]\n", "ash", "rank", "4", "",
			"no list stands here to which an item could be added"},
	} {
		files := map[string]string{"ours/pack.yaml": manifest}
		for name, text := range suited {
			files["base/"+name] = text
		}
		if c.cards != "" {
			files["ours/cards/ash.yaml"] = c.cards
		}
		file, data, _, err := change(t, filepath.Join(packIn(t, files), "ours"), c.card, "en", c.field, c.text)
		if c.file == "" && (err == nil || !strings.Contains(err.Error(), c.want)) ||
			c.file != "" && (err != nil || file != c.file || data != c.want) {
			t.Errorf("%s of %s: %s\n%s%v", c.field, c.card, file, data, err)
		}
	}
}
