package tables

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A server says every so often that it is there. One that has not said so for a lifetime, by
// the clock of who looks, has none of the tables any more.
const (
	renewed  = 500 * time.Millisecond
	lifetime = 2 * time.Second
)

// Nodes are the servers that have announced themselves.
type Nodes struct {
	bucket jetstream.KeyValue
	// name is that of this server, address where others call it.
	name, address string
	transport     http.RoundTripper

	lock sync.Mutex
	// renewed is when this server was heard last, certain is closed while that is not long ago.
	renewed time.Time
	certain chan struct{}
	others  map[string]*node
	drop    func(which func(table string) bool)
}

// node is another server: where it is, when it was heard last, and whether it did not answer
// since.
type node struct {
	address string
	heard   time.Time
	lost    bool
}

// Join makes a server one of those that share tables; others call it at an address.
func Join(ctx context.Context, js jetstream.JetStream, replicas int, address string,
	transport http.RoundTripper) (*Nodes, error) {
	bucket, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: nodesBucket, TTL: time.Minute,
		Replicas: replicas})
	return &Nodes{bucket: bucket, name: rand.Text(), address: address, transport: transport,
		certain: make(chan struct{}), others: map[string]*node{}}, err
}

// Transport is how one server calls another.
func (n *Nodes) Transport() http.RoundTripper { return n.transport }

// Owner is the server with the highest hash of its name and the table's. While this one is not
// heard by the others, it is not known.
func (n *Nodes) Owner(ctx context.Context, table string) (address string, err error) {
	for {
		n.lock.Lock()
		certain := n.certain
		if time.Since(n.renewed) < lifetime {
			defer n.lock.Unlock()
			return n.owner(table), nil
		}
		n.lock.Unlock()
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-certain:
		case <-time.After(renewed):
		}
	}
}

// owner is Owner; the caller has the lock.
func (n *Nodes) owner(table string) (address string) {
	best := weight(n.name, table)
	for name, other := range n.others {
		w := weight(name, table)
		if !other.lost && n.renewed.Sub(other.heard) < lifetime && bytes.Compare(w[:], best[:]) > 0 {
			best = w
			address = other.address
		}
	}
	return address
}

func weight(name, table string) [sha256.Size]byte { return sha256.Sum256([]byte(name + " " + table)) }

// Lost is told that a server does not answer: it has nothing until it is heard again.
func (n *Nodes) Lost(address string) {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, other := range n.others {
		if other.address == address {
			other.lost = true
		}
	}
}

// Run announces this server, and hears the others, until ctx ends.
func (n *Nodes) Run(ctx context.Context, drop func(which func(table string) bool)) {
	n.drop = drop
	var group sync.WaitGroup
	group.Go(func() { n.hear(ctx) })
	for tick := time.Tick(renewed); ctx.Err() == nil; {
		began := time.Now()
		within, stop := context.WithTimeout(ctx, lifetime)
		if _, err := n.bucket.PutString(within, n.name, n.address); err == nil {
			n.renew(began)
		}
		stop()
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
	gone, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	_ = n.bucket.Purge(gone, n.name) // it is not heard any more
	group.Wait()
}

// renew notes that this server was heard. Where it was not for a lifetime, others may have
// gone on with its tables: it begins without any.
func (n *Nodes) renew(at time.Time) {
	n.lock.Lock()
	lapsed := at.Sub(n.renewed) >= lifetime
	n.lock.Unlock()
	if lapsed {
		n.drop(func(string) bool { return true })
	}
	n.lock.Lock()
	n.renewed = at
	close(n.certain)
	n.certain = make(chan struct{})
	n.lock.Unlock()
	n.settle()
}

// settle drops the tables that are another server's.
func (n *Nodes) settle() {
	n.drop(func(table string) bool {
		n.lock.Lock()
		defer n.lock.Unlock()
		return n.owner(table) != ""
	})
}

// hear hears the other servers.
func (n *Nodes) hear(ctx context.Context) {
	for ctx.Err() == nil {
		watcher, err := n.bucket.WatchAll(ctx)
		if err != nil {
			select {
			case <-ctx.Done():
			case <-time.After(renewed):
			}
			continue
		}
		n.follow(ctx, watcher)
		_ = watcher.Stop() // it ends with the connection, if not now
	}
}

// follow takes in announcements, for a time: a server may forget who watches.
func (n *Nodes) follow(ctx context.Context, watcher jetstream.KeyWatcher) {
	quiet := time.NewTimer(lifetime)
	for {
		select {
		case <-ctx.Done():
			return
		case <-quiet.C:
			return // not even this server is heard
		case entry, open := <-watcher.Updates():
			quiet.Reset(lifetime)
			switch {
			case !open:
				return
			case entry == nil || entry.Key() == n.name:
			case entry.Operation() != jetstream.KeyValuePut:
				n.lock.Lock()
				delete(n.others, entry.Key())
				n.lock.Unlock()
			default:
				n.heard(entry)
			}
		}
	}
}

// heard takes in that another server is there.
func (n *Nodes) heard(entry jetstream.KeyValueEntry) {
	n.lock.Lock()
	other := n.others[entry.Key()]
	fresh := other == nil || other.lost
	if other == nil {
		other = &node{}
		n.others[entry.Key()] = other
	}
	other.address = string(entry.Value())
	other.heard = time.Now()
	other.lost = false
	n.lock.Unlock()
	if fresh {
		n.settle()
	}
}
