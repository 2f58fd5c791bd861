package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runCLI runs the program in process.
func runCLI(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Run(Host{Args: args, In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// TestShippedGoldens plays the goldens of the shipped games again. After a
// change of rules that is meant: ruledeck test --update testdata/golden.
func TestShippedGoldens(t *testing.T) {
	if code, out, errs := runCLI("test", "../../../testdata/golden"); code != ExitFine ||
		!strings.HasSuffix(out, "4 passed, 0 failed\n") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// changedPack is a copy of a shipped pack with a golden in it.
type changedPack struct {
	*testing.T
	dir, golden string
}

func recordCopy(t *testing.T, seed string) *changedPack {
	t.Helper()
	c := &changedPack{T: t, dir: copyPack(t, "bbtm")}
	c.golden = filepath.Join(c.dir, "season.golden")
	if code, _, errs := runCLI("record", c.dir, "--seed", seed, "--seats", "random,random", "--option",
		"teams=gouged_eye,reavers", "-o", c.golden); code != ExitFine {
		t.Fatal(errs)
	}
	return c
}

// edit puts another text into a file of the pack.
func (c *changedPack) edit(file, old, instead string) {
	c.Helper()
	exchange(c.T, filepath.Join(c.dir, filepath.FromSlash(file)), old, instead)
}

// report is what ruledeck test says of the golden.
func (c *changedPack) report() string {
	c.Helper()
	code, out, errs := runCLI("test", c.golden)
	if code != ExitWrong {
		c.Errorf("exit %d\n%s%s", code, out, errs)
	}
	return strings.ReplaceAll(out, filepath.ToSlash(c.dir), "DIR")
}

// TestChangedCard changes a card of a copy of a pack: its golden no longer
// holds, and the report names the first event and the card.
func TestChangedCard(t *testing.T) {
	c := recordCopy(t, "8")
	c.edit("cards/teams/gouged_eye.yaml", "standing: 3", "standing: 9")
	const want = `FAIL bbtm as recorded with seed 8 and 2 seats
  DIR/season.golden:772: the game does not play as it was recorded
  the first event that differs: event 504, in season / week / scoreboard, after decision 48
      step scoreboard.determine_winner The Spike! Magazine Trophy
        team.totalled: matchup The Spike! Magazine Trophy, seat 1, total 13
  in the transcript:
      -- Scoreboard --
        expected: Gouged Eye total 7 Star Power
        found:    Gouged Eye total 13 Star Power
  changed since it was recorded:
      card Black Orc Blocker (black_orc_blocker)
  if it is meant to play so now: ruledeck test --update DIR/season.golden
0 passed, 1 failed
`
	if got := c.report(); plainNumbers(got) != plainNumbers(want) {
		t.Errorf("the report is\n%s\nnot\n%s", got, want)
	}
	code, out, errs := runCLI("replay", c.golden, "--verify")
	if code != ExitWrong || !strings.Contains(out, "total 13") ||
		!strings.HasSuffix(out, "card Black Orc Blocker (black_orc_blocker)\n") {
		t.Errorf("replay --verify: exit %d\n%s%s", code, out, errs)
	}
}

// movable are the numbers in a report that rules far from the test may move.
var movable = regexp.MustCompile(`golden:[0-9]+|event [0-9]+|decision [0-9]+|@@.*@@`)

func plainNumbers(report string) string { return movable.ReplaceAllString(report, "N") }

// TestChangedScript changes an ability's script: the report names the cards that
// carry it, those of the event first; --update records the golden anew, shows
// the difference, and leaves goldens alone that hold.
func TestChangedScript(t *testing.T) {
	c := recordCopy(t, "4")
	other := filepath.Join(c.dir, "one-week.golden")
	c.edit("scripts/abilities/named/guard.lua", "ev.target = self", "ev.target = ev.target")
	report := c.report()
	for _, part := range []string{
		"tackle.succeeded: tackler Human Blitzer#2, target Orc Blitzer#3",
		"expected: Human Blitzer hits Orc Lineman hard\n          found:    Human Blitzer hits Orc Blitzer hard\n",
		"script abilities/guard.lua, an ability of Chaos Lineman, Cornelius Krieg, Deeproot Strongbranch, Dwarf " +
			"Blocker, Dwarf Longbeard, Freebooter Lineman, Human Lineman, Morkai the Everchanging, 4 more\n",
	} {
		if !strings.Contains(report, part) {
			t.Errorf("the report has no %q:\n%s", part, report)
		}
	}
	// A golden that holds: it is recorded with the script as it is now.
	if code, _, errs := runCLI("record", c.dir, "--seed", "8", "--seats", "random,random", "--option",
		"teams=gouged_eye,reavers", "-o", other); code != ExitFine {
		t.Fatal(errs)
	}
	before, err := os.Stat(other)
	if err != nil {
		t.Fatal(err)
	}
	const want = `DIR/season.golden: recorded anew
  @@ -160 +160 @@
     The dice: target down
     Guard (Orc Lineman)
       Orc Lineman steps in for Orc Blitzer
  -  Human Blitzer hits Orc Lineman hard
  -    Orc Lineman is down
  +  Human Blitzer hits Orc Blitzer hard
  +    Orc Blitzer is down
       Human Blitzer is not done yet
   Gouged Eye pass
     Gouged Eye discard Orc Thrower
  @@ -195 +195 @@
   Orc Blitzer shows Fan Frenzy 1 token
   The crowd goes wild for Orc Blitzer
     Gouged Eye gain 1 fan, now 12
  -Gouged Eye total 3 Star Power
  +Gouged Eye total 2 Star Power
   Reikland Reavers total 9 Star Power
   Reikland Reavers come out as winner
   Gouged Eye come out as loser
expectations written: 0, recorded anew: 1
2 passed, 0 failed
`
	code, out, errs := runCLI("test", "--update", c.dir)
	out = strings.ReplaceAll(out, filepath.ToSlash(c.dir), "DIR")
	if code != ExitFine || plainNumbers(out) != plainNumbers(want) {
		t.Errorf("--update: exit %d\n%s%s\nnot\n%s", code, out, errs, want)
	}
	if after, err := os.Stat(other); err != nil || !os.SameFile(before, after) {
		t.Errorf("a golden that holds was written anew: %v", err)
	}
	if code, out, errs := runCLI("test", "--update", c.dir); code != ExitFine ||
		out != "expectations written: 0, recorded anew: 0\n2 passed, 0 failed\n" {
		t.Errorf("--update again: exit %d\n%s%s", code, out, errs)
	}
}

// TestUnreadableGolden tests that a file that cannot be read fails, with why and what
// to do, and that the others are compared.
func TestUnreadableGolden(t *testing.T) {
	data, err := os.ReadFile("../../../testdata/golden/seven-missions.golden")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cut := string(data)[:strings.Index(string(data), "\n{\"end\"")+1]
	for name, text := range map[string]string{
		"good.golden": string(data), "cut.golden": cut,
		"odd.golden":   strings.Replace(string(data), "\n{\"n\":7,", "\n{\"n\":8,", 1),
		"other.golden": "no golden of this program\n",
		"empty.golden": "",
		"older.golden": strings.Replace(string(data), `{"v":2,`, `{"v":1,`, 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := runCLI("test", dir)
	for _, part := range []string{
		fmt.Sprintf("cut.golden:%d: the golden is cut off: it has no end of the game", strings.Count(cut, "\n")),
		"odd.golden:8: the line was changed: its checksum does not fit\n",
		"other.golden: this is no journal of a game: its first line must begin with {\"v\":\n",
		"empty.golden: the file is empty\n", "older.golden:1: this is version 1 of a journal; expected is 2\n",
		"take back the file as it was kept, or record the game anew: ruledeck record GAME --seed N -o " +
			filepath.ToSlash(dir) + "/empty.golden\n",
		"a file of another kind needs another name, or a file .ruledeckignore in its folder\n",
		"1 passed, 5 failed\n",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("the report has no %q:\n%s%s", part, out, errs)
		}
	}
	if code != ExitWrong {
		t.Errorf("exit %d", code)
	}
}

// TestGoldenOfOverlay records a game with an overlay: the golden finds both from
// where it lies, and so does a scenario that is made of it.
func TestGoldenOfOverlay(t *testing.T) {
	mod, err := filepath.Abs("../../../testdata/mods/gazette")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "mods", "gazette"), os.DirFS(mod)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Mkdir("kept", 0o755); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runCLI("record", "bbtm", "--pack", "mods/gazette", "--seats", "random,random", "--seed", "3",
		"-o", "kept/a.golden"); code != ExitFine {
		t.Fatal(errs)
	}
	if code, _, errs := runCLI("record", "mods/gazette", "--seed", "3", "-o", "kept/b.golden"); code != ExitFine {
		t.Fatal(errs)
	}
	if code, out, errs := runCLI("test", "kept"); code != ExitFine || out != "2 passed, 0 failed\n" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for file, head := range map[string]string{"kept/a.golden": "game: bbtm\npack: [./mods/gazette]\n",
		"kept/b.golden": "game: ./mods/gazette\n"} {
		code, out, errs := runCLI("replay", file, "--to", "9", "--as-scenario")
		if code != ExitFine || !strings.HasPrefix(out, head) {
			t.Errorf("%s: exit %d\n%s%s", file, code, out, errs)
		}
		if err := os.WriteFile("made.yaml", []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := runCLI("test", "made.yaml"); code != ExitFine {
			t.Errorf("%s as a scenario: exit %d\n%s%s", file, code, out, errs)
		}
	}
}

// TestReplayAsTrace: what a game was played like is a trace that holds, to its end or to a
// decision, with copies of cards, and where chance was answered from outside.
func TestReplayAsTrace(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"kuhn", "leduc", "tictactoe", "hanabi"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS("../../../testdata/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	traced := func(args ...string) string {
		code, out, errs := runCLI(append([]string{"replay", "a.golden", "--as-trace"}, args...)...)
		if code != ExitFine {
			t.Fatalf("%v: exit %d\n%s", args, code, errs)
		}
		putFile(t, "a.trace", out)
		if code, told, errs := runCLI("test", "--against", "a.trace"); code != ExitFine {
			t.Errorf("%v: exit %d\n%s%s", args, code, told, errs)
		}
		return out
	}
	for _, game := range []string{"./kuhn", "./leduc", "./tictactoe", "./hanabi", "seven-missions", "bbtm"} {
		if code, _, errs := runCLI("record", game, "--seed", "7", "-o", "a.golden"); code != ExitFine {
			t.Fatal(errs)
		}
		whole := traced()
		if !strings.HasPrefix(whole, `{"trace":1,"game":"`+game+`","seats":`) ||
			strings.Count(whole, `"returns":`) != 1 {
			t.Errorf("%s:\n%.300s", game, whole)
		}
		part := traced("--to", "2")
		lines := strings.Split(part, "\n")
		if last := lines[len(lines)-2]; strings.Contains(last, `"took"`) || strings.Contains(part, `"returns"`) ||
			!strings.HasPrefix(whole, strings.Join(lines[:len(lines)-2], "\n")) {
			t.Errorf("%s up to decision 2:\n%s", game, last)
		}
	}
	code, _, errs := runCLI("test", "--against", "a.trace", "--junit", "told.xml")
	told, err := os.ReadFile("told.xml")
	if code != ExitFine || !strings.Contains(string(told), "bbtm state by state") {
		t.Errorf("exit %d\n%s%s, %v", code, errs, told, err)
	}
	kept := filepath.Join(dir, "kuhn.yaml")
	putFile(t, kept, "game: ./kuhn\nseats: 2\nname: begun\nrandom: seed 7\ndo:\n  - 1: bet\n")
	if code, _, errs := runTyped("1\n", "play", "--scenario", kept, "--save", "begun.save"); code != ExitFine {
		t.Fatal(errs)
	}
	if code, out, errs := runCLI("replay", "begun.save", "--as-trace"); code != ExitUsage ||
		!strings.Contains(errs, "this game began in a position of") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// earlier is a pack in which a unit that was roused leaves and comes back, and lawOf2 a game of it that version 2
// of the language recorded: there it was roused still.
var earlier = map[string]string{
	"pack.yaml": `id: trip
version: 1.0.0
api: 2
name: {en: Trip}
seats: {min: 1, max: 1}
`,
	"game.yaml": `types:
  unit: {start: box, active: {zone: board}, attributes: {power: {type: number, name: {en: Power}}}}
zones: {box: {of: table}, board: {of: table}}
seat: {life: {type: number, name: {en: life}}}
triggers: {over: {doc: A round is over., params: {}}}
flow:
  - phase: play
    repeat: {times: 2}
    do: [trip.go]
  - phase: result
    do: [trip.judge]
`,
	"cards/units.yaml": `defaults: {type: unit, power: 2}
cards: [{id: wolf, name: {en: Wolf}}, {id: ox, name: {en: Ox}}]
`,
	"locale/en.yaml": `prompt.who: Who?
`,
	"scripts/abilities/roused.lua": `return ability { modifies = "power", add = 3, of = {is = "self"} }
`,
	"scripts/rules/trip.lua": `local trip = {}
function trip.go()
  local seat = game.seats[1]
  local unit = choose.one{seat = seat, prompt = "who", from = cards{type = "unit"}}
  move(unit, game.board)
  lasting{ability = "roused", on = unit, until_ = "over"}
  move(unit, game.box)
  move(unit, game.board)
  seat.life = seat.life + unit.power
end
function trip.judge() finish(game.seats) end
return trip
`,
}

const lawOf2 = `{"v":2,"game":".","pack":"trip","version":"1.0.0","api":2,"rng":"pcg-splitmix-1","seed":"3","seats":` +
	`["random"],"files":{"cards/units.yaml":"c43c00e40beafb56","game.yaml":"28e59d6412bd77ea","locale/en.` +
	`yaml":"3f9867620e71d5f0","pack.yaml":"75f9e6d2b8d4d9ca","scripts/abilities/roused.lua":"4d45c6ccdc0c` +
	`62dc","scripts/rules/trip.lua":"03f5d957117d0434"},"cards":{"ox":"c53ccf31","wolf":"c53ccf31"},"scri` +
	`pts":{"abilities/roused":"593e7239","rules/trip":"aaa3f79f"},"sum":"1ccfe43a"}` + "\n" +
	`{"n":1,"seat":1,"keys":["wolf"],"sum":"124d1186"}
{"n":2,"seat":1,"keys":["wolf"],"sum":"59184d5c"}
{"end":{"decisions":2,"state":"e348459a18f41f3e"},"sum":"86ee2287"}
{"step":"play","events":["7a10","84bf"],"sum":"0d652df2"}
{"step":"trip.go","events":["b1b8","64ef","a364","3de0","496c","a364","0908","2730","c02a"],"sum":"0cbf158e"}
{"step":"play","events":["7a10","84bf"],"sum":"0d652df2"}
{"step":"trip.go","events":["b1b8","64ef","a9bb","3de0","496c","a364","adc6","2730","c02a"],"sum":"b92de8e6"}
{"step":"result","events":["0506","8b52"],"sum":"3c139391"}
{"step":"trip.judge","events":["3d5f","97e8"],"sum":"cfe1d915"}
{"line":"Seat 1 wins","sum":"028de96d"}
`

// TestRecordsOfAnEarlierLaw: a golden names the first event that differs, a save is opened with a notice, and
// neither file changes.
func TestRecordsOfAnEarlierLaw(t *testing.T) {
	dir := t.TempDir()
	for name, text := range earlier {
		putFile(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	const law = "the language, from version 2 to 3: ruledeck explain older-api"
	old, save := filepath.Join(dir, "old.golden"), filepath.Join(dir, "old.save")
	putFile(t, old, lawOf2)
	code, out, errs := runCLI("test", old)
	if code != ExitWrong || !strings.Contains(out, "the first event that differs: event 8, in play, after decision 1\n"+
		"      step trip.go\n        lasting roused on Wolf ends\n") || !strings.Contains(out, law) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	begun := strings.Join(strings.SplitAfter(lawOf2, "\n")[:2], "")
	putFile(t, save, begun)
	if code, out, errs := runCLI("play", dir, "--resume", save); code != ExitFine || !strings.Contains(errs, law) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for file, was := range map[string]string{old: lawOf2, save: begun} {
		if now, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(now), was) {
			t.Errorf("%s has changed: %v\n%s", file, err, now)
		}
	}
	now := filepath.Join(dir, "now.golden")
	if code, _, errs := runCLI("record", dir, "--seed", "3", "--seats", "random", "-o", now); code != ExitFine {
		t.Fatal(errs)
	}
	if code, out, errs := runCLI("test", now); code != ExitFine {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}
