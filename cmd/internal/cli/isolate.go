package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// isolateFlag adds --isolate to a command: its run becomes that of a child. Where that is
// stopped, goesOn, if not nil, tells how to go on with what it has kept since a moment.
func isolateFlag(h Host, c *cobra.Command, limits isolate.Limits, goesOn func(since time.Time) string) {
	c.Flags().Bool("isolate", false,
		fmt.Sprintf("run in a process of its own with at most %d MB of memory and %d seconds of processor time",
			limits.Megabytes, limits.Seconds))
	confine(h, c, limits, goesOn)
}

// confine makes the run of a command that of a child where --isolate or a pack from
// elsewhere asks for it that nobody has trusted.
func confine(h Host, c *cobra.Command, limits isolate.Limits, goesOn func(since time.Time) string) {
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		wanted, _ := c.Flags().GetBool("isolate") // not every command has it
		if isolate.Confined() || !wanted && !untrusted(h.Args) {
			return run(c, args)
		}
		began := time.Now()
		err := isolated(h, limits)
		if exit := (*ExitError)(nil); goesOn != nil && errors.As(err, &exit) && exit.Message != "" {
			exit.Message += goesOn(began)
		}
		return err
	}
}

// untrusted reports whether one of the words of a command line names a pack that is not
// trusted, or the folder one stands in is one that extends such a pack. Packs are named
// with overlays and revisions behind them, and as values of flags. What is named elsewhere,
// in a saved game say, is not played at all then but refused.
func untrusted(args []string) bool {
	parts := strings.FieldsFunc(strings.Join(args, ","), func(c rune) bool { return strings.ContainsRune("=+@,", c) })
	return slices.ContainsFunc(slices.Concat(parts, args, []string{"."}), pack.Untrusted)
}

// isolated runs the command again in a child, and ends as the child does.
func isolated(h Host, limits isolate.Limits) error {
	child, err := isolate.Self(context.Background(), h.Args...)
	if err != nil {
		return err
	}
	child.Stdin, child.Stdout, child.Stderr = h.In, raw(h.Out), h.Err
	err = isolate.Run(child, limits)
	var stopped *isolate.Error
	var exit *exec.ExitError
	switch {
	case errors.As(err, &stopped):
		if command.TerminalOut(h.Err) != nil {
			fmt.Fprintln(h.Err) // it may have stopped behind a question
		}
		return &ExitError{Code: ExitWrong, Message: stopped.What}
	case errors.As(err, &exit):
		return &ExitError{Code: exit.ExitCode()}
	}
	return err
}

// raw is the writer below what makes texts visible: the child has done that.
func raw(w io.Writer) io.Writer {
	if f := command.File(w); f != nil {
		return f
	}
	return w
}
