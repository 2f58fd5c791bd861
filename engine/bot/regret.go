package bot

import (
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// regrets is Monte Carlo counterfactual regret minimization by outcome sampling (M.
// Lanctot and others, 2009): games are played from the deal on, by what the games
// before them have taught. At every information state each reply keeps the regret that
// it was not given, and the more it has, the more often it is given; the average of
// that play approaches an equilibrium where two seats play for the same thing.
//
// So a reply counts for what it tells the others, and theirs for what they tell of
// their cards. Halving instead has all worlds alike, in which somebody who holds the
// worst card bets as often as anybody else, and is found out by whoever knows that.
type regrets struct {
	index  map[view.Key]int32
	states []state
	// learner is the seat whose regrets a game adds to; it tries replies that it would
	// not give too. taken is how likely all that it did was.
	learner int
	taken   float64
	path    []visit
	now     []float64
	replies [][]int
	limit   int
	source  rng.Source
	listing rng.Source
}

// state is an information state: for each reply its regret, and its weight in the
// average of what was played.
type state struct{ regret, average []float64 }

// visit is a question to the learner: the reply that was given, and how likely it is
// given.
type visit struct {
	state int32
	reply int
	by    float64
}

// exploring is how often the learner gives just any reply.
const exploring = 0.6

func (r *regrets) reset(limit int) {
	if r.index == nil {
		r.index = map[view.Key]int32{}
	}
	clear(r.index)
	r.states, r.limit = r.states[:0], limit
}

// learn plays one game from its beginning; an error is that of a script.
func (r *regrets) learn(w *view.World, seed uint64, learner int) error {
	r.source.Seed(seed, rng.Name("regret"), uint32(learner))
	r.learner, r.taken, r.path = learner, 1, r.path[:0]
	if err := w.Play(r.policy, view.Until{End: true}); err != nil {
		return err
	}
	returns, err := w.Returns()
	if err != nil {
		return err
	}
	// The others and chance are met as often as they come, so that what the learner
	// gets is weighed by how likely its own replies were alone.
	gain, later := returns[learner-1]/r.taken, 1.0
	for i := len(r.path) - 1; i >= 0; i-- {
		v := &r.path[i]
		would := float64(later * v.by)
		for k := range r.states[v.state].regret {
			regret := -would
			if k == v.reply {
				regret = later - would
			}
			r.states[v.state].regret[k] += float64(gain * regret)
		}
		later = would
	}
	return nil
}

// policy answers for all seats.
func (r *regrets) policy(m *view.Moment) []int {
	key := m.Key()
	q := m.Shape
	q.Classes = m.Classes()
	// The same question has the same replies in the same order, a sample too.
	r.listing.Seed(uint64(key), rng.Name("replies"), 0)
	r.replies = candidates(r.replies[:0], &r.listing, &q, r.limit)
	n := len(r.replies)
	if n == 1 {
		return r.replies[0]
	}
	at := r.state(key, n)
	s := &r.states[at]
	// Regret matching: replies are as likely as they are regretted.
	r.now = shares(r.now, s.regret)
	if int(m.Seat) != r.learner {
		for k, p := range r.now {
			s.average[k] += p / r.taken
		}
		return r.replies[pick(&r.source, r.now)]
	}
	k := r.source.Below(n)
	if uniform(&r.source) >= exploring {
		k = pick(&r.source, r.now)
	}
	r.path = append(r.path, visit{at, k, r.now[k]})
	r.taken = float64(r.taken * (exploring/float64(n) + float64((1-exploring)*r.now[k])))
	return r.replies[k]
}

func (r *regrets) state(key view.Key, replies int) int32 {
	at, known := r.index[key]
	if !known {
		at = int32(len(r.states))
		r.index[key] = at
		r.states = append(r.states, state{make([]float64, replies), make([]float64, replies)})
	}
	return at
}

// mixed is the average strategy at an information state; nil where no game came there.
func (r *regrets) mixed(key view.Key) []float64 {
	at, known := r.index[key]
	if !known {
		return nil
	}
	return shares(nil, r.states[at].average)
}

// shares makes parts of 1 out of weights, of which those below 0 count nothing; equal
// ones of none.
func shares(to, weights []float64) []float64 {
	to = to[:0]
	sum := 0.0
	for _, w := range weights {
		sum += max(w, 0)
	}
	for _, w := range weights {
		if sum > 0 {
			to = append(to, max(w, 0)/sum)
		} else {
			to = append(to, 1/float64(len(weights)))
		}
	}
	return to
}

// uniform is a number from 0 to below 1.
func uniform(s *rng.Source) float64 {
	const fine = 1 << 30
	return float64(s.Below(fine)) / fine
}

// pick draws one of some shares of 1.
func pick(s *rng.Source, shares []float64) int {
	at := uniform(s)
	for k, share := range shares {
		if at -= share; at < 0 {
			return k
		}
	}
	return len(shares) - 1
}
