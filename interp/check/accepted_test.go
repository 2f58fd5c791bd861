package check_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

var number = regexp.MustCompile(`\b[0-9]+\b`)

// edit draws a change that leaves a pack readable more often than the operators'
// mistakes do: a line that is gone or stands twice, another number.
func (o *original) edit(r *rand.Rand) (s site, now string) {
	for {
		s = site{file: r.IntN(len(o.source.Files))}
		f := o.source.Files[s.file]
		if !strings.HasSuffix(f.Path, ".lua") &&
			(!strings.HasSuffix(f.Path, ".yaml") || strings.HasPrefix(f.Path, "locale/")) {
			continue
		}
		line := r.IntN(len(o.lines[s.file]))
		s.offset = o.lines[s.file][line]
		end := len(f.Data)
		if line+1 < len(o.lines[s.file]) {
			end = o.lines[s.file][line+1]
		}
		s.was = string(f.Data[s.offset:end])
		switch at := number.FindStringIndex(s.was); {
		case at != nil && r.IntN(3) > 0:
			other := []string{"0", "1", "7", "99", "100000"}[r.IntN(5)]
			return s, s.was[:at[0]] + other + s.was[at[1]:]
		case r.IntN(2) == 0:
			return s, s.was + s.was
		}
		return s, ""
	}
}

// placed is where a failure says that a script stands.
var placed = regexp.MustCompile(`\.(lua|yaml):[0-9]+`)

// TestAcceptedStarts: a changed pack in which check finds no error starts, and
// plays to its first decision, or a script of it fails with its place. The suite
// tries a few changes; RULEDECK_FULL=1 some thousand.
func TestAcceptedStarts(t *testing.T) {
	enough := 3
	if os.Getenv("RULEDECK_FULL") != "" {
		enough = 1000
	}
	for _, name := range pack.Shipped() {
		o := readOriginal(t, name)
		r := rand.New(rand.NewPCG(15, 8))
		accepted, failed := 0, 0
		for range enough {
			s, now := o.edit(r)
			m := o.mutate(s, now)
			if m == nil || m.reading.Report.HasErrors() ||
				slices.ContainsFunc(check.Pack(m.reading, check.Settings{}),
					func(d diag.Finding) bool { return d.Severity == diag.Error }) {
				continue
			}
			accepted++
			err := begins(m.reading)
			var failure *engine.Failure
			var bug *language.HostPanic
			switch {
			case err == nil:
			case errors.As(err, &failure) && !errors.As(err, &bug) && placed.MatchString(err.Error()):
				failed++
			default:
				t.Errorf("%s: %v", m, err)
			}
		}
		if accepted == 0 {
			t.Errorf("%s: check accepts none of %d changes", name, enough)
		}
		t.Logf("%s: %d changes, %d without an error, of which %d fail in a script before the first decision", name,
			enough, accepted, failed)
	}
}

// begins plays a pack to its first decision.
func begins(r *interp.Reading) error {
	p, err := r.Pack()
	if err != nil {
		return err
	}
	seats, _ := p.Seats()
	tbl, err := p.Table(interp.Settings{Seats: seats, Seed: 1, CheckInvariants: true})
	if err != nil {
		return err
	}
	g, err := tbl.NewGame()
	if err != nil {
		return err
	}
	_, err = g.Advance(context.Background())
	return err
}
