package house

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Opening says how a game is opened, whatever it begins with.
type Opening struct {
	// Name is what the game is called, its number where it is "".
	Name string
	// Seats are the kinds of the players, in seat order; Packs the overlays, as they are listed.
	Seats, Packs []string
	// Table has what the host wishes of the table. Players, Keep and Published are the house's;
	// where it has no Players they are made of Seats.
	Table table.Settings
	// From is the game that it parts from, at a decision; 0 for one that stands alone.
	From, Decision int
	// Source is what the game is gone on with from, a file say, in notices; "" for nothing.
	Source string
	// Keeping is how it is kept, nil for a game that is not.
	Keeping *Keeping
	// Own is what the host has of the game.
	Own any
}

// Keeping is how a game is kept.
type Keeping struct {
	// Log is the one that the game goes on in; nil until there is one.
	Log *Log
	// Begin makes the log of a game that has none, with its journal so far.
	Begin func(ctx context.Context, g *Game, j *replay.Journal) (*Log, error)
	// Describe says in the header of a journal what the host knows of the game.
	Describe func(s *play.Session, h *replay.Header)
	// AtOnce is set where a game is kept from its first question on, not from a person's first
	// answer.
	AtOnce bool
	// Where names a log to people.
	Where func(l *Log) string
	// Note, if not nil, notes something in an entry before it is kept; urgent reports whether it
	// must be in the store before the game goes on.
	Note func(e *replay.Entry) (urgent bool)
	// Strict is set where a game that cannot be kept is not played on: it is broken then, and
	// Lost is told.
	Strict bool
	Lost   func(g *Game)
}

// KeepIn keeps a game in a log of a store, from its first question on; a journal names the game
// as game, from where it will lie.
func KeepIn(s Store, log, game string) *Keeping {
	return &Keeping{AtOnce: true,
		Describe: func(_ *play.Session, h *replay.Header) { h.Game = game },
		Begin: func(ctx context.Context, _ *Game, j *replay.Journal) (*Log, error) {
			return BeginLog(ctx, s, log, j)
		}}
}

// Shown is a game at rest, as hosts list it. The seed is not in it: pages show what one seat may
// know, and the journal holds it.
type Shown struct {
	ID       int      `json:"id"`
	Name     string   `json:"name"`
	From     int      `json:"from,omitempty"`
	Decision int      `json:"decision,omitempty"`
	Seats    []string `json:"seats"`
	Packs    []string `json:"packs"`
	Answers  int      `json:"answers"`
	Over     bool     `json:"over"`
	// Notice is a message about the game, Unsaved why it is not kept, Saved where it is, Again
	// how many answers wait for files that they fit.
	Notice  string     `json:"notice,omitempty"`
	Unsaved string     `json:"unsaved,omitempty"`
	Saved   string     `json:"saved,omitempty"`
	Again   int        `json:"again,omitempty"`
	People  view.Seats `json:"people"`
	Asked   view.Seats `json:"asked"`
	// Failure is why the game cannot go on, from a script; "" while it can.
	Failure string `json:"-"`
	// Table is what it is played with.
	Table *interp.Table `json:"-"`
}

// Game is a game that is open in a house.
type Game struct {
	// Table is nil while the game sleeps.
	*table.Table
	ID  int
	Own any

	house *House
	key   string // of a game that Take has brought into memory
	ctx   context.Context
	wakes sync.Once
	wake  func(g *Game) error
	wrong error
	shown atomic.Pointer[Shown]
	// broken is why what happened is not in the store, of a game that is kept strictly.
	broken atomic.Pointer[error]

	// What follows is guarded by the table's lock.

	opening  Opening
	answered bool
	// rewrite is set where the log holds another past.
	rewrite bool
	// before are the answers that the game had before some of them became illegal: they stay in
	// the store, and are tried again whenever the files change, until a person gives a new
	// answer; nil otherwise.
	before          []replay.Answer
	notice, unsaved string
}

// Shown is the game as it rested last.
func (g *Game) Shown() *Shown { return g.shown.Load() }

// Broken is why what happened last could not be kept, of a game that is kept strictly; nil while
// it could.
func (g *Game) Broken() error {
	if why := g.broken.Load(); why != nil {
		return *why
	}
	return nil
}

// beginning makes the session of a game.
type beginning func(g *Game, with play.Settings) (*play.Session, error)

// open makes the table of the session that a function makes, and plays it to its first rest.
func (g *Game) open(o *Opening, session beginning) error {
	g.opening = *o
	g.Own = o.Own
	if g.opening.Name == "" {
		g.opening.Name = fmt.Sprint(g.ID)
	}
	with := o.Table
	if with.Players == nil {
		var err error
		with.Players, err = play.NewPlayers(o.Seats)
		if err != nil {
			return err
		}
	}
	with.Keep = g.keep
	with.Published = g.house.Happened
	with.Rested = func(s *play.Session, failure error) {
		g.rested(s, failure)
		if o.Table.Rested != nil {
			o.Table.Rested(s, failure)
		}
	}
	with.Answered = func(_ *engine.Position, _ *engine.Decision, seat engine.Seat, _ engine.Reply) {
		if g.opening.Seats[seat-1] == play.Human { // who answers anew gives up what waits
			g.answered = true
			g.notice = ""
			g.before = nil
		}
	}
	var err error
	g.Table, err = table.New(g.ctx, with, func(with play.Settings) (*play.Session, error) { return session(g, with) })
	if err == nil {
		g.Play()
	}
	return err
}

// resuming makes a session that goes on with answers as far as they fit. Those that do not fit
// wait, where the game is not kept strictly: then the error is a *replay.Difference.
func resuming(o *Opening, start play.Start, answers []replay.Answer) beginning {
	return func(g *Game, with play.Settings) (*play.Session, error) {
		session, err := play.Resume(g.ctx, start, answers, with)
		var differs *replay.Difference
		if !errors.As(err, &differs) || o.Keeping != nil && o.Keeping.Strict {
			return session, err
		}
		g.notice = differs.Error()
		if o.Source != "" {
			g.notice = fmt.Sprintf("%s does not fit the pack as it is now: %s", o.Source, differs)
		}
		g.before = answers
		g.rewrite = true
		return session, nil
	}
}

// keep is the session's Keep.
func (g *Game) keep(e replay.Entry) error {
	k := g.opening.Keeping
	if k == nil || k.Log == nil || g.rewrite {
		return nil
	}
	urgent := k.Note != nil && k.Note(&e)
	err := k.Log.Keep(e)
	if err == nil && urgent && g.Broken() == nil {
		g.unkept(k.Log.Sync(g.ctx))
	}
	return err
}

// unkept notes why the game is not kept. One that is kept strictly is broken.
func (g *Game) unkept(err error) {
	g.unsaved = ""
	if err == nil {
		return
	}
	g.unsaved = err.Error()
	if k := g.opening.Keeping; k.Strict && g.broken.CompareAndSwap(nil, &err) && k.Lost != nil {
		go k.Lost(g)
	}
}

// rested notes how the game rests, and keeps it.
func (g *Game) rested(s *play.Session, failure error) {
	o := &g.opening
	p := s.Position()
	now := Shown{ID: g.ID, Name: o.Name, From: o.From, Decision: o.Decision, Seats: s.Kinds(),
		Packs: append([]string{}, o.Packs...), Answers: p.Decisions(), Over: p.Over(), Notice: g.notice,
		Again: len(g.before), People: append(view.Seats{}, s.People()...), Asked: view.Seats{},
		Table: s.Table()}
	if failure != nil {
		now.Failure = failure.Error()
	}
	for _, seat := range now.People {
		if d := p.Open(); d != nil && d.Waits(seat) {
			now.Asked = append(now.Asked, seat)
		}
	}
	g.shown.Store(&now) // a store may keep it with the game
	g.save(s)
	told := now
	told.Unsaved = g.unsaved
	if k := o.Keeping; k != nil && k.Log != nil && k.Where != nil {
		told.Saved = k.Where(k.Log)
	}
	g.shown.Store(&told)
}

// save brings what happened to the store: from a person's first answer on a game has a log, and
// where its past has become another one the log gets that; not while answers wait for files that
// they fit, which would be lost.
func (g *Game) save(s *play.Session) {
	k := g.opening.Keeping
	switch {
	case k == nil, k.Log == nil && len(s.People()) == 0, g.Broken() != nil:
	case k.Log != nil && (!g.rewrite || g.before != nil):
		g.unkept(k.Log.Sync(g.ctx))
	case k.Log != nil, g.before == nil && (g.answered || k.AtOnce):
		g.unkept(g.rewritten(s))
	}
}

// rewritten makes the log of the game as it stands, or gives it its new past.
func (g *Game) rewritten(s *play.Session) error {
	record, err := s.Record()
	if err != nil {
		return err
	}
	k := g.opening.Keeping
	j := record.Journal()
	k.Describe(s, &j.Header)
	if !s.Position().Over() {
		j.Entries = slices.DeleteFunc(j.Entries, func(e replay.Entry) bool { return e.End != nil })
	}
	if k.Log != nil {
		err = k.Log.Replace(g.ctx, j)
	} else {
		k.Log, err = k.Begin(g.ctx, g, j)
	}
	if err == nil {
		g.rewrite = false
	}
	return err
}

// change changes what is shown of the game.
func (g *Game) change(f func(now *Shown)) {
	_ = g.Look(func(*play.Session) error {
		now := *g.shown.Load()
		f(&now)
		g.shown.Store(&now)
		return nil
	})
	g.house.Happened()
}

// Rename gives the game another name.
func (g *Game) Rename(name string) {
	g.change(func(now *Shown) { g.opening.Name, now.Name = name, name })
}

// Warn shows a message about the game.
func (g *Game) Warn(notice string) {
	g.change(func(now *Shown) { g.notice, now.Notice = notice, notice })
}

// Renewed says what came of a game that was started anew: of Wanted answers Fit did, up to the
// Difference, nil for none. With a Failure, of a script, the game has stayed as it was.
type Renewed struct {
	Wanted, Fit int
	Difference  *replay.Difference
	Failure     error
}

// Renew starts the game anew, from the files as they are now, and gives it its answers, with
// those that wait. The error says why it cannot be played at all: then it has stayed as it was.
func (g *Game) Renew(ctx context.Context) (out Renewed, err error) {
	err = g.Change(func(s *play.Session) (*play.Replayed, error) {
		wanted := g.before
		var r *play.Replayed
		var err error
		if wanted != nil {
			r, err = s.Give(ctx, wanted)
		} else {
			wanted = s.Answers()
			r, err = s.Replay(ctx)
		}
		if err != nil {
			return nil, err
		}
		out = Renewed{Wanted: len(wanted), Difference: r.Difference, Failure: r.Failure}
		if r.Failure != nil {
			return nil, nil
		}
		g.rewrite = true // before the session tells what it goes back to
		s.Take(r)
		out.Fit = len(s.Answers())
		g.before = nil
		if out.Fit < len(wanted) {
			g.before = wanted
		} else {
			g.notice = ""
		}
		return r, nil
	})
	return out, err
}

// Parting is a decision at which a game can part from this one: the one with a number, or, where
// that left no choice, the next one that did, which may be the open one. 0 is the open one; of a
// game that is over the last.
func Parting(s *play.Session, decision int) int {
	answers := s.Answers()
	last := 0
	if len(answers) > 0 {
		last = answers[len(answers)-1].Number
	}
	d := s.Position().Open()
	switch {
	case decision > 0 && decision <= last:
		return decision
	case d != nil:
		return d.Number
	}
	return last
}

// leave ends the game and releases its log. The error says why it could not be kept to the last.
func (g *Game) leave() error {
	if g.Table == nil { // it sleeps
		return nil
	}
	defer g.Close()
	return g.Look(func(s *play.Session) error {
		if g.unsaved != "" {
			g.save(s) // there may be room again
		}
		if k := g.opening.Keeping; k != nil && k.Log != nil {
			_ = k.Log.Close() // what could not be written has been said
			k.Log = nil
		}
		if g.unsaved != "" {
			return fmt.Errorf("the game %s is not saved: %s", g.opening.Name, g.unsaved)
		}
		return nil
	})
}

// Viewer is who looks at the game where a page names no seat: the person who is asked, or the
// first one; a spectator where none plays. A language that the game does not speak is English.
func (g *Game) Viewer(seat *engine.Seat, lang string) table.Viewer {
	now := g.Shown()
	v := table.Viewer{Lang: lang}
	if !now.Table.Speaks(lang) {
		v.Lang = "en"
	}
	if seat != nil {
		v.Seat = *seat
	} else if all := slices.Concat(now.Asked, now.People); len(all) > 0 {
		v.Seat = all[0]
	}
	return v
}
