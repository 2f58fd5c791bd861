package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Scenarios that together reach all that the small pack has, by file.
var coveringScenarios = map[string]string{
	"play.yaml": `game: ..
given: {at: round.play, turn: 1, 1: {hand: [Card 3, Card 9]}, table: {pile: [Card 5]}}
scenarios:
  - {name: a higher card scores, do: [1: Card 9], then: {1: {score: 9}}}
  - {name: nothing is played, do: [1: pass], then: {1: {score: 0}}}
`,
	"low.yaml": `game: ..
name: a lower card scores nothing
given: {at: round.play, turn: 1, 1: {hand: [Card 3]}, table: {pile: [Card 5]}}
do: [1: Card 3]
then: {1: {score: 0}}
`,
	"draw.yaml": `game: ..
given: {at: round.draw, turn: 2}
scenarios:
  - {name: a card is drawn, given: {table: {pile: [Card 5]}}, do: [2: pile], then: {table: {pile: []}}}
`,
	"shed.yaml": `game: ..
name: the sixth card goes
given: {at: round.shed, turn: 3, 3: {hand: [Card 1, Card 2, Card 3, Card 4, Card 5, Card 6]}}
do: [3: Card 6]
then: {table: {discard: [Card 6]}}
`,
	"whole.yaml": `game: ..
random: seed 1
name: a game is dealt, and ends
do: [play: first]
`,
}

// TestCoverageGrows drops scenarios one file after another: what is no longer
// reached is listed, and nothing else.
func TestCoverageGrows(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/roundcards")); err != nil {
		t.Fatal(err)
	}
	exchange(t, filepath.Join(dir, "game.yaml"), "seat:\n",
		"options:\n  rounds: {values: [ten, two], default: ten, doc: How long}\nseat:\n")
	if err := os.Mkdir(filepath.Join(dir, "scenarios"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range coveringScenarios {
		if err := os.WriteFile(filepath.Join(dir, "scenarios", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	const counts = `
  %a of 1 abilities acted
  %t of 1 triggers were raised
  %s of 5 steps ran
  1 of 2 values of options were played with
`
	text := func(missing, scenarios, abilities, triggers, steps string) string {
		numbers := strings.NewReplacer("%a", abilities, "%t", triggers, "%s", steps)
		return missing + "no scenario plays with these values of options:\n  rounds=two\n" + scenarios +
			numbers.Replace(counts)
	}
	for _, step := range []struct{ drop, want string }{
		{"", text("", "6 scenarios", "1", "1", "5")},
		{"whole.yaml", text("no scenario runs these steps:\n  round.deal\n  round.judge\n",
			"5 scenarios", "1", "1", "3")},
		{"low.yaml", text("no scenario runs these steps:\n  round.deal\n  round.judge\n",
			"4 scenarios", "1", "1", "3")},
		{"shed.yaml", text("no scenario runs these steps:\n  round.deal\n  round.judge\n  round.shed\n",
			"3 scenarios", "1", "1", "2")},
		{"play.yaml",
			text("no scenario lets these abilities act:\n  scoring\nno scenario raises these triggers:\n "+
				" card.played\nno scenario runs these steps:\n  round.deal\n  round.judge\n  round.play\n "+
				" round.shed\n", "1 scenario", "0", "0", "1")},
	} {
		if step.drop != "" {
			if err := os.Remove(filepath.Join("scenarios", step.drop)); err != nil {
				t.Fatal(err)
			}
		}
		if code, out, errs := runCLI("coverage", "."); code != ExitFine || out != step.want || errs != "" {
			t.Errorf("without %s: exit %d\n%s%s\nnot\n%s", step.drop, code, out, errs, step.want)
		}
	}
	if code, out, _ := runCLI("coverage", ".", "--format", "json", "--strict"); code != ExitWrong ||
		!strings.HasPrefix(out, `{"kind":"ability","name":"scoring"}`+"\n") || strings.Count(out, "\n") != 7 {
		t.Errorf("json: exit %d\n%s", code, out)
	}
	if code, _, errs := runCLI("coverage", ".", "--scenarios", "nowhere"); code != ExitUsage ||
		errs != "ruledeck: there are no scenarios at nowhere; --scenarios names where they are\n" {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// TestCoverageOfAnOverlay: of an overlay it is said what of its own is not reached.
func TestCoverageOfAnOverlay(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"coverage ../../../testdata/mods/lanterns",
			"14 scenarios\n  3 of 3 abilities acted\n  1 of 1 optional abilities were declined\n  1 of 1 values of " +
				"options were played with\n"},
		{"coverage ../../../testdata/mods/long-bench",
			"4 scenarios\n  2 of 2 steps ran\n  2 of 2 values of options were played with\n"},
		{"coverage bbtm --pack ../../../testdata/mods/lanterns --scenarios ../../../testdata/mods/long-bench", `no ` +
			`scenario lets these abilities act:
  beacon
  midges
  quagmire
no scenario declines these optional abilities:
  beacon
no scenario plays with these values of options:
  teams=lanterns
`},
	} {
		if _, out, errs := runCLI(strings.Fields(test.line)...); !strings.HasPrefix(out, test.want) {
			t.Errorf("%s\n%s%s\nnot\n%s", test.line, out, errs, test.want)
		}
	}
}
