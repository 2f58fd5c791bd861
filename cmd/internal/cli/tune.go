package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type tuneParams struct {
	lab.Tuning
	Dry bool `flag:"dry-run"`
}

func tuneCommand(h Host) *cobra.Command {
	p := &tuneParams{}
	p.Play = playHere
	c := gameCommand(h, "tune", p)
	pages.Add(c, flags{"workers": &p.Workers})
	return c
}

// Tuner is the command tune for a program that plays the games elsewhere.
func Tuner(h Host, elsewhere Remote) *cobra.Command {
	p := &tuneParams{}
	p.Play = elsewhere.Play
	return walled(h, gameCommand(h, "tune", p), nil)
}

// weightsFile is the name of a file that holds nothing but a standing, so that its numbers
// are no rules.
const weightsFile = "standing.lua"

func (p *tuneParams) run(h Host, _ *cobra.Command, name string) error {
	switch {
	case p.Games < 8:
		return usage("--games must be at least 8, not %d", p.Games)
	case p.Playouts < 4 || p.Playouts > 10_000:
		return usage("--playouts must be from 4 to 10000, not %d", p.Playouts)
	case p.Workers <= 0:
		p.Workers = runtime.GOMAXPROCS(0)
	}
	game := filepath.Join(name, "game.yaml")
	text, err := os.ReadFile(game)
	if err != nil {
		return usage("tune writes into the game.yaml of a pack's folder, and cannot read it: %s", err)
	}
	loaded, err := interp.Load(name, interp.With{})
	if err != nil {
		return err
	}
	weights, file, err := p.weights(h, loaded)
	if err == nil {
		p.Table, err = p.seated(loaded)
	}
	if err != nil {
		return err
	}
	p.With = func(w []lab.Weight) (*interp.Table, error) {
		full, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		other, err := interp.Load(name, interp.With{Unsaved: pack.Unsaved{full: lab.WriteWeights(weights, w)}})
		if err != nil {
			return nil, err
		}
		return p.seated(other)
	}
	p.Played = p.printer(h.Out)
	fmt.Fprintf(h.Out, "%s: how bots that think play it best, with %d playouts a decision\n",
		p.Table.Title("en"), p.Playouts)
	command.CollectRarely()
	ctx := command.Stoppable()
	found, err := p.Run(ctx)
	if ctx.Err() != nil {
		return fmt.Errorf("stopped; nothing was written")
	}
	if err != nil {
		return err
	}
	p.tell(h, found, file)
	if p.Dry {
		return nil
	}
	return p.write(h, found, tuned{game, text}, tuned{file, weights})
}

// tuned is a file that the best settings are written into, and its text so far.
type tuned struct {
	file string
	text []byte
}

// write writes the settings that were found into game.yaml, and weights into their file.
func (p *tuneParams) write(h Host, found *lab.Tuned, game, weights tuned) error {
	if found.Changed && !slices.Equal(found.Weights, p.Weights) {
		if err := writeTuned(weights.file, weights.text, lab.WriteWeights(weights.text, found.Weights)); err != nil {
			return err
		}
	}
	if err := writeTuned(game.file, game.text, lab.WriteSearch(game.text, found.Entry())); err != nil {
		return err
	}
	fmt.Fprintf(h.Out, "written into %s\n", game.file)
	return nil
}

// printer prints matches, with a heading for each opponent.
func (p *tuneParams) printer(out io.Writer) func(lab.Match) {
	against := ""
	return func(m lab.Match) {
		if m.Against != against {
			against = m.Against
			fmt.Fprintf(out, "\nGames won against %s (95 %% intervals; even share %.1f %%)\n", against,
				100/float64(p.Seats))
		}
		matchText(out, m)
	}
}

// tell reports the result.
func (p *tuneParams) tell(h Host, found *lab.Tuned, file string) {
	if !found.Changed {
		fmt.Fprintln(h.Out, "\nNothing is certainly better than what the pack has; it keeps that.")
	}
	fmt.Fprintf(h.Out, "\n%s", found.Entry())
	for _, w := range found.Weights {
		if found.Changed && !slices.Contains(p.Weights, w) {
			fmt.Fprintf(h.Out, "%s: %s = %d\n", file, w.Name, w.Value)
		}
	}
}

// writeTuned writes a file anew that was read before.
func writeTuned(file string, was, now []byte) error {
	return disk.Exchange(filepath.Dir(file), filepath.Base(file), disk.Digest(was), now)
}

// weights reads the weights of a pack's standing, with the file that they are in.
func (p *tuneParams) weights(h Host, loaded *interp.Pack) (text []byte, file string, err error) {
	c := loaded.Compiled
	if c.Pack.Evaluation < 0 {
		return nil, "", nil
	}
	file = c.StepPlaces[c.Pack.Steps[c.Pack.Evaluation]].File
	if filepath.Base(file) == weightsFile {
		text, err = os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		p.Weights = lab.ReadWeights(text)
	}
	if len(p.Weights) == 0 {
		fmt.Fprintf(h.Err, "the standing is in %s; weights are found in a file %s of its own, as whole numbers with "+
			"names in capitals: local GOAL, BALL = 1000, 60\n", file, weightsFile)
	}
	return text, file, nil
}

// seated is the table of the usual seats, as bots that think need it.
func (p *tuneParams) seated(loaded *interp.Pack) (*interp.Table, error) {
	p.Seats = loaded.UsualSeats()
	switch {
	case loaded.Compiled.Pack.LookAhead.Bluff:
		return nil, usage("bots that bluff think of %s from the deal on, and look no further than that: there is "+
			"nothing to tune", loaded.Compiled.Pack.ID)
	case p.Seats < 2:
		return nil, usage("%s is played by one seat; bots are tuned against each other", loaded.Compiled.Pack.ID)
	}
	return lab.Seated(loaded, slices.Repeat([]string{"search"}, p.Seats), nil, nil, false)
}

func matchText(w io.Writer, m lab.Match) {
	better := ""
	if m.Better {
		better = "  better"
	}
	fmt.Fprintf(w, "  %s %5.1f %%  %5.1f to %5.1f %%  of %4d%s\n", columns.Pad(m.What, 46), 100*m.Value, 100*m.Low,
		100*m.High, m.Games, better)
}
