package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/storetest"
)

// at is a server of this test, and a connection to it.
func at(t *testing.T) jetstream.JetStream {
	t.Helper()
	s, err := broker.Start(broker.Settings{Listen: "127.0.0.1:0", Folder: t.TempDir(), Log: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	conn, js, _, err := cluster.Dial(cluster.Server{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return js
}

// place is a part of a server: the logs whose names begin alike.
type place struct {
	*testing.T
	js     *faulty
	prefix string
}

// faulty is a connection on which a publication can fail: before it is made, or behind it, when its
// acknowledgement is lost.
type faulty struct {
	jetstream.JetStream
	at     int
	failed string
}

// PublishMsg publishes, but where it is to fail.
func (f *faulty) PublishMsg(ctx context.Context, m *nats.Msg, how ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	f.at--
	switch f.at {
	case 0:
		f.failed = "publication"
		return nil, errors.New("the server cannot be reached")
	case 10:
		f.failed = "acknowledgement"
		_, _ = f.JetStream.PublishMsg(ctx, m, how...)
		return nil, context.DeadlineExceeded
	}
	return f.JetStream.PublishMsg(ctx, m, how...)
}

// Store is that of another connection.
func (p *place) Store() house.Store {
	s, _, err := Open(p.Context(), p.js, []string{"one for all of them"}, 1, p.Output())
	if err != nil {
		p.Fatal(err)
	}
	return &prefixed{s, p.prefix}
}

// FailAt fails a publication: the first ten before they are made, the next when they are.
func (p *place) FailAt(operation int) { p.js.at = operation }

// Failed names what failed.
func (p *place) Failed() string { return p.js.failed }

// Crash loses nothing that a server has acknowledged.
func (p *place) Crash(func() bool) { p.js.at = 0 }

// prefixed is a store that has only logs whose names begin alike.
type prefixed struct {
	*Store
	prefix string
}

// Load loads a log of these.
func (p *prefixed) Load(ctx context.Context, name string) ([]byte, uint64, error) {
	return p.Store.Load(ctx, p.prefix+name)
}

// Append appends to a log of these.
func (p *prefixed) Append(ctx context.Context, name string, after uint64, lines []byte) (uint64, error) {
	return p.Store.Append(ctx, p.prefix+name, after, lines)
}

// List lists these.
func (p *prefixed) List(ctx context.Context, end string) ([]string, error) {
	all, err := p.Store.List(ctx, end)
	var out []string
	for _, name := range all {
		if short, is := strings.CutPrefix(name, p.prefix); is {
			out = append(out, short)
		}
	}
	return out, err
}

// TestStore: the logs of a server are a store, of two connections too, whatever of them fails.
func TestStore(t *testing.T) {
	js, places := at(t), 0
	next := func(t *testing.T) *place {
		places++
		return &place{t, &faulty{JetStream: js}, fmt.Sprintf("place%d-", places)}
	}
	storetest.Run(t, true, func(t *testing.T) storetest.Place { return next(t) })
	storetest.Faults(t, 16, 2, func(t *testing.T) storetest.Faulty { return next(t) })
}

// TestServers: servers have one secret; a log that is long is read as a short one is, and the
// last appended is listed first.
func TestServers(t *testing.T) {
	js, ctx := at(t), t.Context()
	a, secret, err := Open(ctx, js, []string{"one for all of them"}, 1, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	b, again, err := Open(ctx, js, []string{"one for all of them"}, 1, t.Output())
	if err != nil || string(secret) != string(again) || len(secret) != 32 {
		t.Fatalf("%v, the secrets are %d and %d bytes", err, len(secret), len(again))
	}
	for _, log := range []struct{ name, lines string }{
		{"y.facts", strings.Repeat("long\n", mostShort)}, {"x.facts", "one\n"}, {"x.journal", "header\n"},
	} {
		last, err := a.Append(ctx, log.name, 0, []byte(log.lines))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Store{a, b, a} {
			if lines, at, err := s.Load(ctx, log.name); err != nil || string(lines) != log.lines || at != last {
				t.Errorf("%s: %d bytes behind %d, not %d behind %d: %v", log.name, len(lines), at, len(log.lines), last,
					err)
			}
		}
	}
	if all, err := a.List(ctx, ".facts"); err != nil || !slices.Equal(all, []string{"x.facts", "y.facts"}) {
		t.Errorf("%v, %v", all, err)
	}
}

// TestNodes: servers agree who has a table; of one that goes, only its own tables go to others,
// which drop theirs when it comes back.
func TestNodes(t *testing.T) {
	js := at(t)
	var all [3]*Nodes
	var ends [3]context.CancelFunc
	dropped := make(chan string, 10_000)
	begin := func(i int) {
		n, err := Join(t.Context(), js, 1, fmt.Sprint("http://", i), nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		all[i], ends[i] = n, stop
		go n.Run(ctx, func(which func(string) bool) {
			for table := range 60 {
				if name := fmt.Sprint(table); which(name) {
					dropped <- fmt.Sprint(i, " ", name)
				}
			}
		})
	}
	for i := range all {
		begin(i)
	}
	owners := func(of ...int) (out []string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			var seen [][]string
			for _, i := range of {
				var here []string
				for table := range 60 {
					owner, err := all[i].Owner(t.Context(), fmt.Sprint(table))
					if err != nil {
						t.Fatal(err)
					}
					if owner == "" {
						owner = all[i].address
					}
					here = append(here, owner)
				}
				seen = append(seen, here)
			}
			used := map[string]bool{}
			for _, owner := range seen[0] {
				used[owner] = true
			}
			differs := func(s []string) bool { return !slices.Equal(s, seen[0]) }
			if len(used) == len(of) && !slices.ContainsFunc(seen, differs) {
				return seen[0]
			}
		}
		t.Fatalf("the servers %v do not agree", of)
		return nil
	}
	before := owners(0, 1, 2)
	ends[1]()
	after := owners(0, 2)
	for table, owner := range before {
		if owner != "http://1" && after[table] != owner {
			t.Errorf("table %d went from %s to %s", table, owner, after[table])
		}
	}
	for len(dropped) > 0 {
		<-dropped
	}
	given := map[string]bool{}
	begin(1)
	back := owners(0, 1, 2)
	deadline := time.After(20 * time.Second)
	for table, owner := range back {
		for want := fmt.Sprint(after[table][len("http://"):], " ", table); owner == "http://1"; {
			select {
			case got := <-dropped:
				given[got] = true
			case <-deadline:
				t.Fatalf("%s is not dropped", want)
			}
			if given[want] {
				break
			}
		}
	}
	// One that does not answer has nothing until it is heard again.
	all[0].Lost("http://2")
	all[0].lock.Lock()
	for table := range 60 {
		if owner := all[0].owner(fmt.Sprint(table)); owner == "http://2" && all[0].others[all[2].name].lost {
			t.Errorf("table %d is that of a server which does not answer", table)
		}
	}
	all[0].lock.Unlock()
	owners(0, 1, 2)
}
