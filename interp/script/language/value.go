package language

import (
	"math"
	"strconv"

	lua "github.com/yuin/gopher-lua"
)

// The values of scripts are gopher-lua's, except for nil, which is Go's nil, and for
// tables, functions and host objects, which are ours.
type (
	// Value is any value; nil is nil.
	Value = lua.LValue
	// Number is a number.
	Number = lua.LNumber
	// String is a text.
	String = lua.LString
	// Bool is true or false.
	Bool = lua.LBool
)

// Truth reports whether a value counts as true: all do but nil and false.
func Truth(v Value) bool {
	if b, ok := v.(Bool); ok {
		return bool(b)
	}
	return v != nil
}

// TypeName returns what type() says of a value.
func TypeName(v Value) string {
	if v == nil {
		return "nil"
	}
	return v.Type().String()
}

// Text returns a value as scripts see it printed: integers without decimals,
// other numbers with 14 digits, "inf", "-inf" and "nan", the class of a thing of
// the host, and the bare name of the type for what has no text. It never contains
// an address.
func Text(v Value) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case String:
		return string(v)
	case Number:
		return string(appendNumber(nil, float64(v)))
	case Bool:
		return v.String()
	case *Object:
		return v.Class.Name
	}
	return v.Type().String()
}

// appendNumber writes a number as Lua does. Go would write "+Inf" and as many
// digits as tell the number apart.
func appendNumber(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case f >= -1<<63 && f < 1<<63 && f == math.Trunc(f):
		return strconv.AppendInt(b, int64(f), 10)
	}
	return strconv.AppendFloat(b, f, 'g', 14, 64)
}

// The numbers that scripts use most are boxed once: putting a number into a
// value allocates.
const (
	boxedFrom = -64
	boxedTo   = 1024
)

var boxed = func() (list [boxedTo - boxedFrom]Value) {
	for i := range list {
		list[i] = Number(i + boxedFrom)
	}
	return list
}()

// Int returns an integer as a value, without allocating where it is small.
func Int(n int) Value {
	if n >= boxedFrom && n < boxedTo {
		return boxed[n-boxedFrom]
	}
	return Number(n)
}

// Float returns a number as a value, without allocating for small integers. Negative zero
// is distinct.
func Float(f float64) Value {
	n := int(f)
	if n >= boxedFrom && n < boxedTo && math.Float64bits(float64(n)) == math.Float64bits(f) {
		return boxed[n-boxedFrom]
	}
	return Number(f)
}

var boxedTrue, boxedFalse Value = Bool(true), Bool(false)

// Flag returns a truth value.
func Flag(b bool) Value {
	if b {
		return boxedTrue
	}
	return boxedFalse
}

// Whole returns a number without its fraction, and whether it is at most n to both
// sides. What Go makes of others, and of nan, differs between processors.
func Whole(v Number, n float64) (int, bool) {
	f := math.Trunc(float64(v))
	if !(f >= -n && f <= n) {
		return 0, false
	}
	return int(f), true
}

// toNumber reads a value as a number, as arithmetic does: texts that hold one
// count.
func toNumber(v Value) (Number, bool) {
	switch v := v.(type) {
	case Number:
		return v, true
	case String:
		if n, ok := ParseNumber(string(v), 10).(Number); ok {
			return n, true
		}
	}
	return 0, false
}
