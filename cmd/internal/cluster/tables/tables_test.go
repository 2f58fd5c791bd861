package tables

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
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

// TestStore: two servers see what either has appended; of two that append behind the same, one is
// told that the log has moved.
func TestStore(t *testing.T) {
	js, ctx := at(t), t.Context()
	a, secret, err := Open(ctx, js, 1, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	b, again, err := Open(ctx, js, 1, t.Output())
	if err != nil || string(secret) != string(again) || len(secret) != 32 {
		t.Fatalf("%v, the secrets are %d and %d bytes", err, len(secret), len(again))
	}
	if _, _, err := b.Load(ctx, "x.facts"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a log that nobody wrote: %v", err)
	}
	if all, err := b.List(ctx, ".facts"); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
	first, err := a.Append(ctx, "x.facts", 0, []byte("one\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Append(ctx, "x.facts", 0, []byte("two\n")); !errors.Is(err, host.ErrMoved) {
		t.Errorf("made twice: %v", err)
	}
	check := func(s *Store, name, want string, wantLast uint64) {
		t.Helper()
		if lines, last, err := s.Load(ctx, name); err != nil || string(lines) != want || last != wantLast {
			t.Errorf("%q behind %d, %v; not %q behind %d", lines, last, err, want, wantLast)
		}
	}
	check(b, "x.facts", "one\n", first)
	other, err := b.Append(ctx, "y.facts", 0, []byte(strings.Repeat("long\n", mostShort)))
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Append(ctx, "x.facts", first, []byte("two\nthree\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Append(ctx, "x.facts", first, []byte("three\n")); !errors.Is(err, host.ErrMoved) {
		t.Errorf("appended behind what is not the last: %v", err)
	}
	for _, s := range []*Store{a, b, a} {
		check(s, "x.facts", "one\ntwo\nthree\n", second)
		check(s, "y.facts", strings.Repeat("long\n", mostShort), other)
	}
	if _, err := a.Append(ctx, "x.journal", 0, []byte("header\n")); err != nil {
		t.Fatal(err)
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
