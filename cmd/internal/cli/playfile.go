package cli

import (
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
func (f *savedGame) keep(g *engine.Game, seats []string, live *scenario.Live) error {
	if f.save != "" {
		data, err := replay.Save(g, seats)
		if err != nil {
			return err
		}
		return disk.OS.Write(f.save, data)
	}
	if f.keepFile != "" && live != nil {
		text, err := live.Write("played on from "+filepath.Base(f.scenario), f.keepFile)
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
	again := func() (*playing, error) {
		live, err := scenario.Open(p.scenario, p.at, p.seed)
		if err != nil {
			return nil, err
		}
		return &playing{table: live.Table, game: live.Game, live: live}, nil
	}
	fmt.Fprintf(h.Err, "%s, %s, seed %d: %s\n", live.Title(p.game.lang), counted(len(seats), "seat"), p.seed, live.Case.Name)
	return h.playOn(&playing{table: live.Table, game: live.Game, seats: seats, live: live, again: again}, p)
}

// playOn seats the bots and runs a session; the game is kept when it is left.
func (h Host) playOn(at *playing, p playParams) error {
	if p.view < 0 || p.view > len(at.seats) {
		return usage("--view must be a seat from 1 to %d, or 0", len(at.seats))
	}
	h.warnGreedy(at.table.Pack, at.seats)
	if err := seatBots(at.table, at.game, at.seats); err != nil {
		return err
	}
	s := newSession(h, at, p)
	if p.watch {
		if err := s.startWatching(); err != nil {
			return err
		}
	}
	err := s.run()
	if kept := p.keep(s.game, s.seats, s.live); kept != nil && err == nil {
		err = kept
	} else if kept != nil {
		fmt.Fprintln(h.Err, "ruledeck: "+kept.Error())
	}
	return err
}

// again starts the game of a table anew from the files as they are then, with
// its options, of which nothing is left to chance.
func (p playParams) again(game string, t *interp.Table) func() (*playing, error) {
	options := scenario.Settled(t, p.seed)
	return func() (*playing, error) {
		loaded, err := interp.Load(game, interp.With{Overlays: p.game.packs, Options: options})
		if err != nil {
			return nil, err
		}
		t, g, err := p.start(loaded, t.Layout.Seats, options)
		return &playing{table: t, game: g}, err
	}
}

// playResumed goes on with a saved game.
func (h Host) playResumed(game string, p playParams) error {
	data, err := os.ReadFile(p.resume)
	if err != nil {
		return usage("%s", err)
	}
	header, err := replay.ReadHeader(data)
	if err != nil {
		return fmt.Errorf("%s: %w", p.resume, err)
	}
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
	t, err := loaded.Table(interp.Settings{
		Seats: len(seats), Seed: header.Seed, Options: options, ContinueOnError: p.onError == "continue", CheckInvariants: true,
	})
	if err != nil {
		return err
	}
	m, err := t.Machine()
	if err != nil {
		return err
	}
	g, err := replay.Load(data, t.Setup(m, header.Seed))
	if err != nil {
		return fmt.Errorf("%s: %w", p.resume, err)
	}
	p.seed = header.Seed
	fmt.Fprintf(h.Err, "%s, %s, seed %d\n", loaded.Title(p.game.lang), counted(len(seats), "seat"), p.seed)
	return h.playOn(&playing{table: t, game: g, seats: seats, again: p.again(game, t)}, p)
}
