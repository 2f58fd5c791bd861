package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// candidates appends the replies to try to a list: all of them if there are at most
// limit, else a sample without repetitions. Of replies that differ in equal options
// alone there is one.
func candidates(to [][]int, s *rng.Source, q *Question, limit int) [][]int {
	from := len(to)
	if every(q, limit, func(reply []int) { to = append(to, append([]int{}, reply...)) }) {
		return to
	}
	to = to[:from]
	for tries := 0; len(to)-from < limit && tries < 4*limit; tries++ {
		reply := plainest(q, slices.Clone(draw(s, q)))
		if !slices.ContainsFunc(to[from:], func(r []int) bool { return slices.Equal(r, reply) }) {
			to = append(to, reply)
		}
	}
	return to
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
			left--
			if left < 0 {
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
	e.left--
	if e.left < 0 {
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
