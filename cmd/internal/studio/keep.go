package studio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
)

// fileName is what a kept scenario may be called: nothing that leads out of its
// folder.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// postKeep writes what was played since the beginning of the step of a decision
// as a scenario into the pack's folder, after it has passed. Without a decision
// it is the step that runs now.
func (s *server) postKeep(q *query) (any, error) {
	places := q.branch.session.Table().Loaded.Places()
	if len(places) == 0 {
		return nil, errors.New("the game is inside the program and has no folder to keep a test in; lay an overlay of your own over it: ruledeck new overlay")
	}
	if !fileName.MatchString(q.body.Name) {
		return nil, fmt.Errorf("a test is named with small letters, digits, - and _, not %q", q.body.Name)
	}
	folder := filepath.Join(places[len(places)-1], "scenarios")
	path := filepath.Join(folder, q.body.Name+".yaml")
	if _, err := os.Lstat(path); err == nil {
		return nil, refuse(409, "%s is there already; give the test another name", path)
	}
	text, err := s.export(q.branch, q.body.Decision, q.body.Name, places[len(places)-1])
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if err := disk.OS.Write(path, []byte(text)); err != nil {
		return nil, err
	}
	return map[string]string{"path": path, "text": text, "open": s.link(path, 1, 1)}, nil
}

// export writes the game from the step of a decision on.
func (s *server) export(b *branch, decision int, name, folder string) (string, error) {
	t, g := b.session.Table(), b.session.Game()
	from := g.Position().Checkpoint()
	if decision = b.choice(decision); decision > 0 {
		// A game that parts here stands at the step of the decision.
		there, err := b.session.Fork(decision, play.Settings{})
		if err != nil {
			return "", err
		}
		from = there.Game().Position().Checkpoint()
	}
	e := record.Export{Name: name, Game: "..", Seats: t.Layout.Seats, Options: scenario.Settled(t, g.Seed()), From: from}
	return record.NewRecorder(position.NewFixture(t, nil)).Write(g, e)
}
