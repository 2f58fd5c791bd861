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
	"github.com/ruledeck/ruledeck/interp/house"
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
		from, err = gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
	}
	g := &Game{}
	return g, json.NewDecoder(from).Decode(g)
}

// Host has the games of one page.
type Host struct {
	*house.House
	// send takes a message for the page; it is called from any goroutine.
	send  func(message []byte)
	game  *Game
	memo  source.Memo
	pack  *interp.Pack // as the first game is played
	store *storage
	// first begins a game where none was kept; wrong is why it cannot be played.
	first sync.Once
	wrong error

	lock    sync.Mutex
	streams map[int]*listening
}

// New makes a host of a packed game, with the games that the page has kept, the last played
// at the end. Where it has none, one is begun when the page listens.
func New(packed []byte, kept []string, send func(message []byte)) (*Host, error) {
	h := &Host{House: house.New(context.Background()), send: send, streams: map[int]*listening{}}
	h.store = &storage{tell: h.tell, games: map[int]*house.Game{}}
	h.handle()
	var err error
	h.game, err = decode(packed)
	if err != nil {
		return nil, fmt.Errorf("the game beside the page cannot be read: %w", err)
	}
	h.pack, err = h.load(h.game.Options)
	if err != nil {
		return nil, err
	}
	for _, text := range kept {
		k := &Kept{}
		if json.Unmarshal([]byte(text), k) == nil && k.ID > 0 {
			h.store.has(h.Sleep(k.Shown, h.resume), k.Journal)
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
	ID    int             `json:"id"`
	Do    string          `json:"do"` // listen, leave or call
	Table int             `json:"table"`
	Seat  *engine.Seat    `json:"seat"`
	Lang  string          `json:"lang"`
	Path  string          `json:"path"`
	Body  json.RawMessage `json:"body"`
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

// handle lets the host answer its calls beside those of tables.
func (h *Host) handle() {
	house.Handle(h.House, "words", func(v house.Viewer, _ table.None) (map[string]locale.Text, error) {
		return locale.OwnWords(v.Lang, locale.InGames, locale.OnPage), nil
	})
	house.Handle(h.House, "setup", h.setup)
	house.Handle(h.House, "new", h.begin)
	house.Handle(h.House, "close", h.close)
	house.Handle(h.House, "name", h.name)
	house.Handle(h.House, "faces", faces)
}

func (h *Host) call(m *message) (int, []byte) {
	g, err := h.find(m.Table)
	if err != nil {
		return table.Reply(nil, err)
	}
	return h.Call(house.Viewer{Game: g, Viewer: g.Viewer(m.Seat, m.Lang)}, m.Path, m.Body)
}

// Setup is what the form of a new game asks.
type Setup struct {
	table.Setup
	Mods []string `json:"mods"`
}

func (h *Host) setup(v house.Viewer, _ table.None) (Setup, error) {
	return Setup{table.SetupOf(h.pack, v.Game.Shown().Table.Speaker(v.Lang)), []string{}}, nil
}

// NewCall begins a game.
type NewCall struct {
	Game NewGame `json:"game"`
}

func (h *Host) begin(_ house.Viewer, in NewCall) (house.Opened, error) {
	return house.OpenedAs(h.add(in.Game))
}

func (h *Host) close(v house.Viewer, _ table.None) (table.None, error) {
	err := h.Close(v.Game)
	if err == nil {
		err = h.store.Remove(context.Background(), journal(v.Game.ID))
	}
	return table.None{}, err
}

func (h *Host) name(v house.Viewer, in house.NameCall) (table.None, error) {
	out, err := house.Renames(v, in)
	h.store.listed(v.Game.ID)
	return out, err
}

// Faces are those of the table with the pictures on them, for which no server can be asked.
type Faces struct {
	table.Faces
	Pictures map[string]string `json:"pictures"`
}

func faces(v house.Viewer, _ table.None) (Faces, error) {
	out := Faces{Faces: v.Game.Faces(v.Lang), Pictures: map[string]string{}}
	for name, p := range v.Game.Shown().Table.Compiled.Tree.Pictures {
		if !strings.HasPrefix(name, "art/") {
			continue // an icon, whose shape comes with the faces
		}
		out.Pictures[name] = "data:image/" + strings.TrimPrefix(path.Ext(name), ".") + ";base64," +
			base64.StdEncoding.EncodeToString(p.Data)
	}
	return out, nil
}

// find is the table with a number, 0 for the last; where there is none the first is begun.
func (h *Host) find(id int) (*house.Game, error) {
	g, err := h.Find(id)
	if err == nil || id > 0 {
		return g, err
	}
	h.first.Do(func() { _, h.wrong = h.add(h.game.NewGame) })
	if h.wrong != nil {
		return nil, h.wrong
	}
	return h.Find(0)
}

// add begins a game.
func (h *Host) add(with NewGame) (*house.Game, error) {
	if with.Seed == (rng.Seed{}) {
		// The whole game is in the page: a seed that nobody can guess would keep nothing.
		with.Seed = rng.Seed{Low: rand.Uint64(), Drawn: rng.Drawn{High: rand.Uint64() | 1, Bots: rand.Uint64()}}
	}
	start, err := h.start(with)
	if err != nil {
		return nil, err
	}
	return h.Open(h.opening(with, nil), start)
}

// start starts games as they are begun.
func (h *Host) start(with NewGame) (play.Start, error) {
	p := h.pack
	err := error(nil)
	other := func(option string) bool { return with.Options[option] != h.game.Options[option] }
	if slices.ContainsFunc(p.Shaping(), other) {
		p, err = h.load(with.Options)
		if err != nil {
			return nil, err
		}
	}
	t, err := p.Table(interp.Settings{Seats: len(with.Seats), Seed: with.Seed.Low, Drawn: with.Seed.Drawn,
		GameOptions: with.Options})
	return play.From(t), err
}

// opening is how a game is opened: kept from its first question on, but where nobody plays, so
// that each visit looks at another one.
func (h *Host) opening(with NewGame, log *house.Log) house.Opening {
	return house.Opening{Seats: with.Seats, Table: table.Settings{Offers: offers(with.Seats)},
		Keeping: &house.Keeping{Log: log, AtOnce: true, Begin: h.keep,
			Describe: func(_ *play.Session, header *replay.Header) { header.Game = h.game.Name }}}
}

// keep begins the journal of a game.
func (h *Host) keep(ctx context.Context, g *house.Game, j *replay.Journal) (*house.Log, error) {
	h.store.lists(g)
	return house.BeginLog(ctx, h.store, journal(g.ID), j)
}

// resume goes on with a kept game, as far as it fits the pack.
func (h *Host) resume(g *house.Game) error {
	log, data, err := house.OpenLog(context.Background(), h.store, journal(g.ID))
	if err != nil {
		return err
	}
	j, _, err := log.Read(data)
	if s := replay.Salvage(data); err != nil && s != nil {
		j = s.Journal
		err = log.Replace(context.Background(), j)
	}
	if err != nil {
		return err
	}
	with := NewGame{Seats: j.Header.Seats, Seed: j.Header.Seed, Options: j.Header.Settings()}
	start, err := h.start(with)
	if err != nil {
		return err
	}
	o := h.opening(with, log)
	o.Name = g.Shown().Name
	err = g.Wake(o, start, j.Answers())
	if err == nil {
		h.store.listed(g.ID) // it is the last played now
	}
	return err
}

// offers are what may be called: from the seats of people, and without one. Bots' seats are
// looked at by nobody.
func offers(seats []string) func(seat engine.Seat) []string {
	return func(seat engine.Seat) []string {
		calls := []string{"faces", "graph", "past", "words", "setup", "new", "close", "name"}
		switch {
		case seat == 0:
			return calls
		case int(seat) <= len(seats) && seats[seat-1] == play.Human:
			return append(calls, "answer", "undo", "would", "whynot", "consent", "knows")
		}
		return nil
	}
}
