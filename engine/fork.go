package engine

import "slices"

// Fork returns an independent game that stands where this one does, with the
// same log, open decision and past decisions to go back to. It has no deciders.
// scripts must not be the game's own: those may be in the middle of a call. While
// a Decider of the game is being asked, the fork stands at the checkpoint of the
// running step, and Advance plays it to the same decision again.
func (g *Game) Fork(scripts Scripts) *Game {
	to := &Game{}
	g.forkInto(to, scripts)
	to.setup.DropLog, to.setup.CheckInvariants = g.setup.DropLog, g.setup.CheckInvariants
	begin := to.step.begin
	to.log = Log{Base: g.log.Base, events: slices.Clone(g.log.events), data: slices.Clone(g.log.data)}
	to.history = slices.Clone(g.history)
	if g.open == nil {
		to.log.truncate(begin)
		return to
	}
	g.run.state.clone(&to.run.state)
	to.step.traced = g.step.traced
	to.step.next = g.step.next
	to.failures = slices.Clone(g.failures)
	open := *g.open
	open.Given = slices.Clone(open.Given)
	to.open = &open
	return to
}

// forkInto makes an existing game, whose memory is used again, stand at the
// checkpoint of the step that runs now, with the step's recorded answers and no
// log of what was before.
func (g *Game) forkInto(to *Game, scripts Scripts) {
	to.setup = g.setup
	to.connect(g.run.Layout, scripts)
	to.setup.Scripts, to.setup.DropLog, to.setup.CheckInvariants = scripts, false, false
	to.setup.Deciders, to.setup.Noticed, to.setup.Refused = [MaxSeats + 1]Decider{}, nil, nil
	g.run.state.clone(&to.run.state)
	begin := g.run.Checkpoint()
	for i := g.log.Len() - 1; i >= begin; i-- {
		to.run.state.undo(g.log.At(i), &g.log)
	}
	to.log = Log{Base: begin, events: to.log.events[:0], data: to.log.data[:0]}
	to.step = stepRun{begin: begin, active: g.step.active, what: g.step.what, answers: to.step.answers[:0], failures: len(g.failures)}
	if g.step.active {
		to.replies, to.choices = to.replies[:0], to.choices[:0]
		for _, rec := range g.step.answers {
			rec.replies = to.keep(rec.replies)
			to.step.answers = append(to.step.answers, rec)
		}
		to.step.failures, to.step.counts = g.step.failures, g.step.counts
	}
	to.failures = append(to.failures[:0], g.failures[:to.step.failures]...)
	to.history, to.open, to.world = to.history[:0], nil, nil
	to.salt, to.saltFrom, to.counts = g.salt, g.saltFrom, g.counts
	to.quiet, to.asked, to.recent = g.quiet, g.asked, g.recent
	to.mixed.up = append(to.mixed.up[:0], g.mixed.up...)
	to.run.resetRegisters()
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
