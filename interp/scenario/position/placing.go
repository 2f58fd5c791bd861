package position

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Cards are placed in three passes: the names are read and each takes a copy; the mentioned
// zones are emptied; then they are filled in order. A mentioned zone holds exactly the
// listed cards, and so do the zones of a listed card.

// placing is the state of these passes.
type placing struct {
	jobs []*job
	// loose are cards that stay where they are and of which something is said.
	loose []*entry
	used  map[engine.CardID]bool
	// mentioned are the zones that shall hold exactly the listed cards.
	mentioned map[engine.ZoneID]bool
}

// job is a zone with the cards that it shall hold.
type job struct {
	pos  *source.Node
	zone engine.ZoneID
	// seat is whose the cards are (0: as they are); only, if set, leaves the
	// cards of others on the board alone.
	seat, only engine.Seat
	// besides: the zone's cards stay, and the listed ones are added, underneath or on top.
	besides, onTop bool
	cards          []*entry
}

// entry is one card of a position with its settings.
type entry struct {
	node  *source.Node
	text  string
	card  engine.CardID
	more  *source.Node
	zones []*job
}

// cards reads the zones of the seats and the table, and the settings of cards, and carries
// them out.
func (l *loader) cards() error {
	l.used = map[engine.CardID]bool{}
	l.mentioned = map[engine.ZoneID]bool{}
	var wrong Failures
	for _, pair := range l.given.Pairs {
		switch {
		case pair.Value.Kind == source.Null:
		case pair.Key == "table":
			wrong.Add(l.holder(0, pair.Value))
		case IsSeat(pair.Key):
			seat, err := l.Seat(pair.Key, pair.Pos)
			wrong.Add(err)
			if err == nil {
				wrong.Add(l.holder(seat, pair.Value))
			}
		case pair.Key == "cards":
			wrong.Add(EachPair(pair.Value, func(p source.Pair) error {
				c, err := l.Card(p.Key, p.Pos)
				l.loose = append(l.loose, &entry{node: p.Value, text: p.Key, card: c, more: p.Value})
				return err
			}))
		}
	}
	for _, numbered := range []bool{true, false} {
		for _, j := range l.jobs {
			wrong.Add(l.reserve(j.cards, numbered))
		}
		for _, e := range l.loose {
			wrong.Add(l.reserveOn(e, numbered))
		}
	}
	if len(wrong) > 0 {
		return wrong.Err()
	}
	for _, j := range l.jobs {
		wrong.Add(l.nest(j.cards))
	}
	wrong.Add(l.nest(l.loose))
	if len(wrong) > 0 {
		return wrong.Err()
	}
	return l.arrange()
}

// seatAttribute sets an attribute of a seat.
func (l *loader) seatAttribute(seat engine.Seat, p source.Pair) error {
	id := l.Compiled.SeatAttributes[p.Key]
	v, err := l.settable(&l.Compiled.Pack.Seats[id], p.Value)
	if err != nil {
		return err
	}
	return at(p.Value, l.p.SetSeatAttribute(seat, id, v))
}

// holder reads the attributes and zones of a seat (0: the table).
func (l *loader) holder(seat engine.Seat, n *source.Node) error {
	return EachPair(n, func(p source.Pair) error {
		if _, ok := l.Compiled.SeatAttributes[p.Key]; ok && seat != 0 {
			return l.seatAttribute(seat, p)
		}
		if kind, ok := l.Compiled.Zones[p.Key]; ok && l.Compiled.Pack.Zones[kind].Rows > 0 {
			return l.board(kind, seat, p)
		}
		path, part := Part(p.Key, ".has", ".top", ".bottom")
		kind := path
		if seat != 0 {
			path = strconv.Itoa(int(seat)) + "." + path
		}
		z, err := l.Zone(path, p.Pos)
		if err != nil {
			if _, known := l.Compiled.Zones[kind]; seat != 0 && !known {
				return l.UnknownPlace(p, "attribute or zone of a seat", kind,
					slices.Concat(AttributeNames(l.Compiled.Pack.Seats), l.ZoneNames(engine.OfSeat)))
			}
			return err
		}
		cards := p.Value
		if cards.IsScalar() && (part == ".top" || part == ".bottom") {
			cards = &source.Node{Kind: source.List, Pos: cards.Pos, Items: []*source.Node{cards}}
		}
		err = l.list(z, seat, 0, cards)
		j := l.jobs[len(l.jobs)-1]
		j.besides, j.onTop = part != "", part == ".top"
		return err
	})
}

// board reads {"3 2": [cards]}: in a seat's block as that seat sees the board, with the
// seat's cards, whose other cards leave the board; in the table's block all other cards
// leave it.
func (l *loader) board(kind engine.ZoneKindID, seat engine.Seat, p source.Pair) error {
	listed := map[engine.ZoneID]bool{}
	var wrong Failures
	if p.Value.Kind != source.Null {
		wrong.Add(EachPair(p.Value, func(place source.Pair) error {
			z, err := l.BoardZone(kind, place.Key, seat, place.Pos)
			if err != nil {
				return err
			}
			listed[z] = true
			return l.list(z, seat, seat, place.Value)
		}))
	}
	k := &l.Compiled.Pack.Zones[kind]
	for place := range k.Rows * k.Columns {
		if z := l.Layout.BoardZone(kind, place/k.Columns, place%k.Columns, 1); !listed[z] {
			l.jobs = append(l.jobs, &job{pos: p.Value, zone: z, seat: seat, only: seat})
		}
	}
	return wrong.Err()
}

// list adds a zone with its cards.
func (l *loader) list(z engine.ZoneID, seat, only engine.Seat, n *source.Node) error {
	cards, err := entries(n)
	l.jobs = append(l.jobs, &job{pos: n, zone: z, seat: seat, only: only, cards: cards})
	return err
}

// entries reads the cards of a zone: names, or a name with its settings.
func entries(n *source.Node) ([]*entry, error) {
	if n.Kind != source.List && n.Kind != source.Null {
		return nil, FailAt(n, "a list of cards is expected, such as [A, B]; not %s", n.Describe())
	}
	var cards []*entry
	var wrong Failures
	for _, item := range n.Items {
		switch {
		case item.Kind == source.Map && len(item.Pairs) == 1:
			cards = append(cards, &entry{node: item, text: item.Pairs[0].Key, more: item.Pairs[0].Value})
		case item.IsScalar():
			cards = append(cards, &entry{node: item, text: item.Text})
		default:
			wrong.Add(FailAt(item, "a card is expected, as Name or {Name: {posture: ...}}; not %s",
				item.Describe()))
		}
	}
	return cards, wrong.Err()
}

// reserve gives names their copies, those with a number or those without; the
// latter take the next free copy.
func (l *loader) reserve(cards []*entry, numbered bool) error {
	var wrong Failures
	for _, e := range cards {
		if strings.Contains(e.text, "#") == numbered {
			c, err := l.reserveOne(e)
			wrong.Add(err)
			e.card = c
		}
		wrong.Add(l.reserveOn(e, numbered))
	}
	return wrong.Err()
}

// reserveOn gives the names in a card's zones their copies.
func (l *loader) reserveOn(e *entry, numbered bool) error {
	if e.more == nil {
		return nil
	}
	var wrong Failures
	for _, p := range e.more.Pairs {
		kind, _, _ := strings.Cut(p.Key, " of ")
		if _, zone := l.Compiled.Zones[kind]; !zone || p.Value.Kind != source.List {
			continue
		}
		inner, err := l.inner(e, p)
		if !numbered {
			err = nil // told once
		}
		wrong.Add(err)
		wrong.Add(l.reserve(inner.cards, numbered))
	}
	return wrong.Err()
}

// inner returns the job of a zone of a listed card, the same one each time.
func (l *loader) inner(e *entry, p source.Pair) (*job, error) {
	for _, j := range e.zones {
		if j.pos == p.Value {
			return j, nil
		}
	}
	cards, err := entries(p.Value)
	j := &job{pos: p.Value, cards: cards}
	e.zones = append(e.zones, j)
	return j, err
}

func (l *loader) reserveOne(e *entry) (engine.CardID, error) {
	d, number, err := l.def(e.text, e.node.Pos)
	if err != nil {
		return 0, err
	}
	copies := l.Layout.CardsOf(d)
	if number > 0 {
		copies = copies[number-1 : number]
	}
	for _, c := range copies {
		if !l.used[c] {
			l.used[c] = true
			return c, nil
		}
	}
	switch {
	case number > 0:
		return 0, FailAt(e.node, "%s is placed twice", e.text)
	case len(copies) == 1:
		return 0, FailAt(e.node, "%s is placed twice, but there is only one", e.text)
	}
	return 0, FailAt(e.node, "%s is placed more often than it has copies (%d)", e.text, len(copies))
}

// nest finds the zones of listed cards of which cards are said.
func (l *loader) nest(cards []*entry) error {
	var wrong Failures
	for _, e := range cards {
		if e.more == nil || e.more.Kind == source.Null {
			continue
		}
		if e.more.Kind != source.Map {
			wrong.Add(FailAt(e.more, "attributes and zones of %s are expected, as {Name: {...}}; not %s",
				e.text, e.more.Describe()))
			continue
		}
		for _, p := range e.more.Pairs {
			if p.Key == "seat" || p.Key == "owner" || l.isState(p.Key) {
				continue
			}
			z, err := l.ownZone(e, p)
			if err != nil {
				wrong.Add(err)
				continue
			}
			j, err := l.inner(e, p)
			wrong.Add(err)
			j.zone = z
			wrong.Add(l.nest(j.cards))
		}
	}
	return wrong.Err()
}

// isState reports whether a key is an attribute of cards that changes in a game.
func (l *loader) isState(key string) bool {
	id, ok := l.Compiled.CardAttributes[key]
	return ok && l.Compiled.Pack.Cards[id].State
}

// ownZone finds a zone of a listed card: "left", or "side of 1" where each seat
// has one.
func (l *loader) ownZone(e *entry, p source.Pair) (engine.ZoneID, error) {
	name, of, perSeat := strings.Cut(p.Key, " of ")
	kind, ok := l.Compiled.Zones[name]
	if !ok {
		known := append(l.attributesOf(e.card, true), "seat", "owner")
		if _, printed := l.Compiled.CardAttributes[p.Key]; printed {
			return 0, FailAt(p, "%s is printed on %s: the given at the top changes it by "+
				"printed: {%[2]s: {%[1]s: ...}}", p.Key, e.text)
		}
		return 0, l.UnknownPlace(p, "attribute or zone of "+e.text, p.Key, append(known, l.placesOn(e.card)...))
	}
	seat := engine.Seat(0)
	if perSeat {
		s, err := l.Seat(of, p.Pos)
		if err != nil {
			return 0, err
		}
		seat = s
	}
	z := l.Layout.ZoneOf(kind, seat, e.card)
	if z == 0 || l.Layout.ZoneCard(z) != e.card {
		if l.Layout.ZoneOf(kind, 1, e.card) != 0 {
			return 0, FailAt(p, "%s has one %s for each seat; write %q", e.text, name, name+" of 1")
		}
		owner := l.zoneOwner(kind)
		if types := l.Compiled.Pack.Zones[kind].Types; types != nil {
			owner = "it is of cards of the type " + l.Compiled.Pack.Types[types[0]].Name
		}
		return 0, FailAt(p, "%s has no zone %s: %s; %s", e.text, name, owner,
			diag.Some("", l.placesOn(e.card)))
	}
	return z, nil
}
