package studio

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/causes"
	"github.com/ruledeck/ruledeck/cmd/internal/kept"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// NewGame says how a game is begun.
type NewGame struct {
	// Seats are the kinds of the players, in seat order.
	Seats       []string          `json:"seats"`
	Seed        uint64            `json:"seed"`
	GameOptions map[string]string `json:"options"`
}

// mostBranches bounds the games that are open at once.
const mostBranches = 16

// branch is a game that is open, with what it parted from.
type branch struct {
	id   int
	name string
	// from is the branch that it parted from at a decision; 0 for a game of its own.
	from, decision int
	game           NewGame
	session        *play.Session
	// file is the one that it was opened from, scenario its test where it is one.
	file     string
	scenario *scenario.Case
	// notice is what is to be said of it at first.
	notice string
	// journal is where the game is kept; rewrite is set where it holds another past,
	// unsaved is why it is not on disk.
	journal *kept.Game
	rewrite bool
	unsaved string
	// before are the answers that it had before the files changed so that some of
	// them do not fit: they stay on disk, and are given again whenever the files
	// change, until somebody answers anew; nil otherwise.
	before []replay.Answer
	// replayed is what the last change of the files made of it, for the first
	// difference, which is kept by viewer and language.
	replayed    *play.Replayed
	differences map[reading]*difference
	// failure is why the game cannot go on, from a script; "" while it can.
	failure string
	// places knows where the rules stand.
	places *causes.Atlas
	// read are tellings of the game, by viewer and language.
	read map[reading]*telling
}

type reading struct {
	viewer engine.Seat
	lang   string
}

// telling is a game as it was told to a viewer so far.
type telling struct {
	watcher *play.Watcher
	lang    string
	lines   []transcript.Line
	events  []view.Event
}

// begin starts a branch's game and opens it.
func (s *server) begin(b *branch) (*branch, error) {
	players, err := seat(b.game.Seats)
	if err != nil {
		return nil, err
	}
	if b.session, err = play.New(s.start(b),
		play.Settings{Players: players, FreeUndo: true, Keep: b.keep}); err != nil {
		return nil, err
	}
	return s.add(b)
}

// start makes a branch's game from the pack's files as they are now; later starts,
// for a reload, read them again, with nothing of the options left to chance.
func (s *server) start(b *branch) play.Start {
	options := b.game.GameOptions
	return func() (*interp.Table, *engine.Game, error) {
		p, err := interp.Load(s.config.Game, interp.With{Overlays: s.config.Overlays, GameOptions: options})
		if err != nil {
			return nil, nil, err
		}
		t, err := p.Table(interp.Settings{Seats: len(b.game.Seats), Seed: b.game.Seed, GameOptions: options,
			CheckInvariants: true})
		if err != nil {
			return nil, nil, err
		}
		options = scenario.Settled(t, b.game.Seed)
		return play.From(t)()
	}
}

// seat makes the players; people are nobody's but the page's.
func seat(kinds []string) ([]play.Player, error) {
	players := make([]play.Player, len(kinds))
	for i, kind := range kinds {
		if kind == play.Human {
			continue
		}
		bot, err := play.NewTimedBot(kind, time.Now)
		if err != nil {
			return nil, err
		}
		players[i] = bot
	}
	return players, nil
}

// add opens a branch and plays it to its first question.
func (s *server) add(b *branch) (*branch, error) {
	if len(s.branches) >= mostBranches {
		return nil, fmt.Errorf("%d games are open, which is the most; close one first", mostBranches)
	}
	s.lastBranch++
	b.id = s.lastBranch
	if b.name == "" {
		b.name = fmt.Sprint(b.id)
	}
	b.advance(s.ctx)
	s.branches = append(s.branches, b)
	return b, nil
}

// advance plays on until somebody at the page is asked, or the game is over.
func (b *branch) advance(ctx context.Context) {
	b.failure = ""
	if _, err := b.session.Advance(ctx); err != nil && ctx.Err() == nil {
		b.failure = err.Error()
	}
	b.read = map[reading]*telling{}
}

// tell is the game as it was told to a viewer.
func (b *branch) tell(at reading) *telling {
	if t := b.read[at]; t != nil {
		return t
	}
	t := &telling{lang: at.lang, watcher: b.session.Watch(at.viewer, at.lang)}
	t.events, t.lines = t.watcher.Seen()
	b.read[at] = t
	return t
}

// choice is a decision that can be gone back to: the one with a number, or, where
// that left no choice, the next one that did, which may be the open one. 0 is the
// open one; of a game that is over the last.
func (b *branch) choice(decision int) int {
	answers := b.session.Answers()
	last := 0
	if len(answers) > 0 {
		last = answers[len(answers)-1].Number
	}
	switch d := b.session.Position().Open(); {
	case decision > 0 && decision <= last:
		return decision
	case d != nil:
		return d.Number
	}
	return last
}

// fork opens a game that parts from this one at a decision.
func (s *server) fork(b *branch, decision int, name string) (*branch, error) {
	players, err := seat(b.game.Seats)
	if err != nil {
		return nil, err
	}
	decision = b.choice(decision)
	if name == "" {
		name = fmt.Sprintf("%s · %d", b.name, decision)
	}
	fork := &branch{name: name, from: b.id, decision: decision, game: b.game, scenario: b.scenario, file: b.file}
	if fork.session, err = b.session.Fork(s.ctx, decision,
		play.Settings{Players: players, FreeUndo: true, Keep: fork.keep}); err != nil {
		return nil, err
	}
	return s.add(fork)
}

// close forgets a branch; the last one stays.
func (s *server) close(b *branch) error {
	if len(s.branches) == 1 {
		return errors.New("the last game stays open")
	}
	if b.unsaved != "" {
		b.save(s) // there may be room again
	}
	b.close()
	s.branches = slices.DeleteFunc(s.branches, func(other *branch) bool { return other == b })
	return nil
}

// scene is the table as a viewer sees it now, or behind the event with a number
// (-1: now).
func (b *branch) scene(at reading, event int) (*scene.Scene, int, error) {
	told := b.tell(at)
	composer := scene.NewComposer(b.session.Table().Compiled, b.session.Table().Speaker(at.lang))
	p := b.session.Position()
	if last := len(told.events) - 1; event < 0 || event >= last {
		in := scene.Input{View: view.Of(p, at.viewer), News: told.since(at.viewer)}
		in.Question = view.Asked(p, p.Open(), at.viewer)
		return composer.Scene(in), last, nil
	}
	then, err := told.watcher.At(event)
	if err != nil {
		return nil, 0, err
	}
	return composer.Scene(scene.Input{View: then, News: told.events[event : event+1]}), event, nil
}

// since are the events behind the viewer's own last answer; for the referee and a
// spectator, who give none, behind the last one.
func (t *telling) since(viewer engine.Seat) []view.Event {
	for i := len(t.events) - 1; i >= 0; i-- {
		if e := &t.events[i]; e.Kind == view.AnswerEvent &&
			(e.Seat == viewer || viewer == view.Referee || viewer == 0) {
			return t.events[i+1:]
		}
	}
	return t.events
}
