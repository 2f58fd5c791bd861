package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A saved game is its state at the checkpoint of the open step with the step's
// answers: running the step again leads to the open decision. Answers are kept
// as keys. The log, with the answers of finished steps, is kept as far as the
// game has it, so that undo and transcript go on.

// Encode returns the game as bytes, in a flat form that Decode reads. What the
// setup gives (layout, scripts, seed, options, deciders) is not in it.
func (g *Game) Encode() []byte {
	e := &encoder{layout: g.run.Layout}
	e.ints(g.run.shape()...)
	state := g.atCheckpoint()
	e.state(&state)
	failures, counts := len(g.failures), g.counts
	if g.step.active {
		failures, counts = g.step.failures, g.step.counts
	}
	e.ints(int(Bool(g.step.active).N), counts.Triggers, counts.Abilities, counts.Steps, counts.MostAnswers)
	e.answers(g.runningAnswers())
	e.open(g)
	e.ints(failures)
	for _, f := range g.failures[:failures] {
		e.failure(f)
	}
	e.log(&g.log, g.run.Checkpoint())
	e.ints(len(g.history))
	for i := range g.history {
		e.history(&g.history[i])
	}
	return e.b
}

// shape is what a layout must have in common with the one that saved.
func (l *Layout) shape() []int {
	return []int{l.cells, l.Cards(), l.ZoneTotal(), l.Seats, len(l.Pack.Flow), len(l.Instances), len(l.Pack.Symbols)}
}

func (g *Game) atCheckpoint() State {
	var s State
	g.run.state.clone(&s)
	for i := g.log.Len() - 1; i >= g.run.Checkpoint(); i-- {
		s.undo(g.log.At(i), &g.log)
	}
	return s
}

// Whole reports whether the log goes back to the start of a game as the pack lays
// it out, so that the seed and the answers alone lead here.
func (g *Game) Whole() bool {
	if g.log.Base > 0 {
		return false
	}
	var s State
	g.run.state.clone(&s)
	for i := g.log.Len() - 1; i >= 0; i-- {
		s.undo(g.log.At(i), &g.log)
	}
	return s.Equal(&g.run.start)
}

func (g *Game) runningAnswers() []recorded {
	if g.step.active {
		return g.step.answers
	}
	return nil
}

type encoder struct {
	b      []byte
	layout *Layout
}

func (e *encoder) ints(numbers ...int) {
	for _, n := range numbers {
		e.b = binary.AppendVarint(e.b, int64(n))
	}
}

func (e *encoder) list(numbers []int32) {
	e.ints(len(numbers))
	for _, n := range numbers {
		e.ints(int(n))
	}
}

func (e *encoder) hash(h uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, h) }

func (e *encoder) text(s string) {
	e.ints(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) choices(choices []Choice) {
	e.ints(len(choices))
	for _, c := range choices {
		e.text(e.layout.ChoiceKey(c))
	}
}

func (e *encoder) answers(answers []recorded) {
	e.ints(len(answers))
	for i := range answers {
		r := &answers[i]
		e.ints(r.number, int(r.kind), r.at, len(r.replies))
		e.hash(r.question)
		e.hash(r.trace)
		for _, reply := range r.replies {
			e.ints(int(reply.Seat))
			e.choices(reply.Choices)
		}
	}
}

// open writes the number and question of the open decision, and the secret
// replies that it has so far.
func (e *encoder) open(g *Game) {
	d := g.open
	if d == nil {
		e.ints(0)
		return
	}
	e.ints(d.Number, int(d.seats()))
	e.hash(d.hash())
	for s := range d.Given {
		if d.Given[s] != nil {
			e.ints(s)
			e.choices(d.choices(nil, Seat(s), d.Given[s]))
		}
	}
	e.ints(0)
}

func (e *encoder) failure(f *Failure) {
	for _, s := range []string{f.Card, f.Ability, f.Trigger, f.Step, f.Err.Error()} {
		e.text(s)
	}
	e.ints(f.Decision)
}

func (e *encoder) history(c *checkpoint) {
	e.ints(c.begin, c.failures, c.counts.Triggers, c.counts.Abilities, c.counts.Steps, c.counts.MostAnswers)
	e.answers(c.answers)
}

func (e *encoder) log(l *Log, to int) {
	e.ints(l.Base, to-l.Base)
	for at := l.Base; at < to; at++ {
		ev := l.At(at)
		e.ints(int(ev.Kind), int(ev.Old), int(ev.New), int(ev.Cause), int(ev.A), int(ev.B), int(ev.C), int(ev.D))
		e.list(l.Data(ev))
	}
}

// Decode puts a game that was made by New into the state that Encode wrote.
// The game must have the same layout, seed and options. Where a decision was
// open the step is run again up to it. Data that does not fit is an error, and
// then the game must not be used.
func (g *Game) Decode(data []byte) error {
	d := &decoder{b: data, layout: g.run.Layout}
	for i, n := range g.run.shape() {
		if got := d.int(); d.err == nil && got != n {
			return fmt.Errorf("the game was saved with another pack: %s was %d, is %d", shapeNames[i], got, n)
		}
	}
	var s saved
	d.saved(&s)
	if d.err == nil && len(d.b) > 0 {
		d.fail("%d bytes are left over", len(d.b))
	}
	if d.err != nil {
		return d.err
	}
	if err := s.check(g.run.Layout); err != nil {
		return err
	}
	g.Reset(g.setup.Seed, nil)
	s.state.clone(&g.run.state)
	g.log, g.history, g.failures, g.counts = s.log, s.history, s.failures, s.counts
	for _, f := range g.failures {
		f.Seed = g.setup.Seed
	}
	if s.active {
		g.step = stepRun{begin: g.log.Len(), active: true, answers: s.answers, failures: len(s.failures), counts: s.counts}
	}
	if s.open == 0 {
		return nil
	}
	return g.reopen(&s)
}

var shapeNames = [...]string{"the size of the state", "the number of cards", "the number of zones", "the number of seats", "the length of the flow", "the number of abilities on cards", "the number of words"}

// reopen runs the step again up to the decision that was open. Seats that have
// a decider now may answer it and play on.
func (g *Game) reopen(s *saved) error {
	g.remix()
	if _, err := g.AdvanceStep(); err != nil {
		return err
	}
	d := g.open
	if d == nil || d.Number != s.open || d.hash() != s.question {
		for seat := Seat(1); int(seat) <= g.run.Seats; seat++ {
			if s.asked.Has(seat) && g.setup.Deciders[seat] != nil {
				return nil
			}
		}
		return g.diverged(s.open, "the question that was open is not asked again")
	}
	for _, given := range s.given {
		reply, err := d.reply(given.Seat, given.Choices)
		if err != nil || !d.Secret || !d.Asks(given.Seat) {
			return g.diverged(s.open, "a secret answer given so far does not fit")
		}
		d.Given[given.Seat] = reply
	}
	return nil
}

// saved is what Encode writes.
type saved struct {
	state    State
	active   bool
	counts   Counts
	answers  []recorded
	open     int
	asked    SeatSet
	question uint64
	given    []SeatReply
	failures []*Failure
	log      Log
	history  []checkpoint
}

// ErrCutOff is the error of Decode for data that ends too early.
var ErrCutOff = errors.New("the data ends too early")

type decoder struct {
	b      []byte
	err    error
	layout *Layout
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("the saved game is damaged: "+format, args...)
	}
	d.b = nil
}

func (d *decoder) int() int {
	n, size := binary.Varint(d.b)
	if size <= 0 {
		d.short()
		return 0
	}
	d.b = d.b[size:]
	return int(n)
}

func (d *decoder) short() {
	if d.err == nil {
		d.err = ErrCutOff
	}
	d.b = nil
}

// number reads a number that must lie in a range.
func (d *decoder) number(what string, low, high int) int {
	n := d.int()
	if d.err == nil && (n < low || n > high) {
		d.fail("%s is %d, must be %d to %d", what, n, low, high)
	}
	if d.err != nil {
		return low
	}
	return n
}

// count reads the length of a list; each item takes at least one byte.
func (d *decoder) count() int {
	n := d.int()
	if n < 0 || n > len(d.b) {
		d.short()
		return 0
	}
	return n
}

func (d *decoder) int32() int32 { return int32(d.number("a number", -1<<31, 1<<31-1)) }

func (d *decoder) list() []int32 {
	out := make([]int32, d.count())
	for i := range out {
		out[i] = d.int32()
	}
	return out
}

func (d *decoder) hash() uint64 {
	if len(d.b) < 8 {
		d.short()
		return 0
	}
	h := binary.LittleEndian.Uint64(d.b)
	d.b = d.b[8:]
	return h
}

func (d *decoder) text() string {
	n := d.count()
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}
