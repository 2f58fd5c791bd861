package scenario

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// The mode views: at every decision, for every seat, cards that the seat cannot
// tell apart change their parts in state, log and decision, and the seat must be
// shown the same, byte for byte.

// pairsTried is how many pairs of cards are looked at for a seat at a decision, at
// most; pairsCompared how many of those that can be exchanged are compared.
const (
	pairsTried    = 12
	pairsCompared = 2
)

func checkViews(r *runner, d *engine.Decision, _ engine.Seat, _ engine.Reply) error {
	for seat := range r.Layout.AllSeats().Each() {
		if err := r.viewOf(d, seat); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) viewOf(d *engine.Decision, seat engine.Seat) error {
	p := r.g.Position()
	var source rng.Source
	source.Seed(uint64(seat), rng.Name("views"), uint32(d.Number))
	compared := 0
	want := ""
	at := -1 // want shows the events since at
	for tries := 0; tries < pairsTried && compared < pairsCompared; tries++ {
		a := engine.CardID(1 + source.Below(p.Cards()))
		b := engine.CardID(1 + source.Below(p.Cards()))
		if tries%2 == 0 {
			beside := p.CardsIn(nil, p.ZoneAt(a))
			b = beside[source.Below(len(beside))]
		}
		world, ok := p.Exchanged(a, b, seat)
		if !ok {
			continue
		}
		compared++
		if from := world.Log().Base; from != at {
			want = r.shown(p, seat, from)
			at = from
		}
		if have := r.shown(world, seat, at); have != want {
			return r.report(r.c, "seat %d can tell at decision %d that %s and %s have been exchanged:\n%s",
				seat, d.Number, p.CardKey(a), p.CardKey(b), difference(want, have))
		}
	}
	return nil
}

// shown is all that a seat is shown at the open decision: its scene with the
// lines of the transcript, its view, the decision, and the events since a place of
// the log as it sees them.
func (r *runner) shown(p *engine.Position, seat engine.Seat, from int) string {
	var b strings.Builder
	reader := view.ReaderAt(p, seat, from)
	start := reader.Start()
	events := reader.Next()
	whole := view.Of(p, seat)
	question := view.Asked(p, p.Open(), seat)
	all := scene.NewComposer(r.Compiled, r.English).Scene(scene.Input{View: whole, Question: question, News: events})
	for _, v := range []any{all, transcript.New(r.English, start).Lines(events), whole, question, events} {
		data, err := json.Marshal(v)
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
	ws, hs := indented(want), indented(have)
	for i := range ws {
		if i >= len(hs) || ws[i] != hs[i] {
			from := max(0, i-6)
			return "  " + strings.Join(ws[from:min(i+3, len(ws))], "\n  ") + "\nbut with other hidden cards\n  " +
				strings.Join(hs[min(from, len(hs)):min(i+3, len(hs))], "\n  ")
		}
	}
	return "  with other hidden cards it is longer"
}

// indented returns a view as indented lines, as people read it.
func indented(shown string) []string {
	var b bytes.Buffer
	for line := range strings.Lines(shown) {
		if json.Indent(&b, []byte(line), "", " ") != nil {
			b.WriteString(line)
		}
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}
