package keyword

// Unit is what is counted of the work that a script makes the program do. A step has
// so much of each, with all that it brings about; it is stopped where one is spent.
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
	// Of is what is paid for, each of which costs one unit, or some: "card found".
	Of string
}

// pays are costs, each with what it is paid for: pays(Events, "card").
func pays(unit Unit, of string, more ...Cost) []Cost { return append([]Cost{{unit, of}}, more...) }
