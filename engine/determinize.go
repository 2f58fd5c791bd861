package engine

import (
	"context"
	"fmt"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// At takes up a decision of a game, the open one or the one a Decider is being asked, for a
// seat: the seat asked, or any other seat whose knowledge is examined. The game must stand
// still until the last Try. When ctx ends, all tries end with its error.
//
// With the position of a Past, and a decision without a number, worlds stand there at once, whatever
// happened since and whatever is asked: Reopen makes them, and nothing can be tried. There are none
// where something but the cards is hidden from the seat.
func (t *Determinizer) At(ctx context.Context, p *Position, d *Decision, seat Seat) {
	g := p.run.game
	t.ctx = ctx
	if t.real == nil || t.real.run.Layout != g.run.Layout {
		t.references = g.run.references()
	}
	begin := g.run.Checkpoint()
	known := &g.run.state
	t.end = g.log.Len()
	if g.past != nil {
		begin = g.past.at
		t.end = begin
		g = g.following.game
	}
	t.real = g
	t.decision = d
	t.seat = seat
	// The game, whose memory is reused, stands where worlds begin, at a decision the checkpoint of the
	// running step, with the step's recorded answers and no earlier log.
	to := &t.game
	g.copyTo(to, to.run.scripts)
	g.stateAt(begin, &to.run.state)
	to.log.reset(begin, to.run.Decisions())
	t.game.run.state.clone(&t.start)
	t.begin = begin
	t.steps = g.counts.Steps
	if g.step.active {
		t.steps = g.step.counts.Steps
	}
	t.secret = t.hiddenValue()
	t.findHidden(known)
	t.Sample(0)
}

// AtFork is At on a fork of the game, so that several look at one decision at the same
// time. An error says why the fork does not come to it.
func (t *Determinizer) AtFork(ctx context.Context, p *Position, d *Decision, seat Seat) error {
	g := p.run.game.Fork(t.game.run.scripts)
	if _, err := g.Advance(ctx); err != nil {
		return err
	}
	if g.open == nil || g.open.Number != d.Number {
		return g.diverged(d.Number, "it was not asked")
	}
	t.At(ctx, g.Position(), g.open, seat)
	return nil
}

// Position is the game as it stands at the decision that is looked at.
func (t *Determinizer) Position() *Position { return t.real.Position() }

// Refusal says why no worlds can be sampled for the seat; "" if they can. Where
// something but the cards is hidden from it, the game must be played again from
// the start with other hidden results: for that the log must go back so far.
func (t *Determinizer) Refusal() string {
	if t.secret == "" || t.whole() {
		return ""
	}
	return fmt.Sprintf("%s is hidden from seat %d, and the game has not kept how it came about: worlds cannot be "+
		"sampled", t.secret, t.seat)
}

// hiddenValue names an attribute that the seat may not read, if the pack has one.
func (t *Determinizer) hiddenValue() string {
	p := t.real.run.Pack
	other := t.seat%Seat(t.real.run.Seats) + 1
	for _, attributes := range [...][]Attribute{p.Game, p.Seats, p.Cards} {
		for i := range attributes {
			if a := &attributes[i]; a.State && !t.mayRead(a, other) {
				return a.Name
			}
		}
	}
	return ""
}

// Sample draws a world: equal salts draw equal ones. It reports whether there
// is one. Salt 0 is the real world with its real future, for tests and analysis.
func (t *Determinizer) Sample(salt uint64) bool {
	t.salt, t.future = salt, salt
	t.at.reset(len(t.game.run.Def))
	if salt == 0 {
		t.start.clone(&t.world)
		return true
	}
	if t.secret != "" {
		return t.decision.Number > 0 && t.Refusal() == "" && t.replay()
	}
	t.start.clone(&t.world)
	t.source.Seed(salt, rng.Name("world"), 0)
	dealt := t.permute()
	if dealt {
		t.rearrange()
	}
	return dealt
}

// Future gives the world other random results after the decision: equal seeds
// give equal ones in any world.
func (t *Determinizer) Future(seed uint64) { t.future = seed }

// replay plays the game again up to the checkpoint, with the public results and
// answers that were there and with other hidden ones. It reports whether the
// seat would have seen the same.
func (t *Determinizer) replay() bool {
	g := &t.game
	t.real.stateAt(0, &g.run.state)
	g.log.reset(0, 0)
	g.step = stepRun{answers: g.step.answers[:0]}
	g.failures = g.failures[:0]
	g.open = nil
	g.counts = Counts{}
	g.pace = pace{}
	g.salt = 0
	g.world = t
	g.setup.Deciders = [MaxSeats + 1]Decider{}
	g.setup.Script = nil
	g.run.resetRegisters()
	t.now.reset(len(g.run.Def))
	t.source.Seed(t.salt, rng.Name("replay"), 0)
	t.cursor = 0
	t.reached = false
	t.replaying = true
	defer func() { t.replaying = false }()
	shown := 0
	for g.counts.Steps < t.steps {
		var ok bool
		shown, ok = t.replayStep(shown)
		if !ok {
			return false
		}
	}
	if t.nextShown(&t.real.log, shown, t.begin) < t.begin {
		return false
	}
	g.run.state.clone(&t.world)
	t.at.copy(&t.now)
	return true
}

// replayTries bounds how often a step is played anew when the seat would have
// seen something else in it.
const replayTries = 24

// replayStep plays the next step so that the seat sees what it saw from a position of the
// real log on, and returns the position after it. Rejecting step by step rather than game
// by game makes worlds of long games possible (sequential rejection). It ignores that later
// steps make some worlds more likely than others.
func (t *Determinizer) replayStep(shown int) (int, bool) {
	g := &t.game
	var before State
	var now exchange
	g.run.state.clone(&before)
	now.copy(&t.now)
	cursor := t.cursor
	length := g.log.Len()
	counts := g.counts
	paced := g.pace
	for range replayTries {
		status, err := g.AdvanceStep(t.ctx)
		if err == nil && status == Going {
			if next, what := t.compare(length, shown, t.begin); what == "" {
				return next, true
			}
		}
		before.clone(&g.run.state)
		t.now.copy(&now)
		g.log.truncate(length)
		t.cursor = cursor
		g.counts = counts
		g.pace = paced
		g.open = nil
		g.step = stepRun{answers: g.step.answers[:0]}
		g.run.resetRegisters()
	}
	return 0, false
}

// Try gives a reply in the sampled world, as the seat or, at a decision of others,
// as the one that is asked, and plays on; without a reply (nil) the policy gives
// it. The status then is Going, unless the game is over or waits. A
// *DivergenceError says that the seat would have seen something else in this
// world; draw another.
func (t *Determinizer) Try(reply Reply, until Until) (Status, error) {
	t.rewind()
	g := &t.game
	for s := Seat(1); int(s) <= g.run.Seats; s++ {
		g.setup.Deciders[s] = t.policy
	}
	if reply != nil {
		replies := t.seat
		if !t.decision.Asks(replies) {
			replies = t.decision.Seat
		}
		g.setup.Deciders[replies] = t.answer
	}
	t.reply = reply
	return g.playUntil(t.ctx, until, t.decision.Number, max(len(t.world.agenda)-1, 0), func() error {
		if !t.reached {
			return g.diverged(t.decision.Number, "the step ended without asking it")
		}
		return nil
	})
}

// Reopen plays to the decision in the sampled world and leaves it open there.
// The seat must not be able to tell that game from the real one.
func (t *Determinizer) Reopen() error {
	t.rewind()
	if t.decision.Number == 0 {
		t.reached = true
		return nil
	}
	t.game.setup.Deciders = [MaxSeats + 1]Decider{}
	_, err := t.game.AdvanceStep(t.ctx)
	what := "the step ended without asking it"
	if t.over {
		what = t.happened()
	}
	if err == nil && !t.reached && what != "" {
		err = t.game.diverged(t.decision.Number, what)
	}
	return err
}

// Hear makes tries tell what scripts refuse and select, until the next At; see Setup.
func (t *Determinizer) Hear(refused func(*Position, Refusal), selected func(*Position, *Selection)) {
	t.game.setup.Refused = refused
	t.game.setup.Selected = selected
}

// Vain makes tries tell of abilities that find nothing to act on, until the next At; see Setup.
func (t *Determinizer) Vain(vain func(*Position, *Instance)) { t.game.setup.Vain = vain }

// Reached reports whether the last Try or Reopen came to the decision: without
// it the sampled world is not one that the seat could be in.
func (t *Determinizer) Reached() bool { return t.reached }

// Game is the fork, as the last Try or Reopen left it.
func (t *Determinizer) Game() *Game { return &t.game }

// rewind puts the fork back to the checkpoint of the sampled world.
func (t *Determinizer) rewind() {
	g := &t.game
	t.world.clone(&g.run.state)
	g.log.reset(t.begin, g.run.Decisions())
	g.step = stepRun{
		origin: t.real.step.origin, active: true, what: t.real.step.what,
		answers: append(g.step.answers[:0], t.real.step.answers...),
	}
	g.failures = append(g.failures[:0], t.real.failures[:t.real.step.failures]...)
	t.follows = follower{game: g, at: t.begin, known: t.known[:]}
	g.open = nil
	g.following = &t.follows
	g.pace = t.real.pace
	t.given = t.given[:0]
	g.setup.Script = t.real.setup.Script
	if t.salt != 0 {
		g.setup.Script = nil
	}
	g.salt = t.future
	g.saltFrom = int32(t.decision.Number)
	g.world = t
	g.run.resetRegisters()
	t.now.copy(&t.at)
	t.source.Seed(t.salt, rng.Name("unseen"), 0)
	t.cursor = t.begin
	t.reached = false
}

// findHidden finds until when the seat knew each card, which it knows in a state, and which cards it
// has not known since the checkpoint.
func (t *Determinizer) findHidden(known *State) {
	g := t.real
	t.until = append(t.until[:0], make([]int, len(g.run.Def))...)
	for c := 1; c < len(g.run.Def); c++ {
		t.until[c] = never
		if known.links[c].known.Has(t.seat) {
			t.until[c] = always
		}
	}
	from := t.begin
	if t.secret != "" && t.whole() {
		from = 0
	}
	for at := t.end - 1; at >= from; at-- {
		switch e := g.log.At(at); e.Kind {
		case EvMove, EvReveal:
			t.knew(CardID(e.A), e.Old, e.New, at)
		case EvShuffle:
			data := g.log.Data(e)
			n := len(data) / 3
			for i, c := range data[:n] {
				known := SeatSet(data[n+i])
				t.knew(CardID(c), known, known&e.New, at)
			}
		}
	}
	if t.decision.Asks(t.seat) {
		t.pin(t.decision.OptionsOf(t.seat))
	}
	for i := range g.step.answers {
		for _, given := range g.step.answers[i].replies {
			if given.Seat == t.seat {
				t.pin(given.Choices)
			}
		}
	}
	for i := range t.groups {
		t.groups[i] = append(t.groups[i][:0], make([]*group, len(g.run.Def))...)
	}
	t.known[0] = groupsFrom{at: t.begin}
	t.known[0].groups[t.seat] = g.follower().before(t.begin)[t.seat]
	for _, of := range t.known[0].groups[t.seat] {
		deal := 0
		for _, s := range of.shares {
			if g.run.closeTo(s.zone) != g.run.closeTo(of.shares[0].zone) {
				deal = 1
			}
		}
		for _, c := range of.cards.list() {
			t.groups[deal][c] = of
		}
	}
	t.hidden = t.hidden[:0]
	t.order = append(t.order[:0], make([]int32, len(g.run.Def))...)
	t.lot = append(t.lot[:0], make([]int32, len(g.run.Def))...)
	for c := 1; c < len(g.run.Def); c++ {
		t.lot[c] = g.shuffled.root(g.run.kindOfCard(&t.start, CardID(c)))
	}
	n := int32(0)
	for z := range t.start.zones {
		for c := t.start.zones[z].head; c != 0; c = t.start.links[c].next {
			t.order[c] = n
			n++
			if t.until[c] == never {
				t.hidden = append(t.hidden, c)
			}
		}
	}
}

// knew takes in an event, from the last one back, after which the seats now
// know a card and before which those of old did.
func (t *Determinizer) knew(c CardID, old, now SeatSet, at int) {
	switch {
	case t.until[c] != never:
	case now.Has(t.seat):
		// The knowledge went without an event: an ability failed. Leave the card alone.
		t.until[c] = always
	case old.Has(t.seat):
		t.until[c] = at
	}
}

// pin leaves the cards alone whose abilities the seat is offered.
func (t *Determinizer) pin(options []Choice) {
	for i := range options {
		for _, v := range options[i].V[:options[i].N] {
			if v.Kind != Handle {
				continue
			}
			if in, ok := t.real.run.instance(v.N); ok {
				t.until[in.Card] = always
			}
		}
	}
}

// Open plays to the decision in the sampled world and returns the world as it
// stands there, with the question open. An error is as of Try.
func (t *Determinizer) Open() (*World, error) {
	if err := t.Reopen(); err != nil {
		return nil, err
	}
	g := t.game.Fork(t.game.run.scripts)
	g.step.answers = nil
	g.replies = nil
	g.choices = nil
	for _, rec := range t.given {
		rec.replies = g.keep(rec.replies)
		g.step.answers = append(g.step.answers, rec)
	}
	g.step.next = len(g.step.answers)
	g.hashAnswers()
	w := &World{t.ctx, g}
	w.Future(t.future)
	return w, nil
}
