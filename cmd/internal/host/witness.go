package host

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/http"
	"os"
	"path/filepath"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/table"
)

// endSeen ends the names of the files that note the extents of a table's logs.
const endSeen = ".seen"

// seen is how far the logs of a table had come. Each line of a log proves itself alone; that whole
// lines are missing at an end, only somebody else can say. A server that shares its tables has a
// store that counts them.
type seen struct {
	Game  extent `json:"game"`
	Facts extent `json:"facts"`
}

// extent is the length of a log and its sum.
type extent struct {
	Size int    `json:"size"`
	Sum  uint32 `json:"sum"`
}

func extentOf(lines []byte) extent { return extent{len(lines), crc32.ChecksumIEEE(lines)} }

// begins reports whether lines begin with the log of this extent.
func (e extent) begins(lines []byte) bool {
	return len(lines) >= e.Size && extentOf(lines[:e.Size]) == e
}

// seen reads the extents that a table's file notes, zero where there is none.
func (h *Host) seen(id string) (out seen) {
	data, _ := os.ReadFile(filepath.Join(h.Folder, id+endSeen))
	if body, sound := replay.Unseal(data[:max(0, len(data)-1)], 1); sound {
		_ = json.Unmarshal(body, &out) // sealed by a server
	}
	return out
}

// witness notes how far the logs of a table have come.
func (h *Host) witness(id string) error {
	if h.Nodes != nil || h.Folder == "" {
		return nil
	}
	was := h.seen(id)
	f, err := h.facts(id)
	if err != nil {
		return err
	}
	game, _, err := h.Store.Load(h.ctx, id+savedir.End)
	now := seen{extentOf(game), extentOf(f.lines)}
	if err != nil || now == was || was.missing(game, f.lines) != nil {
		return err
	}
	return disk.OS.Write(filepath.Join(h.Folder, id+endSeen), replay.Seal(now, 1))
}

// missing is the error of logs that lack noted lines, nil for whole ones.
func (s seen) missing(game, facts []byte) error {
	if s.Game.begins(game) && s.Facts.begins(facts) {
		return nil
	}
	return fmt.Errorf("what was acknowledged is missing: of its game %d bytes of %d are there, of its links and names "+
		"%d of %d", len(game), s.Game.Size, len(facts), s.Facts.Size)
}

// damaged tells the log of the server why a table cannot be loaded, and its guests that they must ask
// the host.
func (h *Host) damaged(id string, err error) error {
	fmt.Fprintf(h.Err, "table %s: %s\n", id, err)
	return table.Refuse(http.StatusConflict, "table %s is damaged: ask the host, whose server says how", id)
}

// witnesses notes how far the tables in memory have come.
func (h *Host) witnesses() {
	for _, g := range h.house.InMemory(false) {
		if err := h.witness(g.Own.(*game).id); err != nil {
			fmt.Fprintf(h.Err, "table %s: %s\n", g.Own.(*game).id, err)
		}
	}
}
