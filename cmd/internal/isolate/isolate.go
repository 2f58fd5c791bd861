// Package isolate runs commands of the project's programs in child processes with
// limits of memory and processor time, for what packs make a program do that cannot be
// counted in process: reading them, and the program itself.
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
	"strconv"
	"strings"
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

// Error says that a child was stopped at a limit, or ended by itself as no program
// should; What begins with "stopped".
type Error struct {
	What  string
	Limit Limit
	// At is what the child has told by At last.
	At string
}

// Error returns the text.
func (e *Error) Error() string { return e.What }

// variable is the one of the environment that makes a process a child with limits.
const variable = "RULEDECK_ISOLATED"

// Environment returns the entry of an environment that gives a process the limits, and names
// the file that it inherits to talk to; 0 for none.
func (l Limits) Environment(talk uintptr) string {
	return fmt.Sprintf("%s=%d %d %d", variable, l.Megabytes, l.Seconds, talk)
}

// inherited are the limits of this process and the file that it talks to, if it is a child.
func inherited() (l Limits, talk uintptr, is bool) {
	n, _ := fmt.Sscanf(os.Getenv(variable), "%d %d %d", &l.Megabytes, &l.Seconds, &talk)
	return l, talk, n == 3
}

// Confined reports whether this process is a child with limits.
func Confined() bool { return os.Getenv(variable) != "" }

// exitMemory and exitTime are the exit codes by which a child says that it came to its
// limit of memory or of processor time, exitCrash is that of the Go runtime.
const exitMemory, exitTime, exitCrash = 97, 98, 2

// Confine sets the limits that the environment names, in a child; elsewhere it does
// nothing.
func Confine() {
	l, _, is := inherited()
	if !is {
		return
	}
	limitProcess(l)
	debug.SetMemoryLimit(int64(l.Megabytes) << 20 * 3 / 4) // collect before it is too late
	debug.SetMaxStack(l.Megabytes << 20 / 4)
	parent := os.Getppid()
	alone := time.Time{}
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

// Talk returns what a child writes to instead of its standard error, which has what the Go
// runtime says of a crash; in a process that is no child that is the writer itself.
func Talk(w io.Writer) io.Writer {
	if _, talk, _ := inherited(); talk != 0 {
		return inheritedFile(talk)
	}
	return w
}

// opened begins a line of a child's standard error that says what the child works on. No line
// of a crash begins so.
const opened = "\x0e"

// At tells the parent what this child works on from now on, for the Error.
func At(what string) {
	if _, talk, _ := inherited(); talk != 0 {
		fmt.Fprintf(os.Stderr, "%s%q\n", opened, what)
	}
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
// a program to stop. What the child says by Talk reaches c.Stderr, and nothing of what the
// Go runtime says of a crash: a child talks to a file as it would without limits, so to a
// terminal too. The error is an *Error where the child was stopped or crashed (also by the
// context, which the caller can ask), an *exec.ExitError where it ended with another code
// than 0, or that it could not be started.
func Run(c *exec.Cmd, limits Limits) error {
	talk, spoken, err := talkOf(c)
	if err != nil {
		return err
	}
	if c.Env == nil {
		c.Env = os.Environ()
	}
	c.Env = append(slices.Clip(c.Env), limits.Environment(inherit(c, talk)))
	diesWithParent(c, syscall.SIGTERM)
	c.Stderr = nil
	crashes, err := c.StderrPipe()
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
	err = c.Start()
	defer spoken()
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
	at, crash := heard(crashes)
	err = ended(c.Wait(), crash, limits)
	if stopped := (*Error)(nil); errors.As(err, &stopped) {
		stopped.At = at
		endLeft(markOf(c.Process.Pid)) // it could not end its trees
	}
	return err
}

// talkOf is the file that a child talks to: that of c.Stderr, or a pipe to it. To be called
// when the child has ended is what waits until all is passed on.
func talkOf(c *exec.Cmd) (*os.File, func(), error) {
	if f, is := c.Stderr.(*os.File); is {
		return f, func() {}, nil
	}
	to := c.Stderr
	if to == nil {
		to = io.Discard
	}
	from, talk, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	passed := make(chan struct{})
	go func() {
		defer close(passed)
		// What cannot be said here cannot be said anywhere.
		_, _ = io.Copy(to, from)
	}()
	return talk, func() {
		_ = talk.Close()
		<-passed
		_ = from.Close()
	}, nil
}

// heard reads the standard error of a child to its end: what it worked on last, and the first
// line of what the Go runtime says of a crash, if it crashed.
func heard(from io.Reader) (at, crash string) {
	lines := bufio.NewReader(from)
	for {
		line, _, err := lines.ReadLine()
		if err != nil {
			return at, crash
		}
		if what, is := strings.CutPrefix(string(line), opened); is {
			at, _ = strconv.Unquote(what)
		} else if crash == "" {
			crash = strings.TrimSpace(string(line))
		}
	}
}

// overMemory says that the limit of memory was met.
func overMemory(l Limits) *Error {
	return &Error{What: fmt.Sprintf("stopped: it took more than %d MB of memory", l.Megabytes), Limit: Memory}
}

// ended tells from the end of a child whether it was stopped.
func ended(err error, crash string, limits Limits) error {
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		return err
	case strings.Contains(crash, "stack"):
		return &Error{What: "stopped: it went too deep into itself", Limit: Memory}
	case exit.ExitCode() == exitMemory, strings.Contains(crash, "out of memory"),
		strings.Contains(crash, "cannot allocate"),
		crash != "" && Peak(exit.ProcessState) > int64(limits.Megabytes)<<20:
		return overMemory(limits)
	case exit.ExitCode() == exitTime, limits.Seconds > 0 && ranOut(exit, limits):
		return &Error{What: fmt.Sprintf("stopped: it took more than %d seconds of processor time", limits.Seconds),
			Limit: Time}
	case crash != "" && exit.ExitCode() == exitCrash, exit.ExitCode() < 0:
		return &Error{What: fmt.Sprintf("stopped: the process ended by itself (%q)",
			strings.TrimSpace(crash+" "+exit.String()))}
	}
	return err
}
