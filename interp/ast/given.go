package ast

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Given is a key that a declaration has, with its value in a line. Pos is where the value
// stands; nowhere for what the tree keeps without its place, as flags.
type Given struct {
	Key, Value string
	Pos        diag.Pos
}

// KeysOf returns what a declaration says, a pointer to the struct that a record of the
// registry was read into: its keys in the order of the registry, without those that hold
// further declarations or are read by hand.
func KeysOf(record string, declared any) []Given {
	var out []Given
	from := reflect.ValueOf(declared).Elem()
	for _, f := range keyword.Lookup(record).Fields {
		for i := range from.NumField() {
			if keyOfField(from.Type().Field(i)) != f.Name {
				continue
			}
			if value, pos := inLine(from.Field(i)); value != "" {
				out = append(out, Given{f.Name, value, pos})
			}
		}
	}
	return out
}

// Value is the value of a field of a card in one line, as a file would have it.
func (c *Card) Value(field string) string {
	for _, given := range KeysOf("card", c) {
		if given.Key == field {
			return given.Value
		}
	}
	for _, v := range c.Values {
		if v.Name.Text == field {
			return v.Value.Inline()
		}
	}
	return "[" + strings.Join(lists.Map(c.Abilities, func(use AbilityUse) string {
		if use.Params == nil {
			return use.Name.Text
		}
		return "{" + use.Name.Text + ": " + use.Params.Inline() + "}"
	}), ", ") + "]"
}

// inLine writes a value in a line; "" for none, and for records.
func inLine(v reflect.Value) (string, diag.Pos) {
	switch v := v.Interface().(type) {
	case Word:
		return v.Text, v.Pos
	case []Word:
		if len(v) > 0 {
			return "[" + strings.Join(lists.Map(v, func(w Word) string { return w.Text }), ", ") + "]", v[0].Pos
		}
	case Texts:
		if len(v) > 0 {
			return "{" + strings.Join(lists.Map(v, func(t Text) string { return t.Lang + ": " + t.Text }), ", ") + "}",
				v[0].Pos
		}
	case *Tree:
		if v != nil {
			return v.Inline(), v.Pos
		}
	case []*Tree:
		if len(v) > 0 {
			return "[" + strings.Join(lists.Map(v, (*Tree).Inline), ", ") + "]", v[0].Pos
		}
	case string:
		return v, diag.Pos{}
	case int:
		if v != 0 {
			return fmt.Sprint(v), diag.Pos{}
		}
	case bool:
		if v {
			return "true", diag.Pos{}
		}
	case *Board:
		if v != nil {
			return fmt.Sprintf("%d rows of %d", v.Rows, v.Columns), v.Pos
		}
	}
	return "", diag.Pos{}
}
