//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/tables"
	"github.com/ruledeck/ruledeck/cmd/internal/host/crowdtest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// origin is how browsers name the servers of tables.
const origin = "http://tables.test"

// node starts a server of tables.
func (c *meeting) node(url, listen string, more ...string) *process {
	args := append([]string{"tables", url, "football-champions", "--listen", listen, "--origin", origin}, more...)
	return c.start("", args...)
}

// ready waits until a server of tables is there, and returns the host's token.
func (c *meeting) ready(p *process) string {
	_, token, _ := strings.Cut(strings.TrimSpace(c.says(p, &p.out, "\n")), "/#key=")
	return token
}

// journals returns the journals of all tables.
func journals(t *testing.T, url, token string, secrets []string) map[string][]byte {
	t.Helper()
	conn, js, replicas, err := cluster.Dial(cluster.Server{URL: url, Token: token, Role: tablesRole})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var store *tables.Store
	err = cluster.Settled(t.Context(), conn, func() (err error) {
		store, _, err = tables.Open(t.Context(), js, secrets, replicas, t.Output())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	err = cluster.Settled(t.Context(), conn, func() error {
		names, err := store.List(t.Context(), savedir.End)
		for _, name := range names {
			if err != nil {
				break
			}
			out[strings.TrimSuffix(name, savedir.End)], _, err = store.Load(t.Context(), name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSharedTables: people play at tables that three servers share, while one after another is
// killed and comes back; every answer that was acknowledged is kept with its reply, none twice,
// and nobody is shown less than before. In the end each server, without the others, shows every
// seat the same, and so does a game that is played by the journal here. RULEDECK_FULL keeps the
// tables at three servers of NATS, which are killed too.
func TestSharedTables(t *testing.T) {
	lasting, kills, count := 8*time.Second, 3, 6
	var c *meeting
	var kept *several
	if os.Getenv("RULEDECK_FULL") == "" {
		c = newMeeting(t)
	} else {
		kept = newCluster(t)
		c, lasting, kills, count = kept.meeting, 2*time.Minute, 12, 20
	}
	var listen [3]string
	var nodes [3]*process
	for i := range nodes {
		listen[i] = freeAddress(t)
		nodes[i] = c.node(c.url, listen[i])
	}
	people := &crowdtest.Crowd{TB: t, Origin: origin, Game: "football-champions", Tables: count, Seats: 2,
		Think: 50 * time.Millisecond, Seed: 5}
	for i := range nodes {
		people.Token = c.ready(nodes[i])
		people.Bases = append(people.Bases, "http://"+listen[i])
	}
	ctx, stop := context.WithTimeout(t.Context(), lasting)
	defer stop()
	people.Play(ctx)
	random := rand.New(rand.NewPCG(6, 7))
	for kill := range kills {
		select {
		case <-ctx.Done():
		case <-time.After(lasting / time.Duration(kills+1)):
			i := random.IntN(len(nodes))
			if kept != nil && kill%3 == 2 {
				end(t, kept.servers[i])
				time.Sleep(time.Second)
				kept.serve(i)
				continue
			}
			end(t, nodes[i])
			time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
			nodes[i] = c.node(c.url, listen[i])
		}
	}
	people.Wait()
	token, err := os.ReadFile(c.token() + ".tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range nodes {
		end(t, p)
	}
	secrets, err := secretsOf(filepath.Join(filepath.Dir(c.token()), "secret"))
	if err != nil {
		t.Fatal(err)
	}
	logs := journals(t, c.url, strings.TrimSpace(string(token)), secrets)
	people.Compare(logs)
	want := replayed(t, logs)
	for i := range nodes {
		nodes[i] = c.node(c.url, listen[i])
		c.ready(nodes[i])
		people.Bases = []string{"http://" + listen[i]}
		shown := people.Shown(t.Context())
		if len(shown) != 2*count || !maps.Equal(shown, want) {
			for who, text := range want {
				if shown[who] != text {
					t.Errorf("server %d shows %s\n...%s\nand the journal comes to\n...%s", i, who,
						differs(shown[who], text), differs(text, shown[who]))
				}
			}
		}
		end(t, nodes[i])
	}
	t.Log(people.Figures())
}

// differs is a piece of a text from where it differs from another.
func differs(text, other string) string {
	at := 0
	for at < min(len(text), len(other)) && text[at] == other[at] {
		at++
	}
	return text[max(0, at-60):min(len(text), at+200)]
}

// replayed is what each seat is shown where the games of journals are played by them.
func replayed(t *testing.T, journals map[string][]byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	for id, data := range journals {
		j, err := replay.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		p, err := interp.Load("football-champions", interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		laid, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		players, err := play.NewPlayers([]string{play.Human, play.Human})
		if err != nil {
			t.Fatal(err)
		}
		rested := make(chan struct{}, 1)
		game, err := table.New(t.Context(), table.Settings{Settings: play.Settings{Players: players},
			Rested: func(*play.Session, error) {
				select {
				case rested <- struct{}{}:
				default:
				}
			}},
			func(s play.Settings) (*play.Session, error) {
				return play.Resume(t.Context(), play.Recorded(laid, &j.Header), j.Answers(), s)
			})
		if err != nil {
			t.Fatal(err)
		}
		game.Play() // what nobody is asked about
		<-rested
		for seat := range engine.Seat(2) {
			f, err := game.Frame(table.Viewer{Seat: seat + 1, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			out[fmt.Sprintf("%s %d", id, seat+1)] = crowdtest.Whole(t, data)
		}
		game.Close()
	}
	return out
}

// TestCapacity tells what an answer costs one, two and three servers of tables, each in a
// process of its own, in processor time; it includes the requests that they pass on to each other.
func TestCapacity(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") == "" {
		t.Skip("RULEDECK_FULL measures")
	}
	for count := 1; count <= 3; count++ {
		c := newMeeting(t)
		people := &crowdtest.Crowd{TB: t, Origin: origin, Game: "football-champions", Tables: 60, Seats: 2,
			Think: time.Second, Seed: 8}
		var nodes []*process
		for range count {
			listen := freeAddress(t)
			nodes = append(nodes, c.node(c.url, listen))
			people.Token = c.ready(nodes[len(nodes)-1])
			people.Bases = append(people.Bases, "http://"+listen)
		}
		ctx, stop := context.WithTimeout(t.Context(), 40*time.Second)
		people.Play(ctx)
		people.Wait()
		stop()
		var spent time.Duration
		for _, p := range nodes {
			send(t, p, syscall.SIGTERM)
			<-p.ended
			spent += p.ProcessState.UserTime() + p.ProcessState.SystemTime()
		}
		t.Logf("%d servers, %s of processor time: %s", count, spent.Round(time.Millisecond), people.Figures())
	}
}
