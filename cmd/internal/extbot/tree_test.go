//go:build unix

package extbot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// family makes a bot with a child that lives on, and that does not hear when its input
// ends; it returns the bot's kind and the file with both their numbers.
func family(t *testing.T, does string) (kind, numbers string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	numbers = filepath.Join(dir, "numbers")
	script := filepath.Join(dir, "bot.sh")
	text := fmt.Sprintf("#!/bin/sh\nsleep 1000 &\necho $$ $! > %s\n%s\n", numbers,
		strings.ReplaceAll(does, "BOT", `"`+self+`"`))
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return Prefix + "sh " + script, numbers
}

// gone fails the test where one of the processes is still there a little later.
func gone(t *testing.T, numbers string) {
	t.Helper()
	data, err := os.ReadFile(numbers)
	if err != nil {
		t.Fatal(err)
	}
	var bot, child int
	if _, err := fmt.Sscan(string(data), &bot, &child); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{bot, child} {
		left := func() bool { return alive(pid) }
		for end := time.Now().Add(5 * time.Second); left() && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		if left() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Errorf("process %d is still there", pid)
		}
	}
}

// alive reports whether a process runs; one that has ended and that nobody has asked
// about does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(status), ") Z ")
}

// TestTreeEnds: what a bot has started ends with its game, also where the bot does not
// hear the end of its input, where it has failed, and where the game is interrupted.
func TestTreeEnds(t *testing.T) {
	t.Setenv(asBot, "fine")
	for _, does := range []string{"exec BOT", "BOT\nsleep 1000"} {
		kind, numbers := family(t, does)
		if _, err := game(t, kind, time.Minute); err != nil {
			t.Fatal(err)
		}
		gone(t, numbers)
	}
	kind, numbers := family(t, "exec BOT")
	t.Setenv(asBot, "noise")
	var fault *Error
	if _, err := game(t, kind, time.Minute); !errors.As(err, &fault) {
		t.Fatal(err)
	}
	gone(t, numbers)
	t.Setenv(asBot, "late")
	kind, numbers = family(t, "exec BOT")
	s, bot := begun(t, kind, time.Minute)
	ctx, stop := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer stop()
	if _, err := s.Advance(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	bot.Close(ctx)
	gone(t, numbers)
}

// TestTalkIsBounded: a bot that writes to its standard error without end plays on, and
// is passed on up to a bound, which is told.
func TestTalkIsBounded(t *testing.T) {
	t.Setenv(asBot, "fine")
	kind, _ := family(t, "yes noise | head -c 3000000 >&2\nexec BOT")
	s, bot := begun(t, kind, time.Minute)
	var heard bytes.Buffer
	bot.stderr = &heard
	if _, err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	bot.Close(t.Context())
	want := fmt.Sprintf("\n(what a bot writes here behind its first %d bytes is left out)\n", mostStderr)
	if heard.Len() != mostStderr+len(want) || !strings.HasSuffix(heard.String(), want) {
		t.Errorf("%d bytes were passed on, the last %q", heard.Len(), heard.String()[max(0, heard.Len()-100):])
	}
}
