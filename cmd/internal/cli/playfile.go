package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// savedGame are the flags of play that read and write files.
type savedGame struct {
	save, resume       string
	scenario, keepFile string
	at                 int
	// behind is set where the saved game stands behind --resume as a word of its own.
	behind bool
}

func (f *savedGame) add(c *cobra.Command) {
	c.Flags().StringVar(&f.save, "save", "", "keep the game in this file while it is played (default: in your state folder, if a human plays)")
	c.Flags().StringVar(&f.resume, "resume", "", "go on with the saved game in a file, or with the last one")
	c.Flags().Lookup("resume").NoOptDefVal = lastOne
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
	}
	if err := ready(f.save, anything); err != nil {
		return err
	}
	return ready(f.keepFile, aScenario)
}

// keepScenario writes the game that a session leaves as a scenario.
func (f *savedGame) keepScenario(s *play.Session, live *scenario.Live) error {
	if f.keepFile == "" || live == nil {
		return nil
	}
	text, err := live.Write(s.Game(), "played on from "+filepath.Base(f.scenario), f.keepFile)
	if err != nil {
		return err
	}
	return disk.OS.Write(f.keepFile, []byte(text))
}

// gameOrFile takes one GAME; a scenario or a saved game names its own. Behind
// --resume the last word is the saved game, if it is not the GAME.
func (f *savedGame) gameOrFile(c *cobra.Command, args []string) error {
	switch {
	case f.resume == lastOne && len(args) == 2, f.resume == lastOne && len(args) == 1 && !isPack(args[0]):
		f.resume, f.behind = args[len(args)-1], true
		return nil
	case len(args) == 0 && (f.scenario != "" || f.resume != "" || standsInPack()):
		return nil
	}
	return oneGame(c, args)
}

// gameOf is the GAME among the words of the command line.
func (f *savedGame) gameOf(args []string) string {
	if f.behind {
		args = args[:len(args)-1]
	}
	if len(args) == 0 && f.scenario == "" && f.resume == "" {
		return "." // the pack of the folder one stands in
	}
	return strings.Join(args, "")
}

// isPack reports whether a word names a game.
func isPack(name string) bool {
	if slices.Contains(pack.Shipped(), name) {
		return true
	}
	_, err := os.Stat(filepath.Join(name, "pack.yaml"))
	return err == nil
}

// isGame reports whether what a person calls a game is this pack.
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
	if p.seats == "" { // the scenario says how many there are, whatever is usual
		seats = append(seats[:1], slices.Repeat([]string{"random"}, live.Game.Layout().Seats-1)...)
	}
	if len(seats) != live.Game.Layout().Seats {
		return usage("the scenario has %s, but --seats names %d", counted(live.Game.Layout().Seats, "seat"), len(seats))
	}
	return h.playLive(p, live, seats, func() (*scenario.Live, error) { return scenario.Open(p.scenario, p.at, p.seed) })
}

// playLive plays a game that begins in a scenario; again opens it anew, from the
// files as they are then.
func (h Host) playLive(p playParams, live *scenario.Live, seats []string, again func() (*scenario.Live, error)) error {
	p.gameName = live.Pack.Name
	fmt.Fprintln(h.Err, screen.NewWords(p.game.lang).Label(startLine(live.Title(p.game.lang), len(seats), p))+live.Case.Name)
	t := &console{Host: h, params: p}
	return t.play(func() (*interp.Table, *engine.Game, error) {
		t.opened = live
		if live = nil; t.opened == nil {
			var err error
			if t.opened, err = again(); err != nil {
				return nil, nil, err
			}
		}
		return t.opened.Table, t.opened.Game, nil
	}, seats)
}
