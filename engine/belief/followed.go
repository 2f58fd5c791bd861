package belief

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Followed is what the seat saw behind its reply, in the world and after the last Play
// that could be had.
type Followed struct {
	// Start is what those need to know who tell the events; see view.Reader.Start.
	Start *view.View
	// Events are counted from the reply on.
	Events []view.Event
	// Sure is the number of events before the first thing that the seat could not foresee:
	// chance, an unknown card, a script that reads something the seat does not know, or a
	// question to another seat, even a forced one.
	Sure int
	// Next is the question at which play stopped, as the seat sees it but without its
	// options; nil where there is none.
	Next *view.Question
	// Over reports whether the game was over.
	Over bool
}

// Followed returns what the seat saw behind its reply after the last Play, whose reply
// must have been the seat's own. It is a function of the world, so that equal worlds
// give equal ones.
func (s *Sampler) Followed() Followed {
	g := s.d.Game()
	p := g.Position()
	log := g.Log()
	behind := s.answered(log)
	r := view.ReaderAt(p, s.seat, behind)
	out := Followed{Start: r.Start(), Events: r.Next(), Over: g.Over()}
	sure := behind
	for sure < log.Len() && !s.unforeseen(log.At(sure)) {
		sure++
	}
	if peek, found := log.PeekSince(behind, s.seat); found {
		sure = min(sure, peek)
	}
	out.Sure = r.Before(sure)
	if d := g.Open(); d != nil {
		asked := d.Seat
		if d.Asks(s.seat) {
			asked = s.seat
		}
		out.Next = view.Outline(p, d, s.seat, asked)
	}
	return out
}

// answered is the position of the log behind the seat's answer to the decision.
func (s *Sampler) answered(log *engine.Log) int {
	for at := log.Base; at < log.Len(); at++ {
		e := log.At(at)
		if e.Kind == engine.EvAnswer && int(e.A) == s.decision.Number && engine.Seat(e.B) == s.seat {
			return at + 1
		}
	}
	return log.Len()
}

// unforeseen reports whether the seat could not know that an event would come as it did.
func (s *Sampler) unforeseen(e *engine.Event) bool {
	switch e.Kind {
	case engine.EvRoll, engine.EvDraw, engine.EvShuffle:
		return true
	case engine.EvMove, engine.EvReveal:
		return e.New.Has(s.seat) && !e.Old.Has(s.seat)
	case engine.EvAnswer:
		return engine.Seat(e.B) != s.seat
	case engine.EvAsk:
		return !e.New.Has(s.seat)
	}
	return false
}
