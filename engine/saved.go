package engine

import (
	"errors"
	"fmt"
)

// Reading a saved game back: everything is checked before it is used, because
// a file may come from anywhere.

func (d *decoder) saved(s *saved) {
	d.state(&s.state)
	s.active = d.number("the step's mark", 0, 1) == 1
	d.counts(&s.counts)
	s.answers = d.answers()
	d.open(s)
	s.failures = make([]*Failure, d.count())
	for i := range s.failures {
		s.failures[i] = d.failure()
	}
	d.log(&s.log)
	s.history = make([]checkpoint, d.count())
	for i := range s.history {
		d.history(&s.history[i])
	}
}

func (d *decoder) counts(c *Counts) {
	for _, n := range []*int{&c.Triggers, &c.Abilities, &c.Steps, &c.MostAnswers} {
		*n = d.number("a counter", 0, 1<<62)
	}
}

func (d *decoder) choices() []Choice {
	out := make([]Choice, d.count())
	for i := range out {
		key := d.text()
		if d.err != nil {
			return nil
		}
		c, err := d.layout.ChoiceOf(key)
		if err != nil {
			d.fail("an answer: %v", err)
			return nil
		}
		out[i] = c
	}
	return out
}

func (d *decoder) answers() []recorded {
	out := make([]recorded, d.count())
	for i := range out {
		r := &out[i]
		r.number = d.number("a decision's number", 1, 1<<31-1)
		r.kind = DecisionKind(d.number("a decision's kind", 0, len(kinds)-1))
		r.at = d.number("an answer's place", 0, 1<<40)
		r.replies = make([]SeatReply, d.count())
		r.question, r.trace = d.hash(), d.hash()
		for k := range r.replies {
			r.replies[k].Seat = Seat(d.number("a seat", 0, d.layout.Seats))
			r.replies[k].Choices = d.choices()
		}
	}
	return out
}

func (d *decoder) open(s *saved) {
	s.open = d.number("the open decision", 0, 1<<31-1)
	if s.open == 0 {
		return
	}
	s.asked = SeatSet(d.number("the seats asked", 0, int(d.layout.all)))
	s.question = d.hash()
	for {
		seat := Seat(d.number("a seat", 0, d.layout.Seats))
		if seat == 0 {
			return
		}
		s.given = append(s.given, SeatReply{seat, d.choices()})
	}
}

func (d *decoder) failure() *Failure {
	f := &Failure{Card: d.text(), Ability: d.text(), Trigger: d.text(), Step: d.text(), Err: errors.New(d.text())}
	f.Decision = d.number("a decision's number", 0, 1<<31-1)
	return f
}

func (d *decoder) log(l *Log) {
	l.Base = d.number("the beginning of the log", 0, 1<<40)
	l.events = make([]Event, d.count())
	for i := range l.events {
		e := &l.events[i]
		e.Kind = EventKind(d.number("an event's kind", 0, len(eventNames)-1))
		e.Old, e.New = SeatSet(d.number("a set of seats", 0, 255)), SeatSet(d.number("a set of seats", 0, 255))
		for _, n := range []*int32{&e.Cause, &e.A, &e.B, &e.C, &e.D} {
			*n = d.int32()
		}
		data := d.list()
		e.data, e.n = int32(len(l.data)), int32(len(data))
		l.data = append(l.data, data...)
	}
}

func (d *decoder) history(c *checkpoint) {
	c.begin = d.number("a checkpoint", 0, 1<<40)
	c.failures = d.number("a count of reports", 0, 1<<31)
	d.counts(&c.counts)
	if c.answers = d.answers(); len(c.answers) == 0 {
		d.fail("a checkpoint has no answers")
		return
	}
}

// check reports whether the parts of a saved game fit each other: the log leads
// to the state, and the answers follow on each other.
func (s *saved) check(l *Layout) error {
	if s.open > 0 && !s.active {
		return errors.New("the saved game is damaged: a decision is open outside a step")
	}
	if err := s.checkHistory(); err != nil {
		return err
	}
	check := eventCheck{layout: l, log: &s.log, failures: len(s.failures)}
	if !check.fold(&s.state) {
		return fmt.Errorf("the saved game is damaged: event %d does not fit the state", check.at)
	}
	return nil
}

func (s *saved) checkHistory() error {
	damaged := errors.New("the saved game is damaged: its answers do not follow on each other")
	number, begin := -1, s.log.Base
	follow := func(answers []recorded) bool {
		for i := range answers {
			if answers[i].number <= number {
				return false
			}
			number = answers[i].number
		}
		return true
	}
	for i := range s.history {
		c := &s.history[i]
		if c.begin < begin || c.begin > s.log.Len() || c.failures > len(s.failures) || !follow(c.answers) {
			return damaged
		}
		begin = c.begin
	}
	if !follow(s.answers) || s.open > 0 && s.open <= number {
		return damaged
	}
	return nil
}
