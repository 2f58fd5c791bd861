package disk

import (
	"fmt"
	"github.com/ruledeck/ruledeck/interp/source"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Fingerprint tells states of files apart: names, sizes and times of what a
// pack is read from.
func Fingerprint(places []string) string {
	var b strings.Builder
	for _, place := range places {
		// Loading the pack reports a folder that cannot be read.
		_ = filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case entry.IsDir() && path != place &&
				(entry.Name() == "scenarios" || strings.HasPrefix(entry.Name(), ".")):
				return fs.SkipDir
			case entry.IsDir(), path != place && !isOfPack(path):
				return nil
			}
			if info, err := entry.Info(); err == nil {
				fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return b.String()
}

// ofPacks are the endings of the files, beside sheets, that packs are read from, in small letters.
var ofPacks = []string{".yaml", ".lua", ".svg", ".webp", ".png", ".jpg", ".jpeg", ".woff2"}

// isOfPack reports whether packs are read from files with such a name.
func isOfPack(name string) bool {
	return source.IsTable(name) || slices.Contains(ofPacks, strings.ToLower(filepath.Ext(name)))
}
