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

// printThing prints a thing for people.
func printThing(out io.Writer, t *explain.Thing, all, tests bool) error {
	title := t.Name
	if t.Label != "" && t.Label != t.Name {
		title += " - " + t.Label
	}
	fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%s (%s)  %s", title, t.Kind, shownPlace(t.At)), " "))
	for line := range strings.Lines(t.Doc) {
		fmt.Fprintln(out, strings.TrimRight("  "+line, " \n"))
	}
	if err := printFacts(out, t); err != nil {
		return err
	}
	for i := range t.Hooks {
		printHook(out, &t.Hooks[i], t.Kind)
	}
	if len(t.Cards) > 0 {
		fmt.Fprintf(out, "  cards: %s\n", strings.Join(t.Cards, ", "))
	}
	printMentions(out, "in scripts", t.Scripts, all)
	if len(t.Scenarios) == 0 && tests &&
		(t.Kind == "card" || t.Kind == "ability" || t.Kind == "step" || t.Kind == "trigger") {
		fmt.Fprintln(out, "  no scenario names it")
	}
	printMentions(out, "scenarios", t.Scenarios, all)
	return nil
}

// printFacts prints the fields of a thing in columns.
func printFacts(out io.Writer, t *explain.Thing) error {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	for _, f := range t.Facts {
		shown := ""
		if f.Shown != "" {
			shown = fmt.Sprintf("  %q", sanitize.Line(f.Shown))
		}
		fmt.Fprintf(w, "  %s\t%s\t%s%s\n", f.Name, sanitize.Line(f.Value), shownPlace(f.At), shown)
		for _, was := range slices.Backward(f.Was) {
			fmt.Fprintf(w, "    before\t%s\t%s\n", sanitize.Line(was.Value), shownPlace(was.At))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(table.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
	if t.Text != "" {
		fmt.Fprintf(out, "  %q  %s\n", t.Text, shownPlace(t.TextAt))
	}
	return nil
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

func printHook(out io.Writer, h *explain.Hook, kind string) {
	name := h.Ability
	if h.Label != "" && h.Label != h.Ability {
		name += " (" + h.Label + ")"
	}
	if h.Parts > 1 {
		name += fmt.Sprintf(", part %d of %d", h.Part, h.Parts)
	}
	if h.Params != "" {
		name += " " + h.Params
	}
	fmt.Fprintf(out, "  ability %s: %s  %s\n", name, h.Says(), shownPlace(h.At))
	if kind != "trigger" && kind != "attribute" && kind != "field" {
		for _, c := range h.Conditions {
			fmt.Fprintf(out, "    %s %s\n", c.Name, sanitize.Line(c.Value))
		}
	}
	if h.Text != "" {
		fmt.Fprintf(out, "    %q  %s\n", h.Text, shownPlace(h.TextAt))
	}
}

func printMentions(out io.Writer, what string, list []explain.Mention, all bool) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "  %s:\n", what)
	for i, m := range list {
		if i == shownMentions && !all {
			fmt.Fprintf(out, "    and %d more; --all lists them\n", len(list)-i)
			return
		}
		fmt.Fprintf(out, "    %s  %s\n", shownPlace(m.At), m.Text)
	}
}
