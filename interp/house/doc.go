// Package house is where the games of one host are: it opens, resumes, forks, keeps, lists,
// streams and closes them. A host - a studio, a server of tables, a page without a server, a
// program that embeds ruledeck - is a guard of its own, a store, and calls of its own:
//
//	h := house.New(ctx)
//	house.Handle(h, "name", house.Renames)
//	g, err := h.Open(house.Opening{Seats: []string{"human", "greedy"}}, play.From(laid))
//	status, answer := h.Call(house.Viewer{Game: g, Viewer: v}, "name", []byte(`{"name": "evening"}`))
//
// # Games
//
// A game is a table (interp/table) with a number, a name, and what lists show of it (Shown). A
// host of few games keeps all of them open (Open, Find, Games); one of many brings those that
// are used into memory (Take, Give, Evict). A game that is kept has a Log in a Store: what
// happens is in the store before the game rests, and with Keeping.Note before it goes on. One
// that goes on over another pack, or over changed files (Renew), does so as far as its answers
// fit; the store has them until a person answers anew.
//
// # Calls
//
// A call has a path, a type for what it brings, and one for its answer; the house answers those
// of its host (Handle), the table its own (table.Handlers). What a seat may call is decided by
// table.Settings.Offers. Types of calls are written out for the page's scripts.
//
// # Files
//
//	store.go                  logs, and the store in memory
//	log.go                    the journal of a game in a store
//	call.go stream.go         calls, and what pages are told
//	game.go                   a game
//	house.go memory.go        the games of a host
//
// Like package table it does no input or output: neither net/http nor os nor syscall. It may
// import the engine, interp and interp's parts.
package house
