package workspace

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Study is a unit as it was read and checked at one moment. It does not change; derived
// data is computed on first use, once.
type Study struct {
	Unit    Unit
	Reading *interp.Reading
	check.Studied
	// Err says why nothing could be read at all.
	Err error
	// Tests are the scenario files of the pack.
	Tests []pack.File

	workspace *Workspace
	unsaved   pack.Unsaved
	// broken are the files that cannot be read as they stand (see broken.go).
	broken    map[string]*broken
	made      sync.Once
	pack      *interp.Pack
	refused   error
	asked     sync.Once
	explainer *explain.Explainer
	cache     *scenario.Cache
	shown     atomic.Pointer[evidence.Evidence]
	drawn     sync.Once
	faces     map[string]scene.Card
}

// Study reads and checks a unit, unless that was done since its files changed.
func (w *Workspace) Study(u Unit) *Study {
	// One at a time: who asks for what another is just making waits for it.
	w.studying.Lock()
	defer w.studying.Unlock()
	w.lock.Lock()
	s := w.studies[u]
	unsaved := w.unsaved
	w.lock.Unlock()
	if s != nil {
		return s
	}
	s = w.study(u, unsaved)
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.same(unsaved, s) {
		w.studies[u] = s
	}
	w.latest[u] = s
	return s
}

// same reports whether no text that a study reads has changed since.
func (w *Workspace) same(unsaved pack.Unsaved, s *Study) bool {
	for path, text := range w.unsaved {
		if before, ok := unsaved[path]; (!ok || string(before) != string(text)) && s.reads(path) {
			return false
		}
	}
	for path := range unsaved {
		if _, ok := w.unsaved[path]; !ok && s.reads(path) {
			return false
		}
	}
	return true
}

// Latest returns the last study of a unit without reading it again; nil for none.
func (w *Workspace) Latest(u Unit) *Study {
	w.lock.Lock()
	s := w.latest[u]
	w.lock.Unlock()
	if s != nil {
		return s
	}
	return w.Study(u)
}

// Trial finds out about the scripts of a unit with another text of one file, and keeps
// nothing: for questions about a text that was repaired.
func (w *Workspace) Trial(u Unit, path string, text []byte) *inference.Inference {
	unsaved, _ := w.readable(w.Unsaved())
	unsaved[path] = text
	r, err := w.Read(u, unsaved)
	if err != nil {
		return &inference.Inference{}
	}
	return check.Scripts(r)
}

// Read reads a unit with other texts of some files; what it has in common with what was
// read before is not read again.
func (w *Workspace) Read(u Unit, unsaved pack.Unsaved) (*interp.Reading, error) {
	return interp.Read(u.Pack, interp.With{Overlays: u.Overlays(), Unsaved: unsaved, Memo: w.memo})
}

func (w *Workspace) study(u Unit, unsaved pack.Unsaved) *Study {
	s := &Study{Unit: u, workspace: w}
	s.unsaved, s.broken = w.readable(unsaved)
	s.Reading, s.Err = w.Read(u, s.unsaved)
	if s.Err != nil {
		return s
	}
	settings := check.Settings{}
	s.Tests, settings.HasScenarios = s.tests()
	settings.Scenarios = lists.Map(s.Tests, func(t pack.File) []byte { return t.Data })
	s.Studied = check.Study(s.Reading, settings)
	s.tellBroken()
	s.cache = scenario.NewCache(s.Load)
	return s
}

// reads reports whether a file takes part in the study, or would if it were there.
func (s *Study) reads(path string) bool {
	if s.Err != nil {
		return true
	}
	places := s.Reading.Loaded.Places()
	if s.Reading.Base.Folder != "" {
		places = append(places, s.Reading.Base.ScenarioFolder())
	}
	return slices.ContainsFunc(places, func(place string) bool {
		place = filepath.Clean(place)
		return path == place || strings.HasPrefix(path, place+string(filepath.Separator))
	})
}

// tests reads the scenario files of the pack, including unsaved texts; found is set if
// the pack is a folder, which can have scenarios.
func (s *Study) tests() (files []pack.File, found bool) {
	if s.Reading.Base.Folder == "" {
		return nil, false
	}
	folder := s.Reading.Base.ScenarioFolder()
	paths, err := scenario.Find(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, true
	}
	for path := range s.unsaved {
		if strings.HasPrefix(path, folder+string(filepath.Separator)) && filepath.Ext(path) == ".yaml" &&
			!slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	root, err := source.Root(folder)
	if err == nil {
		defer root.Close()
	}
	for _, path := range paths {
		data, ok := s.unsaved[path]
		if !ok {
			name, outside := filepath.Rel(folder, path)
			if err != nil || outside != nil {
				continue
			}
			data, outside = s.workspace.memo.FileIn(root.FS, path, filepath.ToSlash(name), source.MaxSheet)
			if outside != nil {
				continue
			}
		}
		files = append(files, pack.File{Path: filepath.ToSlash(path), Shown: filepath.ToSlash(path), Data: data})
	}
	return files, true
}

// Pack is the game that was read, or a *interp.BrokenError.
func (s *Study) Pack() (*interp.Pack, error) {
	s.made.Do(func() {
		s.refused = s.Err
		if s.Err == nil {
			s.pack, s.refused = s.Reading.Pack()
		}
	})
	return s.pack, s.refused
}

// Play plays silent games of the pack as it was read, one at a time and for as long as
// enough and what they spend allow, and keeps what they show. Of a pack with errors none is
// played.
func (s *Study) Play(ctx, enough context.Context, games int, spent *diag.List) (*evidence.Evidence, error) {
	p, err := s.Pack()
	if err != nil || slices.ContainsFunc(s.Findings, func(d diag.Finding) bool { return d.Severity == diag.Error }) {
		return nil, err
	}
	player := evidence.Player{Pack: p, Name: filepath.Base(s.Unit.Pack), Games: games, Workers: 1, Static: s.Findings,
		Load: s.Load, Enough: enough, Spent: spent,
		Text: func(path string) ([]byte, error) { return s.workspace.Text(path) }}
	player.Scenarios = lists.Map(s.Tests, func(t pack.File) string { return t.Path })
	said, err := player.Play(ctx)
	s.shown.Store(said)
	return said, err
}

// Shown is what silent games have shown; nil where none were played.
func (s *Study) Shown() *evidence.Evidence { return s.shown.Load() }

// Explainer explains the things of the game; nil where it is broken.
func (s *Study) Explainer() *explain.Explainer {
	s.asked.Do(func() {
		if p, err := s.Pack(); err == nil {
			s.explainer = explain.New(p, "en", s.Tests)
		}
	})
	return s.explainer
}

// Face is a card as lists of cards show it, with what its type and its abilities make of
// it; ok is false where the game is broken or has none of the id.
func (s *Study) Face(id string) (card scene.Card, ok bool) {
	s.drawn.Do(func() {
		p, err := s.Pack()
		if err != nil {
			return
		}
		composer := scene.NewComposer(p.Compiled, p.Messages.Speaker("en"))
		s.faces = map[string]scene.Card{}
		for d := range p.Compiled.Pack.Defs {
			s.faces[p.Compiled.Pack.Defs[d].ID] = composer.Definition(engine.DefID(d))
		}
	})
	card, ok = s.faces[id]
	return card, ok
}

// Load loads the packs of scenarios, as interp.Load does: those that are studied already
// are not read again.
func (s *Study) Load(name string, with interp.With) (*interp.Pack, error) {
	if len(with.GameOptions) == 0 {
		unit := NewUnit(name, with.Overlays...)
		if unit == s.Unit {
			return s.Pack()
		}
		if !filepath.IsAbs(name) {
			return s.workspace.Study(unit).Pack()
		}
	}
	with.Unsaved = s.unsaved
	return interp.Load(name, with)
}

// Scenarios keeps the tables at which the scenarios of the study are played.
func (s *Study) Scenarios() *scenario.Cache { return s.cache }

func readFile(path string) ([]byte, error) { return source.File(path, source.MaxSize) }

// All are the findings of the study; where nothing could be read, why.
func (s *Study) All() []diag.Finding {
	if s.Err != nil {
		return []diag.Finding{diag.Found("unread", diag.Error,
			diag.At(filepath.ToSlash(filepath.Join(s.Unit.Pack, "pack.yaml")), 1, 1), "%s", s.Err)}
	}
	return s.Findings
}

// Dependants are the units that stand on the pack of a unit: the overlays that it
// carries, and the packs of the workspace that extend it.
func (w *Workspace) Dependants(u Unit) []Unit {
	s := w.Study(u)
	if s.Err != nil || u.over != "" {
		return nil
	}
	var out []Unit
	for _, name := range s.Reading.Base.OverlayNames() {
		if !slices.Contains(s.Reading.Overlays, name) {
			out = append(out, NewUnit(u.Pack, name))
		}
	}
	for _, folder := range w.Packs() {
		if folder != u.Pack && w.standsOn(folder, u.Pack) {
			out = append(out, NewUnit(folder))
		}
	}
	return out
}

// standsOn reports whether the pack of a folder extends that of another.
func (w *Workspace) standsOn(folder, below string) bool {
	text, err := w.Text(filepath.Join(folder, "pack.yaml"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "extends:"); ok {
			return filepath.Join(folder, strings.Trim(strings.TrimSpace(name), `"'`)) == below
		}
	}
	return false
}
