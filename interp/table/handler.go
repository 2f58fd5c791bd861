package table

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// Handler answers the calls of one path, of a viewer V at what On stands for: a table, or a
// house of tables. In and Out are the types of what a call brings, and of its answer.
type Handler[On, V any] struct {
	In, Out reflect.Type
	Answer  func(on On, v V, params map[string]string, body []byte) (any, error)
}

// Handle makes a handler of a function with types of its own. A call brings a body of JSON,
// which may be empty, and parameters: each is a field of the call, by the name that JSON has
// for it.
func Handle[On, V, In, Out any](f func(on On, v V, in In) (Out, error)) Handler[On, V] {
	return Handler[On, V]{In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		Answer: func(on On, v V, params map[string]string, body []byte) (any, error) {
			var in In
			body = bytes.TrimSpace(body)
			if len(body) > 0 {
				if err := json.Unmarshal(body, &in); err != nil {
					return nil, Refuse(400, "the call is not JSON as it should be: %w", err)
				}
			}
			if err := fill(reflect.ValueOf(&in).Elem(), params); err != nil {
				return nil, err
			}
			return f(on, v, in)
		}}
}

// fill puts parameters into the fields that are named like them.
func fill(in reflect.Value, params map[string]string) error {
	if in.Kind() != reflect.Struct || len(params) == 0 {
		return nil
	}
	for i := range in.NumField() {
		name, _, _ := strings.Cut(in.Type().Field(i).Tag.Get("json"), ",")
		text, given := params[name]
		if !given || name == "" {
			continue
		}
		at := in.Field(i)
		if at.Kind() == reflect.Pointer {
			at.Set(reflect.New(at.Type().Elem()))
			at = at.Elem()
		}
		switch {
		case at.Kind() == reflect.String:
			at.SetString(text)
		case at.CanInt():
			n, err := strconv.Atoi(text)
			if err != nil {
				return Refuse(400, "%s must be a number, not %q", name, text)
			}
			at.SetInt(int64(n))
		}
	}
	return nil
}
