package interp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
)

// TestDraft plays a drafting game, in which hands pass, with a player that thinks against
// two that do not. It goes by what it has seen of the hands: in full,
// RULEDECK_FULL=1 go test ./interp -run TestDraft -v, it wins 75 % of 60 games where hands
// pass at once, as where the rules show again what each seat knew, and 55 % where these
// make all forget it.
func TestDraft(t *testing.T) {
	games, least := 6, 3
	ways := []string{"move(hands, zones)"}
	if os.Getenv("RULEDECK_FULL") != "" {
		games, least = 60, 40
		ways = append(ways, `local known = {}
  for _, hand in ipairs(hands) do
    for _, card in ipairs(hand) do
      for _, seat in ipairs(game.seats) do
        if card:knows(seat) then known[#known + 1] = {card, seat} end
      end
    end
  end
  move(hands, zones)
  for _, hand in ipairs(hands) do conceal(hand) end
  for _, one in ipairs(known) do reveal(one[1], one[2]) end`, `move(hands, zones)
  for _, hand in ipairs(hands) do conceal(hand) end`)
	}
	for i, way := range ways {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../testdata/draft")); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "scripts", "rules", "draft.lua")
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), ways[0]) {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), ways[0], way, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := interp.Load(dir, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := p.Table(interp.Settings{Seats: 3, DropLog: true, Follow: true})
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		for n := range games {
			if drafts(t, tab, engine.Seat(1+n%3), uint64(n/3)).Winners().Has(engine.Seat(1 + n%3)) {
				won++
			}
		}
		t.Logf("%d of %d games won: %s", won, games, way)
		if i < 2 && won < least {
			t.Errorf("%d of %d games won where hands pass: %s", won, games, way)
		}
	}
}

// drafts plays a game in which one seat thinks.
func drafts(t *testing.T, tab *interp.Table, thinks engine.Seat, seed uint64) *engine.Game {
	t.Helper()
	machine := func() engine.Scripts {
		m, err := tab.Machine()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	g := engine.New(tab.Setup(machine(), seed))
	for s := engine.Seat(1); s <= 3; s++ {
		kind := "greedy"
		if s == thinks {
			kind = "search:100"
		}
		player, err := bot.New(kind, s, seed, machine)
		if err != nil {
			t.Fatal(err)
		}
		g.SetDecider(s, player.Decide)
	}
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}
