package engine

import "slices"

// Hidden windows. Asking a seat whether it uses an ability would tell the others that it
// holds the card. So a window in which such cards listen is put to every seat that could
// hold one according to common knowledge: the kinds of zones in which the ability works,
// and the number of cards there. A seat without such a card is answered for automatically;
// the others hear neither the question nor the answer, and decisions have the same numbers
// in all worlds that a seat cannot tell apart. A seat that used an ability unseen is asked
// for the next one under the same number.

// couldAnswer reports whether a seat (0: the table) could hold a card with an optional
// ability for the window, by what all know.
func (r *Run) couldAnswer(ev *Raised, w Window, seat Seat) bool {
	list := r.hidden[ev.Trigger][w]
	for i := range list {
		h := &list[i]
		if r.allows(h, ev, seat) && slices.ContainsFunc(h.instances, func(id int32) bool {
			return !r.knownToAll(r.Instances[id].Card)
		}) && r.couldLie(h, ev, seat) {
			return true
		}
	}
	return false
}

// someoneCould reports whether some seat could hold such a card.
func (r *Run) someoneCould(ev *Raised, w Window) bool {
	if len(r.hidden[ev.Trigger][w]) == 0 {
		return false
	}
	for s := Seat(0); int(s) <= r.Seats; s++ {
		if r.couldAnswer(ev, w, s) {
			return true
		}
	}
	return false
}

func (r *Run) knownToAll(c CardID) bool { return r.state.links[c].known&r.all == r.all }

// allows judges an ability's conditions on seats for a seat that may have it.
func (r *Run) allows(h *hiddenAbility, ev *Raised, seat Seat) bool {
	in := Instance{Ability: h.Ability, seat: seat, lasting: true}
	for _, c := range h.where {
		if !r.Match(c.Filter, ev.Params[c.Param], &in, ev) {
			return false
		}
	}
	return true
}

// couldLie reports whether a card that not all know lies where an ability works and its
// seat would be asked. Of a zone that no seat has, any seat may control the cards.
func (r *Run) couldLie(h *hiddenAbility, ev *Raised, seat Seat) bool {
	scope := r.Pack.Triggers[ev.Trigger].Scope
	for _, k := range h.kinds {
		for z := ZoneID(r.zoneBase[k]); int(z) < len(r.zoneKind) && r.zoneKind[z] == k; z++ {
			if r.state.zones[z].head == 0 || r.zoneSeat[z] != 0 && r.zoneSeat[z] != seat {
				continue
			}
			if h.own >= 0 && !r.hides(z, ev.Params[h.own].Card()) {
				continue
			}
			if scope >= 0 && !h.Anywhere && !r.near(z, ev.Params[scope].Card()) {
				continue
			}
			if r.hides(z, 0) {
				return true
			}
		}
	}
	return false
}

// hides reports whether a card that not all know lies in a zone: that one, or with 0 any.
func (r *Run) hides(z ZoneID, c CardID) bool {
	if c != 0 {
		return r.ZoneAt(c) == z && !r.knownToAll(c)
	}
	for c = r.state.zones[z].head; c != 0; c = r.state.links[c].next {
		if !r.knownToAll(c) {
			return true
		}
	}
	return false
}

// near reports whether cards of a zone are at a place: on that card, or being that card,
// since a card can itself be a place.
func (r *Run) near(z ZoneID, place CardID) bool {
	if host := r.zoneCard[z]; host != 0 {
		return r.Place(host) == place
	}
	return place != 0 && r.ZoneAt(place) == z
}

// saidNothing reports whether, since a place of the log, an ability has revealed nothing
// beyond its own seat and the seats that know its card.
func (r *Run) saidNothing(from int) bool {
	for at := from; at < r.log.Len(); at++ {
		switch e := r.log.At(at); e.Kind {
		case EvAbility, EvAnswer, EvEffect, EvEffectEnd:
		case EvSet:
			m := r.Cell(int(e.A))
			if m.Attribute != nil && m.Attribute.Seen == SeenByAll &&
				(m.Card == 0 || r.knownToAll(m.Card) || r.Beside(m.Card, AttributeID(m.Index))) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
