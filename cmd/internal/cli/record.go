package cli

import (
	"context"
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
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
)

type recordParams struct {
	game    gameFlags
	seats   string
	seed    uint64
	out     string
	states  bool
	botTime time.Duration
}

func recordCommand(h Host) *cobra.Command {
	p := recordParams{botTime: extbot.Time}
	c := pages.Command("record", oneGame, ofGame(h, func(c *cobra.Command, game string) error {
		if !c.Flags().Changed("seed") {
			p.seed = uint64(rand.Uint32())
		}
		return runRecord(h, game, p)
	}))
	p.game.add(c)
	pages.Add(c, flags{
		"seats": &p.seats, "seed": &p.seed, "states": &p.states, "out": &p.out, "bot-time": &p.botTime,
	})
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
	if p.states {
		return keepStates(ctx, session, game, p)
	}
	dir := filepath.Dir(p.out)
	overlays := p.game.From(dir)
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

// keepStates keeps a game as a trace.
func keepStates(ctx context.Context, s *play.Session, game string, p recordParams) error {
	dir := filepath.Dir(p.out)
	trace, err := golden.Played(ctx, s, pack.Relative(dir, game), p.game.From(dir))
	if err != nil {
		return err
	}
	return disk.OS.Write(p.out, trace.Encode())
}
