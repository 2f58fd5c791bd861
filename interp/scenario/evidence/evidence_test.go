package evidence

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
)

const harvest = "../../../testdata/tutorial/harvest"

// change is what stands in a file of the pack in place of something else.
type change struct{ file, old, with string }

func made(t *testing.T, changes []change) *interp.Pack {
	t.Helper()
	s, err := pack.Open(harvest)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		found := false
		for i := range s.Files {
			if f := &s.Files[i]; f.Path == c.file && bytes.Contains(f.Data, []byte(c.old)) {
				f.Data, found = bytes.Replace(f.Data, []byte(c.old), []byte(c.with), 1), true
			}
		}
		if !found {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
	}
	p, err := interp.ReadSource(s).Pack()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFindings: what silent games tell of slips in a game that is right, word for word.
func TestFindings(t *testing.T) {
	const game, rules, mole = "game.yaml", "scripts/rules/trick.lua", "scripts/abilities/mole.lua"
	for _, c := range []struct {
		name    string
		changes []change
		want    string
	}{
		{"nothing", nil, ""},
		{"no finish", []change{{rules, "  finish(winners)", "  return winners"}},
			`game.yaml:41:12: warning play-never-ends: no script called finish in 40 silent games: each came to the ` +
				`end of the flow, and nobody won`},
		{"a condition that says no",
			[]change{{mole, "  run ", "  when = function(_, ev) return ev.seat == nil end,\n  run "}},
			`scripts/abilities/mole.lua:2:16: warning play-never-acts: the ability "mole" never acted in 40 silent ` +
				`games: its when said no each of the 127 times that nothing else kept it from acting; before that, ` +
				`7 times where card = {other: true} did not hold`},
		{"a condition that never holds", []change{{mole, "{other = true}", "{other = true, zone = \"barn\"}"}},
			`scripts/abilities/mole.lua:5:41: warning play-never-acts: the ability "mole" never acted in 40 silent ` +
				`games: where card = {zone: barn} did not hold each of the 127 times that nothing else kept it from ` +
				`acting; before that, 7 times where card = {other: true} did not hold`},
		{"a cost that nobody can pay", []change{{mole, "  run ", "  pays = {seat = {tricks = 30}},\n  run "}},
			`scripts/abilities/mole.lua:6:10: warning play-never-acts: the ability "mole" never acted in 40 silent ` +
				`games: pays = {seat: {tricks: 30}} did not hold each of the 127 times that nothing else kept it ` +
				`from acting; before that, 7 times where card = {other: true} did not hold`},
		{"an unused zone", []change{{game, "  trick: {of", "  cellar: {of: table}\n  trick: {of"}},
			`game.yaml:18:3: note play-never-used: no card came into cellar in 40 silent games`},
		{"an option that no rule reads",
			[]change{{game, "words:", "options:\n  mulligan: {values: [\"off\", \"on\"], default: \"off\"}\nwords:"}},
			`game.yaml:3:3: note play-never-read: no script read the option mulligan in 40 silent games`},
		{"a trigger that is never raised",
			[]change{{rules, "  if not won then return end", "  if won then return end"}},
			"game.yaml:19:3: note play-never-used: no card came into barn in 40 silent games\n" +
				"game.yaml:25:3: note play-never-raised: trick.taken was never raised in 40 silent games"},
		{"a comparison that is never true",
			[]change{{rules, "card.rank end", "card.rank + (card.rank > 9 and 1 or 0) end"}},
			`scripts/rules/trick.lua:29:62: note play-never-so: this comparison is never true: it was asked 311 ` +
				`times in 40 silent games`},
		{"a phase without end", []change{
			{game, "  - phase: result", "  - phase: rest\n    repeat: {until: trick.never}\n    do: [trick.idle]\n" +
				"  - phase: result"},
			{rules, "-- How", "function trick.never() return false end\nfunction trick.idle() end\n\n-- How"}},
			`game.yaml:41:12: error play-fails: 1 of 1 silent game failed here, the first with 3 seats: the game ` +
				`goes on without end: 1000 steps, and nobody was asked; again and again: trick.idle (rest.ends); ` +
				`then end of rest; then beginning of rest (rest.begins); ruledeck fuzz harvest --seats 3 writes ` +
				`such a game as a scenario`},
		{"a step that schedules itself", []change{{rules, "function trick.count()\n",
			"function trick.count()\n  if true then return schedule(\"trick.count\") end\n"}},
			`scripts/rules/trick.lua:42: error play-fails: 1 of 1 silent game failed here, the first with 3 seats: ` +
				`the game goes on without end: 1000 steps, and nobody was asked; again and again: trick.count; ` +
				`ruledeck fuzz harvest --seats 3 writes such a game as a scenario`},
		{"a fault", []change{{rules, "  move(game.trick:cards(), seat.barn)",
			"  move(game.trick:cards(), seat.barn)\n  if seat.tricks == 9 then seat.tricks = game.trick.top.rank end"}},
			``},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, err := (&Player{Pack: made(t, c.changes), Name: "harvest", Games: 40, Workers: 1}).Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, d := range said.Findings {
				told = append(told, fmt.Sprintf("%s: %s %s: %s", strings.TrimPrefix(d.Pos.String(), harvest+"/"),
					d.Severity, d.Code, d.Message))
			}
			if got := strings.Join(told, "\n"); got != c.want {
				t.Errorf("told\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestSpent: what games take counts together, with what bots and screens ask of the pack in
// them. Where nothing is left no more are played, the same ones however many are played at
// once; what took most is named, and nothing is said to be missing in games while scenarios
// may have it.
func TestSpent(t *testing.T) {
	const rules = "scripts/rules/trick.lua"
	heavy := []change{{rules, "function trick.play(seat)", "function trick.play(seat) for _ = 1, 30000 do end"}}
	asked := []change{{rules, "return seat.tricks", "for _ = 1, 90000 do end return seat.tricks"}}
	mole := change{"scripts/abilities/mole.lua", "  run ",
		"  when = function(_, ev) return not ev.seat end,\n  run "}
	for _, c := range []struct {
		name      string
		changes   []change
		scenarios []string
		want      string
	}{
		{"steps", heavy, nil, "16 silent games; 1 of 1 abilities acted"},
		{"evaluation", asked, nil, "112 silent games; 1 of 1 abilities acted"},
		{"never", append(heavy, mole), nil, "16 silent games; 0 of 1 abilities acted\n" +
			"scripts/abilities/mole.lua:2:16: warning play-never-acts: the ability \"mole\" never acted in 16 silent " +
			"games: its when said no each of the 50 times that nothing else kept it from acting; before that, 5 " +
			"times where card = {other: true} did not hold"},
		{"scenarios", append(heavy, mole), []string{harvest + "/scenarios/tricks.yaml"},
			"16 silent games; 0 of 1 abilities acted, 1 more in scenarios"},
	} {
		for workers := range 3 {
			spent := &diag.List{Account: diag.Together("playing silent games", 1)}
			said, err := (&Player{Pack: made(t, c.changes), Games: 250, Workers: workers, Scenarios: c.scenarios,
				Spent: spent}).Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got, want := said.String(), c.want+"\nscripts/rules/trick.lua: note play-takes-much: playing silent "+
				"games takes more than 20000000 instructions; no other file takes as many as this one; "+
				strings.Fields(c.want)[0]+" of 250 games are played"
			for _, d := range said.Findings {
				got += fmt.Sprintf("\n%s: %s %s: %s", strings.TrimPrefix(d.Pos.String(), harvest+"/"), d.Severity,
					d.Code, d.Message)
			}
			if got != want {
				t.Errorf("%s, %d workers: told\n%s\nwant\n%s", c.name, workers, got, want)
			}
		}
	}
}

// TestNothingIsToldOfWhatIsRight: of small games that are right games tell nothing.
func TestNothingIsToldOfWhatIsRight(t *testing.T) {
	for _, game := range []string{"tictactoe", "kuhn", "leduc", "roundcards"} {
		p, err := interp.Load("../../../testdata/"+game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		said, err := (&Player{Pack: p, Games: 100, Workers: 1}).Play(t.Context())
		if err != nil || len(said.Findings) > 0 {
			t.Errorf("%s: %v %v", game, said, err)
		}
	}
}

// TestOnlyInScenarios: an ability that acts in a scenario and in no game is told of where the
// counts say why.
func TestOnlyInScenarios(t *testing.T) {
	const file = harvest + "/scenarios/rich.yaml"
	p := made(t, []change{{"scripts/abilities/mole.lua", "  run ",
		"  when = function(_, ev) return ev.seat.tricks > 40 end,\n  run "}})
	said, err := (&Player{Pack: p, Name: "harvest", Games: 40, Workers: 1, Scenarios: []string{file},
		Load: func(string, interp.With) (*interp.Pack, error) { return p, nil },
		Text: func(string) ([]byte, error) {
			return []byte(`name: a mole that loses the trick to a rich seat leads the next one
game: ..
seats: 3
given: {game: {leader: 2}, turn: 2, 2: {tricks: 50, hand: [Rye 9, Rye 2]}, 3: {hand: [Rye 1, Rye 4]},
  1: {hand: [Rye 3, Rye 5]}}
do: [2: Rye 9, 3: Rye 1, 1: Rye 3, until: trick.play]
then: {game: {leader: 3}}
`), nil
		}}).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, d := range said.Findings {
		told = append(told, fmt.Sprintf("%s: %s", d.Severity, d.Message))
	}
	want := `note: the ability "mole" acts in scenarios, and never in 40 silent games: its when said no each of the ` +
		`127 times that nothing else kept it from acting; before that, 7 times where card = {other: true} did not hold`
	if len(told) != 1 || told[0] != want {
		t.Errorf("told %q\nwant %q", told, want)
	}
}

// TestCardsOfScenarios: a card that no game deals is told of, though a scenario lays it down; not
// one of which its author says that it is not implemented.
func TestCardsOfScenarios(t *testing.T) {
	const rules = "scripts/rules/trick.lua"
	p := made(t, []change{{rules, "HAND = 9", "HAND = 8"}, {"game.yaml", "times: 9", "times: 8"},
		{rules, "move(game.deck.top, seat.hand)", `move(first{zone = "deck", rank = {max = 8}}, seat.hand)`},
		{"cards/crops.yaml", "cards:\n",
			"cards:\n  - {id: weed, suit: rye, rank: 9, unimplemented: grows anywhere}\n"}})
	said, err := (&Player{Pack: p, Name: "harvest", Games: 100, Workers: 1,
		Scenarios: []string{harvest + "/scenarios/tricks.yaml"}}).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, d := range said.Findings {
		told = append(told, d.Code+": "+d.Message)
	}
	want := "play-never-moves: the card rye_9 never left its place in 100 silent games, where 32 of the 37 cards of " +
		"the type crop did"
	if len(told) != 4 || !slices.Contains(told, want) {
		t.Errorf("told %q, want 4 cards, %q among them", told, want)
	}
}

// TestTells: steps by which a seat learns what it does not know are told, each once, where they
// stand; rules that are right tell nothing, and what the games take is spent.
func TestTells(t *testing.T) {
	const rules = "scripts/rules/trick.lua"
	for _, c := range []struct {
		changes []change
		want    string
	}{
		{nil, ""},
		{[]change{
			{rules, "  move(choose.one{", "  if any{zone = seat.hand, suit = \"beet\", rank = 3} then seat.tricks = " +
				"seat.tricks + 1 end\n  move(choose.one{"},
			{rules, "  if not won then", "  if game.seats[2].hand.top and game.seats[2].hand.top.rank > 4 then " +
				"raise(\"trick.taken\", {card = won, seat = won.seat, leader = won.seat}) " +
				"end\n  if not won then"},
		}, "scripts/rules/trick.lua:16: note: seat 1 can tell by the step trick.play that hidden cards lie " +
			"otherwise: there something else had happened: answer, not set\n" +
			"scripts/rules/trick.lua:27: note: seat 1 can tell by the step trick.take that hidden cards lie " +
			"otherwise: there something else had happened: raise, not set"},
	} {
		spent := Spending(40)
		before, _ := spent.Left()
		said, err := (&Player{Pack: made(t, c.changes), Games: 1, Worlds: 8, Spent: spent}).Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, d := range said.Findings {
			if d.Code == "play-tells" {
				told = append(told, fmt.Sprintf("%s: %s: %s", strings.TrimPrefix(d.Pos.String(), harvest+"/"),
					d.Severity, d.Message))
			}
		}
		if got := strings.Join(told, "\n"); got != c.want {
			t.Errorf("told\n%s\nwant\n%s", got, c.want)
		}
		if left, _ := spent.Left(); left > before-100_000 {
			t.Errorf("of %d instructions %d are left", before, left)
		}
	}
	if _, err := (&Player{Pack: made(t, nil), Games: 1, Worlds: 1}).Play(t.Context()); err != nil {
		t.Errorf("without a bound: %v", err)
	}
}
