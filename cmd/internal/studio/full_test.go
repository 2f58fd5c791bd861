package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// TestFullDisk: where a disk fills while a game is played the page says so, and once
// there is room again all of the game is saved; a studio that ends before that names
// the game.
func TestFullDisk(t *testing.T) {
	p := open(t, "football-champions", NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 3}})
	unsaved := func() string {
		var state struct {
			Host struct{ Games []struct{ Unsaved string } }
		}
		p.heard("/t/0/events", &state)
		return state.Host.Games[0].Unsaved
	}
	was, full := disk.OS, &disktest.Full{FS: disk.OS.FS, Room: 6500}
	disk.OS = disk.Disk{FS: full}
	defer func() { disk.OS = was }()
	for range 12 {
		p.play(1)
	}
	if text := unsaved(); !strings.HasSuffix(text, ": no space left on device") ||
		strings.Contains(text, "/.ruledeck-") {
		t.Errorf("on a full disk the page says %q", text)
	}
	full.Room = 1 << 20
	p.play(1)
	folder, err := savedir.Folder()
	if err != nil {
		t.Fatal(err)
	}
	games, err := os.ReadDir(folder)
	if err != nil || len(games) != 1 || unsaved() != "" {
		t.Fatalf("%v, %v, %s", games, err, unsaved())
	}
	data, err := os.ReadFile(filepath.Join(folder, games[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil || j.Torn(data) {
		t.Fatal(err)
	}
	own := 0
	for _, a := range j.Answers() {
		if a.Seat == 1 {
			own++
		}
	}
	if own != 13 {
		t.Errorf("%d answers of 13 are saved", own)
	}
	full.Room = 0
	p.play(1)
	if err := p.server.end(); err == nil || !strings.Contains(err.Error(), " is not saved: write ") {
		t.Errorf("it ends with %v", err)
	}
}
