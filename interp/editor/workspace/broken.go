package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
)

// A file that is being typed is broken most of the time. Completion and explanations then
// use its latest text that could be read, and the only finding is that the present text
// cannot be read.

// broken is a file that cannot be read as it stands.
type broken struct {
	// now is its text, good the latest that could be read.
	now, good []string
	// said is why it cannot be read.
	said []diag.Finding
}

// readable returns unsaved texts with the latest that could be read in place of those
// that cannot, and the files where that was done.
func (w *Workspace) readable(unsaved pack.Unsaved) (pack.Unsaved, map[string]*broken) {
	out := maps.Clone(unsaved)
	found := map[string]*broken{}
	for path, text := range unsaved {
		said := w.unreadable(path, text)
		w.lock.Lock()
		good, known := w.good[path]
		if len(said) == 0 {
			w.good[path] = text
		}
		w.lock.Unlock()
		if len(said) == 0 {
			continue
		}
		if !known {
			good, _ = readFile(path)
		}
		if good == nil || len(w.unreadable(path, good)) > 0 {
			continue // it never could be read
		}
		out[path] = good
		found[path] = &broken{strings.SplitAfter(string(text), "\n"), strings.SplitAfter(string(good), "\n"), said}
	}
	return out, found
}

// unreadable says why a text cannot be read as what its file is; nil where it can.
func (w *Workspace) unreadable(path string, text []byte) []diag.Finding {
	report := &diag.List{}
	shown := filepath.ToSlash(path)
	switch {
	case text == nil:
	case filepath.Ext(path) == ".lua":
		script.Read([]pack.Script{{File: shown, Text: string(text)}}, nil, w.memo, report)
	case filepath.Ext(path) == ".yaml":
		w.memo.Read(shown, text, report)
	}
	return slices.DeleteFunc(report.Sorted(), func(d diag.Finding) bool { return !pack.Unread(d) })
}

// tellBroken reports why files cannot be read, and no other finding in them: those come
// from other texts.
func (s *Study) tellBroken() {
	found := &diag.List{}
	for path, b := range s.broken {
		if !s.reads(path) || strings.HasPrefix(path, s.Reading.Base.ScenarioFolder()+string(filepath.Separator)) {
			delete(s.broken, path)
			continue
		}
		found.Add(b.said...)
	}
	for _, d := range s.Findings {
		if s.broken[filepath.FromSlash(d.File)] == nil {
			found.Add(d)
		}
	}
	s.Findings = found.Sorted()
}

// Broken are the files that cannot be read as they stand, sorted.
func (s *Study) Broken() []string { return lists.Sorted(s.broken) }

// Good returns the text by which a file is known, where it cannot be read as it stands.
func (s *Study) Good(path string) (text string, broken bool) {
	b := s.broken[path]
	if b == nil {
		return "", false
	}
	return strings.Join(b.good, ""), true
}

// Then returns the line of the text by which a file is known that a line of it now was;
// ok is false for one that is new or was changed.
func (s *Study) Then(path string, line int) (then int, ok bool) {
	b := s.broken[path]
	if b == nil {
		return line, true
	}
	return between(b.now, b.good, line)
}

// Now returns the place that a place in the texts by which files are known has now.
func (s *Study) Now(at diag.Pos) diag.Pos {
	if b := s.broken[filepath.FromSlash(at.File)]; b != nil {
		at.Line, _ = between(b.good, b.now, at.Line)
	}
	return at
}

// between finds a line of one text in another, by the lines with which both begin and end.
func between(from, to []string, line int) (there int, ok bool) {
	head := 0
	for head < min(len(from), len(to)) && from[head] == to[head] {
		head++
	}
	tail := 0
	for tail < min(len(from), len(to))-head && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	switch {
	case line <= head:
		return line, true
	case line > len(from)-tail:
		return line + len(to) - len(from), true
	}
	return min(line, len(to)), false
}
