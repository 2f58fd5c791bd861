package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// PlayShards is the other side of a Worker, in a process of its own: it reads what is
// played and which shards, and writes what they add up to, until there is nothing more to
// read. An error says that it was told no sense.
func PlayShards(ctx context.Context, in io.Reader, out io.Writer) error {
	from, to := json.NewDecoder(in), json.NewEncoder(out)
	var a assignment
	if err := from.Decode(&a); err != nil {
		return fmt.Errorf("what is played cannot be read: %w", err)
	}
	var lock sync.Mutex
	say := func(r reply) error {
		lock.Lock()
		defer lock.Unlock()
		return to.Encode(r)
	}
	shards, refused := a.shards()
	for {
		var shard int
		switch err := from.Decode(&shard); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("which shard is played cannot be read: %w", err)
		}
		var r reply
		if refused != nil {
			r.Refused = refused.Error()
		} else if result, err := aliveIn(say,
			func() (*sim.Result, error) { return shards.Play(ctx, shard) }); err != nil {
			r.Failed = err.Error()
		} else {
			r.Result = result
		}
		if err := say(r); err != nil {
			return err
		}
	}
}

// aliveIn says every so often that a shard is being played.
func aliveIn(say func(r reply) error, play func() (*sim.Result, error)) (*sim.Result, error) {
	tick, done := time.NewTicker(alive), make(chan struct{})
	defer tick.Stop()
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				// Whoever does not hear it is found gone with the result.
				_ = say(reply{Alive: true})
			}
		}
	})
	defer group.Wait()
	defer close(done)
	return play()
}

// shards makes what plays. An error says why the run is refused.
func (a *assignment) shards() (*lab.Shards, error) {
	bundle := &interp.Bundle{}
	if err := unpacked(a.Bundle, bundle); err != nil {
		return nil, fmt.Errorf("pack that cannot be read: %w", err)
	}
	loaded, err := interp.Load(a.Job.Game, interp.With{Bundle: bundle, GameOptions: a.Job.GameOptions})
	if err != nil {
		return nil, fmt.Errorf("pack that cannot be played: %w", err)
	}
	if why := Refusal(a.Job.Bots); why != "" {
		return nil, errors.New("bots: " + why)
	}
	plan, err := a.Job.Plan(loaded)
	if err != nil {
		return nil, err
	}
	return &lab.Shards{Plan: plan, Games: a.Job.Games}, nil
}
