package language

import (
	"slices"
	"strconv"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Shape is what a call of the host's with a table written in place says,
// cards{zone = "hand", seat = s}: the function gets the shape instead of the table
// and, behind it, the values that are no constants, in order. Making a table with
// three fields costs ten times as much, and what the constants say is read once
// for each place in the script. A table made elsewhere is passed as it is; see
// [Func.Shaped].
type Shape struct {
	Fields []ShapeField
	// List is set for a list in the table: its fields have no names.
	List bool
	// Slots is the number of values that follow the shape in the call.
	Slots int
	// Unused is set when nobody reads the call's results.
	Unused bool
	// Known is whatever the host makes of it at the first use.
	Known any
}

// Tables reports whether the shape is a list of tables that are written in place.
func (s *Shape) Tables() bool {
	return s.List && !slices.ContainsFunc(s.Fields, func(f ShapeField) bool { return f.Inner == nil || f.Inner.List })
}

// ShapeField is one field of a Shape: a value of the call (Slot, from 0), a
// table in the table (Inner), constant words (Items), or a constant.
type ShapeField struct {
	Name  string
	Slot  int // -1 for the others
	Inner *Shape
	Items []string
	// Value is the constant.
	Value Value
}

// String returns "table": a shape stands for one.
func (s *Shape) String() string { return "table" }

// Type returns the type of tables.
func (s *Shape) Type() lua.LValueType { return lua.LTTable }

// maxShapeSlots bounds the values of one shape.
const maxShapeSlots = 40

// shaped compiles the arguments of a call of a function that takes one of them as a
// shape; nil where that is none.
func (k *compiler) shaped(args []ast.Expr, fn *Func, unused bool) []expr {
	at := fn.shaped
	table, ok := args[at-1].(*ast.TableExpr)
	if !ok {
		return nil
	}
	shape := &Shape{Unused: unused}
	r := shapeReader{compiler: k, top: shape, lists: fn.lists}
	if !r.fields(shape, table) || shape.Slots > maxShapeSlots {
		return nil
	}
	k.cost += len(shape.Fields)
	list := k.exprs(args[:at-1])
	list = append(list, func(*Call) Value { return shape })
	list = append(list, k.exprsAs(r.values, taken(fn))...)
	return append(list, k.exprs(args[at:])...)
}

type shapeReader struct {
	*compiler
	top    *Shape
	values []ast.Expr
	lists  bool
}

// items reads a list and reports whether it is as long as the written one.
func (r *shapeReader) items(s *Shape, e *ast.TableExpr) bool {
	s.List = true
	for i, f := range e.Fields {
		_, more := f.Value.(*ast.Comma3Expr)
		if f.Key != nil || i == len(e.Fields)-1 && (more || isOpen(f.Value)) {
			return false
		}
	}
	for _, f := range e.Fields {
		field := ShapeField{Slot: -1}
		if !r.value(&field, f.Value) {
			return false
		}
		s.Fields = append(s.Fields, field)
	}
	return len(s.Fields) > 0
}

// fields reads a constructor and reports whether it is one of plain names, each
// once.
func (r *shapeReader) fields(s *Shape, e *ast.TableExpr) bool {
	seen := map[string]bool{}
	for _, f := range e.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok || seen[key.Value] {
			return false
		}
		seen[key.Value] = true
		field := ShapeField{Name: key.Value, Slot: -1}
		if !r.value(&field, f.Value) {
			return false
		}
		s.Fields = append(s.Fields, field)
	}
	return true
}

func (r *shapeReader) value(f *ShapeField, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
		f.Value = r.constant(e)
		return true
	case *ast.NumberExpr:
		if _, err := strconv.Atoi(e.Value); err == nil {
			f.Value = r.constant(e)
			return true
		}
	case *ast.TableExpr:
		if words, ok := constantWords(e); ok {
			f.Items = words
			return true
		}
		if len(e.Fields) > 0 && e.Fields[0].Key != nil {
			f.Inner = &Shape{}
			return r.fields(f.Inner, e)
		}
		list := &Shape{}
		if slots, values := r.top.Slots, len(r.values); r.lists && r.items(list, e) {
			f.Inner = list
			return true
		} else {
			r.top.Slots, r.values = slots, r.values[:values]
		}
	}
	f.Slot = r.top.Slots
	r.top.Slots++
	r.values = append(r.values, e)
	return true
}

// constantWords returns the items of a list of words written in place.
func constantWords(e *ast.TableExpr) ([]string, bool) {
	var words []string
	for _, f := range e.Fields {
		word, ok := f.Value.(*ast.StringExpr)
		if f.Key != nil || !ok {
			return nil, false
		}
		words = append(words, word.Value)
	}
	return words, len(words) > 0
}
