package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

type playParams struct {
	game     gameFlags
	seats    string
	seed     uint64
	haveSeed bool
	view     int
	format   string
	onError  string
	freeUndo bool
	watch    bool
	savedGame
}

func playCommand(h Host) *cobra.Command {
	p := playParams{}
	c := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play a game; with bots alone, print its transcript",
		Long: `Play a game in the terminal. Each seat is a human, who answers numbered
questions, or a bot: random picks any legal answer, greedy the one that the
game's own judgement of a position likes best.

Without --seed a seed is drawn and printed, so that the game can be had again.

With --watch a file of the pack that is saved while the game waits for an answer
is applied at once: the game is started anew and given the same answers, up to
the same question. Where that does not go, because the pack does not load or an
answer does not fit any more, the game stays as it is, and why is said.`,
		Example: `  ruledeck play bbtm --seats random,random,random,random --seed 7
  ruledeck play bbtm --seats human,random,random --option teams=gouged_eye,random,random
  ruledeck play my-pack --watch
  ruledeck play --scenario my-pack/scenarios/guard.yaml --watch
  ruledeck play --scenario guard.yaml --at 14 --save-scenario what-if.yaml
  ruledeck play bbtm --save evening.save
  ruledeck play --resume evening.save --save evening.save`,
		Args: func(c *cobra.Command, args []string) error { return p.gameOrFile(c, args) },
		RunE: func(c *cobra.Command, args []string) error {
			p.haveSeed = c.Flags().Changed("seed")
			return runPlay(h, strings.Join(args, ""), p)
		},
	}
	p.game.add(c)
	c.Flags().StringVar(&p.seats, "seats", "", "who plays, in seat order: human, random, greedy (default: one human and random bots)")
	c.Flags().Uint64Var(&p.seed, "seed", 0, "the seed of the game")
	c.Flags().IntVar(&p.view, "view", 0, "print the game as this seat sees it (0: all is open, or the only human's view)")
	c.Flags().StringVar(&p.format, "format", "text", "text or json (one event a line)")
	c.Flags().StringVar(&p.onError, "on-error", "stop", "when an ability fails: stop, or continue without it")
	p.savedGame.add(c)
	c.Flags().BoolVar(&p.watch, "watch", false, "apply changes of the pack's files to the running game")
	c.Flags().BoolVar(&p.freeUndo, "free-undo", false, "let a human take back any answer")
	return c
}

// seatKinds are what can sit on a seat.
var seatKinds = []string{"human", "random", "greedy"}

// parseSeats reads --seats for a game.
func parseSeats(text string, p *interp.Pack, humans bool) ([]string, error) {
	least, most := p.Seats()
	if text == "" {
		seats := make([]string, least)
		for i := range seats {
			seats[i] = "random"
		}
		if humans {
			seats[0] = "human"
		}
		return seats, nil
	}
	seats := strings.Split(text, ",")
	for i, kind := range seats {
		seats[i] = strings.TrimSpace(kind)
		if err := checkSeat(seats[i], humans); err != nil {
			return nil, err
		}
	}
	if len(seats) < least || len(seats) > most {
		return nil, usage("%s is played by %s, but --seats names %d", p.Compiled.Pack.ID, seatRange(least, most), len(seats))
	}
	return seats, nil
}

func checkSeat(kind string, humans bool) error {
	for _, k := range seatKinds {
		if k == kind && (humans || kind != "human") {
			return nil
		}
	}
	known := seatKinds
	if !humans {
		known = seatKinds[1:]
	}
	text := fmt.Sprintf("there is no kind of seat %q; there are %s", kind, strings.Join(known, ", "))
	if near := diag.Nearest(kind, known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return usage("%s", text)
}

func runPlay(h Host, game string, p playParams) error {
	if err := format(p.format, "text", "json"); err != nil {
		return err
	}
	if p.onError != "stop" && p.onError != "continue" {
		return usage("--on-error cannot be %q; it can be stop, continue", p.onError)
	}
	if p.watch && p.format != "text" {
		return usage("--watch goes with --format text")
	}
	if err := p.check(); err != nil {
		return err
	}
	switch {
	case p.scenario != "":
		return h.playScenario(game, p)
	case p.resume != "":
		return h.playResumed(game, p)
	}
	loaded, options, err := p.game.load(game)
	if err != nil {
		return err
	}
	seats, err := parseSeats(p.seats, loaded, true)
	if err != nil {
		return err
	}
	if p.view < 0 || p.view > len(seats) {
		return usage("--view must be a seat from 1 to %d, or 0", len(seats))
	}
	if !p.haveSeed {
		p.seed = uint64(rand.Uint32())
	}
	t, g, err := p.start(loaded, len(seats), options)
	if err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s, %s, seed %d\n", loaded.Title(p.game.lang), counted(len(seats), "seat"), p.seed)
	return h.playOn(&playing{table: t, game: g, seats: seats, again: p.again(game, t)}, p)
}

// start lays a pack out and starts a game.
func (p *playParams) start(loaded *interp.Pack, seats int, options map[string]string) (*interp.Table, *engine.Game, error) {
	t, err := loaded.Table(interp.Settings{
		Seats: seats, Seed: p.seed, Options: options, ContinueOnError: p.onError == "continue", CheckInvariants: true,
	})
	if err != nil {
		return nil, nil, err
	}
	g, err := t.NewGame()
	return t, g, err
}

// playing is a game that is played: with what, by whom, and how it is started
// anew from changed files.
type playing struct {
	table *interp.Table
	game  *engine.Game
	seats []string
	// live is set for a game that began in a scenario.
	live  *scenario.Live
	again func() (*playing, error)
}

// seatBots gives the seats that are not human their bots.
func seatBots(t *interp.Table, g *engine.Game, seats []string) error {
	bots, err := deciders(t, seats, g.Seed())
	for i := range seats {
		g.SetDecider(engine.Seat(i+1), bots[i+1])
	}
	return err
}

// deciders makes the bots of the seats that are not human, by seat.
func deciders(t *interp.Table, seats []string, seed uint64) (bots [engine.MaxSeats + 1]engine.Decider, err error) {
	for i, kind := range seats {
		if kind == "human" {
			continue
		}
		player, err := newBot(t, kind, engine.Seat(i+1), seed)
		if err != nil {
			return bots, err
		}
		bots[i+1] = player.Decide
	}
	return bots, nil
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
