package simulate

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Compare plays two forms of a game against each other; flags are those that name the
// other one on a command line.
func Compare(ctx context.Context, h command.Host, s Settings, a, b *lab.Plan, flags string) error {
	c := &lab.Experiment{Arms: []*lab.Plan{a, b}, Precision: s.Precision / 100, Unpaired: s.Unpaired}
	s.looks(h, c, "pairs")
	var all []*lab.Compared
	unkept, err := s.play(h, c, func() (err error) {
		all, err = c.Compare(ctx)
		return err
	})
	if err != nil {
		return err
	}
	out := all[0]
	for side, r := range []*sim.Result{out.A, out.B} {
		for _, cause := range lab.Causes(r.Failures) {
			sayFailed(h, " of "+[]string{"A", "B"}[side], cause)
		}
	}
	object := struct {
		*sim.Result
		Compare *lab.Compared `json:"compare"`
	}{out.A, out}
	if err := s.print(h, object, func(w io.Writer) error { return figuresCSV(w, out.Figures) },
		func(w io.Writer) { comparedText(w, c, out, s.Lang) }); err != nil {
		return err
	}
	if s.Precision > 0 {
		flags += fmt.Sprintf(" --precision %v", s.Precision)
	}
	if s.Unpaired {
		flags += " --unpaired"
	}
	if err := s.report(h, htmlreport.Change{Experiment: c, Compared: out, Lang: s.Lang,
		Again: s.command(a, flags)}); err != nil {
		return err
	}
	return s.ended(ctx, out.Pairs, s.Games, "pairs of games", out.A.Failed+out.B.Failed, unkept)
}

// figuresCSV writes the figures of a comparison; bounds of which nothing is known are
// empty.
func figuresCSV(w io.Writer, figures []lab.Figure) error {
	var lines [][]any
	for i := range figures {
		f := &figures[i]
		lines = append(lines, []any{f.By, f.Key, f.What, f.A, f.NA, f.B, f.NB, f.Difference, f.Low, f.High, f.Moved})
	}
	return writeCSV(w, "by,key,what,a,n_a,b,n_b,difference,low,high,moved", lines)
}

var whyStopped = map[string]string{
	"moved":   "stopped because a difference is certain",
	"precise": "stopped because every interval of what is won is within the precision",
	"pairs":   "all pairs were played", "interrupted": "stopped before the end",
}

// mostMoved is how many cards a page of text lists as moved.
const mostMoved = 20

// comparedText writes a comparison as a page of text.
func comparedText(w io.Writer, c *lab.Experiment, out *lab.Compared, lang string) {
	fmt.Fprintf(w, "A: %s\nB: %s\n", c.Arms[0].Described(lang), c.Arms[1].Described(lang))
	seeds := "each pair with one seed and the same seats"
	if c.Unpaired {
		seeds = "each game with a seed of its own"
	}
	fmt.Fprintf(w, "%d pairs of games, %s; %s.\n", out.Pairs, seeds, whyStopped[out.Stopped])
	a := lab.Analyze(c.Arms[0], out.A, lang)
	fmt.Fprintln(w, playedBy(a))
	if out.Pairs == 0 {
		return
	}
	names := lab.Names(c.Arms[0], c.Arms[1], lang)
	figuresText(w, out, a, names)
	movedText(w, out, names)
	verdictText(w, c, out, names)
	fmt.Fprintf(w, "\n* moved. All intervals hold at once, however often one looks, in 95 of 100 comparisons.\n"+
		"Of what comes up in fewer than %d games of seats nothing is said.\n", lab.LeastUses)
}

// figuresText writes the figures of bots, options, seats and games.
func figuresText(w io.Writer, out *lab.Compared, a *lab.Analysis, names func(*lab.Figure) string) {
	heads := []struct{ under, text string }{{"bot", "Games won, by bot"}}
	for _, g := range a.Shares {
		if g.By == "option" {
			heads = append(heads, struct{ under, text string }{"option " + g.Key, "Games won, by " + g.Name})
		}
	}
	heads = append(heads, struct{ under, text string }{"seat", "Games won, by seat"},
		struct{ under, text string }{"game", "Length in decisions"})
	for _, head := range heads {
		first := true
		for i := range out.Figures {
			f := &out.Figures[i]
			under := f.By
			if option, _, is := strings.Cut(f.Key, "="); is {
				under += " " + option
			}
			if under != head.under {
				continue
			}
			if first {
				fmt.Fprintf(w, "\n%s %8s %8s   B minus A, certainly between\n", columns.Pad(head.text, 29), "A", "B")
				first = false
			}
			figureText(w, f, names(f))
		}
	}
}

// movedText writes the cards whose figures moved.
func movedText(w io.Writer, out *lab.Compared, names func(*lab.Figure) string) {
	fmt.Fprintln(w, "\nCards that moved")
	moved, more := 0, 0
	for i := range out.Figures {
		f := &out.Figures[i]
		switch {
		case f.By != "card" || !f.Moved:
		case moved == mostMoved:
			more++
		default:
			moved++
			figureText(w, f, names(f))
		}
	}
	switch {
	case moved == 0:
		fmt.Fprintln(w, "  none for certain")
	case more > 0:
		fmt.Fprintf(w, "  and %d more; --format json has them all\n", more)
	}
}

// verdictText says whether the change changes who wins.
func verdictText(w io.Writer, c *lab.Experiment, out *lab.Compared, names func(*lab.Figure) string) {
	i := slices.IndexFunc(out.Figures, func(f lab.Figure) bool { return f.Moved && f.What == "won" })
	switch {
	case out.Pairs < lab.Batch:
		fmt.Fprintf(w, "\nVerdict: %d pairs are too few to say anything; play %d at least.\n", out.Pairs, lab.Batch)
	case i >= 0:
		f := &out.Figures[i]
		fmt.Fprintf(w, "\nVerdict: B changes who wins: %s %s points (%s to %s).\n", names(f),
			strings.TrimSpace(points(f.Difference)), strings.TrimSpace(points(*f.Low)),
			strings.TrimSpace(points(*f.High)))
	default:
		fmt.Fprintf(w, "\nVerdict: no change of who wins is certain; changes below %s points may not show.\n",
			number1(100*c.Reach(out.Pairs)))
		if n := c.Needed(); n > out.Pairs {
			fmt.Fprintf(w, "Next: --games %d finds changes of %v points in 80 of 100 runs\n", n, 100*lab.Aim)
		}
	}
}

func figureText(w io.Writer, f *lab.Figure, name string) {
	if f.By == "card" {
		name += map[string]string{"used": ": used", "won": ": won when used"}[f.What]
	}
	text, sign := percent, points
	if f.What == "decisions" {
		text, sign = number1, func(x float64) string { return fmt.Sprintf("%+6.1f", x) }
	}
	show := func(x float64, n int) string {
		if n == 0 {
			return "–" // a share of nothing is none
		}
		return text(x)
	}
	bounds := "too few to say"
	if f.Low != nil {
		bounds = sign(*f.Low) + " and " + strings.TrimSpace(sign(*f.High))
	}
	mark := ""
	if f.Moved {
		mark = "  *"
	}
	fmt.Fprintf(w, "  %s %8s %8s   %s  %s%s\n", columns.Pad(name, 27), show(f.A, f.NA), show(f.B, f.NB),
		sign(f.Difference), bounds, mark)
}
