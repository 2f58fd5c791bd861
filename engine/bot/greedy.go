package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Worlds are what a bot that looks ahead may ask: a view.Sampler, seen for one
// seat.
type Worlds interface {
	// Ready reports whether worlds can be had, and replies be compared in them.
	Ready() bool
	// Classes are those of the question's options; see view.Shape.
	Classes() []int
	// World makes the world with a seed the one in which replies are tried.
	World(seed uint64)
	// Worth is what a reply is worth to the seat in that world, one of those that
	// it cannot tell from the real one. It is false when that world cannot be had.
	Worth(reply []int) (worth int, ok bool)
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

// Reply answers a question; w values replies to it.
func (b *Greedy) Reply(q *Question, w Worlds) []int {
	b.source.Seed(b.random.seed, rng.Mix(b.random.key), uint32(q.Number))
	if !w.Ready() {
		b.AtRandom++
		return b.random.Reply(q)
	}
	told := *q
	told.Classes = w.Classes()
	b.candidates(&told)
	n := len(b.replies)
	if n == 1 {
		return append([]int{}, b.replies[0]...)
	}
	b.sums, b.counts = append(b.sums[:0], make([]int, n)...), append(b.counts[:0], make([]int, n)...)
	for sample := range b.Samples {
		w.World(rng.Derive(rng.Derive(b.random.seed^b.random.key, q.Number), sample))
		for i, reply := range b.replies {
			if worth, ok := w.Worth(reply); ok {
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
// sample without repetitions. Of replies that differ in equal options alone there
// is one.
func (b *Greedy) candidates(q *Question) {
	b.replies = b.replies[:0]
	if every(q, b.Candidates, func(reply []int) { b.replies = append(b.replies, append([]int{}, reply...)) }) {
		return
	}
	b.replies = b.replies[:0]
	for tries := 0; len(b.replies) < b.Candidates && tries < 4*b.Candidates; tries++ {
		reply := plainest(q, draw(&b.source, q))
		if !slices.ContainsFunc(b.replies, func(r []int) bool { return slices.Equal(r, reply) }) {
			b.replies = append(b.replies, reply)
		}
	}
}

// every calls visit with all legal replies, if there are at most limit; it
// reports whether it did. The reply belongs to visit only during the call.
func every(q *Question, limit int, visit func([]int)) bool {
	low, high := q.Bounds()
	switch q.Form() {
	case view.Pick:
		left := limit
		if low == 0 {
			left--
		}
		for i := range q.Options {
			if first(q, i) != i {
				continue
			}
			if left--; left < 0 {
				return false
			}
			visit([]int{i})
		}
		if low == 0 {
			visit(nil)
		}
		return true
	case view.Quantity:
		if high-low >= limit {
			return false
		}
		for n := low; n <= high; n++ {
			visit([]int{n})
		}
		return true
	}
	e := enumeration{q: q, left: limit, visit: visit}
	switch {
	case q.Form() == view.Amounts:
		return e.split(nil, q.Total)
	case q.Ordered():
		return e.order(nil)
	}
	return e.some(nil, 0, low, high)
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
		if e.behind(reply, i) {
			continue
		}
		if !e.some(append(reply, i), i+1, low, high) {
			return false
		}
	}
	return true
}

// behind reports whether an equal option comes before option i and is not in the
// reply: then the reply with that one stands for both.
func (e *enumeration) behind(reply []int, i int) bool {
	if e.q.Classes == nil {
		return false
	}
	for k := e.q.Classes[i]; k < i; k++ {
		if e.q.Classes[k] == e.q.Classes[i] && !slices.Contains(reply, k) {
			return true
		}
	}
	return false
}

func (e *enumeration) order(reply []int) bool {
	if len(reply) == e.q.Options {
		return e.found(reply)
	}
	for i := range e.q.Options {
		if !slices.Contains(reply, i) && !e.behind(reply, i) && !e.order(append(reply, i)) {
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
	// Of equal options the first has the most.
	for before := len(reply) - 1; e.q.Classes != nil && before >= 0; before-- {
		if first(e.q, before) == first(e.q, len(reply)) {
			most = min(most, reply[before])
			break
		}
	}
	for amount := least; amount <= most; amount++ {
		if !e.split(append(reply, amount), total-amount) {
			return false
		}
	}
	return true
}

// first is the first option that is equal to one.
func first(q *Question, i int) int {
	if q.Classes == nil || i >= len(q.Classes) {
		return i
	}
	return q.Classes[i]
}

// plainest is, of all replies that differ from one in equal options alone, that
// with the first of them.
func plainest(q *Question, reply []int) []int {
	if q.Classes == nil {
		return reply
	}
	switch q.Form() {
	case view.Pick, view.Picks:
		used := make([]bool, q.Options)
		for i, pick := range reply {
			for k := first(q, pick); ; k++ {
				if q.Classes[k] == q.Classes[pick] && !used[k] {
					reply[i], used[k] = k, true
					break
				}
			}
		}
		if !q.Ordered() {
			slices.Sort(reply)
		}
	case view.Amounts:
		for i := range reply {
			for k := range i {
				if q.Classes[k] == q.Classes[i] && reply[k] < reply[i] {
					reply[k], reply[i] = reply[i], reply[k]
				}
			}
		}
	}
	return reply
}
