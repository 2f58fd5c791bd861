// Package browserhost hosts games inside the page that shows them: it answers what the page
// of the studio asks, without a server and without files. The page and the host talk in
// messages of JSON, whoever carries them; in a browser that is a worker (cmd/ruledeck-browser):
//
//	h, err := published.New(packed, kept, send)
//	h.Take([]byte(`{"id": 1, "do": "listen", "table": 0, "lang": "en"}`))
//
// All of it runs on the machine of the person who plays, so nothing in it is hidden from him:
// views keep secrets from the page, not from a person who opens the tools of his browser.
//
// Like package table it does no input or output. It may import the engine, interp and
// interp's parts.
package browserhost

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Game is what lies beside a published page: a pack with all that is laid over it, and how
// the first game of it is begun.
type Game struct {
	Name string       `json:"name"`
	Pack *pack.Bundle `json:"pack"`
	NewGame
}

// NewGame says how a game is begun. Without a seed one is drawn.
type NewGame struct {
	Seats   []string          `json:"seats"`
	Seed    rng.Seed          `json:"seed"`
	Options map[string]string `json:"options"`
}

// Encode packs the game.
func (g *Game) Encode() ([]byte, error) {
	var out bytes.Buffer
	to, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	err = errors.Join(json.NewEncoder(to).Encode(g), to.Close())
	return out.Bytes(), err
}

// decode reads a packed game; some servers unpack it on the way.
func decode(data []byte) (*Game, error) {
	from := io.Reader(bytes.NewReader(data))
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		var err error
		if from, err = gzip.NewReader(from); err != nil {
			return nil, err
		}
	}
	g := &Game{}
	return g, json.NewDecoder(from).Decode(g)
}

// most bounds the games that are open at once.
const most = 16

// Host has the games of one page.
type Host struct {
	// send takes a message for the page; it is called from any goroutine.
	send func(message []byte)
	game *Game
	memo source.Memo
	pack *interp.Pack // as the first game is played
	// first begins a game where none was kept; wrong is why it cannot be played.
	first sync.Once
	wrong error

	lock    sync.Mutex
	open    []*seated
	last    int
	streams map[int]*stream
}

// New makes a host of a packed game, with the games that the page has kept, the last played
// at the end. Where it has none, one is begun when the page listens.
func New(packed []byte, kept []string, send func(message []byte)) (*Host, error) {
	h := &Host{send: send, streams: map[int]*stream{}}
	var err error
	if h.game, err = decode(packed); err != nil {
		return nil, fmt.Errorf("the game beside the page cannot be read: %w", err)
	}
	if h.pack, err = h.load(h.game.Options); err != nil {
		return nil, err
	}
	for _, text := range kept {
		g := &seated{host: h}
		if json.Unmarshal([]byte(text), &g.Kept) == nil && g.ID > 0 {
			h.open, h.last = append(h.open, g), max(h.last, g.ID)
		}
	}
	return h, nil
}

// load reads the pack as some options want it.
func (h *Host) load(options map[string]string) (*interp.Pack, error) {
	return interp.Load(h.game.Name, interp.With{Base: h.game.Pack.Base, Laid: h.game.Pack.Laid, GameOptions: options,
		Memo: &h.memo})
}

// message is one of the page: what it wants, and of which table.
type message struct {
	ID     int               `json:"id"`
	Do     string            `json:"do"` // listen, leave or call
	Table  int               `json:"table"`
	Seat   *engine.Seat      `json:"seat"`
	Lang   string            `json:"lang"`
	Path   string            `json:"path"`
	Params map[string]string `json:"params"`
	Body   json.RawMessage   `json:"body"`
}

// Take takes a message of the page and answers it by another: {id, status, answer} for a
// call, {id, message} for each change that a listener is told, {id, lost} where there is no
// such table, and {keep, text} for a game that the page keeps under a number, as New takes
// it; without a text it keeps it no longer.
func (h *Host) Take(data []byte) {
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		panic(err) // the page is the program's own
	}
	switch m.Do {
	case "listen":
		h.listen(&m)
	case "leave":
		h.lock.Lock()
		s := h.streams[m.ID]
		delete(h.streams, m.ID)
		h.lock.Unlock()
		if s != nil {
			s.end()
		}
	default:
		status, answer := h.call(&m)
		h.tell(map[string]any{"id": m.ID, "status": status, "answer": json.RawMessage(answer)})
	}
}

func (h *Host) tell(message map[string]any) {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err) // texts, numbers, and what was JSON before
	}
	h.send(data)
}

// own are the calls that the host answers beside those of tables.
var own = map[string]func(h *Host, g *seated, m *message) (any, error){
	"words": func(_ *Host, _ *seated, m *message) (any, error) {
		return locale.OwnWords(m.Lang, locale.InGames, locale.OnPage), nil
	},
	"setup": (*Host).setup,
	"new":   (*Host).begin,
	"close": (*Host).close,
	"name":  (*Host).name,
	"faces": (*Host).faces,
}

func (h *Host) call(m *message) (int, []byte) {
	g, err := h.find(m.Table)
	if err != nil {
		return table.Reply(nil, err)
	}
	v := g.viewer(m)
	f := own[m.Path]
	if f == nil {
		return g.Call(v, m.Path, m.Params, m.Body)
	}
	if err := g.May(v, m.Path); err != nil {
		return table.Reply(nil, err)
	}
	return table.Reply(f(h, g, m))
}

// setup is what the form of a new game asks.
func (h *Host) setup(g *seated, m *message) (any, error) {
	return struct {
		table.Setup
		Mods []string `json:"mods"`
	}{table.SetupOf(h.pack, g.table.Speaker(g.viewer(m).Lang)), []string{}}, nil
}

func (h *Host) begin(_ *seated, m *message) (any, error) {
	var body struct {
		Game NewGame `json:"game"`
	}
	if err := json.Unmarshal(m.Body, &body); err != nil {
		return nil, table.Refuse(400, "the call is not JSON as it should be: %w", err)
	}
	g, err := h.add(body.Game)
	if err != nil {
		return nil, err
	}
	return map[string]int{"branch": g.ID}, nil
}

func (h *Host) close(g *seated, _ *message) (any, error) {
	h.lock.Lock()
	if len(h.open) == 1 {
		h.lock.Unlock()
		return nil, errors.New("the last game stays open")
	}
	h.open = slices.DeleteFunc(h.open, func(other *seated) bool { return other == g })
	h.lock.Unlock()
	g.Close()
	h.tell(map[string]any{"keep": g.ID})
	h.changed()
	return struct{}{}, nil
}

func (h *Host) name(g *seated, m *message) (any, error) {
	var body struct{ Name string }
	if err := json.Unmarshal(m.Body, &body); err != nil || body.Name == "" {
		return nil, errors.New("a game needs a name")
	}
	err := g.Look(func(*play.Session) error {
		h.lock.Lock()
		defer h.lock.Unlock()
		g.Name = body.Name
		g.keep()
		return nil
	})
	h.changed()
	return struct{}{}, err
}

// faces are those of the table with the pictures on them, for which no server can be asked.
func (h *Host) faces(g *seated, m *message) (any, error) {
	status, answer := g.Call(g.viewer(m), m.Path, m.Params, m.Body)
	out := map[string]json.RawMessage{}
	if err := json.Unmarshal(answer, &out); err != nil || status != 200 {
		return nil, errors.Join(errors.New("there are no faces"), err)
	}
	pictures := map[string]string{}
	for name, p := range g.table.Compiled.Tree.Pictures {
		if !strings.HasPrefix(name, "art/") {
			continue // an icon, whose shape comes with the faces
		}
		pictures[name] = "data:image/" + strings.TrimPrefix(path.Ext(name), ".") + ";base64," +
			base64.StdEncoding.EncodeToString(p.Data)
	}
	var err error
	out["pictures"], err = json.Marshal(pictures)
	return out, err
}

// find is the table with a number, 0 for the last; one that was kept is gone on with when
// it is wanted first.
func (h *Host) find(id int) (*seated, error) {
	h.lock.Lock()
	var g *seated
	for _, one := range h.open {
		if one.ID == id || id == 0 {
			g = one
		}
	}
	h.lock.Unlock()
	if g == nil && id == 0 {
		h.first.Do(func() { _, h.wrong = h.add(h.game.NewGame) })
		if h.wrong != nil {
			return nil, h.wrong
		}
		return h.find(h.last)
	}
	if g == nil {
		return nil, table.Refuse(404, "game %d is not open", id)
	}
	if g.once.Do(func() { g.wrong = g.resume() }); g.wrong == nil || id > 0 {
		return g, g.wrong
	}
	// It stays with the page, for a pack that it fits again.
	h.lock.Lock()
	h.open = slices.DeleteFunc(h.open, func(other *seated) bool { return other == g })
	h.lock.Unlock()
	return h.find(0)
}

// add begins a game.
func (h *Host) add(with NewGame) (*seated, error) {
	if with.Seed == (rng.Seed{}) {
		// The whole game is in the page: a seed that nobody can guess would keep nothing.
		with.Seed = rng.Seed{Low: rand.Uint64(), Drawn: rng.Drawn{High: rand.Uint64() | 1, Bots: rand.Uint64()}}
	}
	g := &seated{host: h, Kept: Kept{Seats: with.Seats}}
	g.once.Do(func() { g.wrong = g.start(with, play.New) })
	if g.wrong != nil {
		return nil, g.wrong
	}
	h.lock.Lock()
	if len(h.open) >= most {
		h.lock.Unlock()
		return nil, fmt.Errorf("%d games are open, which is the most; close one first", most)
	}
	h.last++
	g.ID, g.Name = h.last, fmt.Sprint(h.last)
	h.open = append(h.open, g)
	g.keep()
	h.lock.Unlock()
	h.changed()
	return g, nil
}

// Kept is a game as the page keeps it.
type Kept struct {
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Seats   []string `json:"seats"`
	Packs   []string `json:"packs"`
	Answers int      `json:"answers"`
	Over    bool     `json:"over"`
	People  []int    `json:"people"`
	Asked   []int    `json:"asked"`
	Notice  string   `json:"notice,omitempty"`
	Journal string   `json:"journal,omitempty"`
}

// seated is a game of the page. The host's lock guards what is kept of it.
type seated struct {
	host *Host
	once sync.Once
	// wrong is why it cannot be played.
	wrong error
	*table.Table
	table   *interp.Table
	failure string
	Kept
}

// start makes the table.
func (g *seated) start(with NewGame, session func(play.Start, play.Settings) (*play.Session, error)) error {
	p, err := g.host.pack, error(nil)
	other := func(option string) bool { return with.Options[option] != g.host.game.Options[option] }
	if slices.ContainsFunc(p.Shaping(), other) {
		if p, err = g.host.load(with.Options); err != nil {
			return err
		}
	}
	if g.table, err = p.Table(interp.Settings{Seats: len(with.Seats), Seed: with.Seed.Low, Drawn: with.Seed.Drawn,
		GameOptions: with.Options}); err != nil {
		return err
	}
	settings := table.Settings{Offers: g.offers, Rested: g.rested, Published: g.host.changed}
	if settings.Players, err = play.NewPlayers(with.Seats); err != nil {
		return err
	}
	g.Table, err = table.New(context.Background(), settings, func(s play.Settings) (*play.Session, error) {
		return session(play.From(g.table), s)
	})
	if err == nil {
		g.Play()
	}
	return err
}

// resume goes on with a kept game, as far as it fits the pack.
func (g *seated) resume() error {
	j, err := replay.Decode([]byte(g.Journal))
	if s := replay.Salvage([]byte(g.Journal)); err != nil && s != nil {
		j, err = s.Journal, nil
	}
	if err != nil {
		return err
	}
	with := NewGame{Seats: j.Header.Seats, Seed: j.Header.Seed, Options: map[string]string{}}
	for _, o := range j.Header.GameOptions {
		with.Options[o.Name] = strings.Join(o.Values, ",")
	}
	return g.start(with, func(start play.Start, s play.Settings) (*play.Session, error) {
		session, err := play.Resume(context.Background(), start, j.Answers(), s)
		var differs *replay.Difference
		if errors.As(err, &differs) {
			g.Notice, err = differs.Error(), nil
		}
		return session, err
	})
}

// offers are what may be called: from the seats of people, and without one. Bots' seats are
// looked at by nobody.
func (g *seated) offers(seat engine.Seat) []string {
	calls := []string{"faces", "graph", "past", "words", "setup", "new", "close", "name"}
	switch {
	case seat == 0:
		return calls
	case int(seat) <= len(g.Seats) && g.Seats[seat-1] == play.Human:
		return append(calls, "answer", "undo", "would", "whynot", "consent", "knows")
	}
	return nil
}

// viewer is who looks by a message: without a seat the person who is asked, or the first;
// where none plays, a spectator.
func (g *seated) viewer(m *message) table.Viewer {
	v := table.Viewer{Lang: m.Lang}
	if !g.table.Speaks(v.Lang) {
		v.Lang = "en"
	}
	g.host.lock.Lock()
	defer g.host.lock.Unlock()
	if m.Seat != nil {
		v.Seat = *m.Seat
	} else if seats := slices.Concat(g.Asked, g.People); len(seats) > 0 {
		v.Seat = engine.Seat(seats[0])
	}
	return v
}

// rested notes how the game rests, and keeps it.
func (g *seated) rested(s *play.Session, failure error) {
	g.host.lock.Lock()
	defer g.host.lock.Unlock()
	p := s.Position()
	cut := g.Notice != "" && p.Decisions() <= g.Answers
	g.Seats, g.Packs, g.Answers, g.Over = s.Kinds(), []string{}, p.Decisions(), p.Over()
	g.People, g.Asked, g.failure = []int{}, []int{}, ""
	if failure != nil {
		g.failure = failure.Error()
	}
	for _, seat := range s.People() {
		g.People = append(g.People, int(seat))
		if d := p.Open(); d != nil && d.Waits(seat) {
			g.Asked = append(g.Asked, int(seat))
		}
	}
	if len(g.People) == 0 || cut {
		return // each visit looks at another one; what is kept stays whole until somebody answers
	}
	if record, err := s.Record(); err == nil {
		j := record.Journal()
		j.Header.Game = g.host.game.Name
		if !g.Over {
			j.Entries = slices.DeleteFunc(j.Entries, func(e replay.Entry) bool { return e.End != nil })
		}
		g.Notice, g.Journal = "", string(j.Encode())
		g.keep()
	}
}

// keep hands the game to the page, once it rests under its number.
func (g *seated) keep() {
	if g.Journal == "" || g.ID == 0 {
		return
	}
	text, err := json.Marshal(g.Kept)
	if err != nil {
		panic(err) // texts and numbers
	}
	g.host.tell(map[string]any{"keep": g.ID, "text": string(text)})
}
