package interp_test

import (
	"cmp"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// figure is what something costs in one place: a row of .ci/budget.
type figure struct{ measure, place string }

// TestCosts holds what does not depend on the machine against .ci/budget: bytes and
// allocations of a fork, of an undo, of a view, of a scene, of a filter and of a season, and the
// instructions of a season.
func TestCosts(t *testing.T) {
	got := map[figure]int{}
	costsOfLength(t, got)
	costsOfFilters(t, got)
	for _, game := range []struct {
		name  string
		seats int
	}{{"bbtm", 4}, {"seven-missions", 2}, {"football-champions", 2}} {
		costsOfSeason(t, game.name, game.seats, got)
	}
	for _, wrong := range overBudget(got, budgetOfCosts(t, "")) {
		t.Error(wrong)
	}
	for _, f := range inOrder(got) {
		t.Logf("%-20s %-20s %d", f.measure, f.place, got[f])
	}
}

// TestOverBudget: a broken budget is told with both figures, and so is one that nothing
// is measured for, or that is missing.
func TestOverBudget(t *testing.T) {
	got := overBudget(map[figure]int{{"fork-bytes", "early"}: 12, {"fork-bytes", "late"}: 9, {"view-bytes", "bbtm"}: 1},
		map[figure]int{{"fork-bytes", "early"}: 11, {"fork-bytes", "late"}: 9, {"undo-bytes", "late"}: 3})
	want := []string{
		"fork-bytes early: 12, at most 11 by .ci/budget",
		"undo-bytes late: .ci/budget has a ceiling, and nothing is measured",
		"view-bytes bbtm: 1, and .ci/budget has no ceiling",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// overBudget compares figures with their ceilings, and says what is wrong.
func overBudget(got, ceilings map[figure]int) []string {
	var wrong []string
	all := maps.Clone(ceilings)
	maps.Copy(all, got)
	for _, f := range inOrder(all) {
		n, measured := got[f]
		ceiling, known := ceilings[f]
		what := f.measure + " " + f.place + ": "
		switch {
		case !measured:
			wrong = append(wrong, what+".ci/budget has a ceiling, and nothing is measured")
		case !known:
			wrong = append(wrong, what+strconv.Itoa(n)+", and .ci/budget has no ceiling")
		case n > ceiling:
			wrong = append(wrong, what+strconv.Itoa(n)+", at most "+strconv.Itoa(ceiling)+" by .ci/budget")
		}
	}
	return wrong
}

func inOrder(figures map[figure]int) []figure {
	return slices.SortedFunc(maps.Keys(figures), func(a, b figure) int {
		return cmp.Or(strings.Compare(a.measure, b.measure), strings.Compare(a.place, b.place))
	})
}

// budgetOfCosts reads the rows of .ci/budget that are no lines of code, MEASURE PLACE
// CEILING, the measure of two words: those that begin with a word, or where that is ""
// all but those of time.
func budgetOfCosts(t *testing.T, word string) map[figure]int {
	text, err := os.ReadFile("../.ci/budget")
	if err != nil {
		t.Fatal(err)
	}
	ceilings := map[figure]int{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		row := strings.Fields(line)
		if len(row) < 3 || !strings.Contains(row[0], "-") || strings.HasSuffix(row[0], "-tests") ||
			strings.HasPrefix(row[0], "function-") || // of lines, as .ci/lines counts them
			strings.HasPrefix(row[0], "sim-") || // of TestCosts in cmd/internal/simulate
			strings.HasPrefix(row[0], "start-") || // of TestStart in cmd/internal/cli
			!strings.HasPrefix(row[0], word) || word == "" && strings.HasPrefix(row[0], "time-") {
			continue
		}
		if ceilings[figure{row[0], row[1]}], err = strconv.Atoi(row[2]); err != nil {
			t.Fatal(err)
		}
	}
	return ceilings
}

// cost adds the fewest bytes and allocations that something took in some trials, each
// of which prepare comes before.
func cost(got map[figure]int, what, place string, prepare, do func()) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	bytes, allocs := figure{what + "-bytes", place}, figure{what + "-allocs", place}
	var before, after runtime.MemStats
	for trial := range 5 {
		prepare()
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		b, a := int(after.TotalAlloc-before.TotalAlloc), int(after.Mallocs-before.Mallocs)
		if trial == 0 || b < got[bytes] {
			got[bytes] = b
		}
		if trial == 0 || a < got[allocs] {
			got[allocs] = a
		}
	}
}

// lengths are the events that a game has early and late.
var lengths = []struct {
	place  string
	events int
}{{"early", 650}, {"late", 5500}}

// growing is a season that is played answer by answer; next answers the open decision, of
// which seat it may be.
func growing(t testing.TB) (season *interp.Table, g *engine.Game, next func()) {
	t.Helper()
	season, err := shipped(t, "bbtm", 4, false).Pack.Table(
		interp.Settings{Seats: 4, GameOptions: map[string]string{"season": "extended"}})
	if err != nil {
		t.Fatal(err)
	}
	if g, err = season.NewGame(); err != nil {
		t.Fatal(err)
	}
	bot := bot.NewRandom(1, 7)
	return season, g, func() {
		if _, err := g.Advance(t.Context()); err != nil || g.Open() == nil {
			t.Fatal("the season ends too early", err)
		}
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, bot.Decide(t.Context(), g.Position(), d, d.Seat)); err != nil {
			t.Fatal(err)
		}
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// costsOfLength measures a game early and late.
func costsOfLength(t *testing.T, got map[figure]int) {
	season, g, next := growing(t)
	for _, at := range lengths {
		for g.Log().Len() < at.events {
			next()
		}
		cost(got, "fork", at.place, func() {}, func() { g.Fork(nil) })
		var number int
		cost(got, "undo", at.place, func() { number = g.Open().Number; next() }, func() {
			if err := g.Undo(t.Context(), number); err != nil {
				t.Fatal(err)
			}
		})
		cost(got, "past", at.place, func() {}, func() { g.Past(0) })
		cost(got, "view", at.place, func() {}, func() { view.Of(g.Position(), 1) })
		composer := scene.NewComposer(season.Compiled, season.Speaker("en"))
		p, asked := g.Position(), g.Open().Seat
		in := scene.Input{View: view.Of(p, asked), Question: view.Asked(p, g.Open(), asked)}
		cost(got, "scene", at.place, func() {}, func() { composer.Scene(in) })
	}
}

// costsOfFilters measures a game whose steps are six thousand filters of a script.
func costsOfFilters(t *testing.T, got map[figure]int) {
	for _, call := range []string{"count", "cards", "first"} {
		p := smalltest.Load(t, map[string]string{"scripts/rules/turn.lua": "local turn = {}\n" +
			"function turn.take(seat)\n" +
			"  for n = 1, 1000 do local found = " + call + `{zone = "supply", colour = "red", rank = {min = 1}} end` +
			"\nend\nfunction turn.judge() end\nreturn turn\n"})
		tab, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		m, err := tab.Machine()
		if err != nil {
			t.Fatal(err)
		}
		scripts := &metered{Machine: m}
		g := engine.New(tab.Setup(scripts, 1))
		cost(got, "filter", call, func() { g.Reset(1, nil); scripts.instructions = 0 }, func() {
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
		got[figure{"filter-instructions", call}] = int(scripts.instructions)
	}
}

// metered counts the instructions of a game's scripts.
type metered struct {
	*script.Machine
	instructions int64
}

func (m *metered) EndStep() {
	m.instructions += m.Used(limits.Instructions)
	m.Machine.EndStep()
}

// costsOfSeason measures games of random bots, one after another in one Lua state as sim
// plays them.
func costsOfSeason(t *testing.T, name string, seats int, got map[figure]int) {
	const games = 10
	tab := shipped(t, name, seats, true)
	m, err := tab.Machine()
	if err != nil {
		t.Fatal(err)
	}
	scripts := &metered{Machine: m}
	g := engine.New(tab.Setup(scripts, 1))
	start := withRandomBots(t, tab, g)
	play := func() {
		scripts.instructions = 0
		for n := range games {
			start(rng.Derive(1, n))
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	cost(got, "season", name, func() {}, play)
	for _, f := range []figure{{"season-bytes", name}, {"season-allocs", name}} {
		got[f] /= games
	}
	got[figure{"season-instructions", name}] = int(scripts.instructions) / games
}
