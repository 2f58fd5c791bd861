package bot

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Search thinks ahead: it plays replies on in sampled worlds (determinizations), and
// gives the one after which its seat stands best.
//
// At the root, sequential halving: every living reply is tried equally often, then
// the worse half is dropped. The replies are compared with common random numbers: all
// of them in the same worlds, with the same future, so that what differs between them
// is what they do. Below it, a tree over what can be told apart without the hidden
// part (information set Monte Carlo tree search): one tree for all worlds, whose
// nodes are the replies since the root, so that no plan rests on a card that the seat
// does not see. Each seat takes at its nodes what is best for itself (max^n), by upper
// confidence bounds over the replies that were offered there; one that was hardly tried
// there counts for what it was worth elsewhere.
//
// A playout ends at a quiet point, and is worth to each seat what it has more than the
// best of the others by the pack's evaluation; at the end of the game, what it gets
// out of it. The measure is linear: squashed, a goal would count hardly more than a
// step forward.
//
// It is a function of seed, seat, question and what the seat knows, on every machine:
// each product of floating-point numbers is rounded by itself (float64(x * y)), so
// that no machine fuses it with a sum, and the logarithm is a harmonic number, a sum
// of quotients.
type Search struct {
	held
	// Playouts is the number of playouts for a decision, where the pack or the kind does not
	// say it. Where Time is set, it thinks
	// that long instead, by Clock, and is a function of how many playouts it came to.
	Playouts int
	Time     time.Duration
	Clock    func() time.Time
	// Candidates is the largest number of replies that are tried where there are many.
	Candidates int
	// AtRandom counts the replies that were picked at random, because no world could be
	// had; Tried the playouts.
	AtRandom, Tried int
	// Err is the first failure of a script while it thought; such playouts are left
	// out.
	Err error
	// Mixed is what the last reply was drawn from, by candidate; nil where it is the
	// best that was found.
	Mixed []float64
	// Refused is why it could not think at all the last time.
	Refused string

	// ahead is how far it looks where the pack says otherwise.
	ahead func(engine.LookAhead) engine.LookAhead
	// depth is how many decisions of each seat a playout goes through in the tree;
	// without any it ends at the first quiet point. rollout is for how many more
	// decisions of each seat it goes on at random once it has left the tree, within
	// the depth.
	depth, rollout int
	// bluff makes it play games from the deal on, and mix its replies; see regrets. Where
	// none of them came to the question it thinks as without.
	bluff    bool
	random   Random
	source   rng.Source
	sampler  *belief.Sampler // of the first thinker
	thinkers []*thinker
	question Question
	replies  [][]int
	arms     []arm
	living   []*arm
	regrets  regrets
	spreads  []spread
	// bill is what thinking has spent.
	bill bill
}

// bill bounds the work of scripts for a thinking player, whatever its settings: a pack
// whose playouts cost more than in any game is searched less, and in the end not at
// all.
type bill struct {
	sampler *belief.Sampler
	// most is what may be spent for an answer, from what had been spent before it.
	most, from int
	// over counts the answers for which that did not do.
	over int
}

// costOfPlayout is what a playout may cost on average: a whole season of a game that is
// shipped. mostOver is how often an answer may cost more than its playouts may.
const costOfPlayout, mostOver = 300_000, 8

// begin begins an answer, for so many playouts, and reports whether it may be thought about.
func (c *bill) begin(s *belief.Sampler, playouts int) bool {
	*c = bill{s, costOfPlayout * playouts, s.Spent(), c.over}
	s.Within(c.most)
	return c.over < mostOver
}

// left reports whether there is something left to spend.
func (c *bill) left() bool { return c.sampler.Spent()-c.from < c.most }

// end ends an answer.
func (c *bill) end() {
	if !c.left() {
		c.over++
	}
	c.sampler.Within(0)
}

// arm is a reply at the root, with what its last playout found.
type arm struct {
	reply []int
	sum   float64
	tries int
	// tree is where its playouts go on: one for all replies, or its own.
	tree *tree
	own  tree
	// values are what the playout was worth to each seat, if it counts; they are added
	// to the spreads where spread is set.
	values []float64
	counts bool
	spread bool
	err    error
}

func (a *arm) mean() float64 { return a.sum / float64(a.tries) }

// NewSearch returns a player that thinks, for a seat of the game with a seed; scripts
// must not be the game's own.
func NewSearch(seat engine.Seat, seed uint64, scripts engine.Scripts) *Search {
	b := &Search{Playouts: usualPlayouts, Candidates: 32, ahead: func(l engine.LookAhead) engine.LookAhead { return l }}
	b.Help(scripts)
	b.sampler = b.thinkers[0].sampler
	b.Reset(seed, seat)
	return b
}

// Help lets a player that thinks by a clock try replies on one more goroutine. scripts are
// for that use alone. The number of helpers does not change the result of a number of
// playouts.
func (b *Search) Help(scripts engine.Scripts) {
	b.thinkers = append(b.thinkers, newThinker(b, scripts))
}

// Reset makes it the player of another game or seat.
func (b *Search) Reset(seed uint64, seat engine.Seat) {
	b.random.Reset(seed, seat)
	b.AtRandom = 0
	b.Tried = 0
	b.Err = nil
	b.Refused = ""
	b.bill.over = 0
}

// reply answers a question that the sampler has taken up.
func (b *Search) reply(q *Question) []int {
	if b.freely() {
		if reply := b.think(q, nil); b.hold.Keeps(q, reply) {
			return reply
		}
	}
	return b.think(q, b.hold)
}

// think finds a reply within a hold.
func (b *Search) think(q *Question, hold *Hold) []int {
	b.random.Hold(hold)
	b.source.Seed(b.random.seed, rng.Mix(b.random.key), uint32(q.Number))
	b.question = *q
	b.Mixed = nil
	b.question.Classes = hold.apart(b.sampler.Classes())
	b.replies = hold.among(q, candidates(b.replies[:0], &b.source, &b.question, b.Candidates))
	if len(b.replies) == 1 {
		return slices.Clone(b.replies[0])
	}
	if b.Time == 0 {
		defer b.bill.end()
		if !b.bill.begin(b.sampler, b.Playouts) {
			b.Refused = "what scripts do in its playouts is too much"
		}
	}
	if b.Refused == "" && b.bluff && hold == nil {
		if reply := b.mixed(); reply != nil {
			return reply
		}
	}
	if b.Refused == "" && len(b.replies) > 0 {
		b.halve()
		if best := b.living[0]; best.tries > 0 {
			return slices.Clone(best.reply)
		}
	}
	b.AtRandom++
	return b.random.Reply(q)
}

// gamesOfPlayout is how many games are learned from for each of the playouts, once for all
// questions.
const gamesOfPlayout = 50

// mixed learns from games that begin at the deal, and draws a reply from what they have
// taught; nil where they have taught nothing about the question.
func (b *Search) mixed() []int {
	r := &b.regrets
	w := b.sampler.Begin(1)
	if w == nil {
		return nil
	}
	r.begin(w.Beginning(), b.Candidates)
	for more := b.budget(1, 1); b.Time == 0 && r.games < gamesOfPlayout*b.Playouts || b.Time > 0 && more(); {
		if b.sampler.Interrupted() || b.Time == 0 && !b.bill.left() {
			break
		}
		before := r.games
		b.failed(r.learn(b.sampler.Begin, b.sampler.Seats()))
		b.Tried += r.games - before
	}
	key := b.sampler.Key()
	b.Mixed = r.mixed(key)
	if b.Mixed == nil {
		return nil
	}
	r.listing.Seed(uint64(key), rng.Name("replies"), 0)
	b.replies = candidates(b.replies[:0], &r.listing, &b.question, b.Candidates)
	return append([]int{}, b.replies[pick(&b.source, b.Mixed)]...)
}

// leastTries is how often a reply is tried at least; where the budget is too small
// for that, some replies are not tried at all.
const leastTries = 4

// halve is sequential halving: it leaves the best reply first among the living.
func (b *Search) halve() {
	b.spreads = append(b.spreads[:0], make([]spread, b.sampler.Seats())...)
	for len(b.arms) < len(b.replies) {
		b.arms = append(b.arms, arm{})
	}
	b.living = b.living[:0]
	for i, reply := range b.replies {
		a := &b.arms[i]
		*a = arm{reply: reply, own: a.own, values: a.values}
		a.own.reset()
		a.tree = &b.arms[0].own
		if b.apart() {
			a.tree = &a.own
		}
		b.living = append(b.living, a)
	}
	rng.Shuffle(&b.source, b.living)
	if b.Time == 0 {
		b.living = b.living[:min(len(b.living), max(2, b.Playouts/leastTries))]
	}
	rounds := bits.Len(uint(len(b.living) - 1))
	worlds := 0
	for range rounds {
		for more := b.budget(rounds, len(b.living)); more(); worlds++ {
			b.world(rng.Derive(rng.Derive(b.random.seed^b.random.key, b.question.Number), worlds))
		}
		slices.SortStableFunc(b.living, worse)
		b.living = b.living[:(len(b.living)+1)/2]
	}
}

// apart reports whether the replies are tried in parallel, each with its own tree: by a
// clock, except for a secret question, where all replies lead to one node of the tree.
func (b *Search) apart() bool { return b.Time > 0 && !b.question.Secret }

// world tries the living replies in a world.
func (b *Search) world(seed uint64) {
	if !b.apart() {
		b.sampler.World(seed)
		for _, a := range b.living {
			if b.Time > 0 || b.bill.left() {
				b.thinkers[0].playout(a)
				b.count(a)
			}
		}
		return
	}
	// The results of replies are added up when all have been tried, so it does not matter
	// which goroutine tries which, nor in which order.
	var next atomic.Int32
	var wait sync.WaitGroup
	for _, t := range b.thinkers[:min(len(b.thinkers), len(b.living))] {
		wait.Go(func() {
			t.sampler.World(seed)
			for i := int(next.Add(1)) - 1; i < len(b.living); i = int(next.Add(1)) - 1 {
				t.playout(b.living[i])
			}
		})
	}
	wait.Wait()
	for _, a := range b.living {
		b.count(a)
	}
}

// count counts the last playout of a reply.
func (b *Search) count(a *arm) {
	b.Tried++
	b.failed(a.err)
	if !a.counts {
		return
	}
	if a.spread {
		for i, v := range a.values {
			b.spreads[i].add(v)
		}
	}
	a.sum += a.values[b.question.Seat-1]
	a.tries++
}

// worse puts replies in their order, the best first.
func worse(x, y *arm) int {
	switch {
	case x.tries == 0 || y.tries == 0:
		return y.tries - x.tries
	case x.mean() > y.mean():
		return -1
	case x.mean() < y.mean():
		return 1
	}
	return 0
}

// failed notes the error of a playout.
func (b *Search) failed(err error) {
	if b.Err == nil && !b.sampler.Interrupted() && (b.Time > 0 || b.bill.left()) {
		b.Err = err
	}
}

// budget says for how long one of some rounds goes on, asked before each world, in which
// there are so many playouts.
func (b *Search) budget(rounds, playouts int) func() bool {
	if b.Time == 0 {
		left := max(1, b.Playouts/(rounds*playouts))
		return func() bool {
			left--
			return left >= 0 && !b.sampler.Interrupted() && b.bill.left()
		}
	}
	var end time.Time
	return func() bool {
		if end.IsZero() {
			end = b.Clock().Add(b.Time / time.Duration(rounds))
			return true
		}
		return b.Clock().Before(end) && !b.sampler.Interrupted()
	}
}

// ahead turns each seat's value into its lead over the best of the others.
func ahead(values []float64) {
	best, second := math.Inf(-1), math.Inf(-1)
	for _, v := range values {
		if v > best {
			best, second = v, best
		} else if v > second {
			second = v
		}
	}
	for i, v := range values {
		switch {
		case len(values) == 1:
		case v == best:
			values[i] = v - second
		default:
			values[i] = v - best
		}
	}
}

// spread is the mean and the deviation of some values.
type spread struct {
	n            float64
	sum, squares float64
}

func (s *spread) add(v float64) {
	s.n++
	s.sum += v
	s.squares += float64(v * v)
}

func (s *spread) mean() float64 {
	if s.n == 0 {
		return 0
	}
	return s.sum / s.n
}

// deviation is 1 where nothing is known.
func (s *spread) deviation() float64 {
	if s.n < 2 {
		return 1
	}
	mean := s.mean()
	variance := s.squares/s.n - float64(mean*mean)
	if variance <= 0 {
		return 1
	}
	return math.Sqrt(variance)
}
