package studio

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/table"
)

// NewGame says how a game is begun.
type NewGame struct {
	// Seats are the kinds of the players, in seat order. A page that names no seed leaves
	// Seed 0, and one is drawn.
	Seats       []string          `json:"seats"`
	Seed        rng.Seed          `json:"seed"`
	GameOptions map[string]string `json:"options"`
	// Packs are laid over the game, in this order.
	Packs []string `json:"packs"`
}

// mostBranches bounds the games that are open at once.
const mostBranches = 16

// branch is a table that is open, with what its game parted from.
type branch struct {
	*table.Table
	id int
	// from is the branch that it forked from, at a decision; 0 for an independent game.
	from, decision int
	game           NewGame
	// file is the one that it was opened from, scenario its test where it is one.
	file     string
	scenario *scenario.Case
	// marks are what Config.Marks tells of its file.
	marks any
	// shown is its last state at rest, for viewers of all games.
	shown atomic.Pointer[shown]
	// places knows where the rules stand.
	places atomic.Pointer[provenance.Atlas]

	// What follows is guarded by the table's lock.

	name string
	// notice is a message to show first.
	notice string
	// journal is where the game is kept, from a person's first answer on; rewrite is set
	// where it holds another past, unsaved is why it is not on disk.
	journal  *savedir.Game
	answered bool
	rewrite  bool
	unsaved  string
	// before are the answers that it had before a change of files made some of them
	// illegal: they stay on disk, and are tried again whenever the files change, until a
	// new answer is given; nil otherwise.
	before []replay.Answer
}

// shown is a game at rest, for the pages that list all games, with its settings.
type shown struct {
	summary
	table *interp.Table
	// failure is why the game cannot go on, from a script; "" while it can.
	failure string
}

// summary is what a page shows of every game that is open. The seed is not among it: a
// page shows what one seat may know, and the game's file holds it.
type summary struct {
	ID       int      `json:"id"`
	Name     string   `json:"name"`
	From     int      `json:"from,omitempty"`
	Decision int      `json:"decision,omitempty"`
	Seats    []string `json:"seats"`
	Packs    []string `json:"packs"`
	Answers  int      `json:"answers"`
	Over     bool     `json:"over"`
	Failure  []linked `json:"failure,omitempty"`
	// Open is set if one person answers for all seats; Notice is a message about the game,
	// Unsaved the reason why it is not saved, Again the number of answers that wait for
	// files they fit.
	Open    bool   `json:"open,omitempty"`
	Notice  string `json:"notice,omitempty"`
	Unsaved string `json:"unsaved,omitempty"`
	Saved   string `json:"saved,omitempty"`
	Again   int    `json:"again,omitempty"`
	People  []int  `json:"people"`
	Asked   []int  `json:"asked"`
	Marks   any    `json:"marks,omitempty"`
}

// begin starts a branch's game and opens it.
func (s *server) begin(b *branch) (*branch, error) {
	start := s.start(b)
	return s.add(b, func(with play.Settings) (*play.Session, error) { return play.New(start, with) })
}

// start makes a branch's game from the pack's files as they are now; later starts,
// for a reload, read them again, with nothing of the options left to chance.
func (s *server) start(b *branch) play.Start {
	options := b.game.GameOptions
	return func() (*interp.Table, *engine.Game, error) {
		p, err := interp.Load(s.game(), interp.With{Overlays: b.game.Packs, GameOptions: options, Memo: &s.memo})
		if err != nil {
			return nil, nil, err
		}
		t, err := p.Table(interp.Settings{Seats: len(b.game.Seats), Seed: b.game.Seed.Low,
			Drawn: b.game.Seed.Drawn, GameOptions: options, CheckInvariants: true})
		if err != nil {
			return nil, nil, err
		}
		options = scenario.Settled(t, b.game.Seed.Low)
		return play.From(t)()
	}
}

// add opens a branch with the session that a function makes, and plays it to its first
// question. An error beside a session is told with the branch, which is open.
func (s *server) add(b *branch, session func(play.Settings) (*play.Session, error)) (*branch, error) {
	players, err := play.NewPlayers(b.game.Seats)
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	if len(s.branches) >= mostBranches {
		s.lock.Unlock()
		return nil, fmt.Errorf("%d games are open, which is the most; close one first", mostBranches)
	}
	s.lastBranch++
	b.id = s.lastBranch
	s.lock.Unlock()
	if b.name == "" {
		b.name = fmt.Sprint(b.id)
	}
	with := table.Settings{Settings: play.Settings{Players: players, FreeUndo: true, Keep: b.keep}, Open: true,
		Offers: s.offers, Published: s.changes.happened,
		Rested: func(session *play.Session, failure error) { s.rested(b, session, failure) }}
	with.Answered = func(_ *engine.Position, _ *engine.Decision, seat engine.Seat, _ engine.Reply) {
		if b.game.Seats[seat-1] == play.Human { // who answers anew gives up what waits
			b.answered, b.notice, b.before = true, "", nil
		}
	}
	if b.scenario == nil { // there one person answers for everybody
		with.Pause, with.Wait = s.config.Pause, s.config.Wait
	}
	if b.Table, err = table.New(s.ctx, with, session); err != nil {
		return nil, err
	}
	b.Play()
	s.lock.Lock()
	defer s.lock.Unlock()
	s.branches = append(s.branches, b)
	return b, nil
}

// rested keeps the game as it rests, and notes how it stands.
func (s *server) rested(b *branch, session *play.Session, failure error) {
	if b.answered || b.journal != nil {
		b.save(s, session)
	}
	p := session.Position()
	now := &shown{table: session.Table(), summary: summary{
		ID: b.id, Name: b.name, From: b.from, Decision: b.decision, Seats: session.Kinds(),
		Packs: append([]string{}, b.game.Packs...), Answers: p.Decisions(), Over: p.Over(), Open: b.scenario != nil,
		Notice: b.notice, Unsaved: b.unsaved, Again: len(b.before), People: []int{}, Asked: []int{},
		Marks: b.marks,
	}}
	if failure != nil {
		now.failure = failure.Error()
	}
	if b.journal != nil {
		now.Saved = b.journal.Path()
	}
	for _, seat := range session.People() {
		now.People = append(now.People, int(seat))
		if d := p.Open(); d != nil && d.Waits(seat) {
			now.Asked = append(now.Asked, int(seat))
		}
	}
	b.shown.Store(now)
}

// become changes the shown state of the game.
func (b *branch) become(change func(now *shown)) {
	_ = b.Look(func(*play.Session) error {
		now := *b.shown.Load()
		change(&now)
		b.shown.Store(&now)
		return nil
	})
}

// choice is a decision that can be gone back to: the one with a number, or, where
// that left no choice, the next one that did, which may be the open one. 0 is the
// open one; of a game that is over the last.
func choice(session *play.Session, decision int) int {
	answers := session.Answers()
	last := 0
	if len(answers) > 0 {
		last = answers[len(answers)-1].Number
	}
	switch d := session.Position().Open(); {
	case decision > 0 && decision <= last:
		return decision
	case d != nil:
		return d.Number
	}
	return last
}

// fork opens a game that parts from this one at a decision.
func (s *server) fork(b *branch, decision int, name string) (*branch, error) {
	fork := &branch{name: name, from: b.id, game: b.game, scenario: b.scenario, file: b.file}
	return s.add(fork, func(with play.Settings) (out *play.Session, err error) {
		err = b.Look(func(session *play.Session) error {
			fork.decision = choice(session, decision)
			if name == "" {
				fork.name = fmt.Sprintf("%s · %d", b.name, fork.decision)
			}
			out, err = session.Fork(s.ctx, fork.decision, with)
			return err
		})
		return out, err
	})
}

// close forgets a branch; the last one stays.
func (s *server) close(b *branch) error {
	s.lock.Lock()
	if len(s.branches) == 1 {
		s.lock.Unlock()
		return errors.New("the last game stays open")
	}
	s.branches = slices.DeleteFunc(s.branches, func(other *branch) bool { return other == b })
	s.lock.Unlock()
	return b.leave(s)
}

// leave ends the game and gives its file back; the error says why it could not be saved
// to the last.
func (b *branch) leave(s *server) error {
	defer b.Close()
	return b.Look(func(session *play.Session) error {
		if b.unsaved != "" {
			b.save(s, session) // there may be room again
		}
		b.release()
		if b.unsaved != "" {
			return fmt.Errorf("the game %s is not saved: %s", b.name, b.unsaved)
		}
		return nil
	})
}
