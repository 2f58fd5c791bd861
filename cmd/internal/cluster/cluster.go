// Package cluster plays the shards of a run of games on many machines, over any NATS
// server with JetStream. Three kinds of process meet there: whoever submits a run, those
// who work, and the server, which knows nothing of games.
//
// What is where:
//
//   - a pack travels once, as a Bundle in an object store, named by its content;
//   - an Order says what a run is; it stands in a key-value store under the name of the
//     run, which follows from the order: the same run has the same name whoever submits it;
//   - each shard is a message of a work queue, on a subject of its own, where one lies at
//     a time. It is put back when its worker falls silent, and gone when it is played;
//   - what a shard adds up to stands in a second key-value store, under run and shard.
//
// A shard follows from the order and its number alone (package sim), so whoever plays it
// writes the same: redelivery, duplicates and workers that come back late change nothing,
// and what is lost is played again. What cannot be the result of its shard is refused with
// the name of its worker, and played again. Workers take work by the version of their program:
// one of another version is given none, and says so.
//
// It may import lab, isolate, nats.go and what they import; never the server.
package cluster

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/visible"
)

// The names that the project takes on a server.
const (
	workStream    = "ruledeck_work"
	workSubject   = "ruledeck.work" // .PROGRAM.RUN.SHARD
	packsBucket   = "ruledeck_packs"
	runsBucket    = "ruledeck_runs"
	resultsBucket = "ruledeck_results"
)

// How long what nobody asks for stays on the server.
const (
	keepResults = 7 * 24 * time.Hour
	keepPacks   = 30 * 24 * time.Hour
)

// Cluster is a connection to a server.
type Cluster struct {
	conn *nats.Conn
	js   jetstream.JetStream
	stores
	// talk is told, in a line, when the server does not do what it is asked, and when it
	// does again.
	talk func(text string)
}

// stores are what is kept on the server, by their names: they stay the same where the
// server has lost them and they are made anew.
type stores struct {
	work          jetstream.Stream
	packs         jetstream.ObjectStore
	runs, results jetstream.KeyValue
}

// ErrAway is the error of Connect where no server answers.
var ErrAway = errors.New("no server answers")

// Connect connects to a NATS server; token may be "". The connection outlives a server
// that restarts. An error says that there is no server, that it refuses the token, or
// that it has no JetStream. talk is told of a server that is away, and comes back.
// Words of others are made safe for a line first.
func Connect(ctx context.Context, url, token string, talk func(text string)) (*Cluster, error) {
	options := []nats.Option{nats.Name("ruledeck"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.IgnoreAuthErrorAbort()}
	if token != "" {
		options = append(options, nats.Token(token))
	}
	conn, err := nats.Connect(url, options...)
	var network net.Error
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return nil, fmt.Errorf("%s refuses the token", url)
	// Its machine may have no name yet, or something before it takes calls and drops them.
	case errors.As(err, &network), errors.Is(err, io.EOF),
		errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return nil, fmt.Errorf("%s: %w (%w)", url, ErrAway, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	c := &Cluster{conn: conn, talk: func(text string) { talk(line(text)) }}
	if c.js, err = jetstream.New(conn); err == nil {
		c.stores, err = c.ready(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	return c, nil
}

// Close ends the connection.
func (c *Cluster) Close() { c.conn.Close() }

// line is what somebody else has said, as it stands in a line here.
func line(text string) string {
	const most = 1000
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return visible.Line(text)
}

// ready makes what is not there yet on the server; what is there stays as it is.
func (c *Cluster) ready(ctx context.Context) (s stores, err error) {
	s.work, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject + ".>"}, Retention: jetstream.WorkQueuePolicy,
		// One message a shard: a second is refused while the first is there.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	if err == nil {
		s.packs, err = c.js.CreateOrUpdateObjectStore(ctx,
			jetstream.ObjectStoreConfig{Bucket: packsBucket, TTL: keepPacks})
	}
	if err == nil {
		s.runs, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runsBucket, TTL: keepResults})
	}
	if err == nil {
		s.results, err = c.js.CreateOrUpdateKeyValue(ctx,
			jetstream.KeyValueConfig{Bucket: resultsBucket, TTL: keepResults})
	}
	return s, err
}

// patience is how long the server may fail before that is said.
const patience = 5 * time.Second

// again does something until it is done: a server that is away comes back, perhaps
// without what it had. The error is that of the context, or that the connection is closed
// for good.
func (c *Cluster) again(ctx context.Context, do func() error) error {
	said, began := false, time.Now()
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := do()
		switch {
		case err == nil && said:
			c.talk("the server is there again")
			return nil
		case err == nil || ctx.Err() != nil:
			return ctx.Err()
		case c.conn.IsClosed():
			return err
		case !said && time.Since(began) > patience:
			said = true
			c.talk(fmt.Sprintf("the server does not do what it is asked (%s); trying again", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		// What cannot be made now is tried with the next time.
		_, _ = c.ready(ctx)
	}
}

// Order is what a run is, for those who work on it.
type Order struct {
	Job lab.Job `json:"job"`
	// Pack names the bundle of the game.
	Pack string `json:"pack"`
	// Shards is how many there are.
	Shards int `json:"shards"`
}

// run names the run of an order.
func (o *Order) run() string {
	data, err := json.Marshal(o)
	if err != nil {
		panic(err) // an order is texts and numbers
	}
	return name(data)[:24]
}

// name is how contents are called.
func name(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// program is a version of the program as a part of a subject.
func program(version string) string { return name([]byte(version))[:16] }

// subject is where a shard lies.
func (o *Order) subject(run string, shard int) string {
	return fmt.Sprintf("%s.%s.%s.%d", workSubject, program(o.Job.Program), run, shard)
}

// cutSubject parts the subject of a shard.
func cutSubject(subject string) (run string, shard int, ok bool) {
	parts := strings.Split(strings.TrimPrefix(subject, workSubject+"."), ".")
	if len(parts) != 3 {
		return "", 0, false
	}
	shard, err := strconv.Atoi(parts[2])
	return parts[1], shard, err == nil
}

// The keys of what is said of a run: what a shard adds up to, why it failed, and who
// refuses the run.
func playedKey(run string, shard int) string      { return fmt.Sprintf("%s.played.%d", run, shard) }
func failedKey(run string, shard int) string      { return fmt.Sprintf("%s.failed.%d", run, shard) }
func refusedKey(run string, worker string) string { return fmt.Sprintf("%s.refused.%s", run, worker) }

// played is what a worker writes down of a shard: its name, and which shard of which run
// it is.
type played struct {
	Worker string      `json:"worker"`
	Run    string      `json:"run"`
	Shard  int         `json:"shard"`
	Result *sim.Result `json:"result"`
}

// cutKey parts a key.
func cutKey(key string) (what, which string) {
	_, rest, _ := strings.Cut(key, ".")
	what, which, _ = strings.Cut(rest, ".")
	return what, which
}

// packed is JSON, compressed.
func packed(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// largest bounds what is unpacked.
const largest = 256 << 20

// unpacked reads what packed has written.
func unpacked(data []byte, v any) error {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(r, largest))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
