package house

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Store holds logs of lines by their names: the journals of games, and what hosts keep beside
// them. The condition of Append and Replace fences those who go on with one log: all but one
// get ErrMoved, and load it anew. Package storetest tries what is said here.
type Store interface {
	// Load returns a log, and the number of the last append. The error is fs.ErrNotExist where
	// there is no such log. What a crash has left may end in half a line, which an append does not
	// remove (Log.Sync replaces the log then), or is left out.
	Load(ctx context.Context, name string) (lines []byte, last uint64, err error)
	// Append adds whole lines behind the append with a number, 0 for a log that is not there
	// yet, and returns the number of this one when it cannot be lost any more. The error is
	// ErrMoved where another append was the last. After any other error it may be there or
	// not: the log is loaded anew.
	Append(ctx context.Context, name string, after uint64, lines []byte) (last uint64, err error)
	// Replace puts lines in the place of a whole log, on the condition of Append: after a crash
	// either is there. The error is errors.ErrUnsupported where logs only grow.
	Replace(ctx context.Context, name string, after uint64, lines []byte) (last uint64, err error)
	// Remove removes a log; that there is none is no error. It is errors.ErrUnsupported where
	// nothing is ever removed.
	Remove(ctx context.Context, name string) error
	// Release says that a log is not gone on with here.
	Release(name string) error
	// List returns the names of the logs with a suffix, the last appended first.
	List(ctx context.Context, end string) ([]string, error)
}

// ErrMoved says that somebody else has added to a log.
var ErrMoved = errors.New("somebody else has gone on with this table")

// Memory is a store that is gone with the process.
type Memory struct {
	lock sync.Mutex
	logs map[string]remembered
	last uint64
}

type remembered struct {
	lines []byte
	last  uint64
}

// Load returns a copy of a log.
func (m *Memory) Load(_ context.Context, name string) ([]byte, uint64, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	log, there := m.logs[name]
	if !there {
		return nil, 0, fs.ErrNotExist
	}
	return bytes.Clone(log.lines), log.last, nil
}

// Append adds a copy of the lines.
func (m *Memory) Append(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.put(name, after, slices.Concat(m.logs[name].lines, lines))
}

// Replace keeps a copy of the lines.
func (m *Memory) Replace(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.put(name, after, bytes.Clone(lines))
}

// put puts a log behind an append; the caller has the lock.
func (m *Memory) put(name string, after uint64, lines []byte) (uint64, error) {
	if m.logs[name].last != after {
		return 0, ErrMoved
	}
	if m.logs == nil {
		m.logs = map[string]remembered{}
	}
	m.last++
	m.logs[name] = remembered{lines, m.last}
	return m.last, nil
}

// Remove forgets a log.
func (m *Memory) Remove(_ context.Context, name string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	delete(m.logs, name)
	return nil
}

// Release does nothing: nothing is held.
func (m *Memory) Release(string) error { return nil }

// List returns the names of the logs, the last appended first.
func (m *Memory) List(_ context.Context, end string) ([]string, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	var names []string
	for name := range m.logs {
		if strings.HasSuffix(name, end) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(m.logs[b].last) - int(m.logs[a].last) })
	return names, nil
}
