package play

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Bots are the names of the kinds of bots that NewBot makes.
var Bots = slices.Clone(bot.Kinds)

// built is a bot that the program has. It sits down when it is first asked in a game,
// and again when the session begins another one: one that looks ahead runs the pack's
// scripts, in a Lua state beside the game's.
type built struct {
	kind   string
	clock  func() time.Time
	player bot.Player
	// session, round and thinking are those that it sat down with.
	session  *Session
	round    int
	thinking engine.Scripts
	// mind, if not nil, has the scripts by which it thinks, and own are those that run.
	mind *interp.Table
	own  engine.Scripts
}

// NewBot makes a bot of a kind; its answers follow from the game's seed, its seat and the
// question. A kind that thinks by a clock is an error.
func NewBot(kind string) (Player, error) { return NewThinker(kind, nil) }

// NewThinker is NewBot for a bot that thinks by the scripts of another form of the game, which
// differs in values within its scripts alone; nil is the game's own.
func NewThinker(kind string, mind *interp.Table) (Player, error) {
	if err := CheckBot(kind, false); err != nil {
		return nil, err
	}
	return &built{kind: kind, mind: mind}, nil
}

// NewTimedBot is NewBot with a clock for kinds that think by one (search:2s), for play
// with people.
func NewTimedBot(kind string, clock func() time.Time) (Player, error) { return newBot(kind, clock) }

// NewPlayers makes the players of a game with people, by their kinds in seat order: people
// are left to the host.
func NewPlayers(kinds []string) ([]Player, error) {
	players := make([]Player, len(kinds))
	for i, kind := range kinds {
		if kind == Human {
			continue
		}
		bot, err := NewTimedBot(kind, time.Now)
		if err != nil {
			return nil, err
		}
		players[i] = bot
	}
	return players, nil
}

func newBot(kind string, clock func() time.Time) (Player, error) {
	if err := CheckBot(kind, clock != nil); err != nil {
		return nil, err
	}
	return &built{kind: kind, clock: clock}, nil
}

// CheckBot returns why a kind of bot cannot be made, or nil. timed allows kinds that think
// by a clock.
func CheckBot(kind string, timed bool) error {
	k, err := bot.ParseKind(kind)
	var unknown *bot.UnknownKindError
	switch {
	case errors.As(err, &unknown):
		if near := diag.Nearest(kind, Bots); near != "" {
			return fmt.Errorf("%w; did you mean %s?", err, near)
		}
	case err == nil && k.Time > 0 && !timed:
		return &bot.TimedError{Kind: kind}
	}
	return err
}

// Repeats reports whether players of a kind answer the same question of the same game alike
// when they are asked again: neither people and programs do, nor bots that think by a clock.
func Repeats(kind string) bool {
	k, err := bot.ParseKind(kind)
	return err == nil && k.Time == 0
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
func (b *built) Kind() string { return b.kind }

// decider answers in the middle of a step, so that the step need not be run again for
// the answer. What bars a bot from its seat is left to Play, which can say so.
func (b *built) decider(s *Session) engine.Decider {
	return func(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		if b.sit(s, seat) != nil {
			return nil
		}
		reply := b.player.Decide(ctx, p, d, seat)
		s.heard(d, seat, reply)
		return reply
	}
}

// Play answers the question where it stays open: behind an undo or a resume.
func (b *built) Play(ctx context.Context, at *Seat) error {
	s := at.session
	if err := b.sit(s, at.number); err != nil {
		return err
	}
	d := s.game.Open()
	reply := b.player.Decide(ctx, s.game.Position(), d, at.number)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return at.Reply(d.Number, reply)
}

// beside is the Lua state beside the game's, for those who look ahead. An error is nil
// scripts.
func (s *Session) beside() (engine.Scripts, error) {
	if s.thinking == nil {
		m, err := s.table.Machine()
		if err != nil {
			return nil, err
		}
		s.thinking = m
	}
	return s.thinking, nil
}

// scripts are those by which the bot thinks. An error is nil scripts.
func (b *built) scripts(s *Session) (engine.Scripts, error) {
	if b.mind == nil {
		return s.beside()
	}
	if b.own == nil {
		m, err := b.mind.Machine()
		if err != nil {
			return nil, err
		}
		b.own = m
	}
	return b.own, nil
}

// sit makes the bot the player of a seat in the session's game.
func (b *built) sit(s *Session, seat engine.Seat) error {
	if b.session == s && b.round == s.round {
		return nil
	}
	if b.player == nil || b.thinking != s.thinking {
		var failed error
		player, err := bot.NewTimed(b.kind, seat, s.game.Seed().OfBots(), func() engine.Scripts {
			var m engine.Scripts
			m, failed = b.scripts(s)
			return m
		}, b.clock)
		err = errors.Join(err, failed)
		if err != nil {
			return err
		}
		if search, ok := player.(*bot.Search); ok && search.Time > 0 {
			for len(s.helping) < runtime.GOMAXPROCS(0)-1 {
				m, err := s.table.Machine()
				if err != nil {
					return err
				}
				s.helping = append(s.helping, m)
			}
			for _, m := range s.helping {
				search.Help(m)
			}
		}
		b.player = player
		b.thinking = s.thinking
	} else {
		b.player.Reset(s.game.Seed().OfBots(), seat)
	}
	b.session = s
	b.round = s.round
	return nil
}
