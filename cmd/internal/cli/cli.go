// Package cli is the command tree of ruledeck: one file a command, each a
// params struct, a run function without cobra, and thin wiring.
//
// Results go to standard output, talk and progress to standard error; there
// is no colour and no progress bar without a terminal. A program that reads
// the output asks for --format json. All of it passes through package visible,
// so that no text of a pack steers a terminal; what cannot be written makes the
// command end with exit 1.
//
// It may import anything below it: interp, the engine's parts, the terminal.
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/visible"
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

	// tree makes the commands of the program.
	tree func(h Host) *cobra.Command
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
func Run(h Host) int { return RunTree(h, New) }

// RunTree runs a command of another program than ruledeck, as Run does.
func RunTree(h Host, tree func(h Host) *cobra.Command) int {
	isolate.Confine()
	out, talk := visible.NewWriter(h.Out), visible.NewWriter(isolate.Talk(h.Err))
	h.Out, h.Err, h.tree = out, talk, tree
	code := ExitFine
	if err := prepared(h, tree(h)).Execute(); err != nil && (out.Err == nil || !errors.Is(err, out.Err)) {
		code = h.report(err)
	}
	if err := out.Flush(); err != nil {
		code = h.unwritten(err, code)
	}
	// What cannot be written here cannot be reported anywhere.
	_ = talk.Flush()
	return code
}

// unwritten makes a command whose results did not arrive end as one that failed.
// Whoever closes a pipe knows that he did: nothing is said then.
func (h Host) unwritten(err error, code int) int {
	if !errors.Is(err, syscall.EPIPE) {
		fmt.Fprintf(h.Err, "%s: the results could not be written: %s\n", h.tree(h).Name(), err)
	}
	return max(code, ExitWrong)
}

// New builds the command tree; tests run it in process.
func New(h Host) *cobra.Command {
	root := &cobra.Command{
		Use:   "ruledeck",
		Short: "Card games as data: play, simulate, check and test them",
		Long: `ruledeck interprets card games that are written in YAML and Lua.

A GAME is the id of a game that the program carries (see ruledeck list) or the
folder of a pack of your own.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.AddCommand(listCommand(h), playCommand(h), studioCommand(h), lspCommand(h), simCommand(h), cardsCommand(h), checkCommand(h), testCommand(h), newCommand(h), explainCommand(h), diffCommand(h), schemaCommand(h), stubsCommand(h), docsCommand(h), fuzzCommand(h), coverageCommand(h), recordCommand(h), replayCommand(h))
	return root
}

// prepared makes a command tree talk as the commands do.
func prepared(h Host, root *cobra.Command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.SetArgs(h.Args)
	root.SetIn(h.In)
	root.SetOut(h.Out)
	root.SetErr(h.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &ExitError{ExitUsage, flagMessage(c, err)}
	})
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
	program := h.tree(h)
	say := func(text string) { fmt.Fprintf(h.Err, "%s: %s\n", program.Name(), text) }
	var exit *ExitError
	var broken *interp.BrokenError
	var wrong *interp.UsageError
	var missing *pack.NotFoundError
	switch {
	case errors.As(err, &exit):
		if exit.Message != "" {
			say(exit.Message)
		}
		return exit.Code
	case errors.As(err, &broken):
		// What cannot be written here cannot be reported anywhere.
		_ = diag.WriteText(h.Err, broken.Findings, broken.Lines)
		return ExitWrong
	case errors.As(err, &wrong), errors.As(err, &missing), strings.Contains(err.Error(), "arg(s)"):
		say(err.Error())
		return ExitUsage
	case strings.HasPrefix(err.Error(), "unknown command"):
		say(unknownCommand(program, err.Error()))
		return ExitUsage
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

// Usage is an error for wrong usage; the program ends with ExitUsage.
func Usage(format string, args ...any) error { return usage(format, args...) }

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
	p, err := interp.Load(game, interp.With{Overlays: f.packs, GameOptions: options})
	if err != nil {
		return nil, nil, err
	}
	if !p.Speaks(f.lang) {
		return nil, nil, usage("%s has no language %q; %s", p.Compiled.Pack.ID, f.lang, diag.There(f.lang, p.Languages()))
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
	return usage("--format cannot be %q; %s", value, diag.There(value, allowed))
}

// terminalIn reports whether a reader is a terminal.
func terminalIn(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// file is the file that a writer leads to, nil if it leads to none.
func file(w io.Writer) *os.File {
	if v, ok := w.(*visible.Writer); ok {
		w = v.Below()
	}
	f, _ := w.(*os.File)
	return f
}

// terminalOut is the terminal that a writer leads to, nil if it leads to none. What is
// drawn on it is not made visible.
func terminalOut(w io.Writer) *os.File {
	f := file(w)
	if f == nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return f
}

// stoppable returns a context that ends when a person or the system asks the
// program to stop: what is done by then is kept and printed. A second time stops
// it at once.
func stoppable() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, func() {
		if isolate.Confined() {
			// A terminal asks all of its processes, and the parent passes it on as well.
			time.Sleep(time.Second / 2)
		}
		stop()
	})
	return ctx, stop
}

// stopped says how far something came before it was asked to stop.
func stopped(done, all int, what string) error {
	return &ExitError{ExitWrong, fmt.Sprintf("stopped after %d of %d %s", done, all, what)}
}

// output is a kind of file that commands write. A file of another kind is not
// overwritten.
type output struct {
	what string
	// is reports whether a text is the beginning of such a file.
	is func(begin []byte) bool
}

var (
	aPage      = output{"a page", func(b []byte) bool { return bytes.HasPrefix(bytes.ToLower(b), []byte("<!doctype html")) }}
	aReference = output{"a reference", func(b []byte) bool { return aPage.is(b) || bytes.HasPrefix(b, []byte("# ruledeck: the reference")) }}
	results    = output{"results of tests", func(b []byte) bool { return bytes.HasPrefix(b, []byte("<?xml")) }}
	aGolden    = output{"a golden", golden.Is}
	aScenario  = output{"a scenario", func(b []byte) bool { return bytes.Contains(append([]byte("\n"), b...), []byte("\ngame:")) }}
	anything   = output{is: func([]byte) bool { return true }} // what looks itself
)

// beginning is how much of a file tells its kind.
const beginning = 4096

// ready refuses a file that could not be written once the work is done, and one in
// whose place something else would be lost.
func ready(path string, kind output) error {
	if path == "" {
		return nil
	}
	if err := disk.OS.Ready(path); err != nil {
		return usage("%s", err)
	}
	var other *source.NotFileError
	begin, err := source.File(disk.OS.Target(path), beginning)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.As(err, &other):
		return nil // a device or a pipe, which is written through
	case err != nil:
		return usage("%s", err)
	case len(begin) > 0 && !kind.is(begin):
		return usage("%s holds something else than %s; nothing was written", path, kind.what)
	}
	return nil
}
