// Package belief is about the worlds that a seat imagines: games that it cannot tell from the
// real one, sampled from what it knows alone (determinization). A Sampler draws them and tries
// replies in them; bots, previews and reasons stand on it. What the seat knows of the real game
// is said by package view, and every key and question here comes from there, so that nothing
// in a world depends on what is hidden from the seat.
//
// Files, low to high: world.go (a Moment is a question in a world, a World stands for
// itself), sampler.go (draws worlds and tries replies), followed.go (what the seat saw behind
// its reply), derived.go (values that rules compute, in one world and over many), told.go (what
// rules tell the seat).
//
// It may import the engine, engine/rng, engine/view and the standard library.
package belief
