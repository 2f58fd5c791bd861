package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// PlayShards is the other side of a Worker, in a separate process: it reads jobs and their
// games, and writes the results, until the input ends. An error says that the input is
// malformed.
func PlayShards(ctx context.Context, in io.Reader, out io.Writer) error {
	from := json.NewDecoder(in)
	to := json.NewEncoder(out)
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
		var of ask
		err := from.Decode(&of)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("which games are played cannot be read: %w", err)
		}
		var r reply
		if refused != nil {
			r.Refused = refused.Error()
		} else if part, played, err := a.play(ctx, shards, of, say); err != nil {
			r.Failed = err.Error()
		} else {
			r.Part = part
			r.Games = played
		}
		if err := say(r); err != nil {
			return err
		}
	}
}

// play plays games until they are played, or have taken long, and says every so often how
// many there are.
func (a *assignment) play(ctx context.Context, shards *lab.Shards, of ask,
	say func(r reply) error) (*lab.Part, sim.Span, error) {
	done := make(chan struct{})
	var played atomic.Int64
	var group sync.WaitGroup
	group.Go(func() {
		for tick := time.Tick(alive); ; {
			select {
			case <-done:
				return
			case <-tick:
				// A reader that has gone is noticed when the result is written.
				_ = say(reply{Alive: true, Games: sim.Span{First: of.Games.First, Games: int(played.Load())}})
			}
		}
	})
	defer group.Wait()
	defer close(done)
	began := time.Now()
	return shards.Play(ctx, of.Games, func(n int) int {
		played.Store(int64(n))
		took := time.Since(began)
		switch {
		case n == 0:
			return 1
		case of.Whole:
			return of.Games.Games
		case took >= a.Long:
			return 0
		}
		// As many as take a twentieth of the time: it is looked at seldom, and not too late.
		return max(int(float64(n)*float64(a.Long)/float64(took+1)/20), 1)
	})
}

// load loads the game of a job as it has travelled.
func load(job *lab.Job, data []byte) (*interp.Pack, error) {
	bundle := &interp.Bundle{}
	if err := unpacked(data, bundle); err != nil {
		return nil, fmt.Errorf("pack that cannot be read: %w", err)
	}
	loaded, err := interp.Load(job.Game, interp.With{Bundle: bundle, GameOptions: job.GameOptions})
	if err != nil {
		err = fmt.Errorf("pack that cannot be played: %w", err)
	}
	return loaded, err
}

// shards makes what plays. An error says why the run is refused.
func (a *assignment) shards() (*lab.Shards, error) {
	job := &a.Order.Job
	loaded, err := load(job, a.Bundle)
	if err != nil {
		return nil, err
	}
	forms := map[string]*interp.Pack{}
	for form, data := range a.FormBundles {
		forms[form], err = load(job, data)
		if err != nil {
			return nil, err
		}
	}
	if why := Refusal(job.Bots); why != "" {
		return nil, errors.New("bots: " + why)
	}
	plan, err := job.Plan(loaded, forms)
	if err != nil {
		return nil, err
	}
	return &lab.Shards{Plan: plan, Games: job.Games, Compared: a.Order.Compared, Unpaired: a.Order.Unpaired}, nil
}
