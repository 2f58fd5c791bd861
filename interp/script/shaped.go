package script

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Filters that are written in place reach the host as shapes: what they say
// once and for all is read once.

// shapedFilter is the filter of a shape: its constant terms are read once.
type shapedFilter struct {
	terms   []engine.Term
	dynamic []dynamicTerm
}

// dynamicTerm is a term that a call reads from a field of the shape and its
// values. It is kept, for calls with the same values.
type dynamicTerm struct {
	field int
	read  filterKey
	// from and to are the slots of its values; own is set when it depends on the
	// ability that runs too.
	from, to int
	own      bool
	values   []language.Value
	term     engine.Term
}

// known reports whether the term was read from the values that a call has.
func (d *dynamicTerm) known(f *fields) bool {
	for i, v := range d.values {
		if f.call.Arg(f.base+d.from+i) != v {
			return false
		}
	}
	return len(d.values) > 0
}

// keep notes a term with its values. One that was read from a table that may
// still change, or of which no value was given, is read anew each time.
func (d *dynamicTerm) keep(m *Machine, f *fields, term *engine.Term) {
	d.values = d.values[:0]
	if d.own {
		return
	}
	for i := d.from; i < d.to; i++ {
		v := f.call.Arg(f.base + i)
		if table, ok := v.(*language.Table); ok && !table.Frozen() {
			d.values = d.values[:0]
			return
		}
		d.values = append(d.values, v)
	}
	keepValues(term)
	d.term = *term
}

// shapedTerms fills the terms of a shape's filter.
func (m *Machine) shapedTerms(call *language.Call, f *fields, s *selection) {
	filter := f.shape.filter
	if filter == nil {
		filter = m.compileShape(call, f.shape)
		f.shape.filter = filter
	}
	m.terms = append(m.terms, filter.terms...)
	for i := range filter.dynamic {
		d := &filter.dynamic[i]
		field := &f.shape.Fields[d.field]
		if d.known(f) {
			m.terms = append(m.terms, d.term)
			continue
		}
		if field.Inner != nil {
			term := d.read(m, call, field.Name, nil, f.inner(d.field))
			d.keep(m, f, &term)
			m.terms = append(m.terms, term)
			continue
		}
		value, _, ok := f.at(d.field)
		if !ok {
			continue
		}
		term := d.read(m, call, field.Name, value, nil)
		if _, thing := value.(*language.Object); !thing { // a term on a thing is read as fast as it is compared
			d.keep(m, f, &term)
		}
		m.terms = append(m.terms, term)
	}
}

// compileShape reads what is constant in a shape's filter.
func (m *Machine) compileShape(call *language.Call, shape *knownShape) *shapedFilter {
	filter := &shapedFilter{}
	for i := range shape.Fields {
		field := &shape.Fields[i]
		read := m.filterNamed(call, field.Name)
		if field.Slot >= 0 || field.Inner != nil && !constant(field.Inner) || isOwnKey(field.Name) {
			d := dynamicTerm{field: i, read: read, from: -1, own: isOwnKey(field.Name)}
			d.uses(field)
			filter.dynamic = append(filter.dynamic, d)
			continue
		}
		var inner *fields
		value := shape.constants[i]
		if field.Inner != nil {
			inner, value = &fields{shape: shape.inner[i], call: call}, nil
		}
		values := len(m.values)
		term := read(m, call, field.Name, value, inner)
		keepValues(&term)
		m.values = m.values[:values]
		filter.terms = append(filter.terms, term)
	}
	return filter
}

// uses notes the slots of a field, which are one behind the other, and whether it
// looks at the running ability.
func (d *dynamicTerm) uses(field *language.ShapeField) {
	if field.Slot >= 0 {
		if d.from < 0 {
			d.from = field.Slot
		}
		d.to = field.Slot + 1
	}
	if field.Inner == nil {
		return
	}
	for i := range field.Inner.Fields {
		inner := &field.Inner.Fields[i]
		d.own = d.own || isOwnKey(inner.Name)
		d.uses(inner)
	}
}

// keepValues gives a term, and those inside it, values of their own in place of
// those in the buffer of the call.
func keepValues(t *engine.Term) {
	t.Values = slices.Clone(t.Values)
	for _, sub := range append(t.Subs, t.Sub) {
		for i := 0; sub != nil && i < len(sub.Terms); i++ {
			keepValues(&sub.Terms[i])
		}
	}
}

// ownKeys depend on the ability that runs, so that they are read at each call.
var ownKeys = map[string]engine.TermOp{
	"friendly": engine.TermFriendly, "enemy": engine.TermEnemy, "other": engine.TermOther, "beside": engine.TermBeside, "is": engine.TermSelf,
}

func isOwnKey(name string) bool {
	_, ok := ownKeys[name]
	return ok
}

// constant reports whether a shape needs no value of the call.
func constant(s *language.Shape) bool {
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Slot >= 0 || isOwnKey(f.Name) || f.Inner != nil && !constant(f.Inner) {
			return false
		}
	}
	return true
}
