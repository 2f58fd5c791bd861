package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// Refusal says why bots cannot play elsewhere; "" if they can. Bots by time are refused
// with all simulations.
func Refusal(bots []string) string {
	if i := slices.IndexFunc(bots, extbot.Is); i >= 0 {
		return fmt.Sprintf("%s is a program on this machine: bots from outside do not play on a cluster", bots[i])
	}
	return ""
}

// quiet is how long nothing may arrive before missing results are looked for, at first; it
// doubles up to longQuiet.
const (
	quiet     = 3 * time.Second
	longQuiet = time.Minute
)

// mostFailures is how often a shard may fail before the run does.
const mostFailures = 3

// Submission is a run that is played elsewhere.
type Submission struct {
	Plan *lab.Plan
	// Priority is that of the run among others, 0 for Usual.
	Priority int
	// Verify is the share of the shards that is played again here, to see whether their
	// workers tell the truth; the first shard of each worker is, and a few are given to a
	// second one. 0 believes all that can be.
	Verify float64
	// Player makes the command of a process that plays shards by PlayShards, to verify them.
	Player func(ctx context.Context) (*exec.Cmd, error)

	*Cluster
	config sim.Config
	order  Order
	run    string
	// bundles are the packs of the order, by their names.
	bundles map[string][]byte
	// before are the results from before workers were asked; played are those and all
	// results since, and by counts what each worker added.
	before, played *sim.Played
	by             map[string]*contributed
	// asked are the games that were played or put before the workers, pieces the shards that
	// lie there and have not come.
	asked  *sim.Played
	pieces map[sim.Span]bool
	// seconds and games are what games have taken that came.
	seconds  float64
	games    int
	reported time.Time
	printed  map[string]bool
	audit    audit
	// stream, if not nil, takes the games one after another.
	stream *Stream
	// failed is set when the run cannot be played.
	failed error
}

// contributed is what a worker added to a run, and under which keys it stands.
type contributed struct {
	*sim.Played
	keys []string
}

// Run plays a run as sim.Run does, with the same result; Config's New and Workers are of
// no use here. When ctx ends, what has come by then is returned with its error, and the
// rest is taken back.
func (s *Submission) Run(ctx context.Context, c *Cluster, config sim.Config) (*sim.Result, error) {
	began := time.Time{}
	if config.Now != nil {
		began = config.Now()
	}
	if err := s.begin(c, config); err != nil {
		return nil, err
	}
	err := s.collect(ctx)
	if config.Now != nil {
		s.played.Result.Seconds = config.Now().Sub(began).Seconds()
	}
	s.takeBack()
	switch {
	case ctx.Err() != nil:
		return s.played.Result, ctx.Err()
	case err != nil:
		return nil, err
	}
	s.audit.sum(s)
	return s.played.Result, nil
}

// begin makes the order, and takes in earlier results.
func (s *Submission) begin(c *Cluster, config sim.Config) (err error) {
	s.Cluster = c
	s.config = config
	s.printed = map[string]bool{}
	s.order.Job = s.Plan.Job(config.Games)
	s.bundles = map[string][]byte{}
	s.order.Pack, err = s.takeAlong(s.Plan.Table)
	if err != nil {
		return err
	}
	for _, mind := range s.Plan.Minds {
		if mind.Table == nil {
			continue
		}
		if s.order.Forms == nil {
			s.order.Forms = map[string]string{}
		}
		s.order.Forms[lab.Form(mind.Table)], err = s.takeAlong(mind.Table)
		if err != nil {
			return err
		}
	}
	s.run = s.order.run()
	s.before = config.Played
	if s.before == nil {
		s.before = sim.NewPlayed(config.Seats)
	}
	s.played = s.before.Clone()
	s.by = map[string]*contributed{}
	s.pieces = map[sim.Span]bool{}
	s.asked = s.before.Clone()
	s.audit.begin(s)
	return nil
}

// takeAlong packs the game of a table, and returns how the bundle is called.
func (s *Submission) takeAlong(t *interp.Table) (string, error) {
	data, err := packed(t.Reading().Bundle())
	if err == nil {
		s.bundles[name(data)] = data
	}
	return name(data), err
}

// forms are the bundles of the forms by which bots think.
func (s *Submission) forms() map[string][]byte {
	out := map[string][]byte{}
	for form, pack := range s.order.Forms {
		out[form] = s.bundles[pack]
	}
	return out
}

func (s *Submission) whole() bool { return s.played.Games() == s.config.Games }

// done reports whether there is nothing more to wait for.
func (s *Submission) done() bool {
	if s.failed != nil {
		return true
	}
	return (s.whole() && s.stream == nil || s.stream.over()) && s.audit.done()
}

// collect takes in results, present and future, until all are there, or as many as a stream
// wants, and verified.
func (s *Submission) collect(ctx context.Context) error {
	inner, stop := context.WithCancel(ctx)
	defer s.audit.stop()
	defer stop()
	if err := s.renew(inner); err != nil {
		return err
	}
	var watcher jetstream.KeyWatcher
	defer func() {
		if watcher != nil {
			// It ends with the connection, if not now.
			_ = watcher.Stop()
		}
	}()
	if err := s.watch(inner, &watcher); err != nil {
		return err
	}
	for wait, offered := quiet, false; !s.done(); {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case v := <-s.audit.verdicts:
			err = s.audit.judge(inner, s, v)
		case w := <-s.stream.wants():
			s.stream.wanted = w
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				err = s.watch(inner, &watcher)
			case entry != nil:
				var news bool
				if news, err = s.take(inner, entry); news {
					wait = quiet
				}
			case !offered: // what was there has come
				offered = true
				err = s.bring(inner)
			}
		case <-time.After(min(wait, s.audit.patience())):
			if s.whole() || s.stream.over() {
				break // it is the audit that is waited for
			}
			if wait == quiet {
				s.askWho(inner)
			}
			wait = min(2*wait, longQuiet)
			var missed bool
			if missed, err = s.repeat(inner); err == nil && missed {
				_ = watcher.Stop() // it has not told of these
				err = s.watch(inner, &watcher)
			}
			offered = true
		}
		if err == nil && offered && s.failed == nil {
			err = s.offer(inner)
		}
		if err != nil {
			return err
		}
		s.stream.give(s)
		s.tell(inner)
	}
	return s.failed
}

// tell says how far the run is, now and then, for those who ask for its status.
func (s *Submission) tell(ctx context.Context) {
	if time.Since(s.reported) < time.Second {
		return
	}
	s.reported = time.Now()
	publish(ctx, s.results, s.run+"."+kindProgress+".run", progress{Games: s.played.Games(), Of: s.config.Games})
}

// askWho says why nothing arrives: there is no worker, or only programs of other versions.
func (s *Submission) askWho(ctx context.Context) {
	here, others := 0, 0
	err := s.entries(ctx, s.workers, ">", func(entry jetstream.KeyValueEntry) error {
		var at presence
		err := json.Unmarshal(entry.Value(), &at)
		switch {
		case err != nil:
		case at.Program == s.order.Job.Program:
			here++
		default:
			others++
		}
		return nil
	})
	switch {
	case err != nil || here > 0: // they may be busy with another run, or with a long game
	case others > 0:
		s.once(fmt.Sprintf("nobody at work can play this: %d workers are there, with other builds of the program than "+
			"this one, %.12s; waiting for one", others, s.order.Job.Program))
	default:
		s.once("nobody is at work (ruledeck-cluster work URL); waiting for a worker")
	}
}

// renew forgets the failures of an earlier submission of the run, whose shards are tried
// again, and its cancellation, which does not apply to this one.
func (s *Submission) renew(ctx context.Context) error {
	for _, what := range []string{kindFailed, kindCancelled} {
		if err := s.forget(ctx, s.run+"."+what+".>"); err != nil {
			return err
		}
	}
	return nil
}

// watch makes a watcher of the results of the run.
func (s *Submission) watch(ctx context.Context, watcher *jetstream.KeyWatcher) error {
	return s.retry(ctx, func() (err error) {
		*watcher, err = s.results.Watch(ctx, s.run+".>", jetstream.IgnoreDeletes())
		return err
	})
}

// repeat looks for missed results, publishes the missing shards again, and reports whether
// the watcher missed any.
func (s *Submission) repeat(ctx context.Context) (missed bool, err error) {
	missed, err = s.look(ctx)
	if err == nil && !s.whole() {
		err = s.bring(ctx)
		if err == nil {
			err = s.publish(ctx, s.missing())
		}
	}
	return missed, err
}

// look takes in results that the watcher has missed, and reports whether there were any.
func (s *Submission) look(ctx context.Context) (missed bool, err error) {
	err = s.retry(ctx, func() error {
		return s.entries(ctx, s.results, s.run+".>", func(entry jetstream.KeyValueEntry) error {
			if what, _ := cutKey(entry.Key()); what == kindRefused {
				return nil
			}
			news, err := s.take(ctx, entry)
			missed = missed || news
			return err
		})
	})
	return missed, err
}

// take takes in a report on the run, and reports whether games have come.
func (s *Submission) take(ctx context.Context, entry jetstream.KeyValueEntry) (news bool, err error) {
	what, which := cutKey(entry.Key())
	games, are := cutSpan(which)
	are = are && games.End() > games.First && games.End() <= s.config.Games
	switch {
	case what == kindRefused:
		s.once(string(entry.Value()))
	case what == kindCancelled:
		s.failed = fmt.Errorf("the run %s was cancelled by %s", s.run, line(string(entry.Value())))
	case what == kindFailed && are:
		s.fails(games, entry.Value())
	case what == kindPlayed && are && len(s.played.Missing(games)) > 0:
		return true, s.add(ctx, games, entry)
	case what == kindVerified && are:
		return true, s.audit.hear(ctx, s, games, entry)
	}
	return false, nil
}

// fails ends the run when a shard has failed too often.
func (s *Submission) fails(games sim.Span, data []byte) {
	var texts []string
	if err := json.Unmarshal(data, &texts); err != nil || len(texts) < mostFailures {
		return
	}
	s.failed = fmt.Errorf("the games %d to %d could not be played, tried %d times: %s",
		games.First+1, games.End(), len(texts), line(texts[len(texts)-1]))
}

// add takes in a shard. What cannot be its result is refused, with the name of the worker,
// thrown away, and played again.
func (s *Submission) add(ctx context.Context, games sim.Span, entry jetstream.KeyValueEntry) error {
	var part played
	if err := s.believe(games, entry.Value(), &part); err != nil {
		s.once(fmt.Sprintf("what the worker %s says of the games %d to %d is refused: %s",
			cmp.Or(part.Worker, "without a name"), games.First+1, games.End(), err))
		return s.throwAway(ctx, games, entry.Key())
	}
	if s.audit.liars[part.Worker] {
		return s.throwAway(ctx, games, entry.Key())
	}
	if !s.played.Add(games, part.Result) {
		// Some of it has come already: two workers have cut a shard at two places.
		return s.throwAway(ctx, games, entry.Key())
	}
	by := s.by[part.Worker]
	if by == nil {
		by = &contributed{Played: sim.NewPlayed(s.config.Seats)}
		s.by[part.Worker] = by
	}
	by.Add(games, part.Result)
	by.keys = append(by.keys, entry.Key())
	s.came(games)
	if part.Seconds > 0 {
		s.seconds += part.Seconds
		s.games += games.Games
	}
	if s.config.Progress != nil {
		s.config.Progress(s.played.Games())
	}
	s.stream.take(games, part.Part)
	if err := s.keep(); err != nil {
		return err
	}
	return s.audit.consider(ctx, s, &part)
}

// throwAway has games played again whose results are wrong.
func (s *Submission) throwAway(ctx context.Context, games sim.Span, key string) error {
	err := s.forget(ctx, key)
	if err != nil || !s.pieces[games] {
		return err
	}
	return s.publish(ctx, []sim.Span{games})
}

// believe reads what a worker says of a shard. An error says why that cannot be.
func (s *Submission) believe(games sim.Span, data []byte, part *played) error {
	err := unpacked(data, part)
	switch {
	case err != nil:
		return fmt.Errorf("it cannot be read (%w)", err)
	case part.Part == nil || part.Result == nil:
		return errors.New("it has no result")
	case part.Run != s.run || part.Games != games:
		return fmt.Errorf("it is of the games %d to %d of the run %s", part.Games.First+1, part.Games.End(), part.Run)
	case s.order.Compared && len(part.Figures) != games.Games:
		return fmt.Errorf("it has the figures of %d games", len(part.Figures))
	}
	if err := s.config.Check(games, part.Result); err != nil {
		return err
	}
	return s.Plan.Strange(part.Result)
}

// drop drops all that a worker has played, and lets it be played again.
func (s *Submission) drop(ctx context.Context, worker string, games sim.Span) error {
	s.audit.liars[worker] = true
	by := s.by[worker]
	dropped := 0
	if by != nil {
		dropped = by.Games()
	}
	text := fmt.Sprintf("the worker %s does not tell the truth of the games %d to %d; all the %d games that it has "+
		"played are dropped, and played again", worker, games.First+1, games.End(), dropped)
	s.once(text)
	if by == nil {
		return nil
	}
	delete(s.by, worker)
	for _, key := range by.keys {
		if err := s.forget(ctx, key); err != nil {
			return err
		}
	}
	if s.stream != nil {
		s.failed = errors.New(text + " when the run is submitted once more: what was compared stands on them")
		return nil
	}
	s.played = s.before.Clone()
	s.asked = s.before.Clone()
	s.audit.until = time.Time{}
	for _, other := range s.by {
		for _, span := range other.Spans {
			s.played.Mark(span)
			s.asked.Mark(span)
		}
		s.played.Result.Merge(other.Result)
	}
	for piece := range s.pieces {
		s.asked.Mark(piece)
	}
	if s.config.Progress != nil {
		s.config.Progress(s.played.Games())
	}
	return s.keep()
}

// keep tells the caller how far the run is.
func (s *Submission) keep() error {
	if s.config.Keep == nil {
		return nil
	}
	return s.config.Keep(func() *sim.Played { return s.played })
}

// once says a thing that was not said before, unless others have said too much.
func (s *Submission) once(text string) {
	const most = 1000
	if !s.printed[text] && len(s.printed) < most {
		s.printed[text] = true
		s.log(text)
	}
}

// takeBack removes the rest of a run from the server when no client waits for it. Shards
// in play are finished, and kept.
func (s *Submission) takeBack() {
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
	defer stop()
	// If that fails, the workers play games in vain.
	_ = s.over(ctx, s.run, &s.order)
}

// over takes a run from before the workers.
func (c *Cluster) over(ctx context.Context, run string, order *Order) error {
	err := c.runs.Delete(ctx, run)
	_ = c.js.DeleteConsumer(ctx, workStream, "run_"+run) // there may be none; it ends by itself
	return cmp.Or(c.work.Purge(ctx, jetstream.WithPurgeSubject(order.subjects(run)+".>")), err)
}
