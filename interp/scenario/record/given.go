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
	m, err := r.Take()
	if err != nil {
		return nil, err
	}
	defer r.Give(m)
	want := engine.Continue(r.Setup(m, 0), g.Position())
	if err := want.Edit(func(p *engine.Editor) error { return p.Seek() }); err != nil {
		return nil, err
	}
	w := &writer{Recorder: r, want: want, short: short, zones: map[engine.ZoneID]bool{},
		besides: map[engine.ZoneID][]engine.CardID{}, cards: map[engine.CardID]map[string]bool{},
		seats: map[engine.Seat]map[string]bool{}}
	setup := r.Setup(m, 0)
	for range mostPasses {
		given := w.given()
		have, _, err := r.Load(r.ctx, setup, given)
		if err != nil {
			return nil, fmt.Errorf("the position cannot be read back: %w", err)
		}
		if have.Position().Canonical().Equal(want.Position().Canonical()) {
			return given, nil
		}
		if !w.supply(have) {
			if short {
				return given, nil
			}
			return nil, fmt.Errorf("the position cannot be written: it differs in\n%sbut read back\n%s",
				w.Layout.Dump(w.want.Position().Canonical()), w.Layout.Dump(have.Position().Canonical()))
		}
	}
	return nil, fmt.Errorf("the position cannot be written in %d passes", mostPasses)
}

// mostPasses bounds how often a position is tried.
const mostPasses = 30

// writer knows which parts of a game have to be written.
type writer struct {
	*Recorder
	want *engine.Game
	// short leaves out the order of arrival.
	short bool
	// zones are written in full, the cards of besides are added to the zone's own; for
	// cards and seats the named attributes.
	zones    map[engine.ZoneID]bool
	besides  map[engine.ZoneID][]engine.CardID
	cards    map[engine.CardID]map[string]bool
	seats    map[engine.Seat]map[string]bool
	game     []string
	uses     []engine.LimitedUse
	effects  bool
	loops    bool
	ages     []engine.Aged
	knowings []knowing
}

// knowing is a card that a seat knows without seeing it.
type knowing struct {
	seat engine.Seat
	card engine.CardID
}

// supply writes something that the game read back lacks and reports whether it could. It
// begins with differences that cause many others, and looks again after each: whatever
// comes right once the rest does is not written.
func (w *writer) supply(have *engine.Game) bool {
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
	n := len(w.zones) + len(w.game) + len(w.uses) + len(w.knowings) + len(w.ages)
	for _, cards := range w.besides {
		n += len(cards)
	}
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

// learnZones finds zones that hold other cards than they should, or cards of
// which too much is known: that goes when they are placed anew. It returns those
// that lie on cards, and those in which displaced cards rest.
func (w *writer) learnZones(have *engine.Game) (onCards, resting []engine.ZoneID) {
	for z := engine.ZoneID(1); int(z) <= w.Layout.ZoneTotal(); z++ {
		mine, its := w.want.Position().CardsIn(nil, z), have.Position().CardsIn(nil, z)
		tooKnown := slices.ContainsFunc(mine,
			func(c engine.CardID) bool { return view.KnownToMore(have.Position(), w.want.Position(), c) })
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
func (w *writer) learnResting(resting []engine.ZoneID, have *engine.Game) {
	before := w.size()
	for _, z := range resting {
		if w.Compiled.Pack.Zones[w.Layout.KindOfZone(z)].Ordered {
			continue
		}
		its := have.Position().CardsIn(nil, z)
		for _, c := range w.want.Position().CardsIn(nil, z) {
			if !slices.Contains(its, c) && !slices.Contains(w.besides[z], c) {
				w.besides[z] = append(w.besides[z], c)
			}
		}
	}
	if w.size() > before {
		return
	}
	slices.SortStableFunc(resting,
		func(a, b engine.ZoneID) int { return w.want.Position().CountIn(a) - w.want.Position().CountIn(b) })
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

func (w *writer) learnAttributes(have *engine.Game) {
	pack := w.Compiled.Pack
	for i := range pack.Game {
		id := engine.AttributeID(i)
		if w.want.Position().GamePrinted(id) != have.Position().GamePrinted(id) &&
			!slices.Contains(w.game, pack.Game[i].Name) {
			w.game = append(w.game, pack.Game[i].Name)
		}
	}
	for s := range w.Layout.AllSeats().Each() {
		for i := range pack.Seats {
			if id := engine.AttributeID(i); w.want.Position().SeatPrinted(s, id) != have.Position().SeatPrinted(s, id) {
				note(w.seats, s, pack.Seats[i].Name)
			}
		}
	}
	for c := engine.CardID(1); int(c) <= w.Layout.Cards(); c++ {
		if w.want.Position().Owner(c) != have.Position().Owner(c) {
			note(w.cards, c, "owner")
		}
		if w.want.Position().Controller(c) != have.Position().Controller(c) {
			note(w.cards, c, "seat")
		}
		for _, id := range pack.Types[w.Layout.TypeOf(c)].Attributes {
			if pack.Cards[id].State && w.want.Position().Printed(c, id) != have.Position().Printed(c, id) {
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
		for s := range w.Layout.AllSeats().Each() {
			k := knowing{s, c}
			if view.Knows(w.want.Position(), s, c) && !view.Knows(have.Position(), s, c) &&
				!slices.Contains(w.knowings, k) {
				w.knowings = append(w.knowings, k)
			}
		}
	}
	theirs := have.Position().LimitedUses()
	for i, u := range w.want.Position().LimitedUses() {
		if !slices.Equal(u.Seats, theirs[i].Seats) &&
			!slices.ContainsFunc(w.uses, func(x engine.LimitedUse) bool { return x.Instance == u.Instance }) {
			w.uses = append(w.uses, u)
		}
	}
	w.effects = w.effects || !slices.EqualFunc(w.want.Position().Effects(), have.Position().Effects(),
		func(x, y engine.Effect) bool {
			x.Serial = y.Serial
			x.Since = y.Since
			return x == y
		})
	for _, in := range w.Compiled.Pack.LoopsAround(w.want.Position().FlowPosition()) {
		w.loops = w.loops || w.want.Position().Loop(int(in.Loop)) != have.Position().Loop(int(in.Loop))
	}
}

// learnAges finds the cards and effects that have to come after all that stand in order already.
func (w *writer) learnAges(have *engine.Game) {
	its := have.Position().Ages()
	mine := w.want.Position().Ages()
	for len(mine) > 0 && len(its) > 0 {
		if mine[0] == its[0] {
			mine = mine[1:]
		}
		its = its[1:]
	}
	w.ages = mine
}
