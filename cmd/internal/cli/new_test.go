package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
)

// ruledeck runs a command line in process and returns what it printed. A
// command line starts in the folder dir.
func ruledeck(t *testing.T, dir string, args ...string) (out, talk string, code int) {
	t.Helper()
	t.Chdir(dir)
	var o, e bytes.Buffer
	code = Run(Host{Args: args, In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String(), e.String(), code
}

// fine runs a command line that must end with exit code 0.
func fine(t *testing.T, dir, line string) string {
	t.Helper()
	out, talk, code := ruledeck(t, dir, strings.Fields(line)...)
	if code != ExitFine {
		t.Fatalf("ruledeck %s: exit %d\n%s%s", line, code, out, talk)
	}
	return out
}

// wrong runs a command line that must fail, and returns what it says.
func wrong(t *testing.T, dir, line string, want int) string {
	t.Helper()
	out, talk, code := ruledeck(t, dir, strings.Fields(line)...)
	if code != want {
		t.Fatalf("ruledeck %s: exit %d, want %d\n%s%s", line, code, want, out, talk)
	}
	return talk
}

// TestAbilityOutOfDecks: the card of a new ability does not enter the decks of the game that an
// overlay is on, unless a card is asked for; its scenario shows it act all the same.
func TestAbilityOutOfDecks(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new overlay soft of bbtm")
	fine(t, dir, "new ability mist in soft")
	fine(t, dir, "new ability haze in soft --type player")
	if out := fine(t, dir, "test soft"); out != "3 passed, 0 failed\n" {
		t.Error(out)
	}
	p, err := interp.Load(filepath.Join(dir, "soft"), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for card, copies := range map[string]int{"mist": 0, "haze": 1} {
		if got := p.Compiled.Pack.Defs[p.Compiled.Defs[card]].Copies; got != copies {
			t.Errorf("%s is there %d times", card, got)
		}
	}
}

// TestCardOutOfDecks: who begins a card in a game with decks reads which list must name it.
func TestCardOutOfDecks(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack rival --like duel")
	for _, line := range []string{"new card squire in rival", "new ability zap in rival",
		"new card cub in rival --like bear"} {
		_, said, _ := ruledeck(t, dir, strings.Fields(line)...)
		if want := "no deck has it until a list names it, such as rival/decks/starter.yaml: " +
			strings.Fields(line)[2] + ": 1\n"; !strings.Contains(said, want) {
			t.Errorf("%s: %s", line, said)
		}
	}
}

// TestNew starts one of everything, in a pack of its own and on shipped games:
// all of it checks clean, passes its scenarios and plays.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"new pack variety", "new card strongman in variety", "new ability applause in variety",
		"new scenario first_turn in variety",
		"new rules intermission in variety", "new trigger curtain.falls in variety", "new option matinee in variety",
		"new option late in variety",
		"new ability bow in variety --on performer.enters", "new ability sleep in variety --on curtain.falls",
		"new overlay soft of variety", "new card fog in soft", "new ability soap in soft",
		"new scenario second in soft",
		"new overlay inner of variety in variety/overlays",
	} {
		fine(t, dir, line)
	}
	packs := []string{"variety", "soft", "variety/overlays/inner"}
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		name := "house_" + strings.ReplaceAll(game, "-", "_")
		fine(t, dir, "new overlay "+name+" of "+game)
		fine(t, dir, "new card newcomer in "+name)
		fine(t, dir, "new ability novelty in "+name)
		fine(t, dir, "new scenario position in "+name)
		fine(t, dir, "new rules ground in "+name)
		fine(t, dir, "new trigger pause.begins in "+name)
		fine(t, dir, "new option fog in "+name)
		fine(t, dir, "new ability nap in "+name+" --on pause.begins")
		packs = append(packs, name)
	}
	for _, p := range packs {
		if out := fine(t, dir, "test "+p); !strings.HasSuffix(out, " 0 failed\n") || strings.HasPrefix(out, "0 ") {
			t.Errorf("%s: %s", p, out)
		}
		fine(t, dir, "sim "+p+" --games 5 --seed 3 --seats random,random")
		if checks(t) {
			placeholdersAlone(t, dir, p)
		}
	}
	// The shipped game knows its overlays by their folder, the pack in a
	// folder of another name by what they extend.
	fine(t, dir, "sim variety --pack soft --games 2 --seed 1 --seats random,random")
	fine(t, dir, "sim variety --pack inner --games 2 --seed 1 --seats random,random")
	fine(t, dir, "sim bbtm --pack house_bbtm --games 1 --seed 1 --seats random,random")
}

// TestNewSaysWhatItChose: what was not asked for is told, and can be.
func TestNewSaysWhatItChose(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new overlay marsh of bbtm --bare")
	if _, err := os.Stat(filepath.Join(dir, "marsh", "game.yaml")); err == nil {
		t.Error("a bare overlay has a game.yaml")
	}
	_, talk, code := ruledeck(t, dir, "new", "card", "witch", "in", "marsh")
	for _, want := range []string{
		"Chosen, and yours to change:\n  its type is player, as most are (--type gives another)\n",
		"  team reavers (--set team=VALUE: reavers, avengers, grudgebearers, gouged_eye, chaos, scramblers, neutral)\n",
	} {
		if code != ExitFine || !strings.Contains(talk, want) {
			t.Errorf("exit %d: no %q in\n%s", code, want, talk)
		}
	}
	fine(t, dir, "new pack swamp --like duel")
	talk = fine(t, dir, "check swamp --play 20")
	for _, told := range []string{"no card came into deck", "no script read the option"} {
		if strings.Contains(talk, told) {
			t.Errorf("a game with a deck is told of: %s", talk)
		}
	}
	_, talk, code = ruledeck(t, dir, "new", "ability", "brew", "in", "marsh", "--type", "player", "--set", "team=chaos",
		"--set", "power={standing: 3, downed: 0}")
	if code != ExitFine || strings.Contains(talk, "team") || !strings.Contains(talk, "  it answers setup.begins\n") {
		t.Errorf("exit %d\n%s", code, talk)
	}
	data, err := os.ReadFile(filepath.Join(dir, "marsh", "cards", "brew.yaml"))
	if err != nil || !strings.Contains(string(data), "team: chaos ") ||
		!strings.Contains(string(data), "power: {standing: 3, downed: 0}\n") {
		t.Errorf("%v\n%s", err, data)
	}
	if out := fine(t, dir, "test marsh"); out != "2 passed, 0 failed\n" {
		t.Error(out)
	}
	if out := fine(t, dir, "check marsh"); out != "0 errors, 0 warnings; --strict shows 2 notes\n" {
		t.Error(out)
	}
	if got := wrong(t, dir, "new card x in marsh --set team=caos", ExitUsage); !strings.Contains(got,
		`team cannot be "caos"`) || !strings.Contains(got, "did you mean chaos?") {
		t.Error(got)
	}
}

// TestNewOn: an ability for a trigger that exists shows what that one gives, and its
// scenario a game in which it acts.
func TestNewOn(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	fine(t, dir, "new ability bow in variety --on performer.enters")
	script, err := os.ReadFile(filepath.Join(dir, "variety", "scripts", "abilities", "bow.lua"))
	if err != nil ||
		!strings.Contains(string(script),
			"  --   ev.performer: a card\n  --   ev.seat: a seat\n  --   ev.applause: a number, which may be changed "+
				"before it happens") {
		t.Errorf("%v\n%s", err, script)
	}
	scenario, err := os.ReadFile(filepath.Join(dir, "variety", "scenarios", "bow.yaml"))
	if err != nil || !strings.Contains(string(scenario), "random: seed ") ||
		!strings.Contains(string(scenario), "events: [{ability: bow}]") {
		t.Errorf("%v\n%s", err, scenario)
	}
	for line, want := range map[string]string{
		"new ability bew in variety --on performer.entres": `the pack has no trigger "performer.entres"; there are ` +
			`curtain.begins, curtain.ends, performer.enters, setup.begins, setup.ends, show.begins, show.ends, ` +
			`turn.begins, turn.ends; did you mean performer.enters?`,
		"new trigger performer.enters in variety": `the pack already has a trigger "performer.enters"`,
		"new trigger Performer in variety": "a trigger has a name of small letters, digits and _, in parts " +
			"with dots between, as card.drawn; not \"Performer\"",
		"new rules show in variety": `the pack already has a file of rules "show"`,
		"new card x in variety --on show.begins": "--on is for an ability; write: ruledeck new ability NAME --on " +
			"show.begins",
		"new rule x in variety": `there is no kind "rule"; there are pack, card, ability, rules, trigger, option, ` +
			`scenario, overlay; did you mean rules?`,
	} {
		if got := wrong(t, dir, line, ExitUsage); !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
	// Entries go behind those that are there, and nothing else of the file changes.
	path := filepath.Join(dir, "variety", "game.yaml")
	before, _ := os.ReadFile(path)
	fine(t, dir, "new trigger curtain.falls in variety")
	after, _ := os.ReadFile(path)
	entry := "  curtain.falls:\n    doc: Curtain Falls. Write here when it happens.\n    params:\n"
	at := strings.Index(string(after), entry)
	if at < 0 || !strings.HasPrefix(string(after)[at:], entry) ||
		strings.Replace(string(after), string(after)[at:strings.Index(string(after), "\nflow:")],
			"", 1) != string(before) {
		t.Errorf("game.yaml is\n%s", after)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(after), "types:\n", "options: {}\ntypes:\n", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	if got := wrong(t, dir, "new option matinee in variety", ExitUsage); !strings.Contains(got,
		"game.yaml has options in one line; write it in lines of its own, or add there:\n  matinee:\n") {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(dir, "variety", "scenarios", "matinee.yaml")); err == nil {
		t.Error("files were written though the entry fits nowhere")
	}
}

// TestTitle: an overlay does not take the place of the game's name.
func TestTitle(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new overlay marsh of bbtm")
	for _, line := range []string{"play marsh", "play bbtm --pack marsh", "play marsh --option errata=official"} {
		_, talk, _ := ruledeck(t, dir, strings.Fields(line+" --seats random,random --seed 1")...)
		if talk != "Blood Bowl: Team Manager + Marsh, 2 seats, seed 1\n" {
			t.Errorf("%s: %s", line, talk)
		}
	}
}

// checks reports whether the program has the command check.
func checks(t *testing.T) bool {
	t.Helper()
	c, _, err := New(Host{}).Find([]string{"check"})
	return err == nil && c.Name() == "check"
}

// TestNewPlays plays the pack that new writes as a person would.
func TestNewPlays(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	var o, e bytes.Buffer
	code := Run(Host{Args: strings.Fields("play variety --seats human,greedy --seed 5"),
		In: strings.NewReader(strings.Repeat("1\n", 9)), Out: &o, Err: &e})
	if code != ExitFine || !strings.Contains(o.String(), "Who comes on stage?") ||
		!strings.Contains(o.String(), " wins") {
		t.Errorf("exit %d\n%s%s", code, o.String(), e.String())
	}
}

func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	game := filepath.Join(dir, "variety", "game.yaml")
	before, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"new": "write ruledeck new KIND NAME [of GAME] [in DIR], where KIND is " +
			"one of pack, card, ability, rules, trigger, option, scenario, overlay",
		"new crad x in variety": `there is no kind "crad"; there are pack, card, ability, rules, ` +
			`trigger, option, scenario, overlay; did you mean card?`,
		"new card Swamp-Thing in variety": `a name begins with a small letter and has small letters, ` +
			`digits and _ alone, as "swamp_thing"; not "Swamp-Thing"`,
		"new card clown in variety":                 `the pack already has a card "clown"`,
		"new ability encore in variety":             `the pack already has an ability "encore"`,
		"new card x in variety --type player":       `the pack has no card type "player"; there is only performer`,
		"new card x on variety":                     `"on" is not understood`,
		"new card x in variety --set a=1 b=2":       "each value has a --set of its own: --set b=2",
		"new card x in variety --set applause=much": `applause must be a whole number, not "much"`,
		"new card x in variety --set aplause=2": `a performer has no attribute "aplause" to print; there is only ` +
			`applause; did you mean applause?`,
		"new card x in variety --set applause": `--set is given as name=value, not "applause"`,
		"new scenario x in variety --set a=b":  "--type and --set are about a new card; a scenario has none",
		"new card x in variety --bare":         "--bare is for an overlay; a card is always as small",
		"new card x of bbtm":                   "of says what an overlay extends; a card has none",
		"new card x": ". is not the folder of a pack, it has no pack.yaml; write: ruledeck " +
			"new card x in DIR",
		"new overlay x":         "say what the overlay extends: ruledeck new overlay x of GAME",
		"new overlay x of btbm": `there is no game "btbm"`,
	} {
		if got := wrong(t, dir, line, ExitUsage); !strings.Contains(got, want) {
			t.Errorf("ruledeck %s says\n%swant\n%s", line, got, want)
		}
	}
	if got := wrong(t, dir, "new pack variety", ExitWrong); !strings.Contains(got,
		"variety/cards/performers.yaml exists already; nothing was written") {
		t.Error(got)
	}
	// One file in the way is enough: nothing is written.
	if err := os.Remove(game); err != nil {
		t.Fatal(err)
	}
	wrong(t, dir, "new pack variety", ExitWrong)
	if _, err := os.Stat(game); err == nil {
		t.Errorf("game.yaml was written beside files that exist\n%s", before)
	}
	if got := wrong(t, dir, "new card x in variety", ExitWrong); !strings.Contains(got, "the pack has no game.yaml") {
		t.Error(got)
	}
}

// TestNewWorkflow: the workflow of a new pack runs with the release that is named, and what it
// runs passes.
func TestNewWorkflow(t *testing.T) {
	s := &shell{t: t, dir: t.TempDir()}
	for line, want := range map[string]string{
		"new pack variety --ci github": "is no release of ruledeck; " +
			"name one that the workflow installs: --ci github@v1.0.0",
		"new pack variety --ci github@main": `"main" is no release`,
		"new pack variety --ci gitlab": "--ci is for a new pack or overlay, " +
			"and is github or github@VERSION",
		"new card x in variety --ci github@v1.0.0": "--ci is for a new pack",
	} {
		if out, code := s.run("ruledeck " + line); code != ExitUsage || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d: %s", line, code, out)
		}
	}
	const name = "variety/.github/workflows/pack.yaml"
	if out, code := s.run("ruledeck new pack variety --ci github@v1.2.3"); code != ExitFine ||
		!strings.Contains(out, name+"\n") {
		t.Fatal(code, out)
	}
	text, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil || !strings.Contains(string(text), "\n  RULEDECK: 1.2.3 #") {
		t.Fatalf("%v\n%s", err, text)
	}
	s.dir = filepath.Join(s.dir, "variety")
	lines := regexp.MustCompile(`- run: (ruledeck .*)`).FindAllStringSubmatch(string(text), -1)
	for _, m := range lines {
		if out, code := s.run(m[1]); code != ExitFine {
			t.Errorf("%s: exit %d: %s", m[1], code, out)
		}
	}
	if len(lines) != 3 {
		t.Errorf("%d commands", len(lines))
	}
}

// TestNewRefusesShippedNames: a pack of one's own has another id than a game of
// the program.
func TestNewRefusesShippedNames(t *testing.T) {
	for _, line := range []string{"new pack bbtm", "new overlay bbtm of seven-missions"} {
		var o, e strings.Builder
		code := Run(Host{Args: strings.Fields(line), In: strings.NewReader(""), Out: &o, Err: &e})
		if code != ExitUsage || !strings.Contains(e.String(), "bbtm is the id of a game that the program has") {
			t.Errorf("%s: %d, %s", line, code, e.String())
		}
	}
}

// TestNewWritesWhatIsMissing: a card may have an ability, and the flow a step, that
// nobody wrote yet. The finding names the command that begins it, which takes the pack as
// it stands.
func TestNewWritesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack fair")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "fair/cards/late.yaml"),
		"cards:\n  - {id: late_one, name: {en: Late one}, type: performer, abilities: [tumble, {juggle: 3}]}\n")
	game := filepath.Join(dir, "fair/game.yaml")
	data, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	write(game, strings.Replace(string(data), "flow:\n", "flow:\n  - yard.sweep\n  - yard.open\n  - show.bow\n", 1))

	out, _, _ := ruledeck(t, dir, "check", "fair")
	for _, hint := range []string{
		"\n  hint: when the other errors are gone, to begin a new one: ruledeck new ability tumble in fair\n",
		"\n  hint: when the other errors are gone, to begin a new one: ruledeck new ability juggle in fair\n",
		"\n  hint: when the other errors are gone, to begin its file: ruledeck new rules yard in fair\n",
		"\n  hint: a new function goes into fair/scripts/rules/show.lua\n",
	} {
		if !strings.Contains(out, hint) {
			t.Errorf("no line %q in\n%s", hint, out)
		}
	}
	if strings.Contains(out, "near it") {
		t.Errorf("names that are not near are shown:\n%s", out)
	}

	// A function that belongs into a file that is there, nobody else can write.
	if said := wrong(t, dir, "new ability tumble in fair", ExitWrong); !strings.Contains(said, "show.bow") {
		t.Error(said)
	}
	write(game, strings.NewReplacer("flow:\n", "flow:\n  - yard.sweep\n", "[show.perform]",
		"[show.perform, yard.open]").Replace(string(data)))
	fine(t, dir, "new ability tumble in fair --on performer.enters")
	fine(t, dir, "new rules yard in fair")
	if yard := read(t, dir, "fair/scripts/rules/yard.lua"); !strings.Contains(yard, "function yard.open(seat)\n") {
		t.Error(yard)
	}
	fine(t, dir, "new ability juggle in fair")
	placeholdersAlone(t, dir, "fair")
	if out := fine(t, dir, "test fair"); out != "3 passed, 0 failed\n" {
		t.Error(out)
	}
	if _, err := os.Stat(filepath.Join(dir, "fair/cards/tumble.yaml")); err == nil {
		t.Error("a card was written for an ability that a card has")
	}
}

// placeholdersAlone checks a pack in which nothing is to be said but of texts that are still to be written.
func placeholdersAlone(t *testing.T, dir, folder string) {
	t.Helper()
	out, talk, _ := ruledeck(t, dir, "check", "--strict", "--format", "json", folder)
	for line := range strings.Lines(out) {
		if !strings.Contains(line, `"code":"placeholder"`) {
			t.Errorf("%s: %s%s", folder, line, talk)
		}
	}
}

// TestPlaceholders: each text that a command writes in the place of a person's is a note until it is changed, and a
// warning with its place where the game leaves the desk.
func TestPlaceholders(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack harbor --like trick")
	for _, line := range []string{"card gull", "ability mist", "trigger ebb.comes", "option fog"} {
		fine(t, dir, "new "+line+" in harbor")
	}
	t.Chdir(dir)
	wanted := map[string]int{} // the lines with a placeholder, by file
	err := filepath.WalkDir("harbor", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		for line := range strings.Lines(read(t, dir, path)) {
			if strings.Contains(line, "Write here") {
				wanted[filepath.ToSlash(path)]++
			}
		}
		return nil
	})
	if err != nil || len(wanted) < 3 {
		t.Fatalf("%v: %v", wanted, err)
	}
	out, talk, code := ruledeck(t, dir, "check", "--strict", "harbor")
	for path, count := range wanted {
		told := regexp.MustCompile(regexp.QuoteMeta(path) + `:\d+:\d+: note: .* is still the placeholder`)
		if got := len(told.FindAllString(out, -1)); code != ExitWrong || got != count {
			t.Errorf("%d notes of %s, not %d; exit %d\n%s%s", got, path, count, code, out, talk)
		}
	}
	if out := fine(t, dir, "check harbor"); !strings.HasPrefix(out, "0 errors, 0 warnings; --strict shows ") {
		t.Error(out)
	}
	const gull = "harbor/locale/en.gull.yaml:1:1: warning: the sentence card.gull is still the placeholder"
	leaves := []string{"cards harbor --export pdf -o out.pdf", "archive harbor -o harbor.rdpack"}
	t.Setenv("PATH", "") // without a browser nothing is drawn
	for _, line := range leaves {
		if _, talk, _ := ruledeck(t, dir, strings.Fields(line)...); !strings.Contains(talk, gull) {
			t.Errorf("%s: %s", line, talk)
		}
	}
	for path := range wanted {
		text := regexp.MustCompile("Write here[^\"\\n]*").ReplaceAllString(read(t, dir, path), "It is written.")
		if err := os.WriteFile(filepath.FromSlash(path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range append(leaves, "check harbor") {
		if out, talk, _ := ruledeck(t, dir, strings.Fields(line)...); strings.Contains(out+talk, "placeholder") {
			t.Errorf("%s: %s", line, talk)
		}
	}
}

// TestRefusedNew: a command that a pack's mistakes refuse says first that nothing was written and
// which mistake to mend; no hint is a command that is refused.
func TestRefusedNew(t *testing.T) {
	dir := t.TempDir()
	game := filepath.Join(dir, "deadend", "game.yaml")
	for file, text := range map[string]string{
		"pack.yaml": "id: deadend\nversion: 0.1.0\napi: 3\nname: {en: Dead End}\nextends: bbtm\n",
		"game.yaml": "options:\n  season: {values: {add: [blitz]}}\n" +
			"flow:\n  steps:\n    before: {ending.winner: blitz.scoring}\n",
	} {
		_ = os.MkdirAll(filepath.Dir(game), 0o755) // the next line fails otherwise
		if err := os.WriteFile(filepath.Join(dir, "deadend", file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hint := "hint: when the other errors are gone, to begin its file: ruledeck new rules blitz in deadend\n"
	if out, _, _ := ruledeck(t, dir, "check", "deadend"); !strings.Contains(out, hint) || !strings.Contains(out,
		"; a map is added to by its keys, which stand in it without add\n") {
		t.Error(out)
	}
	for _, line := range []string{"new rules blitz in deadend", "new ability gale in deadend", "archive deadend"} {
		if talk := wrong(t, dir, line, ExitWrong); !strings.HasPrefix(talk,
			"ruledeck: nothing was done; the first error to mend is at deadend/game.yaml:2:26\n") {
			t.Errorf("%s: %s", line, talk)
		}
	}
	exchange(t, game, "{add: [blitz]}", "{blitz: {en: Blitz}}")
	out, _, _ := ruledeck(t, dir, "check", "deadend")
	if !strings.Contains(out, "hint: to begin its file: ruledeck new rules blitz in deadend\n") {
		t.Error(out)
	}
	fine(t, dir, "new rules blitz in deadend")
	fine(t, dir, "check deadend")
}

// TestReplayTo: replay shows the next question where a decision asked no seat.
func TestReplayTo(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "play bbtm --seats random,random --seed 3 --save game.save")
	out, talk, code := ruledeck(t, dir, "replay", "game.save", "--to", "12")
	next, _, _ := ruledeck(t, dir, "replay", "game.save", "--to", "14")
	if code != ExitFine || out == "" || out != next {
		t.Errorf("exit %d\n%s%s", code, out, talk)
	}
}
