// Package savedir is where games lie that people play, each as a journal in a file
// of its own in the user's state folder, so that any program goes on with them; and
// where the programs keep other things of their own.
//
//	files.go      stores of package house that are files
//	savedir.go    the folders, and saved games
//
// It imports the engine's replay, interp/house and cmd/internal/disk.
package savedir

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/house"
)

// End is how the names of the files end.
const End = ".journal"

// most is how many games stay.
const most = 20

// Folder makes and returns the folder where games are kept. An error says why it
// cannot be made.
func Folder() (string, error) { return Place("games") }

// Place makes and returns a folder of the program that no other user may read. An error
// says why it cannot be made.
func Place(name string) (string, error) {
	folder, err := Where(name)
	if err != nil {
		return "", err
	}
	return folder, os.MkdirAll(folder, 0o700)
}

// Where is the place of a folder of the program's own, in the user's state folder.
func Where(name string) (string, error) {
	base, home := os.Getenv("XDG_STATE_HOME"), ""
	if base == "" {
		var err error
		home, err = os.UserHomeDir()
		if err != nil {
			return "", err
		}
	}
	switch {
	case base != "":
	case runtime.GOOS == "darwin":
		base = filepath.Join(home, "Library", "Application Support")
	case runtime.GOOS == "windows":
		base = os.Getenv("LocalAppData")
	default:
		base = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(base, "ruledeck", name), nil
}

// Games are the files in the folder, that of the game that was played last first.
func Games(folder string) []string { return Ending(folder, End) }

// Ending are the files in a folder whose names end alike, the one written last first.
func Ending(folder, end string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	times := map[string]time.Time{}
	var games []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.Type().IsRegular() && strings.HasSuffix(e.Name(), end) {
			path := filepath.Join(folder, e.Name())
			games = append(games, path)
			times[path] = info.ModTime()
		}
	}
	slices.SortFunc(games, func(a, b string) int { return times[b].Compare(times[a]) })
	return games
}

// Forget removes the oldest of many games.
func Forget(folder string) {
	games := Games(folder)
	for _, path := range games[min(len(games), most):] {
		if file, _, err := disk.OS.Continue(path); err == nil { // nobody plays it
			// A file that cannot be removed does no harm.
			_ = errors.Join(os.Remove(path), file.Close())
		}
	}
}

// New is a path in a folder for a game of a pack, at which there is no file. Where the
// folder is shared by machines, two may begin at once with the same number of a process.
func New(folder, pack string) string {
	name := fmt.Sprintf("%s-%s-%d", pack, time.Now().Format("20060102-150405"), os.Getpid())
	return free(filepath.Join(folder, name), End)
}

// free is a path with an end at which there is no file yet.
func free(begin, end string) string {
	path := begin + end
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			return path
		}
		path = fmt.Sprintf("%s-%d%s", begin, n, end)
	}
}

// Begin makes the file of a game with its journal so far; may says whether it may replace
// an existing file. The error comes from the file system or from may.
func Begin(path string, j *replay.Journal, may func(old []byte) error) (*house.Log, error) {
	return house.BeginLog(context.Background(), &Files{Hold: true, Over: may}, path, j)
}

// Open opens a game to continue it, and returns its journal; torn reports whether an incomplete
// last record was left out. The error comes from the file system, is disk.ErrHeld if another
// process plays the game, or comes from Wrong: with a *DamagedError the file is held all the
// same, to be left as it is.
func Open(path string) (log *house.Log, j *replay.Journal, torn bool, err error) {
	log, data, err := house.OpenLog(context.Background(), &Files{Hold: true}, path)
	if err != nil {
		return nil, nil, false, err
	}
	j, torn, err = log.Read(data)
	if err == nil {
		return log, j, torn, nil
	}
	err = Wrong(path, data, err)
	if damaged, is := errors.AsType[*DamagedError](err); is {
		return log, damaged.Journal, false, err
	}
	_ = log.Close()
	return nil, nil, false, err
}

// DamagedError says that a file is damaged, and that something of it can be read.
type DamagedError struct {
	Path string
	*replay.Salvaged
}

// Wrong is what the error of replay.Decode says about a file: a *DamagedError where
// something can be salvaged.
func Wrong(path string, data []byte, err error) error {
	if s := replay.Salvage(data); s != nil {
		return &DamagedError{path, s}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Error names the damage, and how to have the rest.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: %s; ruledeck replay %s --salvage keeps what can be read of it", e.Path, e.Damage, e.Path)
}

// Keep writes what can be read into a new file beside the damaged one, and returns
// the way to it.
func (e *DamagedError) Keep() (string, error) {
	end := filepath.Ext(e.Path)
	begin := strings.TrimSuffix(e.Path, end) + "-salvaged"
	path := free(begin, end)
	return path, disk.OS.Write(path, e.Journal.Encode())
}
