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
	chance  string
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
		"chance": &p.chance,
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
	chance, err := h.Chance(p.chance, p.botTime)
	if err != nil {
		return err
	}
	t, err := loaded.Table(interp.Settings{Seats: len(seats), Seed: p.seed, GameOptions: options,
		CheckInvariants: true, AskChance: chance != nil})
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
	session, err := play.New(play.From(t), play.Settings{Players: bots, Chance: chance})
	if err != nil {
		return err
	}
	ctx, stop := command.Stoppable()
	defer stop()
	defer extbot.Dismiss(ctx, append(bots, chance))
	if _, err := session.Advance(ctx); err != nil {
		return err
	}
	kept, err := p.kept(ctx, session, game)
	if err != nil {
		return err
	}
	if err := disk.OS.Write(p.out, kept.Encode()); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s: %s, seed %d, %d decisions\n", p.out, loaded.Title("en"), p.seed,
		session.Position().Decisions())
	return nil
}

// kept is what a game is kept as: a golden, or a trace.
func (p *recordParams) kept(ctx context.Context, s *play.Session, game string) (interface{ Encode() []byte }, error) {
	dir := filepath.Dir(p.out)
	if p.states {
		return golden.Played(ctx, s, pack.Relative(dir, game), p.game.From(dir))
	}
	return golden.Of(s, pack.Relative(dir, game), p.game.From(dir))
}
