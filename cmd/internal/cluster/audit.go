package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Verified is the share of the shards that is played again where they are submitted, if
// nothing else is said.
const Verified = 0.01

// twice is the share of the shards that is given to a second worker.
const twice = 0.02

// audit finds workers that say what their games did not come to. The first shard of each
// worker is played again here, and a share of the others; some are given to a second worker,
// and where two differ, played here too. Which ones is chance, and no worker is told: one that
// lies in every shard is found with its first; one that lies in n others is found with the
// probability 1-(1-v)^n, v being the share that is verified here and by a second worker.
type audit struct {
	share float64
	liars map[string]bool
	seen  map[string]bool
	// player plays here, in a process with the limits of a worker's.
	player *process
	// queue holds the shards to verify here; busy is the one being played. verdicts has
	// their results.
	queue    []suspects
	busy     bool
	verdicts chan verdict
	// given are the shards that a second worker was given, waited for until, when there is
	// nothing else to wait for.
	given map[sim.Span]claim
	until time.Time
	// of is how many shards were taken in, here and second how many were verified.
	of, here, second int
}

// claim is what a worker has said of games, as a digest.
type claim struct {
	worker string
	games  sim.Span
	digest string
}

// suspects are what one or two workers have said of the same games.
type suspects []claim

// verdict is what games came to here.
type verdict struct {
	of     suspects
	digest string
	err    error
}

// digest is that of a part.
func digest(p *lab.Part) string {
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // texts and numbers
	}
	return name(data)
}

func (a *audit) begin(s *Submission) {
	*a = audit{share: s.Verify, liars: map[string]bool{}, seen: map[string]bool{}, given: map[sim.Span]claim{},
		verdicts: make(chan verdict, 1)}
}

// stop ends what plays here.
func (a *audit) stop() {
	if a.busy {
		<-a.verdicts // ctx has ended, and so has the process
	}
	a.drop()
}

// drop ends the process that plays here.
func (a *audit) drop() {
	if a.player != nil {
		a.player.end()
	}
	a.player = nil
}

// consider lets some shards be verified.
func (a *audit) consider(ctx context.Context, s *Submission, p *played) error {
	a.of++
	if a.share <= 0 {
		return nil
	}
	first := !a.seen[p.Worker]
	a.seen[p.Worker] = true
	claimed := claim{p.Worker, p.Games, digest(p.Part)}
	switch {
	case first || rand.Float64() < a.share:
		a.queue = append(a.queue, suspects{claimed})
		a.next(ctx, s)
	case len(a.seen) > 1 && rand.Float64() < twice:
		err := s.retry(ctx, func() error {
			_, err := s.js.Publish(ctx, s.order.subject(s.run, p.Games)+onceMore, nil)
			if isDuplicate(err) {
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
		a.given[p.Games] = claimed
	}
	return nil
}

// hear hears what a second worker says of games.
func (a *audit) hear(ctx context.Context, s *Submission, games sim.Span, entry jetstream.KeyValueEntry) error {
	first, asked := a.given[games]
	var part played
	if asked {
		delete(a.given, games)
		claimed := claim{games: games}
		if err := s.believe(games, entry.Value(), &part); err == nil {
			claimed.digest = digest(part.Part)
		}
		claimed.worker = cmp.Or(part.Worker, "without a name")
		if claimed.digest == first.digest {
			a.second++
		} else {
			a.queue = append(a.queue, suspects{first, claimed})
			a.next(ctx, s)
		}
	}
	return s.forget(ctx, entry.Key())
}

// next plays the next shard that is to be verified, one at a time.
func (a *audit) next(ctx context.Context, s *Submission) {
	for len(a.queue) > 0 && !a.busy {
		of := a.queue[0]
		a.queue = a.queue[1:]
		of = slices.DeleteFunc(of, func(c claim) bool { return a.liars[c.worker] })
		if len(of) == 0 {
			continue
		}
		a.busy = true
		go func() {
			v := verdict{of: of}
			if a.player != nil && time.Since(a.player.began) > renewed {
				a.drop()
			}
			if a.player == nil {
				a.player, v.err = begin(ctx, s.Player,
					assignment{s.order, s.bundles[s.order.Pack], s.forms(), longShard})
			}
			if v.err == nil {
				var r *reply
				r, v.err = a.player.shard(ask{of[0].games, true}, func(int) {})
				if v.err == nil {
					v.digest = digest(r.Part)
				}
			}
			a.verdicts <- v
		}()
	}
}

// judge hears what games came to here.
func (a *audit) judge(ctx context.Context, s *Submission, v verdict) error {
	a.busy = false
	if v.err != nil {
		s.once(fmt.Sprintf("the games %d to %d cannot be played here, to verify what was said of them: %s",
			v.of[0].games.First+1, v.of[0].games.End(), v.err))
		a.drop()
	} else {
		a.here++
	}
	for _, claimed := range v.of {
		if claimed.digest == v.digest || a.liars[claimed.worker] || v.err != nil {
			continue
		}
		for games, first := range a.given {
			if first.worker == claimed.worker {
				delete(a.given, games)
			}
		}
		if err := s.drop(ctx, claimed.worker, claimed.games); err != nil {
			return err
		}
	}
	a.next(ctx, s)
	return nil
}

// done reports whether all is verified that is to be; a second worker that does not come is
// not waited for long.
func (a *audit) done() bool {
	if len(a.queue) > 0 || a.busy {
		return false
	}
	if len(a.given) == 0 {
		return true
	}
	if a.until.IsZero() {
		a.until = time.Now().Add(2 * shortShard)
	}
	return !time.Now().Before(a.until)
}

// patience is how long there may be nothing new before it is asked whether all is verified.
func (a *audit) patience() time.Duration {
	if a.until.IsZero() {
		return longQuiet
	}
	return max(time.Until(a.until), 10*time.Millisecond)
}

// sum reports the number of verified shards.
func (a *audit) sum(s *Submission) {
	switch {
	case a.share <= 0 && a.of > 0:
		s.log(fmt.Sprintf("nothing of the %d shards was verified", a.of))
	case a.of > 0:
		s.log(fmt.Sprintf("of %d shards %d were verified here and %d by a second worker; %d workers were dropped",
			a.of, a.here, a.second, len(a.liars)))
	}
}
