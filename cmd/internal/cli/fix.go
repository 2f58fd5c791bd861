package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// fix takes the likeliest fix of each finding that is shown, and writes the files; a dry run shows
// the changes instead.
func (r *checkRun) fix(name string) error {
	if !hasManifest(name) {
		return usage("--fix mends a pack in a folder, which %s is not", name)
	}
	folder, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	m := &assist.Mender{Workspace: workspace.New(), Folder: folder, Wanted: r.params.shows}
	here, _ := filepath.Abs(".") // without it, places are whole
	near := func(path string) string { return filepath.ToSlash(strings.TrimPrefix(path, here+separator)) }
	mended := 0
	m.Took = func(d diag.Finding, fix assist.Fix) {
		d.File = near(filepath.FromSlash(d.File))
		fmt.Fprintf(r.h.Err, "%s: %s: %s\n", d.Pos, d.Message, fix.Title)
		mended++
	}
	m.Mend()
	fmt.Fprintf(r.h.Err, "%s: %s mended\n", name, command.Counted(mended, "finding"))
	_, stop := command.StoppableUntil() // all files are written, or none
	defer stop()
	texts := m.Unsaved()
	for _, path := range lists.Sorted(texts) {
		was, err := os.ReadFile(path)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case r.params.Dry:
			lines := golden.Diff(strings.Split(string(was), "\n"), strings.Split(string(texts[path]), "\n"))
			fmt.Fprintf(r.h.Out, "--- %s\n+++ %[1]s\n%s\n", near(path), strings.Join(lines, "\n"))
		default:
			if err := keep(path, was, texts[path]); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep copies the old text of a file to a name beside it that packs and tests do not read, then
// writes the new one.
func keep(path string, was, text []byte) error {
	folder, name := filepath.Split(path)
	err := os.MkdirAll(folder, 0o755)
	if was != nil {
		err = fs.ErrExist
	}
	for n := 1; errors.Is(err, fs.ErrExist); n++ {
		err = disk.OS.New(fmt.Sprintf("%s_%s.old%d", folder, name, n), was)
	}
	if err != nil {
		return err
	}
	return disk.OS.Write(path, text)
}
