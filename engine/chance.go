package engine

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// ChanceKind says what chance is asked for.
type ChanceKind uint8

// The kinds of chance. A roll picks a face, a draw one card, and a shuffle the
// cards of a zone from the top down, one pick for each but the last.
const (
	Rolled ChanceKind = iota
	Drawn
	Shuffled
)

var chanceNames = [...]string{"roll", "draw", "shuffle"}

// String returns the name of the kind.
func (k ChanceKind) String() string { return chanceNames[k] }

// Chance is one pick of chance as data: where Setup.AskChance is set, it makes a
// decision of no seat (Decision.Chance), whose options are the candidates, none
// of them twice. Where one candidate alone is left nothing is asked.
//
// Such decisions are numbered, recorded, saved and taken back as those of seats
// are. So a host can walk all of a game's outcomes: undo to the number of a
// pick, and answer otherwise.
type Chance struct {
	Kind ChanceKind
	// Die is what is rolled, Zone where cards are drawn or shuffled.
	Die  DieID
	Zone ZoneID
	// Weights say how likely each option is, by its place, relative to the others.
	Weights []int
}

// face picks a face of a die.
func (r *Run) face(d DieID) (Value, error) {
	die := &r.Pack.Dice[d]
	if r.repeating() {
		face, err := r.game.world.rolled(d)
		if err == nil {
			faces, _ := die.distinct()
			r.repeatChance(One(face), len(faces))
		}
		return face, err
	}
	if script := r.game.setup.Script; script != nil {
		if at := r.log.Results(EvRoll, int32(d)); at < len(script.Dice[d]) {
			return script.Dice[d][at], nil
		}
		if script.Strict {
			return Value{}, &UnscriptedError{"a roll of the die " + die.Name}
		}
	}
	if !r.asksChance() {
		s := r.source(r.dieKey[d], r.dieStream[d])
		return die.Faces[s.Below(len(die.Faces))], nil
	}
	faces, weights := die.distinct()
	picked, err := r.askChance(&Chance{Kind: Rolled, Die: d, Weights: weights}, faces)
	if err != nil {
		return Value{}, err
	}
	return faces[picked].V[0], nil
}

// distinct are the different faces of a die, and how often it has each.
func (d *Die) distinct() (faces []Choice, weights []int) {
	for _, face := range d.Faces {
		i := slices.Index(faces, One(face))
		if i < 0 {
			i, faces, weights = len(faces), append(faces, One(face)), append(weights, 0)
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

// AsksChance reports whether the host answers for chance; see Setup.AskChance.
func (p *Position) AsksChance() bool { return p.run.game.setup.AskChance }

// asksChance reports whether the host answers for chance. In a sampled world the
// seed does.
func (r *Run) asksChance() bool { return r.game.setup.AskChance && r.game.world == nil }

// askChance lets the host pick one of the options.
func (r *Run) askChance(c *Chance, options []Choice) (int, error) {
	if len(options) == 1 {
		return 0, nil
	}
	reply, err := r.Choose(&Decision{Kind: PickOne, Options: options, Chance: c})
	if err != nil {
		return 0, err
	}
	return reply[0], nil
}

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
