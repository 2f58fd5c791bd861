package host

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/host/crowdtest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// evening is a world for one evening: its clock, its network, its guests and what befalls its disk come
// from one seed. Two play at a table, as people do; beside it are a table of strangers, and who
// misbehaves.
type evening struct {
	*testing.T
	draw    *rand.Rand
	host    *Host
	arrives chan net.Conn
	down    <-chan struct{} // closed when the server ends
	guests  sync.WaitGroup
	ends    time.Time
	// budget is how often who floods may be served.
	budget float64

	lock   sync.Mutex
	faults []string
	wires  []net.Conn
}

// waits is how long a well-behaved guest may have to wait for an answer, and losing after how long
// a page that has lost its network is gone: until a ping, until the next one, a write.
const waits, losing = 1500 * time.Millisecond, 2*alive + slow

func (e *evening) fault(format string, args ...any) {
	e.lock.Lock()
	defer e.lock.Unlock()
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.faults, text) {
		e.faults = append(e.faults, text)
	}
}

// Accept, Close and Addr make the evening the listener of the server.
func (e *evening) Accept() (net.Conn, error) {
	select {
	case c := <-e.arrives:
		return c, nil
	case <-e.down:
		return nil, net.ErrClosed
	}
}

func (e *evening) Close() error   { return nil }
func (e *evening) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// serverEnd is a connection as the server has it: from a proxy on its machine.
type serverEnd struct{ net.Conn }

func (serverEnd) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// clientEnd is a connection of a guest. One that is lost takes all that the server writes, and never
// ends, as behind a proxy.
type clientEnd struct {
	net.Conn
	lost *atomic.Bool
}

// Close tells the server, if the network is there.
func (c clientEnd) Close() error {
	if !c.lost.Load() {
		return c.Conn.Close()
	}
	go func() { _, _ = io.Copy(io.Discard, c) }()
	return nil
}

// visitor is a browser: its address, its cookie, and its network.
type visitor struct {
	*evening
	address, table, cookie string
	seat                   engine.Seat
	lost                   *atomic.Bool
	client                 *http.Client
	mute                   bool // pings stay unanswered
	stop                   context.CancelFunc
	ctx                    context.Context
}

func (e *evening) visitor(address, table string) *visitor {
	v := &visitor{evening: e, address: address, table: table}
	v.connect()
	return v
}

// connect gives the visitor a network; the former one is lost, if there was one.
func (v *visitor) connect() {
	if v.lost != nil {
		v.lost.Store(true)
		v.stop()
		v.client.CloseIdleConnections()
	}
	lost := &atomic.Bool{}
	v.lost = lost
	v.ctx, v.stop = context.WithCancel(context.Background())
	v.client = &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn,
		error) {
		near, far := net.Pipe()
		v.evening.lock.Lock()
		v.wires = append(v.wires, near)
		v.evening.lock.Unlock()
		select {
		case v.arrives <- serverEnd{far}:
			return clientEnd{near, lost}, nil
		case <-v.down:
			return nil, net.ErrClosed
		}
	}}}
}

func (v *visitor) request(ctx context.Context, method, path, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, v.host.Origin+path, strings.NewReader(body))
	if err != nil {
		v.Error(err)
		return nil, err
	}
	r.Header.Set("Origin", v.host.Origin)
	r.Header.Set("X-Forwarded-For", v.address)
	r.Header.Set("Cookie", v.cookie)
	return v.client.Do(r)
}

// ask asks the server; status 0 means no answer.
func (v *visitor) ask(method, path, body string) (int, []byte) {
	answer, err := v.request(v.ctx, method, path, body)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	if cookie := answer.Header.Get("Set-Cookie"); cookie != "" {
		v.cookie, _, _ = strings.Cut(cookie, ";")
	}
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, text
}

func (v *visitor) call(path, body string) (int, []byte) {
	return v.ask("POST", "/t/"+v.table+"/t/1/call/"+path, body)
}

// enter comes by a link.
func (v *visitor) enter(link string) int {
	_, key, _ := strings.Cut(link, "#key=")
	status, _ := v.ask("POST", "/t/"+v.table+"/enter", fmt.Sprintf(`{"key": %q}`, key))
	return status
}

// spoken has the fields of a message that the evening reads.
type spoken struct {
	Scene *struct{ Ask *crowdtest.Ask }
	Host  *struct {
		Company struct {
			Seats    []struct{ Here bool }
			Browsers int
		}
	}
}

// open opens the page's stream, and returns its first message; status is that of the answer. The
// stream ends with ctx.
func (v *visitor) open(ctx context.Context) (status int, first spoken) {
	answer, err := v.request(ctx, "GET", "/t/"+v.table+"/t/1/events?lang=en", "")
	if err != nil {
		return 0, first
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<24)
	for answer.StatusCode == 200 && lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok {
			if err := json.Unmarshal(data, &first); err != nil {
				v.Error(err)
			}
			break
		}
	}
	lost := v.lost
	go func() {
		defer answer.Body.Close()
		for pinged := false; lines.Scan(); {
			if name, ok := strings.CutPrefix(lines.Text(), "data: "); ok && pinged && !lost.Load() && !v.mute {
				_, _ = v.call("here", name)
			}
			pinged = lines.Text() == "event: ping"
		}
	}()
	return answer.StatusCode, first
}

// look opens a page and leaves it.
func (v *visitor) look() (int, spoken) {
	ctx, leave := context.WithCancel(v.ctx)
	defer leave()
	return v.open(ctx)
}

// pause waits for a time between two others; it reports whether the evening goes on.
func (e *evening) pause(least, most time.Duration) bool {
	e.lock.Lock()
	d := least + time.Duration(e.draw.Int64N(int64(most-least)+1))
	e.lock.Unlock()
	time.Sleep(d)
	return time.Now().Before(e.ends)
}

// plays is a guest who behaves: the server answers each request in time, however others behave.
func (v *visitor) plays(taken *atomic.Int64) {
	for n := 0; v.pause(2*time.Second, 9*time.Second); n++ {
		began := time.Now()
		status, f := v.look()
		if status == 200 {
			status, _ = v.call("words", "{}")
		}
		if status == 200 && f.Scene != nil && f.Scene.Ask != nil && f.Scene.Ask.Seat == v.seat {
			var text []byte
			data, _ := json.Marshal(map[string]any{"number": f.Scene.Ask.Number, "again": f.Scene.Ask.Again,
				"reply": f.Scene.Ask.Easy(), "nonce": fmt.Sprint(v.seat, "-", n)})
			status, text = v.call("answer", string(data))
			if status == 200 {
				taken.Add(1)
			} else {
				v.Logf("seat %d: %d %s", v.seat, status, text)
			}
		}
		if status != 200 {
			v.fault("who behaves is refused: %d", status)
		}
		if time.Since(began) > waits {
			v.fault("who behaves waits")
		}
	}
}

// phone loses its network again and again while its page is open, and another sees that it is gone.
func (v *visitor) phone(other *visitor) {
	for range mostStreams + 3 {
		if status, _ := v.open(v.ctx); status != 200 {
			v.fault("a phone that lost its network is locked out: %d", status)
			return
		}
		more := v.pause(3*time.Second, 12*time.Second)
		v.connect()
		if !more {
			break
		}
	}
	time.Sleep(losing)
	if _, f := other.look(); f.Host == nil || f.Host.Company.Seats[1].Here {
		v.fault("a page without network is still here after %v", losing)
	}
}

// floods calls as fast as it can, from many browsers at once.
func (v *visitor) floods(path string, served *atomic.Int64) {
	for range 6 {
		v.guests.Go(func() {
			for time.Now().Before(v.ends) && float64(served.Load()) <= v.budget {
				if status, _ := v.call(path, "{}"); status == 200 {
					served.Add(1)
				}
			}
		})
	}
}

// reloads opens its page and leaves it as fast as it can.
func (v *visitor) reloads(served *atomic.Int64) {
	for time.Now().Before(v.ends) && float64(served.Load()) <= v.budget {
		if status, _ := v.look(); status == 200 {
			served.Add(1)
		}
	}
}

// changes makes the change as often as the server allows.
func (v *visitor) changes(path string) {
	for n := 0; ; n++ {
		body := fmt.Sprintf(`{"name": "name %d"}`, n)
		if path == "mark" {
			body = fmt.Sprintf(`{"word": "fun", "event": %d}`, n)
		}
		status, _ := v.call(path, body)
		if status == 403 || status == 0 {
			return
		}
	}
}

// TestEvenings: what strangers do at their table takes nothing from another one, nor from each other;
// RULEDECK_FULL lets a thousand evenings pass. RULEDECK_EVENING names one by its seed.
func TestEvenings(t *testing.T) {
	first, count := uint64(1), uint64(8)
	if os.Getenv("RULEDECK_FULL") != "" {
		count = 1000
	}
	if one := os.Getenv("RULEDECK_EVENING"); one != "" {
		if _, err := fmt.Sscan(one, &first); err != nil {
			t.Fatal(err)
		}
		count = 1
	}
	for seed := first; seed < first+count; seed++ {
		var faults []string
		synctest.Test(t, func(t *testing.T) { faults = newEvening(t, seed).pass() })
		for _, fault := range faults {
			t.Errorf("RULEDECK_EVENING=%d: %s", seed, fault)
		}
	}
}

// TestPings: a page that answers stays; one that has lost its network behind a proxy, and one that answers
// nothing, are gone within the time that help states.
func TestPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEvening(t, 1)
		end := e.opens(t.TempDir())
		defer end()
		p := e.party("192.0.2")
		mute := e.visitor("192.0.2.9", p.Table)
		mute.mute = true
		_ = mute.enter(p.Watch)
		p.seats[0].open(p.seats[0].ctx)
		p.seats[1].open(p.seats[1].ctx)
		mute.open(mute.ctx)
		here := func() (out [3]int) {
			g, err := e.host.take(p.Table, &facts{})
			if err != nil {
				t.Fatal(err)
			}
			defer e.host.house.Give(g.Game)
			g.lock.Lock()
			defer g.lock.Unlock()
			return [3]int{len(g.pages[0]), len(g.pages[1]), len(g.pages[2])}
		}
		time.Sleep(alive / 2)
		if is := here(); is != [3]int{1, 1, 1} {
			t.Errorf("pages at first, of spectators and seats: %v", is)
		}
		time.Sleep(losing)
		if is := here(); is != [3]int{0, 1, 1} {
			t.Errorf("who answers nothing is here, or who answers is gone: %v", is)
		}
		p.seats[1].connect()
		time.Sleep(losing)
		if is := here(); is != [3]int{0, 1, 0} {
			t.Errorf("who has no network is here, or who answers is gone: %v", is)
		}
	})
}

func newEvening(t *testing.T, seed uint64) *evening {
	return &evening{T: t, draw: rand.New(rand.NewPCG(67, seed)), arrives: make(chan net.Conn)}
}

// opens the server of a folder; close ends it.
func (e *evening) opens(folder string) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	var err error
	e.host, err = New(ctx, Config{Games: []string{"../../../testdata/tictactoe"}, Folder: folder, Pause: -1,
		Origin: "http://tables.example", Out: io.Discard, Err: io.Discard})
	if err != nil {
		e.Fatal(err)
	}
	e.down = ctx.Done()
	server := &http.Server{Handler: e.host, ReadHeaderTimeout: slow, ReadTimeout: whole, WriteTimeout: whole,
		IdleTimeout: 2 * whole, BaseContext: func(net.Listener) context.Context { return ctx }}
	go func() { _ = server.Serve(e) }()
	return func() {
		stop()
		for _, wire := range e.wires {
			_ = wire.Close()
		}
		_ = server.Close()
		_ = e.host.house.End()
		synctest.Wait()
	}
}

// made is a table with its guests.
type party struct {
	*made
	seats []*visitor
}

func (e *evening) party(network string) *party {
	id, err := e.host.make(newTable{Game: "../../../testdata/tictactoe"})
	if err != nil {
		e.Fatal(err)
	}
	m, err := e.host.made(id)
	if err != nil {
		e.Fatal(err)
	}
	out := &party{made: m}
	for i, l := range m.Links {
		v := e.visitor(fmt.Sprintf("%s.%d", network, i+1), id)
		v.seat = l.Seat
		if status := v.enter(l.Link); status != 200 {
			e.Fatalf("seat %d cannot enter: %d", l.Seat, status)
		}
		out.seats = append(out.seats, v)
	}
	return out
}

// pass lets the evening pass, and returns what went wrong.
func (e *evening) pass() []string {
	folder := e.TempDir()
	end := e.opens(folder)
	e.ends = time.Now().Add(2 * time.Minute)
	friends := e.party("192.0.2")
	strangers := e.party("198.51.100")
	var taken, served atomic.Int64
	e.guests.Go(func() { friends.seats[0].plays(&taken) })
	if e.draw.IntN(2) == 0 {
		e.guests.Go(func() { friends.seats[1].phone(friends.seats[0]) })
	} else {
		e.guests.Go(func() { friends.seats[1].plays(&taken) })
	}
	e.guests.Go(func() { strangers.seats[1].plays(&taken) })
	watcher := e.visitor("203.0.113.250", strangers.Table)
	_ = watcher.enter(strangers.Watch)
	e.guests.Go(func() { watcher.plays(&taken) })
	hostile := strangers.seats[0]
	switch kind := e.draw.IntN(5); kind {
	case 0, 1:
		e.guests.Go(func() { hostile.changes([]string{"name", "mark"}[kind]) })
	case 2:
		flooder := e.visitor("203.0.113.1", strangers.Table)
		_ = flooder.enter(strangers.Watch)
		e.budget = full + rate*121
		flooder.floods("faces", &served)
	case 3:
		e.budget = 24*full + watchTimes*(full+rate*121)
		for i := range 24 {
			one := e.visitor(fmt.Sprintf("203.0.113.%d", i+1), strangers.Table)
			_ = one.enter(strangers.Watch)
			e.guests.Go(func() { one.reloads(&served) })
		}
	case 4:
		thief := e.visitor("203.0.113.1", friends.Table)
		_ = thief.enter(friends.Links[0].Link)
		_, _ = thief.call("words", "{}")
		if _, f := friends.seats[0].look(); f.Host == nil || f.Host.Company.Browsers != 2 {
			e.fault("nobody sees that a link was stolen")
		}
		_, _ = strangers.seats[1].call("name", `{"name": "Ann"}`)
		if status, _ := hostile.call("name", `{"name": "Ann"}`); status == 200 {
			e.fault("a name speaks for another seat")
		}
	}
	e.guests.Wait()
	if n := served.Load(); float64(n) > e.budget {
		e.fault("who floods is served more than the budget: %d, not %.0f", n, e.budget)
	}
	e.after(strangers)
	time.Sleep(idle)
	end()
	kept := 0
	for _, p := range []*party{friends, strangers} {
		data, err := os.ReadFile(filepath.Join(folder, p.Table+savedir.End))
		if err != nil {
			e.Fatal(err)
		}
		j, err := replay.Decode(data)
		if err != nil {
			e.Fatal(err)
		}
		kept += len(j.Answers())
	}
	if n := taken.Load(); int64(kept) < n {
		e.fault("of %d answers that were acknowledged %d are kept", n, kept)
	}
	e.damage(folder, friends)
	return e.faults
}

// after tries the acts that guests and the host must still be able to do at the end.
func (e *evening) after(p *party) {
	e.ends = time.Now().Add(time.Minute)
	other := p.seats[1]
	for path, body := range map[string]string{"name": `{"name": "Zoe"}`, "mark": `{"word": "lost", "event": 1}`} {
		if status, _ := other.call(path, body); status != 200 {
			e.fault("another seat has no %s left: %d", path, status)
		}
	}
	token, err := e.host.token()
	if err != nil {
		e.Fatal(err)
	}
	r, err := http.NewRequest("POST", e.host.Origin+"/tables/"+p.Table+"/seat",
		strings.NewReader(`{"seat": 1, "link": true}`))
	if err != nil {
		e.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := other.client.Do(r)
	if err != nil {
		e.fault("the host is not answered: %v", err)
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		e.fault("the host cannot replace a link: %d", answer.StatusCode)
	}
}

// damage cuts a log of a table at the end of a line; that must be noticed when somebody comes again.
func (e *evening) damage(folder string, p *party) {
	file := filepath.Join(folder, p.Table+[]string{savedir.End, endFacts}[e.draw.IntN(2)])
	data, err := os.ReadFile(file)
	if err != nil {
		e.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	if len(lines) < 2 {
		return
	}
	keep := 1 + e.draw.IntN(len(lines)-1)
	if err := os.WriteFile(file, bytes.Join(lines[:keep], nil), 0o600); err != nil {
		e.Fatal(err)
	}
	end := e.opens(folder)
	defer end()
	v := p.seats[0]
	v.connect()
	if status, _ := v.ask("POST", "/t/"+p.Table+"/enter", "{}"); status == 200 {
		e.fault("%d lines of %s are missing, and nobody says so", len(lines)-keep, filepath.Ext(file))
	}
}
