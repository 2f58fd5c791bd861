package language

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// The tree of a script is compiled to Go closures, once for each state, so that
// every name of the host, every constant and every place is a constant of a
// closure. A function is compiled when it is first called: what a pack loads and
// never uses costs nothing, and by then the tables of modules are frozen, so that
// rules.pitch.zones is one value and not two look-ups.

type (
	expr func(c *Call) Value
	cond func(c *Call) bool
	stmt func(c *Call) completion
)

// completion says how a statement ends: by going on, or by leaving blocks around it.
type completion uint8

const (
	normal completion = iota
	breaks
	returns
	// continues and all values above it go on with the next turn of a loop: the value added
	// is the depth of that loop within the function.
	continues
)

// code is a function as one state runs it.
type code struct {
	body          func(c *Call) Value
	slots, params int   // as the proto has them, where each call sees them
	begin         place // where it begins
	proto         *proto
}

// code returns the function of a chunk for this state; it is compiled when it is
// first called.
func (s *State) code(ch *Chunk, p *proto) *code {
	cd := &code{slots: p.slots, params: len(p.params), begin: placeOf(p.line, 0), proto: p}
	cd.body = func(c *Call) Value {
		s.Counter(Counted{Kind: Function, At: diag.Pos{File: ch.name, Line: p.line}})
		k := &compiler{state: s, chunk: ch, proto: p}
		cd.body = k.function()
		return cd.body(c)
	}
	return cd
}

// compiler compiles one function.
type compiler struct {
	state *State
	chunk *Chunk
	proto *proto
	// cost counts the parts of the tree that the body being compiled has.
	cost  int
	loops []string // the labels at the ends of the loops around, "" for none
}

func (k *compiler) place(e ast.Expr) place {
	pos := k.chunk.tree.Pos(e)
	return placeOf(pos.Line, pos.Column)
}

// function compiles the whole body: its cost is charged when it begins, except for loops,
// which are charged at each turn.
func (k *compiler) function() func(c *Call) Value {
	cells := cellsOf(k.proto.params)
	if body := k.result(); body != nil && cells == nil {
		s := k.state
		cost := k.cost + 1
		return func(c *Call) Value {
			if !s.Budget.Spend(limits.Instructions, cost) {
				c.exhausted(limits.Instructions)
			}
			v := body(c)
			s.nres = 1
			return v
		}
	}
	k.cost = 0
	body := k.block(k.proto.stmts)
	s := k.state
	cost := k.cost + 1
	return func(c *Call) Value {
		if !s.Budget.Spend(limits.Instructions, cost) {
			c.exhausted(limits.Instructions)
		}
		for _, slot := range cells {
			c.slots[slot] = c.cell(c.slots[slot])
		}
		if body(c) == returns {
			return c.ret
		}
		s.nres = 0
		return nil
	}
}

// result compiles a body that is a single return of one value; nil for others.
func (k *compiler) result() expr {
	if len(k.proto.stmts) != 1 {
		return nil
	}
	ret, ok := k.proto.stmts[0].(*ast.ReturnStmt)
	if !ok || len(ret.Exprs) != 1 || isOpen(ret.Exprs[0]) {
		return nil
	}
	return k.expr(ret.Exprs[0])
}

func cellsOf(variables []*variable) []int {
	var slots []int
	for _, v := range variables {
		if v.isCell() {
			slots = append(slots, v.slot)
		}
	}
	return slots
}

const cellBytes = 16

// cell makes a cell, and counts it.
func (c *Call) cell(v Value) *cell {
	c.state.grow(c, cellBytes)
	return &cell{v}
}

// isOpen reports whether an expression may give any number of values.
func isOpen(e ast.Expr) bool {
	call, ok := e.(*ast.FuncCallExpr)
	return ok && !call.AdjustRet
}

// block compiles the statements of one scope.
func (k *compiler) block(stmts []ast.Stmt) stmt {
	list := make([]stmt, 0, len(stmts))
	for _, s := range stmts {
		if _, ok := s.(*ast.LabelStmt); ok {
			continue
		}
		k.cost++
		list = append(list, k.stmt(s))
	}
	switch len(list) {
	case 0:
		return func(*Call) completion { return normal }
	case 1:
		return list[0]
	case 2:
		first, second := list[0], list[1]
		return func(c *Call) completion {
			if l := first(c); l != normal {
				return l
			}
			return second(c)
		}
	case 3:
		first, second, third := list[0], list[1], list[2]
		return func(c *Call) completion {
			if l := first(c); l != normal {
				return l
			}
			if l := second(c); l != normal {
				return l
			}
			return third(c)
		}
	}
	return func(c *Call) completion {
		for _, s := range list {
			if l := s(c); l != normal {
				return l
			}
		}
		return normal
	}
}

func (k *compiler) stmt(s ast.Stmt) stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return k.assign(s)
	case *ast.LocalAssignStmt:
		return k.local(s)
	case *ast.FuncCallStmt:
		call := k.call(s.Expr.(*ast.FuncCallExpr), dropped)
		return func(c *Call) completion {
			call(c)
			return normal
		}
	case *ast.DoBlockStmt:
		return k.block(s.Stmts)
	case *ast.WhileStmt:
		return k.while(s)
	case *ast.RepeatStmt:
		return k.repeat(s)
	case *ast.IfStmt:
		return k.ifs(s)
	case *ast.NumberForStmt:
		return k.numberFor(s)
	case *ast.GenericForStmt:
		return k.genericFor(s)
	case *ast.FuncDefStmt:
		return k.definition(s)
	case *ast.ReturnStmt:
		return k.returns(s)
	case *ast.GotoStmt:
		l := continues
		for i, label := range k.loops {
			if label == s.Label {
				l = continues + completion(i) // the innermost of that name
			}
		}
		return func(*Call) completion { return l }
	}
	return func(*Call) completion { return breaks }
}

func (k *compiler) ifs(s *ast.IfStmt) stmt {
	test := k.asked(Branch, s.Condition, k.cond(s.Condition))
	then := k.block(s.Then)
	if next, ok := elseIf(s); ok {
		// A chain is compiled from its end, as it may be long.
		return k.chain(test, then, next)
	}
	if len(s.Else) == 0 {
		return func(c *Call) completion {
			if test(c) {
				return then(c)
			}
			return normal
		}
	}
	otherwise := k.block(s.Else)
	return func(c *Call) completion {
		if test(c) {
			return then(c)
		}
		return otherwise(c)
	}
}

// chain compiles if ... elseif ... without going deeper at each.
func (k *compiler) chain(test cond, then stmt, next *ast.IfStmt) stmt {
	tests := []cond{test}
	thens := []stmt{then}
	var s *ast.IfStmt
	for {
		k.cost++
		tests = append(tests, k.asked(Branch, next.Condition, k.cond(next.Condition)))
		thens = append(thens, k.block(next.Then))
		s = next
		deeper, ok := elseIf(s)
		if !ok {
			break
		}
		next = deeper
	}
	otherwise := k.block(s.Else)
	return func(c *Call) completion {
		for i, test := range tests {
			if test(c) {
				return thens[i](c)
			}
		}
		return otherwise(c)
	}
}

// local compiles the making of variables.
func (k *compiler) local(s *ast.LocalAssignStmt) stmt {
	variables := k.chunk.declared[s]
	if fn, ok := onlyFunction(s); ok {
		return k.localFunction(variables[0], fn)
	}
	if len(variables) == 1 && len(s.Exprs) == 1 {
		v := variables[0]
		value := k.expr(s.Exprs[0])
		slot := v.slot
		if v.isCell() {
			return func(c *Call) completion {
				c.slots[slot] = c.cell(value(c))
				return normal
			}
		}
		return func(c *Call) completion {
			c.slots[slot] = value(c)
			return normal
		}
	}
	n, first := len(variables), variables[0].slot
	if n == len(s.Exprs) && cellsOf(variables) == nil {
		values := k.operands(s.Exprs, wanted) // none of which sees a variable of these
		return func(c *Call) completion {
			for i, value := range values {
				c.slots[first+i] = value.of(c)
			}
			return normal
		}
	}
	fill := k.values(s.Exprs, n)
	cells := make([]bool, n)
	for i, v := range variables {
		cells[i] = v.isCell()
	}
	state := k.state
	return func(c *Call) completion {
		base := state.top
		state.room(c, base+n)
		state.top = base + n
		fill(c, base)
		state.top = base
		for i, v := range state.stack[base : base+n] {
			if cells[i] {
				v = c.cell(v)
			}
			c.slots[first+i] = v
		}
		return normal
	}
}

// localFunction: the function knows itself under its name.
func (k *compiler) localFunction(v *variable, e *ast.FunctionExpr) stmt {
	slot := v.slot
	k.cost++
	made := k.closure(e)
	if v.isCell() {
		return func(c *Call) completion {
			to := c.cell(nil)
			c.slots[slot] = to
			to.v = made(c)
			return normal
		}
	}
	itself := -1
	for i, captured := range k.chunk.protos[e].captures {
		if captured.variable == v {
			itself = i
		}
	}
	return func(c *Call) completion {
		fn := made(c).(*Func)
		if itself >= 0 {
			fn.upvalues[itself] = fn
		}
		c.slots[slot] = fn
		return normal
	}
}

// values compiles a list of expressions to n values on the stack: more are
// dropped, missing ones are nil, and the last gives as many as it has.
func (k *compiler) values(exprs []ast.Expr, n int) func(c *Call, base int) {
	s := k.state
	list := k.operands(exprs, wanted)
	open := len(exprs) > 0 && len(exprs) < n && isOpen(exprs[len(exprs)-1])
	return func(c *Call, base int) {
		for i, e := range list {
			v := e.of(c)
			if i < n {
				s.stack[base+i] = v
			}
		}
		if len(list) >= n {
			return
		}
		clear(s.stack[base+len(list) : base+n])
		if open && s.nres > 1 {
			copy(s.stack[base+len(list)-1:base+n], s.results[:s.nres])
		} else if open && s.nres == 0 {
			s.stack[base+len(list)-1] = nil
		}
	}
}

// returns compiles a return.
func (k *compiler) returns(st *ast.ReturnStmt) stmt {
	s := k.state
	switch {
	case len(st.Exprs) == 0:
		return func(c *Call) completion {
			s.nres = 0
			c.ret = nil
			return returns
		}
	case len(st.Exprs) == 1 && isOpen(st.Exprs[0]):
		call := k.call(st.Exprs[0].(*ast.FuncCallExpr), wanted)
		k.cost++
		return func(c *Call) completion {
			c.ret = call(c) // its results are those of this call
			return returns
		}
	case len(st.Exprs) == 1:
		value := k.operand(st.Exprs[0])
		return func(c *Call) completion {
			c.ret = value.of(c)
			s.nres = 1
			return returns
		}
	}
	push := k.pushed(st.Exprs, wanted)
	return func(c *Call) completion {
		base := s.top
		n := push(c, base)
		s.results = append(s.results[:0], s.stack[base:base+n]...)
		s.top, s.nres = base, n
		c.ret = nil
		if n > 0 {
			c.ret = s.results[0]
		}
		return returns
	}
}

// pushed compiles a list of values, of which the last may be several: they are put
// on the stack from base on, and counted. The top of the stack stands behind them.
// They go where use says.
func (k *compiler) pushed(exprs []ast.Expr, use use) func(c *Call, base int) int {
	s := k.state
	list := k.operands(exprs, use)
	n := len(list)
	open := n > 0 && isOpen(exprs[n-1])
	return func(c *Call, base int) int {
		s.push(c, list)
		if !open || s.nres == 1 {
			return n
		}
		if s.nres == 0 {
			s.top = base + n - 1
			return n - 1
		}
		s.room(c, base+n+s.nres)
		copy(s.stack[base+n-1:], s.results[:s.nres])
		s.top = base + n - 1 + s.nres
		return n - 1 + s.nres
	}
}

// closure compiles the making of a function.
func (k *compiler) closure(e *ast.FunctionExpr) expr {
	p := k.chunk.protos[e]
	made := k.state.code(k.chunk, p)
	n := len(p.captures)
	bytes := funcBytes + n*itemBytes
	captures := p.captures
	at := placeOf(p.line, 0)
	return func(c *Call) Value {
		c.place = at
		c.state.grow(c, bytes)
		fn := c.state.memory.funcs.one(funcsAPiece)
		fn.code = made
		if n > 0 {
			fn.upvalues = c.state.memory.newValues(n)
			for i := range captures {
				if from := captures[i].outer; from >= 0 {
					fn.upvalues[i] = c.fn.upvalues[from]
				} else {
					fn.upvalues[i] = c.slots[captures[i].variable.slot]
				}
			}
		}
		return fn
	}
}

const funcBytes = 64

// definition compiles "function a.b()" and "function f()".
func (k *compiler) definition(s *ast.FuncDefStmt) stmt {
	made := k.closure(s.Func)
	k.cost++
	if s.Name.Func == nil {
		object := k.expr(s.Name.Receiver)
		store := k.store(&ast.StringExpr{Value: s.Name.Method}, placeOf(s.Line(), 0), k.source(s.Name.Receiver))
		return func(c *Call) completion {
			o := object(c)
			store(c, o, nil, made(c))
			return normal
		}
	}
	return k.assignOne(s.Name.Func, made)
}
