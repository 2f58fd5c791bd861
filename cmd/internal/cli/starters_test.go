package cli

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// onStarter is how each command that reads a pack is run on a starter, PACK. The others need
// a browser, a terminal or another machine, or do not read a pack.
var onStarter = map[string][]string{
	"archive":  {"archive PACK -o PACK.ruledeck"},
	"cards":    {"cards PACK", "cards PACK --format json"},
	"check":    {"check PACK", "check PACK --play=5"},
	"coverage": {"coverage PACK"},
	"diff":     {"diff PACK PACK"},
	"docs":     {"docs PACK --out PACK-docs"},
	"explain":  {"explain PACK play"},
	"fuzz":     {"fuzz PACK --games 4"},
	"import":   {"import foxes.csv in PACK", "import foxes.csv in PACK", "check PACK", "cards PACK"},
	"new":      {"new scenario again in PACK", "new rules more in PACK", "new overlay PACK_more of ./PACK"},
	"play":     {"play PACK --seats SEATS --seed 1"},
	"record":   {"record PACK -o PACK.golden --seed 1"},
	"replay":   {"replay PACK.golden"},
	"schema":   {"schema PACK --out PACK-schema"},
	"sim":      {"sim PACK --games 2 --seed 1"},
	"test":     {"test PACK"},
	"try":      {"try PACK"},
}

// notOnStarter are the commands that are run on no starter here.
var notOnStarter = strings.Fields("studio lsp cookbook learn list serve publish report tune get remove " +
	"version hosting stubs completion help")

// TestStarters runs every command on everything that new pack writes: none panics, and each
// that cannot do its work says in a line why.
func TestStarters(t *testing.T) {
	for _, c := range New(Host{}).Commands() {
		if onStarter[c.Name()] == nil && !slices.Contains(notOnStarter, c.Name()) {
			t.Errorf("the command %s is run on no starter", c.Name())
		}
	}
	order := slices.Sorted(maps.Keys(onStarter))
	slices.SortStableFunc(order, func(a, b string) int { // what adds to the pack comes last
		return cmp.Compare(strings.Index("new import", a), strings.Index("new import", b))
	})
	dir := t.TempDir()
	putSheets(t, dir)
	for _, like := range append(scaffold.Genres(), "empty", "") {
		pack := "like_" + like
		if like == "" {
			pack = "plain"
			fine(t, dir, "new pack "+pack)
		} else {
			fine(t, dir, "new pack "+pack+" --like "+like)
		}
		loaded, err := interp.Load(filepath.Join(dir, pack), interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		least, _ := loaded.Seats()
		seats := strings.TrimSuffix(strings.Repeat("random,", least), ",")
		for _, name := range order {
			for _, line := range onStarter[name] {
				line = strings.NewReplacer("PACK", pack, "SEATS", seats).Replace(line)
				out, talk, code := ruledeck(t, dir, strings.Fields(line)...)
				unable := strings.Contains(talk, "has no step") || strings.Contains(talk, "no scenarios")
				refused := code == ExitUsage && !(loaded.Loaded.Tree.Stepless() && unable)
				broken := name == "import" && code != ExitFine
				if refused || broken || strings.Contains(out+talk, "a bug in ruledeck") {
					t.Errorf("%s: exit %d\n%s%s", line, code, out, talk)
				}
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "like_empty.golden")); err != nil {
		t.Error(err)
	}
}
