package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/terminal"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type playParams struct {
	terminal.Params
	ChanceKind string `flag:"chance"`
	// behind is set if the saved game follows --resume as a separate word.
	behind bool
}

func playCommand(h Host) *cobra.Command {
	p := playParams{}
	p.BotTime = extbot.Time
	c := pages.Command("play", p.gameOrFile, func(c *cobra.Command, args []string) error {
		p.HaveSeed, p.HaveView = c.Flags().Changed("seed"), c.Flags().Changed("view")
		var err error
		p.Chance, err = h.Chance(p.ChanceKind, p.BotTime)
		if err != nil {
			return err
		}
		game, err := p.gameOf(h, c, args)
		if err != nil {
			return err
		}
		return runPlay(h, game, p)
	}, &p)
	c.Flags().Lookup("resume").NoOptDefVal = terminal.LastOne
	return walled(h, c, func(began time.Time) string { return terminal.KeptSince(&p.Params, began) })
}

func runPlay(h Host, game string, p playParams) error {
	if p.OnError != "stop" && p.OnError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.OnError)
	}
	if p.Watch && p.Format != "text" {
		return usage("--watch goes with --format text")
	}
	if err := p.checkFiles(); err != nil {
		return err
	}
	return terminal.Play(h, game, p.Params)
}

// checkFiles refuses flags that do not go together.
func (p *playParams) checkFiles() error {
	switch {
	case p.Resume != "" && p.Scenario != "":
		return usage("a game is resumed or starts in a scenario, not both")
	case p.ChanceKind != "" && (p.Scenario != "" || p.Resume != ""):
		return usage("--chance goes with a new game, not with --scenario or --resume")
	case p.Scenario == "" && (p.At != 0 || p.KeepScenario != ""):
		return usage("--at and --save-scenario go with --scenario")
	}
	if err := command.Ready(p.Save, command.Anything); err != nil {
		return err
	}
	return command.Ready(p.KeepScenario, command.Scenario)
}

// gameOrFile takes one GAME; a scenario or a saved game names its own. Behind
// --resume the last word is the saved game, if it is not the GAME.
func (p *playParams) gameOrFile(c *cobra.Command, args []string) error {
	switch {
	case p.Resume == terminal.LastOne && len(args) == 2, p.Resume == terminal.LastOne &&
		len(args) == 1 && !isPack(args[0]):
		p.Resume = args[len(args)-1]
		p.behind = true
		return nil
	}
	return oneGame(c, args)
}

// gameOf is the GAME among the words of the command line, "" where a scenario or a saved game
// names it.
func (p *playParams) gameOf(h Host, c *cobra.Command, args []string) (string, error) {
	if p.behind {
		args = args[:len(args)-1]
	}
	if len(args) == 0 && (p.Scenario != "" || p.Resume != "") {
		return "", nil
	}
	return gameOf(h, c, args)
}

// isPack reports whether a word names a game.
func isPack(name string) bool { return pack.IsShipped(name) || hasManifest(name) }
