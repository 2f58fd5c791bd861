package language

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// body compiles the body of a loop: run is one turn of it, which tells the loop
// whether to stop, and what to leave with then. What a turn costs is taken when it
// begins.
func (k *compiler) body(stmts []ast.Stmt, head int, at place) func(c *Call) completion {
	label := ""
	if n := len(stmts); n > 0 {
		if last, ok := stmts[n-1].(*ast.LabelStmt); ok {
			label = last.Name
		}
	}
	outer := k.cost
	k.cost = head + 1
	mine := continues + completion(len(k.loops))
	k.loops = append(k.loops, label)
	block := k.block(stmts)
	k.loops = k.loops[:len(k.loops)-1]
	cost := k.cost
	s := k.state
	k.cost = outer
	if label == "" {
		return func(c *Call) completion {
			if !s.Budget.Spend(limits.Instructions, cost) {
				c.place = at
				c.exhausted(limits.Instructions)
			}
			return block(c)
		}
	}
	return func(c *Call) completion {
		if !s.Budget.Spend(limits.Instructions, cost) {
			c.place = at
			c.exhausted(limits.Instructions)
		}
		l := block(c)
		if l == mine {
			return normal
		}
		return l
	}
}

// after is what a loop leaves with that was left.
func after(l completion) completion {
	if l == breaks {
		return normal
	}
	return l
}

// counted compiles what a loop computes at each turn beside its body.
func (k *compiler) counted(compile func()) int {
	before := k.cost
	compile()
	head := k.cost - before
	k.cost = before
	return head
}

func (k *compiler) while(s *ast.WhileStmt) stmt {
	var test cond
	head := k.counted(func() { test = k.cond(s.Condition) })
	turn := k.body(s.Stmts, head, placeOf(s.Line(), 0))
	return func(c *Call) completion {
		for test(c) {
			if l := turn(c); l != normal {
				return after(l)
			}
		}
		return normal
	}
}

func (k *compiler) repeat(s *ast.RepeatStmt) stmt {
	var test cond
	head := k.counted(func() { test = k.cond(s.Condition) })
	turn := k.body(s.Stmts, head, placeOf(s.Line(), 0))
	return func(c *Call) completion {
		for {
			if l := turn(c); l != normal {
				return after(l)
			}
			if test(c) {
				return normal
			}
		}
	}
}

func (k *compiler) numberFor(s *ast.NumberForStmt) stmt {
	v := k.chunk.declared[s][0]
	init, limit := k.expr(s.Init), k.expr(s.Limit)
	step := func(*Call) Value { return boxed[1-boxedFrom] }
	if s.Step != nil {
		step = k.expr(s.Step)
	}
	slot := v.slot
	isCell := v.isCell()
	at := placeOf(s.Line(), 0)
	turn := k.body(s.Stmts, 1, at)
	return func(c *Call) completion {
		from, to, by := init(c), limit(c), step(c)
		c.place = at
		i, stop, inc := c.loopNumber(from, "first value"), c.loopNumber(to, "limit"), c.loopNumber(by, "step")
		for ; inc > 0 && i <= stop || inc <= 0 && i >= stop; i += inc {
			if isCell {
				c.slots[slot] = c.cell(Float(i))
			} else {
				c.slots[slot] = Float(i)
			}
			if l := turn(c); l != normal {
				return after(l)
			}
		}
		return normal
	}
}

func (c *Call) loopNumber(v Value, what string) float64 {
	n, ok := v.(Number)
	if !ok {
		c.Fault("for: the %s must be a number, not %s", what, TypeName(v))
	}
	return float64(n)
}

// given returns what gives variables of a loop their values: any, and the first two. Each turn
// has new variables, as functions may capture them.
func given(variables []*variable) (give func(c *Call, i int, v Value), pair func(c *Call, key, value Value)) {
	give = func(c *Call, i int, v Value) {
		if i >= len(variables) {
			return
		}
		if variables[i].isCell() {
			v = c.cell(v)
		}
		c.slots[variables[i].slot] = v
	}
	if len(variables) < 2 || cellsOf(variables) != nil {
		return give, func(c *Call, key, value Value) {
			give(c, 0, key)
			give(c, 1, value)
		}
	}
	first := variables[0].slot
	second := variables[1].slot
	return give, func(c *Call, key, value Value) {
		c.slots[first] = key
		c.slots[second] = value
	}
}

// genericFor compiles "for ... in ...": pairs and ipairs go through their table,
// anything else calls an iterator at each turn.
func (k *compiler) genericFor(s *ast.GenericForStmt) stmt {
	variables := k.chunk.declared[s]
	n := len(variables)
	give, pair := given(variables)
	at := placeOf(s.Line(), 0)
	if len(s.Exprs) > 0 {
		at = k.place(s.Exprs[0])
	}
	turn := k.body(s.Stmts, 2, at)
	walking := turn
	if n > 2 {
		walking = func(c *Call) completion {
			for i := 2; i < n; i++ {
				give(c, i, nil)
			}
			return turn(c)
		}
	}
	if list, kind := k.walked(s); list != nil {
		return k.walk(list, kind, pair, walking, at)
	}
	begin := k.values(s.Exprs, 3)
	state := k.state
	return func(c *Call) completion {
		base := state.top
		state.room(c, base+3)
		state.top = base + 3
		begin(c, base)
		next, object, control := state.stack[base], state.stack[base+1], state.stack[base+2]
		state.top = base
		c.place = at
		fn, ok := next.(*Func)
		if !ok {
			c.Fault("for: %s is no iterator; go through a table with pairs(t) or ipairs(t)", called(next))
		}
		switch {
		case fn.loop == nextKey:
			return c.pairs(object, control, pair, walking)
		case fn.loop == nextItem:
			return c.items(object, control, pair, walking)
		}
		for {
			c.place = at
			state.stack[base], state.stack[base+1] = object, control
			state.top = base + 2
			control = state.invoke(c, fn, base, 2)
			if state.nres == 0 || control == nil {
				return normal
			}
			give(c, 0, control)
			for i := 1; i < n; i++ {
				if i < state.nres {
					give(c, i, state.results[i])
				} else {
					give(c, i, nil)
				}
			}
			if l := turn(c); l != normal {
				return after(l)
			}
		}
	}
}

// walked finds the table of "for ... in pairs(t)", where pairs is the library's.
func (k *compiler) walked(s *ast.GenericForStmt) (ast.Expr, loopKind) {
	if len(s.Exprs) != 1 {
		return nil, anyLoop
	}
	call, ok := s.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(call.Args) != 1 || call.Func == nil {
		return nil, anyLoop
	}
	fn, ok := k.constant(call.Func).(*Func)
	if !ok || fn.loop != pairsLoop && fn.loop != itemsLoop {
		return nil, anyLoop
	}
	return call.Args[0], fn.loop
}

func (k *compiler) walk(list ast.Expr, kind loopKind, give func(c *Call, key, value Value),
	turn func(*Call) completion, at place) stmt {
	table := k.expr(list)
	name := "ipairs"
	if kind == pairsLoop {
		name = "pairs"
	}
	return func(c *Call) completion {
		v := table(c)
		c.place = at
		t, ok := v.(*Table)
		if !ok {
			got := TypeName(v)
			c.Fault("%s: argument 1 must be a table, not %s", name, got)
		}
		if kind == pairsLoop {
			return c.pairs(t, nil, give, turn)
		}
		return c.items(t, boxed[-boxedFrom], give, turn)
	}
}

// pairs goes through a table from the key behind a given one on.
func (c *Call) pairs(object, key Value, give func(c *Call, key, value Value), turn func(*Call) completion) completion {
	t, ok := object.(*Table)
	if !ok {
		c.Fault("pairs: argument 1 must be a table, not %s", TypeName(object))
	}
	at := 0
	if key != nil {
		at, _ = t.positionBehind(key)
	}
	items := len(t.items)
	for {
		if n := len(t.items); n != items { // the list has changed: go on behind the same field
			if at > items {
				at += n - items
			} else if at > n {
				at = n
			}
			items = n
		}
		k, v, next := t.from(at)
		if next == 0 {
			return normal
		}
		if next > at+8 {
			c.Charge((next - at) / 8)
		}
		at = next
		give(c, k, v)
		if l := turn(c); l != normal {
			return after(l)
		}
	}
}

// items goes through a list from the item behind a given one on.
func (c *Call) items(object, from Value, give func(c *Call, key, value Value), turn func(*Call) completion) completion {
	t, ok := object.(*Table)
	if !ok {
		c.Fault("ipairs: argument 1 must be a table, not %s", TypeName(object))
	}
	n, _ := from.(Number)
	at, ok := Whole(n, MaxList)
	if !ok {
		return normal
	}
	for i := at + 1; ; i++ {
		v := t.At(i)
		if v == nil {
			return normal
		}
		give(c, Int(i), v)
		if l := turn(c); l != normal {
			return after(l)
		}
	}
}

// The functions that begin a loop, and what goes through a table for them.
var (
	nextFunc = &Func{name: "next", host: next, loop: nextKey}
	itemFunc = &Func{name: "ipairs", host: item, loop: nextItem}

	// Pairs goes through a table in a for: its items, then its fields.
	Pairs = &Func{name: "pairs", host: func(c *Call) Value { return c.Return(nextFunc, c.Table(1), nil) },
		loop: pairsLoop}
	// Items goes through a list in a for, up to the first nil.
	Items = &Func{name: "ipairs", host: func(c *Call) Value { return c.Return(itemFunc, c.Table(1), Int(0)) },
		loop: itemsLoop}
	// Next is one step of Pairs.
	Next = nextFunc
)

func next(c *Call) Value {
	t := c.Table(1)
	at, ok := t.positionBehind(c.Arg(2))
	if !ok {
		c.Fault("next: the table has no such key")
	}
	key, value, behind := t.from(at)
	c.Charge(max(behind-at, 0) / 8)
	if behind == 0 {
		return nil
	}
	return c.Return(key, value)
}

func item(c *Call) Value {
	t := c.Table(1)
	i := c.Integer(2) + 1
	v := t.At(i)
	if v == nil {
		return c.Return()
	}
	return c.Return(Int(i), v)
}
