package script

import (
	"math"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// filterKey reads the value of one key of a filter table into a term; inner is
// set instead of the value for a table in the table that was written in place.
type filterKey func(m *Machine, call *language.Call, name string, v language.Value, inner *fields) engine.Term

// filterKeys are the keys of filters at run time. The meaning of each is that
// of the same key in a header, which package compile lowers; a test holds the
// two together.
func filterKeys(n *names) map[string]filterKey {
	keys := map[string]filterKey{
		"friendly": (*Machine).filterOwn, "enemy": (*Machine).filterOwn, "other": (*Machine).filterOwn, "beside": (*Machine).filterOwn,
		"is":   (*Machine).filterOwn,
		"type": (*Machine).filterType, "id": (*Machine).filterDef, "zone": (*Machine).filterZone,
		"seat": (*Machine).filterSeat, "owner": (*Machine).filterSeat, "at": (*Machine).filterAt,
		"with": (*Machine).filterWith, "without": (*Machine).filterWith,
		"holds": (*Machine).filterHolds, "holds_no": (*Machine).filterHolds, "host": (*Machine).filterHost,
		"not": (*Machine).filterNot, "any": (*Machine).filterAny, "except": (*Machine).filterExcept,
	}
	for i := range n.pack.Cards {
		id := engine.AttributeID(i)
		if keys[n.pack.Cards[i].Name] != nil {
			continue
		}
		keys[n.pack.Cards[i].Name] = func(m *Machine, call *language.Call, name string, v language.Value, inner *fields) engine.Term {
			return m.filterAttribute(call, name, id, v, inner)
		}
	}
	return keys
}

// selection is a filter that is read and the buffers that it takes up.
type selection struct {
	engine.Selection
	m             *Machine
	terms, values int
}

// release gives the buffers back. A run that is abandoned in between gives
// nothing back; the next one starts with empty buffers.
func (s *selection) release() {
	s.m.terms, s.m.values = s.m.terms[:s.terms], s.m.values[:s.values]
}

// readFilter turns a filter table into a filter; the zone key with a zone
// value is kept apart, as the place to look in.
func (m *Machine) readFilter(call *language.Call, fn string, n int) selection {
	f, _, ok := m.argFields(call, n)
	if !ok {
		m.bad(call, fn, n, "a filter, such as {zone = \"hand\"}")
	}
	s := selection{Selection: engine.Selection{In: m.in}, m: m, terms: len(m.terms), values: len(m.values)}
	if f.shape != nil {
		m.shapedTerms(call, &f, &s)
	} else {
		f.each(func(name string, value language.Value, _ *fields) {
			term := m.filterTerm(call, name, value, nil)
			m.terms = append(m.terms, term)
		})
	}
	s.Filter.Terms = m.terms[s.terms:len(m.terms):len(m.terms)]
	return s
}

func (m *Machine) filterNamed(call *language.Call, name string) filterKey {
	read, ok := m.filterOf.find(name)
	if !ok {
		call.Fault("a filter has no key %q%s", name, nearest(name, m.filters))
	}
	return read
}

func (m *Machine) filterTerm(call *language.Call, name string, value language.Value, inner *fields) engine.Term {
	return m.filterNamed(call, name)(m, call, name, value, inner)
}

// one keeps a value for a term, in the buffer of the call.
func (m *Machine) one(v engine.Value) []engine.Value {
	m.values = append(m.values, v)
	return m.values[len(m.values)-1 : len(m.values) : len(m.values)]
}

// subFilter reads a nested filter table.
func (m *Machine) subFilter(call *language.Call, name string, v language.Value, inner *fields) *engine.Filter {
	if inner == nil {
		f, ok := fieldsOf(v)
		if !ok {
			call.Fault("%s must be a filter table, not %s", name, m.describe(v))
		}
		inner = &f
	}
	filter := m.newFilter(inner)
	inner.each(func(name string, value language.Value, deeper *fields) {
		filter.Terms = append(filter.Terms, m.filterTerm(call, name, value, deeper))
	})
	return filter
}

// newFilter makes an empty filter with room for terms of some fields. Filters and
// terms are cut from pieces that hold many; a piece is not used twice.
func (m *Machine) newFilter(f *fields) *engine.Filter {
	if len(m.filterPiece) == 0 {
		m.filterPiece = make([]engine.Filter, 32)
	}
	filter := &m.filterPiece[0]
	m.filterPiece = m.filterPiece[1:]
	n := 2
	if f.shape != nil {
		n = len(f.shape.Fields)
	}
	if n > len(m.termPiece) {
		m.termPiece = make([]engine.Term, max(n, 32))
	}
	filter.Terms, m.termPiece = m.termPiece[:0:n], m.termPiece[n:]
	return filter
}

// words calls use for a word or for each word of a list.
func (m *Machine) eachWord(call *language.Call, name string, v language.Value, use func(word string)) {
	switch v := v.(type) {
	case language.String:
		use(string(v))
		return
	case *language.Table:
		if n := v.Len(); n > 0 {
			call.Charge(2 * n)
			for i := 1; i <= n; i++ {
				word, ok := v.At(i).(language.String)
				if !ok {
					call.Fault("%s must be a word or a list of words; item %d is %s", name, i, m.describe(v.At(i)))
				}
				use(string(word))
			}
			return
		}
	}
	call.Fault("%s must be a word or a list of words, not %s", name, m.describe(v))
}

func (m *Machine) filterType(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	t := engine.Term{Op: engine.TermType}
	m.eachWord(call, name, v, func(word string) {
		id, ok := m.typeOf.find(word)
		if !ok {
			call.Fault("there is no type %q%s", word, nearest(word, m.types))
		}
		t.Set |= 1 << uint(id)
	})
	return t
}

func (m *Machine) filterDef(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	t := engine.Term{Op: engine.TermDef}
	m.eachWord(call, name, v, func(word string) {
		id, ok := m.defs[word]
		if !ok {
			call.Fault("there is no card %q%s", word, nearest(word, m.defs))
		}
		t.Values = append(t.Values, engine.Num(int(id)))
	})
	return t
}

func (m *Machine) filterZone(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	if z := engineValue(v).Zone(); z != 0 {
		return engine.Term{Op: engine.TermInZone, Values: m.one(engine.ZoneValue(z))}
	}
	if list, ok := v.(*language.Table); ok && engineValue(list.At(1)).Zone() != 0 {
		return m.filterZones(call, name, list)
	}
	t := engine.Term{Op: engine.TermZone}
	m.eachWord(call, name, v, func(word string) {
		mask, ok := m.groupOf.find(word)
		if !ok {
			call.Fault("there is no zone %q%s", word, nearest(word, m.groups))
		}
		t.Zones |= mask
	})
	return t
}

// filterZones reads a list of zones.
func (m *Machine) filterZones(call *language.Call, name string, list *language.Table) engine.Term {
	t := engine.Term{Op: engine.TermInZone}
	call.Charge(list.Len())
	for i := 1; i <= list.Len(); i++ {
		z := engineValue(list.At(i)).Zone()
		if z == 0 {
			call.Fault("%s: item %d of a list of zones must be a zone, not %s", name, i, m.describe(list.At(i)))
		}
		t.Values = append(t.Values, engine.ZoneValue(z))
	}
	return t
}

func (m *Machine) filterSeat(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	s := engineValue(v).Seat()
	if s == 0 {
		call.Fault("%s must be a seat, not %s", name, m.describe(v))
	}
	op := engine.TermSeat
	if name == "owner" {
		op = engine.TermOwner
	}
	return engine.Term{Op: op, Values: m.one(engine.SeatValue(s))}
}

// filterOwn reads the keys that look at a card from the running ability's own.
func (m *Machine) filterOwn(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	if m.in == nil {
		call.Fault("the condition %s looks from the card of an ability, and no ability acts here: name the seat or the card", name)
	}
	op := ownKeys[name]
	if name == "is" {
		if v != language.String("self") {
			call.Fault("is: only \"self\" can be named here, not %s", m.describe(v))
		}
		return engine.Term{Op: op}
	}
	return engine.Term{Op: op, Not: !language.Truth(v)}
}

func (m *Machine) filterAt(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	c := engineValue(v).Card()
	if c == 0 {
		call.Fault("%s must be a card, not %s", name, m.describe(v))
	}
	return engine.Term{Op: engine.TermAt, Attr: -1, Values: m.one(engine.CardValue(c))}
}

func (m *Machine) filterWith(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	word, ok := v.(language.String)
	if !ok {
		call.Fault("%s must be the name of an ability, not %s", name, m.describe(v))
	}
	symbol, ok := m.wordNamed.find(string(word))
	if !ok {
		call.Fault("%s: there is no ability %q", name, string(word))
	}
	return engine.Term{Op: engine.TermHasAbility, Word: symbol, Not: name == "without"}
}

func (m *Machine) filterHolds(call *language.Call, name string, v language.Value, inner *fields) engine.Term {
	t := engine.Term{Op: engine.TermHolds, Not: name == "holds_no"}
	if _, ok := v.(language.String); ok {
		t.Sub = m.newFilter(&fields{})
		t.Sub.Terms = append(t.Sub.Terms, m.filterType(call, name, v, nil))
		return t
	}
	t.Sub = m.subFilter(call, name, v, inner)
	return t
}

func (m *Machine) filterHost(call *language.Call, name string, v language.Value, inner *fields) engine.Term {
	return engine.Term{Op: engine.TermHost, Sub: m.subFilter(call, name, v, inner)}
}

func (m *Machine) filterNot(call *language.Call, name string, v language.Value, inner *fields) engine.Term {
	return engine.Term{Op: engine.TermNot, Sub: m.subFilter(call, name, v, inner)}
}

func (m *Machine) filterAny(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	list, ok := v.(*language.Table)
	if !ok {
		call.Fault("any must be a list of filters, not %s", m.describe(v))
	}
	t := engine.Term{Op: engine.TermAny}
	call.Charge(8 * list.Len())
	for i := 1; i <= list.Len(); i++ {
		t.Subs = append(t.Subs, m.subFilter(call, name, list.At(i), nil))
	}
	return t
}

func (m *Machine) filterExcept(call *language.Call, name string, v language.Value, _ *fields) engine.Term {
	t := engine.Term{Op: engine.TermCard, Not: true}
	if list, ok := v.(*language.Table); ok {
		call.Charge(list.Len())
		for i := 1; i <= list.Len(); i++ {
			t.Values = append(t.Values, engineValue(list.At(i)))
		}
		return t
	}
	value := engineValue(v)
	if value.Card() == 0 && v != nil {
		call.Fault("except must be a card or a list of cards, not %s", m.describe(v))
	}
	t.Values = []engine.Value{value}
	return t
}

func (m *Machine) filterAttribute(call *language.Call, name string, id engine.AttributeID, v language.Value, inner *fields) engine.Term {
	t := engine.Term{Op: engine.TermAttribute, Attr: id}
	table, ok := v.(*language.Table)
	if !ok && inner == nil {
		t.Values = m.one(m.filterValue(call, name, v))
		return t
	}
	if ok && table.Len() > 0 {
		call.Charge(2 * table.Len())
		for i := 1; i <= table.Len(); i++ {
			t.Values = append(t.Values, m.filterValue(call, name, table.At(i)))
		}
		return t
	}
	if inner == nil {
		inner = &fields{table: table}
	}
	t.Compare, t.Min, t.Max = engine.Within, -1<<31, 1<<31-1
	inner.each(func(key string, value language.Value, _ *fields) {
		bound, ok := value.(language.Number)
		// A bound beyond all numbers, such as math.huge, is none.
		n, _ := language.Whole(max(min(bound, math.MaxInt32), math.MinInt32), 1<<31)
		switch {
		case !ok || math.IsNaN(float64(bound)):
			call.Fault("%s.%s must be a number, not %s", name, key, m.describe(value))
		case key == "min":
			t.Min = int32(n)
		case key == "max":
			t.Max = int32(n)
		default:
			call.Fault("%s: a range has min and max, not %q", name, key)
		}
	})
	return t
}

func (m *Machine) filterValue(call *language.Call, name string, v language.Value) engine.Value {
	value, err := m.toValue(v, name)
	if err != nil {
		call.Fault("%s", err)
	}
	return value
}

// selected are the cards that a filter at argument n of a function finds. The
// list is valid until release.
func (m *Machine) selected(call *language.Call, fn string, n int, use func(cards []engine.CardID)) {
	s := m.readFilter(call, fn, n)
	// A modifier that a filter asks for may select in its turn: each nesting
	// has a buffer of its own.
	if m.selecting == len(m.found) {
		m.found = append(m.found, nil)
	}
	at := m.selecting
	m.selecting++
	cards := m.run.Select(m.found[at][:0], &s.Selection)
	m.found[at] = cards
	use(cards)
	m.selecting = at
	s.release()
}

func (m *Machine) apiCards(call *language.Call) (found language.Value) {
	m.selected(call, "cards", 1, func(cards []engine.CardID) { found = m.cardTable(cards) })
	return found
}

// giveCards is apiCards where nobody but the host sees the cards.
func (m *Machine) giveCards(call *language.Call) (found language.Value) {
	m.selected(call, "cards", 1, func(cards []engine.CardID) {
		list := m.given(call, len(cards))
		list.cards = append(list.cards, cards...)
		found = list
	})
	return found
}

func (m *Machine) apiCount(call *language.Call) (found language.Value) {
	m.selected(call, "count", 1, func(cards []engine.CardID) { found = language.Int(len(cards)) })
	return found
}

func (m *Machine) apiAny(call *language.Call) (found language.Value) {
	m.selected(call, "any", 1, func(cards []engine.CardID) { found = language.Flag(len(cards) > 0) })
	return found
}

func (m *Machine) apiFirst(call *language.Call) (found language.Value) {
	m.selected(call, "first", 1, func(cards []engine.CardID) {
		if len(cards) > 0 {
			found = m.cards[cards[0]]
		}
	})
	return found
}

// apiKnown reports whether there is a card of an id.
func (m *Machine) apiKnown(call *language.Call) language.Value {
	id, _ := call.Arg(1).(language.String)
	_, ok := m.defs[string(id)]
	return language.Flag(ok)
}

func (m *Machine) apiSum(call *language.Call) language.Value {
	name := m.argWord(call, "sum", 1)
	f, ok := m.cardFieldOf.find(name)
	if !ok || f.kind != fieldAttribute || m.pack.Cards[f.id].Kind != engine.Number {
		call.Fault("sum: there is no number attribute %q%s", name, nearest(name, m.names.card))
	}
	total := 0
	m.selected(call, "sum", 2, func(cards []engine.CardID) {
		call.Charge(len(cards))
		for _, c := range cards {
			v, err := m.run.Attribute(c, engine.AttributeID(f.id))
			if err != nil {
				m.fail(call, err)
			}
			total += int(v.N)
		}
	})
	return language.Int(total)
}
