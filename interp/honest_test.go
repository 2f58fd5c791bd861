package interp_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// guessing are packs in which seat 1 guesses what only another knows, and wins
// by a right guess: what a player that looks ahead gets from secrets that its
// worlds would give away.
var guessing = map[string]struct {
	fair  float64
	files map[string]string
}{
	"a number in an attribute that its owner alone sees": {1.0 / 6, map[string]string{
		"game.yaml": guessGame("  pick: {type: number, start: 0, seen: owner}\n", "turn.pick, turn.guess"),
		"scripts/rules/turn.lua": guessScript(`
function turn.pick()
  local picks = choose.secret{seats = game.seats, prompt = "take", from = {1, 2, 3, 4, 5, 6}, min = 1, max = 1}
  game.seats[1].pick, game.seats[2].pick = picks[1][1], picks[2][1]
end
function turn.guess()
  local n = choose.one{seat = game.seats[1], prompt = "take", from = {1, 2, 3, 4, 5, 6}}
  if n == game.seats[2].pick then game.seats[1].score = 1 end
end`),
	}},
	"a secret answer given earlier in the step": {1.0 / 6, map[string]string{
		"game.yaml": guessGame("", "turn.guess"),
		"scripts/rules/turn.lua": guessScript(`
function turn.guess()
  local picks = choose.secret{seats = game.seats, prompt = "take", from = {1, 2, 3, 4, 5, 6}, min = 1, max = 1}
  local n = choose.one{seat = game.seats[1], prompt = "take", from = {1, 2, 3, 4, 5, 6}}
  if n == picks[2][1] then game.seats[1].score = 1 end
end`),
	}},
	"the type of a card dealt from a deck of two types": {4.0 / 7, map[string]string{
		"game.yaml": strings.Replace(strings.Replace(guessGame("", "turn.deal, turn.guess"), "types:\n  piece:", `types:
  red_card: {start: pile, attributes: {}}
  blue_card: {start: pile, attributes: {}}
  piece:`, 1), "zones:\n", "zones:\n  pile: {of: table, ordered: true, seen: nobody}\n", 1),
		"cards/mixed.yaml": "cards:\n  - {id: red, type: red_card, name: {en: Red}, copies: 4}\n  - {id: blue, type: " +
			"blue_card, name: {en: Blue}, copies: 4}\n",
		"scripts/rules/turn.lua": guessScript(`
function turn.deal()
  shuffle(game.pile)
  for _, seat in ipairs(game.seats) do move(game.pile.top, seat.hand) end
end
function turn.guess()
  local own = first{zone = game.seats[1].hand}
  local kinds = {"red_card", "blue_card"}
  local n = choose.one{seat = game.seats[1], prompt = "take", from = {1, 2}}
  local other = first{zone = game.seats[2].hand}
  if kinds[n] == other.type then game.seats[1].score = 1 end
end`),
	}},
}

// guessGame is the small game with attributes of seats and steps of its own.
func guessGame(attributes, steps string) string {
	text := strings.Replace(smalltest.Pack["game.yaml"], "  score: {type: number, start: 0, min: 0}\n",
		"  score: {type: number, start: 0, min: 0}\n"+attributes, 1)
	from := strings.Index(text, "flow:\n")
	return text[:from] + "standing: turn.standing\nflow:\n  - phase: play\n    do: [" + steps + ", turn.judge]\n"
}

func guessScript(functions string) string {
	return "local turn = {}" + functions + `
function turn.standing(seat) return seat.score end
function turn.judge()
  if game.seats[1].score > 0 then finish(game.seats[1]) else finish(game.seats[2]) end
end
return turn
`
}

// TestGuessing: who looks ahead guesses what is hidden from him no better than chance,
// by four standard deviations.
func TestGuessing(t *testing.T) {
	games := 300
	if os.Getenv("RULEDECK_FULL") != "" {
		games = 3000
	}
	for name, test := range guessing {
		p := smalltest.Load(t, test.files)
		tbl, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"greedy", "search:24"} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				won, atRandom := 0, 0
				for seed := range games {
					g, gaveUp := guess(t, tbl, kind, uint64(seed))
					if g.Winners().Has(1) {
						won++
					}
					atRandom += gaveUp
				}
				n := float64(games)
				if bound := n*test.fair + 4*math.Sqrt(n*test.fair*(1-test.fair)); float64(won) > bound {
					t.Errorf("%d of %d games were won, by chance up to %.0f", won, games, bound)
				}
				t.Logf("%d of %d games were won, fair are %.0f; %d answers at random", won,
					games, n*test.fair, atRandom)
				if atRandom > games/10 {
					t.Errorf("it gave up %d times in %d games", atRandom, games)
				}
			})
		}
	}
}

// guess plays a game of a player that looks ahead against a random one, and says how
// often the one answered at random.
func guess(t *testing.T, tbl *interp.Table, kind string, seed uint64) (*engine.Game, int) {
	t.Helper()
	game, err := tbl.Machine()
	if err != nil {
		t.Fatal(err)
	}
	thought, err := tbl.Machine()
	if err != nil {
		t.Fatal(err)
	}
	g := engine.New(tbl.Setup(game, seed))
	player, err := bot.New(kind, 1, seed, func() engine.Scripts { return thought })
	if err != nil {
		t.Fatal(err)
	}
	g.SetDecider(1, player.Decide)
	g.SetDecider(2, bot.NewRandom(2, seed).Decide)
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	refused, gaveUp := "", 0
	switch p := player.(type) {
	case *bot.Greedy:
		refused, gaveUp, err = p.Refused, p.AtRandom, p.Err
	case *bot.Search:
		refused, gaveUp, err = p.Refused, p.AtRandom, p.Err
	}
	if refused != "" || err != nil {
		t.Fatal(refused, err)
	}
	return g, gaveUp
}
