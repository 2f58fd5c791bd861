package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// shapes are the functions of the API whose tables, written in place, reach
// the host as shapes, with the position of the table.
var shapes = sandbox.Shapes{
	"cards": 0, "count": 0, "any": 0, "first": 0, "sum": 1, "raise": 1, "say": 1,
	"choose.one": 0, "choose.some": 0, "choose.order": 0, "choose.yes": 0, "choose.number": 0, "choose.split": 0, "choose.secret": 0,
}

// knownShape is a shape as this machine needs it: its constants as values, and
// the filter that it stands for, compiled at the first use as one.
type knownShape struct {
	*sandbox.Shape
	constants []lua.LValue  // by field
	inner     []*knownShape // by field
	filter    *shapedFilter
}

// shape returns the shape that an argument is, or nil for any other value.
func (m *Machine) shape(v lua.LValue) *knownShape {
	number, ok := m.shapeTable.Number(v)
	if !ok {
		return nil
	}
	for len(m.shapes) <= number {
		m.shapes = append(m.shapes, nil)
	}
	if m.shapes[number] == nil {
		m.shapes[number] = m.knowShape(m.shapeTable.Read(number))
	}
	return m.shapes[number]
}

func (m *Machine) knowShape(s *sandbox.Shape) *knownShape {
	known := &knownShape{Shape: s, constants: make([]lua.LValue, len(s.Fields)), inner: make([]*knownShape, len(s.Fields))}
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Inner != nil:
			known.inner[i] = m.knowShape(f.Inner)
		case f.Items != nil:
			list := m.state.L().CreateTable(len(f.Items), 0)
			for _, word := range f.Items {
				list.Append(lua.LString(word))
			}
			known.constants[i] = list
		case f.Kind == sandbox.ShapeText:
			known.constants[i] = lua.LString(f.Text)
		case f.Kind == sandbox.ShapeNumber:
			known.constants[i] = sandbox.Number(f.Number)
		case f.Kind == sandbox.ShapeFlag:
			known.constants[i] = lua.LBool(f.Flag)
		}
	}
	return known
}

// fields are the named fields of an argument: of a table, or of a shape with
// its values in the call.
type fields struct {
	table *lua.LTable
	shape *knownShape
	L     *lua.LState
	base  int // index of the shape's first value
}

// argFields reads the fields of argument n; ok is false when it is neither a
// table nor a shape. next is the index of the argument behind.
func (m *Machine) argFields(L *lua.LState, n int) (f fields, next int, ok bool) {
	v := L.Get(n)
	if table, isTable := v.(*lua.LTable); isTable {
		return fields{table: table}, n + 1, true
	}
	if shape := m.shape(v); shape != nil {
		return fields{shape: shape, L: L, base: n + 1}, n + 1 + shape.Slots, true
	}
	return fields{}, n + 1, false
}

// fieldsOf are the fields of a value that is a table.
func fieldsOf(v lua.LValue) (fields, bool) {
	table, ok := v.(*lua.LTable)
	return fields{table: table}, ok
}

// each visits the fields in order; inner is set for a table in the table that
// was written in place, and value is nil then.
func (f *fields) each(visit func(name string, value lua.LValue, inner *fields)) {
	if f.table != nil {
		eachField(f.table, func(key, value lua.LValue) { visit(sandbox.Text(key), value, nil) })
		return
	}
	for i := range f.shape.Fields {
		field := &f.shape.Fields[i]
		switch {
		case field.Slot >= 0:
			if value := f.L.Get(f.base + field.Slot); value != lua.LNil {
				visit(field.Name, value, nil)
			}
		case field.Inner != nil:
			visit(field.Name, lua.LNil, &fields{shape: f.shape.inner[i], L: f.L, base: f.base})
		default:
			visit(field.Name, f.shape.constants[i], nil)
		}
	}
}

// get returns the value of a field, or nil.
func (f *fields) get(name string) lua.LValue {
	if f.table != nil {
		return f.table.RawGetString(name)
	}
	for i := range f.shape.Fields {
		field := &f.shape.Fields[i]
		switch {
		case field.Name != name:
		case field.Slot >= 0:
			return f.L.Get(f.base + field.Slot)
		case field.Inner == nil:
			return f.shape.constants[i]
		}
	}
	return lua.LNil
}
