package bot

import (
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// tree is the information-set tree below the root's replies. A node is a question to a seat
// after a history, the replies since the root. Chance and hidden cards are not part of the
// history, so the replies at a node differ from world to world, and each edge counts how
// often it was offered.
//
// A secret question has one number for all its seats: each has its own node after the same
// history, which goes on with all their replies at once, so that no seat reacts to
// another's reply.
type tree struct {
	nodes
	// history leads to the question with a number; joint are the replies to it.
	history, joint uint64
	number         int
	// habits are what replies were worth wherever they were given, by seat and prompt.
	habits nodes
	source rng.Source
	// replies are those to the question, one behind another in memory that is used
	// again.
	replies [][]int
	memory  []int
}

// nodes are found by keys; path are the edges that a playout has taken.
type nodes struct {
	index map[uint64]int32
	list  []node
	path  []step
}

type node struct{ edges []edge }

// edge is a reply at a node: how often it was offered and taken, and the sum of its values
// for the seat that is asked there.
type edge struct {
	key            uint64
	offered, taken int32
	sum            float64
}

// step is an edge on the way of a playout.
type step struct {
	node, edge int32
	seat       int32
}

func (n *nodes) reset() {
	if n.index == nil {
		n.index = map[uint64]int32{}
	}
	clear(n.index)
	n.list = n.list[:0]
}

// at finds the node with a key, or makes it.
func (n *nodes) at(key uint64) int32 {
	at, known := n.index[key]
	if !known {
		at = int32(len(n.list))
		n.index[key] = at
		if len(n.list) < cap(n.list) {
			n.list = n.list[:at+1]
			n.list[at].edges = n.list[at].edges[:0]
		} else {
			n.list = append(n.list, node{})
		}
	}
	return at
}

// add adds what a playout was worth to each seat, to its own edges.
func (n *nodes) add(values []float64) {
	for _, s := range n.path {
		e := &n.list[s.node].edges[s.edge]
		e.taken++
		e.sum += values[s.seat-1]
	}
}

func (t *tree) reset() {
	t.nodes.reset()
	t.habits.reset()
}

// begin puts a playout behind a reply at the root.
func (t *tree) begin(number int, reply []int) {
	t.path, t.habits.path = t.path[:0], t.habits.path[:0]
	t.history = 0
	t.number = number
	t.joint = rng.Name("root")
	for _, n := range reply {
		t.joint = rng.Mix(t.joint ^ uint64(n+1))
	}
}

// asked is the key of what a question asks whom.
func asked(m *belief.Moment) uint64 {
	return rng.Mix(uint64(m.Prompt)<<16 ^ uint64(m.Kind)<<8 ^ uint64(m.Seat))
}

// node finds the node of a question, or makes it.
func (t *tree) node(m *belief.Moment) int32 {
	if m.Number != t.number {
		t.history = rng.Mix(t.history ^ t.joint)
		t.joint = 0
		t.number = m.Number
	}
	return t.at(rng.Mix(t.history ^ asked(m)))
}

// legal lists the replies to a question, and reports whether there are few enough.
func (t *tree) legal(m *belief.Moment, limit int) bool {
	q := m.Shape
	q.Classes = m.Classes()
	t.replies = t.replies[:0]
	t.memory = t.memory[:0]
	t.source.Seed(m.Future, rng.Mix(uint64(m.Seat)), uint32(m.Number))
	return every(&q, limit, t.offer)
}

// exploration weighs the confidence bound, in deviations of what playouts are worth; habit is
// how many playouts at a node the habit of a reply counts for.
const exploration, habit = 0.7, 3

// reply takes a reply to a question in the tree, and reports whether it was taken before at
// this node; it is nil if there are too many. A reply with few visits is valued by its
// results elsewhere (rapid action value estimation): in a turn of ten actions hardly any
// line is played twice, but each action is in many.
func (t *tree) reply(m *belief.Moment, s *spread, limit int) (reply []int, known bool) {
	if !t.legal(m, limit) {
		return nil, false
	}
	at, by := t.node(m), t.habits.at(asked(m))
	n, h := &t.list[at], &t.habits.list[by]
	mean, deviation := n.mean(s.mean()), s.deviation()
	best := int32(-1)
	usual := int32(-1)
	bound := math.Inf(-1)
	ties := 0
	taken := 0
	for i, r := range t.replies {
		key := uint64(m.ReplyKey(r))
		k, u := n.edge(key), h.edge(key)
		e, elsewhere := &n.edges[k], &h.edges[u]
		e.offered++
		prior := (elsewhere.sum + mean) / float64(elsewhere.taken+1)
		b := (e.sum+float64(habit*prior))/float64(e.taken+habit) +
			float64(exploration*float64(deviation*math.Sqrt(harmonic(e.offered)/float64(e.taken+1))))
		if b < bound {
			continue
		}
		if b > bound {
			bound = b
			ties = 0
		}
		ties++
		if t.source.Below(ties) == 0 {
			best = k
			usual = u
			taken = i
		}
	}
	known = n.edges[best].taken > 0
	t.path = append(t.path, step{at, best, int32(m.Seat)})
	t.habits.path = append(t.habits.path, step{by, usual, int32(m.Seat)})
	// The replies of several seats to one question come together in any order.
	t.joint += rng.Mix(n.edges[best].key ^ rng.Mix(uint64(m.Seat)))
	return slices.Clone(t.replies[taken]), known
}

// atRandom is in how many of a hundred questions behind the tree habits do not count.
const atRandom = 30

// usual gives the reply that is best by habit, often enough, and else any; it is nil where
// there are too many.
func (t *tree) usual(m *belief.Moment, limit int) []int {
	if !t.legal(m, limit) {
		return nil
	}
	by := t.habits.at(asked(m))
	h := &t.habits.list[by]
	free := t.source.Below(100) < atRandom
	taken := t.source.Below(len(t.replies))
	bound := math.Inf(-1)
	for i, r := range t.replies {
		e := &h.edges[h.edge(uint64(m.ReplyKey(r)))]
		if !free && e.taken > 1 && e.sum/float64(e.taken) > bound {
			taken = i
			bound = e.sum / float64(e.taken)
		}
	}
	t.habits.path = append(t.habits.path,
		step{by, h.edge(uint64(m.ReplyKey(t.replies[taken]))), int32(m.Seat)})
	return slices.Clone(t.replies[taken])
}

func (t *tree) offer(reply []int) {
	from := len(t.memory)
	t.memory = append(t.memory, reply...)
	t.replies = append(t.replies, t.memory[from:len(t.memory):len(t.memory)])
}

// edge finds the edge of a reply, or makes it.
func (n *node) edge(key uint64) int32 {
	for i := range n.edges {
		if n.edges[i].key == key {
			return int32(i)
		}
	}
	n.edges = append(n.edges, edge{key: key})
	return int32(len(n.edges) - 1)
}

// mean is the average value of the playouts through the node for its seat; without any, the
// expected value.
func (n *node) mean(expected float64) float64 {
	sum := 0.0
	taken := int32(0)
	for i := range n.edges {
		sum += n.edges[i].sum
		taken += n.edges[i].taken
	}
	if taken == 0 {
		return expected
	}
	return sum / float64(taken)
}

// harmonics are the sums of 1/k up to a number, which grow as the logarithm does.
var harmonics = func() []float64 {
	list := make([]float64, 1024)
	for k := 1; k < len(list); k++ {
		list[k] = list[k-1] + 1/float64(k)
	}
	return list
}()

// harmonic is the harmonic number of n; from 1,023 on it grows by doublings.
func harmonic(n int32) float64 {
	more := 0.0
	for int(n) >= len(harmonics) {
		n /= 2
		more += ln2
	}
	return harmonics[n] + more
}

const ln2 = 0.6931471805599453
