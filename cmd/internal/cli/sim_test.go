package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// columnsOfRows are the first line of what sim writes as csv.
const columnsOfRows = "by,key,seat,games,won,offered,taken,drawn," +
	"played,acted,won_offered,won_taken,won_drawn,won_played,won_acted,games_drawn"

// TestSimForms: text, csv and json are three forms of the same counts, and without
// --seats the usual number of seats plays.
func TestSimForms(t *testing.T) {
	dir := t.TempDir()
	text := fine(t, dir, "sim bbtm --games 30")
	for _, want := range []string{
		"Blood Bowl: Team Manager: 30 games, 30 finished, 0 failed\nRandom play, seats rotated:",
		"Games won, by team (95 % intervals; even share 25.0 %)", "Gouged Eye", "seat 4",
		"\nLength: median ", "\n  Week: median 5,", "changes of the lead: ", "comebacks (", "\nFans at the end",
		"  winners  ", "\nCards, seen, not caused",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	var r sim.Result
	if err := json.Unmarshal([]byte(fine(t, dir, "sim bbtm --games 30 --format json --workers 3")), &r); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(fine(t, dir, "sim bbtm --games 30 --format csv --workers 1"))).
		ReadAll()
	if err != nil || len(lines) != len(r.Rows)+1 || strings.Join(lines[0], ",") != columnsOfRows {
		t.Fatalf("%d lines, %d rows, %v", len(lines), len(r.Rows), err)
	}
	for i, row := range r.Rows {
		line := lines[i+1]
		if line[0] != row.By || line[1] != row.Key || line[3] != strconv.Itoa(row.Games) ||
			line[4] != strconv.Itoa(row.Won) || line[13] != strconv.Itoa(row.After.Played) {
			t.Errorf("%v is not %+v", line, row)
		}
	}
	if len(r.Wins) != 4 || r.Lead == nil || len(r.Pairs) != 30 || r.Rows[0].Key != "1" {
		t.Errorf("%v %+v %d", r.Wins, r.Lead, len(r.Pairs))
	}
}

// cardsOfNoUse is a game that coins decide, for all seats alike; cards of which all seats
// play one, or none, do nothing.
var cardsOfNoUse = map[string]string{
	"pack.yaml": "id: coin\nversion: 1.0.0\napi: 2\nname: {en: Coin}\nseats: {min: 4, max: 4}\n",
	"game.yaml": "types: {dummy: {start: box}}\nzones: {box: {of: table}, hand: {of: seat, seen: owner}, " +
		"stage: {of: table}}\ndice: {coin: [heads, tails]}\nflow: [{phase: play, do: [coin.deal, coin.play, " +
		"coin.judge]}]\n",
	"cards/cards.yaml": "defaults: {type: dummy, copies: 4}\ncards: [{id: ash, name: {en: Ash}}, {id: beech, name: " +
		"{en: Beech}}, {id: cedar, name: {en: Cedar}}]\n",
	"scripts/rules/coin.lua": `
local coin, IDS = {}, {"ash", "beech", "cedar"}
function coin.deal()
  for _, seat in ipairs(game.seats) do
    for _, id in ipairs(IDS) do move(cards{zone = "box", id = id}[1], seat.hand) end
  end
end
function coin.play()
  for _, id in ipairs(IDS) do
    if roll("coin") == "heads" then move(cards{zone = "hand", id = id}, game.stage) end
  end
end
function coin.judge()
  if roll("coin") == "heads" then finish(game.seats) end
end
return coin
`,
}

// TestCardsOfNoUse: no star stands beside a card because those won who used it, neither
// in the text nor on the page, which both say that this is seen and not caused. Counted
// as if the seats of a game were independent, a card of this game is certain in most runs.
func TestCardsOfNoUse(t *testing.T) {
	dir := t.TempDir()
	for name, text := range cardsOfNoUse {
		path := filepath.Join(dir, "coin", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range 6 {
		text := fine(t, dir, fmt.Sprintf("sim coin --games 100 --seed %d --report page.html", seed))
		_, list, found := strings.Cut(text, "\nCards, seen, not caused: ")
		if !found || strings.Contains(list, "*") || strings.Contains(list, "certain") ||
			strings.Count(list, " when played (") != 3 || !strings.Contains(list, "no figure here says what it does") {
			t.Errorf("seed %d:\n%s", seed, text)
		}
		page, err := os.ReadFile(filepath.Join(dir, "page.html"))
		if err != nil {
			t.Fatal(err)
		}
		_, list, found = strings.Cut(string(page), "<h3>Cards and who won</h3>")
		list, _, _ = strings.Cut(list, "</section>")
		if !found || !strings.Contains(list, "seen, not caused") || !strings.Contains(list, "Beech") ||
			strings.Contains(list, `class="dot"`) || strings.Contains(list, "certain") {
			t.Errorf("seed %d:\n%s", seed, list)
		}
	}
}

// TestSimSeatsAreRotated: who plays better wins as often from every seat, and the text
// has the bots first.
func TestSimSeatsAreRotated(t *testing.T) {
	text := fine(t, t.TempDir(), "sim football-champions --games 8 --seats greedy,random")
	if !strings.Contains(text,
		"Played by greedy, random, seats rotated.\n\nGames won, by bot (95 % intervals; even share 50.0 %)\n "+
			" greedy ") {
		t.Error(text)
	}
}

// TestSimCompare: B is named in the ways that diff knows, or as an option.
func TestSimCompare(t *testing.T) {
	gazette, err := filepath.Abs("../../../testdata/mods/gazette")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for with, want := range map[string]string{
		gazette: "/gazette)\n2 pairs of games",
		"+errata": "B: Blood Bowl: Team Manager (bbtm+errata)\n2 pairs of games, each pair with " +
			"one seed and the same seats; all pairs were played.\nRandom play",
		"guard_counts_as_tackled=yes": "B: Blood Bowl: Team Manager, guard_counts_as_tackled=yes\n",
	} {
		text := fine(t, dir, "sim bbtm --games 2 --compare "+with)
		if !strings.Contains(text, want) || !strings.Contains(text, "\nGames won, by team ") ||
			!strings.Contains(text, "too few to say") {
			t.Errorf("%s:\n%s", with, text)
		}
	}
	var out struct {
		Games   int
		Compare struct {
			Pairs   int
			Stopped string
			Figures []struct{ By, Key string }
		}
	}
	const compare = "sim football-champions --games 2 --compare reserves=6 --format csv"
	page, file := filepath.Join(dir, "page.html"), filepath.Join(dir, "a.run")
	lines := strings.Split(fine(t, dir, compare+" --resume "+file+" --report "+page), "\n")
	if lines[0] != "by,key,what,a,n_a,b,n_b,difference,low,high,moved" ||
		!slices.ContainsFunc(lines,
			func(l string) bool { return strings.HasPrefix(l, "seat,1,won,") && strings.HasSuffix(l, ",,,false") }) {
		t.Errorf("%q", lines)
	}
	if data, err := os.ReadFile(page); err != nil ||
		!strings.Contains(string(data), "--seats random,random --compare reserves=6</code>") {
		t.Errorf("%v: the page of the comparison", err)
	}
	if again := fine(t, dir, compare+" --resume "+file); again != strings.Join(lines, "\n") {
		t.Errorf("gone on with what is over:\n%s", again)
	}
	if code, _, errs := runCLI(strings.Fields("sim football-champions --games 2 --compare reserves=5 --resume " +
		file)...); code != ExitUsage || !strings.Contains(errs, "on the side B: options") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if err := json.Unmarshal(
		[]byte(fine(t, dir, "sim football-champions --games 1 --compare football-champions --format json")),
		&out); err != nil || out.Games != 1 || out.Compare.Pairs != 1 || out.Compare.Stopped != "pairs" ||
		len(out.Compare.Figures) == 0 {
		t.Errorf("%v %+v", err, out)
	}
	for line, want := range map[string]string{
		"sim bbtm --precision 2":                            "--precision and --unpaired go with --compare",
		"sim bbtm --compare seven-missions":                 "two games",
		"sim bbtm --compare +eratta":                        "there is no overlay",
		"sim bbtm --compare season=long":                    "option season cannot be",
		"sim bbtm --compare bbtm+errata --compare football": "names two packs",
	} {
		if talk := wrong(t, dir, line, ExitUsage); !strings.Contains(talk, want) {
			t.Errorf("%s: %s", line, talk)
		}
	}
}

// TestSimBots: the strength of bots is told in three forms, the same for any number of
// workers, of a game with returns by them too; and by how many playouts they think.
func TestSimBots(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	kuhn := "sim " + filepath.Join(root, "testdata", "kuhn") + " --games 40"
	dir := t.TempDir()
	text := fine(t, dir, kuhn+" --bots=random,search:60 --workers 1 --report strength.html --lang fr")
	page, err := os.ReadFile(filepath.Join(dir, "strength.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Chaque bot à son tour contre random, les mêmes parties pour chacun.",
		`<th scope="row">search:60</th>`, "--seats random,random --bots=random,search:60</code>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing in the page", want)
		}
	}
	for _, want := range []string{
		"how strong bots are\nEach bot against random, the same 40 games for each of them, seats rotated.\n\nGames " +
			"won, by bot (95 % intervals; even share 50.0 %)\n  random ",
		" of 80, ", "\n  search:60 ", " of 40, ", " decisions a game, returns +",
		"\n  * stronger or weaker than the others for certain",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	var out struct {
		Others []string
		Even   float64
		Bots   []lab.Rung
	}
	if err := json.Unmarshal([]byte(fine(t, dir, kuhn+" --bots=greedy,search:60 --format json --workers 1")),
		&out); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(
		strings.NewReader(fine(t, dir, kuhn+" --bots=greedy,search:60 --format csv --workers 3"))).ReadAll()
	if err != nil || len(lines) != 3 || len(out.Bots) != 2 || out.Even != 0.5 ||
		!slices.Equal(out.Others, []string{"random"}) {
		t.Fatal(err, lines, out)
	}
	for i, r := range out.Bots {
		if line := lines[i+1]; line[0] != r.Bot || line[5] != strconv.Itoa(r.Won) || r.Games != 40 ||
			r.Won == 0 || r.Returns == nil {
			t.Errorf("%v is not %+v", lines[i+1], r)
		}
	}
	for line, want := range map[string]string{
		kuhn + " --bots search:60":         "the bots stand behind an equals sign: --bots=search:60",
		kuhn + " --bots=greedy,greedy":     "--bots names greedy twice",
		kuhn + " --bots=search:2s":         "search:2s thinks by the clock",
		kuhn + " --seats search:2s,random": "search:2s thinks by the clock",
		kuhn + " --bots=serch": `there is no kind of seat "serch"; there are random, greedy, ` +
			`search, and exec:COMMAND; did you mean search?`,
		kuhn + " --bots --compare +x":               "--bots goes with a run of its own",
		"record bbtm -o x --seats search:2s,random": "search:2s thinks by the clock",
	} {
		if talk := wrong(t, dir, line, ExitUsage); !strings.Contains(talk, want) {
			t.Errorf("%s: %s", line, talk)
		}
	}
}
