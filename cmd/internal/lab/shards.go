package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/outside"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/visible"
)

// Seated lays the table of a run: games that keep of their log what their bots need, and
// others that may take a place of theirs. An error is that of interp's Table.
func Seated(p *interp.Pack, bots, others []string, options map[string]string,
	continueOnError bool) (*interp.Table, error) {
	all := slices.Concat(bots, others)
	keep := bot.NeedsLog(all, p.Compiled.Pack) || slices.ContainsFunc(all, outside.Is)
	return p.Table(interp.Settings{Seats: len(bots), GameOptions: options, DropLog: !keep,
		Follow: bot.Follow(all), ContinueOnError: continueOnError})
}

// Plan makes the plan of a job from the game that it is of. An error says in what the
// game, or this program, is another than the job's, with both; or that its bots cannot
// be seated.
func (j *Job) Plan(p *interp.Pack) (*Plan, error) {
	t, err := Seated(p, j.Bots, nil, j.GameOptions, j.OnError == "continue")
	if err != nil {
		return nil, err
	}
	plan := &Plan{Table: t, Bots: j.Bots, Seed: j.Seed, Trials: j.Trials}
	here := plan.Job(j.Games)
	if other := here.Differs(j); other != "" {
		return nil, errors.New(other)
	}
	return plan, nil
}

// Shards plays shards of a run, each alone and in any order, with one player.
type Shards struct {
	Plan *Plan
	// Games are those of the whole run.
	Games  int
	player *Player
}

// Play plays a shard by its number, and returns what it adds to the run: what sim.Run
// gives to its Done. An error is that of sim.Run, or that there is no such shard.
func (s *Shards) Play(ctx context.Context, shard int) (*sim.Result, error) {
	size := sim.ShardSize(s.Games)
	first := shard * size
	if shard < 0 || first >= s.Games {
		return nil, fmt.Errorf("the run has no shard %d", shard)
	}
	return sim.Run(ctx, sim.Config{
		First: first, Games: min(size, s.Games-first), Shard: size, Seed: s.Plan.Seed,
		Seats: len(s.Plan.Bots), Workers: 1,
		New: func(int) (sim.Player, error) { return kept(&s.player, s.Plan) },
	})
}

// Strange reports a name in a result that neither the game of the plan has nor its table.
func (p *Plan) Strange(r *sim.Result) error {
	pack := p.Table.Compiled.Pack
	known := map[[2]string]bool{{"score", "returns"}: pack.Returns >= 0, {"of", "all"}: true, {"of", "winner"}: true}
	for s, bot := range p.Bots {
		known[[2]string{"seat", strconv.Itoa(s + 1)}], known[[2]string{"bot", bot}], known[[2]string{
			"of", sim.ScoreOfBot(bot)}] = true, true, true
	}
	for i := range pack.Defs {
		known[[2]string{"card", pack.Defs[i].ID}] = true
	}
	for i := range pack.Abilities {
		known[[2]string{"ability", pack.Abilities[i].Name}] = true
	}
	for i := range pack.Phases {
		known[[2]string{"phase", pack.Phases[i].Name}] = true
	}
	for i := range pack.Seats {
		known[[2]string{"score", pack.Seats[i].Name}] = true
	}
	for _, o := range pack.GameOptions {
		known[[2]string{"option", o.Name}] = true
	}
	var err error
	named := func(by, key string) {
		of := [2]string{by, key}
		if option, value, is := strings.Cut(key, "="); is && (by == "option" || by == "of") &&
			visible.Line(value) == value {
			of = [2]string{"option", option}
		}
		if !known[of] && err == nil {
			err = fmt.Errorf("the game has no %s %q", by, key)
		}
	}
	for i := range r.Rows {
		named(r.Rows[i].By, r.Rows[i].Key)
	}
	for _, pair := range r.Pairs {
		named("option", pair.Option+"="+pair.Value)
		named("option", pair.Option+"="+pair.Beside)
	}
	for _, round := range r.Rounds {
		named("phase", round.Phase)
	}
	for i := range r.Trials {
		named("card", r.Trials[i].Card)
		if what := r.Trials[i].What; err == nil && !slices.Contains(Questions[:], what) {
			err = fmt.Errorf("nothing is tried under the name %q", what)
		}
	}
	for i := range r.Scores {
		named("score", r.Scores[i].Key)
		named("of", r.Scores[i].Of)
	}
	return err
}

// kept makes a player once: what a panic has left behind is not used again.
func kept(p **Player, plan *Plan) (*Player, error) {
	if *p != nil && !(*p).broken {
		return *p, nil
	}
	made, err := plan.Player()
	if err == nil {
		*p = made
	}
	return made, err
}
