package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Random picks each legal reply with the same chance.
type Random struct {
	held
	seed, key uint64
	source    rng.Source
}

// NewRandom returns a random player for a seat of the game with a seed.
func NewRandom(seat engine.Seat, seed uint64) *Random {
	r := &Random{}
	r.Reset(seed, seat)
	return r
}

// Reset makes it the player of another game or seat.
func (r *Random) Reset(seed uint64, seat engine.Seat) {
	r.seed, r.key = seed, rng.Mix(rng.Name("bot")^uint64(seat))
}

// Reply answers a question; the reply is for reading. It allocates nothing but long ones.
func (r *Random) Reply(q *Question) []int {
	r.source.Seed(r.seed, r.key, uint32(q.Number))
	reply := draw(&r.source, q)
	for tries := 0; tries < mostDraws && !r.hold.Keeps(q, reply); tries++ {
		reply = draw(&r.source, q)
	}
	if !r.hold.Keeps(q, reply) {
		for _, only := range r.hold.among(q, nil) {
			reply = only
		}
		if !r.hold.Take && r.hold.Splits(q) {
			reply = r.hold.without(&r.source, q)
		}
	}
	return reply
}

// mostDraws is how often a reply is drawn again that breaks a hold.
const mostDraws = 200

// draw picks a legal reply at random; it is for reading.
func draw(s *rng.Source, q *Question) []int {
	low, high := q.Bounds()
	switch q.Form() {
	case view.Picks:
		if q.Ordered() {
			reply := numbered(q.Options)
			rng.Shuffle(s, reply)
			return reply
		}
		return subset(s, q.Options, size(s, q.Options, low, high))
	case view.Quantity:
		return []int{low + int(below64(s, uint64(high-low)+1))}
	case view.Amounts:
		return split(s, q.Options, q.Total, high)
	}
	n := q.Options
	if low == 0 {
		n++
	}
	pick := s.Below(n)
	switch {
	case pick >= q.Options:
		return []int{}
	case pick < len(picks):
		return picks[pick : pick+1 : pick+1]
	default:
		return []int{pick}
	}
}

// picks are the replies of one option, shared and never changed.
var picks = numbered(64)

// subset picks k of n options, in their order.
func subset(s *rng.Source, n, k int) []int {
	reply := make([]int, 0, k)
	for i := 0; len(reply) < k; i++ {
		if s.Below(n-i) < k-len(reply) {
			reply = append(reply, i)
		}
	}
	return reply
}

// exact is the largest number of options for which the numbers of subsets,
// and their sum, fit 64 bits.
const exact = 60

// size picks how many of n options to take, from low to high, each size
// weighing as much as it has subsets.
func size(s *rng.Source, n, low, high int) int {
	if low >= high {
		return low
	}
	// Weights relative to the size with the most subsets, which lies nearest
	// to the middle: exact for small n, else with a large enough unit.
	peak := min(max(n/2, low), high)
	unit := uint64(1) << 40
	if n <= exact {
		unit = binomial(n, peak)
	}
	sizes := func(yield func(int, uint64) bool) {
		w := unit
		for k := peak; k <= high; k++ {
			if !yield(k, w) {
				return
			}
			w = next(w, n-k, k+1)
		}
		w = next(unit, peak, n-peak+1)
		for k := peak - 1; k >= low; k-- {
			if !yield(k, w) {
				return
			}
			w = next(w, k, n-k+1)
		}
	}
	sum := uint64(0)
	for _, w := range sizes {
		sum += w
	}
	at := below64(s, sum)
	for k, w := range sizes {
		if at < w {
			return k
		}
		at -= w
	}
	return peak
}

// next is w*a/b without overflow for w up to 2^60.
func next(w uint64, a, b int) uint64 {
	whole, rest := w/uint64(b), w%uint64(b)
	return whole*uint64(a) + rest*uint64(a)/uint64(b)
}

func binomial(n, k int) uint64 {
	c := uint64(1)
	for i := 1; i <= k; i++ {
		c = next(c, n-k+i, i)
	}
	return c
}

// below64 returns a number from 0 to n-1; n must be positive and at most 2^62.
func below64(s *rng.Source, n uint64) uint64 {
	const half = 1 << 31
	if n <= half {
		return uint64(s.Below(int(n)))
	}
	limit := uint64(half*half) / n * n
	for {
		if v := uint64(s.Below(half))*half + uint64(s.Below(half)); v < limit {
			return v % n
		}
	}
}

// splitTries is how often split looks for a bounded split before it settles
// for one that is legal, though not exactly as likely as the others.
const splitTries = 200

// split distributes total over n options, at most most each (0: no bound).
func split(s *rng.Source, n, total, most int) []int {
	reply := make([]int, n)
	if n == 0 {
		return reply
	}
	if most <= 0 || most >= total {
		cut(s, reply, total)
		return reply
	}
	// The free rest is a split too; the smaller of the two is found sooner.
	free := n*most - total
	part := min(total, free)
	for range splitTries {
		if cut(s, reply, part) <= most {
			if part != total {
				for i := range reply {
					reply[i] = most - reply[i]
				}
			}
			return reply
		}
	}
	clear(reply)
	for left := total; left > 0; {
		i := s.Below(n)
		for reply[i] == most {
			i = (i + 1) % n
		}
		// One at a time, but in larger pieces where there is very much.
		piece := min(left, most-reply[i], max(1, left/exactStars))
		reply[i] += piece
		left -= piece
	}
	return reply
}

// exactStars is the largest total that is cut star by star.
const exactStars = 100_000

// share is cut for totals that are too large for that: each bar falls on any place,
// which is as good as equally likely among so many.
func share(s *rng.Source, reply []int, total int) int {
	bars := make([]int, len(reply)-1)
	for i := range bars {
		bars[i] = s.Below(total + 1)
	}
	slices.Sort(bars)
	largest, from := 0, 0
	for i := range reply {
		to := total
		if i < len(bars) {
			to = bars[i]
		}
		reply[i] = to - from
		largest, from = max(largest, reply[i]), to
	}
	return largest
}

// cut fills reply with amounts that add up to total, each way equally likely
// (n-1 bars among total stars), and returns the largest.
func cut(s *rng.Source, reply []int, total int) int {
	clear(reply)
	if total > exactStars {
		return share(s, reply, total)
	}
	largest, at, bars := 0, 0, len(reply)-1
	for left := total + bars; left > 0; left-- {
		if s.Below(left) < bars {
			bars--
			at++
			continue
		}
		reply[at]++
		largest = max(largest, reply[at])
	}
	return largest
}
