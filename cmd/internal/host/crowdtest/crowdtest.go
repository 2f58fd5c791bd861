// Package crowdtest plays at many tables of a server, or of several that share them, as people do:
// over streams that break, with answers that are sent twice. It keeps a ledger of what was
// acknowledged, for tests that kill servers.
//
// It may import the engine, replay and interp/table; only tests import it.
package crowdtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Ask is an open question, as a stream tells it.
type Ask struct {
	Number, Again, Min, Total int
	Kind                      string
	Seat                      engine.Seat
	Options                   []struct{ Positions []int }
}

// Easy is a reply to the question that is always legal.
func (a *Ask) Easy() engine.Reply {
	reply := engine.Reply{}
	switch a.Kind {
	case "one", "yes":
		if len(a.Options) > 0 {
			return engine.Reply{a.Options[0].Positions[0]}
		}
		return engine.Reply{0}
	case "number":
		return engine.Reply{a.Min}
	case "split":
		reply = make(engine.Reply, len(a.Options))
		reply[0] = a.Total
		return reply
	}
	for _, o := range a.Options {
		for _, at := range o.Positions {
			if len(reply) < a.Min || a.Kind == "order" {
				reply = append(reply, at)
			}
		}
	}
	return reply
}

// Crowd is many people at tables, with a ledger.
type Crowd struct {
	testing.TB
	// Bases are the addresses of the servers, Origin how browsers name them, Token the host's.
	Bases         []string
	Origin, Token string
	// Game is the game of the tables, Tables how many there are, Seats how many people sit at
	// each, Think how long they think on average, Seed what the rest is drawn by.
	Game          string
	Tables, Seats int
	Think         time.Duration
	Seed          uint64
	// Goes is set where those whose game is over go on to another table.
	Goes bool

	ctx          context.Context
	transport    *http.Transport
	made         []made
	group        sync.WaitGroup
	lock         sync.Mutex
	acknowledged map[string]table.Answer // by table, seat and nonce
	sent         map[string]time.Time    // by table: when the last answer was
	own, others  []time.Duration
	again        int
	broken       int
	bytes        int
}

// Play makes tables and lets people play there until ctx ends, after which Wait returns.
func (c *Crowd) Play(ctx context.Context) {
	c.ctx, c.acknowledged, c.sent = ctx, map[string]table.Answer{}, map[string]time.Time{}
	c.transport = &http.Transport{MaxIdleConnsPerHost: 10_000}
	for n := range c.Tables {
		c.sit(ctx, n)
	}
}

// sit makes a table for people who play there.
func (c *Crowd) sit(ctx context.Context, n int) {
	m := c.table(n)
	c.lock.Lock()
	c.made = append(c.made, m)
	c.lock.Unlock()
	var people sync.WaitGroup
	for _, l := range m.Links {
		people.Go(c.enters(ctx, n, m.Table, l).play)
	}
	c.group.Go(func() {
		if people.Wait(); c.Goes && ctx.Err() == nil {
			c.sit(ctx, n+c.Tables)
		}
	})
}

// made is a table that was made.
type made struct {
	Table string
	Links []link
}

// link is the way to a seat.
type link struct {
	Seat engine.Seat
	Link string
}

// enters is somebody who has come to a table, the nth, with a link.
func (c *Crowd) enters(ctx context.Context, n int, table string, l link) *person {
	jar, _ := cookiejar.New(nil)
	p := &person{Crowd: c, http: &http.Client{Jar: jar, Transport: c.transport}, table: table,
		seat: l.Seat, at: n + int(l.Seat), rng: rand.New(rand.NewPCG(c.Seed, uint64(n)<<8|uint64(l.Seat)))}
	_, key, _ := strings.Cut(l.Link, "#key=")
	entered := 0
	for try := 0; entered != 200 && try < 600; try++ { // all come from one address
		var err error
		entered, _, err = p.post(ctx, "/t/"+p.table+"/enter", fmt.Sprintf(`{"key": %q}`, key))
		if err != nil && ctx.Err() == nil {
			c.Fatal(err)
		}
		if entered != 200 {
			time.Sleep(100 * time.Millisecond)
		}
	}
	return p
}

// Shown is everything that each seat of each table is shown by the first of Bases, once everybody
// has stopped: whole frames, by table and seat, without what says when they were made.
func (c *Crowd) Shown(ctx context.Context) map[string]string {
	out := map[string]string{}
	for n, m := range c.made {
		for _, l := range m.Links {
			p := c.enters(ctx, n, m.Table, l)
			p.at = 0
			out[fmt.Sprintf("%s %d", m.Table, l.Seat)] = p.frame(ctx)
		}
	}
	return out
}

// frame is the first frame of a stream.
func (p *person) frame(ctx context.Context) string {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for ctx.Err() == nil {
		answer, err := p.stream(ctx, "")
		if err != nil {
			p.Fatal(err)
		}
		for m := range Messages(answer.Body) {
			if whole := Whole(p.TB, []byte(m.Data)); whole != "" {
				_ = answer.Body.Close()
				return whole
			}
		}
		_ = answer.Body.Close()
		time.Sleep(100 * time.Millisecond)
	}
	p.Fatal("no frame came in time")
	return ""
}

// Whole is a frame as a text, without what says when it was made and who else is there; "" for a
// message that is none.
func Whole(t testing.TB, message []byte) string {
	parts := map[string]json.RawMessage{}
	if err := json.Unmarshal(message, &parts); err != nil {
		t.Fatal(err)
	}
	if parts["scene"] == nil {
		return ""
	}
	for _, name := range []string{"id", "table", "host"} {
		delete(parts, name)
	}
	text, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// table makes a table, until ctx ends; a server that cannot now is asked again.
func (c *Crowd) table(n int) (m made) {
	seats, _ := json.Marshal(slices.Repeat([]string{"human"}, c.Seats))
	body := fmt.Sprintf(`{"game": %q, "seats": %s, "seed": "%d"}`, c.Game, seats, n)
	for c.ctx.Err() == nil {
		r, _ := http.NewRequestWithContext(c.ctx, "POST", c.Bases[n%len(c.Bases)]+"/tables", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+c.Token)
		r.Host = c.host()
		answer, err := http.DefaultClient.Do(r)
		if c.ctx.Err() != nil {
			break
		} else if err != nil {
			c.Fatal(err)
		}
		err = json.NewDecoder(answer.Body).Decode(&m)
		_ = answer.Body.Close()
		if err == nil && m.Table != "" {
			return m
		}
		if answer.StatusCode != http.StatusServiceUnavailable {
			c.Fatal(answer.Status, err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	return made{}
}

// Wait waits until everybody has stopped.
func (c *Crowd) Wait() { c.group.Wait() }

func (c *Crowd) host() string {
	u, err := url.Parse(c.Origin)
	if err != nil {
		c.Fatal(err)
	}
	return u.Host
}

// person is who plays a seat.
type person struct {
	*Crowd
	http  *http.Client
	table string
	seat  engine.Seat
	rng   *rand.Rand
	lock  sync.Mutex
	at    int // which of the servers is asked
}

// base is the address of the server that is asked; away goes on to the next one.
func (p *person) base() string {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.Bases[p.at%len(p.Bases)]
}

func (p *person) away() {
	p.lock.Lock()
	p.at++
	p.lock.Unlock()
	time.Sleep(20 * time.Millisecond)
}

func (p *person) post(ctx context.Context, path, body string) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, "POST", p.base()+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Host = p.host()
	r.Header.Set("X-Forwarded-For", p.from())
	r.Header.Set("Origin", p.Origin)
	answer, err := p.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// frame is one message of a table's stream.
type frame struct {
	Event int
	Scene *struct {
		Over any
		Ask  *Ask
	}
	Host any
}

// play follows the table, over breaks, until the time is up or the game is over.
func (p *person) play() {
	asked := make(chan *Ask, 1)
	ctx, stop := context.WithCancel(p.ctx)
	var answering sync.WaitGroup
	defer answering.Wait()
	defer stop()
	answering.Go(func() { p.answers(ctx, asked) })
	since, last := "", -1
	for over := false; p.ctx.Err() == nil && !over; {
		answer, err := p.stream(p.ctx, since)
		if err != nil {
			p.away()
			continue
		}
		for event := range Messages(answer.Body) {
			if event.Ping {
				_, _, _ = p.post(p.ctx, "/t/"+p.table+"/t/1/call/here", event.Data)
				continue
			}
			var m frame
			if err := json.Unmarshal([]byte(event.Data), &m); err != nil {
				p.Error(err)
				break
			}
			size := len(event.Data)
			if m.Scene == nil {
				continue // it is about the company
			}
			since = event.ID
			p.Crowd.lock.Lock()
			if at := p.sent[p.table]; !at.IsZero() && m.Host == nil && (m.Scene.Ask == nil || m.Event > last) {
				p.others = append(p.others, time.Since(at))
			}
			p.bytes += size
			p.Crowd.lock.Unlock()
			if m.Event < last {
				p.Errorf("table %s: seat %d was at event %d, and is shown %d", p.table, p.seat, last, m.Event)
			}
			last = m.Event
			if m.Scene.Over != nil {
				over = true
				break
			}
			if m.Scene.Ask != nil && m.Scene.Ask.Seat == p.seat {
				select {
				case <-asked:
				default:
				}
				asked <- m.Scene.Ask
			}
		}
		_ = answer.Body.Close()
		if !over && p.ctx.Err() == nil {
			p.away()
		}
	}
}

// from is the address of the person, which no other one has.
func (p *person) from() string { return fmt.Sprint(p.table, "-", p.seat) }

// stream asks for frames, those that come after one with an id.
func (p *person) stream(ctx context.Context, since string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", p.base()+"/t/"+p.table+"/t/1/events?lang=en", nil)
	if err != nil {
		return nil, err
	}
	r.Host = p.host()
	r.Header.Set("X-Forwarded-For", p.from())
	r.Header.Set("Last-Event-ID", since)
	return p.http.Do(r)
}

// Message is one of a stream; a ping is answered by its data.
type Message struct {
	Ping     bool
	ID, Data string
}

// Messages reads the messages of a stream. It leaves out one that is cut off.
func Messages(stream io.Reader) iter.Seq[Message] {
	return func(yield func(Message) bool) {
		lines := bufio.NewScanner(stream)
		lines.Buffer(nil, 1<<24)
		m := Message{}
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				m.ID = text
			}
			m.Ping = m.Ping || lines.Text() == "event: ping"
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				m.Data = text
			}
			if lines.Text() != "" || m.Data == "" {
				continue // a message ends in an empty line
			}
			if !yield(m) {
				return
			}
			m.Data = ""
			m.Ping = false
		}
	}
}

// answers answers each question until the answer is acknowledged.
func (p *person) answers(ctx context.Context, asked <-chan *Ask) {
	done := [2]int{0, -1}
	for n := 1; ; n++ {
		var a *Ask
		select {
		case <-ctx.Done():
			return
		case a = <-asked:
		}
		if now := [2]int{a.Number, a.Again}; now == done {
			continue
		} else {
			done = now
		}
		time.Sleep(time.Duration(p.rng.ExpFloat64() * float64(p.Think)))
		answer := table.Answer{Number: a.Number, Again: a.Again, Reply: a.Easy(),
			Nonce: fmt.Sprintf("%d.%d", p.seat, n)}
		body, _ := json.Marshal(answer)
		twice, began := p.rng.IntN(4) == 0, time.Now()
		p.Crowd.lock.Lock()
		p.sent[p.table] = began // a frame may come before the reply
		p.Crowd.lock.Unlock()
		for ctx.Err() == nil && !p.give(answer, string(body), twice, began) {
			p.away()
		}
	}
}

// give sends an answer, some twice at once, and reports whether it was acknowledged.
func (p *person) give(a table.Answer, body string, twice bool, began time.Time) bool {
	var group sync.WaitGroup
	taken := false
	for range 1 + map[bool]int{true: 1}[twice] {
		group.Go(func() {
			status, text, err := p.post(context.Background(), "/t/"+p.table+"/t/1/call/answer", body)
			p.Crowd.lock.Lock()
			defer p.Crowd.lock.Unlock()
			switch {
			case err != nil, status == http.StatusServiceUnavailable:
				p.broken++
			case status != 200:
				p.Errorf("table %s: seat %d: %s: %d %s", p.table, p.seat, body, status, text)
				taken = true
			default:
				if strings.Contains(string(text), `"again":true`) {
					p.again++
				} else {
					p.own = append(p.own, time.Since(began))
				}
				p.acknowledged[fmt.Sprintf("%s %d %s", p.table, p.seat, a.Nonce)] = a
				taken = true
			}
		})
	}
	group.Wait()
	return taken
}

// Compare holds the ledger against the journals, by table: what was acknowledged is there, with
// its reply, and nothing is there twice.
func (c *Crowd) Compare(journals map[string][]byte) {
	found := map[string]int{}
	for id, data := range journals {
		j, err := replay.Decode(data)
		if err != nil {
			c.Errorf("%s: %s", id, err)
			continue
		}
		for _, e := range j.Entries {
			var n struct {
				Reply engine.Reply
				Nonce string
			}
			if e.Answer == nil || e.Answer.Note == "" {
				continue
			}
			if err := json.Unmarshal([]byte(e.Answer.Note), &n); err != nil {
				c.Error(err)
			}
			key := fmt.Sprintf("%s %d %s", id, e.Answer.Seat, n.Nonce)
			found[key]++
			a, known := c.acknowledged[key]
			if known && (a.Number != e.Answer.Number || !slices.Equal(a.Reply, n.Reply)) {
				c.Errorf("%s: %+v was acknowledged, and is kept as %+v", key, a, n)
			}
		}
	}
	for key := range c.acknowledged {
		if found[key] == 0 {
			c.Errorf("%s was acknowledged, and is lost", key)
		}
	}
	for key, n := range found {
		if n > 1 {
			c.Errorf("%s is there %d times", key, n)
		}
	}
	if len(c.acknowledged) < c.Tables {
		c.Errorf("only %d answers were acknowledged", len(c.acknowledged))
	}
}

// Figures says what was played, and how long people waited.
func (c *Crowd) Figures() string {
	c.lock.Lock()
	defer c.lock.Unlock()
	at := func(all []time.Duration, part float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		slices.Sort(all)
		return all[int(part*float64(len(all)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d tables of %d: %d acknowledged, %d known again, %d without a reply; own reply p50 %s p99 %s "+
		"longest %s; scene of others p50 %s p99 %s longest %s; %d kB of scenes", len(c.made), c.Seats,
		len(c.acknowledged), c.again, c.broken, at(c.own, .5), at(c.own, .99), at(c.own, 1), at(c.others, .5),
		at(c.others, .99), at(c.others, 1), c.bytes/1024)
}
