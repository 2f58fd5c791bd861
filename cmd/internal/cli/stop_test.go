//go:build unix

package cli

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStopped: what is done when the system asks the program to stop is printed.
func TestStopped(t *testing.T) {
	// The test's own process lives on whenever a signal arrives, late ones too.
	all := make(chan os.Signal, 1)
	signal.Notify(all, syscall.SIGTERM)
	for _, c := range []struct {
		line string
		want []string
	}{
		{"sim football-champions --games 100000000", []string{"Football Champions: ", " finished, 0 failed\n",
			"ruledeck: stopped after ", " of 100000000 games\n"}},
		{"sim football-champions --games 100000000 --format json", []string{`{"games":`, "stopped after "}},
		{"fuzz football-champions --games 100000",
			[]string{" games, ", " finished, 0 failed", "stopped after ", " of 100000 games\n"}},
		{"test --mode views ../../../testdata/scenarios",
			[]string{" passed, 0 failed\n", "stopped after ", " tests\n"}},
	} {
		t.Run(c.line, func(t *testing.T) {
			code, out, errs := runStopped(c.line, 0)
			for _, want := range c.want {
				if !strings.Contains(out+errs, want) {
					t.Errorf("there is no %q in\n%s%s", want, out, errs)
				}
			}
			if code != ExitWrong {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// runStopped runs a command and asks it to stop, again and again, from a time on.
func runStopped(line string, after time.Duration) (code int, out, errs string) {
	ended, quiet := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(quiet)
		time.Sleep(after)
		for {
			select {
			case <-ended:
				return
			case <-time.After(20 * time.Millisecond):
				_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
			}
		}
	}()
	code, out, errs = runCLI(strings.Fields(line)...)
	close(ended)
	<-quiet
	return code, out, errs
}

// TestResumedRun: a run that is stopped and gone on with gives the bytes of one that was
// not, and refuses a file of another run.
func TestResumedRun(t *testing.T) {
	all := make(chan os.Signal, 1)
	signal.Notify(all, syscall.SIGTERM)
	dir := t.TempDir()
	const line, bots = "sim football-champions --games 40 --seats random,random --format csv",
		"sim ../../../testdata/kuhn --games 500 --format csv --bots=random,search:20,greedy"
	file, other := filepath.Join(dir, "a.run"), filepath.Join(dir, "b.run")
	stoppedTwice(t, line, file, " of 40 games; the same command goes on with "+file)
	stoppedTwice(t, bots, other, " of 1500 games; the same command goes on with "+other)
	for line, want := range map[string]string{
		line: "it is another run: of 3 games or bots beside each other, not 1",
		"sim ../../../testdata/kuhn --games 500 --bots=random,search:6,greedy": `it is another run: seats ` +
			`"search:20,random", not "search:6,random"`,
		"sim ../../../testdata/kuhn --games 500 --bots=random": "it is another run: of 3 games or bots " +
			"beside each other, not 1",
	} {
		if code, _, errs := runCLI(strings.Fields(line + " --resume " + other)...); code != ExitUsage ||
			!strings.Contains(errs, other+" cannot be resumed: ") || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s", line, code, errs)
		}
	}
	for flag, want := range map[string]string{
		"--games 50":                   `it is another run: games "40", not "50"`,
		"--seed 2":                     `seed "1", not "2"`,
		"--seats greedy,random":        `seats "random,random", not "greedy,random"`,
		"--option kickoff_centre=both": `not "`,
	} {
		if code, _, errs := runCLI(strings.Fields(line + " " + flag + " --resume " + file)...); code != ExitUsage ||
			!strings.Contains(errs, file+" cannot be resumed: ") || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s", flag, code, errs)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runCLI(strings.Fields(bots + " --resume " + file)...); code != ExitUsage ||
		!strings.Contains(errs, "it is another run: of 1 games or bots beside each other, not 3") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runCLI(strings.Fields(line + " --resume " + file)...); code != ExitUsage ||
		!strings.Contains(errs, "its last line is no checksum that fits") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// stoppedTwice stops a run twice, goes on with it, and holds it against one without a break.
func stoppedTwice(t *testing.T, line, file, said string) {
	t.Helper()
	_, want, _ := runCLI(strings.Fields(line)...)
	stops, out := 0, ""
	for code := ExitWrong; code != ExitFine; stops++ {
		var errs string
		if stops < 2 {
			code, out, errs = runStopped(line+" --resume "+file, 300*time.Millisecond)
		} else {
			code, out, errs = runCLI(strings.Fields(line + " --resume " + file)...)
		}
		if code != ExitFine && !strings.Contains(errs, said) {
			t.Fatalf("exit %d: %s", code, errs)
		}
	}
	if out != want {
		t.Errorf("after %d stops:\n%s\nwithout:\n%s", stops-1, out, want)
	}
	if code, again, _ := runCLI(strings.Fields(line + " --resume " + file)...); code != ExitFine || again != want {
		t.Errorf("exit %d: the run that is over is not printed again", code)
	}
}

// TestTestWatch: what is saved is run again, a file of scenarios alone, and all of them when
// the pack was.
func TestTestWatch(t *testing.T) {
	signals := make(chan os.Signal, 1) // the test's own process lives on
	signal.Notify(signals, syscall.SIGTERM)
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	fine(t, dir, "new card strongman in variety")
	w := watchIn(t, dir, "variety", "test variety --watch")
	const waiting = "Waiting for files to be saved; Ctrl-C ends\n"
	if out := w.waits(waiting); !strings.Contains("\n"+out, "\n2 passed, 0 failed\n") {
		t.Error(out)
	}
	w.saves("scenarios/strongman.yaml", "then:", "then: # saved")
	if out := w.waits(waiting); !strings.Contains(out, "1 passed, 0 failed\n") {
		t.Error(out)
	}
	w.saves("game.yaml", "points:", "ponits:")
	if out := w.waits(waiting); !strings.Contains(out, "1 passed, 1 failed\n") {
		t.Error(out)
	}
	w.saves("game.yaml", "ponits:", "points:")
	if out := w.waits(waiting); !strings.Contains(out, "2 passed, 0 failed\n") {
		t.Error(out)
	}
	for code := -1; code < 0; {
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		select {
		case code = <-w.done:
			if code != ExitFine {
				t.Errorf("exit %d", code)
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
}
