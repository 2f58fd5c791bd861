package engine_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// red and blue are the lists of the tiny pack with decks, whose words stand behind its own.
const red, blue = engine.Symbol(11), engine.Symbol(12)

// pooled is the tiny pack in which pieces have no copies: seats begin with the pieces of their lists.
func pooled() *engine.Pack {
	p := tinytest.Pack()
	p.Symbols = append(p.Symbols, "red", "blue")
	p.GameOptions = []engine.GameOption{{Name: "hand", PerSeat: true}}
	p.Decks = []engine.Deck{{Option: 0, Zone: tinytest.Hand}}
	p.DeckLists = map[engine.Symbol][]engine.DeckCard{
		red:  {{Def: 2, Copies: 3}, {Def: 7, Copies: 1}},
		blue: {{Def: 2, Copies: 2}},
	}
	for d := range p.Defs {
		if p.Defs[d].Type == tinytest.Piece && d > 0 {
			p.Defs[d].Copies = 0
		}
	}
	p.Defs[2].Copies = 1
	return p
}

func dealt(t *testing.T, lists ...engine.Symbol) *engine.Game {
	t.Helper()
	layout, err := engine.NewLayout(pooled(), len(lists), lists...)
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(withLists(layout, lists...))
}

func withLists(l *engine.Layout, lists ...engine.Symbol) engine.Setup {
	return engine.Setup{Layout: l, Scripts: tinytest.Scripts{}, Seed: 3, GameOptions: [][]engine.Value{words(lists...)}}
}

func words(lists ...engine.Symbol) (out []engine.Value) {
	for _, list := range lists {
		out = append(out, engine.WordValue(list))
	}
	return out
}

// hands is what lies in the hands, in the words of the referee.
func hands(p *engine.Position) string {
	var lines []string
	for s := engine.Seat(1); int(s) <= p.Seats; s++ {
		line := ""
		for _, c := range p.CardsIn(nil, p.ZoneOf(tinytest.Hand, s, 0)) {
			line += fmt.Sprint(" ", p.CardKey(c))
			if p.Owner(c) != s || p.Controller(c) != s || p.Known(c) != engine.Only(s) {
				line += "!"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, " |")
}

// TestDecks: seats begin with the cards of their lists, which they own and know; what a definition
// has of copies of its own stays where its type starts.
func TestDecks(t *testing.T) {
	g := dealt(t, red, blue)
	p := g.Position()
	if got, want := hands(p), " piecec#2 piecec#3 piecec#4 pieceh | piecec#5 piecec#6"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	deck := p.ZoneOf(tinytest.Deck, 0, 0)
	if first, last := p.CardKey(p.TopOf(deck)), p.CardKey(p.BottomOf(deck)); first != "piecea#1" || last != "piecec#1" {
		t.Error(p.CountIn(deck), first, last)
	}
	if len(p.CardsOf(4)) != 0 || p.Sorts != 6 {
		t.Errorf("%v, %d sorts", p.CardsOf(4), p.Sorts)
	}
	before := p.Hash()
	g.Reset(3, [][]engine.Value{words(blue, red)}) // the same cards, dealt the other way round
	if got, want := hands(p), " piecec#2 piecec#3 | piecec#4 piecec#5 piecec#6 pieceh"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if p.Hash() == before {
		t.Error("the hash does not tell who has which deck")
	}
	g.Reset(3, [][]engine.Value{words(red, blue)})
	if p.Hash() != before {
		t.Error("a game with the decks of before begins otherwise")
	}
}

// TestGamesWithDecks: they play, and go back to where they began; a sampled world has for another
// seat what its list has.
func TestGamesWithDecks(t *testing.T) {
	g := dealt(t, red, blue)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if record, err := replay.NewRecord(g, []string{"a", "b"}); err != nil || record.End.Decisions != 0 {
		t.Error(err)
	}
	first := g.Position().Hash()
	number := g.Open().Number
	trial := engine.NewDeterminizer(tinytest.Scripts{}, nil)
	for range 30 {
		answerAll(t, g, 5)
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			break
		}
		trial.At(t.Context(), g.Position(), g.Open(), 1)
		if !trial.Sample(7) || trial.Reopen() != nil {
			continue
		}
		owned := map[string]int{}
		w := trial.Game().Position()
		for c := engine.CardID(1); int(c) <= w.Cards(); c++ {
			owned[fmt.Sprintf("%d %s", w.Owner(c), w.Definition(c).ID)]++
		}
		if owned["1 piecec"] != 3 || owned["1 pieceh"] != 1 || owned["2 piecec"] != 2 || owned["2 pieceh"] != 0 {
			t.Fatal(owned)
		}
	}
	if err := g.Undo(t.Context(), number); err != nil || g.Position().Hash() != first {
		t.Error("it does not go back to its first question: ", err)
	}
}

// TestDecksAreKept: a game is taken up with the decks that it was kept with, or not at all.
func TestDecksAreKept(t *testing.T) {
	header := replay.HeaderOf(dealt(t, red, blue), []string{"a", "b"})
	for _, c := range []struct {
		lists []engine.Symbol
		want  string
	}{
		{[]engine.Symbol{red, blue}, ""},
		{[]engine.Symbol{blue, red}, ""},
		{[]engine.Symbol{red, red}, "the game was kept with the decks red, blue, but here it is red, red"},
	} {
		layout, err := engine.NewLayout(pooled(), 2, c.lists...)
		if err != nil {
			t.Fatal(err)
		}
		g, err := header.Start(withLists(layout, c.lists...))
		var wrong *replay.MismatchError
		switch {
		case c.want != "" && (!errors.As(err, &wrong) || err.Error() != c.want):
			t.Errorf("%v, expected %q", err, c.want)
		case c.want == "" && (err != nil || hands(g.Position()) != hands(dealt(t, red, blue).Position())):
			t.Error(c.lists, err)
		}
	}
}

// TestPools: definitions that no game has cost a layout, a state and a fork nothing.
func TestPools(t *testing.T) {
	fork := func(more int) int {
		p := pooled()
		for i := range more {
			def := p.Defs[3]
			def.ID = fmt.Sprint("more", i)
			p.Defs = append(p.Defs, def)
		}
		layout, err := engine.NewLayout(p, 2, red, blue)
		if err != nil {
			t.Fatal(err)
		}
		g := engine.New(withLists(layout, red, blue))
		if slices.Contains(layout.Lists, 0) || layout.Sorts != 6 || layout.Cards() != 19 {
			t.Error(layout.Lists, layout.Sorts, layout.Cards())
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 20 {
			g.Fork(tinytest.Scripts{})
		}
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	if few, many := fork(0), fork(5000); few == 0 || many > few*6/5 {
		t.Errorf("20 forks take %d bytes, in a pool of 5,000 %d", few, many)
	}
}
