package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// face picks one of some faces of a die.
func (r *Run) face(d DieID, from []Value) (Value, error) {
	if r.repeating() {
		face, err := r.game.world.rolled(d, from)
		if err == nil {
			err = r.comesUp(d, from, face)
		}
		if err == nil && r.game.setup.AskChance {
			faces, _ := distinct(from)
			r.repeatChance(One(face), len(faces))
		}
		return face, err
	}
	if script := r.game.setup.Script; script != nil {
		if at := r.log.Results(EvRoll, int32(d)); at < len(script.Dice[d]) {
			face := script.Dice[d][at]
			return face, r.comesUp(d, from, face)
		}
		if script.Strict {
			return Value{}, &UnscriptedError{"a roll of the die " + r.Pack.Dice[d].Name}
		}
	}
	if !r.asksChance() {
		s := r.source(r.dieKey[d], r.dieStream[d])
		return from[s.Below(len(from))], nil
	}
	faces, weights := distinct(from)
	picked, err := r.askChance(&Chance{Kind: Rolled, Die: d, Weights: weights}, faces)
	if err != nil {
		return Value{}, err
	}
	return faces[picked].V[0], nil
}

// comesUp refuses a value that cannot come up of a die.
func (r *Run) comesUp(d DieID, from []Value, face Value) error {
	if slices.Contains(from, face) {
		return nil
	}
	return fmt.Errorf("roll: %s is none of the %d that can come up of the die %s", r.Key(face), len(from),
		r.Pack.Dice[d].Name)
}

// distinct are the different faces of some, and how often each is among them.
func distinct(from []Value) (faces []Choice, weights []int) {
	at := map[Value]int{}
	for _, face := range from {
		i, known := at[face]
		if !known {
			i = len(faces)
			at[face] = i
			faces = append(faces, One(face))
			weights = append(weights, 0)
		}
		weights[i]++
	}
	return faces, weights
}

// pickCards picks n of the cards of a zone, which come in canonical order, one
// after the other; those that it is given are no longer in that order then.
func (r *Run) pickCards(kind ChanceKind, z ZoneID, cards []CardID, n int) ([]CardID, error) {
	var picked []CardID
	if !r.asksChance() {
		source := r.source(r.streamKey[z], r.zoneCount[z])
		if kind == Shuffled {
			rng.Shuffle(&source, cards)
			return cards, nil
		}
		for len(picked) < n {
			i := source.Below(len(cards))
			picked = append(picked, cards[i])
			cards = slices.Delete(cards, i, i+1)
		}
		return picked, nil
	}
	for len(picked) < n {
		options := make([]Choice, len(cards))
		for i, c := range cards {
			options[i] = One(CardValue(c))
		}
		i, err := r.askChance(&Chance{Kind: kind, Zone: z, Weights: slices.Repeat([]int{1}, len(cards))}, options)
		if err != nil {
			return nil, err
		}
		picked = append(picked, cards[i])
		cards = slices.Delete(cards, i, i+1)
	}
	return picked, nil
}

// Hand notes that a script gets hold of cards.
func (r *Run) Hand(cards ...CardID) {
	if r.game.setup.AskChance {
		r.inHand = append(r.inHand, cards...)
	}
}

// AsksChance reports whether the host answers for chance; see Setup.AskChance.
func (p *Position) AsksChance() bool { return p.run.game.setup.AskChance }

// asksChance reports whether the host answers for chance. In a sampled world the
// seed does.
func (r *Run) asksChance() bool { return r.game.setup.AskChance && r.game.world == nil }

// repeatChance counts a pick in a sampled world that was a decision in the real
// game, so that numbers stay the same.
func (r *Run) repeatChance(picked Choice, candidates int) {
	g := r.game
	if !g.setup.AskChance || candidates < 2 {
		return
	}
	d := &Decision{Number: r.Decisions() + 1, Chance: &Chance{}, Options: []Choice{picked}}
	if g.step.next < len(g.step.answers) && g.step.answers[g.step.next].number == d.Number {
		g.step.next++
	}
	rec := &recorded{number: d.Number, replies: []SeatReply{{Choices: d.Options}}}
	g.world.gave(rec, r.log.Len()-g.step.begin)
	r.judgeForced(d)
	r.logAnswers(d, rec.replies)
}

// source seeds the generator for the next operation of a stream.
func (r *Run) source(key uint64, cell int32) rng.Source {
	seed := r.game.Seed()
	if r.game.salt != 0 && r.state.cells[cellDecisions] >= r.game.saltFrom {
		seed.Low ^= r.game.salt
	}
	var s rng.Source
	s.SeedWide(seed, key, uint32(r.state.cells[cell]))
	return s
}

// UnscriptedError reports a random result that a strict script does not have.
type UnscriptedError struct{ What string }

// Error names the die, the zone or the shuffle.
func (e *UnscriptedError) Error() string {
	return e.What + " has no scripted result left and no seed"
}
