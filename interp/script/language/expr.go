package language

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/script/syntax"
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
		switch o := k.constant(e.Object).(type) {
		case *Table:
			if o.frozen != "" {
				return o.Field(name.Value)
			}
		case *Object:
			if o.Class.Fixed != nil {
				return o.Class.Fixed(o, name.Value)
			}
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
		return k.call(e, wanted)
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

// operand is a compiled expression. The commonest, a variable of the running function, is
// read in its slot, which costs a third of a call.
type operand struct {
	slot    int
	compute expr // nil for a variable
}

func (o operand) of(c *Call) Value {
	if o.compute != nil {
		return o.compute(c)
	}
	return c.slots[o.slot]
}

func (k *compiler) operand(e ast.Expr) operand {
	if name, ok := e.(*ast.IdentExpr); ok {
		if v := k.chunk.uses[name]; v != nil && v.proto == k.proto && !v.isCell() {
			k.cost++
			return operand{slot: v.slot}
		}
	}
	return operand{compute: k.expr(e)}
}

// operands compiles expressions whose values go where use says.
func (k *compiler) operands(list []ast.Expr, use use) []operand {
	compiled := make([]operand, len(list))
	for i, e := range list {
		compiled[i] = k.operandAs(e, use)
	}
	return compiled
}

// operandAs compiles an expression whose value goes where use says.
func (k *compiler) operandAs(e ast.Expr, use use) operand {
	if use == handed && k.gives(e) {
		k.cost++
		return operand{compute: k.call(e.(*ast.FuncCallExpr), handed)}
	}
	return k.operand(e)
}

// push puts the values of a list on the stack, and returns where they begin.
func (s *State) push(c *Call, list []operand) (base int) {
	base = s.top
	top := base + len(list)
	if len(list) == 1 {
		v := list[0].of(c)
		s.room(c, top)
		s.stack[base] = v
		s.top = top
		return base
	}
	s.room(c, top)
	s.top = top
	for i := range list {
		s.stack[base+i] = list[i].of(c)
	}
	return base
}

// name compiles the reading of a variable, or the fault of a name that there is
// not.
func (k *compiler) name(e *ast.IdentExpr) expr {
	v := k.chunk.uses[e]
	switch {
	case v == nil:
		at := k.place(e)
		name := e.Value
		return func(c *Call) Value {
			c.place = at
			c.unknown(name)
			return nil
		}
	case v.proto != k.proto:
		i := k.proto.keep(v)
		if v.isCell() {
			return func(c *Call) Value { return c.fn.upvalues[i].(*cell).v }
		}
		return func(c *Call) Value { return c.fn.upvalues[i] }
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
		return k.field(k.operand(e.Object), name.Value, at, e.Object)
	}
	object, key := k.operand(e.Object), k.operand(e.Key)
	of := k.source(e.Object)
	return func(c *Call) Value {
		o, i := object.of(c), key.of(c)
		t, ok := o.(*Table)
		if !ok {
			c.place = at
			name, isText := i.(String)
			if !isText {
				c.Fault("cannot read %q of a %s value%s", Text(i), TypeName(o), of.nothing(c, o))
			}
			return c.field(s.access(string(name)), o, of)
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

// lastRead is an inline cache: the class of the object whose field a place in a script
// read last, and how. Most places read one class alone.
type lastRead struct {
	class *Class
	read  Reader
}

func (l *lastRead) find(a *access, c *Class) {
	if r := a.reader(c); r != nil {
		l.class = c
		l.read = r
	}
}

func (k *compiler) field(object operand, field string, at place, e ast.Expr) expr {
	a := k.state.access(field)
	last := &lastRead{}
	of := k.source(e)
	if compute := object.compute; compute != nil {
		return func(c *Call) Value {
			v := compute(c)
			if o, ok := v.(*Object); ok {
				if o.Class == last.class {
					c.place = at
					return last.read(c, o)
				}
				last.find(a, o.Class)
			}
			return c.fieldAt(a, v, at, of)
		}
	}
	slot := object.slot
	return func(c *Call) Value {
		v := c.slots[slot]
		if o, ok := v.(*Object); ok {
			if o.Class == last.class {
				c.place = at
				return last.read(c, o)
			}
			last.find(a, o.Class)
		}
		return c.fieldAt(a, v, at, of)
	}
}

// source is whose field is read or set, for what a fault says where that is nothing. It is
// compiled again only then.
type source struct {
	*compiler
	written ast.Expr
}

func (k *compiler) source(e ast.Expr) *source { return &source{k, e} }

// nothing says of a value that is nil what was written for it, and why it is, where no call
// makes it: then asking again does nothing.
func (s *source) nothing(c *Call, v Value) string {
	if s == nil || v != nil {
		return ""
	}
	text := syntax.PrintExpr(s.written)
	if get, ok := s.written.(*ast.AttrGetExpr); ok && !strings.Contains(text, "(") {
		key, _ := get.Key.(*ast.StringExpr)
		if o, ok := s.expr(get.Object)(c).(*Object); ok && key != nil && o.Class.Unset[key.Value] != "" {
			return ": " + text + " is nil, " + o.Class.Unset[key.Value]
		}
	}
	return ": " + text + " is nil"
}

// fieldAt reads a field of any value.
func (c *Call) fieldAt(a *access, object Value, at place, of *source) Value {
	t, ok := object.(*Table)
	if !ok {
		c.place = at
		return c.field(a, object, of)
	}
	v := t.Field(a.name)
	if v == nil && t.module != nil {
		c.place = at
		c.noMember(t, a.name)
	}
	return v
}

// field reads a field of a value other than a table.
func (c *Call) field(a *access, object Value, of *source) Value {
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
	c.Fault("cannot read %q of a %s value%s", a.name, TypeName(object), of.nothing(c, object))
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
		place int
	}
	parts := make([]part, len(e.Fields))
	values := make([]operand, len(parts))
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
			p.name = key.Value
			p.word = k.state.word(key.Value)
		default:
			fields++
			p.key = k.expr(f.Key)
		}
		values[i] = k.operand(f.Value)
	}
	s := k.state
	at := k.place(e)
	if items == len(parts) && !open {
		return k.list(values, at)
	}
	return func(c *Call) Value {
		c.place = at
		t := s.NewTable(items, fields)
		for i := range parts {
			p := &parts[i]
			switch {
			case p.place > 0:
				v := values[i].of(c)
				s.grow(c, t.putAt(&s.memory, p.place, v))
				if open && i == len(parts)-1 {
					c.place = at
					c.spread(t, p.place, v)
				}
			case p.key == nil:
				s.grow(c, t.put(&s.memory, p.word, p.name, values[i].of(c)))
			default:
				key := p.key(c)
				value := values[i].of(c)
				c.place = at
				c.set(t, key, value)
			}
		}
		return t
	}
}

// list compiles a constructor of items alone.
func (k *compiler) list(values []operand, at place) expr {
	s := k.state
	n := len(values)
	bytes := tableBytes + n*itemBytes
	return func(c *Call) Value {
		c.place = at
		s.grow(c, bytes)
		t := s.memory.newTable()
		if n > 0 {
			t.items = s.memory.newValues(n)
			for i, value := range values {
				t.items[i] = value.of(c)
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
		if place+s.nres-1 > MaxList {
			c.listFull()
		}
		for i, v := range s.results[:s.nres] {
			s.grow(c, t.putAt(&s.memory, place+i, v))
		}
	}
	_ = first
}
