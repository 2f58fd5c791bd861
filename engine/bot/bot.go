// Package bot holds players that need no person: Random and Greedy.
//
// A bot never sees a game. Random gets the shape of a question, counts and
// bounds alone; Greedy besides asks an Oracle what a reply would be worth in
// worlds that differ in what its seat does not know. Who gives a bot a seat
// at a game is package table.
//
// A bot is a function of its seed, its seat and the question: asked again, it
// answers the same. It may import engine/rng and the standard library; a test
// keeps it from the engine itself.
package bot

// Kind is the kind of a question. The kinds are those of engine.DecisionKind,
// in the same order.
type Kind uint8

// The kinds of questions.
const (
	// One: one option, or none if Optional.
	One Kind = iota
	// Some: Min to Max different options.
	Some
	// Order: all options, in an order.
	Order
	// YesNo: 0 for yes, 1 for no.
	YesNo
	// Number: a number from Min to Max.
	Number
	// Split: Total distributed over the options, at most Max each (0: no bound).
	Split
)

// Question is the shape of a decision: all that is needed for a legal reply.
type Question struct {
	// Number is the decision's; it picks the place in the bot's stream.
	Number          int
	Kind            Kind
	Options         int
	Optional        bool
	Min, Max, Total int
}

// bounds returns how many options a reply to Some may name.
func (q *Question) bounds() (low, high int) {
	return min(q.Min, q.Options), min(q.Max, q.Options)
}

// numbered fills a reply with 0, 1, 2, ...
func numbered(n int) []int {
	reply := make([]int, n)
	for i := range reply {
		reply[i] = i
	}
	return reply
}
