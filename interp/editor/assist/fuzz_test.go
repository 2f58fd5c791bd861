package assist

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// TestRandomEdits: whatever is typed into the files of the shipped games, every
// question gets an answer, and none panics. The suite types a little, and
// RULEDECK_FULL=1 twenty thousand times.
func TestRandomEdits(t *testing.T) {
	edits := 100
	if os.Getenv("RULEDECK_FULL") != "" {
		edits = 20_000
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	w := workspace.New(root)
	var files []string
	for _, folder := range []string{"cards", "scripts", "testdata/mods", "testdata/scenarios/football-champions"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); ext == ".yaml" || ext == ".lua" {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(20, 200))
	pieces := []string{"", "\n", "  ", "\t", "{", "}", "[", "]", "(", ")", ": ", "- ", ",", "\"", "'", "#", "ev.",
		"self:", "cards{", "zone = ", "where = {", "return", "function", "end", "沼🏮", "\x00", "\xff", "null", "&a",
		"*a", "<<: ", "999999999999", marker, strings.Repeat("[", 90), "abilities: [",
		"patch:\n  - {id: ", "game: ", "- 1: "}
	for n := range edits {
		path := files[random.IntN(len(files))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for range 1 + random.IntN(3) {
			from := random.IntN(len(text) + 1)
			to := min(len(text), from+random.IntN(1+random.IntN(40)))
			text = text[:from] + pieces[random.IntN(len(pieces))] + text[to:]
		}
		w.Put(path, []byte(text))
		f, ok := Open(w, path)
		if !ok {
			w.Put(path, nil)
			continue
		}
		line := 1 + random.IntN(len(f.lines))
		column := 1 + random.IntN(len(f.lines[line-1])+2)
		f.Symbols()
		f.Lenses()
		if f.kind != "lua" || n%5 == 0 {
			f.Complete(t.Context(), line, column)
			f.Hover(line, column)
			f.Definition(line, column)
			f.Signature(line, column)
		}
		switch n % 40 {
		case 1:
			f.References(line, column)
			_, _ = f.Rename(line, column, "another_name")
		case 2:
			s := w.Study(f.study.Unit)
			for _, d := range s.All() {
				f.Fixes(d)
			}
		}
		w.Put(path, nil)
	}
}
