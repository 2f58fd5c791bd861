// Package lab is the laboratory: it seats bots at the games of a pack, many at a time, and
// reports the results and how certain they are. Package sim plays and counts, package stats
// judges figures; here are the plan of a run (which bots sit where, with which options),
// its Analysis, from which texts and pages are written, and the Experiment, which plays runs
// beside each other.
//
// It may import interp, the engine's parts, stats and extbot; but for the bots that come
// from there it does no input or output.
package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
)

// Plan is a run of games of one table. From game to game the options of the seats move on
// by a seat, and, when they have been at every seat, so do the bots: each bot plays each
// team at each seat equally often, and random options are drawn once for all games of such
// a round.
type Plan struct {
	Table *interp.Table
	// Bots are the kinds of the bots, in seat order of the first game.
	Bots []string
	// Minds are named bots, which Bots may name.
	Minds map[string]Mind
	// Chance is the bot from outside that answers for chance, "" where the seed does.
	Chance string
	// Seed is that of the run.
	Seed uint64
	// Trials lets what the cards do be tried; see trials.
	Trials bool
	// pilot lets chances to try something be counted alone.
	pilot bool
	// BotTime is how long an external bot may take for an answer, and Talk receives its
	// messages.
	BotTime time.Duration
	Stderr  io.Writer
}

// Mind is a bot of a kind that thinks by the scripts of another form of the game; see
// play.NewThinker.
type Mind struct {
	Kind  string
	Table *interp.Table
}

// turns says how far options and bots have moved on in a game, and in which round
// that is.
func (p *Plan) turns(game int) (options, bots, round int) {
	n := len(p.Bots)
	round = game
	if slices.ContainsFunc(p.Table.Compiled.Pack.GameOptions, func(o engine.GameOption) bool { return o.PerSeat }) {
		options, round = round%n, round/n
	}
	if p.Mixed() {
		bots, round = round%n, round/n
	}
	return options, bots, round
}

// Mixed reports whether there are different bots.
func (p *Plan) Mixed() bool { return len(slices.Compact(slices.Sorted(slices.Values(p.Bots)))) > 1 }

// Random reports whether all bots play at random.
func (p *Plan) Random() bool {
	return !slices.ContainsFunc(p.Bots, func(kind string) bool { return kind != "random" })
}

// Seats names the bots of a game in seat order.
func (p *Plan) Seats(game int) []string {
	_, by, _ := p.turns(game)
	return rotated(p.Bots, by)
}

// rotated gives every seat what the seat before it had, a number of times.
func rotated[T any](list []T, by int) []T {
	n := len(list)
	out := make([]T, n)
	for i := range out {
		out[(i+by)%n] = list[i]
	}
	return out
}

// GameOptions are the values of the options in a game with its seed.
func (p *Plan) GameOptions(game int, seed uint64) [][]engine.Value {
	by, _, round := p.turns(game)
	values := p.Table.OptionValues(seed)
	once := p.Table.OptionValues(rng.Derive(rng.Derive(p.Seed, -1), round))
	for i := range p.Table.Compiled.Pack.GameOptions {
		if p.Table.Compiled.Pack.GameOptions[i].PerSeat && len(once[i]) == len(p.Bots) {
			values[i] = rotated(once[i], by)
		}
	}
	return values
}

// Command is the command line that plays a game of the run on its own; flags are those
// that the game was loaded with.
func (p *Plan) Command(game int, seed uint64, flags string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "ruledeck play %s --seed %d --seats %s%s", p.Table.Name, seed, p.flag(game), flags)
	for i, values := range p.GameOptions(game, seed) {
		if o := &p.Table.Compiled.Pack.GameOptions[i]; o.PerSeat {
			words := lists.Map(values, p.Table.Compiled.Pack.OptionText)
			fmt.Fprintf(&text, " --option %s=%s", o.Name, strings.Join(words, ","))
		}
	}
	return text.String()
}

// flag is the value of --seats for a game, as a shell takes it.
func (p *Plan) flag(game int) string {
	kinds := p.Seats(game)
	for i, kind := range kinds {
		if strings.ContainsAny(kind, `,"`) {
			kinds[i] = `"` + strings.ReplaceAll(kind, `"`, `""`) + `"`
		}
	}
	text := strings.Join(kinds, ",")
	if strings.ContainsAny(text, ` "'$\*`) {
		text = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}

// Described names the game of the plan with the options that were given, and where it
// comes from.
func (p *Plan) Described(lang string) string {
	text := p.Table.Title(lang)
	for _, o := range p.Table.Compiled.Pack.GameOptions {
		if v, given := p.Table.Settings.GameOptions[o.Name]; given {
			text += fmt.Sprintf(", %s=%s", o.Name, v)
		}
	}
	if p.Table.Name != p.Table.Compiled.Pack.ID {
		text += " (" + filepath.ToSlash(p.Table.Name) + ")"
	}
	return text
}

// Players are the players of a plan's workers; Close ends what they have started.
type Players struct {
	Plan *Plan
	lock sync.Mutex
	all  []*Player
	// shared are the processes of bots from outside, by their places in the plan.
	shared []extbot.Shared
}

// New makes the player of a worker, as sim.Config wants it.
func (p *Players) New(int) (sim.Player, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.shared == nil {
		p.shared = make([]extbot.Shared, len(p.Plan.Bots)+1)
	}
	player, err := p.Plan.player(p.shared)
	if err != nil {
		return nil, err
	}
	p.all = append(p.all, player)
	return player, nil
}

// Close ends the processes of bots from outside, soon where ctx has ended.
func (p *Players) Close(ctx context.Context) {
	var bots []play.Player
	for _, player := range p.all {
		if player != nil {
			bots = append(append(bots, player.bots...), player.session.Settings.Chance)
		}
	}
	extbot.Dismiss(ctx, bots)
}

// Player makes the player of a worker: a Lua state, a game and bots, kept from game to
// game. Bots that look ahead share a Lua state.
func (p *Plan) Player() (*Player, error) { return p.player(make([]extbot.Shared, len(p.Bots)+1)) }

func (p *Plan) player(shared []extbot.Shared) (*Player, error) {
	m, err := p.Table.Machine()
	if err != nil {
		return nil, err
	}
	player := &Player{plan: p, game: engine.New(p.Table.Setup(m, 0))}
	for i, kind := range p.Bots {
		bot, err := p.bot(kind, &shared[i])
		if err != nil {
			return nil, err
		}
		player.bots = append(player.bots, bot)
	}
	start := func() (*interp.Table, *engine.Game, error) { return p.Table, player.game, nil }
	answered := player.tally.Answer
	if p.Trials {
		if err := player.tries(); err != nil {
			return nil, err
		}
		answered = player.trials.answered
	}
	settings := play.Settings{Players: player.bots, Answered: answered}
	if p.Chance != "" {
		settings.Chance, err = p.bot(p.Chance, &shared[len(p.Bots)])
		if err != nil {
			return nil, err
		}
	}
	player.session, err = play.New(start, settings)
	return player, err
}

func (p *Plan) bot(kind string, shared *extbot.Shared) (play.Player, error) {
	if extbot.Is(kind) {
		return extbot.New(kind, p.BotTime, p.Stderr, shared)
	}
	if mind, has := p.Minds[kind]; has {
		return play.NewThinker(mind.Kind, mind.Table)
	}
	return play.NewBot(kind)
}

// Player plays the games of a plan, one after another; it is the sim.Player of one
// worker.
type Player struct {
	plan    *Plan
	game    *engine.Game
	session *play.Session
	// bots are the players of the plan, in seat order of the first game; names are the names of
	// the present one.
	bots  []play.Player
	names []string
	// number is that of the game; broken is set when a bug ended it.
	number int
	broken bool
	tally  view.Tally
	trials *trials // nil where nothing is tried
	// Ended, if not nil, is called after every game.
	Ended func(g *engine.Game, tally *view.Tally, failure error)
}

// Start begins a game; it is called by package sim.
func (p *Player) Start(ctx context.Context, game int, seed uint64) (*engine.Game, error) {
	_, by, _ := p.plan.turns(game)
	p.number = game
	p.names = p.plan.Seats(game)
	if err := p.session.Again(ctx, seed, p.plan.GameOptions(game, seed), rotated(p.bots, by)); err != nil {
		return nil, err
	}
	p.tally.Reset(p.game.Position())
	if p.trials != nil {
		p.trials.begin(seed)
	}
	return p.game, nil
}

// Bots names the bot at each seat.
func (p *Player) Bots() []string { return p.names }

// Tally follows the worker's game.
func (p *Player) Tally() *view.Tally { return &p.tally }

// Answer lets the players answer the open decision whom the engine does not ask in the
// middle of a step.
func (p *Player) Answer(ctx context.Context, g *engine.Game) error {
	status, err := p.session.Step(ctx)
	if err == nil && status == engine.Waiting {
		err = sim.Unanswered(g)
	}
	return err
}

// End is told how a game ended.
func (p *Player) End(g *engine.Game, failure error) {
	var bug *engine.BugError
	p.broken = errors.As(failure, &bug)
	if failure == nil {
		// The game is over, which the session tells those who want to know.
		_, _ = p.session.Step(context.Background())
	}
	if p.Ended != nil {
		p.Ended(g, &p.tally, failure)
	}
}

// Usual is the kind of bot that plays a game where none is named: random ones hide what a
// change does, so it is the strongest one that plays many games in a short time.
func Usual(p *interp.Pack) string {
	if p.Compiled.Pack.Evaluation < 0 {
		return "random"
	}
	return "greedy"
}

var (
	placeForm  = regexp.MustCompile(`^\S+:\d+:\d+: `)
	numberForm = regexp.MustCompile(`\d+`)
)

// Causes groups failures by where they are and what they say first, but for the numbers in
// it, the most frequent first.
func Causes(list []sim.Failure) [][]sim.Failure {
	var out [][]sim.Failure
	at := map[string]int{}
	for _, f := range list {
		cause, _, _ := strings.Cut(f.Error, "; seed ")
		place := placeForm.FindString(cause)
		cause = place + numberForm.ReplaceAllString(cause[len(place):], "0")
		i, known := at[cause]
		if !known {
			i = len(out)
			at[cause], out = i, append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	slices.SortStableFunc(out, func(a, b []sim.Failure) int { return len(b) - len(a) })
	return out
}
