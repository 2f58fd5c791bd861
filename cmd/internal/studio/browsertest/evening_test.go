package browsertest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/transcript"
	"github.com/ruledeck/ruledeck/scripts"
)

// friend is somebody at a served table in a profile of his own, and the line that he has: all
// that comes over it is kept.
type friend struct {
	*tab
	seat engine.Seat
	line *httptest.Server
	lock sync.Mutex
	came bytes.Buffer
}

// Write keeps what came.
func (f *friend) Write(data []byte) (int, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.came.Write(data)
}

// arrives opens a link over a line.
func arrives(t *testing.T, seat engine.Seat, link string) *friend {
	t.Helper()
	to, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	f := &friend{seat: seat}
	server := &url.URL{Scheme: to.Scheme, Host: to.Host}
	f.line = httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(server)
			r.Out.Host = server.Host
			r.Out.Header.Set("Accept-Encoding", "identity")
			if r.Out.Header.Get("Origin") != "" {
				r.Out.Header.Set("Origin", server.String())
			}
		},
		ModifyResponse: func(r *http.Response) error {
			if path := r.Request.URL.Path; strings.HasSuffix(path, "/events") || strings.Contains(path, "/call/past") {
				_, _ = f.Write([]byte("\n"))
				r.Body = struct {
					io.Reader
					io.Closer
				}{io.TeeReader(r.Body, f), r.Body}
			}
			return nil
		}})
	t.Cleanup(f.line.Close)
	t.Cleanup(f.line.CloseClientConnections)
	to.Host = strings.TrimPrefix(f.line.URL, "http://")
	own, closes := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closes)
	f.tab = visitIn(t, own, to.String())
	return f
}

// TestEvening: friends play by links, each in a profile of his own, and one looks on; one loses
// his connection three times, one leaves for good and a bot takes his seat. All that came to each
// of them names cards that his view of the journal holds, and says lines that it says, and nothing
// else. RULEDECK_FULL plays the whole game, of which this is the beginning.
func TestEvening(t *testing.T) {
	most := 12
	if os.Getenv("RULEDECK_FULL") != "" {
		most = 1 << 20
	}
	pack.Carry(cards.Files, scripts.Files)
	evening(t, "football-champions", 2, most)
}

func evening(t *testing.T, game string, seats, most int) {
	folder := t.TempDir()
	people := slices.Repeat([]string{play.Human}, seats)
	wanted, _ := json.Marshal(map[string]any{"game": game, "seats": people, "seed": "5"}) // texts
	address, links := served(t, game, string(wanted), "--tables", folder)
	friends := make([]*friend, len(links))
	for i, link := range links {
		friends[i] = arrives(t, engine.Seat((i+1)%len(links)), link)
	}
	playing := friends[:seats]
	breaks, leaves := 0, false
	for answers, still := 0, time.Now(); answers < most; {
		over, moved := false, false
		for _, f := range playing {
			q := eval[asked](f.tab, openQuestion)
			over = over || q.Over
			if q.Over || q.Number == 0 {
				continue
			}
			f.answer(q)
			for again := 0; ; again++ {
				now := eval[asked](f.tab, openQuestion)
				if now.Over || now.Number != q.Number {
					break
				}
				time.Sleep(20 * time.Millisecond)
				if again%100 == 99 { // who is not heard says it again
					t.Logf("seat %d answers decision %d again: %s", f.seat, q.Number, f.text(".steps, .notice"))
					f.press("1")
				}
				if again > 3000 {
					t.Fatalf("decision %d stays: %s", q.Number, f.text(".ask"))
				}
			}
			answers, moved, still = answers+1, true, time.Now()
		}
		switch {
		case over:
			most = answers
		case answers >= 3*(breaks+1) && breaks < 3:
			breaks++
			friends[0].line.CloseClientConnections()
		case answers >= 8 && !leaves:
			leaves = true
			friends[1].do(chromedp.Navigate("about:blank"))
			takes(t, address, links[1], `{"seat": 2, "kind": "random"}`)
			playing = slices.Delete(slices.Clone(playing), 1, 2)
		case !moved && time.Since(still) > 2*time.Minute:
			t.Fatalf("nobody is asked after %d answers", answers)
		case !moved:
			time.Sleep(50 * time.Millisecond) // a bot thinks
		}
	}
	if breaks < 3 || !leaves {
		t.Fatalf("%d breaks, somebody left: %t", breaks, leaves)
	}
	friends[0].picture("evening-" + game + ".png")
	for _, f := range friends {
		if faults := eval[[]string](f.tab, "window.faults || []"); len(faults) > 0 {
			t.Errorf("seat %d: %q", f.seat, faults)
		}
		f.line.CloseClientConnections()
	}
	position, table := recorded(t, folder, game, seats)
	for _, f := range friends {
		f.holds(t, position, table)
	}
}

// openQuestion is the question that the page asks now, or nothing.
const openQuestion = `(() => { const a = document.querySelector(".ask[data-number]"); return a
	? {...Object.fromEntries(["number", "min", "max", "total"].map(k => [k, Number(a.dataset[k])])),
		kind: a.dataset.kind, optional: a.dataset.optional === "true",
		options: document.querySelectorAll(".opt").length}
	: {over: Boolean(document.querySelector(".over-note")), number: 0}; })()`

// takes has the host change who sits at a seat.
func takes(t *testing.T, address, link, body string) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	id := strings.Split(link[strings.Index(link, "/t/"):], "/")[2]
	r, _ := http.NewRequest("POST", "http://"+at.Host+"/tables/"+id+"/seat", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != 200 {
		t.Fatalf("%d %s", answer.StatusCode, text)
	}
}

// recorded is the game of the one journal in a folder, played again.
func recorded(t *testing.T, folder, game string, seats int) (*engine.Position, *interp.Table) {
	t.Helper()
	paths := savedir.Games(folder)
	if len(paths) != 1 {
		t.Fatalf("%d journals", len(paths))
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(game, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	players, err := play.NewPlayers(slices.Repeat([]string{play.Human}, seats))
	if err != nil {
		t.Fatal(err)
	}
	session, err := play.Resume(t.Context(), play.Recorded(table, &j.Header), j.Answers(),
		play.Settings{Players: players})
	if err != nil {
		t.Fatal(err)
	}
	return session.Position(), table
}

// holds compares what came to a friend with what his view holds, event by event.
func (f *friend) holds(t *testing.T, position *engine.Position, table *interp.Table) {
	reader, referee := view.NewReader(position, f.seat), view.NewReader(position, view.Referee)
	lines := map[string]bool{}
	for _, l := range transcript.Of(table.Speaker("en"), reader) {
		lines[l.Text] = true
	}
	_ = transcript.Of(table.Speaker("en"), referee)
	since, all := named(t, reader), named(t, referee)
	hidden := 0 // cards that somebody knew before he did
	for name, event := range all {
		if first, there := since[name]; !there || event < first {
			hidden++
		}
	}
	frames, cards := 0, 0
	f.lock.Lock()
	defer f.lock.Unlock()
	for line := range strings.Lines(f.came.String()) {
		var frame struct {
			Last   int
			Viewer *engine.Seat
			Lines  []transcript.Line
			Scene  any
		}
		text := strings.TrimPrefix(line, "data: ")
		if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &frame) != nil || frame.Scene == nil {
			continue
		}
		frames++
		if frame.Viewer != nil && *frame.Viewer != f.seat {
			t.Errorf("seat %d was sent a frame of seat %d", f.seat, *frame.Viewer)
		}
		for _, l := range frame.Lines {
			if !lines[l.Text] {
				t.Errorf("seat %d was sent a line that its log does not have: %q", f.seat, l.Text)
			}
		}
		texts(t, frame.Scene, func(key, text string) {
			if key != "def" {
				return
			}
			cards++
			if event, there := since[text]; !there || event > frame.Last {
				t.Errorf("seat %d was sent %s at event %d; its view holds it from %d (%t)", f.seat, text, frame.Last,
					event, there)
			}
		})
	}
	if frames < 3 || cards == 0 {
		t.Errorf("seat %d: %d frames came, which name %d cards", f.seat, frames, cards)
	}
	t.Logf("seat %d: %d frames and pasts came, %d kB, and name %d cards, all of its views; %d were hidden from it",
		f.seat, frames, f.came.Len()>>10, cards, hidden)
}

// named is from which event on the views of a seat name a card.
func named(t *testing.T, r *view.Reader) map[string]int {
	since := map[string]int{}
	for event := -1; event < r.Count(); event++ {
		v, _ := r.At(event)
		texts(t, v, func(_, text string) {
			name, _, _ := strings.Cut(text, " ")
			if _, there := since[name]; !there {
				since[name] = event
			}
		})
	}
	return since
}

// texts visits the texts in what becomes JSON, with their keys.
func texts(t *testing.T, value any, visit func(key, text string)) {
	data, err := json.Marshal(value)
	var all any
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	var walk func(key string, value any)
	walk = func(key string, value any) {
		switch v := value.(type) {
		case string:
			visit(key, v)
		case []any:
			for _, one := range v {
				walk(key, one)
			}
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				walk(k, v[k])
			}
		}
	}
	walk("", all)
}
