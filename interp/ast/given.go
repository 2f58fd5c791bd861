package ast

import (
	"reflect"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// Value is the value of a field of a card in one line, as a file would have it.
func (c *Card) Value(field string) string {
	from := reflect.ValueOf(c).Elem()
	for i := range from.NumField() {
		if keyOfField(from.Type().Field(i)) == field {
			if value := inLine(from.Field(i)); value != "" {
				return value
			}
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
func inLine(v reflect.Value) string {
	switch v := v.Interface().(type) {
	case Word:
		return v.Text
	case []Word:
		if len(v) > 0 {
			return "[" + strings.Join(lists.Map(v, func(w Word) string { return w.Text }), ", ") + "]"
		}
	case Texts:
		if len(v) > 0 {
			return "{" + strings.Join(lists.Map(v, func(t Text) string { return t.Lang + ": " + t.Text }), ", ") + "}"
		}
	case *Tree:
		if v != nil {
			return v.Inline()
		}
	}
	return ""
}
