package bot

import (
	"github.com/ruledeck/ruledeck/engine/rng"
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
	b.replies = candidates(b.replies[:0], &b.source, &told, b.Candidates)
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
