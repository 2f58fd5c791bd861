// Package scenario is the test language of rules: a plain text file gives a
// position, scripts the dice, answers the decisions in the words a player sees,
// and says what must be true then.
//
//	read.go      files to scenarios, with places for errors
//	names.go     names of cards, zones, words to their ids
//	position.go  "given": the position
//	drive.go     "do": the answers
//	expect.go    "then": what must be true
//	report.go    how a failure reads
//	run.go       many files, in parallel
//
// It imports package interp (to load games), transcript, source and diag.
package scenario

import (
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// File is the scenarios of one file.
type File struct {
	Path  string
	Cases []*Case
}

// Case is one scenario: nodes of the file, so that every part has its place.
type Case struct {
	Name string
	Pos  diag.Pos
	// Game is the game's id or folder, as the file gives it.
	Game  string
	Seats int
	// Options are the option values, as --option takes them.
	Options map[string]string
	Given   *source.Node
	Dice    *source.Node
	Draws   *source.Node
	Shuffle *source.Node
	// Random is the seed for what is not scripted; Strict when there is none.
	Random uint64
	Strict bool
	Do     []*source.Node
	Then   *source.Node
}
