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
	game *engine.Game
	out  io.Writer
	seat engine.Seat
}

func (l *looker) sees(c engine.CardID) bool { return l.seat == 0 || l.game.Knows(l.seat, c) }

// table prints the table's values and zones, then those of each seat, the
// reader's own first.
func (l *looker) table() {
	l.values("", l.game.Pack.Game, func(a engine.AttributeID) (engine.Value, error) { return l.game.GameAttribute(a) })
	l.zones(0)
	first := l.seat
	if first == 0 {
		first = 1
	}
	for n := range l.game.Seats {
		s := engine.Seat((int(first)-1+n)%l.game.Seats + 1)
		fmt.Fprintf(l.out, "%s\n", l.Seat(l.game, s))
		l.values("  ", l.game.Pack.Seats, func(a engine.AttributeID) (engine.Value, error) { return l.game.SeatAttribute(s, a) })
		l.zones(s)
	}
}

// values prints the attributes that have a name for people and are for all to see.
func (l *looker) values(indent string, attributes []engine.Attribute, read func(engine.AttributeID) (engine.Value, error)) {
	var parts []string
	for i := range attributes {
		a := &attributes[i]
		name, named := l.AttributeName(attributes, i)
		if v, err := read(engine.AttributeID(i)); err == nil && named && a.Seen == engine.SeenByAll && v.Kind != engine.Nil {
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
		known, total := l.known(z)
		if len(known) == 0 || kind.Ordered && len(known) < total || len(known) > 24 {
			fmt.Fprintf(l.out, "  %s: %d\n", name, total)
			continue
		}
		fmt.Fprintf(l.out, "  %s:\n", name)
		for _, c := range known {
			l.card(c, "    ")
		}
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
		for _, inner := range known {
			l.card(inner, indent+"    ")
		}
	}
}

// printed writes the values of a card that say something.
func (l *looker) printed(c engine.CardID) string {
	var parts []string
	for _, a := range l.game.Pack.Types[l.game.TypeOf(c)].Attributes {
		v, err := l.game.Attribute(c, a)
		if err != nil || v.Kind == engine.Nil || v.Kind == engine.Flag && v.N == 0 {
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
		l.values(": ", l.game.Pack.Seats, func(a engine.AttributeID) (engine.Value, error) {
			if kind := l.game.Pack.Seats[a].Kind; kind != engine.Number {
				return engine.Value{}, nil
			}
			return l.game.SeatAttribute(s, a)
		})
	}
}
