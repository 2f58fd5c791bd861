package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
)

type coverageParams struct {
	Game      command.Game
	Scenarios []string `flag:"scenarios"`
	Format    string   `flag:"format"`
	Strict    bool     `flag:"strict"`
	Workers   int      `flag:"workers"`
}

func (p *coverageParams) run(h Host, _ *cobra.Command, game string) error {
	loaded, _, err := p.Game.Load(game)
	if err != nil {
		return err
	}
	paths := p.Scenarios
	if len(paths) == 0 {
		paths = []string{cmp.Or(scenarioFolder(game), filepath.Join(game, "scenarios"))}
	}
	files, err := foundScenarios(paths)
	if err != nil {
		return err
	}
	ctx := command.Stoppable()
	base, err := coverage.Base(loaded)
	if err != nil {
		return err
	}
	report, results, err := coverage.Measure(ctx, loaded, base, files, p.Workers, nil)
	if err != nil {
		return err
	}
	failed := 0
	for _, r := range results {
		if !r.Passed() {
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(h.Err, "%d scenarios fail; see ruledeck test\n", failed)
	}
	if err := printCoverage(h, p, report); err != nil {
		return err
	}
	if p.Strict && slices.ContainsFunc(report.Missing, func(i coverage.Item) bool { return i.Kind != "negative" }) {
		return errWrong
	}
	return nil
}

func printCoverage(h Host, p *coverageParams, r *coverage.Report) error {
	if p.Format == "json" {
		for _, item := range r.Missing {
			if err := h.JSON(item); err != nil {
				return err
			}
		}
		return nil
	}
	return texts().ExecuteTemplate(h.Out, "coverage.txt", struct {
		*coverage.Report
		Kinds []string
	}{r, coverage.Kinds})
}
