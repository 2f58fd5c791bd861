package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hoards is a game of gold, which wins it, and of lead, which its standing takes for more;
// nobody looks so far ahead that he sees who wins.
var hoards = map[string]string{
	"pack.yaml": "id: hoards\nversion: 1.0.0\napi: 3\nname: {en: Hoards}\nseats: {min: 2, max: 2}\n",
	"game.yaml": `seat:
  gold: {type: number, start: 0, name: {en: Gold}}
  lead: {type: number, start: 0, name: {en: Lead}}
flow:
  - phase: taking
    repeat: {times: 3}
    do:
      - phase: turn
        turns: {until: once}
        do: [hoard.take]
  - phase: waiting
    repeat: {times: 14}
    do:
      - phase: wait
        turns: {until: once}
        do: [hoard.wait]
  - phase: result
    do: [hoard.judge]
standing: standing.of
# What bots do:
search:
  depth: 1
`,
	"locale/en.yaml": "prompt.take: What do you take?\noption.gold: gold\noption.lead: lead\n",
	"scripts/rules/hoard.lua": `local hoard = {}

function hoard.take(seat)
  local what = choose.one{seat = seat, prompt = "take", from = options():add("gold"):add("lead")}
  if what == "gold" then seat.gold = seat.gold + 1 else seat.lead = seat.lead + 1 end
end

function hoard.wait(seat)
  choose.one{seat = seat, prompt = "take", from = options():add("gold"):add("lead")}
end

function hoard.judge()
  local one, other = game.seats[1], game.seats[2]
  if one.gold == other.gold then finish{draw = game.seats} end
  finish(one.gold > other.gold and one or other)
end

return hoard
`,
	"scripts/rules/standing.lua": `local standing = {}

local GOLD, LEAD = 10, 16

function standing.of(seat) return GOLD * seat.gold + LEAD * seat.lead end

return standing
`,
}

func writeHoards(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range hoards {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTune: what is found is written, with its ladder, and all else stays; tuned again the
// pack stays as it is, with one ladder.
func TestTune(t *testing.T) {
	dir := writeHoards(t)
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const command = "tune . --games 8 --playouts 8 --workers 1"
	fine(t, dir, command+" --dry-run")
	const standing = "scripts/rules/standing.lua"
	if read("game.yaml") != hoards["game.yaml"] || read(standing) != hoards[standing] {
		t.Error("a dry run has written something")
	}
	out := fine(t, dir, command)
	for _, want := range []string{"Games won against the best so far", "GOLD = 20", "100.0 %", "better\n",
		"Games won against greedy", "search:2", "search:16", "written into game.yaml"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	want := strings.Replace(hoards[standing], "10, 16", "20, 16", 1)
	if got := read(standing); got != want {
		t.Errorf("the standing is\n%s", got)
	}
	before, _, _ := strings.Cut(hoards["game.yaml"], "search:")
	game := read("game.yaml")
	if rest, found := strings.CutPrefix(game, before); !found || !strings.HasPrefix(rest,
		"# ruledeck tune: against greedy, in 8 games each,\n# ruledeck tune: search:2 wins ") ||
		!strings.Contains(rest, "\nsearch: {depth: 1, rollout: 0, playouts: 2}\n") {
		t.Errorf("the game is\n%s", game)
	}
	if out := fine(t, dir, command+" --seed 2"); !strings.Contains(out, "Nothing is certainly better") {
		t.Errorf("it was tuned again:\n%s", out)
	}
	game = read("game.yaml")
	if strings.Count(game, "against greedy") != 1 || strings.Count(game, "search: ") != 1 {
		t.Errorf("the game is\n%s", game)
	}
}

// TestTuneRefuses says what cannot be tuned.
func TestTuneRefuses(t *testing.T) {
	dir := writeHoards(t)
	kuhn, err := filepath.Abs("../../../testdata/kuhn")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"tune bbtm":           "tune writes into the game.yaml of a pack's folder, and cannot read it: open bbtm",
		"tune . --games 7":    "--games must be at least 8, not 7",
		"tune . --playouts 3": "--playouts must be from 4 to 10000, not 3",
		"tune " + kuhn: "bots that bluff think of kuhn from the deal on, and look no further than that: " +
			"there is nothing to tune",
	} {
		if said := wrong(t, dir, line, ExitUsage); !strings.Contains(said, want) {
			t.Errorf("%s: %s", line, said)
		}
	}
}
