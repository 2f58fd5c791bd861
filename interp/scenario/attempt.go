package scenario

import (
	"context"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Attempt is a case run on trial, when looking for the smallest one that fails in some way.
type Attempt struct {
	// Game is nil where the case cannot begin; Failed is how it failed.
	Game   *engine.Game
	Failed error
	// Err is any other error of the case.
	Err error
}

// Try plays a case of the text of a scenario in a game, held to what games are held to; ready, if
// not nil, prepares how it is set up.
func Try(ctx context.Context, b *position.Fixture, c *Case, held Validator, ready func(*engine.Setup)) Attempt {
	m, err := b.Take()
	if err != nil {
		return Attempt{Err: err}
	}
	defer b.Give(m)
	setup := b.Setup(m, 0)
	if ready != nil {
		ready(&setup)
	}
	r := newRunner(ctx, b, c, mode{})
	r.held = held
	r.checked = true
	r.mute = true
	err = r.run(setup)
	return Attempt{Game: r.g, Failed: r.failed, Err: err}
}

// Passes reports whether the cases of the text of a scenario file pass in a pack, whatever
// the text says of the game.
func Passes(ctx context.Context, p *interp.Pack, text []byte) bool {
	report := &diag.List{}
	file := Read("scenario.yaml", text, report)
	var machines position.Machines
	for _, c := range file.Cases {
		fixture, err := openBook(p, c, c.GameOptions, &machines)
		if err != nil || len(c.Findings) > 0 || Try(ctx, fixture, c, Valid, nil).Err != nil {
			return false
		}
	}
	return !report.HasErrors() && len(file.Cases) > 0
}
