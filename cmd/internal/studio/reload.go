package studio

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	checks "github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
)

// lookEvery is how often the files are looked at. A change is applied at the
// second look that finds it, when whatever writes the files is done.
const lookEvery = 100 * time.Millisecond

// watch returns what applies changes of the pack's files that are saved from now on, and runs
// saved scenarios again, until ctx ends.
func (s *server) watch(ctx context.Context) func() {
	type state struct {
		read
		tests string
	}
	look := func() state { return state{s.fingerprint(), s.testFiles()} }
	applied := look()
	seen := applied
	return func() {
		for tick := time.Tick(lookEvery); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick:
				now := look()
				if now == seen && now != applied {
					s.lock.Lock()
					s.saved++
					known := s.opened
					if known.places == now.places {
						s.opened = read{}
					} else { // the games before may still be open
						known = applied.read
					}
					packs := s.config.First.Packs
					s.lock.Unlock()
					switch {
					case known == now.read, known.places != now.places: // opening a pack reads its files
					case len(s.Games()) == 0:
						if _, err := s.enter(s.game(), packs...); err != nil {
							s.checked([]diag.Finding{{Message: err.Error()}})
						}
						s.Happened()
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
}

// read is a list of files that something is read from, and their state.
type read struct{ places, pack string }

// reads is the state of files as they are now.
func reads(places []string) read { return read{strings.Join(places, "\n"), disk.Fingerprint(places)} }

// fingerprint is what the games are read from: files of packs, and scenarios in play.
func (s *server) fingerprint() read {
	var places []string
	if bench := s.draft(); bench != nil {
		places = bench.Loaded.Places()
	}
	for _, g := range s.Games() {
		all := g.Shown().Table.Loaded.Places()
		if b := own(g); b.scenario != nil {
			all = append(all, b.file)
		}
		for _, place := range all {
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return reads(places)
}

// Reloaded says what came of a change of the files.
type Reloaded struct {
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
	out := &Reloaded{Applied: true}
	s.lock.Lock()
	findings := s.findings
	s.lock.Unlock()
	all := s.Games()
	for i, g := range all {
		var unread *interp.BrokenError
		renewed, err := g.Renew(s.ctx)
		last := i == len(all)-1
		if err != nil && !last && !errors.As(err, &unread) {
			g.Warn(err.Error())
			continue // one of fewer seats than the pack has now is no reason for the others
		}
		if err != nil {
			out.Applied = false
			out.Text = err.Error()
			findings = errorsIn(err)
			if unread == nil {
				findings = s.found(g)
			}
			break
		}
		out.take(&renewed)
		if last {
			out.Branch, out.Answers, out.Of = g.ID, renewed.Fit, renewed.Wanted
		}
	}
	if out.Applied {
		findings = check(all[len(all)-1].Shown().Table.Reading())
	}
	out.Took = time.Since(began).Milliseconds()
	s.lock.Lock()
	s.reloads++
	out.Version = s.reloads
	s.reloaded = out
	s.findings = findings
	s.shown = nil
	s.lock.Unlock()
	s.Happened()
}

// take takes in what came of a game. Where an answer does not fit any more the game goes on from
// there.
func (out *Reloaded) take(r *house.Renewed) {
	if r.Failure != nil {
		out.Applied = false
		out.Text = r.Failure.Error()
	} else if r.Difference != nil {
		out.Text = r.Difference.Error()
	}
}

// found are the mistakes in the files, if the game can be played nevertheless: it still has
// the same number of seats.
func (s *server) found(g *house.Game) []diag.Finding {
	now, err := interp.Read(s.game(), interp.With{Overlays: own(g).game.Packs, Memo: &s.memo})
	if err != nil {
		return nil // said already
	}
	return check(now)
}

// errorsIn are the errors in the files that keep a pack from being played.
func errorsIn(err error) []diag.Finding {
	broken := &interp.BrokenError{}
	errors.As(err, &broken)
	return slices.DeleteFunc(slices.Clone(broken.Findings),
		func(f diag.Finding) bool { return f.Severity != diag.Error })
}

// check looks for mistakes that load.
func check(of *interp.Reading) []diag.Finding {
	return slices.DeleteFunc(checks.Pack(of, checks.Settings{}),
		func(d diag.Finding) bool { return d.Severity == diag.Note })
}
