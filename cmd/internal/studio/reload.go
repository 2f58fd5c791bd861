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
	checks "github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
)

// lookEvery is how often the files are looked at. A change is applied at the
// second look that finds it, when whatever writes the files is done.
const lookEvery = 100 * time.Millisecond

// watch applies saved changes of the pack's files until ctx ends, and runs saved scenarios
// again.
func (s *server) watch(ctx context.Context) {
	type state struct{ places, pack, tests string }
	look := func() state {
		places, pack := s.fingerprint()
		return state{places, pack, s.testFiles()}
	}
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
				s.lock.Lock()
				s.saved++
				s.lock.Unlock()
				switch {
				case now.places != applied.places || now.pack == applied.pack: // what is opened is read already
				case len(s.all()) == 0:
					s.lock.Lock()
					packs := s.config.First.Packs
					s.lock.Unlock()
					if _, err := s.enter(s.game(), packs...); err != nil {
						s.checked([]diag.Finding{{Message: err.Error()}})
					}
					s.changes.happened()
				default:
					s.reload()
				}
				applied = now
				s.retest()
			}
			seen = now
		}
	}
}

// fingerprint is the list of files that the games are read from, and their state: files of
// packs, and scenarios in play.
func (s *server) fingerprint() (which, state string) {
	var places []string
	if bench := s.draft(); bench != nil {
		places = bench.Loaded.Places()
	}
	for _, b := range s.all() {
		all := b.shown.Load().table.Loaded.Places()
		if b.scenario != nil {
			all = append(all, b.file)
		}
		for _, place := range all {
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return strings.Join(places, "\n"), disk.Fingerprint(places)
}

// reloaded says what came of a change of the files.
type reloaded struct {
	// Version counts the changes of the files.
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

// reload starts every game anew from the files as they are now and gives it its
// answers. A game that does not come to where it stands stays as it was.
func (s *server) reload() {
	began := time.Now()
	out := &reloaded{Applied: true}
	s.lock.Lock()
	findings, all := s.findings, slices.Clone(s.branches)
	s.lock.Unlock()
	for i, b := range all {
		var unread *interp.BrokenError
		err := s.replay(b, out, i == len(all)-1)
		if err != nil && i < len(all)-1 && !errors.As(err, &unread) {
			b.become(func(now *shown) { b.notice, now.Notice = err.Error(), err.Error() })
			continue // one of fewer seats than the pack has now is no reason for the others
		}
		if err != nil {
			out.Applied, out.Text = false, err.Error()
			if findings = errorsIn(err); unread == nil {
				findings = s.found(b)
			}
			break
		}
	}
	if out.Applied {
		findings = check(all[len(all)-1].shown.Load().table.Reading())
	}
	out.Took = time.Since(began).Milliseconds()
	s.lock.Lock()
	s.reloads++
	out.Version = s.reloads
	s.reloaded, s.findings, s.shown = out, findings, nil
	s.lock.Unlock()
	s.changes.happened()
}

// replay plays a game again with the files as they are now; the error says why they
// cannot be played at all.
func (s *server) replay(b *branch, out *reloaded, current bool) error {
	return b.Change(func(session *play.Session) (*play.Replayed, error) {
		wanted, give := b.before, session.Give
		if wanted == nil {
			wanted = session.Answers()
			give = func(ctx context.Context, _ []replay.Answer) (*play.Replayed, error) { return session.Replay(ctx) }
		}
		r, err := give(s.ctx, wanted)
		if err != nil {
			return nil, err
		}
		if current {
			out.Branch, out.Of = b.id, len(wanted)
		}
		if r.Failure != nil {
			out.Applied, out.Text = false, r.Failure.Error()
			return nil, nil
		}
		if r.Difference != nil {
			// Where an answer does not fit any more the game goes on from there.
			out.Text = r.Difference.Error()
		}
		b.rewrite = true // before the session tells what it goes back to
		session.Take(r)
		fit := len(session.Answers())
		if b.before = nil; fit < len(wanted) {
			b.before = wanted
		} else {
			b.notice = ""
		}
		if current {
			out.Answers = fit
		}
		return r, nil
	})
}

// found are the mistakes in the files, if the game can be played nevertheless: it still has
// the same number of seats.
func (s *server) found(b *branch) []diag.Finding {
	now, err := interp.Read(s.game(), interp.With{Overlays: b.game.Packs, Memo: &s.memo})
	if err != nil {
		return nil // said already
	}
	return check(now)
}

// errorsIn are the errors in the files that keep a pack from being played.
func errorsIn(err error) (findings []diag.Finding) {
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		for _, f := range broken.Findings {
			if f.Severity == diag.Error {
				findings = append(findings, f)
			}
		}
	}
	return findings
}

// check looks for mistakes that load.
func check(of *interp.Reading) (findings []diag.Finding) {
	for _, d := range checks.Pack(of, checks.Settings{}) {
		if d.Severity != diag.Note {
			findings = append(findings, d)
		}
	}
	return findings
}
