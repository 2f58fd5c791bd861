package lab

import (
	"context"
	"testing"

	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// freePlayer plays every fork that is kept as the bots like.
type freePlayer struct {
	*Player
	t     *testing.T
	forks int
}

func (p *freePlayer) Try(ctx context.Context) ([]sim.Difference, error) {
	for _, list := range [][]chance{p.trials.taken, p.trials.drawn} {
		for i := range list {
			c := &list[i]
			if c.fork == nil {
				continue
			}
			p.forks++
			parts, _, err := p.trials.play(ctx, c, c.fork.Fork(p.trials.machine), free)
			if err != nil {
				return nil, err
			}
			if end := sim.OutcomeOf(p.game.Position(), c.seat).Parts(); parts != end {
				p.t.Errorf("%s, game %d, %s: the fork that nothing keeps from its way ends with %d of %d, not with %d",
					p.plan.Table.Name, p.number, p.plan.Table.Compiled.Pack.Defs[i].ID, parts, sim.Whole, end)
			}
		}
	}
	return nil, nil
}

// TestFreeForks: a fork that is played on as the bots like ends as its game did, in every
// game: what another way brings comes of nothing else.
func TestFreeForks(t *testing.T) {
	for _, c := range []struct {
		game  string
		games int
		bots  []string
	}{
		{"../../../testdata/trials", 6, []string{"random", "random", "random", "random"}},
		{"../../../testdata/leduc", 4, []string{"greedy", "random"}},
		{"football-champions", 1, []string{"random", "random"}},
		{"seven-missions", 1, []string{"random", "random"}},
		{"bbtm", 1, []string{"random", "random", "random"}},
	} {
		pack, err := interp.Load(c.game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := Seated(pack, c.bots, nil, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		plan := &Plan{Table: table, Bots: c.bots, Seed: 5, Trials: true}
		player, err := plan.Player()
		if err != nil {
			t.Fatal(err)
		}
		free := &freePlayer{Player: player, t: t}
		r, err := sim.Run(t.Context(), sim.Config{Games: c.games, Seed: 5, Seats: len(c.bots), Workers: 1,
			New: func(int) (sim.Player, error) { return free, nil }})
		if err != nil || r.Failed > 0 || free.forks < 2*c.games {
			t.Errorf("%s: %v, %d forks, %v", c.game, err, free.forks, r)
		}
	}
}
