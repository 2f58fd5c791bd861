package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// fileName is what a kept scenario may be called: nothing that leads out of its
// folder.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// keptTest is a game from the step of a decision on, as a scenario.
type keptTest struct {
	decision int
	node     *source.Node
	outcomes []record.Outcome
}

// Outcome is what a test may ask for, as the page offers it.
type Outcome struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Thing is the key of the card or place in the scene, Event the line's event in
	// the viewer's log; -1 for none.
	Thing string `json:"thing,omitempty"`
	Event int    `json:"event"`
	Usual bool   `json:"usual,omitempty"`
}

// DecisionCall names a decision.
type DecisionCall struct {
	Decision int `json:"decision"`
}

// Keepable is what can be true of a test that is kept from a decision on.
type Keepable struct {
	Folder   string    `json:"folder"`
	Decision int       `json:"decision"`
	Outcomes []Outcome `json:"outcomes"`
}

// keepable lists what can be true of a test that is kept from a decision on.
func (s *server) keepable(v house.Viewer, in DecisionCall) (*Keepable, error) {
	out := &Keepable{Outcomes: []Outcome{}}
	folder, err := s.testFolder()
	if err != nil {
		return nil, err
	}
	test, err := s.export(v.Game, in.Decision, "", folder)
	if err != nil {
		return nil, err
	}
	out.Folder = folder
	out.Decision = test.decision
	told, _ := history(v)
	numbers := provenance.Aligned(told.Events, told.All)
	for i := range test.outcomes {
		o := &test.outcomes[i]
		shown := Outcome{ID: o.ID(), Text: o.Text(), Thing: o.Thing, Event: -1, Usual: o.Usual}
		if o.Event >= 0 && o.Event < len(told.All) {
			shown.Event = numbers[len(told.All)-1-o.Event]
		}
		out.Outcomes = append(out.Outcomes, shown)
	}
	return out, nil
}

// testFolder is the folder in which tests are kept.
func (s *server) testFolder() (string, error) {
	const first = "the game is inside the program or an archive, and has no folder to keep a test in; " +
		"make it yours first"
	folder := s.scenarioFolder()
	if folder == "" {
		return "", errors.New(first)
	}
	for _, place := range s.ownTable().Loaded.Places() {
		info, err := os.Stat(place)
		switch {
		case err == nil && !info.IsDir():
			return "", errors.New(first)
		case err != nil:
			return "", fmt.Errorf("the pack is not there any more, so a test of it would stand alone: %w", err)
		}
	}
	return folder, nil
}

// KeepCall keeps a game from a decision on as a test, with the outcomes that must be true; those
// that are usual where none are named.
type KeepCall struct {
	Name     string   `json:"name"`
	Decision int      `json:"decision,omitempty"`
	Expect   []string `json:"expect,omitempty"`
}

// KeptTest is a test that was written, and how it ran.
type KeptTest struct {
	Path   string `json:"path"`
	Text   string `json:"text"`
	Open   string `json:"open"`
	Passed bool   `json:"passed"`
	Report string `json:"report"`
}

// keep writes the game since the beginning of a decision's step as a scenario into the
// pack's folder, never over a file, and runs it. Without a decision it takes the running
// step.
func (s *server) keep(v house.Viewer, in KeepCall) (*KeptTest, error) {
	folder, err := s.testFolder()
	if err != nil {
		return nil, err
	}
	if !fileName.MatchString(in.Name) {
		return nil, fmt.Errorf("a test is named with small letters, digits, - and _, not %q", in.Name)
	}
	path := filepath.Join(folder, in.Name+".yaml")
	test, err := s.export(v.Game, in.Decision, in.Name, folder)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(test.outcomes), func(o record.Outcome) bool {
		if in.Expect == nil {
			return !o.Usual
		}
		return !slices.Contains(in.Expect, o.ID())
	})
	if len(chosen) == 0 {
		return nil, errors.New("choose what must be true: a value, a place, or a line of the log")
	}
	test.node.Put("then", record.Then(chosen))
	text := record.Text(test.node)
	name := filepath.Join(filepath.Base(folder), in.Name+".yaml")
	if err := disk.Exchange(filepath.Dir(folder), name, "", []byte(text)); errors.Is(err, fs.ErrExist) {
		return nil, table.Refuse(409, "%s is there already; give the test another name", path)
	} else if err != nil {
		return nil, err
	}
	results, err := scenario.Run(s.ctx, []string{path}, scenario.Config{Workers: 1})
	if err != nil {
		return nil, err
	}
	s.retest()
	return &KeptTest{path, text, s.link(path, 1, 1), results[0].Passed(), results[0].Report()}, nil
}

// export writes the game from the step of a decision on, for a file in a folder.
func (s *server) export(g *house.Game, decision int, name, folder string) (test *keptTest, err error) {
	err = g.Look(func(session *play.Session) error {
		t := session.Table()
		p := session.Position()
		from := p.Checkpoint()
		test = &keptTest{decision: house.Parting(session, decision)}
		if test.decision > 0 {
			// A game that parts here stands at the step of the decision.
			there, err := session.Fork(s.ctx, test.decision, play.Settings{})
			if err != nil {
				return err
			}
			from = there.Position().Checkpoint()
		}
		options := scenario.Settled(t, session.Seed().Low)
		e := record.Export{Name: name, GameOptions: options, From: from}
		r := t.Reading()
		e.Game = pack.Relative(folder, r.Name)
		for _, o := range r.Overlays {
			if _, own := r.Base.Overlay(o); own != nil {
				e.Packs = append(e.Packs, pack.Relative(folder, o))
			}
		}
		recorder := record.NewRecorder(s.ctx, position.NewFixture(t, nil))
		node, end, err := recorder.Tell(p, e)
		if err != nil {
			return err
		}
		test.node = node
		if end == nil {
			return errors.New("the game cannot be played so again: a script fails in it")
		}
		test.outcomes = recorder.Outcomes(end)
		return nil
	})
	return test, err
}
