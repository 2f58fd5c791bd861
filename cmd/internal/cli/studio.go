package cli

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/studio"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

type studioParams struct {
	Game      command.Game
	Seats     string        `flag:"seats"`
	Seed      rng.Seed      `flag:"seed"`
	Port      int           `flag:"port"`
	NoBrowser bool          `flag:"no-browser"`
	EditorURL string        `flag:"editor-url"`
	File      string        `flag:"open"`
	Play      int           `flag:"play"`
	Pause     time.Duration `flag:"pause"`
}

func studioCommand(h Host) *cobra.Command {
	p := studioParams{EditorURL: studio.DefaultEditorURL}
	return pages.Command("studio", oneGame, func(c *cobra.Command, args []string) error {
		if !c.Flags().Changed("seed") {
			p.Seed = command.DrawSeed()
		}
		game, err := gameNamed(h, c, args)
		if err != nil {
			return err
		}
		return runStudio(h, game, p)
	}, &p)
}

func runStudio(h Host, game string, p studioParams) error {
	if p.File != "" && game == "" {
		own, overlays, err := studio.GameOf(p.File)
		if err != nil {
			return err
		}
		game = own
		if len(p.Game.Overlays) == 0 {
			p.Game.Overlays = overlays
		}
	}
	first := studio.NewGame{Seed: p.Seed, Packs: p.Game.Overlays}
	if game == "" && standsInPack() {
		game = "."
	}
	if game == "" && (p.Seats+p.File != "" || len(p.Game.Overlays) > 0) {
		return usage("no pack is here; --seats, --pack and what is no file are for a game: ruledeck studio GAME")
	}
	if game != "" {
		loaded, options, err := p.Game.Load(game)
		var broken *interp.BrokenError
		mends := errors.As(err, &broken) && p.File == "" && p.Seats == ""
		switch {
		case err != nil && !mends:
			return err
		case mends: // the page shows what keeps it from being played, beside the text
			fmt.Fprintln(h.Err, err)
		default:
			first.Seats, err = command.Seats(p.Seats, loaded, true)
			if err != nil {
				return err
			}
		}
		first.GameOptions = options
	}
	c := studio.Config{
		Game: game, First: first, File: p.File, Play: p.Play,
		Pause: p.Pause, Wait: command.Wait,
		Port: p.Port, EditorURL: p.EditorURL, Out: h.Out, Err: h.Err, Begin: begin,
		Marks: func(journal string) (any, error) { return host.MarksOf(journal) },
	}
	if !p.NoBrowser && command.TerminalOut(h.Out) != nil {
		c.Open = browse
	}
	command.CollectRarely()
	return studio.Serve(command.Stoppable(), c)
}

// begin begins something for the page of the studio, as ruledeck new does.
func begin(b studio.Begin) (*studio.Begun, error) {
	p := newParams{kind: b.Kind, name: b.Name, in: b.In, base: b.Of, Like: b.Like, Bare: true, On: b.On, mine: b.Mine,
		look: scaffold.Look{Type: b.Type, Set: b.Set}}
	if !slices.Contains(scaffold.Kinds, b.Kind) {
		return nil, fmt.Errorf("there is no kind %q; %s", b.Kind, diag.There(b.Kind, scaffold.Kinds))
	}
	plan, folder, err := p.plan()
	if err != nil {
		return nil, err
	}
	places, err := writePlan(plan, folder)
	return &studio.Begun{Folder: folder, Places: places, Chosen: plan.Chosen}, err
}

// browse shows an address in the person's browser.
func browse(address string) error {
	name := "xdg-open"
	args := []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name = "rundll32"
		args = []string{"url.dll,FileProtocolHandler", address}
	}
	return isolate.Hand(exec.Command(name, args...))
}
