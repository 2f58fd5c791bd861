package belief

import (
	"context"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Moment is a question that comes up in a sampled world, for the policy that
// answers it; it is good until the policy returns. What costs something is made
// when it is asked for.
type Moment struct {
	// Shape has the counts and bounds, without classes.
	view.Shape
	// Future is the seed of everything random in the world.
	Future uint64

	position *engine.Position
	decision *engine.Decision
	// own is the seat for which worlds are drawn: its view before they begin is the same in
	// all of them. recalls are the seats' views since.
	own     engine.Seat
	recalls [engine.MaxSeats + 1]*view.Recall
	// keys are the keys of the options, once computed.
	keys  []view.Key
	keyed bool
}

// decider makes a policy the decider of all seats.
func (m *Moment) decider(policy *Policy, future *uint64) engine.Decider {
	return func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		if *policy == nil {
			return nil
		}
		m.Future = *future
		m.is(p, d, seat)
		return (*policy)(m)
	}
}

func (m *Moment) is(p *engine.Position, d *engine.Decision, seat engine.Seat) {
	m.Shape = view.ShapeOf(d, seat)
	m.position = p
	m.decision = d
	m.keyed = false
}

// Question is the question as its seat sees it, with the classes of its options.
func (m *Moment) Question() *view.Question { return view.Asked(m.position, m.decision, m.Seat) }

// Classes are the classes of the options; see view.Shape.
func (m *Moment) Classes() []int {
	if !view.MayRepeat(m.position, m.decision.OptionsOf(m.Seat)) {
		return nil
	}
	keys := m.OptionKeys()
	classes := make([]int, len(keys))
	for i, key := range keys {
		classes[i] = slices.Index(keys, key)
	}
	return classes
}

// OptionKeys stand for the options, in their order: those that the seat cannot tell
// apart have one key, which is the same in all worlds that it cannot tell apart. They
// are good as long as the moment.
func (m *Moment) OptionKeys() []view.Key {
	if m.keyed {
		return m.keys
	}
	m.keys = view.OptionKeys(m.keys[:0], m.position, m.decision, m.Seat)
	m.keyed = true
	return m.keys
}

// Key is all that the seat asked can tell apart, with the question: its view where the
// world begins, and everything it has seen since. So keys compare moments of one sampler at
// one decision, and of worlds from the beginning.
func (m *Moment) Key() view.Key { return m.recall(m.position, m.Seat).Key(m.Question()) }

func (m *Moment) recall(p *engine.Position, seat engine.Seat) *view.Recall {
	r := m.recalls[seat]
	switch {
	case r != nil:
		return r
	case seat == m.own:
		r = view.RecallSince(p, seat, p.Log().Base)
	default:
		r = view.NewRecall(p, seat)
	}
	m.recalls[seat] = r
	return r
}

// ReplyKey stands for a reply among others to the question; see view.ReplyKey.
func (m *Moment) ReplyKey(reply []int) view.Key {
	if f := m.Form(); f == engine.Quantity {
		return view.ReplyKey(&m.Shape, nil, reply)
	}
	return view.ReplyKey(&m.Shape, m.OptionKeys(), reply)
}

// World is a sampled world that stands for itself: it goes on question by
// question, and it can be forked. There is no way from it to the real game. Worlds
// of one sampler take turns with it and with each other: none may be played while
// a policy is answering.
type World struct {
	world  *engine.World
	future uint64
	policy Policy
	moment Moment
}

func newWorld(w *engine.World, own engine.Seat, future uint64) *World {
	return &World{world: w, future: future, moment: Moment{own: own}}
}

// Beginning stands for how the world stands and the options that it is played with, among
// worlds of one pack.
func (w *World) Beginning() view.Key { return view.BeginningOf(w.world.Game().Position()) }

// Fork returns an independent world that stands where this one does.
func (w *World) Fork() *World { return newWorld(w.world.Fork(), w.moment.own, w.future) }

// Future makes everything random from here on come out as a seed says.
func (w *World) Future(seed uint64) {
	w.future = futureOf(seed)
	w.world.Future(w.future)
}

// Waiting are the seats whose answer is waited for; none where no question is
// open.
func (w *World) Waiting() view.Seats {
	var out view.Seats
	g := w.world.Game()
	for s := engine.Seat(1); g.Open() != nil && int(s) <= g.Layout().Seats; s++ {
		if g.Open().Waits(s) {
			out = append(out, s)
		}
	}
	return out
}

// Question is the open question as a seat sees it that is asked; nil if it is not.
func (w *World) Question(seat engine.Seat) *view.Question {
	return view.Asked(w.world.Game().Position(), w.world.Game().Open(), seat)
}

// Moment is the open question to a seat, good until the world is played on; nil
// if the seat is not asked.
func (w *World) Moment(seat engine.Seat) *Moment {
	d := w.world.Game().Open()
	if d == nil || !d.Asks(seat) {
		return nil
	}
	w.moment.Future = w.future
	w.moment.is(w.world.Game().Position(), d, seat)
	return &w.moment
}

// Answer answers the open question for a seat, by the keys of its options; see
// view.Question.Reply.
func (w *World) Answer(seat engine.Seat, keys ...string) error {
	q := w.Question(seat)
	if q == nil {
		return fmt.Errorf("seat %d is not asked", seat)
	}
	reply, err := q.Reply(keys...)
	if err != nil {
		return err
	}
	return w.Reply(seat, reply)
}

// Reply answers the open question for a seat by positions; the last answer that
// was waited for lets Play go on.
func (w *World) Reply(seat engine.Seat, reply []int) error {
	g := w.world.Game()
	if g.Open() == nil {
		return fmt.Errorf("no question is open")
	}
	return g.Answer(g.Open().Number, seat, reply)
}

// Play plays on. The policy answers for all seats; where it gives nil, or is nil
// itself, play stops with that question open. A question that is open already
// stays so until it is answered.
func (w *World) Play(policy Policy, until Until) error {
	w.policy = policy
	_, err := w.world.Play(w.moment.decider(&w.policy, &w.future), until)
	return err
}

// Over reports whether the game is over, and which seats have won or share it.
func (w *World) Over() (over bool, winners, draw view.Seats) { return ending(w.world.Game()) }

func ending(g *engine.Game) (over bool, winners, draw view.Seats) {
	return g.Over(), view.SeatsIn(g.Winners()), view.SeatsIn(g.Drawn())
}

// Evaluations are the pack's measure of how well each seat stands, in their order.
func (w *World) Evaluations() ([]int, error) { return evaluations(w.world.Game()) }

// Returns is what each seat gets out of a game that is over; see
// engine.Game.Returns.
func (w *World) Returns() ([]float64, error) { return w.world.Game().Returns() }

// Key is what a seat can tell apart of the world; see Moment.Key.
func (w *World) Key(seat engine.Seat) view.Key {
	return w.moment.recall(w.world.Game().Position(), seat).Key(w.Question(seat))
}
