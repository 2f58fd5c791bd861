package pack

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ruledeck/ruledeck/interp/source"
)

// IgnoreFile is the name of a file that takes its folder out of the search for
// tests: for folders of packs that are broken on purpose.
const IgnoreFile = ".ruledeckignore"

// Ignored reports whether a folder is passed over when tests are looked for in one
// around it. Named itself, it is searched.
func Ignored(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, IgnoreFile))
	return err == nil
}

// Walk visits the files at or below a path. It passes over folders below it that are ignored.
func Walk(path string, visit func(file string)) error {
	return source.Walk(path, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			visit(file)
		case file != path && Ignored(file):
			return fs.SkipDir
		}
		return nil
	})
}
