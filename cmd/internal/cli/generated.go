package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/interp/source"
)

// generated is a file that a command makes.
type generated = reference.File

// generatedFlags say where made files go.
type generatedFlags struct {
	Folder string `flag:"out"`
	Check  bool   `flag:"check"`
}

// write writes the files into the folder and names them, or prints them.
func (f *generatedFlags) write(h Host, files []generated) error {
	if f.Folder == "" {
		if f.Check {
			return usage("--check needs --out: the folder to compare with")
		}
		for _, g := range files {
			if _, err := fmt.Fprintf(h.Out, "%s", g.Text); err != nil {
				return err
			}
		}
		return nil
	}
	for _, g := range files {
		if err := disk.OS.Made(filepath.Join(f.Folder, filepath.FromSlash(g.Name)), g.Text); err != nil && !f.Check {
			return usage("%s", err)
		}
	}
	stale := 0
	for _, g := range files {
		path := filepath.Join(f.Folder, filepath.FromSlash(g.Name))
		old, err := source.File(path, source.MaxSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if f.Check {
			if err != nil || !bytes.Equal(old, g.Text) {
				stale++
				fmt.Fprintf(h.Out, "%s is out of date\n", filepath.ToSlash(path))
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := disk.OS.Write(path, g.Text); err != nil {
			return err
		}
		fmt.Fprintln(h.Out, filepath.ToSlash(path))
	}
	if stale > 0 {
		return errWrong
	}
	return nil
}
