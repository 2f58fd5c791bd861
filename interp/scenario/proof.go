package scenario

import (
	"context"
	"errors"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// CheckFile says what is wrong with the scenarios of a file before they are
// played. Whether the game does what they say is for Run.
func (s *Cache) CheckFile(ctx context.Context, path string, data []byte) []diag.Finding {
	report := &diag.List{}
	file := Read(path, data, report)
	for _, c := range file.Cases {
		for _, d := range s.Check(ctx, c) {
			report.Add(d)
		}
	}
	return report.Sorted()
}

// Check says what is wrong with a case before it is played: its shape, its
// position and scripted results, which are laid out, and the names in what it
// does and expects.
func (s *Cache) Check(ctx context.Context, c *Case) []diag.Finding {
	if len(c.Findings) > 0 {
		return c.Findings
	}
	fixture, err := s.Fixture(c)
	if err != nil {
		if refused(c, err) {
			return nil
		}
		return findings(c, err)
	}
	machine, err := fixture.Take()
	if err != nil {
		return findings(c, err)
	}
	defer fixture.Give(machine)
	r := newRunner(ctx, fixture, c, mode{})
	if err := errors.Join(r.begin(fixture.Setup(machine, 0)), r.names(), r.misspelt()); err != nil {
		return findings(c, err)
	}
	return findings(c, r.idle())
}
