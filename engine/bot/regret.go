package bot

import (
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// regrets is Monte Carlo counterfactual regret minimization by external sampling (M.
// Lanctot and others, 2009): games are played from the deal on, by what the games
// before them have taught. In a lesson chance and the others play as they come, and the
// learner's replies are all tried, one after another in the same game. At every information
// state each reply keeps the regret that it was not given, and the more it has, the more
// often it is given; the average of that play approaches an equilibrium where two seats
// play for the same thing.
//
// So a reply counts for what it tells the others, and theirs for what they tell of
// their cards. Halving instead has all worlds alike, in which somebody who holds the
// worst card bets as often as anybody else, and is found out by whoever knows that.
//
// What was learned is good for every question of every game that begins alike, and is kept:
// a question alone brings too few games to learn anything of a game with hundreds of
// information states.
type regrets struct {
	index  map[view.Key]int32
	states []state
	// beginning is that of the games, lessons and games count those that were played.
	beginning      view.Key
	lessons, games int
	// learner is the seat whose regrets a lesson adds to; trail are the questions to it on
	// the way to the end, depth how many of them the game has come through.
	learner int
	trail   []visit
	depth   int
	seed    uint64
	now     []float64
	replies [][]int
	limit   int
	source  rng.Source
	listing rng.Source
}

// state is an information state: for each reply its regret, and its weight in the average
// strategy.
type state struct{ regret, average []float64 }

// visit is a question to the learner: the reply that is tried, how likely each is given and
// what those that were tried have brought.
type visit struct {
	state       int32
	reply       int
	by, brought []float64
}

// deepest is how many questions of a lesson have all their replies tried, mostStates how many
// information states are kept: behind that the learner replies as it has learned, or at random.
const deepest, mostStates = 6, 1 << 17

// begin discards what was learned of games that begin differently.
func (r *regrets) begin(beginning view.Key, limit int) {
	if r.index != nil && r.beginning == beginning && r.limit == limit {
		return
	}
	*r = regrets{index: map[view.Key]int32{}, beginning: beginning, limit: limit, states: r.states[:0]}
}

// learn is a lesson: it plays the games that begin with a seed. An error is that of a script.
func (r *regrets) learn(begin func(seed uint64) *belief.World, seats int) error {
	r.lessons++
	r.seed = rng.Derive(rng.Name("regret"), r.lessons)
	r.learner = r.lessons%seats + 1
	r.trail = r.trail[:0]
	for {
		w := begin(r.seed)
		r.depth = 0
		r.games++
		if err := w.Play(r.policy, belief.Until{End: true}); err != nil {
			return err
		}
		returns, err := w.Returns()
		if err != nil {
			return err
		}
		if !r.back(returns[r.learner-1]) {
			return nil
		}
	}
}

// back takes what a game has brought to the questions on its way, and reports whether a reply
// is left to try.
func (r *regrets) back(brought float64) bool {
	for n := len(r.trail) - 1; n >= 0; n-- {
		v := &r.trail[n]
		v.brought[v.reply] = brought
		v.reply++
		if v.reply < len(v.by) {
			r.trail = r.trail[:n+1]
			return true
		}
		brought = 0
		for k, p := range v.by {
			brought += float64(p * v.brought[k])
		}
		for k := range v.by {
			r.states[v.state].regret[k] += v.brought[k] - brought
		}
	}
	return false
}

// policy answers for all seats.
func (r *regrets) policy(m *belief.Moment) []int {
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
	learner := int(m.Seat) == r.learner
	if learner && r.depth < len(r.trail) {
		r.depth++
		return r.replies[r.trail[r.depth-1].reply]
	}
	// The remaining chance comes out the same in all games of the lesson.
	r.source.Seed(r.seed, uint64(key), uint32(m.Number))
	at := r.state(key, n)
	if at < 0 {
		return r.replies[r.source.Below(n)]
	}
	s := &r.states[at]
	// Regret matching: replies are as likely as they are regretted.
	r.now = shares(r.now, s.regret)
	switch {
	case learner && len(r.trail) < deepest:
		r.trail = append(r.trail, visit{at, 0, append([]float64{}, r.now...), make([]float64, n)})
		r.depth++
		return r.replies[0]
	case !learner && r.depth == len(r.trail):
		// Later play is better play, and counts for more.
		for k, p := range r.now {
			s.average[k] += float64(p * float64(r.lessons))
		}
	}
	return r.replies[pick(&r.source, r.now)]
}

func (r *regrets) state(key view.Key, replies int) int32 {
	at, known := r.index[key]
	if !known {
		if len(r.states) == mostStates {
			return -1
		}
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
		at -= share
		if at < 0 {
			return k
		}
	}
	return len(shares) - 1
}
