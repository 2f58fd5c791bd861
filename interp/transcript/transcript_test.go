package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// files is a game in which cards are shown, put back and marked unseen.
var files = map[string]string{
	"pack.yaml": "id: told\nversion: 1.0.0\napi: 1\nname: {en: Told}\nseats: {min: 2, max: 2}\n",
	"game.yaml": `
dice: {d6: [1, 2, 3, 4, 5, 6]}
words: {side: [left, right]}
game:
  rounds: {type: number, start: 0}
seat:
  house: {type: side, start: left}
types:
  piece:
    start: deck
    attributes:
      worn: {type: number, state: true, start: 0}
zones:
  deck: {of: table, ordered: true, seen: nobody, name: {en: deck}}
  hand: {of: seat, seen: owner, name: {en: hand}}
  heap: {of: table, name: {en: heap}}
triggers:
  piece.played:
    doc: A piece is played.
    params: {seat: {type: seat}, piece: {type: card}}
flow:
  - phase: play
    do: [turn.deal, turn.show, turn.back, turn.wear, turn.play, turn.name, turn.ends]
`,
	"cards/pieces.yaml": "defaults: {type: piece}\ncards:\n  - {id: ant, name: {en: Ant}}\n  - {id: bee, name: {en: " +
		"Bee}}\n  - {id: cat, name: {en: Cat}}\n  - {id: dog, name: {en: Dog}}\n",
	"scripts/rules/turn.lua": `
local turn = {}
function turn.deal()
  for _, id in ipairs({"bee", "cat"}) do move(first{zone = game.deck, id = id}, game.seats[2].hand) end
end
function turn.show() reveal(first{zone = game.seats[2].hand, id = "bee"}, game.seats[1]) end
function turn.back() move(first{zone = game.seats[2].hand, id = "bee"}, game.deck) end
function turn.wear()
  local cat = first{zone = game.seats[2].hand, id = "cat"}
  cat.worn = 3
  roll("d6", 2)
  roll("d6", 1, game.seats[2])
end
function turn.play()
  local cat = first{zone = game.seats[2].hand, id = "cat"}
  raise("piece.played", {seat = game.seats[2], piece = cat}, function(ev) move(ev.piece, game.heap) end)
end
function turn.name()
  game.rounds = game.rounds + 1
  game.seats[2].house = "right"
end
function turn.ends() finish(game.seats[1]) end
return turn
`,
	"locale/en.yaml": `
seat: "{house}"
phase.play: "Round {rounds}"
move.hand.deck: "{seat} puts {card} back"
move.deck.hand: "{seat} gets {card}"
set.worn: "{card} is worn: {to}"
set.house: "{seat} moves from {from} to {to}"
roll.d6: "dice: {faces}"
trigger.piece.played: "{seat} plays {piece}"
move.to.heap: "{card} lies on the heap"
finish: "{winners} wins"
`,
}

// told plays the game and returns what a viewer is told.
func told(t *testing.T, viewer engine.Seat) []string {
	t.Helper()
	p, err := interp.Load(write(t, files), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	var lines []string
	for _, l := range transcript.Of(table.Speaker("en"), view.NewReader(g.Position(), viewer)) {
		lines = append(lines, strings.TrimSpace(l.String()))
	}
	return lines
}

// TestTold: each reader is told what his view shows, and nothing else: a card
// that he knew is no card in particular once it went from a hand to a hidden
// place, a value on a card that he does not know is not told, a card that is
// played is named in the line that says so.
func TestTold(t *testing.T) {
	for viewer, want := range map[engine.Seat]string{
		1: `=== Round 0 ===
left (2) gets a card
left (2) gets a card
left (2) puts a card back
dice: 4, 3
left (2) plays Cat
Cat lies on the heap
left (2) moves from left to right
left wins`,
		2: `=== Round 0 ===
left (2) gets Bee
left (2) gets Cat
left (2) puts Bee back
Cat is worn: 3
dice: 4, 3, 4
left (2) plays Cat
Cat lies on the heap
left (2) moves from left to right
left wins`,
		view.Referee: `=== Round 0 ===
left (2) gets Bee
left (2) gets Cat
left (2) puts Bee back
Cat is worn: 3
dice: 4, 3, 4
left (2) plays Cat
Cat lies on the heap
left (2) moves from left to right
left wins`,
	} {
		if have := strings.Join(told(t, viewer), "\n"); have != want {
			t.Errorf("viewer %d is told\n%s\nnot\n%s", viewer, have, want)
		}
	}
}

// write writes a pack to a folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.TrimLeft(text, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
