package terminal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// resumed is a resumed game: its file, locked by this process, and its contents.
type resumed struct {
	file    *house.Log
	journal *replay.Journal
	// damaged is the damage of the file, whose readable part is the journal then: the game
	// goes on in another file, if the person agrees.
	damaged *savedir.DamagedError
}

// LastOne stands for the game that was played last, in --resume without a file: no file
// is called so.
const LastOne = "the last game/"

// takeUp opens a saved game.
func takeUp(h command.Host, path, lang string) (*resumed, error) {
	if path == LastOne {
		var err error
		path, err = lastGame()
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(h.Err, locale.NewWords(lang, locale.InTerminal).Say("resume.going", "file", path))
	}
	file, j, torn, err := savedir.Open(path)
	var damaged *savedir.DamagedError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, command.Usage("there is no saved game %s", path)
	case err != nil && !errors.As(err, &damaged):
		return nil, err
	}
	if torn {
		fmt.Fprintln(h.Err, locale.NewWords(lang, locale.InTerminal).Say("resume.torn", "file", path))
	}
	return &resumed{file, j, damaged}, nil
}

// playResumed goes on with a saved game.
func playResumed(h command.Host, game string, p Params) (err error) {
	p.resumed, err = takeUp(h, p.Resume, p.Game.Lang)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = p.resumed.file.Close()
		}
	}()
	header := &p.resumed.journal.Header
	if header.Scenario != nil {
		return resumeScenario(h, game, p)
	}
	if game == "" {
		game = header.Game
	}
	if len(p.Game.Overlays) == 0 {
		p.Game.Overlays = header.Overlays
	}
	if err := missing(p.resumed.file.Name, game, p.Game.Overlays); err != nil {
		return err
	}
	for _, o := range header.GameOptions {
		if !slices.ContainsFunc(p.Game.Options,
			func(given string) bool { return strings.HasPrefix(given, o.Name+"=") }) {
			p.Game.Options = append(p.Game.Options, o.Name+"="+strings.Join(o.Values, ","))
		}
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	loaded.Tell(h.Printer())
	if id := loaded.Compiled.Pack.ID; id != header.Pack {
		return command.Usage("%s is a game of %s, not of %s", p.resumed.file.Name, header.Pack, id)
	}
	seats, err := p.seatsOf(header, loaded)
	if err != nil {
		return err
	}
	if len(seats) != len(header.Seats) {
		return command.Usage("the saved game has %s, but --seats names %d",
			command.Counted(len(header.Seats), "seat"), len(seats))
	}
	p.Seed = header.Seed
	return p.play(h, game, loaded, options, seats)
}

// seatsOf are those who go on with a saved game. A file may come from anybody, and no
// program that it names is run unless the person names it too; the games of the state
// folder are the person's own.
func (p *Params) seatsOf(header *replay.Header, loaded *interp.Pack) ([]string, error) {
	if p.Seats != "" {
		return command.Seats(p.Seats, loaded, true)
	}
	for i, kind := range header.Seats {
		if extbot.Is(kind) && p.Resume != LastOne {
			return nil, command.Usage(
				"%s has seat %d played by %s, and no program that a file names is run; if you know it, name it: "+
					"--seats '%s'", p.resumed.file.Name, i+1, sanitize.Line(kind),
				sanitize.Line(strings.Join(header.Seats, ",")))
		}
	}
	return header.Seats, nil
}

// resumeScenario goes on with a saved game that began in a scenario.
func resumeScenario(h command.Host, game string, p Params) error {
	file := p.resumed.file.Name
	header := &p.resumed.journal.Header
	if _, err := os.Stat(header.Scenario.File); err != nil {
		return command.Usage("%s began in the scenario %s, which is not there", file, header.Scenario.File)
	}
	again := func() (*scenario.Live, error) { return scenario.Begin(context.Background(), header) }
	live, err := again()
	if err != nil {
		return err
	}
	if game != "" && !isGame(game, live.Pack) {
		return command.Usage("%s is a game of %s, not of %s", file, live.Case.Game, game)
	}
	seats, err := p.seatsOf(header, live.Pack)
	if err != nil {
		return err
	}
	if n := live.Game.Layout().Seats; len(seats) != len(header.Seats) || n != len(seats) {
		return command.Usage("the saved game has %s; the scenario has %d, and --seats names %d",
			command.Counted(len(header.Seats), "seat"), n, len(seats))
	}
	p.Seed = header.Seed
	return PlayLive(h, p, live, seats, again)
}

// missing names the game or the overlay of a save that is not there any more.
func missing(save, game string, overlays []string) error {
	for i, name := range append([]string{game}, overlays...) {
		if pack.IsShipped(name) || !strings.ContainsAny(name, `/\`) {
			continue
		}
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if i == 0 {
			return command.Usage("%s is a game of the pack %s, which is not there; say where it is now: ruledeck "+
				"play GAME --resume %s", save, name, save)
		}
		return command.Usage("%s is played with the overlay %s, which is not there; say where it is now with --pack",
			save, name)
	}
	return nil
}

// otherCards says which cards and scripts are not as they were when a game was saved
// all of whose answers fit: what they did may be otherwise now, unseen.
func (t *console) otherCards(r *resumed) {
	if changed := golden.Changes(&r.journal.Header, t.session.Table(), ""); len(changed) > 0 {
		t.tell("resume.changed", "file", r.file.Name, "what", strings.Join(changed, "\n    "))
	}
}

// differs tells where a saved game does not fit the pack as it is now, and asks
// whether it shall go on from that decision.
func (t *console) differs(different *replay.Difference) error {
	r := t.params.resumed
	fmt.Fprintf(t.Err, "%s\n%s",
		t.prompt.screen.Say("resume.differs", "file", r.file.Name, "what", t.firstOffers(different)),
		golden.Changed(&r.journal.Header, t.session.Table(), different.Expected))
	number := t.session.Position().Decisions() + 1
	if d := t.session.Position().Open(); d != nil {
		number = d.Number
	}
	if err := t.agrees("resume.ask", "number", number); err != nil {
		return err
	}
	return t.keeper.keep(replay.Entry{Undo: number})
}

// salvages asks whether a game whose file is damaged shall go on from where it can be
// read, in another file.
func (t *console) salvages() error {
	p := &t.params
	r := t.params.resumed
	question := "resume.mended"
	if r.damaged.Lost > 0 {
		question = "resume.damaged"
	}
	number := r.journal.Record().End.Decisions
	err := t.agrees(question, "file", r.file.Name, "line", r.damaged.Damage.Line,
		"number", number)
	if err != nil || p.Save != "" && !same(p.Save, r.file.Name) {
		return err
	}
	path, err := r.damaged.Keep()
	if err != nil {
		return err
	}
	if err := r.file.Close(); err != nil {
		return err
	}
	p.Save = ""
	r.file, r.journal, _, err = savedir.Open(path)
	if err != nil {
		return err
	}
	t.tell("resume.going", "file", path)
	return nil
}

// agrees asks yes or no; without a yes the error ends the program, and the saved game
// stays as it is.
func (t *console) agrees(question string, pairs ...any) error {
	words := t.prompt.screen
	speaker := t.session.Table().Speaker(t.session.Lang)
	yes, _ := speaker.Message("yes", nil)
	no, _ := speaker.Message("no", nil)
	fmt.Fprintf(t.Err, "%s (%s, %s) ", words.Say(question, pairs...), yes, no)
	line, err := t.prompt.read()
	if word := strings.ToLower(strings.TrimSpace(line)); err != nil && line == "" ||
		word != "yes" && word != "y" && word != strings.ToLower(yes) {
		fmt.Fprintln(t.Err)
		return &command.ExitError{Code: command.ExitWrong, Message: words.Say("resume.kept")}
	}
	return nil
}
