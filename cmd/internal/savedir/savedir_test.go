package savedir

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// TestPlace: what the program keeps lies in the folder of the user's state, which nobody
// else may read.
func TestPlace(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_STATE_HOME", base)
	folder, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	mode := fs.FileMode(0o700)
	if runtime.GOOS == "windows" {
		mode = 0o777 // there the folders of a user are his by what they inherit
	}
	info, err := os.Stat(folder)
	if err != nil || folder != filepath.Join(base, "ruledeck", "games") || info.Mode().Perm() != mode {
		t.Errorf("games lie in %s: %v, %v", folder, info, err)
	}
}

// TestForget: of many games those played last stay, and one that is being played.
func TestForget(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for n := range most + 3 {
		path := New(folder, "game")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+n), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if games := Games(folder); len(games) != most+3 || games[0] != paths[most+2] {
		t.Fatalf("%d games, the last one first: %v", len(games), games)
	}
	held, _, err := disk.OS.Continue(paths[1])
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	Forget(folder)
	left := strings.Join(Games(folder), "\n")
	for n, path := range paths {
		if stays := n == 1 || n >= 3; strings.Contains(left+"\n", path+"\n") != stays {
			t.Errorf("game %d stays: %v, want %v", n, !stays, stays)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "notes.txt")); err != nil {
		t.Errorf("a file that is no game: %v", err)
	}
}

// TestOpenWrong: a file that is no game is said to be none, by its name.
func TestOpenWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nothing"+End)
	if err := os.WriteFile(path, []byte("no journal\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, _, err := Open(path)
	if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("opened as %v", err)
	}
	if again, data, err := disk.OS.Continue(path); err != nil || string(data) != "no journal\n" {
		t.Errorf("afterwards it holds %q: %v", data, err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
	if free(strings.TrimSuffix(path, End), End) != fmt.Sprintf("%s-2%s", strings.TrimSuffix(path, End), End) {
		t.Error("the path of a file that is there counts as free")
	}
}
