package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The scenarios of a small pack, in files of their own: two that pass, one that
// fails, one that cannot be read.
var roundScenarios = map[string]string{
	"play.yaml": `game: ..
given:
  at: round.play
  turn: 1
  1: {hand: [Card 3, Card 9]}
  table: {pile: [Card 5]}
scenarios:
  - name: a higher card scores its rank
    do: [1: Card 9]
    then: {1: {score: 9}, table: {pile.top: Card 9}}
  - name: a lower card scores nothing
    do: [1: Card 3]
    then: {1: {score: 0}, events: [card.played], no events: [{ability: scoring}]}
`,
	"wrong.yaml": `game: ..
name: a lower card would score
given: {at: round.play, turn: 1, 1: {hand: [Card 3, Card 9]}, table: {pile: [Card 5]}}
do: [1: Card 3]
then: {1: {score: 3}}
`,
	"broken.yaml": "game: ..\nname: \"not closed\ndo: []\n",
}

const roundReport = `FAIL (the file)
  scenarios/broken.yaml:2:7: a quote or a bracket that opens here is never closed
FAIL a lower card would score
  scenarios/wrong.yaml:5:19: score of seat 1
    expected: 3
    found:    0
  what happened last:
    step round.play 1
      seat 1 answers: Card 3
      move Card 3: 1.hand -> pile
      card.played: card Card 3, seat 1, rise false
2 passed, 2 failed
`

// inPack makes a pack with these scenarios and stands in it.
func inPack(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/roundcards")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "scenarios"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range roundScenarios {
		if err := os.WriteFile(filepath.Join(dir, "scenarios", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func TestTestCommand(t *testing.T) {
	inPack(t)
	for _, test := range []struct {
		name      string
		args      []string
		code      int
		out, errs string
	}{
		{"the folder you stand in", nil, ExitWrong, roundReport, ""},
		{"one file", []string{"scenarios/play.yaml"}, ExitFine, "2 passed, 0 failed\n", ""},
		{"several paths", []string{"scenarios/play.yaml", "scenarios/wrong.yaml", "--run", "scores"}, ExitFine,
			"2 passed, 0 failed\n", ""},
		{"by name", []string{"--run", "high.*rank", "scenarios/play.yaml"}, ExitFine, "1 passed, 0 failed\n", ""},
		{"by file", []string{"--run", "wrong.yaml", "scenarios/wrong.yaml", "scenarios/play.yaml", "--format",
			"github"}, ExitWrong, `::error file=scenarios/wrong.yaml,line=5,col=19,title=failed::score of seat 1%0A  ` +
			`expected: 3%0A  found:    0
0 passed, 1 failed
`, ""},
		{"transcripts", []string{"--run", "higher", "--verbose", "scenarios/play.yaml"}, ExitFine,
			`scenarios/play.yaml:8: a higher card scores its rank
    Seat 1 plays Card 9
      Scoring
1 passed, 0 failed
`, ""},
		{"json", []string{"--run", "higher|would", "--verbose", "--format", "json", "scenarios/play.yaml",
			"scenarios/wrong.yaml"}, ExitWrong,
			`{"file":"scenarios/play.yaml","line":8,"name":"a higher card scores its ` +
				`rank","passed":true,"transcript":["Seat 1 plays Card 9","  Scoring"]}
{"file":"scenarios/wrong.yaml","line":1,"name":"a lower card would ` +
				`score","passed":false,"findings":[{"file":"scenarios/wrong.yaml",` +
				`"line":5,"column":19,"code":"failed","severity":"error","message":"score of seat 1\n  expected: ` +
				`3\n  found:    0","suggestion":""}],"story":["step round.play 1","  seat 1 answers: ` +
				`Card 3","  move Card 3: 1.hand -> pile","  ` +
				`card.played: card Card 3, seat 1, rise false"],"transcript":["Seat 1 plays Card 3"]}
`, ""},
		{"no such test", []string{"scenarios/play.yaml", "--run", "jump"}, ExitUsage, "",
			"ruledeck: no test matches --run jump; it is compared with \"file: name\"\n"},
		{"no such path", []string{"nowhere"}, ExitUsage, "", "ruledeck: there is no file or folder nowhere\n"},
		{"no scenarios there", []string{"scripts"}, ExitUsage, "",
			"ruledeck: no scenarios found below scripts; they are .yaml files in a folder named scenarios\n"},
		{"no expression", []string{"--run", "("}, ExitUsage, "",
			"ruledeck: --run: error parsing regexp: missing closing ): `(`\n"},
		{"no mode", []string{"--mode", "udno"}, ExitUsage, "",
			"ruledeck: there is no mode \"udno\"; there are undo, save, views, rules, fresh; did you mean undo?\n"},
		{"a trace in a mode", []string{"--against", "a.trace", "--mode", "undo"}, ExitUsage, "",
			"ruledeck: --against plays a trace as it stands: it goes with neither --mode nor --pack\n"},
		{"no format", []string{"--format", "jsn"}, ExitUsage, "",
			"ruledeck: --format cannot be \"jsn\"; there are text, json, github; did you mean json?\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, errs := runCLI(append([]string{"test"}, test.args...)...)
			if code != test.code || out != test.out || errs != test.errs {
				t.Errorf("exit %d\n%s%s\nnot exit %d\n%s%s", code, out, errs, test.code, test.out, test.errs)
			}
		})
	}
}

// TestJUnit writes the results for build servers beside those for people.
func TestJUnit(t *testing.T) {
	inPack(t)
	if code, out, errs := runCLI("test", "--junit", "results.xml"); code != ExitWrong || out != roundReport {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	got, err := os.ReadFile("results.xml")
	if err != nil {
		t.Fatal(err)
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="ruledeck" tests="4" failures="2">
  <testcase name="(the file)" classname="scenarios/broken.yaml">
    <failure message="a quote or a bracket that opens here is never closed">FAIL (the file)&#xA;  ` +
		`scenarios/broken.yaml:2:7: a quote or a bracket that opens here is never closed&#xA;</failure>
  </testcase>
  <testcase name="a higher card scores its rank" classname="scenarios/play.yaml"></testcase>
  <testcase name="a lower card scores nothing" classname="scenarios/play.yaml"></testcase>
  <testcase name="a lower card would score" classname="scenarios/wrong.yaml">
    <failure message="score of seat 1">FAIL a lower card would score&#xA;  scenarios/wrong.yaml:5:19: score of seat ` +
		`1&#xA;    expected: 3&#xA;    found:    0&#xA;  what happened last:&#xA;    step round.play 1&#xA;      ` +
		`seat 1 answers: Card 3&#xA;      move Card 3: 1.hand -&gt; pile&#xA;      card.played: card Card 3, seat 1, ` +
		`rise false&#xA;</failure>
  </testcase>
</testsuite>
`
	if string(got) != want {
		t.Errorf("the file is\n%s\nnot\n%s", got, want)
	}
	code, _, errs := runCLI("test", "--junit", "nowhere/results.xml")
	if code != ExitUsage || errs != "ruledeck: nowhere/results.xml cannot be written: there is no folder nowhere\n" {
		t.Errorf("a file that cannot be written: exit %d, %s", code, errs)
	}
}

// TestWorkers: the results come in the same order for any number of workers.
func TestWorkers(t *testing.T) {
	const folder = "../../../testdata/scenarios/seven-missions/abilities"
	_, want, _ := runCLI("test", "--verbose", "--workers", "1", folder)
	if !strings.HasSuffix(want, " passed, 0 failed\n") {
		t.Fatal(want)
	}
	for _, workers := range []string{"2", "7", "64"} {
		if _, got, _ := runCLI("test", "--verbose", "--workers", workers, folder); got != want {
			t.Errorf("%s workers report otherwise than one", workers)
		}
	}
}

// TestPositionClear: zones that game.yaml clears are empty in scenarios that do
// not mention them, and their cards lie where such cards rest.
func TestPositionClear(t *testing.T) {
	inPack(t)
	exchange(t, "game.yaml", "flow:\n", "position: {start: round.play, rest: {card: discard}, clear: [hand]}\nflow:\n")
	const text = `game: ..
name: only the hand that is mentioned holds cards
given: {2: {hand: [Card 3, Card 9]}}
then: {1: {hand: []}, 2: {hand: [Card 3, Card 9]}, 3: {hand: []}, table: {discard.count: 22, deck.count: 36, ` +
		`discard.has: [Card 0]}}
`
	if err := os.WriteFile("scenarios/clear.yaml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runCLI("test", "scenarios/clear.yaml"); code != ExitFine {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

func TestTestWithPack(t *testing.T) {
	code, out, _ := runCLI("test", "../../../testdata/scenarios/bbtm/season.yaml", "--pack",
		"../../../testdata/mods/heavers", "--run", "abbreviated|golden coin moves")
	for _, want := range []string{
		"FAIL the abbreviated season has four weeks and starts with improvements\n",
		"    expected: 21\n    found:    22 [",
		"  it passes without ../../../testdata/mods/heavers\n",
	} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("exit %d, and this is not said: %q in\n%s", code, want, out)
		}
	}
	code, _, errs := runCLI("test", "../../../testdata/scenarios/football-champions", "--pack",
		"../../../testdata/mods/heavers")
	if code != 2 || !strings.Contains(errs, "heavers can be laid over no game of these tests") {
		t.Errorf("exit %d, and %q", code, errs)
	}
}

func TestTestsOfAFolderThatIsNamed(t *testing.T) {
	dir := t.TempDir()
	scenario := "game: bbtm\nseats: 2\nname: one\nthen: {turn: 1}\n"
	if err := os.WriteFile(filepath.Join(dir, "try.yaml"), []byte(scenario), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, out, errs := runCLI("test", dir); !strings.Contains(out, "1 passed, 0 failed") &&
		!strings.Contains(out, "FAIL one") {
		t.Errorf("the file in the folder was not read:\n%s%s", out, errs)
	}
}

// TestBrokenPack: what keeps a pack from being read is told once, below the scenarios
// that it fails.
func TestBrokenPack(t *testing.T) {
	inPack(t)
	exchange(t, "game.yaml", "seat:\n", "seet:\n")
	for format, want := range map[string]string{
		"text": `FAIL (the file)
  scenarios/broken.yaml:2:7: a quote or a bracket that opens here is never closed
FAIL a higher card scores its rank
FAIL a lower card scores nothing
FAIL a lower card would score
  game.yaml:`,
		"github": "::error file=scenarios/broken.yaml,line=2,col=7,title=yaml-syntax::a quote or a bracket that " +
			"opens here is never closed\n::error file=game.yaml,",
	} {
		code, out, errs := runCLI("test", "--format", format)
		if code != ExitWrong || !strings.HasPrefix(out, want) || strings.Count(out, `"seet"`) != 1 ||
			!strings.HasSuffix(out, "0 passed, 4 failed\n") {
			t.Errorf("exit %d\n%s%s\nnot\n%s", code, out, errs, want)
		}
	}
}

// TestUpdate writes down what is found, in the place of what stood there, and leaves
// the rest of the file as it was.
func TestUpdate(t *testing.T) {
	inPack(t)
	const text = `game: ..
# What a card scores.
given: {at: round.play, turn: 1, 1: {hand: [Card 3, Card 9]}, table: {pile: [Card 5]}}
scenarios:
  - name: a lower card
    do: [1: Card 3]   # it is lower
    then: {1: {score: 3, hand: ["Card 3", Card 9]}, table: {pile.top: Card 5}, Card 9: {zone: pile}}
  - name: an answer that is not there
    do: [1: Card 11]
    then: {1: {score: 7}}
  - name: what the answers would do
    do: [expect: {would: {Card 9: {}, Card 3: {}}}, rest: first]
`
	if err := os.WriteFile("scenarios/lower.yaml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const report = `scenarios/lower.yaml: rewritten
  @@ -4 +4 @@
   scenarios:
     - name: a lower card
       do: [1: Card 3]   # it is lower
  -    then: {1: {score: 3, hand: ["Card 3", Card 9]}, table: {pile.top: Card 5}, Card 9: {zone: pile}}
  +    then: {1: {score: 0, hand: [Card 9]}, table: {pile.top: Card 3}, Card 9: {zone: 1.hand}}
     - name: an answer that is not there
       do: [1: Card 11]
       then: {1: {score: 7}}
     - name: what the answers would do
  -    do: [expect: {would: {Card 9: {}, Card 3: {}}}, rest: first]
  +    do: [expect: {would: {Card 9: {Score: 9}, Card 3: {}}}, rest: first]

FAIL an answer that is not there
`
	code, out, errs := runCLI("test", "--update", "scenarios/lower.yaml")
	if code != ExitWrong || !strings.HasPrefix(out, report) ||
		!strings.HasSuffix(out, "expectations written: 5, recorded anew: 0\n2 passed, 1 failed\n") {
		t.Errorf("exit %d\n%s%s\nnot\n%s", code, out, errs, report)
	}
}
