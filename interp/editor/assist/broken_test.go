package assist_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
)

// TestBroken: a file that cannot be read says that and nothing else, and is known by its
// latest text that could be; findings and hover of all other files stay as they were.
func TestBroken(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../../testdata/broken/base")); err != nil {
		t.Fatal(err)
	}
	w := workspace.New(folder)
	unit := workspace.NewUnit(folder)
	read := func(file string) (path, text string) {
		path = filepath.Join(folder, filepath.FromSlash(file))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return path, string(data)
	}
	hover := func(file, at string) string {
		path, _ := read(file)
		data, err := w.Text(path)
		if err != nil {
			t.Fatal(err)
		}
		before, _, ok := strings.Cut(string(data), at)
		f, opened := assist.Open(w, path)
		if !ok || !opened {
			t.Fatalf("%s has no %q", file, at)
		}
		text, span, _ := f.Hover(strings.Count(before, "\n")+1, len(before)-strings.LastIndex(before, "\n"))
		if text != "" && span.Line != strings.Count(before, "\n")+1 {
			t.Errorf("%s: %s: the span begins in line %d", file, at, span.Line)
		}
		return text
	}
	places := [][2]string{{"scripts/rules/show.lua", "points == two"},
		{"scripts/rules/show.lua", "applause}, function"},
		{"scripts/abilities/encore.lua", "applause + params"}, {"cards/performers.yaml", "encore: 2"},
		{"game.yaml", "show.judge"}}
	// A warning in each file that is to stay where nothing is typed.
	path, text := read("scripts/abilities/encore.lua")
	w.Put(path, []byte(strings.Replace(text, "return ability", "local spare = 1\nreturn ability", 1)))
	was := w.Study(unit).All()
	var known []string
	for _, p := range places {
		known = append(known, hover(p[0], p[1]))
	}
	if len(was) != 1 || slices.Contains(known, "") {
		t.Fatalf("%v, %q", was, known)
	}
	for _, c := range []struct{ file, old, typed, code string }{
		{"scripts/rules/show.lua", "function show.judge()\n", "function show.judge()\n  if game.\n\n", "lua-syntax"},
		{"cards/performers.yaml", "    applause: 2\n", "    applause: 2\n    act: [\n", "yaml-syntax"},
		{"game.yaml", "dice:\n", "dice:\n  tower: {\n", "yaml-syntax"},
	} {
		path, text := read(c.file)
		w.Put(path, []byte(strings.Replace(text, c.old, c.typed, 1)))
		s := w.Study(unit)
		others := slices.DeleteFunc(slices.Clone(s.All()),
			func(d diag.Finding) bool { return d.File == filepath.ToSlash(path) })
		if !slices.EqualFunc(others, was, func(a, b diag.Finding) bool { return a.String() == b.String() }) {
			t.Errorf("%s: elsewhere %v, before %v", c.file, others, was)
		}
		if own := len(s.All()) - len(others); own != 1 ||
			!slices.ContainsFunc(s.All(), func(d diag.Finding) bool { return d.Code == c.code }) {
			t.Errorf("%s: %v", c.file, s.All())
		}
		for i, p := range places {
			if got := hover(p[0], p[1]); got != known[i] {
				t.Errorf("%s: at %s of %s: %q, before %q", c.file, p[1], p[0], got, known[i])
			}
		}
		f, _ := assist.Open(w, path)
		if _, _, err := f.Renamable(1, 8); err == nil || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%s: a name can be changed: %v", c.file, err)
		}
		w.Put(path, nil)
	}
}
