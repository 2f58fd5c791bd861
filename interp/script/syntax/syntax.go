// Package syntax reads a Lua script into gopher-lua's tree and adds what that
// tree lacks: the place of every name and value, line and column. It finds
// them by a second reading of the text, whose words come in the order of the
// tree's leaves; where the two readings do not agree the line alone is known.
//
// What a node is made of is said once, in walk.go: [Own] and [Blocks] of a statement,
// [Parts] of an expression. Every walk goes down by these, that for places (align.go),
// those for the scopes of names (resolve.go of package language, scope.go of package
// check/inference) and those that look for something ([Walk] and its like), and has cases of
// its own only for what it does there. What makes something else of each kind of node
// is no walk but a translation, and asks for the kind: print.go, the compiler of package
// language, and what check/inference says that an expression is worth.
//
// It imports interp/diag, interp/lists and the parser of gopher-lua, not its machine.
package syntax

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Tree is one script with the places of its parts.
type Tree struct {
	File  string
	Stmts []ast.Stmt

	// exprs has the places of leaves: names, literals, "{" and "function".
	exprs map[ast.Expr]diag.Pos
	// names has the places of the names that a statement or the parameter
	// list of a function declares.
	names map[any][]diag.Pos
	// methods has the places of the names of called methods.
	methods map[*ast.FuncCallExpr]diag.Pos
	// exact is set when the columns are known.
	exact bool
}

// Parse reads a script. The error is that of gopher-lua's parser, or of its form
// for a tree that is too deep.
func Parse(file, text string) (*Tree, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if err := aloneCR(file, text); err != nil {
		return nil, err
	}
	stmts, err := parse.Parse(strings.NewReader(text), file)
	if err == nil {
		err = tooDeep(file, stmts)
	}
	if err != nil {
		return nil, err
	}
	t := &Tree{
		File: file, Stmts: stmts, exprs: map[ast.Expr]diag.Pos{},
		names: map[any][]diag.Pos{}, methods: map[*ast.FuncCallExpr]diag.Pos{},
	}
	a := &aligner{tree: t, words: scan(text)}
	a.block(stmts)
	t.exact = !a.lost && a.at == len(a.words)
	return t, nil
}

// aloneCR refuses a carriage return that is not part of the end of a line: it ends
// one for the parser, and for hardly anybody else who counts or shows lines.
func aloneCR(file, text string) error {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\r')
		if i < 0 {
			return nil
		}
		at += i + 1
		if !strings.HasPrefix(text[at:], "\n") {
			line := strings.Count(text[:at], "\n") + 1
			return &parse.Error{Pos: ast.Position{Source: file, Line: line, Column: 1},
				Message: "a carriage return (\\r) stands alone in this line; lines end with \\n"}
		}
	}
}

// Pos returns the place where an expression begins.
func (t *Tree) Pos(e ast.Expr) diag.Pos {
	if pos, ok := t.exprs[e]; ok && t.exact {
		return pos
	}
	if e == nil {
		return diag.Pos{File: t.File}
	}
	if t.exact {
		switch e := e.(type) {
		case *ast.AttrGetExpr:
			return t.Pos(e.Object)
		case *ast.FuncCallExpr:
			if e.Func != nil {
				return t.Pos(e.Func)
			}
			return t.Pos(e.Receiver)
		case *ast.LogicalOpExpr:
			return t.Pos(e.Lhs)
		case *ast.RelationalOpExpr:
			return t.Pos(e.Lhs)
		case *ast.StringConcatOpExpr:
			return t.Pos(e.Lhs)
		case *ast.ArithmeticOpExpr:
			return t.Pos(e.Lhs)
		case *ast.UnaryMinusOpExpr:
			return t.Pos(e.Expr)
		case *ast.UnaryNotOpExpr:
			return t.Pos(e.Expr)
		case *ast.UnaryLenOpExpr:
			return t.Pos(e.Expr)
		}
	}
	return diag.Pos{File: t.File, Line: e.Line()}
}

// Name returns the place of the name that a statement, or the parameter list
// of a function, declares at an index from 0.
func (t *Tree) Name(owner any, index int) diag.Pos {
	if places := t.names[owner]; index < len(places) {
		pos := places[index]
		if !t.exact {
			pos.Column = 0
		}
		return pos
	}
	pos := diag.Pos{File: t.File}
	if holder, ok := owner.(ast.PositionHolder); ok {
		pos.Line = holder.Line()
	}
	return pos
}

// Method returns the place of the name of a called method.
func (t *Tree) Method(call *ast.FuncCallExpr) diag.Pos {
	if pos, ok := t.methods[call]; ok && t.exact {
		return pos
	}
	return diag.Pos{File: t.File, Line: call.Line()}
}

// Stmt returns the place of a statement: its line, and the column of what it
// begins with where that is a name or a value.
func (t *Tree) Stmt(s ast.Stmt) diag.Pos {
	switch s := s.(type) {
	case *ast.FuncCallStmt:
		return t.Pos(s.Expr)
	case *ast.AssignStmt:
		return t.Pos(s.Lhs[0])
	}
	return diag.Pos{File: t.File, Line: s.Line()}
}
