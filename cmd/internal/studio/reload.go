package studio

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
)

// lookEvery is how often the files are looked at. A change is applied at the
// second look that finds it, when whatever writes the files is done.
const lookEvery = 100 * time.Millisecond

// watch applies what is saved in the pack's files until ctx ends, and runs the
// scenarios again that are saved.
func (s *server) watch(ctx context.Context) {
	type state struct{ pack, tests string }
	look := func() state { return state{s.fingerprint(), s.testFiles()} }
	applied := look()
	seen := applied
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now := look()
			if now == seen && now != applied {
				if now.pack != applied.pack {
					s.reload()
				}
				applied = now
				s.retest()
			}
			seen = now
		}
	}
}

// fingerprint is the state of the files that the games are read from: those of
// their packs, and scenarios that are played on.
func (s *server) fingerprint() string {
	s.lock.Lock()
	var places []string
	for _, b := range s.branches {
		all := b.session.Table().Loaded.Places()
		if b.scenario != nil {
			all = append(all, b.file)
		}
		for _, place := range all {
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	s.lock.Unlock()
	return disk.Fingerprint(places)
}

// reloaded says what came of a change of the files.
type reloaded struct {
	// Version is that of the state when it was told.
	Version int `json:"version"`
	// Applied is set where the games go on with the new files; Text says what keeps
	// them from it, or which answer did not fit.
	Applied bool   `json:"applied"`
	Text    string `json:"text,omitempty"`
	// Branch is the game that it is about: so many answers of those that it had fit.
	Branch  int   `json:"branch"`
	Answers int   `json:"answers"`
	Of      int   `json:"of"`
	Took    int64 `json:"took_ms"`
}

// difference is where a game first differs for a viewer since the files changed: the
// line that was told, that which is told now, and the event of it; Line counts the
// lines before.
type difference struct {
	Was   string `json:"was"`
	Is    string `json:"is"`
	Line  int    `json:"line"`
	Event int    `json:"event"`
}

// difference is nil where nothing that the viewer is told differs.
func (b *branch) difference(at reading) *difference {
	if b.replayed == nil {
		return nil
	}
	out, known := b.differences[at]
	if !known {
		if sides := b.replayed.Compare(at.viewer, at.lang); len(sides.Was) > 0 || len(sides.Is) > 0 {
			out = &difference{first(sides.Was), first(sides.Is), sides.At, sides.Event}
		}
		b.differences[at] = out
	}
	return out
}

// first is the first line that says something.
func first(lines []string) string {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// reload starts every game anew from the files as they are now and gives it its
// answers. A game that does not come to where it stands stays as it was.
func (s *server) reload() {
	s.lock.Lock()
	defer s.lock.Unlock()
	defer s.changed()
	s.replay()
}

func (s *server) replay() {
	began := time.Now()
	out := &reloaded{Applied: true, Version: s.version + 1}
	s.reloaded = out
	for _, b := range s.branches {
		if !s.replayed(b, out, b == s.branches[len(s.branches)-1]) {
			break
		}
	}
	if out.Applied {
		s.check()
	}
	out.Took = time.Since(began).Milliseconds()
}

// replayed plays a game again with the files as they are now; it reports whether
// they can be played at all.
func (s *server) replayed(b *branch, out *reloaded, current bool) bool {
	wanted, give := b.before, b.session.Give
	if wanted == nil {
		wanted = b.session.Answers()
		give = func(ctx context.Context, _ []replay.Answer) (*play.Replayed, error) { return b.session.Replay(ctx) }
	}
	r, err := give(s.ctx, wanted)
	if err != nil {
		s.broken(out, err)
		return false
	}
	if current {
		out.Branch, out.Of = b.id, len(wanted)
	}
	if r.Failure != nil {
		out.Applied, out.Text = false, r.Failure.Error()
		return true
	}
	if r.Difference != nil {
		// Where an answer does not fit any more the game goes on from there.
		out.Text = r.Difference.Error()
	}
	b.rewrite = true // before the session tells what it goes back to
	b.session.Take(r)
	fit := len(b.session.Answers())
	if b.before = nil; fit < len(wanted) {
		b.before = wanted
	} else {
		b.notice = ""
	}
	if current {
		out.Answers = fit
	}
	b.replayed, b.differences = r, map[reading]*difference{}
	b.advance(s.ctx)
	if b.journal != nil {
		b.save(s)
	}
	return true
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
