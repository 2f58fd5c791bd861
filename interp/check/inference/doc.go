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
//	world.go      what scripts can name, from the compiled pack
//	declared.go   what is read of it, by name
//	memo.go       what is kept from one run to the next
//	scope.go      names of variables
//	infer.go      the rounds, and what the engine calls; extend.go files that extend others
//	listen.go     what a listener hears
//	eval.go       statements and expressions
//	fields.go     reading fields; index.go with keys that are not written out
//	assign.go     writing fields
//	calls.go      calls; api.go those of the registry; library.go the language's
//	results.go    what calls of the registry give; choices.go questions
//	raise.go      events and what is given to them; events.go how abilities see them
//	tables.go     tables with known fields: questions, parameters; filters.go filters
//	demands.go    what a function needs of its parameters
//	facts.go      what is known at a place, since a condition asked
//	nothing.go    what may be nothing (nil), and why
//	place.go      what stands at a place; value.go what is known of a value
//
// It imports interp/check/lattice, interp/compile, interp/filter, interp/keyword,
// interp/lists, interp/script and interp/script/syntax and what is below them, and gopher-lua's tree.
package inference
