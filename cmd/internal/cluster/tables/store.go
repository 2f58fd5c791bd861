// Package tables lets several servers share their tables, over any NATS server with JetStream:
// it is a store of package house, and says which server has which table.
//
// Each append to a log is a message on the subject of the log, on condition that the last one
// is the one that the writer has seen: of two servers that go on with one table, one is
// refused. Servers announce themselves again and again in a key-value store; a table is that
// of the server with the highest hash of both their names (rendezvous hashing), so that one
// that comes or goes takes only its own tables along.
//
// JetStream seals each message and leaves out, without a word, those whose seal is broken.
// Within a log the lines themselves tell, as they are numbered. That the end of one is missing
// is told by what JetStream counts of it, and that the end of all is by a note of how many
// appends there were, which lies apart from them.
//
// It may import rights, house, nats.go and what they import.
package tables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster/rights"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// The names that tables take on a server.
const (
	logsStream  = "ruledeck_tables"
	logsSubject = "ruledeck.tables." // NAME of a log
	hostsBucket = "ruledeck_hosts"
	nodesBucket = "ruledeck_nodes"
	secretKey   = "secret" // of versions that did not seal
	sealKey     = "seal"   // the last append that is not sealed, sealed
	lastKey     = "last"   // the number of the last append, as far as it is noted
)

// noted is how long the note of the last append may be late.
const noted = time.Second

// patience is how long the server may take to do what it is asked.
const patience = 2 * time.Second

// mostLogs and mostHosts bound the bytes of streams; a full stream refuses appends.
const mostLogs, mostHosts = 16 << 30, 16 << 20

// Rights are what a server of tables may do at a server that knows kinds of clients. It has an
// account of its own, of which nothing can be removed.
func Rights() rights.Rights {
	r := rights.Reading("tables", "tables", []string{logsStream, "KV_" + hostsBucket, "KV_" + nodesBucket})
	for _, form := range []string{"CONSUMER.DELETE.%s.*", "STREAM.UPDATE.%s", "STREAM.SNAPSHOT.%s",
		"STREAM.RESTORE.%s"} {
		r.May("$JS.API."+form, r.Streams...)
	}
	r.May("$KV.%s.>", hostsBucket, nodesBucket)
	r.May("%s>", "$JS.SNAPSHOT.", logsSubject)
	return r
}

// Store keeps logs in JetStream.
type Store struct {
	seals
	// unsealed is the last append that is read though it is not sealed.
	unsealed uint64
	js       jetstream.JetStream
	stream   jetstream.Stream
	hosts    jetstream.KeyValue
	lock     sync.Mutex
	// last is the last append, noting says that a note of it is due.
	last   uint64
	noting bool
	// short are short logs as they were read last: of these nothing is read that has not
	// changed.
	short map[string]known
}

type known struct {
	last  uint64
	lines []byte
}

// mostShort bounds a log that is remembered, and mostKnown how many are.
const mostShort, mostKnown = 16 << 10, 10_000

// Open opens the store of a server, makes it where there is none, and returns it with the secret
// of its links. What is kept is sealed by the first of the secrets, which only servers of tables
// have. to is told what the disk of the server has lost. The error may say that the tables there
// are sealed by other secrets.
func Open(ctx context.Context, js jetstream.JetStream, secrets []string, replicas int, to io.Writer) (s *Store,
	secret []byte, err error) {
	s = &Store{js: js, short: map[string]known{}}
	s.seals, err = newSeals(secrets)
	if err != nil {
		return nil, nil, err
	}
	// No server acknowledges what one that is lost has alone: with three, two have it.
	s.stream, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: logsStream, Subjects: []string{logsSubject + ">"}, Replicas: replicas, DenyDelete: true, DenyPurge: true,
		MaxBytes: mostLogs, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return nil, nil, err
	}
	s.hosts, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: hostsBucket, Replicas: replicas,
		MaxBytes: mostHosts})
	if err != nil {
		return nil, nil, err
	}
	info, err := s.stream.Info(ctx)
	if err != nil {
		return nil, nil, err
	}
	noted := uint64(0)
	if entry, err := s.hosts.Get(ctx, lastKey); err == nil {
		noted, _ = strconv.ParseUint(string(entry.Value()), 10, 64) // the server has sealed it
	} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil, fmt.Errorf("what is noted of the last append: %w", err)
	}
	if all := max(noted, info.State.LastSeq); all > info.State.Msgs {
		fmt.Fprintf(to, "the server has lost %d of the %d appends to tables: some tables may be gone, or be what they "+
			"were before; put its folder back from a copy\n", all-info.State.Msgs, all)
	}
	s.unsealed, err = s.unsealedUntil(ctx, info.State.LastSeq)
	if err == nil {
		secret, err = s.linksSecret(ctx, secrets, to)
	}
	return s, secret, err
}

// Load asks who leads what the last append to a log is, and reads until that has come.
func (s *Store) Load(ctx context.Context, name string) (lines []byte, last uint64, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	subject := logsSubject + name
	end, err := s.stream.GetLastMsgForSubject(ctx, subject)
	if err == nil {
		s.lock.Lock()
		before := s.short[name]
		s.lock.Unlock()
		if before.last == end.Sequence {
			return bytes.Clone(before.lines), before.last, nil
		}
	} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, 0, err
	}
	// An append that is counted here is there when it is read below.
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err == nil {
		end, err = s.stream.GetLastMsgForSubject(ctx, subject)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) && info.State.Subjects[subject] == 0 {
		return nil, 0, fs.ErrNotExist
	}
	read := uint64(0)
	if err == nil {
		var broken error
		err = s.read(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}}, func(m jetstream.Msg,
			at *jetstream.MsgMetadata) (enough bool) {
			data := m.Data()
			if bytes.HasPrefix(data, []byte(sealed)) || at.Sequence.Stream > s.unsealed {
				data, broken = s.open(data, binding(name, last))
			}
			lines = append(lines, data...)
			last = at.Sequence.Stream
			read++
			return last >= end.Sequence || broken != nil
		})
		if broken != nil {
			return nil, 0, fmt.Errorf("%s, append %d: %w", name, read, broken)
		}
	}
	if all := info.State.Subjects[subject]; (err == nil || errors.Is(err, jetstream.ErrMsgNotFound)) && read < all {
		err = fmt.Errorf("%s is damaged: of its %d appends %d can be read", name, all, read)
	}
	if err == nil {
		s.remember(name, last, lines)
	}
	return lines, last, err
}

// remember notes a log, if it is short.
func (s *Store) remember(name string, last uint64, lines []byte) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(lines) > mostShort {
		delete(s.short, name)
		return
	}
	if len(s.short) >= mostKnown {
		clear(s.short)
	}
	s.short[name] = known{last, bytes.Clone(lines)}
}

// read visits messages until they are enough.
func (s *Store) read(ctx context.Context, of jetstream.OrderedConsumerConfig,
	visit func(m jetstream.Msg, at *jetstream.MsgMetadata) (enough bool)) error {
	consumer, err := s.stream.OrderedConsumer(ctx, of)
	if err != nil {
		return err
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		at, err := m.Metadata()
		if err != nil || visit(m, at) {
			return err
		}
	}
}

// Append publishes lines on condition of the last append. That another one was the last is
// told by two codes, of which one is that of streams with replicas.
func (s *Store) Append(ctx context.Context, name string, after uint64, lines []byte) (last uint64, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	ack, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: logsSubject + name, Data: s.seal(lines, binding(name, after))},
		jetstream.WithExpectLastSequencePerSubject(after))
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant):
		return 0, house.ErrMoved
	case err != nil:
		return 0, err
	}
	s.note(ack.Sequence)
	return ack.Sequence, nil
}

// note notes the last append soon.
func (s *Store) note(last uint64) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.last = max(s.last, last)
	if s.noting {
		return
	}
	s.noting = true
	time.AfterFunc(noted, func() {
		s.lock.Lock()
		text := strconv.FormatUint(s.last, 10)
		s.noting = false
		s.lock.Unlock()
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		_, _ = s.hosts.PutString(ctx, lastKey, text) // the next note makes good for it
	})
}

// Replace is not possible: logs only grow here.
func (s *Store) Replace(context.Context, string, uint64, []byte) (uint64, error) {
	return 0, errors.ErrUnsupported
}

// Remove is not possible: nothing is ever removed.
func (s *Store) Remove(context.Context, string) error { return errors.ErrUnsupported }

// Release does nothing: the condition of an append is all that fences.
func (s *Store) Release(string) error { return nil }

// List asks for the last message of each log.
func (s *Store) List(ctx context.Context, end string) ([]string, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	subjects := logsSubject + "*" + end
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(subjects))
	if err != nil {
		return nil, err
	}
	all := make([]string, 0, len(info.State.Subjects))
	if len(info.State.Subjects) == 0 {
		return all, nil
	}
	err = s.read(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subjects}, HeadersOnly: true,
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy}, func(m jetstream.Msg, at *jetstream.MsgMetadata) bool {
		all = append(all, strings.TrimPrefix(m.Subject(), logsSubject))
		return at.NumPending == 0
	})
	slices.Reverse(all) // they come in the order of their appends
	for _, subject := range lists.Sorted(info.State.Subjects) {
		if name := strings.TrimPrefix(subject, logsSubject); !slices.Contains(all, name) {
			all = append(all, name) // the end of it is damaged
		}
	}
	return all, err
}
