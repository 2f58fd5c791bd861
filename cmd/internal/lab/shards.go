package lab

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Seated lays the table of a run: games that keep of their log what their bots need, and
// others that may take a place of theirs. An error is that of interp's Table.
func Seated(p *interp.Pack, bots, others []string, options map[string]string,
	continueOnError bool) (*interp.Table, error) {
	all := slices.Concat(bots, others)
	keep := bot.NeedsLog(all, p.Compiled.Pack) || slices.ContainsFunc(all, extbot.Is)
	return p.Table(interp.Settings{Seats: len(bots), GameOptions: options, DropLog: !keep,
		Follow: bot.Follow(all), ContinueOnError: continueOnError})
}

// Plan makes the plan of a job from the game that it is of, and from the forms of it by which
// its bots think. An error says in what the game, or this program, is another than the job's,
// with both; or that its bots cannot be seated.
func (j *Job) Plan(p *interp.Pack, forms map[string]*interp.Pack) (*Plan, error) {
	kinds := slices.Clone(j.Bots)
	for i, bot := range kinds {
		if at := slices.IndexFunc(j.Minds, func(m MindJob) bool { return m.Name == bot }); at >= 0 {
			kinds[i] = j.Minds[at].Kind
		}
	}
	t, err := Seated(p, kinds, nil, j.GameOptions, j.OnError == "continue")
	if err != nil {
		return nil, err
	}
	plan := &Plan{Table: t, Bots: j.Bots, Seed: j.Seed, Trials: j.Trials}
	for _, m := range j.Minds {
		mind := Mind{Kind: m.Kind}
		if form := forms[m.Pack]; form != nil {
			mind.Table, err = form.Table(t.Settings)
			if err != nil {
				return nil, err
			}
		} else if m.Pack != "" {
			return nil, fmt.Errorf("pack %q, by which bots think, that is not there", short(m.Pack))
		}
		if plan.Minds == nil {
			plan.Minds = map[string]Mind{}
		}
		plan.Minds[m.Name] = mind
	}
	here := plan.Job(j.Games)
	if other := here.Differs(j); other != "" {
		return nil, errors.New(other)
	}
	return plan, nil
}

// Part is what some games of a run came to.
type Part struct {
	Result *sim.Result `json:"result"`
	// Ends is a digest of the final positions of the games and of their failures. A result
	// may be consistent and yet wrong; replaying the games yields the same digest, or one
	// of the two did not play them.
	Ends string `json:"ends"`
	// Figures are what each game adds to those of a comparison, nothing for a failed one;
	// nil if nothing is compared.
	Figures [][]FigureOf `json:"figures,omitempty"`
}

// FigureOf is what a game adds to a figure: of how many seats it is, what they won in parts
// of a win, and the value that is compared. It is written without the names of its fields,
// as there are many.
type FigureOf struct {
	FigureName
	contribution
}

// MarshalJSON writes the texts and the numbers as a list.
func (f FigureOf) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{f.By, f.Key, f.What, f.n, f.won, f.value})
}

// UnmarshalJSON reads the list.
func (f *FigureOf) UnmarshalJSON(data []byte) error {
	list := []any{&f.By, &f.Key, &f.What, &f.n, &f.won, &f.value}
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) != 6 {
		return fmt.Errorf("a figure has 6 parts, not %d", len(list))
	}
	return nil
}

// Shards plays shards of a run, each alone and in any order, with one player.
type Shards struct {
	Plan *Plan
	// Games is the number of games of the whole run.
	Games int
	// Compared lets parts have figures, Unpaired gives the games different seeds, as the
	// games of B of a comparison have them.
	Compared, Unpaired bool
	player             *Player
}

// Play plays games of the run from the first of a span on, and returns what they came to,
// and which they are: all of the span, or the first ones of it. After each game it asks how
// many to play in a row, having said how many there are by then. An error is that of sim.Run,
// or that the run has no such games.
func (s *Shards) Play(ctx context.Context, of sim.Span, next func(played int) int) (*Part, sim.Span, error) {
	if of.First < 0 || of.Games < 1 || of.End() > s.Games || of.End() < of.First {
		return nil, of, fmt.Errorf("the run has no games %d to %d", of.First+1, of.End())
	}
	played := sim.Span{First: of.First}
	part := &Part{Result: sim.NewResult(len(s.Plan.Bots))}
	ends := sha256.New()
	for played.Games < of.Games {
		games := min(next(played.Games), of.Games-played.Games)
		if games <= 0 && played.Games > 0 {
			break
		}
		games = max(games, 1)
		result, err := sim.Run(ctx, sim.Config{
			First: played.End(), Games: games, Shard: games, Seed: s.Seed(), Seats: len(s.Plan.Bots), Workers: 1,
			New: func(int) (sim.Player, error) {
				p, err := kept(&s.player, s.Plan)
				if err == nil {
					p.Ended = func(g *engine.Game, tally *view.Tally, failure error) {
						s.ended(ends, part, p, g, tally, failure)
					}
				}
				return p, err
			},
		})
		if err != nil {
			return nil, of, err
		}
		part.Result.Merge(result)
		played.Games += games
	}
	part.Ends = hex.EncodeToString(ends.Sum(nil)[:16])
	return part, played, nil
}

// Seed is that of the run.
func (s *Shards) Seed() uint64 {
	if s.Unpaired {
		return unpaired(s.Plan.Seed)
	}
	return s.Plan.Seed
}

// unpaired is the seed of B's games if they have different seeds.
func unpaired(seed uint64) uint64 { return rng.Derive(seed, -2) }

// ended takes down how a game ended.
func (s *Shards) ended(ends io.Writer, part *Part, p *Player, g *engine.Game, tally *view.Tally, failure error) {
	end := make([]byte, 8)
	if failure != nil {
		end = append(end, failure.Error()...)
	} else {
		binary.BigEndian.PutUint64(end, g.Position().Hash())
	}
	_, _ = ends.Write(binary.BigEndian.AppendUint32(nil, uint32(len(end)))) // a digest takes all
	_, _ = ends.Write(end)
	if !s.Compared {
		return
	}
	var figures []FigureOf
	if failure == nil {
		all := contributions(g.Position(), p.names, tally)
		for _, f := range slices.SortedFunc(maps.Keys(all), FigureName.compare) {
			figures = append(figures, FigureOf{f, all[f]})
		}
	}
	part.Figures = append(part.Figures, figures)
}

// contributions are the figures of each game again.
func (p *Part) contributions() []map[FigureName]contribution {
	out := make([]map[FigureName]contribution, len(p.Figures))
	for i, figures := range p.Figures {
		if figures == nil {
			continue // it failed
		}
		out[i] = make(map[FigureName]contribution, len(figures))
		for _, f := range figures {
			out[i][f.FigureName] = f.contribution
		}
	}
	return out
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
			sanitize.Line(value) == value {
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
