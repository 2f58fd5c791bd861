package view

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Shape is all of a question that is needed for a legal reply: counts and
// bounds. It is made without a look at the options.
type Shape struct {
	// Number is the decision's; it picks the place in a bot's stream.
	Number          int
	Kind            Kind
	Options         int
	Optional        bool
	Min, Max, Total int
	// Classes has, by option, the first one that the seat cannot tell from it; nil
	// where all differ.
	Classes []int
}

// Kind is the kind of a question.
type Kind = engine.DecisionKind

// The kinds of questions; see engine.DecisionKind.
const (
	PickOne    = engine.PickOne
	PickSome   = engine.PickSome
	PickOrder  = engine.PickOrder
	YesNo      = engine.YesNo
	PickNumber = engine.PickNumber
	Split      = engine.Split
)

// ShapeOf is the shape of a decision as it is put to a seat, without classes.
func ShapeOf(d *engine.Decision, seat engine.Seat) Shape {
	return Shape{
		Number: d.Number, Kind: d.Kind, Options: len(d.OptionsOf(seat)), Optional: d.Optional,
		Min: d.Min, Max: d.Max, Total: d.Total,
	}
}

// ClassesOf has, by option, the first one that a seat cannot tell from it; nil
// where all differ.
func ClassesOf(p *engine.Position, d *engine.Decision, seat engine.Seat) []int {
	if !mayRepeat(p, d.OptionsOf(seat)) {
		return nil
	}
	l := &looker{g: p, seat: seat, asked: d}
	options := d.OptionsOf(seat)
	classes := make([]int, len(options))
	at := make(map[string]int, len(options))
	for i := range options {
		key := l.key(&options[i])
		first, known := at[key]
		if !known {
			first = i
			at[key] = i
		}
		classes[i] = first
	}
	return classes
}

// mayRepeat reports whether two options could be alike to somebody: it costs
// little, and hardly ever is there more to do.
func mayRepeat(p *engine.Position, options []engine.Choice) bool {
	card := func(v engine.Value) engine.CardID {
		switch v.Kind {
		case engine.Card:
			return v.Card()
		case engine.Handle:
			if in, ok := p.InstanceOf(v); ok {
				return in.Card
			}
		}
		return 0
	}
	for i := range options {
		for _, v := range options[i].V[:options[i].N] {
			c := card(v)
			if c == 0 {
				continue
			}
			for k := range options[:i] {
				for _, w := range options[k].V[:options[k].N] {
					if other := card(w); other != 0 && other != c && (p.Def[other] == p.Def[c] || p.ZoneAt(other) == p.ZoneAt(c) && p.Known(c) != p.AllSeats()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Policy answers for the seats of a sampled world after the reply that is
// tried; seed is that of the world's future.
type Policy func(seed uint64, seat engine.Seat, q *Shape) []int

// Sampler lets a player look ahead without seeing more than its seat does. It
// draws sampled worlds (determinizations): games that the seat cannot tell from
// the real one, drawn from what the seat knows alone, so that equal seeds give
// equal worlds whatever is true. In them it tries replies. There is no way from
// it to a game.
//
//	s.World(seed)        // of many
//	s.Future(seed)       // what is random after the decision
//	if s.Play(reply) {
//		worth, err := s.Evaluation(seat)
//	}
type Sampler struct {
	d        *engine.Determinizer
	policy   Policy
	position *engine.Position
	decision *engine.Decision
	seat     engine.Seat
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
	// Drawn are the worlds drawn, Rejected those of them in which the seat would
	// have seen something else, Lost those for which none was found.
	Drawn, Rejected, Lost int
}

// redraws bounds the worlds that are drawn for one.
const redraws = 16

// NewSampler returns a sampler. scripts must not be in use by another game;
// policy answers for all seats after the reply.
func NewSampler(scripts engine.Scripts, policy Policy) *Sampler {
	s := &Sampler{policy: policy}
	s.d = engine.NewDeterminizer(scripts, func(_ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		q := ShapeOf(d, seat)
		return s.policy(s.future, seat, &q)
	})
	return s
}

// At takes up a decision for a seat; the game must stand still until the last
// look. It is for those who seat a player at a game.
func (s *Sampler) At(p *engine.Position, d *engine.Decision, seat engine.Seat) {
	s.position, s.decision, s.seat = p, d, seat
	s.d.At(p, d, seat)
}

// Leave forgets the game.
func (s *Sampler) Leave() { s.position, s.decision = nil, nil }

// Refusal says why no worlds can be sampled here; "" if they can.
func (s *Sampler) Refusal() string { return s.d.Refusal() }

// HasEvaluation reports whether the game has a measure of how well a seat stands.
func (s *Sampler) HasEvaluation() bool { return s.position.Pack.Evaluation >= 0 }

// Classes are the classes of the options; see Shape.
func (s *Sampler) Classes() []int { return ClassesOf(s.position, s.decision, s.seat) }

// Question is the question as the seat sees it.
func (s *Sampler) Question() *Question { return Asked(s.position, s.decision, s.seat) }

// Counts returns the counters since the sampler was made.
func (s *Sampler) Counts() Counts { return s.counts }

// World makes the world with a seed the one in which replies are tried, with
// the future of that seed.
func (s *Sampler) World(seed uint64) {
	s.seed, s.again, s.proved, s.lost = seed, 0, false, false
	s.draw()
}

// draw draws a world for the seed, another each time.
func (s *Sampler) draw() {
	for ; s.again < redraws; s.again++ {
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

// Future makes what is random after the decision come out as a seed says.
func (s *Sampler) Future(seed uint64) {
	s.future = seed | 1
	s.d.Future(s.future)
}

// Play gives a reply in the world and plays on to the end of the step and of
// what it scheduled. It reports whether that can be had: the seat must be able
// to come to the question in the world, and no script may fail.
func (s *Sampler) Play(reply []int) (bool, error) {
	for !s.lost {
		_, err := s.d.Try(reply)
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

// Evaluation is the pack's measure of how well a seat stands after the last
// Play, and much more or less when it has won or lost.
func (s *Sampler) Evaluation(seat engine.Seat) (int, error) { return s.d.Evaluation(seat) }

// Over reports whether the game was over after the last Play, and which seats
// had won it.
func (s *Sampler) Over() (bool, Seats) {
	end := s.d.Game().Position()
	return end.Over(), seatsIn(end.Winners())
}
