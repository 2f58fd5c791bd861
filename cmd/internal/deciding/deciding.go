// Package deciding reads which facts decide each question of a game
// (testdata/facts), and says in a position of a scenario what they are: tests of
// screens look for each of them. It takes them from views (engine/view) and the
// pack's words, not from scenes, so that a scene that forgets one is found out.
//
//	deciding.go the files of facts
//	position.go positions in which the questions are asked, from scenarios
//	facts.go    the facts of a question in a position
//	check.go    the test that every screen must pass
//
// It is for tests of interp/scene, cmd/internal/screen and cmd/internal/studio,
// and imports engine/view, and interp's compile, diag, locale, scenario and source.
package deciding

import (
	"fmt"
	"path/filepath"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Question is what a file says about one question of a game.
type Question struct {
	Prompt string
	// Scenario is the name of the scenario in which the question is asked; empty
	// where none leaves a choice.
	Scenario string
	Subjects []Subject
	Pos      diag.Pos
}

// Subject is what has facts ("options", "seats", the name of a role), and their
// names.
type Subject struct {
	Name  string
	Facts []string
}

// Read reads the file of a game's facts below the tree's root, in its order.
func Read(root, game string) ([]Question, error) {
	path := filepath.Join(root, "testdata", "facts", game+".yaml")
	data, err := source.File(path, source.MaxSize)
	if err != nil {
		return nil, err
	}
	report := &diag.List{}
	file := source.Read(filepath.ToSlash(path), data, report)
	if all := report.Sorted(); len(all) > 0 {
		return nil, fmt.Errorf("%s: %s", all[0].Pos, all[0].Text())
	}
	if file.Get("game") == nil || file.Get("game").Text != game || file.Get("questions") == nil {
		return nil, fmt.Errorf("%s: expected game: %s and questions", path, game)
	}
	var out []Question
	for _, pair := range file.Get("questions").Pairs {
		q := Question{Prompt: pair.Key, Pos: pair.Value.Pos}
		if n := pair.Value.Get("scenario"); n != nil {
			q.Scenario = n.Text
		}
		facts := pair.Value.Get("facts")
		if facts == nil {
			return nil, fmt.Errorf("%s: expected facts of the question %s", q.Pos, q.Prompt)
		}
		for _, of := range facts.Pairs {
			s := Subject{Name: of.Key}
			for _, f := range of.Value.Entries() {
				s.Facts = append(s.Facts, f.Text)
			}
			q.Subjects = append(q.Subjects, s)
		}
		out = append(out, q)
	}
	return out, nil
}
