package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	bots "github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// play plays with what is typed and returns what the person sees.
func typed(t *testing.T, line, input string) (string, int) {
	t.Helper()
	var o, e bytes.Buffer
	code := Run(Host{Args: strings.Fields(line), In: strings.NewReader(input), Out: &o, Err: &e})
	return o.String() + e.String(), code
}

const commits = "play bbtm --seats human,random --seed 5 --option teams=reavers,chaos"

// TestMenuParts: players and places are asked for one after the other, and
// equal copies are one entry.
func TestMenuParts(t *testing.T) {
	out, _ := typed(t, commits, "2 99\n2\n0\n2\n1\nquit\n")
	for _, want := range []string{
		"Reikland Reavers: Commit a player to a matchup, or pass\n  1 Ogre   SP 4 tackle/cheat\n",
		"\n  2 Human Blitzer x2   SP 3 tackle\n",
		"there is no option 99; there are 8",
		"\n  Human Blitzer x2\n  1 the right of The Backstab Special\n",
		"\n  0 back\n(or help)> 0\n",
		"Reikland Reavers send Human Blitzer to the right of The Backstab Special\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "  9 ") {
		t.Errorf("a list is long:\n%s", out)
	}
}

// TestMenuRecord: what is kept does not tell in how many parts an answer was
// given.
func TestMenuRecord(t *testing.T) {
	save := func(name, input string) []byte {
		file := filepath.Join(t.TempDir(), name)
		if out, code := typed(t, commits+" --save "+file, input); code != ExitFine {
			t.Fatal(out)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	apart, together := save("apart", "4\n0\n2\n2\nquit\n"), save("together", "2 2\nquit\n")
	if !bytes.Equal(apart, together) {
		t.Error("two lines and one line with two numbers are kept differently")
	}
	if out, _ := typed(t, commits, "2 2\nquit\n"); !strings.Contains(out,
		"send Human Blitzer to the left of All-out Blitz") {
		t.Error(out)
	}
}

// TestMenuWrong: what cannot be read is told, and asked again.
func TestMenuWrong(t *testing.T) {
	out, _ := typed(t, commits, "0\nx\n\n5 1\n1 0 5\nquit\n")
	for _, want := range []string{
		"there is no option 0; there are 5",
		`"x" is not a number; type the number of an option, or help`,
		"type the number of an option (undo, quit)",
		"the answer must name 1 option, not 2",
		"pass\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestLookAsksAgain: the table is long, so the question comes again behind it.
func TestLookAsksAgain(t *testing.T) {
	out, _ := typed(t, commits, "look\nhelp\nquit\n")
	_, after, found := strings.Cut(out, "> look\n")
	if !found || !strings.Contains(after,
		"--\nReikland Reavers: Commit a player to a matchup, or pass\n  1 Ogre   SP 4 tackle/cheat\n") {
		t.Error(after)
	}
	// Copies that read alike are one card, also at the table.
	if !strings.Contains(after, "(2) Human Blitzer x2 SP 3 tackle,") {
		t.Error(after)
	}
	if !strings.Contains(after, "the option with that number") {
		t.Error(after)
	}
}

// TestLookNumbers: what is looked at has the numbers of the list that is asked, not those
// of all the options behind it.
func TestLookNumbers(t *testing.T) {
	many := regexp.MustCompile(`\(\d+-`)
	for look, shown := range map[string]string{
		"hand": "(2) Human Blitzer x2 SP 3", "look hand": "(2) Human Blitzer x2 SP 3", "card ogre": "Ogre (Player)\n",
		"card human blitzer": "Human Blitzer (Player) x2\n",
	} {
		out, _ := typed(t, commits, look+"\nquit\n")
		_, after, _ := strings.Cut(out, "> "+look+"\n")
		if many.MatchString(after) || !strings.Contains(after, shown) ||
			!strings.Contains(after, "\n  2 Human Blitzer x2   SP 3 tackle") {
			t.Errorf("%s:\n%s", look, after)
		}
	}
}

// TestLookHides: what is on the table for its owner or for nobody is not shown
// to others, neither cards nor values.
func TestLookHides(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	game := filepath.Join(dir, "variety", "game.yaml")
	data, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "seat:\n",
		"seat:\n  plan: {type: number, start: 7, seen: owner, name: {en: plan}}\n  fate: {type: number, start: 9, "+
			"seen: nobody, name: {en: fate}}\n", 1)
	if err := os.WriteFile(game, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	out, _ := typed(t, "play variety --seats human,random --seed 5", "look\nquit\n")
	_, after, _ := strings.Cut(out, "> look\n")
	other, own, _ := strings.Cut(after, "Seat 1 S1 (you)")
	if !strings.Contains(own, "plan 7 · points 0") || strings.Contains(after, "fate") ||
		strings.Contains(other, "plan") || !strings.Contains(other, "hand 4") {
		t.Errorf("own\n%s\nother\n%s", own, other)
	}
}

// TestMenusAreShort plays the shipped games and looks at every list that a person
// would be asked to pick from: none is long, each entry stands for options of
// which the first can be picked, and all options can be reached.
func TestMenusAreShort(t *testing.T) {
	for game, seats := range map[string]int{"bbtm": 3, "seven-missions": 2, "football-champions": 2} {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		for seed := uint64(1); seed <= 2; seed++ {
			table, err := p.Table(interp.Settings{Seats: seats, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			g, err := table.NewGame()
			if err != nil {
				t.Fatal(err)
			}
			composer := scene.NewComposer(table.Compiled, table.Speaker("en"))
			for s := engine.Seat(1); int(s) <= seats; s++ {
				bot := bots.NewRandom(s, seed)
				g.SetDecider(s,
					func(_ context.Context, g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
						if d.Kind == engine.PickOne {
							ask := composer.Scene(scene.Input{
								View: view.Of(g, seat), Question: view.Asked(g, d, seat),
							}).Ask
							reached := map[int]bool{}
							walkMenu(t, game, *screen.NewMenu(ask), reached)
							if len(reached) != len(d.OptionsOf(seat)) {
								t.Errorf("%s: %d of %d options can be reached", game, len(reached),
									len(d.OptionsOf(seat)))
							}
						}
						return bot.Decide(t.Context(), g, d, seat)
					})
			}
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// walkMenu goes into every row, and notes the options that they stand for.
func walkMenu(t *testing.T, game string, m screen.Menu, reached map[int]bool) {
	t.Helper()
	if len(m.Rows) > 24 {
		t.Errorf("%s: a list of %d rows: %s, %s, ...", game, len(m.Rows), m.Rows[0].Text, m.Rows[1].Text)
	}
	for i := range m.Rows {
		inner := m
		if m.Rows[i].Text == "" {
			t.Errorf("%s: a row without a text", game)
		}
		option := inner.Pick(i + 1)
		if option == nil {
			walkMenu(t, game, inner, reached)
			continue
		}
		for _, at := range option.Positions {
			reached[at] = true
		}
	}
}

// TestWhy: a line opens its causes, with the step of the rules and where it is written;
// card shows the place that an option is about; a wrong answer is said in the game's
// language.
func TestWhy(t *testing.T) {
	out, _ := typed(t, "play seven-missions --seats human,random --seed 5 --lang fr", "why\n1 2\nquit\n")
	for _, want := range []string{
		"\n  les règles, étape setup.initiative  [scripts/seven-missions/rules/setup.lua:",
		"\n    Premier Joueur ",
		"\nSecond Joueur : Choisissez votre personnage\n",
		"la réponse doit nommer 1 option, et non 2",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out, _ = typed(t, "play football-champions --seats human,random --seed 5", "card 2\nquit\n")
	if !strings.Contains(out, "> card 2\nthe away end, left wing 0\n") {
		t.Error(out)
	}
}

// TestNumbersToChooseFrom: a vote for two is typed 2, wherever it stands in the list.
func TestNumbersToChooseFrom(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "stall")
	if err := os.CopyFS(dir, os.DirFS("../../../interp/play/testdata/stall")); err != nil {
		t.Fatal(err)
	}
	day := filepath.Join(dir, "scripts", "rules", "day.lua")
	data, err := os.ReadFile(day)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "from = function() return {1, 2, 3} end",
		"from = function() return {3, 20, 2} end", 1)
	if err := os.WriteFile(day, []byte(changed), 0o644); err != nil || changed == string(data) {
		t.Fatal("the votes of the stall are others now", err)
	}
	path := filepath.Join(t.TempDir(), "votes.save")
	out, _ := typed(t, "play "+dir+" --seats human,random --seed 4 --save "+path, "5\n1\n2\nquit\n")
	for _, want := range []string{"\n  3\n 20\n  2\n", "there is no option 1;", "\nSeat 1 has 2\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), `"seat":1,"keys":["2"]`) {
		t.Errorf("kept: %s, %v", data, err)
	}
}
