package archtest

import (
	"crypto/sha256"
	"encoding/hex"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// vendored are the rows of .ci/vendored: a file, its name, version, licence, the file of that, its
// source and its digest.
func vendored(t *testing.T) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".ci", "vendored"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Fields(line)
		if len(row) != 7 {
			t.Fatalf("expected a file, name, version, licence, its file, a source and a digest: %s", line)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestVendored: each file of others is the one that .ci/vendored names, with its licence beside it,
// and there is no other. What a compiled page runs in is that of the toolchain of go.mod.
func TestVendored(t *testing.T) {
	listed := map[string]bool{}
	for _, row := range vendored(t) {
		path := filepath.Join(root, row[0])
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != row[6] {
			t.Errorf("%s has the digest %x", row[0], sum)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), row[4])); err != nil {
			t.Error(err)
		}
		if row[1] == "go" && "go"+row[2] != toolchain(t) {
			t.Errorf("%s is that of go %s, and go.mod has %s", row[0], row[2], toolchain(t))
		}
		listed[row[0]] = true
	}
	ours := regexp.MustCompile(`LICENSE$|\.d\.mts$|\.entry\.mjs$`)
	for _, top := range []string{"cmd", "interp", "engine", "cards", "scripts"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			folder := filepath.Base(filepath.Dir(path))
			name, _ := filepath.Rel(root, path)
			name = filepath.ToSlash(name)
			if err == nil && d.Type().IsRegular() && (folder == "vendor" || folder == "fonts") &&
				!ours.MatchString(name) && !listed[name] {
				t.Errorf("%s is not in .ci/vendored", name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// toolchain is the one that go.mod names.
func toolchain(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^toolchain (go\S+)$`).FindSubmatch(text)
	if found == nil {
		t.Fatal("go.mod names no toolchain: two builds may differ")
	}
	return string(found[1])
}

// TestToolchain: what tests the program is what a release is built by, or newer.
func TestToolchain(t *testing.T) {
	if version.Compare(strings.Fields(runtime.Version())[0], toolchain(t)) < 0 {
		t.Errorf("%s tests what %s builds", runtime.Version(), toolchain(t))
	}
}

// TestPinned: workflows name what they run by a digest, which nobody can move, and say its version.
func TestPinned(t *testing.T) {
	pinned := regexp.MustCompile(`^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	files, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	uses := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimLeft(strings.TrimSpace(line), "- ")
			if strings.HasPrefix(line, "uses:") {
				uses++
				if !pinned.MatchString(line) {
					t.Errorf("%s: %s", filepath.Base(file), line)
				}
			}
		}
	}
	if uses < 5 {
		t.Errorf("%d actions are found", uses)
	}
}
