package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// write writes files of a pack.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for path, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeyIsCounted: what a key makes the server read again counts together, the pack that is
// open and each of its overlays, and what took most is named; it counts anew with the next key.
func TestKeyIsCounted(t *testing.T) {
	dir := t.TempDir()
	plan, err := scaffold.Pack("many", "")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range plan.Files {
		files[f.Path] = f.Text
	}
	for i := range 3 {
		files[fmt.Sprintf("overlays/o%d/pack.yaml", i)] =
			fmt.Sprintf("id: o%d\nversion: 1.0.0\napi: 3\nname: {en: O}\nextends: many\n", i)
	}
	for i := range 25 {
		files[fmt.Sprintf("scripts/rules/m%d.lua", i)] =
			fmt.Sprintf("local all = {} for i = 1, 3400 do all[i] = {%s} end return {f = function() return all end}\n",
				strings.Repeat("i", i/24))
	}
	write(t, dir, files)
	c := start(t, dir)
	c.open(filepath.Join(dir, "game.yaml"))
	last := filepath.Join(dir, "scripts", "rules", "m24.lua")
	tooLarge := func(line string) bool {
		return strings.HasSuffix(line, `"pack-too-large"] checking again what stands on the open files takes more `+
			"than 20000000 bytes of memory for what scripts make while they are loaded; no other file takes as many "+
			"as this one; the others are not checked")
	}
	c.findings(last, func(lines []string) bool { return slices.ContainsFunc(lines, tooLarge) })
	c.change(last, c.open(last, "return {}\n")+"-- and less\n")
	c.findings(last, func(lines []string) bool { return !slices.ContainsFunc(lines, tooLarge) })
}
