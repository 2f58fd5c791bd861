package scenario

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// over returns the case with overlays laid over its game besides its own.
func (c *Case) over(overlays []string) *Case {
	if len(overlays) == 0 {
		return c
	}
	out := *c
	out.Packs = slices.Clone(c.Packs)
	for _, path := range overlays {
		if full, err := filepath.Abs(path); err == nil &&
			!slices.ContainsFunc(packPaths(c), func(own string) bool { return same(own, full) }) &&
			!same(gamePath(c), full) {
			out.Packs = append(out.Packs, full)
		}
	}
	out.plain = c
	return &out
}

// same reports whether two paths name one folder.
func same(a, b string) bool {
	full, err := filepath.Abs(a)
	return err == nil && full == b
}

// fits reports whether the overlays of the run can be laid over the game of a case.
func (s *suite) fits(c *Case) bool {
	if c.plain == nil {
		return true
	}
	_, err := s.cache.Fixture(c)
	var broken *interp.BrokenError
	if !errors.As(err, &broken) {
		return true
	}
	return !slices.ContainsFunc(broken.Findings, func(f diag.Finding) bool { return f.Code == "wrong-base" })
}

// without plays a case that failed with the overlays of the run without them.
func (s *suite) without(ctx context.Context, c *Case, result *Result) {
	if c.plain == nil || result.Passed() {
		return
	}
	plain := *s
	plain.Played = nil
	plain.Answered = nil
	plain.Transcripts = false
	alone := &Result{}
	plain.one(ctx, c.plain, alone)
	names := strings.Join(s.Overlays, ", ")
	switch {
	case alone.Passed():
		result.Without = "it passes without " + names
	case alone.Report() == result.Report():
		result.Without = "it fails in the same way without " + names
	default:
		result.Without = "it fails without " + names + " too: " + alone.Findings[0].Text()
	}
}
