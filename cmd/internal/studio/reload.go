package studio

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// lookEvery is how often the files are looked at. A change is applied at the
// second look that finds it, when whatever writes the files is done.
const lookEvery = 100 * time.Millisecond

// watch applies what is saved in the pack's files until ctx ends.
func (s *server) watch(ctx context.Context) {
	applied := s.fingerprint()
	seen := applied
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now := s.fingerprint()
			if now == seen && now != applied {
				applied = now
				s.reload()
			}
			seen = now
		}
	}
}

// fingerprint is the state of the files that the pack is read from; scenarios,
// which the studio writes itself, are none of them.
func (s *server) fingerprint() string {
	s.lock.Lock()
	places := s.branches[0].session.Table().Loaded.Places()
	s.lock.Unlock()
	return disk.Fingerprint(places)
}

// reloaded says what came of a change of the files.
type reloaded struct {
	// Version is that of the state when it was told.
	Version int `json:"version"`
	// Applied is set where the games go on with the new files.
	Applied bool   `json:"applied"`
	Text    string `json:"text"`
	// Was and Is are the first line that differs, on either side; Line counts
	// the lines before it, Event is that of the new line.
	Was   string `json:"was,omitempty"`
	Is    string `json:"is,omitempty"`
	Line  int    `json:"line,omitempty"`
	Event int    `json:"event,omitempty"`
	Took  int64  `json:"took_ms"`
}

// reload starts every game anew from the files as they are now and gives it its
// answers. A game that does not come to where it stands stays as it was.
func (s *server) reload() {
	s.lock.Lock()
	defer s.lock.Unlock()
	defer s.changed()
	began := time.Now()
	out := &reloaded{Applied: true, Version: s.version + 1}
	s.reloaded = out
	for _, b := range s.branches {
		r, err := b.session.Replay()
		if err != nil {
			s.broken(out, err)
			break
		}
		current := b == s.branches[len(s.branches)-1]
		sides := r.Compare(view.Referee, "en")
		if current {
			out.Text = fmt.Sprintf("%d answers replayed", b.session.Game().Position().Decisions())
		}
		if len(sides.Was) > 0 || len(sides.Is) > 0 {
			out.differs(sides.At, sides.Was, sides.Is)
		}
		switch {
		case r.Failure != nil:
			out.Applied, out.Text = false, r.Failure.Error()
		case r.Difference != nil:
			out.Text = r.Difference.Error()
		}
		if r.Failure == nil {
			// Where an answer does not fit any more the game goes on from there.
			b.session.Take(r)
			b.advance()
		}
	}
	if out.Applied {
		s.check()
	}
	out.Took = time.Since(began).Milliseconds()
}

func (r *reloaded) differs(line int, was, is []string) {
	r.Line = line
	for _, side := range []struct {
		text  *string
		lines []string
	}{{&r.Was, was}, {&r.Is, is}} {
		for _, l := range side.lines {
			if l = strings.TrimSpace(l); l != "" {
				*side.text = l
				break
			}
		}
	}
}

// broken keeps the game as it was and shows what is wrong with the files.
func (s *server) broken(out *reloaded, err error) {
	out.Applied, out.Text = false, err.Error()
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		s.findings = nil
		for _, f := range broken.Findings {
			if f.Severity == diag.Error {
				s.findings = append(s.findings, f)
			}
		}
	}
}

// check looks for mistakes that load.
func (s *server) check() {
	reading := s.branches[len(s.branches)-1].session.Table().Reading()
	s.findings = nil
	for _, d := range check.Pack(reading, check.Settings{}) {
		if d.Severity != diag.Note {
			s.findings = append(s.findings, d)
		}
	}
}
