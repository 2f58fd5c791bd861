package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// TestFingerprint: a saved file of each kind that packs are read from makes another state, whatever program named it;
// the notes of an editor do not.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"art", "cards", "icons", "scenarios"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, counts := range map[string]bool{
		"game.yaml": true, "cards/all.csv": true, "cards/all.XLSX": true, "icons/heart.svg": true,
		"art/own.woff2": true, "art/PHOTO.JPG": true, "art/frame.webp": true,
		"art/frame.png~": false, "scenarios/one.yaml": false,
	} {
		before := disk.Fingerprint([]string{dir})
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
		if changed := disk.Fingerprint([]string{dir}) != before; changed != counts {
			t.Errorf("%s makes another state: %t", name, changed)
		}
	}
}
