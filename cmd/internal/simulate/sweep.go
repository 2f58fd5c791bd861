package simulate

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Sweep plays a game with each of some values of a card.
func Sweep(ctx context.Context, h command.Host, s Settings, sweep *lab.Sweep) error {
	s.looks(h, &sweep.Experiment, "games with each value")
	_, err := s.play(h, &sweep.Experiment, func() error {
		_, err := sweep.Compare(ctx)
		return err
	})
	if err != nil {
		return err
	}
	failed := 0
	for value, r := range sweep.Results() {
		failed += r.Failed
		for _, cause := range lab.Causes(r.Failures) {
			sayFailed(h, " with "+value, cause)
		}
	}
	curves := sweep.Curves(s.Lang)
	object := struct {
		Game   string      `json:"game"`
		Card   string      `json:"card"`
		Field  string      `json:"field"`
		Now    string      `json:"now"`
		Games  int         `json:"games"`
		Curves []lab.Curve `json:"curves"`
	}{sweep.Arms[0].Table.Compiled.Pack.ID, sweep.Knob.Card, sweep.Knob.Path(), sweep.Now, played(sweep), curves}
	if err := s.print(h, object, func(w io.Writer) error { return curvesCSV(w, curves) },
		func(w io.Writer) { sweepText(w, sweep, curves, s.Lang) }); err != nil {
		return err
	}
	return s.ended(ctx, played(sweep), s.Games, "games with each value", failed, nil)
}

// played is the number of games that were played with every value.
func played(s *lab.Sweep) int { return s.Played(0).Games() }

// sweepText writes what a sweep found as a page of text.
func sweepText(w io.Writer, s *lab.Sweep, curves []lab.Curve, lang string) {
	fmt.Fprintf(w, "%s: %s of %s, %s as it is\n", s.Arms[0].Described(lang), s.Knob.Path(), s.Knob.Card, s.Now)
	fmt.Fprintf(w, "%d games with each value, the same seeds and seats with all of them.\n", played(s))
	fmt.Fprintln(w, playedBy(lab.Analyze(s.Arms[0], sim.NewResult(len(s.Arms[0].Bots)), lang)))
	moved, keep := "", ""
	for _, c := range curves {
		text := map[string]string{"used": ": games of a seat that uses it", "won": ": games won"}[c.What]
		if c.By == "card" && c.What == "won" {
			text = ": games won by those who use it"
		}
		fmt.Fprintf(w, "\n%s%s\n", c.Name, text)
		for _, p := range c.Points {
			bounds := "as it is"
			switch {
			case p.Now:
			case p.Low == nil:
				bounds = "too few to say"
			default:
				bounds = fmt.Sprintf("%s  certainly between %s and %s", points(p.Difference),
					strings.TrimSpace(points(*p.Low)), strings.TrimSpace(points(*p.High)))
			}
			if p.Moved {
				bounds += "  *"
				if moved == "" {
					keep, moved = p.Value, fmt.Sprintf("with %s, %s%s %s points", p.Value, c.Name, text,
						strings.TrimSpace(points(p.Difference)))
				}
			}
			fmt.Fprintf(w, "  %s %7s  of %6d   %s\n", columns.Pad(p.Value, 8), percent(p.Share), p.Games, bounds)
		}
	}
	if moved != "" {
		fmt.Fprintf(w, "\nVerdict: %s for certain.\nNext: ruledeck new overlay NAME of %s; a file in its folder cards "+
			"keeps a value:\n%s", moved, s.Arms[0].Table.Name, s.Knob.Patch(keep))
	} else if played(s) >= lab.Batch {
		fmt.Fprintf(w, "\nVerdict: no value changes anything for certain; changes of what is won below %s points "+
			"may not show.\n", number1(100*s.Reach(played(s))))
		if n := s.Needed(); n > played(s) {
			fmt.Fprintf(w, "Next: --games %d finds changes of %v points in 80 of 100 runs\n", n, 100*lab.Aim)
		}
	}
	fmt.Fprintln(w, "\n* moved. All intervals hold at once, however often one looks, in 95 of 100 sweeps.")
}

// curvesCSV writes a line a figure and value; bounds of which nothing is known are empty.
func curvesCSV(w io.Writer, curves []lab.Curve) error {
	var lines [][]any
	for _, c := range curves {
		for _, p := range c.Points {
			lines = append(lines,
				[]any{c.By, c.Key, c.What, p.Value, p.Games, p.Share, p.Difference, p.Low, p.High, p.Moved})
		}
	}
	return writeCSV(w, "by,key,what,value,games,share,difference,low,high,moved", lines)
}
