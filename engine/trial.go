package engine

import (
	"fmt"
	"math"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Trial tries replies to one decision of a game, for players that look ahead
// without seeing more than their seat does. It plays on a fork from the
// checkpoint of the running step: in a sampled world, where what the seat does
// not know lies otherwise, the recorded part of the step is repeated, the reply
// is given, and the step goes on with fresh randomness.
//
//	t.At(g, d, seat)
//	t.Sample(salt)
//	t.Try(reply)
//	worth, err := t.Worth()
type Trial struct {
	policy Decider
	answer Decider
	game   Game

	real     *Game
	decision *Decision
	seat     Seat
	begin    int
	end      int
	// start is the real state at the checkpoint, world the sampled one.
	start, world State
	// until is, by card, the log position up to which the seat knew the card:
	// never (since the checkpoint), always, or that of the event that took it away.
	until  []int
	hidden []CardID
	// references are the cells that hold cards or zones.
	references []int

	salt   uint64
	source rng.Source
	// at is the sampled exchange at the checkpoint, now the one that holds at
	// present: shuffles that the seat did not see exchange more.
	at, now exchange
	cursor  int
	reached bool
	reply   Reply
}

const (
	never  = -1
	always = math.MaxInt
)

// trialSteps bounds the steps of one try; a step that schedules itself
// without end is cut off there.
const trialSteps = 100

// NewTrial prepares trials. scripts must not be in use by another game; policy
// answers whatever else is asked, of whichever seat; without one (nil) a try
// ends at the next decision.
func NewTrial(scripts Scripts, policy Decider) *Trial {
	t := &Trial{policy: policy}
	t.game.run.scripts = scripts
	t.answer = func(p *Position, _ *Decision, seat Seat) Reply {
		p.run.game.setup.Deciders[seat] = t.policy
		return t.reply
	}
	return t
}

// At takes up a decision of a game, the open one or the one that a Decider is
// being asked, for a seat: the one that is asked or, for a look at what it may
// know, any other. The game must stand still until the last Try.
func (t *Trial) At(p *Position, d *Decision, seat Seat) {
	g := p.run.game
	if t.real == nil || t.real.run.Layout != g.run.Layout {
		t.references = g.run.references()
	}
	t.real, t.decision, t.seat = g, d, seat
	g.ForkInto(&t.game, t.game.run.scripts)
	t.game.run.state.clone(&t.start)
	t.begin, t.end = g.run.Checkpoint(), g.log.Len()
	t.findHidden()
	t.Sample(0)
}

// Sample draws a world: equal salts draw equal ones. Salt 0 is the real world
// with its real future, for tests and analysis.
func (t *Trial) Sample(salt uint64) {
	t.salt = salt
	t.start.clone(&t.world)
	t.at.reset(len(t.game.run.Def))
	if salt != 0 {
		t.source.Seed(salt, rng.Name("world"), 0)
		t.permute()
		t.rearrange()
	}
}

// Try gives a reply in the sampled world and plays to the end of the step and
// of what it scheduled; the status then is Going, unless the game is over or
// waits. A *DivergenceError says that the seat would have seen something else in this
// world; draw another.
func (t *Trial) Try(reply Reply) (Status, error) {
	t.rewind()
	g := &t.game
	for s := Seat(1); int(s) <= g.run.Seats; s++ {
		g.setup.Deciders[s] = t.policy
	}
	g.setup.Deciders[t.seat] = t.answer
	t.reply = reply
	rest := max(len(t.world.agenda)-1, 0)
	for range trialSteps {
		status, err := g.AdvanceStep()
		if err == nil && !t.reached {
			err = g.diverged(t.decision.Number, "the step ended without asking it")
		}
		if status != Going || err != nil || len(g.run.state.agenda) <= rest {
			return status, err
		}
	}
	return Going, nil
}

// Reopen plays to the decision in the sampled world and leaves it open there.
// The seat must not be able to tell that game from the real one.
func (t *Trial) Reopen() error {
	t.rewind()
	t.game.setup.Deciders = [MaxSeats + 1]Decider{}
	_, err := t.game.AdvanceStep()
	if err == nil && !t.reached {
		err = t.game.diverged(t.decision.Number, "the step ended without asking it")
	}
	return err
}

// Reached tells whether the last Try or Reopen came to the decision: without
// it the sampled world is not one that the seat could be in.
func (t *Trial) Reached() bool { return t.reached }

// Game is the fork, as the last Try or Reopen left it.
func (t *Trial) Game() *Game { return &t.game }

// worthOfWin is what a won game counts beside any standing.
const worthOfWin = 1 << 24

// Worth is the pack's standing for the seat in the fork, and much more or less
// when the game is won or lost there.
func (t *Trial) Worth() (int, error) {
	g := &t.game
	if g.run.Pack.Standing < 0 {
		return 0, fmt.Errorf("%s has no standing", g.run.Pack.ID)
	}
	g.run.resetRegisters()
	g.step.what = g.run.Pack.Standing
	v, _, err := g.run.Pure(g.run.Pack.Standing, SeatValue(t.seat))
	if err != nil {
		return 0, g.failure(err)
	}
	if v.Kind != Number {
		return 0, g.failure(fmt.Errorf("standing must be a number, not a %s", v.Kind))
	}
	worth := int(v.N)
	if g.run.Over() && g.run.Winners() != 0 {
		if g.run.Winners().Has(t.seat) {
			return worth + worthOfWin, nil
		}
		return worth - worthOfWin, nil
	}
	return worth, nil
}

// rewind puts the fork back to the checkpoint of the sampled world.
func (t *Trial) rewind() {
	g := &t.game
	t.world.clone(&g.run.state)
	g.log.Base, g.log.events, g.log.data = t.begin, g.log.events[:0], g.log.data[:0]
	g.step = stepRun{
		begin: t.begin, active: true, what: t.real.step.what, failures: t.real.step.failures,
		answers: append(g.step.answers[:0], t.real.step.answers...),
	}
	g.failures = append(g.failures[:0], t.real.failures[:t.real.step.failures]...)
	g.open = nil
	g.setup.Script = t.real.setup.Script
	if t.salt != 0 {
		g.setup.Script = nil
	}
	g.salt, g.saltFrom = t.salt, int32(t.decision.Number)
	g.trial = t
	g.run.resetRegisters()
	t.now.copy(&t.at)
	t.source.Seed(t.salt, rng.Name("unseen"), 0)
	t.cursor, t.reached = t.begin, false
}

// findHidden finds until when the seat knew each card, and which cards it has
// not known since the checkpoint.
func (t *Trial) findHidden() {
	g := t.real
	t.until = append(t.until[:0], make([]int, len(g.run.Def))...)
	for c := 1; c < len(g.run.Def); c++ {
		t.until[c] = never
		if g.run.Knows(t.seat, CardID(c)) {
			t.until[c] = always
		}
	}
	for at := t.end - 1; at >= t.begin; at-- {
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
	t.hidden = t.hidden[:0]
	for c := 1; c < len(g.run.Def); c++ {
		if t.until[c] == never && !t.bears(CardID(c)) {
			t.hidden = append(t.hidden, CardID(c))
		}
	}
}

// knew takes in an event, from the last one back, after which the seats now
// know a card and before which those of old did.
func (t *Trial) knew(c CardID, old, now SeatSet, at int) {
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
func (t *Trial) pin(options []Choice) {
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

// bears tells whether cards lie on a card: such a card stays where it is.
func (t *Trial) bears(c CardID) bool {
	for _, z := range t.game.run.cardZones[c] {
		if t.start.zones[z].head != 0 {
			return true
		}
	}
	return false
}
