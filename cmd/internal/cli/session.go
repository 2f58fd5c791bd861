package cli

import (
	"encoding/json"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// session is one game in the terminal.
type session struct {
	Host
	*playing
	params  playParams
	printer *transcript.Printer
	prompt  *prompter
	// reader is the seat whose view is printed; 0 for the referee's.
	reader engine.Seat
	events *view.Reader
	// watch looks at the pack's files; nil without --watch.
	watch *watcher
}

func newSession(h Host, at *playing, p playParams) *session {
	reader := engine.Seat(p.view)
	if reader == 0 {
		reader = onlyHuman(at.seats)
	}
	s := &session{Host: h, params: p, reader: reader}
	s.prompt = newPrompter(h)
	s.show(at)
	return s
}

// show makes a game the one that is played, from the start of its log.
func (s *session) show(at *playing) {
	s.playing = at
	s.events = view.NewReader(at.game.Position(), viewSeat(s.reader))
	s.prompt.speaker, s.prompt.game = at.table.Speaker(s.params.game.lang), at.game.Position()
	s.printer = transcript.New(s.prompt.speaker, s.events.Start())
}

// viewSeat turns the reader into a seat of package view: 0 sees everything.
func viewSeat(reader engine.Seat) engine.Seat {
	if reader == 0 {
		return view.Referee
	}
	return reader
}

// onlyHuman returns the seat of the only human, or 0.
func onlyHuman(seats []string) engine.Seat {
	found := engine.Seat(0)
	for i, kind := range seats {
		if kind != "human" {
			continue
		}
		if found != 0 {
			return 0
		}
		found = engine.Seat(i + 1)
	}
	return found
}

func (s *session) run() error {
	for {
		// Step by step, so that each line is written with the game as it was then.
		status, err := s.game.AdvanceStep()
		if print := s.print(); print != nil {
			return print
		}
		switch {
		case err != nil && s.watch != nil:
			if err := s.mend(err); err != nil {
				return err
			}
		case err != nil:
			return &ExitError{ExitWrong, err.Error()}
		case status == engine.Ended:
			if s.params.format == "text" {
				looking(s.prompt.speaker, s.prompt.game, s.reader, s.Out).standings()
			}
			return s.failures()
		case status == engine.Waiting:
			if err := s.answer(); err != nil {
				return err
			}
		}
	}
}

// failures makes a finished game with failed abilities end with exit 1.
func (s *session) failures() error {
	if n := len(s.game.Failures()); n > 0 {
		return &ExitError{ExitWrong, fmt.Sprintf("%d abilities failed; the first: %s", n, s.game.Failures()[0])}
	}
	return nil
}

func (s *session) print() error {
	if s.params.format == "json" {
		return s.printJSON()
	}
	for _, line := range s.printer.Lines(s.events.Next()) {
		if _, err := fmt.Fprintln(s.Out, line.String()); err != nil {
			return err
		}
	}
	return nil
}

// printJSON writes the events since the last time, as the reader sees them,
// one object a line.
func (s *session) printJSON() error {
	encoder := json.NewEncoder(s.Out)
	encoder.SetEscapeHTML(false)
	for _, e := range s.events.Next() {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// errLeft ends a game that a person left.
var errLeft = &ExitError{Code: ExitFine}

// answer puts the open decision to the people it waits for.
func (s *session) answer() error {
	d := s.game.Open()
	for seat := engine.Seat(1); int(seat) <= s.game.Layout().Seats; seat++ {
		if s.game.Open() != d || !d.Waits(seat) {
			continue
		}
		reply, command, err := s.prompt.ask(d, seat)
		switch {
		case err != nil:
			return err
		case command == quitCommand:
			fmt.Fprintln(s.Err, "the game was left unfinished")
			return errLeft
		case command == undoCommand:
			s.undo(seat)
			return nil
		case command == reload:
			s.reload()
			return nil
		}
		if err := s.game.Answer(d.Number, seat, reply); err != nil {
			return err
		}
	}
	return nil
}

// undo takes back the seat's last answer, if nothing has come since that a
// player could not have known: a random result, a card that was hidden, an
// answer of somebody else.
func (s *session) undo(seat engine.Seat) {
	number, why := lastAnswer(s.game, seat, s.params.freeUndo)
	if why != "" {
		fmt.Fprintln(s.Out, why)
		return
	}
	if err := s.game.Undo(number); err != nil {
		fmt.Fprintln(s.Out, err)
		return
	}
	fmt.Fprintf(s.Out, "back at decision %d\n", number)
	s.show(s.playing)
	s.printer.Lines(s.events.Next())
}

// lastAnswer finds the decision that a seat may take back, or says why not.
func lastAnswer(g *engine.Game, seat engine.Seat, free bool) (int, string) {
	log := g.Log()
	for at := log.Len() - 1; at >= log.Base; at-- {
		e := log.At(at)
		switch e.Kind {
		case engine.EvAnswer:
			if e.D != 0 {
				continue
			}
			if engine.Seat(e.B) == seat {
				return int(e.A), ""
			}
			if !free {
				return 0, "another player has answered since; --free-undo lifts that"
			}
		case engine.EvRoll, engine.EvDraw, engine.EvShuffle:
			if !free {
				return 0, "chance has spoken since; --free-undo lifts that"
			}
		case engine.EvMove, engine.EvReveal:
			if !free && e.New&^e.Old != 0 {
				return 0, "a hidden card has been seen since; --free-undo lifts that"
			}
		}
	}
	return 0, "there is no answer to take back"
}
