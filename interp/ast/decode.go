package ast

import (
	"reflect"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// The records of the registry become structs: a field takes the key of its name in small
// letters (KeepsIn is keeps_in), or the key of its tag; one with an empty tag is the name
// that a map has for the record, or is read by hand. A flag or a place that stands for a
// record within has the fields of that record beside it. Values of the wrong kind are
// zero: the checker has spoken of them.

// reads is a record with something that is read by hand.
type reads interface {
	read(r *reader, n *source.Node)
}

// get returns the value of a key of a record, or nil, and notes for a test that it is
// read. Asking for a key that the registry does not declare is a mistake in the program.
func (r *reader) get(n *source.Node, record, key string) *source.Node {
	if _, ok := keyword.Lookup(record).Field(key); !ok {
		panic("ast: the registry has no field " + key + " in " + record)
	}
	return r.take(n, record, key)
}

func (r *reader) take(n *source.Node, record, key string) *source.Node {
	if r.asked != nil {
		r.asked[record+"."+key] = true
	}
	return given(n.Get(key))
}

// given is a node that has a value, or nil.
func given(n *source.Node) *source.Node {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	return n
}

// decode fills a struct with what a map has of a record.
func (r *reader) decode(n *source.Node, record string, into any) {
	r.into(n, keyword.Lookup(record), reflect.ValueOf(into).Elem())
}

func (r *reader) into(n *source.Node, record *keyword.Record, out reflect.Value) {
	if pos := out.FieldByName("Pos"); pos.IsValid() {
		pos.Set(reflect.ValueOf(n.Pos))
	}
	r.fields(n, record, out)
	if by, ok := out.Addr().Interface().(reads); ok {
		by.read(r, n)
	}
}

func (r *reader) fields(n *source.Node, record *keyword.Record, out reflect.Value) {
	keys := keysOfFields(out.Type())
	for i := range keys {
		field := &keys[i]
		f, ok := record.Field(field.key)
		if !ok {
			continue
		}
		v := r.take(n, record.Name, f.Name)
		if f.Type.Kind == keyword.RecordOf && (field.Type.Kind() == reflect.Bool || field.Type == placeType) {
			if v != nil {
				r.fields(v, keyword.Lookup(string(f.Type.Ref)), out)
			}
			if v != nil && field.Type == placeType {
				out.Field(i).Set(reflect.ValueOf(v.Pos))
			} else if field.Type != placeType {
				out.Field(i).SetBool(v != nil)
			}
			continue
		}
		r.value(v, f.Type, out.Field(i))
	}
}

var placeType = reflect.TypeFor[diag.Pos]()

// keyedField is a field of a struct with its key.
type keyedField struct {
	reflect.StructField
	key string
}

var fieldsOf sync.Map // by reflect.Type

func keysOfFields(t reflect.Type) []keyedField {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]keyedField)
	}
	fields := make([]keyedField, t.NumField())
	for i := range fields {
		fields[i] = keyedField{t.Field(i), keyOfField(t.Field(i))}
	}
	fieldsOf.Store(t, fields)
	return fields
}

// keyOfField is the key that a field of a struct takes, "" for none.
func keyOfField(f reflect.StructField) string {
	if key, tagged := f.Tag.Lookup("key"); tagged {
		return key
	}
	var out strings.Builder
	for i, c := range f.Name {
		if c >= 'A' && c <= 'Z' && i > 0 && f.Name[i-1] >= 'a' {
			out.WriteByte('_')
		}
		out.WriteRune(c)
	}
	return strings.ToLower(out.String())
}

// value fills a field of a struct with a value, nil for none.
func (r *reader) value(n *source.Node, t keyword.Type, out reflect.Value) {
	switch into := out.Addr().Interface().(type) {
	case *Word:
		*into = wordOf(n)
	case *[]Word:
		*into = wordsOf(n)
	case *Texts:
		*into = TextsOf(n)
	case **Tree:
		if t.Kind != keyword.Number || n != nil && n.Kind == source.Number {
			*into = FromNode(n)
		}
	case *[]*Tree:
		*into = append(*into, lists.Map(itemsOf(n), FromNode)...)
	case *string:
		if n != nil && n.IsScalar() {
			*into = n.Text
		}
	case *bool:
		*into = n != nil && n.Kind == source.Flag && n.Flag
	case *int:
		if n != nil && n.Kind == source.Number {
			*into = n.Number
		}
	default:
		r.records(n, t, out)
	}
}

// records fills a field that holds a record, a list of them, or a map of them by name.
func (r *reader) records(n *source.Node, t keyword.Type, out reflect.Value) {
	switch {
	case n == nil:
	case out.Kind() == reflect.Pointer:
		out.Set(reflect.New(out.Type().Elem()))
		r.into(n, t.Record(), out.Elem())
	case t.Kind == keyword.MapOf && n.Kind == source.Map:
		for _, p := range n.Pairs {
			r.add(out, func(one reflect.Value) bool { return r.entry(p, *t.Item, one) })
		}
	case t.Kind == keyword.ListOf:
		for _, item := range itemsOf(n) {
			r.add(out, func(one reflect.Value) bool {
				r.into(item, t.Item.Record(), one)
				return item.Kind == source.Map || wordOf(item).Given()
			})
		}
	}
}

// add appends to a list what fill says is whole.
func (r *reader) add(out reflect.Value, fill func(one reflect.Value) bool) {
	t := out.Type().Elem()
	if t.Kind() != reflect.Pointer {
		if one := reflect.New(t); fill(one.Elem()) {
			out.Set(reflect.Append(out, one.Elem()))
		}
	} else if one := reflect.New(t.Elem()); fill(one.Elem()) {
		out.Set(reflect.Append(out, one))
	}
}

// entry fills a record, or a name and a value, from an entry of a map; false where the
// value is no number and should be.
func (r *reader) entry(p source.Pair, t keyword.Type, out reflect.Value) bool {
	out.Field(0).Set(reflect.ValueOf(keyOf(p)))
	if by, ok := out.Addr().Interface().(reads); ok && t.Record() == nil {
		by.read(r, p.Value)
		return true
	}
	if record := t.Record(); record != nil {
		r.into(p.Value, record, out)
		return true
	}
	r.value(given(p.Value), t, out.Field(1))
	_, tree := out.Field(1).Interface().(*Tree)
	return !tree || !out.Field(1).IsNil()
}
