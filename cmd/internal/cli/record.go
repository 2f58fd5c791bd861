package cli

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
)

type recordParams struct {
	game     gameFlags
	seats    string
	seed     uint64
	haveSeed bool
	out      string
	botTime  time.Duration
}

func recordCommand(h Host) *cobra.Command {
	p := recordParams{}
	c := &cobra.Command{
		Use:   "record [GAME] -o FILE",
		Short: "Play a game with bots and keep it as a golden",
		Args:  oneGame,
		RunE: ofGame(h, func(c *cobra.Command, game string) error {
			p.haveSeed = c.Flags().Changed("seed")
			return runRecord(h, game, p)
		}),
	}
	p.game.add(c)
	c.Flags().StringVar(&p.seats, "seats", "", "the bots, in seat order: random, greedy, search:PLAYOUTS, "+
		"exec:COMMAND for a bot of your own (default: random bots on the usual number of seats)")
	c.Flags().Uint64Var(&p.seed, "seed", 0, "the seed of the game")
	botTimeFlag(c, &p.botTime)
	c.Flags().StringVarP(&p.out, "out", "o", "", "the file to write")
	return c
}

func runRecord(h Host, game string, p recordParams) error {
	if p.out == "" {
		return usage("record needs -o FILE")
	}
	if err := command.Ready(p.out, command.Golden); err != nil {
		return err
	}
	loaded, options, err := p.game.LoadForPlay(game)
	if err != nil {
		return err
	}
	seats, err := command.Seats(p.seats, loaded, false)
	if err != nil {
		return err
	}
	if !p.haveSeed {
		p.seed = uint64(rand.Uint32())
	}
	t, err := loaded.Table(interp.Settings{Seats: len(seats), Seed: p.seed, GameOptions: options,
		CheckInvariants: true})
	if err != nil {
		return err
	}
	var bots []play.Player
	for _, kind := range seats {
		bot, err := h.NewPlayer(kind, p.botTime)
		if err != nil {
			return err
		}
		bots = append(bots, bot)
	}
	session, err := play.New(play.From(t), play.Settings{Players: bots})
	if err != nil {
		return err
	}
	ctx, stop := command.Stoppable()
	defer stop()
	defer extbot.Dismiss(ctx, bots)
	if _, err := session.Advance(ctx); err != nil {
		return err
	}
	dir := filepath.Dir(p.out)
	overlays := lists.Map(p.game.Overlays, func(o string) string { return pack.Relative(dir, o) })
	kept, err := golden.Of(session, pack.Relative(dir, game), overlays)
	if err != nil {
		return err
	}
	if err := disk.OS.Write(p.out, kept.Encode()); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s: %s, seed %d, %d decisions\n", p.out, loaded.Title("en"), p.seed, kept.Record.End.Decisions)
	return nil
}
