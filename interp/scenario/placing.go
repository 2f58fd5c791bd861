package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Cards are placed in three passes: the names are read and each takes a copy;
// the zones that are mentioned are emptied; then they are filled in order. A
// zone that is mentioned holds just what is listed, and so do the zones of a
// card that is listed.

// placing is the state of these passes.
type placing struct {
	jobs []*job
	// loose are cards that stay where they are and of which something is said.
	loose []*entry
	used  map[engine.CardID]bool
	// mentioned are the zones that shall hold just what is listed.
	mentioned map[engine.ZoneID]bool
}

// job is a zone with the cards that it shall hold.
type job struct {
	pos  *source.Node
	zone engine.ZoneID
	// seat is whose the cards are (0: as they are); only, if set, leaves the
	// cards of others on the board alone.
	seat, only engine.Seat
	cards      []*entry
}

// entry is one card of a position with what is said of it.
type entry struct {
	node  *source.Node
	text  string
	card  engine.CardID
	more  *source.Node
	zones []*job
}

// cards reads the zones of the seats and the table, and what is said of cards,
// and carries it out.
func (l *loader) cards() error {
	l.used, l.mentioned = map[engine.CardID]bool{}, map[engine.ZoneID]bool{}
	var wrong faults
	for _, pair := range l.given.Pairs {
		switch {
		case pair.Value.Kind == source.Null:
		case pair.Key == "table":
			wrong.add(l.holder(0, pair.Value))
		case isSeat(pair.Key):
			seat, err := l.seat(pair.Key, pair.Pos)
			wrong.add(err)
			if err == nil {
				wrong.add(l.holder(seat, pair.Value))
			}
		case pair.Key == "cards":
			wrong.add(eachPair(pair.Value, func(p source.Pair) error {
				c, err := l.card(p.Key, p.Pos)
				l.loose = append(l.loose, &entry{node: p.Value, text: p.Key, card: c, more: p.Value})
				return err
			}))
		}
	}
	for _, numbered := range []bool{true, false} {
		for _, j := range l.jobs {
			wrong.add(l.reserve(j.cards, numbered))
		}
		for _, e := range l.loose {
			wrong.add(l.reserveOn(e, numbered))
		}
	}
	if len(wrong) > 0 {
		return wrong.err()
	}
	for _, j := range l.jobs {
		wrong.add(l.nest(j.cards))
	}
	wrong.add(l.nest(l.loose))
	if len(wrong) > 0 {
		return wrong.err()
	}
	return l.arrange()
}

// holder reads the attributes and zones of a seat (0: the table).
func (l *loader) holder(seat engine.Seat, n *source.Node) error {
	return eachPair(n, func(p source.Pair) error {
		if id, ok := l.Compiled.SeatAttributes[p.Key]; ok && seat != 0 {
			v, err := l.settable(&l.Compiled.Pack.Seats[id], p.Value)
			if err != nil {
				return err
			}
			return at(p.Value, l.g.SetSeatAttribute(seat, id, v))
		}
		if kind, ok := l.Compiled.Zones[p.Key]; ok && l.Compiled.Pack.Zones[kind].Rows > 0 {
			return l.board(kind, seat, p)
		}
		path := p.Key
		if seat != 0 {
			path = strconv.Itoa(int(seat)) + "." + path
		}
		z, err := l.zone(path, p.Pos)
		if err != nil {
			if _, known := l.Compiled.Zones[p.Key]; seat != 0 && !known {
				return unknownAt(p.Pos, "attribute or zone of a seat", p.Key, slices.Concat(attributeNames(l.Compiled.Pack.Seats), l.zoneNames(engine.OfSeat)))
			}
			return err
		}
		return l.list(z, seat, 0, p.Value)
	})
}

// board reads {"3 2": [cards]}: in a seat's block as that seat sees the board,
// with cards of its own; other cards of the seat leave the board, in the
// table's block all others do.
func (l *loader) board(kind engine.ZoneKindID, seat engine.Seat, p source.Pair) error {
	listed := map[engine.ZoneID]bool{}
	var wrong faults
	if p.Value.Kind != source.Null {
		wrong.add(eachPair(p.Value, func(place source.Pair) error {
			z, err := l.boardZone(kind, place.Key, seat, place.Pos)
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
	return wrong.err()
}

// list adds a zone with its cards.
func (l *loader) list(z engine.ZoneID, seat, only engine.Seat, n *source.Node) error {
	cards, err := entries(n)
	l.jobs = append(l.jobs, &job{n, z, seat, only, cards})
	return err
}

// entries reads the cards of a zone: names, or a name with what is said of it.
func entries(n *source.Node) ([]*entry, error) {
	if n.Kind != source.List && n.Kind != source.Null {
		return nil, failAt(n.Pos, "a list of cards is expected, such as [A, B]; not %s", n.Describe())
	}
	var cards []*entry
	var wrong faults
	for _, item := range n.Items {
		switch {
		case item.Kind == source.Map && len(item.Pairs) == 1:
			cards = append(cards, &entry{node: item, text: item.Pairs[0].Key, more: item.Pairs[0].Value})
		case item.IsScalar():
			cards = append(cards, &entry{node: item, text: item.Text})
		default:
			wrong.add(failAt(item.Pos, "a card is expected, as Name or {Name: {posture: ...}}; not %s", item.Describe()))
		}
	}
	return cards, wrong.err()
}

// reserve gives names their copies, those with a number or those without; the
// latter take the next free copy.
func (l *loader) reserve(cards []*entry, numbered bool) error {
	var wrong faults
	for _, e := range cards {
		if strings.Contains(e.text, "#") == numbered {
			c, err := l.reserveOne(e)
			wrong.add(err)
			e.card = c
		}
		wrong.add(l.reserveOn(e, numbered))
	}
	return wrong.err()
}

// reserveOn gives the names in a card's zones their copies.
func (l *loader) reserveOn(e *entry, numbered bool) error {
	if e.more == nil {
		return nil
	}
	var wrong faults
	for _, p := range e.more.Pairs {
		if _, zone := l.Compiled.Zones[kindOf(p.Key)]; !zone || p.Value.Kind != source.List {
			continue
		}
		inner, err := l.inner(e, p)
		if !numbered {
			err = nil // told once
		}
		wrong.add(err)
		wrong.add(l.reserve(inner.cards, numbered))
	}
	return wrong.err()
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
	first := l.Layout.FirstCard(d)
	if number > 0 {
		c := first + engine.CardID(number-1)
		if l.used[c] {
			return 0, failAt(e.node.Pos, "%s is placed twice", e.text)
		}
		l.used[c] = true
		return c, nil
	}
	copies := l.Compiled.Pack.Defs[d].Copies
	for k := range copies {
		if c := first + engine.CardID(k); !l.used[c] {
			l.used[c] = true
			return c, nil
		}
	}
	if copies == 1 {
		return 0, failAt(e.node.Pos, "%s is placed twice, but there is only one", e.text)
	}
	return 0, failAt(e.node.Pos, "%s is placed more often than it has copies (%d)", e.text, copies)
}

// nest finds the zones of listed cards of which cards are said.
func (l *loader) nest(cards []*entry) error {
	var wrong faults
	for _, e := range cards {
		if e.more == nil || e.more.Kind == source.Null {
			continue
		}
		if e.more.Kind != source.Map {
			wrong.add(failAt(e.more.Pos, "attributes and zones of %s are expected, as {Name: {...}}; not %s", e.text, e.more.Describe()))
			continue
		}
		for _, p := range e.more.Pairs {
			if p.Key == "seat" || p.Key == "owner" || l.isState(p.Key) {
				continue
			}
			z, err := l.ownZone(e, p)
			if err != nil {
				wrong.add(err)
				continue
			}
			j, err := l.inner(e, p)
			wrong.add(err)
			j.zone = z
			wrong.add(l.nest(j.cards))
		}
	}
	return wrong.err()
}

// isState tells whether a key is an attribute of cards that changes in a game.
func (l *loader) isState(key string) bool {
	id, ok := l.Compiled.CardAttributes[key]
	return ok && l.Compiled.Pack.Cards[id].State
}

// kindOf takes the seat off "side of 1".
func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, " of ")
	return kind
}

// ownZone finds a zone of a listed card: "left", or "side of 1" where each seat
// has one.
func (l *loader) ownZone(e *entry, p source.Pair) (engine.ZoneID, error) {
	name, of, perSeat := strings.Cut(p.Key, " of ")
	kind, ok := l.Compiled.Zones[name]
	if !ok {
		known := []string{"seat", "owner"}
		for _, a := range l.Compiled.Pack.Types[l.Layout.TypeOf(e.card)].Attributes {
			if l.Compiled.Pack.Cards[a].State {
				known = append(known, l.Compiled.Pack.Cards[a].Name)
			}
		}
		if _, printed := l.Compiled.CardAttributes[p.Key]; printed {
			return 0, failAt(p.Pos, "%s is printed on %s and cannot be given", p.Key, e.text)
		}
		return 0, unknownAt(p.Pos, "attribute or zone of "+e.text, p.Key, append(known, l.zoneNames(engine.OfCard)...))
	}
	seat := engine.Seat(0)
	if perSeat {
		s, err := l.seat(of, p.Pos)
		if err != nil {
			return 0, err
		}
		seat = s
	}
	z := l.Layout.ZoneOf(kind, seat, e.card)
	if z == 0 || l.Layout.ZoneCard(z) != e.card {
		if l.Compiled.Pack.Zones[kind].PerSeat {
			return 0, failAt(p.Pos, "%s has one %s for each seat; write %q", e.text, name, name+" of 1")
		}
		return 0, failAt(p.Pos, "%s has no zone %s", e.text, name)
	}
	return z, nil
}

// arrange empties what is mentioned, and what is empty by default, and fills it.
func (l *loader) arrange() error {
	all := slices.Clone(l.jobs)
	for _, e := range l.loose {
		all = append(all, e.zones...)
	}
	for _, j := range all {
		l.mention(j)
	}
	var wrong faults
	for z := engine.ZoneID(1); int(z) <= l.Layout.ZoneTotal(); z++ {
		if l.Compiled.Position.Clear.Has(l.Layout.KindOfZone(z)) && !l.mentioned[z] {
			wrong.add(l.clear(z, 0))
		}
	}
	for _, j := range all {
		wrong.add(l.empty(j))
	}
	for _, j := range l.jobs {
		wrong.add(l.fill(j, 0))
	}
	for _, e := range l.loose {
		wrong.add(l.owner(e, 0, 0))
		wrong.add(l.details(e))
	}
	for _, j := range all {
		wrong.add(l.strays(j))
	}
	return wrong.err()
}

func (l *loader) mention(j *job) {
	l.mentioned[j.zone] = true
	for _, e := range j.cards {
		for _, inner := range e.zones {
			l.mention(inner)
		}
	}
}

// empty clears the zone of a job and the zones of its cards.
func (l *loader) empty(j *job) error {
	var wrong faults
	wrong.add(l.clear(j.zone, j.only))
	for _, e := range j.cards {
		for _, z := range l.Layout.ZonesOf(e.card) {
			wrong.add(l.clear(z, 0))
		}
		for _, inner := range e.zones {
			wrong.add(l.empty(inner))
		}
	}
	return wrong.err()
}

// clear moves what lies in a zone (of one seat, unless only is 0) to where
// displaced cards of its type rest.
func (l *loader) clear(z engine.ZoneID, only engine.Seat) error {
	var wrong faults
	for _, c := range l.g.CardsIn(nil, z) {
		if only == 0 || l.g.Controller(c) == only {
			wrong.add(l.putAside(c))
		}
	}
	return wrong.err()
}

func (l *loader) putAside(c engine.CardID) error {
	for _, z := range l.Layout.ZonesOf(c) {
		if err := l.clear(z, 0); err != nil {
			return err
		}
	}
	t := l.Layout.TypeOf(c)
	rest := l.Layout.ZoneOf(l.Compiled.Position.Rest[t], l.g.Owner(c), 0)
	if rest == 0 || l.mentioned[rest] {
		rest = l.Layout.ZoneOf(l.Compiled.Pack.Types[t].Start, 0, 0)
	}
	if rest == l.g.ZoneAt(c) {
		return nil
	}
	if err := l.p.Place(c, rest, engine.Bottom); err != nil {
		return failAt(l.given.Pos, "%s has to leave its place, but %s", l.cardText(c), err)
	}
	return nil
}

// fill puts the cards of a zone there, in order; host is the seat of a zone
// that a card has for each seat.
func (l *loader) fill(j *job, host engine.Seat) error {
	var wrong faults
	for _, e := range j.cards {
		if err := l.owner(e, j.seat, host); err != nil {
			wrong.add(err)
			continue
		}
		if err := l.p.Place(e.card, j.zone, engine.Bottom); err != nil {
			wrong.add(failAt(e.node.Pos, "%s cannot be placed in %s: %s%s", e.text, l.zonePath(j.zone), strings.Replace(strings.TrimPrefix(err.Error(), "move: "), l.Layout.ZoneKey(j.zone), "it", 1), l.holds(j.zone, err)))
			continue
		}
		wrong.add(l.details(e))
	}
	return wrong.err()
}

// holds says how many cards a zone takes, where that is what was wrong.
func (l *loader) holds(z engine.ZoneID, wrong error) string {
	if !strings.HasSuffix(wrong.Error(), " is full") {
		return ""
	}
	kind := &l.Compiled.Pack.Zones[l.Layout.KindOfZone(z)]
	switch {
	case kind.Capacity > 0 && l.g.CountIn(z) >= kind.Capacity:
		return fmt.Sprintf(" (it holds at most %d)", kind.Capacity)
	case kind.CapacitySeat > 0:
		return fmt.Sprintf(" (it holds at most %d of each seat)", kind.CapacitySeat)
	}
	return ""
}

// owner sets owner and seat: what is said of the card, else those of the
// zone's seat, else what the card has.
func (l *loader) owner(e *entry, zone, host engine.Seat) error {
	seat, owner := zone, zone
	if seat == 0 {
		seat = l.g.Controller(e.card)
	}
	if seat == 0 {
		seat = host
	}
	if owner == 0 || l.g.Owner(e.card) != 0 {
		owner = l.g.Owner(e.card)
	}
	for _, key := range []string{"seat", "owner"} {
		n := e.more.Get(key)
		if n == nil {
			continue
		}
		s, err := engine.Seat(0), error(nil)
		if n.Kind != source.Null && n.Text != "nobody" {
			if s, err = l.seat(n.Text, n.Pos); err != nil {
				return err
			}
		}
		if key == "owner" {
			owner = s
		} else if seat = s; owner == 0 {
			owner = s
		}
	}
	if err := l.g.SetOwner(e.card, owner); err != nil {
		return err
	}
	return l.g.SetController(e.card, seat)
}

// details sets the attributes and fills the zones of a card.
func (l *loader) details(e *entry) error {
	if e.more == nil || e.more.Kind == source.Null {
		return nil
	}
	var wrong faults
	for _, p := range e.more.Pairs {
		if id, ok := l.Compiled.CardAttributes[p.Key]; ok && l.Compiled.Pack.Cards[id].State {
			v, err := l.settable(&l.Compiled.Pack.Cards[id], p.Value)
			if err == nil {
				err = at(p.Value, l.g.SetAttribute(e.card, id, v))
			}
			wrong.add(err)
		}
	}
	for _, j := range e.zones {
		wrong.add(l.fill(j, l.Layout.ZoneSeat(j.zone)))
	}
	return wrong.err()
}

// strays finds cards that had to leave a zone and had nowhere to go but one
// that lists other cards.
func (l *loader) strays(j *job) error {
	for _, c := range l.g.CardsIn(nil, j.zone) {
		listed := slices.ContainsFunc(j.cards, func(e *entry) bool { return e.card == c })
		if kind, t := l.Layout.KindOfZone(j.zone), l.Layout.TypeOf(c); kind == l.Compiled.Position.Rest[t] || kind == l.Compiled.Pack.Types[t].Start {
			continue // where such cards rest they may stay
		}
		if !listed && (j.only == 0 || l.g.Controller(c) == j.only) {
			return failAt(j.pos.Pos, "%s is not listed in %s, and there is no other place for it", l.cardText(c), l.zonePath(j.zone))
		}
	}
	for _, e := range j.cards {
		for _, inner := range e.zones {
			if err := l.strays(inner); err != nil {
				return err
			}
		}
	}
	return nil
}
