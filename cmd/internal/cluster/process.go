package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// limits bound a process that plays shards of strangers' packs.
var limits = isolate.Limits{Megabytes: 1024, Seconds: 3600}

// alive is how often a process that plays says so. One that is silent for longer than the
// longest silence, or plays at one shard for longer than the longest may take, is ended: a
// shard that has taken longShard is cut after its next game, so that one game takes as long.
const alive = 10 * time.Second

var longestSilence, longestShard, longShard = 2 * time.Minute, 2 * time.Hour, 15 * time.Second

// renewed is how long a process plays before another takes its place, so that its limit
// of processor time is that of a few shards.
const renewed = time.Minute

// refusedError says in what a run is another here.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// process is a process that plays shards, with limits.
type process struct {
	run   string
	began time.Time
	ctx   context.Context
	stop  context.CancelCauseFunc
	to    io.WriteCloser
	out   *json.Encoder
	in    *json.Decoder
	ended chan struct{}
	how   error
}

// assignment is what such a process is told first. A shard that has taken long is cut.
type assignment struct {
	Order
	Bundle []byte `json:"bundle"`
	// FormBundles are the packs of Order's Forms.
	FormBundles map[string][]byte `json:"form_bundles,omitempty"`
	Long        time.Duration     `json:"long"`
}

// ask names the games of a shard. A whole one is never cut.
type ask struct {
	Games sim.Span `json:"games"`
	Whole bool     `json:"whole,omitempty"`
}

// reply is a message about a shard: the results and their games, why it was refused or
// failed, or its progress.
type reply struct {
	Part    *lab.Part `json:"part,omitempty"`
	Games   sim.Span  `json:"games"`
	Refused string    `json:"refused,omitempty"`
	Failed  string    `json:"failed,omitempty"`
	Alive   bool      `json:"alive,omitempty"`
}

// begin starts a process and sends it its job.
func begin(ctx context.Context, player func(context.Context) (*exec.Cmd, error), a assignment) (*process, error) {
	inner, stop := context.WithCancelCause(ctx)
	c, err := player(inner)
	if err != nil {
		stop(nil)
		return nil, err
	}
	p := &process{began: time.Now(), ctx: inner, stop: stop, ended: make(chan struct{})}
	to, err := c.StdinPipe()
	if err == nil {
		var from io.Reader
		from, err = c.StdoutPipe()
		p.to = to
		p.out = json.NewEncoder(to)
		p.in = json.NewDecoder(from)
	}
	if err != nil {
		stop(nil)
		return nil, err
	}
	go func() {
		p.how = isolate.Run(c, limits)
		close(p.ended)
	}()
	if err := p.out.Encode(a); err != nil {
		return nil, p.gone()
	}
	return p, nil
}

// shard lets the process play a shard; progress is called now and then with how many of its
// games are played.
func (p *process) shard(of ask, progress func(played int)) (*reply, error) {
	if err := p.out.Encode(of); err != nil {
		return nil, p.gone()
	}
	silent := p.within(longestSilence, "was silent for")
	defer silent.Stop()
	defer p.within(longestShard, "has played one shard for").Stop()
	r := reply{Alive: true}
	var err error
	for err == nil && r.Alive {
		r = reply{}
		err = p.in.Decode(&r)
		silent.Reset(longestSilence)
		if err == nil && r.Alive {
			progress(r.Games.Games)
		}
	}
	switch {
	case err != nil:
		return nil, p.gone()
	case r.Refused != "":
		return nil, &refusedError{r.Refused}
	case r.Failed != "":
		return nil, errors.New(r.Failed)
	case r.Part == nil || r.Games.First != of.Games.First || r.Games.Games < 1 || r.Games.Games > of.Games.Games ||
		of.Whole && r.Games != of.Games:
		return nil, errors.New("the process that plays said nothing of its games")
	}
	return &r, nil
}

// within ends the process unless the timer that it returns is stopped before.
func (p *process) within(most time.Duration, what string) *time.Timer {
	return time.AfterFunc(most, func() {
		p.stop(&isolate.Error{What: fmt.Sprintf("stopped: it %s %s", what, most)})
	})
}

// gone says how the process ended.
func (p *process) gone() error {
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second): // it talks no sense, and goes on
		p.stop(nil)
		<-p.ended
	}
	var late *isolate.Error
	switch {
	case errors.As(context.Cause(p.ctx), &late):
		return late
	case p.how == nil:
		return errors.New("the process that plays ended before its time")
	}
	return p.how
}

// end lets the process end.
func (p *process) end() {
	// It ends when there is nothing to read, or when it is stopped.
	_ = p.to.Close()
	select {
	case <-p.ended:
	case <-time.After(time.Second):
	}
	p.stop(nil)
	<-p.ended
}
