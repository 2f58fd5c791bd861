// Package lists makes lists of others, as the names of what a game has: in messages, in
// suggestions and wherever a list of things is told or handed on as one of something else.
package lists

import (
	"maps"
	"slices"
)

// Map returns what a function makes of each item of a list, in its order; nil for none.
func Map[T, U any](list []T, of func(T) U) []U {
	if len(list) == 0 {
		return nil
	}
	out := make([]U, len(list))
	for i, item := range list {
		out[i] = of(item)
	}
	return out
}

// Sorted returns the keys of a map in their order.
func Sorted[V any](m map[string]V) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}
