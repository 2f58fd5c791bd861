package play

import (
	"context"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/preview"
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
