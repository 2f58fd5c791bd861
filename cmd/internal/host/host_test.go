package host

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func TestMain(m *testing.M) {
	pack.Register(cards.Files, scripts.Files)
	if os.Getenv(asServer) != "" {
		beServer()
		return
	}
	os.Exit(m.Run())
}

// TestTable: two play by links and a third watches; each is shown its own view, whatever it
// asks for.
func TestTable(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	_, guests, watcher := s.begin(`{"game": "football-champions", "seed": "5"}`)
	messages, leave := watcher.listen("", "&seat=1")
	defer leave()
	if first := <-messages; first.Viewer != 0 || first.Host == nil || len(first.Host.Languages) == 0 {
		t.Errorf("who watches is told %+v", first)
	}
	if n := playOn(t, guests, 12); n != 12 {
		t.Errorf("%d answers", n)
	}
	for _, g := range guests {
		others, leave := g.listen("", "&seat=2&viewer=255")
		m := <-others
		if m.Viewer != g.seat || m.Scene.Seat != g.seat {
			t.Errorf("seat %d sees the view of seat %d", g.seat, m.Viewer)
		}
		leave()
		if status, text := g.call("past?seat=2", `{"at": 0}`); status != 200 ||
			!bytes.Contains(text, fmt.Appendf(nil, `"seat":%d,"where"`, g.seat)) {
			t.Errorf("the past: %d %.200s", status, text)
		}
	}
	offered := map[string]int{"files": 403, "fork": 403, "new": 403, "why": 403, "words": 200, "graph": 200}
	for path, status := range offered {
		if got, text := guests[0].call(path, "{}"); got != status {
			t.Errorf("%s: %d %.200s", path, got, text)
		}
	}
	if status, text := watcher.call("answer", `{"number": 1, "reply": [0]}`); status != 403 ||
		!strings.Contains(string(text), `\"answer\" is not offered here`) {
		t.Errorf("who watches answers: %d %s", status, text)
	}
}

// TestTabs: a browser that has come by the links of two seats looks from each of them, as the tab says; one that has
// come by one looks from that one alone, whatever it says.
func TestTabs(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m := s.make(`{"game": "football-champions", "seats": ["human", "human"]}`)
	one, two := s.come(1, m.Links[0].Link), s.come(2, m.Links[1].Link)
	named := func(seat engine.Seat, name, query string, cookies ...string) {
		t.Helper()
		status, text, _ := s.ask("POST", one.base+"t/1/call/name"+query, fmt.Sprintf(`{"name": %q}`, name),
			func(r *http.Request) { r.Header.Set("Cookie", strings.Join(cookies, "; ")) })
		f, err := s.facts(m.Table)
		if status != 200 || err != nil || f.Seats[seat-1].Name != name {
			t.Errorf("%s is not the name of seat %d: %d %s, %v", name, seat, status, text, err)
		}
	}
	named(1, "Ann", "?seat=1", one.cookie, two.cookie)
	named(2, "Bob", "?seat=2", one.cookie, two.cookie)
	named(1, "Cleo", "", one.cookie, two.cookie)
	named(1, "Dan", "?seat=2", one.cookie)
	_, key, _ := strings.Cut(m.Links[1].Link, "#key=")
	status, text, header := s.ask("POST", one.base+"enter?seat=2", fmt.Sprintf(`{"key": %q}`, key),
		func(r *http.Request) { r.Header.Set("Cookie", one.cookie+"; "+two.cookie) })
	if !strings.HasPrefix(header.Get("Set-Cookie"), two.cookie+";") {
		t.Errorf("the link of a seat that a browser has: %d %s, %q", status, text, header.Get("Set-Cookie"))
	}
}

// TestRefused: each way in that is not a link is refused, and says so.
func TestRefused(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions"}`)
	other := s.make(`{"game": "football-champions", "seats": ["human", "random"]}`)
	_, key, _ := strings.Cut(m.Links[0].Link, "#key=")
	base := guests[0].base
	own := guests[0].asGuest
	with := func(change, more func(r *http.Request)) func(r *http.Request) {
		return func(r *http.Request) { change(r); more(r) }
	}
	elsewhere := func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }
	nowhere := func(r *http.Request) { r.Header.Del("Origin") }
	nonce := fmt.Sprintf(`{"number": 1, "reply": [0], "nonce": %q}`, strings.Repeat("x", 65))
	game := func(more string) string { return `{"game": "football-champions", ` + more + "}" }
	call := base + "t/1/call/"
	for name, c := range map[string]struct {
		method, path, body string
		change             func(r *http.Request)
		status             int
		says               string
	}{
		"no token":     {"POST", "/tables", `{}`, nil, 401, "open the address that the server printed"},
		"seat as host": {"GET", "/tables", "", own, 401, "this is for the host"},
		"no host":      {"POST", "/enter", `{"key": "x"}`, nil, 401, "open the address that the server printed"},
		"no key":       {"POST", "/enter", "{}", nil, 401, "open the address that the server printed"},
		"key of a link": {"POST", call + "words", "{}", func(r *http.Request) {
			r.Header.Set("Cookie", "ruledeck_seat="+key)
		}, 401, "ask the host for yours"},
		"other host":    {"GET", "/", "", func(r *http.Request) { r.Host = "evil.example" }, 403, "not the address"},
		"other page":    {"POST", call + "words", "{}", with(own, elsewhere), 403, "other pages"},
		"no page":       {"POST", call + "words", "{}", with(own, nowhere), 403, "made by a page"},
		"no cookie":     {"POST", call + "words", "{}", nil, 401, "ask the host for yours"},
		"other table":   {"POST", "/t/" + other.Table + "/t/1/call/words", "{}", own, 401, "ask the host"},
		"other seat":    {"POST", base + "enter", `{"key": "2` + key[1:] + `"}`, nil, 401, "ask the host"},
		"seat too high": {"POST", base + "enter", `{"key": "9` + key[1:] + `"}`, nil, 401, "ask the host"},
		"referee":       {"POST", base + "enter", `{"key": "255` + key[1:] + `"}`, nil, 401, "ask the host"},
		"no table":      {"POST", "/t/aaaaaaaaaaaaaaaa/enter", `{"key": "1-x"}`, nil, 404, "is the link whole?"},
		"outside":       {"POST", "/t/..%2fsecret/enter", `{"key": "1-x"}`, nil, 404, "is the link whole?"},
		"large":         {"POST", call + "answer", strings.Repeat(" ", mostBody+1), own, 413, "bytes at most"},
		"long nonce":    {"POST", call + "answer", nonce, own, 400, "64 signs at most"},
		"game":          {"POST", "/tables", `{"game": "footbal-champions"}`, s.asHost, 404, "did you mean football"},
		"kind":          {"POST", "/tables", game(`"seats": ["human", "rndom"]`), s.asHost, 422, "random"},
		"command":       {"POST", "/tables", game(`"seats": ["human", "exec:true"]`), s.asHost, 422, "exec:true"},
		"seats":         {"POST", "/tables", game(`"seats": ["human"]`), s.asHost, 422, "seats"},
		"option":        {"POST", "/tables", game(`"options": {"x": "y"}`), s.asHost, 422, "option"},
		"field":         {"POST", "/tables", `{"gme": "bbtm"}`, s.asHost, 400, "unknown field"},
	} {
		status, text, _ := s.ask(c.method, c.path, c.body, c.change)
		if status != c.status || !strings.Contains(string(text), c.says) {
			t.Errorf("%s: %d %s\nnot %d %s", name, status, text, c.status, c.says)
		}
	}
	var limited atomic.Int64
	var all sync.WaitGroup
	for range 3 * full {
		all.Go(func() {
			if status, _ := guests[1].call("words", "{}"); status == 429 {
				limited.Add(1)
			}
		})
	}
	all.Wait()
	if limited.Load() == 0 {
		t.Error("a seat may call as often as it likes")
	}
	if status, _ := guests[0].call("words", "{}"); status != 200 {
		t.Errorf("another seat is kept from calling: %d", status)
	}
}

// pagesOf is how many pages of a seat are told the game.
func (s *served) pagesOf(id string, seat engine.Seat) int {
	s.Helper()
	game, err := s.take(id, &facts{})
	if err != nil {
		s.Fatal(err)
	}
	defer s.house.Give(game.Game)
	game.lock.Lock()
	defer game.lock.Unlock()
	return len(game.pages[seat])
}

// TestStreams: where a seat opens more pages than may be told the game, the newest are told; the oldest
// ends, and comes again late. A spectator who opens too many pages loses pages of its own.
func TestStreams(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, watcher := s.begin(`{"game": "football-champions"}`)
	g := guests[0]
	var all []<-chan told
	var leaves []func()
	for range mostStreams + 3 {
		messages, leave := g.listen("", "")
		<-messages
		all = append(all, messages)
		leaves = append(leaves, leave)
	}
	for i, messages := range all {
		ended := make(chan bool)
		go func() {
			for range messages {
			}
			close(ended)
		}()
		if i >= 3 {
			continue
		}
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatalf("page %d of %d is told the game still", i, len(all))
		}
	}
	if n := s.pagesOf(m.Table, g.seat); n != mostStreams {
		t.Errorf("%d pages are told the game", n)
	}
	for _, leave := range leaves {
		leave()
	}
	for end := time.Now().Add(time.Minute); s.pagesOf(m.Table, g.seat) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("pages that are gone are still counted")
		}
	}
	_, leave := watcher.listen("", "")
	defer leave()
	game, err := s.take(m.Table, &facts{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.house.Give(game.Game)
	ended := map[string]int{}
	for n := range 2 * mostWatching {
		from := "192.0.2.1"
		if n == 7 {
			from = "192.0.2.2"
		}
		game.opens(0, &page{from: from, end: func() { ended[from]++ }})
	}
	if ended["192.0.2.2"] > 0 || ended["192.0.2.1"] != mostWatching+1 || s.pagesOf(m.Table, 0) != mostWatching {
		t.Errorf("pages that made way: %v", ended)
	}
}

// running is a server as the command runs it, with its address and token.
func running(t *testing.T, c Config) (at, token string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	address, done := make(chan string, 1), make(chan error, 1)
	c.Games, c.Folder, c.Listen, c.Err = []string{"football-champions"}, t.TempDir(), "127.0.0.1:0", io.Discard
	c.Out = writer(func(p []byte) { address <- strings.TrimSpace(string(p)) })
	go func() { done <- Serve(ctx, c) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	at, token, _ = strings.Cut(<-address, "/#key=")
	return at, token
}

// TestSilent: a connection that says nothing is ended.
func TestSilent(t *testing.T) {
	at, _ := running(t, Config{})
	c, err := net.Dial("tcp", strings.TrimPrefix(at, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET / HT"); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(2 * slow))
	if _, err := io.ReadAll(c); err != nil {
		t.Errorf("a connection that says nothing stays: %s", err)
	}
}

// TestTLS: with a certificate the address is https, and cookies go nowhere else.
func TestTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := Config{Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
	for path, block := range map[string]*pem.Block{c.Cert: {Type: "CERTIFICATE", Bytes: der},
		c.Key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at, token := running(t, c)
	known := x509.NewCertPool()
	certificate, _ := x509.ParseCertificate(der)
	known.AddCert(certificate)
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := http.NewRequest("POST", at+"/enter", strings.NewReader(fmt.Sprintf(`{"key": %q}`, token)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", at)
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if cookie := answer.Header.Get("Set-Cookie"); answer.StatusCode != 200 || !strings.Contains(cookie, "; Secure") ||
		!strings.HasPrefix(cookie, "__Host-") || !strings.Contains(cookie, "Path=/;") {
		t.Errorf("%s: the cookie is %q", answer.Status, cookie)
	}
}

// TestProxy: behind a proxy that has the certificate cookies are for https alone, the Host that it
// passes on counts, and each that it names may try links at a rate of his own; who comes from
// elsewhere names nobody.
func TestProxy(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	s.origin.Scheme, s.origin.Host, s.Origin = "https", "games.example.org", "https://games.example.org"
	passed := func(r *http.Request) {
		r.Host = "games.example.org"
		r.Header.Set("Origin", "https://games.example.org")
		r.Header.Add("X-Forwarded-For", "198.51.100.1")
		r.Header.Add("X-Forwarded-For", "203.0.113.9, 192.0.2.1")
	}
	token, _ := s.token()
	status, _, header := s.ask("POST", "/enter", fmt.Sprintf(`{"key": %q}`, token), passed)
	if cookie := header.Get("Set-Cookie"); status != 200 || !strings.Contains(cookie, "; Secure") {
		t.Errorf("%d: the cookie is %q", status, cookie)
	}
	if status, _, _ := s.ask("GET", "/", "", nil); status != 403 {
		t.Errorf("without the Host: %d", status)
	}
	began := time.Now()
	const tries = addressTimes*(full+rate) + 1
	for range tries {
		if status, _, _ := s.ask("POST", "/t/aaaaaaaaaaaaaaaa/enter", "{}", passed); status != 404 {
			t.Fatalf("%d", status)
		}
	}
	if took := time.Since(began); took < 900*time.Millisecond {
		t.Errorf("%d links may be tried within %v", tries, took)
	}
	for _, header := range [][]string{{"192.0.2.2"}, {"192.0.2.1, 192.0.2.2"}, {"192.0.2.1", "192.0.2.2"}} {
		if status, _, _ := s.ask("POST", "/t/aaaaaaaaaaaaaaaa/enter", "{}", func(r *http.Request) {
			passed(r)
			r.Header["X-Forwarded-For"] = header
		}); status != 404 {
			t.Errorf("%q is kept from trying: %d", header, status)
		}
	}
	r := httptest.NewRequest("GET", "/", nil) // from 192.0.2.1
	if r.Header.Set("X-Forwarded-For", "198.51.100.1"); address(r) != "192.0.2.1" {
		t.Errorf("it says to be %s, and is believed", address(r))
	}
}

type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }

// TestOrigin: what browsers call the server is known, or asked for.
func TestOrigin(t *testing.T) {
	for _, c := range []struct{ ip, origin, cert, want string }{
		{"127.0.0.1", "", "", "http://127.0.0.1:4500"},
		{"127.0.0.1", "", "c.pem", "https://127.0.0.1:4500"},
		{"0.0.0.0", "", "", "0.0.0.0:4500 is every address of this machine: " +
			"--origin must say how browsers name it, as http://192.0.2.7:4500"},
		{"0.0.0.0", "https://games.example.org/", "", "https://games.example.org"},
		{"127.0.0.1", "games.example.org", "",
			`an origin is an address without a path, as https://games.example.org, not "games.example.org"`},
	} {
		got, err := origin(&Config{Listen: c.ip + ":4500", Origin: c.origin, Cert: c.cert},
			&net.TCPAddr{IP: net.ParseIP(c.ip), Port: 4500})
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
