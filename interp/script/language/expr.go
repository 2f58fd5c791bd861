package language

import (
	"math"

	"github.com/yuin/gopher-lua/ast"
)

// constant returns the value of an expression that cannot change: a literal, a
// name of the host, and a field of one whose table is frozen; nil for any other.
func (k *compiler) constant(e ast.Expr) Value {
	switch e := e.(type) {
	case *ast.TrueExpr:
		return boxedTrue
	case *ast.FalseExpr:
		return boxedFalse
	case *ast.NumberExpr:
		return k.chunk.numbers[e]
	case *ast.StringExpr:
		return k.state.word(e.Value)
	case *ast.IdentExpr:
		if k.chunk.uses[e] == nil {
			return k.state.globals[e.Value]
		}
	case *ast.AttrGetExpr:
		name, ok := e.Key.(*ast.StringExpr)
		if !ok {
			return nil
		}
		if t, ok := k.constant(e.Object).(*Table); ok && t.frozen != "" {
			return t.Field(name.Value)
		}
	}
	return nil
}

// expr compiles an expression to its one value.
func (k *compiler) expr(e ast.Expr) expr {
	k.cost++
	if v := k.constant(e); v != nil {
		for get, ok := e.(*ast.AttrGetExpr); ok; get, ok = get.Object.(*ast.AttrGetExpr) {
			k.cost++ // a module that is not frozen yet costs the same
		}
		return func(*Call) Value { return v }
	}
	switch e := e.(type) {
	case *ast.NilExpr:
		return func(*Call) Value { return nil }
	case *ast.IdentExpr:
		return k.name(e)
	case *ast.AttrGetExpr:
		return k.get(e)
	case *ast.TableExpr:
		return k.table(e)
	case *ast.FuncCallExpr:
		return k.call(e, false)
	case *ast.FunctionExpr:
		return k.closure(e)
	case *ast.StringConcatOpExpr:
		return k.join(e)
	case *ast.ArithmeticOpExpr:
		return k.arithmetic(e)
	case *ast.UnaryMinusOpExpr:
		return k.minus(e)
	case *ast.UnaryLenOpExpr:
		return k.length(e)
	case *ast.LogicalOpExpr:
		left, right := k.expr(e.Lhs), k.expr(e.Rhs)
		if e.Operator == "or" {
			return func(c *Call) Value {
				if v := left(c); Truth(v) {
					return v
				}
				return right(c)
			}
		}
		return func(c *Call) Value {
			if v := left(c); !Truth(v) {
				return v
			}
			return right(c)
		}
	}
	k.cost--
	test := k.cond(e)
	return func(c *Call) Value { return Flag(test(c)) }
}

func (k *compiler) exprs(list []ast.Expr) []expr {
	compiled := make([]expr, len(list))
	for i, e := range list {
		compiled[i] = k.expr(e)
	}
	return compiled
}

// name compiles the reading of a variable, or the fault of a name that there is
// not.
func (k *compiler) name(e *ast.IdentExpr) expr {
	v := k.chunk.uses[e]
	switch {
	case v == nil:
		at, name := k.place(e), e.Value
		return func(c *Call) Value {
			c.place = at
			c.unknown(name)
			return nil
		}
	case v.proto != k.proto:
		i := k.proto.keep(v)
		if v.isCell() {
			return func(c *Call) Value { return c.fn.kept[i].(*cell).v }
		}
		return func(c *Call) Value { return c.fn.kept[i] }
	case v.isCell():
		slot := v.slot
		return func(c *Call) Value { return c.slots[slot].(*cell).v }
	}
	slot := v.slot
	return func(c *Call) Value { return c.slots[slot] }
}

// unknown faults where a script reads a name that does not exist. Lua would give
// nil, and the fault would show somewhere else.
func (c *Call) unknown(name string) {
	s := c.state
	if s.absent != nil {
		if why := s.absent(name); why != "" {
			c.Fault("%q is not available to scripts: %s", name, why)
		}
	}
	c.Fault("unknown name %q%s", name, nearest(name, s.Names()))
}

// get compiles the reading of a field.
func (k *compiler) get(e *ast.AttrGetExpr) expr {
	at := k.place(e)
	s := k.state
	if name, ok := e.Key.(*ast.StringExpr); ok {
		k.cost++
		return k.field(k.expr(e.Object), name.Value, at)
	}
	object, key := k.expr(e.Object), k.expr(e.Key)
	return func(c *Call) Value {
		o, i := object(c), key(c)
		t, ok := o.(*Table)
		if !ok {
			c.place = at
			name, isText := i.(String)
			if !isText {
				c.Fault("cannot read %q of a %s value", Text(i), TypeName(o))
			}
			return c.field(s.access(string(name)), o)
		}
		if n, ok := i.(Number); ok {
			if at := int(n); Number(at) == n && uint(at-1) < uint(len(t.items)) {
				return t.items[at-1]
			}
		}
		v := t.Get(i)
		if v == nil && t.module != nil {
			c.place = at
			c.noMember(t, Text(i))
		}
		return v
	}
}

func (k *compiler) field(object expr, field string, at place) expr {
	s := k.state
	a := s.access(field)
	return func(c *Call) Value {
		switch o := object(c).(type) {
		case *Table:
			v := o.Field(field)
			if v == nil && o.module != nil {
				c.place = at
				c.noMember(o, field)
			}
			return v
		case *Object:
			c.place = at
			if r := a.reader(o.Class); r != nil {
				return r(c, o)
			}
			return c.field(a, o)
		default:
			c.place = at
			return c.field(a, o)
		}
	}
}

// field reads a field of what is no table.
func (c *Call) field(a *access, object Value) Value {
	switch o := object.(type) {
	case *Object:
		if r := a.reader(o.Class); r != nil {
			return r(c, o)
		}
		c.Fault("a %s has no field %q%s", o.Class.Name, a.name, missing(o.Class, a.name))
	case String:
		if t := c.state.texts; t != nil {
			if v := t.Field(a.name); v != nil {
				return v
			}
			c.noMember(t, a.name)
		}
	}
	c.Fault("cannot read %q of a %s value", a.name, TypeName(object))
	return nil
}

// noMember faults where a script reads what a table of the library does not have.
func (c *Call) noMember(t *Table, name string) {
	if t.module.Missing != nil {
		if why := t.module.Missing(name); why != "" {
			c.Fault("%s.%s is not available to scripts: %s", t.module.Name, name, why)
		}
	}
	var names []string
	for key := range t.All() {
		names = append(names, Text(key))
	}
	c.Fault("%s has no %q%s", t.module.Name, name, nearest(name, names))
}

// table compiles a constructor.
func (k *compiler) table(e *ast.TableExpr) expr {
	type part struct {
		key   expr
		name  string
		word  Value
		value expr
		place int
	}
	parts := make([]part, len(e.Fields))
	items, fields := 0, 0
	open := false
	for i, f := range e.Fields {
		p := &parts[i]
		switch key := f.Key.(type) {
		case nil:
			items++
			p.place = items
			open = i == len(e.Fields)-1 && isOpen(f.Value)
		case *ast.StringExpr:
			fields++
			k.cost++
			p.name, p.word = key.Value, k.state.word(key.Value)
		default:
			fields++
			p.key = k.expr(f.Key)
		}
		p.value = k.expr(f.Value)
	}
	s, at := k.state, k.place(e)
	if items == len(parts) && !open {
		values := make([]expr, len(parts))
		for i := range parts {
			values[i] = parts[i].value
		}
		return k.list(values, at)
	}
	return func(c *Call) Value {
		c.place = at
		t := s.NewTable(items, fields)
		for i := range parts {
			p := &parts[i]
			switch {
			case p.place > 0:
				v := p.value(c)
				s.grow(c, t.putAt(&s.memory, p.place, v))
				if open && i == len(parts)-1 {
					c.place = at
					c.spread(t, p.place, v)
				}
			case p.key == nil:
				s.grow(c, t.put(&s.memory, p.word, p.name, p.value(c)))
			default:
				key := p.key(c)
				value := p.value(c)
				c.place = at
				c.set(t, key, value)
			}
		}
		return t
	}
}

// list compiles a constructor of items alone.
func (k *compiler) list(values []expr, at place) expr {
	s, n := k.state, len(values)
	bytes := tableBytes + n*itemBytes
	return func(c *Call) Value {
		c.place = at
		s.grow(c, bytes)
		t := s.memory.newTable()
		if n > 0 {
			t.items = s.memory.newValues(n)
			for i, value := range values {
				t.items[i] = value(c)
			}
			if t.items[n-1] == nil {
				t.trim()
			}
		}
		return t
	}
}

// spread puts the results of the call that ends a constructor into the list.
func (c *Call) spread(t *Table, place int, first Value) {
	s := c.state
	if s.nres > 1 {
		if place+s.nres-1 > maxList {
			c.listFull()
		}
		for i, v := range s.results[:s.nres] {
			s.grow(c, t.putAt(&s.memory, place+i, v))
		}
	}
	_ = first
}

func (k *compiler) minus(e *ast.UnaryMinusOpExpr) expr {
	value, at := k.expr(e.Expr), k.place(e)
	return func(c *Call) Value {
		v := value(c)
		n, ok := toNumber(v)
		if !ok {
			c.place = at
			c.Fault("put a minus before %s, which is not a number", called(v))
		}
		return Float(-float64(n))
	}
}

func (k *compiler) length(e *ast.UnaryLenOpExpr) expr {
	value, at := k.expr(e.Expr), k.place(e)
	return func(c *Call) Value {
		switch v := value(c).(type) {
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
	operands := joined(e)
	list := k.exprs(operands)
	s, n, at := k.state, len(list), k.place(e)
	return func(c *Call) Value {
		base := s.top
		s.room(c, base+n)
		s.top = base + n
		for i, operand := range list {
			s.stack[base+i] = operand(c)
		}
		s.top = base
		c.place = at
		return c.joined(s.stack[base : base+n])
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
	left, right := k.expr(e.Lhs), k.expr(e.Rhs)
	at, op := k.place(e), e.Operator[0]
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
			x, y := left(c), right(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a + b))
				}
			}
			return slow(c, x, y)
		}
	case '-':
		return func(c *Call) Value {
			x, y := left(c), right(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a - b))
				}
			}
			return slow(c, x, y)
		}
	case '*':
		return func(c *Call) Value {
			x, y := left(c), right(c)
			if a, ok := x.(Number); ok {
				if b, ok := y.(Number); ok {
					return Float(float64(a * b))
				}
			}
			return slow(c, x, y)
		}
	}
	return func(c *Call) Value {
		x, y := left(c), right(c)
		return slow(c, x, y)
	}
}

// arithmeticWith compiles the adding and taking away of a constant.
func (k *compiler) arithmeticWith(op byte, left expr, n float64, slow func(c *Call, x, y Value) Value) expr {
	constant := Float(n)
	switch op {
	case '-':
		return func(c *Call) Value {
			x := left(c)
			if a, ok := x.(Number); ok {
				return Float(float64(a) - n)
			}
			return slow(c, x, constant)
		}
	case '+':
		return func(c *Call) Value {
			x := left(c)
			if a, ok := x.(Number); ok {
				return Float(float64(a) + n)
			}
			return slow(c, x, constant)
		}
	}
	return nil
}

var operations = map[byte]string{'+': "add", '-': "subtract", '*': "multiply", '/': "divide", '%': "divide", '^': "raise to a power"}

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
		return Float(a * b)
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
		return k.compare(e)
	}
	value := k.expr(e)
	return func(c *Call) bool { return Truth(value(c)) }
}

func (k *compiler) compare(e *ast.RelationalOpExpr) cond {
	switch e.Operator {
	case "==":
		return k.equal(e)
	case "~=":
		same := k.equal(e)
		return func(c *Call) bool { return !same(c) }
	}
	left, right := k.expr(e.Lhs), k.expr(e.Rhs)
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
		return func(c *Call) bool { a := left(c); return less(c, a, right(c)) }
	case ">":
		return func(c *Call) bool { a := left(c); return less(c, right(c), a) }
	case "<=":
		return func(c *Call) bool { a := left(c); return atMost(c, a, right(c)) }
	}
	return func(c *Call) bool { a := left(c); return atMost(c, right(c), a) }
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
	left := k.expr(e.Lhs)
	right := k.expr(e.Rhs)
	if isNil {
		return func(c *Call) bool { return left(c) == nil }
	}
	switch v := k.constant(e.Rhs).(type) {
	case String:
		return func(c *Call) bool {
			s, ok := left(c).(String)
			return ok && s == v
		}
	case Number:
		return func(c *Call) bool {
			n, ok := left(c).(Number)
			return ok && n == v
		}
	case *Object:
		return func(c *Call) bool {
			o, ok := left(c).(*Object)
			return ok && o == v
		}
	}
	return func(c *Call) bool { a := left(c); return a == right(c) }
}
