package pack

import (
	"os"
	"path/filepath"
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
