// Package lists makes lists of others.
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
