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
// The child is the root of a Tree: it has nothing to save, so that it ends by force with its
// parent, and with it all that it has started.
//
// A process with limits keeps the rights of its user: the limits bound memory and time, not
// access to files. The package may import the standard library.
package isolate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
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
	_ = os.Unsetenv(variable) // what this process starts is another child
	Hold(l, func(e *Error) { os.Exit(exitLimit + int(e.Limit)) })
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(20 * time.Millisecond)
		}
		os.Exit(1) // nobody waits for it, or would end it
	}()
}

// held reports whether this process has limits.
var held atomic.Bool

// Hold sets limits for this process, unless it has some. Where it comes to one, its trees are
// ended, and met is called, which ends the process.
func Hold(l Limits, met func(*Error)) {
	if !held.CompareAndSwap(false, true) {
		return
	}
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

// Run runs a child with limits to its end, as RunTree does. The error is an *Error where the
// child was stopped or crashed (also by the context of the command, which the caller can ask),
// that it ended with another code than 0, with the first line of its standard error, or that it
// could not be started.
func Run(c *exec.Cmd, limits Limits) error {
	var said beginning
	c.Env = append(c.Environ(), limits.Environment())
	c.Stderr = &said
	c.WaitDelay = time.Second
	err := RunTree(context.Background(), c, Limits{})
	first, _, _ := strings.Cut(said.String(), "\n")
	return ended(err, strings.TrimSpace(first), limits)
}

// beginning is a writer that keeps the first bytes.
type beginning struct{ strings.Builder }

// Write takes everything, so that who writes goes on.
func (b *beginning) Write(data []byte) (int, error) {
	const most = 4096
	_, _ = b.Builder.Write(data[:min(len(data), most-b.Len())]) // it never fails
	return len(data), nil
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
	case exit.ExitCode() == exitLimit+int(Memory),
		crashed && (strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate")):
		return overMemory(limits)
	case exit.ExitCode() == exitLimit+int(Time):
		return overTime(limits)
	case crashed, exit.ExitCode() < 0:
		return &Error{What: fmt.Sprintf("stopped: the process ended by itself (%q)",
			strings.TrimSpace(said+" "+exit.String()))}
	}
	return fmt.Errorf("%w (%q)", err, said)
}
