package engine

import (
	"fmt"
	"slices"
)

// attributeRead is an attribute that is being computed, to find cycles.
type attributeRead struct {
	holder    Holder
	attribute AttributeID
	of        int32
}

// Owner returns the seat that owns a card, Controller the seat that controls
// it (card.seat in scripts); 0 for none.
func (g *Game) Owner(c CardID) Seat { return Seat(g.state.cells[g.cardBase[c]+cardOwner]) }

// Controller returns the seat that controls a card, or 0.
func (g *Game) Controller(c CardID) Seat { return Seat(g.state.cells[g.cardBase[c]+cardSeat]) }

// Has tells whether cards of the card's type have the attribute.
func (l *Layout) Has(c CardID, a AttributeID) bool {
	return slices.Contains(l.Pack.Types[l.TypeOf(c)].Attributes, a)
}

// Printed returns a card's own value of an attribute, before modifiers: the
// state value, or the printed one (by the state attribute that selects it).
// Missing values are nothing.
func (g *Game) Printed(c CardID, a AttributeID) Value {
	attribute := &g.Pack.Cards[a]
	if attribute.State {
		slot := g.slots[g.TypeOf(c)][a]
		if slot < 0 {
			return Value{}
		}
		return Stored(attribute.Kind, g.state.cells[g.cardBase[c]+int32(slot)])
	}
	values := g.printed[g.Def[c]][a]
	switch {
	case len(values) == 0:
		return g.unprinted(c, a)
	case attribute.By < 0 || len(values) == 1:
		return values[0]
	}
	by := g.Printed(c, attribute.By)
	i := slices.Index(g.Pack.Cards[attribute.By].Words, Symbol(by.N))
	if i < 0 || i >= len(values) {
		return values[0]
	}
	return values[i]
}

// unprinted is the value of an attribute that a card does not give: a flag is
// not set, a number 0, a list empty, anything else nothing; cards of types
// without the attribute have nothing either way.
func (l *Layout) unprinted(c CardID, a AttributeID) Value {
	kind := l.Pack.Cards[a].Kind
	if (kind == Flag || kind == Number || kind == List) && l.Has(c, a) {
		return Value{Kind: kind}
	}
	return Value{}
}

// Stored turns the number in a cell into a value: 0 is nothing where the kind
// has no zero.
func Stored(kind Kind, n int32) Value {
	if n == 0 && kind != Number && kind != Flag {
		return Value{}
	}
	return Value{kind, n}
}

// Attribute returns the value of a card's attribute, modifiers included. It
// fails when modifiers go round in a circle.
func (g *Game) Attribute(c CardID, a AttributeID) (Value, error) {
	base := g.Printed(c, a)
	return g.modified(OfCard, a, CardValue(c), base, g.modCard[a])
}

// SeatAttribute returns the value of a seat's attribute, modifiers included.
func (g *Game) SeatAttribute(s Seat, a AttributeID) (Value, error) {
	base := Stored(g.Pack.Seats[a].Kind, g.state.cells[g.seatCell(s, a)])
	return g.modified(OfSeat, a, SeatValue(s), base, g.modSeat[a])
}

// GameAttribute returns the value of an attribute of the table, modifiers included.
func (g *Game) GameAttribute(a AttributeID) (Value, error) {
	base := Stored(g.Pack.Game[a].Kind, g.state.cells[g.game+int(a)])
	return g.modified(OfTable, a, Value{}, base, g.modGame[a])
}

func (g *Game) seatCell(s Seat, a AttributeID) int {
	return g.seat + (int(s)-1)*len(g.Pack.Seats) + int(a)
}

// modified applies the modifiers that hold now: first those that set the
// value, then additions, then lower and upper bounds.
func (g *Game) modified(h Holder, a AttributeID, of, base Value, ids []int32) (Value, error) {
	if len(ids) == 0 && len(g.state.effects) == 0 || base.Kind == List {
		return base, nil
	}
	read := attributeRead{h, a, of.N}
	if slices.Contains(g.computed, read) {
		return base, fmt.Errorf("the value of %s depends on itself: %s", g.attributeName(h, a), g.computedNames())
	}
	depth := len(g.computed)
	g.computed = append(g.computed, read)
	value, err := g.modify(h, a, of, base, ids)
	g.computed = g.computed[:depth]
	return value, err
}

func (g *Game) modify(h Holder, a AttributeID, of, base Value, ids []int32) (Value, error) {
	var change modification
	for _, id := range ids {
		in := &g.Instances[id]
		if !g.activeNow(in) || g.eyes&^g.state.links[in.Card].known != 0 {
			continue
		}
		if err := g.consider(in, of, &change); err != nil {
			return base, err
		}
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		ability := &g.Pack.Abilities[e.Ability]
		if ability.Form != Modifier || ability.OfHolder != h || ability.Of != a {
			continue
		}
		in := g.effectInstance(e)
		if err := g.consider(&in, of, &change); err != nil {
			return base, err
		}
	}
	return change.of(base), nil
}

// modification gathers what the modifiers of one value do.
type modification struct {
	set            Value
	add            int32
	low, high      int32
	isSet, isLow   bool
	isHigh, isSome bool
}

func (g *Game) consider(in *Instance, of Value, change *modification) error {
	a := in.Ability
	if a.OfFilter != nil && !g.Match(a.OfFilter, of, in, nil) {
		return nil
	}
	for i := range a.Where {
		if !g.Match(a.Where[i].Filter, CardValue(in.Card), in, nil) {
			return nil
		}
	}
	amount := a.Amount
	switch {
	case a.AmountParam >= 0 && a.AmountParam < len(in.Params):
		amount = in.Params[a.AmountParam]
	case a.HasAmount:
		saved := g.Registers()
		g.pure++
		n, err := g.scripts.Amount(g, in, of)
		g.Restore(saved)
		if err = g.faulted(err); err != nil {
			return err
		}
		amount = Value{Number, n}
	}
	change.take(a.Op, amount)
	g.notice(a)
	return nil
}

func (m *modification) take(op ModifierOp, amount Value) {
	m.isSome = true
	switch op {
	case SetTo:
		m.set, m.isSet = amount, true
	case Add:
		m.add += amount.N
	case AtLeast:
		if !m.isLow || amount.N > m.low {
			m.low, m.isLow = amount.N, true
		}
	case AtMost:
		if !m.isHigh || amount.N < m.high {
			m.high, m.isHigh = amount.N, true
		}
	}
}

func (m *modification) of(base Value) Value {
	if !m.isSome {
		return base
	}
	if m.isSet {
		base = m.set
	}
	base.N += m.add
	if m.isLow {
		base.N = max(base.N, m.low)
	}
	if m.isHigh {
		base.N = min(base.N, m.high)
	}
	return base
}

func (g *Game) attributeName(h Holder, a AttributeID) string {
	return [...][]Attribute{OfTable: g.Pack.Game, OfSeat: g.Pack.Seats, OfCard: g.Pack.Cards}[h][a].Name
}

func (g *Game) computedNames() string {
	text := ""
	for i, read := range g.computed {
		if i > 0 {
			text += " -> "
		}
		text += g.attributeName(read.holder, read.attribute)
	}
	return text
}

// SetAttribute writes a state attribute of a card.
func (g *Game) SetAttribute(c CardID, a AttributeID, v Value) error {
	slot := int16(-1)
	if g.Pack.Cards[a].State {
		slot = g.slots[g.TypeOf(c)][a]
	}
	if !g.Has(c, a) {
		return fmt.Errorf("%s has no %s", g.CardKey(c), g.Pack.Cards[a].Name)
	}
	if slot < 0 {
		return fmt.Errorf("%s is printed on the card and cannot be changed", g.Pack.Cards[a].Name)
	}
	return g.assign(&g.Pack.Cards[a], int(g.cardBase[c])+int(slot), v)
}

// SetSeatAttribute writes an attribute of a seat.
func (g *Game) SetSeatAttribute(s Seat, a AttributeID, v Value) error {
	return g.assign(&g.Pack.Seats[a], g.seatCell(s, a), v)
}

// SetGameAttribute writes an attribute of the table.
func (g *Game) SetGameAttribute(a AttributeID, v Value) error {
	return g.assign(&g.Pack.Game[a], g.game+int(a), v)
}

func (g *Game) assign(a *Attribute, cell int, v Value) error {
	if g.pure > 0 {
		return g.guard("setting " + a.Name)
	}
	n := v.N
	switch {
	case v.Kind == Nil && (a.Kind == Number || a.Kind == Flag):
		return fmt.Errorf("%s must be a %s, not nothing", a.Name, a.Kind)
	case v.Kind == Nil:
		n = 0
	case v.Kind != a.Kind:
		return fmt.Errorf("%s must be a %s, not a %s", a.Name, a.Kind, v.Kind)
	case a.Kind == Word && len(a.Words) > 0 && !slices.Contains(a.Words, Symbol(v.N)):
		return fmt.Errorf("%s cannot be %q; allowed: %s", a.Name, g.Pack.Symbols[v.N], g.words(a.Words))
	}
	if a.HasMin {
		n = max(n, a.Min)
	}
	if a.HasMax {
		n = min(n, a.Max)
	}
	g.set(cell, n)
	return nil
}

func (g *Game) words(symbols []Symbol) string {
	text := ""
	for i, s := range symbols {
		if i > 0 {
			text += ", "
		}
		text += g.Pack.Symbols[s]
	}
	return text
}

// SetOwner and SetController change who owns and who controls a card.
func (g *Game) SetOwner(c CardID, s Seat) error {
	if err := g.guard("setting owner"); err != nil {
		return err
	}
	g.set(int(g.cardBase[c])+cardOwner, int32(s))
	return nil
}

// SetController changes the seat that controls a card.
func (g *Game) SetController(c CardID, s Seat) error {
	if err := g.guard("setting seat"); err != nil {
		return err
	}
	g.set(int(g.cardBase[c])+cardSeat, int32(s))
	// What lies on the card is now seen by its new seat.
	for _, z := range g.cardZones[c] {
		for at := g.state.zones[z].head; at != 0; at = g.state.links[at].next {
			if known := g.state.links[at].known; known|g.sees(z) != known {
				g.emit(Event{Kind: EvReveal, A: int32(at), Old: known, New: known | g.sees(z)})
			}
		}
	}
	return nil
}
