package bot

import (
	"math"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// tree is the information-set tree below the root's replies. A node is a question to
// a seat behind a history, the replies since the root; what chance brought, and what
// lies where, is not part of it, so the replies that a node offers differ from world to
// world, and each edge counts how often it was offered.
//
// A secret question has one number for all its seats: each has a node of its own behind
// the same history, which goes on with all their replies at once, so that none answers
// another's.
type tree struct {
	index map[uint64]int32
	nodes []node
	path  []step
	// history leads to the question with a number; joint are the replies to it.
	history, joint uint64
	number         int
	source         rng.Source
	// replies are those to the question, one behind another in memory that is used
	// again.
	replies [][]int
	memory  []int
}

type node struct{ edges []edge }

// edge is a reply at a node: how often it was offered and taken, and what it was
// worth in sum to the seat that is asked there.
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

func (t *tree) reset() {
	if t.index == nil {
		t.index = map[uint64]int32{}
	}
	clear(t.index)
	t.nodes = t.nodes[:0]
}

// begin puts a playout behind a reply at the root.
func (t *tree) begin(number int, reply []int) {
	t.path = t.path[:0]
	t.history, t.number = 0, number
	t.joint = rng.Name("root")
	for _, n := range reply {
		t.joint = rng.Mix(t.joint ^ uint64(n+1))
	}
}

// node finds the node of a question, or makes it.
func (t *tree) node(m *view.Moment) int32 {
	if m.Number != t.number {
		t.history, t.joint, t.number = rng.Mix(t.history^t.joint), 0, m.Number
	}
	key := rng.Mix(t.history ^ rng.Mix(uint64(m.Prompt)<<16^uint64(m.Kind)<<8^uint64(m.Seat)))
	at, known := t.index[key]
	if !known {
		at = int32(len(t.nodes))
		t.index[key] = at
		if len(t.nodes) < cap(t.nodes) {
			t.nodes = t.nodes[:at+1]
			t.nodes[at].edges = t.nodes[at].edges[:0]
		} else {
			t.nodes = append(t.nodes, node{})
		}
	}
	return at
}

// exploration weighs the confidence bound, in deviations of what playouts are worth.
const exploration = 2

// reply takes a reply to a question in the tree, and reports whether it was taken
// before at this node; it is nil where there are too many.
func (t *tree) reply(m *view.Moment, deviation float64, limit int) (reply []int, known bool) {
	q := m.Shape
	q.Classes = m.Classes()
	t.replies, t.memory = t.replies[:0], t.memory[:0]
	if !every(&q, limit, t.offer) {
		return nil, false
	}
	at := t.node(m)
	n := &t.nodes[at]
	best, bound, fresh := int32(-1), math.Inf(-1), 0
	taken := 0
	t.source.Seed(m.Future, rng.Mix(uint64(m.Seat)), uint32(m.Number))
	for i, r := range t.replies {
		k := n.edge(uint64(m.ReplyKey(r)))
		e := &n.edges[k]
		e.offered++
		if e.taken == 0 {
			// Untried replies come first, by chance.
			if fresh++; t.source.Below(fresh) == 0 {
				best, taken = k, i
			}
			continue
		}
		if fresh > 0 {
			continue
		}
		b := e.sum/float64(e.taken) +
			float64(exploration*float64(deviation*math.Sqrt(harmonic(e.offered)/float64(e.taken))))
		if b > bound {
			best, bound, taken = k, b, i
		}
	}
	t.path = append(t.path, step{at, best, int32(m.Seat)})
	// The replies of several seats to one question come together in any order.
	t.joint += rng.Mix(n.edges[best].key ^ rng.Mix(uint64(m.Seat)))
	return append([]int{}, t.replies[taken]...), fresh == 0
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

// add adds what a playout was worth to each seat, to its own edges.
func (t *tree) add(values []float64) {
	for _, s := range t.path {
		e := &t.nodes[s.node].edges[s.edge]
		e.taken++
		e.sum += values[s.seat-1]
	}
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
