package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/outside"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Refusal says why bots cannot play elsewhere; "" if they can. Bots by time are refused
// with all simulations.
func Refusal(bots []string) string {
	if i := slices.IndexFunc(bots, outside.Is); i >= 0 {
		return fmt.Sprintf("%s is a program on this machine: bots from outside do not play on a cluster", bots[i])
	}
	return ""
}

// quiet is how long nothing may come before what is missing is looked for, at first; it
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

	*Cluster
	config sim.Config
	order  Order
	run    string
	bundle []byte
	played *sim.Played
	said   map[string]bool
	// failed is set when the run cannot be played.
	failed error
}

// Run plays a run as sim.Run does, with the same result; Config's New and Workers are of
// no use here. When ctx ends, what has come by then is returned with its error, and the
// rest is taken back.
func (s *Submission) Run(ctx context.Context, c *Cluster, config sim.Config) (*sim.Result, error) {
	began := time.Time{}
	if config.Now != nil {
		began = config.Now()
	}
	s.Cluster, s.config, s.said = c, config, map[string]bool{}
	if err := s.write(); err != nil {
		return nil, err
	}
	s.played = &sim.Played{Shards: map[int]bool{}, Result: sim.NewResult(config.Seats)}
	if config.Played != nil {
		for shard := range config.Played.Shards {
			s.played.Shards[shard] = true
		}
		s.played.Result.Merge(config.Played.Result)
	}
	err := s.collect(ctx)
	if config.Now != nil {
		s.played.Result.Seconds = config.Now().Sub(began).Seconds()
	}
	switch {
	case ctx.Err() != nil:
		s.takeBack()
		return s.played.Result, ctx.Err()
	case err != nil:
		s.takeBack()
		return nil, err
	}
	// What is not needed any more is not needed here either; it ends by itself.
	_ = s.runs.Delete(ctx, s.run)
	return s.played.Result, nil
}

// write makes the order.
func (s *Submission) write() (err error) {
	if s.bundle, err = packed(s.Plan.Table.Reading().Bundle()); err != nil {
		return err
	}
	s.order = Order{Job: s.Plan.Job(s.config.Games), Pack: name(s.bundle), Shards: s.config.Shards()}
	s.run = s.order.run()
	return nil
}

func (s *Submission) whole() bool { return len(s.played.Shards) == s.order.Shards }

// collect takes in what is there and what comes, until all is there.
func (s *Submission) collect(ctx context.Context) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	if err := s.forget(inner); err != nil {
		return err
	}
	var watcher jetstream.KeyWatcher
	defer func() {
		if watcher != nil {
			// It ends with the connection, if not now.
			_ = watcher.Stop()
		}
	}()
	watch := func() error {
		return s.again(inner, func() (err error) {
			watcher, err = s.results.Watch(inner, s.run+".>", jetstream.IgnoreDeletes())
			return err
		})
	}
	if err := watch(); err != nil {
		return err
	}
	wait, offered := quiet, false
	for !s.whole() && s.failed == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				if err := watch(); err != nil {
					return err
				}
			case entry != nil:
				if err := s.take(inner, entry); err != nil {
					return err
				}
				wait = quiet
			case !offered: // what was there has come
				offered = true
				if err := s.offer(inner); err != nil {
					return err
				}
			}
		case <-time.After(wait):
			if wait == 4*quiet {
				s.talk("no shard has been played for some time; is anybody at work? (ruledeck-cluster work URL)")
			}
			wait = min(2*wait, longQuiet)
			missed, err := s.look(inner)
			if err == nil && !s.whole() {
				err = s.offer(inner)
			}
			if err == nil && missed {
				_ = watcher.Stop() // it has not told of these
				err = watch()
			}
			if err != nil {
				return err
			}
			offered = true
		}
	}
	return s.failed
}

// forget lets shards that failed when the run was submitted before be tried again.
func (s *Submission) forget(ctx context.Context) error {
	return s.each(ctx, s.run+".failed.*", func(key string) error { return s.results.Purge(ctx, key) })
}

// each visits the keys that there are.
func (s *Submission) each(ctx context.Context, pattern string, visit func(key string) error) error {
	return s.again(ctx, func() error {
		keys, err := s.results.ListKeysFiltered(ctx, pattern)
		if err != nil {
			return err
		}
		defer func() { _ = keys.Stop() }()
		for key := range keys.Keys() {
			if err := visit(key); err != nil {
				return err
			}
		}
		return nil
	})
}

// look takes in what is there and was not told, and reports whether there was any.
func (s *Submission) look(ctx context.Context) (missed bool, err error) {
	err = s.each(ctx, s.run+".>", func(key string) error {
		what, which := cutKey(key)
		shard, number := strconv.Atoi(which)
		if what == "refused" || what == "played" && (number != nil || s.played.Shards[shard]) {
			return nil
		}
		entry, err := s.results.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			return nil
		case err != nil:
			return err
		}
		missed = missed || what == "played"
		return s.take(ctx, entry)
	})
	return missed, err
}

// offer puts what is missing before the workers: what lies there already is not put
// there twice.
func (s *Submission) offer(ctx context.Context) error {
	err := s.again(ctx, func() error {
		info, err := s.packs.GetInfo(ctx, s.order.Pack)
		switch {
		case err == nil:
			// Under its name another pack may lie, which no worker plays.
			if sum, err := jetstream.DecodeObjectDigest(info.Digest); err == nil &&
				hex.EncodeToString(sum) == s.order.Pack {
				return nil
			}
		case !errors.Is(err, jetstream.ErrObjectNotFound):
			return err
		}
		_, err = s.packs.Put(ctx, jetstream.ObjectMeta{Name: s.order.Pack}, bytes.NewReader(s.bundle))
		return err
	})
	if err != nil {
		return err
	}
	order, err := json.Marshal(s.order)
	if err != nil {
		return err
	}
	if err := s.again(ctx, func() error { _, err := s.runs.Put(ctx, s.run, order); return err }); err != nil {
		return err
	}
	// Many are under way at once: a server may be far away.
	const most = 256
	var under []jetstream.PubAckFuture
	settle := func() error {
		for _, f := range under {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				if api := (*jetstream.APIError)(nil); !errors.As(err, &api) || api.ErrorCode != perSubject {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		under = under[:0]
		return nil
	}
	return s.again(ctx, func() error {
		under = under[:0]
		for shard := range s.order.Shards {
			if s.played.Shards[shard] {
				continue
			}
			f, err := s.js.PublishAsync(s.order.subject(s.run, shard), nil)
			if err != nil {
				return err
			}
			if under = append(under, f); len(under) == most {
				if err := settle(); err != nil {
					return err
				}
			}
		}
		return settle()
	})
}

// perSubject is the code by which a server refuses a second message on a subject.
const perSubject = jetstream.ErrorCode(10077)

// take takes in what is said of the run.
func (s *Submission) take(ctx context.Context, entry jetstream.KeyValueEntry) error {
	what, which := cutKey(entry.Key())
	shard, number := strconv.Atoi(which)
	switch {
	case what == "refused":
		s.once(string(entry.Value()))
	case what == "failed" && number == nil:
		return s.fails(shard, entry.Value())
	case what == "played" && number == nil && shard >= 0 && shard < s.order.Shards && !s.played.Shards[shard]:
		return s.add(ctx, shard, entry)
	}
	return nil
}

// fails ends the run when a shard has failed too often.
func (s *Submission) fails(shard int, data []byte) error {
	var texts []string
	if err := json.Unmarshal(data, &texts); err != nil || len(texts) < mostFailures {
		return nil
	}
	first, last := s.games(shard)
	s.failed = fmt.Errorf("the games %d to %d could not be played, tried %d times: %s",
		first+1, last, len(texts), line(texts[len(texts)-1]))
	return nil
}

// games are the first game of a shard and the one behind its last.
func (s *Submission) games(shard int) (first, end int) {
	size := sim.ShardSize(s.config.Games)
	return shard * size, min((shard+1)*size, s.config.Games)
}

// add takes in a shard. What cannot be its result is refused, with the name of the worker,
// thrown away, and played again.
func (s *Submission) add(ctx context.Context, shard int, entry jetstream.KeyValueEntry) error {
	var part played
	if err := s.believe(shard, entry.Value(), &part); err != nil {
		first, end := s.games(shard)
		s.once(fmt.Sprintf("what the worker %s says of the games %d to %d is refused: %s",
			cmp.Or(part.Worker, "without a name"), first+1, end, err))
		return s.again(ctx, func() error { return s.results.Purge(ctx, entry.Key()) })
	}
	s.played.Add(shard, part.Result)
	if s.config.Progress != nil {
		s.config.Progress(s.played.Result.Games)
	}
	if s.config.Done != nil {
		return s.config.Done(shard, part.Result)
	}
	return nil
}

// believe reads what a worker says of a shard. An error says why that cannot be.
func (s *Submission) believe(shard int, data []byte, part *played) error {
	switch err := unpacked(data, part); {
	case err != nil:
		return fmt.Errorf("it cannot be read (%w)", err)
	case part.Result == nil:
		return errors.New("it has no result")
	case part.Run != s.run || part.Shard != shard:
		return fmt.Errorf("it is of the shard %d of the run %s", part.Shard, part.Run)
	}
	if err := s.config.Check(shard, part.Result); err != nil {
		return err
	}
	return s.Plan.Strange(part.Result)
}

// once says a thing that was not said before, unless others have said too much.
func (s *Submission) once(text string) {
	const most = 1000
	if !s.said[text] && len(s.said) < most {
		s.said[text] = true
		s.talk(text)
	}
}

// takeBack takes the rest of a run from the queue: nobody waits for it. What is being
// played is played to its end, and kept.
func (s *Submission) takeBack() {
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
	defer stop()
	// Where that fails, the workers play what nobody waits for.
	_ = s.work.Purge(ctx,
		jetstream.WithPurgeSubject(fmt.Sprintf("%s.%s.%s.>", workSubject, program(s.order.Job.Program), s.run)))
	_ = s.runs.Delete(ctx, s.run)
}
