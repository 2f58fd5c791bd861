// Package script joins the rules engine and Lua: it loads a pack's scripts,
// reads their ability headers, and runs their functions as engine.Scripts.
//
// A Program is the compiled scripts of one pack, shared by all workers. A
// Machine is one Lua state that runs them for one game at a time; making one
// costs some milliseconds, so workers keep theirs from game to game. Everything a
// script can reach is named in package keyword; this package holds the Go side
// of each name:
//
//	entities.go   what all entities share; cards.go, zones.go, seats.go each kind
//	arguments.go  calls of functions and methods, read by the types of the registry
//	filters.go    cards{}, count{}, any{}, first{}, sum()
//	changes.go    move, shuffle, roll, reveal, schedule, pass, finish, lasting
//	raising.go    raise, raise_all, ev
//	deciding.go   choose.*, options(), actions, perform
//
// Its rooms: language is the Lua of scripts, library what they have of Lua's own
// functions, limits what they may use up, syntax the tree with places.
//
// It may import the engine, interp/ast, interp/diag, interp/filter, interp/compile and its rooms.
package script
