package play

import (
	"context"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// The policies of undo that a pack may declare, as keyword.UndoWords has them.
var free, ask, none = keyword.UndoWords[1], keyword.UndoWords[2], keyword.UndoWords[3]

// Consenter is a Player who can be asked whether another seat may take its
// answer back; for the undo policy ask.
type Consenter interface {
	Player
	// Consent reports whether the player at a seat lets another take back its
	// answer to a decision.
	Consent(ctx context.Context, at *Seat, other engine.Seat, decision int) (bool, error)
}

// Undo is a way back that a seat has.
type Undo struct {
	// Decision is the one that would be open again.
	Decision int
	// Ask are the seats that must agree to it.
	Ask []engine.Seat
}

// UndoError says why an answer cannot be taken back.
type UndoError struct {
	// News is what has come since, view.NoNews if that is not the reason.
	News view.News
	// Policy is set where the pack's policy forbids it, which Settings.FreeUndo
	// lifts.
	Policy bool
	// Seat is the seat that does not agree, if that is the reason.
	Seat engine.Seat
	What string
}

// Error returns the reason.
func (e *UndoError) Error() string { return e.What }

var newsTexts = [...]string{
	view.NewAnswer: "another player has answered since",
	view.NewChance: "chance has decided something since",
	view.NewCard:   "a hidden card has been seen since",
	view.NewPeek:   "the game has used something hidden since",
}

// MayUndo says where a seat's undo leads, or with an *UndoError why it may not:
// by the pack's policy, but free where no other person plays.
func (s *Session) MayUndo(seat engine.Seat) (Undo, error) {
	number, news := view.LastAnswer(s.game, seat)
	if number == 0 {
		return Undo{}, &UndoError{What: "there is no answer to take back"}
	}
	undo := Undo{Decision: number}
	others := slices.DeleteFunc(s.People(), func(other engine.Seat) bool { return other == seat })
	policy := s.table.Compiled.Tree.Undo.Text
	switch {
	case s.FreeUndo:
	case policy == none:
		return Undo{}, &UndoError{Policy: true, What: "in this game no answer can be taken back"}
	case policy == free, len(others) == 0, news == view.NoNews:
	case policy == ask:
		undo.Ask = others
	default:
		return Undo{}, &UndoError{News: news, Policy: true, What: newsTexts[news]}
	}
	return undo, nil
}

// Undo takes the seat's last answer back, if it may and those agree whom it
// takes; see Session.MayUndo. A host that speaks for some of them asks them
// itself and calls Session.Back.
func (at *Seat) Undo(ctx context.Context) error {
	undo, err := at.session.MayUndo(at.number)
	if err != nil {
		return err
	}
	for _, number := range undo.Ask {
		other := at.session.Seat(number)
		yes := false
		if p, ok := other.player.(Consenter); ok {
			yes, err = p.Consent(ctx, other, at.number, undo.Decision)
			if err != nil {
				return err
			}
		}
		if !yes {
			return &UndoError{Policy: true, Seat: number, What: fmt.Sprintf("seat %d does not agree", number)}
		}
	}
	return at.session.Back(ctx, undo.Decision)
}

// Back goes back to an answered decision, which is open again; where ctx ends on the
// way, once the game has been played on.
func (s *Session) Back(ctx context.Context, decision int) error {
	open := s.game.Open()
	answered := s.game.Counts().Decisions
	before := len(s.unkept)
	err := s.game.Undo(ctx, decision)
	if err != nil && s.game.Open() == open && s.game.Counts().Decisions == answered {
		return err // there is no way back, and the game stands where it stood
	}
	// On the way bots may have been asked again what they answer in secret: that follows
	// on the undo, unless it will be asked once more.
	again := s.unkept[before:]
	if ctx.Err() != nil && s.game.Open() == nil {
		again = nil
	}
	s.unkept = slices.Concat(s.unkept[:before], []replay.Entry{{Undo: decision}}, again)
	s.past++
	s.ended = false
	if unkept := s.keep(); err == nil {
		err = unkept
	}
	return err
}

// Fork returns another session that goes on from a decision of this one, answered or open,
// with everything before it; the two share only the table. If the settings name no players,
// the host answers for all seats.
func (s *Session) Fork(ctx context.Context, decision int, settings Settings) (*Session, error) {
	m, err := s.table.Machine()
	if err != nil {
		return nil, err
	}
	g := s.game.Fork(m)
	if open := g.Open(); open == nil || open.Number != decision {
		if err := g.Undo(ctx, decision); err != nil {
			return nil, err
		}
	}
	if settings.Players == nil {
		settings.Players = make([]Player, len(s.seats))
	}
	at := func() (*interp.Table, *engine.Game, error) { return s.table, g, nil }
	fork, err := New(at, settings)
	if err == nil {
		fork.start = s.start
	}
	return fork, err
}
