package lsp

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
)

// findings are what checks have found, by the file and by the check that said it,
// and what the client was told of each file.
type findings struct {
	lock      sync.Mutex
	by        map[string]map[any][]diag.Finding
	published map[string][]diagnostic
	// seen are the open documents as they stood at the last check that came to its end.
	seen map[string]*document
	// latest is the file that was edited last.
	latest string
}

// set takes what a check says now in place of what it said, and returns the files of
// which something else is known.
func (f *findings) set(from any, found map[string][]diag.Finding) []string {
	f.lock.Lock()
	defer f.lock.Unlock()
	var changed []string
	for path, by := range f.by {
		if _, said := by[from]; said && found[path] == nil {
			delete(by, from)
			changed = append(changed, path)
		}
	}
	for path, list := range found {
		if f.by[path] == nil {
			f.by[path] = map[any][]diag.Finding{}
		}
		f.by[path][from] = list
		changed = append(changed, path)
	}
	slices.Sort(changed)
	return changed
}

// of returns the findings of a file, each once.
func (f *findings) of(path string) []diag.Finding {
	f.lock.Lock()
	defer f.lock.Unlock()
	var all diag.List
	for _, list := range f.by[path] {
		all.Add(list...)
	}
	return all.Sorted()
}

// watch checks what changed until the context ends.
func (s *server) watch(ctx context.Context) {
	calm := false
	for {
		var quiet <-chan time.Time
		if !calm {
			quiet = time.After(s.quiet)
		}
		select {
		case <-ctx.Done():
			return
		case <-quiet:
			calm = s.guarded(ctx, s.unopened)
			if calm && s.config.Play > 0 {
				s.guarded(ctx, s.play)
			}
			continue
		case <-s.wake:
		}
		calm = false
		// One key is followed by others: the last key counts.
		for waiting := true; waiting; {
			select {
			case <-ctx.Done():
				return
			case <-s.wake:
			case <-time.After(s.pause):
				waiting = false
			}
		}
		s.guarded(ctx, s.check)
	}
}

// guarded runs a check; a panic of it is logged, and the next one has its chance.
func (s *server) guarded(ctx context.Context, run func(context.Context) bool) (done bool) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Printf("check: %v", p)
			done = true
		}
	}()
	return run(ctx)
}

// interrupted reports whether something has changed since a check of documents began:
// then what it finds is old.
func (s *server) interrupted(ctx context.Context, docs map[string]*document) bool {
	return ctx.Err() != nil || len(s.wake) > 0 || !maps.Equal(docs, s.opened())
}

// check checks the packs of the documents that are open, that of the last edit
// first, and the scenarios that are open; it stops when something changes.
func (s *server) check(ctx context.Context) bool {
	done := []any{whole{}}
	docs := s.opened()
	s.spent = diag.List{Account: diag.Together("checking again what stands on the open files", mostReadings)}
	for _, d := range s.inOrder(docs) {
		if s.spent.Account.Over() {
			break
		}
		place, ok := s.workspace.Locate(d.path)
		if ok && !slices.Contains(done, any(place.Unit)) {
			done = append(done, place.Unit)
			if !s.checkUnit(ctx, docs, place.Unit) {
				return false
			}
		}
		if f, ok := assist.Open(s.workspace, d.path); ok && f.IsScenario() {
			done = append(done, d.path, ran(d.path))
			if !s.checkScenario(ctx, docs, d.path, f) || !s.runOpen(ctx, docs, d.path, f) {
				return false
			}
		}
	}
	// The overlays of a pack depend on it, and so may packs beside it.
	for _, unit := range slices.Clone(done) {
		u, ok := unit.(workspace.Unit)
		if !ok {
			continue
		}
		for _, over := range s.workspace.Dependants(u) {
			if !slices.Contains(done, any(over)) && !s.spent.Account.Over() {
				done = append(done, over)
				if !s.checkUnit(ctx, docs, over) {
					return false
				}
			}
		}
	}
	s.tell(ctx, docs, whole{}, s.over())
	s.forget(docs, done)
	s.found.lock.Lock()
	defer s.found.lock.Unlock()
	s.found.seen = docs
	return true
}

// mostReadings is how many times what reading a pack may take is taken for what one key
// changes: for the packs of the open files, what stands on them, and the scenarios of both.
const mostReadings = 2

// whole is the source of the finding that a check has taken too much; quietly is set for the
// scenarios that nobody has open.
type whole struct{ quietly bool }

// over is the finding that the check has taken too much, if it has.
func (s *server) over() []diag.Finding {
	s.spent.Revise(func(d *diag.Finding) { d.Message += "; the others are not checked" })
	return s.spent.Sorted()
}

// inOrder are documents, the last edited first.
func (s *server) inOrder(docs map[string]*document) []*document {
	out := slices.Collect(maps.Values(docs))
	s.found.lock.Lock()
	latest := s.found.latest
	s.found.lock.Unlock()
	slices.SortFunc(out, func(a, b *document) int {
		switch {
		case a.path == latest:
			return -1
		case b.path == latest:
			return 1
		}
		return strings.Compare(a.path, b.path)
	})
	return out
}

// checkUnit checks a pack and publishes the findings, unless its text has changed
// meanwhile.
func (s *server) checkUnit(ctx context.Context, docs map[string]*document, u workspace.Unit) bool {
	study := s.workspace.Study(u)
	if study.Err == nil && !s.spent.SpendAll(study.Reading.Report.Account) {
		s.workspace.Forget(u) // what was read may be large
	}
	if s.interrupted(ctx, docs) {
		return false
	}
	s.tell(ctx, docs, u, study.All())
	if study.Shown() == nil { // what games showed was of another state of the files
		s.tell(ctx, docs, played(u), nil)
	}
	return true
}

// played is the source of findings that silent games of a pack gave.
type played workspace.Unit

// play plays silent games of the packs whose documents are open, until something
// happens; what they show is told.
func (s *server) play(ctx context.Context) bool {
	docs := s.opened()
	spent := evidence.Spending(0)
	for _, d := range s.inOrder(docs) {
		place, ok := s.workspace.Locate(d.path)
		if _, carried := s.workspace.InCarried(d.path); !ok || carried || spent.Account.Over() {
			continue
		}
		study := s.workspace.Study(place.Unit)
		if study.Shown() != nil {
			continue
		}
		playing, stop := context.WithCancel(ctx)
		s.playing.Store(&stop)
		enough, end := context.WithTimeout(playing, mostPlayed)
		if !s.interrupted(ctx, docs) { // or it may have come before stop was known
			said, err := study.Play(playing, enough, s.config.Play, spent)
			if said != nil && !s.interrupted(ctx, docs) {
				s.tell(ctx, docs, played(place.Unit), said.Findings)
			} else if err != nil && playing.Err() == nil {
				s.log.Printf("silent games: %s", err)
			}
		}
		end()
		stop()
	}
	return true
}

func (s *server) checkScenario(ctx context.Context, docs map[string]*document, path string, f *assist.File) bool {
	found := f.CheckScenario(ctx, &s.spent)
	if s.interrupted(ctx, docs) {
		return false
	}
	s.tell(ctx, docs, path, found)
	return true
}

// ran is the source of findings that the scenarios of a file gave when they were played.
type ran string

// runOpen plays the scenarios of a file that is open, as they are written now: what came
// out otherwise is told where it is expected. Those with mistakes are not played.
func (s *server) runOpen(ctx context.Context, docs map[string]*document, path string, f *assist.File) bool {
	results, err := f.Run(ctx, nil, &s.spent)
	if s.interrupted(ctx, docs) {
		return false
	}
	var found []diag.Finding
	if err == nil { // else the file cannot be read, which its check says
		for _, r := range results {
			found = append(found, r.Findings...)
		}
	}
	s.tell(ctx, docs, ran(path), found)
	return true
}

// unopened checks the scenarios that are not open in the editor, while the server is idle.
func (s *server) unopened(ctx context.Context) bool {
	docs := s.opened()
	s.spent = diag.List{Account: diag.Together("checking the scenarios that nobody has open", mostReadings)}
	defer func() { s.tell(ctx, docs, whole{quietly: true}, s.over()) }()
	seen := map[workspace.Unit]bool{}
	for _, d := range s.inOrder(docs) {
		place, ok := s.workspace.Locate(d.path)
		if !ok || seen[place.Unit] {
			continue
		}
		seen[place.Unit] = true
		for _, t := range s.workspace.Study(place.Unit).Tests {
			if docs[t.Path] != nil {
				continue
			}
			if s.interrupted(ctx, docs) || s.spent.Account.Over() {
				return true // the next check comes anyway
			}
			if f, ok := assist.Open(s.workspace, t.Path); ok && f.IsScenario() &&
				!s.checkScenario(ctx, docs, t.Path, f) {
				return true
			}
		}
	}
	return true
}

// forget drops what checks said that are not made any more.
func (s *server) forget(docs map[string]*document, made []any) {
	s.found.lock.Lock()
	var gone []any
	for _, by := range s.found.by {
		for from := range by {
			there := false
			if scenario, ok := from.(string); ok { // one that nobody has open is checked in quiet
				_, err := s.workspace.Text(scenario)
				there = err == nil
			}
			_, games := from.(played)
			if !there && !games && !slices.Contains(made, from) && !slices.Contains(gone, from) {
				gone = append(gone, from)
			}
		}
	}
	s.found.lock.Unlock()
	for _, from := range gone {
		for _, path := range s.found.set(from, nil) {
			s.publish(context.Background(), docs, path)
		}
	}
}

// tell takes what a check found and tells the client of the files whose findings are
// others now.
func (s *server) tell(ctx context.Context, docs map[string]*document, from any, found []diag.Finding) {
	byFile := map[string][]diag.Finding{}
	for _, d := range found {
		if _, carried := s.workspace.InCarried(s.workspace.File(d.File)); !carried {
			path := s.workspace.File(d.File)
			byFile[path] = append(byFile[path], d)
		}
	}
	for _, path := range s.found.set(from, byFile) {
		s.publish(ctx, docs, path)
	}
	// A file that was just opened is told of once even where it has none.
	for path := range docs {
		s.found.lock.Lock()
		_, known := s.found.published[path]
		s.found.lock.Unlock()
		if !known {
			s.publish(ctx, docs, path)
		}
	}
}

// publish tells the client the findings of a file, if they are others than it was
// told: of an open one with the version of the text that was checked, by which a client
// knows whether it is the one that it shows.
func (s *server) publish(ctx context.Context, docs map[string]*document, path string) {
	d := docs[path]
	text := s.text(path)
	if d != nil {
		text = d.text
	}
	list := []diagnostic{}
	for _, one := range s.found.of(path) {
		list = append(list, s.diagnostic(text, one))
	}
	p := publishParams{URI: s.uri(path), Diagnostics: list}
	if d != nil {
		p.Version = &d.version
	}
	s.found.lock.Lock()
	was, known := s.found.published[path]
	same := reflect.DeepEqual(was, list)
	s.found.published[path] = list
	s.found.lock.Unlock()
	if same && (known || len(list) == 0 && p.Version == nil) {
		return
	}
	if err := s.conn.Notify(ctx, "textDocument/publishDiagnostics", p); err != nil {
		s.log.Printf("publishDiagnostics: %s", err)
	}
}

// diagnostic is a finding as the protocol has it.
func (s *server) diagnostic(text string, d diag.Finding) diagnostic {
	out := diagnostic{Range: rangeOf(text, d.Pos), Code: d.Code, Source: "ruledeck", Message: d.Text(),
		Severity: severityError}
	if d.Suggestion != "" {
		out.Message += "; did you mean " + d.Suggestion + "?"
	}
	switch d.Severity {
	case diag.Warning:
		out.Severity = severityWarning
	case diag.Note:
		out.Severity = severityInformation
	}
	out.Related = s.related(d)
	if strings.HasPrefix(d.Code, "unused-") || d.Code == "unreachable" {
		out.Tags = []int{tagUnnecessary}
	}
	return out
}

// rangeOf is the range of the name at a place: the place of a finding is where what
// it is about begins.
func rangeOf(text string, p diag.Pos) textRange {
	line := lineOf(text, p.Line-1)
	from, length := max(1, p.Column), 0
	runes := []rune(line)
	if from <= len(runes) {
		length = nameLength(runes[from-1:])
	}
	if p.Column == 0 {
		from = 1 + len(runes) - len([]rune(strings.TrimLeft(line, " \t")))
		length = utf8.RuneCountInString(strings.TrimRight(line, " \t")) - from + 1
	}
	return rangeAt(line, p.Line, from, max(0, length))
}

// rangeAt is the range of some characters of a line.
func rangeAt(line string, number, column, length int) textRange {
	row := max(0, number-1)
	return textRange{position{row, unitOf(line, column)}, position{row, unitOf(line, column+length)}}
}

// spanIn is the range of a name in a text.
func spanIn(text string, at assist.Span) textRange {
	return rangeAt(lineOf(text, at.Line-1), at.Line, at.Column, at.Length)
}

// nameLength counts the characters of the name or the quoted text that a text
// begins with, at least one.
func nameLength(text []rune) int {
	if text[0] == '"' || text[0] == '\'' {
		for i, c := range text[1:] {
			if c == text[0] {
				return i + 2
			}
		}
		return 1
	}
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] == '.' && n > 0 && n+1 < len(text) && text[n+1] != '.' ||
		unicode.IsLetter(text[n]) || unicode.IsDigit(text[n])) {
		n++
	}
	return max(1, n)
}
