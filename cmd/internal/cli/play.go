package cli

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/terminal"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type playParams struct {
	game gameFlags
	terminal.Params
	// behind is set if the saved game follows --resume as a separate word.
	behind bool
}

func playCommand(h Host) *cobra.Command {
	p := playParams{}
	c := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play a game; with bots alone, print its transcript",
		Args:  func(c *cobra.Command, args []string) error { return p.gameOrFile(c, args) },
		RunE: func(c *cobra.Command, args []string) error {
			p.HaveSeed, p.HaveView = c.Flags().Changed("seed"), c.Flags().Changed("view")
			p.Game = p.game.Game
			game, err := p.gameOf(h, c, args)
			if err != nil {
				return err
			}
			return runPlay(h, game, p)
		},
	}
	p.game.add(c)
	c.Flags().StringVar(&p.Seats, "seats", "",
		"who plays, in seat order: human, random, greedy, search:PLAYOUTS or search:TIME, exec:COMMAND for a bot of "+
			"your own (default: one human and random bots)")
	c.Flags().Var(&p.Seed, "seed", "the seed of the game: a number, or the 48 digits of a game that is kept")
	c.Flags().IntVar(&p.View, "view", 0,
		"print the game as this seat sees it, or all of it with 0 (default: the view of each human; "+
			"all of it with bots alone)")
	command.PauseFlag(c, &p.Pause, "as in the pack")
	c.Flags().StringVar(&p.Format, "format", "text", "text or json (one event a line)")
	c.Flags().StringVar(&p.OnError, "on-error", "stop", "when an ability fails: stop, or continue without it")
	botTimeFlag(c, &p.BotTime)
	p.addFiles(c)
	c.Flags().BoolVar(&p.Watch, "watch", false, "apply changes of the pack's files to the running game")
	c.Flags().BoolVar(&p.Preview, "preview", false, "show the effect of each option beside it")
	c.Flags().BoolVar(&p.FreeUndo, "free-undo", false, "let a human take back any answer")
	return walled(h, c, func(began time.Time) string { return terminal.KeptSince(&p.Params, began) })
}

// botTimeFlag adds --bot-time to a command.
func botTimeFlag(c *cobra.Command, to *time.Duration) {
	c.Flags().DurationVar(to, "bot-time", extbot.Time, "how long a bot from outside (exec:) may take for an answer")
}

func runPlay(h Host, game string, p playParams) error {
	if err := format(p.Format, "text", "json"); err != nil {
		return err
	}
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

// addFiles adds the flags that name files.
func (p *playParams) addFiles(c *cobra.Command) {
	c.Flags().StringVar(&p.Save, "save", "",
		"keep the game in this file while it is played (default: in your state folder, if a human plays)")
	c.Flags().StringVar(&p.Resume, "resume", "", "go on with the saved game in a file, or with the last one")
	c.Flags().Lookup("resume").NoOptDefVal = terminal.LastOne
	c.Flags().StringVar(&p.Scenario, "scenario", "", "start in the position of a scenario file")
	c.Flags().IntVar(&p.At, "at", 0, "with --scenario: play its answers up to this line of the file")
	c.Flags().StringVar(&p.KeepScenario, "save-scenario", "",
		"with --scenario: write what is played as a scenario that passes")
}

// checkFiles refuses flags that do not go together.
func (p *playParams) checkFiles() error {
	switch {
	case p.Resume != "" && p.Scenario != "":
		return usage("a game is resumed or starts in a scenario, not both")
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
func isPack(name string) bool { return slices.Contains(pack.Shipped(), name) || hasManifest(name) }
