package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// State is everything that a game is at one moment, as plain data in flat
// slices: it can be copied, hashed, printed and saved. Only apply and undo
// write to it; the layout says what each cell means.
type State struct {
	cells   []int32
	links   []link
	zones   []ends
	effects []Effect
	agenda  []Call
}

// link is a card's place: its zone, its neighbours there (0 at an end), and
// the seats that know which card it is.
type link struct {
	zone       ZoneID
	prev, next CardID
	known      SeatSet
}

// ends is a zone's content: first and last card, and their number.
type ends struct {
	head, tail CardID
	count      int16
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
	// UntilSeat restricts it to the trigger's seat parameter, 0 for any.
	Until     TriggerID
	UntilSeat Seat
	N         uint8
	Params    [MaxEffectParams]Value
}

func newState(l *Layout) State {
	s := State{
		cells: slices.Clone(l.cellStart),
		links: make([]link, len(l.Def)),
		zones: make([]ends, len(l.zoneKind)),
	}
	for c := 1; c < len(l.Def); c++ {
		start := l.Pack.Types[l.TypeOf(CardID(c))].Start
		s.linkIn(CardID(c), l.ZoneOf(start, 0, 0), s.zones[l.ZoneOf(start, 0, 0)].tail)
		if l.Pack.Zones[start].Seen == SeenByAll {
			s.links[c].known = l.all
		}
	}
	return s
}

// layStart makes the state that every new game begins with.
func (l *Layout) layStart() { l.start = newState(l) }

// clone copies the state into to, reusing its memory.
func (s *State) clone(to *State) {
	to.cells = append(to.cells[:0], s.cells...)
	to.links = append(to.links[:0], s.links...)
	to.zones = append(to.zones[:0], s.zones...)
	to.effects = append(to.effects[:0], s.effects...)
	to.agenda = append(to.agenda[:0], s.agenda...)
}

// linkIn puts a card into a zone behind the card after (0: first).
func (s *State) linkIn(c CardID, z ZoneID, after CardID) {
	zone := &s.zones[z]
	next := zone.head
	if after != 0 {
		next = s.links[after].next
		s.links[after].next = c
	} else {
		zone.head = c
	}
	if next != 0 {
		s.links[next].prev = c
	} else {
		zone.tail = c
	}
	s.links[c] = link{z, after, next, s.links[c].known}
	zone.count++
}

// linkOut takes a card out of its zone.
func (s *State) linkOut(c CardID) {
	at := s.links[c]
	zone := &s.zones[at.zone]
	if at.prev != 0 {
		s.links[at.prev].next = at.next
	} else {
		zone.head = at.next
	}
	if at.next != 0 {
		s.links[at.next].prev = at.prev
	} else {
		zone.tail = at.prev
	}
	zone.count--
}

// relink puts the cards of a zone in the given order.
func (s *State) relink(z ZoneID, order []int32) {
	prev := CardID(0)
	for _, n := range order {
		c := CardID(n)
		s.links[c] = link{zone: z, prev: prev, known: s.links[c].known}
		if prev != 0 {
			s.links[prev].next = c
		} else {
			s.zones[z].head = c
		}
		prev = c
	}
	s.zones[z].tail = prev
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

func (e *Effect) encode(to []int32) []int32 {
	to = append(to, e.Serial, int32(e.Ability), int32(e.Card), int32(e.Seat), int32(e.Until),
		int32(e.UntilSeat), int32(e.N))
	return encodeValues(to, e.Params[:])
}

func decodeEffect(from []int32) Effect {
	e := Effect{
		Serial: from[0], Ability: AbilityID(from[1]), Card: CardID(from[2]), Seat: Seat(from[3]),
		Until: TriggerID(from[4]), UntilSeat: Seat(from[5]), N: uint8(from[6]),
	}
	for i := range e.Params {
		e.Params[i] = decodeValue(from[7:], i)
	}
	return e
}

// Dump prints the state for people and for tests: every value that differs
// from its start, every zone that holds cards, effects and the agenda, in a
// fixed order.
func (l *Layout) Dump(s *State) string {
	var b strings.Builder
	for cell, v := range s.cells {
		if v != l.cellStart[cell] {
			fmt.Fprintf(&b, "%s = %d\n", l.CellName(cell), v)
		}
	}
	for z := 1; z < len(s.zones); z++ {
		if s.zones[z].count == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s:", l.ZoneKey(ZoneID(z)))
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			b.WriteString(" " + l.CardKey(c))
		}
		b.WriteByte('\n')
	}
	for i := range s.effects {
		fmt.Fprintf(&b, "effect %d: %s on %s\n", s.effects[i].Serial, l.Pack.Abilities[s.effects[i].Ability].Name,
			l.CardKey(s.effects[i].Card))
	}
	for i := range s.agenda {
		fmt.Fprintf(&b, "agenda: %s %v\n", l.Pack.Steps[s.agenda[i].Step], s.agenda[i].Args[:s.agenda[i].N])
	}
	return b.String()
}

// ZoneKey returns the stable name of a zone: its kind, with its owner.
func (l *Layout) ZoneKey(z ZoneID) string {
	kind := l.Pack.Zones[l.zoneKind[z]]
	name := kind.Name
	if kind.Rows > 0 {
		place := int(l.zonePlace[z])
		name = fmt.Sprintf("%s(%d,%d)", name, place/kind.Columns+1, place%kind.Columns+1)
	}
	if c := l.zoneCard[z]; c != 0 {
		name = l.CardKey(c) + "." + name
	}
	if s := l.zoneSeat[z]; s != 0 {
		name = fmt.Sprintf("%d.%s", s, name)
	}
	return name
}

// CellName says what a cell of the state means.
func (l *Layout) CellName(cell int) string {
	fixed := [...]string{"flow position", "over", "winners", "reason", "phase", "turn", "decisions", "effects made"}
	switch {
	case cell < cellFixed:
		return fixed[cell]
	case cell < l.loops+l.Pack.Loops*loopCells:
		return fmt.Sprintf("loop %d %s", (cell-l.loops)/loopCells,
			[...]string{"seat", "passed", "count"}[(cell-l.loops)%loopCells])
	case cell < l.gameBase:
		return fmt.Sprintf("random stream cell %d", cell)
	}
	if info := l.cellInfo(cell); info.holder == OfTable && info.attribute >= 0 {
		return l.Pack.Game[info.attribute].Name
	} else if info.holder == OfSeat {
		return fmt.Sprintf("%d.%s", info.seat, l.Pack.Seats[info.attribute].Name)
	} else if info.card != 0 {
		if info.attribute < 0 {
			return l.CardKey(info.card) + "." + [...]string{"owner", "seat"}[-1-info.attribute]
		}
		return l.CardKey(info.card) + "." + l.Pack.Cards[info.attribute].Name
	}
	return fmt.Sprintf("use count cell %d", cell)
}

// cellMeaning says whose value a cell is. Attribute -1 and -2 are a card's
// owner and controller.
type cellMeaning struct {
	holder    Holder
	seat      Seat
	card      CardID
	attribute AttributeID
}

func (l *Layout) cellInfo(cell int) cellMeaning {
	none := cellMeaning{attribute: -1}
	if cell < l.gameBase {
		return none
	}
	if cell < l.seatBase {
		return cellMeaning{attribute: AttributeID(cell - l.gameBase)}
	}
	if n := len(l.Pack.Seats); n > 0 && cell < l.seatBase+n*l.Seats {
		return cellMeaning{holder: OfSeat, seat: Seat((cell-l.seatBase)/n + 1),
			attribute: AttributeID((cell - l.seatBase) % n)}
	}
	i, found := slices.BinarySearch(l.cardBase[1:], int32(cell))
	if !found {
		i--
	}
	if i < 0 || i+1 >= len(l.cardBase) {
		return none
	}
	c := CardID(i + 1)
	slot := cell - int(l.cardBase[c])
	if slot < cardCells {
		return cellMeaning{holder: OfCard, card: c, attribute: AttributeID(-1 - slot)}
	}
	for a, at := range l.slots[l.TypeOf(c)] {
		if int(at) == slot {
			return cellMeaning{holder: OfCard, card: c, attribute: AttributeID(a)}
		}
	}
	return none
}

// Meaning says whose value a cell of the state is; Attribute is nil for cells
// that hold no attribute.
type Meaning struct {
	Seat      Seat
	Card      CardID
	Attribute *Attribute
	// Index is the attribute's place in its holder's list.
	Index int
}

// Cell returns the meaning of a cell, as events of kind EvSet name it.
func (l *Layout) Cell(cell int) Meaning {
	info := l.cellInfo(cell)
	m := Meaning{Seat: info.seat, Card: info.card, Index: int(info.attribute)}
	if info.attribute < 0 {
		return m
	}
	m.Attribute = &[...][]Attribute{OfTable: l.Pack.Game, OfSeat: l.Pack.Seats,
		OfCard: l.Pack.Cards}[info.holder][info.attribute]
	return m
}
