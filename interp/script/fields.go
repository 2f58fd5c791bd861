package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// filtering are the functions of the API that take a filter, with its position.
var filtering = map[string]int{"cards": 1, "count": 1, "any": 1, "first": 1, "sum": 2}

// shapes are the others whose tables, written in place, reach the host as shapes, with
// the position of the table.
var shapes = map[string]int{
	"raise": 1, "say": 1,
	"choose.one": 0, "choose.some": 0, "choose.order": 0, "choose.yes": 0, "choose.number": 0,
	"choose.split": 0, "choose.secret": 0,
}

// knownShape is a shape as this machine needs it: its constants as values, and
// the filter that it stands for, compiled at the first use as one.
type knownShape struct {
	*language.Shape
	constants []language.Value // by field
	inner     []*knownShape    // by field
	filter    *callFilter
	// own is what the fields are while they are read as an inner table's.
	own fields
	// places are those of the fields among the parameters of the trigger raised.
	raised engine.TriggerID
	places []int
}

// shape returns the shape that an argument is, or nil for any other value.
func (m *Machine) shape(v language.Value) *knownShape {
	s, ok := v.(*language.Shape)
	if !ok {
		return nil
	}
	known, ok := s.Known.(*knownShape)
	if !ok {
		known = m.knowShape(s)
		s.Known = known
	}
	return known
}

func (m *Machine) knowShape(s *language.Shape) *knownShape {
	known := &knownShape{Shape: s, constants: make([]language.Value, len(s.Fields)),
		inner: make([]*knownShape, len(s.Fields))}
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Inner != nil:
			known.inner[i] = m.knowShape(f.Inner)
		case f.Items != nil:
			list := m.state.NewTable(len(f.Items), 0)
			for _, word := range f.Items {
				list.Append(language.String(word))
			}
			known.constants[i] = list
		default:
			known.constants[i] = f.Value
		}
	}
	return known
}

// fields are the named fields of an argument: of a table, or of a shape with
// its values in the call.
type fields struct {
	table *language.Table
	shape *knownShape
	call  *language.Call
	base  int // index of the shape's first value
}

// argFields reads the fields of argument n; ok is false when it is neither a
// table nor a shape. next is the index of the argument behind.
func (m *Machine) argFields(call *language.Call, n int) (f fields, next int, ok bool) {
	v := call.Arg(n)
	if table, isTable := v.(*language.Table); isTable {
		return fields{table: table}, n + 1, true
	}
	if shape := m.shape(v); shape != nil {
		return fields{shape: shape, call: call, base: n + 1}, n + 1 + shape.Slots, true
	}
	return fields{}, n + 1, false
}

// fieldsOf are the fields of a value that is a table.
func fieldsOf(v language.Value) (fields, bool) {
	table, ok := v.(*language.Table)
	return fields{table: table}, ok
}

// each visits the fields in order; inner is set for a table in the table that
// was written in place, and value is nil then.
func (f *fields) each(visit func(name string, value language.Value, inner *fields)) {
	if f.table != nil {
		eachField(f.table, func(key, value language.Value) { visit(language.Text(key), value, nil) })
		return
	}
	for i := range f.shape.Fields {
		if value, inner, ok := f.at(i); ok {
			visit(f.shape.Fields[i].Name, value, inner)
		}
	}
}

// at returns field i of a shape; ok is false where its value is nil.
func (f *fields) at(i int) (value language.Value, inner *fields, ok bool) {
	field := &f.shape.Fields[i]
	switch {
	case field.Slot >= 0:
		value = f.call.Arg(f.base + field.Slot)
		return value, nil, value != nil
	case field.Inner != nil:
		return nil, f.inner(i), true
	}
	return f.shape.constants[i], nil, true
}

// inner returns the fields of a table in the table. They are read before those of
// another call of the same place can be: reading runs no script.
func (f *fields) inner(i int) *fields {
	shape := f.shape.inner[i]
	shape.own = fields{shape: shape, call: f.call, base: f.base}
	return &shape.own
}

// get returns the value of a field, or nil.
func (f *fields) get(name string) language.Value {
	if f.table != nil {
		return f.table.Field(name)
	}
	for i := range f.shape.Fields {
		field := &f.shape.Fields[i]
		switch {
		case field.Name != name:
		case field.Slot >= 0:
			return f.call.Arg(f.base + field.Slot)
		case field.Inner == nil:
			return f.shape.constants[i]
		}
	}
	return nil
}
