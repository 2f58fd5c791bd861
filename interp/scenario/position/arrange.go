package position

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/source"
)

// arrange empties the mentioned zones, and those that are empty by default, and fills them.
func (l *loader) arrange() error {
	all := slices.Clone(l.jobs)
	for _, e := range l.loose {
		all = append(all, e.zones...)
	}
	for _, j := range all {
		l.mention(j)
	}
	var wrong Failures
	for z := range l.Layout.AllZones() {
		if !l.amid && l.Compiled.Position.Clear.Has(l.Layout.KindOfZone(z)) && !l.mentioned[z] {
			wrong.Add(l.clear(z, 0))
		}
	}
	for _, j := range all {
		wrong.Add(l.empty(j))
	}
	for _, j := range l.jobs {
		wrong.Add(l.fill(j, 0))
	}
	for _, e := range l.loose {
		wrong.Add(l.owner(e, 0, 0))
		wrong.Add(l.details(e))
	}
	for _, j := range all {
		wrong.Add(l.strays(j))
	}
	return wrong.Err()
}

func (l *loader) mention(j *job) {
	l.mentioned[j.zone] = l.mentioned[j.zone] || !j.besides
	for _, e := range j.cards {
		for _, inner := range e.zones {
			l.mention(inner)
		}
	}
}

// empty clears the zone of a job and the zones of its cards.
func (l *loader) empty(j *job) error {
	var wrong Failures
	if !j.besides {
		wrong.Add(l.clear(j.zone, j.only))
	}
	for _, e := range j.cards {
		for _, z := range l.Layout.ZonesOf(e.card) {
			wrong.Add(l.clear(z, 0))
		}
		for _, inner := range e.zones {
			wrong.Add(l.empty(inner))
		}
	}
	return wrong.Err()
}

// clear moves the cards of a zone (of one seat, unless only is 0) to where displaced cards
// of their type rest.
func (l *loader) clear(z engine.ZoneID, only engine.Seat) error {
	var wrong Failures
	for _, c := range l.p.CardsIn(nil, z) {
		if only == 0 || l.p.Controller(c) == only {
			wrong.Add(l.putAside(c))
		}
	}
	return wrong.Err()
}

func (l *loader) putAside(c engine.CardID) error {
	for _, z := range l.Layout.ZonesOf(c) {
		if err := l.clear(z, 0); err != nil {
			return err
		}
	}
	t := l.Layout.TypeOf(c)
	rest := l.Layout.ZoneOf(l.Compiled.Position.Rest[t], l.p.Owner(c), 0)
	if rest == 0 || l.mentioned[rest] {
		rest = l.Layout.ZoneOf(l.Compiled.Pack.Types[t].Start, 0, 0)
	}
	if rest == l.p.ZoneAt(c) {
		return nil
	}
	if err := l.p.Put(c, rest, engine.Bottom); err != nil {
		return FailAt(l.given, "%s has to leave its place, but %s", l.CardText(c), err)
	}
	if l.used[c] || l.Layout.ZoneSeat(rest) != 0 {
		return nil
	}
	// A card that no line places, in a zone of the table, is as if never dealt.
	return errors.Join(l.p.SetOwner(c, 0), l.p.SetController(c, 0))
}

// fill puts the cards of a zone there, in order; host is the seat of a zone
// that a card has for each seat.
func (l *loader) fill(j *job, host engine.Seat) error {
	var wrong Failures
	cards := j.cards
	place := engine.Bottom
	if j.onTop {
		cards = slices.Clone(cards)
		place = engine.Top
		slices.Reverse(cards)
	}
	for _, e := range cards {
		if err := l.owner(e, j.seat, host); err != nil {
			wrong.Add(err)
			continue
		}
		if err := l.p.Put(e.card, j.zone, place); err != nil {
			why := strings.Replace(strings.TrimPrefix(err.Error(), "move: "), l.Layout.ZoneKey(j.zone), "it", 1)
			wrong.Add(FailAt(e.node, "%s cannot be placed in %s: %s%s", e.text, l.ZonePath(j.zone),
				why, l.holds(j.zone, err)))
			continue
		}
		wrong.Add(l.details(e))
	}
	return wrong.Err()
}

// holds says how many cards a zone takes, if that is why an error occurred.
func (l *loader) holds(z engine.ZoneID, wrong error) string {
	if !strings.HasSuffix(wrong.Error(), " is full") {
		return ""
	}
	kind := &l.Compiled.Pack.Zones[l.Layout.KindOfZone(z)]
	switch {
	case kind.Capacity > 0 && l.p.CountIn(z) >= kind.Capacity:
		return fmt.Sprintf(" (it holds at most %d)", kind.Capacity)
	case kind.CapacitySeat > 0:
		return fmt.Sprintf(" (it holds at most %d of each seat)", kind.CapacitySeat)
	}
	return ""
}

// owner sets owner and seat: those given for the card, else those of the zone's seat, else
// the card's own.
func (l *loader) owner(e *entry, zone, host engine.Seat) error {
	seat := cmp.Or(zone, l.p.Controller(e.card), host)
	owner := cmp.Or(zone, l.p.Owner(e.card))
	for _, key := range []string{"seat", "owner"} {
		n := e.more.Get(key)
		if n == nil {
			continue
		}
		s := engine.Seat(0)
		var err error
		if n.Kind != source.Null && n.Text != "nobody" {
			s, err = l.Seat(n.Text, n.Pos)
			if err != nil {
				return err
			}
		}
		if key == "owner" {
			owner = s
			continue
		}
		seat = s
		owner = cmp.Or(owner, s)
	}
	if err := l.p.SetOwner(e.card, owner); err != nil {
		return err
	}
	return l.p.SetController(e.card, seat)
}

// details sets the attributes and fills the zones of a card.
func (l *loader) details(e *entry) error {
	if e.more == nil || e.more.Kind == source.Null {
		return nil
	}
	var wrong Failures
	for _, p := range e.more.Pairs {
		if id, ok := l.Compiled.CardAttributes[p.Key]; ok && l.Compiled.Pack.Cards[id].State {
			v, err := l.settable(&l.Compiled.Pack.Cards[id], p.Value)
			if err == nil {
				err = at(p.Value, l.p.SetAttribute(e.card, id, v))
			}
			wrong.Add(err)
		}
	}
	for _, j := range e.zones {
		wrong.Add(l.fill(j, l.Layout.ZoneSeat(j.zone)))
	}
	return wrong.Err()
}

// strays finds cards that had to leave a zone and had nowhere to go but one
// that lists other cards.
func (l *loader) strays(j *job) error {
	if j.besides {
		return nil
	}
	for _, c := range l.p.CardsIn(nil, j.zone) {
		listed := slices.ContainsFunc(j.cards, func(e *entry) bool { return e.card == c })
		if listed || j.only != 0 && l.p.Controller(c) != j.only {
			continue
		}
		kind := l.Layout.KindOfZone(j.zone)
		t := l.Layout.TypeOf(c)
		if kind == l.Compiled.Position.Rest[t] ||
			kind == l.Compiled.Pack.Types[t].Start {
			return FailAt(j.pos,
				"%s cannot hold just these: cards that have no other place rest there, such as %s; write %s.has to "+
					"add cards to them",
				l.ZonePath(j.zone), l.CardText(c), l.Compiled.Pack.Zones[kind].Name)
		}
		return FailAt(j.pos, "%s is not listed in %s, and there is no other place for it",
			l.CardText(c), l.ZonePath(j.zone))
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
