package scenario

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Result is the outcome of one case, or of a file that cannot be read.
type Result struct {
	File string
	Name string
	Line int
	// Findings are empty when the case passed.
	Findings []diag.Diagnostic
	// Transcript is the game as text, when it was asked for.
	Transcript []string
}

// Passed tells whether the case passed.
func (r *Result) Passed() bool { return len(r.Findings) == 0 }

// Options say how cases are run.
type Options struct {
	// Run keeps the cases whose "file: name" matches; nil keeps all.
	Run *regexp.Regexp
	// Mode is "", undo, save, views or fresh.
	Mode string
	// Workers is the number of cases run at once; 0 for one a core.
	Workers int
	// Transcripts asks for the games as text.
	Transcripts bool
	// Played, if not nil, is called with every game that was played, for
	// coverage; it must be safe for several goroutines.
	Played func(t *interp.Table, g *engine.Game)
}

// Find returns the scenario files at or below a path, sorted.
func Find(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && strings.HasSuffix(p, ".yaml") && inScenarios(p) {
			files = append(files, p)
		}
		return nil
	})
	sort.Strings(files)
	return files, err
}

// inScenarios tells whether a file lies in a folder named scenarios.
func inScenarios(path string) bool {
	for _, part := range strings.Split(filepath.ToSlash(filepath.Dir(path)), "/") {
		if part == "scenarios" {
			return true
		}
	}
	return false
}

// Run runs the cases of the files, in parallel, and returns their results in
// order of file and case.
func Run(ctx context.Context, files []string, o Options) ([]*Result, error) {
	m, err := modeNamed(o.Mode)
	if err != nil {
		return nil, err
	}
	var results []*Result
	var jobs []*Case
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		report := &diag.List{}
		f := Read(filepath.ToSlash(path), data, report)
		if report.HasErrors() {
			results = append(results, &Result{File: f.Path, Name: "(reading)", Line: 1, Findings: report.Sorted()})
			jobs = append(jobs, nil)
		}
		for _, c := range f.Cases {
			if o.Run != nil && !o.Run.MatchString(f.Path+": "+c.Name) {
				continue
			}
			results = append(results, &Result{File: f.Path, Name: c.Name, Line: c.Pos.Line})
			jobs = append(jobs, c)
		}
	}
	s := &suite{Options: o, mode: m, tables: map[string]*tableEntry{}}
	return results, s.run(ctx, jobs, results)
}

// suite shares packs and tables between the cases.
type suite struct {
	Options
	mode   mode
	lock   sync.Mutex
	tables map[string]*tableEntry
}

// tableEntry is a table that is loaded once, with machines that are free.
type tableEntry struct {
	once  sync.Once
	names *names
	err   error
	lock  sync.Mutex
	free  []*script.Machine
}

func (s *suite) run(ctx context.Context, jobs []*Case, results []*Result) error {
	workers := s.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, c := range jobs {
		if c == nil {
			continue
		}
		group.Go(func() error {
			if ctx.Err() == nil {
				s.one(c, results[i])
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// one runs a case and puts its failure into the result.
func (s *suite) one(c *Case, result *Result) {
	entry := s.table(c)
	entry.once.Do(func() { entry.names, entry.err = loadTable(c) })
	if entry.err != nil {
		result.Findings = findings(c, entry.err)
		return
	}
	machine, err := entry.take()
	if err != nil {
		result.Findings = findings(c, err)
		return
	}
	r := newRunner(entry.names, c, s.mode)
	r.machine = machine
	newGame := func(setup engine.Setup) *engine.Game { return engine.New(setup) }
	if err := r.run(newGame, entry.names.Setup(machine, 0)); err != nil {
		result.Findings = findings(c, err)
	}
	if r.g != nil && s.Played != nil {
		s.Played(entry.names.Table, r.g)
	}
	if r.g != nil && s.Transcripts {
		result.Transcript = r.transcript()
	}
	entry.give(machine)
}

func (e *tableEntry) take() (*script.Machine, error) {
	e.lock.Lock()
	defer e.lock.Unlock()
	if n := len(e.free); n > 0 {
		m := e.free[n-1]
		e.free = e.free[:n-1]
		return m, nil
	}
	return e.names.Machine()
}

func (e *tableEntry) give(m *script.Machine) {
	e.lock.Lock()
	defer e.lock.Unlock()
	e.free = append(e.free, m)
}

// table finds or makes the entry for a case's game, seats and options.
func (s *suite) table(c *Case) *tableEntry {
	keys := make([]string, 0, len(c.Options))
	for k := range c.Options {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	key := gamePath(c) + "\x00" + fmt.Sprint(c.Seats)
	for _, k := range keys {
		key += "\x00" + k + "=" + c.Options[k]
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.tables[key] == nil {
		s.tables[key] = &tableEntry{}
	}
	return s.tables[key]
}

// gamePath is the game of a case: a shipped id, or a folder beside the file.
func gamePath(c *Case) string {
	if strings.HasPrefix(c.Game, ".") {
		return filepath.Join(filepath.Dir(c.Pos.File), c.Game)
	}
	return c.Game
}

func loadTable(c *Case) (*names, error) {
	p, err := interp.Load(gamePath(c), nil, c.Options)
	if err != nil {
		return nil, err
	}
	seats := c.Seats
	if seats == 0 {
		seats, _ = p.Seats()
	}
	t, err := p.Table(interp.Settings{Seats: seats, Options: c.Options, CheckInvariants: c.Given == nil})
	if err != nil {
		return nil, err
	}
	return newNames(t), nil
}

// findings turns an error into diagnostics at the case's place.
func findings(c *Case, err error) []diag.Diagnostic {
	var f *fault
	if errors.As(err, &f) {
		return []diag.Diagnostic{{Code: f.code, Severity: diag.Error, Pos: f.pos, Message: f.message, Suggestion: f.hint}}
	}
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		return broken.Findings
	}
	return []diag.Diagnostic{{Code: "scenario", Severity: diag.Error, Pos: c.Pos, Message: err.Error()}}
}
