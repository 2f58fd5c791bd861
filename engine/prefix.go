package engine

import (
	"fmt"
	"slices"
)

// In the recorded part of a step a trial repeats what the real game did: the
// random results come from the real log, with stand-ins for exchanged cards.
// What the seat did not see of them comes out anew.

// repeating tells whether the game is a trial before its decision.
func (r *Run) repeating() bool { return r.game.trial != nil && !r.game.trial.reached }

// result finds the next random result of the real log, which must be of the
// kind and from the die or zone that the trial asks for.
func (t *Trial) result(kind EventKind, of int32) (*Event, error) {
	for ; t.cursor < t.end; t.cursor++ {
		e := t.real.log.At(t.cursor)
		if e.Kind != EvRoll && e.Kind != EvDraw && e.Kind != EvShuffle {
			continue
		}
		source := Value{Number, e.A}
		if kind != EvRoll {
			source = t.rename(&t.now, Value{Zone, e.A})
		}
		if e.Kind != kind || source.N != of {
			break
		}
		t.cursor++
		return e, nil
	}
	return nil, t.game.diverged(t.decision.Number, "other random results were asked for before it")
}

// free tells whether a card may still be exchanged at the event that was just
// repeated: the seat does not know it from then on.
func (t *Trial) free(c CardID) bool { return t.until[c] < t.cursor }

// rolled repeats a roll.
func (t *Trial) rolled(d DieID) (Value, error) {
	e, err := t.result(EvRoll, int32(d))
	if err != nil {
		return Value{}, err
	}
	if faces := t.game.run.Pack.Dice[d].Faces; t.salt != 0 && !e.New.Has(t.seat) {
		return faces[t.source.Below(len(faces))], nil
	}
	return decodeValue(t.real.log.Data(e), 0), nil
}

// drawn repeats a draw of n cards. A card that the seat never got to know may
// have been any other of that zone.
func (t *Trial) drawn(z ZoneID, n int) ([]CardID, error) {
	var picked []CardID
	for range n {
		e, err := t.result(EvDraw, int32(z))
		if err != nil {
			return nil, err
		}
		c := CardID(t.real.log.Data(e)[0])
		if t.salt != 0 && t.free(c) {
			var others []CardID
			for x := t.game.run.state.zones[z].head; x != 0; x = t.game.run.state.links[x].next {
				if t.free(t.now.back[x]) && !slices.Contains(picked, x) {
					others = append(others, t.now.back[x])
				}
			}
			if len(others) > 0 {
				t.now.swap(c, others[t.source.Below(len(others))])
			}
		}
		x := t.now.image[c]
		if t.game.run.ZoneAt(x) != z || slices.Contains(picked, x) {
			return nil, t.game.diverged(t.decision.Number, "other cards were drawn before it")
		}
		picked = append(picked, x)
	}
	return picked, nil
}

// shuffled repeats a shuffle. The cards that the seat never got to know
// afterwards lie anyhow.
func (t *Trial) shuffled(z ZoneID, cards []CardID) ([]CardID, error) {
	e, err := t.result(EvShuffle, int32(z))
	if err != nil {
		return nil, err
	}
	data := t.real.log.Data(e)
	order := data[2*len(data)/3:]
	if len(order) != len(cards) {
		return nil, t.game.diverged(t.decision.Number, fmt.Sprintf("%d cards were shuffled before it, not %d", len(cards), len(order)))
	}
	var free []CardID
	for _, n := range order {
		if c := CardID(n); t.salt != 0 && t.free(c) {
			free = append(free, c)
		}
	}
	for i := len(free) - 1; i > 0; i-- {
		t.now.swap(free[i], free[t.source.Below(i+1)])
	}
	out := make([]CardID, len(order))
	for i, n := range order {
		out[i] = t.now.image[n]
		if t.game.run.ZoneAt(out[i]) != z {
			return nil, t.game.diverged(t.decision.Number, "other cards were shuffled before it")
		}
	}
	return out, nil
}

// recorded returns a recorded answer as it is in the trial, where other cards
// give other hashes.
func (t *Trial) recorded(rec *recorded) *recorded {
	if t.salt == 0 {
		return rec
	}
	out := *rec
	out.question, out.trace, out.replies = 0, 0, nil
	for _, given := range rec.replies {
		out.replies = append(out.replies, SeatReply{given.Seat, t.renamed(given.Choices)})
	}
	return &out
}

// renamed returns recorded choices as they are in the trial.
func (t *Trial) renamed(choices []Choice) []Choice {
	if t.salt == 0 {
		return choices
	}
	out := make([]Choice, len(choices))
	for i, c := range choices {
		for p := range c.V[:c.N] {
			c.V[p] = t.rename(&t.now, c.V[p])
		}
		out[i] = c
	}
	return out
}

// reach is called when a decision comes up that has no recorded answer: the
// first one must be the decision of the trial, and look the same to its seat.
func (t *Trial) reach(d *Decision) error {
	if t.reached {
		return nil
	}
	if what := t.differs(d); what != "" {
		return t.game.diverged(t.decision.Number, what)
	}
	t.reached = true
	return nil
}
