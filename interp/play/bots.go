package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Bots are the names of the kinds of bots that NewBot makes.
var Bots = slices.Clone(table.Kinds)

// bot is a bot of the engine. It sits down when it is first asked, and again
// when the session's table is exchanged: one that looks ahead runs the pack's
// scripts, in a Lua state of its own.
type bot struct {
	kind   string
	clock  func() time.Time
	table  *interp.Table
	player table.Player
}

// NewBot makes a bot of a kind; what it answers follows from the game's seed, its
// seat and the question. A kind that thinks by a clock is an error.
func NewBot(kind string) (Player, error) { return newBot(kind, nil) }

// NewTimedBot is NewBot with a clock for kinds that think by one (search:2s), for play
// with people.
func NewTimedBot(kind string, clock func() time.Time) (Player, error) { return newBot(kind, clock) }

func newBot(kind string, clock func() time.Time) (Player, error) {
	if err := CheckBot(kind, clock != nil); err != nil {
		return nil, err
	}
	return &bot{kind: kind, clock: clock}, nil
}

// CheckBot says what is wrong with a kind of bot; nil if it can be made. timed allows
// kinds that think by a clock.
func CheckBot(kind string, timed bool) error {
	k, err := table.ParseKind(kind)
	var unknown *table.UnknownKindError
	switch {
	case errors.As(err, &unknown):
		if near := diag.Nearest(kind, Bots); near != "" {
			return fmt.Errorf("%w; did you mean %s?", err, near)
		}
	case err == nil && k.Time > 0 && !timed:
		return &table.TimedError{Kind: kind}
	}
	return err
}

// NewBots makes a bot of each kind, in seat order.
func NewBots(kinds []string) ([]Player, error) {
	var bots []Player
	for _, kind := range kinds {
		b, err := NewBot(kind)
		if err != nil {
			return nil, err
		}
		bots = append(bots, b)
	}
	return bots, nil
}

// Kind is the bot's kind.
func (b *bot) Kind() string { return b.kind }

// decide answers in the middle of a step, so that the step need not be run again for
// the answer. What bars a bot from its seat is left to Play, which can say so.
func (b *bot) decide(ctx context.Context, s *Session, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	if b.table != s.table && b.sit(s, seat) != nil {
		return nil
	}
	reply := b.player.Decide(ctx, p, d, seat)
	answer := replay.AnswerOf(s.game, d, seat, reply)
	s.unkept = append(s.unkept, replay.Entry{Answer: &answer}) // until the step is done
	return reply
}

// Play answers the question where it stays open: behind an undo or a resume.
func (b *bot) Play(ctx context.Context, at *Seat) error {
	s := at.session
	if b.table != s.table {
		if err := b.sit(s, at.number); err != nil {
			return err
		}
	}
	d := s.game.Open()
	reply := b.player.Decide(ctx, s.game.Position(), d, at.number)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return at.Reply(d.Number, reply)
}

func (b *bot) sit(s *Session, seat engine.Seat) error {
	var failed error
	player, err := table.NewTimed(b.kind, seat, s.game.Seed(), func() engine.Scripts {
		m, err := s.table.Machine()
		failed = err
		return m
	}, b.clock)
	if err == nil {
		err = failed
	}
	b.table, b.player = s.table, player
	return err
}
