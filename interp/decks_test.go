package interp_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// decked is the small pack with a pool of definitions, of which seats have decks by the lists red
// and blue; the event is a deck of the table.
func decked(pool int, change map[string]string) map[string]string {
	const begin = "defaults: {type: piece, copies: 0}\ncards:\n"
	var cards [4]strings.Builder // a file is no larger than files are read
	list := ""
	for i := range pool {
		fmt.Fprintf(&cards[i*4/pool], "  - {id: c%05d, name: {en: Card %d}, colour: %s, rank: %d}\n", i, i,
			[]string{"red", "green"}[i%2], (i+i/(pool/20))%5)
		if i%(pool/20) == 0 && i/(pool/20) < 20 {
			list += fmt.Sprintf("  c%05d: 3\n", i)
		}
	}
	files := map[string]string{
		"game.yaml": strings.Replace(smalltest.Pack["game.yaml"], "zones:\n", `decks:
  deck:
    zone: deck
    default: red
    rule: D-1
    size: {min: 40, max: 60}
    copies: {max: 3}
    limits:
      - {rule: D-2, cards: {colour: green}, size: {max: 36}}
      - {rule: D-3, sum: {rank: {max: 170}}}
      - {rule: D-4, cards: {colour: red}, copies: {max: 30}, by: rank}
    name: {en: Deck}
    doc: The cards of each seat
  events:
    zone: events
    default: storm
    name: {en: Events}
    doc: What happens to all
zones:
  events: {of: table, seen: nobody}
`, 1),
		"cards/pool1.yaml":  begin + cards[0].String(),
		"cards/pool2.yaml":  begin + cards[1].String(),
		"cards/pool3.yaml":  begin + cards[2].String(),
		"cards/pool4.yaml":  begin + cards[3].String(),
		"decks/red.yaml":    "id: red\ndeck: deck\nname: {en: Red}\ncards:\n" + list,
		"decks/blue.yaml":   "id: blue\ndeck: deck\ncards:\n" + strings.ReplaceAll(list, ": 3", ": 2"),
		"decks/events.yaml": "id: storm\ndeck: events\ncards: {ant: 2}\n",
		"locale/en.yaml":    smalltest.Pack["locale/en.yaml"],
	}
	maps.Copy(files, change)
	return files
}

// TestDecks: each seat begins with the cards of its list in the zone of the deck, the table with
// its own lists, beside the copies that cards have.
func TestDecks(t *testing.T) {
	p := smalltest.Load(t, decked(40, nil))
	for _, c := range []struct{ option, want string }{
		{"", "60 60 2 5"},
		{"blue,red", "40 60 2 5"},
		{"blue", "40 40 2 5"},
	} {
		options := map[string]string{}
		if c.option != "" {
			options["deck"] = c.option
		}
		tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: options})
		if err != nil {
			t.Fatal(err)
		}
		g, err := tab.NewGame()
		if err != nil {
			t.Fatal(err)
		}
		at := g.Position()
		count := func(zone string, seat engine.Seat) int {
			return at.CountIn(at.ZoneOf(p.Compiled.Zones[zone], seat, 0))
		}
		got := fmt.Sprint(count("deck", 1), count("deck", 2), count("events", 0), count("supply", 0))
		if got != c.want {
			t.Errorf("%s: %s, expected %s", c.option, got, c.want)
		}
	}
	_, err := p.Table(interp.Settings{Seats: 2, GameOptions: map[string]string{"deck": "rad"}})
	if err == nil || err.Error() != `option deck cannot be "rad"; there are blue, red; did you mean red?` {
		t.Error(err)
	}
}

// TestFileOfADeck: a file beside the pack is a list too, held to the same limits, and goes along
// with a bundle.
func TestFileOfADeck(t *testing.T) {
	folder := smalltest.Write(t, decked(40, nil))
	path := filepath.Join(t.TempDir(), "mine.yaml")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options := map[string]string{"deck": path + ",red"}
	write("game: small\nid: mine\ndeck: deck\ncards: {c00000: 30, c00001: 10}\n")
	_, err := interp.Load(folder, interp.With{GameOptions: options})
	var broken *interp.BrokenError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	got := ""
	for _, f := range broken.Findings {
		got += fmt.Sprintf("%s:%d:%d: %s\n", filepath.Base(f.File), f.Line, f.Column, f.Text())
	}
	if want := `mine.yaml:4:9: D-1: the list "mine" has 30 copies of c00000, 27 too many: at most 3
mine.yaml:4:21: D-1: the list "mine" has 10 copies of c00001, 7 too many: at most 3
`; got != want {
		t.Error(got)
	}
	cards := ""
	for i := range 20 {
		cards += fmt.Sprintf("c%05d: 2, ", i)
	}
	write("game: small\nid: mine\ndeck: deck\ncards: {" + cards + "}\n")
	p, err := interp.Load(folder, interp.With{GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	sent, err := interp.Load(folder, interp.With{Bundle: p.Reading().Bundle(), GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*interp.Pack{p, sent} {
		tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: options})
		if err != nil || tab.Layout.Cards() != 5+2+40+60 {
			t.Error(err)
		}
	}
	write("game: other\nid: mine\ncards: {c00000: 3}\n")
	_, err = interp.Load(folder, interp.With{GameOptions: options})
	if err == nil || !strings.HasSuffix(err.Error(), "mine.yaml is for the game other, not for small") {
		t.Error(err)
	}
}

// TestLimitsOfDecks: what breaks a limit is told with its rule, its place, and by how much.
func TestLimitsOfDecks(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"too few cards", "", "cards: {c00000: 3}", `2:5: D-1: the list "red" has 3 cards, 37 too few: at least 40`},
		{"an unknown card", "", "cards: {c00000: 1, c00x00: 3}",
			`4:20: there is no card "c00x00"`},
		{"none of a card", "", "cards: {c00000: 0}",
			"4:9: a list has at least one of each card, and at most 1000 in all\n"},
		{"more than any list", "", "cards: {c00000: 1001}",
			"4:9: a list has at least one of each card, and at most 1000 in all\n"},
		{"another deck", "deck: dock", "cards: {c00000: 3}",
			`3:7: there is no deck "dock" (allowed here: deck, events)`},
		{"no deck", "", "cards: [c00000]", `4:8: "cards" must be a map, not a list`},
		{"no YAML", "", "cards: {c00000: 3", "4:8: a comma or the closing } is missing"},
	} {
		deck := c.file
		if deck == "" {
			deck = "deck: deck"
		}
		folder := smalltest.Write(t, decked(40, map[string]string{
			"decks/red.yaml": "# red\nid: red\n" + deck + "\n" + c.text + "\n"}))
		_, err := interp.Load(folder, interp.With{})
		var broken *interp.BrokenError
		if !errors.As(err, &broken) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ""
		for _, f := range broken.Findings {
			got += fmt.Sprintf("%d:%d: %s\n", f.Line, f.Column, f.Text())
		}
		for _, line := range strings.Split(c.want, "\n") {
			if !strings.Contains(got, line) {
				t.Errorf("%s:\n%s", c.name, got)
			}
		}
	}
	if _, err := interp.Load(smalltest.Write(t, decked(40, map[string]string{"decks/none.yaml": ""})),
		interp.With{}); err != nil {
		t.Error(err)
	}
	folder := smalltest.Write(t, decked(40, map[string]string{
		"decks/red.yaml": "id: red\ndeck: deck\ncards:\n" + lines(40, ": 3")}))
	_, err := interp.Load(folder, interp.With{})
	var broken *interp.BrokenError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	got := ""
	for _, f := range broken.Findings {
		got += fmt.Sprintf("%d:%d: %s\n", f.Line, f.Column, f.Text())
	}
	if want := `1:5: D-1: the list "red" has 120 cards, 60 too many: at most 60
1:5: D-2: the list "red" has 60 cards of {colour: green}, 24 too many: at most 36
1:5: D-3: the list "red" has 240 rank in all, 70 too many: at most 170
`; got != want {
		t.Error(got)
	}
}

// lines are the first cards of the pool, each with a number.
func lines(n int, number string) string {
	text := ""
	for i := range n {
		text += fmt.Sprintf("  c%05d%s\n", i, number)
	}
	return text
}

// TestLargePool: a pool of 20,000 definitions loads within the limits, and plays with decks.
func TestLargePool(t *testing.T) {
	folder := smalltest.Write(t, decked(20_000, nil))
	taken := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(taken)
	before := taken[0].Value.Uint64()
	p, err := interp.Load(folder, interp.With{Memo: &source.Memo{}})
	if err != nil {
		t.Fatal(err)
	}
	metrics.Read(taken)
	if bytes := taken[0].Value.Uint64() - before; bytes > 300<<20 {
		t.Errorf("reading takes %d MB", bytes>>20)
	} else {
		t.Logf("reading takes %d MB", bytes>>20)
	}
	tab, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting || tab.Layout.Cards() != 127 {
		t.Error(status, err, tab.Layout.Cards())
	}
}

// TestTextOfADeck: a list is given as cards with their numbers too; a game that was begun with a
// file is kept with those.
func TestTextOfADeck(t *testing.T) {
	folder := smalltest.Write(t, decked(40, nil))
	text := strings.Join(strings.Fields(strings.ReplaceAll(lines(20, ": 2"), ": ", ":")), " ")
	path := filepath.Join(t.TempDir(), "mine.yaml")
	file := "game: small\nid: mine\ndeck: deck\ncards:\n" + lines(20, ": 2")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{text, path} {
		options := map[string]string{"deck": "red," + value}
		p, err := interp.Load(folder, interp.With{GameOptions: options})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: options})
		if err != nil {
			t.Fatal(err)
		}
		word := tab.OptionValues(1)[p.Compiled.GameOptions["deck"]][1].N
		if got := p.Spelled(p.Compiled.Pack.Symbols[word]); got != text || p.Spelled("red") != "red" {
			t.Error(got)
		}
		if got := scenario.Settled(tab, 1)["deck"]; got != "red,"+text {
			t.Error(got)
		}
		session, err := play.New(play.From(tab), play.Settings{Players: make([]play.Player, 2)})
		if err != nil {
			t.Fatal(err)
		}
		header := session.Header(folder, nil)
		if got := header.Settings()["deck"]; got != "red,"+text {
			t.Error(got)
		}
	}
}

// TestLinesOfADeck: a list is given as players write them too, as text or as a file, cards by their
// ids or their names; mistakes are told at their line, with the nearest card.
func TestLinesOfADeck(t *testing.T) {
	folder := smalltest.Write(t, decked(40, map[string]string{"cards/named.yaml": `
defaults: {type: piece, colour: red, rank: 0}
cards:
  - {id: bear, copies: 0, name: {en: "Bear, the Great", fr: Ours}}
  - {id: wolf, copies: 0, name: {en: Wolf}}
  - {id: twin1, copies: 0, name: {en: Twin}}
  - {id: twin2, copies: 0, name: {en: Twin}}
`}))
	rest := lines(20, ":2")
	path := filepath.Join(t.TempDir(), "my.txt")
	load := func(value string) (string, error) {
		options := map[string]string{"deck": "red," + value}
		p, err := interp.Load(folder, interp.With{GameOptions: options})
		if err != nil {
			return "", err
		}
		tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: options})
		if err != nil {
			return "", err
		}
		return scenario.Settled(tab, 1)["deck"], nil
	}
	text := "# mine\n\n 2x Bear, the Great # not three\r\n1 wolf\n1 Ours\n" + rest
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	spelled := "red,bear:2 wolf:1 bear:1 " + strings.Join(strings.Fields(rest), " ")
	escaped := strings.ReplaceAll(text, ",", `\,`)
	one := "2 Bear\\, the Great\\, 1x wolf \\,1 Ours\n" + rest
	for _, value := range []string{strings.ReplaceAll(text, "Bear, the Great", "bear"), path, escaped, one} {
		if got, err := load(value); err != nil || got != spelled {
			t.Error(got, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"3 Wolf\n\n  1 Wofl", `deck list 2:3:5: there is no card "Wofl" (near it: wolf)`},
		{"c00000:9 c00x:1", `deck list 2:1:10: there is no card "c00x"`},
		{"b:1 c0:1", `has 2 errors; the first: deck list 2:1:1: there is no card "b"`},
		{"bear:1 wolf:x", `deck list 2:1:8: "wolf" must be a whole number, not the word "x"`},
		{"3 Twin\n", `deck list 2:1:3: there is no card "Twin"`},
		{"4 Wolf\n" + rest,
			`deck list 2:1:3: D-1: the list "deck list 2" has 4 copies of wolf, 1 too many: at most 3`},
		{"3 Wolf\n", `deck list 2: D-1: the list "3 Wolf" has 3 cards, 37 too few: at least 40`},
		{"0 Wolf\n", `deck list 2:1:3: a list has at least one of each card, and at most 1000 in all`},
	} {
		_, err := load(c.text)
		got := fmt.Sprint(err)
		var broken *interp.BrokenError
		if errors.As(err, &broken) {
			for _, f := range broken.Findings {
				got += fmt.Sprintf("\n%s: %s", f.Pos, f.Text())
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%.99q: %s", c.text, got)
		}
	}
}

// TestSealedOptions: where strangers give the options, none is taken for the path of a file.
func TestSealedOptions(t *testing.T) {
	folder := smalltest.Write(t, decked(40, nil))
	path := filepath.Join(t.TempDir(), "my.txt")
	if err := os.WriteFile(path, []byte(lines(20, ":2")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sealed := range []bool{false, true} {
		options := map[string]string{"deck": path}
		p, err := interp.Load(folder, interp.With{GameOptions: options, Sealed: sealed})
		if err == nil {
			_, err = p.Table(interp.Settings{Seats: 2, GameOptions: options})
		}
		if (err == nil) == sealed {
			t.Error(sealed, err)
		}
	}
}

// TestPoolRatios: with decks of 60 cards each, what a game takes does not grow with the pool.
func TestPoolRatios(t *testing.T) {
	measure := func(pool int) map[figure]int {
		p := smalltest.Load(t, decked(pool, nil))
		got := map[figure]int{}
		var g *engine.Game
		var m *script.Machine
		var tab *interp.Table
		begin := func() {
			var err error
			tab, err = p.Table(interp.Settings{Seats: 2})
			if err != nil {
				t.Fatal(err)
			}
			layout, err := engine.NewLayout(p.Compiled.Pack, 2, tab.Layout.Lists...)
			if err != nil {
				t.Fatal(err)
			}
			tab.Layout = layout // which the pack would keep
			m, err = tab.Machine()
			if err != nil {
				t.Fatal(err)
			}
			g = engine.New(tab.Setup(m, 1))
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		nothing := func() {}
		cost(got, "question", "", nothing, begin)
		cost(got, "fork", "", nothing, func() { g.Fork(m) })
		cost(got, "view", "", nothing, func() { view.Of(g.Position(), view.Referee) })
		cost(got, "preview", "", nothing, func() {
			told := preview.New(m, tab.Speaker("en"))
			told.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
			told.Options(preview.Settings{First: 4, Worlds: 8, Pauses: 50, Instructions: 1_000_000})
		})
		cost(got, "world", "", nothing, func() {
			trial := engine.NewDeterminizer(m, nil)
			trial.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
			trial.Sample(1)
		})
		got[figure{"work", ""}] = g.Counts().Work
		got[figure{"events", ""}] = g.Counts().Events
		return got
	}
	few := measure(160)
	many := measure(5000)
	for _, f := range inOrder(few) {
		most := 12
		if strings.HasPrefix(f.measure, "question") {
			most = 15
		}
		t.Logf("%s: %d, in a pool of 5,000 %d", f.measure, few[f], many[f])
		if few[f] == 0 || many[f]*10 > few[f]*most {
			t.Errorf("%s: %d, in a pool of 5,000 %d", f.measure, few[f], many[f])
		}
	}
}
