// Package code checks the scripts of a pack: the Lua files of rules and
// abilities, against what the pack declares and what the registry says of the
// API.
//
// It is an abstract interpretation of all scripts as one program, without contexts
// of calls, and with flow inside of functions for one thing alone: whether something
// is there (facts.go). Every expression gets a set of kinds
// of values that it may have (types.go), found by going over all functions until
// nothing changes (infer.go, eval*.go): what a variable holds, what a function is
// called with and returns, what a table is filled with. Then it goes over them
// once more and reports. A value of which nothing is known is never reported:
// a check speaks when no value that the expression may have is right.
//
//	world.go      what scripts can name, from the compiled pack
//	types.go      kinds of values
//	scope.go      names of variables; what is unused, what cannot be reached
//	infer.go      the rounds, and who calls what from outside
//	eval*.go      statements and expressions
//	fields.go     reading fields; index.go with keys that are not written out
//	assign.go     writing fields
//	calls.go      calls; api.go those of the registry; library.go the language's
//	results.go    what calls of the registry give; choices.go questions
//	tables.go     tables with known fields: questions, filters, parameters
//	demands.go    what a function needs of its parameters
//	facts.go      what is known at a place, since a condition asked
//	nothing.go    what may be nothing (nil), and is used without asking
//	purity.go     functions that may change nothing
//	words.go      words that nothing else knows; actions.go those of actions
//
// It imports interp/compile, interp/filter, interp/keyword, interp/script/syntax and what is
// below them, and gopher-lua's tree.
package code
