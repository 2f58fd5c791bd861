package pack

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// suited is a pack of one type of cards, with the given files.
func suited(t *testing.T, texts map[string]string) (*Loaded, string) {
	t.Helper()
	all := map[string]string{
		"pack.yaml": "id: suited\nversion: 1.0.0\napi: 3\nname: {en: Suited}\nseats: {min: 2, max: 2}\n",
		"game.yaml": `
words: {suit: {rose: {en: Rose, fr: Rosier}, oak: {en: Oak, fr: Chêne}}}
types:
  leaf: {start: box, attributes: {suit: {type: word, of: suit}, rank: {type: number}}}
zones: {box: {of: table}}
`,
	}
	for name, text := range texts {
		all[name] = text
	}
	var report diag.List
	l := Load(files(t, "suited", all), nil, "", nil, &report)
	return l, lines(&report)
}

func TestEach(t *testing.T) {
	l, said := suited(t, map[string]string{"cards/a.yaml": `defaults: {type: leaf, copies: 2}
cards:
  - each: {suit: [rose, oak], rank: [1, 2]}
    id: "{suit}_{rank}"
    name: {en: "{suit} {rank}", fr: "{rank} de {suit}"}
    abilities: [{grow: {by: "{rank}", on: "the {suit}"}}]
`})
	if said != "" {
		t.Fatal(said)
	}
	want := "oak_1 oak suited/cards/a.yaml:3:25 1 suited/cards/a.yaml:3:38\n" +
		"oak_2 oak suited/cards/a.yaml:3:25 2 suited/cards/a.yaml:3:41\n" +
		"rose_1 rose suited/cards/a.yaml:3:19 1 suited/cards/a.yaml:3:38\n" +
		"rose_2 rose suited/cards/a.yaml:3:19 2 suited/cards/a.yaml:3:41"
	if got := say(l); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	c := card(l, "oak_2")
	name := c.Label[0].Lang + " " + c.Label[0].Text + ", " + c.Label[1].Lang + " " + c.Label[1].Text
	params := c.Abilities[0].Params
	if name != "en Oak 2, fr 2 de Chêne" || params.Get("by").Number != 2 || params.Get("on").Text != "the oak" ||
		c.Copies.Number != 2 {
		t.Error(name, params, c.Copies)
	}
}

func TestEachErrors(t *testing.T) {
	for _, c := range []struct{ each, want string }{
		{"[1, 2]", "suited/cards/a.yaml:2:11: wrong-type: each must be a map of lists, {suit: [hearts, spades], " +
			"rank: [1, 2, 3]}, not a list"},
		{"{rank: [{en: rose}]}", "suited/cards/a.yaml:2:12: wrong-type: \"rank\" of each must be a list of words, " +
			"numbers or flags; all lists together make at most 1000 cards"},
		{"{rank: [" + strings.Repeat("1, ", 1001) + "1]}", "suited/cards/a.yaml:2:12: wrong-type: \"rank\" of each " +
			"must be a list of words, numbers or flags; all lists together make at most 1000 cards"},
		{"{rnak: [1, 2]}", "suited/cards/a.yaml:3:9: unknown-placeholder: each of this card has no key for {rank} -> " +
			"rnak"},
		{"{rank: [1, 1]}", "suited/cards/a.yaml:3:9: duplicate-card: there are two cards \"c1\"; the other is at " +
			"suited/cards/a.yaml:2:5"},
	} {
		_, said := suited(t, map[string]string{
			"cards/a.yaml": "cards:\n  - each: " + c.each + "\n    id: \"c{rank}\"\n    type: leaf\n"})
		if first, _, _ := strings.Cut(said, "\n"); first != c.want {
			t.Errorf("got:\n%s\nwant:\n%s", said, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	const head = "id,name.en,name.fr,type,suit,rank,abilities\n"
	l, said := suited(t, map[string]string{"cards/a.csv": "\ufeff" + head +
		"one,One,Un,leaf,rose,1,\n\"two\",\"Two, or \"\"2\"\"\",Deux,leaf,oak,2,\"[a, {b: 3}]\"\n,,,,,,\n"})
	if said != "" {
		t.Fatal(said)
	}
	want := "one rose suited/cards/a.csv:1:25 1 suited/cards/a.csv:1:30\n" +
		"two oak suited/cards/a.csv:1:25 2 suited/cards/a.csv:1:30"
	if got := say(l); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	c := card(l, "two")
	if c.Label[0].Text != `Two, or "2"` || c.Abilities[0].Name.Text != "a" ||
		c.Abilities[1].Name.Pos.String() != "suited/cards/a.csv:3:38" {
		t.Error(c.Label, c.Abilities)
	}
	for _, c := range []struct{ rows, want string }{
		{head + "one,One,,leaf\ntwo,T\"wo\",,leaf\n", ""},
		{head + "one,\"O\"ne,,leaf,,,\n", "suited/cards/a.csv:2:8: bad-table: letters stand behind the quote that " +
			"closes this cell; a quote inside of it is written twice, or say --quotes no"},
		{head + "one,\"One,,leaf,,,\n", "suited/cards/a.csv:2:5: bad-table: a quote opens here and nothing closes it"},
		{"id,,type\none,,leaf\n", ""},
		{"id;type;rank;rank\none;leaf;1;2\n", "suited/cards/a.csv:1:14: duplicate-key: there are two columns for " +
			"\"rank\": \"rank\" and \"rank (2)\""},
		{head + "one,One,,leaf,,many,\n", "suited/cards/a.csv:2:16: bad-cell: \"many\" is no whole number, as rank " +
			"has to be; the card is read without it"},
		{head + "one,One,,leaf,,1,[a\n", "suited/cards/a.csv:2:18: yaml-syntax"},
	} {
		if _, said := suited(t, map[string]string{"cards/a.csv": c.rows}); !strings.HasPrefix(said, c.want) {
			t.Errorf("got:\n%s\nwant:\n%s", said, c.want)
		}
	}
}

// TestDefaultsAgain: where the defaults of a file are others than before, a memo that knows its
// cards gives them to each.
func TestDefaultsAgain(t *testing.T) {
	memo := &source.Memo{}
	for _, rank := range []string{"1", "2", "1, copies: 3", "2"} {
		text := "defaults: {type: leaf, rank: " + rank + "}\n" +
			"cards:\n  - {id: ash, name: Ash}\n  - {id: elm, name: Elm}\n"
		var loaded [2]*Loaded
		for i, memo := range []*source.Memo{memo, nil} {
			base := files(t, "suited", map[string]string{
				"pack.yaml": "id: suited\nversion: 1.0.0\napi: 3\nname: {en: Suited}\nseats: {min: 2, max: 2}\n",
				"game.yaml": "types: {leaf: {start: box, attributes: {rank: {type: number}}}}\n" +
					"zones: {box: {of: table}}\n",
				"cards/a.yaml": text,
			})
			loaded[i] = Load(base, nil, "", memo, &diag.List{})
		}
		if !reflect.DeepEqual(loaded[0].Tree.Cards, loaded[1].Tree.Cards) {
			t.Errorf("rank %s: got %s\nwant %s", rank, say(loaded[0]), say(loaded[1]))
		}
	}
}
