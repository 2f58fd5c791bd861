package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Worker plays shards until it is told to stop.
type Worker struct {
	// Jobs is how many shards it plays at once.
	Jobs int
	// Silence is how long a worker may be silent before others get what it plays.
	Silence time.Duration
	// Player makes the command of a process that plays shards by PlayShards.
	Player func(ctx context.Context) (*exec.Cmd, error)
	*Cluster
	id   string
	lock sync.Mutex
	// orders are those that were read, said the runs that were refused.
	orders map[string]*Order
	said   map[string]bool
}

// limits are those of a process that plays shards of strangers' packs.
var limits = isolate.Limits{Megabytes: 1024, Seconds: 3600}

// alive is how often a process that plays says so. One that is silent for longer than the
// longest silence, or plays at one shard for longer than the longest may take, is ended.
const alive = 10 * time.Second

var longestSilence, longestShard = 2 * time.Minute, 2 * time.Hour

// renewed is how long a process plays before another takes its place, so that its limit
// of processor time is that of a few shards.
const renewed = time.Minute

// Work takes shards and plays them until ctx ends. The error is that the connection is
// gone for good; ctx's end is none.
func (w *Worker) Work(ctx context.Context, c *Cluster) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	w.Cluster, w.id, w.orders, w.said = c, fmt.Sprintf("%s-%d", host, os.Getpid()),
		map[string]*Order{}, map[string]bool{}
	var group sync.WaitGroup
	failed := make([]error, w.Jobs+1)
	group.Go(func() { failed[w.Jobs] = w.watch(ctx) })
	for job := range w.Jobs {
		group.Go(func() { failed[job] = (&slot{Worker: w}).work(ctx) })
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(failed...)
}

// watch refuses the runs that are for another version of the program.
func (w *Worker) watch(ctx context.Context) error {
	for ctx.Err() == nil {
		var watcher jetstream.KeyWatcher
		err := w.again(ctx, func() (err error) {
			watcher, err = w.runs.WatchAll(ctx, jetstream.IgnoreDeletes())
			return err
		})
		if err != nil {
			return err
		}
		w.follow(ctx, watcher)
		// It ends with the connection, if not now.
		_ = watcher.Stop()
	}
	return nil
}

// follow follows what runs there are, for a time: a server may forget who watches.
func (w *Worker) follow(ctx context.Context, watcher jetstream.KeyWatcher) {
	for end := time.After(longQuiet); ; {
		select {
		case <-ctx.Done():
			return
		case <-end:
			return
		case entry, open := <-watcher.Updates():
			if !open {
				return
			}
			order := &Order{}
			if entry == nil || json.Unmarshal(entry.Value(), order) != nil || order.Job.Program == lab.Program() {
				continue
			}
			here := order.Job
			here.Program = lab.Program()
			w.refuse(ctx, entry.Key(), order, here.Differs(&order.Job))
		}
	}
}

// refuse tells those who wait, and those who look on here, why a run is not played here.
func (w *Worker) refuse(ctx context.Context, run string, order *Order, why string) {
	w.lock.Lock()
	before := w.said[run]
	w.said[run] = true
	w.lock.Unlock()
	if before {
		return
	}
	text := fmt.Sprintf("the worker %s refuses the run of %s: it has the %s", w.id, order.Job.Game, why)
	w.talk(text)
	// Whoever waits is told, or finds out.
	_, _ = w.results.Put(ctx, refusedKey(run, subjectSafe(w.id)), []byte(text))
}

// subjectSafe is a name that may be a part of a key.
func subjectSafe(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, text)
}

// order returns the order of a run; nil if there is none any more.
func (w *Worker) order(ctx context.Context, run string) (*Order, error) {
	w.lock.Lock()
	order := w.orders[run]
	w.lock.Unlock()
	if order != nil {
		return order, nil
	}
	entry, err := w.runs.Get(ctx, run)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	order = &Order{}
	if err := json.Unmarshal(entry.Value(), order); err != nil || order.run() != run {
		return nil, nil
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	if len(w.orders) >= 1000 {
		clear(w.orders)
	}
	w.orders[run] = order
	return order, nil
}

// slot plays one shard at a time, in a process that it keeps for the shards of a run.
type slot struct {
	*Worker
	run    string
	player *process
}

// work takes shards until ctx ends.
func (s *slot) work(ctx context.Context) error {
	defer s.drop()
	var consumer jetstream.Consumer
	mine := program(lab.Program())
	join := func() error {
		return s.again(ctx, func() (err error) {
			consumer, err = s.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
				Durable: "workers_" + mine, FilterSubject: fmt.Sprintf("%s.%s.>", workSubject, mine),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.Silence, MaxAckPending: 1 << 20, MaxWaiting: 1 << 14,
				InactiveThreshold: 24 * time.Hour,
			})
			return err
		})
	}
	if err := join(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
		if err == nil {
			for m := range batch.Messages() {
				s.shard(ctx, m)
			}
			err = batch.Error()
		}
		if err != nil && ctx.Err() == nil {
			// The server is away, or has come back without what it had.
			if err := join(); err != nil {
				return err
			}
		}
		if s.player != nil && time.Since(s.player.began) > renewed {
			s.drop()
		}
	}
	return nil
}

// shard plays what a message asks for, unless that was played meanwhile.
func (s *slot) shard(ctx context.Context, m jetstream.Msg) {
	run, shard, ok := cutSubject(m.Subject())
	stop := s.busy(ctx, m)
	defer stop()
	if !ok {
		_ = m.Ack()
		return
	}
	var order *Order
	err := s.again(ctx, func() (err error) {
		if _, err = s.results.Get(ctx, playedKey(run, shard)); err == nil {
			return nil
		} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
			return err
		}
		order, err = s.order(ctx, run)
		return err
	})
	switch {
	case err != nil:
		_ = m.Nak()
		return
	case order == nil: // it is played, or nobody waits for it
		_ = m.Ack()
		return
	}
	result, err := s.play(ctx, run, order, shard)
	var refused *refusedError
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // somebody else takes it at once
	case errors.As(err, &refused):
		s.refuse(ctx, run, order, refused.why)
		_ = m.NakWithDelay(quiet)
	case err != nil:
		s.failed(ctx, run, shard, err, m)
	default:
		data, err := packed(played{s.id, run, shard, result})
		if err == nil && int64(len(data)) > s.conn.MaxPayload() {
			s.failed(ctx, run, shard, fmt.Errorf("the server takes messages of %d bytes at most, and the result has %d",
				s.conn.MaxPayload(), len(data)), m)
			return
		}
		if err == nil {
			err = s.again(ctx, func() error { _, err := s.results.Put(ctx, playedKey(run, shard), data); return err })
		}
		if err != nil {
			_ = m.Nak()
			return
		}
		// Where the server does not hear of it, the shard is found played.
		_ = m.Ack()
	}
}

// busy says again and again that a shard is being played, until it is stopped.
func (s *slot) busy(ctx context.Context, m jetstream.Msg) (stop func()) {
	inner, stop := context.WithCancel(ctx)
	go func() {
		for tick := time.Tick(s.Silence / 3); ; {
			select {
			case <-inner.Done():
				return
			case <-tick:
				// Where it is not heard, somebody else plays the shard too.
				_ = m.InProgress()
			}
		}
	}()
	return stop
}

// failed writes down that a shard could not be played here; after a few times nobody
// tries any more.
func (s *slot) failed(ctx context.Context, run string, shard int, why error, m jetstream.Msg) {
	s.talk(fmt.Sprintf("the shard %d of the run %s could not be played: %s", shard, run, why))
	key := failedKey(run, shard)
	var texts []string
	err := s.again(ctx, func() error {
		entry, err := s.results.Get(ctx, key)
		revision := uint64(0)
		texts = nil
		switch {
		case err == nil:
			revision = entry.Revision()
			if err := json.Unmarshal(entry.Value(), &texts); err != nil {
				texts = nil
			}
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return err
		}
		data, err := json.Marshal(append(texts, why.Error()))
		if err != nil {
			return err
		}
		if revision == 0 {
			_, err = s.results.Create(ctx, key, data)
		} else {
			_, err = s.results.Update(ctx, key, data, revision)
		}
		return err
	})
	if err == nil && len(texts)+1 >= mostFailures {
		_ = m.Ack()
		return
	}
	_ = m.NakWithDelay(time.Second)
}

// play plays a shard in the slot's process.
func (s *slot) play(ctx context.Context, run string, order *Order, shard int) (*sim.Result, error) {
	if s.run != run {
		s.drop()
	}
	if s.player == nil {
		var bundle []byte
		err := s.again(ctx, func() (err error) {
			bundle, err = s.packs.GetBytes(ctx, order.Pack)
			if errors.Is(err, jetstream.ErrObjectNotFound) {
				return nil // whoever waits brings it again
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if got := name(bundle); got != order.Pack {
			if bundle == nil {
				got = "nothing"
			}
			return nil, &refusedError{fmt.Sprintf("pack %q, not %q", got[:min(len(got), 12)], order.Pack[:12])}
		}
		s.talk(fmt.Sprintf("plays for the run %s: %d games of %s", run, order.Job.Games, order.Job.Game))
		if s.player, err = begin(ctx, s.Player, assignment{order.Job, bundle}); err != nil {
			return nil, err
		}
		s.run = run
	}
	result, err := s.player.shard(shard)
	if err != nil {
		s.drop()
	}
	return result, err
}

// drop ends the slot's process.
func (s *slot) drop() {
	if s.player != nil {
		s.player.end()
	}
	s.player, s.run = nil, ""
}

// refusedError says in what a run is another here.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// process is a process that plays shards, with limits.
type process struct {
	began  time.Time
	stop   context.CancelFunc
	to     io.WriteCloser
	out    *json.Encoder
	in     *json.Decoder
	ended  chan struct{}
	how    error
	stderr *tail
	// late, if not nil, is why it was ended before it had played.
	late atomic.Pointer[isolate.Error]
}

// assignment is what such a process is told first.
type assignment struct {
	Job    lab.Job `json:"job"`
	Bundle []byte  `json:"bundle"`
}

// reply is what it says of a shard.
type reply struct {
	Result  *sim.Result `json:"result,omitempty"`
	Refused string      `json:"refused,omitempty"`
	Failed  string      `json:"failed,omitempty"`
	Alive   bool        `json:"alive,omitempty"` // it plays on
}

// begin starts a process and tells it what it plays.
func begin(ctx context.Context, player func(context.Context) (*exec.Cmd, error), a assignment) (*process, error) {
	inner, stop := context.WithCancel(ctx)
	c, err := player(inner)
	if err != nil {
		stop()
		return nil, err
	}
	p := &process{began: time.Now(), stop: stop, ended: make(chan struct{}), stderr: &tail{}}
	c.Stderr = p.stderr
	to, err := c.StdinPipe()
	if err == nil {
		var from io.Reader
		from, err = c.StdoutPipe()
		p.to, p.out, p.in = to, json.NewEncoder(to), json.NewDecoder(from)
	}
	if err != nil {
		stop()
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

// shard lets the process play a shard.
func (p *process) shard(number int) (*sim.Result, error) {
	if err := p.out.Encode(number); err != nil {
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
	}
	switch {
	case err != nil:
		return nil, p.gone()
	case r.Refused != "":
		return nil, &refusedError{r.Refused}
	case r.Failed != "":
		return nil, errors.New(r.Failed)
	case r.Result == nil:
		return nil, errors.New("the process that plays said nothing")
	}
	return r.Result, nil
}

// within ends the process unless the timer that it returns is stopped before.
func (p *process) within(most time.Duration, what string) *time.Timer {
	return time.AfterFunc(most, func() {
		p.late.CompareAndSwap(nil, &isolate.Error{What: fmt.Sprintf("stopped: it %s %s", what, most)})
		p.stop()
	})
}

// gone says how the process ended.
func (p *process) gone() error {
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second): // it talks no sense, and goes on
		p.stop()
		<-p.ended
	}
	switch text, late := strings.TrimSpace(string(p.stderr.last)), p.late.Load(); {
	case late != nil:
		return late
	case p.how == nil:
		return errors.New("the process that plays ended before its time")
	case text != "":
		return fmt.Errorf("%w (%s)", p.how, text)
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
	p.stop()
	<-p.ended
}

// tail keeps the end of what is written to it.
type tail struct{ last []byte }

func (t *tail) Write(data []byte) (int, error) {
	t.last = append(t.last, data...)
	t.last = slices.Clone(t.last[max(0, len(t.last)-500):])
	return len(data), nil
}
