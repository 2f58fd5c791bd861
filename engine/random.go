package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

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
