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
	"github.com/ruledeck/ruledeck/cmd/internal/library"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// isolateFlag adds --isolate to a command: it runs in a child process. If that is stopped,
// goesOn, if not nil, says how to go on from what it has saved since a moment.
func isolateFlag(h Host, c *cobra.Command, limits isolate.Limits, resumeHint func(since time.Time) string) {
	c.Flags().Bool("isolate", false, "run in a process of its own with "+limits.String())
	confine(h, c, limits, resumeHint)
}

// confine makes the run of a command that of a child where --isolate asks for it or a pack
// that is not the user's own and that he has not trusted; --trust trusts it.
func confine(h Host, c *cobra.Command, limits isolate.Limits, resumeHint func(since time.Time) string) {
	run := c.RunE
	trusts := c.Flags().Bool("trust", false, "trust the named pack: read and play it without limits, from now on")
	c.RunE = func(c *cobra.Command, args []string) error {
		if isolate.Confined() {
			return run(c, args)
		}
		wanted, _ := c.Flags().GetBool("isolate") // not every command has it
		if staying(c) && !standsInPack() && pack.TheLibrary().Foreign(".") {
			wanted = true // what it will open is not known yet
		}
		foreign := untrusted(h.Args)
		if *trusts {
			for ; foreign != ""; foreign = untrusted(h.Args) {
				if err := trust(h, foreign); err != nil {
					return err
				}
			}
		}
		if !wanted && foreign == "" {
			err := run(c, args)
			// Packs named elsewhere, for example in a saved game, are found when it is
			// opened.
			if refused := (*pack.RefusedError)(nil); !errors.As(err, &refused) || refused.Pack == "" {
				return err
			} else if foreign = refused.Pack; *trusts {
				if err := trust(h, foreign); err != nil {
					return err
				}
				return c.RunE(c, args)
			}
		}
		if foreign != "" {
			fmt.Fprint(h.Err, library.Tell(foreign, limits))
		}
		began := time.Now()
		err := isolated(h, limits)
		exit := (*ExitError)(nil)
		stopped := errors.As(err, &exit) && exit.Message != ""
		if stopped && foreign != "" {
			exit.Message += "; where you trust " + foreign + ", --trust lifts the limits"
		}
		if stopped && resumeHint != nil {
			exit.Message += resumeHint(began)
		}
		return err
	}
}

// staying reports whether a command opens what others name while it runs, for long.
func staying(c *cobra.Command) bool { return c.Name() == "studio" || c.Name() == "lsp" }

// untrusted is a pack that is not trusted among what the words of a command line name, or
// that the folder one stands in is, or extends. Packs are named with overlays and revisions
// behind them, and as values of flags.
func untrusted(args []string) string {
	parts := strings.FieldsFunc(strings.Join(args, ","), func(c rune) bool { return strings.ContainsRune("=+@,", c) })
	for _, name := range slices.Concat(parts, args, []string{"."}) {
		if is := pack.Untrusted(name); is != "" {
			return is
		}
	}
	return ""
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
