package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/kept"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/table"
)

// The load of TestLoad; RULEDECK_FULL takes a larger one.
var (
	loadGame   = flag.String("load.game", "football-champions", "the game")
	loadTables = flag.Int("load.tables", 4, "tables")
	loadSeats  = flag.Int("load.seats", 2, "people at a table")
	loadThink  = flag.Duration("load.think", 20*time.Millisecond, "how long people think")
	loadFor    = flag.Duration("load.for", 4*time.Second, "how long they play")
	loadKills  = flag.Int("load.kills", 3, "how often the server is killed")
	loadSeed   = flag.Uint64("load.seed", 7, "what the rest is drawn by")
)

// asServer makes this program a server of the folder that it names.
const asServer = "RULEDECK_AS_SERVER"

func beServer() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until who tests is gone
		stop()
	}()
	game, rest, _ := strings.Cut(os.Getenv(asServer), " ")
	listen, folder, _ := strings.Cut(rest, " ")
	if err := Serve(ctx, Config{Games: []string{game}, Listen: listen, Folder: folder, Out: os.Stdout,
		Err: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// load is many people at tables of one server, with a ledger of what was acknowledged.
type load struct {
	*testing.T
	ctx                  context.Context
	base, token, folder  string
	lock                 sync.Mutex
	acknowledged         map[string]table.Answer // by table, seat and nonce
	sent                 map[string]time.Time    // by table: when the last answer was
	own, others          []time.Duration
	again, broken, bytes int
}

// start starts a server, and waits until it says where it is.
func (l *load) start(listen string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s", asServer, *loadGame, listen, l.folder))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		_, err = c.StdinPipe()
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		l.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		l.Fatal(err)
	}
	l.base, l.token, _ = strings.Cut(strings.TrimSpace(line), "/?token=")
	return c
}

// person is who plays a seat.
type person struct {
	*load
	http  *http.Client
	table string
	seat  engine.Seat
	rng   *rand.Rand
}

func (p *person) post(ctx context.Context, path, body string) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, "POST", p.base+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Origin", p.base)
	answer, err := p.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// play follows the table, over breaks, until the time is up or the game is over.
func (p *person) play() {
	asked := make(chan *ask, 1)
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	go p.answers(ctx, asked)
	since, last := "", -1
	for p.ctx.Err() == nil {
		r, _ := http.NewRequestWithContext(p.ctx, "GET", p.base+"/t/"+p.table+"/t/1/events?lang=en", nil)
		r.Header.Set("Last-Event-ID", since)
		answer, err := p.http.Do(r)
		if err != nil {
			time.Sleep(20 * time.Millisecond)
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
			p.lock.Lock()
			if at := p.sent[p.table]; !at.IsZero() && m.Host == nil && (m.Scene.Ask == nil || m.Last > last) {
				p.others = append(p.others, time.Since(at))
			}
			p.bytes += size
			p.lock.Unlock()
			if m.Last < last {
				p.Errorf("table %s: seat %d was at event %d, and is shown %d", p.table, p.seat, last, m.Last)
			}
			if last = m.Last; m.Scene.Over != nil {
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
	}
}

// answers answers what is asked, each question until that is acknowledged.
func (p *person) answers(ctx context.Context, asked <-chan *ask) {
	done := [2]int{0, -1}
	for n := 1; ; n++ {
		var a *ask
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
		time.Sleep(time.Duration(p.rng.ExpFloat64() * float64(*loadThink)))
		answer := table.Answer{Number: a.Number, Again: a.Again, Reply: easy(a), Nonce: fmt.Sprintf("%d.%d", p.seat, n)}
		body, _ := json.Marshal(answer)
		twice := p.rng.IntN(4) == 0
		for ctx.Err() == nil && !p.give(answer, string(body), twice) {
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// give sends an answer, some twice at once, and reports whether it was acknowledged.
func (p *person) give(a table.Answer, body string, twice bool) bool {
	began := time.Now()
	var group sync.WaitGroup
	taken := false
	for range 1 + map[bool]int{true: 1}[twice] {
		group.Go(func() {
			status, text, err := p.post(context.Background(), "/t/"+p.table+"/t/1/call/answer", body)
			p.lock.Lock()
			defer p.lock.Unlock()
			switch {
			case err != nil:
				p.broken++
			case status != 200:
				p.Errorf("table %s: seat %d: %s: %d %s", p.table, p.seat, body, status, text)
				taken = true
			default:
				if strings.Contains(string(text), `"again":true`) {
					p.again++
				} else if !twice {
					p.own = append(p.own, time.Since(began))
					p.sent[p.table] = began
				}
				p.acknowledged[fmt.Sprintf("%s %d %s", p.table, p.seat, a.Nonce)] = a
				taken = true
			}
		})
	}
	group.Wait()
	return taken
}

// TestLoad: people play at many tables while the server is killed again and again; every
// answer that was acknowledged is in the journals with its reply, none is there twice, and no
// seat is shown less than before.
func TestLoad(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") != "" {
		*loadTables, *loadThink, *loadFor, *loadKills = max(*loadTables, 200), 2*time.Second, time.Minute, 6
	}
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := reserved.Addr().String()
	_ = reserved.Close()
	ctx, stop := context.WithTimeout(t.Context(), *loadFor)
	defer stop()
	l := &load{T: t, ctx: ctx, folder: t.TempDir(), acknowledged: map[string]table.Answer{},
		sent: map[string]time.Time{}}
	server := l.start(listen)
	var group sync.WaitGroup
	transport := &http.Transport{MaxIdleConnsPerHost: 10_000}
	for n := range *loadTables {
		seats, _ := json.Marshal(slices.Repeat([]string{"human"}, *loadSeats))
		r, _ := http.NewRequest("POST", l.base+"/tables",
			strings.NewReader(fmt.Sprintf(`{"game": %q, "seats": %s, "seed": "%d"}`, *loadGame, seats, n)))
		r.Header.Set("Authorization", "Bearer "+l.token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var m made
		err = json.NewDecoder(answer.Body).Decode(&m)
		_ = answer.Body.Close()
		if err != nil || m.Table == "" {
			t.Fatal(answer.Status, err)
		}
		for _, link := range m.Links {
			jar, _ := cookiejar.New(nil)
			p := &person{load: l, http: &http.Client{Jar: jar, Transport: transport}, table: m.Table, seat: link.Seat,
				rng: rand.New(rand.NewPCG(*loadSeed, uint64(n)<<8|uint64(link.Seat)))}
			_, key, _ := strings.Cut(link.Link, "#key=")
			entered := 0
			for try := 0; entered != 200 && try < 600; try++ { // all come from one address
				entered, _, err = p.post(t.Context(), "/t/"+m.Table+"/enter", fmt.Sprintf(`{"key": %q}`, key))
				if err != nil {
					t.Fatal(err)
				}
				if entered != 200 {
					time.Sleep(100 * time.Millisecond)
				}
			}
			group.Go(p.play)
		}
	}
	draw := rand.New(rand.NewPCG(*loadSeed, 0))
	for range *loadKills {
		pause := time.Duration(float64(*loadFor) / float64(*loadKills+1) * (.5 + draw.Float64()))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			_ = server.Process.Kill()
			_ = server.Wait()
			server = l.start(listen)
		}
	}
	<-ctx.Done()
	group.Wait()
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", server.Process.Pid))
	_ = server.Process.Signal(syscall.SIGINT)
	_ = server.Wait()
	l.compare()
	slices.Sort(l.own)
	slices.Sort(l.others)
	at := func(all []time.Duration, part float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[int(part*float64(len(all)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%d tables of %d, %d killed: %d acknowledged, %d known again, %d without a reply; own reply p50 %s p99 %s; "+
		"scene of others p50 %s p99 %s; %d kB of scenes; memory %s", *loadTables, *loadSeats, *loadKills,
		len(l.acknowledged), l.again, l.broken, at(l.own, .5), at(l.own, .99), at(l.others, .5), at(l.others, .99),
		l.bytes/1024, memory(string(status)))
	if len(l.acknowledged) < *loadTables {
		t.Errorf("only %d answers were acknowledged", len(l.acknowledged))
	}
}

// memory is what the system says that a process has.
func memory(status string) string {
	_, rest, _ := strings.Cut(status, "VmRSS:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// compare holds the ledger against the journals.
func (l *load) compare() {
	found := map[string]int{}
	for _, path := range kept.Games(l.folder) {
		data, err := os.ReadFile(path)
		if err != nil {
			l.Fatal(err)
		}
		j, err := replay.Decode(data)
		if err != nil {
			l.Errorf("%s: %s", path, err)
			continue
		}
		for _, e := range j.Entries {
			var n note
			if e.Answer == nil || e.Answer.Note == "" {
				continue
			}
			if err := json.Unmarshal([]byte(e.Answer.Note), &n); err != nil {
				l.Error(err)
			}
			key := fmt.Sprintf("%s %d %s", strings.TrimSuffix(filepath.Base(path), kept.End), e.Answer.Seat, n.Nonce)
			found[key]++
			a, known := l.acknowledged[key]
			if known && (a.Number != e.Answer.Number || !slices.Equal(a.Reply, n.Reply)) {
				l.Errorf("%s: %+v was acknowledged, and is kept as %+v", key, a, n)
			}
		}
	}
	for key := range l.acknowledged {
		if found[key] == 0 {
			l.Errorf("%s was acknowledged, and is lost", key)
		}
	}
	for key, n := range found {
		if n > 1 {
			l.Errorf("%s is there %d times", key, n)
		}
	}
	if len(found) == 0 {
		l.Error(errors.New("the journals hold nothing"))
	}
}
