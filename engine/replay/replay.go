// Package replay keeps games as what was answered: the journal, which saves,
// records and goldens are, and the one way in which answers come back.
//
// A journal is JSON Lines. The first line is the header: the game with its
// overlays, options, seats and seed, and digests of its files, cards and scripts.
// A line for each thing that happened follows: an answer, a way back, the end.
//
//	{"v":2,"game":"bbtm","pack":"bbtm","version":"1.0.0","api":1,"seed":"42",...,"sum":"5e0d21aa"}
//	{"n":1,"seat":2,"keys":["orc_lineman#2 / zone dungeon_bowl.left"],"q":"0c6f1a55","sum":"91d02c11"}
//	{"undo":1,"sum":"7b1c0f3e"}
//	{"end":{"decisions":2,"state":"5f2ad1c98b3e4477"},"sum":"d9e1f0a2"}
//
// Each line ends in its checksum, so that a changed byte is found, and lines of
// which one is missing do not follow on each other. Things are named by stable
// keys (see engine.Layout.Key), never by numbers: a changed pack may play a game
// back, and the first decision that no longer fits is named.
//
//	journal.go    the form of the file
//	header.go     what a game was begun with
//	record.go     a game as its answers
//	playback.go   answers that come back
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

// RNG names the algorithm behind seeds. Games of another one cannot be played
// back.
const RNG = "pcg-splitmix-1"

// FormatError says that data is malformed.
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

// MismatchError says that a game was saved with something other than it is to be loaded
// with.
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
	// Expected is the recorded answer, Offered the present options.
	Expected string
	Offered  []string
	// What names the difference.
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
