package play

import (
	"context"

	"github.com/ruledeck/ruledeck/interp/preview"
)

// Preview returns what tells what replies to the seat's open question would do, in its
// language. It is good until the session goes on; nothing can be told once ctx ends. An
// error says why the pack's scripts do not start.
func (at *Seat) Preview(ctx context.Context) (*preview.Previewer, error) {
	s := at.session
	machine, err := s.beside()
	if err != nil {
		return nil, err
	}
	p := preview.New(machine, at.Speaker())
	p.At(ctx, s.game.Position(), s.game.Open(), at.number)
	return p, nil
}
