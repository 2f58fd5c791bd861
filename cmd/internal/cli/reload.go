package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// startWatching makes the session apply changes of the files.
func (s *session) startWatching() error {
	if !slices.Contains(s.seats, "human") {
		return usage("--watch waits at the questions of a human, and no seat is one; give --seats with a human")
	}
	places := s.places()
	if len(places) == 0 {
		return usage("--watch needs files to look at, and %s is built into the program; play a pack's folder, or lay an overlay over it with --pack",
			s.table.Compiled.Pack.ID)
	}
	s.watch = newWatcher(places, s.prompt.read)
	s.prompt.read = s.watch.read
	fmt.Fprintf(s.Err, "watching %s\n", strings.Join(places, ", "))
	return nil
}

// places are what the running game was read from.
func (s *session) places() []string {
	places := s.table.Loaded.Places()
	if s.live != nil {
		places = append(places, s.params.scenario)
	}
	return places
}

// reload starts the game anew from the files as they are now and gives the same
// answers, up to the decision that is open. It tells whether that went: if not,
// the game stays as it was, and why is said.
func (s *session) reload() bool {
	next, err := s.restart()
	if err != nil {
		s.refuse(next, err)
		return false
	}
	before, now := s.told(s.playing), s.told(next)
	s.show(next)
	s.printer.Lines(s.events.Next())
	s.watch.places = s.places()
	at := parting(before, now)
	switch {
	case at < len(before):
		fmt.Fprintf(s.Err, "\nreloaded; the game so far is another one from here:\n")
	default:
		fmt.Fprintf(s.Err, "\nreloaded\n")
	}
	for _, line := range now[at:] {
		fmt.Fprintln(s.Out, line)
	}
	s.findings()
	return true
}

// findings tells what check finds in the pack that is played now: a mistake that
// loads may show much later in the game.
func (s *session) findings() {
	reading := s.table.Reading()
	found := check.Pack(reading, check.Settings{})
	found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity == diag.Note })
	// What cannot be written here cannot be reported anywhere.
	_ = diag.WriteText(s.Err, found, reading.Loaded.Line)
}

// restart plays the game anew; where that fails it returns how far it came.
func (s *session) restart() (*playing, error) {
	next, err := s.again()
	if err != nil {
		return nil, err
	}
	next.seats, next.again = s.seats, s.again
	bots, err := deciders(next.table, s.seats, next.game.Seed())
	if err != nil {
		return nil, err
	}
	stop, was := 0, s.game.Open()
	if was != nil {
		stop = was.Number
	}
	if err := replay.Follow(next.game, replay.AnswersOf(s.game), stop, bots); err != nil {
		return next, err
	}
	if was == nil {
		return next, nil
	}
	is := next.game.Open()
	if is == nil {
		return next, &replay.Difference{Decision: stop, What: "the game ends before it"}
	}
	if is.Kind != was.Kind || s.asks(s.playing) != s.asks(next) {
		return next, fmt.Errorf("decision %d is another one: %q, not %q", stop, s.asks(next), s.asks(s.playing))
	}
	return next, nil
}

// asks is whom the open decision asks what: its seats and its prompt's key.
func (s *session) asks(at *playing) string {
	d := at.game.Open()
	voice := s.prompt.speaker.At(view.Players(at.game.Position(), viewSeat(s.reader)))
	var seats []string
	for seat := engine.Seat(1); int(seat) <= at.game.Layout().Seats; seat++ {
		if d.Asks(seat) {
			seats = append(seats, voice.Seat(seat))
		}
	}
	return strings.Join(seats, ", ") + ": " + at.game.Layout().Pack.Symbols[d.Prompt]
}

// refuse says why the files as they are now are not played, and from where on
// the game would have been another one.
func (s *session) refuse(next *playing, err error) {
	fmt.Fprintf(s.Err, "\nthe files changed, but the game goes on with the pack as it was:\n")
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		// What cannot be written here cannot be reported anywhere.
		_ = diag.WriteText(s.Err, broken.Findings, broken.Lines)
		return
	}
	var answer *replay.Difference
	if errors.As(err, &answer) && len(answer.Offered) > shownMentions {
		more := fmt.Sprintf("and %d more", len(answer.Offered)-shownMentions)
		answer.Offered = append(answer.Offered[:shownMentions:shownMentions], more)
	}
	fmt.Fprintln(s.Err, err)
	if next == nil {
		return
	}
	before, now := s.told(s.playing), s.told(next)
	if at := parting(before, now); at < min(len(before), len(now)) {
		fmt.Fprintf(s.Err, "the first line that differs\n  was: %s\n  is:  %s\n", strings.TrimSpace(before[at]), strings.TrimSpace(now[at]))
	}
}

// told is the transcript of a game so far, as the session's reader sees it.
func (s *session) told(at *playing) []string {
	var lines []string
	for _, l := range transcript.Of(at.table.Speaker(s.params.game.lang), view.NewReader(at.game.Position(), viewSeat(s.reader))) {
		lines = append(lines, l.String())
	}
	return lines
}

// parting is the first line at which two transcripts differ; the length of the
// shorter one if there is none.
func parting(a, b []string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// mend waits, after a script failed, until a change of the files lets the game
// go on.
func (s *session) mend(failure error) error {
	fmt.Fprintf(s.Err, "ruledeck: %s\nThe game waits for a change of the files; quit leaves it.\n", failure)
	for {
		line, err := s.prompt.read()
		switch {
		case err == errChanged:
			if s.reload() {
				return nil
			}
		case err != nil, command(strings.TrimSpace(line)) == quitCommand:
			return &ExitError{Code: ExitWrong}
		default:
			fmt.Fprintln(s.Err, "quit leaves the game; a change of the files goes on with it")
		}
	}
}
