package studio

import (
	"context"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/table"
)

// NewGame says how a game is begun.
type NewGame struct {
	// Seats are the kinds of the players, in seat order. A page that names no seed leaves
	// Seed 0, and one is drawn.
	Seats       []string          `json:"seats,omitempty"`
	Seed        rng.Seed          `json:"seed,omitzero"`
	GameOptions map[string]string `json:"options,omitempty"`
	// Packs are laid over the game, in this order.
	Packs []string `json:"packs,omitempty"`
}

// branch is what the studio has of a game that is open.
type branch struct {
	game NewGame
	// file is the one that it was opened from, scenario its test where it is one; origin is the
	// scenario in which a kept game began.
	file     string
	scenario *scenario.Case
	origin   *replay.Scenario
	// open is set where one person answers for all seats.
	open bool
	// marks are what Config.Marks tells of its file.
	marks any
	// places knows where the rules stand.
	places atomic.Pointer[provenance.Atlas]
}

// own is what the studio has of a game.
func own(g *house.Game) *branch { return g.Own.(*branch) }

// begin starts a branch's game and opens it.
func (s *server) begin(name string, b *branch) (*house.Game, error) {
	o := s.opening(name, b)
	return s.Open(o, s.start(b))
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

// opening is how a branch is opened; a scenario is not kept.
func (s *server) opening(name string, b *branch) house.Opening {
	o := house.Opening{Name: name, Seats: b.game.Seats, Packs: b.game.Packs, Own: b,
		Table: table.Settings{Open: true, Offers: s.offers, Settings: play.Settings{FreeUndo: true}}}
	if b.scenario == nil {
		o.Table.Pause = s.config.Pause
		o.Table.Wait = s.config.Wait
		o.Keeping = s.keeping(b)
	}
	return o
}

// keeping keeps a game among the user's, from a person's first answer on.
func (s *server) keeping(b *branch) *house.Keeping {
	return &house.Keeping{
		Describe: func(session *play.Session, h *replay.Header) {
			*h = session.Header(pack.Absolute(s.game()), pack.Absolutes(b.game.Packs))
			h.Scenario = b.origin
		},
		Where: func(l *house.Log) string { return l.Name },
		Begin: func(_ context.Context, _ *house.Game, j *replay.Journal) (*house.Log, error) {
			folder, err := savedir.Folder()
			if err != nil {
				return nil, err
			}
			defer savedir.Forget(folder)
			return savedir.Begin(savedir.New(folder, j.Header.Pack), j, func([]byte) error { return nil })
		},
	}
}

// fork opens a game that parts from another one at a decision.
func (s *server) fork(g *house.Game, decision int, name string) (*house.Game, error) {
	was := own(g)
	b := &branch{game: was.game, scenario: was.scenario, origin: was.origin, file: was.file, open: was.open}
	return s.Fork(g, decision, func(o *house.Opening) {
		o.Name = name
		o.Own = b
		if b.scenario == nil {
			o.Keeping = s.keeping(b)
		}
	})
}
