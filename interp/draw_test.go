package interp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// noughts loads tic-tac-toe for two seats.
func noughts(t *testing.T, seed uint64) *interp.Table {
	t.Helper()
	p, err := interp.Load("../testdata/tictactoe", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// filled plays a game in which no seat gets a line, or seat 1 in the left column.
func filled(t *testing.T, tab *interp.Table, places ...int) *engine.Game {
	t.Helper()
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	free := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, place := range places {
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		at := slices.Index(free, place)
		if err := g.Answer(g.Open().Number, g.Open().Seat, engine.Reply{at}); err != nil {
			t.Fatal(err)
		}
		free = slices.Delete(free, at, at+1)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	return g
}

// TestADraw: a drawn game has no winner, shares its point among the seats, is told as a
// draw in each language, and can be taken back.
func TestADraw(t *testing.T) {
	tab := noughts(t, 1)
	g := filled(t, tab, 1, 5, 9, 2, 8, 7, 3, 6)
	returns, err := g.Returns()
	if err != nil || g.Winners() != 0 || g.Drawn() != engine.Only(1)|engine.Only(2) ||
		!slices.Equal(returns, []float64{0.5, 0.5}) {
		t.Errorf("winners %b, drawn by %b, returns %v, %v", g.Winners(), g.Drawn(), returns, err)
	}
	v := view.Of(g.Position(), 1)
	if over := scene.NewComposer(tab.Compiled, tab.Speaker("en")).Scene(scene.Input{View: v}).Over; !slices.Equal(
		over.Draw, view.Seats{1, 2}) || over.Winners == nil || len(over.Winners) > 0 {
		t.Errorf("the scene says %+v", over)
	}
	for lang, want := range map[string]string{"en": "A draw: Seat 1, Seat 2",
		"fr": "Match nul : Place 1, Place 2", "ja": "引き分け:席1、席2"} {
		lines := transcript.Of(tab.Speaker(lang), view.NewReader(g.Position(), 1))
		if got := strings.TrimSpace(lines[len(lines)-1].String()); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if err := g.Undo(t.Context(), g.Position().Decisions()-1); err != nil || g.Over() || g.Drawn() != 0 {
		t.Errorf("taken back: over %v, drawn by %b, %v", g.Over(), g.Drawn(), err)
	}

	g = filled(t, tab, 1, 2, 4, 5, 7)
	if returns, err := g.Returns(); err != nil || g.Winners() != engine.Only(1) || g.Drawn() != 0 ||
		!slices.Equal(returns, []float64{1, 0}) {
		t.Errorf("winners %b, drawn by %b, returns %v, %v", g.Winners(), g.Drawn(), returns, err)
	}
}

// TestSearchDrawsTicTacToe: two searches of 400 playouts draw as often as a textbook
// search does, 25 games of 30; with draws counted as lost by both it was 5 of 60.
func TestSearchDrawsTicTacToe(t *testing.T) {
	const games = 8
	draws := 0
	for seed := range uint64(games) {
		tab := noughts(t, seed)
		g, err := tab.NewGame()
		if err != nil {
			t.Fatal(err)
		}
		for seat := engine.Seat(1); seat <= 2; seat++ {
			thinking, err := tab.Machine()
			if err != nil {
				t.Fatal(err)
			}
			search := bot.NewSearch(seat, seed, thinking)
			search.Playouts = 400
			g.SetDecider(seat, search.Decide)
		}
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
			t.Fatal(status, err)
		}
		if g.Drawn() != 0 {
			draws++
		}
	}
	if draws < games*25/30 {
		t.Errorf("%d of %d games were drawn", draws, games)
	}
}

// TestFinishThatCannotBe: what is wrong with the end of a game is said with its place.
func TestFinishThatCannotBe(t *testing.T) {
	for call, want := range map[string]string{
		`finish({drawn = game.seats})`:          `finish has no field "drawn"; a draw is finish{draw = seats}`,
		`finish({draw = 3})`:                    `finish: draw must be a list of seats, not the number 3`,
		`finish({draw = {}})`:                   `a game that no seat shares is not drawn`,
		`finish({draw = {game.seats[1], "x"}})`: `finish: item 2 of the list must be a seat`,
	} {
		g := smalltest.New(t,
			smalltest.Load(t, map[string]string{"scripts/rules/turn.lua": "local turn = {}\nfunction turn.take(seat) " +
				call + " end\nfunction turn.judge() end\nreturn turn\n"}), 1)
		if _, err := g.Advance(t.Context()); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "scripts/rules/turn.lua:2") {
			t.Errorf("%s: %v\nwant %s", call, err, want)
		}
	}
}
