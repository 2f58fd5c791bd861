package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// keeper writes the journal of a game while it is played. An answer that cannot be computed
// again is on disk before the game goes on, and so before anybody hears what follows from it.
type keeper struct {
	command.Host
	words *locale.Words
	// file is nil where the game is not kept; nowhere is set where that is because it
	// could not be.
	file    *house.Log
	nowhere bool
	// named is set for a file that the person asked for: a game that cannot be
	// written there ends with exit 1.
	named bool
	// failed is why what happened last is not on disk; told once, until it is again.
	failed error
	// kinds are those of the players, in seat order.
	kinds []string
}

// keep adds what happened; it is the session's Keep. A game that cannot be written is
// played all the same: see sync.
func (k *keeper) keep(e replay.Entry) error {
	if k.file == nil {
		return nil
	}
	err := k.file.Keep(e)
	if a := e.Answer; a == nil || a.Seat > 0 && !play.Repeats(k.kinds[a.Seat-1]) {
		k.sync()
	}
	return err
}

// sync brings what happened to the disk, and says so at once where that fails: the
// game goes on, and the next time tries again.
func (k *keeper) sync() {
	if k.file == nil {
		return
	}
	err := k.file.Sync(context.Background())
	switch {
	case err != nil && k.failed == nil:
		fmt.Fprintln(k.Err, "ruledeck: "+k.words.Say("save.failed", "error", err))
	case err == nil && k.failed != nil:
		fmt.Fprintln(k.Err, k.words.Say("save.again", "file", k.file.Name))
	}
	k.failed = err
}

// close ends the keeping of a game that is over, or left; an error is one for the exit
// code alone, it has been told.
func (k *keeper) close(left bool) error {
	if left && k.nowhere {
		return command.ErrWrong
	}
	if k.file == nil {
		return nil
	}
	k.sync()
	closing := k.file.Close()
	if k.failed != nil || closing != nil {
		return command.ErrWrong
	}
	return nil
}

// where tells how to go on with a game that is left.
func (k *keeper) where() string {
	switch {
	case k.file == nil:
		return ""
	case k.failed != nil:
		return k.words.Say("save.lost")
	case k.named:
		return k.words.Say("save.resume", "command", "ruledeck play --resume "+k.file.Name)
	}
	return k.words.Say("save.resume", "command", "ruledeck play --resume")
}

// begin begins the journal of a new game, or goes on in the one that was resumed.
// Where the person named no file a game that cannot be kept is played all the same.
func (k *keeper) begin(p *Params, s *play.Session, live *scenario.Live) error {
	k.kinds = s.Kinds()
	switch {
	case p.resumed != nil && (p.Save == "" || same(p.Save, p.resumed.file.Name)):
		k.file = p.resumed.file
		k.named = true
		return nil
	case p.Save != "":
		k.named = true
		return k.create(p.Save, p, s, live)
	case p.Unkept || len(s.People()) == 0:
		return nil
	}
	folder, err := savedir.Folder()
	if err == nil {
		err = k.create(savedir.New(folder, s.Table().Compiled.Pack.ID), p, s, live)
		savedir.Forget(folder)
	}
	if err != nil {
		k.file = nil
		k.nowhere = true
		fmt.Fprintln(k.Err, "ruledeck: "+k.words.Say("save.none", "error", err))
	}
	return nil
}

func (k *keeper) create(path string, p *Params, s *play.Session, live *scenario.Live) error {
	header := s.Header(pack.Absolute(p.name), pack.Absolutes(p.Game.Overlays))
	journal := replay.Journal{Header: header}
	if p.resumed != nil {
		journal.Entries = p.resumed.journal.Entries
		journal.Header.Scenario = p.resumed.journal.Header.Scenario
	} else if live != nil {
		full, err := filepath.Abs(p.Scenario)
		if err != nil {
			return err
		}
		journal.Header.Scenario = live.Case.Origin()
		journal.Header.Scenario.File = full
		// What the scenario itself has answered up to there.
		for _, a := range s.Answers() {
			journal.Entries = append(journal.Entries, replay.Entry{Answer: &a})
		}
	}
	var err error
	k.file, err = savedir.Begin(path, &journal, func(old []byte) error { return mayReplace(path, old) })
	return err
}

// mayReplace refuses to replace a file that is no game, or a game that is not over.
func mayReplace(path string, old []byte) error {
	j, err := replay.Decode(old)
	switch {
	case err != nil && !replay.IsJournal(old):
		return command.Usage("%s holds something else than a game; nothing was written", path)
	case err != nil:
		return command.Usage("%s holds a game that is damaged (%s); nothing was written", path, err)
	case err == nil && j.End() == nil && len(j.Entries) > 0:
		return command.Usage("%s holds a game that is not over; go on with it by --resume %s, or name another file",
			path, path)
	}
	return nil
}

// same reports whether two paths lead to one file.
func same(a, b string) bool {
	one, err := os.Stat(a)
	two, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(one, two)
}

// KeptSince tells how to go on with the game that another process has kept in its stead
// since a moment; "" if it kept none.
func KeptSince(p *Params, began time.Time) string {
	path := cmp.Or(p.Save, p.Resume)
	words := locale.NewWords(p.Game.Lang, locale.InTerminal)
	command := "ruledeck play --resume " + path
	if path == "" || path == LastOne {
		var err error
		path, err = lastGame()
		if err != nil {
			return ""
		}
		command = "ruledeck play --resume"
	}
	if info, err := os.Stat(path); err != nil || info.ModTime().Before(began) && p.Resume == "" {
		return ""
	}
	return words.Say("save.resume", "command", command)
}

// lastGame is the game in the state folder that was played last and is not over.
func lastGame() (string, error) {
	folder, err := savedir.Folder()
	if err != nil {
		return "", err
	}
	for _, path := range savedir.Games(folder) {
		data, err := source.File(path, golden.MaxSize)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if j, err := replay.Decode(data); err != nil || j.End() == nil {
			return path, nil
		}
	}
	return "", command.Usage("there is no game to go on with; --resume FILE names one")
}
