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
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
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

// game is what the server has of a table in memory.
type game struct {
	*house.Game
	id   string
	laid *interp.Table
	// epoch begins the ids of frames: frames sent before the table was loaded are sent
	// anew.
	epoch string
	// facts is the number of the last append to the facts when the table was loaded.
	facts uint64
	// changes tells that the people at the table have changed.
	changes house.Changes

	lock  sync.Mutex
	pages map[engine.Seat][]*page
	chat  []chatLine
	// company counts the changes of the people at the table; around has the last texts about them.
	company atomic.Int64
	around  map[table.Viewer]around

	// packing is held while a message is made for all who look from one place.
	packing sync.Mutex
	packed  map[table.Viewer]packed

	// What follows is guarded by the table's lock.

	pace   pace
	taking map[engine.Seat]note
	asked  map[engine.Seat]asked
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

// moved reports whether another server has had a table in memory since it was loaded here, by
// its facts.
func (h *Host) moved(g *game, f *facts) bool {
	return f.last > g.facts && f.Node != "" && f.Node != h.node
}

// take brings a table into memory, until its use is given back.
func (h *Host) take(id string, f *facts) (*game, error) {
	stale := func(g *house.Game) bool { return h.moved(g.Own.(*game), f) }
	g, err := h.house.Take(id, stale, func() (*house.Game, error) { return h.load(id) })
	if err != nil {
		return nil, err
	}
	return g.Own.(*game), nil
}

// sweep evicts tables without viewers, until the server ends.
func (h *Host) sweep() {
	for tick := time.Tick(idle / 6); ; {
		select {
		case <-h.ctx.Done():
			return
		case now := <-tick:
			h.witnesses()
			h.evict(now.Add(-idle))
		}
	}
}

// evict takes tables out of memory that had no viewers since a time.
func (h *Host) evict(since time.Time) {
	h.house.Evict(since)
	h.lock.Lock()
	defer h.lock.Unlock()
	if len(h.laid) > mostLaid {
		clear(h.laid)
	}
	if len(h.known) > mostKnown {
		clear(h.known)
	}
	h.ledger.sweep()
}

// mostLaid is how many forms of games are kept to be shared, mostKnown how many tables' facts.
const mostLaid, mostKnown = 64, 1000

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
	h.lock.Lock()
	known := h.known[id]
	h.lock.Unlock()
	if known != nil && known.last == last && bytes.Equal(known.lines, lines) {
		return known, nil
	}
	out, err := factsOf(lines)
	if err == nil && known != nil && len(lines) < len(known.lines) {
		err = errCut
	}
	if err != nil {
		return nil, table.Refuse(http.StatusConflict, "%w; ask the host", unread(id, err))
	}
	out.lines = lines
	out.last = last
	h.lock.Lock()
	h.known[id] = out
	h.lock.Unlock()
	return out, nil
}

// table is a game laid out, which tables of one form share.
func (h *Host) table(name string, seats int, options map[string]string) (*interp.Table, error) {
	p := h.packs[name]
	if p == nil {
		return nil, table.Refuse(404, "there is no game %q here; %s", name, diag.There(name, h.names))
	}
	form := fmt.Sprint(name, " ", seats)
	for _, o := range lists.Sorted(options) {
		form += fmt.Sprintf(" %s=%s", o, options[o])
	}
	h.lock.Lock()
	t := h.laid[form]
	h.lock.Unlock()
	if t != nil {
		return t, nil
	}
	if len(p.Shaped(options)) > 0 {
		var err error
		p, err = interp.Load(name, interp.With{GameOptions: options, Sealed: true})
		if err != nil {
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
	session, err := play.New(dealt(t, n.Seed), play.Settings{Players: players})
	if err != nil {
		return "", err
	}
	header := session.Header(pack.Absolute(n.Game), nil)
	var bits [10]byte
	_, _ = rand.Read(bits[:]) // it never fails
	id := strings.ToLower(base32.StdEncoding.EncodeToString(bits[:]))
	_, err = h.Store.Append(h.ctx, id+endFacts, 0, replay.Seal(f, 1))
	if err == nil {
		_, err = house.BeginLog(h.ctx, h.Store, id+savedir.End, &replay.Journal{Header: header})
	}
	return id, err
}

// dealt starts a game of a form that tables share.
func dealt(t *interp.Table, seed rng.Seed) play.Start {
	return func() (*interp.Table, *engine.Game, error) {
		g, err := t.Deal(seed)
		return t, g, err
	}
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
func (h *Host) load(id string) (*house.Game, error) {
	was := h.seen(id)
	f, err := h.facts(id)
	if err != nil {
		return nil, err
	}
	if h.Nodes != nil && f.Node != h.node {
		// Another one that has the table in memory is told so by its facts.
		f, err = h.amend(id, amendment{Node: h.node})
		if err != nil {
			return nil, err
		}
	}
	log, data, err := house.OpenLog(h.ctx, h.Store, id+savedir.End)
	if err != nil {
		return nil, unreachable(err)
	}
	path := filepath.Join(h.Folder, id)
	if err := was.missing(data, f.lines); err != nil {
		return nil, h.damaged(id, fmt.Errorf("%w; put its files back from a copy, or remove %s to go on "+
			"with what is there", err, path+endSeen))
	}
	j, _, err := log.Read(data)
	if err != nil {
		return nil, h.damaged(id, savedir.Wrong(path+savedir.End, data, err))
	}
	g := &game{id: id, facts: f.last, epoch: fmt.Sprintf("%x", time.Now().UnixNano()), pages: map[engine.Seat][]*page{},
		packed: map[table.Viewer]packed{}, around: map[table.Viewer]around{},
		taking: map[engine.Seat]note{}, asked: map[engine.Seat]asked{}}
	o := h.opening(g, log, j, f)
	g.laid, err = h.table(f.Game, len(o.Seats), f.Options)
	if err != nil {
		return nil, err
	}
	o.Table.Pause = h.pause(g.laid.Compiled)
	g.Game, err = h.house.Load(o, play.Recorded(g.laid, &j.Header), j.Answers())
	var differs *replay.Difference
	if errors.As(err, &differs) {
		err = table.Refuse(409, "the game was changed since this table was played last: %w", differs)
	}
	return g.Game, err
}

// opening is how a table is opened: what happens at it is kept, or it is loaded anew.
func (h *Host) opening(g *game, log *house.Log, j *replay.Journal, f *facts) house.Opening {
	o := house.Opening{Own: g, Keeping: &house.Keeping{Log: log, Strict: true, Note: g.note,
		Lost: func(lost *house.Game) { h.house.Drop(func(_ string, other *house.Game) bool { return other == lost }) }}}
	for _, s := range f.Seats {
		o.Seats = append(o.Seats, s.Kind)
	}
	o.Table = table.Settings{Settings: play.Settings{Wait: g.pace.wait}, Taking: g.take, Last: lastOf(j),
		Rested: func(s *play.Session, failure error) {
			g.rested(s)
			if failure != nil {
				fmt.Fprintf(h.Err, "table %s: %s\n", g.id, failure)
			}
		}}
	return o
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
		g.pace.answered(time.Since(at.since))
	}
	g.taking[seat] = n
}

// note notes how the answer of a person came: it is stored before the game goes on.
func (g *game) note(e *replay.Entry) (urgent bool) {
	a := e.Answer
	if a == nil {
		return false
	}
	n, there := g.taking[a.Seat]
	if !there || n.Number != a.Number || n.Again != a.Again {
		return false
	}
	text, err := json.Marshal(n)
	if err != nil {
		panic(err) // texts and numbers
	}
	a.Note = string(text)
	delete(g.taking, a.Seat)
	return true
}

// rested notes since when seats are asked.
func (g *game) rested(s *play.Session) {
	d := s.Position().Open()
	for _, seat := range s.People() {
		if at := g.asked[seat]; d != nil && d.Waits(seat) && (at.number != d.Number || at.again != d.Again) {
			g.asked[seat] = asked{d.Number, d.Again, time.Now()}
		}
	}
}
