package source

import (
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Memo keeps what the texts of files were read as, for whoever reads them again and
// again while one of them changes: of each file the latest. A nil Memo keeps nothing. It
// is safe for several goroutines.
type Memo struct {
	lock sync.Mutex
	kept map[string]any
}

// reading is what a text was read as.
type reading[T any] struct {
	text string
	made T
}

// Keep returns what is made of the text of a file, and makes it only if the text is
// another than at the latest call for that use and name. What make refuses is not kept.
// Whoever is given it does not change it.
func Keep[T any](m *Memo, use, name, text string, make func() (T, error)) (T, error) {
	if m == nil {
		return make()
	}
	key := use + " " + name
	was, ok := m.Last(key).(reading[T])
	if ok && was.text == text {
		return was.made, nil
	}
	made, err := make()
	if err != nil {
		return made, err
	}
	m.Set(key, reading[T]{text, made})
	return made, nil
}

// Last returns what was set for a use the last time; nil for nothing.
func (m *Memo) Last(use string) any {
	if m == nil {
		return nil
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.kept[use]
}

// Set keeps something for a use until the next time.
func (m *Memo) Set(use string, made any) {
	if m == nil {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.kept == nil {
		m.kept = map[string]any{}
	}
	m.kept[use] = made
}

// stored is a file on disk as it was read.
type stored struct {
	size    int64
	changed time.Time
	data    []byte
}

// still is how long a file is as it is before it is taken to be that by its time, which
// file systems keep in steps.
const still = time.Second

// FileIn is the function FileIn for the file of a place; one of the same size and time as
// the last time is not read again.
func (m *Memo) FileIn(files fs.FS, place, name string, most int64) ([]byte, error) {
	if m == nil {
		return FileIn(files, name, most)
	}
	info, err := fs.Stat(files, name)
	was, ok := m.Last("file " + place).(stored)
	if ok && err == nil && was.size == info.Size() && was.changed.Equal(info.ModTime()) {
		return was.data, nil
	}
	data, wrong := FileIn(files, name, most)
	if err == nil && wrong == nil && time.Since(info.ModTime()) > still {
		m.Set("file "+place, stored{info.Size(), info.ModTime(), data})
	}
	return data, wrong
}

// sound is a file that was read without a finding, and how many nodes it has.
type sound struct {
	top   *Node
	nodes int
}

var errUnsound = errors.New("something is wrong in the file")

// Read is the function Read; the text of a file in which nothing is wrong it reads once.
func (m *Memo) Read(name string, data []byte, report *diag.List) *Node {
	if m == nil || report.Account.Over() {
		return Read(name, data, report)
	}
	kept, err := Keep(m, "yaml", name, string(data), func() (s sound, err error) {
		own := &diag.List{}
		if s.top, s.nodes = read(name, data, own); s.top == nil || len(own.Sorted()) > 0 {
			err = errUnsound
		}
		return s, err
	})
	switch {
	case err != nil:
		return Read(name, data, report)
	case !report.Spend(name, kept.nodes*nodeWork, kept.nodes*nodeBytes):
		return nil
	}
	return kept.top.clone()
}

// clone copies a node with all below it.
func (n *Node) clone() *Node {
	if n == nil {
		return nil
	}
	out := *n
	if len(n.Items) > 0 {
		out.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = item.clone()
		}
	}
	if len(n.Pairs) > 0 {
		out.Pairs = slices.Clone(n.Pairs)
		for i := range out.Pairs {
			out.Pairs[i].Value = out.Pairs[i].Value.clone()
		}
	}
	return &out
}
