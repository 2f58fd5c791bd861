package cli

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// scenarioFolder is where the scenarios of a GAME or an overlay lie: in its folder, those
// of a shipped game in a checkout of the project; "" if there are none.
func scenarioFolder(name string) string {
	folder := filepath.Join(name, "scenarios")
	if slices.Contains(pack.Shipped(), name) {
		folder = upwards(filepath.Join("testdata", "scenarios", name))
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return ""
	}
	return folder
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
		if info, other := os.Stat(path); err != nil || other == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return nil, usage("there are no scenarios at %s; --scenarios names where they are", path)
		}
		files = append(files, found...)
	}
	return files, nil
}
