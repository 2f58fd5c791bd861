// Package crowd plays at many tables of a server, or of several that share them, as people do:
// over streams that break, with answers that are sent twice. It keeps a ledger of what was
// acknowledged, for tests that kill servers.
//
// It may import the engine, replay and interp/table; only tests import it.
package crowd

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
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

	ctx          context.Context
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
	transport := &http.Transport{MaxIdleConnsPerHost: 10_000}
	for n := range c.Tables {
		made := c.table(n)
		for _, link := range made.Links {
			jar, _ := cookiejar.New(nil)
			p := &person{Crowd: c, http: &http.Client{Jar: jar, Transport: transport}, table: made.Table,
				seat: link.Seat, at: n + int(link.Seat),
				rng: rand.New(rand.NewPCG(c.Seed, uint64(n)<<8|uint64(link.Seat)))}
			_, key, _ := strings.Cut(link.Link, "#key=")
			entered := 0
			for try := 0; entered != 200 && try < 600; try++ { // all come from one address
				var err error
				entered, _, err = p.post(ctx, "/t/"+made.Table+"/enter", fmt.Sprintf(`{"key": %q}`, key))
				if err != nil {
					c.Fatal(err)
				}
				if entered != 200 {
					time.Sleep(100 * time.Millisecond)
				}
			}
			c.group.Go(p.play)
		}
	}
}

// made is a table that was made.
type made struct {
	Table string
	Links []struct {
		Seat engine.Seat
		Link string
	}
}

// table makes a table; a server that cannot now is asked again.
func (c *Crowd) table(n int) (m made) {
	seats, _ := json.Marshal(slices.Repeat([]string{"human"}, c.Seats))
	body := fmt.Sprintf(`{"game": %q, "seats": %s, "seed": "%d"}`, c.Game, seats, n)
	for c.ctx.Err() == nil {
		r, _ := http.NewRequestWithContext(c.ctx, "POST", c.Bases[n%len(c.Bases)]+"/tables", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+c.Token)
		r.Host = c.host()
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
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
	c.Fatal("no table was made in time")
	return m
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
	r.Header.Set("Origin", p.Origin)
	answer, err := p.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// told is what a stream says.
type told struct {
	Last  int
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
		r, _ := http.NewRequestWithContext(p.ctx, "GET", p.base()+"/t/"+p.table+"/t/1/events?lang=en", nil)
		r.Host = p.host()
		r.Header.Set("Last-Event-ID", since)
		answer, err := p.http.Do(r)
		if err != nil {
			p.away()
			continue
		}
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<24)
		id, data := "", ""
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				id = text
			}
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				data = text
			}
			if lines.Text() != "" || data == "" {
				continue // a message ends in an empty line; one that is cut off is none
			}
			var m told
			if err := json.Unmarshal([]byte(data), &m); err != nil {
				p.Error(err)
				break
			}
			size := len(data)
			if data = ""; m.Scene == nil {
				continue // it is about the company
			}
			since = id
			p.Crowd.lock.Lock()
			if at := p.sent[p.table]; !at.IsZero() && m.Host == nil && (m.Scene.Ask == nil || m.Last > last) {
				p.others = append(p.others, time.Since(at))
			}
			p.bytes += size
			p.Crowd.lock.Unlock()
			if m.Last < last {
				p.Errorf("table %s: seat %d was at event %d, and is shown %d", p.table, p.seat, last, m.Last)
			}
			if last = m.Last; m.Scene.Over != nil {
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
	at := func(all []time.Duration, part float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		slices.Sort(all)
		return all[int(part*float64(len(all)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d tables of %d: %d acknowledged, %d known again, %d without a reply; own reply p50 %s p99 %s "+
		"longest %s; scene of others p50 %s p99 %s longest %s; %d kB of scenes", c.Tables, c.Seats, len(c.acknowledged),
		c.again, c.broken, at(c.own, .5), at(c.own, .99), at(c.own, 1), at(c.others, .5), at(c.others, .99),
		at(c.others, 1), c.bytes/1024)
}
