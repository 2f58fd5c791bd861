package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// prompter asks a person: the table, the question under it, one line of answer.
type prompter struct {
	command.Host
	*input
	// echoes is set if the terminal shows typed text by itself.
	echoes bool
	screen *screen.Screen
	// terminal is the terminal that gets the output, nil if none does; height is its lines.
	terminal *os.File
	height   int
	// previews puts beside the options what they would do.
	previews bool
	// greeted are the seats that were told who they are.
	greeted map[engine.Seat]bool
}

func newPrompter(ctx context.Context, h command.Host, lang string) *prompter {
	p := &prompter{
		Host: h, echoes: command.TerminalIn(h.In),
		input:  &input{ctx: ctx, source: bufio.NewReader(h.In), out: h.Out, lines: make(chan typedLine, 1)},
		screen: screen.New(lang), terminal: command.TerminalOut(h.Out), greeted: map[engine.Seat]bool{},
	}
	if p.terminal == nil {
		return p
	}
	p.height = 24
	if width, height, err := term.GetSize(int(p.terminal.Fd())); err == nil {
		p.screen.Width = min(max(width, 60), 160)
		p.height = height
	}
	return p
}

// drawable is the terminal that a writer leads to, if lines may be set off there:
// NO_COLOR says that they may not.
func drawable(w io.Writer) *os.File {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if f := command.TerminalOut(w); f != nil && marked(f) {
		return f
	}
	return nil
}

// print writes lines, headings bold and what can be passed over faint on a
// terminal; nothing depends on it.
func (p *prompter) print(lines []screen.Line) {
	f := drawable(p.Out)
	for _, l := range lines {
		switch {
		case f != nil && l.Strong:
			fmt.Fprintf(f, "\x1b[1m%s\x1b[0m\n", sanitize.Line(l.Text))
		case f != nil && l.Faint:
			fmt.Fprintf(f, "\x1b[2m%s\x1b[0m\n", sanitize.Line(l.Text))
		default:
			fmt.Fprintln(p.Out, l.Text)
		}
	}
}

// word is what a person typed instead of an answer.
type word string

const (
	noWord   word = ""
	undoWord word = "undo"
	quitWord word = "quit"
	// reload is not typed: the pack's files have changed.
	reload word = "(reload)"
)

// line reads a line, and the word that it is, if it is one: quit where the input ends,
// reload where the pack's files have changed.
func (p *prompter) line() (string, word, error) {
	text, err := p.read()
	switch {
	case err == errChanged:
		return "", reload, nil
	case err == io.EOF && text == "":
		return "", quitWord, nil
	case err != nil && text == "":
		return "", noWord, err
	}
	text = strings.TrimSpace(text)
	return text, word(text), nil
}

// answering is one seat's way to an answer.
type answering struct {
	*prompter
	session *play.Session
	at      *play.Seat
	scene   *scene.Scene
	menu    *screen.Menu
}

// ask shows a seat what has happened, the table and its question, until it gives a
// legal answer or a command.
func (p *prompter) ask(session *play.Session, at *play.Seat) (word, error) {
	q := at.Question()
	compiled := at.Compiled()
	input := scene.Input{View: at.View(), Question: q.Question, Derived: session.Derived(p.ctx, at.Number(), -1)}
	composer := scene.NewComposer(compiled, at.Speaker())
	a := answering{prompter: p, session: session, at: at, scene: composer.Scene(input)}
	a.menu = screen.NewMenu(a.scene.Ask)
	if p.previews {
		if err := a.foretell(); err != nil {
			return noWord, err
		}
	}
	a.greet()
	a.show()
	for {
		fmt.Fprintf(p.Out, "%s> ", strings.TrimSpace(p.screen.Expects(a.scene.Ask)+" "+p.screen.Say("ask.help")))
		line, typed, err := p.line()
		if err != nil || typed == reload || typed == quitWord && line == "" {
			return typed, err
		}
		if !p.echoes {
			fmt.Fprintln(p.Out, line) // a person sees what was typed; a pipe does not
		}
		if typed == undoWord || typed == quitWord {
			return typed, nil
		}
		if a.look(line) {
			continue
		}
		reply, problem := a.reply(line)
		if problem == "" && reply != nil {
			if r, ok := a.Err.(*recent); ok {
				r.take(6) // what was said of this question is past
			}
			if err := at.Reply(q.Number, reply); err == nil {
				return noWord, nil
			} else {
				problem = a.illegal(err)
			}
		}
		if problem != "" {
			fmt.Fprintf(p.Out, "%s (undo, quit)\n", problem)
		}
	}
}

// greet says once who the person is.
func (a *answering) greet() {
	if a.greeted[a.at.Number()] {
		return
	}
	a.greeted[a.at.Number()] = true
	fmt.Fprintf(a.Out, "\n%s\n", a.screen.Say("you.are", "seat", a.at.Voice().Seat(a.at.Number())))
}

// show draws the table and the question, and under them the messages since the last drawing.
func (a *answering) show() {
	fmt.Fprintln(a.Out)
	a.print(a.screen.Draw(a.scene, a.menu))
	if r, ok := a.Err.(*recent); ok && a.height > 0 {
		for _, line := range r.take(max(6, a.height/3)) {
			fmt.Fprintln(a.Out, line)
		}
	}
}

// page shows lines with the user's pager, where a terminal does not show them at once.
func (p *prompter) page(lines []screen.Line) {
	pager := strings.Fields(cmp.Or(os.Getenv("PAGER"), "less"))
	if p.terminal == nil || len(lines) < p.height || len(pager) == 0 {
		p.print(lines)
		return
	}
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(sanitize.Line(l.Text) + "\n")
	}
	c := exec.Command(pager[0], pager[1:]...)
	c.Stdin = strings.NewReader(text.String())
	c.Stdout = p.terminal
	c.Stderr = p.terminal
	if err := isolate.Share(c); err != nil {
		p.print(lines)
	}
}

// reply turns a line into a reply, or returns an error message. A line that leads to a
// further list is no reply yet.
func (a *answering) reply(line string) (engine.Reply, string) {
	numbers, problem := a.numbers(line)
	q := a.scene.Ask
	form := q.Kind.Form()
	switch {
	case problem != "":
		return nil, problem
	case len(numbers) == 0 && (form != view.Picks || q.Kind.Ordered() || q.Min > 0):
		return nil, a.screen.Say("bad.empty")
	case form == view.Quantity:
		return numbers, ""
	case form == view.Amounts:
		return a.amounts(numbers)
	case form == view.Pick:
		return a.pick(numbers)
	}
	return a.several(numbers)
}

// illegal says in the game's language why a reply is not legal.
func (a *answering) illegal(err error) string {
	var e *engine.ReplyError
	if !errors.As(err, &e) {
		return err.Error()
	}
	switch e.Wrong {
	case engine.WrongNumber:
		return a.screen.Say("bad.range", "min", e.Low, "max", e.High)
	case engine.WrongCount:
		if e.Low < e.High {
			return a.screen.Say("bad.some", "min", e.Low, "max", e.High, "given", e.Given)
		}
		return a.screen.Say("bad.many", "count", e.High, "given", e.Given)
	case engine.WrongOption:
		return a.noOption(e.Given, e.High)
	case engine.WrongTwice:
		return a.screen.Say("bad.twice", "number", e.Given)
	case engine.WrongParts:
		return a.screen.Say("bad.parts", "count", e.High)
	case engine.WrongAmount:
		return a.screen.Say("bad.amount", "max", e.High, "given", e.Given)
	}
	return a.screen.Say("bad.sum", "total", e.High, "given", e.Given)
}

// amounts gives each of the decision's options its amount: such a question lists options
// that read the same separately.
func (a *answering) amounts(numbers []int) (engine.Reply, string) {
	reply := make(engine.Reply, 0, len(numbers))
	for _, o := range a.scene.Ask.Options {
		for range o.Positions {
			reply = append(reply, 0)
		}
	}
	if len(numbers) != len(reply) {
		return numbers, "" // the decision says how many it wants
	}
	i := 0
	for _, o := range a.scene.Ask.Options {
		for _, at := range o.Positions {
			reply[at] = numbers[i]
			i++
		}
	}
	return reply, ""
}

// several names options by their numbers; a number that stands twice names
// another copy.
func (a *answering) several(numbers []int) (engine.Reply, string) {
	reply := engine.Reply{}
	used := map[int]int{}
	options := a.scene.Ask.Options
	for _, n := range numbers {
		if n == 0 && !a.scene.Ask.Kind.Ordered() {
			continue
		}
		if n < 1 || n > len(options) || used[n] >= len(options[n-1].Positions) {
			return nil, a.noOption(n, len(options))
		}
		reply = append(reply, options[n-1].Positions[used[n]])
		used[n]++
	}
	return reply, ""
}

func (a *answering) noOption(n, there int) string {
	return a.screen.Say("bad.option", "number", n, "count", there)
}

// pick goes through the lists of the menu: one number a list. A line that does
// not fit leaves the menu as it is.
func (a *answering) pick(numbers []int) (engine.Reply, string) {
	m := *a.menu
	for i, n := range numbers {
		row := m.Row(n)
		switch {
		case row == 0 && m.Depth() == 0 && a.scene.Ask.Optional && len(numbers) == 1:
			return engine.Reply{}, ""
		case row < 0 || row == 0 && m.Depth() == 0:
			return nil, a.noOption(n, len(m.Rows))
		}
		option := m.Pick(row)
		switch {
		case option != nil && i+1 < len(numbers):
			return nil, a.screen.Say("bad.many", "count", "1", "given", len(numbers))
		case option != nil:
			return engine.Reply{option.Positions[0]}, ""
		}
	}
	*a.menu = m
	a.show()
	return nil, ""
}

// numbers reads the numbers of a line.
func (a *answering) numbers(line string) ([]int, string) {
	var out []int
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '、' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, a.screen.Say("bad.number", "word", strconv.Quote(word))
		}
		out = append(out, n)
	}
	return out, ""
}

// news are the lines since the last answer.
func (p *prompter) news(lines []transcript.Line) {
	for len(lines) > 0 && lines[len(lines)-1].Text == "" {
		lines = lines[:len(lines)-1]
	}
	for _, l := range lines {
		fmt.Fprintln(p.Out, l)
	}
}
