package replay

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// Start makes the game that a header describes, before its first step; the
// setup gives its layout and scripts.
func (h *Header) Start(setup engine.Setup) (*engine.Game, error) {
	if err := h.fits(&setup); err != nil {
		return nil, err
	}
	options, err := h.options(&setup)
	if err != nil {
		return nil, err
	}
	if p := setup.Layout.Pack; !slices.Equal(p.DeckListsOf(options), setup.Layout.Lists) {
		return nil, &MismatchError{"the decks", strings.Join(p.Spell(p.DeckListsOf(options)), ", "),
			strings.Join(p.Spell(setup.Layout.Lists), ", ")}
	}
	setup.Seed = h.Seed.Low
	setup.Drawn = h.Seed.Drawn
	setup.GameOptions = options
	setup.Deciders = [engine.MaxSeats + 1]engine.Decider{}
	setup.AskChance = h.Chance
	return engine.New(setup), nil
}

// Before returns the answers to the decisions before one.
func Before(answers []Answer, number int) []Answer {
	for i := range answers {
		if answers[i].Number >= number {
			return answers[:i]
		}
	}
	return answers
}

// Follow answers a game's decisions as another one's were answered, to the end of
// the step in which the last of them is asked. Where an answer does not fit the
// error is a *Difference, and the game stands at that decision. It is the one way
// in which answers come back: of a record, of a save, of a game whose pack has
// changed, of a test that goes back and plays on again.
//
// A secret decision at the end may lack answers: it stays open for their seats.
// The game may stand at any of the decisions already, and must have no deciders.
// When ctx ends the error is its own, and the game stands between two answers: it
// can be followed on.
func Follow(ctx context.Context, g *engine.Game, answers []Answer) error {
	p := &playback{answers: answers, first: map[place]int{}}
	next := place{number: g.Counts().Decisions + 1}
	if d := g.Open(); d != nil {
		next = placeOf(d)
	} else if before := g.Position().Answers(); len(before) > 0 {
		// It may be answered, but not played on from.
		if last := before[len(before)-1]; last.Number >= next.number-1 {
			next = place{last.Number, last.Again + 1}
		}
	}
	for p.next < len(answers) && answers[p.next].place().before(next) {
		p.next++
	}
	for i := len(answers) - 1; i >= 0; i-- {
		p.first[answers[i].place()] = i
	}
	run, err := p.answerOpen(ctx, g)
	p.seat(g, p.decide) // in process, so that no step is run twice
	for p.difference == nil && err == nil && (run || p.next < len(answers)) {
		var status engine.Status
		status, err = g.AdvanceStep(ctx)
		if status != engine.Going {
			break
		}
		run = false
	}
	p.seat(g, nil)
	if p.difference != nil {
		return p.difference
	}
	if err == nil && p.next < len(answers) {
		a := &answers[p.next]
		what := "it is not asked any more: the game ends before it"
		if g.Counts().Decisions >= a.Number {
			what = noChoice
		}
		return &Difference{Decision: a.Number, Seat: a.Seat, Expected: a.text(), What: what}
	}
	return err
}

// playback answers from a record.
type playback struct {
	answers []Answer
	// first is, by decision, the position of its first answer.
	first map[place]int
	// next is the place of the first answer to a decision that was not asked yet.
	next       int
	difference *Difference
}

// seat makes a decider answer for all seats, and for chance.
func (p *playback) seat(g *engine.Game, d engine.Decider) {
	for s := 0; s <= g.Layout().Seats; s++ {
		g.SetDecider(engine.Seat(s), d)
	}
}

// answerOpen answers the decision that is open already, if it is recorded, and
// reports whether it has all its answers now.
func (p *playback) answerOpen(ctx context.Context, g *engine.Game) (done bool, err error) {
	d := g.Open()
	if d == nil || p.last().before(placeOf(d)) {
		return false, nil
	}
	for s := engine.Seat(0); int(s) <= g.Layout().Seats && g.Open() == d; s++ {
		if !asks(d, s) || !d.Waits(s) {
			continue
		}
		reply := p.decide(ctx, g.Position(), d, s)
		if reply == nil {
			continue
		}
		if err := g.Answer(d.Number, s, reply); err != nil {
			return false, err
		}
	}
	return g.Open() == nil, nil
}

// noChoice says what became of a decision that is answered without being asked.
const noChoice = "it leaves no choice any more"

// last is the last recorded decision.
func (p *playback) last() place {
	if n := len(p.answers); n > 0 {
		return p.answers[n-1].place()
	}
	return place{}
}

// decide answers from the record; behind its end it leaves the decision open.
func (p *playback) decide(_ context.Context, g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	here := placeOf(d)
	if p.difference != nil || p.last().before(here) {
		return nil
	}
	if p.next < len(p.answers) && !here.before(p.answers[p.next].place()) {
		p.compare(g, d)
		for p.next < len(p.answers) && !here.before(p.answers[p.next].place()) {
			p.next++
		}
	}
	answer := p.answer(here, seat)
	if answer == nil && !p.waits(d) {
		p.differ(g, d, seat, "", "it left no choice when it was recorded")
	}
	if p.difference != nil || answer == nil {
		return nil
	}
	reply, _ := p.reply(g, d, answer)
	return reply
}

// waits reports whether a decision is one that may lack answers of some seats.
func (p *playback) waits(d *engine.Decision) bool { return d.Secret && placeOf(d) == p.last() }

// compare checks the recorded answers to a decision, of all its seats: also of
// those that the engine does not ask, because they have no choice. One that is
// recorded before it must have been asked already.
func (p *playback) compare(g *engine.Position, d *engine.Decision) {
	if a := &p.answers[p.next]; a.place().before(placeOf(d)) {
		p.difference = &Difference{Decision: a.Number, Seat: a.Seat, Expected: a.text(), What: noChoice}
		return
	}
	for s := engine.Seat(0); int(s) <= g.Seats; s++ {
		answer := p.answer(placeOf(d), s)
		switch {
		case answer == nil && asks(d, s) && p.waits(d):
		case answer == nil && asks(d, s):
			a := &p.answers[p.first[placeOf(d)]]
			p.differ(g, d, s, "",
				fmt.Sprintf("this seat was not asked, but seat %d, who answered %s", a.Seat, a.text()))
		case answer != nil && !asks(d, s):
			p.differ(g, d, s, answer.text(), "this seat is not asked")
		case answer != nil && answer.Question != "" && answer.Question != question(g.Pack, d):
			p.differ(g, d, s, answer.text(), "what was asked is gone or comes later; it asks "+g.Pack.Symbols[d.Prompt])
		case answer != nil:
			if _, err := p.reply(g, d, answer); err != nil {
				p.differ(g, d, s, answer.text(), err.Error())
			}
		}
	}
}

// asks reports whether a decision is put to a seat; seat 0 is chance.
func asks(d *engine.Decision, s engine.Seat) bool { return d.Asks(s) && (s != 0 || d.Chance != nil) }

// reply turns a recorded answer into a reply to the present options.
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

// answer finds a seat's answer to a decision; nil if there is none.
func (p *playback) answer(at place, seat engine.Seat) *Answer {
	i, ok := p.first[at]
	for ; ok && i < len(p.answers) && p.answers[i].place() == at; i++ {
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
	p.difference = &Difference{Decision: d.Number, Seat: seat, Expected: expected,
		Offered: offered(g, d, seat), What: what}
}

// offered is what a seat may choose from, as the record would name it.
func offered(g *engine.Position, d *engine.Decision, seat engine.Seat) []string {
	low, high := d.ShapeOf(seat).Bounds()
	if d.Kind.Form() == engine.Quantity {
		return []string{fmt.Sprintf("%d to %d", low, high)}
	}
	var keys []string
	for _, c := range d.OptionsOf(seat) {
		key := g.ChoiceKey(c)
		if d.Kind.Form() == engine.Amounts {
			key += " / amount"
		}
		keys = append(keys, key)
	}
	if low == 0 && d.Kind.Form() != engine.Amounts || len(keys) == 0 {
		keys = append(keys, "-")
	}
	return keys
}
