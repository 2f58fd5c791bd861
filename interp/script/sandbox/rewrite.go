package sandbox

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Names of the functions that rewritten code calls. They are no identifiers, so
// that no script can read, shadow or assign them.
const (
	concatName = "(concat)"
	setName    = "(set)"
	withName   = "(with)"
	fillName   = "(fill)"
)

const (
	// maxNesting bounds the depth of the tree: the compiler is recursive, and a
	// Go stack that overflows cannot be recovered.
	maxNesting = 1000
	// concatGroup bounds the operands of one call, which all need a register.
	concatGroup = 50
	// plainItems is the number of items and the largest key that a table
	// constructor may have without a call of our own.
	plainItems = 64
	// pairGroup bounds the keys and values of one call.
	pairGroup = 25
)

// rewriter changes the tree of a script before it is compiled:
//
//   - a .. b .. c becomes a call that bounds the result,
//   - assignments to fields become calls that refuse frozen tables,
//   - table constructors with computed keys, or with values that only the run
//     can count, become calls that keep lists compact,
//   - an assignment to several variables goes through locals of its own. The
//     compiler of gopher-lua 1.1.2 stores each value before it has read the next
//     (a, b = b, a sets both to b), and a call whose result goes to a function's
//     last parameter overwrites its own arguments (a, b = f(a), 1; a = (f(a))),
//   - break becomes a goto, and gotos are noted for repair: see jumps.go.
type rewriter struct {
	file  string
	depth int
	errs  []*Error
	scope *scope
	jumps jumps
	loops int // loops with a break
	// shapes are the host's functions that take shapes; declared are all names
	// that the script gives to locals anywhere: those never mean the host's.
	shapes     Shapes
	shapeTable *ShapeTable
	declared   map[string]bool
	kept       map[string]bool // names of the host that the script keeps
	// functions is the number of functions around what is being read.
	functions int
}

func (r *rewriter) fault(line int, format string, args ...any) {
	r.errs = append(r.errs, &Error{File: r.file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// enter reports whether the tree may be followed one level deeper.
func (r *rewriter) enter(line int) bool {
	r.depth++
	if r.depth == maxNesting {
		r.fault(line, "nested too deeply")
	}
	return r.depth < maxNesting
}

func (r *rewriter) leave() { r.depth-- }

// script rewrites a whole script: the body of a function with ... for arguments.
func (r *rewriter) script(stmts []ast.Stmt) []ast.Stmt {
	return r.body(nil, stmts)
}

// body rewrites the body of a function.
func (r *rewriter) body(parameters []string, stmts []ast.Stmt) []ast.Stmt {
	outer := r.scope
	r.scope = nil // no goto leaves a function
	stmts = r.block(blockOf{hidden: len(parameters)}, stmts)
	r.scope = outer
	return stmts
}

// block rewrites the statements of one scope.
func (r *rewriter) block(kind blockOf, stmts []ast.Stmt) []ast.Stmt {
	sc := r.open(kind, stmts)
	out := make([]ast.Stmt, 0, len(stmts))
	for _, stmt := range stmts {
		if r.enter(stmt.Line()) {
			sc.loopEnd = ""
			out = append(out, r.stmt(stmt))
			if sc.loopEnd != "" {
				out = append(out, label(sc.loopEnd, stmt))
			}
			sc.declare(stmt)
		}
		r.leave()
	}
	r.scope = sc.outer
	return out
}

func (r *rewriter) stmt(stmt ast.Stmt) ast.Stmt {
	switch st := stmt.(type) {
	case *ast.AssignStmt:
		for _, target := range st.Lhs {
			r.expr(target) // what stands in it; it is itself not read
		}
		r.exprs(st.Rhs)
		return r.assign(st)
	case *ast.LocalAssignStmt:
		r.exprs(st.Exprs)
	case *ast.FuncCallStmt:
		if ex, ok := st.Expr.(*ast.FuncCallExpr); ok {
			r.shapeCall(ex, true)
		}
		st.Expr = r.expr(st.Expr)
	case *ast.DoBlockStmt:
		st.Stmts = r.block(blockOf{}, st.Stmts)
	case *ast.WhileStmt:
		st.Condition = r.expr(st.Condition)
		st.Stmts = r.block(blockOf{loop: true}, st.Stmts)
	case *ast.RepeatStmt:
		st.Stmts = r.block(blockOf{loop: true, until: true}, st.Stmts)
		st.Condition = r.expr(st.Condition)
	case *ast.IfStmt:
		st.Condition = r.expr(st.Condition)
		st.Then = r.block(blockOf{}, st.Then)
		st.Else = r.block(blockOf{}, st.Else)
	case *ast.NumberForStmt:
		st.Init, st.Limit = r.expr(st.Init), r.expr(st.Limit)
		if st.Step != nil {
			st.Step = r.expr(st.Step)
		}
		st.Stmts = r.block(blockOf{loop: true, hidden: 4}, st.Stmts)
	case *ast.GenericForStmt:
		r.exprs(st.Exprs)
		st.Stmts = r.block(blockOf{loop: true, hidden: 3 + len(st.Names)}, st.Stmts)
	case *ast.BreakStmt:
		return r.breakOut(st)
	case *ast.GotoStmt:
		r.jump(st)
	case *ast.FuncDefStmt:
		return r.funcDef(st)
	case *ast.ReturnStmt:
		r.exprs(st.Exprs)
	}
	return stmt
}

// funcDef turns "function a.b()" and "function a:b()" into assignments.
func (r *rewriter) funcDef(st *ast.FuncDefStmt) ast.Stmt {
	if st.Name.Func == nil {
		st.Func.ParList.Names = append([]string{"self"}, st.Func.ParList.Names...)
	}
	r.expr(st.Func)
	if st.Name.Func == nil {
		key := &ast.StringExpr{Value: st.Name.Method}
		key.SetLine(st.Line())
		return r.set(st, r.expr(st.Name.Receiver), key, st.Func)
	}
	if field, ok := st.Name.Func.(*ast.AttrGetExpr); ok {
		r.expr(field)
		return r.set(st, field.Object, field.Key, st.Func)
	}
	return st
}

func (r *rewriter) assign(st *ast.AssignStmt) ast.Stmt {
	if len(st.Lhs) > 1 || len(st.Rhs) > 1 {
		return r.assignMany(st)
	}
	if field, ok := st.Lhs[0].(*ast.AttrGetExpr); ok {
		single(st.Rhs[0], true)
		return r.set(st, field.Object, field.Key, st.Rhs[0])
	}
	single(st.Rhs[0], false)
	return st
}

// single says whether a call or ... is cut to one value by the compiler. An
// assignment to one variable cuts it anyway.
func single(expr ast.Expr, on bool) {
	switch ex := expr.(type) {
	case *ast.FuncCallExpr:
		ex.AdjustRet = on
	case *ast.Comma3Expr:
		ex.AdjustRet = on
	}
}

// assignMany keeps objects, keys and values in locals, then assigns one by one,
// from the right as Lua does.
func (r *rewriter) assignMany(st *ast.AssignStmt) ast.Stmt {
	local := &ast.LocalAssignStmt{}
	place(local, st)
	keep := func(name string, expr ast.Expr) ast.Expr {
		single(expr, true)
		local.Names = append(local.Names, name)
		local.Exprs = append(local.Exprs, expr)
		return ident(name, expr)
	}
	objects := make([]ast.Expr, len(st.Lhs))
	keys := make([]ast.Expr, len(st.Lhs))
	for i, lhs := range st.Lhs {
		if field, ok := lhs.(*ast.AttrGetExpr); ok {
			objects[i] = keep(fmt.Sprintf("(object %d)", i+1), field.Object)
			keys[i] = field.Key
			if _, ok := field.Key.(*ast.StringExpr); !ok {
				keys[i] = keep(fmt.Sprintf("(key %d)", i+1), field.Key)
			}
		}
	}
	local.Exprs = append(local.Exprs, st.Rhs...)
	do := &ast.DoBlockStmt{Stmts: []ast.Stmt{local}}
	place(do, st)
	for i := range st.Lhs {
		local.Names = append(local.Names, fmt.Sprintf("(value %d)", i+1))
	}
	for i := len(st.Lhs) - 1; i >= 0; i-- {
		value := ident(fmt.Sprintf("(value %d)", i+1), st.Lhs[i])
		if objects[i] != nil {
			do.Stmts = append(do.Stmts, r.set(st.Lhs[i], objects[i], keys[i], value))
			continue
		}
		one := &ast.AssignStmt{Lhs: st.Lhs[i : i+1], Rhs: []ast.Expr{value}}
		place(one, st.Lhs[i])
		do.Stmts = append(do.Stmts, one)
	}
	return do
}

// set builds the statement "(set)(object, key, value)".
func (r *rewriter) set(pos ast.PositionHolder, object, key, value ast.Expr) ast.Stmt {
	single(object, true)
	single(key, true)
	st := &ast.FuncCallStmt{Expr: call(pos, setName, object, key, value)}
	place(st, pos)
	return st
}

func (r *rewriter) exprs(list []ast.Expr) {
	for i, ex := range list {
		list[i] = r.expr(ex)
	}
}

func (r *rewriter) expr(expr ast.Expr) ast.Expr {
	defer r.leave()
	if !r.enter(expr.Line()) {
		return expr
	}
	switch ex := expr.(type) {
	case *ast.NumberExpr:
		r.number(ex)
	case *ast.StringExpr:
		if len(ex.Value) > maxText {
			r.fault(ex.Line(), "a text has at most %d bytes, this one has %d", maxText, len(ex.Value))
		}
	case *ast.AttrGetExpr:
		ex.Object, ex.Key = r.expr(ex.Object), r.expr(ex.Key)
		return r.read(ex)
	case *ast.TableExpr:
		return r.table(ex)
	case *ast.FuncCallExpr:
		r.shapeCall(ex, false)
		if ex.Func != nil {
			ex.Func = r.expr(ex.Func)
		} else {
			ex.Receiver = r.expr(ex.Receiver)
		}
		r.exprs(ex.Args)
		r.method(ex)
	case *ast.LogicalOpExpr:
		ex.Lhs, ex.Rhs = r.expr(ex.Lhs), r.expr(ex.Rhs)
	case *ast.RelationalOpExpr:
		ex.Lhs, ex.Rhs = r.expr(ex.Lhs), r.expr(ex.Rhs)
	case *ast.ArithmeticOpExpr:
		ex.Lhs, ex.Rhs = r.expr(ex.Lhs), r.expr(ex.Rhs)
	case *ast.StringConcatOpExpr:
		return r.concat(ex)
	case *ast.UnaryMinusOpExpr:
		ex.Expr = r.expr(ex.Expr)
	case *ast.UnaryNotOpExpr:
		ex.Expr = r.expr(ex.Expr)
	case *ast.UnaryLenOpExpr:
		ex.Expr = r.expr(ex.Expr)
	case *ast.FunctionExpr:
		r.functions++
		ex.Stmts = r.body(ex.ParList.Names, ex.Stmts)
		r.functions--
	}
	return expr
}

// concat gathers the operands of a chain of .. and builds the call.
func (r *rewriter) concat(ex *ast.StringConcatOpExpr) ast.Expr {
	var operands []ast.Expr
	for {
		operands = append(operands, r.expr(ex.Lhs))
		next, ok := ex.Rhs.(*ast.StringConcatOpExpr)
		if !ok {
			operands = append(operands, r.expr(ex.Rhs))
			break
		}
		ex = next
	}
	for _, op := range operands {
		single(op, true)
	}
	// From the left: a group on the right would keep all registers before it busy.
	for len(operands) > concatGroup {
		first := call(operands[0], concatName, operands[:concatGroup:concatGroup]...)
		operands = append([]ast.Expr{first}, operands[concatGroup:]...)
	}
	return call(operands[0], concatName, operands...)
}

// number refuses what the compiler would silently read as NaN, and takes off
// leading zeros, which it would read as octal.
func (r *rewriter) number(ex *ast.NumberExpr) {
	text := ex.Value
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		if _, err := strconv.ParseInt(text, 0, 64); err != nil {
			r.fault(ex.Line(), "malformed number %q", text)
		}
		return
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		r.fault(ex.Line(), "malformed number %q", strings.TrimSuffix(text, "\xff")) // the end of the script
		return
	}
	for len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9' {
		text = text[1:]
	}
	ex.Value = text
}

func call(pos ast.PositionHolder, name string, args ...ast.Expr) *ast.FuncCallExpr {
	ex := &ast.FuncCallExpr{Func: ident(name, pos), Args: args}
	place(ex, pos)
	return ex
}

func ident(name string, pos ast.PositionHolder) *ast.IdentExpr {
	ex := &ast.IdentExpr{Value: name}
	place(ex, pos)
	return ex
}

// place gives a new node the position of the one it stands for.
func place(node, pos ast.PositionHolder) {
	node.SetLine(pos.Line())
	node.SetLastLine(pos.LastLine())
}
