package syntax

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Print writes statements in one fixed form, a line each, without comments and
// places: two texts that a parser reads alike have the same form.
func Print(stmts []ast.Stmt) string {
	p := &printer{}
	p.block(stmts)
	return p.out.String()
}

// PrintExpr writes an expression in one fixed form.
func PrintExpr(e ast.Expr) string {
	p := &printer{}
	return p.expr(e)
}

type printer struct {
	out    strings.Builder
	indent int
}

func (p *printer) line(parts ...string) {
	p.out.WriteString(strings.Repeat("  ", p.indent) + strings.Join(parts, "") + "\n")
}

func (p *printer) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		p.stmt(s)
	}
}

func (p *printer) inner(stmts []ast.Stmt) {
	p.indent++
	p.block(stmts)
	p.indent--
}

func (p *printer) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		p.line(p.exprs(s.Lhs), " = ", p.exprs(s.Rhs))
	case *ast.LocalAssignStmt:
		if len(s.Exprs) == 0 {
			p.line("local ", strings.Join(s.Names, ", "))
			return
		}
		p.line("local ", strings.Join(s.Names, ", "), " = ", p.exprs(s.Exprs))
	case *ast.FuncCallStmt:
		p.line(p.expr(s.Expr))
	case *ast.DoBlockStmt:
		p.nested("do", s.Stmts, "end")
	case *ast.WhileStmt:
		p.nested("while "+p.expr(s.Condition)+" do", s.Stmts, "end")
	case *ast.RepeatStmt:
		p.nested("repeat", s.Stmts, "until "+p.expr(s.Condition))
	case *ast.IfStmt:
		p.line("if ", p.expr(s.Condition), " then")
		p.inner(s.Then)
		if len(s.Else) > 0 {
			p.line("else")
			p.inner(s.Else)
		}
		p.line("end")
	case *ast.NumberForStmt:
		head := "for " + s.Name + " = " + p.expr(s.Init) + ", " + p.expr(s.Limit)
		if s.Step != nil {
			head += ", " + p.expr(s.Step)
		}
		p.nested(head+" do", s.Stmts, "end")
	case *ast.GenericForStmt:
		p.nested("for "+strings.Join(s.Names, ", ")+" in "+p.exprs(s.Exprs)+" do", s.Stmts, "end")
	case *ast.FuncDefStmt:
		p.funcDef(s)
	case *ast.ReturnStmt:
		p.line(strings.TrimSuffix("return "+p.exprs(s.Exprs), " "))
	case *ast.BreakStmt:
		p.line("break")
	case *ast.LabelStmt:
		p.line("::", s.Name, "::")
	case *ast.GotoStmt:
		p.line("goto ", s.Label)
	}
}

func (p *printer) nested(head string, stmts []ast.Stmt, end string) {
	p.line(head)
	p.inner(stmts)
	p.line(end)
}

func (p *printer) funcDef(s *ast.FuncDefStmt) {
	name := ""
	if s.Name.Func != nil {
		name = p.expr(s.Name.Func)
	} else {
		name = p.expr(s.Name.Receiver) + ":" + s.Name.Method
	}
	p.nested("function "+name+p.params(s.Func), s.Func.Stmts, "end")
}

func (p *printer) params(f *ast.FunctionExpr) string {
	names := append([]string{}, f.ParList.Names...)
	if f.ParList.HasVargs {
		names = append(names, "...")
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func (p *printer) exprs(list []ast.Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = p.expr(e)
	}
	return strings.Join(parts, ", ")
}

// binary writes an operation of two operands.
func (p *printer) binary(left ast.Expr, operator string, right ast.Expr) string {
	return "(" + p.expr(left) + " " + operator + " " + p.expr(right) + ")"
}

// expr writes an expression; what is computed from others stands in brackets.
func (p *printer) expr(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.TrueExpr:
		return "true"
	case *ast.FalseExpr:
		return "false"
	case *ast.NilExpr:
		return "nil"
	case *ast.NumberExpr:
		return e.Value
	case *ast.StringExpr:
		return strconv.Quote(e.Value)
	case *ast.Comma3Expr:
		if e.AdjustRet {
			return "(...)"
		}
		return "..."
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		if key, ok := e.Key.(*ast.StringExpr); ok && isName(key.Value) {
			return p.expr(e.Object) + "." + key.Value
		}
		return p.expr(e.Object) + "[" + p.expr(e.Key) + "]"
	case *ast.TableExpr:
		return p.table(e)
	case *ast.FuncCallExpr:
		return p.call(e)
	case *ast.LogicalOpExpr:
		return p.binary(e.Lhs, e.Operator, e.Rhs)
	case *ast.RelationalOpExpr:
		return p.binary(e.Lhs, e.Operator, e.Rhs)
	case *ast.StringConcatOpExpr:
		return p.binary(e.Lhs, "..", e.Rhs)
	case *ast.ArithmeticOpExpr:
		return p.binary(e.Lhs, e.Operator, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		return "-" + p.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		return "not " + p.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		return "#" + p.expr(e.Expr)
	case *ast.FunctionExpr:
		inner := &printer{indent: p.indent + 1}
		inner.block(e.Stmts)
		return "function" + p.params(e) + "\n" + inner.out.String() + strings.Repeat("  ", p.indent) + "end"
	}
	return ""
}

func (p *printer) call(e *ast.FuncCallExpr) string {
	name := ""
	if e.Func != nil {
		name = p.expr(e.Func)
	} else {
		name = p.expr(e.Receiver) + ":" + e.Method
	}
	text := name + "(" + p.exprs(e.Args) + ")"
	if e.AdjustRet {
		return "(" + text + ")"
	}
	return text
}

func (p *printer) table(e *ast.TableExpr) string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		value := p.expr(f.Value)
		key, ok := f.Key.(*ast.StringExpr)
		switch {
		case f.Key == nil:
			parts[i] = value
		case ok && isName(key.Value):
			parts[i] = key.Value + " = " + value
		default:
			parts[i] = "[" + p.expr(f.Key) + "] = " + value
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// isName reports whether a text can stand as a name in a script.
func isName(text string) bool {
	if text == "" || isDigit(text[0]) || Reserved(text) {
		return false
	}
	for i := range len(text) {
		if !isLetter(text[i]) && !isDigit(text[i]) {
			return false
		}
	}
	return true
}
