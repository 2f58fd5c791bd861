package engine

import "slices"

// Fork returns an independent game that stands where this one does, with the
// same log, open decision and past decisions to go back to. It has no deciders.
// scripts must not be the game's own: those may be in the middle of a call. While
// a Decider of the game is being asked, the fork stands at the checkpoint of the
// running step, and Advance plays it to the same decision again.
func (g *Game) Fork(scripts Scripts) *Game {
	to := &Game{}
	g.copyTo(to, scripts)
	to.setup.DropLog, to.setup.CheckInvariants = g.setup.DropLog, g.setup.CheckInvariants
	to.history = g.history
	if g.open == nil {
		to.log = g.log.fork(to.step.begin)
		to.following = g.following.fork(to)
		g.stateAt(to.step.begin, &to.run.state)
		return to
	}
	to.log = g.log.fork(g.log.Len())
	to.following = g.following.fork(to)
	g.run.state.clone(&to.run.state)
	to.step.traced = g.step.traced
	to.step.next = g.step.next
	to.failures = slices.Clone(g.failures)
	open := *g.open
	open.Given = slices.Clone(open.Given)
	to.open = &open
	return to
}

// copyTo gives a game all that another has but its state and its log: the step that runs
// now is to run again, with its recorded answers.
func (g *Game) copyTo(to *Game, scripts Scripts) {
	to.alone(g, scripts)
	answers := to.step.answers[:0]
	to.step = stepRun{origin: origin{begin: g.run.Checkpoint(), failures: len(g.failures)},
		active: g.step.active, what: g.step.what}
	if g.step.active {
		to.step.origin = g.step.origin
		to.replies = to.replies[:0]
		to.choices = to.choices[:0]
		for _, rec := range g.step.answers {
			rec.replies = to.keep(rec.replies)
			answers = append(answers, rec)
		}
	}
	to.step.answers = answers
	to.failures = append(to.failures[:0], g.failures[:to.step.failures]...)
	to.history = nil
	to.open = nil
	to.world = nil
	to.salt = g.salt
	to.saltFrom = g.saltFrom
	to.counts = g.counts
	to.pace = g.pace
	to.recent = g.recent
	to.shuffled = g.shuffled
	to.run.resetRegisters()
}

// alone sets a game up as another one, without what its host has to do with it.
func (g *Game) alone(of *Game, scripts Scripts) {
	g.setup = of.setup
	g.connect(of.run.Layout, scripts)
	g.setup.Scripts = scripts
	g.setup.DropLog = false
	g.setup.CheckInvariants = false
	g.setup.Deciders = [MaxSeats + 1]Decider{}
	g.setup.Noticed = nil
	g.setup.Windowed = nil
	g.setup.Rests = 0
	g.setup.Refused = nil
	g.setup.Selected = nil
	g.setup.Vain = nil
}

// keep copies replies into the game's own memory: that of another game may be
// used again before this one is done.
func (g *Game) keep(replies []SeatReply) []SeatReply {
	from := len(g.replies)
	for _, r := range replies {
		at := len(g.choices)
		g.choices = append(g.choices, r.Choices...)
		g.replies = append(g.replies, SeatReply{r.Seat, g.choices[at:len(g.choices):len(g.choices)]})
	}
	return g.replies[from:len(g.replies):len(g.replies)]
}
