package simulate

import (
	"context"
	"errors"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// capturedPrints tells what the scripts of a pack print, but only while heard is set:
// games that are played by the thousand are not listened to.
type capturedPrints struct{ heard bool }

// capturePrints makes a pack tell what its scripts print while it is heard.
func capturePrints(h command.Host, p *interp.Pack) *capturedPrints {
	o := &capturedPrints{}
	tell := h.Printer()
	p.Print = func(file string, line int, text string) {
		if o.heard {
			tell(file, line, text)
		}
	}
	return o
}

// replay plays a game that a script made fail once more, to tell what the scripts
// printed in it.
func (o *capturedPrints) replay(ctx context.Context, plan *lab.Plan, f sim.Failure) error {
	if failure := (*engine.Failure)(nil); !errors.As(f.Err, &failure) {
		return nil
	}
	o.heard = true
	_, err := sim.Run(ctx, sim.Config{
		First: f.Game, Games: 1, Seed: plan.Seed, Seats: len(plan.Bots), Workers: 1,
		New: func(int) (sim.Player, error) { return plan.Player() },
	})
	o.heard = false
	return err
}
