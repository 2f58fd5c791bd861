//go:build unix

package workspace

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// BenchmarkKey is one key that is typed into a file of a game, and the findings after it:
// by turns a letter of a comment, and another letter in a name, a word or a number, of which
// letters is the half without the comments. p95 is the CPU time, of all threads, that all but
// one of twenty stay below.
func BenchmarkKey(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as lsp does
	root, err := filepath.Abs("../../..")
	if err != nil {
		b.Fatal(err)
	}
	cards, scripts := filepath.Join(root, "cards"), filepath.Join(root, "scripts")
	for _, g := range []struct {
		name   string
		folder func(b *testing.B) string
		files  []string
	}{
		{"bbtm", nil, []string{"cards/highlights.yaml", "abilities/staff/coach.lua", "rules/tackle.lua", "game.yaml",
			"locale/en.cards.yaml"}},
		{"seven-missions", nil, []string{"cards/items.yaml", "", "", "game.yaml", "locale/en.cards.yaml"}},
		{"football-champions", nil, []string{"cards/players/iron_vale.yaml", "", "", "game.yaml",
			"locale/en.cards.yaml"}},
		{"1000", nil, nil}, {"5000", nil, nil},
	} {
		folder, lua := filepath.Join(cards, g.name), filepath.Join(scripts, g.name)
		if g.files == nil {
			folder = manyCards(b, map[string]int{"1000": 1000, "5000": 5000}[g.name])
			lua = filepath.Join(folder, "scripts")
			g.files = []string{"cards/made_007.yaml", "abilities/made/trick_7.lua", "", "game.yaml", "locale/en.yaml"}
		}
		w := New(folder)
		for i, kind := range []string{"card", "ability", "rules", "game", "locale"} {
			b.Run(g.name+"/"+kind, func(b *testing.B) {
				path := filepath.Join(folder, g.files[i])
				if kind == "ability" || kind == "rules" {
					path = filepath.Join(lua, cmp.Or(g.files[i], biggest(b, lua, kind)))
				}
				keys(b, w, folder, path)
			})
		}
	}
}

// BenchmarkCheck reads and checks a pack of which nothing is known yet: the largest of the
// shipped ones, and one of 5,000 cards in 100 files and 100 abilities, with a sentence for
// each card and 100 scenarios that name half of the abilities.
func BenchmarkCheck(b *testing.B) {
	made := manyCards(b, 5000)
	for i := range 100 {
		write(b, made, fmt.Sprintf("scenarios/trick_%d.yaml", i),
			strings.Repeat(fmt.Sprintf("name: Trick %d\ngiven: {1: {hand: [Nobody]}}\n", i/2), 20))
	}
	for name, folder := range map[string]string{"bbtm": "../../../cards/bbtm", "5000": made} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, d := range New(folder).Study(NewUnit(folder)).All() {
					if d.Severity != diag.Note {
						b.Fatal(d.Pos, d.Text())
					}
				}
			}
		})
	}
}

// biggest is the largest rules or ability file.
func biggest(b *testing.B, lua, kind string) (found string) {
	size := int64(0)
	_ = filepath.WalkDir(lua, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(path, map[string]string{"rules": "/rules/"}[kind]) &&
			(kind == "rules") == strings.Contains(path, "/rules/") {
			if info, err := d.Info(); err == nil && info.Size() > size {
				size = info.Size()
				found, _ = filepath.Rel(lua, path)
			}
		}
		return nil
	})
	return found
}

func keys(b *testing.B, w *Workspace, folder, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	comment := "#"
	if filepath.Ext(path) == ".lua" {
		comment = "--"
	}
	defer w.Put(path, nil)
	w.Put(path, data)
	w.Study(NewUnit(folder))
	r := rand.New(rand.NewPCG(35, 4))
	var times, letters []time.Duration
	for b.Loop() {
		text := slices.Clone(data)
		if len(times)%2 == 0 {
			text = append(text, comment+strings.Repeat("x", len(times)%80)+"\n"...)
		} else {
			at := r.IntN(len(text))
			for !isLetter(text[at]) {
				at = (at + 1) % len(text)
			}
			text[at] = "3e"[bytes.IndexByte([]byte("0123456789"), text[at])>>31&1]
		}
		w.Put(path, text)
		before := used(b)
		if s := w.Study(NewUnit(folder)); s.Err != nil {
			b.Fatal(s.Err, s.All())
		}
		times = append(times, used(b)-before)
		if len(times)%2 == 0 {
			letters = append(letters, times[len(times)-1])
		}
	}
	slices.Sort(times)
	slices.Sort(letters)
	b.ReportMetric(float64(letters[len(letters)/2].Microseconds())/1000, "letters-p50-ms")
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-cpu-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-cpu-ms")
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// manyCards makes a pack: that of scaffold with cards and abilities added.
func manyCards(b *testing.B, n int) string {
	b.Helper()
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		b.Fatal(err)
	}
	folder := b.TempDir()
	add := func(name, text string) { write(b, folder, name, text) }
	texts := ""
	for _, f := range plan.Files {
		if f.Path == "locale/en.yaml" {
			texts = f.Text
		}
		add(f.Path, f.Text)
	}
	const abilities, inFile = 100, 50
	for a := range abilities {
		add(fmt.Sprintf("scripts/abilities/made/trick_%d.lua", a), fmt.Sprintf(`return ability {
  name   = {en = "Trick %d"},
  on     = "performer.enters", window = "before",
  where  = {performer = {is = "self"}},
  params = {more = {type = "number", default = 1}},
  run    = function(_, ev, params)
    local others = count{zone = "stage", friendly = true, other = true}
    if others > %d then ev.applause = ev.applause + params.more * others end
  end,
}
`, a, a%5))
		texts += fmt.Sprintf("ability.trick_%d: More points for company.\n", a)
	}
	var cards strings.Builder
	for i := range n {
		if i%inFile == 0 {
			cards.Reset()
			cards.WriteString("defaults: {type: performer}\ncards:\n")
		}
		fmt.Fprintf(&cards, "  - id: artist_%d\n    name: {en: Artist %d, fr: Artiste %d}\n    applause: %d\n "+
			"   abilities: [{trick_%d: %d}]\n", i, i, i, i%7, i%abilities, 1+i%3)
		texts += fmt.Sprintf("card.artist_%d: Artist %d draws a crowd.\n", i, i)
		if i%inFile == inFile-1 || i == n-1 {
			add(fmt.Sprintf("cards/made_%03d.yaml", i/inFile), cards.String())
		}
	}
	add("locale/en.yaml", texts)
	return folder
}

func write(b *testing.B, folder, name, text string) {
	name = filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

// used is the CPU time of the process so far.
func used(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
