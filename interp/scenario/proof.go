package scenario

import (
	"context"
	"errors"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// CheckFile returns the mistakes in a file of scenarios before they are played. Run finds
// out whether the game does what they say. It skips scenarios whose budget, in spent, which
// may be nil, is used up.
func (s *Cache) CheckFile(ctx context.Context, path string, data []byte, spent *diag.List) []diag.Finding {
	report := &diag.List{}
	file := Read(path, data, report)
	for _, c := range file.Cases {
		found, work := s.check(ctx, c)
		report.Add(found...)
		if spent != nil && !spent.Spend(path, work, 0) {
			break
		}
	}
	return report.Sorted()
}

// check returns the mistakes in a case before it is played: in its shape, its position and
// scripted results, which are laid out, and the names in its actions and expectations. work
// is the cost for its game, in instructions.
func (s *Cache) check(ctx context.Context, c *Case) (found []diag.Finding, work int) {
	if len(c.Findings) > 0 {
		return c.Findings, 0
	}
	fixture, err := s.Fixture(c)
	if err != nil {
		if refused(c, err) {
			return nil, 0
		}
		return findings(c, err), 0
	}
	machine, err := fixture.Take()
	if err != nil {
		return findings(c, err), 0
	}
	defer fixture.Give(machine)
	r := newRunner(ctx, fixture, c, mode{})
	err = errors.Join(r.begin(fixture.Setup(machine, 0)), r.names(), r.misspelt())
	if err == nil {
		err = r.idle()
	}
	return findings(c, err), r.work()
}

// work is what the game of a case has spent.
func (r *runner) work() int {
	if r.g == nil {
		return 0
	}
	return r.g.Counts().Work
}
