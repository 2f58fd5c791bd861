package scenario

import (
	"errors"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Check says what is wrong with a case before it is played: its shape, its
// position and scripted results, which are laid out, and the names in what it
// does and expects.
func (s *Cache) Check(c *Case) []diag.Finding {
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
	r := newRunner(fixture, c, mode{})
	return findings(c, errors.Join(r.begin(fixture.Setup(machine, 0)), r.names()))
}
