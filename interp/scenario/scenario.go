// Package scenario is the test language of rules: a plain text file gives a
// position, scripts the dice, answers the decisions in the words a player sees,
// and says what must be true then.
//
//	read.go       files to cases, with places for errors
//	book.go       what the cases of one table share: names, surroundings, Lua states
//	names.go      names of cards, seats and zones to their ids; values.go values
//	place.go      names of places in the flow
//	position.go   "given": where the game stands; placing.go which cards lie
//	              where, arrange.go puts them there; lasting.go effects,
//	              agenda, uses, knowledge
//	results.go    "dice", "draws", "shuffles"
//	drive.go      "do"; answer.go the words of an answer; playon.go lines that
//	              answer by themselves
//	expect.go     "then"; cards.go what is said of cards and zones; events.go
//	check.go      names in "do" and "then", before anything is played
//	report.go     how a failure reads; near.go the options nearest to an answer;
//	              tree.go what happened before it
//	modes.go      undo, save, views and fresh
//	run.go        many files, in parallel; shelf.go the packs that they share
//	write.go      a game as a scenario; given.go its position; words.go its words;
//	              tale.go what is played from there; yaml.go the text
//	live.go       a scenario as a game to play on
//	fuzz.go       random games; sound.go what they are held to; found.go a failure
//	              as a scenario, shrink.go made small
//	coverage.go   what scenarios reach
//
// It imports package interp (to load games), the engine, its view, replay and
// random bots, locale,
// transcript, script, source and diag.
package scenario

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// File is the scenarios of one file.
type File struct {
	Path  string
	Cases []*Case
}

// mention is where a case says something that errors of the game may speak of.
type mention struct {
	word string
	pos  diag.Pos
}

// about is the place that an error about the game as a whole speaks of: where
// the case has the word that it quotes, or the case.
func (c *Case) about(message string) diag.Pos {
	for _, p := range c.places {
		if strings.Contains(message, p.word) {
			return p.pos
		}
	}
	return c.Pos
}

// Case is one scenario: nodes of the file, so that every part has its place.
type Case struct {
	Name string
	Pos  diag.Pos
	// Game is the game's id or folder, as the file gives it; Packs are overlays.
	Game  string
	Packs []string
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
	// Do are the lines of do; nil when the scenario has no such key.
	Do   []*source.Node
	Then *source.Node
	// Findings are what is wrong with the case's shape: then it is not run.
	Findings []diag.Diagnostic
	// places are where the game, its overlays, seats and options are named.
	places []mention
}
