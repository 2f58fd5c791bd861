package isolate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// child, in the environment, makes the test binary a child that misbehaves.
const child = "RULEDECK_TEST_CHILD"

func TestMain(m *testing.M) {
	what := os.Getenv(child)
	if what == "" {
		os.Exit(m.Run())
	}
	Confine()
	switch what {
	case "is left": // with a child of its own, that is left alone
		c, err := Self(context.Background())
		if err == nil {
			c.Env, c.Stdout = append(os.Environ(), child+"=is deaf"), os.Stdout
			err = Run(c, Limits{Megabytes: 64, Seconds: 60})
		}
		fmt.Fprintln(os.Stderr, err)
	case "is a daemon":
		beDaemon()
	case "is deaf":
		signal.Ignore(syscall.SIGTERM)
		fmt.Println(os.Getpid())
		time.Sleep(time.Hour)
	case "eats":
		var kept [][]byte
		for {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			if kept = append(kept, b); len(kept) > 1<<20 {
				return
			}
		}
	case "eats at once":
		b := make([]byte, 4<<30)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
	case "spins":
		for n := 1; n > 0; n = n%7 + 1 {
		}
	case "falls":
		var fall func(n int) int
		fall = func(n int) int { return fall(n+1) + 1 }
		fall(0)
	case "panics":
		panic("of itself")
	case "waits":
		time.Sleep(time.Minute)
	case "fails":
		fmt.Fprintln(os.Stderr, "of itself")
		os.Exit(3)
	}
	fmt.Println("done")
	os.Exit(0)
}

// TestRunTree: a command runs to its end, which is told; where the context ends before, so does
// what it has started, and its cause is told.
func TestRunTree(t *testing.T) {
	for _, c := range []struct{ does, says string }{
		{"behaves", ""}, {"fails", "exit status 3"}, {"is left", "it took too long"},
	} {
		command, err := Self(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		command.Env, command.Stdout = append(os.Environ(), child+"="+c.does), in
		ctx, stop := context.WithCancelCause(t.Context())
		read := bufio.NewReader(out)
		said := make(chan string, 1)
		go func() {
			line, _ := read.ReadString('\n')
			if c.does == "is left" { // its own child runs
				stop(errors.New(c.says))
			}
			said <- line
		}()
		err = RunTree(ctx, command, Limits{})
		if c.says == "" && err != nil || c.says != "" && fmt.Sprint(err) != c.says {
			t.Errorf("%s: %v", c.does, err)
		}
		_ = in.Close()
		if line := <-said; c.does == "behaves" && line != "done\n" {
			t.Errorf("it says %q", line)
		}
		if _, err := io.Copy(io.Discard, read); err != nil { // until nobody has it open any more
			t.Error(err)
		}
		stop(nil)
	}
}

func run(t *testing.T, ctx context.Context, what string) (out string, err error) {
	t.Helper()
	c, err := Self(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	c.Env = append(os.Environ(), child+"="+what)
	c.Stdout = &stdout
	err = Run(c, Limits{Megabytes: 64, Seconds: 1})
	return stdout.String(), err
}

// TestLimits: each way to misbehave ends in its own sentence.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ does, says string }{
		{"eats", "stopped: it took more than 64 MB of memory"},
		{"eats at once", "stopped: it took more than 64 MB of memory"},
		{"spins", "stopped: it took more than 1 seconds of processor time"},
		{"falls", "stopped: it went too deep into itself"},
		{"panics", `stopped: the process ended by itself ("panic: of itself exit status 2")`},
	} {
		t.Run(c.does, func(t *testing.T) {
			t.Parallel()
			out, err := run(t, t.Context(), c.does)
			var stopped *Error
			if !errors.As(err, &stopped) || stopped.What != c.says || out != "" {
				t.Errorf("%v, %q", err, out)
			}
		})
	}
}

// TestEnds: a child that behaves ends as itself.
func TestEnds(t *testing.T) {
	if out, err := run(t, t.Context(), "behaves"); err != nil || out != "done\n" {
		t.Errorf("%v, %q", err, out)
	}
	var exit *exec.ExitError
	_, err := run(t, t.Context(), "fails")
	if !errors.As(err, &exit) || err.Error() != `exit status 3 ("of itself")` {
		t.Errorf("%v", err)
	}
	if runtime.GOOS == "windows" {
		return // there it cannot be told from an end with code 1
	}
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	var stopped *Error
	if _, err := run(t, ctx, "waits"); !errors.As(err, &stopped) || ctx.Err() == nil ||
		!strings.Contains(err.Error(), "killed") {
		t.Errorf("%v", err)
	}
}
