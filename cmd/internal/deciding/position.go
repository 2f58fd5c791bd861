package deciding

import (
	"fmt"
	"path/filepath"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Position is a game that stands at a question.
type Position struct {
	*interp.Table
	Game *engine.Game
	// Seat is asked the Question; View is what it sees.
	Seat     engine.Seat
	Question *view.Question
	View     *view.View
}

// Scenarios are the scenarios of a game, by name.
type Scenarios struct {
	cases map[string]*scenario.Case
	cache *scenario.Cache
}

// Open reads the scenarios of a game below the tree's root.
func Open(root, game string) (*Scenarios, error) {
	files, err := scenario.Find(filepath.Join(root, "testdata", "scenarios", game))
	if err != nil {
		return nil, err
	}
	out := &Scenarios{cases: map[string]*scenario.Case{}, cache: scenario.NewCache(nil)}
	for _, path := range files {
		data, err := source.File(path, source.MaxSize)
		if err != nil {
			return nil, err
		}
		for _, c := range scenario.Read(filepath.ToSlash(path), data, &diag.List{}).Cases {
			if out.cases[c.Name] == nil {
				out.cases[c.Name] = c
			}
		}
	}
	return out, nil
}

// At plays the question's scenario and goes back to where the question is asked.
func (s *Scenarios) At(q *Question) (*Position, error) {
	c := s.cases[q.Scenario]
	if c == nil {
		return nil, fmt.Errorf("%s: there is no scenario %q", q.Pos, q.Scenario)
	}
	fixture, err := s.cache.Fixture(c)
	if err != nil {
		return nil, err
	}
	m, err := fixture.Take()
	if err != nil {
		return nil, err
	}
	unchecked := func(*engine.Game) error { return nil }
	played := scenario.Try(fixture, c, fixture.Setup(m, 1), scenario.Validator{State: unchecked, Folds: unchecked})
	if played.Game == nil || played.Err != nil {
		return nil, fmt.Errorf("%s: the scenario %q does not begin: %v", q.Pos, q.Scenario, played.Err)
	}
	g := played.Game
	answers := g.Answers()
	for i := len(answers); ; i-- {
		if d := g.Open(); d != nil {
			for seat := engine.Seat(1); int(seat) <= g.Layout().Seats; seat++ {
				if asked := view.Asked(g.Position(), d, seat); asked != nil && asked.Prompt == q.Prompt && d.Waits(seat) {
					return &Position{fixture.Table, g, seat, asked, view.Of(g.Position(), seat)}, nil
				}
			}
		}
		if i == 0 {
			return nil, fmt.Errorf("%s: the scenario %q leaves nobody a choice at %s", q.Pos, q.Scenario, q.Prompt)
		}
		if err := g.Undo(answers[i-1].Number); err != nil {
			return nil, err
		}
	}
}
