package language

import (
	"github.com/yuin/gopher-lua/ast"
)

// call compiles a call to its first result; s.nres tells how many there are.
// unused says that nobody reads them.
func (k *compiler) call(e *ast.FuncCallExpr, unused bool) expr {
	if e.Receiver != nil {
		return k.method(e)
	}
	k.cost++
	at := k.callPlace(e)
	known, isConstant := k.constant(e.Func).(*Func)
	callee := k.expr(e.Func)
	if isConstant && known.shaped > 0 && known.shaped <= len(e.Args) {
		if push := k.shaped(e.Args, known.shaped, unused); push != nil {
			return k.state.called(known, push, at)
		}
	}
	if n := len(e.Args); n == 0 || !isOpen(e.Args[n-1]) {
		return k.plainCall(callee, known, e, at)
	}
	push := k.pushed(e.Args)
	if isConstant {
		return k.state.called(known, push, at)
	}
	s, name := k.state, calledName(e)
	return func(c *Call) Value {
		v := callee(c)
		base := s.top
		n := push(c, base)
		c.place = at
		fn, ok := v.(*Func)
		if !ok {
			c.notFunction(name, v)
		}
		return s.invoke(c, fn, base, n)
	}
}

// called calls a function that is known.
func (s *State) called(fn *Func, push func(c *Call, base int) int, at place) expr {
	return func(c *Call) Value {
		base := s.top
		n := push(c, base)
		c.place = at
		return s.invoke(c, fn, base, n)
	}
}

// plainCall compiles a call whose number of arguments is known.
func (k *compiler) plainCall(callee expr, known *Func, e *ast.FuncCallExpr, at place) expr {
	s, n, name := k.state, len(e.Args), calledName(e)
	args := k.exprs(e.Args)
	if known != nil {
		return func(c *Call) Value {
			base := s.top
			s.room(c, base+n)
			s.top = base + n
			for i, arg := range args {
				s.stack[base+i] = arg(c)
			}
			c.place = at
			return s.invoke(c, known, base, n)
		}
	}
	return func(c *Call) Value {
		v := callee(c)
		base := s.top
		s.room(c, base+n)
		s.top = base + n
		for i, arg := range args {
			s.stack[base+i] = arg(c)
		}
		c.place = at
		fn, ok := v.(*Func)
		if !ok {
			c.notFunction(name, v)
		}
		return s.invoke(c, fn, base, n)
	}
}

// notFunction faults where something else is called.
func (c *Call) notFunction(name string, v Value) {
	if name == "" {
		name = "a value"
	} else {
		name = "\"" + name + "\""
	}
	if v == nil {
		c.Fault("called %s, which is nothing (nil)", name)
	}
	c.Fault("called %s, which is not a function but %s", name, called(v))
}

// calledName returns what a call names: "cards", "choose.one", "name" of t:name().
func calledName(e *ast.FuncCallExpr) string {
	switch fn := e.Func.(type) {
	case *ast.IdentExpr:
		return fn.Value
	case *ast.AttrGetExpr:
		if key, ok := fn.Key.(*ast.StringExpr); ok {
			if object, ok := fn.Object.(*ast.IdentExpr); ok {
				return object.Value + "." + key.Value
			}
			return key.Value
		}
	}
	return e.Method
}

// callPlace is where a call stands: at the name that it calls.
func (k *compiler) callPlace(e *ast.FuncCallExpr) place {
	if e.Receiver != nil {
		pos := k.chunk.tree.Method(e)
		return placeOf(pos.Line, pos.Column)
	}
	return k.place(e)
}

// method compiles o:name(...).
func (k *compiler) method(e *ast.FuncCallExpr) expr {
	k.cost++
	s, a, at := k.state, k.state.access(e.Method), k.callPlace(e)
	object := k.expr(e.Receiver)
	n := len(e.Args)
	open := n > 0 && isOpen(e.Args[n-1])
	var push func(c *Call, base int) int
	var args []expr
	if open {
		push = k.pushed(e.Args)
	} else {
		args = k.exprs(e.Args)
	}
	return func(c *Call) Value {
		o := object(c)
		base := s.top
		s.room(c, base+n+1)
		s.stack[base] = o
		fn := c.methodOf(a, o, at)
		given := n
		if open {
			s.top = base + 1
			given = push(c, base+1)
		} else {
			s.top = base + n + 1
			for i, arg := range args {
				s.stack[base+1+i] = arg(c)
			}
		}
		c.place = at
		f, ok := fn.(*Func)
		if !ok {
			c.notFunction(a.name, fn)
		}
		return s.invoke(c, f, base, given+1)
	}
}

// methodOf finds what o:name calls.
func (c *Call) methodOf(a *access, object Value, at place) Value {
	switch o := object.(type) {
	case *Object:
		if m := a.method(o.Class); m != nil {
			return m
		}
	case *Table:
		v := o.Field(a.name)
		if v == nil && o.module != nil {
			c.place = at
			c.noMember(o, a.name)
		}
		return v
	}
	c.place = at
	return c.field(a, object)
}
