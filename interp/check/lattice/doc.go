// Package lattice is what can be known of a value of the scripts before a game is
// played: sets of kinds of values, with words, bounds and identities for some, ordered
// from bottom (no value comes here) to top (anything may). Values come together by
// [Join], which only climbs, and of what could climb without end there is a limit: so
// whoever joins until nothing changes comes to an end.
//
// # Files, low to high
//
//	types.go  kinds, types and how they come together
//	need.go   what a function needs of a parameter, which comes together downwards
//
// It knows no script and no pack. It imports interp/keyword.
package lattice
