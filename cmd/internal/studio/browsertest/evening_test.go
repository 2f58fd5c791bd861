package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	came []*answer
	left bool     // for good, before the end
	lost []string // what is lost the next time that it is asked for, by how its path ends
}

// answer is what came to a friend at once, or over a stream.
type answer struct {
	*friend
	path string
	text bytes.Buffer
}

// Write keeps what came.
func (a *answer) Write(data []byte) (int, error) {
	a.lock.Lock()
	defer a.lock.Unlock()
	return a.text.Write(data)
}

// loses has the line lose what is asked for next.
func (f *friend) loses(ends ...string) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.lost = append(f.lost, ends...)
}

// isLost reports whether the line loses what is asked for.
func (f *friend) isLost(path string) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	i := slices.IndexFunc(f.lost, func(end string) bool { return strings.HasSuffix(path, end) })
	if i >= 0 {
		f.lost = slices.Delete(f.lost, i, i+1)
	}
	return i >= 0
}

// arrives opens a link over a line, which loses some of what is asked for.
func arrives(t *testing.T, seat engine.Seat, link string, lost ...string) *friend {
	t.Helper()
	to, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	f := &friend{seat: seat, lost: lost}
	server := &url.URL{Scheme: to.Scheme, Host: to.Host}
	proxy := &httputil.ReverseProxy{FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(server)
			r.Out.Host = server.Host
			r.Out.Header.Set("Accept-Encoding", "identity")
			if r.Out.Header.Get("Origin") != "" {
				r.Out.Header.Set("Origin", server.String())
			}
		},
		ModifyResponse: func(r *http.Response) error {
			if path := r.Request.URL.Path; strings.Count(path, "/t/") == 2 {
				a := &answer{friend: f, path: path}
				f.lock.Lock()
				f.came = append(f.came, a)
				f.lock.Unlock()
				r.Body = struct {
					io.Reader
					io.Closer
				}{io.TeeReader(r.Body, a), r.Body}
			}
			return nil
		}}
	f.line = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f.isLost(r.URL.Path) {
			http.Error(w, "the server is not there", http.StatusBadGateway)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(f.line.Close)
	t.Cleanup(f.line.CloseClientConnections)
	to.Host = strings.TrimPrefix(f.line.URL, "http://")
	own, closes := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closes)
	f.tab = visitIn(t, own, to.String())
	return f
}

// TestEvening: friends play by links, each in a profile of his own, and one looks on; one loses
// his connection three times, one comes over a bad line and leaves for good, and a bot takes his
// seat. All that came to each of them names cards that his view of the journal holds, and says lines
// that it says, and nothing else; what came to another would not pass. RULEDECK_FULL plays whole
// games of each pack, of which this is the beginning of one.
func TestEvening(t *testing.T) {
	games, most := map[string]int{"bbtm": 3}, 12
	if os.Getenv("RULEDECK_FULL") != "" {
		games, most = map[string]int{"football-champions": 2, "bbtm": 3, "seven-missions": 3}, 1<<20
	}
	pack.Register(cards.Files, scripts.Files)
	for _, game := range slices.Sorted(maps.Keys(games)) {
		t.Run(game, func(t *testing.T) { evening(t, game, games[game], most) })
	}
}

func evening(t *testing.T, game string, seats, most int) {
	folder, began := t.TempDir(), time.Now()
	people := slices.Repeat([]string{play.Human}, seats)
	wanted, _ := json.Marshal(map[string]any{"game": game, "seats": people, "seed": "5"}) // texts
	address, links := served(t, game, string(wanted), "--tables", folder)
	friends := make([]*friend, len(links))
	for i, link := range links {
		var lost []string
		if i == 1 {
			lost = []string{"/enter", "/main.js", "/events", "/call/words", "/call/faces"}
		}
		friends[i] = arrives(t, engine.Seat((i+1)%len(links)), link, lost...)
	}
	playing := friends[:seats]
	answers, breaks, leaves := 0, 0, false
	for still := time.Now(); answers < most; {
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
			friends[0].loses("/events")
			friends[0].line.CloseClientConnections()
		case answers >= 8 && !leaves:
			leaves, friends[1].left = true, true
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
		if f.line.CloseClientConnections(); len(f.lost) > 0 {
			t.Errorf("seat %d was not asked for %q", f.seat, f.lost)
		}
	}
	t.Logf("%s: %d answers in %s", game, answers, time.Since(began).Round(time.Second))
	compared(t, friends, folder, game, seats, os.Getenv("RULEDECK_FULL") != "")
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
	r.Header.Set("Authorization", "Bearer "+strings.TrimPrefix(at.Fragment, "key="))
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
	if err == nil {
		_, err = session.Advance(t.Context()) // to what is asked behind the last answer, or the end
	}
	if err != nil {
		t.Fatal(err)
	}
	return session.Position(), table
}

// frame is one that came: how far it goes, whose it is, and what it tells.
type frame struct {
	Event  int
	Viewer *engine.Seat
	Lines  []transcript.Line
	Scene  *struct {
		Table []area
		Seats []struct{ Areas []area }
	}
	defs []string
}

// area is a place in a scene.
type area struct {
	Key   string
	Cards []struct {
		Def    string
		Copies int
		Areas  []area
	}
	Areas []area
}

// lying counts the known cards of each place, by its key and what they are.
type lying map[[2]string]int

func (l lying) areas(all []area) {
	for _, a := range all {
		for _, c := range a.Cards {
			if c.Def != "" {
				l[[2]string{a.Key, c.Def}] += max(1, c.Copies)
			}
			l.areas(c.Areas)
		}
		l.areas(a.Areas)
	}
}

func (l lying) zones(all []view.Zone) {
	for _, z := range all {
		for _, c := range z.Cards {
			if def, _, _ := strings.Cut(c.Key, "#"); def != "" {
				l[[2]string{z.Key, def}]++
			}
			l.zones(c.Zones)
		}
	}
}

// frames are those that came to a friend, and how many bytes and answers without a frame.
func (f *friend) frames(t *testing.T) (frames []frame, size, others int) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, a := range f.came {
		size += a.text.Len()
		parts := []string{a.text.String()}
		if strings.HasSuffix(a.path, "/events") {
			parts = strings.Split(a.text.String(), "\n\n")
			parts = parts[:len(parts)-1] // one that is cut off is none
		}
		for _, part := range parts {
			m := frame{Event: whole}
			if strings.HasPrefix(part, "event: ping") {
				continue // a sign of life
			}
			if _, data, there := strings.Cut(part, "data: "); there {
				part = data
			}
			if strings.HasSuffix(a.path, "/words") {
				others++ // sentences, not a game
				continue
			}
			if err := json.Unmarshal([]byte(part), &m); err != nil {
				t.Errorf("%s: %s: %.200s", a.path, err, part)
			}
			if m.Scene == nil {
				others++
				if strings.HasSuffix(a.path, "/faces") { // those of the whole game, which are in its files
					continue
				}
			}
			texts(t, json.RawMessage(part), func(key, text string) {
				if key == "def" {
					m.defs = append(m.defs, text)
				}
			})
			frames = append(frames, m)
		}
	}
	return frames, size, others
}

// whole is how far an answer goes that does not say it.
const whole = 1 << 30

// known is what a viewer may be told: lines, cards from when they were in his views first, and
// what lies where behind an event.
type known struct {
	lines map[string]bool
	since map[string]int
	lie   map[int]lying
}

// wrong is what a frame tells that a viewer may not be told.
func (k *known) wrong(m *frame) (out []string) {
	for _, l := range m.Lines {
		if !k.lines[l.Text] {
			out = append(out, fmt.Sprintf("the line %q", l.Text))
		}
	}
	for _, def := range m.defs {
		if event, there := k.since[def]; !there || event > m.Event {
			out = append(out, fmt.Sprintf("%s at event %d; it is known from %d (%t)", def, m.Event, event, there))
		}
	}
	if m.Scene == nil || m.Event == whole {
		return out
	}
	shown := lying{}
	shown.areas(m.Scene.Table)
	for _, seat := range m.Scene.Seats {
		shown.areas(seat.Areas)
	}
	for card, n := range shown {
		if there := k.lie[m.Event][card]; n > there {
			out = append(out,
				fmt.Sprintf("%d of %s in %s at event %d; it knows of %d", n, card[1], card[0], m.Event, there))
		}
	}
	return out
}

// compared holds what came to each friend against his view of the journal, and against those of
// the others, where it must fail; in a finished game it fails for each friend who stayed.
func compared(t *testing.T, friends []*friend, folder, game string, seats int, over bool) {
	position, table := recorded(t, folder, game, seats)
	all, lasts := map[engine.Seat][]frame{}, map[int]bool{-1: true}
	for _, f := range friends {
		frames, size, others := f.frames(t)
		for _, m := range frames {
			lasts[m.Event] = true
		}
		all[f.seat] = frames
		t.Logf("seat %d: %d frames and %d other answers came, %d kB", f.seat, len(frames), others, size>>10)
	}
	know := func(seat engine.Seat) *known {
		reader := view.NewReader(position, seat)
		k := &known{map[string]bool{}, map[string]int{}, map[int]lying{}}
		for _, l := range transcript.Of(table.Speaker("en"), reader) {
			k.lines[l.Text] = true
		}
		for _, event := range slices.Sorted(maps.Keys(lasts)) {
			v, _ := reader.At(min(event, reader.Count()-1))
			k.lie[event] = lying{}
			k.lie[event].zones(v.Table)
			for _, p := range v.Players {
				k.lie[event].zones(p.Zones)
			}
			texts(t, v, func(_, text string) {
				name, _, _ := strings.Cut(text, " ")
				if _, there := k.since[name]; !there {
					k.since[name] = event
				}
			})
		}
		return k
	}
	referee, strange := know(view.Referee), 0
	for _, f := range friends {
		own, hidden, cards := know(f.seat), 0, 0 // cards that somebody knew before he did
		for name, event := range referee.since {
			if first, there := own.since[name]; !there || event < first {
				hidden++
			}
		}
		for _, m := range all[f.seat] {
			if m.Viewer != nil && *m.Viewer != f.seat {
				t.Errorf("seat %d was sent a frame of seat %d", f.seat, *m.Viewer)
			}
			for _, wrong := range own.wrong(&m) {
				t.Errorf("seat %d was sent %s", f.seat, wrong)
			}
			cards += len(m.defs)
		}
		if cards == 0 {
			t.Errorf("seat %d was sent no cards", f.seat)
		}
		refused := []string{}
		for _, other := range friends[:seats] {
			if other == f {
				continue
			}
			n := 0 // for its cards alone: lines call places as a seat sees them
			for _, m := range all[other.seat] {
				if m.Lines = nil; len(own.wrong(&m)) > 0 {
					n++
				}
			}
			strange += n
			refused = append(refused, fmt.Sprintf("%d of %d of seat %d", n, len(all[other.seat]), other.seat))
			if n == 0 && over && !other.left {
				t.Errorf("all that came to seat %d could have been sent to seat %d", other.seat, f.seat)
			}
		}
		t.Logf("seat %d: %d cards are named, and %d were hidden from its views; of others' frames are refused %s",
			f.seat, cards, hidden, strings.Join(refused, ", "))
	}
	if strange == 0 {
		t.Error("nobody was sent what another one may not know")
	}
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
