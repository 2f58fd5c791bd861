package engine

import (
	"fmt"
	"slices"
)

// Canonical returns a copy of the state without the parts that cannot affect the rest of
// the game: the counts of decisions and random results, the numbers of effects, loops that
// are not running. Two games with equal canonical states play on the same way, given the
// same random results.
func (p *Position) Canonical() *State {
	s := &State{}
	p.state.clone(s)
	running := map[int8]bool{}
	for _, in := range p.Pack.LoopsAround(p.FlowPosition()) {
		running[in.Loop] = in.Op == OpTurnsNext && !in.Once
		if running[in.Loop] {
			s.apply(&Event{Kind: EvSet, A: int32(p.loops + int(in.Loop)*loopCells + loopCount)}, nil)
		}
	}
	for n := range p.Pack.Loops {
		if _, ok := running[int8(n)]; !ok {
			for cell := range loopCells {
				s.apply(&Event{Kind: EvSet, A: int32(p.loops + n*loopCells + cell)}, nil)
			}
		}
	}
	for cell := range s.cells[:p.gameBase] {
		if cell >= p.loops+p.Pack.Loops*loopCells || cell == cellDecisions || cell == cellSerial {
			s.apply(&Event{Kind: EvSet, A: int32(cell)}, nil)
		}
	}
	// The lives whose numbers decide something get the smallest ones that keep their order.
	s.forgetLives()
	for _, a := range p.Ages() {
		s.renew(a)
	}
	for i := range s.effects {
		e := s.effects[i]
		e.Serial = int32(i)
		data := e.encode(nil)
		s.apply(&Event{Kind: EvEffectEnd, A: int32(i)}, nil)
		var log Log
		s.apply(log.addData(Event{Kind: EvEffect, A: int32(i)}, -1, data), &log)
	}
	return s
}

// Validate returns the first inconsistency of the state, or nil: every card must lie in
// exactly one zone, and the counts of zones must be right.
func (p *Position) Validate() error {
	s := &p.state
	seen := make([]bool, len(s.links))
	total := 0
	for z := 1; z < len(s.zones); z++ {
		n := 0
		known := 0
		before := CardID(0)
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			if seen[c] || s.links[c].zone != ZoneID(z) || p.PreviousIn(c) != before {
				return fmt.Errorf("%s lies in %s and elsewhere", p.CardKey(c), p.ZoneKey(ZoneID(z)))
			}
			seen[c] = true
			before = c
			n++
			known += int(Bool(s.links[c].known != 0).N)
		}
		if count := p.common.counted[z]; count != 0 && int(s.known[count]) != known {
			return fmt.Errorf("%s holds %d known cards but counts %d", p.ZoneKey(ZoneID(z)), known, s.known[count])
		}
		if n != int(s.zones[z].count) || before != p.BottomOf(ZoneID(z)) {
			return fmt.Errorf("%s holds %d cards but counts %d", p.ZoneKey(ZoneID(z)), n, s.zones[z].count)
		}
		total += n
	}
	if total != p.Cards() {
		missing := CardID(slices.Index(seen[1:], false) + 1)
		return fmt.Errorf("%s lies nowhere", p.CardKey(missing))
	}
	return nil
}
