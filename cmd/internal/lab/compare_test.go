package lab_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/interp"
)

// duel is a game of one decision a seat: five cards each, play three, the larger sum
// wins. Squires are a third of the deck.
var duel = map[string]string{
	"pack.yaml": "id: duel\nversion: 1.0.0\napi: 3\nname: {en: Duel}\nseats: {min: 2, max: 2}\n",
	"game.yaml": `
options:
  house: {values: [red, blue, green], per_seat: true, default: red}
seat:
  strength: {type: number, start: 0, name: {en: Strength}}
types:
  card:
    start: deck
    attributes: {rank: {type: number, name: {en: Rank}}}
zones:
  deck: {of: table, ordered: true, seen: nobody}
  hand: {of: seat, seen: owner}
  board: {of: seat}
flow:
  - phase: round
    do: [duel.deal, duel.play, duel.judge]
`,
	"cards/cards.yaml": `
defaults: {type: card}
cards:
  - {id: squire, name: {en: Squire}, copies: 10, rank: 3}
  - {id: page, name: {en: Page}, copies: 8, rank: 2}
  - {id: knight, name: {en: Knight}, copies: 8, rank: 5}
  - {id: king, name: {en: King}, copies: 4, rank: 8}
`,
	"scripts/rules/duel.lua": `
local duel = {}

function duel.deal()
  shuffle(game.deck)
  for _, seat in ipairs(game.seats) do
    for _ = 1, 5 do move(game.deck.top, seat.hand) end
  end
end

function duel.play()
  for _, seat in ipairs(game.seats) do
    for _, card in ipairs(choose.some{seat = seat, prompt = "play", from = seat.hand:cards(), min = 3, max = 3}) do
      move(card, seat.board)
      seat.strength = seat.strength + card.rank
    end
  end
end

function duel.judge()
  local best, winners = -1, {}
  for _, seat in ipairs(game.seats) do
    if seat.strength > best then best, winners = seat.strength, {} end
    if seat.strength == best then winners[#winners + 1] = seat end
  end
  finish(winners)
end

return duel
`,
}

// duelPlan is the duel with random bots; each text that is changed is given with what
// stands in its place.
func duelPlan(t *testing.T, seed uint64, changes ...string) *lab.Plan {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range duel {
		files[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(changes...).Replace(text))}
	}
	p, err := interp.Load("duel", interp.With{Files: files})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: map[string]string{"house": "red,blue"}, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	return &lab.Plan{Table: tab, Bots: []string{"random", "random"}, Seed: seed}
}

func compared(t *testing.T, c *lab.Experiment) *lab.Compared {
	t.Helper()
	out, err := c.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// TestAPlantedChangeIsFound: one more rank for a common card is seen at that card, by
// any number of workers after the same pairs.
func TestAPlantedChangeIsFound(t *testing.T) {
	var outs []*lab.Compared
	for _, workers := range []int{1, 3} {
		c := &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, 1), duelPlan(t, 1, "rank: 3", "rank: 4")}, Games: 2000,
			Workers: workers}
		outs = append(outs, compared(t, c))
	}
	out := outs[0]
	if out.Stopped != "moved" || out.Pairs >= 2000 || out.Pairs%lab.Batch != 0 {
		t.Errorf("stopped as %s after %d pairs", out.Stopped, out.Pairs)
	}
	first := out.Figures[0]
	if !first.Moved || first.By != "card" || first.Key != "squire" || first.What != "won" ||
		first.Difference <= 0 || first.B <= first.A {
		t.Errorf("%+v", first)
	}
	if diff := cmp.Diff(out, outs[1]); diff != "" {
		t.Errorf("three workers (-one +three):\n%s", diff)
	}
}

// TestEqualGamesDoNotDiffer: with the same seeds every difference is 0; with other
// seeds chance is told from change.
func TestEqualGamesDoNotDiffer(t *testing.T) {
	out := compared(t, &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, 5), duelPlan(t, 5)}, Games: 200})
	if out.Stopped != "pairs" || out.Pairs != 200 || out.Difference != 0 || out.Low > 0 || out.High < 0 {
		t.Errorf("%+v", out)
	}
	runs, allowed, flagged := uint64(12), 1, 0
	if os.Getenv("RULEDECK_FULL") != "" {
		runs, allowed = 100, 5
	}
	for seed := range runs {
		out := compared(t, &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, seed), duelPlan(t, seed)}, Games: 300,
			Unpaired: true})
		for _, f := range out.Figures {
			if f.Moved {
				t.Logf("seed %d: %+v", seed, f)
				flagged++
				break
			}
		}
	}
	t.Logf("%d of %d comparisons of a game with itself found a difference", flagged, runs)
	if flagged > allowed {
		t.Errorf("%d of %d comparisons of a game with itself found a difference", flagged, runs)
	}
}

// TestAResumedComparison: stopped at any look and gone on with, it says what it says
// without a break, and an older one is not taken for it.
func TestAResumedComparison(t *testing.T) {
	planted := func() *lab.Experiment {
		return &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, 1), duelPlan(t, 1, "rank: 3", "rank: 4")}, Games: 2000}
	}
	want := compared(t, planted())
	var kept []byte
	for stops := 0; ; stops++ {
		ctx, stop := context.WithCancel(t.Context())
		c := planted()
		if kept != nil {
			if err := c.Resume(kept); err != nil {
				t.Fatal(err)
			}
		}
		looks := 0
		c.Keep = func(state func() ([]byte, error)) (err error) {
			if looks++; looks > stops {
				stop()
			}
			kept, err = state()
			return err
		}
		all, err := c.Compare(ctx)
		stop()
		if err != nil {
			t.Fatal(err)
		}
		got := all[0]
		if got.Stopped != "interrupted" {
			if diff := cmp.Diff(want, got); diff != "" || stops < 2 {
				t.Errorf("%d stops (-without +with):\n%s", stops, diff)
			}
			break
		}
	}
	for _, c := range []struct {
		change func(c *lab.Experiment)
		data   string
		want   string
	}{
		{func(c *lab.Experiment) { c.Arms[1] = duelPlan(t, 1) }, string(kept),
			"it is another run: pack "},
		{func(c *lab.Experiment) { c.Games = 50 }, string(kept), `it is another run: games "2000", not "50" (1 of 2)`},
		{func(c *lab.Experiment) { c.Unpaired = true }, string(kept), "--unpaired is another"},
		{func(*lab.Experiment) {}, `{"v":3,"job":{}}`, "it has the version 3, and this program reads 5"},
		{func(*lab.Experiment) {}, `{"v":5,"compares":[{"seed":1}]}`, "it is no run of sim that can be resumed"},
		{func(*lab.Experiment) {}, strings.Replace(string(kept), `"games":[[0,`, `"games":[[0,9`, 1),
			"it has no games 1 to 9"},
	} {
		other := planted()
		c.change(other)
		if err := other.Resume([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
}

// TestPrecision: the aim is kept, whatever is found on the way.
func TestPrecision(t *testing.T) {
	c := &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, 2), duelPlan(t, 2, "rank: 3", "rank: 4")}, Games: 20000,
		Precision: 0.04}
	out := compared(t, c)
	if out.Stopped != "precise" {
		t.Errorf("stopped as %s after %d pairs", out.Stopped, out.Pairs)
	}
	for _, f := range out.Figures {
		if f.By != "card" && f.What == "won" && *f.High-f.Difference > 0.04 {
			t.Errorf("%+v", f)
		}
	}
}

// TestAnInterruptedComparison says what it has, and why there is no more.
func TestAnInterruptedComparison(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &lab.Experiment{Arms: []*lab.Plan{duelPlan(t, 2), duelPlan(t, 2)}, Games: 1000}
	c.Progress = func(games int) {
		if games == 240 {
			cancel()
		}
	}
	all, err := c.Compare(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if out := all[0]; out.Stopped != "interrupted" || out.Pairs != 100 || out.A.Games != 100 {
		t.Errorf("%+v", out)
	}
}
