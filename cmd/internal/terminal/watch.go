package terminal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// recent keeps messages printed since the table was drawn, which would scroll away when it
// is drawn anew.
type recent struct {
	io.Writer
	lock  sync.Mutex
	lines bytes.Buffer
}

// Write writes, and keeps the text.
func (r *recent) Write(p []byte) (int, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.lines.Write(p)
	return r.Writer.Write(p)
}

// take returns the lines, which are then forgotten: of more than most the first and the
// last, since findings begin with what matters, and prints end with it.
func (r *recent) take(most int) []string {
	r.lock.Lock()
	defer r.lock.Unlock()
	lines := strings.Split(strings.TrimSpace(r.lines.String()), "\n")
	r.lines.Reset()
	if lines[0] == "" {
		return nil
	}
	if more := len(lines) - most; more > 0 {
		lines = slices.Replace(lines, most/2, most/2+more+1, "…")
	}
	return lines
}

// errChanged comes instead of a typed line when the files of the pack changed.
var errChanged = errors.New("the files changed")

// lookEvery is how often the files are looked at. A change is applied at the
// second look that finds it, when whatever writes the files is done.
const lookEvery = 25 * time.Millisecond

// input reads lines that a person types. It reads only while a caller waits for a line: at other
// times another program, such as a pager, may use the terminal. With places it watches files for
// changes meanwhile: by time and size, because that works on every file system.
type input struct {
	// ctx ends the input: the game is left as with quit.
	ctx    context.Context
	source *bufio.Reader
	out    io.Writer
	lines  chan typedLine
	// waiting is set where a line is being read.
	waiting bool
	places  []string
	// applied is how the files were when they were last read, seen at the last
	// look.
	applied, seen string
}

type typedLine struct {
	text string
	err  error
}

// watch begins to look at places.
func (n *input) watch(places []string) {
	n.places = places
	n.applied = disk.Fingerprint(places)
	n.seen = n.applied
}

// read returns the next line, or errChanged.
func (n *input) read() (string, error) {
	if !n.waiting {
		n.waiting = true
		go func() {
			text, err := n.source.ReadString('\n')
			n.lines <- typedLine{text, err}
		}()
	}
	var look <-chan time.Time
	if n.places != nil {
		look = time.Tick(lookEvery)
	}
	for {
		select {
		case line := <-n.lines:
			n.waiting = false
			return line.text, line.err
		case <-n.ctx.Done():
			fmt.Fprintln(n.out)
			return "", io.EOF
		case <-look:
			if n.changed() {
				return "", errChanged
			}
		}
	}
}

// changed reports whether the files are others than those applied, and were so at
// the last look already.
func (n *input) changed() bool {
	now := disk.Fingerprint(n.places)
	settled := now == n.seen
	n.seen = now
	if !settled || now == n.applied {
		return false
	}
	n.applied = now
	return true
}
