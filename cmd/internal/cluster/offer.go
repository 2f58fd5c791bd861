package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// shortShard is how long a shard should take: long compared with the cost of handing it to
// a worker, and short compared with a person's patience.
const shortShard = 4 * time.Second

// How many shards lie before the workers at once: before it is known how long games take,
// and then.
const fewShards, manyShards = 256, 4096

// bring puts the pack and the order before the workers, where they are not there.
func (s *Submission) bring(ctx context.Context) error {
	for pack, bundle := range s.bundles {
		err := s.retry(ctx, func() error {
			info, err := s.packs.GetInfo(ctx, pack)
			switch {
			case err == nil:
				// Under its name another pack may lie, which no worker plays.
				if sum, err := jetstream.DecodeObjectDigest(info.Digest); err == nil &&
					hex.EncodeToString(sum) == pack {
					return nil
				}
			case !errors.Is(err, jetstream.ErrObjectNotFound):
				return err
			}
			_, err = s.packs.Put(ctx, jetstream.ObjectMeta{Name: pack}, bytes.NewReader(bundle))
			return err
		})
		if err != nil {
			return err
		}
	}
	order, err := json.Marshal(
		ordered{Order: s.order, Priority: cmp.Or(s.Priority, Usual), Since: time.Now().UTC(), By: self()})
	if err != nil {
		return err
	}
	return s.retry(ctx, func() error {
		_, err := s.runs.Put(ctx, s.run, order)
		return err
	})
}

// size is how many games are a shard: as many as take shortShard, as far as that is known,
// and not so many that one worker has a hundredth of the run.
func (s *Submission) size() int {
	games := s.config.Games
	if s.games == 0 {
		return min(sim.ShardSize(games), lab.Batch)
	}
	size := int(shortShard.Seconds() * float64(s.games) / max(s.seconds, 1e-6))
	return max(min(size, games/100), games/100_000, 1)
}

// offer queues games that were not yet queued for the workers, up to some shards ahead.
// Each batch holds one shard of a comparison.
func (s *Submission) offer(ctx context.Context) error {
	most, size, limit := fewShards, s.size(), s.stream.limit(s.config.Games)
	if s.games > 0 {
		most = manyShards
	}
	var fresh []sim.Span
	for len(s.pieces) < most {
		missing, is := s.asked.Next(limit)
		if !is {
			break
		}
		missing.Games = min(missing.Games, size)
		if s.order.Compared {
			missing.Games = min(missing.Games, lab.Batch-missing.First%lab.Batch)
		}
		s.asked.Mark(missing)
		s.pieces[missing] = true
		fresh = append(fresh, missing)
	}
	return s.publish(ctx, fresh)
}

// missing are the shards that were put before the workers and have not come; what has come
// of them is cut off.
func (s *Submission) missing() []sim.Span {
	left := map[sim.Span]bool{}
	for piece := range s.pieces {
		for _, span := range s.played.Missing(piece) {
			left[span] = true
		}
	}
	s.pieces = left
	return slices.SortedFunc(maps.Keys(left), func(a, b sim.Span) int { return a.First - b.First })
}

// publish queues shards for the workers; shards that are queued already are not queued
// twice.
func (s *Submission) publish(ctx context.Context, shards []sim.Span) error {
	if len(shards) == 0 {
		return nil
	}
	// Many are under way at once: a server may be far away.
	const most = 256
	var under []jetstream.PubAckFuture
	settle := func() error {
		for _, f := range under {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				if !isDuplicate(err) {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		under = under[:0]
		return nil
	}
	return s.retry(ctx, func() error {
		under = under[:0]
		for _, shard := range shards {
			f, err := s.js.PublishAsync(s.order.subject(s.run, shard), nil)
			if err != nil {
				return err
			}
			under = append(under, f)
			if len(under) == most {
				if err := settle(); err != nil {
					return err
				}
			}
		}
		if err := settle(); err != nil {
			return err
		}
		// Workers that miss it look by themselves.
		return s.conn.Publish(bellSubject+"."+program(s.order.Job.Program), nil)
	})
}

// perSubject is the code by which a server refuses a second message on a subject.
const perSubject = jetstream.ErrorCode(10077)

// came takes games from those that lie before the workers: a shard may have been cut.
func (s *Submission) came(games sim.Span) {
	s.asked.Mark(games)
	if s.pieces[games] {
		delete(s.pieces, games)
		return
	}
	for piece := range s.pieces {
		if piece.First <= games.First && games.End() <= piece.End() {
			delete(s.pieces, piece)
			for _, rest := range s.played.Missing(piece) {
				s.pieces[rest] = true
			}
			return
		}
	}
}
