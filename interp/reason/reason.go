// Package reason says why a card, or an action, is not among the options of a question,
// and why an ability did not act: for tables, tests and editors alike.
//
//	heard.go   what scripts selected and refused, and what follows for one card
//	say.go     reasons in words
//	asker.go   what a person at a table is told
//
// Nothing is noted while a game is played. A question about a question plays the step that
// asks it once more, with somebody who hears which selections the scripts make (see
// engine.Setup), and looks what the card lacks of those from which options came.
//
// At a table that is done in worlds that the seat cannot tell from the real one, and what
// differs among these is not told: so a reason is a function of what the seat may know.
//
// It may import the engine, engine/view, engine/rng, and interp's ast, compile, diag,
// filter, lists and locale.
package reason
