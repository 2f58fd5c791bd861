package terminal

import (
	"bytes"
	"errors"
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

// watcher reads input, and watches files for changes in the meantime: by time and size,
// because that works on every file system.
type watcher struct {
	places []string
	// applied is how the files were when they were last read, seen at the last
	// look.
	applied, seen string
	lines         chan typedLine
}

type typedLine struct {
	text string
	err  error
}

// newWatcher watches places; lines come from read.
func newWatcher(places []string, read func() (string, error)) *watcher {
	w := &watcher{places: places, lines: make(chan typedLine)}
	w.applied = disk.Fingerprint(places)
	w.seen = w.applied
	go func() {
		defer close(w.lines)
		for {
			text, err := read()
			w.lines <- typedLine{text, err}
			if err != nil {
				return
			}
		}
	}()
	return w
}

// read returns the next line, or errChanged.
func (w *watcher) read() (string, error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case line, ok := <-w.lines:
			if !ok {
				return "", io.EOF
			}
			return line.text, line.err
		case <-tick.C:
			if w.changed() {
				return "", errChanged
			}
		}
	}
}

// changed reports whether the files are others than those applied, and were so at
// the last look already.
func (w *watcher) changed() bool {
	now := disk.Fingerprint(w.places)
	settled := now == w.seen
	w.seen = now
	if !settled || now == w.applied {
		return false
	}
	w.applied = now
	return true
}
