package cli

import (
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// scenarioFolder is the folder with the scenarios of a GAME or an overlay: its own; for a
// shipped game that of a checkout of the project, else the folder to which the program
// writes them; "" if there are none.
func scenarioFolder(name string) string {
	folder := ""
	if s, err := pack.Open(name); err == nil {
		folder = s.ScenarioFolder()
	}
	if pack.IsShipped(name) {
		folder = upwards(filepath.Join("testdata", "scenarios", name))
		if folder == "" {
			folder = carriedScenarios(name)
		}
	}
	if info, err := source.Stat(folder); err != nil || !info.IsDir() {
		return ""
	}
	return folder
}

// carriedScenarios writes the scenarios of a shipped game, and the files that they name, from
// the program into a folder of the user's, where they can be read, and returns it; "" where
// none can be written.
func carriedScenarios(game string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	files := lessons(path.Join("scenarios", game))
	silent := Host{Out: io.Discard}
	out := generatedFlags{Folder: filepath.Join(cache, "ruledeck", "scenarios", game), Check: true}
	if out.write(silent, files) != nil { // they are not there, or those of another version
		out.Check = false
		if os.RemoveAll(out.Folder) != nil || out.write(silent, files) != nil {
			return ""
		}
	}
	return out.Folder
}

// upwards finds a path in the folder one stands in or in one of those above.
func upwards(path string) string {
	at, err := os.Getwd()
	for ; err == nil; path = filepath.Join("..", path) {
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	return ""
}

// scenarioFiles reads the scenarios below folders, of which "" is none.
func scenarioFiles(folders ...string) ([]pack.File, error) {
	var files []pack.File
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		found, err := scenario.Find(folder)
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			data, err := source.File(path, source.MaxSize)
			if err != nil {
				return nil, err
			}
			files = append(files, pack.File{Path: path, Shown: filepath.ToSlash(path), Data: data})
		}
	}
	return files, nil
}

// foundScenarios finds the scenario files below some paths.
func foundScenarios(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		found, err := scenario.Find(path)
		if info, other := source.Stat(path); err != nil || other == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return nil, usage("there are no scenarios at %s; --scenarios names where they are", path)
		}
		files = append(files, found...)
	}
	return files, nil
}
