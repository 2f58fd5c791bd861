//go:build unix

package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// heard keeps what is said.
type heard struct {
	lock sync.Mutex
	text []string
}

func (h *heard) talk(text string) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.text = append(h.text, text)
}

func (h *heard) String() string {
	h.lock.Lock()
	defer h.lock.Unlock()
	return strings.Join(h.text, "\n")
}

// serve starts a server on this machine, and returns it with its address.
func serve(t *testing.T, listen string) *broker.Server {
	t.Helper()
	s, err := broker.Start(broker.Settings{Listen: listen, Folder: t.TempDir(), Log: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// connected is a connection that ends with the test.
func connected(t *testing.T, url string, h *heard) *Cluster {
	t.Helper()
	c, err := Connect(t.Context(), Server{URL: url}, h.talk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestTamperedResults: what cannot be the result of its shard is refused with the name of
// the worker, in one line, and the run comes out as it is.
func TestTamperedResults(t *testing.T) {
	plan, _ := bundled(t, "../../../testdata/kuhn")
	config := sim.Config{Games: 300, Seed: plan.Seed, Seats: 2,
		New: func(int) (sim.Player, error) { return plan.Player() }}
	want, err := sim.Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	server := serve(t, "127.0.0.1:0")
	t.Cleanup(func() { _ = server.Close() })
	var said heard
	at, stranger := connected(t, server.URL(), &said), connected(t, server.URL(), &heard{})

	// The stranger is there before the others, and writes results of its own.
	s := &Submission{Plan: plan}
	if err := s.begin(at, config); err != nil {
		t.Fatal(err)
	}
	shards := &lab.Shards{Plan: plan, Games: config.Games}
	refused := map[string]func(p *played){
		"1 to 3 is refused: games won by seat 1: 370520 of 3": func(p *played) {
			p.Result.Wins = []int{370_520, 144}
		},
		"4 to 6 is refused: 900 games, 3 finished and 0 failed, are not the 3 of": func(p *played) {
			p.Result.Games = 900
		},
		"7 to 9 is refused: 3 seats won, and there are 2": func(p *played) { p.Result.Wins = append(p.Result.Wins, 0) },
		"10 to 12 is refused: decisions of a game: -5 of": func(p *played) { p.Result.Lengths[0].Decisions = -5 },
		"13 to 15 is refused: the game has no card \"jack\\nruledeck: all is well\"": func(p *played) {
			p.Result.Rows = append(p.Result.Rows, sim.Row{By: "card", Key: "jack\nruledeck: all is well", Seat: 1})
		},
		"16 to 18 is refused: it is of the games 16 to 18 of the run 0000": func(p *played) {
			p.Run = "0000"
		},
		"19 to 21 is refused: it is of the games 16 to 18 of the run " +
			s.run: func(p *played) { p.Games.First = 15 },
		"22 to 24 is refused: it has no result": func(p *played) {
			p.Part = nil
		},
		"25 to 27 is refused: the score gain of all: the squares of 6 values do not add": func(p *played) {
			p.Result.Scores[0].Squares = 1 << 40
		},
	}
	for line, tamper := range refused {
		var first, last int
		if _, err := fmt.Sscanf(line, "%d to %d", &first, &last); err != nil {
			t.Fatal(err)
		}
		games := sim.Span{First: first - 1, Games: 3}
		part, _, err := shards.Play(t.Context(), games, func(int) int { return 3 })
		if err != nil {
			t.Fatal(err)
		}
		p := played{Worker: "stranger\n7", Run: s.run, Games: games, Part: part}
		tamper(&p)
		put(t, stranger, key(s.run, kindPlayed, games), p)
	}
	if _, err := stranger.results.PutString(t.Context(), key(s.run, kindPlayed, sim.Span{First: 27, Games: 3}),
		"no JSON"); err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.results.PutString(t.Context(), keyOf(s.run, kindRefused, "x"),
		"no\nruledeck: \x1b[2Jwell"); err != nil {
		t.Fatal(err)
	}
	// A pack that lies under the name of another is brought anew.
	if _, err := stranger.packs.PutString(t.Context(), s.order.Pack, "no pack"); err != nil {
		t.Fatal(err)
	}

	ctx, stop := context.WithCancel(t.Context())
	worker, working := connected(t, server.URL(), &heard{}), sync.WaitGroup{}
	working.Go(func() {
		w := Worker{Jobs: 2, Silence: 5 * time.Second, Player: playerThat("plays")}
		if err := w.Work(ctx, worker); err != nil {
			t.Error(err)
		}
	})
	got, err := (&Submission{Plan: plan}).Run(t.Context(), at, config)
	stop()
	working.Wait()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-here +there):\n%s", err, diff)
	}
	for line := range refused {
		if line = `what the worker stranger\u000a7 says of the games ` + line; !strings.Contains(said.String(), line) {
			t.Errorf("it is not said that %s", line)
		}
	}
	for _, line := range []string{"nothing of the 100 shards was verified",
		"what the worker without a name says of the games 28 to 30 is refused: it cannot be " +
			"read (", `no\u000aruledeck: \u001b[2Jwell`} {
		if !strings.Contains(said.String(), line) {
			t.Errorf("it is not said that %s", line)
		}
	}
	if n := strings.Count(said.String(), "\n") + 1; n != len(refused)+3 || strings.Contains(said.String(), "\x1b") {
		t.Errorf("%d lines are said:\n%s", n, said.String())
	}
}

// put writes a result as a worker does.
func put(t *testing.T, c *Cluster, key string, p played) {
	t.Helper()
	data, err := packed(p)
	if err == nil {
		_, err = c.results.Put(t.Context(), key, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestServerGoneWhileStopping: who stops waiting while the server does nothing gets what
// has come, and no panic.
func TestServerGoneWhileStopping(t *testing.T) {
	plan, _ := bundled(t, "../../../testdata/kuhn")
	server := serve(t, "127.0.0.1:0")
	var said heard
	c := connected(t, server.URL(), &said)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r, err := (&Submission{Plan: plan}).Run(ctx, c, sim.Config{Games: 300, Seed: plan.Seed, Seats: 2})
		if !errors.Is(err, context.Canceled) || r == nil || r.Games != 0 {
			t.Errorf("%v, %+v", err, r)
		}
	}()
	time.Sleep(200 * time.Millisecond)
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	for i := 0; !strings.Contains(said.String(), "the server does not do what it is asked"); i++ {
		if i > 6000 {
			t.Fatal("it is not said that the server is away")
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	<-ended
}

// TestServersThatAreAway: an address that nobody answers at, or whose machine has no name
// yet, is one to wait for.
func TestServersThatAreAway(t *testing.T) {
	for _, url := range []string{"nats://127.0.0.1:1", "nats://nowhere.invalid:4222", "nats://" + silentPort(t)} {
		if _, err := Connect(t.Context(), Server{URL: url}, func(string) {}); !errors.Is(err, ErrAway) ||
			!strings.Contains(err.Error(), url+": no server answers (") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// silentPort is an address where calls are taken and dropped.
func silentPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}
