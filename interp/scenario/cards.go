package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// expectSeat checks attributes and zones of a seat.
func (r *runner) expectSeat(pair source.Pair) error {
	seat, err := r.Seat(pair.Key, pair.Pos)
	if err != nil {
		return err
	}
	return position.EachPair(pair.Value, func(p source.Pair) error {
		if id, ok := r.Compiled.SeatAttributes[p.Key]; ok {
			got, err := r.g.Position().SeatAttribute(seat, id)
			return r.expectValue(&r.Compiled.Pack.Seats[id], p, got, err, fmt.Sprintf("%s of seat %d", p.Key, seat))
		}
		zone, _ := zoneTest(p.Key)
		if _, ok := r.Compiled.Zones[zone]; !ok {
			return r.unknownKey(p, "attribute or zone of a seat",
				append(position.AttributeNames(r.Compiled.Pack.Seats), r.AllZones...))
		}
		return r.expectZone(pair.Key+".", seat, p)
	})
}

// expectBoard checks places of a board as a seat sees them, with the cards that
// are the seat's.
func (r *runner) expectBoard(kind engine.ZoneKindID, seat engine.Seat, n *source.Node) error {
	return position.EachPair(n, func(p source.Pair) error {
		z, err := r.BoardZone(kind, p.Key, seat, p.Pos)
		if err != nil {
			return err
		}
		cards := slices.DeleteFunc(r.g.Position().CardsIn(nil, z),
			func(c engine.CardID) bool { return seat != 0 && r.g.Position().Controller(c) != seat })
		return r.expectExactly(r.ZonePath(z), p, cards, false)
	})
}

// zoneTest splits a key of an expectation into a zone and the question about it.
func zoneTest(key string) (zone, test string) {
	return position.Part(key, ".count", ".has", ".lacks", ".top", ".bottom")
}

// expectZone checks a zone: its exact cards, or count, has, lacks, top, bottom.
// prefix is the owner's part of the path, seat who sees it, 0 for all.
func (r *runner) expectZone(prefix string, seat engine.Seat, p source.Pair) error {
	path := prefix + p.Key
	if kind, ok := r.Compiled.Zones[p.Key]; ok && p.Value.Kind == source.Map &&
		r.Compiled.Pack.Zones[kind].Rows > 0 {
		return r.expectBoard(kind, seat, p.Value)
	}
	zone, test := zoneTest(path)
	z, err := r.Zone(zone, p.Pos)
	if err != nil {
		return err
	}
	cards := r.g.Position().CardsIn(nil, z)
	alone := p.Value.IsScalar()
	switch {
	case test == ".count":
		if p.Value.Kind != source.Number {
			return position.FailAt(p.Value, "a number of cards is expected, not %s", p.Value.Describe())
		}
		if p.Value.Number != len(cards) {
			return r.differs(p.Value, path, fmt.Sprint(p.Value.Number),
				strings.TrimSpace(fmt.Sprintf("%d %s", len(cards), r.CardsText(cards))), source.NewNumber(len(cards)))
		}
		return nil
	case test == ".top" && !alone:
		return r.expectExactly(path, p, cards[:min(len(p.Value.Entries()), len(cards))], true)
	case test == ".bottom" && !alone:
		return r.expectExactly(path, p, cards[max(len(cards)-len(p.Value.Entries()), 0):], true)
	case test == ".top", test == ".bottom":
		got := r.g.Position().TopOf(z)
		if test == ".bottom" {
			got = r.g.Position().BottomOf(z)
		}
		return r.expectThis(path, p.Value, got)
	case test != "":
		return errors.Join(r.couldLie(z, p), r.expectMembers(zone, p, cards, test == ".has"))
	}
	return r.expectExactly(path, p, cards, r.Compiled.Pack.Zones[r.Layout.KindOfZone(z)].Ordered)
}

// expectThis checks which card something is.
func (r *runner) expectThis(what string, n *source.Node, got engine.CardID) error {
	want, err := r.Card(n.Text, n.Pos)
	if err == nil && !r.Same(want, n.Text, got) {
		return r.differs(n, what, n.Text, r.CardText(got), r.cardNode(got, n.Text))
	}
	return err
}

// couldLie refuses cards that a zone is said to lack and takes none of: that could never fail.
func (r *runner) couldLie(z engine.ZoneID, p source.Pair) error {
	kind := &r.Compiled.Pack.Zones[r.Layout.KindOfZone(z)]
	if !strings.HasSuffix(p.Key, ".lacks") || len(kind.Accepts) == 0 {
		return nil
	}
	return position.EachItem(p.Value.Entries(), func(item *source.Node) error {
		c, err := r.Card(item.Text, item.Pos)
		if err != nil || slices.Contains(kind.Accepts, r.Layout.TypeOf(c)) {
			return nil // told elsewhere
		}
		return position.FailAt(item, "%s takes no %s, so that it lacks %s could never fail", kind.Name,
			r.Compiled.Pack.Types[r.Layout.TypeOf(c)].Name, item.Text)
	})
}

// expectMembers checks that cards are, or are not, among those of a zone.
func (r *runner) expectMembers(what string, p source.Pair, cards []engine.CardID, has bool) error {
	left := slices.Clone(cards)
	return position.EachItem(p.Value.Entries(), func(item *source.Node) error {
		want, err := r.Card(item.Text, item.Pos)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(left, func(c engine.CardID) bool { return r.Same(want, item.Text, c) })
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		if has == (i >= 0) {
			return nil
		}
		word := map[bool]string{true: "with ", false: "without "}[has]
		return r.compare(item, what, word+item.Text, r.CardsText(cards))
	})
}

// expectExactly checks that a zone holds just the cards that are listed; their
// order counts where the zone keeps one.
func (r *runner) expectExactly(what string, p source.Pair, cards []engine.CardID, ordered bool) error {
	if p.Value.Kind == source.Map {
		return position.FailAt(p.Value, "a list of cards is expected, not %s", p.Value.Describe())
	}
	items := p.Value.Entries()
	left := slices.Clone(cards)
	fits := len(items) == len(cards)
	var wrong position.Failures
	// Names with a number take their card first, so that names without one do not.
	for _, numbered := range []bool{true, false} {
		for i, item := range items {
			if strings.Contains(item.Text, "#") != numbered {
				continue
			}
			want, err := r.Card(item.Text, item.Pos)
			if err != nil {
				wrong.Add(err)
				continue
			}
			if ordered {
				fits = fits && r.Same(want, item.Text, cards[i])
				continue
			}
			at := slices.IndexFunc(left, func(c engine.CardID) bool { return r.Same(want, item.Text, c) })
			fits = fits && at >= 0
			if at >= 0 {
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	if len(wrong) > 0 || fits {
		return wrong.Err()
	}
	names := lists.Map(items, func(item *source.Node) string { return item.Text })
	return r.differs(p.Value, what, "["+strings.Join(names, ", ")+"]", r.CardsText(cards),
		source.NewList(lists.Map(cards,
			func(c engine.CardID) *source.Node { return r.cardNode(c, strings.Join(names, " ")) })...))
}

// expectCard checks attributes, place and load of a card.
func (r *runner) expectCard(pair source.Pair) error {
	c, err := r.Card(pair.Key, pair.Pos)
	if err != nil {
		return err
	}
	return position.EachPair(pair.Value, func(p source.Pair) error { return r.expectOfCard(pair.Key, c, p) })
}

func (r *runner) expectOfCard(name string, c engine.CardID, p source.Pair) error {
	what := p.Key + " of " + name
	switch p.Key {
	case "zone":
		return r.expectPlace(what, c, p)
	case "place":
		return r.expectOnBoard(what, c, p)
	case "at":
		return r.expectThis(what, p.Value, r.g.Position().Place(c))
	case "seat", "owner":
		got := r.g.Position().Controller(c)
		if p.Key == "owner" {
			got = r.g.Position().Owner(c)
		}
		want, err := r.Seats(p.Value)
		if has := engine.Only(got); err == nil && want != has {
			return r.differs(p.Value, what, r.SeatsText(want), r.SeatsText(has), seatsNode(has))
		}
		return err
	case "holds", "holds_no":
		var held []engine.CardID
		for _, z := range r.Layout.ZonesOf(c) {
			held = r.g.Position().CardsIn(held, z)
		}
		return r.expectMembers("the cards on "+name, p, held, p.Key == "holds")
	}
	if id, ok := r.Compiled.CardAttributes[p.Key]; ok && r.Layout.Has(c, id) {
		got, err := r.g.Position().Attribute(c, id)
		return r.expectValue(&r.Compiled.Pack.Cards[id], p, got, err, what+r.copied(c, name))
	}
	if done, err := r.expectOwnZone(name, c, p); done {
		return err
	}
	known := append(keyword.Lookup("card in then").Names(),
		lists.Map(r.Compiled.Pack.Types[r.Layout.TypeOf(c)].Attributes,
			func(a engine.AttributeID) string { return r.Compiled.Pack.Cards[a].Name })...)
	return r.unknownKey(p, "attribute or zone of "+name, append(known, r.ZoneNames(engine.OfCard)...))
}

// copied says which copy is meant by a name that does not say it, and where that lies.
func (r *runner) copied(c engine.CardID, name string) string {
	if text := r.CardText(c); text != name {
		return " (" + text + " in " + r.ZonePath(r.g.Position().ZoneAt(c)) + ")"
	}
	return ""
}

// unknownKey is the failure of a key that is none of those known; what asks of a zone,
// as in deck.count, stands behind the suggestion too.
func (r *runner) unknownKey(p source.Pair, what string, known []string) error {
	if slices.ContainsFunc(r.Compiled.Pack.Derived, func(d engine.Derived) bool { return d.Name == p.Key }) {
		return position.FailAt(p, "%s is derived: what can be expected are the values that it follows from", p.Key)
	}
	f := position.UnknownAt(p, what, p.Key, known)
	zone, test := zoneTest(p.Key)
	near := r.UnknownPlace(p, what, zone, known).Hint
	if f.Hint == "" && near != "" {
		f.Hint = near + test
	}
	return f
}

// expectOwnZone checks a zone of a card, "left.count" or "side of 2"; it tells
// whether the key is one.
func (r *runner) expectOwnZone(name string, c engine.CardID, p source.Pair) (bool, error) {
	zone, test := zoneTest(p.Key)
	kindName, of, perSeat := strings.Cut(zone, " of ")
	kind, ok := r.Compiled.Zones[kindName]
	if !ok {
		return false, nil
	}
	var seat engine.Seat
	if perSeat {
		s, err := r.Seat(of, p.Pos)
		if err != nil {
			return true, err
		}
		seat = s
	}
	z := r.Layout.ZoneOf(kind, seat, c)
	if z == 0 || r.Layout.ZoneCard(z) != c {
		return false, nil
	}
	prefix := name + "."
	if seat != 0 {
		prefix = fmt.Sprintf("%d.%s.", seat, name)
	}
	return true, r.expectZone(prefix, seat,
		source.Pair{Key: kindName + test, Pos: p.Pos, Value: p.Value})
}

// expectPlace checks where a card lies: a kind of zone, a group, or one zone.
func (r *runner) expectPlace(what string, c engine.CardID, p source.Pair) error {
	z := r.g.Position().ZoneAt(c)
	kind := r.Layout.KindOfZone(z)
	text := p.Value.Text
	if r.Compiled.Pack.Zones[kind].Name == text || r.Compiled.Groups[text].Has(kind) {
		return nil
	}
	want, err := r.Zone(position.Spaced(text), p.Value.Pos)
	_, isKind := r.Compiled.Zones[text]
	_, isGroup := r.Compiled.Groups[text]
	if err != nil && !isKind && !isGroup {
		return err
	}
	if err != nil || want != z {
		return r.differs(p.Value, what, text, r.ZonePath(z), source.NewWord(r.ZonePath(z)))
	}
	return nil
}

// expectOnBoard checks the place of a card on a board, "row column", as its seat
// sees it.
func (r *runner) expectOnBoard(what string, c engine.CardID, p source.Pair) error {
	z := r.g.Position().ZoneAt(c)
	kind := r.Layout.KindOfZone(z)
	if r.Compiled.Pack.Zones[kind].Rows == 0 {
		return r.compare(p.Value, what, p.Value.Text, "it lies in "+r.ZonePath(z)+", which is no board")
	}
	seat := max(r.g.Position().Controller(c), 1)
	want, err := r.BoardZone(kind, p.Value.Text, seat, p.Value.Pos)
	if err == nil && want != z {
		row, column := r.Layout.BoardPlace(z, seat)
		found := fmt.Sprintf("%d %d", row+1, column+1)
		return r.differs(p.Value, what, p.Value.Text, found, source.NewWord(found))
	}
	return err
}
