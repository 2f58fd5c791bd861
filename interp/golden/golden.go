// Package golden keeps played games as texts to compare with: the record of the
// game (pack hash, seed, options, answers), digests of the cards, the scripts and
// every event, and the transcript.
//
//	golden.go    the file
//	digest.go    digests of cards, scripts and events
//	compare.go   a golden played again: the first event that differs, and what changed
//	chain.go     the causes of an event, in words
//	diff.go      two transcripts side by side
//	run.go       many files: find, compare, rewrite
//
// A golden holds as long as the game plays as it was recorded, whatever else has
// changed in the pack. It is played by interp/play. It imports that, interp,
// interp/scenario (for the words of events and the results of tests), the engine,
// its replay and view.
package golden

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
)

// MaxSize is the largest golden that is read, in bytes.
const MaxSize = 64 << 20

// Golden is one file.
type Golden struct {
	Record *replay.Record
	// Game is the pack's folder as seen from the file's own, "" for the shipped
	// game that the record names; Packs are overlays.
	Game  string
	Packs []string
	// Cards and Scripts have digests by id and by name ("rules/ball",
	// "abilities/guard").
	Cards, Scripts map[string]string
	// Steps are the digests of the events, a step of the game each.
	Steps []Step
	// Transcript is the game as the referee reads it.
	Transcript []string
	// line is the line of the file in which the transcript begins.
	line int
}

// Step is one step of a game with the digests of its events.
type Step struct {
	Name    string
	Digests []string
}

// Of makes the golden of a game that was played.
func Of(s *play.Session) (*Golden, error) {
	r, err := s.Record()
	if err != nil {
		return nil, err
	}
	t := s.Table()
	return &Golden{
		Record: r, Cards: cardDigests(t), Scripts: scriptDigests(t), Steps: digested(played(s)), Transcript: told(s),
	}, nil
}

// told is the game as the referee reads it, in English.
func told(s *play.Session) []string { return play.Told(s, view.Referee, "en") }

// String writes the file.
func (g *Golden) String() string {
	var b strings.Builder
	b.WriteString(strings.TrimRight(g.Record.String(), "\n") + "\n")
	if g.Game != "" {
		fmt.Fprintf(&b, "game: %s\n", g.Game)
	}
	for _, p := range g.Packs {
		fmt.Fprintf(&b, "pack: %s\n", p)
	}
	for _, part := range []struct {
		heading string
		digests map[string]string
	}{{"cards", g.Cards}, {"scripts", g.Scripts}} {
		fmt.Fprintf(&b, "%s:\n", part.heading)
		for _, id := range slices.Sorted(maps.Keys(part.digests)) {
			fmt.Fprintf(&b, "  %s %s\n", id, part.digests[id])
		}
	}
	b.WriteString("events:\n")
	for _, s := range g.Steps {
		fmt.Fprintf(&b, "  %s: %s\n", s.Name, strings.Join(s.Digests, " "))
	}
	b.WriteString("transcript:\n")
	for _, line := range g.Transcript {
		b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
	}
	return b.String()
}

// Is tells whether data begins like a golden.
func Is(data []byte) bool { return replay.IsRecord(data) }

// Read reads a golden; a plain record has no more than its answers.
func Read(data []byte) (*Golden, error) {
	g := &Golden{Cards: map[string]string{}, Scripts: map[string]string{}}
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	end := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "end ") }) + 1
	if end == 0 {
		end = len(lines)
	}
	record, err := replay.Read(strings.NewReader(strings.Join(lines[:end], "\n") + "\n"))
	if err != nil {
		return nil, err
	}
	g.Record = record
	part := ""
	for i, line := range lines[end:] {
		inner, indented := strings.CutPrefix(line, "  ")
		switch name, value, _ := strings.Cut(line, ":"); {
		case part == "transcript" && (indented || line == ""):
			g.Transcript = append(g.Transcript, inner)
		case indented:
			if err := g.digest(part, inner); err != nil {
				return nil, &replay.FormatError{Line: end + i + 1, What: err.Error()}
			}
		case line == "":
		case name == "game":
			g.Game = strings.TrimSpace(value)
		case name == "pack":
			g.Packs = append(g.Packs, strings.TrimSpace(value))
		case slices.Contains([]string{"cards", "scripts", "events", "transcript"}, name) && value == "":
			if part = name; part == "transcript" {
				g.line = end + i + 2
			}
		default:
			return nil, &replay.FormatError{
				Line: end + i + 1,
				What: fmt.Sprintf("%q was not expected behind the record; there may follow game, pack, cards, scripts, events and transcript", line),
			}
		}
	}
	// What follows on the last line is no line of the transcript.
	if n := len(g.Transcript); n > 0 && g.Transcript[n-1] == "" {
		g.Transcript = g.Transcript[:n-1]
	}
	return g, nil
}

// digest reads a line of digests.
func (g *Golden) digest(part, line string) error {
	switch part {
	case "cards", "scripts":
		if id, digest, ok := strings.Cut(line, " "); ok {
			map[string]map[string]string{"cards": g.Cards, "scripts": g.Scripts}[part][id] = digest
			return nil
		}
	case "events":
		if name, digests, ok := strings.Cut(line, ": "); ok {
			g.Steps = append(g.Steps, Step{name, strings.Fields(digests)})
			return nil
		}
	}
	return fmt.Errorf("%q was not expected here", line)
}
