package engine

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// State is everything that a game is at one moment, as plain data in flat
// slices: it can be copied, hashed, printed and saved. Only apply and undo
// write to it; the layout says what each cell means.
type State struct {
	cells   []int32
	links   []link
	zones   []content
	effects []Effect
	agenda  []Call
	// known counts the cards that some seat knows, for each zone whose other cards a seat can be
	// less sure of when one leaves. It follows from links, so that nothing has to be walked where
	// it is 0.
	known []int16
	// heard has the triggers that effects answer or end at, changed the attributes that they
	// modify, by bits that others may share: where a bit is clear no effect has to be looked at.
	// Both follow from effects.
	heard, changed uint64
	common         *common
	// lives counts the lives of cards begun so far.
	lives int32
}

// common is what all states of a layout have in common: where they count the known cards of a
// zone, 0 for nowhere, the abilities of the pack, and the cards that zones belong to, where
// filled zones are counted.
type common struct {
	counted   []int16
	abilities []Ability
	holders   []CardID
}

// link is a card's place: its zone, its neighbours there, and the seats that know which
// card it is. Behind the last card comes 0; before the first one stands the last.
type link struct {
	zone       ZoneID
	prev, next CardID
	known      SeatSet
	// filled is how many of the card's own zones hold cards; it follows from all links, so that
	// nobody has to look into the zones of cards on which nothing lies.
	filled uint8
	// since is when the card came to this place: the number of its present life, which no
	// other life of any card has.
	since int32
}

// content is the first card of a zone, and the number of its cards. The links are a ring, in which
// the last card stands before the first: a fork copies all zones, most of which are empty.
type content struct {
	head  CardID
	count int16
}

// last is the last card of a zone, 0 of an empty one.
func (s *State) last(z ZoneID) CardID { return s.links[s.zones[z].head].prev }

// previous is the card before a card in its zone, 0 before the first one.
func (s *State) previous(c CardID) CardID {
	at := &s.links[c]
	if s.zones[at.zone].head == c {
		return 0
	}
	return at.prev
}

// MaxArgs is the largest number of arguments of a scheduled step.
const MaxArgs = 6

// Call is a scheduled step with its arguments.
type Call struct {
	Step StepID
	N    uint8
	Args [MaxArgs]Value
}

// MaxEffectParams is the largest number of parameters of a lasting effect.
const MaxEffectParams = 4

// Effect is a lasting effect: an ability that acts although it is on no card
// in play, until a trigger is raised.
type Effect struct {
	Serial  int32
	Ability AbilityID
	Card    CardID
	Seat    Seat
	// Until ends the effect after that trigger; -1 lasts for the whole game.
	Until TriggerID
	N     uint8
	// Uses is how often the ability acts before the effect ends; 0 for as often as it may.
	Uses uint8
	// While is a card with whose life the effect ends too; 0 for none.
	While CardID
	// Since is the number of the last life that had begun: the effect is younger than it.
	Since  int32
	Params [MaxEffectParams]Value
}

// clone copies the state into to, reusing its memory.
func (s *State) clone(to *State) {
	to.lives = s.lives
	to.cells = append(to.cells[:0], s.cells...)
	to.links = append(to.links[:0], s.links...)
	to.zones = append(to.zones[:0], s.zones...)
	to.effects = append(to.effects[:0], s.effects...)
	to.agenda = append(to.agenda[:0], s.agenda...)
	to.known = append(to.known[:0], s.known...)
	to.heard = s.heard
	to.changed = s.changed
	to.common = s.common
}

// linkIn puts a card into a zone behind the card after (0: first).
func (s *State) linkIn(c CardID, z ZoneID, after CardID) {
	links := s.links
	at := &links[c]
	zone := &s.zones[z]
	next := &zone.head
	at.prev = links[zone.head].prev
	if zone.head == 0 {
		s.fill(z, 1)
	}
	if after != 0 {
		at.prev = after
		next = &links[after].next
	}
	at.zone = z
	at.next = *next
	*next = c
	behind := at.next
	if behind == 0 {
		behind = zone.head
	}
	links[behind].prev = c
	zone.count++
	s.countKnown(at, 1)
}

// linkOut takes a card out of its zone.
func (s *State) linkOut(c CardID) {
	links := s.links
	at := &links[c]
	zone := &s.zones[at.zone]
	s.countKnown(at, -1)
	if zone.head == c {
		zone.head = at.next
	} else {
		links[at.prev].next = at.next
	}
	behind := at.next
	if behind == 0 {
		behind = zone.head
	}
	links[behind].prev = at.prev
	if zone.head == 0 {
		links[0].prev = 0
		s.fill(at.zone, -1)
	}
	zone.count--
}

// fill counts a zone of a card as one that holds cards, by 1, or as one that does not, by -1.
func (s *State) fill(z ZoneID, by int8) {
	if c := s.common.holders[z]; c != 0 {
		s.links[c].filled += uint8(by)
	}
}

// place takes a card to a place behind another, where some seats know it.
func (s *State) place(c CardID, z ZoneID, after CardID, known SeatSet) {
	s.linkOut(c)
	s.links[c].known = known
	s.linkIn(c, z, after)
}

// know notes which seats know a card. Nothing but that and place writes it.
func (s *State) know(c CardID, seats SeatSet) {
	at := &s.links[c]
	s.countKnown(at, -1)
	at.known = seats
	s.countKnown(at, 1)
}

// countKnown counts a card into or out of the known ones of its zone.
func (s *State) countKnown(at *link, by int16) {
	if at.known != 0 {
		s.known[s.common.counted[at.zone]] += by
	}
}

// knowsOther reports whether some seat knows another card of the zone of a card.
func (s *State) knowsOther(c CardID) bool {
	at := &s.links[c]
	n := s.known[s.common.counted[at.zone]]
	if at.known != 0 {
		n--
	}
	return n > 0
}

// relink puts the cards of a zone in the given order.
func (s *State) relink(z ZoneID, order []int32) {
	if s.zones[z].head != 0 {
		s.fill(z, -1)
	}
	s.zones[z] = content{}
	s.known[s.common.counted[z]] = 0
	after := CardID(0)
	for _, n := range order {
		s.linkIn(CardID(n), z, after)
		after = CardID(n)
	}
}

func triggerBit(t TriggerID) uint64 { return 1 << (uint(t) % 64) }

func attributeBit(h Holder, a AttributeID) uint64 { return 1 << ((uint(h)*21 + uint(a)) % 64) }

// addEffect puts an effect at a place among the others.
func (s *State) addEffect(at int32, e Effect) {
	s.effects = slices.Insert(s.effects, int(at), e)
	s.noteEffect(&e)
}

// endEffect removes the effect at a place.
func (s *State) endEffect(at int32) {
	s.effects = slices.Delete(s.effects, int(at), int(at)+1)
	s.heard = 0
	s.changed = 0
	for i := range s.effects {
		s.noteEffect(&s.effects[i])
	}
}

func (s *State) noteEffect(e *Effect) {
	a := &s.common.abilities[e.Ability]
	switch a.Form {
	case Hook:
		s.heard |= triggerBit(a.Trigger)
	case Modifier:
		s.changed |= attributeBit(a.OfHolder, a.Of)
	}
	if e.Until >= 0 {
		s.heard |= triggerBit(e.Until)
	}
	if a.Ends != nil {
		s.heard |= triggerBit(a.Ends.Trigger)
	}
}

// hearing are the effects if one of them may answer a trigger or end at it, else none.
func (s *State) hearing(t TriggerID) []Effect {
	if s.heard&triggerBit(t) == 0 {
		return nil
	}
	return s.effects
}

// changing are the effects if one of them may modify an attribute, else none.
func (s *State) changing(h Holder, a AttributeID) []Effect {
	if s.changed&attributeBit(h, a) == 0 {
		return nil
	}
	return s.effects
}

// Hash returns a digest of the whole state; equal states have equal digests.
func (s *State) Hash() uint64 {
	h := uint64(len(s.cells))
	for _, v := range s.cells {
		h = rng.Mix(h ^ uint64(uint32(v)))
	}
	for z := range s.zones {
		h = rng.Mix(h ^ uint64(z)<<32)
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			h = rng.Mix(h ^ uint64(c)<<8 ^ uint64(s.links[c].known))
		}
	}
	// The numbers of effects and calls keep one list from passing for the other.
	ints := []int32{int32(len(s.effects)), int32(len(s.agenda))}
	for i := range s.effects {
		ints = s.effects[i].encode(ints)
		if s.effects[i].While == 0 {
			ints = ints[:len(ints)-1] // as before there was such a card
		}
		ints = ints[:len(ints)-1] // ages follow from the events
	}
	for i := range s.agenda {
		ints = s.agenda[i].encode(ints)
	}
	for _, v := range ints {
		h = rng.Mix(h ^ uint64(uint32(v)))
	}
	return h
}

// Equal reports whether two states of one layout are the same.
func (s *State) Equal(t *State) bool {
	return slices.Equal(s.cells, t.cells) && slices.Equal(s.links, t.links) && slices.Equal(s.zones, t.zones) &&
		slices.Equal(s.effects, t.effects) && slices.Equal(s.agenda, t.agenda)
}

func encodeValues(to []int32, values []Value) []int32 {
	for _, v := range values {
		to = append(to, int32(v.Kind), v.N)
	}
	return to
}

func decodeValue(from []int32, i int) Value { return Value{Kind(from[2*i]), from[2*i+1]} }

func (c *Call) encode(to []int32) []int32 {
	to = append(to, int32(c.Step), int32(c.N))
	return encodeValues(to, c.Args[:])
}

func decodeCall(from []int32) Call {
	c := Call{Step: StepID(from[0]), N: uint8(from[1])}
	for i := range c.Args {
		c.Args[i] = decodeValue(from[2:], i)
	}
	return c
}

// effectWhile is the place of an effect's While among its numbers.
const effectWhile = 7 + 2*MaxEffectParams

func (e *Effect) encode(to []int32) []int32 {
	to = append(to, e.Serial, int32(e.Ability), int32(e.Card), int32(e.Seat), int32(e.Until),
		int32(e.Uses), int32(e.N))
	return append(encodeValues(to, e.Params[:]), int32(e.While), e.Since)
}

// EffectOf decodes the data of EvEffect and EvEffectEnd.
func EffectOf(from []int32) Effect {
	e := Effect{
		Serial: from[0], Ability: AbilityID(from[1]), Card: CardID(from[2]), Seat: Seat(from[3]),
		Until: TriggerID(from[4]), Uses: uint8(from[5]), N: uint8(from[6]),
		While: CardID(from[effectWhile]), Since: from[effectWhile+1],
	}
	for i := range e.Params {
		e.Params[i] = decodeValue(from[7:], i)
	}
	return e
}

// The fixed cells at the start of every state.
const (
	cellPC        = iota // position in the flow
	cellOver             // 0 while the game goes on; over or drawn
	cellWinners          // SeatSet of the winners, of a drawn game the seats that share it
	cellReason           // Symbol: why the game ended
	cellPhase            // innermost phase, id+1
	cellTurn             // seat of the innermost running turn
	cellDecisions        // decisions answered so far
	cellSerial           // lasting effects made so far
	cellFixed
)

// The cells of each turn loop, and of each card before its attributes.
const (
	loopSeat = iota
	loopPassed
	loopCount
	loopCells
)

// The values of cellOver when the game has ended.
const (
	over  = 1 // won by the seats in cellWinners
	drawn = 2 // shared by them
)

// live gives a card a life: a stand-in that of the card in whose place it lies.
func (s *State) live(c CardID, since int32) { s.links[c].since = since }

// forgetLives makes all cards as if they had not moved since the game began.
func (s *State) forgetLives() {
	for c := range s.links {
		s.links[c].since = 0
	}
	s.lives = 0
}

// renew makes a card or a lasting effect the youngest of all.
func (s *State) renew(a Aged) {
	if a.Card == 0 {
		s.effects[a.Effect].Since = s.lives
		return
	}
	s.lives++
	s.links[a.Card].since = s.lives
}

// Aged is something whose age decides: a card, or the lasting effect at a place of their
// list.
type Aged struct {
	Card   CardID
	Effect int
}
