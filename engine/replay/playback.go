package replay

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// Replay plays a record back. Behind its end the setup's deciders answer, and
// the game stands where nobody does. Where the record does not fit the error is
// a *Difference, and the game stands at that decision.
func Replay(r *Record, setup engine.Setup) (*engine.Game, error) {
	return play(r, setup, 0)
}

// ReplayTo plays a record back to where a decision is open.
func ReplayTo(r *Record, setup engine.Setup, number int) (*engine.Game, error) {
	if last := r.last(); number < 1 || number > last+1 {
		return nil, fmt.Errorf("the record has decisions 1 to %d, not %d", last, number)
	}
	g, err := play(r, setup, number)
	if err == nil && (g.Open() == nil || g.Open().Number != number) {
		err = &Difference{Decision: number, What: "the game ends before it"}
	}
	return g, err
}

// Verify plays a record back and returns the first difference, nil if there is
// none. An error means that it could not be played back at all.
func Verify(r *Record, setup engine.Setup) (*Difference, error) {
	setup.Deciders = [engine.MaxSeats + 1]engine.Decider{}
	g, err := play(r, setup, 0)
	if d, ok := err.(*Difference); ok {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	if n := g.Counts().Decisions; n != r.End.Decisions {
		return &Difference{What: fmt.Sprintf("%d decisions were answered, recorded: %d", n, r.End.Decisions)}, nil
	}
	if h := g.Position().Hash(); h != r.End.Hash {
		return &Difference{What: fmt.Sprintf("every answer fits, but the game ends otherwise: the state's digest is %016x, recorded: %016x", h, r.End.Hash)}, nil
	}
	return nil, nil
}

// last is the number of the last recorded decision.
func (r *Record) last() int { return (&playback{answers: r.Answers}).last() }

// playback answers from a record. It answers in process, so that no step is
// ever run twice.
type playback struct {
	answers []Answer
	stop    int // the decision to leave open, 0 for none
	// first is, by decision number, the position of its first answer.
	first map[int]int
	rest  [engine.MaxSeats + 1]engine.Decider
	// asked is the number of the last decision that was asked.
	asked      int
	difference *Difference
}

func play(r *Record, setup engine.Setup, stop int) (*engine.Game, error) {
	if err := r.Header.fits(&setup); err != nil {
		return nil, err
	}
	options, err := r.Header.options(setup.Layout.Pack)
	if err != nil {
		return nil, err
	}
	deciders := setup.Deciders
	setup.Seed, setup.Options = r.Header.Seed, options
	g := engine.New(setup)
	return g, Follow(g, r.Answers, stop, deciders)
}

// Follow answers a game's decisions as another one's were answered, up to the
// decision stop, which it leaves open; 0 for all. Behind that the deciders
// answer, and the game keeps them. Where an answer does not fit the error is a
// *Difference, and the game stands at that decision.
func Follow(g *engine.Game, answers []Answer, stop int, deciders [engine.MaxSeats + 1]engine.Decider) error {
	p := &playback{answers: answers, stop: stop, first: map[int]int{}, rest: deciders, asked: g.Counts().Decisions}
	for i := len(answers) - 1; i >= 0; i-- {
		p.first[answers[i].Number] = i
	}
	err := p.answerOpen(g)
	for s := 1; s <= g.Layout().Seats; s++ {
		g.SetDecider(engine.Seat(s), p.decide)
	}
	if p.difference == nil && err == nil {
		_, err = g.Advance()
	}
	for s := 1; s <= g.Layout().Seats; s++ {
		g.SetDecider(engine.Seat(s), p.rest[s])
	}
	if p.difference != nil {
		return p.difference
	}
	if unasked := p.asked + 1; err == nil && stop == 0 && unasked <= p.last() {
		a := &answers[p.first[unasked]]
		return &Difference{Decision: unasked, Seat: a.Seat, Expected: a.text(), What: "it is not asked any more: the game ends before it"}
	}
	return err
}

// answerOpen answers the decision that is open already, if it is recorded.
func (p *playback) answerOpen(g *engine.Game) error {
	d := g.Open()
	if d == nil || p.stop > 0 && d.Number >= p.stop || d.Number > p.last() {
		return nil
	}
	for s := engine.Seat(1); int(s) <= g.Layout().Seats && g.Open() == d; s++ {
		if !d.Waits(s) {
			continue
		}
		reply := p.decide(g.Position(), d, s)
		if p.difference != nil {
			return nil
		}
		if err := g.Answer(d.Number, s, reply); err != nil {
			return err
		}
	}
	return nil
}

// last is the number of the last recorded decision.
func (p *playback) last() int {
	if n := len(p.answers); n > 0 {
		return p.answers[n-1].Number
	}
	return 0
}

// decide answers from the record; behind its end it leaves the decision to the
// seat's own decider.
func (p *playback) decide(g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	switch {
	case p.difference != nil:
		return nil
	case p.stop > 0 && d.Number >= p.stop && !p.besideHost(d):
		return nil
	case p.stop > 0 && d.Number >= p.stop, d.Number > p.last():
		if rest := p.rest[seat]; rest != nil {
			return rest(g, d, seat)
		}
		return nil
	}
	if p.asked != d.Number {
		p.asked = d.Number
		p.compare(g, d)
	}
	if p.difference != nil {
		return nil
	}
	reply, _ := p.reply(g, d, p.answer(d.Number, seat))
	return reply
}

// compare checks the recorded answers to a decision, of all its seats: also of
// those that the engine does not ask, because they have no choice.
func (p *playback) compare(g *engine.Position, d *engine.Decision) {
	for s := engine.Seat(1); int(s) <= g.Seats; s++ {
		answer := p.answer(d.Number, s)
		switch {
		case answer == nil && d.Asks(s):
			a := &p.answers[p.first[d.Number]]
			p.differ(g, d, s, "", fmt.Sprintf("this seat was not asked, but seat %d, who answered %s", a.Seat, a.text()))
		case answer != nil && !d.Asks(s):
			p.differ(g, d, s, answer.text(), "this seat is not asked")
		case answer != nil:
			if _, err := p.reply(g, d, answer); err != nil {
				p.differ(g, d, s, answer.text(), err.Error())
			}
		}
	}
}

// reply turns a recorded answer into a reply to what is offered now.
func (p *playback) reply(g *engine.Position, d *engine.Decision, answer *Answer) (engine.Reply, error) {
	choices := make([]engine.Choice, len(answer.Keys))
	for i, key := range answer.Keys {
		c, err := g.ChoiceOf(key)
		if err != nil {
			return nil, err
		}
		choices[i] = c
	}
	return d.ReplyOf(answer.Seat, choices)
}

// besideHost tells whether the host answers for a seat of a secret decision: the
// seats with deciders then answer when it opens.
func (p *playback) besideHost(d *engine.Decision) bool {
	for s := range p.rest {
		if d.Secret && d.Asks(engine.Seat(s)) && p.rest[s] == nil {
			return true
		}
	}
	return false
}

// answer finds a seat's answer to a decision; nil if there is none.
func (p *playback) answer(number int, seat engine.Seat) *Answer {
	for i := p.first[number]; i < len(p.answers) && p.answers[i].Number == number; i++ {
		if a := &p.answers[i]; a.Seat == seat {
			return a
		}
	}
	return nil
}

func (p *playback) differ(g *engine.Position, d *engine.Decision, seat engine.Seat, expected, what string) {
	if p.difference != nil {
		return
	}
	p.difference = &Difference{Decision: d.Number, Seat: seat, Expected: expected, Offered: offered(g, d, seat), What: what}
}

// offered is what a seat may choose from, as the record would name it.
func offered(p *engine.Position, d *engine.Decision, seat engine.Seat) []string {
	switch d.Kind {
	case engine.YesNo:
		return []string{"yes", "no"}
	case engine.PickNumber:
		return []string{fmt.Sprintf("%d to %d", d.Min, d.Max)}
	}
	var keys []string
	for _, c := range d.OptionsOf(seat) {
		key := p.ChoiceKey(c)
		if d.Kind == engine.Split {
			key += " / amount"
		}
		keys = append(keys, key)
	}
	if d.Kind == engine.PickOne && d.Optional || len(keys) == 0 {
		keys = append(keys, "-")
	}
	return keys
}
