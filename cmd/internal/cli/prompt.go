package cli

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// prompter asks a person: numbered options, one line of answer.
type prompter struct {
	Host
	// read gives the next line; errChanged if the pack's files changed first.
	read func() (string, error)
	// echoes is set where what is typed shows by itself: on a terminal.
	echoes  bool
	speaker *locale.Speaker
	game    *engine.Position
}

func newPrompter(h Host) *prompter {
	in := bufio.NewReader(h.In)
	return &prompter{Host: h, read: func() (string, error) { return in.ReadString('\n') }, echoes: terminalIn(h.In)}
}

// command is what a person typed instead of an answer.
type command string

const (
	noCommand   command = ""
	undoCommand command = "undo"
	quitCommand command = "quit"
	// reload is not typed: the pack's files have changed.
	reload command = "(reload)"
)

// ask shows a decision to a seat until it gives a legal answer or a command.
func (p *prompter) ask(d *engine.Decision, seat engine.Seat) (engine.Reply, command, error) {
	a := answering{prompter: p, decision: d, seat: seat, question: view.Asked(p.game, d, seat)}
	a.looker = looking(p.speaker, p.game, seat, p.Out)
	if d.Kind == engine.PickOne {
		a.menu = newMenu(a.looker, a.question)
	}
	a.ask()
	for {
		fmt.Fprintf(p.Out, "%s> ", strings.TrimSpace(p.expects(d, len(d.OptionsOf(seat)))+" (or help)"))
		line, err := p.read()
		switch {
		case err == errChanged:
			return nil, reload, nil
		case err == io.EOF && line == "":
			return nil, quitCommand, nil
		case err != nil && line == "":
			return nil, noCommand, err
		}
		line = strings.TrimSpace(line)
		if !p.echoes {
			fmt.Fprintln(p.Out, line) // a person sees what was typed; a pipe does not
		}
		if p.look(line, seat) {
			if line == "look" || line == "hand" {
				a.ask() // it has left the screen
			}
			continue
		}
		switch command(line) {
		case undoCommand, quitCommand:
			return nil, command(line), nil
		}
		reply, problem := a.reply(line)
		if problem == "" && reply != nil {
			if err := d.Check(seat, reply); err != nil {
				problem = err.Error()
			}
		}
		switch {
		case problem != "":
			fmt.Fprintf(p.Out, "%s (undo, quit)\n", problem)
		case reply != nil:
			return reply, noCommand, nil
		}
	}
}

// answering is one seat's way to an answer.
type answering struct {
	*prompter
	decision *engine.Decision
	seat     engine.Seat
	looker   *looker
	question *view.Question
	menu     *menu // of a decision for one option
}

// ask prints the question and what there is to choose from.
func (a *answering) ask() {
	fmt.Fprintf(a.Out, "\n%s: %s\n", a.looker.Seat(a.seat), a.looker.Question(a.question))
	a.show()
}

// show prints what there is to choose from.
func (a *answering) show() {
	d := a.decision
	switch {
	case a.menu != nil:
		if a.menu.depth > 0 {
			fmt.Fprintf(a.Out, "%s:\n", a.menu.title)
		}
		for i, r := range a.menu.rows {
			fmt.Fprintf(a.Out, "%3d %s\n", i+1, r.label)
		}
		if a.menu.depth > 0 {
			back, _ := a.speaker.Message("option.back", nil)
			fmt.Fprintf(a.Out, "  0 %s\n", back)
			return
		}
	case d.Kind == engine.YesNo:
		yes, _ := a.speaker.Message("yes", nil)
		no, _ := a.speaker.Message("no", nil)
		fmt.Fprintf(a.Out, "  1 %s\n  2 %s\n", yes, no)
	default:
		for i, option := range a.question.Options {
			text := a.looker.OptionText(a.question.Prompt, option.Parts)
			if c := option.Parts[0].Card; c != nil && len(option.Parts) == 1 {
				text += a.looker.printed(c)
			}
			fmt.Fprintf(a.Out, "%3d %s\n", i+1, text)
		}
	}
	if d.Optional {
		none, _ := a.speaker.Message("option.none", nil)
		fmt.Fprintf(a.Out, "  0 %s\n", none)
	}
}

// reply turns a line into a reply, or says what is wrong with it. A line that
// leads to a further list is no reply yet.
func (a *answering) reply(line string) (engine.Reply, string) {
	numbers, problem := numbers(line)
	d := a.decision
	switch {
	case problem != "":
		return nil, problem
	case len(numbers) == 0 && (d.Kind != engine.PickSome || d.Min > 0):
		return nil, "type the number of an option"
	case a.menu != nil:
		return a.pick(numbers)
	}
	reply := engine.Reply{}
	for _, n := range numbers {
		switch {
		case d.Kind == engine.PickNumber, d.Kind == engine.Split:
			reply = append(reply, n)
		case n != 0 || d.Kind != engine.PickSome:
			reply = append(reply, n-1)
		}
	}
	return reply, ""
}

// pick goes through the lists of a menu: one number a list. A line that does
// not fit leaves the menu as it is.
func (a *answering) pick(numbers []int) (engine.Reply, string) {
	m := *a.menu
	for i, n := range numbers {
		switch {
		case n == 0 && m.depth == 0 && a.decision.Optional && len(numbers) == 1:
			return engine.Reply{}, ""
		case n < 0 || n > len(m.rows) || n == 0 && m.depth == 0:
			return nil, fmt.Sprintf("there is no option %d; there are %d", n, len(m.rows))
		}
		option := m.pick(n)
		switch {
		case option >= 0 && i+1 < len(numbers):
			return nil, fmt.Sprintf("the answer must name 1 option, not %d", len(numbers))
		case option >= 0:
			return engine.Reply{option}, ""
		}
	}
	*a.menu = m
	a.show()
	return nil, ""
}

// numbers reads the numbers of a line.
func numbers(line string) ([]int, string) {
	var out []int
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Sprintf("%q is no number; type the number of an option, or help", word)
		}
		out = append(out, n)
	}
	return out, ""
}

// help is what a person can type beside an answer.
const help = `  1, 2, ...    the option with that number; where several are asked for, with spaces between
  look         the table as you see it
  card NAME    what a card says
  undo         take your last answer back
  quit         leave the game`

// look answers the commands that only look; false for anything else.
func (p *prompter) look(line string, seat engine.Seat) bool {
	name, isCard := strings.CutPrefix(line, "card ")
	switch {
	case line == "help" || line == "?":
		fmt.Fprintln(p.Out, help)
	case line == "look" || line == "hand":
		looking(p.speaker, p.game, seat, p.Out).table()
	case isCard:
		if !looking(p.speaker, p.game, seat, p.Out).says(p.game, strings.TrimSpace(name)) {
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
