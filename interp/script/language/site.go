package language

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// Site is a place in a script that calls a host function, with everything known of the call
// beforehand: the function compiles the call once and gets only the varying values each
// time. Tables written in place are not made: making one with three fields costs ten times
// as much.
type Site struct {
	// Args are the arguments, in order; the first one of a method is its receiver.
	Args []Arg
	// Unused is set if the results are not used, Handed if the result goes straight to
	// another host function, so that it need not be a table.
	Unused, Handed bool
}

// Arg is an argument of a call, or a field of a table that is written in place.
type Arg struct {
	Name string // of a field
	Form Form
	// Slot is the first of its values among those of the call, N their number.
	Slot, N int
	// Value is the constant.
	Value Value
	// Args are the fields of a table, or the tables of a list.
	Args []Arg
}

// Form is the form of an argument.
type Form uint8

// The forms: one value of the call, a constant, a list whose items are N values of the
// call, a table with named fields, and a list of such tables.
const (
	OneValue Form = iota
	Constant
	List
	Fields
	Tables
)

// Span returns the values of the call that an argument has, which are one behind the
// other: those from one place on, up to another.
func (a *Arg) Span() (from, to int) {
	if a.N > 0 {
		return a.Slot, a.Slot + a.N
	}
	for i := range a.Args {
		if first, end := a.Args[i].Span(); first != end {
			if from == to {
				from = first
			}
			to = end
		}
	}
	return from, to
}

// Placed is what a function of the host does at one place, with the values of the call.
// It runs in the call of the script.
type Placed func(c *Call, values []Value) Value

// NewPlaced makes a function of the host that is asked once for each place which calls
// it. It takes most arguments, any number for -1; more than these are not looked at.
// Gives is set where it makes something else for Handed than it makes for scripts.
func NewPlaced(name string, most int, gives bool, place func(at *Site) Placed) *Func {
	f := &Func{name: name, most: most, gives: gives, place: place}
	var plain []Placed // by the number of arguments, where nothing else is known of them
	f.host = func(c *Call) Value {
		n := len(c.slots)
		do := nth(plain, n)
		if do == nil {
			site := &Site{}
			for i := range n {
				site.Args = append(site.Args, Arg{Slot: i, N: 1})
			}
			do = c.state.placed(f, site)
			put(&plain, n, do)
		}
		return do(c, c.slots)
	}
	return f
}

// placed is what a function does at a place, watched by Config.Before.
func (s *State) placed(fn *Func, site *Site) Placed {
	do := fn.place(site)
	if s.before == nil {
		return do
	}
	return func(c *Call, values []Value) Value {
		watched := &Call{state: s, fn: fn}
		for i := range site.Args {
			v := site.Args[i].Value
			if a := &site.Args[i]; a.Form == OneValue {
				v = values[a.Slot]
			}
			watched.slots = append(watched.slots, v)
		}
		s.before(watched)
		return do(c, values)
	}
}

// site compiles a call of a host function for this place; nil if the arguments are not
// known.
func (k *compiler) site(fn *Func, args []ast.Expr, use use, at place) expr {
	if n := len(args); n > 0 && isOpen(args[n-1]) && n != fn.most {
		return nil
	}
	r := siteReader{compiler: k}
	site := &Site{Unused: use == dropped, Handed: use == handed, Args: make([]Arg, len(args))}
	for i, e := range args {
		r.arg(&site.Args[i], e)
	}
	s := k.state
	n := len(r.values)
	values := r.values
	var do Placed
	return func(c *Call) Value {
		base := s.top
		top := base + n
		s.room(c, top)
		s.top = top
		for i, value := range values {
			s.stack[base+i] = value.of(c)
		}
		c.place = at
		if do == nil {
			do = s.placed(fn, site)
		}
		return s.do(c, do, base, top)
	}
}

// do does what a function of the host does at a place.
func (s *State) do(c *Call, do Placed, base, top int) Value {
	c.nres = 1
	v := do(c, s.stack[base:top:top])
	s.nres, s.top = c.nres, base
	return v
}

// siteReader reads the arguments of one call; values are those that each call has.
type siteReader struct {
	*compiler
	values  []operand
	inTable bool
}

// arg reads one argument, or one field.
func (r *siteReader) arg(a *Arg, e ast.Expr) {
	if table, ok := e.(*ast.TableExpr); ok && r.table(a, table) {
		return
	}
	if v := r.constant(e); v != nil {
		if _, computed := e.(*ast.AttrGetExpr); computed || !r.inTable {
			r.expr(e) // which costs what reading it does
		}
		a.Form = Constant
		a.Value = v
		return
	}
	a.Form = OneValue
	a.Slot = len(r.values)
	a.N = 1
	r.values = append(r.values, r.operandAs(e, handed))
}

// table reads a constructor of plain names, each once, or of plain items; it reports
// whether it is one.
func (r *siteReader) table(a *Arg, e *ast.TableExpr) bool {
	names := map[string]bool{}
	for i, f := range e.Fields {
		key, named := f.Key.(*ast.StringExpr)
		_, more := f.Value.(*ast.Comma3Expr)
		switch {
		case named != (e.Fields[0].Key != nil), !named && f.Key != nil, named && names[key.Value],
			!named && i == len(e.Fields)-1 && (more || isOpen(f.Value)):
			return false
		case named:
			names[key.Value] = true
		}
	}
	outer := r.inTable
	r.inTable = true
	if !outer {
		r.cost += len(e.Fields)
	}
	defer func() { r.inTable = outer }()
	switch {
	case len(names) == len(e.Fields):
		a.Form = Fields
	case !anyField(e, func(e ast.Expr) bool { return !isNamed(e) }):
		a.Form = Tables
	case !anyField(e, func(e ast.Expr) bool { return r.constant(e) == nil }):
		list := &Table{frozen: "a list"}
		for _, f := range e.Fields {
			list.Append(r.constant(f.Value))
		}
		a.Form = Constant
		a.Value = list
		return true
	default:
		a.Form = List
		a.Slot = len(r.values)
		a.N = len(e.Fields)
		for _, f := range e.Fields {
			r.values = append(r.values, r.operand(f.Value))
		}
		return true
	}
	a.Args = make([]Arg, len(e.Fields))
	for i, f := range e.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			a.Args[i].Name = key.Value
		}
		r.arg(&a.Args[i], f.Value)
	}
	return true
}

// anyField reports whether one of the values of a constructor is such an expression.
func anyField(e *ast.TableExpr, is func(ast.Expr) bool) bool {
	return slices.ContainsFunc(e.Fields, func(f *ast.Field) bool { return is(f.Value) })
}

// isNamed reports whether an expression is a table of named fields.
func isNamed(e ast.Expr) bool {
	table, ok := e.(*ast.TableExpr)
	return ok && len(table.Fields) > 0 && table.Fields[0].Key != nil
}
