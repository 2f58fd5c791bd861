// Package language is the Lua of rules scripts: a small one, deterministic,
// bounded, frozen, and able to be abandoned from anywhere.
//
//   - Small: gopher-lua's parser and tree, of which metatables, coroutines, "...",
//     goto but to go on with a loop, and every way to catch a fault are left out;
//     each says what to write instead.
//   - Deterministic: no clock, no random numbers, no addresses in texts, no map
//     order. A script stops at the same place on every machine.
//   - Bounded: package limits counts instructions and memory; nesting, texts and
//     lists have limits. Nothing a script does can hang the host or eat its memory.
//   - Frozen: names of the host cannot be assigned at all, and after
//     [State.Freeze] every table that outlives a call is read-only. Scripts have no
//     memory.
//   - Abandoned from anywhere: [Call.Abandon] unwinds all script and host frames up
//     to the outermost [State.Call], and the state is usable afterwards.
//
// A script is read once ([Compile]): parsed, its names resolved to variables with
// places. A [Chunk] is shared by as many states as there are workers. A [State]
// compiles it to Go closures and runs them; it belongs to one goroutine at a time.
//
// # How it works
//
// Every function has its variables in slots, one behind the other on the stack of
// the state; the arguments of a call are its first slots. A captured variable that
// is assigned nowhere is copied into the function that keeps it; one that is
// assigned stands in a cell that they share. Closures are compiled when a function
// is first called, so that names of the host and fields of frozen tables are
// constants by then.
//
// What a function or a turn of a loop costs is counted while it is compiled, and
// taken in one subtraction when it begins. A statement notes where it stands before
// it can fail; the chain of calls is the list of [Call]s. Faults and unwindings are
// Go panics, which end at [State.Call].
//
// Things of the host are [Object]s; their [Class] says what their fields and
// methods are, and is asked once for each name. A function of the host is asked once
// for each place that calls it, its [Site]; tables that are written there are not made.
//
// The package knows nothing of cards. It imports gopher-lua's parser, tree and
// values, and never its machine, which is the oracle of the tests.
package language
