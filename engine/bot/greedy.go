package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Oracle tells what replies are worth to a bot's seat.
type Oracle interface {
	// Ready prepares the question that is open; it is false when the game has no
	// measure of how well a seat stands.
	Ready() bool
	// Value is the worth of a reply in world number sample, one of those that
	// the seat cannot tell from the real one. It is false when that world
	// cannot be had.
	Value(sample int, reply []int) (worth int, ok bool)
}

// Greedy picks the reply after which its seat stands best, on the average over
// some worlds. It looks no further.
type Greedy struct {
	// Samples is the number of worlds, Candidates the largest number of replies
	// that are tried where there are many.
	Samples, Candidates int
	// AtRandom counts the replies that were picked at random, because the game
	// has no standing or no world could be had.
	AtRandom int

	random  Random
	source  rng.Source
	replies [][]int
	sums    []int
	counts  []int
}

// NewGreedy returns a greedy player for a seat of the game with a seed.
func NewGreedy(seed uint64, seat int) *Greedy {
	b := &Greedy{Samples: 4, Candidates: 32}
	b.Reset(seed, seat)
	return b
}

// Reset makes it the player of another game or seat.
func (b *Greedy) Reset(seed uint64, seat int) {
	b.random.Reset(seed, seat)
	b.AtRandom = 0
}

// Reply answers a question; o values replies to it.
func (b *Greedy) Reply(q *Question, o Oracle) []int {
	b.source.Seed(b.random.seed, rng.Mix(b.random.key), uint32(q.Number))
	if !o.Ready() {
		b.AtRandom++
		return b.random.Reply(q)
	}
	b.candidates(q)
	n := len(b.replies)
	b.sums, b.counts = append(b.sums[:0], make([]int, n)...), append(b.counts[:0], make([]int, n)...)
	for sample := range b.Samples {
		for i, reply := range b.replies {
			if worth, ok := o.Value(sample, reply); ok {
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

// candidates lists the replies to try: all of them if they are few, else a
// sample without repetitions.
func (b *Greedy) candidates(q *Question) {
	b.replies = b.replies[:0]
	if every(q, b.Candidates, func(reply []int) { b.replies = append(b.replies, append([]int{}, reply...)) }) {
		return
	}
	b.replies = b.replies[:0]
	for tries := 0; len(b.replies) < b.Candidates && tries < 4*b.Candidates; tries++ {
		reply := draw(&b.source, q)
		if !slices.ContainsFunc(b.replies, func(r []int) bool { return slices.Equal(r, reply) }) {
			b.replies = append(b.replies, reply)
		}
	}
}

// every calls visit with all legal replies, if there are at most limit; it
// tells whether it did. The reply belongs to visit only during the call.
func every(q *Question, limit int, visit func([]int)) bool {
	switch q.Kind {
	case One:
		if q.Options+1 > limit {
			return false
		}
		for i := range q.Options {
			visit([]int{i})
		}
		if q.Optional || q.Options == 0 {
			visit(nil)
		}
		return true
	case YesNo:
		visit([]int{0})
		visit([]int{1})
		return true
	case Number:
		if q.Max-q.Min >= limit {
			return false
		}
		for n := q.Min; n <= q.Max; n++ {
			visit([]int{n})
		}
		return true
	}
	e := enumeration{q: q, left: limit, visit: visit}
	switch q.Kind {
	case Some:
		low, high := q.bounds()
		return e.some(nil, 0, low, high)
	case Order:
		return e.order(nil)
	}
	return e.split(nil, q.Total)
}

// enumeration walks through the replies of the kinds that have very many; it
// stops when more than the limit are found.
type enumeration struct {
	q     *Question
	left  int
	visit func([]int)
}

func (e *enumeration) found(reply []int) bool {
	if e.left--; e.left < 0 {
		return false
	}
	e.visit(reply)
	return true
}

func (e *enumeration) some(reply []int, from, low, high int) bool {
	if len(reply) >= low && !e.found(reply) {
		return false
	}
	if len(reply) == high {
		return true
	}
	for i := from; i < e.q.Options && len(reply)+e.q.Options-i >= low; i++ {
		if !e.some(append(reply, i), i+1, low, high) {
			return false
		}
	}
	return true
}

func (e *enumeration) order(reply []int) bool {
	if len(reply) == e.q.Options {
		return e.found(reply)
	}
	for i := range e.q.Options {
		if !slices.Contains(reply, i) && !e.order(append(reply, i)) {
			return false
		}
	}
	return true
}

func (e *enumeration) split(reply []int, total int) bool {
	rest := e.q.Options - len(reply) - 1
	most := total
	if e.q.Max > 0 {
		most = min(total, e.q.Max)
	}
	if rest < 0 {
		return e.found(reply)
	}
	least := 0
	if rest == 0 {
		least = total
	} else if e.q.Max > 0 {
		least = max(0, total-rest*e.q.Max)
	}
	for amount := least; amount <= most; amount++ {
		if !e.split(append(reply, amount), total-amount) {
			return false
		}
	}
	return true
}
