package engine

import (
	"fmt"
	"slices"
)

// ResultsSince gathers the random results from a place of the log on, in order, as a script
// that gives them again. Results of a failed ability come again, so they are listed once.
func (l *Log) ResultsSince(from int) *Scripted {
	s := &Scripted{Dice: map[DieID][]Value{}, Draws: map[ZoneID][]CardID{}, Shuffles: map[ZoneID][][]CardID{}}
	type stream struct {
		kind EventKind
		of   int32
	}
	// count is how many results a stream has given that still hold.
	count := map[stream]int{}
	for at := from; at < l.Len(); at++ {
		e := l.At(at)
		key := stream{e.Kind, e.A}
		switch e.Kind {
		case EvFailed:
			for i := max(int(e.A), from); i < at; i++ {
				if undone := l.At(i); random(undone.Kind) {
					count[stream{undone.Kind, undone.A}]--
				}
			}
		case EvRoll:
			s.Dice[DieID(e.A)] = place(s.Dice[DieID(e.A)], count[key], decodeValue(l.Data(e), 0))
		case EvDraw:
			z := ZoneID(e.A)
			s.Draws[z] = place(s.Draws[z], count[key], CardID(l.Data(e)[0]))
		case EvShuffle:
			z := ZoneID(e.A)
			data := l.Data(e)
			var order []CardID
			for _, c := range data[2*len(data)/3:] {
				order = append(order, CardID(c))
			}
			s.Shuffles[z] = place(s.Shuffles[z], count[key], order)
		}
		if random(e.Kind) {
			count[key]++
		}
	}
	return s
}

func random(k EventKind) bool { return k == EvRoll || k == EvDraw || k == EvShuffle }

// place puts a value at a place of a list, or at its end.
func place[T any](list []T, at int, v T) []T {
	if at < len(list) {
		list[at] = v
		return list
	}
	return append(list, v)
}

// Roll rolls a die n times, of which some values can come up, or its faces for nil; seats see the
// result, which is valid until the next roll.
func (r *Run) Roll(d DieID, from []Value, n int, seats SeatSet) ([]Value, error) {
	if err := r.guard("roll"); err != nil {
		return nil, err
	}
	if n < 0 || n > MaxDice {
		return nil, fmt.Errorf("roll: between 0 and %d dice are rolled at once, not %d", MaxDice, n)
	}
	die := &r.Pack.Dice[d]
	if from == nil {
		from = die.Faces
	}
	if len(from) == 0 {
		return nil, fmt.Errorf("roll: there is nothing that could come up of the die %s", die.Name)
	}
	faces := r.rolled[:0]
	for range n {
		face, err := r.face(d, from)
		if err != nil {
			return nil, err
		}
		faces = append(faces, face)
		r.emit(Event{Kind: EvRoll, A: int32(d), B: r.dieStream[d], New: seats}, int32(face.Kind), face.N)
	}
	r.Peek(seats)
	r.rolled = faces
	return faces, nil
}

// MaxDice bounds the dice of one roll.
const MaxDice = 4096

// DrawFrom picks n cards of a zone at random, without anybody looking; they
// stay where they are.
func (r *Run) DrawFrom(z ZoneID, n int) ([]CardID, error) {
	if err := r.guard("draw_from"); err != nil {
		return nil, err
	}
	r.game.noteShuffle(z)
	r.look(2 * r.CountIn(z))
	cards := r.Position.CardsIn(r.lying[:0], z)
	r.lying = cards
	slices.Sort(cards)
	n = max(0, min(n, len(cards)))
	if n == 0 {
		return nil, nil
	}
	picked := make([]CardID, 0, n)
	if r.repeating() {
		var err error
		picked, err = r.game.world.drawn(z, n)
		if err != nil {
			return nil, err
		}
		for i, c := range picked {
			r.repeatChance(One(CardValue(c)), len(cards)-i)
		}
	}
	if script := r.game.setup.Script; script != nil && !r.repeating() {
		// Every draw counts one for each card, so that a script gives single cards.
		at := r.log.Results(EvDraw, int32(z))
		given := script.Draws[z]
		if at < len(given) {
			for _, c := range given[at:min(len(given), at+n)] {
				i := slices.Index(cards, c)
				if i < 0 {
					return nil, fmt.Errorf("the scripted draw %s is not in %s, or drawn twice",
						r.CardKey(c), r.ZoneKey(z))
				}
				picked = append(picked, c)
				cards = slices.Delete(cards, i, i+1)
			}
		}
		// Where all cards are taken nothing is left to chance.
		if script.Strict && n-len(picked) > 0 && n-len(picked) < len(cards) {
			return nil, &UnscriptedError{"a draw from " + r.ZoneKey(z)}
		}
	}
	if rest := n - len(picked); rest > 0 {
		more, err := r.pickCards(Drawn, z, cards, rest)
		if err != nil {
			return nil, err
		}
		picked = append(picked, more...)
	}
	for i, c := range picked {
		r.emit(Event{Kind: EvDraw, A: int32(z), B: r.zoneCount[z], Joined: i > 0}, int32(c))
	}
	return picked, nil
}

// Shuffle puts the cards of a zone in random order, starting from the canonical one, so
// that the seed alone decides; afterwards only the seats that see the zone know its cards.
func (r *Run) Shuffle(z ZoneID) error {
	if err := r.guard("shuffle"); err != nil {
		return err
	}
	if r.CountIn(z) == 0 {
		return nil
	}
	order := r.Position.CardsIn(r.lying[:0], z)
	r.lying = order
	slices.Sort(order)
	cell := r.zoneCount[z]
	fixed := false
	if r.repeating() {
		var err error
		if order, err = r.game.world.shuffled(z, order); err != nil {
			return err
		}
		for i, c := range order {
			r.repeatChance(One(CardValue(c)), len(order)-i)
		}
		fixed = true
	}
	if script := r.game.setup.Script; script != nil && !r.repeating() {
		if at := r.log.Results(EvShuffle, int32(z)); at < len(script.Shuffles[z]) {
			named := script.Shuffles[z][at]
			if order = scriptedOrder(order, named); order == nil {
				return fmt.Errorf("the scripted shuffle of %s names a card that is not there, or one twice",
					r.ZoneKey(z))
			}
			fixed = true
		} else if script.Canonical {
			fixed = true
		} else if script.Strict && len(order) > 1 {
			return &UnscriptedError{"a shuffle of " + r.ZoneKey(z)}
		}
	}
	if !fixed {
		var err error
		if order, err = r.pickCards(Shuffled, z, order, len(order)); err != nil {
			return err
		}
	}
	data := r.ints[:0]
	for c := r.state.zones[z].head; c != 0; c = r.state.links[c].next {
		data = append(data, int32(c))
	}
	for c := r.state.zones[z].head; c != 0; c = r.state.links[c].next {
		data = append(data, int32(r.state.links[c].known))
	}
	for _, c := range order {
		data = append(data, int32(c))
	}
	r.ints = data
	r.game.noteShuffle(z)
	kept := r.sees(z)
	if of := &r.moves[z]; len(order) == 1 || !of.ordered && !of.bag {
		kept = r.all // nobody knew more than that they lie there
	}
	r.emitData(Event{Kind: EvShuffle, A: int32(z), B: cell, New: kept}, data)
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
