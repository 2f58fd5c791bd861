package host

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/host/crowdtest"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// served is a server as browsers meet it.
type served struct {
	*testing.T
	*Host
	http *httptest.Server
}

// serve serves a folder; serving it again is what a restart is.
func serve(t *testing.T, folder string, games ...string) *served {
	t.Helper()
	out := &served{T: t}
	out.http = httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { out.ServeHTTP(w, r) }))
	var err error
	out.Host, err = New(t.Context(), Config{Games: games, Folder: folder, Origin: out.http.URL, Pause: -1,
		Out: io.Discard,
		Err: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(out.stop)
	return out
}

// stop ends the server; what is not on the disk then is lost.
func (s *served) stop() {
	s.http.CloseClientConnections()
	s.http.Close()
	s.Host.house.End()
}

// ask sends a request as a page does; change may spoil it.
func (s *served) ask(method, path, body string, change func(r *http.Request)) (int, []byte, http.Header) {
	s.Helper()
	r, err := http.NewRequest(method, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Origin", s.http.URL)
	if change != nil {
		change(r)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer.StatusCode, text, answer.Header
}

func (s *served) asHost(r *http.Request) {
	token, err := s.token()
	if err != nil {
		s.Error(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
}

// make makes a table by the host's token.
func (s *served) make(body string) *made {
	s.Helper()
	status, text, _ := s.ask("POST", "/tables", body, s.asHost)
	out := &made{}
	if err := json.Unmarshal(text, out); err != nil || status != 200 {
		s.Fatalf("%d %s", status, text)
	}
	return out
}

// guest is who came by a link.
type guest struct {
	*served
	seat         engine.Seat
	base, cookie string
	sent         int
}

// come opens a link.
func (s *served) come(seat engine.Seat, link string) *guest {
	s.Helper()
	path, key, _ := strings.Cut(strings.TrimPrefix(link[strings.Index(link, "/t/"):], ""), "#key=")
	status, text, header := s.ask("POST", path+"enter", fmt.Sprintf(`{"key": %q}`, key), nil)
	cookie := header.Get("Set-Cookie")
	if status != 200 || !strings.Contains(cookie, "Path="+path) || !strings.Contains(cookie, "HttpOnly") ||
		!strings.Contains(cookie, "SameSite=Strict") {
		s.Fatalf("%d %s: the cookie is %q", status, text, cookie)
	}
	return &guest{served: s, seat: seat, base: path, cookie: strings.Split(cookie, ";")[0]}
}

func (g *guest) asGuest(r *http.Request) { r.Header.Set("Cookie", g.cookie) }

// call calls the table.
func (g *guest) call(path, body string) (int, []byte) {
	g.Helper()
	status, text, _ := g.served.ask("POST", g.base+"t/1/call/"+path, body, g.asGuest)
	return status, text
}

// told is a message of a stream.
type told struct {
	id     string
	ID     string
	Viewer engine.Seat
	Event  int
	Scene  *struct {
		Seat  engine.Seat
		Seats []struct {
			Seat engine.Seat
			Name string
		}
		Over any
		Ask  *crowdtest.Ask
	}
	Host *around
}

// listen tells what a stream says; leave ends it.
func (g *guest) listen(since, query string) (messages <-chan told, leave func()) {
	g.Helper()
	ctx, stop := context.WithCancel(g.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", g.http.URL+g.base+"t/1/events?lang=en"+query, nil)
	if err != nil {
		g.Fatal(err)
	}
	g.asGuest(r)
	r.Header.Set("Last-Event-ID", since)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		g.Fatal(err)
	}
	if answer.StatusCode != 200 {
		text, _ := io.ReadAll(answer.Body)
		g.Fatalf("%d %s", answer.StatusCode, text)
	}
	out := make(chan told, 100)
	go func() {
		defer close(out)
		defer answer.Body.Close()
		for event := range crowdtest.Messages(answer.Body) {
			m := told{id: event.ID}
			if event.Ping {
				continue
			} else if err := json.Unmarshal([]byte(event.Data), &m); err != nil {
				g.Error(err)
				return
			}
			out <- m
		}
	}()
	return out, stop
}

// frame is how the guest is shown the game now.
func (g *guest) frame() told {
	g.Helper()
	messages, leave := g.listen("", "")
	defer leave()
	m, ok := <-messages
	if !ok || m.Scene == nil {
		g.Fatalf("seat %d is told nothing", g.seat)
	}
	return m
}

// answer is what a guest sends to the question that it is asked.
func (g *guest) answer(a *crowdtest.Ask) string {
	g.sent++
	data, err := json.Marshal(table.Answer{Number: a.Number, Again: a.Again, Reply: a.Easy(),
		Nonce: fmt.Sprintf("%d-%d", g.seat, g.sent)})
	if err != nil {
		g.Fatal(err)
	}
	return string(data)
}

// playOn has guests answer so many questions, or to the end; it returns how many.
func playOn(t *testing.T, guests []*guest, most int) (answers int) {
	t.Helper()
	for answers < most {
		asked := false
		for _, g := range guests {
			if f := g.frame(); f.Scene.Over != nil {
				return answers
			} else if a := f.Scene.Ask; a != nil && a.Seat == g.seat {
				if status, text := g.call("answer", g.answer(a)); status != 200 {
					t.Fatalf("seat %d: %d %s", g.seat, status, text)
				}
				answers, asked = answers+1, true
			}
		}
		if !asked {
			t.Fatal("nobody is asked")
		}
	}
	return answers
}

// begin makes a table, and its guests come.
func (s *served) begin(body string) (m *made, guests []*guest, watcher *guest) {
	s.Helper()
	m = s.make(body)
	for _, l := range m.Links {
		if l.Kind == play.Human {
			guests = append(guests, s.come(l.Seat, l.Link))
		}
	}
	return m, guests, s.come(0, m.Watch)
}
