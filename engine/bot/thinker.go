package bot

import (
	"math"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
)

// thinker plays the playouts of a Search, one at a time, in worlds of its own sampler.
type thinker struct {
	search  *Search
	sampler *belief.Sampler
	others  Random
	until   belief.Until
	course  course
	tree    *tree
}

// course is where a playout stands.
type course struct {
	// most and beyond are the decisions that are gone through in all, and behind the
	// tree; answered and rolled those that were.
	most, beyond     int
	answered, rolled int
	// left is set when the playout has left the tree.
	left bool
}

func newThinker(b *Search, scripts engine.Scripts) *thinker {
	t := &thinker{search: b}
	t.until.Enough = t.enough
	t.sampler = belief.NewSampler(scripts, t.policy)
	return t
}

// playout tries a reply in the present world.
func (t *thinker) playout(a *arm) {
	b := t.search
	seats := t.sampler.Seats()
	t.tree = a.tree
	t.tree.begin(b.question.Number, a.reply)
	t.course = course{most: b.depth * seats, beyond: b.rollout * seats}
	t.until.End = !t.sampler.HasEvaluation()
	a.counts, a.err = t.sampler.Play(a.reply, t.until)
	if a.counts {
		a.err = t.value(a)
	}
	a.counts = a.counts && a.err == nil
	if a.counts {
		t.tree.add(a.values)
		t.tree.habits.add(a.values)
	}
}

// enough is asked at quiet points.
func (t *thinker) enough() bool {
	c := &t.course
	return c.answered >= c.most || c.left && c.rolled >= c.beyond
}

// policy answers for all seats in a playout: in the tree with its best reply, below it
// mostly by habit and else at random. If every playout goes to the end of the game it is
// purely random: games that end by habit say too little of how they may end.
func (t *thinker) policy(m *belief.Moment) []int {
	c := &t.course
	c.answered++
	if !c.left && c.answered <= c.most {
		reply, known := t.tree.reply(m, &t.search.spreads[m.Seat-1], t.search.Candidates)
		c.left = !known
		if reply != nil {
			return reply
		}
	}
	c.left = true
	c.rolled++
	if !t.until.End {
		if reply := t.tree.usual(m, t.search.Candidates); reply != nil {
			return reply
		}
	}
	t.others.Reset(m.Future, m.Seat)
	return t.others.Reply(&m.Shape)
}

// worthOfEnd is how many deviations a game that is won counts above the mean of what
// the pack's evaluation says.
const worthOfEnd = 4

// value finds what the playout was worth to each seat.
func (t *thinker) value(a *arm) error {
	a.values = a.values[:0]
	a.spread = true
	over, winners, draw := t.sampler.Over()
	if !over {
		list, err := t.sampler.Evaluations()
		if err != nil {
			return err
		}
		for _, v := range list {
			a.values = append(a.values, float64(v))
		}
		ahead(a.values)
		return nil
	}
	returns, err := t.sampler.Returns()
	if err != nil {
		return err
	}
	a.values = append(a.values, returns...)
	a.spread = !t.sampler.HasEvaluation()
	if a.spread {
		return nil
	}
	largest := 0.0
	for _, v := range a.values {
		largest = max(largest, math.Abs(v))
	}
	ahead(a.values)
	for i := range a.values {
		s := &t.search.spreads[i]
		won := 0.0
		switch {
		case largest > 0:
			won = a.values[i] / largest
		case len(winners)+len(draw) == 0: // each seat has lost
			won = -1
		}
		a.values[i] = s.mean() + float64(worthOfEnd*float64(won*s.deviation()))
	}
	return nil
}
