// Package table is one game that people share, whoever carries it to them: the studio, a
// server in a house, a page without any. A host makes a Table of a game's start, passes on
// what viewers call, and hands them frames:
//
//	t, err := table.New(ctx, settings, func(s play.Settings) (*play.Session, error) { return play.New(start, s) })
//	t.Play()
//	frames, leave, err := t.Listen(viewer, "")    // how the game stands, now and whenever it changes
//	status, body := t.Call(viewer, "answer", []byte(`{"number": 3, "reply": [0]}`))
//
// # When something is pushed
//
// That a game waits may tell what nobody has shown: with another hand nothing would have
// been asked. So a seat is told who is asked at its own questions, and at those of others
// that package engine calls shown (Decision.ShownTo). At the rest it gets a frame of what
// would have happened with every hand (view.Told): the answer, and what followed until the
// rules looked at anything hidden; the frame says nothing of a question, but names the triggers
// that were announced before and have not happened yet, which others may answer. Where they are the
// same as before, no frame comes. Ids of frames count what the viewer saw, and nothing else.
// At an Open table, where a viewer may look from every seat, every change is told.
//
// # Locks
//
// A table has one lock, which guards its game and what is told of it. Bots that look
// ahead think beside the game, in a fork of it and without the lock: the table is read,
// undone and left meanwhile, and so it is in pauses. An answer is taken under the lock, which
// is held while the game plays to its next rest and is told, so that no viewer sees a game
// half way.
//
// # Pauses
//
// Where people play, the time until something happens would tell whether somebody was asked.
// So at a question that others are not told of, a pause begins (play.Settings.Wait), whether
// its seat has a choice or not; the game goes on once it is over and the answer is there. An
// answer that comes before is taken and kept at once.
//
// # Memory
//
// While somebody listens for a viewer, the table keeps its place of the log, how deep the
// lines stand, and the changes since its last answer: no events and no lines. For other
// viewers it keeps nothing once the game goes on. The pack stays the one that the game
// began with, even when its files change, until the host changes it (Change).
//
// The package does no input or output: it knows neither net/http nor os nor syscall, so
// that it runs in a browser. It may import the engine, interp and interp's parts.
package table

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Settings are the settings of the session and the wishes of the host.
type Settings struct {
	play.Settings
	// Open is set where a viewer may look from every seat: nothing is kept from anybody,
	// and a viewer at one seat may answer for another.
	Open bool
	// Offers lists the calls that the host offers a viewer at a seat, 0 for a spectator,
	// view.Referee for the referee. Nil means that no viewer may look from there.
	Offers func(seat engine.Seat) []string
	// Taking, if not nil, is called before an answer is taken, and kept. Last are answers that
	// were taken before, by seat, where the session goes on with a game: they are known when
	// they are sent again.
	Taking func(seat engine.Seat, a Answer)
	Last   map[engine.Seat]Answer
	// Rested, if not nil, is called whenever the game has come to rest, before anybody is
	// sent anything, with the error of a script that stops it; Published after that,
	// without the lock.
	Rested    func(s *play.Session, failure error)
	Published func()
}

// Viewer is a point of view, and a language.
type Viewer struct {
	Seat engine.Seat
	Lang string
}

// Answer is a reply to the question that Number and Again name, as they name a decision.
// Nonce tells one that is sent again from another one.
type Answer struct {
	Number int          `json:"number"`
	Again  int          `json:"again"`
	Reply  engine.Reply `json:"reply"`
	Nonce  string       `json:"nonce"`
}

// mostNonce bounds the length of a kept nonce.
const mostNonce = 64

// Consent is what a seat asks of others: to take back its answer to a decision.
type Consent struct {
	Seat     engine.Seat `json:"seat"`
	Decision int         `json:"decision"`
	missing  []engine.Seat
}

// Refused says that a call is refused, by HTTP status: 400 for a malformed call, 403 for
// one that the host does not offer, 404 for a missing thing, 409 for a late answer, 422 for
// one that the game does not allow.
type Refused struct {
	Status int
	Err    error
	// Late is set for an answer that comes late; Open is what its seat is asked now.
	Late bool
	Open *scene.Ask
}

// Error says why.
func (e *Refused) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *Refused) Unwrap() error { return e.Err }

// Refuse makes an error with a status.
func Refuse(status int, format string, args ...any) error {
	return &Refused{Status: status, Err: fmt.Errorf(format, args...)}
}

// Table is one game that people share; it is safe for concurrent use.
type Table struct {
	Settings
	ctx context.Context
	end context.CancelFunc

	lock    sync.Mutex
	session *play.Session
	// failure is why the game cannot go on, from a script; nil while it can.
	failure error
	// shown is, by seat, the place of the log up to which the game may be shown, and pasts
	// counts how often the shown past was replaced.
	shown map[engine.Seat]int
	pasts map[engine.Seat]int
	feeds map[Viewer]*feed
	// public reads what everybody sees; nil where it has to begin again.
	public *view.Reader
	// composers make the scenes of each language, with what the game is played with.
	composers map[string]*scene.Composer
	speaking  *interp.Table
	// last are the answers that were taken last, by seat.
	last    map[engine.Seat]Answer
	consent *Consent
	// aloud is set where everybody is told the next frame: of a consent.
	aloud bool
	// thinking ends the thoughts of a bot beside the game; nil while none thinks.
	thinking context.CancelFunc
	// pausing ends with a pause, by unpause; nil while there is none.
	pausing context.Context
	unpause context.CancelFunc
	// replayed is what became of the game when it was last given another start, and
	// differences where it differs since for those who were told.
	replayed    *play.Replayed
	differences map[Viewer]*Difference
}

// New makes a table of the session that a function makes: a new one, a resumed one, a
// fork. The game begins with Play.
func New(ctx context.Context, s Settings,
	session func(play.Settings) (*play.Session, error)) (t *Table, err error) {
	t = &Table{Settings: s, shown: map[engine.Seat]int{view.Referee: 0}, pasts: map[engine.Seat]int{},
		feeds: map[Viewer]*feed{}, last: map[engine.Seat]Answer{}}
	maps.Copy(t.last, s.Last)
	if t.Offers == nil {
		t.Offers = offers
	}
	t.seat()
	t.session, err = session(t.Settings.Settings)
	if err != nil {
		return nil, err
	}
	t.ctx, t.end = context.WithCancel(ctx)
	for seat := range engine.Seat(len(t.session.Seats()) + 1) {
		t.shown[seat] = 0
	}
	return t, nil
}

// seat lets bots that look ahead think beside the game, and has the game rest for all who take
// time to answer.
func (t *Table) seat() {
	t.Players = slices.Clone(t.Players)
	for i, p := range t.Players {
		seat := engine.Only(engine.Seat(i + 1))
		if p != nil && strings.HasPrefix(p.Kind(), "search") {
			t.Players[i] = beside{p}
			p = nil
		}
		if p == nil && t.Wait != nil && !t.Open {
			t.Rests |= seat
		}
	}
}

// offers are what seats and spectators may call where the host does not say it.
func offers(seat engine.Seat) []string {
	switch seat {
	case view.Referee:
		return nil
	case 0:
		return []string{"past", "graph", "faces"}
	}
	return []string{"answer", "undo", "would", "whynot", "consent", "past", "graph", "knows", "faces"}
}

// Play plays the game to its first rest. Where it goes on, its pauses were before: who answers
// now has been asked before.
func (t *Table) Play() {
	t.lock.Lock()
	for t.session.Position().Decisions() > 0 {
		_, err := t.session.Advance(t.ctx)
		d := t.decision()
		if err != nil || d == nil || !d.Vacant {
			break
		}
		t.session.Pass()
	}
	t.goOn()
}

// Close ends the bots and listeners of the table.
func (t *Table) Close() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.halt()
	t.end()
	for _, told := range t.feeds {
		told.leave()
	}
}

// Look runs a host's function on the game as it rests. It changes nothing.
func (t *Table) Look(f func(s *play.Session) error) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	return f(t.session)
}

// Change runs a host's function that gives the game another start, and returns what came
// of its answers there, once it is taken: then what everybody was told is told anew. Where
// it returns nothing, or an error, the game has stayed as it was.
func (t *Table) Change(f func(s *play.Session) (*play.Replayed, error)) error {
	t.lock.Lock()
	t.halt()
	r, err := f(t.session)
	if err == nil && r != nil {
		t.replayed = r
		t.differences = map[Viewer]*Difference{}
		t.rewritten(0)
	}
	t.goOn()
	return err
}

// rewritten notes that the log was rewritten from a place on.
func (t *Table) rewritten(place int) {
	t.ask(nil)
	t.public = nil
	for seat, shown := range t.shown {
		if shown > place || t.Open {
			t.shown[seat] = min(place, shown)
			t.pasts[seat]++
		}
	}
}

// goOn plays the game to its next rest and tells it. It has the lock, and gives it back.
func (t *Table) goOn() {
	t.failure = nil
	if err := t.advance(); err != nil && t.ctx.Err() == nil {
		t.failure = err
	}
	t.think()
	t.pause()
	t.settle()
}

// answered goes on behind an answer: where a pause began with the question, once that is over.
// It has the lock, and gives it back.
func (t *Table) answered() {
	if t.held() {
		t.settle()
		return
	}
	t.goOn()
}

// decision is the one that is open, nil for none.
func (t *Table) decision() *engine.Decision { return t.session.Position().Open() }

// held reports whether the answer to a question was taken, and the game goes on behind a pause.
func (t *Table) held() bool { return t.pausing != nil && t.decision() == nil }

// pause begins to wait where the open decision may ask nobody, for what some know: as long
// whether it does or not. The table is read and answered meanwhile.
func (t *Table) pause() {
	d := t.decision()
	if t.Rests == 0 || d == nil || t.pausing != nil || d.Again > 0 {
		return
	}
	most := t.session.LongestPause()
	unaware := func(at *play.Seat) bool { return !t.open(at.Number()) }
	if most <= 0 || !slices.ContainsFunc(t.session.Seats(), unaware) {
		return
	}
	ctx, cancel := context.WithCancel(t.ctx)
	t.pausing = ctx
	t.unpause = cancel
	go func() {
		t.Wait(ctx, most)
		t.lock.Lock()
		if ctx.Err() != nil {
			t.lock.Unlock()
			return
		}
		held := t.held()
		t.endPause()
		t.session.Pass()
		if held || d.Vacant {
			t.goOn()
			return
		}
		t.lock.Unlock()
	}()
}

func (t *Table) endPause() {
	if t.pausing != nil {
		t.unpause()
		t.pausing = nil
	}
}

// await waits, with the lock given back, until a viewer who comes in a pause of which it is not
// told is like one who came before: how the game stands, it is told behind the pause. Who was there
// when the pause began may leave and come back: the frame of then is kept, whether an answer comes
// or not.
func (t *Table) await(viewer Viewer) {
	for t.pausing != nil && !t.open(viewer.Seat) && t.feeds[viewer] == nil {
		over := t.pausing.Done()
		t.lock.Unlock()
		<-over
		t.lock.Lock()
	}
}

// advance plays to the next rest. A panic ends the game, not the program with its other tables.
func (t *Table) advance() (err error) {
	defer engine.Guard(&err)
	_, err = t.session.Advance(t.ctx)
	return err
}

// settle tells how the game rests, and gives the lock back.
func (t *Table) settle() {
	if t.Rested != nil {
		t.Rested(t.session, t.failure)
	}
	t.publish()
	t.lock.Unlock()
	if t.Published != nil {
		t.Published()
	}
}

// Answer gives the answer of a viewer's seat. It reports whether the answer is one that was taken
// already, and returns when it is taken: the game goes on behind it. An answer to a
// question that is not open is a *Refused with the open question.
func (t *Table) Answer(v Viewer, a Answer) (again bool, err error) {
	t.lock.Lock()
	again, err = t.take(v, a)
	if again || err != nil {
		t.lock.Unlock()
		return again, err
	}
	go t.answered()
	return false, nil
}

func (t *Table) take(v Viewer, a Answer) (again bool, err error) {
	seat := v.Seat
	if len(a.Nonce) > mostNonce {
		return false, Refuse(400, "a nonce has %d signs at most, not %d", mostNonce, len(a.Nonce))
	}
	if !slices.Contains(t.session.People(), seat) {
		return false, Refuse(400, "nobody here plays seat %d", seat)
	}
	last, answered := t.last[seat]
	d := t.decision()
	open := d != nil && d.Number == a.Number && d.Again == a.Again && d.Asks(seat)
	if answered && last.Number == a.Number && last.Again == a.Again && slices.Equal(last.Reply, a.Reply) &&
		(last.Nonce == a.Nonce && a.Nonce != "" || !open) {
		return true, nil
	}
	if !open {
		return false, t.late(v, a.Number)
	}
	if t.Taking != nil {
		t.Taking(seat, a)
	}
	if err := t.session.Seat(seat).Reply(a.Number, a.Reply); err != nil {
		return false, err
	}
	t.last[seat] = a
	t.ask(nil)
	return false, nil
}

// late refuses an answer to a question that is not open. It does not name questions to
// other seats.
func (t *Table) late(v Viewer, number int) error {
	out := &Refused{Status: 409, Late: true, Err: fmt.Errorf("decision %d is not open any more", number)}
	if d := t.decision(); d != nil && d.Asks(v.Seat) {
		out.Err = fmt.Errorf("decision %d is open, not %d: the page was behind", d.Number, number)
		out.Open = t.standing(v).frame.Scene.Ask
	}
	return out
}

// Undo takes a seat's last answer back, or asks those whom that takes, whom it returns.
func (t *Table) Undo(seat engine.Seat) (asked []engine.Seat, err error) {
	t.lock.Lock()
	way, err := t.session.MayUndo(seat)
	if t.held() && t.last[seat].Number > t.session.Position().Decisions() {
		err = Refuse(409, "the answer that was given last is not in the game yet")
	}
	switch {
	case err != nil:
	case len(way.Ask) == 0:
		return nil, t.back(way.Decision)
	default:
		t.ask(&Consent{seat, way.Decision, way.Ask})
		t.publish()
	}
	t.lock.Unlock()
	return way.Ask, err
}

// Consents gives a seat's consent to what another asks, or refuses it.
func (t *Table) Consents(seat engine.Seat, decision int, yes bool) error {
	t.lock.Lock()
	c := t.consent
	if c == nil || c.Decision != decision || !slices.Contains(c.missing, seat) {
		t.lock.Unlock()
		return Refuse(409, "nobody asks seat %d whether decision %d may be taken back", seat, decision)
	}
	missing := slices.DeleteFunc(slices.Clone(c.missing), func(s engine.Seat) bool { return s == seat })
	switch {
	case !yes:
		t.ask(nil)
	case len(missing) == 0:
		return t.back(decision)
	default:
		t.ask(&Consent{c.Seat, decision, missing})
	}
	t.publish()
	t.lock.Unlock()
	return nil
}

// ask asks for consent, or no more.
func (t *Table) ask(c *Consent) {
	t.aloud = t.aloud || c != nil || t.consent != nil
	t.consent = c
}

// back goes back to a decision. It has the lock, and gives it back.
func (t *Table) back(decision int) error {
	t.halt()
	err := t.session.Back(t.ctx, decision)
	t.rewritten(view.Place(t.session.Position()))
	t.goOn()
	return err
}

// beside is a bot that thinks beside the game: at the table its question stays open.
type beside struct{ play.Player }

// Play leaves the question open.
func (beside) Play(context.Context, *play.Seat) error { return nil }

// halt ends the thoughts of a bot, and a pause.
func (t *Table) halt() {
	if t.thinking != nil {
		t.thinking()
		t.thinking = nil
	}
	t.endPause()
}

// think lets the bot that is asked think beside the game.
func (t *Table) think() {
	d := t.decision()
	if d == nil || t.failure != nil || t.thinking != nil {
		return
	}
	for i, p := range t.Players {
		seat := engine.Seat(i + 1)
		if b, ok := p.(beside); ok && d.Waits(seat) {
			ctx, cancel := context.WithCancel(t.ctx)
			players := make([]play.Player, len(t.Players))
			players[i] = b.Player
			var reply engine.Reply
			fork, err := t.session.Fork(ctx, d.Number, play.Settings{Players: players,
				Answered: func(_ *engine.Position, _ *engine.Decision, by engine.Seat, given engine.Reply) {
					reply = slices.Clone(given)
				}})
			if err != nil {
				cancel()
				t.failure = err
				return
			}
			t.thinking = cancel
			go t.thought(ctx, seat, d.Number, func() (_ engine.Reply, err error) {
				defer engine.Guard(&err)
				_, err = fork.Step(ctx)
				return reply, err
			})
			return
		}
	}
}

// thought gives a bot's answer, unless the game went back in the meantime.
func (t *Table) thought(ctx context.Context, seat engine.Seat, number int, think func() (engine.Reply, error)) {
	reply, err := think()
	t.lock.Lock()
	if ctx.Err() != nil {
		t.lock.Unlock()
		return
	}
	t.thinking()
	t.thinking = nil
	if err == nil {
		err = t.session.Seat(seat).Reply(number, reply)
	}
	if err != nil {
		t.failure = err
		t.settle()
		return
	}
	t.answered()
}
