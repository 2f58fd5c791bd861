package costtest_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// told are things that a script can let happen again and again, by what they are; each
// writes some thirty events or more.
var told = map[string]string{
	"copies moved in a row":      `for i = 1, 30 do move(CARDS[i], ZONE, "bottom") end`,
	"copies moved in the middle": `for i = 1, 30 do move(CARDS[i], ZONE, HALF) end`,
	"copies moved without order": `for i = 1, 30 do move(CARDS[i], game.away) end for i = 1, 30 ` +
		`do move(CARDS[i], ZONE) end`,
	"copies that lie without order": `for i = 1, 30 do move(DOGS[i], game.away) end for i = 1, 30 do ` +
		`move(DOGS[i], game.den) end`,
	"copies of which effects last": `EFFECTS = 1 for i = 1, 30 do move(DOGS[i], game.away) end for ` +
		`i = 1, 30 do move(DOGS[i], game.den) end`,
	"hidden copies moved":               `for i = 1, 30 do move(HIDDEN[i], game.cellar, "bottom") end`,
	"hidden copies moved to the middle": `for i = 1, 30 do move(HIDDEN[HALF], game.cellar, HALF / 2) end`,
	"hidden copies shown":               `for i = 1, 30 do reveal(HIDDEN[i], SEAT) end conceal(HIDDEN)`,
	"copies on a card": `for i = 1, 30 do move(HIDDEN[i], CARD:zone_of("box", SEAT)) ` +
		`end for i = 1, 30 do move(HIDDEN[i], game.cellar) end`,
	"values changed":            `for i = 1, 30 do CARDS[i].worn = not CARDS[i].worn end`,
	"effects that last":         `for i = 1, 30 do lasting{ability = "echo", on = CARDS[i]} end`,
	"triggers raised":           `for i = 1, 30 do raise("silence", {card = CARDS[i]}) end`,
	"triggers of hidden copies": `for i = 1, 30 do raise("silence", {card = HIDDEN[i]}) end`,
	"triggers raised at once": `local m = {} for i = 1, 30 do m[i] = {card = HIDDEN[i]} end ` +
		`raise_all("silence", m, function(ev) move(ev.card, game.away) move(ev.card, game.cellar) end)`,
	"abilities that act":      `raise("bells", {card = CARD})`,
	"many things said":        `for i = 1, 3 do say("told", {card = CARDS}) end`,
	"many hidden things said": `for i = 1, 3 do say("told", {card = HIDDEN}) end`,
	"a card among few, of which one has many on it": `local foxes = cards{id = "fox"} move(CARDS, foxes[1].burrow) ` +
		`for i = 1, 30 do move(foxes[2 + i % 2], game.away) move(foxes[2 + i % 2], game.few) end`,
	"a card among few in a row of many": `local foxes = cards{id = "fox"} for i = 1, 30 do move(foxes[1 + i % 3], ` +
		`ZONE, "bottom") end`,
	"long sentences": `for i = 1, 30 do say("long", {card = CARDS}) end`,
	"long names":     `for i = 1, 30 do move(first{id = "elk"}, i % 2 == 0 and game.few or game.away) end`,
	"dice":           `for i = 1, 30 do roll("coin") end`,
	"shuffles":       `for i = 1, 10 do shuffle(game.cellar) end`,
	"draws":          `for i = 1, 30 do draw_from(BAG) end`,
	"answers":        `for i = 1, 30 do choose.one{seat = SEAT, prompt = "which", from = CARDS} end`,
}

// mostRead is how many statements it takes at most to read an event, or a value where an
// event has several, and to tell it.
const mostRead = 21_000

// TestReading: what it takes to read what a script has done does not grow with what lies
// on the table. The most it takes where a pack has just so many copies of a card that
// events tell them apart.
func TestReading(t *testing.T) {
	if hostWork == nil {
		inCounted(t)
		return
	}
	for _, size := range []int{32, 1000} {
		r := newRig(t, size, told)
		for i, name := range r.names {
			r.play(t, i, 2)
			for _, seat := range []engine.Seat{0, 1, view.Referee} {
				did := r.read(seat)
				if testing.Verbose() {
					t.Logf("%s, seat %d, %d copies: %d statements for an event", name, seat, size, did)
				}
				if did > mostRead {
					t.Errorf("%s, seat %d, %d copies: %d statements for an event, not %d: %s", name, seat, size,
						did, mostRead, told[name])
				}
			}
		}
	}
}

// read returns what it takes to read an event of the case that was played, or a value where
// an event has several. A shuffle has one for each card.
func (r *rig) read(seat engine.Seat) int64 {
	g, speaker := r.game.Position(), r.table.Speaker("en")
	read := g.Log().Len()
	reader := view.NewReader(g, seat)
	printer := transcript.New(speaker, reader.Start())
	begin := done()
	for {
		some := reader.Some(100)
		if len(some) == 0 {
			return (done() - begin) / int64(read)
		}
		for i := range some {
			read += len(some[i].Values) + len(some[i].Choices)
			if some[i].Kind == view.ShuffleEvent {
				read += r.size
			}
		}
		printer.Lines(some)
	}
}
