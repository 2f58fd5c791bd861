//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/tables"
)

// deed is something that one may try at a server, and who may.
type deed struct {
	name string
	may  []string
	do   func(ctx context.Context, conn *nats.Conn, js jetstream.JetStream) error
}

// put writes under a key of a bucket.
func put(bucket, key string) func(ctx context.Context, conn *nats.Conn, js jetstream.JetStream) error {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.Publish(ctx, "$KV."+bucket+"."+key, []byte("forged"))
		return err
	}
}

// hear subscribes to a subject.
func hear(subject string) func(ctx context.Context, conn *nats.Conn, js jetstream.JetStream) error {
	return func(_ context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		s, err := conn.SubscribeSync(subject)
		if err != nil {
			return err
		}
		err = conn.Flush()
		if denied := conn.LastError(); errors.Is(denied, nats.ErrPermissionViolation) {
			err = denied
		}
		return errors.Join(err, s.Unsubscribe())
	}
}

// look asks for a stream.
func look(stream string) func(ctx context.Context, conn *nats.Conn, js jetstream.JetStream) error {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.Stream(ctx, stream)
		return err
	}
}

var deeds = []deed{
	{"see runs", []string{workRole, submitRole}, look("KV_ruledeck_runs")},
	{"make a run", []string{submitRole}, put("ruledeck_runs", "x")},
	{"cancel a run", []string{submitRole}, put("ruledeck_results", "x.cancelled.me")},
	{"write a result", []string{workRole}, put("ruledeck_results", "x.played.0.1")},
	{"say that games fail", []string{workRole}, put("ruledeck_results", "x.failed.0.1")},
	{"speak as a worker", []string{workRole}, put("ruledeck_workers", "x")},
	{"change a pack", []string{submitRole}, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.Publish(ctx, "$O.ruledeck_packs.C.x", []byte("forged"))
		return err
	}},
	{"remove results", []string{submitRole}, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		s, err := js.Stream(ctx, "KV_ruledeck_results")
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject("$KV.ruledeck_results.nothing"))
		}
		return err
	}},
	{"remove shards of all", nil, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		return js.DeleteStream(ctx, "ruledeck_work")
	}},
	{"change how results are kept", nil, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.UpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "ruledeck_results", TTL: time.Minute})
		return err
	}},
	{"keep something else", nil, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "own", Subjects: []string{"own"}})
		return err
	}},
	{"find tables", []string{tablesRole}, look("ruledeck_tables")},
	{"append to a journal", []string{tablesRole}, func(ctx context.Context, _ *nats.Conn,
		js jetstream.JetStream) error {
		_, err := js.Publish(ctx, "ruledeck.tables.forged.journal", []byte("forged"))
		return err
	}},
	{"change what is noted of tables", []string{tablesRole}, put("ruledeck_hosts", "x")},
	{"be a server of tables", []string{tablesRole}, put("ruledeck_nodes", "x")},
	{"remove tables", nil, func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		return js.DeleteStream(ctx, "ruledeck_tables")
	}},
	{"hear answers to workers", []string{workRole}, hear("_INBOX.work.>")},
	{"hear answers to submitters", []string{submitRole}, hear("_INBOX.submit.>")},
	{"hear answers to servers of tables", []string{tablesRole}, hear("_INBOX.tables.>")},
	{"hear everything", nil, hear(">")},
	{"ask the server of itself", nil, func(ctx context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		_, err := conn.RequestWithContext(ctx, "$SYS.REQ.SERVER.PING", nil)
		return err
	}},
}

// complete waits until the server, which tells its address first, has made what it keeps runs and results in.
func (c *meeting) complete(conn *nats.Conn, js jetstream.JetStream, err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	for _, stream := range []string{"KV_ruledeck_runs", "KV_ruledeck_results"} {
		there := func() bool { return look(stream)(c.Context(), conn, js) == nil }
		for end := time.Now().Add(20 * time.Second); !there() && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// TestRoles: each role does its own deeds; the server refuses the others and logs the role. A token
// opens its own role alone, and the server's own token opens none.
func TestRoles(t *testing.T) {
	c := newMeeting(t)
	roles := []string{workRole, submitRole, tablesRole}
	connected := func(role, file string) (*nats.Conn, jetstream.JetStream, error) {
		token, err := readToken(file)
		if err != nil {
			t.Fatal(err)
		}
		conn, js, _, err := cluster.Dial(cluster.Server{URL: c.url, Role: role, Token: token})
		return conn, js, err
	}
	conn, js, err := connected(tablesRole, c.token()+"."+tablesRole)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	store, _, err := tables.Open(t.Context(), js, []string{"nobody else knows it"}, 1, t.Output())
	if err == nil {
		_, err = tables.Join(t.Context(), js, 1, "http://x", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.complete(connected(submitRole, c.token()+"."+submitRole))
	for _, d := range deeds {
		row := fmt.Sprintf("%-34s", d.name)
		for _, role := range roles {
			conn, js, err := connected(role, c.token()+"."+role)
			if err != nil {
				t.Fatal(err)
			}
			before := len(c.server.talk.String())
			ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
			err = d.do(ctx, conn, js)
			stop()
			conn.Close()
			may := slices.Contains(d.may, role)
			logged := may
			for end := time.Now().Add(5 * time.Second); !logged && time.Now().Before(end); {
				time.Sleep(5 * time.Millisecond)
				logged = strings.Contains(c.server.talk.String()[before:], role+"\"")
			}
			if (err == nil) != may || !logged {
				t.Errorf("%s: %s: %v; logged: %q", role, d.name, err, c.server.talk.String()[before:])
			}
			row += fmt.Sprintf("%-8s", map[bool]string{true: role, false: "-"}[err == nil])
		}
		t.Log(row)
	}
	for _, role := range roles {
		for _, other := range append(roles, "") {
			file := strings.TrimSuffix(c.token()+"."+other, ".")
			if conn, _, err := connected(role, file); (err == nil) != (role == other) {
				t.Errorf("%s with the token of %q: %v", role, other, err)
			} else if err == nil {
				conn.Close()
			}
		}
	}
	if lines, _, err := store.Load(t.Context(), "forged.journal"); err == nil ||
		!strings.Contains(err.Error(), "none of the secrets of this server opens it") {
		t.Errorf("a journal that no secret sealed is read: %q, %v", lines, err)
	}
}

// TestSealed: what tables keep is read by who has the secret alone, from one server to the next,
// and none of it lies open in the server's files; a second secret is one of before.
func TestSealed(t *testing.T) {
	c := newMeeting(t)
	open := func(secrets ...string) (*tables.Store, []byte, error) {
		token, err := readToken(c.token() + "." + tablesRole)
		if err != nil {
			t.Fatal(err)
		}
		conn, js, replicas, err := cluster.Dial(cluster.Server{URL: c.url, Role: tablesRole, Token: token})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return tables.Open(t.Context(), js, secrets, replicas, t.Output())
	}
	const old, recent = "the secret of last year", "the secret of this year"
	s, links, err := open(old)
	if err != nil {
		t.Fatal(err)
	}
	const line = "the hidden hand of seat 2\n"
	last, err := s.Append(t.Context(), "a.journal", 0, []byte(line))
	if err == nil {
		_, err = s.Append(t.Context(), "a.journal", last, []byte(line))
	}
	if err != nil {
		t.Fatal(err)
	}
	const refused = "none of the secrets of this server opens it"
	if _, _, err := open(recent); err == nil || !strings.Contains(err.Error(), refused) {
		t.Errorf("another secret: %v", err)
	}
	turned, changed, err := open(recent, old)
	if err != nil {
		t.Fatal(err)
	}
	if lines, _, err := turned.Load(t.Context(), "a.journal"); err != nil || string(lines) != line+line {
		t.Errorf("%q, %v", lines, err)
	}
	if bytes.Equal(links, changed) {
		t.Error("links are as before a new secret")
	}
	if _, again, err := open(recent); err != nil || !bytes.Equal(again, changed) {
		t.Errorf("the newest secret alone: %v", err)
	}
	store := filepath.Join(filepath.Dir(c.token()), "store")
	err = filepath.WalkDir(store, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("hidden hand")) {
			t.Errorf("%s has it", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTokenMadeOnce: of several processes that find no token at once, all have the same one.
func TestTokenMadeOnce(t *testing.T) {
	for round := range 50 {
		file := filepath.Join(t.TempDir(), fmt.Sprint(round))
		var together sync.WaitGroup
		var tokens [8]string
		for i := range tokens {
			together.Go(func() {
				token, err := madeToken(file, rand.Text())
				if err != nil {
					t.Error(err)
				}
				tokens[i] = token
			})
		}
		together.Wait()
		kept, err := readToken(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, token := range tokens {
			if token != kept {
				t.Fatalf("round %d: the file holds %s, process %d has %s", round, kept, i, token)
			}
		}
	}
}
