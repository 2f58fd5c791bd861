// Package scenario is the test language of rules: a plain text file gives a
// position, scripts the dice, answers the decisions in the words a player sees,
// and says what must be true then.
//
//	read.go     files to cases, with places for errors
//	drive.go    "do"; answer.go words to the reply of a decision; playon.go lines
//	            that answer by themselves
//	expect.go   "then"; cards.go what is said of cards and zones; events.go;
//	            would.go what answers would change; unused.go scripted results that
//	            did not come up
//	check.go    names in "do" and "then", before anything is played
//	negative.go options that a case denies, and options that it meets
//	report.go   how a failure reads; near.go the options nearest to an answer;
//	            story.go what happened before it
//	valid.go    what every game is held to
//	modes.go    undo, save, views, rules and fresh
//	run.go      many files, in parallel; cache.go the packs that they share;
//	            notice.go what they played, attempt.go one alone
//	over.go     cases of a base with overlays laid over it
//	whynot.go   why an ability that was expected did not act
//	live.go     a scenario as a game to play on
//
// The other jobs have rooms of their own: position (what the words mean, and
// "given"), record (a game as a scenario), fuzz (random games, and their failures
// made small) and coverage (what scenarios reach).
//
// It imports package interp (to load games), play (to resume them), the rooms
// position and record, the engine, its view, belief, replay and bot, preview, transcript, script,
// source and diag.
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
	diag.Pos
	// Game is the game's id or folder, as the file gives it; Packs are overlays.
	Game  string
	Packs []string
	Seats int
	// GameOptions are the option values, as --option takes them.
	GameOptions map[string]string
	// Rule is the rule that the case is about; nil if it names none.
	Rule    *source.Node
	Given   *source.Node
	Dice    *source.Node
	Draws   *source.Node
	Shuffle *source.Node
	// Random is the seed of unscripted results; Strict if there is none.
	Random uint64
	Strict bool
	// Do are the lines of do; nil when the scenario has no such key.
	Do   []*source.Node
	Then *source.Node
	// Findings are the mistakes in the case's shape: with any, it is not run.
	Findings []diag.Finding
	// plain is the case without the overlays of the run, nil if there are none.
	plain *Case
	// places are where the game, its overlays, seats and options are named.
	places []mention
	// digest is that of the file.
	digest string
}
