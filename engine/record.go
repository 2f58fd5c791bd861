package engine

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// The record of a step: what was answered, and hashes of what was asked and of
// what had happened before, so that a run that does not repeat is noticed.

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

// answerTo finds the recorded answer to a decision, nil if there is none. What
// was forced in the real game may be free in a sampled world.
func (r *Run) answerTo(d *Decision) *recorded {
	g := r.game
	g.skipUnseen(d.Number)
	switch {
	case g.step.next < len(g.step.answers) && g.step.answers[g.step.next].is(d):
		g.step.next++
		return &g.step.answers[g.step.next-1]
	case r.repeating():
		return g.world.forced(d)
	}
	return nil
}

// is reports whether a recorded answer is one to a decision.
func (rec *recorded) is(d *Decision) bool {
	return rec.number == d.Number && rec.again == int32(d.Again)
}

// skipUnseen passes over answers in a sampled world that came behind an unseen use of a
// card which another seat does not hold there. number is that of the decision that is
// asked.
func (g *Game) skipUnseen(number int) {
	for g.world != nil && g.step.next < len(g.step.answers) {
		if rec := &g.step.answers[g.step.next]; rec.again == 0 || rec.number >= number {
			return
		}
		g.step.next++
	}
}

// repeat answers from the record, after checking that everything is as it was.
func (r *Run) repeat(d *Decision, own *recorded) ([]Reply, error) {
	rec := own
	if r.game.world != nil {
		rec = r.game.world.recorded(rec, d)
	}
	switch {
	case rec.question != 0 && rec.question != d.hash():
		return nil, r.game.diverged(d.Number, "another question or other options were offered")
	case rec.trace != 0 && rec.trace != r.game.trace(r.log.Len()):
		return nil, r.game.diverged(d.Number, "other events had happened before it")
	}
	var replies []Reply
	for _, given := range rec.replies {
		if !d.Asks(given.Seat) {
			return nil, r.game.diverged(d.Number, "another seat was asked")
		}
		reply, err := d.reply(given.Seat, given.Choices)
		if err != nil {
			return nil, r.game.diverged(d.Number, err.Error())
		}
		replies = append(replies, reply)
	}
	own.at = r.log.Len() - r.game.step.begin
	if r.game.world != nil {
		r.game.world.gave(rec, own.at)
	}
	r.logAnswers(d, rec.replies)
	return replies, nil
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

// hash is the digest of a question: what is asked of whom, and what is offered.
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
