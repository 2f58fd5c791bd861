package simulate

import (
	"context"
	"fmt"
	"io"
	"strings"

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
		func(w io.Writer) {
			write(w, "compared.txt", &comparison{c, out, lab.Analyze(a, out.A, s.Lang), s.Lang})
		}); err != nil {
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

// comparison is what the page of a comparison is made of.
type comparison struct {
	*lab.Experiment
	Of   *lab.Compared
	A    *lab.Analysis
	Lang string
}

// named is a figure with its name.
type named struct {
	*lab.Figure
	Name string
}

// Under returns the figures below a head: of bots, of an option, of seats, of games, or the moved figures
// of cards or of wins.
func (c *comparison) Under(head string) (out []named) {
	name := lab.Names(c.Arms[0], c.Arms[1], c.Lang)
	for i := range c.Of.Figures {
		f := &c.Of.Figures[i]
		under := f.By
		if option, _, is := strings.Cut(f.Key, "="); is {
			under += " " + option
		}
		if under == head || f.Moved && (head == "moved "+f.By || head == "moved "+f.What) {
			out = append(out, named{f, name(f)})
		}
	}
	return out
}

// value is that of a figure of n.
func value(what string, x float64, n int) string {
	switch {
	case n == 0:
		return "–" // a share of nothing is none
	case what == "decisions":
		return number1(x)
	}
	return percent(x)
}

// differs is a difference of a figure, with its sign.
func differs(what string, x float64) string {
	if what != "decisions" {
		x *= 100
	}
	return fmt.Sprintf("%+6.1f", x)
}
