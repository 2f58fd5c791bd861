package cli

import (
	"context"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/simulate"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type simParams struct {
	Game command.Game
	simulate.Settings
	Seed    uint64 `flag:"seed"`
	Seats   string `flag:"seats"`
	chance  string
	OnError string `flag:"on-error"`
	// Compare names the pack to compare with.
	Compare []string `flag:"compare"`
	// Sweep names values of a card to try.
	Sweep string `flag:"sweep"`
	// Bots are those whose strength is asked for; "" if it is not.
	Bots    string `flag:"bots"`
	Cards   bool   `flag:"cards"`
	botTime time.Duration
	// remote, if not nil, plays the games instead of this process.
	remote *Remote
}

// Remote plays games, but not in this process.
type Remote struct {
	// Refusal says why bots cannot play there; "" if they can.
	Refusal func(bots []string) string
	// Play plays the games of a plan as sim.Run does, with the same result; New and Workers
	// of the Config are of no use to it.
	Play func(ctx context.Context, plan *lab.Plan, c sim.Config) (*sim.Result, error)
	// Compared plays the games of comparisons.
	Compared lab.Remote
}

// Simulation is the command sim for a program that plays the games elsewhere: it prints
// what sim prints.
func Simulation(h Host, elsewhere Remote) *cobra.Command {
	p := &simParams{remote: &elsewhere,
		Settings: simulate.Settings{Play: elsewhere.Play, Remote: elsewhere.Compared}}
	return walled(h, simulation(h, p), nil)
}

// playHere plays the games of a run in this process.
func playHere(ctx context.Context, _ *lab.Plan, c sim.Config) (*sim.Result, error) {
	return sim.Run(ctx, c)
}

func simCommand(h Host) *cobra.Command {
	p := &simParams{botTime: extbot.Time}
	p.Play = playHere
	c := simulation(h, p)
	pages.Add(c, flags{"workers": &p.Workers, "bot-time": &p.botTime, "chance": &p.chance})
	return walled(h, c, func(time.Time) string {
		if _, err := os.Stat(p.Resume); err != nil {
			return "" // none was asked for, or nothing is in it yet
		}
		return simulate.ResumeHint + p.Resume
	})
}

func simulation(h Host, p *simParams) *cobra.Command {
	c := gameCommand(h, "sim", p)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 2 && p.Bots == usualLadder {
			if kinds, err := parseBots(args[1]); err == nil {
				return usage("the bots stand behind an equals sign: --bots=%s", strings.Join(kinds, ","))
			}
		}
		return oneGame(c, args)
	}
	c.Flags().Lookup("bots").NoOptDefVal = usualLadder
	return c
}

func (p *simParams) run(h Host, c *cobra.Command, game string) error {
	if len(p.Compare) > 0 && !c.Flags().Changed("games") {
		p.Games = comparedPairs
	}
	if p.Sweep != "" && !c.Flags().Changed("games") {
		p.Games = sweptGames
	}
	if p.Workers <= 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	return runSim(h, game, *p)
}

func runSim(h Host, game string, p simParams) error {
	if err := p.check(); err != nil {
		return err
	}
	var knob *lab.Knob
	if p.Sweep != "" {
		var err error
		knob, err = lab.ReadKnob(p.Sweep)
		if err != nil {
			return usage("--sweep: %s", err)
		}
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	plan, bots, err := p.plan(h, loaded, options)
	if err != nil {
		return err
	}
	p.Lang, p.Flags = p.Game.Lang, optionFlags(p.Game)
	ctx := command.Stoppable()
	switch {
	case knob != nil:
		sweep, err := lab.NewSweep(knob, plan, game, interp.With{Overlays: p.Game.Overlays, GameOptions: options,
			Language: p.Game.Lang})
		if err != nil {
			return usage("--sweep: %s", err)
		}
		return simulate.Sweep(ctx, h, p.Settings, sweep)
	case len(p.Compare) > 0:
		git := &revisions{}
		defer git.clean()
		b, err := p.comparedWith(git, game, plan)
		if err != nil {
			return err
		}
		return simulate.Compare(ctx, h, p.Settings, plan, b, " --compare "+strings.Join(p.Compare, " --compare "))
	case len(bots) > 0:
		return simulate.Bots(ctx, h, p.Settings, plan, bots)
	}
	return simulate.Run(ctx, h, p.Settings, plan)
}

// check reports flags that are wrong by themselves or do not go together.
func (p *simParams) check() error {
	if p.OnError != "stop" && p.OnError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.OnError)
	}
	var own []string // that say what the run is
	for _, f := range []struct {
		name  string
		given bool
	}{{"--sweep", p.Sweep != ""}, {"--cards", p.Cards}, {"--chance", p.chance != ""}, {"--bots", p.Bots != ""},
		{"--compare", len(p.Compare) > 0}} {
		if f.given {
			own = append(own, f.name)
		}
	}
	switch {
	case p.Games < 1:
		return usage("--games must be at least 1, not %d", p.Games)
	case len(p.Compare) == 0 && (p.Precision != 0 || p.Unpaired):
		return usage("--precision and --unpaired go with --compare")
	case p.Precision < 0:
		return usage("--precision is a number of percentage points above 0, not %v", p.Precision)
	case len(own) > 1:
		return usage("%s goes with a run of its own, not with %s", own[0], own[1])
	case p.Sweep != "" && (p.Resume != "" || p.Report != ""):
		return usage("--sweep goes with a run of its own, not with --resume or --report")
	}
	return nil
}

// plan returns the games to play, and the bots that --bots compares in them.
func (p *simParams) plan(h Host, loaded *interp.Pack, options map[string]string) (*lab.Plan, []string, error) {
	seats, err := command.Seats(p.Seats, loaded, false)
	if err != nil {
		return nil, nil, err
	}
	if p.Seats == "" && p.Bots == "" {
		seats = slices.Repeat([]string{lab.Usual(loaded)}, len(seats))
	}
	bots, err := parseBots(p.Bots)
	if err != nil {
		return nil, nil, err
	}
	if _, err := h.Chance(p.chance, p.botTime); err != nil {
		return nil, nil, err
	}
	kinds := slices.Concat(seats, bots)
	if p.remote != nil {
		if why := p.remote.Refusal(kinds); why != "" {
			return nil, nil, usage("%s", why)
		}
	}
	if p.Cards && slices.ContainsFunc(seats, extbot.Is) {
		return nil, nil, usage("--cards plays games on more than once, which bots from outside cannot")
	}
	t, err := lab.Seated(loaded, seats, bots, options, p.OnError == "continue")
	if err != nil {
		return nil, nil, err
	}
	t.Settings.AskChance = p.chance != ""
	h.WarnGreedy(loaded, kinds)
	return &lab.Plan{Table: t, Bots: seats, Seed: p.Seed, Trials: p.Cards, Chance: p.chance, BotTime: p.botTime,
		Stderr: h.Err}, bots, nil
}

// comparedPairs is how many pairs of games a comparison plays at most where nothing is
// said.
const comparedPairs = 2000

// sweptGames is how many games a sweep plays with each value where nothing is said.
const sweptGames = 400

// other loads what --compare names: options, a pack as diff writes it, or what a pack
// as diff writes it has behind the GAME, for the same game.
func (p *simParams) other(git *revisions, game string) (*interp.Pack, map[string]string, error) {
	flags := p.Game
	name := game
	given := map[string]string{}
	for _, text := range p.Compare {
		option, value, is := strings.Cut(text, "=")
		_, err := os.Stat(text)
		switch {
		case is && err != nil:
			given[option] = value
		case name != game:
			return nil, nil, usage("--compare names two packs, %s and %s; one at a time, and options as name=value",
				name, text)
		case strings.HasPrefix(text, "+"), strings.HasPrefix(text, "@"):
			name = game + text
		default:
			name = text
			flags.Overlays = nil
		}
	}
	options, err := flags.Values()
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(options, given)
	with := interp.With{Overlays: flags.Overlays, GameOptions: options, Language: p.Game.Lang}
	if name != game {
		with.Base, with.Laid, err = git.sources(name)
		if err != nil {
			return nil, nil, err
		}
	}
	loaded, err := interp.Load(name, with)
	return loaded, options, err
}

// comparedWith is the plan of what --compare names, beside that of the GAME.
func (p *simParams) comparedWith(git *revisions, game string, plan *lab.Plan) (*lab.Plan, error) {
	loaded, options, err := p.other(git, game)
	if err != nil {
		return nil, err
	}
	if a, b := plan.Table.Compiled.Pack.ID, loaded.Compiled.Pack.ID; !standsOn(plan.Table.Pack, b) &&
		!standsOn(loaded, a) {
		return nil, usage("%s and %s are two games; a comparison is of two forms of one", a, b)
	}
	settings := plan.Table.Settings
	settings.GameOptions = options
	t, err := loaded.Table(settings)
	if err != nil {
		return nil, err
	}
	return &lab.Plan{Table: t, Bots: plan.Bots, Seed: plan.Seed}, nil
}

// standsOn reports whether a pack is a game, or extends it.
func standsOn(p *interp.Pack, id string) bool {
	return slices.ContainsFunc(p.Loaded.Layers, func(l pack.Layer) bool { return l.ID == id })
}

// usualLadder are the bots that --bots tries where nothing is said.
const usualLadder = "random,greedy,search:50,search:200"

// parseBots reads --bots; there are none where it is not given.
func parseBots(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	kinds, err := command.Kinds("--bots", text, false)
	for i, kind := range kinds {
		if slices.Contains(kinds[:i], kind) {
			return nil, usage("--bots names %s twice", kind)
		}
	}
	return kinds, err
}

// optionFlags writes the flags that a command line needs to repeat a game.
func optionFlags(f command.Game) string {
	text := ""
	for _, o := range f.Options {
		text += " --option " + o
	}
	for _, o := range f.Overlays {
		text += " --pack " + o
	}
	return text
}
