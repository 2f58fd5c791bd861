package studio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// GameOf returns the game of a scenario, a golden, a saved game or a find of fuzz, and the
// overlays on it. The error describes the fault of the file.
func GameOf(path string) (game string, overlays []string, err error) {
	data, err := source.File(path, golden.MaxSize)
	if err != nil {
		return "", nil, err
	}
	if replay.IsJournal(data) {
		g, err := golden.Read(data)
		if err != nil {
			return "", nil, savedir.Wrong(path, data, err)
		}
		game, overlays = g.Source(path)
		return game, overlays, nil
	}
	live, err := scenario.Open(context.Background(), path, 0, 0)
	if err != nil {
		return "", nil, err
	}
	return live.Name, live.Reading().Overlays, nil
}

// openFile opens a file as a game that is played on: a scenario where it begins,
// or behind its answers up to a line; the journal of a game where it stands.
func (s *server) openFile(path string, line int) (*branch, error) {
	data, err := source.File(path, golden.MaxSize)
	if err != nil {
		return nil, err
	}
	if replay.IsJournal(data) {
		var marks any
		if s.config.Marks != nil {
			if marks, err = s.config.Marks(path); err != nil {
				return nil, err
			}
		}
		return s.openJournal(path, data, marks)
	}
	return s.openScenario(path, line)
}

func (s *server) openScenario(path string, line int) (*branch, error) {
	first, err := scenario.Open(s.ctx, path, line, s.config.First.Seed.Low)
	if err != nil {
		return nil, err
	}
	b := &branch{name: first.Case.Name, file: path, scenario: first.Case,
		game: NewGame{Seed: s.config.First.Seed, GameOptions: first.Case.GameOptions,
			Packs: s.config.First.Packs}}
	// A person who tries a rule answers for all seats.
	for range first.Layout.Seats {
		b.game.Seats = append(b.game.Seats, play.Human)
	}
	start := func() (*interp.Table, *engine.Game, error) {
		live := first
		if first = nil; live == nil { // anew: from the files as they are now
			var err error
			if live, err = scenario.Open(s.ctx, path, line, s.config.First.Seed.Low); err != nil {
				return nil, nil, err
			}
		}
		return live.Table, live.Game, nil
	}
	return s.add(b, func(with play.Settings) (*play.Session, error) { return play.New(start, with) })
}

// openJournal goes on with a saved game, in its file; a golden, or a game in use by another
// program, is opened as a copy.
func (s *server) openJournal(path string, data []byte, marks any) (*branch, error) {
	g, err := golden.Read(data)
	if err != nil {
		return nil, savedir.Wrong(path, data, err)
	}
	header := &g.Record.Header
	if id := s.branchPack(); id != "" && header.Pack != id {
		return nil, fmt.Errorf("%s is a game of %s, not of %s", path, header.Pack, id)
	}
	b := &branch{name: filepath.Base(path), file: path, marks: marks,
		game: NewGame{Seats: slices.Clone(header.Seats), Seed: header.Seed, GameOptions: map[string]string{}}}
	_, b.game.Packs = g.Source(path)
	for _, o := range header.GameOptions {
		b.game.GameOptions[o.Name] = strings.Join(o.Values, ",")
	}
	for i, kind := range b.game.Seats {
		if play.CheckBot(kind, true) != nil {
			b.game.Seats[i] = play.Human
		}
	}
	if !slices.Contains(b.game.Seats, play.Human) {
		b.game.Seats[0] = play.Human
	}
	answers := g.Record.Answers
	if !g.Whole {
		file, j, _, err := savedir.Open(path)
		if err == nil {
			answers = j.Answers()
			b.journal = file
		} else if !errors.Is(err, disk.ErrHeld) {
			return nil, err
		}
	}
	start := s.start(b)
	if header.Scenario != nil {
		start = func() (*interp.Table, *engine.Game, error) {
			live, err := scenario.Begin(s.ctx, header)
			if err != nil {
				return nil, nil, err
			}
			return live.Table, live.Game, nil
		}
	}
	added, err := s.add(b, func(with play.Settings) (*play.Session, error) {
		session, err := play.Resume(s.ctx, start, answers, with)
		var differs *replay.Difference
		if errors.As(err, &differs) {
			b.notice = fmt.Sprintf("%s does not fit the pack as it is now: %s", filepath.Base(path), differs)
			b.before, b.rewrite = answers, true
			err = nil
		}
		return session, err
	})
	if err != nil {
		b.release()
	}
	return added, err
}

// branchPack is the id of the pack that is open; "" before the first game.
func (s *server) branchPack() string {
	if all := s.all(); len(all) > 0 {
		return all[0].shown.Load().table.Compiled.Pack.ID
	}
	return ""
}

// keep adds what happened to the game's journal; it is the session's Keep.
func (b *branch) keep(e replay.Entry) error {
	if b.journal == nil || b.rewrite {
		return nil
	}
	return b.journal.Keep(e)
}

// save brings what happened to the disk: from a person's first answer on a game
// has a journal, and where its past has become another one it gets a new one in
// place of it; not while answers wait for files that they fit, which would be lost.
// A game that cannot be kept is played all the same, and that is said.
func (b *branch) save(s *server, session *play.Session) {
	if b.scenario != nil || len(session.People()) == 0 || b.before != nil && b.journal == nil {
		return
	}
	err := b.saved(s, session)
	if b.unsaved = ""; err != nil {
		b.unsaved = err.Error()
	}
}

func (b *branch) saved(s *server, session *play.Session) error {
	if b.journal != nil && (!b.rewrite || b.before != nil) {
		return b.journal.Sync()
	}
	record, err := session.Record()
	if err != nil {
		return err
	}
	j := record.Journal()
	j.Header = session.Header(pack.Absolute(s.game()), pack.Absolutes(b.game.Packs))
	path, may := "", func([]byte) error { return nil }
	if b.journal != nil {
		path = b.journal.Path()
		b.release()
	} else {
		folder, err := savedir.Folder()
		if err != nil {
			return err
		}
		path = savedir.New(folder, session.Table().Compiled.Pack.ID)
		defer savedir.Forget(folder)
	}
	if !session.Position().Over() {
		j.Entries = slices.DeleteFunc(j.Entries, func(e replay.Entry) bool { return e.End != nil })
	}
	file, err := savedir.Begin(path, j, may)
	if err == nil {
		b.journal, b.rewrite = file, false
	}
	return err
}

// release gives the game's file back.
func (b *branch) release() {
	if b.journal != nil {
		// What could not be written has been said.
		_ = b.journal.Close()
		b.journal = nil
	}
}

// keptGame is a game that can be gone on with.
type keptGame struct {
	Name    string `json:"name"`
	When    string `json:"when"`
	Seats   int    `json:"seats"`
	Answers int    `json:"answers"`
	Over    bool   `json:"over"`
	// Open is the game here that is kept in it.
	Open int `json:"open,omitempty"`
	// Damaged is the first line that is damaged, 0 if none is: what can be read of the
	// game is counted.
	Damaged int `json:"damaged,omitempty"`
}

// keptGames are the games of this pack in the state folder, the last played first.
func (s *server) keptGames(*query) (any, error) {
	out := []keptGame{}
	folder, err := savedir.Folder()
	if err != nil {
		return out, nil
	}
	for _, path := range savedir.Games(folder) {
		data, err := source.File(path, golden.MaxSize)
		if err != nil {
			continue
		}
		line := 0
		j, err := replay.Decode(data)
		if damaged := (*savedir.DamagedError)(nil); err != nil && errors.As(savedir.Wrong(path, data, err), &damaged) {
			j, err, line = damaged.Journal, nil, damaged.Damage.Line
		}
		info, other := os.Stat(path)
		if err != nil || other != nil || j.Header.Pack != s.branchPack() {
			continue
		}
		game := keptGame{Damaged: line, Name: filepath.Base(path), When: info.ModTime().Format("2006-01-02 15:04"),
			Seats: len(j.Header.Seats), Answers: len(j.Answers()), Over: j.End() != nil}
		for _, b := range s.all() {
			if b.shown.Load().Saved == path {
				game.Open = b.id
			}
		}
		out = append(out, game)
	}
	return out, nil
}

// postResume goes on with a kept game; with salvage, of a damaged one, with what can be
// read of it, in a new file.
func (s *server) postResume(q *query) (any, error) {
	folder, err := savedir.Folder()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, q.body.Name)
	if !slices.Contains(savedir.Games(folder), path) {
		return nil, table.Refuse(404, "there is no kept game %q", q.body.Name)
	}
	if q.body.Salvage {
		file, _, _, err := savedir.Open(path)
		if file != nil {
			defer file.Close()
		}
		var damaged *savedir.DamagedError
		switch {
		case err == nil:
			return nil, table.Refuse(409, "%s is not damaged", q.body.Name)
		case !errors.As(err, &damaged):
			return nil, err
		}
		if path, err = damaged.Keep(); err != nil {
			return nil, err
		}
	}
	return opened(s.openFile(path, 0))
}
