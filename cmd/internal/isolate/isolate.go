// Package isolate sets limits of memory and processor time, for what packs make a program do
// that cannot be counted in process: reading them, and the program itself.
//
// Hold gives them to the process that calls it, which costs nothing that a person waits for:
// so commands read packs from a disk. Run runs a child that has limits from its start, for work
// whose end the parent must outlive: so workers of a cluster play shards.
//
// The child of Run is the same program with other arguments; the limits stand in its
// environment. So a program that has children calls Confine before all else:
//
//	child, err := isolate.Self(ctx, "work", "--one-shard")
//	child.Stdin, child.Stdout = shard, &result
//	err = isolate.Run(child, isolate.Limits{Megabytes: 512, Seconds: 600})
//
// Run does not stand on Tree, as the two want opposite things of the system. The child of Run
// stays in the group of its parent, gets the signals that are passed on, and is asked to end
// (SIGTERM) when its parent is gone, so that it can save. The root of a Tree has a group of its
// own, which no key of the terminal reaches, and is ended by force with all that is in the
// group. What both do is to start and to wait.
//
// A process with limits keeps the rights of its user: the limits bound memory and time, not
// access to files. The package may import the standard library.
package isolate

import (
	"bufio"
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
	"sync/atomic"
	"syscall"
	"time"
)

// Limits are what a child may take: megabytes of memory, and seconds of processor time, 0
// for as many as it wants.
type Limits struct {
	Megabytes, Seconds int
}

// Limit is one of the limits.
type Limit int

// The limits that a child can be stopped at.
const (
	None Limit = iota
	Memory
	Time
)

// Error says that a process was stopped at a limit, or that a child ended by itself as no
// program should; What begins with "stopped".
type Error struct {
	What  string
	Limit Limit
}

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

// exitLimit is, with the Limit added, the exit code by which a child says that it came to a
// limit; exitCrash is that of the Go runtime.
const exitLimit, exitCrash = 96, 2

// Confine sets the limits that the environment names, in a child; elsewhere it does
// nothing.
func Confine() {
	var l Limits
	if n, _ := fmt.Sscanf(os.Getenv(variable), "%d %d", &l.Megabytes, &l.Seconds); n != 2 {
		return
	}
	Hold(l, func(e *Error) { os.Exit(exitLimit + int(e.Limit)) })
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(orphaned)
		os.Exit(1) // nobody waits for it, or would end it
	}()
}

// held reports whether this process has limits.
var held atomic.Bool

// Hold sets limits for this process, once. Where it comes to one, its trees are ended, and met
// is called, which ends the process.
func Hold(l Limits, met func(*Error)) {
	held.Store(true)
	limitProcess(l)
	debug.SetMemoryLimit(int64(l.Megabytes) << 20 * 3 / 4) // collect before it is too late
	debug.SetMaxStack(l.Megabytes << 20 / 4)
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			var over *Error
			switch {
			case memoryUsed() > uint64(l.Megabytes)<<20:
				over = overMemory(l)
			case l.Seconds > 0 && timeUsed() >= time.Duration(l.Seconds)*time.Second:
				over = overTime(l)
			default:
				continue
			}
			endLeft(markOf(os.Getpid()))
			met(over)
		}
	}()
}

// orphaned is how long a child whose parent is gone may take to end by itself.
const orphaned = 3 * time.Second

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
// a program to stop. The error is an *Error where the child was stopped or crashed (also by the
// context, which the caller can ask), that it ended with another code than 0, with the first
// line of its standard error, or that it could not be started.
func Run(c *exec.Cmd, limits Limits) error {
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(slices.Clip(c.Env), limits.Environment())
	said, err := c.StderrPipe()
	if err != nil {
		return err
	}
	diesWithParent(c, syscall.SIGTERM)
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer close(asked)
	defer signal.Stop(asked)
	// On Linux the child dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = c.Start()
	if err != nil {
		return err
	}
	follow(c)
	go func() {
		for s := range asked {
			// A child that has ended needs no signal.
			_ = c.Process.Signal(s)
		}
	}()
	first := heard(said)
	err = ended(c.Wait(), first, limits)
	if stopped := (*Error)(nil); errors.As(err, &stopped) {
		endLeft(markOf(c.Process.Pid)) // it could not end its trees
	}
	return err
}

// heard reads the standard error of a child to its end, and returns its first line: what the Go
// runtime says of a crash, if it crashed.
func heard(from io.Reader) string {
	lines := bufio.NewReader(from)
	defer io.Copy(io.Discard, lines)
	first, _, _ := lines.ReadLine() // without one there is nothing to say
	return strings.TrimSpace(string(first))
}

// overMemory says that the limit of memory was met.
func overMemory(l Limits) *Error {
	return &Error{What: fmt.Sprintf("stopped: it took more than %d MB of memory", l.Megabytes), Limit: Memory}
}

// overTime says that the limit of processor time was met.
func overTime(l Limits) *Error {
	return &Error{What: fmt.Sprintf("stopped: it took more than %d seconds of processor time", l.Seconds), Limit: Time}
}

// ended tells from the end of a child, and from the first line that it said, whether it was
// stopped.
func ended(err error, said string, limits Limits) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	crashed := exit.ExitCode() == exitCrash
	switch {
	case crashed && strings.Contains(said, "stack"):
		return &Error{What: "stopped: it went too deep into itself", Limit: Memory}
	case exit.ExitCode() == exitLimit+int(Memory), crashed && (strings.Contains(said, "out of memory") ||
		strings.Contains(said, "cannot allocate") || Peak(exit.ProcessState) > int64(limits.Megabytes)<<20):
		return overMemory(limits)
	case exit.ExitCode() == exitLimit+int(Time):
		return overTime(limits)
	case crashed, exit.ExitCode() < 0:
		return &Error{What: fmt.Sprintf("stopped: the process ended by itself (%q)",
			strings.TrimSpace(said+" "+exit.String()))}
	}
	return fmt.Errorf("%w (%q)", err, said)
}
