// Package play is the door for whoever sits at a table: people at a terminal or
// in a browser, bots, programs elsewhere. A Session is one game with its
// players; a Seat is what one player has of it; a Player answers the questions
// that are put to a seat, and never holds a game.
//
// A host starts a session from a table, or from whatever makes a game at its
// beginning, and lets it run:
//
//	s, err := play.New(play.From(table), play.Settings{Players: players})
//	status, err := s.Advance(ctx)   // plays until a question waits for the host, or the game is over
//
// Each seat has a player. One that is nil is somebody that the host speaks for:
// Advance returns with his question open, and the host answers with
// Seat.Answer, by the keys of the options that Seat.Question lists. What a seat
// may read are its Lines (the transcript) and Events since the last time, its
// View, and the past with At; Session.Watch gives the same to a spectator, to
// the referee, or in another language.
//
// Going back and forth:
//
//	seat.Undo(ctx)          // by the policy that the pack declares (undo: in game.yaml)
//	s.Back(ctx, number)     // to any decision
//	s.Fork(ctx, number, ...)// another session that goes on from there, log and all
//	r, err := s.Replay(ctx) // the same answers over a new start: changed files
//	s.Take(r)               // go on in what came of it
//	Resume(ctx, start, answers, settings)
//
// Answers come back in one way, by replay.Follow: by key, up to the first place
// where one does not fit, which is a *replay.Difference; Replayed.Compare shows
// what was told before beside what is told now.
//
// What is shown to people comes from engine/view and interp/transcript alone;
// how it is drawn is the host's. The package does no input or output. It
// imports the engine and its parts, interp, and interp's locale, transcript and
// keyword. A Session is not safe for concurrent use: a host with several
// connections locks it.
package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Human is the kind of a human player.
const Human = "human"

// Player answers the questions that are put to a seat.
type Player interface {
	// Kind is what records and saves call the player: Human, or the kind of bot.
	Kind() string
	// Play is called while the seat is asked something. The player answers with
	// Seat.Answer or goes back with Seat.Undo; when it does neither the question
	// stays open. An error ends Session.Step and is returned by it. When ctx ends it
	// returns soon, with its error; the question is put to it again.
	Play(ctx context.Context, at *Seat) error
}

// Listener is a Player that hears, at its seat, when the game begins, before anybody is
// asked, and when it is over, also where its seat is never asked. A Begin that returns an error is
// called again.
type Listener interface {
	Player
	Begin(ctx context.Context, at *Seat) error
	End(at *Seat)
}

// Start makes a game at its beginning, with its table. It is called for a new
// session, and again for each Restart, Replay and Fork.
type Start func() (*interp.Table, *engine.Game, error)

// From starts games of a table.
func From(t *interp.Table) Start {
	return func() (*interp.Table, *engine.Game, error) {
		g, err := t.NewGame()
		return t, g, err
	}
}

// Settings say who plays, and how.
type Settings struct {
	// Players has one player a seat, from seat 1; nil for those that the host
	// speaks for.
	Players []Player
	// Lang is the language of the seats' lines and questions; "" for English.
	Lang string
	// FreeUndo lets people take back any answer, whatever the pack says.
	FreeUndo bool
	// Keep, if not nil, receives every entry of the game's journal, after it happened and
	// before a person is asked again: answers (to a secret decision one of each seat, again
	// if it changes), undos, the end. If it returns an error the game stops, and Step
	// returns that error until Keep accepts the entry.
	Keep func(replay.Entry) error
	// Chance answers for chance where the game asks it (engine.Setup.AskChance), at a Seat with
	// the number 0 that sees everything. If nil, the host answers with Session.Chance.
	Chance Player
	// Wait, if not nil, waits a random time up to most, or until ctx ends. It is called
	// where several people play and the time alone would reveal who holds what; see
	// Decision.KeptFrom. Most is Pause or, if that is 0, the pack's own (pause: in
	// game.yaml); if it is negative there is no wait.
	Wait  func(ctx context.Context, most time.Duration)
	Pause time.Duration
	// Rests, if not empty, are the seats at whose questions the host waits itself, instead of
	// Wait: where one of them secretly has no choice, the session rests too
	// (Decision.Vacant), and goes on behind Pass.
	Rests engine.SeatSet
	// Answered, if not nil, hears of every reply when it is given, at the position in
	// which it was asked for.
	Answered func(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply)
}

// Session is one game with its players.
type Session struct {
	Settings
	start Start
	table *interp.Table
	game  *engine.Game
	seats []*Seat
	// chance is where chance is answered for.
	chance *Seat
	// seated is the game in which the bots answer, and of which players have heard; bots that
	// look ahead share the scripts that they think with. round counts the games that were begun
	// here.
	seated   *engine.Game
	thinking engine.Scripts
	helping  []engine.Scripts // of those that think by a clock, on all cores
	round    int
	// past counts how often the past was changed, by an undo or another start; watchers of
	// the game compare it.
	past  int
	ended bool
	// unkept is what has happened and is not kept yet.
	unkept []replay.Entry
	// given holds the answers for chance in the middle of a step, failed why there is none.
	given  engine.Reply
	failed error
}

// New starts a session.
func New(start Start, settings Settings) (*Session, error) {
	t, g, err := start()
	if err != nil {
		return nil, err
	}
	if n := len(settings.Players); n != g.Layout().Seats {
		return nil, fmt.Errorf("%s is started with %d seats, but has %d players", t.Name, g.Layout().Seats, n)
	}
	if settings.Lang == "" {
		settings.Lang = "en"
	}
	s := &Session{Settings: settings, start: start, table: t, game: g}
	for i, p := range settings.Players {
		number := engine.Seat(i + 1)
		watcher := Watcher{session: s, viewer: number, lang: settings.Lang}
		s.seats = append(s.seats, &Seat{Watcher: watcher, number: number, player: p})
	}
	s.chance = &Seat{Watcher: Watcher{session: s, viewer: view.Referee, lang: settings.Lang}, player: settings.Chance}
	return s, nil
}

// Table is what the game is played with.
func (s *Session) Table() *interp.Table { return s.table }

// Position is the game as it stands with nothing hidden, for hosts, to be read; Take
// exchanges it. What seats may know of it is for their own Views.
func (s *Session) Position() *engine.Position { return s.game.Position() }

// Seed is the seed of the game. It gives away everything hidden.
func (s *Session) Seed() rng.Seed { return s.game.Seed() }

// Failures are the reports of abilities that failed so far.
func (s *Session) Failures() []*engine.Failure { return s.game.Failures() }

// Seat returns a seat, from 1.
func (s *Session) Seat(number engine.Seat) *Seat { return s.seats[number-1] }

// Seats are all seats in order.
func (s *Session) Seats() []*Seat { return s.seats }

// Kinds are the kinds of the players, in seat order.
func (s *Session) Kinds() []string {
	return lists.Map(s.seats, func(at *Seat) string { return at.Kind() })
}

// People are the seats of people.
func (s *Session) People() []engine.Seat {
	var people []engine.Seat
	for _, at := range s.seats {
		if at.Kind() == Human {
			people = append(people, at.number)
		}
	}
	return people
}

// Advance plays on until a question is open that no player answers, or the game
// is over. The error is that of a script that failed, of a player or of Keep. When ctx
// ends it is its error, and the status Going: of the step that ran then
// nothing stays, neither in the game nor kept, and the game plays on the same way.
func (s *Session) Advance(ctx context.Context) (engine.Status, error) {
	for {
		if status, err := s.Step(ctx); err != nil || status != engine.Going {
			return status, err
		}
	}
}

// Step is Advance up to the next point of interest: the end of a step of the game, a
// question that waits, or its answer.
func (s *Session) Step(ctx context.Context) (engine.Status, error) {
	if err := s.keep(); err != nil {
		return engine.Stopped, err
	}
	if err := s.seat(ctx); err != nil {
		return engine.Going, err
	}
	if d := s.game.Open(); d != nil {
		return s.ask(ctx, d)
	}
	s.failed = nil
	status, err := s.game.AdvanceStep(ctx)
	if err != nil && status == engine.Going {
		s.unkept = nil // what was answered in the step is asked again
		return status, err
	}
	if status == engine.Ended && !s.ended {
		s.end()
	}
	if unkept := s.keep(); err == nil && unkept != nil {
		return engine.Stopped, unkept
	}
	if s.failed != nil && err == nil {
		return status, s.failed
	}
	if status == engine.Waiting {
		status = engine.Going
	}
	return status, err
}

// end tells those who want to know of it that the game is over.
func (s *Session) end() {
	s.ended = true
	if p := s.game.Position(); s.Keep != nil {
		s.unkept = append(s.unkept, replay.Entry{End: &replay.End{Decisions: p.Decisions(), Hash: p.Hash()}})
	}
	for _, at := range s.all() {
		if player, ok := at.player.(Listener); ok {
			player.End(at)
		}
	}
}

// Again begins another game in the memory of the one before, with other players on the
// seats, for callers that play many. Everything reported of the game before becomes
// invalid. An error is that of a Listener, or of ctx.
func (s *Session) Again(ctx context.Context, seed uint64, options [][]engine.Value, players []Player) error {
	s.game.Reset(seed, options)
	for i, at := range s.seats {
		at.player = players[i]
		s.game.SetDecider(at.number, nil)
	}
	s.past++
	s.round++
	s.ended = false
	s.unkept = nil
	s.seated = nil
	return s.seat(ctx)
}

// seat makes the engine's own bots answer in the game, once it is played on, and tells the
// players of it who listen.
func (s *Session) seat(ctx context.Context) error {
	if s.seated == s.game {
		return nil
	}
	most := s.LongestPause()
	switch {
	case most <= 0:
	case s.Rests != 0:
		s.game.SetRests(s.Rests)
	case s.Wait != nil:
		s.game.SetWindowed(func(ctx context.Context, _ *engine.Decision) { s.Wait(ctx, most) })
	}
	for _, at := range s.all() {
		switch player := at.player.(type) {
		case *built:
			s.game.SetDecider(at.number, player.decider(s))
		case Listener:
			if err := player.Begin(ctx, at); err != nil {
				return err
			}
		}
	}
	if s.chance.player != nil {
		s.game.SetDecider(0, s.outcome)
	}
	s.seated = s.game
	return nil
}

// outcome lets the player who answers for chance do so in the middle of a step, so that the step
// need not be run again for each answer.
func (s *Session) outcome(ctx context.Context, _ *engine.Position, _ *engine.Decision, _ engine.Seat) engine.Reply {
	s.given = nil
	s.failed = s.chance.player.Play(ctx, s.chance)
	return s.given
}

// all are the seats, and where chance is answered for.
func (s *Session) all() []*Seat { return append(slices.Clip(s.seats), s.chance) }

// LongestPause is the longest time that is waited where time would tell; not above 0 where
// nothing is, as with fewer than two people.
func (s *Session) LongestPause() time.Duration {
	if len(s.People()) < 2 {
		return 0
	}
	if n := s.table.Compiled.Tree.Pause; s.Pause == 0 && n != nil {
		return time.Duration(n.Number) * time.Second
	}
	return s.Pause
}

// Pass goes on behind a vacant decision.
func (s *Session) Pass() { s.game.Pass() }

// ask puts the open decision to the players that it waits for, in seat order.
func (s *Session) ask(ctx context.Context, d *engine.Decision) (engine.Status, error) {
	past := s.past
	for _, at := range s.all() {
		if s.game.Open() != d || s.past != past {
			break
		}
		if at.player == nil || !d.Waits(at.number) {
			continue
		}
		if err := at.player.Play(ctx, at); err != nil {
			return engine.Waiting, err
		}
	}
	if s.game.Open() == d && s.past == past {
		return engine.Waiting, nil
	}
	return engine.Going, nil
}

// Chance answers the open decision of that number for chance, by the key of an option. An
// error says why not, and leaves the decision open.
func (s *Session) Chance(number int, key string) error {
	return s.chance.Answer(number, key)
}

// Drawn answers for chance by a seed.
type Drawn uint64

// Kind says that the seed answers.
func (d Drawn) Kind() string { return "seed" }

// Play picks an option.
func (d Drawn) Play(_ context.Context, at *Seat) error {
	open := at.session.game.Position().Open()
	return at.Reply(open.Number, engine.Reply{open.Outcome(uint64(d))})
}

// heard tells of a reply, and notes it to be kept.
func (s *Session) heard(d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	if s.Answered != nil && d.Chance == nil {
		s.Answered(s.game.Position(), d, seat, reply)
	}
	if s.Keep != nil {
		answer := replay.AnswerOf(s.game, d, seat, reply)
		s.unkept = append(s.unkept, replay.Entry{Answer: &answer})
	}
}

// keep keeps what has happened so far.
func (s *Session) keep() error {
	for len(s.unkept) > 0 {
		if s.Keep != nil {
			if err := s.Keep(s.unkept[0]); err != nil {
				return err
			}
		}
		s.unkept = s.unkept[1:]
	}
	s.unkept = nil
	return nil
}

// Answers are all answers so far, by keys: what Resume needs.
func (s *Session) Answers() []replay.Answer { return replay.AnswersOf(s.game) }

// Record is the game so far as a record.
func (s *Session) Record() (*replay.Record, error) { return replay.NewRecord(s.game, s.Kinds()) }
