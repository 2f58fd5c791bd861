package pack

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNames: a folder is named from where a file lies, what the program carries by its id.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, folder := range []string{"mine", "files/deep"} {
		if err := os.MkdirAll(filepath.FromSlash(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range [][3]string{
		{".", "mine", "./mine"}, {"files/deep", "mine", "../../mine"}, {"mine", "mine", "."}, {".", "bbtm", "bbtm"},
		{"files", "missing", "missing"},
	} {
		if got := Relative(test[0], test[1]); got != test[2] {
			t.Errorf("%s is named in %s as %s, not %s", test[1], test[0], got, test[2])
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got := Absolutes([]string{"mine", "bbtm"}); got[0] != filepath.Join(here, "mine") || got[1] != "bbtm" {
		t.Error(got)
	}
}
