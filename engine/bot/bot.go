// Package bot holds players that need no person: Random, Greedy and Search.
//
// A bot never sees a game. Random gets the shape of a question, counts and
// bounds alone; the others besides try replies in sampled worlds, which differ in
// what their seat does not know (belief.Sampler). What seats them at a game is
// player.go alone: it turns a decision of the engine into the question that a bot
// understands.
//
// A bot is a function of its seed, its seat and the question: asked again, it
// answers the same. It may import engine, engine/view, engine/rng and the standard
// library; of the engine the other files know plain values alone, as a test keeps them.
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
