package engine

import (
	"fmt"
	"testing"
)

// crowd is a table with 200 more cards, some of which listen to hit.
func crowd(listeners int, where ...Condition) *table {
	tb := newTable()
	listener := tb.card(CardDef{ID: "listener", Type: tb.unit, Copies: listeners})
	tb.card(CardDef{ID: "other", Type: tb.unit, Copies: 200 - listeners})
	a := tb.on(tb.hit, After, "hears", listener, nil)
	a.Where = where
	return tb
}

// inStep runs f in a step of a game, as scripts do.
func inStep(b *testing.B, tb *table, f func(r *Run) error) {
	b.Helper()
	tb.flow(tb.do("bench", f))
	setup := tb.setup(b, 2)
	setup.Deciders[1], setup.Deciders[2] = firstOption, firstOption
	if _, err := New(setup).Advance(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// forget keeps the log of a long benchmark small.
func forget(r *Run) {
	if l := r.log; l.events.n > 1<<14 {
		l.reset(l.Len(), 0)
	}
}

func benchmarkRaise(b *testing.B, tb *table) {
	inStep(b, tb, func(r *Run) error {
		params := []Value{CardValue(1), {}, {}, Num(3), SeatValue(1)}
		b.ReportAllocs()
		for b.Loop() {
			ev := r.NewRaised(tb.hit, params)
			if err := r.Raise(ev, nil); err != nil {
				return err
			}
			r.FreeRaised(ev)
			forget(r)
		}
		return nil
	})
}

// BenchmarkRaise raises a trigger that n of 200 cards listen to. All are passed
// over: their cards are not where the ability works, or not in the posture; or
// the header wants another number, another printed value of the event's card, or
// another computed one (which nobody may judge for all). Or all act, without
// doing anything.
func BenchmarkRaise(b *testing.B) {
	tb0 := newTable() // for the ids, the same in all tables
	for _, n := range []int{0, 1, 10, 100} {
		b.Run(fmt.Sprintf("inactive/%d", n), func(b *testing.B) {
			tb := crowd(n)
			tb.Types[tb.unit].Active = &Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.left, tb.right)}}}
			benchmarkRaise(b, tb)
		})
		b.Run(fmt.Sprintf("posture/%d", n), func(b *testing.B) {
			tb := crowd(n)
			tb.Types[tb.unit].Active = &Filter{
				Terms: []Term{{Op: TermAttribute, Attr: tb.posture, Values: []Value{WordValue(tb.down)}}}}
			benchmarkRaise(b, tb)
		})
		b.Run(fmt.Sprintf("printed/%d", n), func(b *testing.B) {
			benchmarkRaise(b,
				crowd(n, Condition{hitWho,
					&Filter{Terms: []Term{{Op: TermAttribute, Attr: tb0.star, Values: []Value{Bool(true)}}}}}))
		})
		b.Run(fmt.Sprintf("computed/%d", n), func(b *testing.B) {
			tb := crowd(n, Condition{hitWho,
				&Filter{Terms: []Term{{Op: TermAttribute, Attr: tb0.power, Compare: Within, Min: 8, Max: 9}}}})
			tb.modifier(tb.gamma, Add, Num(1))
			benchmarkRaise(b, tb)
		})
		b.Run(fmt.Sprintf("rejecting/%d", n), func(b *testing.B) {
			benchmarkRaise(b,
				crowd(n, Condition{hitN, &Filter{Terms: []Term{{Op: TermValue, Compare: Within, Min: 4, Max: 9}}}}))
		})
		b.Run(fmt.Sprintf("accepting/%d", n), func(b *testing.B) { benchmarkRaise(b, crowd(n)) })
	}
}

func BenchmarkMove(b *testing.B) {
	tb := crowd(0)
	inStep(b, tb, func(r *Run) error {
		hands := [2]ZoneID{tb.z(&r.Position, tb.hand, 1), tb.z(&r.Position, tb.discard, 2)}
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			if err := r.Move(1, hands[i&1], Bottom); err != nil {
				return err
			}
			i++
			forget(r)
		}
		return nil
	})
}

func BenchmarkSetAttribute(b *testing.B) {
	tb := crowd(0)
	inStep(b, tb, func(r *Run) error {
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			if err := r.SetAttribute(1, tb.mark, Num(i&1)); err != nil {
				return err
			}
			i++
			forget(r)
		}
		return nil
	})
}

func BenchmarkSelect(b *testing.B) {
	tb := crowd(0)
	inStep(b, tb, func(r *Run) error {
		s := &Selection{Filter: Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.box)},
			{Op: TermAttribute, Attr: tb.star, Values: []Value{Bool(true)}}}}}
		var out []CardID
		b.ReportAllocs()
		for b.Loop() {
			out = r.Select(out[:0], s)
		}
		return nil
	})
}

func BenchmarkCloneState(b *testing.B) {
	g := New(crowd(100).bench(b))
	var to State
	b.ReportAllocs()
	for b.Loop() {
		g.run.state.clone(&to)
	}
	b.ReportMetric(float64(4*len(g.run.state.cells)+8*len(g.run.state.links)+6*len(g.run.state.zones)), "bytes")
}

func BenchmarkHashState(b *testing.B) {
	g := New(crowd(100).bench(b))
	b.ReportAllocs()
	for b.Loop() {
		g.run.Hash()
	}
}

func BenchmarkReset(b *testing.B) {
	g := New(crowd(100).bench(b))
	b.ReportAllocs()
	for b.Loop() {
		g.Reset(1, nil)
	}
}

// bench is a setup for a game that does nothing.
func (tb *table) bench(b *testing.B) Setup {
	tb.flow()
	return tb.setup(b, 2)
}

// BenchmarkDecision asks a seat whose decider answers in process.
func BenchmarkDecision(b *testing.B) {
	tb := crowd(0)
	inStep(b, tb, func(r *Run) error {
		options := numbers(1, 2, 3, 4, 5)
		b.ReportAllocs()
		for b.Loop() {
			d := Decision{Kind: PickOne, Seat: 1, Options: options}
			if _, err := r.Choose(&d); err != nil {
				return err
			}
			r.game.step.answers, r.game.step.next = r.game.step.answers[:0], 0
			forget(r)
		}
		return nil
	})
}

// BenchmarkHostDecision answers the n decisions of one step from outside, so
// that the step runs n+1 times.
func BenchmarkHostDecision(b *testing.B) {
	for _, n := range []int{1, 10, 50} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tb := newTable()
			tb.flow(tb.do("ask", asks(tb, n)))
			g := New(tb.setup(b, 2))
			b.ReportAllocs()
			for b.Loop() {
				g.Reset(1, nil)
				if err := answerAll(g, firstOption, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUndo goes back over a step with 100 changes to a decision, and
// forward again.
func BenchmarkUndo(b *testing.B) {
	tb := newTable()
	tb.flow(tb.do("a", asks(tb, 1)), tb.do("b", func(r *Run) error {
		for i := range 100 {
			if err := r.SetAttribute(1, tb.mark, Num(i%10)); err != nil {
				return err
			}
		}
		return asks(tb, 1)(r)
	}))
	g := New(tb.setup(b, 1))
	if err := answerAll(g, firstOption, 2); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := g.Undo(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
		if err := answerAll(g, firstOption, 2); err != nil {
			b.Fatal(err)
		}
	}
}
