package simulate

import (
	"context"
	"io"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
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
		func(w io.Writer) {
			write(w, "sweep.txt", struct {
				*lab.Sweep
				Curves []lab.Curve
				Lang   string
			}{sweep, curves, s.Lang})
		}); err != nil {
		return err
	}
	return s.ended(ctx, played(sweep), s.Games, "games with each value", failed, nil)
}

// played is the number of games that were played with every value.
func played(s *lab.Sweep) int { return s.Played(0).Games() }

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
