// Package command is what the rooms behind the commands share: the world that a command
// may touch, its exit codes, a GAME with what is laid over it, who sits on the seats,
// the files that it writes, and the pages of help that say what commands and flags there are.
// Where flags lead is wired in package cli.
//
//	command.go   the host, errors with exit codes, terminals
//	pages.go     commands and their flags, as the pages of help describe them
//	game.go      a GAME with overlays and options; what its scripts print
//	seats.go     the kinds of players on the seats
//	memory.go    how often the collector of memory starts
//	output.go    files that are written, and what they may take the place of
//
// It imports cmd/internal/disk and extbot, interp and the engine, to
// load games and play them.
package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// The exit codes.
const (
	ExitFine  = 0 // done, and all is well
	ExitWrong = 1 // done, and what was asked about is not fine
	ExitUsage = 2 // not done: wrong usage
)

// Host is what a command may touch of the world.
type Host struct {
	// Program is what the program is called where it talks.
	Program  string
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	// Walls makes commands on packs from a disk run in a process with limits. Without it the
	// caller has decided that they run in its own.
	Walls bool
}

// JSON prints a value as one line of JSON.
func (h Host) JSON(v any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(h.Out, sanitize.Escaped(line.String()))
	return err
}

// ExitError ends a command with an exit code; Message goes to standard error
// unless it is empty.
type ExitError struct {
	Code    int
	Message string
}

// Error returns the message.
func (e *ExitError) Error() string { return e.Message }

// ErrWrong ends a program that has already said its mistake.
var ErrWrong = &ExitError{Code: ExitWrong}

// Usage is an error for wrong usage; the program ends with ExitUsage.
func Usage(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Sprintf(format, args...)}
}

// TerminalIn reports whether a reader is a terminal.
func TerminalIn(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && isTerminal(f)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// File is the file that a writer leads to, nil if it leads to none.
func File(w io.Writer) *os.File {
	if v, ok := w.(*sanitize.Writer); ok {
		w = v.Below()
	}
	f, _ := w.(*os.File)
	return f
}

// TerminalOut is the terminal that a writer leads to, nil if it leads to none. What is
// drawn on it is not made visible.
func TerminalOut(w io.Writer) *os.File {
	f := File(w)
	if f == nil || !isTerminal(f) {
		return nil
	}
	return f
}

// Stoppable returns a context that ends when a person or the system asks the
// program to stop: what is done by then is kept and printed. A second time stops
// it at once. It listens as long as the program runs.
func Stoppable() context.Context {
	ctx, _ := StoppableUntil()
	return ctx
}

// StoppableUntil is Stoppable until stop is called: what comes then ends at once.
func StoppableUntil() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// Stopped says how far something came before it was asked to stop.
func Stopped(done, all int, what string) error {
	return &ExitError{ExitWrong, fmt.Sprintf("stopped after %d of %d %s", done, all, what)}
}

// Progress returns a callback that moves a bar, on a terminal only, and what ends it.
func (h Host) Progress(games int) (func(done int), func()) {
	screen := TerminalOut(h.Err)
	if screen == nil {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(screen), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	// A bar that cannot be drawn is no reason to stop.
	return func(done int) { _ = bar.Set(done) }, func() { _ = bar.Finish() }
}
