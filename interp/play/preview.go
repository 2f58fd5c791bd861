package play

import (
	"context"
	"errors"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/reason"
)

// Preview returns what tells what replies of a seat to the open question would do, in a
// language. It is good until the session goes on; nothing can be told once ctx ends. An
// error says why the pack's scripts do not start.
func (s *Session) Preview(ctx context.Context, seat engine.Seat, lang string) (*preview.Previewer, error) {
	machine, err := s.beside()
	if err != nil {
		return nil, err
	}
	p := preview.New(machine, s.table.Speaker(lang))
	p.At(ctx, s.game.Position(), s.game.Open(), seat)
	return p, nil
}

// Preview is Session.Preview for the seat, in its language.
func (at *Seat) Preview(ctx context.Context) (*preview.Previewer, error) {
	if at.number == 0 {
		return nil, errors.New("what chance does is told to nobody before")
	}
	return at.session.Preview(ctx, at.number, at.lang)
}

// Derived is Session.Derived for the viewer.
func (w *Watcher) Derived(ctx context.Context) []belief.Estimate {
	return w.session.Derived(ctx, w.viewer, -1)
}

// standing is in how many worlds a derived value is computed that hangs on what a viewer
// does not know.
const standing = 16

// Derived returns the derived values as a viewer may know them: at the open question or, for one
// who is told less, as the game was at a place of the log, if that is not negative. There are none
// where neither is, or where the pack's scripts do not start.
func (s *Session) Derived(ctx context.Context, viewer engine.Seat, place int) []belief.Estimate {
	p := s.game.Position()
	d := s.game.Open()
	if place >= 0 {
		p = p.Past(place).Position()
		d = &engine.Decision{}
	}
	if d == nil || len(s.table.Compiled.Pack.Derived) == 0 {
		return nil
	}
	machine, err := s.beside()
	if err != nil {
		return nil
	}
	sampler := belief.NewSampler(machine, nil)
	sampler.At(ctx, p, d, viewer)
	return sampler.Estimates(standing)
}

// Reasons returns what tells a seat, in a language, why something is not among the options of
// the open question; it is good as long as a preview, and fails as one.
func (s *Session) Reasons(ctx context.Context, seat engine.Seat, lang string) (*reason.Asker, error) {
	machine, err := s.beside()
	if err != nil {
		return nil, err
	}
	a := reason.New(machine, s.table.Compiled, s.table.Speaker(lang))
	a.At(ctx, s.game.Position(), s.game.Open(), seat)
	return a, nil
}
