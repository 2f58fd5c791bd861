package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

type playParams struct {
	game     gameFlags
	seats    string
	seed     uint64
	haveSeed bool
	view     int
	format   string
	onError  string
	freeUndo bool
}

func playCommand(h Host) *cobra.Command {
	p := playParams{}
	c := &cobra.Command{
		Use:   "play GAME",
		Short: "Play a game; with bots alone, print its transcript",
		Long: `Play a game in the terminal. Each seat is a human, who answers numbered
questions, or a bot: random picks any legal answer, greedy the one that the
game's own judgement of a position likes best.

Without --seed a seed is drawn and printed, so that the game can be had again.`,
		Example: `  ruledeck play bbtm --seats random,random,random,random --seed 7
  ruledeck play bbtm --seats human,random,random --option teams=gouged_eye,random,random`,
		Args: oneGame,
		RunE: func(c *cobra.Command, args []string) error {
			p.haveSeed = c.Flags().Changed("seed")
			return runPlay(h, args[0], p)
		},
	}
	p.game.add(c)
	c.Flags().StringVar(&p.seats, "seats", "", "who plays, in seat order: human, random, greedy (default: one human and random bots)")
	c.Flags().Uint64Var(&p.seed, "seed", 0, "the seed of the game")
	c.Flags().IntVar(&p.view, "view", 0, "print the game as this seat sees it (0: all is open, or the only human's view)")
	c.Flags().StringVar(&p.format, "format", "text", "text or json (one event a line)")
	c.Flags().StringVar(&p.onError, "on-error", "stop", "when an ability fails: stop, or continue without it")
	c.Flags().BoolVar(&p.freeUndo, "free-undo", false, "let a human take back any answer")
	return c
}

// seatKinds are what can sit on a seat.
var seatKinds = []string{"human", "random", "greedy"}

// parseSeats reads --seats for a game.
func parseSeats(text string, p *interp.Pack, humans bool) ([]string, error) {
	least, most := p.Seats()
	if text == "" {
		seats := make([]string, least)
		for i := range seats {
			seats[i] = "random"
		}
		if humans {
			seats[0] = "human"
		}
		return seats, nil
	}
	seats := strings.Split(text, ",")
	for i, kind := range seats {
		seats[i] = strings.TrimSpace(kind)
		if err := checkSeat(seats[i], humans); err != nil {
			return nil, err
		}
	}
	if len(seats) < least || len(seats) > most {
		return nil, usage("%s is played by %d to %d seats, but --seats names %d", p.Compiled.Pack.ID, least, most, len(seats))
	}
	return seats, nil
}

func checkSeat(kind string, humans bool) error {
	for _, k := range seatKinds {
		if k == kind && (humans || kind != "human") {
			return nil
		}
	}
	known := seatKinds
	if !humans {
		known = seatKinds[1:]
	}
	text := fmt.Sprintf("there is no kind of seat %q; there are %s", kind, strings.Join(known, ", "))
	if near := diag.Nearest(kind, known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return usage("%s", text)
}

func runPlay(h Host, game string, p playParams) error {
	if err := format(p.format, "text", "json"); err != nil {
		return err
	}
	if p.onError != "stop" && p.onError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.onError)
	}
	loaded, options, err := p.game.load(game)
	if err != nil {
		return err
	}
	seats, err := parseSeats(p.seats, loaded, true)
	if err != nil {
		return err
	}
	if p.view < 0 || p.view > len(seats) {
		return usage("--view must be a seat from 1 to %d, or 0", len(seats))
	}
	if !p.haveSeed {
		p.seed = uint64(rand.Uint32())
	}
	table, err := loaded.Table(interp.Settings{
		Seats: len(seats), Seed: p.seed, Options: options, ContinueOnError: p.onError == "continue", CheckInvariants: true,
	})
	if err != nil {
		return err
	}
	g, err := table.NewGame()
	if err != nil {
		return err
	}
	if err := seatBots(table, g, seats); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s, %d seats, seed %d\n", loaded.Title(p.game.lang), len(seats), p.seed)
	return newSession(h, table, g, p, seats).run()
}

// session is one game in the terminal.
type session struct {
	Host
	params  playParams
	table   *interp.Table
	game    *engine.Game
	printer *transcript.Printer
	prompt  *prompter
}

func newSession(h Host, table *interp.Table, g *engine.Game, p playParams, seats []string) *session {
	reader := engine.Seat(p.view)
	if reader == 0 {
		reader = onlyHuman(seats)
	}
	s := &session{Host: h, params: p, table: table, game: g}
	s.printer = transcript.New(table.Speaker(p.game.lang), g, reader)
	s.prompt = newPrompter(h, s.printer.Speaker, g)
	return s
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
		status, err := s.game.Advance()
		if print := s.print(); print != nil {
			return print
		}
		switch {
		case err != nil:
			return &ExitError{ExitWrong, err.Error()}
		case status == engine.Ended:
			return s.failures()
		}
		if err := s.answer(); err != nil {
			return err
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
	for _, line := range s.printer.Lines() {
		if _, err := fmt.Fprintln(s.Out, line.String()); err != nil {
			return err
		}
	}
	return nil
}
