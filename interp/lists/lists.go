// Package lists makes lists of others, as the names of what a game has: in messages, in
// suggestions and wherever a list of things is told or handed on as one of something else.
package lists

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
