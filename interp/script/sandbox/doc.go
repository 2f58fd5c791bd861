// Package sandbox gives a Lua state in which a rules script may run:
// deterministic, bounded, frozen, and able to be abandoned from anywhere.
//
//   - Deterministic: no clock, no random numbers, no addresses in texts, no map
//     order. The budget is counted in instructions of the virtual machine, so
//     that a script stops at the same place on every machine.
//   - Bounded: instructions, nesting, string sizes, list sizes and the work of
//     every library function have limits. Nothing a script does can hang the
//     host or eat its memory.
//   - Frozen: globals cannot be assigned at all, and after [State.Freeze] every
//     table that outlives a call is read-only. Scripts have no memory.
//   - Abandoned from anywhere: [State.Abandon] unwinds all Lua and host frames
//     up to the outermost [State.Call]. No pcall of a script can catch it, and
//     the state is usable afterwards.
//
// A script is compiled once ([Compile]) and run in as many states as there are
// workers. A [State] belongs to one goroutine at a time.
//
// # How it works
//
// Every protected call, the host's ([State.Call]) and the script's (pcall), runs
// on its own kept Lua thread, one per nesting depth. gopher-lua closes every
// captured local of a thread when an error is raised on it; with a thread of
// its own, a protected call that fails closes only what is dead anyway.
//
// Each thread has a context whose Done method is asked by the virtual machine
// before every instruction: it counts, and unwinds when the budget is spent.
// Library functions charge the same counter for what they do in one instruction.
//
// The compiler's tree is rewritten before it is compiled, lines kept: `..`,
// assignments to fields and some table constructors become calls of functions in
// this package, which bound sizes and refuse writes to frozen tables. Tables are
// frozen in place: reading one costs nothing, and host code that reads the
// tables of a script sees them unchanged. Assignments to several variables,
// break and goto are rewritten because the library compiles them wrongly.
//
// What a script reads of its host is made fast while it is compiled, see [Host]:
// globals and their members become captured variables, fields and methods of the
// host's userdata become calls of functions that know them, and tables written
// in place, as arguments of the host's functions, become constants that are read
// once. None of it changes what a script means or what its faults say; without a
// [Host] the same scripts run the long way.
//
// The package imports gopher-lua and the standard library, and nothing else. It
// knows nothing of cards.
package sandbox
