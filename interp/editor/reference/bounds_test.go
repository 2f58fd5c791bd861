package reference

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBounds: each limit of the packages that read and play packs stands in the table.
func TestBounds(t *testing.T) {
	elsewhere := map[string]string{
		"MaxStates": "of a trace", "MaxArchive": "of an archive", "MaxDirectory": "of an archive",
	}
	table, err := os.ReadFile("bounds.go")
	if err != nil {
		t.Fatal(err)
	}
	limit := regexp.MustCompile(`(?m)^(?:\t|const )(Max[A-Z]\w*)\s+=`)
	for _, root := range []string{"../../../engine", "../.."} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range limit.FindAllSubmatch(text, -1) {
				name := string(found[1])
				if elsewhere[name] == "" && !strings.Contains(string(table), "."+name) {
					t.Errorf("%s: %s can stop a pack, and is not in the table", path, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
