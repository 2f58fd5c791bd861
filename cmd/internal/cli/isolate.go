package cli

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// packLimits are what a command on packs from a disk may take: more than any honest pack needs.
var packLimits = isolate.Limits{Megabytes: 2048}

// walled gives a command the flags of the limits that this process has once it opens another
// pack than a game of the program. If it is stopped at one, goesOn, if not nil, says how to go
// on from what it has saved since a moment.
func walled(h Host, c *cobra.Command, goesOn func(since time.Time) string) *cobra.Command {
	limits := packLimits
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
			setOpened(nil)
		default:
			wall(h, limits, goesOn)
		}
		return run(c, args)
	}
	return c
}

// wall gives this process limits when it opens the first pack from a disk, or at once where its
// time is limited. A child keeps the limits of its parent; embedders of the commands set their own.
func wall(h Host, limits isolate.Limits, goesOn func(since time.Time) string) {
	if !h.Walls {
		return
	}
	began := time.Now()
	var at atomic.Value
	hold := func() {
		isolate.Hold(limits, func(e *isolate.Error) {
			more := ""
			if goesOn != nil {
				more = goesOn(began)
			}
			os.Exit(stopped(h, e, at.Load(), more))
		})
	}
	if limits.Seconds > 0 {
		hold()
	}
	setOpened(func(name string) {
		at.Store(name)
		hold()
	})
}

// setOpened sets the function that is called before a pack from a disk is opened.
func setOpened(opened func(name string)) {
	l := pack.TheLibrary()
	l.Opened = opened
	pack.UseLibrary(l)
}

// stopped says at which limit this process ends, at which pack, what lifts that, and more, while
// the command may be in the middle of a word.
func stopped(h Host, e *isolate.Error, at any, more string) int {
	text := e.What
	if at != nil {
		text += fmt.Sprint(" at the pack ", at)
	}
	switch e.Limit {
	case isolate.Memory:
		text += "; --no-limits lifts this limit for one run"
	case isolate.Time:
		text += "; a larger number behind --max-seconds raises this limit, and without it there is none"
	}
	talk := sanitize.NewWriter(command.File(h.Err))
	if command.TerminalOut(h.Err) != nil {
		fmt.Fprintln(talk) // it may have stopped behind a question
	}
	h.Err = talk
	code := report(h, &ExitError{Code: ExitWrong, Message: text + more})
	_ = talk.Flush() // what cannot be written here cannot be reported anywhere
	return code
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
			if c.Flags().Changed(name) {
				fmt.Fprintf(h.Err, "--%s is no longer needed: every pack from a disk runs in a process with limits, "+
					"and --no-limits lifts them for one run\n", name)
			}
		}
	}
}
