package engine

import (
	"fmt"
	"slices"
)

// Choose puts a decision to its seat and returns the reply. If no decider answers, it
// returns ErrWaiting and the run is abandoned; when the step runs again, Choose returns the
// answer.
func (r *Run) Choose(d *Decision) (Reply, error) {
	replies, err := r.ask(d)
	if err != nil {
		return nil, err
	}
	return replies[0], nil
}

// ChooseSecretly puts a decision to several seats at once and returns their
// replies in seat order.
func (r *Run) ChooseSecretly(d *Decision) ([]Reply, error) {
	d.Secret = true
	return r.ask(d)
}

func (r *Run) ask(d *Decision) ([]Reply, error) {
	if err := r.mayAsk(d); err != nil {
		return nil, err
	}
	d.Number = r.Decisions() + 1
	if d.Again > 0 {
		d.Number--
	}
	all := r.judgeForced(d)
	if rec := r.answerTo(d); rec != nil {
		return r.repeat(d, rec)
	}
	if r.hosted(d, all) {
		return nil, ErrWaiting
	}
	if all {
		if r.repeating() && d.Number == r.game.world.decision.Number {
			// Whether its seat has a choice there is what another cannot know.
			if err := r.game.world.forcedHere(d); err != nil {
				return nil, err
			}
		}
		replies := r.allForced(d)
		r.logAnswers(d, r.game.seatReplies(d, replies))
		return replies, nil
	}
	if left := r.game.step.answers[r.game.step.next:]; len(left) > 0 {
		return nil, r.game.diverged(left[0].number, fmt.Sprintf("decision %d was asked instead", d.Number))
	}
	if r.game.world != nil {
		if err := r.game.world.reach(d); err != nil {
			return nil, err
		}
	}
	replies, open, err := r.decide(d)
	switch {
	case err != nil:
		return nil, err
	case open:
		r.leaveOpen(d)
		return nil, ErrWaiting
	}
	answers := append(r.game.step.answers,
		recorded{number: d.Number, again: int32(d.Again), kind: d.Kind, at: r.log.Len() - r.game.step.begin})
	rec := &answers[len(answers)-1]
	if !r.game.forgets() {
		rec.question = d.hash()
	}
	rec.replies = r.game.seatReplies(d, replies)
	r.game.step.answers = answers
	r.game.step.next = len(answers)
	r.logAnswers(d, rec.replies)
	return replies, nil
}

// mayAsk returns why a decision cannot be put now.
func (r *Run) mayAsk(d *Decision) error {
	if err := r.guard("choose"); err != nil {
		return err
	}
	if r.game.open != nil {
		// A run that is being abandoned asks nothing more.
		return ErrWaiting
	}
	if r.fault != nil {
		// A search was cut short or failed, so the options it found are incomplete.
		return r.fault
	}
	atOnce := d.Chance != nil && r.game.setup.Deciders[0] != nil
	if n := len(r.game.step.answers); !atOnce && n >= MaxStepAnswers && r.game.step.next >= n {
		return fmt.Errorf("a step asks at most %d questions, because it is run again at each; let it schedule "+
			"another", MaxStepAnswers)
	}
	return d.fit(r.Seats)
}

// hosted lets the host wait where time would tell, and reports whether the game rests for that
// at a decision that is vacant.
func (r *Run) hosted(d *Decision, vacant bool) bool {
	g := r.game
	setup := &g.setup
	if setup.Windowed != nil && r.windowed(d) {
		setup.Windowed(g.ctx, d)
	}
	// The host may want to look at a decision whatever its options.
	if vacant && setup.Stops != nil && g.world == nil && !g.holding && d.Number > g.windowed && setup.Stops(d) {
		g.windowed = d.Number
	} else if !vacant || d.seats()&setup.Rests == 0 || !r.windowed(d) {
		return false
	}
	d.Vacant = true
	r.leaveOpen(d)
	return true
}

// windowed reports, once for a decision, whether other seats may not know whether it leaves a
// choice.
func (r *Run) windowed(d *Decision) bool {
	g := r.game
	if g.world != nil || g.holding || d.Chance != nil || d.Again > 0 || d.Number <= g.windowed {
		return false
	}
	g.windowed = d.Number
	return (r.keptFrom(d)|r.peeked())&^d.seats() != 0
}

// forgets reports whether no answer of the game is ever given again: it keeps no
// log, and all seats are answered for at once.
func (g *Game) forgets() bool {
	for s := 1; g.setup.DropLog && s <= g.run.Seats; s++ {
		if g.setup.Deciders[s] == nil {
			return false
		}
	}
	return g.setup.DropLog
}

// allForced returns the replies to a decision that leaves no seat a choice; they
// are good until the next decision.
func (r *Run) allForced(d *Decision) []Reply {
	replies := r.given[:0]
	r.forced = r.forced[:0]
	for s, last := d.seatsFrom(r.Seats); s <= last; s++ {
		if !d.Asks(s) {
			continue
		}
		from := len(r.forced)
		r.forced = d.ShapeOf(s).first(r.forced)
		replies = append(replies, r.forced[from:])
	}
	r.given = replies
	return replies
}

// decide asks the deciders. A decision stays open while a seat without one
// has not answered; the others then answer from the view at opening. The
// replies are good until the next decision.
func (r *Run) decide(d *Decision) (replies []Reply, open bool, err error) {
	if d.Secret {
		d.Given = make([]Reply, r.Seats+1)
		d.KeptFrom = r.keptFrom(d) | r.peeked()
	}
	held := r.held(d)
	replies = r.given[:0]
	for s, last := d.seatsFrom(r.Seats); s <= last; s++ {
		if !d.Asks(s) {
			continue
		}
		var reply Reply
		if r.isForced(s) {
			reply = d.First(s)
		} else {
			if decider := r.game.setup.Deciders[s]; decider != nil && !held {
				peeking := r.peeking
				r.game.asking = d
				r.peeking = false
				reply = decider(r.game.ctx, &r.Position, d, s)
				r.game.asking = nil
				r.peeking = peeking
				if r.game.interrupted() {
					return nil, false, errInterrupted // the reply may be half thought
				}
			}
			if reply == nil {
				open = true
				continue
			}
			if err := d.Check(s, reply); err != nil {
				return nil, false, fmt.Errorf("decision %d: seat %d gave an answer that is not legal: %w", d.Number, s,
					err)
			}
		}
		if d.Secret {
			d.Given[s] = reply
		}
		replies = append(replies, reply)
	}
	r.given = replies
	return replies, open, nil
}

// held reports whether an undo goes back to this decision, so that it stays open
// though deciders could answer. Where the host answers for a seat of a secret
// decision, the others still answer at once.
func (r *Run) held(d *Decision) bool {
	if !r.game.holding {
		return false
	}
	for s := range d.Seats.Each() {
		if r.game.setup.Deciders[s] == nil {
			return false
		}
	}
	return true
}

// leaveOpen makes d the open decision; the log's last event then is EvAsk.
func (r *Run) leaveOpen(d *Decision) {
	d.Open = r.openTriggers()
	if d.Chance == nil {
		d.KeptFrom = r.keptFrom(d) | r.peeked()
	}
	kept := *d
	kept.Options = slices.Clone(d.Options)
	kept.About = slices.Clone(d.About)
	r.game.open = &kept
	r.game.holding = false
	asked := d.seats()
	if d.Vacant {
		asked = 0
	}
	r.emit(Event{Kind: EvAsk, A: int32(d.Number), B: int32(d.Prompt), New: asked})
	r.game.hashAnswers()
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
		for s, last := d.seatsFrom(g.run.Seats); s <= last; s++ {
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
		number: d.Number, again: int32(d.Again), kind: d.Kind, question: d.hash(), trace: g.trace(at),
		at: at - g.step.begin, replies: g.seatReplies(d, replies),
	})
	return nil
}

// seatReplies turns replies in seat order into the values chosen.
func (g *Game) seatReplies(d *Decision, replies []Reply) []SeatReply {
	from := len(g.replies)
	for s, last := d.seatsFrom(g.run.Seats); s <= last; s++ {
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
	if g.setup.DropLog || g.world != nil {
		g.replies = g.replies[:0]
		g.choices = g.choices[:0]
		return
	}
	g.replies = nil
	g.choices = nil
}

// keptFrom are the seats that do not know a card among the options, or all others.
func (p *Position) keptFrom(d *Decision) SeatSet {
	if d.Hidden {
		return p.all &^ Only(d.Seat)
	}
	know := p.all
	for s, last := d.seatsFrom(p.Seats); s <= last; s++ {
		for _, c := range d.OptionsOf(s) {
			for _, v := range c.V[:c.N] {
				if v.Kind == Handle {
					if in, ok := p.instance(v.N); ok {
						v = CardValue(in.Card)
					}
				}
				if v.Kind == Card && v.N != 0 {
					know &= p.Known(v.Card())
				}
			}
		}
	}
	return p.all &^ know
}

// askChance lets the host pick one of the options.
func (r *Run) askChance(c *Chance, options []Choice) (int, error) {
	if len(options) == 1 {
		return 0, nil
	}
	c.Held = r.inHand
	reply, err := r.Choose(&Decision{Kind: PickOne, Options: options, Chance: c})
	if err != nil {
		return 0, err
	}
	return reply[0], nil
}

// answerTo finds the recorded answer to a decision, nil if there is none. A forced answer
// of the real game may be a free choice in a sampled world.
func (r *Run) answerTo(d *Decision) *recorded {
	g := r.game
	g.skipUnseen(d.Number)
	if g.step.next < len(g.step.answers) {
		rec := &g.step.answers[g.step.next]
		if rec.number == d.Number && rec.again == int32(d.Again) {
			g.step.next++
			return rec
		}
	}
	if r.repeating() {
		return g.world.forced(d)
	}
	return nil
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
			if w := r.game.world; w != nil {
				w.unlike = given.Seat != w.seat
			}
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
