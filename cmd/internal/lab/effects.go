package lab

import (
	"cmp"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Effect holds observations of a card or an ability, by seats and games, and the results of
// experiments. Observed figures are no effect: seats that use a card differ from the others
// in other ways too.
type Effect struct {
	Key, Name string
	Games     int
	sim.UsageCounts
	// Tried has the results of experiments, by the index in Questions; N is 0 if there are
	// none.
	Tried [len(Questions)]Tried
}

// Tried is by how much more a seat won of its games with a card than otherwise, as a share
// of them. The interval holds as often as one looks, in 95 of 100 cards.
type Tried struct {
	N int
	stats.Interval
	// Certain reports whether the card does something, at an error rate of 5 % for all cards
	// and questions of the game; Rare whether the interval is too wide to say anything.
	Certain, Rare bool
}

// widest is how far an interval reaches to each side beyond which nothing is said.
const widest = 0.25

// effects makes an Effect of each card, or ability.
func (s *Analysis) effects(by string, n namer) []Effect {
	var out []Effect
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.By != by {
			continue
		}
		last := len(out) - 1
		if last < 0 || out[last].Key != row.Key {
			out = append(out, Effect{Key: row.Key, Name: n.thing(by, row.Key)})
			last++
		}
		out[last].Games += row.Games
		out[last].UsageCounts.Add(&row.UsageCounts)
	}
	certain := s.Plan.certain()
	for i := range s.Trials {
		of := &s.Trials[i]
		at := slices.IndexFunc(out, func(e Effect) bool { return by == "card" && e.Key == of.Card })
		if question := slices.Index(Questions[:], of.What); at >= 0 && question >= 0 {
			bets := stats.Bets{Values: of.Values, Of: sim.Whole}
			t := Tried{N: bets.N(), Interval: bets.Interval(errorRate)}
			t.Certain = bets.Against(0) >= certain
			t.Rare = t.High-t.Low > 2*widest && !t.Certain
			out[at].Tried[question] = t
		}
	}
	slices.SortStableFunc(out, func(a, b Effect) int {
		return b.Used() - a.Used()
	})
	return out
}

// certain is the evidence from which on a card does something for certain, even if it is the
// best of all cards and questions.
func (p *Plan) certain() float64 {
	return math.Log(float64(len(Questions)*len(p.Table.Compiled.Pack.Defs)) / errorRate)
}

// idle finds what of the pack no row is of. Abilities that only modify values never act.
func (s *Analysis) idle(n namer) {
	missing := func(in []Effect, by string, key string, to []string) []string {
		name := n.thing(by, key)
		if slices.ContainsFunc(in, func(e Effect) bool { return e.Key == key }) || slices.Contains(to, name) {
			return to
		}
		return append(to, name)
	}
	p := n.of.Compiled.Pack
	for i := range p.Defs {
		s.IdleCards = missing(s.Cards, "card", p.Defs[i].ID, s.IdleCards)
	}
	for i := range p.Abilities {
		if p.Abilities[i].HasRun {
			s.IdleAbilities = missing(s.Abilities, "ability", p.Abilities[i].Name, s.IdleAbilities)
		}
	}
	s.Abilities = slices.DeleteFunc(s.Abilities, func(e Effect) bool {
		acts := func(a engine.Ability) bool { return a.HasRun && a.Name == e.Key }
		return e.Used() == 0 && !slices.ContainsFunc(p.Abilities, acts)
	})
}

// Used counts the games of seats in which most was done with it.
func (e *Effect) Used() int { return max(e.Taken, e.Played, e.Acted) }

// Tried are the cards with something to say for a question, surest first, and how many
// are too rare for that.
func (s *Analysis) Tried(question int) (effects []*Effect, rare int) {
	for i := range s.Cards {
		t := &s.Cards[i].Tried[question]
		switch {
		case t.Rare:
			rare++
		case t.N > 0:
			effects = append(effects, &s.Cards[i])
		}
	}
	slices.SortStableFunc(effects, func(a, b *Effect) int {
		x, y := &a.Tried[question], &b.Tried[question]
		return cmp.Or(yes(y.Certain)-yes(x.Certain),
			cmp.Compare(abs(y.Value)/(y.High-y.Low), abs(x.Value)/(x.High-x.Low)))
	})
	return effects, rare
}

// Does says by how much a card helps or harms, where that is certain.
func (e *Effect) Does() string {
	for i := range e.Tried {
		if t := &e.Tried[i]; t.Certain {
			return Points(t.Value)
		}
	}
	return ""
}
