package view

import (
	"encoding/json"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Key identifies all that a seat can tell apart with perfect recall, its information state:
// its view when the log began, every event that it has seen since, and the question that it
// is asked. It is the same in all worlds that the seat cannot tell apart, on every machine,
// and differs otherwise (but for one chance in 2^64).
type Key uint64

// Recall keeps up the key of one seat while a game goes on: it reads each event
// once. As a Reader does, it outlasts answers, but not an undo.
type Recall struct {
	reader *Reader
	sum    digest
}

// NewRecall returns what a seat remembers from the beginning of the log on.
func NewRecall(p *engine.Position, seat engine.Seat) *Recall {
	return RecallAt(p, seat, p.Log().Base)
}

// RecallAt returns what a seat remembers from a position of the log on; see
// engine.Position.Checkpoint.
func RecallAt(p *engine.Position, seat engine.Seat, position int) *Recall {
	r := RecallSince(p, seat, position)
	l := r.reader.looker
	l.printed = true
	// A view has no more in it than its JSON, and cannot fail to be written.
	start, _ := json.Marshal(l.view(nil))
	r.sum.text(string(start))
	return r
}

// RecallSince is RecallAt without what the seat saw at the position: for moments that have it
// in common.
func RecallSince(p *engine.Position, seat engine.Seat, position int) *Recall {
	return &Recall{reader: ReaderAt(p, seat, position), sum: begun}
}

// Key returns the key with what has happened up to now, and with the question
// that the seat is asked, if it is (see Asked).
func (r *Recall) Key(q *Question) Key {
	before := r.sum
	for _, e := range r.reader.Next() {
		if !e.Joined {
			before = r.sum
			r.sum = 0
		}
		// The events of one change come in no order.
		e.Number = 0
		one := before
		one.event(&e)
		r.sum += one
	}
	sum := r.sum
	if q != nil {
		sum.question(q)
	}
	return Key(sum)
}

// OptionKeys appends a key for each option of a decision as a seat is asked it: options that
// the seat cannot tell apart have one key, which is the same in all worlds that it cannot
// tell apart.
func OptionKeys(keys []Key, p *engine.Position, d *engine.Decision, seat engine.Seat) []Key {
	l := lookingAt(p, d, seat)
	options := d.OptionsOf(seat)
	for i := range options {
		one := begun
		one.text(l.key(&options[i]))
		keys = append(keys, Key(one))
	}
	return keys
}

// ReplyKey stands for a reply among others to a question of a shape, whose options have the
// keys: equal options give equal keys, and it is the same in all worlds that the seat cannot
// tell apart. A quantity needs no keys.
func ReplyKey(s *Shape, keys []Key, reply []int) Key {
	sum := begun
	unordered := digest(0)
	sum.int(len(reply))
	for i, n := range reply {
		one := begun
		switch s.Form() {
		case Pick, Picks:
			one.add(uint64(keys[n]))
		case Amounts:
			if n == 0 {
				continue
			}
			one.add(uint64(keys[i]))
			one.int(n)
		default:
			one.int(n)
		}
		if s.Ordered() {
			sum.add(uint64(one))
		}
		unordered += one // in which order they are picked is all the same
	}
	sum.add(uint64(unordered))
	return Key(sum)
}

// BeginningOf stands for how a game stands and the options that it is played with, among
// games of one pack.
func BeginningOf(p *engine.Position) Key {
	sum := begun
	sum.add(p.Hash())
	for _, values := range p.GameOptions() {
		for _, v := range values {
			sum.int(int(v.Kind))
			sum.int(int(v.N))
		}
	}
	return Key(sum)
}

// digest adds things up in their order. Every field that JSON has is in it; lists
// and texts say first how long they are, so that none runs into the next.
type digest uint64

const begun digest = 0x9e3779b97f4a7c15

func (d *digest) add(n uint64) { *d = digest(rng.Mix(uint64(*d)^n) + uint64(begun)) }

func (d *digest) int(n int) { d.add(uint64(n)) }

func (d *digest) ints(list []int) {
	d.int(len(list))
	for _, n := range list {
		d.int(n)
	}
}

func (d *digest) flags(list ...bool) {
	bits := uint64(0)
	for _, b := range list {
		bits <<= 1
		if b {
			bits |= 1
		}
	}
	d.add(bits)
}

func (d *digest) text(s string) {
	d.int(len(s))
	for len(s) > 0 {
		n := min(len(s), 8)
		bits := uint64(0)
		for i := range n {
			bits |= uint64(s[i]) << (8 * i)
		}
		d.add(bits)
		s = s[n:]
	}
}

func (d *digest) seats(list Seats) {
	d.int(len(list))
	for _, s := range list {
		d.int(int(s))
	}
}

func (d *digest) value(v *Value) {
	if v == nil {
		d.int(-1)
		return
	}
	d.text(string(v.Kind))
	d.text(v.Text)
	d.int(v.Number)
	d.text(v.Zone)
	d.int(v.Place)
	d.value(v.Of)
	d.valueList(v.Items)
	d.int(len(v.Keys))
	for _, key := range v.Keys {
		d.text(key)
	}
}

func (d *digest) valueList(list []Value) {
	d.int(len(list))
	for i := range list {
		d.value(&list[i])
	}
}

func (d *digest) named(list []Named) {
	d.int(len(list))
	for i := range list {
		d.text(list[i].Name)
		d.value(&list[i].Value)
	}
}

func (d *digest) event(e *Event) {
	d.int(e.Number)
	d.int(e.Cause)
	d.int(e.Depth)
	d.text(string(e.Kind))
	d.text(e.Name)
	d.text(string(e.Holder))
	d.int(int(e.Seat))
	d.seats(e.Seats)
	d.seats(e.Learned)
	for _, v := range [...]*Value{e.Card, e.Zone, e.From, e.To, e.Old, e.New} {
		d.value(v)
	}
	d.int(e.Place)
	d.valueList(e.Faces)
	d.named(e.Values)
	d.int(e.Decision)
	d.int(len(e.Choices))
	for _, choice := range e.Choices {
		d.valueList(choice)
	}
	d.flags(e.Secret, e.Forced, e.Begins, e.Drawn)
	d.int(e.Since)
}

func (d *digest) question(q *Question) {
	d.int(q.Number)
	d.int(q.Again)
	d.text(q.Kind.String())
	d.int(int(q.Seat))
	d.seats(q.Seats)
	d.seats(q.Answered)
	d.ints(q.Given)
	d.text(q.Prompt)
	d.named(q.About)
	d.int(len(q.Options))
	for i := range q.Options {
		d.text(q.Options[i].Key)
		d.valueList(q.Options[i].Parts)
	}
	d.flags(q.Secret, q.Optional)
	d.ints([]int{q.Min, q.Max, q.Total})
	d.int(len(q.Open))
	for i := range q.Open {
		d.text(q.Open[i].Name)
		d.named(q.Open[i].Values)
	}
}
