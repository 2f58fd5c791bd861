package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWritten: a value of a pack is written as its files have it.
func TestWritten(t *testing.T) {
	p := &Pack{Symbols: []string{"", "red", "blue"}, Lists: []ListValue{{},
		{Items: []Value{Num(1), WordValue(2)}}, {Keys: []Symbol{1, 2}, Items: []Value{Num(3), Bool(true)}}}}
	for want, v := range map[string]Value{"-4": Num(-4), "true": Bool(true), "false": Bool(false),
		"red":    WordValue(1),
		"seat 2": SeatValue(2), "[]": {List, 0}, "[1, blue]": {List, 1}, "{red: 3, blue: true}": {List, 2},
		"": {}} {
		if got := p.Written(v); got != want {
			t.Errorf("%v: %q, expected %q", v, got, want)
		}
	}
	if got := fmt.Sprint(p.Spell([]Symbol{2, 1})); got != "[blue red]" {
		t.Error(got)
	}
}

// TestRange: a bounded attribute says which numbers it takes.
func TestRange(t *testing.T) {
	for want, a := range map[string]Attribute{
		"it goes from 1 to 9": {HasMin: true, HasMax: true, Min: 1, Max: 9},
		"it is at least 1":    {HasMin: true, Min: 1},
		"it is at most 9":     {HasMax: true, Max: 9},
	} {
		if got := a.Range(); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// TestFiltersAreCopied: a copy of a filter shares nothing with it, and reads the same.
func TestFiltersAreCopied(t *testing.T) {
	f := terms(Term{Op: TermAttribute, Attr: 1, Values: []Value{Num(1)}},
		Term{Op: TermNot, Sub: terms(Term{Op: TermAttribute, Attr: 2, Values: []Value{Num(2)}})},
		Term{Op: TermAny, Subs: []*Filter{terms(Term{Op: TermAttribute, Attr: 3, Values: []Value{Num(3)}})}},
		Term{Op: TermZone, Attr: 4})
	c := f.Clone()
	c.Terms[0].Values[0] = Num(9)
	c.Terms[1].Sub.Terms[0].Values[0] = Num(9)
	c.Terms[2].Subs[0].Terms[0].Values[0] = Num(9)
	if f.Terms[0].Values[0] != Num(1) || f.Terms[1].Sub.Terms[0].Values[0] != Num(2) ||
		f.Terms[2].Subs[0].Terms[0].Values[0] != Num(3) {
		t.Error("a copy writes to its original")
	}
	for a, want := range []bool{false, true, true, true, false} {
		if f.Reads(AttributeID(a)) != want || c.Reads(AttributeID(a)) != want {
			t.Errorf("that it reads %d is not %v", a, want)
		}
	}
	if (*Filter)(nil).Clone() != nil || (*Filter)(nil).Reads(1) {
		t.Error("no filter is one")
	}
}

// TestKeysThatAreNone: what names nothing of the game is refused in words.
func TestKeysThatAreNone(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "shout", tb.alpha, nil)
	l := tb.setup(t, 2).Layout
	for key, want := range map[string]string{
		"alpha#1": "{card 1}", "gamma": "{card 6}", "card gamma": "{card 6}", "seat 2": "{seat 2}",
		"-3":  "{number -3}",
		"yes": "{flag 1}", "no": "{flag 0}", "nothing": "{nothing 0}", "zone pool": "{zone 10}", `"up"`: "{word 2}",
		"lasting 4": "{ability -5}", "shout of alpha#2": "{ability 1}",
		"alpha": "there is no card alpha", "alpha#4": "there is no card alpha#4", "seat 3": "there is no seat 3",
		"seat 0": "there is no seat 0", "seat x": "there is no seat x", "lasting -1": "there is no lasting -1",
		"zone pond": "there is no zone pond", `"upp"`: `there is no word "upp"`, `"up`: `"up is no quoted word`,
		"whisper of alpha#2": "alpha#2 has no ability whisper", "shout of gamma": "gamma has no ability shout",
		"shout of delta": "there is no card delta", "": "there is no card ",
	} {
		v, err := l.ValueOf(key)
		got := fmt.Sprint(v)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, expected %s", key, got, want)
		}
	}
	if _, err := l.ChoiceOf("1 / 2 / 3 / 4"); err == nil || err.Error() != "1 / 2 / 3 / 4 has more than 3 parts" {
		t.Error(err)
	}
	if c, err := l.ChoiceOf(`"up" / 2`); err != nil || c.N != 2 || l.ChoiceKey(c) != `"up" / 2` {
		t.Error(c, err)
	}
	if got := SplitKeys(`"a / b" / "c\" / d" / e`, " / "); !slices.Equal(got, []string{`"a / b"`, `"c\" / d"`,
		"e"}) {
		t.Error(strings.Join(got, "|"))
	}
}

// TestPacksThatDoNotFit: a pack that has too many of something is refused, and says of what; the
// most fits.
func TestPacksThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		seats int
		with  func(tb *table)
		want  string
	}{
		{0, nil, "table is played by 1 to 8 seats, not 0"}, {9, nil, "table is played by 1 to 8 seats, not 9"},
		{1, nil, ""}, {8, nil, ""},
		{2, func(tb *table) { tb.Defs[tb.coin].Copies = 1<<15 - 10 }, ""},
		{2, func(tb *table) { tb.Defs[tb.coin].Copies = 1<<15 - 9 },
			"table has 32767 cards; at most 32766 fit in a game"},
		{2, func(tb *table) { tb.Zones = append(tb.Zones, make([]ZoneKind, 64-len(tb.Zones))...) }, ""},
		{2, func(tb *table) { tb.Zones = append(tb.Zones, make([]ZoneKind, 65-len(tb.Zones))...) },
			"table has 65 kinds of zones; at most 64 fit in a game"},
		{2, func(tb *table) { tb.Types = append(tb.Types, make([]CardType, 65-len(tb.Types))...) },
			"table has 65 types of cards; at most 64 fit in a game"},
		{2, func(tb *table) { tb.Zones[tb.field].Rows, tb.Zones[tb.field].Columns = 1000, 100 },
			"table has 100024 zones; at most 32766 fit in a game"},
	} {
		tb := newTable()
		if c.with != nil {
			c.with(tb)
		}
		_, err := NewLayout(tb.Pack, c.seats)
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}

// TestGamesEndAtTheirLimits: each limit stops a game, at the number that it names and not before.
func TestGamesEndAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Steps: 7}, "it has come to 7 steps, and no game may have more (seed 1)"},
		{Limits{Decisions: 3}, "it has come to 3 decisions, and no game may have more (seed 1)"},
		{Limits{Events: 20}, "it has come to 20 events, and no game may have more (seed 1)"},
		{Limits{LogBytes: 900}, "it has come to 900 bytes of its log, and no game may have more (seed 1)"},
		{Limits{Work: 40},
			"it has come to 40 instructions in all, most at once in looking, and no game may have more (seed 1)"},
		{Limits{Quiet: 9},
			"goes on without end: it has come to 9 steps without a decision (seed 1); again and again: looking"},
	} {
		tb := newTable()
		asking := tb.do("asking", asks(tb, 1))
		look := tb.do("looking", func(r *Run) error { r.Select(nil, &Selection{}); return nil })
		never := func(*Run, []Value) (Value, string, error) { return Bool(false), "", nil }
		parts := []node{asking, look}
		if c.limits.Quiet > 0 {
			parts = parts[1:]
		}
		tb.flow(tb.until(never, parts...))
		setup := tb.setup(t, 1)
		setup.Limits, setup.Deciders[1] = c.limits, firstOption
		status, err := New(setup).Advance(t.Context())
		if status != Stopped || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("status %d: %v, expected %s", status, err, c.want)
		}
	}
}

// TestRefused: what a step may not do is refused in these words, and changes nothing.
func TestRefused(t *testing.T) {
	tb := newTable()
	tb.on(tb.hit, After, "shout", tb.alpha, nil)
	faces := func(r *Run, n int) error { _, err := r.Roll(tb.d6, nil, n, 0); return err }
	ask := func(r *Run, d Decision) error { d.Seat = 1; _, err := r.Choose(&d); return err }
	cases := []struct {
		do   func(r *Run) error
		want string
	}{
		{func(r *Run) error { return faces(r, -1) }, "roll: between 0 and 4096 dice are rolled at once, not -1"},
		{func(r *Run) error { return faces(r, 4097) },
			"roll: between 0 and 4096 dice are rolled at once, not 4097"},
		{func(r *Run) error { return r.Pass(1) }, "pass: no turns are running"},
		{func(r *Run) error { return r.Draw(0, 1) }, "a game that no seat shares is not drawn"},
		{func(r *Run) error { return r.Perform(Num(0), 1) }, "perform: not an action"},
		{func(r *Run) error { return r.Perform(Value{Handle, 0}, 1) }, "perform: not an action"},
		{func(r *Run) error { return r.SetAttribute(1, tb.power, Num(1)) },
			"power is printed on the card and cannot be changed"},
		{func(r *Run) error { return r.SetAttribute(9, tb.mark, Num(1)) }, "coin#1 has no mark"},
		{func(r *Run) error { return r.SetAttribute(1, tb.mark, Value{}) }, "mark must be a number, not nothing"},
		{func(r *Run) error { return r.SetAttribute(1, tb.mark, Bool(true)) }, "mark must be a number, not a flag"},
		{func(r *Run) error { return r.SetAttribute(1, tb.posture, tb.w("heads")) },
			`posture cannot be "heads"; allowed: up, down`},
		{func(r *Run) error { return ask(r, Decision{Kind: Split, Options: numbers(1), Total: 3, Max: 2}) },
			"choose: 3 cannot be split over 1 options of at most 2"},
		{func(r *Run) error { return r.Move(7, r.ZoneOf(tb.left, 0, 8), Top) },
			"move: left does not accept cards of type place"},
		{func(r *Run) error { return r.Move(1, 0, Top) }, "move: there is no such zone"},
		{func(r *Run) error { return r.Move(1, r.ZoneOf(tb.upon, 0, 1), Top) },
			"move: alpha#1 cannot lie on itself"},
	}
	g := tb.game(t, 2, func(*Run) error { return nil })
	before := g.Position().Hash()
	for _, c := range cases {
		if err := c.do(&g.run); err == nil || err.Error() != c.want {
			t.Errorf("%v, expected %s", err, c.want)
		}
	}
	if g.Position().Hash() != before || g.Log().Len() > 0 {
		t.Error("what was refused has changed the game")
	}
	err := g.Purely(func(r *Run) error {
		for name, do := range map[string]func() error{
			"move": func() error { return r.Move(1, 2, Top) }, "shuffle": func() error { return r.Shuffle(1) },
			"reveal": func() error { return r.Reveal(1, 1) }, "conceal": func() error { return r.Conceal(1) },
			"roll": func() error { return faces(r, 1) }, "say": func() error { return r.Say(1, nil, 1) },
			"setting mark":  func() error { return r.SetAttribute(1, tb.mark, Num(1)) },
			"setting owner": func() error { return r.SetOwner(1, 1) }, "pass": func() error { return r.Pass(1) },
			"setting seat": func() error { return r.SetController(1, 1) },
			"finish":       func() error { return r.Finish(1, 1) },
			"expire":       func() error { return r.Expire(1, 1) },
			"lasting":      func() error { _, err := r.Last(Effect{}); return err },
			"draw_from":    func() error { _, err := r.DrawFrom(1, 1); return err },
			"raise":        func() error { return r.Raise(tb.ev(r, tb.fall), nil) },
			"perform":      func() error { return r.Perform(Num(0), 1) },
			"schedule":     func() error { return r.Schedule(0, nil) },
		} {
			if err := do(); err == nil || !strings.HasPrefix(err.Error(),
				name+" changes the game, but a condition") {
				t.Errorf("%s: %v", name, err)
			}
		}
		return errScript
	})
	if err != errScript || g.run.pure != 0 || g.Position().Hash() != before || g.Log().Len() > 0 {
		t.Error("what may only look has changed the game", err)
	}
}

// TestNumbersAreKeptInBounds: a number that is set beyond its bounds is the bound.
func TestNumbersAreKeptInBounds(t *testing.T) {
	tb := newTable()
	g := tb.game(t, 1, func(*Run) error { return nil })
	for n, want := range map[int]int32{-1: 0, 0: 0, 5: 5, 9: 9, 10: 9} {
		if err := g.run.SetAttribute(1, tb.mark, Num(n)); err != nil || g.run.Printed(1, tb.mark).N != want {
			t.Errorf("%d is %v, %v", n, g.run.Printed(1, tb.mark), err)
		}
	}
}

// TestNames: kinds, windows and marks of events have their names and parts.
func TestNames(t *testing.T) {
	for _, name := range []string{"number", "flag", "card", "seat", "zone", "word", "list", "ability"} {
		if k, ok := KindOf(name); !ok || k.String() != name {
			t.Errorf("%s is %v, %v", name, k, ok)
		}
	}
	if k, ok := KindOf("nothing"); ok || k != Nil {
		t.Errorf("nothing is %v", k)
	}
	if _, ok := KindOf("thing"); ok {
		t.Error("a thing is a kind")
	}
	open := (&Trigger{Windows: [WindowCount]bool{true, false, true, false}}).Open()
	if !slices.Equal(open, []string{"respond", "before"}) {
		t.Error(open)
	}
	before, after := (&Event{D: 1 | 2<<8 | 3<<16}).Turn()
	if before != 3 || after != 2 || !(&Event{C: drawn}).Drawn() || (&Event{C: over}).Drawn() {
		t.Error(before, after)
	}
	var err error
	func() {
		defer Guard(&err)
		panic("oh")
	}()
	if err == nil || !strings.HasPrefix(err.Error(), "a bug in ruledeck itself: oh (written_test.go:") {
		t.Error(err)
	}
	err = nil
	func() { defer Guard(&err) }()
	if err != nil {
		t.Error(err)
	}
	d := &Decision{Seat: 1, KeptFrom: Only(2)}
	if !d.ShownTo(1) || d.ShownTo(2) || d.ShownTo(0) || !d.ShownTo(3) || (&Decision{Vacant: true}).ShownTo(1) ||
		!(&Decision{}).ShownTo(0) {
		t.Error("a decision is shown to others than it may be")
	}
}
