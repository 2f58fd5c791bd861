package source

import (
	"errors"
	"hash/maphash"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Memo caches the results of reading files, for callers that read all of them again
// after each edit. It keeps the latest few texts of each file, so that an edit and its
// undo cost nothing. A nil Memo keeps nothing. It is safe for several goroutines.
type Memo struct {
	lock sync.Mutex
	kept map[string][]any
	// nodes holds the results by node, uses counts the uses of the memo.
	nodes map[together]*ofNode
	uses  int
}

// reading is what a text was read as.
type reading[T any] struct {
	text string
	made T
}

// Keep returns the result of make for the text of a file. It calls make only if no text of
// the latest calls for that use and name was the same, or equivalent by the given function
// (nil for none). Errors are not kept. Callers must not change the result.
func Keep[T any](m *Memo, use, name, text string, equivalent func(was, now string) bool,
	make func() (T, error)) (T, error) {
	if m == nil {
		return make()
	}
	key := use + " " + name
	if was, ok := Recall(m, key, func(r reading[T]) bool { return r.text == text }); ok {
		return was.made, nil
	}
	if equivalent != nil {
		if was, ok := Recall(m, key, func(r reading[T]) bool { return equivalent(r.text, text) }); ok {
			m.Note(key, reading[T]{text, was.made})
			return was.made, nil
		}
	}
	made, err := make()
	if err == nil {
		m.Note(key, reading[T]{text, made})
	}
	return made, err
}

// recent is how many things are kept for a use.
const recent = 3

// Note keeps a result for a use, after the earlier ones.
func (m *Memo) Note(use string, made any) {
	if m == nil {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.kept == nil {
		m.kept = map[string][]any{}
	}
	m.kept[use] = append(m.kept[use][max(0, len(m.kept[use])-recent+1):], made)
}

// Recall returns the latest result kept for a use that satisfies is, and keeps it longer
// than the others.
func Recall[T any](m *Memo, use string, is func(T) bool) (found T, ok bool) {
	if m == nil {
		return found, false
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	kept := m.kept[use]
	for i, made := range slices.Backward(kept) {
		if one := made.(T); is(one) {
			copy(kept[i:], kept[i+1:]) // it is the latest now
			kept[len(kept)-1] = made
			return one, true
		}
	}
	return found, false
}

// together is a node and another one by which something is made of it.
type together struct{ node, by *Node }

// ofNode is something made of a node, and when it was last asked for.
type ofNode struct {
	made any
	used int
}

// Made returns the result of make for a node that a memo keeps, and calls make once; make
// says whether the result may be kept. The result may depend on a second node, by, if not
// nil, and on nothing else.
func Made[T any](m *Memo, n, by *Node, make func() (made T, keep bool)) T {
	if m == nil {
		made, _ := make()
		return made
	}
	m.lock.Lock()
	of := together{n, by}
	was := m.nodes[of]
	if was != nil {
		was.used = m.uses
	}
	m.lock.Unlock()
	if was != nil {
		if made, ok := was.made.(T); ok {
			return made
		}
	}
	made, keep := make()
	if keep {
		m.lock.Lock()
		defer m.lock.Unlock()
		if m.nodes == nil {
			m.nodes = map[together]*ofNode{}
		}
		m.nodes[of] = &ofNode{made, m.uses}
	}
	return made
}

// unused is the number of uses of a memo after which the result of a node is dropped, if no
// caller has asked for it.
const unused = 16

// Begin begins a use of the memo.
func (m *Memo) Begin() {
	if m == nil {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	m.uses++
	if m.uses%unused == 0 {
		maps.DeleteFunc(m.nodes, func(_ together, of *ofNode) bool { return of.used < m.uses-unused })
	}
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
	was, ok := Recall(m, "file "+place, func(was stored) bool {
		return err == nil && was.size == info.Size() && was.changed.Equal(info.ModTime())
	})
	if ok {
		return was.data, nil
	}
	data, wrong := FileIn(files, name, most)
	if err == nil && wrong == nil && time.Since(info.ModTime()) > still {
		m.Note("file "+place, stored{info.Size(), info.ModTime(), data})
	}
	return data, wrong
}

// sound is a file that was read without a finding, how many nodes it has, and a digest of
// what it says and where.
type sound struct {
	top    *Node
	nodes  int
	digest uint64
}

var errUnsound = errors.New("something is wrong in the file")

// Read is the function Read with a cache: it parses a file without errors once, and
// returns the same nodes for a text with the same content at the same places. Callers must
// not change the nodes: see Clone.
func (m *Memo) Read(name string, data []byte, report *diag.List) *Node {
	if m == nil || report.Account.Over() {
		return Read(name, data, report)
	}
	if was, ok := Recall(m, "yaml "+name, func(r reading[sound]) bool { return r.text == string(data) }); ok {
		return was.made.spend(name, report)
	}
	own := &diag.List{}
	kept, err := Keep(m, "yaml", name, string(data), nil, func() (s sound, err error) {
		s.top, s.nodes = m.patched(name, string(data), own)
		if s.top == nil {
			s.top, s.nodes = read(name, data, own)
		}
		if s.top == nil || len(own.Sorted()) > 0 {
			return s, errUnsound
		}
		var h maphash.Hash
		h.SetSeed(seed)
		s.top.hash(&h)
		s.digest = h.Sum64()
		was, ok := Recall(m, "yaml "+name, func(r reading[sound]) bool { return r.made.digest == s.digest })
		if ok {
			s = was.made
		}
		return s, nil
	})
	top := kept.spend(name, report)
	if err != nil && !report.Account.Over() {
		report.Add(own.Sorted()...)
	}
	return top
}

// spend pays for the nodes, and returns them if they could be paid for.
func (s sound) spend(name string, report *diag.List) *Node {
	if !report.Spend(name, s.nodes*nodeWork, s.nodes*nodeBytes) {
		return nil
	}
	return s.top
}

var seed = maphash.MakeSeed()

// Digest is a digest of what a text says that the memo has read, and where it says so; of
// all its bytes where it was not read, or something is wrong in it.
func (m *Memo) Digest(name string, data []byte) uint64 {
	was, ok := Recall(m, "yaml "+name, func(r reading[sound]) bool { return r.text == string(data) })
	if ok {
		return was.made.digest
	}
	return maphash.Bytes(seed, data)
}

// hash writes what a node says, with its place and all below it.
func (n *Node) hash(h *maphash.Hash) {
	numbers := func(ns ...int) {
		for _, n := range ns {
			maphash.WriteComparable(h, n)
		}
	}
	numbers(int(n.Kind), n.Pos.Line, n.Pos.Column, len(n.Text), len(n.Items), len(n.Pairs))
	_, _ = h.WriteString(n.Text)
	for _, item := range n.Items {
		item.hash(h)
	}
	for _, p := range n.Pairs {
		numbers(p.Pos.Line, p.Pos.Column, len(p.Key))
		_, _ = h.WriteString(p.Key)
		p.Value.hash(h)
	}
}

// Clone copies a node with all below it.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	out := *n
	if len(n.Items) > 0 {
		out.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = item.Clone()
		}
	}
	if len(n.Pairs) > 0 {
		out.Pairs = slices.Clone(n.Pairs)
		for i := range out.Pairs {
			out.Pairs[i].Value = out.Pairs[i].Value.Clone()
		}
	}
	return &out
}
