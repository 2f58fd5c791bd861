// Package replay keeps games: saves, to go on with later, and records, to play
// back and compare.
//
// A save is the state at the checkpoint of the open step with the step's answers
// and, if the game keeps one, the log, so that undo and transcript go on. It is
// read by the pack that wrote it alone. A record is the seed, the options and the
// answers of all decisions, as readable text; a changed pack may play it back,
// and the first decision that no longer fits is named. Both name things by
// stable keys (see engine.Layout.Key), never by numbers.
//
// Both begin with the same header, as lines of text:
//
//	ruledeck record 2
//	pack: bbtm
//	version: 1.0.0
//	hash: 3f786850e387550fdab836ed7e6dc881de23001b...
//	rng: pcg-splitmix-1
//	seed: 42
//	seats: human, random
//	option season: standard
//	option teams: reavers, avengers
//
// In a record a line for each answer follows, `decision seat key, key`, with `-`
// where nothing was picked, and a last line that says how the game stood. A
// decision that left no choice has a number, and no line:
//
//	1 2 orc_lineman#2 / zone dungeon_bowl.left
//	3 1 "pass"
//	end 3 5f2ad1c98b3e4477
//
// Files may come from anywhere: what is damaged, cut off or foreign is an error
// that says what was expected. The package may import the engine and the
// standard library; reading and writing files is the host's.
package replay

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Format is the version of both formats that this package reads and writes.
const Format = 2

// RNG names the algorithm behind seeds. Games of another one cannot be played
// back.
const RNG = "pcg-splitmix-1"

// FormatError says that data is not what it should be.
type FormatError struct {
	// Line is the number of the line, 0 if it is not about one.
	Line int
	What string
}

// Error says what was expected, and where.
func (e *FormatError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.What)
	}
	return e.What
}

// MismatchError says that a game was kept with something else than what it is
// to be loaded with.
type MismatchError struct{ What, Kept, Here string }

// Error names both.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("the game was kept with %s %s, but here it is %s", e.What, e.Kept, e.Here)
}

// Difference is the first place at which a game does not play back as it was
// recorded.
type Difference struct {
	// Decision is the number of the decision, Seat the seat that is asked; 0
	// when the difference is about the whole game.
	Decision int
	Seat     engine.Seat
	// Expected is the recorded answer, Offered what there is to choose from.
	Expected string
	Offered  []string
	// What says what is different.
	What string
}

// Error tells the difference in one line.
func (d *Difference) Error() string {
	var b strings.Builder
	if d.Decision > 0 {
		fmt.Fprintf(&b, "decision %d", d.Decision)
		if d.Seat > 0 {
			fmt.Fprintf(&b, " of seat %d", d.Seat)
		}
		b.WriteString(": ")
	}
	b.WriteString(d.What)
	if d.Expected != "" {
		fmt.Fprintf(&b, "; recorded: %s", d.Expected)
	}
	if len(d.Offered) > 0 {
		fmt.Fprintf(&b, "; offered: %s", strings.Join(d.Offered, ", "))
	}
	return b.String()
}
