package engine

import (
	"context"
	"math"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Determinizer tries replies to one decision of a game, for players that look ahead
// without seeing more than their seat does (determinization). It plays on a fork
// from the checkpoint of the running step: in a sampled world, where what the seat
// does not know lies otherwise, the recorded part of the step is repeated, the
// reply is given, and the step goes on with fresh randomness.
//
// Worlds are drawn in one of two ways. Where only cards are hidden, those of one
// owner that may have been mixed are dealt anew to the places where hidden cards
// lie (permute). Where a pack hides values as well, the game is played again from
// its beginning with other hidden results, and a step whose events the seat would
// have seen otherwise is rejected and drawn again (replayStep: sequential
// rejection).
//
// Invariant of both: a world is a function of the salt and of what the seat can
// tell apart, never of the truth. So two games that are alike to the seat have, for
// each salt, the same world but for the numbers of the cards, and whatever is
// computed from worlds is the same in both. To keep it, hidden cards are put in an
// order that follows from what they are before they are shuffled (deal), the places
// in an order that follows from where they lie, and each use of chance has a stream
// of its own, keyed by the salt and a name: no draw depends on how many came before
// it. A world that the recorded step contradicts is found while it is tried
// (DivergenceError) and belongs to no game of the seat; the next salt is drawn, in
// all games that are alike in the same way. How likely the others' answers would
// have made each arrangement is not weighed.
//
//	t.At(ctx, g, d, seat)
//	t.Sample(salt)
//	t.Try(reply, Until{})
//	worth, err := t.Game().Evaluation(seat)
type Determinizer struct {
	// Peeks makes worlds note what scripts read there that not all seats know; see
	// Log.PeekSince. Players that look ahead spare it.
	Peeks bool
	// Spent is what all its worlds have spent, as so many instructions of scripts.
	// No world is played on that comes to Most, if that is not 0.
	Spent, Most int

	policy Decider
	answer Decider
	game   Game
	// given are the answers that were repeated, as they are in the sampled world.
	given []recorded

	// ctx is that of the look at the decision.
	ctx      context.Context
	real     *Game
	decision *Decision
	seat     Seat
	begin    int
	end      int
	steps    int // before the one that is looked at
	// start is the real state at the checkpoint, world the sampled one.
	start, world State
	// until is, by card, the log position up to which the seat knew the card:
	// never (since the checkpoint), always, or that of the event that took it away.
	until  []int
	hidden []CardID
	// order numbers the places by the card that lies there; dealt and placed are buffers.
	order         []int32
	dealt, placed []CardID
	// groups are the groups of the seat by card, for the two deals: those whose cards lie at
	// one seat or in one zone, which the first one mixes, and the others. Nil is none.
	groups [2][]*group
	// known are the groups of the seat at the checkpoint, from which follows goes on in a
	// sampled world.
	known   [1]groupsFrom
	follows follower
	// lot is, by card, the set of cards that it may have been mixed with: cards of the same owner and
	// type, and of all types shuffled with them unseen. keys is a buffer.
	lot  []int32
	keys []int64
	// references are the cells that hold cards or zones.
	references []int

	// secret is an attribute that the seat may not read, "" if there is none.
	secret string
	// replaying is set while the game is played again up to the checkpoint.
	replaying    bool
	salt, future uint64
	source       rng.Source
	// at is the sampled exchange at the checkpoint, now the one that holds at
	// present: shuffles that the seat did not see exchange more.
	at, now exchange
	cursor  int
	reached bool
	reply   Reply
	// telling is set where a step is looked at and not a decision (see Tells), over if it is
	// over; unlike says that another seat has another choice in the world.
	over, telling, unlike bool
}

// NewDeterminizer prepares trials. scripts must not be in use by another game; policy
// answers whatever else is asked, of whichever seat; where it gives nil, or is nil
// itself, a try ends with the question open.
func NewDeterminizer(scripts Scripts, policy Decider) *Determinizer {
	t := &Determinizer{policy: policy}
	t.game.run.runBy(scripts)
	t.answer = func(_ context.Context, p *Position, _ *Decision, seat Seat) Reply {
		p.run.game.setup.Deciders[seat] = t.policy
		return t.reply
	}
	return t
}

const (
	never  = -1
	always = math.MaxInt
)

func (t *Determinizer) whole() bool { return t.real.log.Base == 0 && !t.real.setup.DropLog }

// exchange maps cards to their stand-ins: image by the real card, back by the stand-in. A
// card that is not exchanged stands for itself.
type exchange struct{ image, back []CardID }

func (x *exchange) reset(cards int) {
	x.image, x.back = x.image[:0], x.back[:0]
	for c := range cards {
		x.image, x.back = append(x.image, CardID(c)), append(x.back, CardID(c))
	}
}

func (x *exchange) copy(from *exchange) {
	x.image = append(x.image[:0], from.image...)
	x.back = append(x.back[:0], from.back...)
}

// swap exchanges the stand-ins of two cards.
func (x *exchange) swap(a, b CardID) {
	x.image[a], x.image[b] = x.image[b], x.image[a]
	x.back[x.image[a]], x.back[x.image[b]] = a, b
}

// rename returns what a value is in the world of an exchange.
func (t *Determinizer) rename(x *exchange, v Value) Value {
	switch v.Kind {
	case Card:
		v.N = int32(x.image[v.N])
	case Zone:
		l := t.game.run.Layout
		z := ZoneID(v.N)
		if c := l.zoneCard[z]; x.image[c] != c {
			return ZoneValue(l.ZoneOf(l.zoneKind[z], l.zoneSeat[z], x.image[c]))
		}
	}
	return v
}

// renamed returns recorded choices as they are in the sampled world.
func (t *Determinizer) renamed(choices []Choice) []Choice {
	if t.salt == 0 {
		return choices
	}
	out := make([]Choice, len(choices))
	for i, c := range choices {
		for p := range c.V[:c.N] {
			c.V[p] = t.rename(&t.now, c.V[p])
		}
		out[i] = c
	}
	return out
}
