//go:build unix

package cli

import (
	"os"
	"os/signal"
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
		{"sim football-champions --games 100000000", []string{"Football Champions: ", " finished, 0 failed\n", "ruledeck: stopped after ", " of 100000000 games\n"}},
		{"sim football-champions --games 100000000 --format json", []string{`{"games":`, "stopped after "}},
		{"fuzz football-champions --games 100000", []string{" games, ", " finished, 0 failed", "stopped after ", " of 100000 games\n"}},
		{"test --mode views ../../../testdata/scenarios", []string{" passed, 0 failed\n", "stopped after ", " tests\n"}},
	} {
		t.Run(c.line, func(t *testing.T) {
			ended, quiet := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(quiet)
				for {
					select {
					case <-ended:
						return
					case <-time.After(20 * time.Millisecond):
						_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
					}
				}
			}()
			code, out, errs := runCLI(strings.Fields(c.line)...)
			close(ended)
			<-quiet
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
