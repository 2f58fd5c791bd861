package engine

import "slices"

// Lives. A card lives where it lies: with every change of its place another life begins,
// with a number of its own. The zones in which cards of a type are in play are one place.
// What play has put on a card ends with its life: lasting effects, uses of its abilities,
// what lies on it. The number is also the card's age, by which abilities are ordered.

// Life is the number of a card's present life.
func (p *Position) Life(c CardID) int32 { return p.state.links[c].since }

// shed lets fall what lies on a card whose life ends, so far as its zones say so; nothing
// that all see goes along to where the card itself is hidden.
func (r *Run) shed(c CardID, to ZoneID) error {
	for _, z := range r.cardZones[c] {
		if r.state.zones[z].head == 0 {
			continue
		}
		falls := r.Pack.Zones[r.zoneKind[z]].Falls
		if falls == 0 && (r.moves[to].open || !r.moves[z].open) {
			continue
		}
		for r.state.zones[z].head != 0 {
			on := r.BottomOf(z)
			seat := r.Owner(on)
			if seat == 0 {
				seat = r.Controller(on)
			}
			rest := r.ZoneOf(r.Pack.Types[r.typeOf[on]].Start, 0, 0)
			if falls > 0 {
				rest = r.ZoneOf(falls-1, seat, 0)
			}
			if err := r.move(on, rest, Top, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// endLife ends what belonged to the life that a card has just left.
func (r *Run) endLife(c CardID) {
	t := &r.Pack.Types[r.typeOf[c]]
	r.look(len(r.state.effects))
	for i := 0; i < len(r.state.effects); {
		if e := &r.state.effects[i]; e.While != c && (e.Card != c || t.Lives == 0) {
			i++
			continue
		}
		r.endEffect(i)
	}
	if t.Lives == 0 {
		return
	}
	for _, id := range r.counted[c] {
		r.clearUses(&r.Instances[id])
	}
	if t.Fresh {
		for _, a := range t.Attributes {
			if slot := r.slots[r.typeOf[c]][a]; slot >= 0 && r.Pack.Cards[a].Keeps == 0 {
				cell := int(r.cardBase[c]) + int(slot)
				r.set(cell, r.cellStart[cell])
			}
		}
	}
}

// endEffect ends the lasting effect at a place of their list.
func (r *Run) endEffect(i int) {
	e := &r.state.effects[i]
	controlled := e.Card
	if r.Pack.Abilities[e.Ability].Of != Control {
		controlled = 0
	}
	r.ints = e.encode(r.ints[:0])
	r.emitData(Event{Kind: EvEffectEnd, A: int32(i)}, r.ints)
	if controlled != 0 {
		r.showToController(controlled)
	}
}

// spend takes one from the uses of a lasting effect whose ability acts, and ends it with the last.
func (r *Run) spend(in *Instance) {
	i := slices.IndexFunc(r.state.effects, func(e Effect) bool { return e.Serial == -1-in.ID })
	if i < 0 || r.state.effects[i].Uses == 0 {
		return
	}
	e := r.state.effects[i]
	r.endEffect(i)
	e.Uses--
	if e.Uses > 0 {
		r.emitData(Event{Kind: EvEffect, A: int32(len(r.state.effects))}, e.encode(r.ints[:0]))
	}
}

// forgetEqual makes seats that see a card leave a zone which hides its cards from them no
// surer than they can be: which of several equal cards it was they do not know. Of the equal
// cards there that they knew, one less is known.
func (r *Run) forgetEqual(c CardID, from ZoneID, seats SeatSet) {
	if seats == 0 || r.moves[from].bag {
		return
	}
	r.look(r.CountIn(from) / 2)
	for o := r.BottomOf(from); o != 0 && seats != 0; o = r.PreviousIn(o) {
		if known := r.state.links[o].known; o != c && r.Nth[o] == r.Nth[c] && known&seats != 0 {
			r.emit(Event{Kind: EvReveal, A: int32(o), B: 1, Old: known, New: known &^ seats})
			seats &^= known
		}
	}
}

// showToController lets the seat that controls a card know what lies on it.
func (r *Run) showToController(c CardID) {
	for _, z := range r.cardZones[c] {
		r.look(r.CountIn(z))
		for at := r.state.zones[z].head; at != 0; at = r.state.links[at].next {
			if known := r.state.links[at].known; known|r.sees(z) != known {
				r.emit(Event{Kind: EvReveal, A: int32(at), Old: known, New: known | r.sees(z)})
			}
		}
	}
}
