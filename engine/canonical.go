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
		s.replace(i, &e)
	}
	return s
}

// replace puts an effect in the place of another.
func (s *State) replace(i int, e *Effect) {
	s.apply(&Event{Kind: EvEffectEnd, A: int32(i)}, nil)
	var log Log
	s.apply(log.addData(Event{Kind: EvEffect, A: int32(i)}, -1, e.encode(nil)), &log)
}

// Outcomes are the weights of a decision of chance by option, where copies of a card that
// nothing can ever tell apart are one outcome: the first has the weight of all of them, and
// the others have none. So are copies that no script has got hold of in this step, and of
// which the game and all seats know the same. Where it is not sure, each copy is an outcome:
// while a trigger is being raised; in packs with scripts that name card.copy or card.life, or
// with abilities that give others; of cards that have abilities, or zones; of draws from
// anything but a bag. In a bag positions mean nothing: a script that goes by them, and leaves
// the card that it drew in there, tells copies apart all the same.
func (p *Position) Outcomes(d *Decision) []int {
	weights := slices.Clone(d.Chance.Weights)
	z := d.Chance.Zone
	for i := len(weights) - 1; i > 0; i-- {
		a := d.Options[i-1].V[0].Card()
		b := d.Options[i].V[0].Card()
		if p.Nth[a] != p.Nth[b] || d.Chance.Kind != Shuffled && !p.moves[z].bag || !p.Pack.Alike ||
			p.run.game.setup.Script != nil || slices.Contains(d.Chance.Held, a) || slices.Contains(d.Chance.Held, b) ||
			len(p.carried[a])+len(p.cardZones[a])+len(p.grants)+len(d.Open)+len(p.run.raised) > 0 {
			continue
		}
		world, ok := p.Exchanged(a, b, 0)
		if !ok {
			continue
		}
		was := p.Canonical()
		is := world.Canonical()
		// Where the two lie says nothing in a bag, and after a shuffle not any more.
		for c := was.zones[z].head; c != 0; c = was.links[c].next {
			is.place(c, z, was.previous(c), is.links[c].known)
		}
		if is.Equal(was) {
			weights[i-1] += weights[i]
			weights[i] = 0
		}
	}
	return weights
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
