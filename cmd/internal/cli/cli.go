// Package cli is the command tree of ruledeck: one file a command, each a
// params struct, a run function without cobra, and thin wiring.
//
// Results go to standard output, talk and progress to standard error; there
// is no colour and no progress bar without a terminal. A program that reads
// the output asks for --format json.
//
// It may import anything below it: interp, the engine's parts, the terminal.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// The exit codes.
const (
	ExitFine  = 0 // done, and all is well
	ExitWrong = 1 // done, and what was asked about is not fine
	ExitUsage = 2 // not done: wrong usage
)

// Host is what a command may touch of the world.
type Host struct {
	Args     []string
	In       io.Reader
	Out, Err io.Writer
}

// ExitError ends a command with an exit code; Message goes to standard error
// unless it is empty.
type ExitError struct {
	Code    int
	Message string
}

// Error returns the message.
func (e *ExitError) Error() string { return e.Message }

// Run runs the command that the arguments name and returns the exit code.
func Run(h Host) int {
	root := New(h)
	err := root.Execute()
	if err == nil {
		return ExitFine
	}
	return h.report(err)
}

// New builds the command tree; tests run it in process.
func New(h Host) *cobra.Command {
	root := &cobra.Command{
		Use:   "ruledeck",
		Short: "Card games as data: play, simulate, check and test them",
		Long: `ruledeck interprets card games that are written in YAML and Lua.

A GAME is the id of a game that the program carries (see ruledeck list) or the
folder of a pack of your own.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetArgs(h.Args)
	root.SetIn(h.In)
	root.SetOut(h.Out)
	root.SetErr(h.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &ExitError{ExitUsage, flagMessage(c, err)}
	})
	root.AddCommand(listCommand(h), playCommand(h), simCommand(h), cardsCommand(h), checkCommand(h), testCommand(h), newCommand(h), explainCommand(h), diffCommand(h), schemaCommand(h), stubsCommand(h), docsCommand(h), fuzzCommand(h), coverageCommand(h), recordCommand(h), replayCommand(h))
	return root
}

// flagMessage adds the nearest flag to cobra's complaint.
func flagMessage(c *cobra.Command, err error) string {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var names []string
		for _, line := range strings.Split(c.Flags().FlagUsages(), "\n") {
			if i := strings.Index(line, "--"); i >= 0 {
				names = append(names, strings.Fields(line[i+2:])[0])
			}
		}
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
func (h Host) report(err error) int {
	var exit *ExitError
	var broken *interp.BrokenError
	var wrong *interp.UsageError
	var missing *pack.NotFoundError
	switch {
	case errors.As(err, &exit):
		if exit.Message != "" {
			fmt.Fprintln(h.Err, "ruledeck: "+exit.Message)
		}
		return exit.Code
	case errors.As(err, &broken):
		// What cannot be written here cannot be reported anywhere.
		_ = diag.WriteText(h.Err, broken.Findings, broken.Lines)
		return ExitWrong
	case errors.As(err, &wrong), errors.As(err, &missing):
		fmt.Fprintln(h.Err, "ruledeck: "+err.Error())
		return ExitUsage
	case strings.HasPrefix(err.Error(), "unknown command"):
		fmt.Fprintln(h.Err, "ruledeck: "+unknownCommand(h, err.Error()))
		return ExitUsage
	case strings.Contains(err.Error(), "arg(s)"):
		fmt.Fprintln(h.Err, "ruledeck: "+err.Error())
		return ExitUsage
	}
	fmt.Fprintln(h.Err, "ruledeck: "+err.Error())
	return ExitWrong
}

// unknownCommand lists the commands and names the nearest.
func unknownCommand(h Host, text string) string {
	var names []string
	for _, c := range New(h).Commands() {
		names = append(names, c.Name())
	}
	_, rest, _ := strings.Cut(text, "\"")
	given, _, _ := strings.Cut(rest, "\"")
	out := fmt.Sprintf("there is no command %q; there are %s", given, strings.Join(names, ", "))
	if near := diag.Nearest(given, names); near != "" {
		out += fmt.Sprintf("; did you mean %s?", near)
	}
	return out
}

// usage is an error for wrong usage.
func usage(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Sprintf(format, args...)}
}

// gameFlags are the flags that every command about a game has.
type gameFlags struct {
	packs   []string
	options []string
	lang    string
}

func (f *gameFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.packs, "pack", nil, "lay an overlay over the game: a folder, or one of the game's own (repeatable)")
	c.Flags().StringArrayVar(&f.options, "option", nil, "set an option of the game, as name=value (repeatable)")
	c.Flags().StringVar(&f.lang, "lang", "en", "language of the texts: en, fr, ja")
}

// values reads the --option flags.
func (f *gameFlags) values() (map[string]string, error) {
	values := map[string]string{}
	for _, o := range f.options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, usage("an option is given as name=value, not %q", o)
		}
		if _, double := values[name]; double {
			return nil, usage("option %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// load loads the game with the flags' overlays and options.
func (f *gameFlags) load(game string) (*interp.Pack, map[string]string, error) {
	options, err := f.values()
	if err != nil {
		return nil, nil, err
	}
	p, err := interp.Load(game, interp.With{Overlays: f.packs, Options: options})
	if err != nil {
		return nil, nil, err
	}
	if !p.Speaks(f.lang) {
		return nil, nil, usage("%s has no language %q; it has %s", p.Compiled.Pack.ID, f.lang, strings.Join(p.Languages(), ", "))
	}
	return p, options, nil
}

// format checks a --format flag.
func format(value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	text := fmt.Sprintf("--format cannot be %q; it can be %s", value, strings.Join(allowed, ", "))
	if near := diag.Nearest(value, allowed); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return usage("%s", text)
}

// terminalIn tells whether a reader is a terminal.
func terminalIn(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// terminal tells whether a writer is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
