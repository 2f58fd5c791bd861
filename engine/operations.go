package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Where a moved card goes in its new zone.
const (
	Top    = 0
	Bottom = -1
)

// ZoneAt returns the zone that a card lies in.
func (g *Game) ZoneAt(c CardID) ZoneID { return g.state.links[c].zone }

// CountIn returns the number of cards in a zone.
func (g *Game) CountIn(z ZoneID) int { return int(g.state.zones[z].count) }

// TopOf and BottomOf return the first and the last card of a zone, or 0.
func (g *Game) TopOf(z ZoneID) CardID { return g.state.zones[z].head }

// BottomOf returns the last card of a zone, or 0.
func (g *Game) BottomOf(z ZoneID) CardID { return g.state.zones[z].tail }

// NextIn returns the card behind a card in its zone, or 0.
func (g *Game) NextIn(c CardID) CardID { return g.state.links[c].next }

// CardsIn appends the cards of a zone, first to last; where the zone keeps no
// order, in the order in which they came.
func (g *Game) CardsIn(out []CardID, z ZoneID) []CardID {
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		out = append(out, c)
	}
	return out
}

// Knows tells whether a seat knows which card this is.
func (g *Game) Knows(s Seat, c CardID) bool { return g.state.links[c].known.Has(s) }

// Known returns the seats that know which card this is.
func (g *Game) Known(c CardID) SeatSet { return g.state.links[c].known }

// sees returns the seats to which a zone is open: all of them, or its owner
// (for a card's zone, the seat that controls that card).
func (g *Game) sees(z ZoneID) SeatSet {
	switch g.Pack.Zones[g.zoneKind[z]].Seen {
	case SeenByAll:
		return g.all
	case SeenByOwner:
		if s := g.zoneSeat[z]; s != 0 {
			return Only(s)
		}
		if c := g.zoneCard[z]; c != 0 {
			return Only(g.Controller(c))
		}
	}
	return 0
}

// Room returns how many more cards a seat may put into a zone; a large number
// when there is no bound.
func (g *Game) Room(z ZoneID, seat Seat) int {
	kind := &g.Pack.Zones[g.zoneKind[z]]
	room := 1 << 15
	if kind.Capacity > 0 {
		room = kind.Capacity - g.CountIn(z)
	}
	if kind.CapacitySeat > 0 && seat != 0 {
		own := 0
		for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
			if g.Controller(c) == seat {
				own++
			}
		}
		room = min(room, kind.CapacitySeat-own)
	}
	return max(room, 0)
}

// Move puts a card into a zone: on top (Top), under it (Bottom), or at place n
// from 1 on; where the zone keeps no order, behind those that came before.
// Knowledge follows from what the zones show: who sees the new
// zone knows the card; a card that goes from one hidden place to another
// unseen takes the certainty about its neighbours with it.
func (g *Game) Move(c CardID, to ZoneID, place int) error {
	if err := g.guard("move"); err != nil {
		return err
	}
	if err := g.mayEnter(c, to); err != nil {
		return err
	}
	from := g.state.links[c].zone
	if !g.Pack.Zones[g.zoneKind[to]].Ordered {
		place = Bottom
	}
	after := g.behind(to, place, c)
	known := g.state.links[c].known
	prev := g.state.links[c].prev
	newKnown := g.knowledge(c, from, to)
	g.emitData(Event{
		Kind: EvMove, A: int32(c), B: int32(from), C: int32(to), Old: known, New: newKnown,
		D: int32(prev)<<16 | int32(after),
	}, nil)
	if g.zoneKind[from] != g.zoneKind[to] {
		g.resetKept(c, g.zoneKind[from], g.zoneKind[to])
	}
	return nil
}

func (g *Game) mayEnter(c CardID, to ZoneID) error {
	if to == 0 {
		return fmt.Errorf("move: there is no such zone")
	}
	kind := &g.Pack.Zones[g.zoneKind[to]]
	if len(kind.Accepts) > 0 && !slices.Contains(kind.Accepts, g.TypeOf(c)) {
		return fmt.Errorf("move: %s does not accept cards of type %s", kind.Name, g.Pack.Types[g.TypeOf(c)].Name)
	}
	if g.state.links[c].zone != to && (kind.Capacity > 0 || kind.CapacitySeat > 0) && g.Room(to, g.Controller(c)) == 0 {
		return fmt.Errorf("move: %s is full", g.ZoneKey(to))
	}
	for host := g.zoneCard[to]; host != 0; host = g.Host(host) {
		if host == c {
			return fmt.Errorf("move: %s cannot lie on itself", g.CardKey(c))
		}
	}
	return nil
}

// behind finds the card behind which a place is; the moved card does not count.
func (g *Game) behind(z ZoneID, place int, moved CardID) CardID {
	switch place {
	case Top:
		return 0
	case Bottom:
		if last := g.state.zones[z].tail; last != moved {
			return last
		}
		return g.state.links[moved].prev
	}
	after := CardID(0)
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		if c == moved {
			continue
		}
		if place--; place == 0 {
			break
		}
		after = c
	}
	return after
}

// knowledge returns who knows a card after it moved, and takes away what the
// others can no longer be sure of.
func (g *Game) knowledge(c CardID, from, to ZoneID) SeatSet {
	known := g.state.links[c].known
	if from == to {
		return known
	}
	kind := &g.Pack.Zones[g.zoneKind[to]]
	open := g.sees(to)
	blind := g.all &^ g.sees(from) &^ open
	source := &g.Pack.Zones[g.zoneKind[from]]
	if blind != 0 && !source.Ordered && source.Seen != SeenByAll {
		known &^= blind
		for other := g.state.zones[from].head; other != 0; other = g.state.links[other].next {
			if has := g.state.links[other].known; other != c && has&blind != 0 {
				g.emit(Event{Kind: EvReveal, A: int32(other), Old: has, New: has &^ blind})
			}
		}
	}
	if kind.Bag {
		return open
	}
	return known | open
}

// resetKept sets attributes back that a card keeps only in zones it has left.
func (g *Game) resetKept(c CardID, from, to ZoneKindID) {
	t := g.TypeOf(c)
	for _, a := range g.Pack.Types[t].Attributes {
		attribute := &g.Pack.Cards[a]
		if attribute.Keeps != 0 && attribute.Keeps.Has(from) && !attribute.Keeps.Has(to) {
			cell := int(g.cardBase[c]) + int(g.slots[t][a])
			g.set(cell, g.cellStart[cell])
		}
	}
}

// Reveal lets seats know a card; Conceal takes the knowledge away.
func (g *Game) Reveal(c CardID, seats SeatSet) error {
	if err := g.guard("reveal"); err != nil {
		return err
	}
	if old := g.state.links[c].known; old|seats != old {
		g.emit(Event{Kind: EvReveal, A: int32(c), Old: old, New: old | seats})
	}
	return nil
}

// Conceal makes a card known only to those who see the zone it lies in.
func (g *Game) Conceal(c CardID) error {
	if err := g.guard("conceal"); err != nil {
		return err
	}
	old := g.state.links[c].known
	if now := g.sees(g.state.links[c].zone); now != old {
		g.emit(Event{Kind: EvReveal, A: int32(c), Old: old, New: now})
	}
	return nil
}

// Scripted gives the results of dice, draws and shuffles in order instead of
// the seed's: for tests.
type Scripted struct {
	// Dice holds faces by die, Draws cards by zone, Shuffles orders (top
	// first) by zone; a shuffle's cards that are not named follow in
	// canonical order.
	Dice     map[DieID][]Value
	Draws    map[ZoneID][]CardID
	Shuffles map[ZoneID][][]CardID
	// Strict fails a result that is not scripted, naming it. Canonical keeps
	// unscripted shuffles in the canonical order.
	Strict, Canonical bool
}

// UnscriptedError reports a random result that a strict script does not have.
type UnscriptedError struct{ What string }

// Error names what was rolled, drawn or shuffled.
func (e *UnscriptedError) Error() string {
	return e.What + " has no scripted result left and no seed"
}

// source seeds the generator for the next operation of a stream.
func (g *Game) source(key uint64, cell int32) rng.Source {
	seed := g.setup.Seed
	if g.salt != 0 && g.state.cells[cellDecisions] >= g.saltFrom {
		seed ^= g.salt
	}
	var s rng.Source
	s.Seed(seed, key, uint32(g.state.cells[cell]))
	return s
}

// Roll rolls a die n times; seats says who sees the result.
func (g *Game) Roll(d DieID, n int, seats SeatSet) ([]Value, error) {
	if err := g.guard("roll"); err != nil {
		return nil, err
	}
	die := &g.Pack.Dice[d]
	cell := g.dieStream[d]
	faces := make([]Value, 0, n)
	for range n {
		if g.repeating() {
			face, err := g.trial.rolled(d)
			if err != nil {
				return nil, err
			}
			faces = append(faces, face)
			g.emit(Event{Kind: EvRoll, A: int32(d), B: cell, New: seats}, int32(face.Kind), face.N)
			continue
		}
		if script := g.setup.Script; script != nil {
			if at := g.Results(EvRoll, int32(d)); at < len(script.Dice[d]) {
				faces = append(faces, script.Dice[d][at])
				g.emit(Event{Kind: EvRoll, A: int32(d), B: cell, New: seats}, int32(faces[len(faces)-1].Kind), faces[len(faces)-1].N)
				continue
			} else if script.Strict {
				return nil, &UnscriptedError{"a roll of the die " + die.Name}
			}
		}
		s := g.source(g.dieKey[d], cell)
		face := die.Faces[s.Below(len(die.Faces))]
		faces = append(faces, face)
		g.emit(Event{Kind: EvRoll, A: int32(d), B: cell, New: seats}, int32(face.Kind), face.N)
	}
	return faces, nil
}

// DrawFrom picks n cards of a zone at random, without anybody looking; they
// stay where they are.
func (g *Game) DrawFrom(z ZoneID, n int) ([]CardID, error) {
	if err := g.guard("draw_from"); err != nil {
		return nil, err
	}
	cards := g.CardsIn(nil, z)
	slices.Sort(cards)
	n = min(n, len(cards))
	if n == 0 {
		return nil, nil
	}
	cell := g.zoneCount[z]
	picked := make([]CardID, 0, n)
	if g.repeating() {
		var err error
		if picked, err = g.trial.drawn(z, n); err != nil {
			return nil, err
		}
	}
	if script := g.setup.Script; script != nil && !g.repeating() {
		// Every draw counts one for each card, so that a script gives single cards.
		at := g.Results(EvDraw, int32(z))
		given := script.Draws[z]
		if at < len(given) {
			for _, c := range given[at:min(len(given), at+n)] {
				i := slices.Index(cards, c)
				if i < 0 {
					return nil, fmt.Errorf("the scripted draw %s is not in %s, or drawn twice", g.CardKey(c), g.ZoneKey(z))
				}
				picked = append(picked, c)
				cards = slices.Delete(cards, i, i+1)
			}
		}
		// Where all cards are taken nothing is left to chance.
		if script.Strict && n-len(picked) > 0 && n-len(picked) < len(cards) {
			return nil, &UnscriptedError{"a draw from " + g.ZoneKey(z)}
		}
	}
	source := g.source(g.streamKey[z], cell)
	for len(picked) < n {
		i := source.Below(len(cards))
		picked = append(picked, cards[i])
		cards = slices.Delete(cards, i, i+1)
	}
	for _, c := range picked {
		g.emit(Event{Kind: EvDraw, A: int32(z), B: cell}, int32(c))
	}
	return picked, nil
}

// Shuffle puts the cards of a zone in random order, starting from the
// canonical one, so that the seed alone decides; nobody but those who see the
// zone knows its cards afterwards.
func (g *Game) Shuffle(z ZoneID) error {
	if err := g.guard("shuffle"); err != nil {
		return err
	}
	now := g.CardsIn(nil, z)
	if g.CountIn(z) == 0 {
		return nil
	}
	order := slices.Clone(now)
	slices.Sort(order)
	cell := g.zoneCount[z]
	fixed := false
	if g.repeating() {
		var err error
		if order, err = g.trial.shuffled(z, order); err != nil {
			return err
		}
		fixed = true
	}
	if script := g.setup.Script; script != nil && !g.repeating() {
		if at := g.Results(EvShuffle, int32(z)); at < len(script.Shuffles[z]) {
			named := script.Shuffles[z][at]
			if order = scriptedOrder(order, named); order == nil {
				return fmt.Errorf("the scripted shuffle of %s names a card that is not there, or one twice", g.ZoneKey(z))
			}
			fixed = true
		} else if script.Canonical {
			fixed = true
		} else if script.Strict && len(order) > 1 {
			return &UnscriptedError{"a shuffle of " + g.ZoneKey(z)}
		}
	}
	if !fixed {
		source := g.source(g.streamKey[z], cell)
		rng.Shuffle(&source, order)
	}
	data := g.ints[:0]
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		data = append(data, int32(c))
	}
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		data = append(data, int32(g.state.links[c].known))
	}
	for _, c := range order {
		data = append(data, int32(c))
	}
	g.ints = data
	g.emitData(Event{Kind: EvShuffle, A: int32(z), B: cell, New: g.sees(z)}, data)
	return nil
}

// scriptedOrder puts the named cards first and keeps the others behind them;
// nil if the names do not fit the cards.
func scriptedOrder(cards, named []CardID) []CardID {
	order := make([]CardID, 0, len(cards))
	for _, c := range named {
		if !slices.Contains(cards, c) || slices.Contains(order, c) {
			return nil
		}
		order = append(order, c)
	}
	for _, c := range cards {
		if !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	return order
}

// Say writes a line for the transcript: a message and its values, for the
// seats that may see it.
func (g *Game) Say(message Symbol, about []Named, seats SeatSet) error {
	if err := g.guard("say"); err != nil {
		return err
	}
	g.ints = g.ints[:0]
	for _, n := range about {
		g.ints = append(g.ints, int32(n.Name), int32(n.Value.Kind), n.Value.N)
	}
	g.emitData(Event{Kind: EvSay, A: int32(message), New: seats}, g.ints)
	return nil
}

// Last begins a lasting effect; see Effect. It returns its serial number.
func (g *Game) Last(e Effect) (int32, error) {
	if err := g.guard("lasting"); err != nil {
		return 0, err
	}
	e.Serial = g.state.cells[cellSerial]
	g.set(cellSerial, e.Serial+1)
	g.emitData(Event{Kind: EvEffect, A: int32(len(g.state.effects))}, e.encode(nil))
	return e.Serial, nil
}

// Expire ends the lasting effects of a named ability on a card (0: any card).
func (g *Game) Expire(name Symbol, c CardID) error {
	if err := g.guard("expire"); err != nil {
		return err
	}
	for i := 0; i < len(g.state.effects); {
		e := &g.state.effects[i]
		if g.Pack.Abilities[e.Ability].NameSymbol != name || c != 0 && e.Card != c {
			i++
			continue
		}
		g.emitData(Event{Kind: EvEffectEnd, A: int32(i)}, e.encode(nil))
	}
	return nil
}

// Offered returns the actions of a kind that a seat may take now: their
// header and their own condition hold.
func (g *Game) Offered(kind Symbol, seat Seat) ([]Value, error) {
	var out []Value
	for _, id := range g.actions[kind] {
		in := &g.Instances[id]
		if s := g.SeatOf(in); s != seat && s != 0 || !g.actionPasses(in) {
			continue
		}
		if in.Ability.HasWhen {
			saved := g.Registers()
			g.pure++
			ok, err := g.scripts.Offers(g, in, seat)
			g.Restore(saved)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		out = append(out, Value{Handle, id})
	}
	return out, nil
}

func (g *Game) actionPasses(in *Instance) bool {
	a := in.Ability
	if !g.activeNow(in) || in.use >= 0 && g.state.cells[in.use] >= int32(a.Limit.Times) {
		return false
	}
	for i := range a.Where {
		if !g.Match(a.Where[i].Filter, CardValue(in.Card), in, nil) {
			return false
		}
	}
	return true
}

// Perform runs an action for a seat, as a transaction.
func (g *Game) Perform(action Value, seat Seat) error {
	if err := g.guard("perform"); err != nil {
		return err
	}
	in, ok := g.instance(action.N)
	if !ok || action.Kind != Handle || in.Ability.Form != Action {
		return fmt.Errorf("perform: not an action")
	}
	if in.use >= 0 {
		g.set(int(in.use), g.state.cells[in.use]+1)
	}
	saved := g.Registers()
	from := g.log.Len()
	g.begin(in)
	err := g.scripts.Act(g, in, seat)
	if Unwinds(err) {
		return err
	}
	g.Restore(saved)
	if err = g.faulted(err); err == nil {
		return nil
	}
	return g.failed(in, nil, from, err)
}

// InstanceOf returns the ability that a Handle value names.
func (g *Game) InstanceOf(v Value) (*Instance, bool) { return g.instance(v.N) }
