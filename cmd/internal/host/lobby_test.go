package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// TestCompany: who is at a table is told to all of them, with what they call themselves and
// say, and nothing of it is lost by a restart but what was said.
func TestCompany(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	_, guests, watcher := s.begin(`{"game": "football-champions"}`)
	messages, leave := guests[0].listen("", "")
	defer leave()
	hear := func(text string, true func(c *company) bool) {
		t.Helper()
		for m := range messages {
			if m.Host != nil && true(&m.Host.Company) {
				return
			}
		}
		t.Fatalf("it is never told: %s", text)
	}
	hear("alone", func(c *company) bool { return c.You == 1 && c.Seats[0].Here && !c.Seats[1].Here && c.MayChat })
	_, gone := guests[1].listen("", "")
	hear("the other comes", func(c *company) bool { return c.Seats[1].Here })
	if status, text := guests[1].call("name", `{"name": "  Ann\n \u202eof  York"}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	hear("a name", func(c *company) bool { return c.Seats[1].Name == `Ann \u202eof York` })
	for n := range mostLines + 5 {
		for guests[1].served != nil {
			status, text := guests[1].call("say", fmt.Sprintf(`{"text": "line %d"}`, n))
			if status == 200 {
				break
			} else if status != 429 {
				t.Fatalf("%d %s", status, text)
			}
		}
	}
	hear("words", func(c *company) bool {
		return len(c.Chat) == mostLines && c.Chat[mostLines-1] == chatLine{2, fmt.Sprintf("line %d", mostLines+4)}
	})
	gone()
	hear("the other goes", func(c *company) bool { return !c.Seats[1].Here })
	for _, c := range []struct {
		who        *guest
		path, body string
		status     int
		says       string
	}{
		{watcher, "say", `{"text": "psst"}`, 403, `\"say\" is for those who have a seat`},
		{guests[0], "name", `{"name": "a name of twenty-five sgn"}`, 422, "25 signs are too many; 24 is the most"},
		{guests[0], "say", `"hello"`, 400, "not JSON as it should be"},
		{guests[0], "mark", `{"word": "fnu"}`, 422, `a moment cannot be marked \"fnu\"`},
		{guests[0], "seat", `{"kind": "search"}`, 422, `\"search\" cannot play for you`},
	} {
		if status, text := c.who.call(c.path, c.body); status != c.status || !strings.Contains(string(text), c.says) {
			t.Errorf("%s: %d %s", c.path, status, text)
		}
	}
	s.stop()
	s = serve(t, folder, "football-champions")
	guests[0].served = s
	s.Quiet = true
	if c := guests[0].frame().Host.Company; c.Seats[1].Name == "" || c.MayChat {
		t.Errorf("restarted: %+v", c)
	}
	status, text := guests[0].call("say", `{"text": "psst"}`)
	if status != 403 || !strings.Contains(string(text), "nothing is said") {
		t.Errorf("%d %s", status, text)
	}
}

// TestSeats: a seat goes to a bot and back, and to another link, which is then the only one.
func TestSeats(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seed": "5"}`)
	playOn(t, guests, 5)
	g, other := guests[1], guests[0]
	if status, text := g.call("seat", `{"kind": "random"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	before := other.frame()
	if n := playOn(t, guests[:1], 6); n != 6 {
		t.Errorf("with a bot beside, %d are answered", n)
	}
	if f := g.frame(); f.Host.Company.Seats[1].Kind != "random" || f.Scene.Ask != nil || f.Event <= before.Event {
		t.Errorf("whose bot plays is shown %+v", f)
	}
	status, text := g.call("answer", `{"number": 1, "reply": [0]}`)
	if status != 400 || !strings.Contains(string(text), "nobody here plays seat 2") {
		t.Errorf("%d %s", status, text)
	}
	status, text = g.call("seat", `{"kind": "human", "link": true}`)
	var made link
	if err := json.Unmarshal(text, &made); status != 200 || err != nil || made.Link == m.Links[1].Link {
		t.Fatalf("%d %s", status, text)
	}
	if status, _ := g.call("words", "{}"); status != 401 {
		t.Errorf("the old link is good still: %d", status)
	}
	playOn(t, []*guest{other, s.come(2, made.Link)}, 8)
	status, text, _ = s.ask("POST", "/tables/"+m.Table+"/seat", `{"seat": 2, "kind": "greedy"}`, s.asHost)
	if status != 200 || !strings.Contains(string(text), `"kind":"greedy"`) {
		t.Errorf("the host: %d %s", status, text)
	}
	status, text, _ = s.ask("POST", "/tables/"+m.Table+"/seat", `{"seat": 3}`, s.asHost)
	if status != 422 || !strings.Contains(string(text), "there is no seat 3; the table has 2") {
		t.Errorf("the host: %d %s", status, text)
	}
	status, _, _ = s.ask("POST", "/tables/"+m.Table+"/seat", `{"seat": 1, "kind": "greedy"}`, other.asGuest)
	if status != 401 {
		t.Errorf("a guest as host: %d", status)
	}
}

// countingStore counts how often each log is loaded.
type countingStore struct {
	house.Store
	lock  sync.Mutex
	loads map[string]int
}

// Load loads a log, and counts.
func (c *countingStore) Load(ctx context.Context, name string) ([]byte, uint64, error) {
	c.lock.Lock()
	c.loads[filepath.Ext(name)]++
	c.lock.Unlock()
	return c.Store.Load(ctx, name)
}

// TestSaidOnce: who is here is said once to all who look from one place, and packed once; nothing is read
// again for each of them.
func TestSaidOnce(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	counts := &countingStore{Store: s.Store, loads: map[string]int{}}
	s.Store = counts
	m, guests, _ := s.begin(`{"game": "football-champions"}`)
	game, err := s.take(m.Table, &facts{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.house.Give(game.Game)
	say := func() []byte {
		v := &visit{game: game, Viewer: table.Viewer{Lang: "en"}}
		made, err := s.around(v)
		if err != nil {
			t.Fatal(err)
		}
		return v.text(&house.Message{Table: 1, Host: made.(json.RawMessage)}, true)
	}
	first := say()
	if again := say(); &first[0] != &again[0] {
		t.Error("it is made again for the next who watches")
	}
	if status, text := guests[0].call("name", `{"name": "Ann"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if named := say(); bytes.Equal(named, first) {
		t.Error("a name is not told")
	}
	loads := func(listeners int) map[string]int {
		for range listeners {
			messages, leave := guests[1].listen("", "")
			defer leave()
			<-messages
			game.lock.Lock()
			delete(game.pages, 2) // more of them than a seat may have
			game.lock.Unlock()
		}
		time.Sleep(500 * time.Millisecond) // until nobody comes
		counts.lock.Lock()
		clear(counts.loads)
		counts.lock.Unlock()
		if status, text := guests[0].call("name", fmt.Sprintf(`{"name": "Ann %d"}`, listeners)); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		time.Sleep(500 * time.Millisecond) // until it is said
		counts.lock.Lock()
		defer counts.lock.Unlock()
		return maps.Clone(counts.loads)
	}
	if few, many := loads(1), loads(30); !maps.Equal(few, many) || few[endFacts] == 0 {
		t.Errorf("for one listener the logs are loaded %v times, for 31 %v times", few, many)
	}
}

// TestStolenLink: who comes by the link of a seat in another browser is seen there, and is gone with
// the next link; the own browser is counted once.
func TestStolenLink(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions"}`)
	owner := guests[0]
	browsers := func(want int) {
		t.Helper()
		if n := owner.frame().Host.Company.Browsers; n != want {
			t.Errorf("%d browsers are seen, not %d", n, want)
		}
	}
	browsers(1)
	path, key, _ := strings.Cut(m.Links[0].Link[strings.Index(m.Links[0].Link, "/t/"):], "#key=")
	for _, body := range []string{fmt.Sprintf(`{"key": %q}`, key), "{}"} {
		if status, text, _ := s.ask("POST", path+"enter", body, owner.asGuest); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
	}
	browsers(1)
	thief := s.come(1, m.Links[0].Link)
	browsers(2)
	_, text := owner.call("seat", `{"link": true}`)
	var linked link
	if err := json.Unmarshal(text, &linked); err != nil {
		t.Fatalf("%v %s", err, text)
	}
	if status, _ := thief.call("words", "{}"); status != 401 {
		t.Errorf("the thief still sits there: %d", status)
	}
	owner = s.come(1, linked.Link)
	browsers(1)
}

// TestNames: no guest takes the name of another guest or of another seat.
func TestNames(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	_, guests, _ := s.begin(`{"game": "football-champions"}`)
	if status, text := guests[1].call("name", `{"name": "Ann Lee"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	called := map[engine.Seat]string{}
	for _, seat := range guests[0].frame().Scene.Seats {
		called[seat.Seat] = seat.Name
	}
	for _, name := range []string{"Ann Lee", "ann  LEE", "\uff21nn Lee", "2", called[2]} {
		status, text := guests[0].call("name", fmt.Sprintf(`{"name": %q}`, name))
		if status != 422 || !strings.Contains(string(text), "is how seat 2 is called") {
			t.Errorf("%q: %d %s", name, status, text)
		}
	}
	for _, name := range []string{"Anna Lee", called[1], ""} {
		if status, text := guests[0].call("name", fmt.Sprintf(`{"name": %q}`, name)); status != 200 {
			t.Errorf("%q: %d %s", name, status, text)
		}
	}
}

// TestNewKey: the host gets another token, and guests keep their links.
func TestNewKey(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions"}`)
	before, _ := s.token()
	s.stop()
	s = serve(t, folder, "football-champions")
	if again, _ := s.token(); again != before {
		t.Error("a restart changes the token")
	}
	var err error
	s.Host, err = New(t.Context(), Config{Games: s.names, Folder: folder, Origin: s.Origin, Err: t.Output(),
		Renew: true})
	if err != nil {
		t.Fatal(err)
	}
	if status, _, _ := s.ask("GET", "/tables", "", func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+before)
	}); status != 401 {
		t.Errorf("the former token: %d", status)
	}
	status, text, _ := s.ask("GET", "/tables", "", s.asHost)
	if status != 200 || !bytes.Contains(text, []byte(m.Table)) {
		t.Errorf("%d %s", status, text)
	}
	guests[0].served = s
	if status, text := guests[0].call("words", "{}"); status != 200 {
		t.Errorf("a guest: %d %s", status, text)
	}
}

// TestOneSeatTakesAll: changes and marks of a seat are its own, the same again is none, and the host
// can always change a seat, after a restart too.
func TestOneSeatTakesAll(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions"}`)
	change := func(seat engine.Seat, a amendment) int {
		a.Seat = seat
		for n := range 2 * mostChanges {
			if a.Mark != nil {
				a.Mark = &Mark{Seat: seat, Word: "fun", Event: n}
			}
			if a.Name != nil {
				name := fmt.Sprint("name ", n)
				a.Name = &name
			}
			if _, err := s.amend(m.Table, a); err != nil {
				return n
			}
		}
		return 2 * mostChanges
	}
	name, mark := "", Mark{}
	if n := change(2, amendment{Mark: &mark}); n != mostMarks {
		t.Errorf("%d marks", n)
	}
	if n := change(2, amendment{Name: &name}); n == 0 || n > mostChanges {
		t.Errorf("%d names", n)
	}
	f, err := s.facts(m.Table)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if status, text := guests[0].call("mark", `{"word": "lost", "event": 1}`); status != 200 {
			t.Errorf("the other seat: %d %s", status, text)
		}
	}
	if g, _ := s.facts(m.Table); len(g.Marks) != len(f.Marks)+1 {
		t.Errorf("a mark that is made three times counts %d times", len(g.Marks)-len(f.Marks))
	}
	if status, text := guests[1].call("name", `{"name": "Bo"}`); status != 403 ||
		!bytes.Contains(text, []byte("ask the host")) {
		t.Errorf("%d %s", status, text)
	}
	s.stop()
	s = serve(t, s.Folder, "football-champions")
	for range 2 {
		status, text, _ := s.ask("POST", "/tables/"+m.Table+"/seat", `{"seat": 2, "link": true}`, s.asHost)
		if status != 200 {
			t.Errorf("the host: %d %s", status, text)
		}
	}
	if n := change(2, amendment{Name: &name}); n != mostChanges {
		t.Errorf("after the host has changed the seat it has %d changes", n)
	}
}
