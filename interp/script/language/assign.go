package language

import "github.com/yuin/gopher-lua/ast"

// What assignments compile to: of variables, of fields, and of several at once.

// assign compiles assignments. Of several, all objects, keys and values are
// computed before the first is stored; they are stored from the right.
func (k *compiler) assign(s *ast.AssignStmt) stmt {
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		return k.assignOne(s.Lhs[0], k.expr(s.Rhs[0]))
	}
	n := len(s.Lhs)
	state := k.state
	objects, keys := make([]expr, n), make([]expr, n)
	stores := make([]func(c *Call, object, key, value Value), n)
	for i, target := range s.Lhs {
		k.cost++
		if get, ok := target.(*ast.AttrGetExpr); ok {
			objects[i] = k.expr(get.Object)
			if _, constant := get.Key.(*ast.StringExpr); !constant {
				keys[i] = k.expr(get.Key)
			}
			stores[i] = k.store(get.Key, k.place(get), k.source(get.Object))
			continue
		}
		v := k.variable(target.(*ast.IdentExpr))
		stores[i] = func(c *Call, _, _, value Value) { v(c, value) }
	}
	fill := k.values(s.Rhs, n)
	return func(c *Call) completion {
		base := state.top
		state.room(c, base+3*n)
		state.top = base + 3*n
		room := state.stack[base : base+3*n]
		for i := range n {
			room[i], room[n+i] = nil, nil
			if objects[i] != nil {
				room[i] = objects[i](c)
			}
			if keys[i] != nil {
				room[n+i] = keys[i](c)
			}
		}
		fill(c, base+2*n)
		for i := n - 1; i >= 0; i-- {
			stores[i](c, room[i], room[n+i], room[2*n+i])
		}
		state.top = base
		return normal
	}
}

// variable compiles the assignment of a variable.
func (k *compiler) variable(e *ast.IdentExpr) func(c *Call, value Value) {
	v := k.chunk.uses[e]
	switch {
	case v.proto != k.proto:
		i := k.proto.keep(v)
		return func(c *Call, value Value) { c.fn.upvalues[i].(*cell).v = value }
	case v.isCell():
		slot := v.slot
		return func(c *Call, value Value) { c.slots[slot].(*cell).v = value }
	}
	slot := v.slot
	return func(c *Call, value Value) { c.slots[slot] = value }
}

func (k *compiler) assignOne(target ast.Expr, value expr) stmt {
	k.cost++
	get, ok := target.(*ast.AttrGetExpr)
	if !ok {
		name := target.(*ast.IdentExpr)
		if v := k.chunk.uses[name]; v.proto == k.proto && !v.isCell() {
			slot := v.slot
			return func(c *Call) completion {
				c.slots[slot] = value(c)
				return normal
			}
		}
		set := k.variable(name)
		return func(c *Call) completion {
			set(c, value(c))
			return normal
		}
	}
	object := k.operand(get.Object)
	store := k.store(get.Key, k.place(get), k.source(get.Object))
	if _, constant := get.Key.(*ast.StringExpr); constant {
		return func(c *Call) completion {
			o := object.of(c)
			store(c, o, nil, value(c))
			return normal
		}
	}
	key := k.operand(get.Key)
	return func(c *Call) completion {
		o, i := object.of(c), key.of(c)
		store(c, o, i, value(c))
		return normal
	}
}

// store compiles the storing of a field; key is given where it is not a constant.
func (k *compiler) store(e ast.Expr, at place, of *source) func(c *Call, object, key, value Value) {
	s := k.state
	name, constant := e.(*ast.StringExpr)
	if !constant {
		return func(c *Call, object, key, value Value) {
			c.place = at
			if t, ok := object.(*Table); ok {
				c.set(t, key, value)
				return
			}
			name, ok := key.(String)
			if !ok {
				c.Fault("cannot set %q of a %s value%s", Text(key), TypeName(object), of.nothing(c, object))
			}
			c.setOther(s.access(string(name)), object, value, of)
		}
	}
	field := name.Value
	word := s.word(name.Value)
	access := s.access(name.Value)
	return func(c *Call, object, _, value Value) {
		c.place = at
		switch o := object.(type) {
		case *Table:
			if o.frozen != "" {
				c.Fault("%s is frozen after load", o.frozen)
			}
			s.grow(c, o.put(&s.memory, word, field, value))
		case *Object:
			if write := access.writer(o.Class); write != nil {
				write(c, o, value)
				return
			}
			c.setOther(access, object, value, of)
		default:
			c.setOther(access, object, value, of)
		}
	}
}

// setOther assigns a field of a value other than a table.
func (c *Call) setOther(a *access, object, value Value, of *source) {
	o, ok := object.(*Object)
	if !ok {
		c.Fault("cannot set %q of a %s value%s", a.name, TypeName(object), of.nothing(c, object))
	}
	if write := a.writer(o.Class); write != nil {
		write(c, o, value)
		return
	}
	if a.reader(o.Class) != nil {
		c.Fault("%s of a %s is fixed and cannot be changed", a.name, o.Class.Name)
	}
	c.Fault("a %s has no field %q to change%s", o.Class.Name, a.name, missing(o.Class, a.name))
}

func missing(c *Class, name string) string {
	if c.Missing == nil {
		return ""
	}
	return c.Missing(name)
}
