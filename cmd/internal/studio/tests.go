package studio

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine"
	checks "github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Tested is a scenario of the pack with its state.
type Tested struct {
	File string `json:"file"`
	Name string `json:"name"`
	Line int    `json:"line"`
	// Last is the line up to which its answers are played.
	Last   int    `json:"last"`
	Passed bool   `json:"passed"`
	Report string `json:"report,omitempty"`
	sourcePlace
	path string
}

// scenarioFolder is where the pack's scenarios lie; "" where it has no folder.
func (s *server) scenarioFolder() string {
	t := s.ownTable()
	if t == nil || len(t.Loaded.Places()) == 0 {
		return ""
	}
	places := t.Loaded.Places()
	if r := t.Reading(); len(r.Overlays) == 0 && r.Base.Folder != "" {
		return r.Base.ScenarioFolder()
	}
	return filepath.Join(places[len(places)-1], "scenarios")
}

// keepTesting runs the scenarios of the pack when the studio opens, and again
// when they or the pack have changed, until ctx ends.
func (s *server) keepTesting(ctx context.Context) {
	for {
		playing, end := context.WithCancel(ctx)
		s.lock.Lock()
		s.ending = end
		s.lock.Unlock()
		s.guarded(func() {
			s.test(ctx)
			if s.config.Play > 0 && len(s.untested) == 0 {
				s.silent(playing)
			}
		})
		end()
		select {
		case <-ctx.Done():
			return
		case <-s.untested:
		}
	}
}

// guarded runs a job beside the games that are played: a panic of it is shown among the
// findings, and ends neither them nor the program.
func (s *server) guarded(job func()) {
	err := func() (err error) {
		defer engine.Guard(&err)
		job()
		return nil
	}()
	if err == nil {
		return
	}
	var found diag.List
	found.Errorf("play-fails", s.ownTable().Loaded.Tree.GamePos, "what was tried beside your games stopped: %v", err)
	s.lock.Lock()
	s.shown = append(s.shown, found.Sorted()...)
	s.lock.Unlock()
	s.Happened()
}

// retest asks for the scenarios to be run.
func (s *server) retest() {
	s.lock.Lock()
	if s.ending != nil {
		s.ending()
	}
	s.lock.Unlock()
	select {
	case s.untested <- struct{}{}:
	default: // it will happen anyway
	}
}

// test runs the scenarios of the pack and what they cover; games go on meanwhile.
func (s *server) test(ctx context.Context) {
	folder := s.scenarioFolder()
	if folder == "" {
		return
	}
	loaded := s.ownTable().Pack
	files, _ := scenario.Find(folder) // or there are none yet
	base, err := coverage.Base(loaded)
	if err != nil {
		return
	}
	spent := &diag.List{Account: diag.Together("running the scenarios", 2)}
	report, results, err := coverage.Measure(ctx, loaded, base, files, 1, spent)
	if err != nil || ctx.Err() != nil {
		return
	}
	var out []Tested
	for i, r := range results {
		if !r.Ran { // nothing was left for it
			continue
		}
		one := Tested{Name: r.Name, Line: r.Line, Last: 1 << 30, Passed: r.Passed(), Report: r.Report(), path: r.File}
		if i+1 < len(results) && results[i+1].File == r.File {
			one.Last = results[i+1].Line - 1
		}
		one.File, err = filepath.Rel(folder, r.File)
		if err != nil {
			one.File = r.File
		}
		one.sourcePlace = s.spot(diag.At(r.File, r.Line, 1))
		out = append(out, one)
	}
	spent.Revise(func(d *diag.Finding) { d.Message += fmt.Sprintf("; %d of %d are run", len(out), len(results)) })
	s.lock.Lock()
	s.tests = out
	s.reached = report
	s.shown = spent.Sorted()
	s.lock.Unlock()
	s.Happened()
}

// mostPlayed is how long silent games of a pack may take.
const mostPlayed = 5 * time.Second

// silent plays silent games of a pack that is being written, and keeps what they show.
func (s *server) silent(ctx context.Context) {
	folder := s.scenarioFolder()
	if folder == "" {
		return
	}
	table := s.ownTable()
	files, _ := scenario.Find(folder) // or there are none yet
	enough, end := context.WithTimeout(ctx, mostPlayed)
	defer end()
	player := evidence.Player{Pack: table.Pack, Name: s.config.Game, Games: s.config.Play, Workers: 1, Scenarios: files,
		Static: checks.Pack(table.Reading(), checks.Settings{}), Enough: enough,
		Spent: evidence.Spending(0)}
	found, err := player.Play(ctx)
	if err != nil {
		return // the files have changed
	}
	found.Findings = slices.DeleteFunc(found.Findings,
		func(d diag.Finding) bool { return d.Severity == diag.Note && d.Code != "play-takes-much" })
	s.lock.Lock()
	s.shown = append(s.shown, found.Findings...)
	s.lock.Unlock()
	s.Happened()
}

// testFiles tells states of the scenario files apart.
func (s *server) testFiles() string {
	folder := s.scenarioFolder()
	if folder == "" {
		return ""
	}
	return disk.Fingerprint([]string{folder})
}

// ran are the tests as they ran last.
func (s *server) ran() []Tested {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tests
}

// Tests are the scenarios of a pack, and what they reach of it.
type Tests struct {
	Folder  string    `json:"folder"`
	Tests   []Tested  `json:"tests"`
	Reached []Reached `json:"reached"`
}

func (s *server) getTests(v house.Viewer, _ table.None) (Tests, error) {
	return Tests{s.scenarioFolder(), append([]Tested{}, s.ran()...), s.covered(v)}, nil
}

// Reached is how many things of a kind the scenarios reach, and where the others stand.
type Reached struct {
	Kind    string      `json:"kind"`
	Reached int         `json:"reached"`
	All     int         `json:"all"`
	Missing []Explained `json:"missing"`
}

// covered is what the scenarios reach, by kind; nothing until they have run.
func (s *server) covered(v house.Viewer) []Reached {
	s.lock.Lock()
	report := s.reached
	s.lock.Unlock()
	out := []Reached{}
	for _, kind := range coverage.Kinds {
		if report == nil || report.All[kind] == 0 {
			continue
		}
		one := Reached{kind, report.Reached[kind], report.All[kind], []Explained{}}
		for _, item := range report.Missing {
			if item.Kind != kind {
				continue
			}
			missing := Explained{Name: item.Name}
			if things, err := atlas(v.Game).Explainer().Explain(item.Declared()); err == nil && len(things) > 0 {
				missing = s.explained(item.Name, things[0].Doc, things[0].At)
			}
			one.Missing = append(one.Missing, missing)
		}
		out = append(out, one)
	}
	return out
}

// OpenCall names a scenario by its file and its line; Number is not 0 for where its answers end.
// Or it names a card, an ability or both, to be seen to act.
type OpenCall struct {
	Name   string   `json:"name,omitempty"`
	Event  int      `json:"event,omitempty"`
	Number int      `json:"number,omitempty"`
	Acts   []string `json:"acts,omitempty"`
}

// open opens a scenario of the pack as a game: where it begins, or behind its
// answers.
func (s *server) open(v house.Viewer, in OpenCall) (house.Opened, error) {
	if len(in.Acts) > 0 {
		return house.OpenedAs(s.try(own(v.Game).game.Packs, in.Acts...))
	}
	tests := s.ran()
	i := slices.IndexFunc(tests, func(t Tested) bool { return t.File == in.Name && t.Line == in.Event })
	if i < 0 {
		return house.Opened{}, table.Refuse(404, "the pack has no scenario at %s:%d", in.Name, in.Event)
	}
	t := &tests[i]
	line := t.Line
	if in.Number > 0 {
		line = t.Last
	}
	g, err := s.openFile(t.path, line)
	if err != nil && in.Number > 0 {
		// One whose answers do not go is looked at where it begins.
		if g, other := s.openFile(t.path, t.Line); other == nil {
			g.Warn(err.Error())
			return house.Opened{Branch: g.ID}, nil
		}
	}
	return house.OpenedAs(g, err)
}
