// Package cluster plays the shards of a run of games on many machines, over any NATS
// server with JetStream. Three kinds of process meet there: whoever submits a run, those
// who work, and the server, which knows nothing of games.
//
// What is where:
//
//   - a pack travels once, as a Bundle in an object store, named by its content;
//   - an Order says what a run is; it stands in a key-value store under the name of the
//     run, which follows from the order: the same run has the same name whoever submits it;
//   - some games of a run, a shard, are a message of a work queue, on a subject of its own,
//     where one lies at a time. It is put back when its worker falls silent, and gone when
//     it is played;
//   - what a shard came to stands in a second key-value store, under run and games, and
//     beside it reports on the run: who plays which games, failures, refusals;
//   - a third one says who is at work. Its entries end when they are not written anew.
//
// What games come to follows from the order and their numbers alone (package sim), so
// every worker that plays them writes the same: redelivery, duplicates and workers that come back late
// change nothing, and lost games are played again. Shards are as large as some seconds are
// long, by what was measured; one that takes longer is cut, and its rest goes back. A
// worker takes its next shard from the run that it has given the least time, by priority.
//
// What cannot be the result of its shard is refused. What can be, and is not, is found by
// playing some shards again (audit.go): their worker is named, and all that it did is
// played again. Workers take work by the version of their program: one of another version
// is given none, and says so.
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
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// The names that the project takes on a server.
const (
	workStream    = "ruledeck_work"
	workSubject   = "ruledeck.work" // .PROGRAM.RUN.FIRST.GAMES, and .again for a second worker
	bellSubject   = "ruledeck.bell" // .PROGRAM: there is something to play
	packsBucket   = "ruledeck_packs"
	runsBucket    = "ruledeck_runs"
	resultsBucket = "ruledeck_results"
	workersBucket = "ruledeck_workers"
)

// How long unused data stays on the server.
const (
	keepResults = 7 * 24 * time.Hour
	keepPacks   = 30 * 24 * time.Hour
	keepWorkers = 30 * time.Second
)

// Cluster is a connection to a server.
type Cluster struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	replicas int
	// updates makes the streams on the server conform to this version; other clients take them as
	// they are.
	updates bool
	stores
	// log receives a line when the server fails a request, and when it works again.
	log func(text string)
}

// stores are the data on the server, by name: the names stay the same when the server has
// lost them and they are made anew.
type stores struct {
	work                   jetstream.Stream
	packs                  jetstream.ObjectStore
	runs, results, workers jetstream.KeyValue
}

// ErrAway is the error of Connect where no server answers.
var ErrAway = errors.New("no server answers")

// Server says where a server is, and how one is let in.
type Server struct {
	// URL may name several servers of a cluster, with commas between them.
	URL string
	// Token is that of a server that takes one, Role the name that is shown with it; Creds is
	// the file of a user's credentials, as NATS has them.
	Token, Role string
	Creds       string `flag:"creds"`
	// CA, Cert and Key are files of TLS: the authority that certifies the server, and the
	// certificate of the client.
	CA        string `flag:"tls-ca"`
	Cert, Key string
	// Within connects to a server of this process.
	Within nats.InProcessConnProvider
}

// Dial connects to a NATS server. The connection survives a restart of the server. An error
// says that there is no server (ErrAway), or that it refuses the client. Data there have
// several replicas: a cluster of servers keeps three of everything, as one of them may be
// lost.
func Dial(at Server) (conn *nats.Conn, js jetstream.JetStream, replicas int, err error) {
	options := []nats.Option{nats.Name("ruledeck"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.IgnoreAuthErrorAbort()}
	if at.Token != "" {
		options = append(options, nats.Token(at.Token)) // servers of others ask for it alone
	}
	if at.Token != "" && at.Role != "" {
		options = append(options, nats.UserInfo(at.Role, at.Token), nats.CustomInboxPrefix("_INBOX."+at.Role))
	}
	if at.Within != nil {
		options = append(options, nats.InProcessServer(at.Within))
	}
	if at.Creds != "" {
		options = append(options, nats.UserCredentials(at.Creds))
	}
	if at.CA != "" {
		options = append(options, nats.RootCAs(at.CA))
	}
	if at.Cert != "" {
		options = append(options, nats.ClientCert(at.Cert, at.Key))
	}
	conn, err = nats.Connect(at.URL, options...)
	var network net.Error
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return nil, nil, 0, fmt.Errorf("%s refuses %s", at.URL, at.pass())
	// Its machine may have no name yet, or something before it takes calls and drops them.
	case errors.As(err, &network), errors.Is(err, io.EOF),
		errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
		return nil, nil, 0, fmt.Errorf("%s: %w (%w)", at.URL, ErrAway, err)
	case err != nil:
		return nil, nil, 0, fmt.Errorf("%s: %w", at.URL, err)
	}
	replicas = 1
	if conn.ConnectedClusterName() != "" {
		replicas = 3
	}
	js, err = jetstream.New(conn)
	if err != nil {
		conn.Close()
	}
	return conn, js, replicas, err
}

// noRoom is the code of the server for streams that may grow larger than its disk.
const noRoom = jetstream.ErrorCode(10047)

// Settled tries something at a server until it succeeds or has failed for some time:
// servers of a cluster need a while to elect a leader. A lack of permission, or of room, is an error
// at once.
func Settled(ctx context.Context, conn *nats.Conn, do func() error) error {
	for end := time.Now().Add(longReady); ; {
		err := do()
		if denied := conn.LastError(); err != nil && errors.Is(denied, nats.ErrPermissionViolation) {
			return denied
		}
		if api, is := errors.AsType[*jetstream.APIError](err); is && api.ErrorCode == noRoom {
			return fmt.Errorf("the JetStream of the server has too little room on its disk: runs may take 10 GB, "+
				"and tables 16 (max_file in its configuration, or a larger disk): %w", err)
		}
		if err == nil || ctx.Err() != nil || time.Now().After(end) ||
			errors.Is(err, jetstream.ErrJetStreamNotEnabled) ||
			errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// longReady is how long a reachable server may take until it stores data.
const longReady = 30 * time.Second

// Connect connects to a server as Dial does, and makes there what runs need. An error may also
// say that it has no JetStream. talk is told of a server that is away, and comes back. Words of
// others are made safe for a line first.
func Connect(ctx context.Context, at Server, log func(text string)) (*Cluster, error) {
	conn, js, replicas, err := Dial(at)
	if err != nil {
		return nil, err
	}
	c := &Cluster{conn: conn, js: js, replicas: replicas, updates: at.Within != nil,
		log: func(text string) { log(line(text)) }}
	err = Settled(ctx, conn, func() (err error) {
		c.stores, err = c.ready(ctx)
		return err
	})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", at.URL, err)
	}
	return c, nil
}

// forget removes the results whose keys match a pattern. A role may remove results without the
// right to write them.
func (c *Cluster) forget(ctx context.Context, pattern string) error {
	return c.retry(ctx, func() error {
		results, err := c.js.Stream(ctx, "KV_"+resultsBucket)
		if err != nil {
			return err
		}
		return results.Purge(ctx, jetstream.WithPurgeSubject("$KV."+resultsBucket+"."+pattern))
	})
}

// pass is what a server is shown.
func (s *Server) pass() string {
	switch {
	case s.Creds != "":
		return "the credentials"
	case s.Cert != "" && s.Token == "":
		return "the certificate"
	case s.Role != "":
		return "the token; that of a server of ruledeck-cluster would be the one for " + s.Role
	}
	return "the token"
}

// Close ends the connection.
func (c *Cluster) Close() { c.conn.Close() }

// line makes a foreign text safe to show as one line.
func line(text string) string {
	const most = 1000
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return sanitize.Line(text)
}

// ready creates the missing parts on the server and leaves the others alone, unless it is to update
// them.
func (c *Cluster) ready(ctx context.Context) (s stores, err error) {
	stream := c.js.CreateStream
	objects := c.js.CreateObjectStore
	values := c.js.CreateKeyValue
	if c.updates {
		stream = c.js.CreateOrUpdateStream
		objects = c.js.CreateOrUpdateObjectStore
		values = c.js.CreateOrUpdateKeyValue
	}
	s.work, err = made(ctx, workStream, c.js.Stream, stream, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Replicas: c.replicas, MaxBytes: mostWork,
		// One message a shard: a second is refused while the first is there.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	if err == nil {
		s.packs, err = made(ctx, packsBucket, c.js.ObjectStore, objects, jetstream.ObjectStoreConfig{
			Bucket: packsBucket, TTL: keepPacks, Replicas: c.replicas, MaxBytes: mostPacks})
	}
	bucket := func(name string, keep time.Duration, most int64) (kv jetstream.KeyValue) {
		if err == nil {
			kv, err = made(ctx, name, c.js.KeyValue, values,
				jetstream.KeyValueConfig{Bucket: name, TTL: keep, Replicas: c.replicas, MaxBytes: most})
		}
		return kv
	}
	s.runs = bucket(runsBucket, keepResults, mostRuns)
	s.results = bucket(resultsBucket, keepResults, mostResults)
	s.workers = bucket(workersBucket, keepWorkers, mostWorkers)
	return s, err
}

// made creates something, or returns what is there by its name, however that was made.
func made[T, C any](ctx context.Context, name string, there func(context.Context, string) (T, error),
	create func(context.Context, C) (T, error), as C) (T, error) {
	t, err := create(ctx, as)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) || errors.Is(err, jetstream.ErrBucketExists) {
		return there(ctx, name)
	}
	return t, err
}

// The most bytes of each part on the server. A full part refuses writes, and clients try these
// again.
const (
	mostWork    = 256 << 20
	mostPacks   = 1 << 30
	mostRuns    = 64 << 20
	mostResults = 8 << 30
	mostWorkers = 64 << 20
)

// patience is how long the server may fail before that is said.
const patience = 5 * time.Second

// retry tries something until it succeeds: a server that is away comes back, perhaps
// without its data. The error is that of the context, or that the connection is closed for
// good.
func (c *Cluster) retry(ctx context.Context, do func() error) error {
	reported := false
	began := time.Now()
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := c.away()
		if err == nil {
			err = do()
		}
		switch {
		case err == nil && reported:
			c.log("the server is there again")
			return nil
		case err == nil || ctx.Err() != nil:
			return ctx.Err()
		case c.conn.IsClosed():
			return err
		case !reported && time.Since(began) > patience:
			reported = true
			c.log(fmt.Sprintf("the server does not do what it is asked (%s); trying again", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		if c.away() == nil {
			// What cannot be made now is tried with the next time.
			_, _ = c.ready(ctx)
		}
	}
}

// away returns an error while there is no connection. A request would wait for its timeout
// then, and each of them delays the message that the server is gone.
func (c *Cluster) away() error {
	if c.conn.Status() == nats.RECONNECTING {
		return nats.ErrConnectionReconnecting
	}
	return nil
}

// Order is what a run is, for those who work on it.
type Order struct {
	Job lab.Job `json:"job"`
	// Pack names the bundle of the game, Forms the bundles of the forms by which its bots think.
	Pack  string            `json:"pack"`
	Forms map[string]string `json:"forms,omitempty"`
	// Compared and Unpaired mean what they mean in lab.Shards.
	Compared bool `json:"compared,omitempty"`
	Unpaired bool `json:"unpaired,omitempty"`
}

// Usual is the priority of a run where none is given: a run of twice the priority gets
// twice the time of the workers.
const Usual = 4

// ordered is how an order lies before the workers.
type ordered struct {
	Order
	Priority int       `json:"priority"`
	Since    time.Time `json:"since"`
	By       string    `json:"by"`
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

// subjects are where the shards of a run lie.
func (o *Order) subjects(run string) string {
	return fmt.Sprintf("%s.%s.%s", workSubject, program(o.Job.Program), run)
}

// subject is where a shard lies.
func (o *Order) subject(run string, games sim.Span) string {
	return fmt.Sprintf("%s.%d.%d", o.subjects(run), games.First, games.Games)
}

// onceMore ends the subject of a shard that was played and is given to a second worker.
const onceMore = ".again"

// cutSubject parts the subject of a shard.
func cutSubject(subject string) (run string, games sim.Span, again, ok bool) {
	subject, again = strings.CutSuffix(strings.TrimPrefix(subject, workSubject+"."), onceMore)
	parts := strings.SplitN(subject, ".", 3)
	if len(parts) != 3 {
		return "", games, again, false
	}
	games, ok = cutSpan(parts[2])
	return parts[1], games, again, ok
}

// cutSpan reads the two numbers of games.
func cutSpan(text string) (games sim.Span, ok bool) {
	first, count, _ := strings.Cut(text, ".")
	var errs [2]error
	games.First, errs[0] = strconv.Atoi(first)
	games.Games, errs[1] = strconv.Atoi(count)
	return games, errs == [2]error{} && games.First >= 0 && games.Games > 0
}

// The reports on a run, as its keys name them: the results of games, when a worker played
// them first and when a second one did; failures, by worker the shards in play and refusals
// of the run, its progress, and its cancellation.
const (
	kindPlayed    = "played"
	kindVerified  = "again"
	kindFailed    = "failed"
	kindPlaying   = "playing"
	kindRefused   = "refused"
	kindProgress  = "progress"
	kindCancelled = "cancelled"
)

// key is where a thing is said of games of a run.
func key(run, what string, games sim.Span) string {
	return fmt.Sprintf("%s.%s.%d.%d", run, what, games.First, games.Games)
}

// keyOf is the key of a sender's report on a run.
func keyOf(run, what, by string) string { return run + "." + what + "." + subjectSafe(by) }

// cutKey parts a key.
func cutKey(key string) (what, which string) {
	_, rest, _ := strings.Cut(key, ".")
	what, which, _ = strings.Cut(rest, ".")
	return what, which
}

// played is a worker's record of a shard: the worker's name, the run and its games, their
// results, and the time they took.
type played struct {
	Worker  string   `json:"worker"`
	Run     string   `json:"run"`
	Games   sim.Span `json:"games"`
	Seconds float64  `json:"seconds"`
	*lab.Part
}

// progress is how far games are, a run's or those that a worker plays.
type progress struct {
	Games int `json:"games"`
	Of    int `json:"of"`
}

// presence is what a worker says of itself.
type presence struct {
	Program string    `json:"program"`
	Jobs    int       `json:"jobs"`
	Since   time.Time `json:"since"`
	Games   int64     `json:"games"`
}

// publish writes a report under a key, if the server takes it: a lost report does no harm.
func publish(ctx context.Context, to jetstream.KeyValue, key string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers
	}
	_, _ = to.Put(ctx, key, data)
}

// entries visits the entries under keys, skipping those that end meanwhile.
func (c *Cluster) entries(ctx context.Context, of jetstream.KeyValue, pattern string,
	visit func(entry jetstream.KeyValueEntry) error) error {
	if err := c.away(); err != nil {
		return err
	}
	keys, err := of.ListKeysFiltered(ctx, pattern)
	if err != nil {
		return err
	}
	defer func() { _ = keys.Stop() }()
	for key := range keys.Keys() {
		entry, err := of.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err == nil {
			err = visit(entry)
		}
		if err != nil {
			return err
		}
	}
	return nil
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

// largest bounds the size of unpacked data.
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
