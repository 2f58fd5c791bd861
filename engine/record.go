package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// The record of a step: its answers, and hashes of each question and of the events before
// it, so that a run that does not repeat is noticed.

// choices appends the values that a reply chooses: they stay valid when the
// options move. A split gives each option that has an amount with that amount.
func (d *Decision) choices(out []Choice, seat Seat, r Reply) []Choice {
	options := d.OptionsOf(seat)
	for i, n := range r {
		switch d.Kind.Form() {
		case Pick, Picks:
			out = append(out, options[n])
		case Quantity:
			out = append(out, One(Num(n)))
		case Amounts:
			if n > 0 {
				c := options[i]
				c.V[c.N] = Num(n)
				c.N++
				out = append(out, c)
			}
		}
	}
	return out
}

// reply finds values that were chosen among the options that are offered now.
func (d *Decision) reply(seat Seat, choices []Choice) (Reply, error) {
	options := d.OptionsOf(seat)
	out := make(Reply, 0, len(choices))
	var given Reply // the options that have their amount
	if d.Kind.Form() == Amounts {
		out = make(Reply, len(options))
	}
	for _, c := range choices {
		if c.N == 0 {
			return nil, errNotOffered
		}
		switch d.Kind.Form() {
		case Pick, Picks:
			i := offered(options, c, out)
			if i < 0 {
				return nil, errNotOffered
			}
			out = append(out, i)
		case Quantity:
			out = append(out, int(c.V[0].N))
		case Amounts:
			c.N--
			amount := c.V[c.N]
			c.V[c.N] = Value{}
			i := offered(options, c, given)
			if i < 0 {
				return nil, errNotOffered
			}
			out[i], given = int(amount.N), append(given, i)
		}
	}
	return out, d.Check(seat, out)
}

var errNotOffered = fmt.Errorf("the recorded answer is no longer offered")

// offered finds an option that is not picked yet: the same thing may be
// offered twice.
func offered(options []Choice, c Choice, picked Reply) int {
	for i := range options {
		if options[i] == c && !slices.Contains(picked, i) {
			return i
		}
	}
	return -1
}

func (g *Game) diverged(number int, what string) error {
	return &DivergenceError{Step: g.stepName(), Decision: number, What: what}
}

// hashAnswers completes the records of the running step with the hash of the
// events before each answer. It waits for the step to be abandoned: bots in
// process never pay for it.
func (g *Game) hashAnswers() {
	for i := range g.step.answers {
		rec := &g.step.answers[i]
		if rec.trace == 0 {
			rec.trace = g.trace(g.step.begin + rec.at)
		}
	}
}

// trace hashes the events of the step up to a position. It goes on from where
// the last call came to, as long as positions rise.
func (g *Game) trace(to int) uint64 {
	t := &g.step.traced
	if t.hash == 0 || t.at > to {
		*t = tracing{at: g.step.begin, hash: 0x9e3779b97f4a7c15}
	}
	for ; t.at < to; t.at++ {
		t.hash = g.log.hashEvent(t.hash, g.log.At(t.at))
	}
	return t.hash | 1
}

func (l *Log) hashEvent(h uint64, e *Event) uint64 {
	h = rng.Mix(h ^ uint64(e.Kind)<<56 ^ uint64(e.New)<<48 ^ uint64(e.Old)<<40 ^ uint64(uint32(e.Cause)))
	h = rng.Mix(h ^ uint64(uint32(e.A))<<32 ^ uint64(uint32(e.B)))
	h = rng.Mix(h ^ uint64(uint32(e.C))<<32 ^ uint64(uint32(e.D)))
	for _, v := range l.Data(e) {
		h = rng.Mix(h ^ uint64(uint32(v)))
	}
	return h
}

// Hash returns a digest of all events that the log keeps.
func (l *Log) Hash() uint64 {
	h := uint64(l.Base)
	for at := l.Base; at < l.Len(); at++ {
		h = l.hashEvent(h, l.At(at))
	}
	return h
}

// hash is the digest of a question: its seats, its prompt and its options.
func (d *Decision) hash() uint64 {
	h := rng.Mix(uint64(d.Kind) | uint64(d.Seat)<<8 | uint64(d.Seats)<<16 | uint64(d.Prompt)<<24)
	h = rng.Mix(h ^ uint64(d.Min)<<42 ^ uint64(d.Max)<<21 ^ uint64(d.Total) ^ uint64(Bool(d.Optional).N)<<63)
	for _, n := range d.About {
		h = rng.Mix(h ^ uint64(n.Name)<<40 ^ uint64(n.Value.Kind)<<32 ^ uint64(uint32(n.Value.N)))
	}
	h = hashOptions(h, d.Options)
	for _, options := range d.SecretOptions {
		h = hashOptions(h, options)
	}
	return h
}

func hashOptions(h uint64, options []Choice) uint64 {
	h = rng.Mix(h ^ uint64(len(options)))
	for i := range options {
		h ^= uint64(options[i].N) << 56
		for _, v := range options[i].V[:options[i].N] {
			h = rng.Mix(h ^ uint64(v.Kind)<<32 ^ uint64(uint32(v.N)))
		}
	}
	return h
}

// Answers returns all decisions answered so far that the game remembers, oldest first;
// games that drop their log remember those of the running step only.
func (p *Position) Answers() []Answered {
	g := p.run.game
	var out []Answered
	add := func(answers []recorded) {
		for _, r := range answers {
			a := Answered{Number: r.number, Again: int(r.again), Kind: r.kind}
			for _, reply := range r.replies {
				a.Replies = append(a.Replies, SeatReply{reply.Seat, slices.Clone(reply.Choices)})
			}
			out = append(out, a)
		}
	}
	var finished []*checkpoint // steps with answers, the latest first
	for c := g.history; c != nil; c = c.before {
		finished = append(finished, c)
	}
	for _, c := range slices.Backward(finished) {
		add(c.answers)
	}
	if g.step.active {
		add(g.step.answers)
	}
	return out
}

// ChoicesOf returns what a legal reply chooses, as values that stay valid; it is
// the inverse of ReplyOf.
func (d *Decision) ChoicesOf(seat Seat, reply Reply) []Choice {
	return d.choices(nil, seat, reply)
}

// ReplyOf returns the reply that picks the given values among the options that
// a seat is offered; it fails when one is not offered or the whole is not legal.
func (d *Decision) ReplyOf(seat Seat, choices []Choice) (Reply, error) {
	return d.reply(seat, choices)
}

// logAnswers writes the answers to a decision to the log, in seat order. Everyone may see
// open answers, as far as they know the cards in them. A forced answer is written like any
// other, or others would learn something hidden.
func (r *Run) logAnswers(d *Decision, replies []SeatReply) {
	marks := int32(0)
	if d.Again > 0 {
		marks = uncounted
	}
	for _, given := range replies {
		width := uint8(1)
		for i := range given.Choices {
			width = max(width, given.Choices[i].N)
		}
		seen := r.all
		if d.Secret || d.Chance != nil || d.Hidden {
			seen = Only(given.Seat)
		}
		if r.isForced(given.Seat) {
			marks |= forced
		}
		if d.Hidden {
			marks |= unseen | int32(d.Again)<<againShift
			if r.isForced(given.Seat) {
				r.game.counts.Unasked++
			}
		}
		e := r.log.add(EvAnswer, r.frame)
		e.A = int32(d.Number)
		e.B = int32(given.Seat)
		e.C = int32(width)
		e.D = marks
		e.New = seen
		r.ints = r.ints[:0]
		for i := range given.Choices {
			r.ints = encodeValues(r.ints, given.Choices[i].V[:width])
		}
		copy(r.log.give(e, len(r.ints)), r.ints)
		r.state.apply(e, r.log)
		marks = uncounted
	}
}

// judgeForced notes the seats to which a decision leaves no choice, and reports
// whether these are all that it asks.
func (r *Run) judgeForced(d *Decision) bool {
	r.noChoice = 0
	all := true
	for s, last := d.seatsFrom(r.Seats); s <= last; s++ {
		if !d.Asks(s) {
			continue
		}
		if d.isForced(s) {
			r.noChoice |= 1 << s
		} else {
			all = false
		}
	}
	return all
}

// isForced reports whether the decision being asked leaves a seat no choice.
func (r *Run) isForced(seat Seat) bool { return r.noChoice>>seat&1 != 0 }

// seatsFrom returns the first and the last seat that the decision may be put to.
func (d *Decision) seatsFrom(seats int) (first, last Seat) {
	if d.Secret {
		return 1, Seat(seats)
	}
	return d.Seat, d.Seat
}
