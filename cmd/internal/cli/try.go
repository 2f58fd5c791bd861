package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/terminal"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/scenario/trial"
	"github.com/ruledeck/ruledeck/interp/source"
)

type tryParams struct {
	Game  command.Game
	Keep  string `flag:"keep"`
	Since string `flag:"since"`
}

func tryCommand(h Host) *cobra.Command {
	var p tryParams
	return pages.Command("try", cobra.MaximumNArgs(3), func(c *cobra.Command, args []string) error {
		n := min(len(args), 1)
		game, err := gameOf(h, c, args[:n])
		if err != nil {
			return err
		}
		return runTry(h, game, args[n:], p)
	}, &p)
}

func runTry(h Host, game string, words []string, p tryParams) error {
	loaded, options, err := p.Game.Load(game)
	if err != nil {
		return err
	}
	_, dir := findsFolder(append([]string{game}, p.Game.Overlays...))
	ctx := command.Stoppable()
	f := trial.New(loaded, pack.Relative(dir, game), p.Game.From(dir)...)
	f.GameOptions = options
	f.Name = p.Keep
	targets, err := tried(f, game, words, p.Since)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, p.Keep+".yaml")
	if p.Keep != "" {
		if err := errors.Join(os.MkdirAll(dir, 0o755), command.Ready(path, command.Scenario)); err != nil {
			return err
		}
	}
	code := ExitFine
	rules := loaded.Compiled.Pack
	for _, t := range targets {
		found, err := f.Find(ctx, t)
		if err != nil {
			return err
		}
		result := "acts"
		if found.Scenario == nil {
			result = "never: " + evidence.Why(found.Tally, t.Ability)
			code = ExitWrong
		}
		fmt.Fprintf(h.Out, "%-46s %s\n", rules.Defs[t.Def].ID+" "+coverage.AbilityName(rules, t.Ability), result)
		switch {
		case found.Kept != "":
			fmt.Fprintf(h.Err, "see it pass: ruledeck test %s\n", path)
			return disk.OS.Write(path, []byte(found.Kept))
		case len(words) > 0 && found.Scenario != nil:
			err := playFrom(ctx, h, p.Game, f, found.Scenario)
			if err != nil && err.Error() != "" { // or the game was left
				return err
			}
		}
	}
	return &ExitError{Code: code}
}

// tried are the abilities that the words of a command line name, all for none. A revision narrows
// them to abilities that differ from it, or whose card does.
func tried(f *trial.Finder, game string, words []string, revision string) ([]trial.Target, error) {
	targets, err := trial.Named(f.Pack, words...)
	if err != nil {
		return nil, usage("%s", err)
	}
	if revision == "" {
		return targets, nil
	}
	git := &revisions{}
	defer git.clean()
	before, err := git.read(game + "@" + revision)
	if err != nil {
		return nil, err
	}
	changed := map[string]bool{}
	for _, d := range compare.Packs(before, f.Pack.Reading()) {
		changed[d.Kind+" "+d.Name] = true
	}
	return slices.DeleteFunc(targets, func(t trial.Target) bool {
		return !changed["card "+f.Pack.Compiled.Pack.Defs[t.Def].ID] && !changed["ability "+t.Ability.Name]
	}), nil
}

// playFrom shows a position with its question, and plays on from there.
func playFrom(ctx context.Context, h Host, overlaid command.Game, f *trial.Finder, node *source.Node) error {
	fmt.Fprintf(h.Out, "\n%s\n", record.Text(node))
	c, seat := trial.Asked(node)
	open := func() (*scenario.Live, error) { return f.Tables.Live(ctx, c, math.MaxInt, 1) }
	live, err := open()
	if err != nil {
		return err
	}
	kinds := slices.Repeat([]string{"random"}, live.Layout.Seats)
	kinds[seat-1] = play.Human
	return terminal.PlayLive(h, terminal.Params{Game: overlaid, HaveView: true, Preview: true, FreeUndo: true,
		Unkept: true}, live, kinds, open)
}
