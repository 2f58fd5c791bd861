// Package inference finds out what the values in the scripts of a pack may be.
//
// It is an abstract interpretation of all scripts as one program, without contexts
// of calls, and with flow inside of functions for one thing alone: whether something
// is there (facts.go). Every expression gets a type of the lattice, found by going over
// the functions until nothing changes (infer.go, eval.go): what a variable holds, what a
// function is called with and returns, what a table is filled with. Then it goes over
// them once more, and a [Listener] hears of every place what is known there. It judges
// nothing itself; what is asked by place, an editor asks an [Inference].
//
// # Files, low to high
//
// A file uses those above it in this list and none below; files in one row need each other,
// as expressions do. A test in cmd/internal/archtest holds the code to it.
//
//	digest.go      hashes of facts
//	world.go       what scripts can name, from the compiled pack
//	facts.go       facts that a condition has established at a place
//	program.go listen.go  the types, and what a listener hears
//	library.go     the language's functions, and the registry's methods
//	memo.go        what an earlier run found out
//	scope.go       names of variables
//	join.go        how types flow into variables, fields and functions
//	declared.go    what the pack declares under a name
//	extend.go      files that extend others
//	names.go       names of fields
//	learn.go       keeping facts
//	nothing.go     what may be nothing (nil)
//	events.go      how abilities see events
//	fields.go      reading fields
//	demands.go     what a function needs of its parameters
//	references.go  texts that name something
//	eval.go calls.go api.go tables.go filters.go results.go choices.go raise.go assume.go index.go  expressions
//	assign.go      writing fields
//	statements.go  statements
//	why.go         why a value may be nothing
//	roots.go       what the engine calls, and with what
//	infer.go       the rounds
//	value.go       facts about a value
//	place.go       what stands at a place
//
// Of the expressions, calls.go has calls, api.go calls of the registry, results.go their
// results, choices.go questions, raise.go the parameters of events, tables.go tables with
// known fields, filters.go filters, index.go keys that are not written out, and assume.go
// what a condition tells.
//
// It imports interp/check/lattice, interp/compile, interp/filter, interp/keyword,
// interp/lists, interp/script and interp/script/syntax and what is below them, and gopher-lua's tree.
package inference
