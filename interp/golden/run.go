package golden

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Config says how goldens are compared.
type Config struct {
	// Run keeps the goldens whose "file: name" matches; nil keeps all.
	Run *regexp.Regexp
	// Workers is the number of games played at once; 0 for one a core.
	Workers int
	// Traces says that the files are traces, whatever they are called.
	Traces bool
	// Transcripts asks for the games as text.
	Transcripts bool
	// Update, if not nil, records goldens that no longer hold anew, and writes
	// each with this function.
	Update func(path string, data []byte) error
}

// Result is the outcome for one golden.
type Result struct {
	scenario.Result
	// Updated tells that the golden was recorded anew; Diff is what changed in its
	// transcript, in the unified form.
	Updated bool
	Diff    []string
}

// Find returns the goldens at or below a path, sorted: the file itself, or every
// .golden and .trace file.
func Find(path string) ([]string, error) {
	var files []string
	err := pack.Walk(path, func(file string) {
		if kept(file) {
			files = append(files, file)
		}
	})
	slices.Sort(files)
	return files, err
}

// kept reports whether a file is a golden or a trace by its name.
func kept(path string) bool { return strings.HasSuffix(path, ".golden") || isTrace(path) }

func isTrace(path string) bool { return strings.HasSuffix(path, ".trace") }

// Run compares the goldens and traces of the files, in parallel, and returns their results in
// the order of the files.
func Run(ctx context.Context, files []string, o Config) ([]*Result, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(max(o.Workers, 0), runtime.GOMAXPROCS(0)))
	var results []*Result
	for _, path := range files {
		r := &Result{Result: scenario.Result{File: filepath.ToSlash(path), Line: 1}}
		compare := o.read(path, r)
		if o.Run != nil && !o.Run.MatchString(r.File+": "+r.Name) {
			continue
		}
		results = append(results, r)
		if compare == nil {
			continue
		}
		group.Go(func() (err error) {
			defer engine.Guard(&err)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			done := *r
			err = compare(ctx, &done)
			done.Ran = true
			if ctx.Err() == nil { // a result that was cut off says nothing
				*r = done
			}
			return err
		})
	}
	return results, group.Wait()
}

// read reads a golden or a trace, and returns what compares it with its game; nil where the
// file cannot be read, which the result then says. An error of compare is one of writing.
func (o *Config) read(path string, r *Result) (compare func(context.Context, *Result) error) {
	data, err := source.File(path, MaxSize)
	if o.Traces || isTrace(path) {
		return readTrace(path, data, err, r)
	}
	r.Name = "a golden"
	var g *Golden
	if err == nil {
		g, err = Read(data)
	}
	if err == nil {
		r.Name = g.Name()
	}
	var format *replay.FormatError
	switch {
	case errors.As(err, &format):
		r.unreadable(format.Line, format.What)
	case err != nil:
		r.unreadable(0, source.Why(err))
	case !g.Whole:
		r.unreadable(1+strings.Count(strings.TrimRight(string(data), "\n"), "\n"),
			"the golden is cut off: it has no end of the game")
	default:
		return func(ctx context.Context, r *Result) error { return o.one(ctx, path, g, r) }
	}
	return nil
}

// Name is what a golden is called in reports.
func (g *Golden) Name() string {
	h := &g.Record.Header
	return fmt.Sprintf("%s as recorded with seed %v and %d seats", h.Pack, h.Seed, len(h.Seats))
}

func (r *Result) fail(line int, message string) {
	r.Ran = true
	r.Findings = append(r.Findings,
		diag.Finding{Code: "golden", Severity: diag.Error, Pos: diag.Pos{File: r.File, Line: line}, Message: message})
}

// refuse fails by an error: at the line of a trace, with the findings of a broken pack.
func (r *Result) refuse(err error) {
	var wrong *TraceError
	var broken *interp.BrokenError
	switch {
	case err == nil:
	case errors.As(err, &wrong):
		r.fail(wrong.Line, wrong.What)
	case errors.As(err, &broken):
		r.Findings = append(r.Findings, broken.Findings...)
	default:
		r.fail(0, err.Error())
	}
}

// unreadable fails a file that cannot be read as a golden, and says what to do.
func (r *Result) unreadable(line int, why string) {
	r.fail(line,
		why+"\ntake back the file as it was kept, or record the game anew: ruledeck record GAME --seed N -o "+r.File+
			"\na file of another kind needs another name, or a file .ruledeckignore in its folder")
}

// one compares a golden; an error is one of writing it.
func (o *Config) one(ctx context.Context, path string, g *Golden, r *Result) error {
	t, err := g.Table(path)
	if err != nil {
		r.refuse(err)
		return nil
	}
	different, err := g.Compare(ctx, t)
	switch {
	case err != nil:
		r.fail(0, err.Error())
	case different == nil:
	case o.Update != nil:
		renewed, err := g.renew(ctx, t)
		if err != nil {
			r.fail(0, "it cannot be recorded anew: "+err.Error())
			return nil
		}
		if err := o.Update(path, renewed.Encode()); err != nil {
			r.fail(0, "what it would be now cannot be written: "+err.Error())
			return nil
		}
		r.Updated = true
		r.Diff = Diff(g.Transcript, renewed.Transcript)
		g = renewed
	default:
		r.fail(different.Line, different.Text+"\nif it is meant to play so now: ruledeck test --update "+r.File)
	}
	if o.Transcripts {
		r.Transcript = g.Transcript
	}
	return nil
}

// Table makes the table that a golden is played at; path is where the file lies.
func (g *Golden) Table(path string) (*interp.Table, error) {
	h := &g.Record.Header
	return lay(path, h.Game, h.Overlays, interp.Settings{
		Seats: len(h.Seats), Seed: h.Seed.Low, Drawn: h.Seed.Drawn, GameOptions: h.Settings(), CheckInvariants: true,
	})
}

// lay lays the game that a file at a path names.
func lay(path, game string, packs []string, s interp.Settings) (*interp.Table, error) {
	p, err := interp.Load(scenario.Beside(path, game), interp.With{
		Overlays: scenario.AllBeside(path, packs), GameOptions: s.GameOptions})
	if err != nil {
		return nil, err
	}
	return p.Table(s)
}

// Source is the game of a golden that lies at a path, with its overlays.
func (g *Golden) Source(path string) (game string, packs []string) {
	h := &g.Record.Header
	return scenario.Beside(path, h.Game), scenario.AllBeside(path, h.Overlays)
}

// renew records a golden again: with its answers as far as they fit, then with new
// answers of its bots.
func (g *Golden) renew(ctx context.Context, t *interp.Table) (*Golden, error) {
	if slices.Contains(g.Record.Header.Seats, play.Human) {
		return nil, errors.New("a human played it")
	}
	bots, err := play.NewBots(g.Record.Header.Seats)
	if err != nil {
		return nil, err
	}
	s, err := g.Play(ctx, t, bots)
	if unfit := new(replay.Difference); err == nil || errors.As(err, &unfit) {
		_, err = s.Advance(ctx)
	}
	if err != nil {
		return nil, err
	}
	return Of(s, g.Record.Header.Game, g.Record.Header.Overlays)
}
