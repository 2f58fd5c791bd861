package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// In the recorded part of a step a sampled world repeats what the real game did: the
// random results come from the real log, with stand-ins for exchanged cards.
// What the seat did not see of them comes out anew.

// repeating reports whether the game is a sampled world before its decision.
func (r *Run) repeating() bool { return r.game.world != nil && !r.game.world.reached }

// result finds the next random result of the real log, which must be of the
// kind and from the die or zone that the world asks for.
func (t *Determinizer) result(kind EventKind, of int32) (*Event, error) {
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

// free reports whether a card may still be exchanged at the event that was just
// repeated: the seat does not know it from then on.
func (t *Determinizer) free(c CardID) bool { return t.until[c] < t.cursor }

// rolled repeats a roll of some faces of a die.
func (t *Determinizer) rolled(d DieID, from []Value) (Value, error) {
	e, err := t.result(EvRoll, int32(d))
	if err != nil {
		return Value{}, err
	}
	if t.salt != 0 && !t.telling && !e.New.Has(t.seat) {
		return from[t.source.Below(len(from))], nil
	}
	return t.rename(&t.now, decodeValue(t.real.log.Data(e), 0)), nil
}

// drawn repeats a draw of n cards. A card that the seat never got to know may
// have been any other of that zone.
func (t *Determinizer) drawn(z ZoneID, n int) ([]CardID, error) {
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
					others = append(others, x)
				}
			}
			slices.Sort(others)
			if len(others) > 0 {
				t.now.swap(c, t.now.back[others[t.source.Below(len(others))]])
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
func (t *Determinizer) shuffled(z ZoneID, cards []CardID) ([]CardID, error) {
	e, err := t.result(EvShuffle, int32(z))
	if err != nil {
		return nil, err
	}
	data := t.real.log.Data(e)
	order := data[2*len(data)/3:]
	if len(order) != len(cards) {
		return nil, t.game.diverged(t.decision.Number,
			fmt.Sprintf("%d cards were shuffled before it, not %d", len(cards), len(order)))
	}
	var free, images []CardID
	for _, n := range order {
		if c := CardID(n); t.salt != 0 && t.free(c) {
			free, images = append(free, c), append(images, t.now.image[c])
		}
	}
	slices.Sort(images)
	rng.Shuffle(&t.source, images)
	for i, c := range free {
		t.now.image[c], t.now.back[images[i]] = images[i], c
	}
	out := make([]CardID, len(order))
	for i, n := range order {
		out[i] = t.now.image[n]
		if t.game.run.ZoneAt(out[i]) != z {
			t.unlike = true // taken out unseen
			return nil, t.game.diverged(t.decision.Number, "other cards were shuffled before it")
		}
	}
	return out, nil
}

// forced returns the answer that was forced in the real game, nil if none was.
func (t *Determinizer) forced(d *Decision) *recorded {
	rec := &recorded{number: d.Number, again: int32(d.Again)}
	log := &t.real.log
	for at := t.answeredAt(d.Number); at < t.end && log.At(at).Kind == EvAnswer &&
		int(log.At(at).A) == d.Number && d.Again == 0; at++ {
		rec.replies = append(rec.replies, log.answer(log.At(at)))
	}
	if d.Again > 0 && (d.Number < t.decision.Number || d.Number == t.decision.Number && d.Again < t.decision.Again) {
		// It holds more there than its seat used: nothing was seen of the rest.
		rec.replies = []SeatReply{{Seat: d.Seat}}
	}
	if rec.replies == nil {
		return nil
	}
	return rec
}

// recorded returns a recorded answer as it is in the sampled world, where other
// cards give other hashes, and others may have answered otherwise in secret.
func (t *Determinizer) recorded(rec *recorded, d *Decision) *recorded {
	if t.salt == 0 {
		return rec
	}
	out := *rec
	out.question = 0
	out.trace = 0
	out.replies = nil
	for _, given := range rec.replies {
		if t.telling && given.Seat != t.seat {
			t.twin(d, given)
		}
		choices := t.renamed(given.Choices)
		if d.Secret && !t.telling && given.Seat != t.seat && d.Asks(given.Seat) && !t.gaveAway(rec, given, d) {
			choices = d.choices(nil, given.Seat, t.anyReply(d, given.Seat))
		}
		if d.Hidden && given.Seat != t.seat {
			if _, err := d.reply(given.Seat, choices); err != nil {
				choices = nil // it does not hold the card here
			}
		}
		out.replies = append(out.replies, SeatReply{given.Seat, choices})
	}
	return &out
}

// gave notes an answer that was repeated, as it is in the sampled world.
func (t *Determinizer) gave(rec *recorded, at int) {
	given := *rec
	given.question = 0
	given.trace = 0
	given.at = at
	t.given = append(t.given, given)
}

// gaveAway reports whether the seat knows another seat's secret answer as well as it knows
// the cards in it: the picked card has visibly moved since, or could only be one of the
// cards unknown to the seat, which are dealt anew anyway.
func (t *Determinizer) gaveAway(rec *recorded, given SeatReply, d *Decision) bool {
	unknown := true
	for _, c := range d.OptionsOf(given.Seat) {
		unknown = unknown && c.N == 1 && c.V[0].Kind == Card && t.until[t.now.back[c.V[0].N]] == never
	}
	if unknown && len(d.OptionsOf(given.Seat)) > 0 {
		return true
	}
	answered := t.answeredAt(rec.number)
	seen := len(given.Choices) > 0
	for _, c := range given.Choices {
		for _, v := range c.V[:c.N] {
			seen = seen && v.Kind == Card && t.movedSince(CardID(v.N), answered)
		}
	}
	return seen
}

// movedSince reports whether the seat has seen a card move since a place of the
// log.
func (t *Determinizer) movedSince(c CardID, at int) bool {
	for ; at < t.end; at++ {
		if e := t.real.log.At(at); (e.Kind == EvMove || e.Kind == EvReveal) && CardID(e.A) == c && e.New.Has(t.seat) {
			return true
		}
	}
	return false
}

// answeredAt is the place of the first answer to a decision in the real log.
func (t *Determinizer) answeredAt(number int) int {
	log := &t.real.log
	at := log.Base
	for at < t.end && (log.At(at).Kind != EvAnswer || int(log.At(at).A) != number) {
		at++
	}
	return at
}

// anyReply is a legal reply at random.
func (t *Determinizer) anyReply(d *Decision, seat Seat) Reply {
	src := &t.source
	s := d.ShapeOf(seat)
	if s.IsForced() {
		return s.First()
	}
	low, high := s.Bounds()
	switch s.Form() {
	case Quantity:
		return Reply{low + src.Below(high-low+1)}
	case Amounts:
		amounts := make(Reply, s.Options)
		for left := s.Total; left > 0; {
			if i := src.Below(s.Options); amounts[i] < high {
				amounts[i]++
				left--
			}
		}
		return amounts
	}
	picked := every(s.Options)
	rng.Shuffle(src, picked)
	if s.Form() == Pick && low == 0 && src.Below(s.Options+1) == s.Options {
		return Reply{}
	}
	if s.Form() == Pick {
		low = high
	}
	return picked[:low+src.Below(high-low+1)]
}

// reach is called when a decision comes up that has no recorded answer: the
// first one must be the decision that is looked at, and look the same to its seat.
func (t *Determinizer) reach(d *Decision) error {
	if t.reached {
		return nil
	}
	if what := t.differs(d); what != "" {
		return t.game.diverged(t.decision.Number, what)
	}
	t.reached = true
	return nil
}

// forcedHere is called instead where the decision leaves nobody a choice.
func (t *Determinizer) forcedHere(d *Decision) error {
	telling := t.telling && !d.Asks(t.seat)
	if !telling && !d.Hidden {
		return nil
	}
	if err := t.reach(d); err != nil || !telling {
		return err
	}
	t.unlike = true
	return ErrWaiting
}

// answersOf returns the answers given in a step of the real game.
func (t *Determinizer) answersOf(step int, to []recorded) []recorded {
	for c := t.real.history; c != nil && c.counts.Steps >= step; c = c.before {
		if c.counts.Steps == step {
			return append(to, c.answers...)
		}
	}
	return to
}

// twin makes another seat answer with other copies of the cards that it chose, of which this
// seat knew neither: which of them it was must not matter.
func (t *Determinizer) twin(d *Decision, given SeatReply) {
	r := &t.game.run
	for _, c := range given.Choices {
		was := c.V[0].Card()
		x := t.now.image[was]
		z := r.ZoneAt(x)
		for _, other := range d.OptionsOf(given.Seat) {
			y := other.V[0].Card()
			c.V[0] = other.V[0]
			if c == other && r.Nth[y] == r.Nth[x] && r.ZoneAt(y) == z && y != x && !r.moves[z].ordered &&
				!(r.Known(x) | r.Known(y)).Has(t.seat) {
				t.now.swap(was, t.now.back[y])
				break
			}
		}
	}
}
