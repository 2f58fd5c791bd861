// Package isolate runs commands of the project's programs in child processes with
// limits of memory and processor time, for what packs of strangers make a program
// do that cannot be counted in process: reading them, and the program itself.
//
// The child is the same program with other arguments; the limits stand in its
// environment. So a program that isolates calls Confine before all else, talks by Talk
// alone, and starts its children by Run:
//
//	func main() {
//		isolate.Confine()
//		talk := isolate.Talk(os.Stderr)
//		...
//	}
//
//	child, err := isolate.Self(ctx, "work", "--one-shard")
//	child.Stdin, child.Stdout, child.Stderr = shard, &result, os.Stderr
//	err = isolate.Run(child, isolate.Limits{Megabytes: 512, Seconds: 600})
//
// Run does not stand on Tree, as the two want opposite things of the system. The child of Run
// may read the terminal, which lets only its own group of processes do so: the child stays in
// that group, gets the signals that are passed on, and is asked to end (SIGTERM) when its parent
// is gone, so that it can save. The root of a Tree has a group of its own, which no key of the
// terminal reaches, and is ended by force with all that is in the group. What both do is to
// start and to wait.
//
// A child has the rights of the one who started it: what is bounded is what it
// takes, not what it may touch. It may import the standard library.
package isolate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Limits are what a child may take: megabytes of memory, seconds of processor time.
// Where the system knows no limit of processor time (Windows), the caller bounds a
// child by the context it is started with.
type Limits struct {
	Megabytes, Seconds int
}

// String says what the limits are here.
func (l Limits) String() string {
	if !countsTime {
		return fmt.Sprintf("at most %d MB of memory (this system has no limit of processor time for it)", l.Megabytes)
	}
	return fmt.Sprintf("at most %d MB of memory and %d seconds of processor time", l.Megabytes, l.Seconds)
}

// Error says that a child was stopped at a limit, or ended by itself as no program
// should; its text begins with "stopped".
type Error struct{ What string }

// Error returns the text.
func (e *Error) Error() string { return e.What }

// variable is the one of the environment that makes a process a child with limits.
const variable = "RULEDECK_ISOLATED"

// Environment returns the entry of an environment that gives a process the limits.
func (l Limits) Environment() string {
	return fmt.Sprintf("%s=%d %d", variable, l.Megabytes, l.Seconds)
}

// Confined reports whether this process is a child with limits.
func Confined() bool { return os.Getenv(variable) != "" }

// exitMemory and exitTime are the exit codes by which a child says that it came to its
// limit of memory or of processor time, exitCrash is that of the Go runtime.
const exitMemory, exitTime, exitCrash = 97, 98, 2

// Confine sets the limits that the environment names, in a child; elsewhere it does
// nothing.
func Confine() {
	var l Limits
	if n, _ := fmt.Sscanf(os.Getenv(variable), "%d %d", &l.Megabytes, &l.Seconds); n != 2 {
		return
	}
	limitProcess(l)
	debug.SetMemoryLimit(int64(l.Megabytes) << 20 * 3 / 4) // collect before it is too late
	debug.SetMaxStack(l.Megabytes << 20 / 4)
	parent, alone := os.Getppid(), time.Time{}
	go func() {
		for now := range time.Tick(20 * time.Millisecond) {
			if used := memoryUsed(); used > uint64(l.Megabytes)<<20 {
				os.Exit(exitMemory)
			}
			switch {
			case os.Getppid() == parent:
			case alone.IsZero():
				alone = now
			case now.Sub(alone) > orphaned:
				os.Exit(1) // nobody waits for it, or would end it
			}
		}
	}()
}

// orphaned is how long a child whose parent is gone may take to end by itself.
const orphaned = 3 * time.Second

// What a child says stands between these, so that it is told from what the Go runtime
// says of a crash, whatever the words. No text of a pack has them: they are control
// characters, and made visible.
const talkBegins, talkEnds = 0x0e, 0x0f

// Talk returns what a child writes to instead of its standard error; in a process that
// is no child that is the writer itself.
func Talk(w io.Writer) io.Writer {
	if Confined() {
		return talker{w}
	}
	return w
}

type talker struct{ io.Writer }

func (t talker) Write(p []byte) (int, error) {
	framed := append(append([]byte{talkBegins}, p...), talkEnds)
	n, err := t.Writer.Write(framed)
	return max(0, min(n-1, len(p))), err
}

func memoryUsed() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// Self returns a command that runs this program with other arguments. It is killed
// when the context ends. The error is that the program's own file is unknown.
func Self(ctx context.Context, args ...string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, program, args...), nil
}

// Run runs a child with limits to its end, and passes on to it the signals that ask
// a program to stop. What the child says by Talk reaches c.Stderr at once, and nothing
// of what the Go runtime says of a crash. The error is an *Error where the child was
// stopped or crashed (also by the context, which the caller can ask), an
// *exec.ExitError where it ended with another code than 0, or that it could not be
// started.
func Run(c *exec.Cmd, limits Limits) error {
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(slices.Clip(c.Env), limits.Environment())
	diesWithParent(c, syscall.SIGTERM)
	heard := c.Stderr
	if heard == nil {
		heard = io.Discard
	}
	c.Stderr = nil
	talk, err := c.StderrPipe()
	if err != nil {
		return err
	}
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer close(asked)
	defer signal.Stop(asked)
	// On Linux the child dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.Start(); err != nil {
		return err
	}
	go func() {
		for s := range asked {
			// A child that has ended needs no signal.
			_ = c.Process.Signal(s)
		}
	}()
	crash := pass(talk, heard)
	return ended(c.Wait(), crash, limits)
}

// pass passes on what a child says by Talk. What else there is the Go runtime says of a
// crash, and nobody who plays has a use for it: the first line of that is returned.
func pass(from io.Reader, to io.Writer) (crash string) {
	var first []byte
	talks, buffer := false, make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		for rest := buffer[:n]; len(rest) > 0; {
			mark := byte(talkBegins)
			if talks {
				mark = talkEnds
			}
			part, after, found := bytes.Cut(rest, []byte{mark})
			if talks {
				// What cannot be said here cannot be said anywhere.
				_, _ = to.Write(part)
			} else if len(first) < longestCrash {
				first = append(first, part...)
			}
			talks, rest = talks != found, after
		}
		if err != nil {
			line, _, _ := strings.Cut(strings.TrimSpace(string(first)), "\n")
			return line
		}
	}
}

// longestCrash is how much of a crash is looked at.
const longestCrash = 1000

// ended tells from the end of a child whether it was stopped.
func ended(err error, crash string, limits Limits) error {
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		return err
	case strings.Contains(crash, "stack"):
		return &Error{"stopped: it went too deep into itself"}
	case exit.ExitCode() == exitMemory, strings.Contains(crash, "out of memory"),
		strings.Contains(crash, "cannot allocate"),
		crash != "" && Peak(exit.ProcessState) > int64(limits.Megabytes)<<20:
		return &Error{fmt.Sprintf("stopped: it took more than %d MB of memory", limits.Megabytes)}
	case exit.ExitCode() == exitTime, exit.ExitCode() < 0 &&
		exit.UserTime()+exit.SystemTime() >= time.Duration(limits.Seconds)*time.Second:
		return &Error{fmt.Sprintf("stopped: it took more than %d seconds of processor time", limits.Seconds)}
	case crash != "" && exit.ExitCode() == exitCrash, exit.ExitCode() < 0:
		return &Error{fmt.Sprintf("stopped: the process ended by itself (%q)",
			strings.TrimSpace(crash+" "+exit.String()))}
	}
	return err
}
