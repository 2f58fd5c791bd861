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
	game      gameFlags
	seats     string
	seed      rng.Seed
	port      int
	noBrowser bool
	editorURL string
	file      string
	play      int
	pause     time.Duration
}

func studioCommand(h Host) *cobra.Command {
	p := studioParams{editorURL: studio.DefaultEditorURL}
	c := pages.Command("studio", oneGame, func(c *cobra.Command, args []string) error {
		if !c.Flags().Changed("seed") {
			p.seed = command.DrawSeed()
		}
		game, err := gameNamed(h, c, args)
		if err != nil {
			return err
		}
		return runStudio(h, game, p)
	})
	p.game.add(c)
	pages.Add(c, flags{
		"seats": &p.seats, "seed": &p.seed, "pause": &p.pause, "port": &p.port, "open": &p.file, "play": &p.play,
		"no-browser": &p.noBrowser, "editor-url": &p.editorURL,
	})
	return c
}

func runStudio(h Host, game string, p studioParams) error {
	if p.file != "" && game == "" {
		own, overlays, err := studio.GameOf(p.file)
		if err != nil {
			return err
		}
		game = own
		if len(p.game.Overlays) == 0 {
			p.game.Overlays = overlays
		}
	}
	first := studio.NewGame{Seed: p.seed, Packs: p.game.Overlays}
	if game == "" && standsInPack() {
		game = "."
	}
	if game == "" && (p.seats+p.file != "" || len(p.game.Overlays) > 0) {
		return usage("no pack is here; --seats, --pack and what is no file are for a game: ruledeck studio GAME")
	}
	if game != "" {
		loaded, options, err := p.game.Load(game)
		var broken *interp.BrokenError
		mends := errors.As(err, &broken) && p.file == "" && p.seats == ""
		switch {
		case err != nil && !mends:
			return err
		case mends: // the page shows what keeps it from being played, beside the text
			fmt.Fprintln(h.Err, err)
		default:
			first.Seats, err = command.Seats(p.seats, loaded, true)
			if err != nil {
				return err
			}
		}
		first.GameOptions = options
	}
	c := studio.Config{
		Game: game, First: first, File: p.file, Play: p.play,
		Pause: p.pause, Wait: command.Wait,
		Port: p.port, EditorURL: p.editorURL, Out: h.Out, Err: h.Err, Begin: begin,
		Marks: func(journal string) (any, error) { return host.MarksOf(journal) },
	}
	if !p.noBrowser && command.TerminalOut(h.Out) != nil {
		c.Open = browse
	}
	ctx, stop := command.Stoppable()
	defer stop()
	defer command.CollectRarely()()
	return studio.Serve(ctx, c)
}

// begin begins something for the page of the studio, as ruledeck new does.
func begin(b studio.Begin) (*studio.Begun, error) {
	p := newParams{kind: b.Kind, name: b.Name, in: b.In, base: b.Of, like: b.Like, bare: true, on: b.On, mine: b.Mine,
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
