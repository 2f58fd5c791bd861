package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Has reports whether cards of the card's type have the attribute.
func (l *Layout) Has(c CardID, a AttributeID) bool {
	return slices.Contains(l.Pack.Types[l.TypeOf(c)].Attributes, a)
}

// Print returns the value of an attribute that is printed on the cards of a definition, the first
// where there are several.
func (p *Pack) Print(d DefID, a AttributeID) Value {
	def := &p.Defs[d]
	if values := def.Printed.Of(a); len(values) > 0 {
		return values[0]
	}
	return p.unprinted(def.Type, a)
}

// Prints reports whether the printed values of a definition pass a filter of types,
// definitions, abilities and printed values.
func (p *Pack) Prints(d DefID, f *Filter) bool {
	def := &p.Defs[d]
	for i := range f.Terms {
		t := &f.Terms[i]
		holds := false
		switch t.Op {
		case TermAttribute:
			holds = p.compare(t, p.Print(d, t.Attr))
		case TermType:
			holds = t.Set&(1<<uint(def.Type)) != 0
		case TermDef:
			holds = slices.Contains(t.Values, Num(int(d)))
		case TermHasAbility:
			holds = slices.ContainsFunc(def.Abilities,
				func(a CardAbility) bool { return p.Abilities[a.Ability].NameSymbol == t.Word })
		case TermNot:
			holds = !p.Prints(d, t.Sub)
		case TermAny:
			holds = slices.ContainsFunc(t.Subs, func(sub *Filter) bool { return p.Prints(d, sub) })
		}
		if holds == t.Not {
			return false
		}
	}
	return true
}

// Print gives one card another printed value than the others of its definition have; no game may use
// the layout yet.
func (l *Layout) Print(c CardID, a AttributeID, v Value) {
	row := slices.Clone(l.printed[l.Nth[c]])
	row[a] = []Value{v}
	l.printed = append(l.printed, row)
	l.Nth[c] = int32(l.Sorts)
	l.Sorts++
}

// PrintedOn are the values of an attribute that are printed on a card, none where it is not.
func (l *Layout) PrintedOn(c CardID, a AttributeID) []Value { return l.printed[l.Nth[c]][a] }

// Printed returns a card's own value of an attribute, before modifiers: the
// state value, or the printed one (by the state attribute that selects it).
// Missing values are nothing.
func (p *Position) Printed(c CardID, a AttributeID) Value {
	attribute := &p.Pack.Cards[a]
	if attribute.State {
		slot := p.slots[p.TypeOf(c)][a]
		if slot < 0 {
			return Value{}
		}
		return Stored(attribute.Kind, p.state.cells[p.cardBase[c]+int32(slot)])
	}
	values := p.PrintedOn(c, a)
	switch {
	case len(values) == 0:
		return p.Pack.unprinted(p.TypeOf(c), a)
	case attribute.By < 0 || len(values) == 1:
		return values[0]
	}
	by := p.Printed(c, attribute.By)
	i := slices.Index(p.Pack.Cards[attribute.By].Words, Symbol(by.N))
	if i < 0 || i >= len(values) {
		return values[0]
	}
	return values[i]
}

// unprinted is the value of an attribute that a card does not give: a flag is
// not set, a number 0, a list empty, anything else nothing; cards of types
// without the attribute have nothing either way.
func (p *Pack) unprinted(t TypeID, a AttributeID) Value {
	kind := p.Cards[a].Kind
	if (kind == Flag || kind == Number || kind == List) && slices.Contains(p.Types[t].Attributes, a) {
		return Value{kind, p.Cards[a].Start.N}
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
func (p *Position) Attribute(c CardID, a AttributeID) (Value, error) {
	return p.modified(OfCard, a, CardValue(c), p.Printed(c, a), p.modCard[a])
}

// SeatAttribute returns the value of a seat's attribute, modifiers included.
func (p *Position) SeatAttribute(s Seat, a AttributeID) (Value, error) {
	return p.modified(OfSeat, a, SeatValue(s), p.SeatPrinted(s, a), p.modSeat[a])
}

// GameAttribute returns the value of an attribute of the table, modifiers included.
func (p *Position) GameAttribute(a AttributeID) (Value, error) {
	return p.modified(OfTable, a, Value{}, p.GamePrinted(a), p.modGame[a])
}

func (p *Position) seatCell(s Seat, a AttributeID) int {
	return p.seatBase + (int(s)-1)*len(p.Pack.Seats) + int(a)
}

// modified applies the modifiers that hold now: first those that set the
// value, then additions, then lower and upper bounds.
func (p *Position) modified(h Holder, a AttributeID, of, base Value, ids []int32) (Value, error) {
	if len(ids) == 0 && len(p.state.changing(h, a)) == 0 || base.Kind == List && base.N >= 0 {
		return base, nil
	}
	read := attributeRead{h, a, of.N}
	if p.before != nil {
		return p.modify(h, a, of, base, ids)
	}
	if at := slices.Index(p.computed, read); at >= 0 {
		// A circle: the value of the first of it is computed again, in order.
		p.circle = min(p.circle, at)
		return base, nil
	}
	depth := len(p.computed)
	outer := p.circle
	p.circle = math.MaxInt
	p.computed = append(p.computed, read)
	value, err := p.modify(h, a, of, base, ids)
	if p.circle == depth && err == nil {
		if n := p.noting; n != nil && n.depth == len(p.computed) {
			n.list = n.list[:0]
		}
		p.before = &behindAll
		value, err = p.modify(h, a, of, base, ids)
		p.before = nil
		p.circle = math.MaxInt
	}
	p.circle = min(p.circle, outer)
	p.computed = p.computed[:depth]
	return value, err
}

// judges reports whether a modifier counts for what is being computed in order; what counts
// behind it is computed from then on.
func (p *Position) judges(in *Instance) bool {
	own := rank{in.Ability.Op, in.Ability.ReadsOwn, p.ageOf(in)}
	if !own.less(*p.before) {
		return false
	}
	p.before = &own
	return true
}

func (p *Position) modify(h Holder, a AttributeID, of, base Value, ids []int32) (Value, error) {
	var change modification
	effects := p.state.changing(h, a)
	if !p.look(len(ids) + len(effects)) {
		return base, p.fault
	}
	outer := p.before
	for _, id := range ids {
		in := &p.Instances[id]
		if outer != nil && !p.judges(in) {
			continue
		}
		var err error
		if p.activeNow(in) && p.eyes&^p.state.links[in.Card].known == 0 {
			err = p.consider(in, of, &change)
		}
		p.before = outer
		if err != nil {
			return base, err
		}
	}
	var in *Instance // one for all effects: scripts that are asked take it to the heap
	for i := range effects {
		e := &effects[i]
		ability := &p.Pack.Abilities[e.Ability]
		if ability.Form != Modifier || ability.OfHolder != h || ability.Of != a {
			continue
		}
		if in == nil {
			in = new(Instance)
		}
		*in = p.effectInstance(e)
		if outer != nil && !p.judges(in) {
			continue
		}
		err := p.consider(in, of, &change)
		p.before = outer
		if err != nil {
			return base, err
		}
	}
	if !change.isSome {
		return base, nil
	}
	return p.declared(h, a).within(change.of(base)), nil
}

// modification gathers what the modifiers of one value do.
type modification struct {
	set            Value
	age            age // of the one that set it
	add            int32
	low, high      int32
	isSet, isLow   bool
	isHigh, isSome bool
	sets           []setChange
}

// setChange is what a modifier does to a set: it takes its place, or its words come or go.
type setChange struct {
	op    ModifierOp
	words int32
	age   age
}

func (p *Position) consider(in *Instance, of Value, change *modification) error {
	a := in.Ability
	if a.OfFilter != nil && !p.Match(a.OfFilter, of, in, nil) {
		return nil
	}
	if _, met := p.meets(a.Where, in, nil, false); !met {
		return nil
	}
	amount := a.Amount
	switch {
	case a.AmountParam >= 0 && a.AmountParam < len(in.Params):
		amount = in.Params[a.AmountParam]
		if p.declared(a.OfHolder, a.Of).IsSet() {
			amount = p.Pack.With(EmptySet, amount)
		}
	case a.HasAmount:
		saved := p.run.Registers()
		p.run.pure++
		n, err := p.run.scripts.Amount(p.run, in, of)
		p.run.Restore(saved)
		err = p.run.faulted(err)
		if err != nil {
			return err
		}
		amount = Value{Number, n}
	}
	change.take(a.Op, amount, p.ageOf(in))
	if p.noting != nil && p.noting.depth == len(p.computed) {
		p.noting.list = append(p.noting.list, Modification{a, in.Card, a.Op, amount})
	}
	p.Notice(a, in.Card)
	return nil
}

// take takes in what a modifier does; of several that set the value the youngest holds.
func (m *modification) take(op ModifierOp, amount Value, of age) {
	m.isSome = true
	if amount.Kind == List {
		m.sets = append(m.sets, setChange{op, amount.N, of})
		return
	}
	switch op {
	case SetTo:
		if !m.isSet || !of.older(m.age) {
			m.set = amount
			m.age = of
			m.isSet = true
		}
	case Add:
		m.add += amount.N
	case AtLeast:
		if !m.isLow || amount.N > m.low {
			m.low = amount.N
			m.isLow = true
		}
	case AtMost:
		if !m.isHigh || amount.N < m.high {
			m.high = amount.N
			m.isHigh = true
		}
	}
}

func (m *modification) of(base Value) Value {
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
	slices.SortStableFunc(m.sets, func(a, b setChange) int { return a.age.compare(b.age) })
	for _, c := range m.sets {
		switch c.op {
		case SetTo:
			base.N = c.words
		case Add:
			base.N |= c.words
		case Remove:
			base.N &^= c.words & math.MaxInt32
		}
	}
	return base
}

// within keeps a number that modifiers have changed in the bounds that its attribute
// declares.
func (a *Attribute) within(v Value) Value {
	if v.Kind != Number {
		return v
	}
	if a.HasMin {
		v.N = max(v.N, a.Min)
	}
	if a.HasMax {
		v.N = min(v.N, a.Max)
	}
	return v
}

func (p *Position) declared(h Holder, a AttributeID) *Attribute {
	return &[...][]Attribute{OfTable: p.Pack.Game, OfSeat: p.Pack.Seats, OfCard: p.Pack.Cards}[h][a]
}

// SetAttribute writes a state attribute of a card.
func (r *Run) SetAttribute(c CardID, a AttributeID, v Value) error {
	if !r.Has(c, a) {
		return fmt.Errorf("%s has no %s", r.CardKey(c), r.Pack.Cards[a].Name)
	}
	if !r.Pack.Cards[a].State {
		return fmt.Errorf("%s is printed on the card and cannot be changed", r.Pack.Cards[a].Name)
	}
	return r.assign(&r.Pack.Cards[a], int(r.cardBase[c])+int(r.slots[r.TypeOf(c)][a]), v)
}

// SetSeatAttribute writes an attribute of a seat.
func (r *Run) SetSeatAttribute(s Seat, a AttributeID, v Value) error {
	return r.assign(&r.Pack.Seats[a], r.seatCell(s, a), v)
}

// SetGameAttribute writes an attribute of the table.
func (r *Run) SetGameAttribute(a AttributeID, v Value) error {
	return r.assign(&r.Pack.Game[a], r.gameBase+int(a), v)
}

func (r *Run) assign(a *Attribute, cell int, v Value) error {
	if r.pure > 0 {
		return r.guard("setting " + a.Name)
	}
	switch {
	case v.Kind == Nil && (a.Kind == Number || a.Kind == Flag || a.Kind == List):
		return fmt.Errorf("%s must be a %s, not nothing", a.Name, a.Kind)
	case v.Kind == Nil:
		v.N = 0
	case v.Kind != a.Kind:
		return fmt.Errorf("%s must be a %s, not a %s", a.Name, a.Kind, v.Kind)
	case len(a.Words) > 0 && !r.Pack.isOf(a.Words, v):
		return fmt.Errorf("%s cannot be %q; allowed: %s", a.Name, r.Pack.Written(v),
			strings.Join(r.Pack.Spell(a.Words), ", "))
	}
	r.set(cell, a.within(v).N)
	return nil
}

// SetOwner and SetController change a card's owner and controller.
func (r *Run) SetOwner(c CardID, s Seat) error {
	if err := r.guard("setting owner"); err != nil {
		return err
	}
	r.set(int(r.cardBase[c])+cardOwner, int32(s))
	return nil
}

// SetController changes the seat that controls a card.
func (r *Run) SetController(c CardID, s Seat) error {
	if err := r.guard("setting seat"); err != nil {
		return err
	}
	r.set(int(r.cardBase[c])+cardSeat, int32(s))
	r.showToController(c)
	return nil
}

// AttributeSeen is Attribute through the eyes of seats: without the modifiers
// of cards that they do not know.
func (p *Position) AttributeSeen(eyes SeatSet, c CardID, a AttributeID) (Value, error) {
	defer p.through(eyes)()
	return p.Attribute(c, a)
}

// SeatAttributeSeen is SeatAttribute, GameAttributeSeen is GameAttribute through
// the eyes of seats.
func (p *Position) SeatAttributeSeen(eyes SeatSet, s Seat, a AttributeID) (Value, error) {
	defer p.through(eyes)()
	return p.SeatAttribute(s, a)
}

// GameAttributeSeen is GameAttribute through the eyes of seats.
func (p *Position) GameAttributeSeen(eyes SeatSet, a AttributeID) (Value, error) {
	defer p.through(eyes)()
	return p.GameAttribute(a)
}

// Modifications returns what modifies an attribute of a card, a seat or the table
// (holder and of), seen through the eyes of seats as AttributeSeen does, in the order in which
// it is considered; nothing for a value that cannot be computed.
func (p *Position) Modifications(eyes SeatSet, h Holder, of Value, a AttributeID) []Modification {
	defer p.through(eyes)()
	n := &gathering{depth: len(p.computed) + 1}
	before := p.noting
	p.noting = n
	defer func() { p.noting = before }()
	var err error
	switch h {
	case OfCard:
		_, err = p.Attribute(CardID(of.N), a)
	case OfSeat:
		_, err = p.SeatAttribute(Seat(of.N), a)
	default:
		_, err = p.GameAttribute(a)
	}
	if err != nil {
		return nil
	}
	return n.list
}

// SeatPrinted and GamePrinted are the values of attributes before modifiers.
func (p *Position) SeatPrinted(s Seat, a AttributeID) Value {
	return Stored(p.Pack.Seats[a].Kind, p.state.cells[p.seatCell(s, a)])
}

// GamePrinted is SeatPrinted for the table.
func (p *Position) GamePrinted(a AttributeID) Value {
	return Stored(p.Pack.Game[a].Kind, p.state.cells[p.gameBase+int(a)])
}
