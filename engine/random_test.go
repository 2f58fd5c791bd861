package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// rolls prints n rolls of a die.
func rolls(r *Run, d DieID, n int) string {
	faces, err := r.Roll(d, nil, n, r.all)
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, f := range faces {
		out = append(out, r.Key(f))
	}
	return strings.Join(out, " ")
}

// fill puts all alphas, betas and gamma into a zone.
func (tb *table) fill(r *Run, z ZoneID) error {
	for c := CardID(1); c <= 6; c++ {
		if err := r.Move(c, z, Bottom); err != nil {
			return err
		}
	}
	return nil
}

func TestRandomResultsOfASeed(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.run(t, 2, func(r *Run) error {
		deck := tb.z(&r.Position, tb.deck, 1)
		j.add("%s;", rolls(r, tb.d6, 8))
		err := must(tb.fill(r, deck), r.Shuffle(deck))
		j.add("%s;", tb.names(&r.Position, deck))
		drawn, err2 := r.DrawFrom(deck, 3)
		j.add("%v", drawn)
		return must(err, err2)
	})
	// Recorded once: a change of it changes every game that was ever recorded.
	j.expect(t, "4 2 5 2 6 6 2 3; alpha#2 beta#2 beta#1 alpha#1 alpha#3 gamma; [2 3 1]")
}

func TestStreamsAreIndependent(t *testing.T) {
	shuffled := func(extra bool, seed uint64) string {
		tb := newTable()
		if extra {
			tb.die("new", Num(1), Num(2))
		}
		var got string
		tb.flow(tb.do("test", func(r *Run) error {
			if extra {
				rolls(r, tb.d6, 5)
				rolls(r, tb.flip, 5)
			}
			pool := tb.z(&r.Position, tb.pool, 0)
			err := must(tb.fill(r, tb.z(&r.Position, tb.deck, 2)), r.Shuffle(tb.z(&r.Position, tb.deck, 2)))
			got = tb.names(&r.Position, tb.z(&r.Position, tb.deck, 2))
			err = must(err, tb.fill(r, pool))
			drawn, err2 := r.DrawFrom(pool, 2)
			got += fmt.Sprint(drawn)
			return must(err, err2)
		}))
		setup := tb.setup(t, 2)
		setup.Seed = seed
		New(setup).Advance(t.Context())
		return got
	}
	if a, b := shuffled(false, 1), shuffled(true, 1); a != b {
		t.Errorf("dice moved a shuffle or a draw: %s and %s", a, b)
	}
	if a, b := shuffled(false, 1), shuffled(false, 2); a == b {
		t.Error("two seeds give one shuffle")
	}
}

func TestEveryZoneHasAStreamOfItsOwn(t *testing.T) {
	tb := newTable()
	l := tb.setup(t, 8).Layout
	seen := map[uint64]ZoneID{}
	for z := ZoneID(1); int(z) <= l.ZoneTotal(); z++ {
		if other, ok := seen[l.streamKey[z]]; ok {
			t.Errorf("%s and %s share a random stream", l.ZoneKey(z), l.ZoneKey(other))
		}
		seen[l.streamKey[z]] = z
	}
}

func TestShufflesStartFromTheCanonicalOrder(t *testing.T) {
	shuffled := func(first CardID) string {
		tb := newTable()
		var got string
		tb.run(t, 1, func(r *Run) error {
			deck := tb.z(&r.Position, tb.deck, 1)
			for i := range CardID(6) {
				if err := r.Move((first+i)%6+1, deck, Top); err != nil {
					return err
				}
			}
			err := r.Shuffle(deck)
			got = tb.names(&r.Position, deck)
			return err
		})
		return got
	}
	if a, b := shuffled(0), shuffled(3); a != b {
		t.Errorf("the order before decides: %s and %s", a, b)
	}
}

func TestRollsShowTheirResultToThoseWhoSeeIt(t *testing.T) {
	tb := newTable()
	g := tb.run(t, 2, func(r *Run) error { _, err := r.Roll(tb.d6, nil, 2, Only(2)); return err })
	n := 0
	for at := range g.log.Len() {
		if e := g.log.At(at); e.Kind == EvRoll {
			if n++; e.New != Only(2) {
				t.Errorf("seen by %b", e.New)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d rolls", n)
	}
}

func TestDrawsLeaveTheCardsWhereTheyAre(t *testing.T) {
	tb := newTable()
	tb.run(t, 1, func(r *Run) error {
		pool := tb.z(&r.Position, tb.pool, 0)
		none, err := r.DrawFrom(pool, 2)
		err = must(err, tb.fill(r, pool))
		all, err2 := r.DrawFrom(pool, 99)
		if len(none) != 0 || len(all) != 6 || r.CountIn(pool) != 6 {
			t.Errorf("drew %v and %v of %d", none, all, r.CountIn(pool))
		}
		return must(err, err2)
	})
}

// scripted plays one step with scripted results and returns what it reports.
func scripted(t *testing.T, script func(tb *table, g *Layout) *Scripted,
	do func(tb *table, r *Run, j *journal) error) (string, error) {
	t.Helper()
	tb, j := newTable(), &journal{}
	tb.flow(tb.do("test", func(r *Run) error { return do(tb, r, j) }))
	setup := tb.setup(t, 1)
	setup.Script = script(tb, setup.Layout)
	_, err := New(setup).Advance(t.Context())
	return strings.Join(j.lines, " "), err
}

func TestScriptedResults(t *testing.T) {
	got, err := scripted(t, func(tb *table, l *Layout) *Scripted {
		deck := l.ZoneOf(tb.deck, 1, 0)
		return &Scripted{
			Dice:     map[DieID][]Value{tb.d6: {Num(6), Num(5)}, tb.flip: {tb.w("tails")}},
			Draws:    map[ZoneID][]CardID{deck: {4, 2}},
			Shuffles: map[ZoneID][][]CardID{deck: {{6, 1}}},
		}
	}, func(tb *table, r *Run, j *journal) error {
		deck := tb.z(&r.Position, tb.deck, 1)
		j.add("%s %s;", rolls(r, tb.d6, 2), rolls(r, tb.flip, 1))
		err := must(tb.fill(r, deck), r.Shuffle(deck))
		j.add("%s;", tb.names(&r.Position, deck))
		return err
	})
	if want := `6 5 "tails"; gamma alpha#1 alpha#2 alpha#3 beta#1 beta#2;`; got != want || err != nil {
		t.Errorf("got %s (%v)", got, err)
	}
}

func TestScriptedDraws(t *testing.T) {
	got, err := scripted(t, func(tb *table, l *Layout) *Scripted {
		return &Scripted{Draws: map[ZoneID][]CardID{l.ZoneOf(tb.pool, 0, 0): {4, 2}}, Strict: true}
	}, func(tb *table, r *Run, j *journal) error {
		pool := tb.z(&r.Position, tb.pool, 0)
		err := tb.fill(r, pool)
		for range 2 {
			drawn, err2 := r.DrawFrom(pool, 1)
			j.add("%v", drawn)
			err = must(err, err2)
		}
		_, err3 := r.DrawFrom(pool, 6) // all of them: nothing is left to chance
		return must(err, err3)
	})
	if got != "[4] [2]" || err != nil {
		t.Errorf("got %s (%v)", got, err)
	}
}

// TestScriptedResultsOfAFailedAbilityReturn keeps that the counts of streams,
// which place scripted results, are a part of what is undone.
func TestScriptedResultsOfAFailedAbilityReturn(t *testing.T) {
	tb, j := newTable(), &journal{}
	tb.on(tb.hit, After, "bad", tb.gamma,
		func(r *Run, in *Instance, ev *Raised) error { j.add("%s", rolls(r, tb.d6, 2)); return errScript })
	tb.flow(tb.do("test", func(r *Run) error {
		err := r.Raise(tb.ev(r, tb.hit), nil)
		j.add("%s", rolls(r, tb.d6, 2))
		return err
	}))
	setup := tb.setup(t, 1)
	setup.ContinueOnError = true
	setup.Script = &Scripted{Dice: map[DieID][]Value{tb.d6: {Num(3), Num(4)}}, Strict: true}
	if _, err := New(setup).Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.expect(t, "3 4 3 4")
}

func TestStrictScriptsNameWhatTheyLack(t *testing.T) {
	for _, test := range []struct {
		name   string
		script func(tb *table, l *Layout) Scripted
		do     func(tb *table, r *Run) error
		want   string
	}{
		{"roll", func(tb *table, l *Layout) Scripted { return Scripted{Dice: map[DieID][]Value{tb.d6: {Num(1)}}} },
			func(tb *table, r *Run) error { _, err := r.Roll(tb.d6, nil, 2, 0); return err },
			"a roll of the die d6 has no scripted result left and no seed"},
		{"draw", func(tb *table, l *Layout) Scripted { return Scripted{} },
			func(tb *table, r *Run) error { _, err := r.DrawFrom(tb.z(&r.Position, tb.pool, 0), 1); return err },
			"a draw from pool has no scripted result"},
		{"part of a draw", func(tb *table, l *Layout) Scripted {
			return Scripted{Draws: map[ZoneID][]CardID{l.ZoneOf(tb.pool, 0, 0): {1}}}
		}, func(tb *table, r *Run) error { _, err := r.DrawFrom(tb.z(&r.Position, tb.pool, 0), 2); return err },
			"a draw from pool has no scripted result"},
		{"shuffle", func(tb *table, l *Layout) Scripted { return Scripted{} },
			func(tb *table, r *Run) error { return r.Shuffle(tb.z(&r.Position, tb.pool, 0)) },
			"a shuffle of pool has no scripted result"},
		{"a card that is elsewhere", func(tb *table, l *Layout) Scripted {
			return Scripted{Draws: map[ZoneID][]CardID{l.ZoneOf(tb.pool, 0, 0): {8}}}
		}, func(tb *table, r *Run) error { _, err := r.DrawFrom(tb.z(&r.Position, tb.pool, 0), 1); return err },
			"the scripted draw vale is not in pool"},
		{"drawn twice", func(tb *table, l *Layout) Scripted {
			return Scripted{Draws: map[ZoneID][]CardID{l.ZoneOf(tb.pool, 0, 0): {2, 2}}}
		}, func(tb *table, r *Run) error { _, err := r.DrawFrom(tb.z(&r.Position, tb.pool, 0), 2); return err },
			"the scripted draw alpha#2 is not in pool, or drawn twice"},
		{"shuffled twice", func(tb *table, l *Layout) Scripted {
			return Scripted{Shuffles: map[ZoneID][][]CardID{l.ZoneOf(tb.pool, 0, 0): {{2, 2}}}}
		}, func(tb *table, r *Run) error { return r.Shuffle(tb.z(&r.Position, tb.pool, 0)) },
			"the scripted shuffle of pool names a card that is not there, or one twice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripted(t, func(tb *table, l *Layout) *Scripted {
				s := test.script(tb, l)
				s.Strict = true
				return &s
			}, func(tb *table, r *Run, j *journal) error {
				return must(tb.fill(r, tb.z(&r.Position, tb.pool, 0)), test.do(tb, r))
			})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			var unscripted *UnscriptedError
			if strings.Contains(test.want, "no scripted") != errors.As(err, &unscripted) {
				t.Errorf("%T", err)
			}
		})
	}
}
