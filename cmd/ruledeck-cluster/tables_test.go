//go:build unix

package main

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/tables"
	"github.com/ruledeck/ruledeck/cmd/internal/host/crowd"
	"github.com/ruledeck/ruledeck/cmd/internal/kept"
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
	_, token, _ := strings.Cut(strings.TrimSpace(c.says(p, &p.out, "\n")), "/?token=")
	return token
}

// journals returns the journals of all tables.
func journals(t *testing.T, url, token string) map[string][]byte {
	t.Helper()
	conn, js, replicas, err := cluster.Dial(cluster.Server{URL: url, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var store *tables.Store
	err = cluster.Settled(t.Context(), func() (err error) {
		store, _, err = tables.Open(t.Context(), js, replicas)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	err = cluster.Settled(t.Context(), func() error {
		names, err := store.List(t.Context(), kept.End)
		for _, name := range names {
			if err != nil {
				break
			}
			out[strings.TrimSuffix(name, kept.End)], _, err = store.Load(t.Context(), name)
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
// and nobody is shown less than before. RULEDECK_FULL keeps the tables at three servers of NATS,
// which are killed too.
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
	people := &crowd.Crowd{TB: t, Origin: origin, Game: "football-champions", Tables: count, Seats: 2,
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
	token, err := os.ReadFile(c.token())
	if err != nil {
		t.Fatal(err)
	}
	people.Compare(journals(t, c.url, strings.TrimSpace(string(token))))
	t.Log(people.Figures())
}

// TestCapacity tells what an answer costs one, two and three servers of tables, each in a
// process of its own, in processor time; it includes the requests that they pass on to each other.
func TestCapacity(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") == "" {
		t.Skip("RULEDECK_FULL measures")
	}
	for count := 1; count <= 3; count++ {
		c := newMeeting(t)
		people := &crowd.Crowd{TB: t, Origin: origin, Game: "football-champions", Tables: 60, Seats: 2,
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
