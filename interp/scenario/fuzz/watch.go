package fuzz

import (
	"context"
	"errors"
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// watch plays a game with bots and looks at it after every step.
type watch struct {
	held scenario.Validator
	// most bounds the steps, 0 for DefaultMaxSteps.
	most int
	// asking asks the pack now and then what bots that look ahead and screens ask, as long as
	// this has taken no more than the steps; asked is what it took, last the last function.
	asking bool
	asked  int
	last   string
}

// askedEvery is after how many steps a pack is asked.
const askedEvery = 16

// steps plays a game to its end; on a failure it returns the log position at
// which the failing step began: of a game that goes on without a decision, the
// step with the last one.
func (w *watch) steps(ctx context.Context, g *engine.Game) (from int, err error) {
	defer engine.Guard(&err)
	most := w.most
	if most == 0 {
		most = DefaultMaxSteps
	}
	quiet, asked := 0, 0 // steps since a decision, and the log before its step
	for n := range most {
		from = g.Log().Len()
		decisions := g.Counts().Decisions
		status, err := g.AdvanceStep(ctx)
		quiet++
		if g.Counts().Decisions > decisions {
			quiet = 0
			asked = from
		}
		if err == nil {
			err = w.held.Check(g)
		}
		switch {
		case !w.asking || err != nil:
		case status == engine.Ended:
			_, err = g.Returns()
		case n%askedEvery == 0 && w.asked <= g.Counts().Work:
			err = w.ask(ctx, g, engine.Seat(n/askedEvery%g.Layout().Seats+1))
		}
		switch {
		case err != nil || status == engine.Ended:
			return from, err
		case status == engine.Waiting:
			return from, fmt.Errorf("decision %d has no legal answer for a bot", g.Open().Number)
		case quiet == scenario.MostSteps:
			return asked, scenario.Endless(g, quiet, true)
		}
	}
	return from, scenario.Endless(g, most, false)
}

// ask asks the evaluation for a seat, whose error it returns, and derived values, which
// may be none yet.
func (w *watch) ask(ctx context.Context, g *engine.Game, seat engine.Seat) (err error) {
	p := g.Position()
	if p.Pack.Evaluation >= 0 {
		_, err = g.Evaluation(seat)
		w.spend(g, p.Pack.Evaluation)
	}
	for i := range p.Pack.Derived {
		if w.asked > g.Counts().Work {
			break
		}
		d := &p.Pack.Derived[i]
		card := engine.CardID(0)
		if d.OfCard {
			cards := p.Select(nil, &engine.Selection{Filter: d.Where})
			if len(cards) == 0 {
				continue
			}
			card = cards[0]
		}
		var held *engine.NumberError
		_, _, failed := g.Derive(ctx, i, seat, card)
		if errors.As(failed, &held) {
			return failed
		}
		w.spend(g, d.Step)
	}
	return err
}

// spend counts what a function has taken that was asked.
func (w *watch) spend(g *engine.Game, of engine.StepID) {
	w.asked += g.Spent()
	w.last = g.Position().Pack.Steps[of]
}
