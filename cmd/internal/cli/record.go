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
	Game    command.Game
	Seats   string        `flag:"seats"`
	Seed    uint64        `flag:"seed"`
	Out     string        `flag:"out"`
	States  bool          `flag:"states"`
	Chance  string        `flag:"chance"`
	BotTime time.Duration `flag:"bot-time"`
}

func (p *recordParams) run(h Host, c *cobra.Command, game string) error {
	if !c.Flags().Changed("seed") {
		p.Seed = uint64(rand.Uint32())
	}
	if p.Out == "" {
		return usage("record needs -o FILE")
	}
	if err := command.Ready(p.Out, command.Golden); err != nil {
		return err
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return err
	}
	seats, err := command.Seats(p.Seats, loaded, false)
	if err != nil {
		return err
	}
	chance, err := h.Chance(p.Chance, p.BotTime)
	if err != nil {
		return err
	}
	t, err := loaded.Table(interp.Settings{Seats: len(seats), Seed: p.Seed, GameOptions: options,
		CheckInvariants: true, AskChance: chance != nil})
	if err != nil {
		return err
	}
	bots, err := h.Players(seats, p.BotTime, nil)
	if err != nil {
		return err
	}
	session, err := play.New(play.From(t), play.Settings{Players: bots, Chance: chance})
	if err != nil {
		return err
	}
	ctx := command.Stoppable()
	defer extbot.Dismiss(ctx, append(bots, chance))
	if _, err := session.Advance(ctx); err != nil {
		return err
	}
	if err := p.keep(ctx, session, game); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "%s: %s, seed %d, %d decisions\n", p.Out, loaded.Title("en"), p.Seed,
		session.Position().Decisions())
	return nil
}

// keep writes a game as a golden, or as a trace.
func (p *recordParams) keep(ctx context.Context, s *play.Session, game string) error {
	dir := filepath.Dir(p.Out)
	var kept interface{ Encode() []byte }
	var err error
	if p.States {
		kept, err = golden.Played(ctx, s, pack.Relative(dir, game), p.Game.From(dir))
	} else {
		kept, err = golden.Of(s, pack.Relative(dir, game), p.Game.From(dir))
	}
	if err != nil {
		return err
	}
	return disk.OS.Write(p.Out, kept.Encode())
}
