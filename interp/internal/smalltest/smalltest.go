// Package smalltest is a small game for tests of the interpreter: one phase, whose only step
// tests write themselves.
//
// It imports the engine, interp and interp/diag; only tests import it.
package smalltest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Pack is a game of one phase whose only step is rules/turn.lua's take, for
// two seats; tests lay their own files over it.
var Pack = map[string]string{
	"pack.yaml": `
id: small
version: 1.0.0
api: 3
name: {en: Small}
seats: {min: 2, max: 2}
`,
	"game.yaml": `
words:
  colour: [red, green, blue]
  side: [heads, tails]
dice:
  coin: [heads, tails]
game:
  rounds: {type: number, start: 0}
seat:
  score: {type: number, start: 0, min: 0}
types:
  piece:
    start: supply
    active: {zone: board}
    attributes:
      colour: {type: colour}
      rank: {type: number}
      tired: {type: flag, state: true, start: false, keeps_in: board}
zones:
  supply: {of: table}
  board: {of: seat}
  hand: {of: seat, seen: owner}
  deck: {of: seat, ordered: true, seen: nobody}
triggers:
  piece.scored:
    doc: A piece is about to score.
    params:
      piece: {type: card}
      seat: {type: seat}
      points: {type: number, write: true}
    cancel: true
flow:
  - phase: play
    repeat: {times: 3}
    do:
      - phase: turn
        turns: {until: once}
        do: [turn.take]
  - phase: closing
    do: [turn.judge]
`,
	"cards/pieces.yaml": `
defaults: {type: piece}
cards:
  - {id: ant, name: {en: Ant}, copies: 2, colour: red, rank: 1}
  - {id: bee, name: {en: Bee}, copies: 2, colour: green, rank: 2}
  - {id: cat, name: {en: Cat}, colour: blue, rank: 3}
`,
	"scripts/rules/turn.lua": `
local turn = {}
function turn.take(seat)
  local piece = choose.one{seat = seat, prompt = "take", from = cards{zone = "supply"}}
  if piece then
    piece.seat = seat
    move(piece, seat.board)
    raise("piece.scored", {piece = piece, seat = seat, points = piece.rank}, function(ev)
      seat.score = seat.score + ev.points
    end)
  end
end
function turn.judge()
  local a, b = game.seats[1], game.seats[2]
  if a.score == b.score then return finish({}, "draw") end
  finish(a.score > b.score and a or b)
end
return turn
`,
	"locale/en.yaml": `
prompt.take: Take a piece
trigger.piece.scored: "{piece} scores {points} for {seat}"
`,
}

// Write writes the small pack, with changed or further files, to a folder.
func Write(t testing.TB, change map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	files := map[string]string{}
	for _, layer := range []map[string]string{Pack, change} {
		for name, text := range layer {
			files[name] = text
		}
	}
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

// Load loads the small pack with changes; every finding fails the test.
func Load(t testing.TB, change map[string]string) *interp.Pack {
	t.Helper()
	p, err := interp.Load(Write(t, change), interp.With{})
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		var b strings.Builder
		if err := diag.WriteText(&b, broken.Findings, broken.Lines, nil); err != nil {
			t.Fatal(err)
		}
		t.Fatal(b.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// New starts a game of two seats.
func New(t testing.TB, p *interp.Pack, seed uint64) *engine.Game {
	t.Helper()
	table, err := p.Table(interp.Settings{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// First answers every decision with its first legal reply.
func First(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	return d.First(seat)
}

// PlayBots plays a game to its end with a decider on every seat.
func PlayBots(t testing.TB, g *engine.Game, decide engine.Decider) {
	t.Helper()
	for s := 1; s <= g.Layout().Seats; s++ {
		g.SetDecider(engine.Seat(s), decide)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatalf("the game did not end: status %d, %v", status, err)
	}
}

// PlayByHand plays a game to its end with every decision open to the host.
func PlayByHand(t testing.TB, g *engine.Game, decide engine.Decider) {
	t.Helper()
	for range 10_000 {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			return
		}
		d := g.Open()
		for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, decide(t.Context(), g.Position(), d, s)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Fatal("the game does not end")
}

// Asking is rules/turn.lua of a step with a function ask, for the lines of a test.
const Asking = `
local turn = {}
function turn.take(seat)
  local function ask(list) return choose.one{seat = seat, prompt = "ask", from = list} end
  %s
end
function turn.judge() finish({}, "draw") end
return turn
`

// AskingTexts is locale/en.yaml with the question of ask.
const AskingTexts = `
prompt.ask: Which number?
prompt.more: How many more?
prompt.double: Double it?
prompt.secret: A number, in secret
finish.draw: Nobody is ahead
`

// Pattern answers by the decision's number and the seed: the same for both ways
// of playing, and different from one decision to the next.
func Pattern(seed uint64) engine.Decider {
	return func(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		pick := int(seed*7) + d.Number*3 + int(seat)
		low, high := d.ShapeOf(seat).Bounds()
		switch d.Kind.Form() {
		case engine.Pick:
			return engine.Reply{pick % len(d.OptionsOf(seat))}
		case engine.Quantity:
			return engine.Reply{low + pick%(high-low+1)}
		}
		return d.First(seat)
	}
}
