// Package cli is the command tree of ruledeck: one file a command, each a
// params struct, a run function without cobra, and thin wiring.
//
// Results go to standard output, talk and progress to standard error; there
// is no colour and no progress bar without a terminal. A program that reads
// the output asks for --format json. All of it passes through package sanitize,
// so that no text of a pack steers a terminal; what cannot be written makes the
// command end with exit 1.
//
// It may import anything below it: interp, the engine's parts, the terminal.
//
// # Names
//
// The packages beside this one, by the words of the field:
//
//	command          the streams, flags and exit codes that commands share
//	terminal         the text user interface of a game
//	screen           its rendering, in cells
//	studio           the web application; web holds its scripts and styles
//	host             the server of tables; a Store persists their journals
//	savedir          the directory of saved games
//	library          installed packs
//	isolate          limits of a process and of its children
//	provenance       the chain of causes of an event
//	lab              experiments: runs, comparisons (A/B), sweeps, ladders, tuning
//	lab.Plan         the configuration of a run
//	lab.Analysis     the statistics of a run, with intervals
//	lab.Remote       plays the games of a run on other machines
//	lab.Experiment   games that are held against each other
//	stats            intervals, tests and rankings
//	htmlreport       an Analysis as one HTML file
//	simulate         the command line of the laboratory
//	extbot           bots that are processes of their own
//	cluster          distributed runs: a work queue, workers, verification by sampling
//	cardexport       cards as sheets for print, pictures, and decks of Tabletop Simulator
//	publish          a game as a static web site
//	columns          texts in cells of a terminal, by East Asian width
package cli

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/library"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
)

// What all commands share, by the names that it has here.
type (
	Host      = command.Host
	ExitError = command.ExitError
	flags     = command.Flags
)

// The exit codes.
const (
	ExitFine  = command.ExitFine
	ExitWrong = command.ExitWrong
	ExitUsage = command.ExitUsage
)

var (
	usage    = command.Usage
	errWrong = command.ErrWrong
)

// Run runs the command that the arguments name and returns the exit code.
func Run(h Host) int { return RunTree(h, "ruledeck", New) }

// RunTree runs a command of any program, as Run does for ruledeck.
func RunTree(h Host, name string, tree func(h Host) *cobra.Command) int {
	isolate.Confine()
	library.Use(nil)
	out, talk := sanitize.NewWriter(h.Out), sanitize.NewWriter(h.Err)
	h.Out, h.Err = out, talk
	h.Program = name
	wall(h, packLimits, nil)
	program := tree(h)
	code := ExitFine
	if err := prepared(h, program).Execute(); err != nil && (out.Err == nil || !errors.Is(err, out.Err)) {
		if strings.HasPrefix(err.Error(), "unknown command") {
			err = usage("%s", unknownCommand(program, err.Error()))
		}
		code = report(h, err)
	}
	if err := out.Flush(); err != nil {
		code = unwritten(h, err, code)
	}
	// What cannot be written here cannot be reported anywhere.
	_ = talk.Flush()
	return code
}

// unwritten makes a command whose results did not arrive fail. If the reader closed the
// pipe, it says nothing.
func unwritten(h Host, err error, code int) int {
	if !errors.Is(err, syscall.EPIPE) {
		fmt.Fprintf(h.Err, "%s: the results could not be written: %s\n", h.Program, err)
	}
	return max(code, ExitWrong)
}

// New builds the command tree; tests run it in process.
func New(h Host) *cobra.Command {
	root := pages.Command("ruledeck", cobra.NoArgs, func(c *cobra.Command, _ []string) error { return c.Help() })
	root.AddCommand(playCommand(h), studioCommand(h), lspCommand(h), simCommand(h),
		gameCommand(h, "cards", &cardsParams{}), checkCommand(h), testCommand(h), newCommand(h), explainCommand(h),
		diffCommand(h), docsCommand(h), gameCommand(h, "fuzz", &fuzzParams{Steps: fuzz.DefaultMaxSteps}),
		gameCommand(h, "coverage", &coverageParams{}), gameCommand(h, "record", &recordParams{BotTime: extbot.Time}),
		replayCommand(h), gameCommand(h, "archive", &archiveParams{}), serveCommand(h),
		gameCommand(h, "publish", &publishParams{}), reportCommand(h), tuneCommand(h), getCommand(h),
		importCommand(h), schemaCommand(h), tryCommand(h))
	for _, c := range root.Commands() {
		if c.Flags().Lookup("no-limits") == nil {
			walled(h, c, nil)
		}
	}
	// These open no pack but those of the program.
	root.AddCommand(listCommand(h), cookbookCommand(h), learnCommand(h), removeCommand(h),
		versionCommand(h))
	root.AddCommand(hostingTopic(), stubsCommand())
	return root
}

// pages are the pages of help of the commands.
var pages = command.Pages{FS: helpTexts}

//go:embed help
var helpTexts embed.FS

// prepared makes a command tree talk as the commands do.
func prepared(h Host, root *cobra.Command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetArgs(h.Args)
	root.SetIn(h.In)
	root.SetOut(h.Out)
	root.SetErr(h.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	former(h, root)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if wrong, is := errors.AsType[*ExitError](err); is {
			return wrong
		}
		return &ExitError{Code: ExitUsage, Message: flagMessage(c, err)}
	})
	return root
}

// flagMessage adds the nearest flag to cobra's complaint.
func flagMessage(c *cobra.Command, err error) string {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		text = fmt.Sprintf("%s has no flag --%s", c.CommandPath(), name)
		if near := diag.Nearest(name, names); near != "" {
			text += fmt.Sprintf("; did you mean --%s?", near)
		}
	}
	// What the library that reads numbers calls itself is no help to anybody.
	if i := strings.Index(text, ": strconv."); i >= 0 {
		text = text[:i] + ": a whole number is expected"
	}
	return text + fmt.Sprintf("\nSee: %s --help", c.CommandPath())
}

// report prints an error and returns the exit code that belongs to it.
func report(h Host, err error) int {
	say := func(text string) { fmt.Fprintf(h.Err, "%s: %s\n", h.Program, text) }
	var exit *ExitError
	var broken *interp.BrokenError
	var wrong *interp.UsageError
	var missing *pack.NotFoundError
	var name *scaffold.NameError
	switch {
	case errors.As(err, &exit):
		if exit.Message != "" {
			say(exit.Message)
		}
		return exit.Code
	case errors.As(err, &broken):
		first := slices.IndexFunc(broken.Findings,
			func(d diag.Finding) bool { return d.Severity == diag.Error && !d.FixHint.Begins() })
		text := "nothing was done"
		if at := broken.Findings[max(first, 0)].Pos; at.File != "" {
			text += "; the first error to mend is at " + at.String()
		}
		say(text)
		// What cannot be written here cannot be reported anywhere.
		_ = diag.WriteText(h.Err, broken.Findings, broken.Lines, nil)
		return ExitWrong
	case errors.As(err, &wrong), errors.As(err, &missing), errors.As(err, &name),
		strings.Contains(err.Error(), "arg(s)"):
		say(err.Error())
		return ExitUsage
	case errors.Is(err, context.Canceled):
		say("stopped")
		return ExitWrong
	}
	say(err.Error())
	return ExitWrong
}

// unknownCommand lists the commands and names the nearest.
func unknownCommand(program *cobra.Command, text string) string {
	var names []string
	for _, c := range program.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	_, rest, _ := strings.Cut(text, "\"")
	given, _, _ := strings.Cut(rest, "\"")
	return fmt.Sprintf("there is no command %q; %s\nSee: %s --help", given, diag.There(given, names), program.Name())
}
