package host

import (
	"bytes"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/table"
)

// newTable is what a table is made of.
type newTable struct {
	Game    string            `json:"game"`
	Seats   []string          `json:"seats"` // kinds of players; nil for people at the usual number
	Options map[string]string `json:"options"`
	Seed    rng.Seed          `json:"seed"`
}

// game is a table in memory.
type game struct {
	*table.Table
	id   string
	laid *interp.Table
	// broken is why what happened is not on the disk: nothing is told or acknowledged then,
	// and the table is loaded anew.
	broken atomic.Pointer[error]
	// epoch begins the ids of frames: frames sent before the table was loaded are sent
	// anew.
	epoch string
	// facts is the number of the last append to the facts when the table was loaded.
	facts uint64

	lock    sync.Mutex
	streams map[engine.Seat]int
	packed  map[table.Viewer]packed
	rates   map[engine.Seat]*bucket
	chat    []chatLine
	next    chan struct{} // closed when the company changes

	// What follows is guarded by the table's lock.

	// journal writes to pending the lines that are not yet appended after last.
	journal *replay.Writer
	pending bytes.Buffer
	last    uint64
	append  func(after uint64, lines []byte) (last uint64, err error)
	lost    func()
	over    bool
	taking  map[engine.Seat]note
	asked   map[engine.Seat]asked
}

// note is what an answer is kept with: how it came, to know it again, and after how many
// milliseconds.
type note struct {
	Number int          `json:"-"`
	Again  int          `json:"-"`
	Reply  engine.Reply `json:"reply"`
	Nonce  string       `json:"nonce"`
	After  int64        `json:"after"`
}

// asked is since when a seat is asked a question.
type asked struct {
	number, again int
	since         time.Time
}

// entry is a table that is in memory, comes into it or leaves it: ready is closed when that is
// done.
type entry struct {
	ready  chan struct{}
	leaves bool
	game   *game
	err    error
	uses   int
	last   time.Time
}

// moved reports whether another server has had a table in memory since it was loaded here, by
// its facts.
func (h *Host) moved(g *game, f *facts) bool {
	return f.last > g.facts && f.Node != "" && f.Node != h.node
}

// take brings a table into memory, until give.
func (h *Host) take(id string, f *facts) (*game, error) {
	h.lock.Lock()
	e := h.open[id]
	for e != nil && (e.leaves || e.game != nil && (e.game.broken.Load() != nil || h.moved(e.game, f))) {
		// What the store has counts.
		if !e.leaves {
			e = h.drop(e)
		}
		h.lock.Unlock()
		<-e.ready
		h.lock.Lock()
		e = h.open[id]
	}
	loads := e == nil
	if loads {
		e = &entry{ready: make(chan struct{})}
		h.open[id] = e
	}
	e.uses++
	h.lock.Unlock()
	if loads {
		game, err := h.load(id)
		h.lock.Lock()
		e.game, e.err = game, err
		if err != nil {
			delete(h.open, id)
		}
		h.lock.Unlock()
		close(e.ready)
	}
	<-e.ready
	return e.game, e.err
}

// drop takes a table out of memory without holding the host's lock, which the caller has: a
// bot may be thinking. It returns the placeholder that stands for the table until then.
func (h *Host) drop(e *entry) *entry {
	away := &entry{ready: make(chan struct{}), leaves: true}
	h.open[e.game.id] = away
	go func() {
		e.game.leave()
		h.lock.Lock()
		delete(h.open, e.game.id)
		h.lock.Unlock()
		close(away.ready)
	}()
	return away
}

// give ends the use of a table.
func (h *Host) give(g *game) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if e := h.open[g.id]; e != nil && e.game == g {
		e.uses--
		e.last = time.Now()
	}
}

// sweep evicts tables without viewers, until the server ends.
func (h *Host) sweep() {
	tick := time.NewTicker(idle / 6)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case now := <-tick.C:
			h.evict(now.Add(-idle))
		}
	}
}

// evict takes tables out of memory that had no viewers since a time.
func (h *Host) evict(since time.Time) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, e := range h.open {
		if e.game != nil && e.uses == 0 && e.last.Before(since) {
			h.drop(e)
		}
	}
	if len(h.laid) > mostLaid {
		clear(h.laid)
	}
	for who, b := range h.asking {
		if b.idle() {
			delete(h.asking, who)
		}
	}
}

// mostLaid is how many forms of games are kept to be shared.
const mostLaid = 64

var goodID = regexp.MustCompile(`^[a-z2-7]{16}$`)

// unreachable says that the store does not answer; the caller may try again.
func unreachable(err error) error {
	return table.Refuse(http.StatusServiceUnavailable, "the tables cannot be reached now (%w); try again", err)
}

// facts are the facts of a table; if there is none the error is 404.
func (h *Host) facts(id string) (*facts, error) {
	missing := table.Refuse(404, "there is no such table; is the link whole?")
	if !goodID.MatchString(id) {
		return nil, missing
	}
	lines, last, err := h.Store.Load(h.ctx, id+endFacts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing
	} else if err != nil {
		return nil, unreachable(err)
	}
	out, err := factsOf(lines)
	if err != nil {
		return nil, table.Refuse(http.StatusInternalServerError, "%w", unread(id, err))
	}
	out.last = last
	return out, nil
}

// table is a game laid out, which tables of one form share.
func (h *Host) table(name string, seats int, options map[string]string) (*interp.Table, error) {
	p := h.packs[name]
	if p == nil {
		return nil, table.Refuse(404, "there is no game %q here; %s", name, diag.There(name, h.names))
	}
	form := fmt.Sprint(name, " ", seats)
	for _, o := range slices.Sorted(maps.Keys(options)) {
		form += fmt.Sprintf(" %s=%s", o, options[o])
	}
	h.lock.Lock()
	t := h.laid[form]
	h.lock.Unlock()
	if t != nil {
		return t, nil
	}
	if slices.ContainsFunc(p.Shaping(), func(o string) bool { return options[o] != "" }) {
		var err error
		if p, err = interp.Load(name, interp.With{GameOptions: options}); err != nil {
			return nil, err
		}
	}
	t, err := p.Table(interp.Settings{Seats: seats, GameOptions: options})
	if err == nil {
		h.lock.Lock()
		h.laid[form] = t
		h.lock.Unlock()
	}
	return t, err
}

// make makes a table, and returns its id.
func (h *Host) make(n newTable) (string, error) {
	if n.Seed == (rng.Seed{}) {
		n.Seed = command.DrawSeed()
	}
	if p := h.packs[n.Game]; p != nil && n.Seats == nil {
		n.Seats = slices.Repeat([]string{play.Human}, p.UsualSeats())
	}
	games, err := h.Store.List(h.ctx, savedir.End)
	if err != nil {
		return "", unreachable(err)
	} else if len(games) >= mostTables {
		return "", table.Refuse(403, "%d tables lie here, which is the most; remove some from %s", len(games), h.Folder)
	}
	t, err := h.table(n.Game, len(n.Seats), n.Options)
	if err != nil {
		return "", err
	}
	f := &facts{Game: n.Game, Options: scenario.Settled(t, n.Seed.Low), Made: time.Now()}
	maps.DeleteFunc(f.Options, func(o, _ string) bool { return !slices.Contains(t.Shaping(), o) })
	for _, kind := range n.Seats {
		if err := checkKind(kind); err != nil {
			return "", err
		}
		f.Seats = append(f.Seats, seatFacts{Kind: kind})
	}
	players, err := play.NewPlayers(n.Seats)
	if err != nil {
		return "", err
	}
	session, err := play.New(func() (*interp.Table, *engine.Game, error) {
		m, err := t.Machine()
		if err != nil {
			return nil, nil, err
		}
		setup := t.Setup(m, n.Seed.Low)
		setup.Drawn = n.Seed.Drawn
		return t, engine.New(setup), nil
	}, play.Settings{Players: players})
	if err != nil {
		return "", err
	}
	header := session.Header(pack.Absolute(n.Game), nil)
	var bits [10]byte
	_, _ = rand.Read(bits[:]) // it never fails
	id := strings.ToLower(base32.StdEncoding.EncodeToString(bits[:]))
	if _, err = h.Store.Append(h.ctx, id+endFacts, 0, replay.Seal(f, 1)); err == nil {
		_, err = h.Store.Append(h.ctx, id+savedir.End, 0, (&replay.Journal{Header: header}).Encode())
	}
	return id, err
}

// checkKind refuses what cannot sit at a table.
func checkKind(kind string) error {
	if kind == play.Human {
		return nil
	}
	if err := play.CheckBot(kind, true); err != nil {
		return table.Refuse(422, "%w", err)
	}
	return nil
}

// load plays a table up to where it stands.
func (h *Host) load(id string) (*game, error) {
	f, err := h.facts(id)
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, s := range f.Seats {
		kinds = append(kinds, s.Kind)
	}
	players, err := play.NewPlayers(kinds)
	if err != nil {
		return nil, err
	}
	if h.Nodes != nil && f.Node != h.node {
		// Another one that has the table in memory is told so by its facts.
		if f, err = h.amend(id, amendment{Node: h.node}); err != nil {
			return nil, err
		}
	}
	g := &game{id: id, facts: f.last, epoch: fmt.Sprintf("%x", time.Now().UnixNano()), streams: map[engine.Seat]int{},
		packed: map[table.Viewer]packed{}, rates: map[engine.Seat]*bucket{}, taking: map[engine.Seat]note{},
		asked: map[engine.Seat]asked{}, next: make(chan struct{})}
	if g.laid, err = h.table(f.Game, len(kinds), f.Options); err != nil {
		return nil, err
	}
	lines, last, err := h.Store.Load(h.ctx, id+savedir.End)
	if err != nil {
		return nil, unreachable(err)
	}
	j, err := replay.Decode(lines)
	if err != nil {
		return nil, savedir.Wrong(filepath.Join(h.Folder, id+savedir.End), lines, err)
	}
	g.last, g.journal, g.over = last, j.Continue(&g.pending), j.End() != nil
	g.append = func(after uint64, lines []byte) (uint64, error) {
		return h.Store.Append(h.ctx, id+savedir.End, after, lines)
	}
	g.lost = func() { h.lost(g) }
	with := table.Settings{Settings: play.Settings{Players: players, Keep: g.keep, Wait: command.Wait},
		Taking: g.take, Last: lastOf(j),
		Rested: func(s *play.Session, failure error) {
			if g.rested(s); failure != nil {
				fmt.Fprintf(h.Err, "table %s: %s\n", id, failure)
			}
		}}
	g.Table, err = table.New(h.ctx, with, func(s play.Settings) (*play.Session, error) {
		return play.Resume(h.ctx, play.Recorded(g.laid, &j.Header), j.Answers(), s)
	})
	var differs *replay.Difference
	if errors.As(err, &differs) {
		err = table.Refuse(409, "the game was changed since this table was played last: %w", differs)
	}
	if err != nil {
		return nil, err
	}
	g.Play()
	return g, nil
}

// lastOf are the answers that each seat gave last, as they came.
func lastOf(j *replay.Journal) map[engine.Seat]table.Answer {
	out := map[engine.Seat]table.Answer{}
	for _, e := range j.Entries {
		if n := (note{}); e.Answer != nil && json.Unmarshal([]byte(e.Answer.Note), &n) == nil {
			out[e.Answer.Seat] = table.Answer{Number: e.Answer.Number, Again: e.Answer.Again, Reply: n.Reply,
				Nonce: n.Nonce}
		}
	}
	return out
}

// take notes an answer that is about to be taken.
func (g *game) take(seat engine.Seat, a table.Answer) {
	n := note{Number: a.Number, Again: a.Again, Reply: a.Reply, Nonce: a.Nonce}
	if at := g.asked[seat]; at.number == a.Number && at.again == a.Again {
		n.After = time.Since(at.since).Milliseconds()
	}
	g.taking[seat] = n
}

// keep adds what happened to the journal; the answer of a person is stored when it
// returns.
func (g *game) keep(e replay.Entry) error {
	if e.End != nil && g.over {
		return nil // it was over when it was loaded
	}
	g.over = e.End != nil
	noted := false
	if a := e.Answer; a != nil {
		n, there := g.taking[a.Seat]
		if noted = there && n.Number == a.Number && n.Again == a.Again; noted {
			text, err := json.Marshal(n)
			if err != nil {
				return err
			}
			a.Note = string(text)
			delete(g.taking, a.Seat)
		}
	}
	err := g.journal.Keep(e)
	if err == nil && noted {
		g.sync()
	}
	return err
}

// sync brings what happened to the store, or breaks the table.
func (g *game) sync() {
	if g.pending.Len() == 0 || g.broken.Load() != nil {
		return
	}
	last, err := g.append(g.last, g.pending.Bytes())
	if err != nil {
		g.broken.CompareAndSwap(nil, &err)
		go g.lost()
		return
	}
	g.last = last
	g.pending.Reset()
}

// rested is called when the game has come to rest, before anybody is told.
func (g *game) rested(s *play.Session) {
	g.sync()
	d := s.Position().Open()
	for _, seat := range s.People() {
		if at := g.asked[seat]; d != nil && d.Waits(seat) && (at.number != d.Number || at.again != d.Again) {
			g.asked[seat] = asked{d.Number, d.Again, time.Now()}
		}
	}
}

// leave ends the game in memory. Anything not stored was never acknowledged.
func (g *game) leave() { g.Close() }
