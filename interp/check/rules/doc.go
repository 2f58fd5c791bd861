// Package rules finds faults in the scripts of a pack, from the facts that package inference
// has about their values. A value without facts is never reported: a rule
// speaks when no value that the expression may have is right.
//
// A rule tells one code of finding; package diag explains the codes.
// testdata/rules.txt has them, each with its yield: what it alone finds in testdata/mistakes.txt, slips in packs, and
// in mutants of the shipped ones. One that finds nothing there is taken out; a test holds that.
//
// # Files, low to high
//
// A file uses those above it in this list and none below. A test in cmd/internal/archtest
// holds the code to it.
//
//	judge.go     hearing of places, and reporting
//	fields.go    names that nothing has
//	nothing.go   what may be nothing (nil)
//	after.go     facts that hold once a trigger has happened
//	reach.go     abilities that never act
//	printed.go   what no card is
//	usage.go     how scripts use texts, triggers and actions
//	values.go    values given and read
//	events.go    what may be raised, and changed of events
//	purity.go    functions that may change nothing
//	tables.go    tables with known fields, and filters
//	assigned.go  values assigned
//	order.go     what acts first, what was before, and what falls
//	calls.go     calls
//	passing.go   hands that pass one after the other
//	unpaid.go    actions that cost nothing
//	compare.go   comparisons
//	words.go     words that nothing else knows
//	unused.go    code that is never used or reached
//	summary.go   usage, for other checks
//	rules.go     the rules, and how they are asked
//
// It imports interp/check/inference and interp/check/lattice, interp/compile,
// interp/filter, interp/keyword and interp/script/syntax and what is below them, and
// gopher-lua's tree.
package rules
