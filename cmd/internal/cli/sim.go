package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/balance"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/visible"
)

type simParams struct {
	game    gameFlags
	games   int
	seed    uint64
	seats   string
	workers int
	format  string
	onError string
	// compare names what is compared, precision is the aim in percentage points.
	compare   []string
	precision float64
	unpaired  bool
	// bots are those whose strength is asked for; "" if it is not.
	bots    string
	resume  string
	report  string
	botTime time.Duration
	// elsewhere, if not nil, plays the games instead of this process; play plays them.
	elsewhere *Elsewhere
	play      func(ctx context.Context, plan *lab.Plan, c sim.Config) (*sim.Result, error)
}

// Elsewhere plays games, but not in this process.
type Elsewhere struct {
	// Refusal says why bots cannot play there; "" if they can.
	Refusal func(bots []string) string
	// Play plays the games of a plan as sim.Run does, with the same result; New and Workers
	// of the Config are of no use to it.
	Play func(ctx context.Context, plan *lab.Plan, c sim.Config) (*sim.Result, error)
}

// Simulation is the command sim for a program that plays the games elsewhere: it prints
// what sim prints.
func Simulation(h Host, elsewhere Elsewhere) *cobra.Command {
	return simulation(h, &simParams{elsewhere: &elsewhere, play: elsewhere.Play})
}

func simCommand(h Host) *cobra.Command {
	p := &simParams{play: func(ctx context.Context, _ *lab.Plan, c sim.Config) (*sim.Result, error) { return sim.Run(ctx, c) }}
	c := simulation(h, p)
	c.Flags().IntVar(&p.workers, "workers", 0, "games played at once (0: one a core)")
	botTimeFlag(c, &p.botTime)
	isolateFlag(h, c, isolate.Limits{Megabytes: 2048, Seconds: 3600}, func(time.Time) string {
		if _, err := os.Stat(p.resume); err != nil {
			return "" // none was asked for, or nothing is in it yet
		}
		return goesOn + p.resume
	})
	return c
}

func simulation(h Host, p *simParams) *cobra.Command {
	c := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many games with bots and count the results",
		Long: `Play many games with bots, on all cores, and count the results. Game i has a
seed of its own, derived from --seed; the seeds of failed games are printed and
can be given to play --seed. The counts are the same for any number of workers.

Seats are rotated: from game to game the options that each seat has for itself move
on by one seat, and different bots move on when the options have been everywhere, so
that nobody's figures are those of a seat.

What is done by then is printed when the run is stopped (Ctrl-C, SIGTERM). With
--resume FILE it is kept there, and the same command goes on with it later, to the
same result.

The text has what was won by bot, option and seat with 95 % intervals, how long games
took, how the lead went, what seats had in the end, and how often those won who used a
card or an ability, which may have other reasons; json and csv have every count.

--compare plays two forms of the game against each other, in pairs of games with one
seed, the same bots and options at the same seats, and says what moved. B is written
as in diff, or only what it has behind the GAME (+OVERLAY, @REVISION), or an option
as name=value (repeatable). It looks after every 50 pairs and stops when a
difference is certain; with --precision when every interval of what is won reaches
that many percentage points to each side at most; in any case at --games pairs (2000
if nothing is said). The intervals are confidence sequences, corrected for all that
is looked at: however often it looks, it finds a difference between equal games in 5
of 100 runs at most. --unpaired gives B seeds of its own.

--bots says how strong bots are, and so how much thinking pays in the game: each kind
takes the place of the first of --seats in turn, and all of them play the same games
against the others. Bots that think are search:PLAYOUTS; how far they look ahead the
pack says (search in game.yaml), or the kind itself, as in search:200:depth=4, so that
the best setting can be found.`,
		Example: `  ruledeck sim bbtm --games 1000 --seed 1 --seats random,random,random,random
  ruledeck sim bbtm --games 100 --seats greedy,random,random --format json
  ruledeck sim bbtm --games 10000 --report balance.html --lang fr
  ruledeck sim bbtm --games 100000 --resume night.run
  ruledeck sim bbtm --bots
  ruledeck sim bbtm --seats greedy,greedy --bots=search:50,search:200,search:200:depth=2
  ruledeck sim bbtm --compare +errata
  ruledeck sim bbtm --compare season=extended --precision 2 --report change.html
  ruledeck sim my-pack --compare @v1.0`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && p.bots == usualLadder {
				if kinds, err := parseBots(args[1]); err == nil {
					return usage("the bots stand behind an equals sign: --bots=%s", strings.Join(kinds, ","))
				}
			}
			return oneGame(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(p.compare) > 0 && !c.Flags().Changed("games") {
				p.games = comparedPairs
			}
			if p.workers <= 0 {
				p.workers = runtime.GOMAXPROCS(0)
			}
			return runSim(h, args[0], *p)
		},
	}
	p.game.add(c)
	c.Flags().IntVar(&p.games, "games", 100, "how many games")
	c.Flags().Uint64Var(&p.seed, "seed", 1, "the seed of the whole run")
	c.Flags().StringVar(&p.seats, "seats", "", "the bots, in seat order: random, greedy, search:PLAYOUTS, exec:COMMAND for a bot of your own (default: random bots on the usual number of seats)")
	c.Flags().StringVar(&p.format, "format", "text", "text, json (one object) or csv (a line a seat, option value, card and ability)")
	c.Flags().StringVar(&p.onError, "on-error", "stop", "when an ability fails: stop the game, or continue it; it counts as failed either way")
	c.Flags().StringArrayVar(&p.compare, "compare", nil, "compare with this pack or option: B as diff writes it, +OVERLAY, @REVISION, name=value")
	c.Flags().Float64Var(&p.precision, "precision", 0, "with --compare: play on until what is won is known to this many percentage points")
	c.Flags().BoolVar(&p.unpaired, "unpaired", false, "with --compare: seeds of its own for B")
	c.Flags().StringVar(&p.bots, "bots", "", "say how strong these bots are against the others of --seats (alone: "+usualLadder+")")
	c.Flags().Lookup("bots").NoOptDefVal = usualLadder
	c.Flags().StringVar(&p.resume, "resume", "", "keep what is done in this file, and go on with it where it is there")
	c.Flags().StringVar(&p.report, "report", "", "write what came out as a page into this file (HTML, in the language of --lang)")
	return c
}

func runSim(h Host, game string, p simParams) error {
	if err := format(p.format, "text", "json", "csv"); err != nil {
		return err
	}
	if p.onError != "stop" && p.onError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.onError)
	}
	switch {
	case p.games < 1:
		return usage("--games must be at least 1, not %d", p.games)
	case len(p.compare) == 0 && (p.precision != 0 || p.unpaired):
		return usage("--precision and --unpaired go with --compare")
	case p.precision < 0:
		return usage("--precision is a number of percentage points above 0, not %v", p.precision)
	case p.bots != "" && len(p.compare) > 0:
		return usage("--bots goes with a run of its own, not with --compare")
	case len(p.compare) > 0 && p.elsewhere != nil:
		return usage("--compare is played by ruledeck sim, on this machine: it looks after every %d pairs whether it may stop, and would have the workers wait", lab.Batch)
	}
	loaded, options, err := p.game.Load(game)
	if err != nil {
		return err
	}
	prints := overhear(h, loaded)
	seats, err := command.Seats(p.seats, loaded, false)
	if err != nil {
		return err
	}
	bots, err := parseBots(p.bots)
	if err != nil {
		return err
	}
	if p.elsewhere != nil {
		if why := p.elsewhere.Refusal(slices.Concat(seats, bots)); why != "" {
			return usage("%s", why)
		}
	}
	t, err := lab.Seated(loaded, seats, bots, options, p.onError == "continue")
	if err != nil {
		return err
	}
	// Games make much short-lived memory and keep little: collecting it less
	// often is worth a tenth of the time. GOGC in the environment wins.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	ctx, stop := command.Stoppable()
	defer stop()
	h.WarnGreedy(loaded, slices.Concat(seats, bots))
	plan := &lab.Plan{Table: t, Bots: seats, Seed: p.seed, BotTime: p.botTime, Talk: h.Err}
	if err := command.Ready(p.report, command.Page); err != nil {
		return err
	}
	switch {
	case len(p.compare) > 0:
		return simCompare(h, ctx, p, game, plan)
	case len(bots) > 0:
		return simBots(h, ctx, p, plan, bots)
	}
	run, err := openRun(h, p.resume, plan, p.games)
	if err != nil {
		return err
	}
	before := *sim.NewResult(len(seats))
	before.Merge(run.played.Result)
	players := &lab.Players{Plan: plan}
	defer players.Close()
	moved, done := progress(h, p.games)
	config := sim.Config{
		Games: p.games, Seed: p.seed, Workers: p.workers, Seats: len(seats), Now: time.Now, Progress: moved,
		Played: &sim.Played{Shards: maps.Clone(run.played.Shards), Result: &before},
		New:    players.New,
	}
	if p.resume != "" {
		config.Done = run.shard
	}
	result, err := p.play(ctx, plan, config)
	done()
	unkept := run.keep()
	if result != nil {
		for _, f := range result.Failures {
			fmt.Fprintf(h.Err, "game %d failed: %s\n  again with: %s\n", f.Game+1, visible.Line(f.Error), plan.Again(f.Game, f.Seed, optionFlags(p.game)))
			if err := prints.again(ctx, plan, f); err != nil {
				return err
			}
		}
		if print := printSim(h, p, plan, result, result.Games-before.Games); print != nil {
			return print
		}
	}
	if result != nil && p.report != "" {
		if err := p.writeReport(h, plan, lab.NewSheet(plan, result, p.game.Lang), ""); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil && result != nil:
		return p.stopped(result.Games, "games", unkept)
	case err != nil || unkept != nil:
		return cmp.Or(err, unkept)
	}
	if result.Failed > 0 {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// writeReport writes the page of a run; flags are those that its command had beside
// the usual ones.
func (p *simParams) writeReport(h Host, plan *lab.Plan, sheet *lab.Sheet, flags string) error {
	var page bytes.Buffer
	again := fmt.Sprintf("ruledeck sim %s --games %d --seed %d --seats %s%s%s", plan.Table.Name, p.games, p.seed, strings.Join(plan.Bots, ","), flags, optionFlags(p.game))
	if err := (balance.Page{Sheet: sheet, Lang: p.game.Lang, Again: again}).Write(&page); err != nil {
		return err
	}
	if err := disk.OS.Write(p.report, page.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "the page is %s\n", p.report)
	return nil
}

// goesOn tells how to go on with a run that is kept; its file follows.
const goesOn = "; the same command goes on with "

// stopped says how far a run came, and how to go on; unkept is why that is not in its
// file.
func (p *simParams) stopped(done int, what string, unkept error) error {
	err := command.Stopped(done, p.games, what)
	switch exit := (*ExitError)(nil); {
	case p.resume == "" || !errors.As(err, &exit):
	case unkept != nil:
		exit.Message += "; what was played last is not kept: " + unkept.Error()
	default:
		exit.Message += goesOn + p.resume
	}
	return err
}

// progress returns a callback that moves a bar, on a terminal only.
func progress(h Host, games int) (func(done int), func()) {
	screen := command.TerminalOut(h.Err)
	if screen == nil {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(screen), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	// A bar that cannot be drawn is no reason to stop.
	return func(done int) { _ = bar.Set(done) }, func() { _ = bar.Finish() }
}

// printSim prints a result, of which a number of games was played now.
func printSim(h Host, p simParams, plan *lab.Plan, r *sim.Result, now int) error {
	switch p.format {
	case "json":
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		fmt.Fprintf(h.Out, "%s\n", line)
		return nil
	case "csv":
		return rowsCSV(h.Out, r.Rows)
	}
	sheetText(h.Out, lab.NewSheet(plan, r, p.game.Lang))
	if r.Seconds > 0 && now > 0 {
		fmt.Fprintf(h.Err, "%.1f s, %.1f games a second\n", r.Seconds, float64(now)/r.Seconds)
	}
	return nil
}

// optionFlags writes the flags that a command line needs to repeat a game.
func optionFlags(f gameFlags) string {
	text := ""
	for _, o := range f.Options {
		text += " --option " + o
	}
	for _, o := range f.Overlays {
		text += " --pack " + o
	}
	return text
}
