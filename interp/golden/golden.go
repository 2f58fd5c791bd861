// Package golden keeps played games as texts to compare with: the record of the
// game (pack hash, seed, options, answers), digests of the cards, the scripts and
// every event, and the transcript.
//
//	golden.go    the file
//	digest.go    digests of cards, scripts and events
//	compare.go   a golden played again: the first event that differs, and what changed
//	chain.go     the causes of an event, in words
//	diff.go      two transcripts side by side
//	trace.go     games state by state, of this program or another one
//	run.go       many files: find, compare, rewrite
//
// A golden holds as long as the game plays as it was recorded, whatever else has
// changed in the pack. It is played by interp/play. It imports that, interp,
// interp/scenario (for the words of events and the results of tests) with its rooms position
// and record (for the words of options), the engine,
// its replay and view.
package golden

import (
	"bytes"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
)

// MaxSize is the largest golden that is read, in bytes.
const MaxSize = 64 << 20

// Golden is one file.
type Golden struct {
	// Record is the game; its header names it from where the file lies.
	Record *replay.Record
	// Steps are the digests of the events, a step of the game each.
	Steps []replay.Step
	// Transcript is the game as the referee reads it.
	Transcript []string
	// Whole is not set for the journal of a game that has not come to its end.
	Whole bool
	// line is the line of the file in which the transcript begins.
	line int
}

// Of makes the golden of a game that was played; game and overlays are what it is
// called from where the file will lie.
func Of(s *play.Session, game string, overlays []string) (*Golden, error) {
	r, err := s.Record()
	if err != nil {
		return nil, err
	}
	r.Header = s.Header(game, overlays)
	return &Golden{Record: r, Steps: digested(played(s)), Transcript: transcriptOf(s), Whole: true}, nil
}

// transcriptOf is the game as the referee reads it, in English.
func transcriptOf(s *play.Session) []string { return play.Transcript(s, view.Referee, "en") }

// Encode writes the file: the journal of the game, and behind its end what it
// told.
func (g *Golden) Encode() []byte {
	j := g.Record.Journal()
	for i := range g.Steps {
		j.Entries = append(j.Entries, replay.Entry{Step: &g.Steps[i]})
	}
	for i := range g.Transcript {
		j.Entries = append(j.Entries, replay.Entry{Line: &g.Transcript[i]})
	}
	return j.Encode()
}

// Read reads a golden; the journal of a saved game has only its answers. Lines may end in
// CR LF: git may check goldens out so on Windows.
func Read(data []byte) (*Golden, error) {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	j, err := replay.Decode(data)
	if err != nil {
		return nil, err
	}
	g := &Golden{Record: j.Record(), Whole: j.End() != nil && !j.Torn(data)}
	for i := range j.Entries {
		e := &j.Entries[i]
		switch {
		case e.Step != nil:
			g.Steps = append(g.Steps, *e.Step)
		case e.Line != nil:
			if g.Transcript == nil {
				g.line = j.Lines[i]
			}
			g.Transcript = append(g.Transcript, *e.Line)
		}
	}
	return g, nil
}
