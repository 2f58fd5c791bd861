// Package terminal is a game in a terminal: it tells what happens, asks the people at
// the seats and keeps what they answer.
//
//	play.go      a new game, and one that begins in a scenario
//	resume.go    a saved game that is gone on with
//	console.go   the game as it goes, the people who share the terminal, undo
//	prompt.go    a question and its answer
//	look.go      what can be looked at while a question waits
//	keeper.go    the journal on disk
//	watch.go     reads lines, and watches the files of the pack meanwhile
//	reload.go    changes of the files
//
// It imports cmd/internal/command, isolate, screen, provenance, disk, savedir and extbot, interp and
// the engine.
package terminal

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Params are what a person says about a game: the flags of play.
type Params struct {
	Game command.Game
	// Seats lists the players, as --seats does.
	Seats string `flag:"seats"`
	// Seed is that of a new game, drawn without HaveSeed. View is whose view is told, with
	// HaveView, 0 for the referee's.
	Seed     rng.Seed `flag:"seed"`
	HaveSeed bool
	View     int `flag:"view"`
	HaveView bool
	// Format is text or json. OnError is stop or continue: what a failed ability does.
	Format  string `flag:"format"`
	OnError string `flag:"on-error"`
	// Preview puts beside the options of a person what they would do.
	Preview bool `flag:"preview"`
	// FreeUndo lets answers be taken back that the pack would not.
	FreeUndo bool          `flag:"free-undo"`
	BotTime  time.Duration `flag:"bot-time"`
	// Chance answers for chance, nil where the seed does.
	Chance play.Player
	// Pause is the longest wait where time would reveal who holds what, 0 for the pack's
	// own, negative for none.
	Pause time.Duration `flag:"pause"`
	// Watch applies changes of the pack's files to the running game.
	Watch bool `flag:"watch"`
	// Save is the file that the game is kept in, Resume that of a game that is gone on
	// with, or LastOne; empty for none.
	Save   string `flag:"save"`
	Resume string `flag:"resume"`
	// Scenario is the file of the scenario that the game starts in, At a line of it;
	// KeepScenario is the file to which the game is written as a scenario.
	Scenario     string `flag:"scenario"`
	KeepScenario string `flag:"save-scenario"`
	At           int    `flag:"at"`
	// Unkept is set for a game that is kept nowhere.
	Unkept bool

	// name is the GAME that is played.
	name string
	// resumed is the game that is gone on with; nil for a new one.
	resumed *resumed
}

// Play plays a game in the terminal until it ends or is left; game is "" where a
// scenario or a saved game names it. An error is a *command.ExitError, or one of
// reading the game.
func Play(h command.Host, game string, p Params) error {
	command.CollectRarely()
	if p.Watch {
		h.Err = &recent{Writer: h.Err}
	}
	switch {
	case p.Scenario != "":
		return playScenario(h, game, p)
	case p.Resume != "":
		return playResumed(h, game, p)
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	loaded.Tell(h.Printer())
	seats, err := command.Seats(p.Seats, loaded, true)
	if err != nil {
		return err
	}
	if !p.HaveSeed {
		p.Seed = command.DrawSeed()
	}
	return p.play(h, game, loaded, options, seats)
}

// play plays a game of a pack that is loaded.
func (p Params) play(
	h command.Host, game string, loaded *interp.Pack, options map[string]string, seats []string,
) error {
	p.name = game
	t, err := p.table(loaded, len(seats), options)
	if err != nil {
		return err
	}
	fmt.Fprintln(h.Err, startLine(loaded.Title(p.Game.Lang), seats, p))
	return (&console{Host: h, params: p}).play(p.start(h, game, t), seats)
}

// table lays a pack out.
func (p *Params) table(loaded *interp.Pack, seats int, options map[string]string) (*interp.Table, error) {
	return loaded.Table(interp.Settings{
		Seats: seats, Seed: p.Seed.Low, Drawn: p.Seed.Drawn, GameOptions: options,
		ContinueOnError: p.OnError == "continue",
		CheckInvariants: true,
		AskChance:       p.Chance != nil || p.resumed != nil && p.resumed.journal.Header.Chance,
	})
}

// start starts games of a table: the first with the table as it is, others from
// the files as they are then, with its options, of which nothing is left to
// chance.
func (p *Params) start(h command.Host, game string, t *interp.Table) play.Start {
	options := scenario.Settled(t, p.Seed.Low)
	first := true
	memo := &source.Memo{}
	return func() (*interp.Table, *engine.Game, error) {
		if first {
			first = false
			return play.From(t)()
		}
		loaded, err := h.Telling()(game, interp.With{Overlays: p.Game.Overlays, GameOptions: options,
			Language: p.Game.Lang, Memo: memo})
		if err != nil {
			return nil, nil, err
		}
		t, err := p.table(loaded, t.Layout.Seats, options)
		if err != nil {
			return nil, nil, err
		}
		return play.From(t)()
	}
}

// play plays a game; it is kept when it is left.
func (t *console) play(start play.Start, kinds []string) error {
	p := &t.params
	if p.View < 0 || p.View > len(kinds) {
		return command.Usage("--view must be a seat from 1 to %d, or 0", len(kinds))
	}
	t.ctx = command.Stoppable()
	if err := t.begin(start, kinds); err != nil {
		return err
	}
	defer extbot.Dismiss(t.ctx, append(slices.Clip(t.session.Players), t.session.Settings.Chance))
	t.WarnGreedy(t.session.Table().Pack, kinds)
	if p.Watch {
		if err := t.startWatching(); err != nil {
			return err
		}
	}
	err := t.run()
	left := err == errLeft
	if unkept := t.keeper.close(left); unkept != nil && (err == nil || left) {
		err = unkept
	}
	if unkept := p.keepScenario(t.session, t.live); unkept != nil && (err == nil || err == errLeft) {
		err = unkept
	} else if unkept != nil {
		fmt.Fprintln(t.Err, "ruledeck: "+unkept.Error())
	}
	return err
}

// startLine names the game and its seats, in the game's language, and the seed, unless it
// was drawn: players must not know a drawn seed.
func startLine(title string, seats []string, p Params) string {
	words := locale.NewWords(p.Game.Lang, locale.InTerminal)
	if p.Seed.High != 0 && slices.Contains(seats, play.Human) {
		return words.Say("started.drawn", "title", title, "count", len(seats))
	}
	return words.Say("started", "title", title, "count", len(seats), "seed", p.Seed)
}

// keepScenario writes the game that a session leaves as a scenario.
func (p *Params) keepScenario(s *play.Session, live *scenario.Live) error {
	if p.KeepScenario == "" || live == nil {
		return nil
	}
	name := "played on from " + filepath.Base(p.Scenario)
	text, err := live.Write(context.Background(), s.Position(), name, p.KeepScenario)
	if err != nil {
		return err
	}
	return disk.OS.Write(p.KeepScenario, []byte(text))
}

// isGame reports whether what a person calls a game is this pack.
func isGame(game string, p *interp.Pack) bool {
	if game == p.Compiled.Pack.ID || game == p.Name {
		return true
	}
	named, err := filepath.Abs(game)
	loaded, other := filepath.Abs(p.Name)
	return err == nil && other == nil && named == loaded
}

// playScenario plays on from a scenario.
func playScenario(h command.Host, game string, p Params) error {
	if !p.HaveSeed {
		p.Seed = command.DrawSeed()
	}
	open := func() (*scenario.Live, error) {
		return scenario.Open(context.Background(), p.Scenario, p.At, p.Seed.Low)
	}
	live, err := open()
	if err != nil {
		return err
	}
	if game != "" && !isGame(game, live.Pack) {
		return command.Usage("%s is a scenario of %s, not of %s", p.Scenario, live.Case.Game, game)
	}
	seats, err := command.Seats(p.Seats, live.Pack, true)
	if err != nil {
		return err
	}
	if p.Seats == "" { // the scenario says how many there are, whatever is usual
		seats = append(seats[:1], slices.Repeat([]string{"random"}, live.Game.Layout().Seats-1)...)
	}
	if len(seats) != live.Game.Layout().Seats {
		return command.Usage("the scenario has %s, but --seats names %d",
			command.Counted(live.Game.Layout().Seats, "seat"), len(seats))
	}
	return PlayLive(h, p, live, seats, open)
}

// PlayLive plays a game that begins in a scenario; again opens it anew, from the
// files as they are then.
func PlayLive(
	h command.Host, p Params, live *scenario.Live, seats []string, again func() (*scenario.Live, error),
) error {
	p.name = live.Pack.Name
	title := startLine(live.Title(p.Game.Lang), seats, p)
	fmt.Fprintln(h.Err, locale.NewWords(p.Game.Lang, locale.InTerminal).Label(title)+live.Case.Name)
	t := &console{Host: h, params: p, opened: live}
	return t.play(scenario.Start(live, func() (_ *scenario.Live, err error) {
		t.opened, err = again()
		return t.opened, err
	}), seats)
}
