package engine

import (
	"fmt"
	"strings"
	"testing"
)

func TestSeatsThatAPackAllows(t *testing.T) {
	tb := newTable()
	tb.MinSeats, tb.MaxSeats = 2, 4
	for seats := range 10 {
		l, err := NewLayout(tb.Pack, seats)
		if ok := seats >= 2 && seats <= 4; ok != (err == nil) {
			t.Errorf("%d seats: %v", seats, err)
		} else if ok && l.AllSeats() != SeatSet(1<<seats-1) {
			t.Errorf("%d seats are %b", seats, l.AllSeats())
		}
	}
	if _, err := NewLayout(tb.Pack, 5); err.Error() != "table is played by 2 to 4 seats, not 5" {
		t.Error(err)
	}
}

func TestPacksThatAreTooLarge(t *testing.T) {
	for what, grow := range map[string]func(tb *table){
		"has 32778 cards; at most 32766 fit": func(tb *table) { tb.Defs[tb.alpha].Copies = 32769 },
		"kinds of zones; at most 64 fit": func(tb *table) {
			for i := range 64 {
				tb.zone(ZoneKind{Name: fmt.Sprint("z", i)})
			}
		},
		"types of cards; at most 64 fit": func(tb *table) { tb.Types = append(tb.Types, make([]CardType, 64)...) },
		"zones; at most 32766 fit":       func(tb *table) { tb.Defs[tb.hill].Copies = 6000 },
	} {
		tb := newTable()
		grow(tb)
		if _, err := NewLayout(tb.Pack, 8); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("got %v, want %q", err, what)
		}
	}
}

func TestZonesAndTheirOwners(t *testing.T) {
	tb := newTable()
	l := tb.setup(t, 3).Layout
	hill := l.CardsOf(tb.hill)[0]
	for _, test := range []struct {
		z    ZoneID
		key  string
		seat Seat
		card CardID
	}{
		{l.ZoneOf(tb.box, 0, 0), "box", 0, 0},
		{l.ZoneOf(tb.hand, 3, 0), "3.hand", 3, 0},
		{l.ZoneOf(tb.left, 0, hill), "hill.left", 0, hill},
		{l.ZoneOf(tb.side, 2, hill), "2.hill.side", 2, hill},
		{l.ZoneOf(tb.upon, 0, 2), "alpha#2.upon", 0, 2},
	} {
		if got := l.ZoneKey(test.z); got != test.key || l.ZoneSeat(test.z) != test.seat ||
			l.ZoneCard(test.z) != test.card {
			t.Errorf("%s, want %s: seat %d, card %d", got, test.key, l.ZoneSeat(test.z), l.ZoneCard(test.z))
		}
	}
	for _, none := range []ZoneID{
		l.ZoneOf(tb.hand, 0, 0), l.ZoneOf(tb.hand, 4, 0), l.ZoneOf(tb.left, 0, 0), l.ZoneOf(tb.left, 0, 1),
		l.ZoneOf(tb.side, 0, hill), l.ZoneOf(tb.side, 4, hill),
	} {
		if none != 0 {
			t.Errorf("%s is not there", l.ZoneKey(none))
		}
	}
}

func TestCellNames(t *testing.T) {
	tb := newTable()
	a := tb.on(tb.hit, After, "x", tb.gamma, nil)
	a.Limit = Limit{Times: 1, Per: -1}
	tb.flow(tb.turns(-1, true))
	l := tb.setup(t, 2).Layout
	names := map[string]int{}
	for cell := range l.cells {
		name := l.CellName(cell)
		if other, twice := names[name]; twice {
			t.Errorf("cells %d and %d are both called %s", other, cell, name)
		}
		names[name] = cell
	}
	for name, cell := range map[string]int{
		"flow position": 0, "turn": cellTurn, "loop 0 passed": l.loops + loopPassed, "round": l.gameBase + 1,
		"2.points":      l.seatBase + len(tb.Seats),
		"alpha#2.owner": int(l.cardBase[2]),
		"alpha#2.seat":  int(l.cardBase[2]) + 1,
		"alpha#2.mark":  int(l.cardBase[2]) + 3,
		fmt.Sprintf("use count cell %d", l.cells-1): l.cells - 1,
	} {
		if names[name] != cell {
			t.Errorf("%s is cell %d, want %d", name, names[name], cell)
		}
	}
}

func TestDumpSaysWhatDiffersFromTheStart(t *testing.T) {
	tb := newTable()
	later := tb.step("later", nil)
	ghost := tb.ability(Ability{Name: "ghost", Form: Marker})
	g := tb.game(t, 1, func(r *Run) error {
		_, err := r.Last(Effect{Ability: ghost.ID, Card: 2, Until: -1})
		return must(err, r.SetAttribute(1, tb.mark, Num(3)), r.Move(1, tb.z(&r.Position, tb.hand, 1), Top),
			r.Schedule(later, []Value{Num(4)}))
	})
	g.AdvanceStep(t.Context())
	dump := g.run.Dump(g.run.State())
	for _, want := range []string{"alpha#1.mark = 3\n", "1.hand: alpha#1\n", "effect 0: ghost on alpha#2\n",
		"agenda: later [{number 4}]\n"} {
		if !strings.Contains(dump, want) {
			t.Errorf("%q is not in\n%s", want, dump)
		}
	}
}

func TestEqualStatesHaveEqualHashes(t *testing.T) {
	tb := newTable()
	ghost := tb.ability(Ability{Name: "ghost", Form: Marker})
	later := tb.step("later", nil)
	changes := []func(r *Run) error{
		func(r *Run) error { return nil },
		func(r *Run) error { return r.SetAttribute(1, tb.mark, Num(3)) },
		func(r *Run) error { return r.SetAttribute(2, tb.mark, Num(3)) },
		func(r *Run) error { return r.Move(1, tb.z(&r.Position, tb.deck, 1), Top) },
		func(r *Run) error { return r.Move(1, tb.z(&r.Position, tb.discard, 1), Top) },
		func(r *Run) error {
			return must(r.Move(1, tb.z(&r.Position, tb.deck, 1), Top), r.Shuffle(tb.z(&r.Position, tb.deck, 1)))
		},
		func(r *Run) error { _, err := r.Last(Effect{Ability: ghost.ID, Until: -1}); return err },
		func(r *Run) error { return r.Schedule(later, nil) },
		func(r *Run) error { _, err := r.Roll(tb.d6, nil, 1, 0); return err },
	}
	seen := map[uint64]int{}
	tb.run(t, 1, func(r *Run) error {
		from := r.game.Log().Len()
		for i, change := range changes {
			var states [2]State
			for k := range states {
				if err := change(r); err != nil {
					return err
				}
				r.state.clone(&states[k])
				r.rollBack(from)
			}
			if !states[0].Equal(&states[1]) || states[0].Hash() != states[1].Hash() {
				t.Errorf("change %d gives two states", i)
			}
			if other, ok := seen[states[0].Hash()]; ok {
				t.Errorf("changes %d and %d have one hash", i, other)
			}
			seen[states[0].Hash()] = i
		}
		return nil
	})
}
