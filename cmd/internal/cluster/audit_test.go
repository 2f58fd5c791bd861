//go:build unix

package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// site is a server with workers that do different things, each under the name of what it does.
type site struct {
	*testing.T
	url string
}

func newSite(t *testing.T, does ...string) *site {
	t.Helper()
	server := serve(t, "127.0.0.1:0")
	t.Cleanup(func() { _ = server.Close() })
	s := &site{t, server.URL()}
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for i, does := range does {
		at := connected(t, s.url, &heard{})
		working.Go(func() {
			w := Worker{Name: fmt.Sprintf("%s-%d", does, i), Jobs: 1, Silence: 5 * time.Second,
				Player: playerThat(does)}
			if err := w.Work(ctx, at); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() { stop(); working.Wait() })
	return s
}

// kuhn is a small run, and what it comes to.
func kuhn(t *testing.T, games int) (s *Submission, config sim.Config, want *sim.Result) {
	t.Helper()
	plan, _ := bundled(t, "../../../testdata/kuhn")
	config = sim.Config{Games: games, Seed: plan.Seed, Seats: 2,
		New: func(int) (sim.Player, error) { return plan.Player() }}
	want, err := sim.Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return &Submission{Plan: plan, Player: playerThat("plays")}, config, want
}

// TestLiar: of three workers one plays other games than it is asked for, which fit together;
// it is named, all that it did is played again by others, and what is kept of the run does
// not have it either.
func TestLiar(t *testing.T) {
	site := newSite(t, "plays", "lies", "plays")
	s, config, want := kuhn(t, 2000)
	s.Verify = Verified
	kept := sim.NewPlayed(2)
	config.Keep = func(played func() *sim.Played) error { kept = played(); return nil }
	var said heard
	got, err := s.Run(t.Context(), connected(t, site.url, &said), config)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-here +there):\n%s", err, diff)
	}
	if diff := cmp.Diff(want, kept.Result); diff != "" {
		t.Errorf("kept is (-here +there):\n%s", diff)
	}
	text := said.String()
	for _, want := range []string{`^the worker lies-1 does not tell the truth of the games \d+ to \d+; ` +
		`all the \d+ games that it has played are dropped, and played again$`,
		`^of \d+ shards \d+ were verified here and \d+ by a second worker; 1 workers were dropped$`} {
		if !regexp.MustCompile("(?m)" + want).MatchString(text) {
			t.Errorf("%s\nnot said:\n%s", want, text)
		}
	}
}

// TestSecondWorker: where nothing is played again here, two workers that differ are told
// apart by playing here what they differ in.
func TestSecondWorker(t *testing.T) {
	server := serve(t, "127.0.0.1:0")
	t.Cleanup(func() { _ = server.Close() })
	var said heard
	at := connected(t, server.URL(), &said)
	s, config, _ := kuhn(t, 300)
	s.Verify = Verified
	if err := s.begin(at, config); err != nil {
		t.Fatal(err)
	}
	defer s.audit.stop()
	of, shards := sim.Span{First: 30, Games: 3}, &lab.Shards{Plan: s.Plan, Games: 300}
	part, _, err := shards.Play(t.Context(), of, func(int) int { return 3 })
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := shards.Play(t.Context(), sim.Span{First: 60, Games: 3}, func(int) int { return 3 })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		first      string
		dropped    string
		here, twin int
	}{
		{"both tell the truth", digest(part), "", 0, 1},
		{"the first does not", digest(other), "honest", 1, 0},
	} {
		s.audit.here, s.audit.second, said.text = 0, 0, nil
		s.audit.given[of] = claim{"honest", of, c.first}
		put(t, at, key(s.run, kindVerified, of), played{Worker: "other", Run: s.run, Games: of, Part: part})
		entry, err := at.results.Get(t.Context(), key(s.run, kindVerified, of))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.audit.hear(t.Context(), s, of, entry); err != nil {
			t.Fatal(err)
		}
		if s.audit.busy {
			if err := s.audit.judge(t.Context(), s, <-s.audit.verdicts); err != nil {
				t.Fatal(err)
			}
		}
		if s.audit.here != c.here || s.audit.second != c.twin ||
			strings.Contains(said.String(), "the worker "+c.dropped+" does not tell") != (c.dropped != "") {
			t.Errorf("%s: %+v\n%s", c.name, s.audit, said.String())
		}
	}
}

// TestCut: a shard that takes longer than it may is cut, its rest goes back, and what comes out
// is the same.
func TestCut(t *testing.T) {
	usual := longShard
	longShard = 0
	t.Cleanup(func() { longShard = usual })
	site := newSite(t, "plays", "plays")
	s, config, want := kuhn(t, 300)
	s.Verify = 0.1
	shards := 0
	config.Keep = func(func() *sim.Played) error { shards++; return nil }
	got, err := s.Run(t.Context(), connected(t, site.url, &heard{}), config)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-here +there):\n%s", err, diff)
	}
	if shards != 300 {
		t.Errorf("shards of 3 games that are cut after the first are %d, not 300", shards)
	}
}

// TestFair: a small run does not wait for one of which thousands of shards lie before it.
func TestFair(t *testing.T) {
	site := newSite(t, "plays")
	long, config, _ := kuhn(t, 100)
	config.Games = 50_000_000
	ctx, stop := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}), make(chan struct{})
	config.Progress = func(done int) {
		if done > 10_000 && begun != nil {
			close(begun)
			begun = nil
		}
	}
	wait := begun
	go func() {
		defer close(ended)
		if r, err := long.Run(ctx, connected(t, site.url, &heard{}), config); err == nil || r.Games == config.Games {
			t.Errorf("the long run is over first: %v", err)
		}
	}()
	<-wait
	short, config, want := kuhn(t, 200)
	got, err := short.Run(t.Context(), connected(t, site.url, &heard{}), config)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-here +there):\n%s", err, diff)
	}
	stop()
	<-ended
}

// TestShares: runs get the time of a worker by their priorities, a run that had nothing to
// play has not saved it up, and one that is new begins where the others are.
func TestShares(t *testing.T) {
	w := &Worker{runs: map[string]*running{
		"usual": {order: ordered{Priority: Usual}}, "urgent": {order: ordered{Priority: 3 * Usual}}}}
	s := &slot{Worker: w}
	got := map[string]int{}
	turn := func(n int, idle string) {
		clear(got)
		for range n {
			for _, run := range s.inTurn() {
				if run != idle {
					s.pay(run, time.Second)
					got[run]++
					break
				}
			}
		}
	}
	for _, c := range []struct {
		n    int
		idle string
		want map[string]int
	}{
		{40, "", map[string]int{"usual": 10, "urgent": 30}},
		{40, "urgent", map[string]int{"usual": 40}},
		{40, "", map[string]int{"usual": 10, "urgent": 30}},
	} {
		if turn(c.n, c.idle); cmp.Diff(c.want, got) != "" {
			t.Errorf("without %q: %v, not %v", c.idle, got, c.want)
		}
	}
}

// TestMinds: bots that think by another form of the game play on a worker as they do here.
func TestMinds(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("pack.yaml", "id: hoards\nversion: 1.0.0\napi: 3\nname: {en: Hoards}\nseats: {min: 2, max: 2}\n")
	write("game.yaml", "seat:\n  gold: {type: number, start: 0, name: {en: Gold}}\n"+
		"flow:\n  - phase: turn\n    turns: {until: once}\n    do: [hoard.take]\n"+
		"  - phase: result\n    do: [hoard.judge]\n"+
		"standing: standing.of\n")
	write("locale/en.yaml", "prompt.take: What do you take?\noption.gold: gold\noption.lead: lead\n")
	write("scripts/rules/hoard.lua", `local hoard = {}
function hoard.take(seat)
  local what = choose.one{seat = seat, prompt = "take", from = options():add("gold"):add("lead")}
  if what == "gold" then seat.gold = seat.gold + 1 end
end
function hoard.judge()
  local one, other = game.seats[1], game.seats[2]
  if one.gold == other.gold then finish{draw = game.seats} end
  finish(one.gold > other.gold and one or other)
end
return hoard
`)
	form := func(gold string) *interp.Table {
		write("scripts/rules/standing.lua", "local standing = {}\nlocal GOLD = "+gold+
			"\nfunction standing.of(seat) return GOLD * seat.gold end\nreturn standing\n")
		p, err := interp.Load(folder, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := lab.Seated(p, []string{"greedy", "greedy"}, nil, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	plan := &lab.Plan{Bots: []string{"wise", "fool"}, Seed: 3,
		Minds: map[string]lab.Mind{"fool": {Kind: "greedy", Table: form("-10")}, "wise": {Kind: "greedy"}}}
	plan.Table = form("10")
	config := sim.Config{Games: 40, Seed: plan.Seed, Seats: 2,
		New: func(int) (sim.Player, error) { return plan.Player() }}
	want, err := sim.Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Rows {
		if row := &want.Rows[i]; row.By == "bot" && row.Key == "fool" && row.Won > 0 {
			t.Errorf("who takes lead for gold wins %d", row.Won)
		}
	}
	var said heard
	got, err := (&Submission{Plan: plan, Verify: 0.5, Player: playerThat("plays")}).Run(t.Context(),
		connected(t, newSite(t, "plays").url, &said), config)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-here +there):\n%s\n%s", err, diff, said.String())
	}
}
