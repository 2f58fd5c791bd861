package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

type testParams struct {
	Run     string   `flag:"run"`
	Mode    string   `flag:"mode"`
	Packs   []string `flag:"pack"`
	Update  bool     `flag:"update"`
	Verbose bool     `flag:"verbose"`
	Format  string   `flag:"format"`
	JUnit   string   `flag:"junit"`
	Against string   `flag:"against"`
	Workers int      `flag:"workers"`
	Watch   bool     `flag:"watch"`
	// load loads packs, nil for the host's way.
	load func(name string, with interp.With) (*interp.Pack, error)
	// written counts the expectations that were written anew.
	written int
}

func testCommand(h Host) *cobra.Command {
	p := testParams{}
	return pages.Command("test", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			args = []string{"."}
		}
		gamesOf(h, args) // which are told
		if p.Watch {
			return watchTests(h, args, p)
		}
		return runTest(h, args, p)
	}, &p)
}

func runTest(h Host, paths []string, p testParams) error {
	run, err := p.check()
	if err != nil {
		return err
	}
	scenarios, goldens, err := p.found(paths)
	if err != nil {
		return err
	}
	if err := command.Ready(p.JUnit, command.Results); err != nil {
		return err
	}
	if p.Mode != "" || len(p.Packs) > 0 {
		goldens = nil // a mode is a further test of scenarios; a golden is of the game as it was played
	}
	if len(scenarios)+len(goldens) == 0 {
		return usage("no scenarios found below %s; they are .yaml files in a folder named scenarios",
			strings.Join(paths, ", "))
	}
	ctx := command.Stoppable()
	so := scenario.Config{Run: run, Mode: p.Mode, Workers: p.Workers, Transcripts: p.Verbose,
		Overlays: p.Packs, Load: p.load}
	if so.Load == nil {
		so.Load = h.Telling()
	}
	played, err := p.play(ctx, h, scenarios, so)
	if err != nil {
		return err
	}
	results := lists.Map(played, func(r *scenario.Result) *golden.Result { return &golden.Result{Result: *r} })
	o := golden.Config{Run: run, Workers: p.Workers, Transcripts: p.Verbose, Traces: p.Against != ""}
	if p.Update {
		o.Update = disk.OS.Write
	}
	compared, err := golden.Run(ctx, goldens, o)
	if err != nil && ctx.Err() == nil {
		return err
	}
	all := len(results) + len(compared)
	results = append(results, compared...)
	if ctx.Err() != nil || len(p.Packs) > 0 {
		results = slices.DeleteFunc(results, func(r *golden.Result) bool { return !r.Ran })
	}
	switch {
	case ctx.Err() != nil || len(results) > 0:
	case len(p.Packs) > 0:
		return usage("%s can be laid over no game of these tests", strings.Join(p.Packs, ", "))
	default:
		return usage("no test matches --run %s; it is compared with \"file: name\"", p.Run)
	}
	err = reportTests(h, results, p)
	if p.JUnit != "" {
		if unwritten := writeJUnit(p.JUnit, results); unwritten != nil {
			return unwritten
		}
	}
	if ctx.Err() != nil {
		return command.Stopped(len(results), all, "tests")
	}
	return err
}

// play runs the scenarios, and once more those that --update has rewritten.
func (p *testParams) play(ctx context.Context, h Host, scenarios []string, so scenario.Config) (
	[]*scenario.Result, error) {
	played, err := scenario.Run(ctx, scenarios, so)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if !p.Update || ctx.Err() != nil {
		return played, nil
	}
	p.written, err = rewrite(h, played, *p)
	if err != nil || p.written == 0 {
		return played, err
	}
	played, err = scenario.Run(ctx, scenarios, so)
	if ctx.Err() != nil {
		err = nil
	}
	return played, err
}

// watchTests runs the tests, and again whenever a file is saved, until it is stopped: the
// saved scenarios and goldens, or all of them after a change of a pack.
func watchTests(h Host, paths []string, p testParams) error {
	ctx := command.Stoppable()
	var lock sync.Mutex
	places := slices.Clone(paths)
	tell := h.Telling()
	p.load = func(name string, with interp.With) (*interp.Pack, error) {
		loaded, err := tell(name, with)
		if err == nil {
			lock.Lock()
			defer lock.Unlock()
			places = slices.Compact(slices.Sorted(slices.Values(append(places, loaded.Loaded.Places()...))))
		}
		return loaded, err
	}
	// look is how the files are: the tests by themselves, the packs under "".
	look := func() map[string]string {
		scenarios, goldens, _ := p.found(paths) // a path that is missing has no tests
		files := map[string]string{"": disk.Fingerprint(places)}
		for _, file := range slices.Concat(scenarios, goldens) {
			files[file] = disk.Fingerprint([]string{file})
		}
		return files
	}
	for next := paths; ; {
		before := look()
		if err := runTest(h, next, p); err != nil {
			_ = report(h, err)
		}
		before[""] = disk.Fingerprint(places)
		fmt.Fprintln(h.Err, "Waiting for files to be saved; Ctrl-C ends")
		for seen := before; ; {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(lookEvery):
			}
			now := look()
			if settled := maps.Equal(now, seen); settled && !maps.Equal(now, before) {
				next = slices.DeleteFunc(lists.Sorted(now),
					func(file string) bool { return now[file] == before[file] })
				break
			}
			seen = now
		}
		if slices.Contains(next, "") || len(next) == 0 {
			next = paths
		}
	}
}

// lookEvery is how often watchTests looks at the files.
const lookEvery = 50 * time.Millisecond

// rewrite shows the failed expectations of scenarios beside the actual values, then writes
// these into the files; it returns how many.
func rewrite(h Host, results []*scenario.Result, p testParams) (written int, err error) {
	changes := map[string][]scenario.Change{}
	var files []string
	for _, r := range results {
		if len(r.Changes) > 0 && changes[r.File] == nil {
			files = append(files, r.File)
		}
		changes[r.File] = append(changes[r.File], r.Changes...)
	}
	for _, file := range files {
		before, err := source.File(file, source.MaxSize)
		if err != nil {
			return written, err
		}
		after, err := scenario.Rewrite(string(before), changes[file])
		if err == nil {
			err = disk.OS.Write(file, []byte(after))
		}
		if err != nil {
			fmt.Fprintf(h.Err, "%s: left as it is: %s\n", sanitize.Line(file), err)
			continue
		}
		if p.Format == "text" {
			fmt.Fprintf(h.Out, "%s: rewritten\n", sanitize.Line(file))
			lines := func(text string) []string { return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") }
			printDiff(h, golden.Diff(lines(string(before)), lines(after)))
		}
		written += len(changes[file])
	}
	return written, nil
}

func printDiff(h Host, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(h.Out, strings.TrimRight("  "+sanitize.Line(line), " "))
	}
}

// check refuses flags that cannot be, and reads --run.
func (p *testParams) check() (*regexp.Regexp, error) {
	if p.Mode != "" && !slices.Contains(scenario.Modes, p.Mode) {
		return nil, usage("there is no mode %q; %s", p.Mode, diag.There(p.Mode, scenario.Modes))
	}
	if p.Against != "" && (p.Mode != "" || len(p.Packs) > 0) {
		return nil, usage("--against plays a trace as it stands: it goes with neither --mode nor --pack")
	}
	if p.Update && (p.Mode != "" || len(p.Packs) > 0) {
		return nil, usage("--update writes down what the tests find as they stand in their files: it goes with " +
			"neither --mode nor --pack")
	}
	if p.Run == "" {
		return nil, nil
	}
	re, err := regexp.Compile(p.Run)
	if err != nil {
		return nil, usage("--run: %s", err)
	}
	return re, nil
}

// found finds the scenarios and the goldens below some paths, or the trace alone that is asked for.
func (p *testParams) found(paths []string) (scenarios, goldens []string, err error) {
	if p.Against != "" {
		return nil, []string{p.Against}, nil
	}
	for _, path := range paths {
		if _, err := source.Stat(path); err != nil {
			// A pack that is named by its id has its tests in the library, in a checkout of this
			// project or in the program.
			path = cmp.Or(scenarioFolder(path), path)
		}
		kept, err := golden.Find(path)
		var files []string
		if err == nil && !slices.Contains(kept, path) {
			files, err = scenario.Find(path)
		}
		if err != nil {
			return nil, nil, usage("there is no file or folder %s", path)
		}
		goldens = append(goldens, kept...)
		scenarios = append(scenarios, files...)
	}
	return scenarios, goldens, nil
}

// reportTests prints the results and the closing count.
func reportTests(h Host, results []*golden.Result, p testParams) error {
	passed, failed, updated := 0, 0, 0
	for i, r := range results {
		if p.Format != "json" && sameFailure(r, results[i+1:]) {
			failed++ // what it found is told below the last of them
			if p.Format == "text" {
				fmt.Fprintf(h.Out, "FAIL %s\n", sanitize.Line(r.Name))
			}
			continue
		}
		switch {
		case !r.Passed():
			failed++
		case r.Updated:
			updated++
			fallthrough
		default:
			passed++
		}
		if err := printResult(h, r, p); err != nil {
			return err
		}
	}
	if p.Format != "json" {
		if p.Update {
			fmt.Fprintf(h.Out, "expectations written: %d, recorded anew: %d\n", p.written, updated)
		}
		fmt.Fprintf(h.Out, "%d passed, %d failed\n", passed, failed)
	}
	if failed > 0 {
		return errWrong
	}
	return nil
}

// sameFailure reports whether the next test that fails does so for the same findings, as
// all do whose pack cannot be read.
func sameFailure(r *golden.Result, later []*golden.Result) bool {
	next := slices.IndexFunc(later, func(l *golden.Result) bool { return !l.Passed() })
	return !r.Passed() && next >= 0 && r.Without == later[next].Without &&
		reflect.DeepEqual(r.Findings, later[next].Findings)
}

type jsonResult struct {
	File       string       `json:"file"`
	Line       int          `json:"line"`
	Name       string       `json:"name"`
	Passed     bool         `json:"passed"`
	Findings   []diag.Plain `json:"findings,omitempty"`
	Without    string       `json:"without,omitempty"`
	Story      []string     `json:"story,omitempty"`
	Updated    bool         `json:"updated,omitempty"`
	Diff       []string     `json:"diff,omitempty"`
	Transcript []string     `json:"transcript,omitempty"`
}

func printResult(h Host, r *golden.Result, p testParams) error {
	switch p.Format {
	case "json":
		out := jsonResult{
			File: r.File, Line: r.Line, Name: r.Name, Passed: r.Passed(), Without: r.Without, Story: r.Story,
			Updated: r.Updated, Diff: r.Diff, Transcript: r.Transcript,
		}
		for _, f := range r.Findings {
			out.Findings = append(out.Findings, f.Plain())
		}
		return h.JSON(out)
	case "github":
		return diag.WriteGitHub(h.Out, r.Findings)
	}
	if p.Verbose {
		fmt.Fprintf(h.Out, "%s:%d: %s\n", sanitize.Line(r.File), r.Line, sanitize.Line(r.Name))
		for _, line := range r.Transcript {
			fmt.Fprintln(h.Out, "    "+strings.TrimPrefix(line, "\n"))
		}
	}
	if r.Updated {
		fmt.Fprintf(h.Out, "%s: recorded anew\n", r.File)
		if len(r.Diff) == 0 {
			fmt.Fprintln(h.Out, "  its transcript is as it was; what it does not tell has changed")
		}
		printDiff(h, r.Diff)
	}
	_, err := fmt.Fprint(h.Out, r.Report())
	return err
}
