package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// printer tells what scripts print to who writes them, beside the output. Games may
// run on several goroutines.
func (h Host) printer() func(file string, line int, text string) {
	var lock sync.Mutex
	return func(file string, line int, text string) {
		lock.Lock()
		defer lock.Unlock()
		// What stands in a further line is not taken for somebody else's.
		fmt.Fprintf(h.Err, "%s:%d: %s\n", file, line, strings.ReplaceAll(text, "\n", "\n    "))
	}
}

// telling makes a way to load packs whose scripts may print.
func (h Host) telling() func(name string, with interp.With) (*interp.Pack, error) {
	tell := h.printer()
	return func(name string, with interp.With) (*interp.Pack, error) {
		p, err := interp.Load(name, with)
		if err == nil {
			p.Print = tell
		}
		return p, err
	}
}

// overheard tells what the scripts of a pack print, but only while heard is set:
// games that are played by the thousand are not listened to.
type overheard struct{ heard bool }

// overhear makes a pack tell what its scripts print while it is heard.
func (h Host) overhear(p *interp.Pack) *overheard {
	o, tell := &overheard{}, h.printer()
	p.Print = func(file string, line int, text string) {
		if o.heard {
			tell(file, line, text)
		}
	}
	return o
}

// again plays a game that a script made fail once more, to tell what the scripts
// printed in it.
func (o *overheard) again(ctx context.Context, plan *lab.Plan, f sim.Failure) error {
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
