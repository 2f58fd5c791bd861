package browsertest

import (
	"strings"
	"testing"
)

// play answers by keys alone until the game is over or something stands on the
// page; it returns how many questions were answered.
func (p *tab) play(until func() bool) int {
	p.Helper()
	q := p.question(0)
	for n := 0; ; n++ {
		if q.Over || n > 0 && until() {
			return n
		}
		p.answer(q)
		q = p.question(q.Number)
	}
}

// TestKeys plays a week of bbtm and a whole game of each of the others by keys
// alone.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		game, until string
		least       int
	}{
		{"bbtm", "Week 2", 5},
		{"seven-missions", "", 20},
		{"football-champions", "", 20},
	} {
		t.Run(test.game, func(t *testing.T) {
			t.Parallel()
			p := open(t, test.game, "--seed", "7", "--seats", "human,random")
			// Nothing slides: its pictures would cost more than the game.
			p.prefers("prefers-reduced-motion", "reduce")
			n := p.play(func() bool { return test.until != "" && strings.Contains(p.text(".bar .where"), test.until) })
			if n < test.least {
				t.Errorf("only %d questions were asked", n)
			}
			t.Logf("%d questions answered", n)
		})
	}
}
