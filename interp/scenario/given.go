package scenario

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Given writes the position of a game between two steps as the "given" of a
// scenario: only what differs from the game's own setup. Reading it back gives
// a game that stands alike (see engine.Game.Essence).
//
// It does so by trying: what reading the position so far leaves different is
// written next, until nothing is.
func (b *Book) Given(g *engine.Game) (*source.Node, error) {
	if g.Over() {
		return nil, fmt.Errorf("the game is over: there is no position to go on from")
	}
	m, err := b.take()
	if err != nil {
		return nil, err
	}
	defer b.give(m)
	want := engine.Continue(b.Setup(m, 0), g)
	if err := want.Edit(func(p *engine.Position) error { return p.Seek() }); err != nil {
		return nil, err
	}
	w := &writer{Book: b, want: want, zones: map[engine.ZoneID]bool{}, cards: map[engine.CardID]map[string]bool{}, seats: map[engine.Seat]map[string]bool{}}
	setup := b.Setup(m, 0)
	for range mostPasses {
		given := w.given()
		have, _, err := b.load(setup, given)
		if err != nil {
			return nil, fmt.Errorf("the position cannot be read back: %w", err)
		}
		if have.Essence().Equal(want.Essence()) {
			return given, nil
		}
		if !w.learn(have) {
			return nil, fmt.Errorf("the position cannot be written: it differs in\n%s", w.differences(have))
		}
	}
	return nil, fmt.Errorf("the position cannot be written in %d passes", mostPasses)
}

// mostPasses bounds how often a position is tried.
const mostPasses = 12

// writer knows which parts of a game have to be written.
type writer struct {
	*Book
	want *engine.Game
	// zones are written in full; of cards and seats the named attributes.
	zones    map[engine.ZoneID]bool
	cards    map[engine.CardID]map[string]bool
	seats    map[engine.Seat]map[string]bool
	game     []string
	uses     []engine.LimitedUse
	effects  bool
	loops    bool
	knowings []knowing
}

// knowing is a card that a seat knows beyond what it sees.
type knowing struct {
	seat engine.Seat
	card engine.CardID
}

// learn finds what the game that was read back lacks; false if there is nothing
// more that could be written.
func (w *writer) learn(have *engine.Game) bool {
	before := w.size()
	w.learnZones(have)
	w.learnAttributes(have)
	w.learnRest(have)
	return w.size() > before
}

// size counts what is written.
func (w *writer) size() int {
	n := len(w.zones) + len(w.game) + len(w.uses) + len(w.knowings)
	for _, names := range w.cards {
		n += len(names)
	}
	for _, names := range w.seats {
		n += len(names)
	}
	if w.effects {
		n++
	}
	if w.loops {
		n++
	}
	return n
}

func (w *writer) learnZones(have *engine.Game) {
	for z := engine.ZoneID(1); int(z) <= w.Layout.ZoneTotal(); z++ {
		mine := w.want.CardsIn(nil, z)
		if !slices.Equal(mine, have.CardsIn(nil, z)) {
			w.zones[z] = true
			continue
		}
		for _, c := range mine {
			// Knowledge that is too much goes when the card is placed anew.
			if have.Known(c)&^w.want.Known(c) != 0 {
				w.zones[z] = true
			}
		}
	}
}

func (w *writer) learnAttributes(have *engine.Game) {
	pack := w.Compiled.Pack
	for i := range pack.Game {
		id := engine.AttributeID(i)
		if w.want.GamePrinted(id) != have.GamePrinted(id) && !slices.Contains(w.game, pack.Game[i].Name) {
			w.game = append(w.game, pack.Game[i].Name)
		}
	}
	for s := engine.Seat(1); int(s) <= w.Layout.Seats; s++ {
		for i := range pack.Seats {
			if id := engine.AttributeID(i); w.want.SeatPrinted(s, id) != have.SeatPrinted(s, id) {
				note(w.seats, s, pack.Seats[i].Name)
			}
		}
	}
	for c := engine.CardID(1); int(c) <= w.Layout.Cards(); c++ {
		if w.want.Owner(c) != have.Owner(c) {
			note(w.cards, c, "owner")
		}
		if w.want.Controller(c) != have.Controller(c) {
			note(w.cards, c, "seat")
		}
		for _, id := range pack.Types[w.Layout.TypeOf(c)].Attributes {
			if pack.Cards[id].State && w.want.Printed(c, id) != have.Printed(c, id) {
				note(w.cards, c, pack.Cards[id].Name)
			}
		}
	}
}

func note[K comparable](in map[K]map[string]bool, key K, name string) {
	if in[key] == nil {
		in[key] = map[string]bool{}
	}
	in[key][name] = true
}

func (w *writer) learnRest(have *engine.Game) {
	for c := engine.CardID(1); int(c) <= w.Layout.Cards(); c++ {
		for s := engine.Seat(1); int(s) <= w.Layout.Seats; s++ {
			k := knowing{s, c}
			if w.want.Knows(s, c) && !have.Knows(s, c) && !slices.Contains(w.knowings, k) {
				w.knowings = append(w.knowings, k)
			}
		}
	}
	theirs := have.LimitedUses()
	for i, u := range w.want.LimitedUses() {
		if u.Times != theirs[i].Times && !slices.ContainsFunc(w.uses, func(x engine.LimitedUse) bool { return x.Instance == u.Instance }) {
			w.uses = append(w.uses, u)
		}
	}
	w.effects = w.effects || !sameEffects(w.want.Effects(), have.Effects())
	for _, in := range w.Compiled.Pack.LoopsAround(w.want.FlowPosition()) {
		w.loops = w.loops || w.want.Loop(int(in.Loop)) != have.Loop(int(in.Loop))
	}
}

func sameEffects(a, b []engine.Effect) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Effect) bool {
		x.Serial, y.Serial = 0, 0
		return x == y
	})
}

// differences lists what is different, for the error of a position that cannot
// be written.
func (w *writer) differences(have *engine.Game) string {
	return w.Layout.Dump(w.want.Essence()) + "but read back\n" + w.Layout.Dump(have.Essence())
}
