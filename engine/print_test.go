package engine

import "testing"

// TestPrintOnOneCard: one card has another printed value than its copies, and is told apart from
// them: no seat that knows one takes it for the other.
func TestPrintOnOneCard(t *testing.T) {
	tb := newTable()
	tb.Types[tb.unit].Start = tb.pool
	tb.flow(tb.do("test", func(r *Run) error { return r.Reveal(tb.c(&r.Position, tb.alpha, 1), Only(1)) }))
	setup := tb.setup(t, 2)
	l := setup.Layout
	one, two, three := l.CardsOf(tb.alpha)[0], l.CardsOf(tb.alpha)[1], l.CardsOf(tb.alpha)[2]
	l.Print(two, tb.power, Num(9))
	g := New(setup)
	if status, err := g.Advance(t.Context()); status != Ended {
		t.Fatal(status, err)
	}
	p := g.Position()
	for c, want := range map[CardID]int{one: 3, two: 9, three: 3} {
		if got := p.Printed(c, tb.power); got != Num(want) {
			t.Errorf("%s has %v, not %d", p.CardKey(c), got, want)
		}
		if got := p.Printed(c, tb.star); got != p.Printed(one, tb.star) {
			t.Errorf("%s has another star: %v", p.CardKey(c), got)
		}
	}
	if _, ok := p.Exchanged(one, three, 1); !ok {
		t.Error("copies cannot be exchanged")
	}
	if _, ok := p.Exchanged(one, two, 1); ok {
		t.Error("a card is exchanged for one on which something else is printed")
	}
}
