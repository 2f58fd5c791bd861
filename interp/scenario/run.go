package scenario

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/transcript"
	"golang.org/x/sync/errgroup"
)

// Result is the outcome of one case, or of a file that cannot be read.
type Result struct {
	File string
	Name string
	Line int
	// Findings are empty when the case passed.
	Findings []diag.Finding
	// Story is what happened last before the first failure: a line an event,
	// indented under its cause.
	Story []string
	// Transcript is the game as text, when it was asked for.
	Transcript []string
	// Ran is not set for a case that was not played, because the run was stopped, or
	// since the overlays of the run cannot be laid over its game.
	Ran bool
	// Changes would make the expectations of a case hold that fails for nothing else.
	Changes []Change
	// work is what its game has spent, in instructions.
	work int
	// Without says of a case that failed with the overlays of the run how it does
	// without them; "" if there are none.
	Without string
}

// Passed reports whether the case passed.
func (r *Result) Passed() bool { return len(r.Findings) == 0 }

// Config says how cases are run.
type Config struct {
	// Run keeps the cases whose "file: name" matches; nil keeps all.
	Run *regexp.Regexp
	// Mode is "" or one of Modes.
	Mode string
	// Workers is the number of cases run at once; 0 for one a core.
	Workers int
	// Transcripts asks for the games as text.
	Transcripts bool
	// Played, if not nil, is called with what every case played; it must be safe
	// for several goroutines.
	Played func(p *Played)
	// Answered, if not nil, is called with every answer of a line of do, before
	// it is given; it must be safe for several goroutines.
	Answered func(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply)
	// Every keeps each n-th case only, for a quick sample, and Most the first so
	// many; 0 keeps all.
	Every, Most int
	// Overlays are laid over the game of every case, besides those it names; cases of
	// games over which they cannot be laid are passed over. A case that fails is played
	// without them too, so that the result says whose failure it is.
	Overlays []string
	// Load loads the packs; nil for interp.Load.
	Load func(name string, with interp.With) (*interp.Pack, error)
	// Text reads a scenario file; nil reads it from disk.
	Text func(path string) ([]byte, error)
	// Spent, if not nil, is what the cases spend from, in their order; those behind its end
	// are not played.
	Spent *diag.List
}

// text reads a scenario file.
func (c *Config) text(path string) ([]byte, error) {
	if c.Text != nil {
		return c.Text(path)
	}
	return source.File(path, source.MaxSize)
}

// Find returns the scenario files at or below a path, sorted: the file itself, or every
// .yaml file in a folder named scenarios, except in ignored folders (see pack.Ignored).
// Below a folder that has no such folder and is no pack, every .yaml file counts: its name
// was given on purpose. More files than a pack may hold are a *pack.LargeError.
func Find(path string) ([]string, error) {
	info, err := source.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files, others []string
	packed := false
	err = pack.Walk(path, func(file string) {
		switch {
		case !strings.HasSuffix(file, ".yaml"):
		case inScenarios(file):
			files = append(files, file)
		default:
			others = append(others, file)
			packed = packed || filepath.Base(file) == "pack.yaml"
		}
	})
	if len(files) == 0 && !packed {
		files = others
	}
	slices.Sort(files)
	if err == nil {
		err = allowed(path, files)
	}
	return files, err
}

// allowed reports that files hold more than a pack may, or are called as none may be.
func allowed(folder string, files []string) error {
	if len(files) > pack.MaxFiles {
		return &pack.LargeError{Pack: folder, What: "files", Most: pack.MaxFiles}
	}
	bytes := int64(0)
	for _, file := range files {
		if err := pack.CheckName(file); err != nil {
			return err
		}
		// Anything but a file is refused on reading, and so is a file over MaxSize.
		if info, err := source.Stat(file); err == nil && info.Mode().IsRegular() {
			bytes += min(info.Size(), source.MaxSize)
		}
	}
	if bytes > pack.MaxBytes {
		return &pack.LargeError{Pack: folder, What: "bytes", Most: pack.MaxBytes}
	}
	return nil
}

// inScenarios reports whether a file lies in a folder named scenarios; a path
// below such a folder counts too.
func inScenarios(path string) bool {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	return slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(full)), "/"), "scenarios")
}

// Run runs the cases of the files, in parallel, and returns their results in
// order of file and case.
func Run(ctx context.Context, files []string, o Config) ([]*Result, error) {
	m, err := modeNamed(o.Mode)
	if err != nil {
		return nil, err
	}
	var results []*Result
	var jobs []*Case
	count := 0
	for _, path := range files {
		report := &diag.List{}
		f := &File{Path: filepath.ToSlash(path)}
		if data, err := o.text(path); err != nil {
			report.Errorf(position.CodeScenario, diag.Pos{File: f.Path}, "the file cannot be read: %s", source.Why(err))
		} else {
			f = Read(f.Path, data, report)
		}
		if report.HasErrors() {
			results = append(results, &Result{File: f.Path, Name: "(the file)", Line: 1, Findings: report.Sorted()})
			jobs = append(jobs, nil)
		}
		for _, c := range f.Cases {
			if o.Run != nil && !o.Run.MatchString(f.Path+": "+c.Name) {
				continue
			}
			count++
			if o.Every > 1 && count%o.Every != 0 || o.Most > 0 && len(jobs) >= o.Most {
				continue
			}
			results = append(results, &Result{File: f.Path, Name: c.Name, Line: c.Pos.Line, Findings: c.Findings})
			jobs = append(jobs, c.over(o.Overlays))
		}
	}
	s := &suite{Config: o, mode: m, cache: NewCache(o.Load)}
	return results, s.run(ctx, jobs, results)
}

// suite runs cases that share packs and tables.
type suite struct {
	Config
	mode  mode
	cache *Cache
}

func (s *suite) run(ctx context.Context, jobs []*Case, results []*Result) error {
	if s.Spent == nil {
		return s.some(ctx, jobs, results)
	}
	for from := 0; from < len(jobs); from += counted {
		to := min(from+counted, len(jobs))
		if err := s.some(ctx, jobs[from:to], results[from:to]); err != nil {
			return err
		}
		for _, r := range results[from:to] {
			if !s.Spent.Spend(r.File, r.work, 0) {
				return nil
			}
		}
	}
	return nil
}

// counted is how many cases are played before it is counted what they spent: the same
// number everywhere, so that the same ones are not played.
const counted = 8

// some runs cases at once.
func (s *suite) some(ctx context.Context, jobs []*Case, results []*Result) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(max(s.Workers, 0), runtime.GOMAXPROCS(0)))
	for i, c := range jobs {
		if c == nil || len(c.Findings) > 0 {
			results[i].Ran = true
			continue
		}
		group.Go(func() error {
			if ctx.Err() == nil && s.fits(c) {
				r := *results[i]
				s.guarded(ctx, c, &r)
				r.Ran = true
				if ctx.Err() == nil { // or it says nothing of the case
					*results[i] = r
				}
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// guarded runs a case, of which a panic is a failure.
func (s *suite) guarded(ctx context.Context, c *Case, result *Result) {
	err := func() (err error) {
		defer engine.Guard(&err)
		s.one(ctx, c, result)
		s.without(ctx, c, result)
		return nil
	}()
	if err != nil {
		result.Findings = findings(c, err)
	}
}

// one runs a case and puts its failure into the result.
func (s *suite) one(ctx context.Context, c *Case, result *Result) {
	fixture, err := s.cache.Fixture(c)
	if err != nil {
		if !refused(c, err) {
			result.Findings = findings(c, err)
		}
		return
	}
	machine, err := fixture.Take()
	if err != nil {
		result.Findings = findings(c, err)
		return
	}
	r := newRunner(ctx, fixture, c, s.mode)
	r.machine = machine
	defer func() {
		fixture.Give(r.machine)
		if r.spare != nil {
			fixture.Give(r.spare)
		}
	}()
	r.answered = s.Answered
	setup := fixture.Setup(machine, 0)
	if s.Played != nil {
		setup.Noticed = func(a *engine.Ability, _ engine.CardID) { r.noticed[a] = true }
		r.met = map[string]bool{}
	}
	err = r.run(setup)
	if err == nil && s.Mode == "fresh" {
		err = r.runFresh()
	}
	if err == nil && s.Mode == "" {
		err = r.idle()
	} else if s.Mode == "" {
		r.explain(fixture.Setup(machine, 0))
	}
	result.Findings = findings(c, err)
	result.Story = r.story
	result.Changes = r.changed(err)
	result.work = r.work()
	if s.Played != nil {
		s.Played(r.played())
	}
	if r.g != nil && s.Transcripts {
		for _, l := range transcript.Of(fixture.English, view.NewReader(r.g.Position(), view.Referee)) {
			result.Transcript = append(result.Transcript, l.String())
		}
	}
}

// refused reports whether the game may not begin as given, and the case says so.
func refused(c *Case, err error) bool {
	n := c.Then.Get("error")
	return n != nil &&
		slices.ContainsFunc(findings(c, err), func(f diag.Finding) bool { return strings.Contains(f.Message, n.Text) })
}

// runFresh runs the case again, every step in a new Lua state; the events must be the same.
func (r *runner) runFresh() error {
	m, err := r.Machine()
	if err != nil {
		return err
	}
	other := newRunner(r.ctx, r.Fixture, r.c, mode{step: freshen})
	if err := other.run(r.Setup(m, 0)); err != nil {
		r.story = other.story
		return err
	}
	return r.sameLog(other)
}

func (r *runner) sameLog(other *runner) error {
	mine, its := r.g.Log(), other.g.Log()
	if mine.Hash() == its.Hash() && r.g.Position().Hash() == other.g.Position().Hash() {
		return nil
	}
	here := record.Events(r.Fixture, r.g.Position(), mine.Base)
	there := record.Events(r.Fixture, other.g.Position(), its.Base)
	for i := range min(len(here), len(there)) {
		if a, b := here[i].Text, there[i].Text; a != b {
			return r.compare(r.c, "with every step in a Lua state of its own other things happen", a, b)
		}
	}
	return r.report(r.c, "with every step in a Lua state of its own other things happen: %d events, not %d",
		its.Len(), mine.Len())
}

// findings turns an error into findings at the case's places.
func findings(c *Case, err error) []diag.Finding {
	var found []diag.Finding
	for _, one := range position.Flatten(err) {
		var f *position.Failure
		var broken *interp.BrokenError
		switch {
		case errors.As(one, &f):
			d := diag.Finding{Code: f.Code, Severity: diag.Error, Pos: f.Pos, Message: f.Message, Suggestion: f.Hint}
			if d.Pos.File == c.Pos.File && d.Pos.Line > 0 && d.Pos.Line < c.Pos.Line {
				d.Message += " (in the scenario " + strconv.Quote(c.Name) + ")" // others share the place
			}
			found = append(found, d)
		case errors.As(one, &broken):
			found = append(found, broken.Findings...)
		default:
			found = append(found, diag.Finding{Code: position.CodeScenario, Severity: diag.Error,
				Pos: c.about(one.Error()), Message: one.Error()})
		}
	}
	slices.SortStableFunc(found, func(a, b diag.Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return found
}
