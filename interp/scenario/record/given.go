package record

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/source"
)

// given writes the position of a game between two steps as the "given" of a scenario: only
// the differences from the game's own setup. Reading it back gives an equivalent game (see
// engine.Position.Canonical).
//
// It works by trial: it reads the position so far back, writes what still differs next, and
// repeats until nothing does.
//
// A short position leaves out in what order cards have come to zones that keep none, though
// lists of options may show it.
func (r *Recorder) given(g *engine.Game, short bool) (*source.Node, error) {
	if g.Over() {
		return nil, fmt.Errorf("the game is over: there is no position to go on from")
	}
	want, err := r.sought(g)
	if err != nil {
		return nil, err
	}
	m, err := r.Take()
	if err != nil {
		return nil, err
	}
	defer r.Give(m)
	w := &writer{Recorder: r, want: want, short: short, zones: map[engine.ZoneID]bool{},
		besides: map[engine.ZoneID][]engine.CardID{}, attributes: map[attribute]bool{}, uses: map[int32]bool{},
		knowings: map[knowing]bool{}}
	setup := r.Setup(m, 0)
	for range mostPasses {
		given := w.given()
		game, _, err := r.Load(r.ctx, setup, given)
		if err != nil {
			return nil, fmt.Errorf("the position cannot be read back: %w", err)
		}
		have := game.Position()
		if have.Canonical().Equal(want.Canonical()) {
			return given, nil
		}
		if !w.supply(have) {
			if short {
				return given, nil
			}
			return nil, fmt.Errorf("the position cannot be written: it differs in\n%sbut read back\n%s",
				w.Layout.Dump(w.want.Canonical()), w.Layout.Dump(have.Canonical()))
		}
	}
	return nil, fmt.Errorf("the position cannot be written in %d passes", mostPasses)
}

// mostPasses bounds how often a position is tried.
const mostPasses = 30

// writer knows which parts of a game have to be written.
type writer struct {
	*Recorder
	want *engine.Position
	// short leaves out the order of arrival.
	short bool
	// zones are written in full, the cards of besides are added to the zone's own; uses are those
	// of instances of abilities.
	zones      map[engine.ZoneID]bool
	besides    map[engine.ZoneID][]engine.CardID
	attributes map[attribute]bool
	uses       map[int32]bool
	effects    bool
	loops      bool
	ages       []engine.Aged
	knowings   map[knowing]bool
}

// attribute is one of a card or a seat, or of the game where both are 0.
type attribute struct {
	card engine.CardID
	seat engine.Seat
	name string
}

// knowing is a card that a seat knows without seeing it.
type knowing struct {
	seat engine.Seat
	card engine.CardID
}

// supply writes something that the game read back lacks and reports whether it could. It
// begins with differences that cause many others, and looks again after each: whatever
// comes right once the rest does is not written.
func (w *writer) supply(have *engine.Position) bool {
	before := w.size()
	var onCards, resting []engine.ZoneID
	for _, stage := range []func(){
		func() { onCards, resting = w.learnZones(have) },
		func() {
			for _, z := range onCards {
				w.zones[z] = true
			}
		},
		func() { w.learnAttributes(have) },
		func() { w.learnResting(resting, have) },
		func() { w.learnRest(have) },
		func() { w.learnAges(have) },
	} {
		stage()
		if w.size() > before {
			return true
		}
	}
	return false
}

// size counts the written entries.
func (w *writer) size() int {
	n := len(w.zones) + len(w.attributes) + len(w.uses) + len(w.knowings) + len(w.ages)
	for _, cards := range w.besides {
		n += len(cards)
	}
	if w.effects {
		n++
	}
	if w.loops {
		n++
	}
	return n
}

// learnZones finds zones that hold other cards than they should, or cards of
// which too much is known: that goes when they are placed anew. It returns those
// that lie on cards, and those in which displaced cards rest.
func (w *writer) learnZones(have *engine.Position) (onCards, resting []engine.ZoneID) {
	for z := range w.Layout.AllZones() {
		mine, its := w.want.CardsIn(nil, z), have.CardsIn(nil, z)
		tooKnown := slices.ContainsFunc(mine,
			func(c engine.CardID) bool { return view.KnownToMore(have, w.want, c) })
		kind := w.Layout.KindOfZone(z)
		switch {
		case w.zones[z] || w.alike(kind, mine, its) && !tooKnown:
		case w.Layout.ZoneCard(z) != 0:
			onCards = append(onCards, z)
		case !w.rests(kind):
			w.zones[z] = true
		default:
			resting = append(resting, z)
		}
	}
	return onCards, resting
}

// alike reports whether two zones of a kind hold the same.
func (w *writer) alike(kind engine.ZoneKindID, mine, its []engine.CardID) bool {
	if w.short && !w.Compiled.Pack.Zones[kind].Ordered {
		slices.Sort(mine)
		slices.Sort(its)
	}
	return slices.Equal(mine, its)
}

// learnResting finds the contents of the zones where displaced cards rest. For a zone
// without order the missing cards are enough: its surplus is missing elsewhere. Of the
// others the largest may come right by itself.
func (w *writer) learnResting(resting []engine.ZoneID, have *engine.Position) {
	before := w.size()
	for _, z := range resting {
		if w.Compiled.Pack.Zones[w.Layout.KindOfZone(z)].Ordered {
			continue
		}
		its := have.CardsIn(nil, z)
		for _, c := range w.want.CardsIn(nil, z) {
			if !slices.Contains(its, c) && !slices.Contains(w.besides[z], c) {
				w.besides[z] = append(w.besides[z], c)
			}
		}
	}
	if w.size() > before {
		return
	}
	slices.SortStableFunc(resting,
		func(a, b engine.ZoneID) int { return w.want.CountIn(a) - w.want.CountIn(b) })
	for i, z := range resting {
		if i == 0 || i < len(resting)-1 {
			w.zones[z] = true
		}
	}
}

// rests reports whether displaced cards of some type go to zones of a kind.
func (w *writer) rests(kind engine.ZoneKindID) bool {
	for t := range w.Compiled.Pack.Types {
		if w.Compiled.Position.Rest[t] == kind || w.Compiled.Pack.Types[t].Start == kind {
			return true
		}
	}
	return false
}

func (w *writer) learnAttributes(have *engine.Position) {
	pack := w.Compiled.Pack
	for i := range pack.Game {
		if id := engine.AttributeID(i); w.want.GamePrinted(id) != have.GamePrinted(id) {
			w.attributes[attribute{name: pack.Game[i].Name}] = true
		}
	}
	for s := range w.Layout.AllSeats().Each() {
		for i := range pack.Seats {
			if id := engine.AttributeID(i); w.want.SeatPrinted(s, id) != have.SeatPrinted(s, id) {
				w.attributes[attribute{seat: s, name: pack.Seats[i].Name}] = true
			}
		}
	}
	for c := range w.Layout.AllCards() {
		if w.want.Owner(c) != have.Owner(c) {
			w.attributes[attribute{card: c, name: "owner"}] = true
		}
		if w.want.Controller(c) != have.Controller(c) {
			w.attributes[attribute{card: c, name: "seat"}] = true
		}
		for _, id := range pack.Types[w.Layout.TypeOf(c)].Attributes {
			if pack.Cards[id].State && w.want.Printed(c, id) != have.Printed(c, id) {
				w.attributes[attribute{card: c, name: pack.Cards[id].Name}] = true
			}
		}
	}
}

func (w *writer) learnRest(have *engine.Position) {
	for c := range w.Layout.AllCards() {
		for s := range w.Layout.AllSeats().Each() {
			if view.Knows(w.want, s, c) && !view.Knows(have, s, c) {
				w.knowings[knowing{s, c}] = true
			}
		}
	}
	theirs := have.LimitedUses()
	for i, u := range w.want.LimitedUses() {
		if !slices.Equal(u.Seats, theirs[i].Seats) {
			w.uses[u.Instance] = true
		}
	}
	w.effects = w.effects || !slices.EqualFunc(w.want.Effects(), have.Effects(),
		func(x, y engine.Effect) bool {
			x.Serial = y.Serial
			x.Since = y.Since
			return x == y
		})
	for _, in := range w.Compiled.Pack.LoopsAround(w.want.FlowPosition()) {
		w.loops = w.loops || w.want.Loop(int(in.Loop)) != have.Loop(int(in.Loop))
	}
}

// learnAges finds the cards and effects that have to come after all that stand in order already.
func (w *writer) learnAges(have *engine.Position) {
	its := have.Ages()
	mine := w.want.Ages()
	for len(mine) > 0 && len(its) > 0 {
		if mine[0] == its[0] {
			mine = mine[1:]
		}
		its = its[1:]
	}
	w.ages = mine
}
