package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
)

// deals is a pack whose option says how the cards of a deck come to seat 1 before it is asked.
var deals = map[string]string{
	"pack.yaml": "{id: deals, version: 1.0.0, api: 3, name: {en: Deals}, seats: {min: 2, max: 2}}",
	"game.yaml": `
types: {card: {start: deck, active: {zone: row}}}
zones:
  deck: {of: table, bag: true, seen: nobody}
  hand: {of: seat, seen: owner}
  stock: {of: table, ordered: true, seen: nobody}
  row: {of: table, ordered: true}
  pile: {of: table, ordered: true}
  on: {of: card, types: card, falls_to: pile}
options: {how: {values: [one, both, apart, stock, row, fall], default: one}}
flow:
  - phase: game
    do: [deal.ask]
`,
	"cards/cards.yaml": `
defaults: {type: card}
cards: [{id: a, name: {en: A}}, {id: b, name: {en: B}}, {id: c, name: {en: C}}, {id: d, name: {en: D}}]
`,
	"locale/en.yaml": `prompt.act: "Act?"`,
	"scripts/rules/deal.lua": `
local deal = {}

function deal.ask()
  local how, deck, hand = game.options.how, game.deck, game.seats[1].hand
  if how == "one" then
    for _ = 1, 2 do move(draw_from(deck), hand) end
  elseif how == "both" then
    move(draw_from(deck, 2), hand)
  elseif how == "apart" then
    local two = draw_from(deck, 2)
    move({{two[1]}, {two[2]}}, {hand, game.seats[2].hand})
  elseif how == "stock" then
    move(deck:cards(), game.stock)
    shuffle(game.stock)
    move({game.stock.top, game.stock.bottom}, hand)
  elseif how == "row" then
    move(draw_from(deck, 2), game.row)
  else
    local two = draw_from(deck, 2)
    local low, high = two[1], two[2]
    if low.id > high.id then low, high = high, low end
    move(low, game.row)
    move(high, game.row)
    for _, host in ipairs{low, high} do move(deck:cards()[1], host.on) end
    move(two, hand)
  end
  choose.yes{seat = game.seats[1], prompt = "act"}
  finish{draw = game.seats}
end

return deal
`,
}

// TestOrderOfTheDeal counts what seat 1 can know of two cards out of four. What comes to a zone
// without order at once has no order; cards that come one after the other, lie in a row, or fall
// on a pile have one.
func TestOrderOfTheDeal(t *testing.T) {
	dir := t.TempDir()
	for name, text := range deals {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for how, states := range map[string]int{"one": 12, "both": 6, "apart": 4, "stock": 6, "row": 12, "fall": 12} {
		tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: map[string]string{"how": how}})
		if err != nil {
			t.Fatal(err)
		}
		w, _ := courses(t, tab, nil)
		if got := len(w.states[1]); got != states {
			t.Errorf("%s: seat 1 tells %d deals apart, want %d", how, got, states)
		}
	}
}
