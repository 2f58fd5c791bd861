package view

import "github.com/ruledeck/ruledeck/engine"

// Results counts the random results that a die (RollEvent) or a zone (DrawEvent, card by
// card, and ShuffleEvent) has given since the log began; results of failed abilities do not
// count.
func Results(p *engine.Position, kind EventKind, of int32) int {
	kinds := map[EventKind]engine.EventKind{RollEvent: engine.EvRoll, DrawEvent: engine.EvDraw,
		ShuffleEvent: engine.EvShuffle}
	return p.Log().Results(kinds[kind], of)
}

// ResultsSince gathers the random results of a game from a place of its log on, in order,
// as a script that gives exactly these again; it is for the referee. Results of a failed
// ability come again, so they are listed once.
func ResultsSince(p *engine.Position, from int) *engine.Scripted {
	s := p.Log().ResultsSince(from)
	s.Strict = true
	return s
}
