package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// packMemory is what a command on packs from a disk may take, in megabytes: more than any
// honest pack needs.
const packMemory = 2048

// walled makes a command run in a child process with limits wherever it opens another pack
// than a game of the program. If the child is stopped, goesOn, if not nil, says how to go on
// from what it has saved since a moment.
func walled(h Host, c *cobra.Command, goesOn func(since time.Time) string) *cobra.Command {
	return walledBy(h, c, isolate.Limits{Megabytes: packMemory}, goesOn)
}

// walledBy is walled with other limits than those of all commands.
func walledBy(h Host, c *cobra.Command, limits isolate.Limits, goesOn func(since time.Time) string) *cobra.Command {
	run := c.RunE
	free := c.Flags().Bool("no-limits", false,
		fmt.Sprintf("run without the limit of memory that packs from a disk have (%d MB)", limits.Megabytes))
	pages.Add(c, flags{"max-seconds": &limits.Seconds})
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case limits.Seconds < 0:
			return usage("--max-seconds is 0 or more, not %d", limits.Seconds)
		case *free && limits.Seconds > 0:
			return usage("--max-seconds sets a limit, and --no-limits lifts all of them; give one of the two")
		case *free:
			openHere(true)
		}
		here := limits.Seconds == 0 && !slices.Contains(late, c.Name()) && ownGames(h.Args[1:])
		if !h.Walls || *free || isolate.Confined() || here {
			if err := run(c, args); !errors.Is(err, pack.ErrElsewhere) {
				return err
			}
		}
		began := time.Now()
		err := isolated(h, limits)
		if exit := (*ExitError)(nil); errors.As(err, &exit) && exit.Message != "" && goesOn != nil {
			exit.Message += goesOn(began)
		}
		return err
	}
	return c
}

// openHere lets packs from a disk be opened in this process, or not.
func openHere(here bool) {
	l := pack.TheLibrary()
	l.Elsewhere = !here
	pack.UseLibrary(l)
}

// late are the commands that open packs which only their run names.
var late = []string{"studio", "lsp", "get"}

// ownGames reports whether a command line names games of the program, and nothing else that
// is there: then all that it opens is the program's own. Packs are named with overlays and
// revisions behind them, and as values of flags.
func ownGames(words []string) bool {
	named := false
	got := pack.TheLibrary().IDs()
	parts := strings.FieldsFunc(strings.Join(words, ","), func(c rune) bool { return strings.ContainsRune("=+,", c) })
	for _, word := range slices.Concat(parts, words) {
		if slices.Contains(pack.Shipped(), word) {
			named = true
			continue
		}
		if _, err := os.Stat(word); err == nil || slices.Contains(got, word) || strings.Contains(word, "@") {
			return false
		}
	}
	return named
}

// former gives a command tree the flags that an earlier version had, for one version.
func former(h Host, root *cobra.Command) {
	names := []string{"isolate", "trust"}
	for _, name := range names {
		root.PersistentFlags().Bool(name, false, "")
		_ = root.PersistentFlags().MarkHidden(name) // it is there
	}
	root.PersistentPreRun = func(c *cobra.Command, _ []string) {
		for _, name := range names {
			if c.Flags().Changed(name) && !isolate.Confined() {
				fmt.Fprintf(h.Err, "--%s is no longer needed: every pack from a disk runs in a process with limits, "+
					"and --no-limits lifts them for one run\n", name)
			}
		}
	}
}

// isolated runs the command again in a child, and ends as the child does.
func isolated(h Host, limits isolate.Limits) error {
	child, err := isolate.Self(context.Background(), h.Args...)
	if err != nil {
		return err
	}
	child.Stdin = h.In
	child.Stdout = raw(h.Out)
	child.Stderr = raw(h.Err)
	err = isolate.Run(child, limits)
	var stopped *isolate.Error
	var exit *exec.ExitError
	switch {
	case errors.As(err, &stopped):
		if command.TerminalOut(h.Err) != nil {
			fmt.Fprintln(h.Err) // it may have stopped behind a question
		}
		return &ExitError{Code: ExitWrong, Message: whyStopped(stopped)}
	case errors.As(err, &exit):
		return &ExitError{Code: exit.ExitCode()}
	}
	return err
}

// whyStopped says at which limit a child was stopped, at which pack, and what lifts that.
func whyStopped(e *isolate.Error) string {
	text := e.What
	if e.At != "" {
		text += " at the pack " + e.At
	}
	switch e.Limit {
	case isolate.Memory:
		text += "; --no-limits lifts this limit for one run"
	case isolate.Time:
		text += "; a larger number behind --max-seconds raises this limit, and without it there is none"
	}
	return text
}

// raw is the writer below what makes texts visible: the child has done that.
func raw(w io.Writer) io.Writer {
	if f := command.File(w); f != nil {
		return f
	}
	return w
}
