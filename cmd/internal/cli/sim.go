package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

type simParams struct {
	game    gameFlags
	games   int
	seed    uint64
	seats   string
	workers int
	format  string
	onError string
}

func simCommand(h Host) *cobra.Command {
	p := simParams{}
	c := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many games with bots and count the results",
		Long: `Play many games with bots, on all cores, and count the results. Game i has a
seed of its own, derived from --seed; the seeds of failed games are printed and
can be given to play --seed. The counts are the same for any number of workers.`,
		Example: `  ruledeck sim bbtm --games 1000 --seed 1 --seats random,random,random,random
  ruledeck sim bbtm --games 100 --seats greedy,random,random --format json`,
		Args: oneGame,
		RunE: func(_ *cobra.Command, args []string) error { return runSim(h, args[0], p) },
	}
	p.game.add(c)
	c.Flags().IntVar(&p.games, "games", 100, "how many games")
	c.Flags().Uint64Var(&p.seed, "seed", 1, "the seed of the whole run")
	c.Flags().StringVar(&p.seats, "seats", "", "the bots, in seat order: random, greedy (default: random bots on the least number of seats)")
	c.Flags().IntVar(&p.workers, "workers", 0, "games played at once (0: one a core)")
	c.Flags().StringVar(&p.format, "format", "text", "text or json (one object)")
	c.Flags().StringVar(&p.onError, "on-error", "stop", "when an ability fails: stop the game, or continue it; it counts as failed either way")
	isolateFlag(h, c, isolate.Limits{Megabytes: 2048, Seconds: 3600})
	return c
}

// simPlayer is one worker: a Lua state, a game and bots, kept from game to game.
type simPlayer struct {
	table *interp.Table
	game  *engine.Game
	setup engine.Setup
	bots  []table.Player
	tally view.Tally
}

// Tally follows the worker's game for package sim.
func (p *simPlayer) Tally() *view.Tally { return &p.tally }

// Start begins the game with a seed; it is called by package sim.
func (p *simPlayer) Start(seed uint64) (*engine.Game, error) {
	for _, b := range p.bots {
		b.Reset(seed)
	}
	p.game.Reset(seed, p.table.OptionValues(seed))
	p.tally.Reset(p.game.Position())
	return p.game, nil
}

func newSimPlayer(t *interp.Table, seats []string) (*simPlayer, error) {
	m, err := t.Machine()
	if err != nil {
		return nil, err
	}
	p := &simPlayer{table: t, setup: t.Setup(m, 0)}
	for i, kind := range seats {
		bot, err := newBot(t, kind, engine.Seat(i+1), 0)
		if err != nil {
			return nil, err
		}
		p.bots = append(p.bots, bot)
		p.setup.Deciders[i+1] = func(g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
			reply := bot.Decide(g, d, seat)
			p.tally.Answer(g, d, seat, reply)
			return reply
		}
	}
	p.game = engine.New(p.setup)
	return p, nil
}

func runSim(h Host, game string, p simParams) error {
	if err := format(p.format, "text", "json"); err != nil {
		return err
	}
	if p.onError != "stop" && p.onError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.onError)
	}
	if p.games < 1 {
		return usage("--games must be at least 1, not %d", p.games)
	}
	loaded, options, err := p.game.load(game)
	if err != nil {
		return err
	}
	seats, err := parseSeats(p.seats, loaded, false)
	if err != nil {
		return err
	}
	t, err := loaded.Table(interp.Settings{
		Seats: len(seats), Options: options, DropLog: !table.NeedsLog(seats, loaded.Compiled.Pack), ContinueOnError: p.onError == "continue",
	})
	if err != nil {
		return err
	}
	// Games make much short-lived memory and keep little: collecting it less
	// often is worth a tenth of the time. GOGC in the environment wins.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	ctx, stop := stoppable()
	defer stop()
	h.warnGreedy(loaded, seats)
	progress, done := h.progress(p.games)
	result, err := sim.Run(ctx, sim.Config{
		Games: p.games, Seed: p.seed, Workers: p.workers, Seats: len(seats), Now: time.Now, Progress: progress,
		New: func(int) (sim.Player, error) { return newSimPlayer(t, seats) },
	})
	done()
	if result != nil {
		if print := printSim(h, p, loaded, seats, result); print != nil {
			return print
		}
	}
	switch {
	case ctx.Err() != nil && result != nil:
		return stopped(result.Games, p.games, "games")
	case err != nil:
		return err
	}
	if result.Failed > 0 {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// newBot makes a bot; greedy ones think in a Lua state of their own.
func newBot(t *interp.Table, kind string, seat engine.Seat, seed uint64) (table.Player, error) {
	var failed error
	player, err := table.New(kind, seat, seed, func() engine.Scripts {
		m, err := t.Machine()
		failed = err
		return m
	})
	if err == nil {
		err = failed
	}
	return player, err
}

// warnGreedy says so when greedy bots have nothing to go by.
func (h Host) warnGreedy(p *interp.Pack, seats []string) {
	if p.Compiled.Pack.Evaluation < 0 && slices.Contains(seats, "greedy") {
		fmt.Fprintf(h.Err, "%s names no standing in game.yaml: greedy bots play at random\n", p.Compiled.Pack.ID)
	}
}

// progress returns a callback that moves a bar, on a terminal only.
func (h Host) progress(games int) (func(done int), func()) {
	screen := terminalOut(h.Err)
	if screen == nil {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(screen), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	// A bar that cannot be drawn is no reason to stop.
	return func(done int) { _ = bar.Set(done) }, func() { _ = bar.Finish() }
}

func printSim(h Host, p simParams, loaded *interp.Pack, seats []string, r *sim.Result) error {
	for _, f := range r.Failures {
		fmt.Fprintf(h.Err, "game %d failed: %s\n  again with: ruledeck play %s --seed %d --seats %s%s\n", f.Game+1, f.Error, loaded.Name, f.Seed, strings.Join(seats, ","), optionFlags(p.game))
	}
	if p.format == "json" {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(h.Out, "%s\n", line)
		return nil
	}
	fmt.Fprintf(h.Out, "%s: %d games, %d finished, %d failed\n", loaded.Title(p.game.lang), r.Games, r.Finished, r.Failed)
	for i, wins := range r.Wins {
		fmt.Fprintf(h.Out, "  seat %d (%s) won %d (%.1f %%)\n", i+1, seats[i], wins, 100*float64(wins)/float64(max(r.Finished, 1)))
	}
	fmt.Fprintf(h.Out, "  nobody won %d\n", r.NoWinner)
	fmt.Fprintf(h.Out, "  %d decisions, %d events, at most %d answers in a step\n", r.Decisions, r.Events, r.MaxAnswersPerStep)
	if r.Seconds > 0 {
		fmt.Fprintf(h.Out, "  %.1f games a second\n", float64(r.Games)/r.Seconds)
	}
	return nil
}

// optionFlags writes the flags that a command line needs to repeat a game.
func optionFlags(f gameFlags) string {
	text := ""
	for _, o := range f.options {
		text += " --option " + o
	}
	for _, o := range f.packs {
		text += " --pack " + o
	}
	return text
}
