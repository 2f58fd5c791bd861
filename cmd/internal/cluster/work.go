package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Worker plays shards until it is told to stop.
type Worker struct {
	// Jobs is how many shards it plays at once.
	Jobs int `flag:"jobs"`
	// Silence is how long a worker may be silent before others get its shard.
	Silence time.Duration `flag:"silence"`
	// Player makes the command of a process that plays shards by PlayShards.
	Player func(ctx context.Context) (*exec.Cmd, error)
	// Name is that of the worker, "" for the machine's and the process's.
	Name string `flag:"name"`
	*Cluster
	// games are those that were played.
	games atomic.Int64
	lock  sync.Mutex
	// runs are those that there are for this version of the program, said those that were
	// refused.
	runs  map[string]*running
	noted map[string]bool
	// joining lets one slot join those who play a run.
	joining sync.Mutex
	// rung is closed when shards are put before the workers, and made anew.
	rung chan struct{}
}

// Work takes shards and plays them until ctx ends. The error is that the connection is
// gone for good; ctx's end is none.
func (w *Worker) Work(ctx context.Context, c *Cluster) error {
	if w.Name == "" {
		w.Name = self()
	}
	w.Cluster = c
	w.noted = map[string]bool{}
	w.runs = map[string]*running{}
	w.rung = make(chan struct{})
	// Where the bell is not heard, it is looked after a time whether there is anything.
	if bell, err := c.conn.Subscribe(bellSubject+"."+program(lab.Program()), w.ring); err == nil {
		defer func() { _ = bell.Unsubscribe() }() // it ends with the connection
	}
	var group sync.WaitGroup
	failed := make([]error, w.Jobs+1)
	group.Go(func() { failed[w.Jobs] = w.watch(ctx) })
	group.Go(func() { w.present(ctx) })
	for job := range w.Jobs {
		group.Go(func() { failed[job] = (&slot{Worker: w, number: job}).work(ctx) })
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(failed...)
}

// self names this process among the processes of all machines.
func self() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// ring wakes those who found nothing to play.
func (w *Worker) ring(*nats.Msg) {
	w.lock.Lock()
	defer w.lock.Unlock()
	close(w.rung)
	w.rung = make(chan struct{})
}

// bell is closed when it may be worth looking for work again.
func (w *Worker) bell() <-chan struct{} {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.rung
}

// present says every so often that the worker is there, as long as it is.
func (w *Worker) present(ctx context.Context) {
	at := presence{Program: lab.Program(), Jobs: w.Jobs, Since: time.Now().UTC()}
	for tick := time.Tick(keepWorkers / 3); ; {
		at.Games = w.games.Load()
		publish(ctx, w.workers, subjectSafe(w.Name), at)
		select {
		case <-ctx.Done():
			gone, stop := context.WithTimeout(context.Background(), time.Second)
			defer stop()
			_ = w.workers.Delete(gone, subjectSafe(w.Name)) // it ends by itself
			return
		case <-tick:
		}
	}
}

// running is a run that a worker may play shards of.
type running struct {
	order ordered
	// paid is the time that the worker has given it, by its priority: the next shard is one
	// of the run that has the least (start-time fair queueing: a run that is new begins where
	// the others are).
	paid     float64
	consumer jetstream.Consumer
}

// watch follows what runs there are, and refuses those for another version of the program.
func (w *Worker) watch(ctx context.Context) error {
	for ctx.Err() == nil {
		var watcher jetstream.KeyWatcher
		err := w.retry(ctx, func() (err error) {
			watcher, err = w.stores.runs.WatchAll(ctx)
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

// follow tracks the runs for a time: a server may forget watchers, and its data.
func (w *Worker) follow(ctx context.Context, watcher jetstream.KeyWatcher) {
	there := map[string]bool{}
	for end := time.After(longQuiet); ; {
		select {
		case <-ctx.Done():
			return
		case <-end:
			return
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return
			case entry == nil: // what was there has come
				w.forget(func(run string) bool { return !there[run] })
			case entry.Operation() != jetstream.KeyValuePut:
				w.forget(func(run string) bool { return run == entry.Key() })
			default:
				there[entry.Key()] = true
				w.begins(ctx, entry)
			}
		}
	}
}

// forget forgets runs that are over.
func (w *Worker) forget(over func(run string) bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	maps.DeleteFunc(w.runs, func(run string, _ *running) bool { return over(run) })
}

// begins takes in a run that there is.
func (w *Worker) begins(ctx context.Context, entry jetstream.KeyValueEntry) {
	run := entry.Key()
	order := ordered{}
	if json.Unmarshal(entry.Value(), &order) != nil || order.run() != run {
		return
	}
	if here := order.Job; here.Program != lab.Program() {
		here.Program = lab.Program()
		w.refuse(ctx, run, &order.Order, here.Differs(&order.Job))
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	if r := w.runs[run]; r != nil {
		r.order = order
		return
	}
	r := &running{order: order, paid: math.Inf(1)}
	for _, other := range w.runs {
		r.paid = min(r.paid, other.paid)
	}
	if math.IsInf(r.paid, 1) {
		r.paid = 0
	}
	w.runs[run] = r
}

// refuse tells those who wait, and those who look on here, why a run is not played here.
func (w *Worker) refuse(ctx context.Context, run string, order *Order, why string) {
	w.lock.Lock()
	before := w.noted[run]
	w.noted[run] = true
	w.lock.Unlock()
	if before {
		return
	}
	text := fmt.Sprintf("the worker %s refuses the run of %s: it has the %s", w.Name, order.Job.Game, why)
	w.log(text)
	// The submitter reads it, or finds out otherwise.
	_, _ = w.results.Put(ctx, keyOf(run, kindRefused, w.Name), []byte(text))
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

// slot plays one shard at a time, in processes that it keeps for the runs that it played for
// last: a comparison is two runs, which take turns.
type slot struct {
	*Worker
	number  int
	players []*process
}

// mostPlayers is how many processes a slot keeps.
const mostPlayers = 3

// work takes shards until ctx ends.
func (s *slot) work(ctx context.Context) error {
	defer s.drop(func(*process) bool { return true })
	for wait := shortIdle; ctx.Err() == nil; {
		bell := s.bell()
		took, err := s.next(ctx)
		switch {
		case err != nil && s.conn.IsClosed():
			return err
		case took:
			wait = shortIdle
			continue
		}
		s.drop(func(p *process) bool { return time.Since(p.began) > renewed })
		select {
		case <-ctx.Done():
		case <-bell:
			wait = shortIdle
		case <-time.After(wait):
		}
		wait = min(2*wait, longIdle)
	}
	return nil
}

// How long a slot that found nothing to play waits before it asks again, at first and at
// most.
const shortIdle, longIdle = 50 * time.Millisecond, 2 * time.Second

// next plays a shard of the run that has been given the least time, or of the next one that
// has any, and reports whether there was one.
func (s *slot) next(ctx context.Context) (took bool, err error) {
	for _, run := range s.inTurn() {
		m, ferr := s.fetch(ctx, run)
		if m == nil {
			err = cmp.Or(err, ferr)
			continue
		}
		began := time.Now()
		s.shard(ctx, m)
		s.pay(run, time.Since(began))
		return true, nil
	}
	return false, err
}

// inTurn are the runs, those first that have been given the least time.
func (s *slot) inTurn() []string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return slices.SortedFunc(maps.Keys(s.runs), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.runs[a].paid, s.runs[b].paid), strings.Compare(a, b))
	})
}

// pay takes down what a run has been given. A run that had nothing to play for a while has
// not saved that up.
func (s *slot) pay(run string, took time.Duration) {
	s.lock.Lock()
	defer s.lock.Unlock()
	r := s.runs[run]
	if r == nil {
		return
	}
	for _, other := range s.runs {
		other.paid = max(other.paid, r.paid)
	}
	r.paid += took.Seconds() / float64(max(r.order.Priority, 1))
}

// fetch takes a shard of a run, nil if none lies there.
func (s *slot) fetch(ctx context.Context, run string) (jetstream.Msg, error) {
	s.lock.Lock()
	r := s.runs[run]
	s.lock.Unlock()
	if r == nil {
		return nil, nil
	}
	s.joining.Lock()
	if r.consumer == nil {
		consumer, err := s.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
			Durable: "run_" + run, FilterSubject: r.order.subjects(run) + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.Silence, MaxAckPending: 1 << 20, MaxWaiting: 1 << 14,
			InactiveThreshold: time.Hour,
		})
		if err != nil {
			s.joining.Unlock()
			return nil, err
		}
		r.consumer = consumer
	}
	consumer := r.consumer
	s.joining.Unlock()
	batch, err := consumer.FetchNoWait(1)
	if err == nil {
		for m := range batch.Messages() {
			return m, nil
		}
		err = batch.Error()
	}
	if err != nil {
		// The server is away, or has come back without its data.
		s.joining.Lock()
		r.consumer = nil
		s.joining.Unlock()
	}
	return nil, err
}

// shard plays what a message asks for, unless that was played meanwhile.
func (s *slot) shard(ctx context.Context, m jetstream.Msg) {
	run, games, again, ok := cutSubject(m.Subject())
	if !ok {
		_ = m.Ack()
		return
	}
	stop := s.busy(ctx, m)
	defer stop()
	order, own, err := s.asked(ctx, run, games, again)
	switch {
	case err != nil:
		_ = m.Nak()
		return
	case own: // somebody else is to play it again
		_ = m.NakWithDelay(longIdle / 8)
		return
	case order == nil: // it is played, or nobody waits for it
		_ = m.Ack()
		return
	}
	began := time.Now()
	r, err := s.play(ctx, run, order, ask{games, again})
	var refused *refusedError
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // somebody else takes it at once
	case errors.As(err, &refused):
		s.refuse(ctx, run, order, refused.why)
		_ = m.NakWithDelay(quiet)
	case err != nil:
		s.failed(ctx, run, games, err, m)
	default:
		s.wrote(ctx, m, order, games, again,
			&played{Worker: s.Name, Run: run, Games: r.Games, Seconds: time.Since(began).Seconds(), Part: r.Part})
	}
}

// asked returns the order of the run whose games are to be played, nil if they are done or
// not wanted; own reports that this worker has already played games that another one is to
// repeat.
func (s *slot) asked(ctx context.Context, run string, games sim.Span, again bool) (order *Order, own bool, err error) {
	err = s.retry(ctx, func() error {
		order = nil
		own = false
		entry, err := s.results.Get(ctx, key(run, kindPlayed, games))
		missing := errors.Is(err, jetstream.ErrKeyNotFound)
		switch {
		case err != nil && !missing:
			return err
		case missing == again: // it was taken back, or it is played
			return nil
		case again:
			var first played
			own = unpacked(entry.Value(), &first) == nil && first.Worker == s.Name
			if own {
				return nil
			}
		}
		entry, err = s.stores.runs.Get(ctx, run)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			return nil
		case err != nil:
			return err
		}
		var o ordered
		if json.Unmarshal(entry.Value(), &o) == nil && o.run() == run {
			order = &o.Order
		}
		return nil
	})
	return order, own, err
}

// wrote writes down what games came to, and puts the rest of a shard that was cut before the
// workers.
func (s *slot) wrote(ctx context.Context, m jetstream.Msg, order *Order, of sim.Span, again bool, p *played) {
	data, err := packed(p)
	if err == nil && int64(len(data)) > s.conn.MaxPayload() {
		s.failed(ctx, p.Run, of, fmt.Errorf("the server takes messages of %d bytes at most, and the result has %d",
			s.conn.MaxPayload(), len(data)), m)
		return
	}
	what := kindPlayed
	if again {
		what = kindVerified
	}
	if err == nil {
		err = s.retry(ctx, func() error {
			if rest := (sim.Span{First: p.Games.End(), Games: of.End() - p.Games.End()}); rest.Games > 0 {
				// First the rest: a worker killed here loses nothing.
				if _, err := s.js.Publish(ctx, order.subject(p.Run, rest), nil); err != nil && !isDuplicate(err) {
					return err
				}
			}
			_, err := s.results.Put(ctx, key(p.Run, what, p.Games), data)
			return err
		})
	}
	if err != nil {
		_ = m.Nak()
		return
	}
	s.games.Add(int64(p.Games.Games))
	// Where the server does not hear of it, the shard is found played.
	_ = m.Ack()
}

// isDuplicate reports whether an error says that the message lies on the server already.
func isDuplicate(err error) bool {
	api := (*jetstream.APIError)(nil)
	return errors.As(err, &api) && api.ErrorCode == perSubject
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
				// If it is lost, another worker plays the shard too.
				_ = m.InProgress()
			}
		}
	}()
	return stop
}

// failed records that a shard could not be played here; after a few times no worker tries
// it any more.
func (s *slot) failed(ctx context.Context, run string, games sim.Span, why error, m jetstream.Msg) {
	s.log(fmt.Sprintf("the games %d to %d of the run %s could not be played: %s", games.First+1, games.End(), run,
		why))
	key := key(run, kindFailed, games)
	var texts []string
	err := s.retry(ctx, func() error {
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
func (s *slot) play(ctx context.Context, run string, order *Order, of ask) (*reply, error) {
	player, err := s.player(ctx, run, order)
	if err != nil {
		return nil, err
	}
	mine := keyOf(run, kindPlaying, fmt.Sprintf("%s-%d", s.Name, s.number))
	publish(ctx, s.results, mine, progress{Of: of.Games.Games})
	r, err := player.shard(of, func(played int) {
		publish(ctx, s.results, mine, progress{Games: played, Of: of.Games.Games})
	})
	s.drop(func(p *process) bool {
		return p == player && (err != nil || time.Since(p.began) > renewed)
	})
	return r, err
}

// player is the process that plays for a run.
func (s *slot) player(ctx context.Context, run string, order *Order) (*process, error) {
	if i := slices.IndexFunc(s.players, func(p *process) bool { return p.run == run }); i >= 0 {
		p := s.players[i]
		s.players = append(slices.Delete(s.players, i, i+1), p) // the one that played last is the last
		return p, nil
	}
	if len(s.players) == mostPlayers {
		first := s.players[0]
		s.drop(func(p *process) bool { return p == first })
	}
	bundle, err := s.bundle(ctx, order.Pack)
	if err != nil {
		return nil, err
	}
	forms := map[string][]byte{}
	for form, pack := range order.Forms {
		forms[form], err = s.bundle(ctx, pack)
		if err != nil {
			return nil, err
		}
	}
	s.log(fmt.Sprintf("plays for the run %s: %d games of %s", run, order.Job.Games, order.Job.Game))
	p, err := begin(ctx, s.Player, assignment{*order, bundle, forms, longShard})
	if err == nil {
		p.run = run
		s.players = append(s.players, p)
	}
	return p, err
}

// bundle fetches a pack; an error may be a refusedError.
func (s *slot) bundle(ctx context.Context, pack string) (bundle []byte, err error) {
	err = s.retry(ctx, func() (err error) {
		bundle, err = s.packs.GetBytes(ctx, pack)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil // the submitter brings it again
		}
		return err
	})
	if got := name(bundle); err == nil && got != pack {
		if bundle == nil {
			got = "nothing"
		}
		err = &refusedError{fmt.Sprintf("pack %q, not %q", got[:min(len(got), 12)], pack[:min(len(pack), 12)])}
	}
	return bundle, err
}

// drop ends processes of the slot.
func (s *slot) drop(which func(p *process) bool) {
	s.players = slices.DeleteFunc(s.players, func(p *process) bool {
		is := which(p)
		if is {
			p.end()
		}
		return is
	})
}
