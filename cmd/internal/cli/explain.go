package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/source"
)

type explainParams struct {
	Game      command.Game
	Format    string   `flag:"format"`
	Scenarios []string `flag:"scenarios"`
	All       bool     `flag:"all"`
}

func explainCommand(h Host) *cobra.Command {
	p := explainParams{}
	return pages.Command("explain", func(c *cobra.Command, args []string) error {
		if len(args) != 1 && len(args) != 2 {
			return usage("%s takes a GAME and a NAME, such as: ruledeck explain bbtm orc_lineman; in a pack's "+
				"folder the NAME alone; or the CODE of a finding", c.CommandPath())
		}
		return nil
	}, func(_ *cobra.Command, args []string) error {
		if _, err := explain.Finding(args[0]); len(args) == 1 && (err == nil || !standsInPack()) {
			return explainCode(h, args[0], p)
		}
		if len(args) == 1 {
			args = []string{".", args[0]}
		}
		return runExplain(h, args[0], args[1], p)
	}, &p)
}

// explainCode explains a finding by its code: no game is loaded, since one in which
// something is found may not load.
func explainCode(h Host, code string, p explainParams) error {
	t, err := explain.Finding(code)
	if err != nil {
		return usage("%s (what is a part of a game is explained with: ruledeck explain GAME %s)", err, code)
	}
	return printThings(h, []*explain.Thing{t}, p, false)
}

func runExplain(h Host, game, name string, p explainParams) error {
	loaded, _, err := p.Game.Load(game)
	if err != nil {
		return err
	}
	folders := p.Scenarios
	if len(folders) == 0 {
		folders = lists.Map(append([]string{game}, p.Game.Overlays...), scenarioFolder)
	}
	files, err := scenarioFiles(folders...)
	if err != nil {
		return usage("%s", err)
	}
	things, err := explain.New(loaded, p.Game.Lang, files).Explain(name)
	var unknown *explain.UnknownError
	if errors.As(err, &unknown) {
		if t, err := explain.Finding(name); err == nil {
			return printThings(h, []*explain.Thing{t}, p, false)
		}
		return usage("%s: %s", loaded.Compiled.Pack.ID, err)
	}
	if err != nil {
		return err
	}
	return printThings(h, things, p, len(files) > 0)
}

// printThings prints things in the format that is asked for; tests says that there
// are scenarios which could name them.
func printThings(h Host, things []*explain.Thing, p explainParams, tests bool) error {
	for i, t := range things {
		if p.Format == "json" {
			if err := h.JSON(t); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(h.Out)
		}
		if err := printThing(h.Out, t, p.All, tests); err != nil {
			return err
		}
	}
	return nil
}

// shownMentions is how many scenarios and lines of scripts are listed without --all.
const shownMentions = 8

// printThing writes a thing as people read it.
func printThing(out io.Writer, t *explain.Thing, all, tests bool) error {
	table, err := tableOf(t.Facts)
	if err != nil {
		return err
	}
	return texts().ExecuteTemplate(out, "thing.txt", struct {
		*explain.Thing
		All, Tests bool
		Table      string
	}{t, all, tests, table})
}

// tableOf writes facts in columns.
func tableOf(facts []explain.Fact) (string, error) {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	for _, f := range facts {
		shown := ""
		if f.Shown != "" {
			shown = fmt.Sprintf("  %q", sanitize.Line(f.Shown))
		}
		fmt.Fprintf(w, "  %s\t%s\t%s%s\n", f.Name, sanitize.Line(f.Value), shownPlace(f.At), shown)
		for _, was := range slices.Backward(f.Was) {
			fmt.Fprintf(w, "    before\t%s\t%s\n", sanitize.Line(was.Value), shownPlace(was.At))
		}
	}
	err := w.Flush()
	text := ""
	for line := range strings.Lines(table.String()) {
		text += strings.TrimRight(line, " \n") + "\n"
	}
	return text, err
}

func shownPlace(p diag.Pos) string {
	if p.Line == 0 {
		return p.File
	}
	if source.IsTable(p.File) {
		return p.String()
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
