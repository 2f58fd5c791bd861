package position

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// folder makes names comparable: typographic quotes plain, underscores spaces.
var folder = strings.NewReplacer("’", "'", "‘", "'", "_", " ")

// Fold makes names comparable: lower case, single spaces, plain quotes.
func Fold(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(folder.Replace(s)), " "))
}

// def finds a definition and the copy number of "Orc Lineman#2" (0: none given).
func (b *Fixture) def(text string, pos diag.Pos) (engine.DefID, int, error) {
	name, number, numbered := strings.Cut(text, "#")
	copyNumber := 0
	if numbered {
		var err error
		copyNumber, err = strconv.Atoi(strings.TrimSpace(number))
		if err != nil || copyNumber < 1 {
			return 0, 0, FailAt(pos, "the copy in %q must be a number from 1, as in Name#2", text)
		}
	}
	d, err := b.named(name, pos)
	if err != nil {
		return 0, 0, err
	}
	most := len(b.Layout.CardsOf(d))
	if most == 0 {
		return 0, 0, FailAt(pos, "this game has no %s: no copy, and none in its decks", strings.TrimSpace(name))
	}
	if copyNumber > most {
		copies := fmt.Sprintf("there are %d copies of %s", most, strings.TrimSpace(name))
		if most == 1 {
			copies = "there is one copy of " + strings.TrimSpace(name)
		}
		return 0, 0, FailAt(pos, "%s, so there is no #%d", copies, copyNumber)
	}
	return d, copyNumber, nil
}

func (b *Fixture) named(name string, pos diag.Pos) (engine.DefID, error) {
	if d, ok := b.Compiled.Defs[name]; ok {
		return d, nil
	}
	defs := b.cards[Fold(name)]
	if strings.TrimSpace(name) == "" {
		return 0, FailAt(pos, "the name of one card is expected here")
	}
	switch len(defs) {
	case 0:
		return 0, UnknownAt(pos, "card", strings.TrimSpace(name), b.AllCards)
	case 1:
		return defs[0], nil
	}
	ids := lists.Map(defs, func(d engine.DefID) string { return b.Compiled.Pack.Defs[d].ID })
	return 0, FailAt(pos, "%q may be any of %s; write the one that is meant", name, strings.Join(ids, ", "))
}

// IsCard reports whether a text names a card.
func (b *Fixture) IsCard(text string) bool {
	name, _, _ := strings.Cut(text, "#")
	return len(b.cards[Fold(name)]) > 0
}

// Card finds one card; without a number the first copy is meant.
func (b *Fixture) Card(text string, pos diag.Pos) (engine.CardID, error) {
	d, number, err := b.def(text, pos)
	if err != nil {
		return 0, err
	}
	return b.Layout.CardsOf(d)[max(number, 1)-1], nil
}

// Same reports whether a card is the one that a name means: any copy, if the name
// has no number.
func (b *Fixture) Same(want engine.CardID, text string, got engine.CardID) bool {
	switch {
	case got == 0:
		return false
	case strings.Contains(text, "#"):
		return want == got
	}
	return b.Layout.Def[want] == b.Layout.Def[got]
}

// Seat reads a seat number.
func (b *Fixture) Seat(text string, pos diag.Pos) (engine.Seat, error) {
	number, err := strconv.Atoi(strings.TrimPrefix(text, "seat "))
	if err != nil || number < 1 || number > b.Layout.Seats {
		return 0, FailAt(pos, "%q is no seat; the seats are 1 to %d", text, b.Layout.Seats)
	}
	return engine.Seat(number), nil
}

// IsSeat reports whether a key is a seat's number.
func IsSeat(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func (b *Fixture) zoneKind(name string, pos diag.Pos) (engine.ZoneKindID, error) {
	if id, ok := b.Compiled.Zones[name]; ok {
		return id, nil
	}
	return 0, b.UnknownPlace(pos, "zone", name, b.AllZones)
}

// UnknownPlace is UnknownAt where a place may stand: for a name that the screen shows it
// suggests the kind of zones that is called so.
func (b *Fixture) UnknownPlace(at diag.Placed, what, name string, known []string) *Failure {
	f := UnknownAt(at, what, name, known)
	for i := range b.AllZones {
		if Fold(b.English.ZoneKind(engine.ZoneKindID(i))) == Fold(name) {
			f.Hint = b.AllZones[i]
		}
	}
	return f
}

// placesOn are the kinds of zones that a card has.
func (b *Fixture) placesOn(c engine.CardID) []string {
	return slices.DeleteFunc(b.ZoneNames(engine.OfCard),
		func(name string) bool { return b.Layout.ZoneOf(b.Compiled.Zones[name], 1, c) == 0 })
}

// Zone finds a zone by a path: "pool", "1.deck", "Bad Snap.left",
// "1.Blood Bowl.side", "section(1,2)" as seat 1 sees it and "2.section(1,2)" as
// seat 2 does.
func (b *Fixture) Zone(text string, pos diag.Pos) (engine.ZoneID, error) {
	path, place, onBoard := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	parts := strings.Split(path, ".")
	// A card's name may have dots; the kind of zone has none.
	kind, err := b.zoneKind(strings.TrimSpace(parts[len(parts)-1]), pos)
	if err != nil {
		return 0, err
	}
	parts = parts[:len(parts)-1]
	var seat engine.Seat
	if len(parts) > 0 && IsSeat(parts[0]) {
		seat, err = b.Seat(parts[0], pos)
		if err != nil {
			return 0, err
		}
		parts = parts[1:]
	}
	if onBoard {
		return b.BoardZone(kind, place, seat, pos)
	}
	var card engine.CardID
	if len(parts) > 0 {
		card, err = b.Card(strings.Join(parts, "."), pos)
		if err != nil {
			return 0, err
		}
	}
	z := b.Layout.ZoneOf(kind, seat, card)
	if z == 0 || b.Layout.ZoneSeat(z) != seat || b.Compiled.Pack.Zones[kind].Rows > 0 {
		return 0, FailAt(pos, "%q names no zone: %s", text, b.zoneOwner(kind))
	}
	return z, nil
}

// Part splits the question about a zone, one of some endings, off its name: "hand.has"; "" for none.
func Part(key string, endings ...string) (zone, part string) {
	for _, end := range endings {
		if name, ok := strings.CutSuffix(key, end); ok {
			return name, end
		}
	}
	return key, ""
}

// BoardZone finds a zone of a board by its row and column, "3 2" or "3,2", as a
// seat (0: seat 1) sees them.
func (b *Fixture) BoardZone(kind engine.ZoneKindID, place string, seat engine.Seat,
	pos diag.Pos) (engine.ZoneID, error) {
	numbers := strings.FieldsFunc(place, func(r rune) bool { return r == ' ' || r == ',' })
	if len(numbers) == 2 {
		row, first := strconv.Atoi(numbers[0])
		column, second := strconv.Atoi(numbers[1])
		if first == nil && second == nil {
			if z := b.Layout.BoardZone(kind, row-1, column-1, max(seat, 1)); z != 0 {
				return z, nil
			}
		}
	}
	k := &b.Compiled.Pack.Zones[kind]
	return 0, FailAt(pos, "%q is no place of %s: it has rows 1 to %d and columns 1 to %d, written as \"1 2\"", place,
		k.Name, k.Rows, k.Columns)
}

func (b *Fixture) zoneOwner(kind engine.ZoneKindID) string {
	k := &b.Compiled.Pack.Zones[kind]
	switch {
	case k.Rows > 0:
		return fmt.Sprintf("%s is a board, as in %s(1,2)", k.Name, k.Name)
	case k.PerSeat:
		return fmt.Sprintf("%s belongs to a card and a seat, as in 1.Card.%s", k.Name, k.Name)
	case k.Of == engine.OfCard:
		return fmt.Sprintf("%s belongs to a card, as in Card.%s", k.Name, k.Name)
	case k.Of == engine.OfSeat:
		return fmt.Sprintf("%s belongs to a seat, as in 1.%s", k.Name, k.Name)
	}
	return k.Name + " belongs to the table"
}

// ZoneNames lists the kinds of zones of a holder.
func (b *Fixture) ZoneNames(of engine.Holder) []string {
	var names []string
	for i := range b.Compiled.Pack.Zones {
		if b.Compiled.Pack.Zones[i].Of == of {
			names = append(names, b.Compiled.Pack.Zones[i].Name)
		}
	}
	return names
}

// AttributeNames lists attributes by name.
func AttributeNames(list []engine.Attribute) []string {
	return lists.Map(list, func(a engine.Attribute) string { return a.Name })
}

// Trigger finds a trigger by its name.
func (b *Fixture) Trigger(name string, pos diag.Pos) (engine.TriggerID, error) {
	id, ok := b.Compiled.Triggers[name]
	if !ok {
		return 0, UnknownAt(pos, "trigger", name,
			lists.Map(b.Compiled.Pack.Triggers, func(t engine.Trigger) string { return t.Name }))
	}
	return id, nil
}

// Ability finds the parts of a named ability; there is at least one.
func (b *Fixture) Ability(n *source.Node) ([]engine.AbilityID, error) {
	parts := b.Compiled.Abilities[n.Text]
	if len(parts) == 0 {
		return nil, UnknownAt(n, "ability", n.Text, b.AbilityNames())
	}
	return parts, nil
}

// AbilityNames lists the abilities of the pack.
func (b *Fixture) AbilityNames() []string {
	return lists.Map(b.Compiled.Pack.Abilities, func(a engine.Ability) string { return a.Name })
}

// CardText names a card as a scenario does: with its number where there are
// several of it.
func (b *Fixture) CardText(c engine.CardID) string {
	if c == 0 {
		return "nothing"
	}
	name := b.plainName(c)
	if len(b.Layout.CardsOf(b.Layout.Def[c])) == 1 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, b.Layout.Copy[c])
}

// plainName is a card's name without its number, its id where others share the
// name.
func (b *Fixture) plainName(c engine.CardID) string {
	name := b.CardName(c)
	if len(b.cards[Fold(name)]) != 1 || strings.Contains(name, "#") || IsSeat(name) ||
		keyword.Reserved()[keyword.RefCard][name] != "" {
		return b.Layout.Definition(c).ID
	}
	return name
}

// ZonePath names a zone as a scenario does.
func (b *Fixture) ZonePath(z engine.ZoneID) string {
	kind := &b.Compiled.Pack.Zones[b.Layout.KindOfZone(z)]
	text := kind.Name
	if kind.Rows > 0 {
		row, column := b.Layout.BoardPlace(z, 1)
		text = fmt.Sprintf("%s(%d,%d)", text, row+1, column+1)
	}
	if c := b.Layout.ZoneCard(z); c != 0 {
		text = b.CardText(c) + "." + text
	}
	if s := b.Layout.ZoneSeat(z); s != 0 {
		text = fmt.Sprintf("%d.%s", s, text)
	}
	return text
}

// CardsText lists cards as a scenario does.
func (b *Fixture) CardsText(cards []engine.CardID) string {
	return "[" + strings.Join(lists.Map(cards, b.CardText), ", ") + "]"
}

// SeatsText lists seats, "nobody" for none.
func (b *Fixture) SeatsText(set engine.SeatSet) string {
	var names []string
	for s := range set.Each() {
		names = append(names, fmt.Sprint(s))
	}
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
