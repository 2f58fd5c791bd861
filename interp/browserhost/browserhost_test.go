package browserhost_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/browserhost"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// told is a message of the host.
type told struct {
	ID, Status, Keep int
	Lost             bool
	Error            string
	Answer           json.RawMessage
	Text             string
	Message          struct {
		Table, Viewer int
		Can           []string
		Scene         *struct {
			Lang string
			Over *struct{}
			Ask  *struct{ Number, Again, Seat, Min int }
		}
		Host *struct{ Games []browserhost.Kept }
	}
}

// page is who talks with a host.
type page struct {
	*testing.T
	*browserhost.Host
	messages chan told
	kept     map[int]string
	asked    int
	last     told
}

// packed is a game as it lies beside a page.
func packed(t *testing.T, name string, with browserhost.NewGame) []byte {
	t.Helper()
	p, err := interp.Load(name, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := (&browserhost.Game{Name: name, Pack: p.Loaded.Bundle(), NewGame: with}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func open(t *testing.T, packed []byte, kept ...string) *page {
	t.Helper()
	p := &page{T: t, messages: make(chan told, 10000), kept: map[int]string{}, asked: 1}
	var err error
	p.Host, err = browserhost.New(packed, kept, func(data []byte) {
		var m told
		if err := json.Unmarshal(data, &m); err != nil {
			t.Error(err)
		}
		p.messages <- m
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// until takes messages until one is as wanted.
func (p *page) until(what string, wanted func(m told) bool) told {
	p.Helper()
	for {
		select {
		case m := <-p.messages:
			if m.Keep > 0 {
				if p.kept[m.Keep] = m.Text; m.Text == "" {
					delete(p.kept, m.Keep)
				}
			}
			if m.Message.Scene != nil {
				p.last = m
			}
			if wanted(m) {
				return m
			}
		case <-time.After(time.Minute):
			p.Fatalf("no message: %s", what)
		}
	}
}

func (p *page) take(id int, text string, values ...any) {
	p.Take([]byte(fmt.Sprintf(`{"id": %d, `+text+`}`, append([]any{id}, values...)...)))
}

func (p *page) listen(table int, rest string) told {
	p.Helper()
	p.asked++
	id := p.asked
	p.take(id, `"do": "listen", "table": %d, "lang": "en"%s`, table, rest)
	return p.until("a frame", func(m told) bool { return m.ID == id })
}

func (p *page) call(status int, path, rest string) string {
	p.Helper()
	p.asked++
	id := p.asked
	p.take(id, `"do": "call", "path": %q, "lang": "en"%s`, path, rest)
	m := p.until(path, func(m told) bool { return m.ID == id && m.Status > 0 })
	if m.Status != status {
		p.Fatalf("%s: %d %s", path, m.Status, m.Answer)
	}
	return string(m.Answer)
}

// answer gives the first answers that may be given, and waits for the next question.
func (p *page) answer() {
	p.Helper()
	ask := p.last.Message.Scene.Ask
	for least := ask.Min; ; least++ {
		reply := []int{}
		for i := range least {
			reply = append(reply, i)
		}
		text, _ := json.Marshal(reply)
		p.asked++
		id := p.asked
		p.take(id, `"do": "call", "path": "answer", "seat": %d, "lang": "en", "body": {"number": %d, "again": %d, `+
			`"reply": %s}`, ask.Seat, ask.Number, ask.Again, text)
		m := p.until("answer", func(m told) bool { return m.ID == id && m.Status > 0 })
		if m.Status == 200 {
			break
		}
		if least > ask.Min+8 {
			p.Fatalf("%d: %s", ask.Number, m.Answer)
		}
	}
	for s := p.last.Message.Scene; s.Over == nil && (s.Ask == nil || *s.Ask == *ask); s = p.last.Message.Scene {
		p.until("the next question", func(m told) bool { return m.Message.Scene != nil })
	}
}

var solo = browserhost.NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 7}}

// TestWholeGame plays a shipped game by messages, leaves it in the middle and goes on with
// what the page has kept: it ends as one that nobody left.
func TestWholeGame(t *testing.T) {
	data := packed(t, "football-champions", solo)
	var ends []string
	for _, leaves := range []bool{false, true} {
		p := open(t, data)
		p.listen(0, "")
		for n := 0; p.last.Message.Scene.Over == nil; n++ {
			if n == 12 && leaves {
				p = open(t, data, p.kept[1])
				if first := p.listen(0, ""); first.Message.Table != 1 || p.last.Message.Scene.Ask == nil {
					t.Fatalf("it is not gone on with: %+v", first)
				}
			}
			p.answer()
		}
		p.call(200, "words", "") // what is kept comes before
		_, journal, _ := strings.Cut(p.kept[1], `"journal":`)
		ends = append(ends, journal)
	}
	if ends[0] == "" || ends[0] != ends[1] {
		t.Errorf("the games differ: %d and %d bytes", len(ends[0]), len(ends[1]))
	}
}

// TestCalls asks what the page asks beside tables, and what it may not.
func TestCalls(t *testing.T) {
	data := packed(t, "football-champions", browserhost.NewGame{Seats: solo.Seats})
	p := open(t, data)
	first := p.listen(0, "")
	again := open(t, data, p.kept[1])
	if again.listen(0, ""); p.kept[1] == "" || again.kept[1] != p.kept[1] {
		t.Errorf("a game in which nobody has answered is another one on the next visit: %.200q", again.kept[1])
	}
	if h := first.Message.Host; first.Message.Viewer != 1 || h == nil || len(h.Games) != 1 || h.Games[0].ID != 1 {
		t.Errorf("first: %+v", first.Message)
	}
	if slices.Contains(first.Message.Can, "look") || !slices.Contains(first.Message.Can, "new") {
		t.Errorf("offered: %s", first.Message.Can)
	}
	for path, says := range map[string]string{"words": `"other"`, "setup": `"mods":[]`, "faces": `"pictures":{}`} {
		if text := p.call(200, path, ""); !strings.Contains(text, says) {
			t.Errorf("%s: %.300s", path, text[max(0, len(text)-300):])
		}
	}
	for rest, status := range map[string]int{`, "seat": 2`: 403, `, "seat": 255`: 403, `, "table": 9`: 404} {
		p.call(status, "graph", rest)
	}
	p.call(403, "cards", "")
	if lost := p.listen(9, ""); !lost.Lost {
		t.Errorf("a game that there is not: %+v", lost)
	}
	p.call(422, "close", "")
	p.call(422, "new", `, "body": {"game": {"seats": ["human", "oracle"]}}`)
	if text := p.call(200, "new", `, "body": {"game": {"seats": ["human", "greedy"], "seed": "3"}}`); text !=
		`{"branch":2}` {
		t.Errorf("new: %s", text)
	}
	p.listen(2, "")
	p.answer()
	p.call(200, "name", `, "table": 2, "body": {"name": "evening"}`)
	if !strings.Contains(p.kept[2], `"evening"`) {
		t.Errorf("kept: %.200q", p.kept[2])
	}
	if p.call(200, "undo", `, "table": 2, "seat": 1`); p.last.Message.Scene.Ask == nil {
		t.Error("nothing is asked behind an undo")
	}
	p.call(200, "close", `, "table": 2`)
	if p.call(404, "graph", `, "table": 2`); p.kept[2] != "" {
		t.Errorf("a closed game is kept: %s", p.kept[2])
	}
	for p.asked++; len(p.messages) > 0; {
		<-p.messages
	}
	p.take(2, `"do": "leave"`)
	p.answerless()
}

// answerless: who has left is told nothing more.
func (p *page) answerless() {
	p.Helper()
	p.call(200, "new", `, "body": {"game": {"seats": ["human", "random"], "seed": "4"}}`)
	select {
	case m := <-p.messages:
		if m.ID == 2 {
			p.Errorf("told: %+v", m)
		}
	case <-time.After(50 * time.Millisecond):
	}
}

// TestAnotherPack: a kept game that does not fit the pack any more goes on where it still does, and says so; one
// that fits nothing is passed over.
func TestAnotherPack(t *testing.T) {
	data := packed(t, "football-champions", solo)
	p := open(t, data)
	p.listen(0, "")
	for range 3 {
		p.answer()
	}
	p.call(200, "words", "")
	var kept browserhost.Kept
	if err := json.Unmarshal([]byte(p.kept[1]), &kept); err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode([]byte(kept.Journal))
	if err != nil {
		t.Fatal(err)
	}
	j.Entries[3].Answer.Keys = []string{"nowhere"}
	kept.Journal = string(j.Encode())
	text, _ := json.Marshal(kept)
	first := open(t, data, string(text)).listen(0, "")
	if h := first.Message.Host; h == nil || len(h.Games) != 1 || !strings.Contains(h.Games[0].Notice, "nowhere") {
		t.Errorf("where it does not fit: %+v", first)
	}
	other := open(t, packed(t, "seven-missions", solo), "no game", string(text)).listen(0, "")
	if h := other.Message.Host; h == nil || len(h.Games) != 1 || h.Games[0].ID != 2 {
		t.Errorf("a game of another pack: %+v", other)
	}
	if _, err := browserhost.New([]byte("no game"), nil, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "the game beside the page cannot be read: ") {
		t.Errorf("no game: %v", err)
	}
}
