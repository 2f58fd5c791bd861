package scenario

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// The mode views: at every decision, for every seat, what the seat does not
// know is exchanged, and the seat must be shown the same, byte for byte.

// worldsTried is how many worlds are drawn for a seat at a decision, at most;
// worldsCompared how many of those that are like the real one for the seat are
// compared.
const (
	worldsTried    = 6
	worldsCompared = 2
)

func checkViews(r *runner, d *engine.Decision, _ engine.Seat, _ engine.Reply) error {
	for _, given := range d.Given {
		if given != nil {
			return nil // looked at before the first answer
		}
	}
	m, err := r.Take()
	if err != nil {
		return err
	}
	defer r.Give(m)
	trial := engine.NewDeterminizer(m, nil)
	for seat := engine.Seat(1); int(seat) <= r.Layout.Seats; seat++ {
		if err := r.viewOf(trial, d, seat); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) viewOf(trial *engine.Determinizer, d *engine.Decision, seat engine.Seat) error {
	trial.At(r.g.Position(), d, seat)
	if err := trial.Reopen(); err != nil {
		return r.report(r.c.Pos, "decision %d does not come up again: %s", d.Number, err)
	}
	want := r.shown(trial.Game(), seat)
	compared := 0
	for salt := uint64(1); salt <= worldsTried && compared < worldsCompared; salt++ {
		trial.Sample(uint64(d.Number)<<8 | salt)
		var diverged *engine.DivergenceError
		if err := trial.Reopen(); errors.As(err, &diverged) {
			continue // the seat would have seen something else in that world
		} else if err != nil {
			return r.report(r.c.Pos, "with other hidden cards for seat %d decision %d does not come up: %s", seat, d.Number, err)
		}
		compared++
		if have := r.shown(trial.Game(), seat); have != want {
			return r.report(r.c.Pos, "seat %d can tell at decision %d how hidden cards lie:\n%s", seat, d.Number, difference(want, have))
		}
	}
	return nil
}

// shown is all that a seat is shown at the open decision: its scene with the
// lines of the transcript, its view, the events of the step as it sees them, and
// the decision.
func (r *runner) shown(g *engine.Game, seat engine.Seat) string {
	var b strings.Builder
	d := g.Open()
	all := scene.NewComposer(r.Compiled, r.English).Scene(scene.Input{
		View: view.Of(g.Position(), seat), Question: view.Asked(g.Position(), d, seat), News: view.Since(g.Position(), seat, g.Position().Checkpoint()),
		Lines: transcript.Of(r.English, view.NewReader(g.Position(), seat)),
	})
	for _, v := range []any{all, view.Of(g.Position(), seat), view.Asked(g.Position(), d, seat), view.Since(g.Position(), seat, g.Position().Checkpoint())} {
		data, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			data = []byte(err.Error())
		}
		b.Write(data)
		b.WriteByte('\n')
	}
	return b.String()
}

// difference shows the first lines in which two texts differ.
func difference(want, have string) string {
	ws, hs := strings.Split(want, "\n"), strings.Split(have, "\n")
	for i := range ws {
		if i >= len(hs) || ws[i] != hs[i] {
			from := max(0, i-6)
			return "  " + strings.Join(ws[from:min(i+3, len(ws))], "\n  ") + "\nbut with other hidden cards\n  " +
				strings.Join(hs[min(from, len(hs)):min(i+3, len(hs))], "\n  ")
		}
	}
	return "  with other hidden cards it is longer"
}
