package cli

import (
	"encoding/csv"
	"encoding/json"
	"math"
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
	text := fine(t, dir, "sim bbtm --games 2")
	for _, want := range []string{
		"Blood Bowl: Team Manager: 2 games, 2 finished, 0 failed\n" +
			"Played by greedy, greedy, greedy, greedy, seats rotated.",
		"Games won, by team (95 % intervals; even share 25.0 %)", "Gouged Eye", "seat 4",
		"\nLength: median ", "\n  Week: median 5,", "changes of the lead: ", "comebacks (", "\nFans at the end",
		"  winners  ", "\nCards, as they came up",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	const counted = "sim bbtm --games 30 --seats random,random,random,random --format "
	var r sim.Result
	if err := json.Unmarshal([]byte(fine(t, dir, counted+"json --workers 3")), &r); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(fine(t, dir, counted+"csv --workers 1"))).ReadAll()
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

// TestWildCard: in a shedding game the card that fits everything, which winners have often
// played, is by experiment no better to draw than another.
func TestWildCard(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack shed --like shedding")
	var r sim.Result
	text := fine(t, dir, "sim shed --games 150 --seats random,random --cards --format json")
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	n, sum, square := 0, 0.0, 0.0
	for _, trial := range r.Trials {
		for _, v := range trial.Values {
			if trial.Card == "joker" && trial.What == lab.Drawn {
				x := float64(v[0]) / sim.Whole
				n, sum, square = n+v[1], sum+x*float64(v[1]), square+x*x*float64(v[1])
			}
		}
	}
	if mean := sum / float64(n); n < 60 || math.Abs(mean) > 3*math.Sqrt(square)/float64(n) {
		t.Errorf("drawn instead of another card it brings %+.1f points in %d games", 100*mean, n)
	}
}

// TestSimCards: what cards do is said by experiment alone, in the text and on the page; what
// was seen of them has no star, and says what its words mean.
func TestSimCards(t *testing.T) {
	dir := t.TempDir()
	trials, err := filepath.Abs("../../../testdata/trials")
	if err != nil {
		t.Fatal(err)
	}
	// What is asserted holds for any bot; those that look ahead take a minute for it.
	sim := "sim " + trials + " --seats random,random"
	text := fine(t, dir, sim+" --games 250 --option planted=yes --cards --report page.html")
	list, seen, found := strings.Cut(text, "\nCards, as they came up: games of a seat\n")
	for _, want := range []string{"\nCards, by experiment: points of its games that a seat wins more",
		"\n  taken where it could be, against never taking it (but where nothing else is allowed)\n", "\n    Ten   ",
		" games\n    and 17 more; --report has them all",
		"\n  drawn, instead of another card of its pile\n", "that nobody chooses)\n    none\n",
		"intervals hold at every look\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("%q is missing in:\n%s", want, list)
		}
	}
	if !found || strings.Contains(seen, "*") || !strings.Contains(seen, "acted: an ability") {
		t.Errorf("what was seen:\n%s", seen)
	}
	page, err := os.ReadFile(filepath.Join(dir, "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h3>Cards: taken where they could be, against never</h3>", "<td class=\"num\">&#43;",
		"<h3>Cards: drawn, instead of another of the pile</h3>", "<h3>Cards, as they came up</h3>", " --cards</code>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing in the page", want)
		}
	}
	if text := fine(t, dir, sim+" --games 30"); strings.Contains(text, "by experiment") ||
		!strings.Contains(text, "sim --cards says what it does") {
		t.Errorf("without --cards:\n%s", text)
	}
	if text := fine(t, dir, "sim bbtm --seats random,random --games 3 --cards"); !strings.Contains(text,
		"\n  never a choice: ") ||
		!strings.Contains(text, " against none (of a card that nobody chooses)\n    too rare to tell: ") {
		t.Errorf("cards that nobody chooses:\n%s", text)
	}
	for line, want := range map[string]string{
		"sim bbtm --cards --bots":                "--cards goes with a run of its own",
		"sim bbtm --cards --seats exec:x,random": "which bots from outside cannot",
		"sim bbtm --cards --compare bbtm":        "--cards goes with a run of its own",
	} {
		if talk := wrong(t, dir, line, ExitUsage); !strings.Contains(talk, want) {
			t.Errorf("%s: %s", line, talk)
		}
	}
}

// TestSimSweep: other values of a card are played beside the one that it has; what is wrong
// with them is told, that which only the game can know too.
func TestSimSweep(t *testing.T) {
	dir := t.TempDir()
	trials, err := filepath.Abs("../../../testdata/trials")
	if err != nil {
		t.Fatal(err)
	}
	sweep := "sim " + trials + " --option planted=yes --games 600 --sweep ten.worth=0,10,49"
	text := fine(t, dir, sweep)
	for _, want := range []string{"): worth of ten, 10 as it is\n600 games with each value, the same seeds",
		"\nTen: games won by those who use it\n  0    ", "   as it is\n  49   ",
		"\nVerdict: with 49, Ten: games won by ",
		"for certain.\nNext: ruledeck new overlay NAME of ", "keeps a value:\npatch:\n  - id: ten\n    worth: 49\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	var out struct {
		Now    string
		Games  int
		Curves []lab.Curve
	}
	if err := json.Unmarshal([]byte(fine(t, dir, sweep+" --format json")), &out); err != nil || out.Now != "10" ||
		out.Games != 600 || len(out.Curves) < 2 || len(out.Curves[0].Points) != 3 {
		t.Errorf("%v: %+v", err, out)
	}
	if lines := strings.Split(fine(t, dir, sweep+" --format csv"), "\n"); len(lines) < 8 ||
		lines[0] != "by,key,what,value,games,share,difference,low,high,moved" {
		t.Errorf("%q", lines)
	}
	for line, want := range map[string]string{
		"ten --cards":                   "--sweep goes with a run of its own, not with",
		"ten":                           `--sweep: "ten" names no values of a card; write CARD.FIELD`,
		"orc_blitzer.power.standing=3":  "standing of the card orc_blitzer is 3 already; name other values",
		"orc_blitzer.power.standing=up": "/cards/knob.yaml:3:23: power standing must be a whole number",
	} {
		if talk := wrong(t, dir, "sim bbtm --sweep "+line, ExitUsage); !strings.Contains(talk, want) {
			t.Errorf("%s: %s", line, talk)
		}
	}
}

// TestSimSeatsAreRotated: who plays better wins as often from every seat, and the text
// has the bots first.
func TestSimSeatsAreRotated(t *testing.T) {
	text := fine(t, t.TempDir(), "sim football-champions --games 4 --seats greedy,random")
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
		gazette + " --seats random,random": "/gazette)\n2 pairs of games",
		"+errata": "B: Blood Bowl: Team Manager (bbtm+errata)\n2 pairs of games, each pair with " +
			"one seed and the same seats; all pairs were played.\nPlayed by greedy",
		"guard_counts_as_tackled=yes --seats random,random": "B: Blood Bowl: Team Manager, " +
			"guard_counts_as_tackled=yes\n",
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
	const compare = "sim football-champions --games 2 --seats random,random --compare reserves=6 --format csv"
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
	if code, _, errs := runCLI(strings.Fields(
		strings.Replace(compare, "reserves=6", "reserves=5", 1) + " --resume " + file)...); code != ExitUsage ||
		!strings.Contains(errs, `options "reserves=6", not "reserves=5" (2 of 2)`) {
		t.Errorf("exit %d, %s", code, errs)
	}
	if err := json.Unmarshal(
		[]byte(fine(t, dir, "sim football-champions --games 1 --seats random,random --compare football-champions "+
			"--format json")), &out); err != nil || out.Games != 1 || out.Compare.Pairs != 1 ||
		out.Compare.Stopped != "pairs" ||
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
	text := fine(t, dir, kuhn+" --bots=random,search:12 --workers 1 --report strength.html --lang fr")
	page, err := os.ReadFile(filepath.Join(dir, "strength.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Chaque bot à son tour contre random, les mêmes parties pour chacun.",
		`<th scope="row">search:12</th>`, "--seats random,random --bots=random,search:12</code>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing in the page", want)
		}
	}
	for _, want := range []string{
		"how strong bots are\nEach bot against random, the same 40 games for each of them, seats rotated.\n\nGames " +
			"won, by bot (95 % intervals; even share 50.0 %)\n  random ",
		" it plays at every seat, and so wins ", "\n  search:12 ", " of 40, ", " decisions a game, returns +",
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
	if err := json.Unmarshal([]byte(fine(t, dir, kuhn+" --bots=greedy,search:12 --format json --workers 1")),
		&out); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(
		strings.NewReader(fine(t, dir, kuhn+" --bots=greedy,search:12 --format csv --workers 3"))).ReadAll()
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
		kuhn + " --bots search:12":         "the bots stand behind an equals sign: --bots=search:12",
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
