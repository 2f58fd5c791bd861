package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// Isolation by the system: a command runs whole in a child process with limits of
// memory and processor time, for what cannot be counted in process. The child is
// this program with the same arguments; the limits stand in its environment.

// isolated are the limits of a child.
type isolated struct {
	megabytes, seconds int
}

// isolation is the variable of the environment that makes a process a child with
// these limits.
const isolation = "RULEDECK_ISOLATED"

func (l isolated) String() string { return fmt.Sprintf("%d %d", l.megabytes, l.seconds) }

// isolateFlag adds --isolate to a command: its run becomes that of a child.
func isolateFlag(h Host, c *cobra.Command, limits isolated) {
	c.Flags().Bool("isolate", false, fmt.Sprintf("run in a process of its own with at most %d MB of memory and %d seconds of processor time", limits.megabytes, limits.seconds))
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if wanted, _ := c.Flags().GetBool("isolate"); !wanted || os.Getenv(isolation) != "" {
			return run(c, args)
		}
		return h.isolate(limits)
	}
}

// confine sets the limits that the environment names, in a child.
func confine() {
	var l isolated
	if n, _ := fmt.Sscanf(os.Getenv(isolation), "%d %d", &l.megabytes, &l.seconds); n != 2 {
		return
	}
	limitProcess(l)
	debug.SetMemoryLimit(int64(l.megabytes) << 20 * 3 / 4) // collect before it is too late
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			if used := memoryUsed(); used > uint64(l.megabytes)<<20 {
				os.Exit(exitMemory)
			}
		}
	}()
}

// exitMemory is the exit code by which a child says that it came to its limit of
// memory.
const exitMemory = 97

func memoryUsed() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// isolate runs the command again in a child, and ends as the child does.
func (h Host) isolate(limits isolated) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.Command(program, h.Args...)
	c.Env = append(os.Environ(), isolation+"="+limits.String())
	c.Stdin, c.Stdout = h.In, raw(h.Out)
	diesWithParent(c)
	talk, err := c.StderrPipe()
	if err != nil {
		return err
	}
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
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
	crash := h.pass(talk)
	return h.ended(c.Wait(), crash, limits)
}

// raw is the writer below what makes texts visible: the child has done that.
func raw(w io.Writer) io.Writer {
	if f := file(w); f != nil {
		return f
	}
	return w
}

// pass passes on what a child says, up to where the Go runtime begins to tell of a
// crash: a designer has no use for the rest. It returns the first line of that.
func (h Host) pass(talk io.Reader) (crash string) {
	for lines := bufio.NewReader(talk); ; {
		line, err := lines.ReadString('\n')
		for _, begin := range []string{"fatal error: ", "runtime: ", "panic: ", "SIGXCPU"} {
			if crash == "" && strings.HasPrefix(line, begin) {
				crash = strings.TrimSpace(line)
			}
		}
		if crash == "" && line != "" {
			io.WriteString(h.Err, line)
		}
		if err != nil {
			return crash
		}
	}
}

// ended turns the end of a child into that of the command.
func (h Host) ended(err error, crash string, limits isolated) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &exit):
		return err
	case exit.ExitCode() == exitMemory, strings.Contains(crash, "out of memory"), strings.Contains(crash, "cannot allocate"):
		return &ExitError{ExitWrong, fmt.Sprintf("stopped: it took more than %d MB of memory", limits.megabytes)}
	case strings.Contains(crash, "stack"):
		return &ExitError{ExitWrong, "stopped: it went too deep into itself"}
	case tookTime(exit.ProcessState):
		return &ExitError{ExitWrong, fmt.Sprintf("stopped: it took more than %d seconds of processor time", limits.seconds)}
	case crash != "" || exit.ExitCode() < 0:
		return &ExitError{ExitWrong, "stopped: the process ended by itself (" + strconv.Quote(strings.TrimSpace(crash+" "+exit.String())) + ")"}
	}
	return &ExitError{Code: exit.ExitCode()}
}
