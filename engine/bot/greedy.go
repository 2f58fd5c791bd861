package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// worlds are what Greedy asks: its sampler, seen for its seat.
type worlds interface {
	// ready reports whether worlds can be had, and replies be compared in them.
	ready() bool
	// classes are the classes of the question's options; see view.Shape.
	classes() []int
	// world makes the world with a seed the one in which replies are tried.
	world(seed uint64)
	// worth is what a reply is worth to the seat in that world, one of those that
	// it cannot tell from the real one. It is false when that world cannot be had.
	worth(reply []int) (worth int, ok bool)
}

// Greedy picks the reply after which its seat stands best, on the average over
// some worlds. It looks no further: in its worlds everything else is answered at
// random to the end of the step, for its own seat too. Measured on the shipped games,
// that plays far better than to stop at its own next decision, where what a reply
// began has not happened yet.
type Greedy struct {
	held
	// Samples is the number of worlds, Candidates the largest number of replies
	// that are tried where there are many.
	Samples, Candidates int
	// AtRandom counts the replies that were picked at random, because the game
	// has no standing or no world could be had.
	AtRandom int
	// Err is the first failure of a script while the player thought, of the
	// pack's standing for one; the replies that failed are left out. Refused is
	// why it could not think at all the last time.
	Err     error
	Refused string
	bill    bill

	seat    engine.Seat
	sampler *belief.Sampler
	others  Random
	random  Random
	source  rng.Source
	replies [][]int
	sums    []int
	counts  []int
}

// NewGreedy returns a greedy player for a seat of the game with a seed; scripts must not
// be the game's own.
func NewGreedy(seat engine.Seat, seed uint64, scripts engine.Scripts) *Greedy {
	b := &Greedy{Samples: 4, Candidates: 32}
	b.sampler = belief.NewSampler(scripts, func(m *belief.Moment) []int {
		b.others.Reset(m.Future, m.Seat)
		return b.others.Reply(&m.Shape)
	})
	b.Reset(seed, seat)
	return b
}

// Reset makes it the player of another game or seat.
func (b *Greedy) Reset(seed uint64, seat engine.Seat) {
	b.random.Reset(seed, seat)
	b.AtRandom = 0
	b.Err = nil
	b.Refused = ""
	b.bill.over = 0
}

func (b *Greedy) ready() bool {
	b.Refused = b.sampler.Refusal()
	return b.Refused == "" && b.sampler.HasEvaluation()
}

func (b *Greedy) classes() []int { return b.sampler.Classes() }

func (b *Greedy) world(seed uint64) { b.sampler.World(seed) }

// worthOfWin is what a won game counts beside any standing.
const worthOfWin = 1 << 24

func (b *Greedy) worth(reply []int) (worth int, ok bool) {
	ok, err := b.sampler.Play(reply, belief.Until{})
	if ok {
		worth, err = b.sampler.Evaluation(b.seat)
		over, winners, draw := b.sampler.Over()
		switch {
		case !over || slices.Contains(draw, b.seat):
		case slices.Contains(winners, b.seat):
			worth += worthOfWin
		default:
			worth -= worthOfWin
		}
	}
	if err != nil && b.Err == nil && !b.sampler.Interrupted() && b.bill.left() {
		b.Err = err
	}
	return worth, ok && err == nil
}

// reply answers a question; w values replies to it.
func (b *Greedy) reply(q *Question, w worlds) []int {
	if b.freely() {
		if reply := b.think(q, w, nil); b.hold.Keeps(q, reply) {
			return reply
		}
	}
	return b.think(q, w, b.hold)
}

// think finds the best reply within a hold.
func (b *Greedy) think(q *Question, w worlds, hold *Hold) []int {
	b.random.Hold(hold)
	b.source.Seed(b.random.seed, rng.Mix(b.random.key), uint32(q.Number))
	if !w.ready() {
		b.AtRandom++
		return b.random.Reply(q)
	}
	split := *q
	split.Classes = hold.apart(w.classes())
	b.replies = hold.among(q, candidates(b.replies[:0], &b.source, &split, b.Candidates))
	n := len(b.replies)
	if n == 1 {
		return append([]int{}, b.replies[0]...)
	}
	b.sums, b.counts = append(b.sums[:0], make([]int, n)...), append(b.counts[:0], make([]int, n)...)
	defer b.bill.end()
	if !b.bill.begin(b.sampler, n*b.Samples) {
		b.AtRandom++
		return b.random.Reply(q)
	}
	for sample := range b.Samples {
		if !b.bill.left() {
			break
		}
		w.world(rng.Derive(rng.Derive(b.random.seed^b.random.key, q.Number), sample))
		for i, reply := range b.replies {
			if !b.bill.left() {
				break
			}
			if worth, ok := w.worth(reply); ok {
				b.sums[i] += worth
				b.counts[i]++
			}
		}
	}
	best, ties := -1, 0
	for i := range b.replies {
		if b.counts[i] == 0 {
			continue
		}
		switch sign := b.compare(i, best); {
		case sign > 0:
			best, ties = i, 1
		case sign == 0:
			if ties++; b.source.Below(ties) == 0 {
				best = i
			}
		}
	}
	if best < 0 {
		b.AtRandom++
		return b.random.Reply(q)
	}
	return append([]int{}, b.replies[best]...)
}

// compare compares two averages; nothing is below all.
func (b *Greedy) compare(i, best int) int {
	if best < 0 {
		return 1
	}
	return b.sums[i]*b.counts[best] - b.sums[best]*b.counts[i]
}
