package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// savedGame are the flags of play that read and write files.
type savedGame struct {
	save, resume       string
	scenario, keepFile string
	at                 int
}

func (f *savedGame) add(c *cobra.Command) {
	c.Flags().StringVar(&f.save, "save", "", "save the game to this file when it is left or over")
	c.Flags().StringVar(&f.resume, "resume", "", "go on with a saved game")
	c.Flags().StringVar(&f.scenario, "scenario", "", "start in the position of a scenario file")
	c.Flags().IntVar(&f.at, "at", 0, "with --scenario: play its answers up to this line of the file")
	c.Flags().StringVar(&f.keepFile, "save-scenario", "", "with --scenario: write what is played as a scenario that passes")
}

// check refuses flags that do not go together.
func (f *savedGame) check() error {
	switch {
	case f.resume != "" && f.scenario != "":
		return usage("a game is resumed or starts in a scenario, not both")
	case f.scenario == "" && (f.at != 0 || f.keepFile != ""):
		return usage("--at and --save-scenario go with --scenario")
	case f.scenario != "" && f.save != "":
		return usage("a scenario is written back with --save-scenario, not --save")
	}
	return ready(f.save, f.keepFile)
}

// keep writes the game that a session leaves to the files that the flags name.
func (f *savedGame) keep(s *play.Session, live *scenario.Live) error {
	if f.save != "" {
		record, err := s.Record()
		if err != nil {
			return err
		}
		return disk.OS.Write(f.save, []byte(record.String()))
	}
	if f.keepFile != "" && live != nil {
		text, err := live.Write(s.Game(), "played on from "+filepath.Base(f.scenario), f.keepFile)
		if err != nil {
			return err
		}
		return disk.OS.Write(f.keepFile, []byte(text))
	}
	return nil
}

// gameOrFile takes one GAME; a scenario or a saved game names its own.
func (f *savedGame) gameOrFile(c *cobra.Command, args []string) error {
	if len(args) == 0 && (f.scenario != "" || f.resume != "") {
		return nil
	}
	return oneGame(c, args)
}

// isGame tells whether what a person calls a game is this pack.
func isGame(game string, p *interp.Pack) bool {
	if game == p.Compiled.Pack.ID || game == p.Name {
		return true
	}
	named, err := filepath.Abs(game)
	loaded, other := filepath.Abs(p.Name)
	return err == nil && other == nil && named == loaded
}

// playScenario plays on from a scenario.
func (h Host) playScenario(game string, p playParams) error {
	if !p.haveSeed {
		p.seed = uint64(rand.Uint32())
	}
	live, err := scenario.Open(p.scenario, p.at, p.seed)
	if err != nil {
		return err
	}
	if game != "" && !isGame(game, live.Pack) {
		return usage("%s is a scenario of %s, not of %s", p.scenario, live.Case.Game, game)
	}
	seats, err := parseSeats(p.seats, live.Pack, true)
	if err != nil {
		return err
	}
	for p.seats == "" && len(seats) < live.Game.Layout().Seats {
		seats = append(seats, "random")
	}
	if len(seats) != live.Game.Layout().Seats {
		return usage("the scenario has %s, but --seats names %d", counted(live.Game.Layout().Seats, "seat"), len(seats))
	}
	fmt.Fprintf(h.Err, "%s, %s, seed %d: %s\n", live.Title(p.game.lang), counted(len(seats), "seat"), p.seed, live.Case.Name)
	t := &console{Host: h, params: p}
	return t.play(func() (*interp.Table, *engine.Game, error) {
		t.opened = live
		if live = nil; t.opened == nil { // anew: from the files as they are now
			var err error
			if t.opened, err = scenario.Open(p.scenario, p.at, p.seed); err != nil {
				return nil, nil, err
			}
		}
		return t.opened.Table, t.opened.Game, nil
	}, seats)
}

// playResumed goes on with a saved game.
func (h Host) playResumed(game string, p playParams) error {
	data, err := os.ReadFile(p.resume)
	if err != nil {
		return usage("%s", err)
	}
	if p.record, err = replay.Read(bytes.NewReader(data)); err != nil {
		return fmt.Errorf("%s: %w", p.resume, err)
	}
	header := &p.record.Header
	if game == "" {
		game = header.Pack
	}
	loaded, options, err := p.game.load(game)
	if err != nil {
		return err
	}
	for _, o := range header.Options {
		options[o.Name] = strings.Join(o.Values, ",")
	}
	seats := header.Seats
	if p.seats != "" {
		if seats, err = parseSeats(p.seats, loaded, true); err != nil {
			return err
		}
	}
	if len(seats) != len(header.Seats) {
		return usage("the saved game has %s, but --seats names %d", counted(len(header.Seats), "seat"), len(seats))
	}
	p.seed = header.Seed
	t, err := p.table(loaded, len(seats), options)
	if err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s, %s, seed %d\n", loaded.Title(p.game.lang), counted(len(seats), "seat"), p.seed)
	err = (&console{Host: h, params: p}).play(p.start(game, t), seats)
	var different *replay.Difference
	if errors.As(err, &different) {
		return fmt.Errorf("%s does not fit the pack as it is now: %w", p.resume, err)
	}
	return err
}
