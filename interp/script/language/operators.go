package language

import (
	"math"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// What operators compile to: arithmetic, joining, and the conditions of which only
// the truth matters.

func (k *compiler) minus(e *ast.UnaryMinusOpExpr) expr {
	value := k.operand(e.Expr)
	at := k.place(e)
	return func(c *Call) Value {
		v := value.of(c)
		n, ok := toNumber(v)
		if !ok {
			c.place = at
			c.Fault("put a minus before %s, which is not a number", called(v))
		}
		return Float(-float64(n))
	}
}

func (k *compiler) length(e *ast.UnaryLenOpExpr) expr {
	value := k.operand(e.Expr)
	at := k.place(e)
	return func(c *Call) Value {
		switch v := value.of(c).(type) {
		case *Table:
			return Int(len(v.items))
		case String:
			return Int(Letters(string(v)))
		default:
			c.place = at
			c.Fault("took the length of %s, which is neither a text nor a table", called(v))
			return nil
		}
	}
}

// called says what a value is, in a fault.
func called(v Value) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case *Object:
		return "a " + v.Class.Name
	}
	return "a " + TypeName(v)
}

// join compiles a chain of "..".
func (k *compiler) join(e *ast.StringConcatOpExpr) expr {
	list := k.operands(joined(e), wanted)
	s := k.state
	at := k.place(e)
	return func(c *Call) Value {
		base := s.push(c, list)
		s.top = base
		c.place = at
		return c.joined(s.stack[base : base+len(list)])
	}
}

func (c *Call) joined(values []Value) Value {
	b := c.state.buffer[:0]
	for _, v := range values {
		switch v := v.(type) {
		case String:
			c.limitText(len(b) + len(v))
			b = append(b, v...)
		case Number:
			b = appendNumber(b, float64(v))
		default:
			c.Fault("cannot join %s to a text with \"..\"", called(v))
		}
	}
	c.state.buffer = b
	c.limitText(len(b))
	c.textMade(len(b))
	return String(b)
}

func (k *compiler) arithmetic(e *ast.ArithmeticOpExpr) expr {
	left, right := k.operand(e.Lhs), k.operand(e.Rhs)
	at := k.place(e)
	op := e.Operator[0]
	slow := func(c *Call, x, y Value) Value {
		c.place = at
		return c.arithmetic(op, x, y)
	}
	if n, ok := k.constant(e.Rhs).(Number); ok {
		if v := k.arithmeticWith(op, left, float64(n), slow); v != nil {
			return v
		}
	}
	switch op {
	case '+':
		return func(c *Call) Value {
			x, y := left.of(c), right.of(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a + b))
				}
			}
			return slow(c, x, y)
		}
	case '-':
		return func(c *Call) Value {
			x, y := left.of(c), right.of(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a - b))
				}
			}
			return slow(c, x, y)
		}
	case '*':
		return func(c *Call) Value {
			x, y := left.of(c), right.of(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a * b))
				}
			}
			return slow(c, x, y)
		}
	}
	return func(c *Call) Value {
		x, y := left.of(c), right.of(c)
		return slow(c, x, y)
	}
}

// arithmeticWith compiles the adding and taking away of a constant.
func (k *compiler) arithmeticWith(op byte, left operand, n float64, slow func(c *Call, x, y Value) Value) expr {
	constant := Float(n)
	switch op {
	case '-':
		return func(c *Call) Value {
			x := left.of(c)
			if a, ok := x.(Number); ok {
				return Float(float64(a) - n)
			}
			return slow(c, x, constant)
		}
	case '+':
		return func(c *Call) Value {
			x := left.of(c)
			if a, ok := x.(Number); ok {
				return Float(float64(a) + n)
			}
			return slow(c, x, constant)
		}
	}
	return nil
}

var operations = map[byte]string{'+': "add", '-': "subtract", '*': "multiply", '/': "divide", '%': "divide",
	'^': "raise to a power"}

func (c *Call) arithmetic(op byte, x, y Value) Value {
	n, ok := toNumber(x)
	m, also := toNumber(y)
	if !ok || !also {
		bad := x
		if ok {
			bad = y
		}
		c.Fault("cannot %s with %s: it is not a number", operations[op], called(bad))
	}
	a, b := float64(n), float64(m)
	switch op {
	case '+':
		return Float(a + b)
	case '-':
		return Float(a - b)
	case '*':
		return Float(float64(a * b))
	case '/':
		return Float(a / b)
	case '%':
		v := math.Mod(a, b)
		if b > 0 && v < 0 || b < 0 && v > 0 {
			v += b
		}
		return Float(v)
	}
	return Float(math.Pow(a, b))
}

// cond compiles an expression of which only the truth matters.
func (k *compiler) cond(e ast.Expr) cond {
	switch e := e.(type) {
	case *ast.UnaryNotOpExpr:
		k.cost++
		test := k.cond(e.Expr)
		return func(c *Call) bool { return !test(c) }
	case *ast.LogicalOpExpr:
		k.cost++
		left, right := k.cond(e.Lhs), k.cond(e.Rhs)
		if e.Operator == "or" {
			return func(c *Call) bool { return left(c) || right(c) }
		}
		return func(c *Call) bool { return left(c) && right(c) }
	case *ast.RelationalOpExpr:
		k.cost++
		_, word := k.constant(e.Rhs).(String)
		switch {
		case word && e.Operator == "==", e.Operator[0] == '<' || e.Operator[0] == '>':
			if _, number := k.constant(e.Rhs).(Number); word || number {
				return k.asked(Literal, e, k.compare(e))
			}
		}
		return k.compare(e)
	}
	value := k.operand(e)
	return func(c *Call) bool { return Truth(value.of(c)) }
}

// asked counts how a condition comes out, for a host that wants to know.
func (k *compiler) asked(kind CountedKind, e ast.Expr, test cond) cond {
	at := k.chunk.tree.Pos(e)
	n := k.state.Counter(Counted{Kind: kind, At: diag.At(k.chunk.name, at.Line, at.Column)})
	if n == nil {
		return test
	}
	return func(c *Call) bool {
		if test(c) {
			n[1]++
			return true
		}
		n[0]++
		return false
	}
}

func (k *compiler) compare(e *ast.RelationalOpExpr) cond {
	switch e.Operator {
	case "==":
		return k.equal(e)
	case "~=":
		same := k.equal(e)
		return func(c *Call) bool { return !same(c) }
	}
	left, right := k.operand(e.Lhs), k.operand(e.Rhs)
	at := k.place(e)
	less := func(c *Call, a, b Value) bool {
		if x, ok := a.(Number); ok {
			if y, ok := b.(Number); ok {
				return x < y
			}
		}
		c.place = at
		return c.less(a, b)
	}
	atMost := func(c *Call, a, b Value) bool {
		if x, ok := a.(Number); ok {
			if y, ok := b.(Number); ok {
				return x <= y
			}
		}
		c.place = at
		return !c.less(b, a)
	}
	switch e.Operator {
	case "<":
		return func(c *Call) bool {
			a := left.of(c)
			return less(c, a, right.of(c))
		}
	case ">":
		return func(c *Call) bool {
			a := left.of(c)
			return less(c, right.of(c), a)
		}
	case "<=":
		return func(c *Call) bool {
			a := left.of(c)
			return atMost(c, a, right.of(c))
		}
	}
	return func(c *Call) bool {
		a := left.of(c)
		return atMost(c, right.of(c), a)
	}
}

// less reports whether a comes before b, as numbers or as texts, whose bytes are
// compared.
func (c *Call) less(a, b Value) bool {
	switch x := a.(type) {
	case Number:
		if y, ok := b.(Number); ok {
			return x < y
		}
	case String:
		if y, ok := b.(String); ok {
			return x < y
		}
	}
	c.Fault("cannot compare %s with %s", called(a), called(b))
	return false
}

func (k *compiler) equal(e *ast.RelationalOpExpr) cond {
	_, isNil := e.Rhs.(*ast.NilExpr)
	left, right := k.operand(e.Lhs), k.operand(e.Rhs)
	if isNil {
		return func(c *Call) bool { return left.of(c) == nil }
	}
	switch v := k.constant(e.Rhs).(type) {
	case String:
		return func(c *Call) bool {
			s, ok := left.of(c).(String)
			return ok && s == v
		}
	case Number:
		return func(c *Call) bool {
			n, ok := left.of(c).(Number)
			return ok && n == v
		}
	case *Object:
		return func(c *Call) bool {
			o, ok := left.of(c).(*Object)
			return ok && o == v
		}
	}
	return func(c *Call) bool {
		a := left.of(c)
		return a == right.of(c)
	}
}
