// Package simulate plays many games with bots for a command line, and prints what came
// out as text, JSON, CSV or a page: a run of one game, two forms of it against each
// other, bots against others. What is played is kept in a file where one is named.
//
//	simulate.go  a run, and what all have in common
//	compare.go   two forms of a game
//	bots.go      how strong bots are
//	keep.go      the file that a run is kept in
//	text.go      figures as text (*.txt) and CSV
//
// The playing and the figures are cmd/internal/lab's. It may import that, command, disk,
// columns and htmlreport, the engine, interp and interp's parts.
package simulate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Settings are the flags of sim, which every run shares.
type Settings struct {
	Games   int `flag:"games"`
	Workers int
	// Format is text, json or csv, Lang the language of the output.
	Format string `flag:"format"`
	Lang   string
	// Flags are the flags with which a command line names the same game.
	Flags string
	// Resume is the file that a run is kept in, Report that of a page; "" for none.
	Resume string `flag:"resume"`
	Report string `flag:"report"`
	// Play plays the games of a plan, as sim.Run does.
	Play func(ctx context.Context, plan *lab.Plan, c sim.Config) (*sim.Result, error)
	// Remote, if not nil, plays the games of comparisons.
	Remote lab.Remote
	// Precision is what a comparison aims at, in percentage points, 0 for nothing;
	// Unpaired gives its games seeds of their own.
	Precision float64 `flag:"precision"`
	Unpaired  bool    `flag:"unpaired"`
}

// Run plays the games of a plan, prints what came out, and fails if a game failed.
func Run(ctx context.Context, h command.Host, s Settings, plan *lab.Plan) error {
	prints := capturePrints(h, plan.Table.Pack)
	e := &lab.Experiment{Arms: []*lab.Plan{plan}}
	began := time.Now()
	told := false
	e.Looked = func() {
		all := e.Played(0).Result
		if now := all.Games - e.Before(0); !told && now >= lab.Pilot {
			told = true
			sheet := lab.Analyze(plan, all, s.Lang)
			took := time.Since(began) * time.Duration(all.Games) / time.Duration(now)
			s.forecast(h, plan, all.Games, "games", took, sheet.Reach, sheet.Needed)
		}
	}
	var results []*sim.Result
	unkept, err := s.play(h, e, func() (err error) {
		results, err = e.Run(ctx)
		return err
	})
	if results == nil {
		return cmp.Or(err, unkept)
	}
	result := results[0]
	for _, cause := range lab.Causes(result.Failures) {
		sayFailed(h, "", cause)
		fmt.Fprintf(h.Err, "  again with: %s\n", plan.Command(cause[0].Game, cause[0].Seed, s.Flags))
		if err := prints.replay(ctx, plan, cause[0]); err != nil {
			return err
		}
	}
	sheet := lab.Analyze(plan, result, s.Lang)
	if err := s.print(h, result, func(w io.Writer) error { return rowsCSV(w, result.Rows) },
		func(w io.Writer) { write(w, "run.txt", sheet) }); err != nil {
		return err
	}
	if now := result.Games - e.Before(0); s.Format == "text" && result.Seconds > 0 && now > 0 {
		fmt.Fprintf(h.Err, "%.1f s, %.1f games a second\n", result.Seconds, float64(now)/result.Seconds)
	}
	if err := s.report(h, htmlreport.Page{Analysis: sheet, Lang: s.Lang, Again: s.command(plan, "")}); err != nil {
		return err
	}
	if ctx.Err() == nil && err != nil {
		return err
	}
	return s.ended(ctx, result.Games, s.Games, "games", result.Failed, unkept)
}

// play lets an experiment play, with what holds for all of them: how, and the file that it is
// kept in. unkept is why that is not written.
func (s *Settings) play(h command.Host, e *lab.Experiment, how func() error) (unkept, err error) {
	command.CollectRarely()
	if err := command.Ready(s.Report, command.Page); err != nil {
		return nil, err
	}
	e.Games = s.Games
	e.Workers = s.Workers
	e.Play = s.Play
	e.Remote = s.Remote
	e.Clock = time.Now
	file := progressFile{path: s.Resume, log: func(text string) { fmt.Fprintf(h.Err, "%s: %s\n", h.Program, text) }}
	if s.Resume != "" {
		if err := file.open(e.Resume); err != nil {
			return nil, err
		}
		e.Keep = file.add
		e.Every = keepEvery / 2
	}
	moved, done := h.Progress(e.All())
	e.Progress = moved
	err = how()
	done()
	return file.keep(), err
}

// forecast says from what was played first how long the rest takes and what it tells.
func (s *Settings) forecast(h command.Host, plan *lab.Plan, played int, what string, took time.Duration,
	reach func(games int) (float64, string), needed func() int) {
	if s.Format != "text" || s.Games < 2*played {
		return
	}
	lasting := func(n int) string {
		all := took * time.Duration(n) / time.Duration(played)
		if all > time.Second {
			return all.Round(time.Second).String()
		}
		return all.Round(time.Millisecond).String()
	}
	found, of := reach(s.Games)
	text := fmt.Sprintf("forecast from %d: with %s bots %d %s take about %s and find, in 80 of 100 runs, "+
		"differences from %s points on %s", played, against(plan.Bots), s.Games, what, lasting(s.Games),
		number1(100*found), of)
	if n := needed(); n > s.Games {
		text += fmt.Sprintf("; from %v points on about %d, %s (--games %d)", 100*lab.Aim, n, lasting(n), n)
	}
	fmt.Fprintln(h.Err, text)
}

// looks lets an experiment whose arms are compared make a forecast at its first look, if more
// follow.
func (s *Settings) looks(h command.Host, e *lab.Experiment, what string) {
	began := time.Now()
	e.Looked = func() {
		if e.Played(0).Games() == lab.Batch && e.Stopped == "" {
			s.forecast(h, e.Arms[0], lab.Batch, what, time.Since(began), func(games int) (float64, string) {
				return e.Reach(games), "in what each bot, option or seat wins"
			}, e.Needed)
		}
	}
}

// sayFailed says of which games (of a side, or a bot) a cause is.
func sayFailed(h command.Host, of string, cause []sim.Failure) {
	games := fmt.Sprintf("game %d", cause[0].Game+1)
	if n := len(cause); n > 1 {
		games = fmt.Sprintf("%d games, the first of them %d,", n, cause[0].Game+1)
	}
	// What stands in a further line is not taken for ours.
	fmt.Fprintf(h.Err, "%s%s failed: %s\n", games, of, strings.ReplaceAll(cause[0].Error, "\n", "\n  "))
}

// print prints what came out in the format that is wanted.
func (s *Settings) print(h command.Host, object any, csv func(io.Writer) error, text func(io.Writer)) error {
	switch s.Format {
	case "json":
		return h.JSON(object)
	case "csv":
		return csv(h.Out)
	default:
		text(h.Out)
	}
	return nil
}

// report writes a page, if one is wanted.
func (s *Settings) report(h command.Host, page interface{ Write(w io.Writer) error }) error {
	if s.Report == "" {
		return nil
	}
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		return err
	}
	if err := disk.OS.Write(s.Report, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(h.Err, "the page is %s\n", s.Report)
	return nil
}

// command is the command line of a run; flags are those that it has beside the usual ones.
func (s *Settings) command(plan *lab.Plan, flags string) string {
	if plan.Trials {
		flags += " --cards"
	}
	return fmt.Sprintf("ruledeck sim %s --games %d --seed %d --seats %s%s%s", plan.Table.Name, s.Games, plan.Seed,
		strings.Join(plan.Bots, ","), s.Flags, flags)
}

// ResumeHint tells how to continue a run; the name of its file follows.
const ResumeHint = "; the same command goes on with "

// ended is the error of a run that was stopped, that is not kept, or of which games
// failed; unkept is why its file is not written.
func (s *Settings) ended(ctx context.Context, done, all int, what string, failed int, unkept error) error {
	switch {
	case ctx.Err() == nil && unkept != nil:
		return unkept
	case ctx.Err() == nil && failed > 0:
		return command.ErrWrong
	case ctx.Err() == nil:
		return nil
	}
	err := command.Stopped(done, all, what)
	exit := (*command.ExitError)(nil)
	switch {
	case s.Resume == "" || !errors.As(err, &exit):
	case unkept != nil:
		exit.Message += "; what was played last is not kept: " + unkept.Error()
	default:
		exit.Message += ResumeHint + s.Resume
	}
	return err
}
