package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// looker shows a person the table as a seat may see it.
type looker struct {
	*locale.Speaker
	game *engine.Position
	out  io.Writer
	seat engine.Seat
}

func (l *looker) sees(c engine.CardID) bool { return l.seat == 0 || l.game.Knows(l.seat, c) }

// eyes are those whose knowledge the values show; none see everything.
func (l *looker) eyes() engine.SeatSet {
	if l.seat == 0 {
		return 0
	}
	return engine.Only(l.seat)
}

// may tells whether the reader may see a value of that visibility; owner is the
// seat whose value it is.
func (l *looker) may(seen engine.Visibility, owner engine.Seat) bool {
	return l.seat == 0 || seen == engine.SeenByAll || seen == engine.SeenByOwner && owner == l.seat
}

// table prints the table's values and zones, then those of each seat, the
// reader's own first.
func (l *looker) table() {
	l.values("", l.game.Pack.Game, 0, func(a engine.AttributeID) (engine.Value, error) { return l.game.GameAttributeSeen(l.eyes(), a) })
	l.zones(0)
	first := l.seat
	if first == 0 {
		first = 1
	}
	for n := range l.game.Seats {
		s := engine.Seat((int(first)-1+n)%l.game.Seats + 1)
		fmt.Fprintf(l.out, "%s\n", l.Seat(l.game, s))
		l.values("  ", l.game.Pack.Seats, s, func(a engine.AttributeID) (engine.Value, error) {
			return l.game.SeatAttributeSeen(l.eyes(), s, a)
		})
		l.zones(s)
	}
}

// values prints the attributes that have a name for people and that the reader
// may see; owner is the seat whose they are, 0 for the table.
func (l *looker) values(indent string, attributes []engine.Attribute, owner engine.Seat, read func(engine.AttributeID) (engine.Value, error)) {
	var parts []string
	for i := range attributes {
		a := &attributes[i]
		name, named := l.AttributeName(attributes, i)
		if v, err := read(engine.AttributeID(i)); err == nil && named && l.may(a.Seen, owner) && v.Kind != engine.Nil && (v.Kind != engine.Flag || v.N != 0) {
			parts = append(parts, name+" "+l.Value(l.game, v, l.sees))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintln(l.out, indent+strings.Join(parts, ", "))
	}
}

// zones prints the zones of the table (seat 0) or of a seat: the cards where
// the reader knows them, else their number.
func (l *looker) zones(seat engine.Seat) {
	for z := engine.ZoneID(1); int(z) <= l.game.ZoneTotal(); z++ {
		kind := &l.game.Pack.Zones[l.game.KindOfZone(z)]
		if kind.Of == engine.OfCard || l.game.ZoneSeat(z) != seat || l.game.CountIn(z) == 0 {
			continue
		}
		name := l.ZoneKind(l.game.KindOfZone(z))
		if kind.Rows > 0 {
			name = l.Zone(l.game, z) // with its place on the board
		}
		known, total := l.known(z)
		if len(known) == 0 || kind.Ordered && len(known) < total || len(known) > 24 {
			fmt.Fprintf(l.out, "  %s: %d\n", name, total)
			continue
		}
		fmt.Fprintf(l.out, "  %s:\n", name)
		l.cards(known, "    ")
		if hidden := total - len(known); hidden > 0 {
			fmt.Fprintf(l.out, "    %d face down\n", hidden)
		}
	}
}

func (l *looker) known(z engine.ZoneID) (known []engine.CardID, total int) {
	for _, c := range l.game.CardsIn(nil, z) {
		if total++; l.sees(c) {
			known = append(known, c)
		}
	}
	return known, total
}

// cards prints cards; those on which nothing lies and that read alike are one
// line, at the place of the first.
func (l *looker) cards(cards []engine.CardID, indent string) {
	count := map[string]int{}
	for _, c := range cards {
		if l.plain(c) {
			count[l.Card(c)+l.printed(c)]++
		}
	}
	for _, c := range cards {
		text := l.Card(c) + l.printed(c)
		switch n := count[text]; {
		case !l.plain(c) || n == 1:
			l.card(c, indent)
		case n > 1:
			fmt.Fprintf(l.out, "%s%s x%d%s\n", indent, l.Card(c), n, l.printed(c))
			delete(count, text)
		}
	}
}

// plain tells whether nothing lies on a card.
func (l *looker) plain(c engine.CardID) bool {
	for _, z := range l.game.ZonesOf(c) {
		if l.game.CountIn(z) > 0 {
			return false
		}
	}
	return true
}

// card prints a card with its values and what lies on it.
func (l *looker) card(c engine.CardID, indent string) {
	fmt.Fprintf(l.out, "%s%s%s\n", indent, l.Card(c), l.printed(c))
	for _, z := range l.game.ZonesOf(c) {
		known, total := l.known(z)
		if total == 0 {
			continue
		}
		fmt.Fprintf(l.out, "%s  %s:", indent, l.ZoneKind(l.game.KindOfZone(z)))
		if hidden := total - len(known); hidden > 0 {
			fmt.Fprintf(l.out, " %d face down", hidden)
		}
		fmt.Fprintln(l.out)
		l.cards(known, indent+"    ")
	}
}

// printed writes the values of a card that say something.
func (l *looker) printed(c engine.CardID) string {
	var parts []string
	holder := l.game.Controller(c)
	if holder == 0 {
		holder = l.game.Owner(c)
	}
	for _, a := range l.game.Pack.Types[l.game.TypeOf(c)].Attributes {
		v, err := l.game.AttributeSeen(l.eyes(), c, a)
		if err != nil || !l.may(l.game.Pack.Cards[a].Seen, holder) || v.Kind == engine.Nil || v.Kind == engine.Flag && v.N == 0 {
			continue
		}
		name, named := l.AttributeName(l.game.Pack.Cards, int(a))
		if !named {
			continue
		}
		if v.Kind == engine.List {
			text := l.list(v)
			if text != "" {
				parts = append(parts, name+" "+text)
			}
			continue
		}
		parts = append(parts, name+" "+l.Value(l.game, v, l.sees))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func (l *looker) list(v engine.Value) string {
	var words []string
	for _, item := range l.game.Pack.Lists[v.N].Items {
		words = append(words, l.Value(l.game, item, l.sees))
	}
	return strings.Join(words, "/")
}

// text prints what a card says: its text and those of its abilities.
func (l *looker) text(name string) bool {
	found := false
	for d := range l.game.Pack.Defs {
		def := engine.DefID(d)
		if !strings.EqualFold(l.Def(def), name) && l.game.Pack.Defs[d].ID != name {
			continue
		}
		found = true
		l.card(l.game.FirstCard(def), "")
		for _, sentence := range l.CardText(def) {
			fmt.Fprintln(l.out, "  "+sentence)
		}
		break
	}
	return found
}

// standings prints the seats' values at the end of a game.
func (l *looker) standings() {
	fmt.Fprintln(l.out)
	for s := engine.Seat(1); int(s) <= l.game.Seats; s++ {
		fmt.Fprintf(l.out, "%s", l.Seat(l.game, s))
		l.values(": ", l.game.Pack.Seats, s, func(a engine.AttributeID) (engine.Value, error) {
			if kind := l.game.Pack.Seats[a].Kind; kind != engine.Number {
				return engine.Value{}, nil
			}
			return l.game.SeatAttributeSeen(l.eyes(), s, a)
		})
	}
}
