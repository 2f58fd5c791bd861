package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
)

type fuzzParams struct {
	Game    command.Game
	Games   int    `flag:"games"`
	Seed    uint64 `flag:"seed"`
	Seats   int    `flag:"seats"`
	Workers int    `flag:"workers"`
	Steps   int    `flag:"steps"`
	Dir     string `flag:"out"`
	Format  string `flag:"format"`
}

func (p *fuzzParams) run(h Host, _ *cobra.Command, game string) error {
	if p.Games < 1 {
		return usage("--games must be at least 1, not %d", p.Games)
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	if err := p.fits(loaded); err != nil {
		return err
	}
	ready := p.Dir
	if p.Dir == "" {
		ready, p.Dir = findsFolder(append([]string{game}, p.Game.Overlays...))
	}
	if err := disk.OS.ReadyFolder(ready); err != nil {
		return usage("%s", err)
	}
	base, err := coverage.Base(loaded)
	if err != nil {
		return err
	}
	ctx := command.Stoppable()
	progress, done := h.Progress(p.Games)
	f := fuzz.Fuzzer{
		Pack: loaded, Base: base, Game: pack.Relative(p.Dir, game), Seats: p.Seats, GameOptions: options,
		Packs: p.Game.From(p.Dir),
		Games: p.Games, Seed: p.Seed,
		Workers: p.Workers, MaxSteps: p.Steps, Progress: progress,
	}
	if loaded.Loaded.Tree.Stepless() {
		fmt.Fprintf(h.Err, "the flow of %s has no step yet: each game ends as it begins\n", game)
	}
	result, err := f.Run(ctx)
	done()
	if err != nil && ctx.Err() == nil && len(result.Failures) == 0 {
		return err
	}
	err = printFuzz(h, p, loaded.Compiled.Pack.ID, result)
	if ctx.Err() != nil {
		return command.Stopped(result.Games, p.Games, "games")
	}
	return err
}

// fits refuses bounds and seats that the game does not have, and fills in the least seats.
func (p *fuzzParams) fits(loaded *interp.Pack) error {
	if p.Steps < 1 {
		return usage("--steps must be at least 1, not %d", p.Steps)
	}
	least, most := loaded.Seats()
	if p.Seats == 0 {
		p.Seats = least
	}
	if p.Seats < least || p.Seats > most {
		return usage("%s is played by %s, not %d", loaded.Compiled.Pack.ID, command.SeatRange(least, most), p.Seats)
	}
	return nil
}

// findsFolder is the default folder for finds: the scenarios of the last pack that is a
// folder, made with the first find if missing, or the current folder. there is the folder
// that must exist before.
func findsFolder(packs []string) (there, dir string) {
	for _, pack := range slices.Backward(packs) {
		if isFolder(pack) {
			return pack, filepath.Join(pack, "scenarios")
		}
	}
	return ".", "."
}

type jsonFuzz struct {
	Games     int           `json:"games"`
	Finished  int           `json:"finished"`
	Failed    int           `json:"failed"`
	Decisions int64         `json:"decisions"`
	Failures  []jsonFailure `json:"failures,omitempty"`
	// Abilities counts those that could act, NeverActed names those that did not.
	Abilities  int      `json:"abilities"`
	NeverActed []string `json:"never_acted"`
}

type jsonFailure struct {
	Game    int    `json:"game"`
	Seed    uint64 `json:"seed,string"`
	Error   string `json:"error"`
	File    string `json:"file,omitempty"`
	Answers int    `json:"answers"`
	Why     string `json:"why,omitempty"`
	// Scenario is the file's text, where the file cannot be written.
	Scenario string `json:"scenario,omitempty"`
}

func printFuzz(h Host, p *fuzzParams, id string, r *fuzz.Result) error {
	out := jsonFuzz{Games: r.Games, Finished: r.Finished, Failed: r.Failed, Decisions: r.Decisions,
		Abilities: r.Abilities, NeverActed: append([]string{}, r.Idle...)}
	for _, f := range r.Failures {
		one := jsonFailure{Game: f.Game + 1, Seed: f.Seed, Error: f.Err.Error(), Answers: f.Answers, Why: f.Why}
		if f.Scenario != "" {
			one.File = filepath.Join(p.Dir, fmt.Sprintf("fuzz-%s-%d.yaml", id, f.Seed))
			err := os.MkdirAll(p.Dir, 0o755)
			if err == nil {
				err = disk.OS.Write(one.File, []byte(f.Scenario))
			}
			if err != nil { // a find is not lost for that
				one.File, one.Why, one.Scenario = "", err.Error(), f.Scenario
			}
		}
		out.Failures = append(out.Failures, one)
	}
	if err := show(h, p.Format, out, "finds.txt", out); err != nil || r.Failed == 0 {
		return err
	}
	return errWrong
}

// Acted says how many abilities acted, and which never did; "" without any.
func (r jsonFuzz) Acted() string {
	if r.Abilities == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %s acted", r.Abilities-len(r.NeverActed), command.Counted(r.Abilities, "ability"))
	if len(r.NeverActed) > 0 {
		text += "; never: " + strings.Join(r.NeverActed, ", ")
	}
	return text
}
