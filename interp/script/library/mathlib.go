package library

import (
	"math"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// The part of math that rules need. Sines, logarithms and powers of e are not
// offered: their last digits differ between machines.

func of(f func(float64) float64) language.Builtin {
	return func(c *language.Call) language.Value { return language.Float(f(c.Float(1))) }
}

func mathFmod(c *language.Call) language.Value {
	return language.Float(math.Mod(c.Float(1), c.Float(2)))
}

func mathModf(c *language.Call) language.Value {
	f := c.Float(1)
	integer, fraction := math.Modf(f)
	if math.IsInf(f, 0) {
		fraction = 0
	}
	return c.Return(language.Float(integer), language.Float(fraction))
}

func mathMax(c *language.Call) language.Value {
	return extreme(c, func(a, b float64) bool { return a > b })
}

func mathMin(c *language.Call) language.Value {
	return extreme(c, func(a, b float64) bool { return a < b })
}

func extreme(c *language.Call, better func(a, b float64) bool) language.Value {
	best := 1
	f := c.Float(1)
	for i := 2; i <= c.N(); i++ {
		if g := c.Float(i); better(g, f) {
			best = i
			f = g
		}
	}
	return c.Arg(best)
}
