package sim

import (
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Tenths is the number of parts of a game that Lead tells apart.
const Tenths = 10

// Lead says how the lead went in games that one seat won, by the pack's evaluation,
// which is asked when a phase begins and something was decided since. The time in a
// game is the share of its decisions.
type Lead struct {
	Games int `json:"games"`
	// Changes is how often another seat came to lead alone.
	Changes Sum `json:"changes"`
	// Led counts, for each tenth, the games that the later winner led alone at its end.
	Led [Tenths]int `json:"led"`
	// Decided counts the games by the tenth since whose end the winner led alone
	// without a break: the last one where the end brought it.
	Decided [Tenths]int `json:"decided"`
	// Behind are the games whose winner was last at half of it, alone or with others.
	Behind int `json:"behind"`
}

// Early are the games that were decided by half of them, Last those that only their end decided.
func (l *Lead) Early() (games int) {
	for _, n := range l.Decided[:Tenths/2] {
		games += n
	}
	return games
}

// Last is told of with Early.
func (l *Lead) Last() int { return l.Decided[Tenths-1] }

// leads follows the lead of one game after another.
type leads struct {
	Lead
	// samples has, for each look at a game, the decisions made and the evaluation of
	// each seat.
	samples []int
	phases  int
	failed  bool
}

func (l *leads) begin() {
	l.samples = l.samples[:0]
	l.phases = 0
	l.failed = false
}

// look takes a sample between two steps where a phase has begun.
func (l *leads) look(g *engine.Game, t *view.Tally) {
	begun := 0
	for _, n := range t.Rounds {
		begun += n
	}
	if begun == l.phases || l.failed {
		return
	}
	l.phases = begun
	p := g.Position()
	if n := len(l.samples); n > 0 && l.samples[n-1-p.Seats] == p.Decisions() {
		return
	}
	if p.Pack.Evaluation < 0 {
		l.failed = true
		return
	}
	l.samples = append(l.samples, p.Decisions())
	for seat := range p.AllSeats().Each() {
		worth, err := g.Evaluation(seat)
		if err != nil {
			// A pack whose evaluation fails has no lead to speak of; its bots say so.
			l.failed = true
			return
		}
		l.samples = append(l.samples, worth)
	}
}

// end counts the game in.
func (l *leads) end(g *engine.Game) {
	p := g.Position()
	if l.failed || len(l.samples) == 0 || p.Seats < 2 || p.Winners().Count() != 1 {
		return
	}
	winner := 0
	for !p.Winners().Has(engine.Seat(winner + 1)) {
		winner++
	}
	l.Games++
	changes, last := 0, -1
	since := Tenths - 1
	width := p.Seats + 1
	for tenth := range Tenths {
		led := false
		for at := 0; at < len(l.samples); at += width {
			if l.samples[at]*Tenths > (tenth+1)*p.Decisions() {
				break
			}
			led = leader(l.samples[at+1:at+width]) == winner
		}
		switch {
		case led:
			l.Led[tenth]++
			since = min(since, tenth)
		default:
			since = Tenths - 1
		}
	}
	l.Decided[since]++
	for at := 0; at < len(l.samples); at += width {
		if now := leader(l.samples[at+1 : at+width]); now >= 0 && now != last {
			if last >= 0 {
				changes++
			}
			last = now
		}
	}
	l.Changes.Add(changes)
	if l.wasLast(winner, width, p.Decisions()) {
		l.Behind++
	}
}

// leader is the seat, from 0, that is worth more than any other; -1 for none.
func leader(worth []int) int {
	best := 0
	alone := true
	for i := 1; i < len(worth); i++ {
		if worth[i] > worth[best] {
			best = i
			alone = true
		} else if worth[i] == worth[best] {
			alone = false
		}
	}
	if !alone {
		return -1
	}
	return best
}

// wasLast reports whether, at half of the game, no seat was worth less than the winner, and
// some seat was worth more.
func (l *leads) wasLast(winner, width, decisions int) bool {
	half := l.samples[:width]
	for at := 0; at < len(l.samples) && 2*l.samples[at] <= decisions; at += width {
		half = l.samples[at : at+width]
	}
	more := false
	for _, worth := range half[1:] {
		if worth < half[1+winner] {
			return false
		}
		more = more || worth > half[1+winner]
	}
	return more
}

func (l *leads) add(part *Lead) {
	if part == nil {
		return
	}
	l.Games += part.Games
	l.Changes.merge(&part.Changes)
	for i := range Tenths {
		l.Led[i] += part.Led[i]
		l.Decided[i] += part.Decided[i]
	}
	l.Behind += part.Behind
}

// cutKey parts the name of an option from its value.
func cutKey(key string) (name, value string) {
	name, value, _ = strings.Cut(key, "=")
	return name, value
}
