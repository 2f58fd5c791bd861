package pack

import (
	"path/filepath"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Absolute is a name of a pack, as Open takes it, for files that may lie anywhere: a
// folder by its whole path, all else as it is.
func Absolute(name string) string {
	if full, err := filepath.Abs(name); err == nil && isFolder(name) {
		return full
	}
	return name
}

// Absolutes are several names, each as Absolute has it.
func Absolutes(names []string) []string { return lists.Map(names, Absolute) }

// Relative is a name of a pack, as Open takes it, for a file in a folder: a pack's folder
// by the way there, all else as it is.
func Relative(folder, name string) string {
	from, err := filepath.Abs(folder)
	to := Absolute(name)
	if err != nil || !isFolder(name) {
		return name
	}
	way, err := filepath.Rel(from, to)
	if err != nil {
		return to
	}
	way = filepath.ToSlash(way)
	if !strings.HasPrefix(way, ".") {
		way = "./" + way
	}
	return way
}

// isFolder reports whether a name leads to a folder, and not to a game that the program
// carries.
func isFolder(name string) bool {
	info, err := source.Stat(name)
	return err == nil && info.IsDir() && !IsShipped(name)
}
