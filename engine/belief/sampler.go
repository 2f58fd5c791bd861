package belief

import (
	"context"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Until says where play in a world stops; see engine.Until.
type Until = engine.Until

// Policy answers for the seats of a world. Where it gives nil, play stops and
// the question stays open.
type Policy func(m *Moment) []int

// Sampler lets a player look ahead without seeing more than its seat does. It
// draws sampled worlds (determinizations): games that the seat cannot tell from
// the real one, drawn from what the seat knows alone, so that equal seeds give
// equal worlds whatever is true. In them it tries replies. There is no way from
// it to a game.
//
//	s.World(seed)        // of many
//	s.Future(seed)       // what is random after the decision
//	if ok, err := s.Play(reply, belief.Until{}); ok {
//		worth, err := s.Evaluation(seat)
//	}
//
// Play is made for many tries: it answers the one question, and the policy
// whatever else is asked on the way. Open and Begin give a World that stands for
// itself.
type Sampler struct {
	d        *engine.Determinizer
	policy   Policy
	ctx      context.Context
	position *engine.Position
	decision *engine.Decision
	seat     engine.Seat
	moment   Moment
	// seed is that of the world, drawn those that are asked of the engine for it;
	// proved says that the decision comes up in it, lost that no such world was
	// found.
	seed, drawn  uint64
	future       uint64
	again        int
	proved, lost bool
	counts       Counts
}

// Counts are the counters of a Sampler.
type Counts struct {
	// Drawn counts the worlds drawn, Rejected those in which the seat would have seen
	// something else, Lost those that could not be found.
	Drawn, Rejected, Lost int
}

// redraws bounds the worlds that are drawn for one.
const redraws = 16

// NewSampler returns a sampler. scripts must not be in use by another game;
// policy answers for all seats after the reply.
func NewSampler(scripts engine.Scripts, policy Policy) *Sampler {
	s := &Sampler{policy: policy}
	s.d = engine.NewDeterminizer(scripts, s.moment.decider(&s.policy, &s.future))
	return s
}

// Peek makes Followed count what scripts read among what the seat could not foresee.
func (s *Sampler) Peek() { s.d.Peeks = true }

// NeedsLog reports whether worlds of a pack's games can be sampled only where the
// game keeps its log: it hides values, not only which card lies where, so that the
// game must be played again.
func NeedsLog(p *engine.Pack) bool {
	for _, attributes := range [...][]engine.Attribute{p.Game, p.Seats, p.Cards} {
		for i := range attributes {
			if attributes[i].State && attributes[i].Seen != engine.SeenByAll {
				return true
			}
		}
	}
	return false
}

// At takes up a decision for a seat: the seat asked, or any other whose knowledge is
// examined; without a seat only Estimates works. The game must stand still until the last
// look. It is for code that seats a player at a game. Once ctx ends, all calls fail.
func (s *Sampler) At(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) {
	s.stand(ctx, p, d, seat)
	if seat == 0 || seat == view.Referee {
		seat = 1
	}
	s.d.At(ctx, p, d, seat)
	s.moment.own = seat
}

// AtFork is At on a fork of the game, for samplers that look at one decision at the same
// time. An error says why there is no such fork.
func (s *Sampler) AtFork(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) error {
	if err := s.d.AtFork(ctx, p, d, seat); err != nil {
		return err
	}
	s.stand(ctx, s.d.Position(), s.d.Position().Open(), seat)
	s.moment.own = seat
	return nil
}

func (s *Sampler) stand(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) {
	s.ctx = ctx
	s.position = p
	s.decision = d
	s.seat = seat
}

// Leave forgets the game.
func (s *Sampler) Leave() {
	s.ctx = nil
	s.position = nil
	s.decision = nil
}

// Interrupted reports whether the player should stop thinking: whatever it still finds does
// not count.
func (s *Sampler) Interrupted() bool { return s.ctx.Err() != nil }

// Refusal says why no worlds can be sampled here; "" if they can.
func (s *Sampler) Refusal() string { return s.d.Refusal() }

// Pack is the pack of the game.
func (s *Sampler) Pack() *engine.Pack { return s.position.Pack }

// HasEvaluation reports whether the game has a measure of how well a seat stands.
func (s *Sampler) HasEvaluation() bool { return s.position.Pack.Evaluation >= 0 }

// Seats is the number of seats at the table.
func (s *Sampler) Seats() int { return s.position.Seats }

// Classes are the classes of the options; see view.Shape.
func (s *Sampler) Classes() []int { return view.ClassesOf(s.d.Position(), s.decision, s.seat) }

// Question is the question as the seat sees it; nil if others are asked.
func (s *Sampler) Question() *view.Question { return view.Asked(s.d.Position(), s.decision, s.seat) }

// Key is what the seat can tell apart in the real game, with the question, as in worlds
// from the beginning.
func (s *Sampler) Key() view.Key { return view.NewRecall(s.d.Position(), s.seat).Key(s.Question()) }

// Counts returns the counters since the sampler was made.
func (s *Sampler) Counts() Counts { return s.counts }

// Spent is what all its worlds have spent so far, as so many instructions of scripts.
func (s *Sampler) Spent() int { return s.d.Spent }

// Within bounds what all its worlds may spend from here on; 0 bounds each of them alone.
func (s *Sampler) Within(most int) {
	s.d.Most = 0
	if most > 0 {
		s.d.Most = s.d.Spent + most
	}
}

// World makes the world with a seed the one in which replies are tried, with
// the future of that seed.
func (s *Sampler) World(seed uint64) {
	s.seed = seed
	s.again = 0
	s.proved = false
	s.lost = false
	s.draw()
}

// draw draws a world for the seed, another each time.
func (s *Sampler) draw() {
	for ; s.again < redraws && !s.Interrupted(); s.again++ {
		s.counts.Drawn++
		s.drawn = rng.Derive(s.seed, s.again) | 1
		if s.d.Sample(s.drawn) {
			s.future = s.drawn
			s.again++
			return
		}
		s.counts.Rejected++
	}
	s.lost = true
	s.counts.Lost++
}

// Future makes everything random after the decision come out as a seed says, the same in
// this world and in any other.
func (s *Sampler) Future(seed uint64) {
	s.future = futureOf(seed)
	s.d.Future(s.future)
}

func futureOf(seed uint64) uint64 { return rng.Mix(seed) | 1 }

// Play gives a reply in the world and plays on; where another seat is asked, the
// reply is that one's, and nil leaves it to the policy. It reports whether that
// can be had: the seat must be able to come to the question in the world, and no
// script may fail.
func (s *Sampler) Play(reply []int, until Until) (bool, error) {
	return s.find(func() error {
		_, err := s.d.Try(reply, until)
		return err
	})
}

// find tries something in worlds of the seed until the decision comes up in one.
func (s *Sampler) find(try func() error) (bool, error) {
	for !s.lost {
		clear(s.moment.recalls[:]) // questions come up in another world
		err := try()
		if s.Interrupted() {
			return false, nil
		}
		if s.d.Reached() {
			s.proved = true
			return err == nil, err
		}
		s.counts.Rejected++
		if s.proved {
			return false, nil
		}
		s.draw()
	}
	return false, nil
}

// Open returns an independent copy of the world, with the question open; nil if there is
// none.
func (s *Sampler) Open() (*World, error) {
	var opened *engine.World
	ok, err := s.find(func() (err error) {
		opened, err = s.d.Open()
		return err
	})
	if !ok || err != nil {
		return nil, err
	}
	return newWorld(opened, s.seat, s.future), nil
}

// Begin returns another game of the same pack, seats and options from its
// beginning on, in which everything random follows from the seed: what could have
// come of the deal. It is nil where the game has not kept how it began.
func (s *Sampler) Begin(seed uint64) *World {
	if w := s.d.Begin(futureOf(seed)); w != nil {
		return newWorld(w, 0, futureOf(seed))
	}
	return nil
}

// Evaluation is the pack's measure of how well a seat stands after the last
// Play.
func (s *Sampler) Evaluation(seat engine.Seat) (int, error) { return s.d.Game().Evaluation(seat) }

// Evaluations are the evaluations of all seats, in order.
func (s *Sampler) Evaluations() ([]int, error) { return evaluations(s.d.Game()) }

// Over reports whether the game was over after the last Play, and which seats
// had won or shared it.
func (s *Sampler) Over() (over bool, winners, draw view.Seats) { return ending(s.d.Game()) }

// Returns is what each seat gets out of the game if it was over after the last
// Play; see engine.Game.Returns.
func (s *Sampler) Returns() ([]float64, error) { return s.d.Game().Returns() }

func evaluations(g *engine.Game) ([]int, error) {
	out := make([]int, g.Layout().Seats)
	for i := range out {
		v, err := g.Evaluation(engine.Seat(i + 1))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
