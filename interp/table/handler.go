package table

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Handler answers the calls of one path, of a viewer V at a table. In and Out are the types of
// what a call brings, and of its answer.
type Handler[V any] struct {
	In, Out reflect.Type
	Answer  func(v V, body []byte) (any, error)
}

// Handle makes a handler of a function with types of its own. A call brings a body of JSON,
// which may be empty.
func Handle[V, In, Out any](f func(v V, in In) (Out, error)) Handler[V] {
	return Handler[V]{In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		Answer: func(v V, body []byte) (any, error) {
			var in In
			body = bytes.TrimSpace(body)
			if len(body) > 0 {
				if err := json.Unmarshal(body, &in); err != nil {
					return nil, Refuse(400, "the call is not JSON as it should be: %w", err)
				}
			}
			return f(v, in)
		}}
}
