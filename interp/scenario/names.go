package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// names finds cards, zones and words of a table by what people call them in
// English; ids serve as well.
type names struct {
	*interp.Table
	// cards has the definitions of a name in lower case; several may share one.
	cards map[string][]engine.DefID
	all   []string
}

func newNames(t *interp.Table) *names {
	n := &names{Table: t, cards: map[string][]engine.DefID{}}
	speaker := t.Speaker("en")
	for d := range t.Compiled.Pack.Defs {
		id := engine.DefID(d)
		plain := t.Compiled.Pack.Defs[d].ID
		name := speaker.Def(id)
		n.add(plain, id)
		if fold(name) != fold(plain) {
			n.add(name, id)
		}
	}
	return n
}

func (n *names) add(name string, id engine.DefID) {
	key := fold(name)
	if n.cards[key] == nil {
		n.all = append(n.all, name)
	}
	n.cards[key] = append(n.cards[key], id)
}

// fold makes names comparable: lower case, typographic quotes plain.
func fold(s string) string {
	s = strings.NewReplacer("’", "'", "‘", "'", "_", " ").Replace(s)
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// fault is an error at a place of the scenario.
type fault struct {
	pos     diag.Pos
	code    string
	message string
	hint    string
}

func (f *fault) Error() string { return f.message }

func failAt(pos diag.Pos, format string, args ...any) error {
	return &fault{pos: pos, code: "scenario", message: fmt.Sprintf(format, args...)}
}

func unknownAt(pos diag.Pos, what, name string, known []string) error {
	f := &fault{pos: pos, code: "unknown-name", message: fmt.Sprintf("there is no %s %q", what, name)}
	f.hint = diag.Nearest(name, known)
	return f
}

// def finds a definition and the copy number of "Orc Lineman#2" (0: none given).
func (n *names) def(text string, pos diag.Pos) (engine.DefID, int, error) {
	name, number, numbered := strings.Cut(text, "#")
	copyNumber := 0
	if numbered {
		var err error
		if copyNumber, err = strconv.Atoi(strings.TrimSpace(number)); err != nil || copyNumber < 1 {
			return 0, 0, failAt(pos, "the copy in %q must be a number from 1, as in Name#2", text)
		}
	}
	defs := n.cards[fold(name)]
	switch len(defs) {
	case 0:
		return 0, 0, unknownAt(pos, "card", strings.TrimSpace(name), n.all)
	case 1:
	default:
		var ids []string
		for _, d := range defs {
			ids = append(ids, n.Compiled.Pack.Defs[d].ID)
		}
		return 0, 0, failAt(pos, "%q may be any of %s; use the id", text, strings.Join(ids, ", "))
	}
	if most := n.Compiled.Pack.Defs[defs[0]].Copies; copyNumber > most {
		return 0, 0, failAt(pos, "there are %d copies of %s, so there is no #%d", most, strings.TrimSpace(name), copyNumber)
	}
	return defs[0], copyNumber, nil
}

// isCard tells whether a text names a card.
func (n *names) isCard(text string) bool {
	name, _, _ := strings.Cut(text, "#")
	return len(n.cards[fold(name)]) > 0
}

// card finds one card; without a number the first copy is meant.
func (n *names) card(text string, pos diag.Pos) (engine.CardID, error) {
	d, number, err := n.def(text, pos)
	if err != nil {
		return 0, err
	}
	return n.Layout.FirstCard(d) + engine.CardID(max(number, 1)-1), nil
}

// seat reads a seat number.
func (n *names) seat(text string, pos diag.Pos) (engine.Seat, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > n.Layout.Seats {
		return 0, failAt(pos, "%q is no seat; the seats are 1 to %d", text, n.Layout.Seats)
	}
	return engine.Seat(number), nil
}

// isSeat tells whether a key is a seat's number.
func isSeat(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func (n *names) zoneKind(name string, pos diag.Pos) (engine.ZoneKindID, error) {
	if id, ok := n.Compiled.Zones[name]; ok {
		return id, nil
	}
	known := make([]string, 0, len(n.Compiled.Zones))
	for i := range n.Compiled.Pack.Zones {
		known = append(known, n.Compiled.Pack.Zones[i].Name)
	}
	return 0, unknownAt(pos, "zone", name, known)
}

// zone finds a zone by a path: "pool", "1.deck", "Bad Snap.left",
// "1.Blood Bowl.side", "section(1,2)".
func (n *names) zone(text string, pos diag.Pos) (engine.ZoneID, error) {
	parts := strings.Split(text, ".")
	last := strings.TrimSpace(parts[len(parts)-1])
	kindName, place, onBoard := strings.Cut(strings.TrimSuffix(last, ")"), "(")
	kind, err := n.zoneKind(kindName, pos)
	if err != nil {
		return 0, err
	}
	var seat engine.Seat
	var card engine.CardID
	for _, owner := range parts[:len(parts)-1] {
		if owner = strings.TrimSpace(owner); isSeat(owner) {
			seat, err = n.seat(owner, pos)
		} else {
			card, err = n.card(owner, pos)
		}
		if err != nil {
			return 0, err
		}
	}
	if onBoard {
		return n.boardZone(kind, place, text, pos)
	}
	z := n.Layout.ZoneOf(kind, seat, card)
	if z == 0 {
		return 0, failAt(pos, "%q names no zone: %s", text, n.zoneOwner(kind))
	}
	return z, nil
}

func (n *names) boardZone(kind engine.ZoneKindID, place, text string, pos diag.Pos) (engine.ZoneID, error) {
	row, column := -1, -1
	if _, err := fmt.Sscanf(place, "%d,%d", &row, &column); err == nil {
		if z := n.Layout.BoardZone(kind, row-1, column-1, 1); z != 0 {
			return z, nil
		}
	}
	k := &n.Compiled.Pack.Zones[kind]
	return 0, failAt(pos, "%q names no zone: %s has rows 1 to %d and columns 1 to %d, written as %s(1,2), seen from seat 1", text, k.Name, k.Rows, k.Columns, k.Name)
}

func (n *names) zoneOwner(kind engine.ZoneKindID) string {
	k := &n.Compiled.Pack.Zones[kind]
	switch {
	case k.PerSeat:
		return fmt.Sprintf("%s belongs to a card and a seat, as in 1.Card.%s", k.Name, k.Name)
	case k.Of == engine.OfCard:
		return fmt.Sprintf("%s belongs to a card, as in Card.%s", k.Name, k.Name)
	case k.Of == engine.OfSeat:
		return fmt.Sprintf("%s belongs to a seat, as in 1.%s", k.Name, k.Name)
	}
	return k.Name + " belongs to the table"
}

// value reads an attribute's value.
func (n *names) value(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	wrong := func() (engine.Value, error) {
		return engine.Value{}, failAt(node.Pos, "%s must be a %s, not %s", a.Name, a.Kind, node.Describe())
	}
	if node.Kind == source.Null || node.Text == "nothing" && a.Kind != engine.Number && a.Kind != engine.Flag {
		return engine.Value{}, nil
	}
	switch a.Kind {
	case engine.Number:
		if node.Kind != source.Number {
			return wrong()
		}
		return engine.Num(node.Number), nil
	case engine.Flag:
		if node.Kind != source.Flag {
			return wrong()
		}
		return engine.Bool(node.Flag), nil
	case engine.Card:
		c, err := n.card(node.Text, node.Pos)
		return engine.CardValue(c), err
	case engine.SeatKind:
		s, err := n.seat(node.Text, node.Pos)
		return engine.SeatValue(s), err
	case engine.Zone:
		z, err := n.zone(node.Text, node.Pos)
		return engine.ZoneValue(z), err
	case engine.Word:
		return n.word(a, node)
	}
	return wrong()
}

func (n *names) word(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	symbol, ok := n.Compiled.Symbols[node.Text]
	if ok && (len(a.Words) == 0 || containsSymbol(a.Words, symbol)) {
		return engine.WordValue(symbol), nil
	}
	var known []string
	for _, w := range a.Words {
		known = append(known, n.Compiled.Pack.Symbols[w])
	}
	f := unknownAt(node.Pos, a.Name, node.Text, known).(*fault)
	if len(known) > 0 {
		f.message += "; there are " + strings.Join(known, ", ")
	}
	return engine.Value{}, f
}

func containsSymbol(list []engine.Symbol, s engine.Symbol) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
