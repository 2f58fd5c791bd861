package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// call evaluates a call to all its results.
func (e *Evaluator) call(x *ast.FuncCallExpr) []lattice.Type {
	if x.Receiver != nil {
		return e.keep(x, e.method(x))
	}
	callee := e.Expr(x.Func)
	e.use(x.Func, callee)
	args := e.multi(x.Args, -1)
	return e.keep(x, e.callValue(callee, x, args, x.Args))
}

// keep records the first result of a call.
func (e *Evaluator) keep(x ast.Expr, results []lattice.Type) []lattice.Type {
	for _, t := range results {
		e.sees(t)
	}
	if e.Kept != nil && e.Final && len(results) > 0 {
		e.Kept.values[x] = results[0]
	}
	return results
}

// callValue calls whatever a value may be.
func (e *Evaluator) callValue(callee lattice.Type, x *ast.FuncCallExpr, args []lattice.Type,
	exprs []ast.Expr) []lattice.Type {
	switch {
	case callee.Any():
		for _, t := range args {
			lattice.Widen(t, e.widen)
		}
		return []lattice.Type{lattice.Top}
	case callee.Bottom():
		return []lattice.Type{{}}
	}
	if e.Final {
		e.hear.Called(callee, x, args, exprs)
		if Uncallable(callee) {
			return []lattice.Type{lattice.Top}
		}
	}
	var results []lattice.Type
	for _, r := range callee.Refs {
		switch r := r.(type) {
		case *Func:
			results = e.joinAll(results, e.callFunction(r, args, exprs))
		case *host:
			results = e.joinAll(results, e.fresh(x, e.callHost(r.row, x, args, exprs)))
		}
	}
	return results
}

// Uncallable reports whether nothing that a value may be can be called.
func Uncallable(t lattice.Type) bool {
	return t.Known() && t.Kinds&(lattice.Function|lattice.Table) == 0 && t.Kinds&^lattice.Nil != 0
}

// fresh makes the lists that the host gives tables of the script: each call
// gives a new one, which the script may change.
func (e *Evaluator) fresh(x *ast.FuncCallExpr, results []lattice.Type) []lattice.Type {
	for i, t := range results {
		if t.Any() || t.Kinds&lattice.List == 0 || t.Frozen || t.Item == nil {
			continue
		}
		s := e.site(x)
		e.join(&s.cell, &s.Items, *t.Item)
		t.Kinds = t.Kinds&^lattice.List | lattice.Table
		t.Item = nil
		t.Refs = lattice.JoinRefs(t.Refs, []lattice.Ref{s})
		results[i] = t
	}
	return results
}

func (e *Evaluator) joinAll(a, b []lattice.Type) []lattice.Type {
	for i, t := range b {
		if i == len(a) {
			a = append(a, lattice.Type{})
		}
		a[i] = lattice.Join(a[i], t, e.widen)
	}
	return a
}

// openCall reports whether a call may give more values than are known.
func (e *Evaluator) openCall(x *ast.FuncCallExpr) bool {
	if x.Func == nil {
		return false
	}
	callee := e.CalleeOf(x)
	if callee.Any() || callee.Bottom() {
		return true
	}
	for _, r := range callee.Refs {
		switch r := r.(type) {
		case *Func:
			if r.open || r.Widened {
				return true
			}
		case *host:
			if r.row.Open {
				return true
			}
		}
	}
	return false
}

// CalleeOf evaluates the called function, without a report.
func (e *Evaluator) CalleeOf(x *ast.FuncCallExpr) lattice.Type {
	was := e.Final
	e.Final = false
	changed := e.changed
	t := e.silently(x.Func)
	e.Final, e.changed = was, changed
	e.sees(t)
	return t
}

// silently evaluates a name or a path of names.
func (e *Evaluator) silently(x ast.Expr) lattice.Type {
	switch x := x.(type) {
	case *ast.IdentExpr:
		if v := e.Uses[x]; v != nil {
			e.read(&v.cell)
			return v.Holds
		}
		return e.globalValue(x.Value)
	case *ast.AttrGetExpr:
		if _, key, ok := syntax.Field(x); ok {
			object := e.silently(x.Object)
			if object.Any() {
				return lattice.Top
			}
			t, _ := e.SilentField(object, key.Value)
			return t
		}
	}
	return lattice.Top
}

// open reports whether the values given are more than those counted.
func (e *Evaluator) OpenArgs(exprs []ast.Expr) bool {
	if len(exprs) == 0 {
		return false
	}
	switch last := exprs[len(exprs)-1].(type) {
	case *ast.Comma3Expr:
		return true
	case *ast.FuncCallExpr:
		return !last.AdjustRet && e.openCall(last)
	}
	return false
}

// endsInCall reports whether a list of expressions ends in a call, which may give
// several values.
func endsInCall(exprs []ast.Expr) bool {
	if len(exprs) == 0 {
		return false
	}
	_, ok := exprs[len(exprs)-1].(*ast.FuncCallExpr)
	return ok
}

// oneChosen reports whether the last argument is a choice that is known to have one part.
func oneChosen(args []lattice.Type, exprs []ast.Expr) bool {
	f := hostOf(exprs[len(exprs)-1])
	return f != nil && f.Open && f.Table != "" && len(args) == len(exprs) &&
		!args[len(args)-1].Any() && !args[len(args)-1].Bottom()
}

// callFunction calls a function of the scripts.
func (e *Evaluator) callFunction(f *Func, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	if n := f.number; e.Fn.Outer == nil {
		e.do(nil, func(p *Program) { p.Function(n).AtLoad = true })
	}
	open := e.OpenArgs(exprs) && !oneChosen(args, exprs)
	given := args
	for open && len(given) < len(f.Params) {
		given = append(given[:len(given):len(given)], lattice.Top)
	}
	if !e.settled && endsInCall(exprs) {
		for len(given) < len(f.Params) {
			given = append(given[:len(given):len(given)], lattice.Type{})
		}
	}
	e.Program.call(f, given)
	if !e.Final {
		e.passNeeds(f, exprs)
	}
	if len(f.Results) == 0 {
		return nil
	}
	return f.Results
}

// method evaluates object:name(...).
func (e *Evaluator) method(x *ast.FuncCallExpr) []lattice.Type {
	object := e.Expr(x.Receiver)
	e.use(x.Receiver, object)
	args := e.multi(x.Args, -1)
	if e.Final {
		e.hear.Method(object, x)
	}
	if object.Any() {
		for _, t := range args {
			lattice.Widen(t, e.widen)
		}
		return e.anyMethod(x, args)
	}
	with := append([]lattice.Type{object}, args...)
	exprs := append([]ast.Expr{x.Receiver}, x.Args...)
	var results []lattice.Type
	found := false
	for _, k := range methodKinds {
		if object.Kinds&k.kinds == 0 {
			continue
		}
		if m, ok := keyword.Entity(k.name).Method(x.Method); ok {
			found = true
			results = e.joinAll(results, e.fresh(x, e.callRow(&HostCall{Func: m, Title: methodName(k.name, m), X: x,
				On: &object, Args: args, Exprs: x.Args})))
		}
	}
	if object.Kinds&lattice.Word != 0 {
		if f, ok := hostNamed("string." + x.Method); ok {
			found = true
			results = e.joinAll(results, e.callHost(f, x, with, exprs))
		}
	}
	for s := range lattice.Refs[*Site](object) {
		if t, ok := e.refField(s, x.Method); ok && object.Kinds&lattice.Table != 0 {
			found = true
			results = e.joinAll(results, e.callValue(t, x, with, exprs))
		}
	}
	if object.Bottom() {
		return []lattice.Type{{}}
	}
	if !found && e.Final && object.Kinds&^lattice.Nil != 0 {
		return []lattice.Type{lattice.Top}
	}
	return results
}

// anyMethod is a call of a method of an unknown value: where one kind of values alone
// has it, it is of that kind.
func (e *Evaluator) anyMethod(x *ast.FuncCallExpr, args []lattice.Type) []lattice.Type {
	var only *keyword.Func
	entity := ""
	for _, k := range methodKinds {
		if m, ok := keyword.Entity(k.name).Method(x.Method); ok {
			if only != nil {
				return []lattice.Type{lattice.Top}
			}
			only = m
			entity = k.name
		}
	}
	e.asksName(x.Method)
	if only == nil || e.Fields.Made[x.Method] {
		return []lattice.Type{lattice.Top}
	}
	if e.Final {
		e.callRow(&HostCall{Func: only, Title: methodName(entity, only), X: x, On: &lattice.Top, Args: args,
			Exprs: x.Args})
	}
	if len(only.Results) == 0 {
		return []lattice.Type{lattice.Top}
	}
	return e.fresh(x, []lattice.Type{e.value(only.Results[0])})
}

func methodName(entity string, m *keyword.Func) string {
	if entity == "options list" {
		entity = "options"
	}
	return entity + ":" + m.Name
}
