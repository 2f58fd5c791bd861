package view

import "github.com/ruledeck/ruledeck/engine"

// Results counts the random results that a die (RollEvent) or a zone (DrawEvent,
// card by card, and ShuffleEvent) has given since the log began; those of failed
// abilities do not count.
func Results(p *engine.Position, kind EventKind, of int32) int {
	kinds := map[EventKind]engine.EventKind{RollEvent: engine.EvRoll, DrawEvent: engine.EvDraw, ShuffleEvent: engine.EvShuffle}
	return p.Log().Results(kinds[kind], of)
}

// ResultsSince gathers the random results of a game from a place of its log on,
// in order, as a script that gives them again; it is for the referee. Those of an
// ability that failed come again, so they are there once.
func ResultsSince(p *engine.Position, from int) *engine.Scripted {
	s := &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{}, Draws: map[engine.ZoneID][]engine.CardID{},
		Shuffles: map[engine.ZoneID][][]engine.CardID{}, Strict: true,
	}
	log := p.Log()
	type stream struct {
		kind engine.EventKind
		of   int32
	}
	// count is how many results a stream has given that still hold.
	count := map[stream]int{}
	for at := from; at < log.Len(); at++ {
		e := log.At(at)
		key := stream{e.Kind, e.A}
		switch e.Kind {
		case engine.EvFailed:
			for i := max(int(e.A), from); i < at; i++ {
				if undone := log.At(i); random(undone.Kind) {
					count[stream{undone.Kind, undone.A}]--
				}
			}
		case engine.EvRoll:
			s.Dice[engine.DieID(e.A)] = place(s.Dice[engine.DieID(e.A)], count[key], log.Values(e)[0])
		case engine.EvDraw:
			z := engine.ZoneID(e.A)
			s.Draws[z] = place(s.Draws[z], count[key], engine.CardID(log.Data(e)[0]))
		case engine.EvShuffle:
			z := engine.ZoneID(e.A)
			data := log.Data(e)
			var order []engine.CardID
			for _, c := range data[2*len(data)/3:] {
				order = append(order, engine.CardID(c))
			}
			s.Shuffles[z] = place(s.Shuffles[z], count[key], order)
		}
		if random(e.Kind) {
			count[key]++
		}
	}
	return s
}

func random(k engine.EventKind) bool {
	return k == engine.EvRoll || k == engine.EvDraw || k == engine.EvShuffle
}

// place puts a value at a place of a list, or at its end.
func place[T any](list []T, at int, v T) []T {
	if at < len(list) {
		list[at] = v
		return list
	}
	return append(list, v)
}
