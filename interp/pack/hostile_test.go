package pack

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTooLarge: one error for a pack that is too large, before it is parsed.
func TestTooLarge(t *testing.T) {
	for what, files := range map[string]func(fstest.MapFS){
		"4000 files": func(f fstest.MapFS) {
			for i := range MaxFiles {
				f[fmt.Sprintf("cards/%d.txt", i)] = &fstest.MapFile{}
			}
		},
		"33554432 bytes": func(f fstest.MapFS) {
			data := []byte(strings.Repeat("#", 1<<20))
			for i := range 40 {
				f[fmt.Sprintf("cards/%d.yaml", i)] = &fstest.MapFile{Data: data}
			}
		},
		"1000 scripts": func(f fstest.MapFS) {
			for i := range MaxModules + 1 {
				f[fmt.Sprintf("scripts/rules/m%d.lua", i)] = &fstest.MapFile{}
			}
		},
	} {
		tree := fstest.MapFS{"pack.yaml": {Data: []byte("id: huge\n")}}
		files(tree)
		_, err := FromFS(tree, "huge")
		var large *LargeError
		if want := "huge holds more than a pack may: at most " + what + " are read"; !errors.As(err, &large) ||
			err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// TestNamesOfFiles: a name that could forge a line, or steer, is refused, and shown so that
// it does neither.
func TestNamesOfFiles(t *testing.T) {
	for name, shown := range map[string]string{
		"cards/a\nforged.yaml":  `cards/a\u000aforged.yaml`,
		"scripts/\x1b[2J/a.lua": `scripts/\u001b[2J/a.lua`,
		"cards/a\u202e.yaml":    `cards/a\u202e.yaml`,
	} {
		_, err := FromFS(fstest.MapFS{"pack.yaml": {Data: []byte("id: x\n")}, name: {}}, "x")
		if want := "x/" + shown + ": a name that is no line of text is not read"; err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}
