package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/studio"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/adopt"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

type importParams struct {
	adopt.Request
	columns []string
	lang    string
	words   map[string]locale.Text
}

func importCommand(h Host) *cobra.Command {
	p := importParams{}
	return pages.Command("import", cobra.RangeArgs(1, 3), func(_ *cobra.Command, args []string) error {
		if len(args) == 2 || len(args) == 3 && args[1] != "in" {
			return usage("write ruledeck import FILE [in PACK]")
		}
		return runImport(h, args, p)
	}, flags{
		"column": &p.columns, "encoding": &p.Encoding, "separator": &p.Separator, "quotes": &p.Quotes,
		"heading": &p.Heading, "sheet": &p.Sheet, "cards": &p.Cards, "type": &p.Type, "language": &p.Language,
		"patch": &p.Patch, "lang": &p.lang,
	})
}

func runImport(h Host, args []string, p importParams) error {
	var err error
	p.Name = filepath.ToSlash(args[0])
	p.Data, err = source.File(args[0], source.MaxSheet)
	if err != nil {
		return usage("%s: %s", args[0], source.Why(err))
	}
	in := sheet.Slug(path.Base(pack.Beside(p.Name, "")))
	if len(args) == 3 {
		in = args[2]
	}
	p.ID = sheet.Slug(filepath.Base(in))
	if isPack(in) {
		p.Into, err = interp.Read(in, interp.With{})
		if err != nil {
			return err
		}
	}
	p.Columns = map[string]string{}
	for _, c := range p.columns {
		heading, means, ok := strings.Cut(c, "=")
		if !ok {
			return usage("--column is given as Heading=MEANING, not %q", c)
		}
		p.Columns[heading] = means
	}
	p.Catalogue = locale.Findings(p.lang)
	p.words = locale.OwnWords(p.lang, locale.InTerminal)
	plan, err := adopt.Read(p.Request)
	if wrong, is := errors.AsType[*sheet.Error](err); is {
		return &ExitError{Code: ExitWrong, Message: wrong.Error() + p.words["nothing.written"].Other}
	}
	if err != nil {
		return err
	}
	p.says(h, plan)
	if err := p.writes(h, in, plan); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "Next:\n  ruledeck studio %s\n  ruledeck cards %s --export pdf -o cards.pdf\n", in, in)
	return nil
}

// says tells what each column was taken for, and what was left out.
func (p *importParams) says(h Host, plan *adopt.Plan) {
	say := func(n sheet.Note) string {
		form := p.words[n.Key].Other
		if n.Args["count"] == "1" {
			form = cmp.Or(p.words[n.Key].One, form)
		}
		return locale.Fill(form, n.Args)
	}
	read := sheet.Remark("read", "how", plan.Reading, "cards", plan.Cards, "columns", len(plan.Columns))
	fmt.Fprintf(h.Out, "%s: %s\n", p.Name, say(read))
	w := tabwriter.NewWriter(h.Out, 0, 1, 2, ' ', 0)
	for _, k := range plan.Columns {
		line := []string{k.Heading.Key, p.words["import.kind."+k.Kind].Other + " " + k.To, fmt.Sprint(k.Filled),
			say(k.Why)}
		if k.ID {
			line[1] += ", " + p.words["import.id"].Other
		}
		if k.Unsure {
			line[3] += say(sheet.Remark("unsure.column", "column", k.Heading.Key))
		}
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	_ = w.Flush()
	for _, n := range plan.Notes {
		fmt.Fprintln(h.Out, say(n))
	}
	_ = diag.WriteText(h.Out, plan.Findings, nil, p.Catalogue)
}

// writes writes each file that is another.
func (p *importParams) writes(h Host, in string, plan *adopt.Plan) error {
	if len(plan.Changes) == 0 {
		fmt.Fprintln(h.Out, p.words["import.same"].Other)
	}
	err := os.MkdirAll(in, 0o755)
	if err != nil {
		return err
	}
	made, err := studio.Exchange(in, plan.Changes)
	for _, c := range made {
		fmt.Fprintln(h.Out, filepath.ToSlash(filepath.Join(in, c.Path)))
	}
	return err
}
