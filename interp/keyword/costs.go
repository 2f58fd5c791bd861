package keyword

// Unit is a unit in which the work of scripts is counted. A step, with everything that
// it sets off, has a share of each, and is stopped when one is spent.
type Unit string

// The units, as a stopped script names them.
const (
	Instructions Unit = "instructions"
	Memory       Unit = "bytes of memory"
	Looks        Unit = "cards looked at"
	Options      Unit = "options"
	Events       Unit = "events"
	Said         Unit = "bytes of messages"
)

// Cost is a part of what a call pays beside the instructions that each call is. A call
// without any does work that does not grow, whatever it is given.
type Cost struct {
	Unit Unit
	// Of names the things that cost a unit, or some, each: "card found".
	Of string
}
