package cards_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestRedrawnCards: the cards that the setup of Seven Missions turns face up and
// shuffles back are named to everybody, since everybody saw them.
func TestRedrawnCards(t *testing.T) {
	p := load(t, "seven-missions", nil)
	found := 0
	for seed := uint64(1); found < 3; seed++ {
		tbl, err := p.Table(interp.Settings{Seats: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		bots, err := play.NewBots([]string{"random", "random"})
		if err != nil {
			t.Fatal(err)
		}
		s, err := play.New(play.From(tbl), play.Settings{Players: bots})
		if err != nil {
			t.Fatal(err)
		}
		for s.Position().Turn() == 0 {
			if _, err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		redrawn := func(w *play.Watcher) string {
			events, lines := w.Seen()
			var out []string
			for _, line := range lines {
				if e := &events[line.Event]; e.Kind == view.SayEvent && e.Name == "row_redrawn" {
					out = append(out, line.Text)
				}
			}
			return strings.Join(out, "\n")
		}
		want := redrawn(s.Watch(view.Referee, "en"))
		if want == "" {
			continue
		}
		found++
		for _, at := range s.Seats() {
			if have := redrawn(&at.Watcher); have != want {
				t.Errorf("seed %d: seat %d is told %q, the referee %q", seed, at.Number(), have, want)
			}
		}
	}
}
