package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type diffParams struct {
	Format   string `flag:"format"`
	kinds    []string
	ExitCode bool `flag:"exit-code"`
}

func diffCommand(h Host) *cobra.Command {
	p := diffParams{}
	c := pages.Command("diff", func(c *cobra.Command, args []string) error {
		if len(args) != 2 {
			return usage("%s takes two packs, such as: ruledeck diff bbtm bbtm+errata", c.CommandPath())
		}
		return nil
	}, func(_ *cobra.Command, args []string) error { return runDiff(h, args[0], args[1], p) }, &p)
	c.Flags().StringSliceVar(&p.kinds, "kind", nil, "only these kinds: "+strings.Join(compare.Kinds, ", "))
	return c
}

func runDiff(h Host, a, b string, p diffParams) error {
	wanted := map[string]bool{}
	for _, kind := range p.kinds {
		if !slices.Contains(compare.Kinds, kind) {
			return usage("--kind cannot be %q; %s", kind, diag.There(kind, compare.Kinds))
		}
		wanted[kind] = true
	}
	git := &revisions{}
	defer git.clean()
	before, err := git.read(a)
	if err != nil {
		return err
	}
	after, err := git.read(b)
	if err != nil {
		return err
	}
	count := 0
	for _, d := range compare.Packs(before, after) {
		if len(wanted) > 0 && !wanted[d.Kind] {
			continue
		}
		count++
		if err := show(h, p.Format, d, "difference.txt", d); err != nil {
			return err
		}
	}
	if p.Format == "text" {
		fmt.Fprintln(h.Err, command.Counted(count, "difference"))
	}
	if p.ExitCode && count > 0 {
		return errWrong
	}
	return nil
}

var changeMarks = map[compare.Change]string{compare.Added: "+", compare.Removed: "-", compare.Changed: "~"}

// changedLines are lines that differ, with so many before each.
func changedLines(lines []lists.Line, before int) (out []lists.Line) {
	for i, l := range lines {
		if l.Mark != ' ' || before > 0 && i+1 < len(lines) && lines[i+1].Mark != ' ' {
			out = append(out, l)
		}
	}
	return out
}

// read reads a pack as diff names it: GAME[@REV][+OVERLAY[@REV]]...
func (g *revisions) read(name string) (*interp.Reading, error) {
	base, overlays, err := g.sources(name)
	if err != nil {
		return nil, err
	}
	r := interp.ReadSource(base, overlays...)
	if r.Report.HasErrors() {
		return nil, &interp.BrokenError{Name: name, Findings: r.Report.Sorted(), Lines: r.Loaded.Line}
	}
	return r, nil
}

// sources opens the packs that a name of diff is made of.
func (g *revisions) sources(name string) (base *pack.Source, overlays []*pack.Source, err error) {
	parts := []string{name}
	if !hasManifest(name) {
		parts = strings.Split(name, "+")
	}
	base, err = g.source(nil, parts[0])
	if err != nil {
		return nil, nil, err
	}
	for _, part := range parts[1:] {
		o, err := g.source(base, part)
		if err != nil {
			return nil, nil, err
		}
		overlays = append(overlays, o)
	}
	return base, overlays, nil
}

// source opens one pack of a name; base is what an overlay may belong to.
func (g *revisions) source(base *pack.Source, name string) (*pack.Source, error) {
	if name == "" {
		return nil, usage("a pack is missing; write GAME[@REV][+OVERLAY[@REV]]...")
	}
	if base != nil {
		if o, err := base.Overlay(name); err == nil {
			return o, nil
		}
	}
	at := strings.LastIndexByte(name, '@')
	if hasManifest(name) || at < 0 {
		s, err := pack.Open(name)
		var missing *pack.NotFoundError
		if base != nil && errors.As(err, &missing) && len(base.OverlayNames()) > 0 {
			missing.What = "overlay"
			missing.Known = base.OverlayNames()
		}
		return s, err
	}
	return g.open(name[:at], name[at+1:])
}
