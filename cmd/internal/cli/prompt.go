package cli

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// prompter asks a person: numbered options, one line of answer.
type prompter struct {
	Host
	in *bufio.Reader
	// echoes is set where what is typed shows by itself: on a terminal.
	echoes  bool
	speaker *locale.Speaker
	game    *engine.Game
}

func newPrompter(h Host, s *locale.Speaker, g *engine.Game) *prompter {
	return &prompter{Host: h, in: bufio.NewReader(h.In), echoes: terminalIn(h.In), speaker: s, game: g}
}

// command is what a person typed instead of an answer.
type command string

const (
	noCommand   command = ""
	undoCommand command = "undo"
	quitCommand command = "quit"
)

// ask shows a decision to a seat until it gives a legal answer or a command.
func (p *prompter) ask(d *engine.Decision, seat engine.Seat) (engine.Reply, command, error) {
	sees := func(c engine.CardID) bool { return p.game.Knows(seat, c) }
	fmt.Fprintf(p.Out, "\n%s: %s\n", p.speaker.Seat(p.game, seat), p.speaker.Question(p.game, d, sees))
	options := d.OptionsOf(seat)
	if d.Kind == engine.YesNo {
		yes, _ := p.speaker.Message("yes", nil)
		no, _ := p.speaker.Message("no", nil)
		fmt.Fprintf(p.Out, "  1 %s\n  2 %s\n", yes, no)
	}
	for i := range options {
		fmt.Fprintf(p.Out, "%3d %s\n", i+1, p.speaker.OptionText(p.game, d, &options[i], sees))
	}
	if d.Optional {
		none, _ := p.speaker.Message("option.none", nil)
		fmt.Fprintf(p.Out, "  0 %s\n", none)
	}
	for {
		fmt.Fprintf(p.Out, "%s> ", strings.TrimSpace(p.expects(d, len(options))+" (or help)"))
		line, err := p.in.ReadString('\n')
		if err != nil && line == "" {
			if err == io.EOF {
				return nil, quitCommand, nil
			}
			return nil, noCommand, err
		}
		line = strings.TrimSpace(line)
		if !p.echoes {
			fmt.Fprintln(p.Out, line) // a person sees what was typed; a pipe does not
		}
		if p.look(line, seat) {
			continue
		}
		switch command(line) {
		case undoCommand, quitCommand:
			return nil, command(line), nil
		}
		reply, problem := p.read(d, line)
		if problem == "" {
			if err := d.Check(seat, reply); err != nil {
				problem = err.Error()
			}
		}
		if problem == "" {
			return reply, noCommand, nil
		}
		fmt.Fprintf(p.Out, "%s (undo, quit)\n", problem)
	}
}

// help is what a person can type beside an answer.
const help = `  look         the table as you see it
  card NAME    what a card says
  undo         take your last answer back
  quit         leave the game`

// look answers the commands that only look; false for anything else.
func (p *prompter) look(line string, seat engine.Seat) bool {
	l := &looker{Speaker: p.speaker, game: p.game, out: p.Out, seat: seat}
	name, isCard := strings.CutPrefix(line, "card ")
	switch {
	case line == "help" || line == "?":
		fmt.Fprintln(p.Out, help)
	case line == "look" || line == "hand":
		l.table()
	case isCard:
		if !l.text(strings.TrimSpace(name)) {
			fmt.Fprintf(p.Out, "there is no card %q\n", name)
		}
	default:
		return false
	}
	return true
}

// expects says in a few words what kind of answer is wanted.
func (p *prompter) expects(d *engine.Decision, n int) string {
	switch d.Kind {
	case engine.PickSome:
		if d.Min == d.Max {
			return fmt.Sprintf("%d numbers", d.Min)
		}
		return fmt.Sprintf("%d to %d numbers", d.Min, d.Max)
	case engine.PickOrder:
		return "all numbers in order"
	case engine.PickNumber:
		return fmt.Sprintf("%d to %d", d.Min, d.Max)
	case engine.Split:
		return fmt.Sprintf("%d amounts, %d in all", n, d.Total)
	}
	return ""
}

// read turns a line into a reply, or says what is wrong with it.
func (p *prompter) read(d *engine.Decision, line string) (engine.Reply, string) {
	reply := engine.Reply{}
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Sprintf("%q is no number; type the number of an option, or help", word)
		}
		switch d.Kind {
		case engine.PickNumber, engine.Split:
			reply = append(reply, n)
			continue
		}
		if n == 0 && (d.Optional || d.Kind == engine.PickSome) {
			continue
		}
		reply = append(reply, n-1)
	}
	if line == "" && !(d.Kind == engine.PickSome && d.Min == 0) {
		return nil, "type the number of an option"
	}
	return reply, ""
}
