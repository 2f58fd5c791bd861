package studio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/scenario/trial"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// GameOf returns the game of a scenario, a golden, a saved game or a find of fuzz, and the
// overlays on it. The error describes the fault of the file.
func GameOf(path string) (game string, overlays []string, err error) {
	data, err := source.File(path, golden.MaxSize)
	if isName(path, err) {
		return "", nil, nil
	}
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

// isName reports whether a path that leads to no file is the name of a card or an ability.
func isName(path string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) && filepath.Ext(path) == ""
}

// openFile opens a file as a game that is played on: a scenario where it begins,
// or behind its answers up to a line; the journal of a game where it stands. A name without an ending
// that is no file's is that of a card or an ability, which is seen to act.
func (s *server) openFile(path string, line int) (*house.Game, error) {
	data, err := source.File(path, golden.MaxSize)
	if isName(path, err) {
		return s.try(s.config.First.Packs, path)
	}
	if err != nil {
		return nil, err
	}
	if replay.IsJournal(data) {
		var marks any
		if s.config.Marks != nil {
			marks, err = s.config.Marks(path)
			if err != nil {
				return nil, err
			}
		}
		return s.openJournal(path, data, marks)
	}
	return s.openScenario(&branch{file: path, open: true, game: NewGame{Packs: s.config.First.Packs}}, 0,
		func() (*scenario.Live, error) { return scenario.Open(s.ctx, path, line, s.config.First.Seed.Low) })
}

// openScenario opens a scenario as a game in which a person plays a seat against bots; for seat 0 one
// person answers for all seats. open is called again where files have changed.
func (s *server) openScenario(b *branch, seat int, open func() (*scenario.Live, error)) (*house.Game, error) {
	first, err := open()
	if err != nil {
		return nil, err
	}
	b.scenario = first.Case
	b.game.Seed = s.config.First.Seed
	b.game.GameOptions = first.Case.GameOptions
	for i := range first.Layout.Seats {
		kind := play.Human
		if seat > 0 && i != seat-1 {
			kind = "random"
		}
		b.game.Seats = append(b.game.Seats, kind)
	}
	return s.Open(s.opening(b.scenario.Name, b), scenario.Start(first, open))
}

// try opens the smallest position in which a card or an ability acts, by the files as they are, at
// the question behind whose answer it does.
func (s *server) try(packs []string, names ...string) (*house.Game, error) {
	p, err := interp.Load(s.game(), interp.With{Overlays: packs, Memo: &s.memo})
	if err != nil {
		return nil, err
	}
	targets, err := trial.Named(p, names...)
	if err != nil {
		return nil, err
	}
	f := trial.New(p, pack.Absolute(s.game()), pack.Absolutes(packs)...)
	var found *trial.Found
	for _, t := range targets {
		found, err = f.Find(s.ctx, t)
		if err != nil || found.Scenario != nil {
			break
		}
	}
	switch {
	case err != nil:
		return nil, err
	case found.Scenario == nil:
		return nil, errors.New(evidence.Why(found.Tally, found.Ability))
	}
	c, seat := trial.Asked(found.Scenario)
	return s.openScenario(&branch{game: NewGame{Packs: packs}}, seat,
		func() (*scenario.Live, error) { return scenario.NewCache(nil).Live(s.ctx, c, math.MaxInt, 1) })
}

// openJournal goes on with a saved game, in its file; a golden, or a game in use by another
// program, is opened as a copy.
func (s *server) openJournal(path string, data []byte, marks any) (*house.Game, error) {
	g, err := golden.Read(data)
	if err != nil {
		return nil, savedir.Wrong(path, data, err)
	}
	header := &g.Record.Header
	if id := s.branchPack(); id != "" && header.Pack != id {
		return nil, fmt.Errorf("%s is a game of %s, not of %s", path, header.Pack, id)
	}
	b := &branch{file: path, marks: marks, origin: header.Scenario, game: NewGame{Seats: people(header.Seats),
		Seed: header.Seed, GameOptions: header.Settings()}}
	_, b.game.Packs = g.Source(path)
	o := s.opening(filepath.Base(path), b)
	answers := g.Record.Answers
	o.Source = o.Name
	if !g.Whole {
		log, j, _, err := savedir.Open(path)
		if err == nil {
			answers = j.Answers()
			o.Keeping.Log = log
		} else if !errors.Is(err, disk.ErrHeld) {
			return nil, err
		}
	}
	start := s.start(b)
	if header.Scenario != nil {
		start = scenario.Start(nil, func() (*scenario.Live, error) { return scenario.Begin(s.ctx, header) })
	}
	opened, err := s.Resume(o, start, answers)
	if err != nil {
		return nil, err
	}
	changed := golden.Changes(header, opened.Shown().Table, "")
	if len(changed) > 0 && opened.Shown().Notice == "" { // its answers fit; what happens may be otherwise, unseen
		opened.Warn(locale.NewWords("en", locale.InTerminal).Say("resume.changed", "file", o.Name, "what",
			strings.Join(changed, "; ")))
	}
	return opened, nil
}

// people are players as a journal names them, with a person for each whom the studio cannot
// seat, and one at least.
func people(kinds []string) []string {
	kinds = slices.Clone(kinds)
	for i, kind := range kinds {
		if play.CheckBot(kind, true) != nil {
			kinds[i] = play.Human
		}
	}
	if !slices.Contains(kinds, play.Human) {
		kinds[0] = play.Human
	}
	return kinds
}

// branchPack is the id of the pack that is open; "" before the first game.
func (s *server) branchPack() string {
	if all := s.Games(); len(all) > 0 {
		return all[0].Shown().Table.Compiled.Pack.ID
	}
	return ""
}

// KeptGame is a game that can be gone on with.
type KeptGame struct {
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
func (s *server) keptGames(house.Viewer, table.None) ([]KeptGame, error) {
	out := []KeptGame{}
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
			j = damaged.Journal
			err = nil
			line = damaged.Damage.Line
		}
		info, other := os.Stat(path)
		if err != nil || other != nil || j.Header.Pack != s.branchPack() {
			continue
		}
		game := KeptGame{Damaged: line, Name: filepath.Base(path), When: info.ModTime().Format("2006-01-02 15:04"),
			Seats: len(j.Header.Seats), Answers: len(j.Answers()), Over: j.End() != nil}
		for _, g := range s.Games() {
			if g.Shown().Saved == path {
				game.Open = g.ID
			}
		}
		out = append(out, game)
	}
	return out, nil
}

// ResumeCall names a kept game; Salvage takes what can be read of a damaged one, in a new file.
type ResumeCall struct {
	Name    string `json:"name"`
	Salvage bool   `json:"salvage,omitempty"`
}

// resume goes on with a kept game.
func (s *server) resume(_ house.Viewer, in ResumeCall) (house.Opened, error) {
	var none house.Opened
	folder, err := savedir.Folder()
	if err != nil {
		return none, err
	}
	path := filepath.Join(folder, in.Name)
	if !slices.Contains(savedir.Games(folder), path) {
		return none, table.Refuse(404, "there is no kept game %q", in.Name)
	}
	if in.Salvage {
		path, err = salvaged(path)
		if err != nil {
			return none, err
		}
	}
	return house.OpenedAs(s.openFile(path, 0))
}

// salvaged is a new file with what can be read of a damaged one.
func salvaged(path string) (string, error) {
	log, _, _, err := savedir.Open(path)
	if log != nil {
		defer log.Close()
	}
	var damaged *savedir.DamagedError
	switch {
	case err == nil:
		return "", table.Refuse(409, "%s is not damaged", filepath.Base(path))
	case !errors.As(err, &damaged):
		return "", err
	}
	return damaged.Keep()
}
