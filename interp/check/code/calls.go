package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// callSite is a call of one function by another.
type callSite struct {
	to  *function
	pos diag.Pos
}

// call evaluates a call to all its results.
func (e *evaluator) call(x *ast.FuncCallExpr) []typ {
	if x.Receiver != nil {
		return e.keep(x, e.method(x))
	}
	callee := e.expr(x.Func)
	e.use(x.Func, callee)
	args := e.multi(x.Args, -1)
	return e.keep(x, e.callValue(callee, x, args, x.Args))
}

// keep keeps the first result of a call for who asks.
func (e *evaluator) keep(x ast.Expr, results []typ) []typ {
	if e.kept != nil && e.final && len(results) > 0 {
		e.kept.values[x] = results[0]
	}
	return results
}

// callValue calls whatever a value may be.
func (e *evaluator) callValue(callee typ, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	switch {
	case callee.any():
		for _, t := range args {
			widen(t, e.widen)
		}
		return []typ{top}
	case callee.bottom():
		return []typ{{}}
	case e.final && callee.known() && callee.kinds&(kFunction|kTable) == 0 && callee.kinds&^kNil != 0:
		e.errorf("not-callable", e.pos(x), "%s cannot be called: it is %s", describe(x.Func), callee.without(kNil))
		return []typ{top}
	}
	var results []typ
	wrong := e.checkCount(callee, x, args, exprs)
	for _, r := range callee.refs {
		switch r := r.(type) {
		case *function:
			results = e.joinAll(results, e.callFunction(r, x, args, exprs, wrong))
		case *host:
			results = e.joinAll(results, e.fresh(x, e.callHost(r.name, x, args, exprs)))
		}
	}
	return results
}

// fresh makes the lists that the host gives tables of the script: each call
// gives a new one, which the script may change.
func (e *evaluator) fresh(x *ast.FuncCallExpr, results []typ) []typ {
	for i, t := range results {
		if t.any() || t.kinds&kList == 0 || t.frozen || t.item == nil {
			continue
		}
		s := e.site(x, e.fn)
		e.join(&s.items, *t.item)
		t.kinds = t.kinds&^kList | kTable
		t.item, t.refs = nil, joinRefs(t.refs, []ref{s})
		results[i] = t
	}
	return results
}

func (e *evaluator) joinAll(a, b []typ) []typ {
	for i, t := range b {
		if i == len(a) {
			a = append(a, typ{})
		}
		a[i] = join(a[i], t, e.widen)
	}
	return a
}

// openCall reports whether a call may give more values than are known.
func (e *evaluator) openCall(x *ast.FuncCallExpr) bool {
	if x.Func == nil {
		return false
	}
	callee := e.calleeOf(x)
	if callee.any() || callee.bottom() {
		return true
	}
	for _, r := range callee.refs {
		switch r := r.(type) {
		case *function:
			if r.open || r.widened || returnsOpen(r) {
				return true
			}
		case *host:
			if f, ok := hostNamed(r.name); ok && f.Open {
				return true
			}
		}
	}
	return false
}

// returnsOpen reports whether a function returns the values of a call.
func returnsOpen(f *function) bool { return f.open }

// calleeOf evaluates what is called, without a report.
func (e *evaluator) calleeOf(x *ast.FuncCallExpr) typ {
	was := e.final
	e.final = false
	changed := e.changed
	t := e.silently(x.Func)
	e.final, e.changed = was, changed
	return t
}

// silently evaluates a name or a path of names.
func (e *evaluator) silently(x ast.Expr) typ {
	switch x := x.(type) {
	case *ast.IdentExpr:
		if v := e.uses[x]; v != nil {
			return v.holds
		}
		return e.globalValue(x.Value)
	case *ast.AttrGetExpr:
		if key, ok := x.Key.(*ast.StringExpr); ok {
			object := e.silently(x.Object)
			if object.any() {
				return top
			}
			t, _ := e.silentField(object, key.Value)
			return t
		}
	}
	return top
}

// open reports whether the values given are more than those counted.
func (e *evaluator) openArgs(exprs []ast.Expr) bool {
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

// checkCount checks the number of values given to functions of the scripts and
// reports whether it said something about it; a call of one of several functions
// is wrong when it is wrong for each.
func (e *evaluator) checkCount(callee typ, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) bool {
	if !e.final || len(callee.refs) == 0 {
		return false
	}
	most, vararg := 0, false
	var one *function
	for _, r := range callee.refs {
		f, ok := r.(*function)
		if !ok {
			return false
		}
		one, most, vararg = f, max(most, len(f.params)), vararg || f.vararg
	}
	if len(exprs) <= most || vararg {
		return false
	}
	e.errorf("wrong-count", e.pos(exprs[most]), "%s takes %s, not %d", one.title(), plural(most), len(exprs))
	return true
}

func plural(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// callFunction calls a function of the scripts.
func (e *evaluator) callFunction(f *function, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr, wrong bool) []typ {
	if e.fn.outer == nil {
		f.atLoad = true
	}
	open := e.openArgs(exprs)
	given := args
	for open && len(given) < len(f.params) {
		given = append(given[:len(given):len(given)], top)
	}
	if !e.settled && endsInCall(exprs) {
		for len(given) < len(f.params) {
			given = append(given[:len(given):len(given)], typ{})
		}
	}
	e.program.call(f, given)
	if e.final {
		pos := e.pos(x)
		e.fn.calls = append(e.fn.calls, callSite{f, pos})
		if !wrong {
			e.needsOf(f, x, args, exprs, open)
		}
	} else {
		e.passNeeds(f, exprs)
	}
	if len(f.results) == 0 {
		return nil
	}
	return f.results
}

// methodKinds are the values that have methods, with their names in the registry.
var methodKinds = []struct {
	kinds kinds
	name  string
}{{kCard, "card"}, {kZone, "zone"}, {kOptions, "options list"}}

// method evaluates object:name(...).
func (e *evaluator) method(x *ast.FuncCallExpr) []typ {
	object := e.expr(x.Receiver)
	e.use(x.Receiver, object)
	args := e.multi(x.Args, -1)
	pos := e.tree.Method(x)
	if object.any() {
		for _, t := range args {
			widen(t, e.widen)
		}
		return e.anyMethod(x, pos)
	}
	var results []typ
	found := false
	for _, k := range methodKinds {
		if object.kinds&k.kinds == 0 {
			continue
		}
		if m, ok := keyword.Entity(k.name).Method(x.Method); ok {
			found = true
			results = e.joinAll(results, e.fresh(x, e.entityMethod(object, k.kinds, k.name, m, x, args)))
		}
	}
	if object.kinds&kWord != 0 {
		if e.isHost("string." + x.Method) {
			found = true
			results = e.joinAll(results, e.callHost("string."+x.Method, x, append([]typ{object}, args...),
				append([]ast.Expr{x.Receiver}, x.Args...)))
		}
	}
	for _, r := range object.refs {
		if s, ok := r.(*site); ok && object.kinds&kTable != 0 {
			if t, ok := e.refField(s, x.Method); ok {
				found = true
				results = e.joinAll(results,
					e.callValue(t, x, append([]typ{object}, args...), append([]ast.Expr{x.Receiver}, x.Args...)))
			}
		}
	}
	if object.bottom() {
		return []typ{{}}
	}
	if !found && e.final && object.kinds&^kNil != 0 {
		e.noMethod(object, x, pos)
		return []typ{top}
	}
	return results
}

func (e *evaluator) noMethod(object typ, x *ast.FuncCallExpr, pos diag.Pos) {
	names := e.methodsOf(object)
	message := fmt.Sprintf("%s has no method %q", e.objectName(object), x.Method)
	if _, ok := e.silentField(object, x.Method); ok {
		message += "; it is a field: write ." + x.Method
	}
	if why := offered.Instead("string." + x.Method); object.kinds&^kNil == kWord && why != "" {
		e.errorf("not-in-the-language", pos, "texts have no %s here: %s", x.Method, why)
		return
	}
	e.unknownName("unknown-method", pos, message, x.Method, names)
}

// anyMethod is a call of a method of an unknown value: its name must be one
// that some value has.
func (e *evaluator) anyMethod(x *ast.FuncCallExpr, pos diag.Pos) []typ {
	names := map[string]bool{}
	var entities []string
	for _, k := range methodKinds {
		for _, m := range keyword.Entity(k.name).Methods {
			names[m.Name] = true
			if m.Name == x.Method {
				entities = append(entities, k.name)
			}
		}
	}
	for _, name := range libraryNames {
		names[name] = true
	}
	if e.final && !names[x.Method] && !e.names.made[x.Method] && e.names.assigned[x.Method] == 0 {
		e.unknownName("unknown-method", pos, fmt.Sprintf("nothing has a method %q", x.Method), x.Method, sorted(names))
	}
	if len(entities) == 1 && !e.names.made[x.Method] {
		if m, ok := keyword.Entity(entities[0]).Method(x.Method); ok {
			if e.final {
				e.arguments(methodName(entities[0], m), m, x, e.multi(x.Args, -1), x.Args)
			}
			if len(m.Results) > 0 {
				return e.fresh(x, []typ{e.value(m.Results[0])})
			}
		}
	}
	return []typ{top}
}

func methodName(entity string, m *keyword.Func) string {
	if entity == "options list" {
		entity = "options"
	}
	return entity + ":" + m.Name
}

// entityMethod calls a method of an entity.
func (e *evaluator) entityMethod(object typ, k kinds, entity string, m *keyword.Func,
	x *ast.FuncCallExpr, args []typ) []typ {
	name := methodName(entity, m)
	e.arguments(name, m, x, args, x.Args)
	switch name {
	case "zone:cards":
		return []typ{listOf(cardOf(e.accepted(object.zones)))}
	case "zone:step":
		return []typ{zoneOf(object.zones).or(kNil)}
	case "zone:neighbours":
		return []typ{listOf(zoneOf(object.zones))}
	case "card:zone_of":
		return []typ{e.zoneOfCard(object, x, args)}
	case "card:printed":
		return []typ{e.printed(x, args)}
	case "options:add", "options:product":
		e.fillOptions(object, m.Name, args)
		return []typ{{kinds: kOptions, refs: optionRefs(object)}}
	}
	if len(m.Results) > 0 {
		return []typ{e.value(m.Results[0])}
	}
	return nil
}

func optionRefs(t typ) []ref {
	var refs []ref
	for _, r := range t.refs {
		if s, ok := r.(*site); ok {
			refs = append(refs, s)
		}
	}
	return refs
}
