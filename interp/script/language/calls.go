package language

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// use says where the results of a call go.
type use uint8

const (
	wanted  use = iota
	dropped     // nobody reads them
	handed      // to a function of the host that takes what others make for it alone
)

// gives reports whether an expression is a call that may have something else for the
// host than for scripts.
func (k *compiler) gives(e ast.Expr) bool {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok {
		return false
	}
	if call.Receiver != nil {
		return k.state.gives[call.Method]
	}
	fn, ok := k.constant(call.Func).(*Func)
	return ok && fn.gives
}

// call compiles a call to its first result; s.nres tells how many there are.
func (k *compiler) call(e *ast.FuncCallExpr, use use) expr {
	if e.Receiver != nil {
		return k.method(e, use)
	}
	k.cost++
	at := k.callPlace(e)
	callee := k.expr(e.Func)
	known, _ := k.constant(e.Func).(*Func)
	if known != nil && known.place != nil {
		if call := k.site(known, e.Args, use, at); call != nil {
			return call
		}
	}
	n := len(e.Args)
	name := calledName(e)
	s := k.state
	if n == 0 || !isOpen(e.Args[n-1]) {
		return k.plainCall(callee, known, e, at)
	}
	push := k.pushed(e.Args, wanted)
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

// plainCall compiles a call whose number of arguments is known.
func (k *compiler) plainCall(callee expr, known *Func, e *ast.FuncCallExpr, at place) expr {
	s := k.state
	n := len(e.Args)
	name := calledName(e)
	args := k.operands(e.Args, wanted)
	if known != nil {
		return func(c *Call) Value {
			base := s.top
			s.room(c, base+n)
			s.top = base + n
			for i, arg := range args {
				s.stack[base+i] = arg.of(c)
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
			s.stack[base+i] = arg.of(c)
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
func (k *compiler) method(e *ast.FuncCallExpr, use use) expr {
	k.cost++
	s := k.state
	a := s.access(e.Method)
	at := k.callPlace(e)
	last := &lastMethod{site: k.methodSite(e, use)}
	object := k.operand(e.Receiver)
	n := len(e.Args)
	before := k.cost
	args := k.arguments(e.Args, wanted)
	forHost := args
	if slices.ContainsFunc(e.Args, k.gives) {
		k.cost = before // only one of the two is ever carried out
		forHost = k.arguments(e.Args, handed)
	}
	return func(c *Call) Value {
		o := object.of(c)
		base := s.top
		s.room(c, base+n+1)
		s.stack[base] = o
		var fn Value
		f, ok := last.method(o)
		if !ok {
			fn = c.methodOf(a, o, at)
			f, ok = fn.(*Func)
			last.find(s, a, o)
		}
		list := &args
		if ok && f.place != nil {
			list = &forHost
		}
		given := n
		if list.push != nil {
			s.top = base + 1
			given = list.push(c, base+1)
		} else {
			s.top = base + n + 1
			for i, arg := range list.each {
				s.stack[base+1+i] = arg.of(c)
			}
		}
		c.place = at
		if !ok {
			c.notFunction(a.name, fn)
		}
		if f == last.fn && last.do != nil && given == n {
			return s.do(c, last.do, base, base+n+1)
		}
		return s.invoke(c, f, base, given+1)
	}
}

// methodSite is the place of a call of a method, with the constants among its arguments.
func (k *compiler) methodSite(e *ast.FuncCallExpr, use use) *Site {
	site := &Site{Unused: use == dropped, Handed: use == handed, Args: []Arg{{N: 1}}}
	for i, arg := range e.Args {
		site.Args = append(site.Args, Arg{Slot: i + 1, N: 1})
		if v := k.constant(arg); v != nil {
			site.Args[i+1] = Arg{Form: Constant, Value: v}
		}
	}
	return site
}

// lastMethod is [lastRead] for a method; do is what one of the host does at the place.
type lastMethod struct {
	site  *Site
	class *Class
	fn    *Func
	do    Placed
}

func (l *lastMethod) method(v Value) (fn *Func, ok bool) {
	o, isObject := v.(*Object)
	return l.fn, isObject && o.Class == l.class
}

// find notes the method of an object's class; what a field holds is its own matter.
func (l *lastMethod) find(s *State, a *access, v Value) {
	o, ok := v.(*Object)
	if !ok {
		return
	}
	fn := a.method(o.Class)
	if fn == nil {
		return
	}
	if fn != l.fn && fn.place != nil {
		l.do = s.placed(fn, l.site)
	}
	l.class = o.Class
	l.fn = fn
}

// arguments are the arguments of a call: one function for each or, if the last may have
// several values, one function that pushes them all.
type arguments struct {
	each []operand
	push func(c *Call, base int) int
}

func (k *compiler) arguments(args []ast.Expr, use use) arguments {
	if n := len(args); n > 0 && isOpen(args[n-1]) {
		return arguments{push: k.pushed(args, use)}
	}
	return arguments{each: k.operands(args, use)}
}

// methodOf finds what o:name calls.
func (c *Call) methodOf(a *access, object Value, at place) Value {
	switch o := object.(type) {
	case *Object:
		if m := known(a.methods, o.Class); m != nil {
			return m
		}
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
	return c.field(a, object, nil)
}
