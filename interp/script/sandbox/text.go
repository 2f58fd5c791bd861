package sandbox

import (
	"math"
	"strconv"

	lua "github.com/yuin/gopher-lua"
)

// Text returns a value as scripts see it printed: integers without decimals,
// other numbers with 14 digits, "inf", "-inf" and "nan", and the bare name of
// the type for what has no text. It never contains an address, and calls no
// __tostring.
func Text(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return string(appendNumber(nil, float64(v)))
	case lua.LBool:
		return v.String()
	}
	return v.Type().String()
}

// appendNumber writes a number as Lua does. The library would write "+Inf" and
// as many digits as tell the number apart.
func appendNumber(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case isWhole(f):
		return strconv.AppendInt(b, int64(f), 10)
	}
	return strconv.AppendFloat(b, f, 'g', 14, 64)
}

// isWhole reports whether a number is an integer that an int64 can hold.
func isWhole(f float64) bool {
	return f >= -1<<63 && f < 1<<63 && f == math.Trunc(f)
}

// maxWhole is the largest integer below which every integer is a number.
const maxWhole = 1 << 53

// The numbers that scripts use most are boxed once: putting a number into a
// value allocates.
const (
	boxedFrom = -64
	boxedTo   = 1024
)

var boxed = func() (list [boxedTo - boxedFrom]lua.LValue) {
	for i := range list {
		list[i] = lua.LNumber(i + boxedFrom)
	}
	return list
}()

// Number returns an integer as a value, without allocating where it is small.
func Number(n int) lua.LValue {
	if n >= boxedFrom && n < boxedTo {
		return boxed[n-boxedFrom]
	}
	return lua.LNumber(n)
}
