package scenario

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// restWord refuses a word that is no way to answer the rest.
func restWord(node *source.Node) error {
	if node.Text != "first" {
		return position.UnknownAt(node, "way to answer the rest", node.Text, []string{"first"})
	}
	return nil
}

// rest answers whatever else is asked in the steps that have begun: "first"
// with the first legal answer.
func (r *runner) rest(node *source.Node) error {
	if err := restWord(node); err != nil {
		return err
	}
	for n := 0; r.failed == nil && n < MostSteps; n++ {
		r.settle()
		if r.g.Open() == nil || r.failed != nil {
			return nil
		}
		if err := r.anyAnswers(node, nil); err != nil {
			return err
		}
		_, err := r.advance()
		r.fails(err)
	}
	return nil
}

// playWord refuses a word that is no way to play on.
func (r *runner) playWord(node *source.Node) error {
	switch {
	case node.Text != "first" && node.Text != "random":
		return position.UnknownAt(node, "way to play on", node.Text, []string{"first", "random"})
	case node.Text == "random" && r.c.Strict:
		return position.FailAt(node, "to play on at random takes a seed, as in random: seed 7")
	}
	return nil
}

// playOut plays the game to its end: each seat gives the first legal answer ("first") or
// any ("random", from the seed of the scenario).
func (r *runner) playOut(node *source.Node) error {
	if err := r.playWord(node); err != nil {
		return err
	}
	setup := engine.Setup{Layout: r.Layout}
	if node.Text == "random" {
		SeatRandom(&setup, r.c.Random)
	}
	quiet := 0
	for range mostPlayed {
		status, err := r.advance()
		quiet++
		if quiet == MostSteps {
			err = Endless(r.g, quiet, true)
		}
		r.fails(err)
		if err != nil || status == engine.Ended {
			return nil
		}
		if r.g.Open() == nil {
			continue
		}
		quiet = 0
		if err := r.anyAnswers(node, setup.Deciders[:]); err != nil {
			return err
		}
	}
	r.fails(Endless(r.g, mostPlayed, false))
	return nil
}

// anyAnswers answers the open decision for all its seats, with what deciders
// say, by seat, or with the first legal answer.
func (r *runner) anyAnswers(node *source.Node, deciders []engine.Decider) error {
	number := r.g.Open().Number
	for s := range r.Layout.AllSeats().Each() {
		// A mode may have put another game in the place of this one.
		d := r.g.Open()
		if d == nil || d.Number != number || !d.Waits(s) {
			continue
		}
		reply := d.First(s)
		if deciders != nil && deciders[s] != nil {
			reply = deciders[s](r.ctx, r.g.Position(), d, s)
		}
		if err := r.mode.before(r, d, s, reply); err != nil {
			return err
		}
		if err := r.g.Answer(number, s, reply); err != nil {
			return r.report(node, "%s", err)
		}
	}
	return nil
}

// SeatRandom lets random bots play a game.
func SeatRandom(setup *engine.Setup, seed uint64) {
	for s := range setup.Layout.AllSeats().Each() {
		setup.Deciders[s] = bot.NewRandom(s, seed).Decide
	}
}
