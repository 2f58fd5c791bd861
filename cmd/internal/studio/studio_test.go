package studio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
)

// page is an open studio as a browser meets it.
type page struct {
	*testing.T
	server *server
	http   *httptest.Server
}

func open(t *testing.T, name string, g NewGame) *page {
	t.Helper()
	// Games that are kept must not come to those of the person who tests.
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := &page{T: t}
	p.http = httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.server.ServeHTTP(w, r) }))
	t.Cleanup(p.http.Close)
	var err error
	p.server, err = newServer(t.Context(), Config{
		Game: name, First: g, Out: io.Discard, Err: io.Discard,
	}, strings.TrimPrefix(p.http.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ask sends a request as the page does; change may spoil it.
func (p *page) ask(method, path string, body any, change func(r *http.Request)) (int, []byte) {
	p.Helper()
	var data bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&data).Encode(body); err != nil {
			p.Fatal(err)
		}
	}
	r, err := http.NewRequest(method, p.http.URL+path, &data)
	if err != nil {
		p.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: p.server.cookie, Value: p.server.token})
	if method == http.MethodPost {
		r.Header.Set("Origin", p.http.URL)
	}
	if change != nil {
		change(r)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close()
	out, err := io.ReadAll(response.Body)
	if err != nil {
		p.Fatal(err)
	}
	if response.Header.Get("Content-Type") == "application/json" {
		var answer any
		if err := json.Unmarshal(out, &answer); err != nil {
			p.Fatal(err)
		}
		for _, at := range nulls(answer, "") {
			p.Errorf("%s %s: %s is null", method, path, at)
		}
	}
	return response.StatusCode, out
}

// nulls are the places in an answer that hold null. No list does; the question that is
// open in place of one that was answered late may be none.
func nulls(answer any, at string) (out []string) {
	switch v := answer.(type) {
	case nil:
		if at != "/open" {
			out = append(out, at)
		}
	case []any:
		for i, one := range v {
			out = append(out, nulls(one, fmt.Sprintf("%s/%d", at, i))...)
		}
	case map[string]any:
		for key, one := range v {
			out = append(out, nulls(one, at+"/"+key)...)
		}
	}
	return out
}

// bodied puts what an address says behind its path into a body, but for who looks, in which language.
func bodied(path string) (string, map[string]any) {
	at, query, _ := strings.Cut(path, "?")
	said, _ := url.ParseQuery(query) // the test has written it
	kept, body := url.Values{}, map[string]any{}
	for name, values := range said {
		n, err := strconv.Atoi(values[0])
		switch {
		case name == "seat" || name == "lang":
			kept[name] = values
		case err == nil:
			body[name] = n
		default:
			body[name] = values[0]
		}
	}
	return at + "?" + kept.Encode(), body
}

func (p *page) get(path string, into any) {
	p.Helper()
	path, body := bodied(path)
	if err := json.Unmarshal(p.post(path, body), into); err != nil {
		p.Fatal(err)
	}
}

// heard is the first message of a stream.
func (p *page) heard(path string, into any) {
	p.Helper()
	ctx, stop := context.WithCancel(p.Context())
	defer stop()
	messages := p.stream(ctx, path)
	if err := json.Unmarshal([]byte(<-messages), into); err != nil {
		p.Fatal(err)
	}
}

// stream is what a stream tells until ctx ends.
func (p *page) stream(ctx context.Context, path string) <-chan string {
	p.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.http.URL+path, nil)
	if err != nil {
		p.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: p.server.cookie, Value: p.server.token})
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		p.Fatalf("%s: %d", path, response.StatusCode)
	}
	out := make(chan string, 1000)
	go func() {
		defer close(out)
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				out <- data
			}
		}
	}()
	return out
}

func (p *page) post(path string, body any) []byte {
	p.Helper()
	status, data := p.ask(http.MethodPost, path, body, nil)
	if status != http.StatusOK {
		p.Fatalf("%s: %d %s", path, status, data)
	}
	return data
}

// shownScene is the part of a scene that the tests read.
type shownScene struct {
	At, Event int
	Scene     struct {
		Title string
		Ask   *struct {
			Number, Min, Max int
			Kind             string
			Seat             int
			Optional         bool
			Options          []struct{ Positions []int }
		}
		Over *struct{}
	}
}

func (p *page) scene(query string) shownScene {
	p.Helper()
	var out shownScene
	p.heard("/t/"+query, &out)
	return out
}

// play answers the open question of a seat with the first options.
func (p *page) play(seat int) int {
	p.Helper()
	ask := p.scene(fmt.Sprintf("0/events?seat=%d", seat)).Scene.Ask
	if ask == nil {
		p.Fatal("nothing is asked")
	}
	reply := []int{}
	switch ask.Kind {
	case "number":
		reply = append(reply, ask.Min)
	case "some", "order":
		for _, o := range ask.Options {
			for _, position := range o.Positions {
				if ask.Kind == "order" || len(reply) < ask.Min {
					reply = append(reply, position)
				}
			}
		}
	default:
		reply = append(reply, ask.Options[0].Positions[0])
	}
	p.post("/t/0/call/answer", map[string]any{"seat": seat, "number": ask.Number, "reply": reply})
	return ask.Number
}

// differs reports whether a page is told that the game differs since the files changed.
func (p *page) differs() bool {
	var told struct{ Difference *struct{} }
	p.heard("/t/0/events?seat=1", &told)
	return told.Difference != nil
}

var solo = NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 7}}

func TestGuard(t *testing.T) {
	p := open(t, "bbtm", solo)
	for _, test := range []struct {
		name, method, path string
		change             func(r *http.Request)
		want               int
	}{
		{"the page", "POST", "/t/0/call/graph", nil, 200},
		{"no cookie", "GET", "/t/0/events", func(r *http.Request) { r.Header.Del("Cookie") }, 401},
		{"a wrong cookie", "GET", "/t/0/events",
			func(r *http.Request) { r.Header.Set("Cookie", p.server.cookie+"=00") }, 401},
		{"another name for this machine", "GET", "/t/0/events",
			func(r *http.Request) { r.Host = "rebound.example" }, 403},
		{"another page", "POST", "/t/0/call/undo",
			func(r *http.Request) { r.Header.Set("Origin", "http://elsewhere.example") }, 403},
		{"a change from nowhere", "POST", "/t/0/call/undo", func(r *http.Request) { r.Header.Del("Origin") }, 403},
		{"the token", "GET", "/?token=" + p.server.token, func(r *http.Request) { r.Header.Del("Cookie") }, 303},
		{"an old token", "GET", "/?token=0123", nil, 401},
		{"no game", "GET", "/t/9/events", nil, 404},
		{"no seat", "GET", "/t/0/events?seat=9", nil, 400},
		{"no language", "POST", "/t/0/call/graph?lang=xx", nil, 400},
	} {
		if got, body := p.ask(test.method, test.path, map[string]any{}, test.change); got != test.want {
			t.Errorf("%s: %d, not %d: %s", test.name, got, test.want, body)
		}
	}
}

// TestPlay answers, undoes, forks and looks at the past of each shipped game.
func TestPlay(t *testing.T) {
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		t.Run(game, func(t *testing.T) {
			p := open(t, game, solo)
			var numbers []int
			for range 8 {
				numbers = append(numbers, p.play(1))
			}
			now := p.scene("0/events?seat=1")
			var past shownScene
			p.get(fmt.Sprintf("/t/0/call/past?seat=1&at=%d", now.Event/2), &past)
			if past.At != now.Event/2 || past.Scene.Ask != nil {
				t.Errorf("the past is not past: %+v", past)
			}
			if status, body := p.ask("POST", "/t/0/call/answer",
				map[string]any{"seat": 1, "number": numbers[0], "reply": []int{0}},
				nil); status != http.StatusConflict ||
				!strings.Contains(string(body), fmt.Sprintf(`"open":{"number":%d,`, now.Scene.Ask.Number)) {
				t.Errorf("a stale answer: %d %s", status, body)
			}
			others := map[string]any{"seat": 2, "number": now.Scene.Ask.Number, "reply": []int{0}}
			if status, body := p.ask("POST", "/t/0/call/answer", others, nil); status == http.StatusOK {
				t.Errorf("an answer for the bot: %s", body)
			}
			p.post("/t/0/call/undo", map[string]any{"seat": 1})
			if got := p.scene("0/events?seat=1").Scene.Ask.Number; got != numbers[7] {
				t.Errorf("undone to decision %d, not %d", got, numbers[7])
			}
			p.post("/t/0/call/fork", map[string]any{"decision": numbers[2]})
			if got := p.scene("2/events?seat=1").Scene.Ask.Number; got != numbers[2] {
				t.Errorf("forked at decision %d, not %d", got, numbers[2])
			}
			if got := p.scene("1/events?seat=1").Scene.Ask.Number; got != numbers[7] {
				t.Errorf("the game that was forked stands at %d, not %d", got, numbers[7])
			}
			var log struct {
				Lines []struct{ Event int }
				Marks []struct{ Kind string }
			}
			p.heard("/t/1/events?seat=1", &log)
			if len(log.Lines) == 0 || len(log.Marks) == 0 {
				t.Errorf("an empty log: %+v", log)
			}
			var chain []Cause
			for _, line := range log.Lines {
				p.get(fmt.Sprintf("/t/1/call/why?seat=1&event=%d", line.Event), &chain)
				if len(chain) == 0 || chain[len(chain)-1].Event != line.Event || chain[len(chain)-1].Text == "" {
					t.Fatalf("why event %d: %+v", line.Event, chain)
				}
			}
			var gallery struct{ Cards []struct{ Name, Def string } }
			p.get("/t/0/call/cards", &gallery)
			if want := len(p.server.House.Games()[0].Shown().Table.Compiled.Pack.Defs); len(gallery.Cards) != want ||
				gallery.Cards[0].Name == "" {
				t.Errorf("%d cards, not %d", len(gallery.Cards), want)
			}
		})
	}
}

// TestBranchesAreBounded opens as many games as there may be, and closes one.
func TestBranchesAreBounded(t *testing.T) {
	p := open(t, "bbtm", solo)
	number := p.play(1)
	for range house.Most - 1 {
		p.post("/t/0/call/fork", map[string]any{"decision": number})
	}
	status, body := p.ask("POST", "/t/0/call/fork", map[string]any{"decision": number}, nil)
	if status == http.StatusOK {
		t.Errorf("one more: %s", body)
	}
	p.post("/t/3/call/close", map[string]any{})
	if n := len(p.server.House.Games()); n != house.Most-1 {
		t.Errorf("%d games are open", n)
	}
}

// TestSecrets: what one seat is sent does not hold the names of the other's hand.
func TestSecrets(t *testing.T) {
	p := open(t, "football-champions", NewGame{Seats: []string{"human", "human"}, Seed: rng.Seed{Low: 7}})
	var all []byte
	_ = p.server.House.Games()[0].Look(func(session *play.Session) (err error) {
		all, err = json.Marshal(view.Of(session.Position(), view.Referee))
		return err
	})
	mine := p.post("/t/0/call/past?seat=1", map[string]int{"at": 1000000})
	theirs := p.post("/t/0/call/past?seat=2", map[string]int{"at": 1000000})
	if bytes.Equal(mine, theirs) || len(all) == 0 {
		t.Error("both seats are sent the same")
	}
}

// TestSeedIsNotTold: no page is told the seed of a game, from whichever seat it looks; one
// that is begun without a seed gets one.
func TestSeedIsNotTold(t *testing.T) {
	seats := []string{"human", "human"}
	p := open(t, "football-champions", NewGame{Seats: seats, Seed: rng.Seed{Low: 0xfedcba9876543210,
		Drawn: rng.Drawn{High: 0x123456789abcdef1, Bots: 0x1122334455667788}}})
	p.post("/t/0/call/new", map[string]any{"game": map[string]any{"seats": seats}})
	for _, g := range p.server.House.Games() {
		seed := own(g).game.Seed
		if seed.High == 0 {
			t.Errorf("game %d has the seed %v", g.ID, seed)
		}
		for _, seat := range []engine.Seat{0, 1, 2, view.Referee} {
			ctx, stop := context.WithCancel(t.Context())
			told := <-p.stream(ctx, fmt.Sprintf("/t/%d/events?seat=%d", g.ID, seat))
			stop()
			for _, part := range []uint64{seed.High, seed.Low, seed.Bots} {
				if strings.Contains(told, fmt.Sprintf("%016x", part)) || strings.Contains(told, fmt.Sprint(part)) {
					t.Errorf("game %d: a page at seat %d is told of the seed", g.ID, seat)
				}
			}
		}
	}
}

// TestPause: where several people play, what a seat may hold shows in no time: the host
// waits where the pack, or the person who starts the studio, says so.
func TestPause(t *testing.T) {
	for _, test := range []struct {
		seats []string
		pause time.Duration
		waits bool
	}{
		{[]string{"human", "human"}, time.Millisecond, true},
		{[]string{"human", "random"}, time.Millisecond, false},
		{[]string{"human", "human"}, -1, false},
		{[]string{"human", "human"}, 0, false}, // the pack says nothing
	} {
		p := open(t, "football-champions", solo)
		p.server.config.Pause = test.pause
		waited := 0
		p.server.config.Wait = func(_ context.Context, most time.Duration) {
			if waited++; most != test.pause {
				t.Errorf("%v is waited at most, not %v", most, test.pause)
			}
		}
		p.post("/t/0/call/new", map[string]any{"game": NewGame{Seats: test.seats, Seed: rng.Seed{Low: 7}}})
		for range 12 {
			for seat := range test.seats {
				if p.scene(fmt.Sprintf("0/events?seat=%d", seat+1)).Scene.Ask != nil {
					p.play(seat + 1)
				}
			}
		}
		if waited > 0 != test.waits {
			t.Errorf("%v, %v: waited %d times", test.seats, test.pause, waited)
		}
	}
}

// BenchmarkScene measures a scene of the largest table as it is sent.
func BenchmarkScene(b *testing.B) {
	s, err := newServer(b.Context(), Config{
		Game: "bbtm", First: NewGame{Seats: []string{"human", "random", "random", "random"}, Seed: rng.Seed{Low: 7}},
		Out: io.Discard, Err: io.Discard,
	}, "127.0.0.1:1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/t/0/call/past?seat=1", strings.NewReader(`{"at": 200}`))
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}

// TestThinkingBot: while a bot thinks in one game, the other is played and both are read;
// a stream has one message a change.
func TestThinkingBot(t *testing.T) {
	p := open(t, "seven-missions", NewGame{Seats: []string{"human", "search:60s"}, Seed: rng.Seed{Low: 7}})
	t.Cleanup(func() { _ = p.server.end() })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	type message struct {
		shownScene
		Host *struct {
			Games []struct {
				Asked   []int
				Answers int
			}
		}
	}
	messages := p.stream(ctx, "/t/1/events?seat=1")
	next := func() (out message) {
		t.Helper()
		if err := json.Unmarshal([]byte(<-messages), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	for now := next(); now.Scene.Ask != nil; now = next() {
		if now.Host == nil || len(now.Host.Games[0].Asked) != 1 {
			t.Fatalf("the message of a change says nothing of the game: %+v", now.Host)
		}
		p.play(1)
	}
	p.post("/t/1/call/new", map[string]any{"game": solo})
	for range 5 {
		p.play(1) // the other game
	}
	p.post("/t/1/call/past", map[string]int{"at": 1})
	p.post("/t/1/call/why?seat=1", map[string]int{"event": 1})
	var end message
	p.heard("/t/2/events", &end)
	now := next()
	for ; ; now = next() {
		if now.Scene.Title != "" || now.Host == nil || len(now.Host.Games[0].Asked) != 0 {
			t.Fatalf("the bot is done before the other game: %+v", now)
		}
		if games := now.Host.Games; len(games) == 2 && games[1].Answers == end.Host.Games[1].Answers {
			break
		}
	}
	p.post("/t/1/call/undo", map[string]any{})
	for now = next(); now.Scene.Title == ""; now = next() { // late news of the other game
	}
	if now.Scene.Ask == nil || now.Scene.Ask.Seat != 1 {
		t.Errorf("taken back while a bot thinks: %+v", now)
	}
}
