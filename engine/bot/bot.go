// Package bot holds players that need no person: Random and Greedy.
//
// A bot never sees a game. Random gets the shape of a question, counts and
// bounds alone; Greedy besides tries replies in sampled worlds, which differ in
// what its seat does not know (view.Sampler). Who gives a bot a seat at a game is
// package table.
//
// A bot is a function of its seed, its seat and the question: asked again, it
// answers the same. It may import engine/view, engine/rng and the standard library;
// a test keeps it from the engine itself.
package bot

import "github.com/ruledeck/ruledeck/engine/view"

// Question is the shape of a decision.
type Question = view.Shape

// numbered fills a reply with 0, 1, 2, ...
func numbered(n int) []int {
	reply := make([]int, n)
	for i := range reply {
		reply[i] = i
	}
	return reply
}
