package engine

import (
	"fmt"
	"slices"
)

// Choose puts a decision to its seat and returns the reply. When nobody in
// process knows the answer it returns ErrWaiting, and the run is abandoned; it
// comes back with the answer when the step is run again.
func (g *Game) Choose(d *Decision) (Reply, error) {
	replies, err := g.ask(d)
	if err != nil {
		return nil, err
	}
	return replies[0], nil
}

// ChooseSecretly puts a decision to several seats at once and returns their
// replies in seat order.
func (g *Game) ChooseSecretly(d *Decision) ([]Reply, error) {
	d.Secret = true
	return g.ask(d)
}

func (g *Game) ask(d *Decision) ([]Reply, error) {
	if err := g.guard("choose"); err != nil {
		return nil, err
	}
	if g.open != nil {
		// A run that is being abandoned asks nothing more.
		return nil, ErrWaiting
	}
	if err := d.fit(g.Seats); err != nil {
		return nil, err
	}
	if replies, ok := g.allForced(d); ok {
		g.logAnswers(g.seatReplies(d, replies), 0, 1, d.Secret)
		return replies, nil
	}
	d.Number = int(g.state.cells[cellDecisions]) + 1
	if g.step.next < len(g.step.answers) {
		return g.repeat(d)
	}
	if g.trial != nil {
		if err := g.trial.reach(d); err != nil {
			return nil, err
		}
	}
	replies, open, err := g.decide(d)
	switch {
	case err != nil:
		return nil, err
	case open:
		g.leaveOpen(d)
		return nil, ErrWaiting
	}
	rec := recorded{number: d.Number, kind: d.Kind, question: d.hash(), at: g.log.Len() - g.step.begin}
	rec.replies = g.seatReplies(d, replies)
	g.step.answers = append(g.step.answers, rec)
	g.step.next = len(g.step.answers)
	g.logAnswers(rec.replies, d.Number, 0, d.Secret)
	return replies, nil
}

func (g *Game) allForced(d *Decision) ([]Reply, bool) {
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if d.Asks(s) && !d.isForced(len(d.OptionsOf(s))) {
			return nil, false
		}
	}
	var replies []Reply
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		r, _ := d.forced(s)
		replies = append(replies, r)
	}
	return replies, true
}

// decide asks the deciders. A decision stays open while a seat without one
// has not answered; the others then answer from the view at opening. The
// replies are good until the next decision.
func (g *Game) decide(d *Decision) (replies []Reply, open bool, err error) {
	if d.Secret {
		d.Given = make([]Reply, g.Seats+1)
	}
	held := g.held(d)
	replies = g.given[:0]
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		reply, ok := d.forced(s)
		if !ok {
			reply = nil
			if decider := g.setup.Deciders[s]; decider != nil && !held {
				reply = decider(g, d, s)
			}
			if reply == nil {
				open = true
				continue
			}
			if err := d.Check(s, reply); err != nil {
				return nil, false, fmt.Errorf("decision %d: seat %d gave an answer that is not legal: %w", d.Number, s, err)
			}
		}
		if d.Secret {
			d.Given[s] = reply
		}
		replies = append(replies, reply)
	}
	g.given = replies
	return replies, open, nil
}

// held tells whether an undo goes back to this decision, so that it stays open
// though deciders could answer. Where the host answers for a seat of a secret
// decision, the others still answer at once.
func (g *Game) held(d *Decision) bool {
	if !g.holding {
		return false
	}
	for s := Seat(1); d.Secret && int(s) <= g.Seats; s++ {
		if d.Asks(s) && g.setup.Deciders[s] == nil {
			return false
		}
	}
	return true
}

// leaveOpen makes d the open decision; the log's last event then is EvAsk.
func (g *Game) leaveOpen(d *Decision) {
	d.Open = g.openTriggers()
	kept := *d
	kept.Options = slices.Clone(d.Options)
	kept.About = slices.Clone(d.About)
	g.open = &kept
	g.emit(Event{Kind: EvAsk, A: int32(d.Number), B: int32(d.Prompt), New: d.seats()})
	g.hashAnswers()
}

// Answer gives a seat's reply to the open decision; number must be the
// decision's, so that a late answer cannot hit another question. A secret
// decision keeps the reply, changeable, until the last one is there.
func (g *Game) Answer(number int, seat Seat, reply Reply) error {
	d := g.open
	switch {
	case d == nil:
		return fmt.Errorf("no decision is open")
	case d.Number != number:
		return fmt.Errorf("decision %d is open, not %d", d.Number, number)
	case !d.Asks(seat):
		return fmt.Errorf("decision %d is not put to seat %d", number, seat)
	}
	if err := d.Check(seat, reply); err != nil {
		return err
	}
	replies := []Reply{reply}
	if d.Secret {
		d.Given[seat] = append(Reply{}, reply...)
		replies = replies[:0]
		for s := Seat(1); int(s) <= g.Seats; s++ {
			if d.Waits(s) {
				return nil
			}
			if d.Asks(s) {
				replies = append(replies, d.Given[s])
			}
		}
	}
	g.open = nil
	at := g.log.Len() - 1
	g.step.answers = append(g.step.answers, recorded{
		number: d.Number, kind: d.Kind, question: d.hash(), trace: g.trace(at), at: at - g.step.begin,
		replies: g.seatReplies(d, replies),
	})
	return nil
}

// seatReplies turns replies in seat order into the values chosen.
func (g *Game) seatReplies(d *Decision, replies []Reply) []SeatReply {
	from := len(g.replies)
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if d.Asks(s) {
			at := len(g.choices)
			g.choices = d.choices(g.choices, s, replies[len(g.replies)-from])
			g.replies = append(g.replies, SeatReply{s, g.choices[at:len(g.choices):len(g.choices)]})
		}
	}
	return g.replies[from:len(g.replies):len(g.replies)]
}

// freshReplies begins the memory for the replies of a new step. A game that
// keeps its history leaves the old one to it.
func (g *Game) freshReplies() {
	if g.setup.DropLog {
		g.replies, g.choices = g.replies[:0], g.choices[:0]
		return
	}
	g.replies, g.choices = nil, nil
}

// logAnswers writes the answers to a decision to the log, in seat order. Open
// answers are for everyone to see, as far as they know the cards in them.
func (g *Game) logAnswers(replies []SeatReply, number int, forced int32, secret bool) {
	uncounted := forced
	for _, r := range replies {
		width := uint8(1)
		for i := range r.Choices {
			width = max(width, r.Choices[i].N)
		}
		g.ints = g.ints[:0]
		for i := range r.Choices {
			g.ints = encodeValues(g.ints, r.Choices[i].V[:width])
		}
		seen := g.all
		if secret {
			seen = Only(r.Seat)
		}
		g.emitData(Event{Kind: EvAnswer, A: int32(number), B: int32(r.Seat), C: int32(width), D: uncounted, New: seen}, g.ints)
		// Only the first of several answers to one decision counts it.
		uncounted = 1
	}
}
