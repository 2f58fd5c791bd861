package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

type replayParams struct {
	Game       command.Game
	Pack       string `flag:"game"`
	Verify     bool   `flag:"verify"`
	To         int    `flag:"to"`
	View       int    `flag:"view"`
	AsScenario bool   `flag:"as-scenario"`
	AsTrace    bool   `flag:"as-trace"`
	Salvage    bool   `flag:"salvage"`
}

func replayCommand(h Host) *cobra.Command {
	p := replayParams{}
	return pages.Command("replay", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error { return runReplay(h, args[0], p) }, &p)
}

func runReplay(h Host, file string, p replayParams) error {
	data, err := source.File(file, golden.MaxSize)
	if err != nil {
		return usage("%s", err)
	}
	read, err := golden.Read(data)
	switch {
	case err != nil:
		read, err = salvaged(h, p.Salvage, savedir.Wrong(file, data, err))
		if err != nil {
			return err
		}
	case p.Salvage:
		fmt.Fprintf(h.Err, "%s is not damaged; nothing was written\n", file)
	}
	t, err := p.table(file, read)
	if err != nil {
		return err
	}
	record := read.Record
	if p.View < 0 || p.View > len(record.Header.Seats) {
		return usage("--view must be a seat from 1 to %d, or 0", len(record.Header.Seats))
	}
	ctx := command.Stoppable()
	if p.Verify {
		return verify(ctx, h, t, read)
	}
	if last := record.End.Decisions; p.To < 0 || p.To > last+1 {
		return fmt.Errorf("the record has decisions 1 to %d, not %d", last, p.To)
	}
	if p.To > 0 {
		record.Answers = replay.Before(record.Answers, p.To)
	}
	s, err := read.Play(ctx, t, make([]play.Player, len(record.Header.Seats)))
	if err == nil {
		_, err = s.Advance(ctx)
	}
	if err != nil {
		return err
	}
	if d := s.Position().Open(); p.To > 0 && d == nil {
		return &replay.Difference{Decision: p.To, What: "the game ends before it"}
	}
	if p.AsScenario || p.AsTrace {
		return p.written(ctx, h, s, record.Header.Scenario)
	}
	for _, line := range play.Transcript(s, cmp.Or(engine.Seat(p.View), view.Referee), "en") {
		fmt.Fprintln(h.Out, line)
	}
	return nil
}

// salvaged keeps what can be read of a damaged file in a new one, if that is asked for.
func salvaged(h Host, asked bool, wrong error) (*golden.Golden, error) {
	var damaged *savedir.DamagedError
	if !asked || !errors.As(wrong, &damaged) {
		return nil, wrong
	}
	path, err := damaged.Keep()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(h.Err, "%s: %s\n", damaged.Path, damaged.Damage)
	if damaged.Repaired > 0 {
		fmt.Fprintf(h.Err, "one bit was wrong in %s, and is put right\n", command.Counted(damaged.Repaired, "line"))
	}
	if damaged.Lost > 0 {
		fmt.Fprintf(h.Err, "%s cannot be read from there on\n", command.Counted(damaged.Lost, "line"))
	}
	rest := &golden.Golden{Record: damaged.Journal.Record()}
	fmt.Fprintf(h.Err, "%s keeps the game up to decision %d; the damaged file stays as it is\n", path,
		rest.Record.End.Decisions)
	return rest, nil
}

// table makes the table that a file names.
func (p *replayParams) table(file string, kept *golden.Golden) (*interp.Table, error) {
	game, packs := kept.Source(file)
	if p.Pack != "" {
		game = p.Pack
	}
	if len(p.Game.Overlays) == 0 {
		p.Game.Overlays = packs
	}
	header := &kept.Record.Header
	p.Game.Options = nil
	for _, o := range header.GameOptions {
		p.Game.Options = append(p.Game.Options, o.Name+"="+strings.Join(o.Values, ","))
	}
	loaded, options, err := p.Game.LoadForPlay(game)
	if err != nil {
		return nil, err
	}
	return loaded.Table(interp.Settings{
		Seats: len(header.Seats), Seed: header.Seed.Low, Drawn: header.Seed.Drawn, GameOptions: options,
	})
}

// verify compares a golden with the game as it is played now.
func verify(ctx context.Context, h Host, t *interp.Table, kept *golden.Golden) error {
	different, err := kept.Compare(ctx, t)
	switch {
	case err != nil:
		return err
	case different != nil:
		fmt.Fprintln(h.Out, different.Text)
		return errWrong
	}
	fmt.Fprintf(h.Out, "plays back as recorded: %d decisions\n", kept.Record.End.Decisions)
	return nil
}

// written prints a game as a trace, or where it stands as a scenario: the last step boundary,
// and the answers since.
func (p *replayParams) written(ctx context.Context, h Host, s *play.Session, from *replay.Scenario) error {
	t := s.Table()
	at := s.Position()
	game := pack.Relative(".", t.Name)
	packs := p.Game.From(".")
	switch {
	case p.AsTrace && from != nil:
		return usage("this game began in a position of %s, and a trace begins with the game", from.File)
	case p.AsTrace:
		trace, err := golden.Played(ctx, s, game, packs)
		if err == nil {
			_, err = h.Out.Write(trace.Encode())
		}
		return err
	case at.Over():
		return usage("the game is over; --to N stops where decision N is open")
	}
	text, err := record.NewRecorder(ctx, position.NewFixture(t, nil)).Write(at, record.Export{
		Name: fmt.Sprintf("seed %v, decision %d", s.Seed(), at.Decisions()+1), Game: game, Packs: packs,
		GameOptions: t.Settings.GameOptions, From: at.Checkpoint(),
	})
	if err != nil {
		return err
	}
	fmt.Fprint(h.Out, text)
	return nil
}
