package bot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Hold keeps a player to an option, or from it, for experiments: with Take a reply takes
// one of Options, else it takes none of them. A player thinks as if it were free, and
// thinks again if its reply breaks the hold; so a player whose reply keeps it answers as it
// would without the hold. If no legal reply keeps the hold, it is broken.
type Hold struct {
	Options []int
	Take    bool
}

// Keeps reports whether a reply keeps to the hold; those to a quantity, or an order of
// all options, always do.
func (h *Hold) Keeps(q *Question, reply []int) bool {
	if h == nil || q.Form() == view.Quantity || q.Ordered() {
		return true
	}
	takes := slices.ContainsFunc(h.Options, func(option int) bool {
		if q.Form() == view.Amounts {
			return reply[option] > 0
		}
		return slices.Contains(reply, option)
	})
	return takes == h.Take
}

// Splits reports whether some legal replies take one of the options, and others none.
func (h *Hold) Splits(q *Question) bool {
	rest := q.Options - len(h.Options)
	low, high := q.Bounds()
	switch {
	case len(h.Options) == 0 || q.Form() == view.Quantity || q.Ordered():
		return false
	case q.Form() == view.Amounts:
		return rest > 0 && q.Total > 0 && (q.Max == 0 || rest*q.Max >= q.Total)
	}
	return high > 0 && rest >= low
}

// without draws a reply that takes none of the options, where some legal replies do.
func (h *Hold) without(s *rng.Source, q *Question) []int {
	var free []int
	for option := range q.Options {
		if !slices.Contains(h.Options, option) {
			free = append(free, option)
		}
	}
	fewer := *q
	fewer.Options = len(free)
	drawn := draw(s, &fewer)
	if q.Form() == view.Amounts {
		reply := make([]int, q.Options)
		for i, n := range drawn {
			reply[free[i]] = n
		}
		return reply
	}
	reply := make([]int, len(drawn))
	for i, n := range drawn {
		reply[i] = free[n]
	}
	return reply
}

// among are the replies to try that keep the hold, with the option itself if it may be
// picked alone.
func (h *Hold) among(q *Question, replies [][]int) [][]int {
	if h == nil {
		return replies
	}
	replies = slices.DeleteFunc(replies, func(reply []int) bool { return !h.Keeps(q, reply) })
	for _, option := range h.Options {
		if one := []int{option}; h.Take && len(replies) == 0 && q.Check(one) == nil {
			replies = append(replies, one)
		}
	}
	return replies
}

// apart puts each option of the hold into its own class, so that its twins are distinct.
func (h *Hold) apart(classes []int) []int {
	if h == nil || classes == nil {
		return classes
	}
	out := slices.Clone(classes)
	firsts := map[int]int{}
	for i, class := range classes {
		first, known := firsts[class]
		switch {
		case slices.Contains(h.Options, i):
			out[i] = i
		case known:
			out[i] = first
		default:
			firsts[class], out[i] = i, i
		}
	}
	return out
}

// held is a player that may be held.
type held struct{ hold *Hold }

// Hold holds the player from now on; nil lets it go.
func (h *held) Hold(to *Hold) { h.hold = to }

// freely reports whether the player is to think as if it were free first.
func (h *held) freely() bool { return h.hold == nil || !h.hold.Take }
