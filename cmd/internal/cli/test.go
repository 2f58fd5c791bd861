package cli

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

type testParams struct {
	run     string
	mode    string
	verbose bool
	format  string
	junit   string
	workers int
}

func testCommand(h Host) *cobra.Command {
	p := testParams{}
	c := &cobra.Command{
		Use:   "test [PATH]...",
		Short: "Run scenarios: the tests of rules and cards",
		Long: `Run the scenarios below each PATH (default: the folder you stand in): every
.yaml file in a folder named scenarios, or the file that PATH names.

A mode runs the same files and tests more at every decision:
  undo    take the answer back and give it again
  save    save the game, load it into a fresh one, and go on there
  views   what is hidden from a seat must change nothing of what it is shown
  fresh   every step in a Lua state of its own`,
		Example: `  ruledeck test testdata/scenarios/bbtm
  ruledeck test --run guard --verbose
  ruledeck test --mode undo`,
		RunE: func(_ *cobra.Command, args []string) error { return runTest(h, args, p) },
	}
	c.Flags().StringVar(&p.run, "run", "", "only scenarios whose file or name matches this regular expression")
	c.Flags().StringVar(&p.mode, "mode", "", "undo, save, views or fresh")
	c.Flags().BoolVar(&p.verbose, "verbose", false, "print the transcripts")
	c.Flags().StringVar(&p.format, "format", "text", "text, json (one result a line) or github")
	c.Flags().StringVar(&p.junit, "junit", "", "also write the results to this file, as JUnit XML")
	c.Flags().IntVar(&p.workers, "workers", 0, "scenarios run at once (0: one a core)")
	return c
}

func runTest(h Host, paths []string, p testParams) error {
	if err := format(p.format, "text", "json", "github"); err != nil {
		return err
	}
	o := scenario.Options{Mode: p.mode, Workers: p.workers, Transcripts: p.verbose}
	if p.mode != "" && !slices.Contains(scenario.Modes, p.mode) {
		text := fmt.Sprintf("there is no mode %q; there are %s", p.mode, strings.Join(scenario.Modes, ", "))
		if near := diag.Nearest(p.mode, scenario.Modes); near != "" {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		return usage("%s", text)
	}
	if p.run != "" {
		re, err := regexp.Compile(p.run)
		if err != nil {
			return usage("--run: %s", err)
		}
		o.Run = re
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var files []string
	for _, path := range paths {
		found, err := scenario.Find(path)
		if err != nil {
			return usage("there is no file or folder %s", path)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return usage("no scenarios found below %s; they are .yaml files in a folder named scenarios", strings.Join(paths, ", "))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	results, err := scenario.Run(ctx, files, o)
	if err != nil {
		return err
	}
	if p.junit != "" {
		if err := writeJUnit(p.junit, results); err != nil {
			return err
		}
	}
	return h.reportTests(results, p)
}

// reportTests prints the results and the closing count.
func (h Host) reportTests(results []*scenario.Result, p testParams) error {
	passed, failed := 0, 0
	for _, r := range results {
		if r.Passed() {
			passed++
		} else {
			failed++
		}
		if err := h.printResult(r, p); err != nil {
			return err
		}
	}
	if p.format != "json" {
		fmt.Fprintf(h.Out, "%d passed, %d failed\n", passed, failed)
	}
	if failed > 0 {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

type jsonResult struct {
	File       string        `json:"file"`
	Line       int           `json:"line"`
	Name       string        `json:"name"`
	Passed     bool          `json:"passed"`
	Findings   []jsonFinding `json:"findings,omitempty"`
	Transcript []string      `json:"transcript,omitempty"`
}

type jsonFinding struct {
	File       string `json:"file"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
}

func (h Host) printResult(r *scenario.Result, p testParams) error {
	switch p.format {
	case "json":
		out := jsonResult{File: r.File, Line: r.Line, Name: r.Name, Passed: r.Passed(), Transcript: r.Transcript}
		for _, f := range r.Findings {
			out.Findings = append(out.Findings, jsonFinding{f.File, f.Line, f.Column, f.Message, f.Suggestion})
		}
		line, err := json.Marshal(out)
		if err == nil {
			_, err = fmt.Fprintf(h.Out, "%s\n", line)
		}
		return err
	case "github":
		return diag.WriteGitHub(h.Out, r.Findings)
	}
	if p.verbose {
		fmt.Fprintf(h.Out, "%s:%d: %s\n", r.File, r.Line, r.Name)
		for _, line := range r.Transcript {
			fmt.Fprintln(h.Out, "    "+strings.TrimPrefix(line, "\n"))
		}
	}
	if r.Passed() {
		return nil
	}
	_, err := fmt.Fprint(h.Out, r.Report())
	return err
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes the results for build servers.
func writeJUnit(path string, results []*scenario.Result) error {
	suite := junitSuite{Name: "ruledeck", Tests: len(results)}
	for _, r := range results {
		c := junitCase{Name: r.Name, Class: r.File}
		if !r.Passed() {
			suite.Failures++
			c.Failure = &junitFailure{Message: strings.SplitN(r.Findings[0].Message, "\n", 2)[0]}
			for _, f := range r.Findings {
				c.Failure.Text += f.Pos.String() + ": " + f.Text() + "\n"
			}
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(path, append([]byte(xml.Header), append(data, '\n')...))
}

// writeFile replaces a file without ever leaving half of one: it writes beside
// it, syncs, and renames.
func writeFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".ruledeck-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		// What is left of a failed write is of no use to anybody.
		_ = os.Remove(temporary.Name())
	}
	return err
}
