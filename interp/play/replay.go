package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// Recorded starts the game that a header describes at a table of its pack.
func Recorded(t *interp.Table, h *replay.Header) Start {
	return func() (*interp.Table, *engine.Game, error) {
		m, err := t.Machine()
		if err != nil {
			return nil, nil, err
		}
		g, err := h.Start(t.Setup(m, h.Seed.Low))
		return t, g, err
	}
}

// Then is the game, beside the session, as it stood when a decision was open that has been
// answered since. It is good until something else is looked at beside the session; an error
// says why there is no way back.
func (s *Session) Then(ctx context.Context, decision int) (*engine.Game, error) {
	m, err := s.beside()
	if err != nil {
		return nil, err
	}
	g := s.game.Fork(m)
	return g, g.Undo(ctx, decision)
}

// Replayed is what came of a game's answers over another start of it.
type Replayed struct {
	old   *Session
	table *interp.Table
	game  *engine.Game
	// Difference is the first place that differs: an answer that does not fit, a
	// question that is another one, an end that comes earlier. Nil if there is
	// none.
	Difference *replay.Difference
	// Failure is the error of a script that failed on the way; nil if none did.
	Failure error
}

// Holds reports whether the game came to where the old one stands.
func (r *Replayed) Holds() bool { return r.Difference == nil && r.Failure == nil }

// Replay starts the game anew and gives it the answers so far. The session
// stays as it is; Take goes on in what came of it. The error is the start's: of
// a pack that cannot be played.
func (s *Session) Replay(ctx context.Context) (*Replayed, error) {
	r, err := s.Give(ctx, s.Answers())
	if was := s.game.Open(); err == nil && r.Holds() && was != nil {
		r.Difference = r.question(was)
	}
	return r, err
}

// Give is Replay with other answers than those so far: those that did not fit when
// the files were others.
func (s *Session) Give(ctx context.Context, answers []replay.Answer) (*Replayed, error) {
	t, g, err := s.start()
	if err != nil {
		return nil, err
	}
	old := *s
	r := &Replayed{old: &old, table: t, game: g}
	if g.Layout().Seats != len(s.seats) {
		r.Difference = &replay.Difference{What: fmt.Sprintf("it has %d seats, not %d", g.Layout().Seats, len(s.seats))}
		return r, nil
	}
	r.Difference, r.Failure = follow(ctx, g, answers)
	if r.Holds() {
		_, r.Failure = g.Advance(ctx)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, nil
}

// follow gives answers to a game, and tells what ended that early.
func follow(ctx context.Context, g *engine.Game,
	answers []replay.Answer) (different *replay.Difference, failure error) {
	err := replay.Follow(ctx, g, answers)
	if errors.As(err, &different) {
		return different, nil
	}
	return nil, err
}

// question compares the open decision of the old game with that of the new one.
func (r *Replayed) question(was *engine.Decision) *replay.Difference {
	is := r.game.Open()
	if is == nil {
		return &replay.Difference{Decision: was.Number, What: "the game ends before it"}
	}
	before, now := r.old.asks(), r.over().asks()
	if is.Number == was.Number && is.Kind == was.Kind && before == now {
		return nil
	}
	return &replay.Difference{Decision: was.Number, What: fmt.Sprintf("it is another one: %q, not %q", now, before)}
}

// asks is whom the open decision asks what: its seats and its prompt's key.
func (s *Session) asks() string {
	q := view.Asked(s.game.Position(), s.game.Open(), view.Referee)
	return s.Watch(0, s.Lang).Voice().Seats(q.Seats) + ": " + q.Prompt
}

// over is the session as it would go on.
func (r *Replayed) over() *Session {
	s := *r.old
	s.table = r.table
	s.game = r.game
	return &s
}

// Sides are the lines from the first that differs on, of two tellings of a game.
type Sides struct {
	// At is the number of that line.
	At      int
	Was, Is []string
	// Event is the number that the event of the first line of Is has for the viewer;
	// -1 without one.
	Event int
}

// Compare tells both games to a viewer, the old one as it was, also when the session
// goes on in the new one. Without a difference both sides are empty.
func (r *Replayed) Compare(viewer engine.Seat, lang string) Sides {
	before, _ := numberedTranscript(r.old, viewer, lang)
	now, events := numberedTranscript(r.over(), viewer, lang)
	at := 0
	for at < min(len(before), len(now)) && before[at] == now[at] {
		at++
	}
	sides := Sides{At: at, Was: before[at:], Is: now[at:], Event: -1}
	if at < len(events) {
		sides.Event = events[at]
	}
	return sides
}

// Transcript is the whole transcript of a session's game for a viewer.
func Transcript(s *Session, viewer engine.Seat, lang string) []string {
	lines, _ := numberedTranscript(s, viewer, lang)
	return lines
}

// numberedTranscript is the transcript with the number of each line's event.
func numberedTranscript(s *Session, viewer engine.Seat, lang string) (lines []string, events []int) {
	_, all := s.Watch(viewer, lang).Lines()
	for _, l := range all {
		for text := range strings.SplitSeq(l.String(), "\n") {
			lines = append(lines, text)
			events = append(events, l.Event)
		}
	}
	return lines, events
}

// Take goes on in a game that was replayed, wherever it came to.
func (s *Session) Take(r *Replayed) {
	before := s.game.Counts().Decisions
	if s.table != r.table {
		s.thinking = nil
		s.helping = nil
	}
	s.table = r.table
	s.game = r.game
	s.past++
	s.round++
	s.ended = false
	if now := s.game.Counts().Decisions; now < before {
		s.unkept = append(s.unkept, replay.Entry{Undo: now + 1})
		_ = s.keep() // it has happened all the same: the next step says so
	}
}

// Resume starts a session and gives it answers. Where one does not fit the
// error is a *replay.Difference, and the session stands there; where a script
// fails it is the game's own error.
func Resume(ctx context.Context, start Start, answers []replay.Answer, settings Settings) (*Session, error) {
	s, err := New(start, settings)
	if err != nil {
		return nil, err
	}
	return s, replay.Follow(ctx, s.game, answers)
}
