package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// console is a game in the terminal: its output and its questions. The session plays the
// game.
type console struct {
	command.Host
	params  Params
	session *play.Session
	prompt  *prompter
	// out is told the game as it goes. It is nil where several people share the
	// terminal: then each reads his own lines behind the curtain, and reading is
	// the seat whose lines are on the screen.
	out     *play.Watcher
	reading *play.Seat
	// live is set for a game that began in a scenario, opened is the last that
	// was started: the same, but while a change of the files is tried.
	live, opened *scenario.Live
	keeper       keeper
	// ctx ends when a person or the system asks the program to stop.
	ctx context.Context
}

// person is a player at the terminal.
type person struct{ *console }

// Kind is play.Human.
func (p person) Kind() string { return play.Human }

// begin seats all players and prepares the output.
func (t *console) begin(start play.Start, kinds []string) error {
	t.keeper.Host = t.Host
	t.keeper.words = locale.NewWords(t.params.Game.Lang, locale.InTerminal)
	settings := play.Settings{
		Lang: t.params.Game.Lang, FreeUndo: t.params.FreeUndo, Keep: t.keeper.keep, Wait: command.Wait,
		Pause:  t.params.Pause,
		Chance: cmp.Or[play.Player](t.params.Chance, play.Drawn(t.params.Seed.Low^t.params.Seed.High)),
	}
	var err error
	settings.Players, err = t.Players(kinds, t.params.BotTime, person{t})
	if err != nil {
		return err
	}
	var different *replay.Difference
	r := t.params.resumed
	if r != nil {
		t.session, err = play.Resume(t.ctx, start, r.journal.Answers(), settings)
		if errors.As(err, &different) {
			err = nil
		}
	} else {
		t.session, err = play.New(start, settings)
	}
	if err != nil {
		return err
	}
	t.live = t.opened
	t.prompt = newPrompter(t.ctx, t.Host, t.session.Lang)
	t.prompt.previews = t.params.Preview
	if r != nil && r.damaged != nil {
		if err := t.salvages(); err != nil {
			return err
		}
	}
	if err := t.keeper.begin(&t.params, t.session, t.live); err != nil {
		return err
	}
	if different != nil {
		err = t.differs(different)
	} else if r != nil {
		t.otherCards(r)
	}
	if err != nil {
		return err
	}
	if t.params.Format == "json" {
		t.prompt.Out = t.Err // events alone go to standard output
	}
	if reader, one := t.reader(); one {
		t.out = t.session.Watch(reader, t.session.Lang)
	}
	return nil
}

// reader is whose view is told as the game goes: that of --view, of the only
// person, or without people the referee's; false where each of several people
// has to be told his own.
func (t *console) reader() (viewer engine.Seat, one bool) {
	people := t.session.People()
	switch {
	case t.params.View > 0:
		return engine.Seat(t.params.View), true
	case t.params.HaveView || len(people) == 0:
		return view.Referee, true
	case len(people) == 1:
		return people[0], true
	case t.params.Format == "json":
		return 0, true // what all may know
	}
	return 0, false
}

// run plays the game to its end, or until it is left.
func (t *console) run() error {
	for {
		if t.ctx.Err() != nil {
			return t.leave()
		}
		status, err := t.session.Step(t.ctx)
		if err != nil && t.ctx.Err() != nil && !errors.As(err, new(*command.ExitError)) {
			return t.leave() // and not for what that cut off
		}
		// People are told at their questions, so that it is never too much at once.
		if len(t.session.People()) == 0 || err != nil || status == engine.Ended || t.params.Format == "json" {
			if print := t.print(t.out); print != nil {
				return print
			}
		}
		switch {
		case t.mends(err):
			if err := t.awaitFix(err); err != nil {
				return err
			}
		case errors.As(err, new(*command.ExitError)):
			return err
		case err != nil:
			return &command.ExitError{Code: command.ExitWrong, Message: err.Error()}
		case status == engine.Ended:
			err := t.end()
			if err == errBack {
				continue
			}
			return cmp.Or(err, t.failures())
		}
	}
}

// mends reports whether a change of the pack's files may mend what stopped the game.
func (t *console) mends(err error) bool {
	return err != nil && t.prompt.places != nil && t.session.Position().Open() == nil &&
		!errors.As(err, new(*extbot.Error))
}

// failures makes a finished game with failed abilities end with exit 1.
func (t *console) failures() error {
	if failures := t.session.Failures(); len(failures) > 0 {
		text := fmt.Sprintf("%d abilities failed; the first: %s", len(failures), failures[0])
		return &command.ExitError{Code: command.ExitWrong, Message: text}
	}
	return nil
}

// end tells how the game ended, to all people who share the terminal.
func (t *console) end() error {
	if t.params.Format == "json" {
		return nil
	}
	if t.out == nil {
		if err := t.endForAll(); err != nil {
			return err
		}
	}
	t.standings(t.session.Watch(t.viewer(), t.session.Lang))
	return nil
}

// endForAll shows the end to all who share the terminal, first to the present reader.
func (t *console) endForAll() error {
	people := t.session.People()
	first := max(0, slices.Index(people, t.viewer()))
	for i := range people {
		at := t.session.Seat(people[(first+i)%len(people)])
		if err := t.curtain(at); err != nil {
			return err
		}
		if err := t.print(&at.Watcher); err != nil {
			return err
		}
	}
	return nil
}

// print prints a watcher's new lines; nil prints nothing.
func (t *console) print(w *play.Watcher) error {
	if w == nil {
		return nil
	}
	if t.params.Format == "json" {
		_, events := w.Events()
		for _, e := range events {
			if err := t.JSON(e); err != nil {
				return err
			}
		}
		return nil
	}
	for _, line := range t.unprinted(w) {
		if _, err := fmt.Fprintln(t.Out, line); err != nil {
			return err
		}
	}
	return nil
}

// unprinted returns the lines that a watcher has not printed yet, and says so where they
// replace lines that it has printed.
func (t *console) unprinted(w *play.Watcher) []transcript.Line {
	printed := w.LineCount()
	from, lines := w.Lines()
	if from < printed && len(lines) > 0 {
		t.tell("taken_back")
	}
	return lines
}

// clearScreen clears a terminal, including its scrollback.
const clearScreen = "\x1b[2J\x1b[3J\x1b[H"

// curtain hides the last person's screen and waits for the next one. It does not wait if
// the output is no terminal.
func (t *console) curtain(at *play.Seat) error {
	if t.out != nil || t.reading == at {
		return nil
	}
	name := at.Voice().Seat(at.Number())
	if before := t.reading; before != nil {
		if err := t.print(&before.Watcher); err != nil {
			return err
		}
		if t.prompt.echoes {
			if err := t.enter("\n"+t.prompt.screen.Say("curtain.hide", "seat", name)+" ", before); err != nil {
				return err
			}
		}
	}
	t.reading = at
	if !t.prompt.echoes {
		_, err := fmt.Fprintf(t.Out, "\n>> %s\n", name)
		return err
	}
	t.clear()
	return t.enter(t.prompt.screen.Say("curtain.open", "seat", name)+" ", nil)
}

// clear clears the screen below what makes texts visible: this one is no text of a
// pack.
func (t *console) clear() {
	to := t.Out
	if f := command.TerminalOut(to); f != nil {
		marked(f)
	}
	if v, ok := to.(*sanitize.Writer); ok {
		// Only half a character can be held back, of output that is gone anyway.
		_ = v.Flush()
		to = v.Below()
	}
	fmt.Fprint(to, clearScreen)
}

// errBack says that the person went back instead of handing the terminal on.
var errBack = errors.New("an answer was taken back")

// enter waits for the Enter key; by, if anybody, may undo instead.
func (t *console) enter(text string, by *play.Seat) error {
	for {
		fmt.Fprint(t.Out, text)
		_, typed, err := t.prompt.line()
		switch {
		case err != nil:
			return err
		case typed == reload:
			t.reload()
		case typed == quitWord:
			return t.leave()
		case typed == undoWord && by != nil:
			if gone, err := t.undo(by); gone || err != nil {
				return cmp.Or(err, errBack)
			}
		default:
			return nil
		}
	}
}

// errLeft ends a game that a person left.
var errLeft = &command.ExitError{Code: command.ExitFine}

func (t *console) leave() error {
	t.keeper.sync()
	fmt.Fprintln(t.Err, t.prompt.screen.Say("left")+t.keeper.where())
	return errLeft
}

// Play asks the person at a seat.
func (p person) Play(_ context.Context, at *play.Seat) error {
	err := p.curtain(at)
	switch {
	case err == errBack:
		return nil
	case err != nil:
		return err
	}
	if err := p.news(at); err != nil {
		return err
	}
	p.keeper.sync()
	typed, err := p.prompt.ask(p.session, at)
	switch {
	case err != nil:
		return err
	case typed == quitWord:
		return p.leave()
	case typed == undoWord:
		_, err := p.undo(at)
		return err
	case typed == reload:
		p.reload()
	}
	return nil
}

// news tells the person at a seat what has happened since it was told last, no
// more than a screen of it.
func (t *console) news(at *play.Seat) error {
	w := t.out
	switch {
	case t.params.Format == "json":
		return t.print(w)
	case w == nil:
		w = &at.Watcher
	}
	t.prompt.news(t.unprinted(w))
	return nil
}

// undo takes the seat's last answer back, and reports whether it did, or says why
// not.
func (t *console) undo(at *play.Seat) (gone bool, err error) {
	err = at.Undo(t.ctx)
	var refused *play.UndoError
	switch {
	case errors.As(err, &refused):
		fmt.Fprintln(t.prompt.Out, t.refusal(refused))
		return false, nil
	case err != nil:
		return false, err
	}
	at.Lines() // what is taken back is not told
	fmt.Fprintln(t.prompt.Out, t.prompt.screen.Say("undone", "number", t.session.Position().Open().Number))
	return true, nil
}

// undoNews are the words for what keeps an answer from being taken back.
var undoNews = []string{view.NewAnswer: "undo.answer", view.NewChance: "undo.chance", view.NewCard: "undo.card",
	view.NewPeek: "undo.peek"}

// refusal says why an answer is not taken back.
func (t *console) refusal(e *play.UndoError) string {
	say := t.prompt.screen.Say
	text := ""
	switch {
	case e.Seat != 0:
		text = say("undo.disagrees", "seat", t.session.Seat(e.Seat).Voice().Seat(e.Seat))
	case e.News != view.NoNews:
		text = say(undoNews[e.News])
	case e.Policy:
		text = say("undo.none")
	default:
		text = say("undo.nothing")
	}
	if e.Policy {
		text += "; " + say("undo.free")
	}
	return text
}

// Consent asks the person at a seat whether another may take its answer back.
func (p person) Consent(_ context.Context, at *play.Seat, other engine.Seat, decision int) (bool, error) {
	err := p.curtain(at)
	switch {
	case err == errBack:
		return false, nil
	case err != nil:
		return false, err
	}
	voice := at.Voice()
	out := p.prompt.Out
	yes, _ := voice.Message("yes", nil)
	no, _ := voice.Message("no", nil)
	question := p.prompt.screen.Say("consent", "seat", voice.Seat(other), "number", decision)
	fmt.Fprintf(out, "\n%s%s\n  1 %s\n  2 %s\n", p.prompt.screen.Label(voice.Seat(at.Number())), question, yes, no)
	for {
		fmt.Fprint(out, "> ")
		line, typed, err := p.prompt.line()
		switch {
		case err != nil:
			return false, err
		case typed == reload:
			p.reload()
			return false, nil
		case typed == quitWord:
			return false, p.leave()
		case line == "1" || line == "2":
			return line == "1", nil
		}
		fmt.Fprintln(out, p.prompt.screen.Say("bad.empty"))
	}
}
